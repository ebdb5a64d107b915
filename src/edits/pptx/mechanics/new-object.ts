/** What is added to a slide: its number, its place, its relationships, and where it goes in the source. */
import { A, P, R } from '../../../ooxml/names.ts';
import { z } from 'zod';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import { appendContent, insertBefore, removeNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import type { Move } from '../../../ooxml/address-moves.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type PartEdits, type Rejected } from '../../define-edit.ts';
import { addressAs, objectsOf, placeholderOf, type DeckObject, type DeckObjectKind } from './deck-objects.ts';
import { emptyPlace, findRoom, sizeIn, slideSize, type Wish } from './free-room.ts';
import type { Frame } from './frames.ts';
import { spelledIn } from './new-slide.ts';
import { renumberObjects } from './renumber-objects.ts';

const EMU_PER_CM = 360_000;
export const emuOf = (cm: number): number => Math.round(cm * EMU_PER_CM);
export const cmOf = (emu: number): number => Number((emu / EMU_PER_CM).toFixed(2));

const place = z.number().min(-100).max(200).optional();
const length = z.number().min(0.1).max(200).optional();
/** Fields of operations that put something on a slide. */
export const placeFields = {
  left_cm: place.describe('With top_cm; absent: an empty placeholder of the slide, or where there is room beside what is there.'),
  top_cm: place,
  width_cm: length,
  height_cm: length,
};
export type PlaceFields = { [field in keyof typeof placeFields]?: number | undefined };

/** Where a new thing goes; with the empty placeholder whose place it takes. */
export interface Placing {
  frame: Frame;
  filled?: DeckObject;
  /** Address of the shape within whose frame it stands, beside its text. */
  within?: string;
}

/**
 * The place that is given, or one that is free. @param kinds types of placeholders that such a thing may fill; [] none
 */
export function choosePlace(
  file: DeckFile,
  slide: DeckSlide,
  fields: PlaceFields,
  wish: Wish,
  kinds: readonly string[],
): Placing | Rejected {
  const { left_cm: left, top_cm: top, width_cm: width, height_cm: height } = fields;
  if ((left === undefined) !== (top === undefined))
    return reject('unsupported', 'Give left_cm and top_cm together, or neither: then a free place is chosen.');
  const most = {
    cx: width === undefined ? wish.most?.cx : emuOf(width),
    cy: height === undefined ? wish.most?.cy : emuOf(height),
  };
  const size = slideSize(file);
  const asked: Wish = {
    ...wish,
    most: { cx: most.cx ?? size.cx, cy: most.cy ?? size.cy },
    ...(width !== undefined && height !== undefined ? { ratio: undefined } : {}),
    least: {
      cx: width === undefined ? wish.least.cx : emuOf(width),
      cy: height === undefined ? wish.least.cy : emuOf(height),
    },
  };
  if (wish.ratio !== undefined && (width === undefined) !== (height === undefined)) {
    const cx = width === undefined ? Math.round(emuOf(height ?? 0) * wish.ratio) : emuOf(width);
    asked.least = asked.most = { cx, cy: Math.round(cx / wish.ratio) };
  }
  if (left !== undefined && top !== undefined) {
    const from = { x: emuOf(left), y: emuOf(top) };
    const room = { ...from, cx: Math.max(size.cx - from.x, asked.least.cx), cy: Math.max(size.cy - from.y, asked.least.cy) };
    return { frame: { ...from, ...sizeIn(room, asked) } };
  }
  const empty = width === undefined && height === undefined && kinds.length > 0 ? emptyPlace(file, slide, kinds) : undefined;
  if (empty !== undefined) {
    const { cx, cy } = sizeIn(empty.frame, asked);
    const middle = wish.ratio === undefined ? 0 : 1;
    const frame = {
      x: empty.frame.x + Math.round((middle * (empty.frame.cx - cx)) / 2),
      y: empty.frame.y + Math.round((middle * (empty.frame.cy - cy)) / 2),
      cx,
      cy,
    };
    return { frame, filled: empty.object };
  }
  const room = findRoom(file, slide, asked);
  if (room !== undefined) return room;
  const { cx, cy } = asked.least;
  return reject(
    'would_overflow',
    `${slide.address} has no free place of ${cmOf(cx)} by ${cmOf(cy)} cm; give left_cm and top_cm to put it over something, make room, or insert a slide.`,
  );
}

/**
 * Says of a thing that it is not seen where slides are shown, or not whole: what lies beside a slide is seen in the editor alone. Says, too,
 * where it stands within the frame of another.
 * @returns for the result of the operation: with a message, or nothing
 */
export function sayPlace(file: DeckFile, slide: DeckSlide, { frame: { x, y, cx, cy }, within }: Placing): { message?: string } {
  const size = slideSize(file);
  const isWhole = x >= 0 && y >= 0 && x + cx <= size.cx && y + cy <= size.cy;
  if (isWhole)
    return within === undefined
      ? {}
      : { message: `It stands beside the text of ${within}, within its frame: more text there would run under it.` };
  const isOutside = x >= size.cx || y >= size.cy || x + cx <= 0 || y + cy <= 0;
  const said = `${slide.address}, which is ${cmOf(size.cx)} by ${cmOf(size.cy)} cm`;
  return {
    message: isOutside
      ? `It lies beside ${said}, so that it is not seen when the slides are shown.`
      : `It reaches beyond ${said}, so that only a part of it is seen.`,
  };
}

const promised = new WeakMap<OfficePackage, number>();

/** An id of a relationship of the part that nothing else has, and that no other operation of the request will be given. */
export function promiseId(opened: OfficePackage, part: string): string {
  const taken = new Set(relationshipsOf(opened, part).map(({ id }) => id));
  let number = (promised.get(opened) ?? 0) + 1;
  while (taken.has(`rIdNew${number}`)) number++;
  promised.set(opened, number);
  return `rIdNew${number}`;
}

/** A number that nothing on the slide has. */
const freeId = (root: XmlElement): number =>
  [...walkElements(root)].reduce((most, one) => (one.local === 'cNvPr' ? Math.max(most, Number(attributeOf(one, 'id') ?? 0)) : most), 1) +
  1;

/** The number of a new thing: that of the placeholder that it fills, which animations may name, or a free one. */
export const numberFor = ({ part }: DeckSlide, filled: DeckObject | undefined): number =>
  filled === undefined ? freeId(part.root) : Number(attributeOf(filled.properties, 'id') ?? 0);

/** Declarations for an element that is added to a slide, whatever its root calls the namespaces. */
export const namesOf = ({ main }: DeckFile): string =>
  `xmlns:p="${spelledIn(main, P)}" xmlns:a="${spelledIn(main, A)}" xmlns:r="${spelledIn(main, R)}"`;

/** `p:cNvPr` of a new thing. */
export const headXml = (id: number, name: string, alt: string | undefined): string =>
  `<p:cNvPr id="${id}" name="${escapeAttribute(`${name} ${id}`)}"${alt === undefined || alt === '' ? '' : ` descr="${escapeAttribute(alt)}"`}/>`;

/** `p:nvPr`, with the placeholder that the new thing fills. */
export function ownerXml(filled: DeckObject | undefined): string {
  const held = filled && placeholderOf(filled.element);
  if (held === undefined) return '<p:nvPr/>';
  const type = held.type === 'obj' ? '' : ` type="${held.type}"`;
  return `<p:nvPr><p:ph${type}${held.index === '0' ? '' : ` idx="${escapeAttribute(held.index)}"`}/></p:nvPr>`;
}

/** `a:off` and `a:ext`. */
export const frameXml = ({ x, y, cx, cy }: Frame, prefix: 'a' | 'p' = 'a', attributes = ''): string =>
  `<${prefix}:xfrm${attributes}><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></${prefix}:xfrm>`;

/** The spans that put a thing above what is on a slide, the address that it gets, and where other addresses go. */
export function addToSlide(
  slide: DeckSlide,
  kind: DeckObjectKind,
  xml: string,
  filled?: DeckObject,
): { parts: PartEdits[]; made: string; moved: Move } | Rejected {
  const { part } = slide;
  const tree = [...walkElements(part.root)].find(({ local, uri }) => local === 'spTree' && uri === P);
  if (tree === undefined) return reject('unsupported', `${slide.address} has no place for shapes.`);
  const behind = firstElementOf(tree, 'extLst', P);
  const put: XmlEdit = behind === undefined ? appendContent(part, tree, xml) : insertBefore(behind, xml);
  const before = objectsOf(slide);
  const after = before.filter((one) => one.address !== filled?.address);
  return {
    parts: [{ part: part.name, edits: filled === undefined ? [put] : [removeNode(filled.element), put] }],
    made: addressAs(slide, kind, after.filter((one) => one.kind === kind).length + 1),
    moved: renumberObjects(before, after),
  };
}
