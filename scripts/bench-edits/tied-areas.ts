/** What is tied to cells of a workbook beside its formulas, and whether it is still tied to the same ones where cells have moved. */
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage } from '../../src/ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../src/ooxml/xml-tree.ts';
import { readEdges, type SeenBook, type SeenSheet } from '../../test/support/book-model.ts';
import { namedCells, type Move } from './sheets.ts';

const KINDS = { mergeCell: 'ref', conditionalFormatting: 'sqref', dataValidation: 'sqref', hyperlink: 'ref', autoFilter: 'ref' } as const;

/** Operations that change what is tied itself. */
const MAKERS: Readonly<Record<string, RegExp>> = {
  mergeCell: /^(?:(?:un)?merge_cells|sort)$/,
  conditionalFormatting: /^(?:add_conditional_format|remove_rules)$/,
  dataValidation: /^(?:add_data_validation|remove_rules)$/,
  hyperlink: /^(?:set_link|sort)$/,
  autoFilter: /^(?:set_auto_filter|add_table)$/,
  comment: /^(?:(?:add|delete)_comment|sort)$/,
  anchor: /^(?:insert_image|add_shape|delete_shape|add_chart|add_slicer|set_format|sort)$/,
};

interface Tied {
  kind: string;
  ref: string;
}

function relatedParts(opened: OfficePackage, part: string, kind: string): XmlElement[] {
  return relationshipsOf(opened, part).flatMap(({ type, target, external }) => {
    const name = external || !type.endsWith(`/${kind}`) ? undefined : partNamed(opened, target);
    return name === undefined ? [] : [readXmlPart(opened, name).root];
  });
}

function tiedOf(opened: OfficePackage, sheet: SeenSheet): Tied[] {
  const inSheet = [...walkElements(sheet.root)].flatMap((element): Tied[] => {
    const field = Object.entries(KINDS).find(([local]) => local === element.local)?.[1];
    const refs = field === undefined ? undefined : attributeOf(element, field);
    return refs === undefined ? [] : refs.split(/\s+/).map((ref) => ({ kind: element.local, ref }));
  });
  const comments = relatedParts(opened, sheet.part, 'comments').flatMap((root) =>
    [...walkElements(root)].flatMap((one) => (one.local === 'comment' ? [{ kind: 'comment', ref: attributeOf(one, 'ref') ?? '' }] : [])),
  );
  return [...inSheet, ...comments];
}

/** Corners at the top left of what is drawn on the sheet and goes with its cells: rows and columns from 1. */
function anchorsOf(opened: OfficePackage, sheet: SeenSheet): [row: number, column: number][] {
  return relatedParts(opened, sheet.part, 'drawing').flatMap((root) =>
    elementsOf(root).flatMap((anchor): [number, number][] => {
      const from = firstElementOf(anchor, 'from');
      if (from === undefined || attributeOf(anchor, 'editAs') === 'absolute') return [];
      const number = (local: string): number => Number(textOf(firstElementOf(from, local) ?? from)) + 1;
      return [[number('row'), number('col')]];
    }),
  );
}

function formulasOfCharts(opened: OfficePackage, sheet: SeenSheet): string[] {
  return relationshipsOf(opened, sheet.part).flatMap(({ type, target }) => {
    const drawing = type.endsWith('/drawing') ? partNamed(opened, target) : undefined;
    if (drawing === undefined) return [];
    return relatedParts(opened, drawing, 'chart').flatMap((root) =>
      [...walkElements(root)].flatMap((one) => (one.local === 'f' ? [textOf(one)] : [])),
    );
  });
}

/** What the first has more than the second, each as often as it has. */
function missing(wanted: readonly string[], found: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of found) left.set(one, (left.get(one) ?? 0) + 1);
  return wanted.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}

function movedRef(sheet: string, ref: string, move: Move): string | null {
  const edges = readEdges(ref);
  if (edges === null) return null;
  const [from, to] = [move(sheet, [edges.top, edges.left]), move(sheet, [edges.bottom, edges.right])];
  return from === null || to === null ? null : `${from.join(',')}:${to.join(',')}`;
}

const plainRef = (ref: string): string | null => movedRef('', ref, (_, place) => place);

function meantBy(formulas: readonly string[], home: string, place: (sheet: string) => { name: string; move: Move } | null): string[] {
  return formulas.flatMap((formula) => {
    const cells = namedCells(formula, home);
    if (cells === null || cells.length === 0) return [];
    const moved = cells.map(({ sheet, corners }) => {
      const known = place(sheet);
      const now = known === null ? [null] : corners.map((corner) => known.move(known.name, corner));
      return now.includes(null) ? null : `${known?.name.toLowerCase() ?? ''}!${now.join(':')}`;
    });
    return moved.includes(null) ? [] : [moved.join(' ')];
  });
}

export interface MovedBook {
  move: Move;
  /** Lower-case name of a sheet afterwards, by its name before. */
  renamed(sheet: string): string;
  /** Operations that were done on a sheet, by its name before. */
  done(sheet: string): readonly string[];
}

/** The first thing that is tied to other cells than before; null where nothing is. */
export function compareTied(before: SeenBook, after: SeenBook, { move, renamed, done }: MovedBook): string | null {
  const nameNow = (sheet: string): string => renamed(before.sheets.find(({ name }) => name.toLowerCase() === sheet)?.name ?? sheet);
  const placed = (sheet: string): { name: string; move: Move } | null => {
    const known = before.sheets.find(({ name }) => name.toLowerCase() === sheet);
    return known === undefined ? null : { name: known.name, move };
  };
  const asIs = (sheet: string): { name: string; move: Move } => ({ name: sheet, move: (_, place) => place });
  for (const sheet of before.sheets) {
    const now = after.sheets.find(({ name }) => name.toLowerCase() === renamed(sheet.name));
    if (now === undefined) continue;
    const isOwn = (kind: string): boolean => done(sheet.name).some((op) => MAKERS[kind]?.test(op) === true);
    const wanted = tiedOf(before.opened, sheet).flatMap(({ kind, ref }) => {
      const moved = isOwn(kind) ? null : movedRef(sheet.name, ref, move);
      return moved === null ? [] : [`${kind} ${moved}`];
    });
    const found = tiedOf(after.opened, now).flatMap(({ kind, ref }) => [`${kind} ${plainRef(ref) ?? ref}`]);
    const [lost] = missing([...new Set(wanted)], [...new Set(found)]);
    if (lost !== undefined) return `${sheet.name}: ${lost} is not there`;
    if (isOwn('anchor')) continue;
    const corners = anchorsOf(before.opened, sheet).map((corner) => move(sheet.name, corner)?.join(',') ?? '');
    const [adrift] = missing(
      corners.filter((corner) => corner !== ''),
      anchorsOf(after.opened, now).map((corner) => corner.join(',')),
    );
    if (adrift !== undefined) return `${sheet.name}: what is drawn at ${adrift} is not there`;
    const meant = meantBy(formulasOfCharts(before.opened, sheet), '', placed).map((one) =>
      one.replaceAll(/(^| )([^!]+)!/g, (_, gap: string, name: string) => `${gap}${nameNow(name)}!`),
    );
    const [other] = missing(meant, meantBy(formulasOfCharts(after.opened, now), '', asIs));
    if (other !== undefined && !done(sheet.name).includes('update_chart')) return `${sheet.name}: no chart shows ${other}`;
  }
  return null;
}
