/**
 * What the text of a Word file is on, as far as it tells whether the text can be seen: its own shading, that of its
 * paragraph and cell, the page. Where a table's style, a text box or a picture behind the text decides, nobody here can
 * say, and the text counts as seen.
 */
import { W } from '../../ooxml/names.ts';
import { looksAlike } from '../../base/color.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { partsByKind, sidePart } from '../office/parts.ts';
import type { OfficeReading } from '../office/parts.ts';

export interface Ground {
  /** RRGGBB; undefined where it cannot be determined. */
  color: string | undefined;
  /** Whether something may lie behind a paragraph of the main part. */
  isBacked: (paragraph: XmlElement) => boolean;
}

/** `none`: what lies below shows; `unclear`: no one colour. */
type Shade = string;

const WHITE = 'FFFFFF';
/** What is anchored this many paragraphs away may reach as far. */
const BACKED_PARAGRAPHS = 40;
/** EMU and points; what a header holds that is smaller is a logo. */
const LARGE_EMU = 2_500_000;
const LARGE_PT = 200;

const hexOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^[\dA-Fa-f]{6}$/.test(text) ? text.toUpperCase() : undefined;

/** The colour that a name of the theme stands for, where it is that of paper: white, made darker by its shade. */
function paperOf(name: string | undefined, shade: string | undefined): string | undefined {
  if (name !== 'background1' && name !== 'light1') return undefined;
  return shade !== undefined && /^[\dA-Fa-f]{2}$/.test(shade) ? shade.toUpperCase().repeat(3) : WHITE;
}

/** Hex of the colour that properties of runs give to text; undefined where they give none, or leave it to the program. */
export function textColor(properties: XmlElement | undefined): { hex: string | undefined } | undefined {
  const color = properties && firstElementOf(properties, 'color', W);
  return (
    color && {
      hex: paperOf(attributeOf(color, 'themeColor', W), attributeOf(color, 'themeShade', W)) ?? hexOf(attributeOf(color, 'val', W)),
    }
  );
}

/** @param properties of a run, a paragraph, a cell or a table */
export function shadeOf(properties: XmlElement | undefined): Shade {
  const shading = properties && firstElementOf(properties, 'shd', W);
  const pattern = shading && attributeOf(shading, 'val', W);
  if (!shading || pattern === 'nil') return 'none';
  const solid = pattern === 'solid';
  const paper = solid ? undefined : paperOf(attributeOf(shading, 'themeFill', W), attributeOf(shading, 'themeFillShade', W));
  const color = paper ?? attributeOf(shading, solid ? 'color' : 'fill', W) ?? 'auto';
  if (pattern !== undefined && pattern !== 'clear' && !solid) return 'unclear';
  if (color !== 'auto') return hexOf(color) ?? 'unclear';
  return solid || attributeOf(shading, 'themeFill', W) !== undefined ? 'unclear' : 'none';
}

function markOf(properties: XmlElement | undefined): Shade {
  const mark = properties && firstElementOf(properties, 'highlight', W);
  const name = mark && attributeOf(mark, 'val', W);
  return name === undefined || name === 'none' ? 'none' : name === 'white' ? WHITE : 'unclear';
}

/** Gradients, outlines and reliefs are seen on any background. */
const isDrawn = (properties: XmlElement | undefined): boolean =>
  properties !== undefined &&
  elementsOf(properties).some(({ local }) => /^(?:textFill|textOutline|outline|shadow|emboss|imprint)$/.test(local));

export interface Shaded {
  color: string;
  /** Properties that may shade the run, nearest first: of the run and its style, of the paragraph and its styles. */
  layers: readonly (XmlElement | undefined)[];
  paragraph: XmlElement;
}

/** Whether text has the colour of what it is on. */
export function isUnseen({ color, layers, paragraph }: Shaded, ground: Ground): boolean {
  if (layers.some(isDrawn)) return false;
  const shade = layers.flatMap((properties) => [markOf(properties), shadeOf(properties)]).find((one) => one !== 'none');
  if (shade !== undefined) return shade !== 'unclear' && looksAlike(color, shade);
  return ground.color !== undefined && looksAlike(color, ground.color) && !ground.isBacked(paragraph);
}

/** @param shaded whether the table's style shades some of its cells */
export function backgroundOfCell(
  ground: Ground,
  properties: { table: XmlElement | undefined; cell: XmlElement | undefined; shaded: boolean },
): Ground {
  const shade = [shadeOf(properties.cell), properties.shaded ? 'unclear' : 'none', shadeOf(properties.table)].find((one) => one !== 'none');
  return shade === undefined ? ground : { ...ground, color: shade === 'unclear' ? undefined : shade };
}

export const UNTOLD: Ground = { color: undefined, isBacked: () => true };

/** What pages of the file are drawn on. @param root of the main part */
export function readBackground(office: OfficeReading, part: string, root: XmlElement): Ground {
  let backed: ReadonlySet<XmlElement> | 'all' | undefined;
  const isBacked = (paragraph: XmlElement): boolean => {
    backed ??= hasLargeHeader(office, part) ? 'all' : paragraphsNearBackings(root);
    return backed === 'all' || backed.has(paragraph);
  };
  const background = firstElementOf(root, 'background', W);
  const settings = background && sidePart(office, partsByKind(office, part, 'settings')[0]);
  if (!background || !settings || firstElementOf(settings, 'displayBackgroundShape', W) === undefined) return { color: WHITE, isBacked };
  return { color: elementsOf(background).length > 0 ? undefined : hexOf(attributeOf(background, 'color', W)), isBacked };
}

/** Drawn before the text: anchored behind it (§20.4.2.3), or of VML with a negative level. */
const isBehind = (element: XmlElement): boolean =>
  element.local === 'anchor'
    ? /^(?:1|true|on)$/.test(attributeOf(element, 'behindDoc') ?? '')
    : /z-index:\s*-/.test(attributeOf(element, 'style') ?? '');

function paragraphsNearBackings(root: XmlElement): Set<XmlElement> {
  const paragraphs: XmlElement[] = [];
  const backings: number[] = [];
  for (const element of walkElements(root)) {
    if (element.local === 'p' && element.uri === W) paragraphs.push(element);
    else if (isBehind(element)) backings.push(paragraphs.length - 1);
  }
  const near = new Set<XmlElement>();
  let done = 0;
  for (const at of backings) {
    for (let index = Math.max(done, at - BACKED_PARAGRAPHS); index <= at + BACKED_PARAGRAPHS && index < paragraphs.length; index++) {
      const paragraph = paragraphs[index];
      if (paragraph) near.add(paragraph);
      done = index + 1;
    }
  }
  return near;
}

/** What headers and footers hold is behind the text of every page. */
function hasLargeHeader(office: OfficeReading, part: string): boolean {
  return ['header', 'footer']
    .flatMap((kind) => partsByKind(office, part, kind))
    .some((name) => {
      const root = sidePart(office, name);
      return root !== undefined && [...walkElements(root)].some(isLarge);
    });
}

function isLarge(element: XmlElement): boolean {
  if (element.local === 'extent') return Number(attributeOf(element, 'cx')) >= LARGE_EMU && Number(attributeOf(element, 'cy')) >= LARGE_EMU;
  const style = attributeOf(element, 'style') ?? '';
  const [width, height] = ['width', 'height'].map((side) => Number(new RegExp(`(?:^|;)\\s*${side}:\\s*([\\d.]+)pt`).exec(style)?.[1] ?? 0));
  // a watermark of words hides none
  return (width ?? 0) >= LARGE_PT && (height ?? 0) >= LARGE_PT && elementsOf(element).every(({ local }) => local !== 'textpath');
}

/** Whether a part of the page's edge has drawings, which its text may be on. */
export const hasDrawings = (root: XmlElement): boolean =>
  [...walkElements(root)].some(({ local }) => local === 'drawing' || local === 'pict');
