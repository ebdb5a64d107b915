/**
 * What is on slides, by address: `s2.sh3` a shape with text, `s2.t1` a table, `s2.img1` a picture, `s2.chart1` a chart,
 * `s2.d1` anything else that is drawn (lines, shapes without text, diagrams), `s2.g1` a group. Those within groups count too.
 */
import { A, C, P } from '../../../ooxml/names.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { followMoves } from '../../../ooxml/address-moves.ts';
import { type DeckFile, type DeckSlide } from '../../../ooxml/deck-file.ts';

export type DeckObjectKind = 'shape' | 'table' | 'image' | 'chart' | 'drawing' | 'group';
export interface DeckObject {
  address: string;
  kind: DeckObjectKind;
  slide: DeckSlide;
  part: XmlPart;
  /** p:sp, p:pic, p:graphicFrame, p:cxnSp or p:grpSp. */
  element: XmlElement;
  /** p:cNvPr: its id, name and description. */
  properties: XmlElement;
}

const STEMS: Record<DeckObjectKind, string> = { shape: 'sh', table: 't', image: 'img', chart: 'chart', drawing: 'd', group: 'g' };
const HOLDERS = new Set(['sp', 'pic', 'graphicFrame', 'cxnSp', 'grpSp']);

function kindOf(element: XmlElement): DeckObjectKind {
  if (element.local === 'pic') return 'image';
  if (element.local === 'grpSp') return 'group';
  if (element.local === 'sp') return firstElementOf(element, 'txBody', P) === undefined ? 'drawing' : 'shape';
  if (element.local !== 'graphicFrame') return 'drawing';
  for (const inner of walkElements(element)) {
    if (inner.local === 'tbl' && inner.uri === A) return 'table';
    if (inner.local === 'chart' && inner.uri === C) return 'chart';
  }
  return 'drawing';
}

/** Address of the thing of this kind and number on a slide. */
export const addressAs = ({ address }: Pick<DeckSlide, 'address'>, kind: DeckObjectKind, number: number): string =>
  `${address}.${STEMS[kind]}${number}`;

/** All that is on a slide, in the order of its source: from the back to the front. */
export function objectsOf<Slide extends Pick<DeckSlide, 'address' | 'part'>>(
  slide: Slide,
): (Omit<DeckObject, 'slide'> & { slide: Slide })[] {
  const counts: Record<DeckObjectKind, number> = { shape: 0, table: 0, image: 0, chart: 0, drawing: 0, group: 0 };
  return [...walkElements(slide.part.root)].flatMap((element): (Omit<DeckObject, 'slide'> & { slide: Slide })[] => {
    if (element.uri !== P || !HOLDERS.has(element.local)) return [];
    const properties = [...walkElements(element)].find(({ local, uri }) => local === 'cNvPr' && uri === P);
    const kind = kindOf(element);
    const address = addressAs(slide, kind, ++counts[kind]);
    return properties === undefined ? [] : [{ address, kind, slide, part: slide.part, element, properties }];
  });
}

const gone = (target: string): Rejected =>
  reject('target_not_found', `${target.slice(0, 100)} went with an earlier operation of this request.`);

/** The address where an earlier operation of the request has moved it. */
export function addressNow(file: DeckFile, target: string): string | Rejected {
  return followMoves(file.moves, target) ?? gone(target);
}

export function findSlide(file: DeckFile, target: string): { slide: DeckSlide; index: number } | Rejected {
  const now = addressNow(file, target);
  if (typeof now !== 'string') return now;
  const index = file.slides.findIndex(({ address }) => address === now);
  const slide = file.slides[index];
  return slide === undefined
    ? reject(
        'target_not_found',
        `There is no slide ${target.slice(0, 100)} in this presentation; it has ${file.slides.length}.`,
        file.slides.map(({ address }) => address),
      )
    : { slide, index };
}

/** @param kinds of what may be meant; absent: any */
export function findObject(file: DeckFile, target: string, kinds?: readonly DeckObjectKind[]): DeckObject | Rejected {
  const now = addressNow(file, target);
  if (typeof now !== 'string') return now;
  const slide = file.slides.find(({ address }) => now.startsWith(`${address}.`));
  const objects = slide === undefined ? [] : objectsOf(slide);
  const found = objects.find(({ address }) => address === now);
  const fitting = objects.filter(({ kind }) => kinds === undefined || kinds.includes(kind)).map(({ address }) => address);
  if (found === undefined)
    return reject(
      'target_not_found',
      `There is no ${target.slice(0, 100)} in this presentation.`,
      slide === undefined ? file.slides.map(({ address }) => address) : fitting,
    );
  if (kinds !== undefined && !kinds.includes(found.kind))
    return reject('unsupported', `${target} is a ${found.kind}; this takes a ${kinds.join(' or ')}.`, fitting);
  return found;
}

/** What is said of it to those who do not see it, else its name. */
export const describeObject = ({ properties }: DeckObject): string =>
  attributeOf(properties, 'descr') || attributeOf(properties, 'name') || '';

/** The placeholder of the layout that it fills; undefined where it stands for itself. */
export function placeholderOf(element: XmlElement): { element: XmlElement; type: string; index: string } | undefined {
  const holder = elementsOf(element, undefined, P).find(({ local }) => local.startsWith('nv'));
  const nvPr = holder && firstElementOf(holder, 'nvPr', P);
  const ph = nvPr && firstElementOf(nvPr, 'ph', P);
  return ph && { element: ph, type: attributeOf(ph, 'type') ?? 'obj', index: attributeOf(ph, 'idx') ?? '0' };
}
