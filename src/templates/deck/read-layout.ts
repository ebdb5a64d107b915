/** One layout of a template, with what it takes from its master: placeholders with places and levels, the ground. */
import { A, P } from '../../ooxml/names.ts';
import type { XmlPart } from '../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { colorIn, readColorMap, slotNamed, type ColorMap, type FileTheme } from '../theme-part.ts';
import { gatherLevels, type TemplateLevel } from './text-levels.ts';

/** Inches. */
export interface TemplateBox {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface TemplatePlaceholder {
  /** ST_PlaceholderType; `obj` where the file says nothing. */
  type: string;
  idx: string | undefined;
  size: string | undefined;
  box: TemplateBox;
  anchor: 't' | 'ctr' | 'b';
  /** Left, top, right, bottom; inches. */
  inset: [number, number, number, number];
  levels: TemplateLevel[];
  text: string;
}

export interface TemplateLayout {
  part: string;
  name: string;
  /** ST_SlideLayoutType. */
  type: string | undefined;
  placeholders: TemplatePlaceholder[];
  /** RRGGBB of the background; undefined where it is a picture. */
  ground: string | undefined;
  map: ColorMap;
}

export interface TemplateMaster {
  part: string;
  root: XmlElement;
  theme: FileTheme;
  map: ColorMap;
}

const EMU = 914_400;
const PLACEHOLDERS_MAX = 60;
const INSET = [0.1, 0.05, 0.1, 0.05] as const;

const number = (element: XmlElement | undefined, name: string): number | undefined => {
  const value = element === undefined ? undefined : attributeOf(element, name);
  const parsed = value === undefined ? Number.NaN : Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
};

interface RawPlaceholder {
  type: string;
  idx: string | undefined;
  size: string | undefined;
  box: TemplateBox | undefined;
  body: XmlElement | undefined;
  styles: XmlElement | undefined;
  text: string;
}

function boxOf(shape: XmlElement): TemplateBox | undefined {
  const properties = firstElementOf(shape, 'spPr', P);
  const frame = properties && firstElementOf(properties, 'xfrm', A);
  const [off, ext] = [frame && firstElementOf(frame, 'off', A), frame && firstElementOf(frame, 'ext', A)];
  const [x, y, w, h] = [number(off, 'x'), number(off, 'y'), number(ext, 'cx'), number(ext, 'cy')];
  if (x === undefined || y === undefined || w === undefined || h === undefined) return undefined;
  return { x: x / EMU, y: y / EMU, w: w / EMU, h: h / EMU };
}

/** Placeholders of a layout, a master or a slide. */
export function rawPlaceholders(root: XmlElement): RawPlaceholder[] {
  const found: RawPlaceholder[] = [];
  for (const shape of walkElements(root)) {
    if ((shape.local !== 'sp' && shape.local !== 'pic' && shape.local !== 'graphicFrame') || shape.uri !== P) continue;
    const own = elementsOf(shape).find(({ local }) => local.startsWith('nv'));
    const holder = own && firstElementOf(own, 'nvPr', P);
    const ph = holder && firstElementOf(holder, 'ph', P);
    if (ph === undefined) continue;
    const text = firstElementOf(shape, 'txBody', P);
    found.push({
      type: attributeOf(ph, 'type') ?? 'obj',
      idx: attributeOf(ph, 'idx'),
      size: attributeOf(ph, 'sz'),
      box: boxOf(shape),
      body: text && firstElementOf(text, 'bodyPr', A),
      styles: text && firstElementOf(text, 'lstStyle', A),
      text: text === undefined ? '' : textOf(text).trim(),
    });
    if (found.length >= PLACEHOLDERS_MAX) break;
  }
  return found;
}

const TITLES = new Set(['title', 'ctrTitle']);
export const isTitleType = (type: string): boolean => TITLES.has(type);
const FURNITURE = new Set(['dt', 'ftr', 'sldNum', 'hdr']);
export const isFurniture = (type: string): boolean => FURNITURE.has(type);

/** The placeholder of the master that one of a layout takes after. */
const inMaster = (all: readonly RawPlaceholder[], type: string): RawPlaceholder | undefined =>
  all.find((one) =>
    isTitleType(type) ? isTitleType(one.type) : FURNITURE.has(type) ? one.type === type : one.type === 'body' || one.type === 'obj',
  );

function backgroundOf(root: XmlElement, theme: FileTheme, map: ColorMap): { color: string | undefined } | undefined {
  const slide = firstElementOf(root, 'cSld', P);
  const background = slide && firstElementOf(slide, 'bg', P);
  if (background === undefined) return undefined;
  const properties = firstElementOf(background, 'bgPr', P);
  if (properties === undefined) return { color: colorIn(firstElementOf(background, 'bgRef', P), theme, map) };
  const solid = firstElementOf(properties, 'solidFill', A);
  if (solid !== undefined) return { color: colorIn(solid, theme, map) };
  const gradient = firstElementOf(properties, 'gradFill', A);
  const list = gradient && firstElementOf(gradient, 'gsLst', A);
  const stops = list === undefined ? [] : elementsOf(list, 'gs', A);
  return { color: stops.length === 0 ? undefined : colorIn(stops[Math.floor(stops.length / 2)], theme, map) };
}

function mapOf(root: XmlElement, master: TemplateMaster): ColorMap {
  const own = firstElementOf(root, 'clrMapOvr', P);
  const override = own && firstElementOf(own, 'overrideClrMapping', A);
  return override === undefined ? master.map : readColorMap(override);
}

const ANCHORS: Readonly<Record<string, TemplatePlaceholder['anchor']>> = { ctr: 'ctr', b: 'b' };
const EDGES = ['lIns', 'tIns', 'rIns', 'bIns'] as const;

/** What a layout of a template is, as far as slides made in it take it from there. */
export function readLayout(part: XmlPart, master: TemplateMaster, defaults: XmlElement | undefined): TemplateLayout {
  const { root } = part;
  const map = mapOf(root, master);
  const { theme } = master;
  const above = rawPlaceholders(master.root);
  const texts = firstElementOf(master.root, 'txStyles', P);
  const placeholders = rawPlaceholders(root).flatMap((raw): TemplatePlaceholder[] => {
    const parent = inMaster(above, raw.type);
    const box = raw.box ?? parent?.box;
    if (box === undefined || box.w <= 0 || box.h <= 0) return [];
    const group = isTitleType(raw.type) ? 'titleStyle' : FURNITURE.has(raw.type) ? 'otherStyle' : 'bodyStyle';
    const bodies = [raw.body, parent?.body];
    const said = (name: string): string | undefined =>
      bodies.map((body) => body && attributeOf(body, name)).find((value) => value !== undefined);
    const insets = EDGES.map((name, at) => {
      const value = Number(said(name) ?? Number.NaN);
      return Number.isFinite(value) ? value / EMU : (INSET[at] ?? 0);
    });
    return [
      {
        type: raw.type,
        idx: raw.idx,
        size: raw.size,
        box,
        anchor: ANCHORS[said('anchor') ?? ''] ?? 't',
        inset: [insets[0] ?? 0.1, insets[1] ?? 0.05, insets[2] ?? 0.1, insets[3] ?? 0.05],
        levels: gatherLevels([defaults, texts && firstElementOf(texts, group, P), parent?.styles, raw.styles], theme, map),
        text: raw.text,
      },
    ];
  });
  const own = backgroundOf(root, theme, map) ?? backgroundOf(master.root, theme, map);
  const slide = firstElementOf(root, 'cSld', P);
  return {
    part: part.name,
    name: (slide && attributeOf(slide, 'name')) ?? '',
    type: attributeOf(root, 'type'),
    placeholders,
    ground: own === undefined ? theme.slots[slotNamed('bg1', map) ?? 'lt1'] : own.color,
    map,
  };
}
