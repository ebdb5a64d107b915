/**
 * A presentation as a template: its masters, layouts and theme understood, so that slides can be made in them. Nothing of the file is
 * changed; what is read of it is bounded.
 */
import { Refusal } from '../base/refusal.ts';
import { P, R, STRICT } from '../ooxml/names.ts';
import { openOfficePackage, partNamed, readXmlPart, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';
import { attributeOf, firstElementOf, type XmlElement } from '../ooxml/xml-tree.ts';
import { chooseLayouts, freeArea, type ChosenLayouts, type SlideSize } from './deck/choose-layouts.ts';
import { rawPlaceholders, readLayout, type TemplateBox, type TemplateLayout, type TemplateMaster } from './deck/read-layout.ts';
import { readColorMap, themeOf, type FileTheme } from './theme-part.ts';

export { contentPlaces as placesOf, titlePlace as titleOf } from './deck/choose-layouts.ts';
export { isFurniture as isTemplateFurniture } from './deck/read-layout.ts';
export type { TemplateLayout, TemplatePlaceholder } from './deck/read-layout.ts';
export type { TemplateLevel } from './deck/text-levels.ts';

export interface DeckTemplate {
  file: Uint8Array;
  size: SlideSize;
  theme: FileTheme;
  /** Of the master: which slots are `bg1`, `tx1`, `bg2`, `tx2`. */
  map: TemplateMaster['map'];
  chosen: ChosenLayouts;
  /** All that were understood, of the master that is used. */
  layouts: TemplateLayout[];
  free: TemplateBox;
  /** Its own slides have a number, where it has slides. */
  numbered: boolean;
  /** What its own slides say at the foot. */
  footer: string | undefined;
  slides: number;
}

/** More layouts than that are left alone; they stay in the file. */
const LAYOUTS_MAX = 120;
const SLIDES_READ_MAX = 60;
const EMU = 914_400;
const INCHES_MIN = 2;
const INCHES_MAX = 60;

const targetsOf = (opened: OfficePackage, source: string, kind: string): string[] =>
  relationshipsOf(opened, source).flatMap(({ type, target, external }) => {
    const name = type === `${R}/${kind}` && !external ? partNamed(opened, target) : undefined;
    return name === undefined ? [] : [name];
  });

function sizeOf(root: XmlElement): SlideSize {
  const element = firstElementOf(root, 'sldSz', P);
  const [w, h] = ['cx', 'cy'].map((name) => Number((element && attributeOf(element, name)) ?? Number.NaN) / EMU);
  const fits = (value: number | undefined): value is number => value !== undefined && value >= INCHES_MIN && value <= INCHES_MAX;
  return fits(w) && fits(h) ? { w, h } : { w: 10, h: 7.5 };
}

interface Samples {
  uses: Map<string, number>;
  first: string | undefined;
  numbered: boolean;
  footer: string | undefined;
  count: number;
}

/** What its own slides tell: which layouts are used, and what is at the foot. */
function readSamples(opened: OfficePackage): Samples {
  const names = targetsOf(opened, opened.mainPart, 'slide');
  const uses = new Map<string, number>();
  const feet = new Map<string, number>();
  let numbered = names.length === 0;
  let first: string | undefined;
  for (const name of names.slice(0, SLIDES_READ_MAX)) {
    const [layout] = targetsOf(opened, name, 'slideLayout');
    if (layout === undefined) continue;
    first ??= layout;
    uses.set(layout, (uses.get(layout) ?? 0) + 1);
    for (const { type, text } of rawPlaceholders(readXmlPart(opened, name).root)) {
      if (type === 'sldNum') numbered = true;
      if (type === 'ftr' && text !== '') feet.set(text, (feet.get(text) ?? 0) + 1);
    }
  }
  const [common] = [...feet].toSorted((a, b) => b[1] - a[1]);
  const footer = common !== undefined && common[1] >= Math.max(2, names.length * 0.4) ? common[0].slice(0, 200) : undefined;
  return { uses, first, numbered, footer, count: names.length };
}

/** The master that most slides use, else the first one that has layouts. */
function mainMaster(opened: OfficePackage, { uses }: Samples): { part: string; layouts: string[] } | undefined {
  const masters = targetsOf(opened, opened.mainPart, 'slideMaster').map((part) => {
    const layouts = [...new Set(targetsOf(opened, part, 'slideLayout'))].slice(0, LAYOUTS_MAX);
    return { part, layouts, used: layouts.reduce((sum, layout) => sum + (uses.get(layout) ?? 0), 0) };
  });
  return masters.filter(({ layouts }) => layouts.length > 0).toSorted((a, b) => b.used - a.used)[0];
}

/** A layout that cannot be read is not used; the others are. */
function readable(opened: OfficePackage, name: string, master: TemplateMaster, defaults: XmlElement | undefined): TemplateLayout[] {
  try {
    return [readLayout(readXmlPart(opened, name), master, defaults)];
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

const known = new WeakMap<Uint8Array, DeckTemplate>();

/**
 * Reads a presentation as a template; the same bytes are read once.
 * @throws Refusal file_rejected: no presentation, damaged, with macros, of the strict variant, or without a layout that has a title
 */
export function readDeckTemplate(file: Uint8Array): DeckTemplate {
  const before = known.get(file);
  if (before !== undefined) return before;
  const opened = openOfficePackage(file);
  if (opened.kind !== 'pptx') throw new Refusal('file_rejected', 'This is no presentation.');
  const main = readXmlPart(opened, opened.mainPart);
  if (main.source.slice(0, 5_000).includes(STRICT))
    throw new Refusal(
      'file_rejected',
      'The presentation is in the strict variant of Open XML, which slides cannot be added to; save it as an ordinary .pptx.',
    );
  const samples = readSamples(opened);
  const chosenMaster = mainMaster(opened, samples);
  if (chosenMaster === undefined) throw new Refusal('file_rejected', 'The presentation has no master with layouts.');
  const { root } = readXmlPart(opened, chosenMaster.part);
  const theme = themeOf(opened, chosenMaster.part);
  const master: TemplateMaster = { part: chosenMaster.part, root, theme, map: readColorMap(firstElementOf(root, 'clrMap', P)) };
  const defaults = firstElementOf(main.root, 'defaultTextStyle', P);
  const layouts = chosenMaster.layouts.flatMap((name) => readable(opened, name, master, defaults));
  const size = sizeOf(main.root);
  const chosen = chooseLayouts(layouts, size, samples);
  if (chosen === undefined) throw new Refusal('file_rejected', 'No layout of the presentation has a place for a title.');
  const template: DeckTemplate = {
    file,
    size,
    theme,
    map: master.map,
    chosen,
    layouts,
    free: freeArea(chosen, size),
    numbered: samples.numbered,
    footer: samples.footer,
    slides: samples.count,
  };
  known.set(file, template);
  return template;
}
