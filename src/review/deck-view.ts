/**
 * A presentation as its rules look at it: every slide with its shapes where they stand, their text as it is set, the
 * ground they lie on. What slides take from layout, master and theme is settled here. Lengths in points.
 */
import { Refusal } from '../base/refusal.ts';
import type { Box } from '../document/rendered-document.ts';
import { openOfficePackage, relationshipsOf } from '../ooxml/office-package.ts';
import { colorNames, fillOf, colorOf, type ColorNames } from './deck/colors.ts';
import { relationId, targetOf } from './deck/figures.ts';
import { layerOf, slotOf, treeOf, type Layer } from './deck/inheritance.ts';
import { measureParagraphs } from './deck/measure.ts';
import { readTree, type DeckShape, type ShapeSource } from './deck/shapes.ts';
import { numberOf } from './deck/text.ts';
import { childOf, tagsNamed, valueOf, type XmlTags } from '../ooxml/scan-tags.ts';
import { unescapeText } from '../ooxml/xml-text.ts';
import { openPackageFile, type PackageFile } from './package-file.ts';

export interface DeckSlide {
  /** 1-based, in the order of the presentation. */
  number: number;
  part: string;
  /** ST_SlideLayoutType, '' where the layout names none. */
  layoutType: string;
  layoutName: string;
  hidden: boolean;
  /** Hex, or `unclear` for pictures and gradients. */
  ground: string;
  /** From the lowest to the topmost; what layout and master draw is in `behind`. */
  shapes: readonly DeckShape[];
  behind: readonly DeckShape[];
  title: DeckShape | undefined;
}

export interface DeckView extends PackageFile {
  widthPt: number;
  heightPt: number;
  slides: readonly DeckSlide[];
}

const POINTS = 12_700;
const SLIDES_MAX = 2_000;
const OFFICE_SIZE = { cx: 9_144_000, cy: 6_858_000 };

interface Template {
  layers: Layer[];
  names: ColorNames;
  faces: ShapeSource['faces'];
  layout: XmlTags | undefined;
  master: XmlTags | undefined;
}

const partBy = (file: PackageFile, from: string, kind: string): XmlTags | undefined => {
  const found = relationshipsOf(file.opened, from).find(({ type, external }) => type.endsWith(`/${kind}`) && !external);
  return found && file.part(found.target);
};

function templateOf(file: PackageFile, slide: XmlTags): Template {
  const layout = partBy(file, slide.name, 'slideLayout');
  const master = layout && partBy(file, layout.name, 'slideMaster');
  const theme = master && partBy(file, master.name, 'theme');
  const override = childOf(slide.root, 'clrMapOvr', 'overrideClrMapping') ?? childOf(layout?.root, 'clrMapOvr', 'overrideClrMapping');
  const faceOf = (kind: string): string =>
    unescapeText(valueOf(childOf(tagsNamed(theme, kind)[0], 'latin'), 'typeface') ?? '') || 'Calibri';
  return {
    layers: [layout, master].flatMap((part) => (part ? [layerOf(part)] : [])),
    names: colorNames(theme, override ?? childOf(master?.root, 'clrMap')),
    faces: { major: faceOf('majorFont'), minor: faceOf('minorFont') },
    layout,
    master,
  };
}

function groundOf(parts: readonly (XmlTags | undefined)[], names: ColorNames): string {
  for (const part of parts) {
    const ground = childOf(part?.root, 'cSld', 'bg');
    if (!ground) continue;
    const reference = childOf(ground, 'bgRef');
    // beyond 1000 the number is that of the theme's fills for grounds, which may be anything but for the first
    if (reference)
      return ['0', '1000', '1001'].includes(valueOf(reference, 'idx') ?? '')
        ? (colorOf(reference.children[0], names) ?? 'unclear')
        : 'unclear';
    const fill = fillOf(childOf(ground, 'bgPr'), names) ?? 'unclear';
    if (fill !== 'none') return fill;
  }
  return names.get('bg1') ?? 'FFFFFF';
}

function readSlide(file: PackageFile, presentation: XmlTags, part: XmlTags, number: number): DeckSlide {
  const { layers, names, faces, layout, master } = templateOf(file, part);
  const source: ShapeSource = { file, part, layers, presentation, names, faces };
  const shapes = readTree(source, treeOf(part), () => true).filter(({ hidden }) => !hidden);
  const drawn =
    valueOf(part.root, 'showMasterSp') === '0' ? [] : [valueOf(layout?.root, 'showMasterSp') === '0' ? undefined : master, layout];
  const behind = drawn.flatMap((one) =>
    one ? readTree({ ...source, part: one }, treeOf(one), (shape) => slotOf(shape) === undefined) : [],
  );
  return {
    number,
    part: part.name,
    layoutType: valueOf(layout?.root, 'type') ?? '',
    layoutName: unescapeText(valueOf(childOf(layout?.root, 'cSld'), 'name') ?? ''),
    hidden: valueOf(part.root, 'show') === '0',
    ground: groundOf([part, layout, master], names),
    shapes,
    behind,
    title: shapes.find(({ role, text }) => isTitle(role) && text !== '') ?? shapes.find(({ role }) => isTitle(role)),
  };
}

/** @throws Refusal `file_rejected` for what is no presentation, or one whose tags do not nest */
export function openDeckView(bytes: Uint8Array): DeckView {
  return readDeck(openPackageFile(openOfficePackage(bytes)));
}

/** @throws Refusal `file_rejected` */
export function readDeck(file: PackageFile): DeckView {
  const presentation = file.part(file.opened.mainPart);
  if (presentation?.root.local !== 'presentation') throw new Refusal('file_rejected', 'The file is not a PowerPoint presentation.');
  const parts = tagsNamed(presentation, 'sldId')
    .slice(0, SLIDES_MAX)
    .flatMap((entry) => {
      const target = targetOf(file, presentation.name, relationId(entry, 'id'));
      return (target === undefined ? undefined : file.part(target)) ?? [];
    });
  const size = childOf(presentation.root, 'sldSz');
  return {
    ...file,
    widthPt: (numberOf(size, 'cx') ?? OFFICE_SIZE.cx) / POINTS,
    heightPt: (numberOf(size, 'cy') ?? OFFICE_SIZE.cy) / POINTS,
    slides: parts.map((part, i) => readSlide(file, presentation, part, i + 1)),
  };
}

export type { DeckShape } from './deck/shapes.ts';
export type { DeckParagraph } from './deck/text.ts';

export const isTitle = (role: string | undefined): boolean => role === 'title' || role === 'ctrTitle';
/** Date, footer, number: what is on every slide. */
export const isFurniture = ({ role }: DeckShape): boolean => role === 'ftr' || role === 'sldNum' || role === 'dt' || role === 'hdr';
/** What a slide says or shows: neither furniture nor ornament. */
export const saysSomething = (shape: DeckShape): boolean =>
  !isFurniture(shape) &&
  (shape.text !== '' || shape.kind === 'chart' || shape.kind === 'table' || (shape.kind === 'picture' && !shape.decorative));

/** Where the words of a shape stand, which may be less than its box, or more. */
export interface TextPlace extends Box {
  heightPt: number;
  /** Of the box, without insets. */ roomPt: number;
  lines: number;
}

const places = new WeakMap<DeckShape, TextPlace>();

/** Undefined for shapes without text or place, and for tables. */
export function textPlace(shape: DeckShape): TextPlace | undefined {
  const { box, paragraphs } = shape;
  if (!box || shape.text === '' || shape.table || paragraphs.length === 0) return undefined;
  const known = places.get(shape) ?? findPlace(shape, box);
  places.set(shape, known);
  return known;
}

function findPlace({ frame, paragraphs }: DeckShape, box: Box): TextPlace {
  const [from, to] = [box.left + frame.left, box.right - frame.right];
  const measured = measureParagraphs(paragraphs, frame.wrap ? (to - from) / frame.columns : 0);
  const heightPt = measured.heightPt / frame.columns;
  const roomPt = box.bottom - box.top - frame.top - frame.bottom;
  // text that shrinks will have been shrunk when it is shown
  const shownPt = frame.fit === 'shrink' ? Math.min(heightPt, Math.max(roomPt, 0)) : heightPt;
  const top =
    frame.anchor === 't'
      ? box.top + frame.top
      : frame.anchor === 'b'
        ? box.bottom - frame.bottom - shownPt
        : box.top + frame.top + (roomPt - shownPt) / 2;
  const widthPt = frame.columns > 1 ? to - from : measured.widestPt;
  const aligns = new Set(paragraphs.filter(({ text }) => text !== '').map(({ align }) => align));
  const left = aligns.size > 1 ? from : aligns.has('right') ? to - widthPt : aligns.has('center') ? (from + to - widthPt) / 2 : from;
  return { left, right: aligns.size > 1 ? to : left + widthPt, top, bottom: top + shownPt, heightPt, roomPt, lines: measured.lines };
}

/** What a shape covers: its words, or all of its box where it is a figure. */
export const placeOf = (shape: DeckShape): Box | undefined => (shape.kind === 'shape' ? textPlace(shape) : shape.box);

/** Points as they would be on a slide of usual height (7.5 in): a smaller slide is shown as large. */
export const usualPt = (deck: DeckView, pt: number): number =>
  deck.heightPt >= 540 || deck.heightPt <= 0 ? pt : (pt * 540) / deck.heightPt;

export const bboxOf = ({ left, top, right, bottom }: Box): [number, number, number, number] =>
  [left, top, right, bottom].map((value) => Math.round(value * 10) / 10) as [number, number, number, number];

/** A name for a shape that a person finds it by. */
export function nameShape(shape: DeckShape): string {
  const words = shape.text.replaceAll(/\s+/g, ' ');
  return words === ''
    ? shape.name === ''
      ? `a ${shape.kind}`
      : `"${shape.name.slice(0, 40)}"`
    : `"${words.length > 40 ? `${words.slice(0, 40).toWellFormed()}…` : words}"`;
}
