/** What is drawn over the cells of a sheet, by address: shapes, lines, pictures, charts and SmartArt, each counted by its kind. */
import { R, XDR } from '../../../ooxml/names.ts';
import { followMoves, type Move } from '../../../ooxml/address-moves.ts';
import { partNamed, relationshipsOf, type XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { Sheet, WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { diagramPlaces } from '../../office/diagram-places.ts';
import { partsOf } from './book-formulas.ts';
import { findSheet } from './find-cells.ts';

export type DrawnKind = 'shape' | 'line' | 'img' | 'chart' | 'diagram';

export interface DrawnObject {
  /** `Sheet1!shape1`. */
  address: string;
  kind: DrawnKind;
  /** The drawing that it is in. */
  part: XmlPart;
  element: XmlElement;
}

/** Elements of a drawing (ISO/IEC 29500-1 §20.5.2) that are things of their own. */
const KINDS: Readonly<Record<string, DrawnKind>> = { sp: 'shape', cxnSp: 'line', pic: 'img' };

/** All that is drawn on a sheet, in the order of its drawing, which goes from the back to the front. */
export function drawnObjects({ opened }: WorkbookFile, sheet: Sheet): DrawnObject[] {
  const quoted = quoteSheet(sheet.name);
  const counts = new Map<DrawnKind, number>();
  return partsOf(opened, sheet, '/drawing').flatMap((part) => {
    const known = new Map(relationshipsOf(opened, part.name).map((one) => [one.id, one]));
    const isChart = (element: XmlElement): boolean => {
      const target = element.local === 'chart' ? known.get(attributeOf(element, 'id', R) ?? '') : undefined;
      return target !== undefined && !target.external && partNamed(opened, target.target) !== undefined;
    };
    const kindOf = (element: XmlElement): DrawnKind | undefined => {
      if (element.uri !== XDR) return undefined;
      if (element.local !== 'graphicFrame') return KINDS[element.local];
      if ([...walkElements(element)].some(isChart)) return 'chart';
      return diagramPlaces(opened, part, element, '').length > 0 ? 'diagram' : undefined;
    };
    return [...walkElements(part.root)].flatMap((element): DrawnObject[] => {
      const kind = kindOf(element);
      if (kind === undefined) return [];
      const number = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, number);
      return [{ address: `${quoted}!${kind}${number}`, kind, part, element }];
    });
  });
}

/** The address that the next thing of a kind gets, which is drawn above the others. */
export const nextAddress = (file: WorkbookFile, sheet: Sheet, kind: DrawnKind): string =>
  `${quoteSheet(sheet.name)}!${kind}${drawnObjects(file, sheet).filter((one) => one.kind === kind).length + 1}`;

/** What an address such as `Sheet1!img2` names, with all that is drawn on its sheet. */
export function findDrawn(file: WorkbookFile, target: string): { sheet: Sheet; found: DrawnObject; all: DrawnObject[] } | Rejected {
  const on = findSheet(file, target);
  if ('rejected' in on) return on;
  const all = drawnObjects(file, on.sheet);
  const address = `${quoteSheet(on.sheet.name)}!${on.reference}`;
  const found = all.find((one) => one.address === address);
  if (found !== undefined) return { sheet: on.sheet, found, all };
  return reject(
    'target_not_found',
    `There is no shape, line, picture, chart or diagram ${(followMoves(file.moves, target) ?? target).slice(0, 100)}.`,
    all.map((one) => one.address),
  );
}

const ADDRESS = /^(.*!(?:shape|line|img|chart|diagram)\d+)(.*)$/s;

/** Addresses after some of what is drawn has gone. @param after those that are left, in their order */
export function renumberDrawn(before: readonly DrawnObject[], after: readonly DrawnObject[]): Move {
  const counts = new Map<DrawnKind, number>();
  const to = new Map<string, string | null>(before.map(({ address }) => [address, null]));
  for (const { address, kind } of after) {
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    to.set(address, address.replace(/\d+$/, String(number)));
  }
  return (address) => {
    const [, known, rest = ''] = ADDRESS.exec(address) ?? [];
    const now = known === undefined ? undefined : to.get(known);
    return now === undefined ? address : now === null ? null : now + rest;
  };
}
