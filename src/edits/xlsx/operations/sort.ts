import { append } from '../../../base/append.ts';
import { type Move } from '../../../ooxml/address-moves.ts';
import { columnNumber, ROWS_MAX } from '../../../spreadsheet/cell-names.ts';
import {
  addressOf,
  type Area,
  areasMeet,
  areaText,
  isWithin,
  placeText,
  readAddress,
  readArea,
  readPlace,
} from '../../../spreadsheet/places.ts';
import { findArea } from '../mechanics/find-cells.ts';
import { S } from '../../../ooxml/names.ts';
import { z } from 'zod';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import { setAttribute } from '../../../ooxml/edit-xml.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, textOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { areasIn } from '../mechanics/find-dependents.ts';
import { formulaCells, formulaTexts } from '../mechanics/formula-cells.ts';
import { cellsText, quoteSheet, rewriteReferences } from '../../../spreadsheet/formula-references.ts';
import { attributeText, childSpan, formulaOf, type SheetCell } from '../../../ooxml/sheet-text.ts';
import { cellAt, mergesOf, tablesOf, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { commentEdits, moveCommentBoxes } from '../mechanics/sort-comments.ts';
import { removeCalculationChain } from '../mechanics/write-cells.ts';

const ROWS_SORTED_MAX = 100_000;
const schema = z.strictObject({
  op: z.literal('sort'),
  target: z.string().min(1).max(300).describe('The cells: Sheet1!A1:D20, or whole columns.'),
  by: z
    .array(z.strictObject({ column: z.string().regex(/^[A-Za-z]{1,3}$/), descending: z.boolean().optional() }))
    .min(1)
    .max(16)
    .describe('Columns by their letters, the first one counts most.'),
  header: z.boolean().optional().describe('The first row stays where it is; true where absent.'),
});
type Fields = z.infer<typeof schema>;

type Key = { rank: number; number: number; text: string };
const EMPTY: Key = { rank: 9, number: 0, text: '' };

/** Numbers come first, then texts, then true and false, then errors; empty cells are last in either direction. */
function keyOf(file: WorkbookFile, sheet: Sheet, cell: SheetCell | undefined): Key | null {
  if (cell === undefined) return EMPTY;
  const type = attributeText(sheet.visible, cell, 't');
  const text = file.text(sheet, cell);
  if (text === '') return formulaOf(sheet, cell) !== undefined && childSpan(sheet, cell, 'v') === null ? null : EMPTY;
  if (type === undefined || type === 'n') return { rank: 0, number: Number(text), text: '' };
  if (type === 'd') return { rank: 0, number: Date.parse(text), text: '' };
  return { rank: type === 'b' ? 2 : type === 'e' ? 3 : 1, number: 0, text: text.toLowerCase() };
}

function compare(one: Key, other: Key, descending: boolean): number {
  if (one.rank === 9 || other.rank === 9) return one.rank - other.rank;
  const order = one.rank - other.rank || one.number - other.number || one.text.localeCompare(other.text, 'en');
  return descending ? -order : order;
}

function refuse(file: WorkbookFile, sheet: Sheet, area: Area): Rejected | null {
  const merge = mergesOf(sheet).find((one) => areasMeet(one, area));
  if (merge !== undefined)
    return reject('merged_cells', `${areaText(merge)} is merged; cells that are sorted are single ones.`, [
      `${quoteSheet(sheet.name)}!${areaText(merge)}`,
    ]);
  const cut = tablesOf(file, sheet).find(
    (table) => areasMeet(table.area, area) && (area.top < table.area.top + table.headers || area.bottom > table.area.bottom - table.totals),
  );
  if (cut !== undefined)
    return reject(
      'read_only_content',
      `The names or totals of the table ${cut.name} would be sorted too; name the cells of its rows only.`,
      [`${quoteSheet(sheet.name)}!${areaText({ ...cut.area, top: cut.area.top + cut.headers, bottom: cut.area.bottom - cut.totals })}`],
    );
  return null;
}

/** A formula elsewhere that looks at some of the rows would look at others afterwards; one that looks at all of them sees the same. */
function refuseOutside(file: WorkbookFile, sheet: Sheet, area: Area): Rejected | null {
  const sheets = file.entries.map(({ name }) => name);
  const isPart = (text: string, home: string): boolean =>
    areasIn(text, home, sheets).some(
      (one) =>
        one.sheet.toLowerCase() === sheet.name.toLowerCase() && areasMeet(one, area) && (one.top > area.top || one.bottom < area.bottom),
    );
  for (const name of file.names) {
    const host = file.sheet(name);
    for (const [cell, text] of host === undefined ? [] : formulaTexts(formulaCells(host))) {
      if (host === sheet && isWithin(cell, area)) continue;
      if (isPart(text, name))
        return reject(
          'unsupported',
          `The formula in ${addressOf(name, cell)} looks at some of these rows, which would be others afterwards.`,
          [addressOf(name, cell)],
        );
    }
  }
  const names = firstElementOf(file.main.root, 'definedNames', S);
  const named = (names === undefined ? [] : elementsOf(names, 'definedName', S)).find((name) => isPart(textOf(name), ''));
  return named === undefined
    ? null
    : reject('unsupported', `The name ${attributeOf(named, 'name') ?? ''} means some of these rows, which would be others afterwards.`);
}

/** A formula in its new row: cells of its own row go along; those of other rows must be fixed. Null where they are not. */
function moveFormula(formula: string, sheet: Sheet, from: number, to: number): string | null {
  let loose = false;
  const text = rewriteReferences(formula, (reference) => {
    const { kind, prefix, sheets } = reference;
    if (kind === 'columns') return undefined;
    const own = sheets === undefined || sheets.first.toLowerCase() === sheet.name.toLowerCase();
    const move = <Corner extends { row: number; rowFixed: boolean }>(corner: Corner): Corner => {
      if (corner.rowFixed) return corner;
      if (!own || corner.row !== from) loose = true;
      return { ...corner, row: to };
    };
    return prefix + cellsText({ kind, from: move(reference.from), to: move(reference.to) });
  });
  return loose ? null : text;
}

/** The cells of one row, written for another one. */
function cellsFor(sheet: Sheet, row: number, to: number, area: Area, texts: ReadonlyMap<SheetCell, string>): string | Rejected {
  const { visible, part, prefix } = sheet;
  let xml = '';
  for (let column = area.left; column <= area.right; column++) {
    const cell = cellAt(sheet, { row, column });
    if (cell === undefined) continue;
    const source = part.source.slice(cell.start, cell.end);
    const formula = formulaOf(sheet, cell);
    const named =
      attributeText(visible, cell, 'r') === undefined
        ? source.replace(/^(<[^\s/>]+)/, `$1 r="${placeText({ row: to, column })}"`)
        : source.replace(/(\sr\s*=\s*["'])[^"']*/, `$1${placeText({ row: to, column })}`);
    if (formula === undefined) {
      xml += named;
      continue;
    }
    if (formula.type === 'array' || formula.type === 'dataTable')
      return reject('read_only_content', `${placeText(cell)} holds a formula for several cells at once.`, [addressOf(sheet.name, cell)]);
    const moved = moveFormula(texts.get(cell) ?? '', sheet, row, to);
    if (moved === null)
      return reject(
        'unsupported',
        `The formula in ${placeText(cell)} counts with cells of other rows, which sorting would mix up; fix these with $ first.`,
        [addressOf(sheet.name, cell)],
      );
    const shift = named.length - source.length;
    const [start, end] = [formula.start - cell.start + shift, formula.end - cell.start + shift];
    xml += `${named.slice(0, start)}<${prefix}f>${escapeText(moved)}</${prefix}f>${named.slice(end)}`;
  }
  return xml;
}

function sortedRows(file: WorkbookFile, sheet: Sheet, area: Area, by: Fields['by']): number[] | Rejected {
  const rows = Array.from({ length: area.bottom - area.top + 1 }, (_, index) => area.top + index);
  const keys = new Map<number, Key[]>();
  for (const row of rows) {
    const mine: Key[] = [];
    for (const { column } of by) {
      const place = { row, column: columnNumber(column) };
      const key = keyOf(file, sheet, cellAt(sheet, place));
      if (key === null)
        return reject('formula_error', `The value of ${placeText(place)} is not in the file; sort when it has been counted.`, [
          addressOf(sheet.name, place),
        ]);
      mine.push(key);
    }
    keys.set(row, mine);
  }
  return rows.toSorted((a, b) => {
    for (const [index, { descending = false }] of by.entries()) {
      const order = compare(keys.get(a)?.[index] ?? EMPTY, keys.get(b)?.[index] ?? EMPTY, descending);
      if (order !== 0) return order;
    }
    return a - b;
  });
}

/** Links go with their cells. */
function linkEdits({ part }: Sheet, area: Area, newRow: ReadonlyMap<number, number>): XmlEdit[] {
  const list = firstElementOf(part.root, 'hyperlinks', S);
  return (list === undefined ? [] : elementsOf(list, 'hyperlink', S)).flatMap((link): XmlEdit[] => {
    const place = readPlace(attributeOf(link, 'ref') ?? '');
    const row = place === null || !isWithin(place, area) ? undefined : newRow.get(place.row);
    return place === null || row === undefined || row === place.row
      ? []
      : [setAttribute(part, link, 'ref', placeText({ row, column: place.column }))];
  });
}

function moveOf(sheet: Sheet, area: Area, newRow: ReadonlyMap<number, number>): Move {
  return (address) => {
    const read = readAddress(address);
    const place = read === null ? null : readArea(read.reference);
    if (
      read === null ||
      place === null ||
      read.name.toLowerCase() !== sheet.name.toLowerCase() ||
      place.top !== place.bottom ||
      place.right > area.right ||
      place.left < area.left
    )
      return address;
    const row = newRow.get(place.top);
    return row === undefined ? address : `${quoteSheet(sheet.name)}!${areaText({ ...place, top: row, bottom: row })}`;
  };
}

export const sort = defineEdit<WorkbookFile, Fields>({
  op: 'sort',
  format: 'xlsx',
  summary: 'Sorts rows by columns; formulas of a row, formats, links and comments go with it',
  tracked: false,
  alone: true,
  readsValues: true,
  refuses: {
    merged_cells: 'there are merged cells',
    read_only_content: 'the names of a table or a formula for many cells would be sorted',
    unsupported: 'a formula among them counts with other rows, or one elsewhere with some of them',
    no_effect: 'the rows are in this order already',
    formula_error: 'a value to sort by is not in the file',
    would_overflow: 'there are more than 100,000 rows',
    target_not_found: 'there are no such cells',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, fields) {
    const found = findArea(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet } = found;
    const last = [...sheet.rows.keys()].reduce((most, row) => Math.max(most, row), 0);
    const area = {
      ...found.area,
      top: found.area.top + (fields.header === false ? 0 : 1),
      bottom: Math.min(found.area.bottom, found.area.bottom === ROWS_MAX ? last : found.area.bottom),
    };
    if (area.bottom - area.top < 1) return reject('no_effect', 'There are no two rows to sort.');
    if (area.bottom - area.top >= ROWS_SORTED_MAX) return reject('would_overflow', `At most ${ROWS_SORTED_MAX} rows are sorted.`);
    const outside = fields.by.find(({ column }) => columnNumber(column) < area.left || columnNumber(column) > area.right);
    if (outside !== undefined) return reject('target_not_found', `Column ${outside.column} is not among the sorted ones.`);
    const refused = refuse(file, sheet, area) ?? refuseOutside(file, sheet, area);
    if (refused !== null) return refused;
    const order = sortedRows(file, sheet, area, fields.by);
    if (!Array.isArray(order)) return order;
    if (order.every((row, index) => row === area.top + index)) return reject('no_effect', 'The rows are in this order already.');
    const texts = formulaTexts(formulaCells(sheet));
    const edits: XmlEdit[] = [];
    for (const [index, from] of order.entries()) {
      const made = replaceRow(sheet, from, area.top + index, area, texts);
      if (!Array.isArray(made)) return made;
      append(edits, made);
    }
    const newRow = new Map(order.map((row, index) => [row, area.top + index]));
    return {
      parts: [
        { part: sheet.part.name, edits: [...unshared(sheet, area, texts), ...edits, ...linkEdits(sheet, area, newRow)] },
        ...commentEdits(file, sheet, area, newRow),
      ],
      touched: [`${quoteSheet(sheet.name)}!${areaText(area)}`],
      moved: moveOf(sheet, area, newRow),
      finish(opened) {
        removeCalculationChain(opened);
        moveCommentBoxes(opened, sheet, area, newRow);
      },
      after: fields.by.map(({ column, descending }) => `${column}${descending === true ? ' descending' : ''}`).join(', '),
    };
  },
  examples: [
    {
      name: 'rows change places, a formula goes with its row',
      operation: { op: 'sort', target: 'Data!A1:B2', by: [{ column: 'A' }], header: false },
      given: '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1*2</f><v>4</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>',
      expected: '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c><c r="B2"><f>A2*2</f></c></row>',
    },
    {
      name: 'a formula over other rows',
      operation: { op: 'sort', target: 'Data!A1:B2', by: [{ column: 'A' }], header: false },
      given: '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1+A2</f><v>3</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>',
      expected: { rejected: 'unsupported' },
    },
  ],
});

/** The cells of the area in one row, taken out, and those of another one in their place. */
function replaceRow(sheet: Sheet, from: number, to: number, area: Area, texts: ReadonlyMap<SheetCell, string>): XmlEdit[] | Rejected {
  const xml = cellsFor(sheet, from, to, area, texts);
  if (typeof xml !== 'string') return xml;
  const row = sheet.rows.get(to);
  const cells = row === undefined ? [] : [...sheet.cellsOf(row).values()];
  const mine = cells.filter(({ column }) => column >= area.left && column <= area.right);
  const behind = cells.find(({ column }) => column > area.right);
  const [first] = mine;
  const gone = mine.map((cell): XmlEdit => ({ start: cell.start, end: cell.end, xml: cell === first ? xml : '' }));
  if (gone.length > 0 || xml === '') return gone;
  if (row === undefined) {
    const next = [...sheet.rows.values()].find(({ number }) => number > to);
    return [
      {
        start: next?.start ?? sheet.data.contentEnd,
        end: next?.start ?? sheet.data.contentEnd,
        xml: `<${sheet.prefix}row r="${to}">${xml}</${sheet.prefix}row>`,
      },
    ];
  }
  if (row.selfClosing) return [{ start: row.end - 2, end: row.end, xml, fills: `${sheet.prefix}row` }];
  return [{ start: behind?.start ?? row.contentEnd, end: behind?.start ?? row.contentEnd, xml }];
}

/** Cells outside of the area that share a formula with one inside get their own text. */
function unshared(sheet: Sheet, area: Area, texts: ReadonlyMap<SheetCell, string>): XmlEdit[] {
  const members = [...formulaCells(sheet)].filter(({ formula }) => formula.type === 'shared');
  const groups = new Set(members.filter(({ cell }) => isWithin(cell, area)).map(({ formula }) => formula.group));
  return members
    .filter(({ cell, formula }) => groups.has(formula.group) && !isWithin(cell, area))
    .map(({ cell, formula }) => ({
      start: formula.start,
      end: formula.end,
      xml: `<${sheet.prefix}f>${escapeText(texts.get(cell) ?? '')}</${sheet.prefix}f>`,
    }));
}
