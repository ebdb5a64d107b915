/**
 * What an edit of a workbook has changed that nobody asked for: cells that hold something else than they held though no operation named
 * them, formats, heights and settings beside them, names, and what is torn: relationships that lead nowhere, rows and cells out of order,
 * formats and texts that are not there. Told from the stretch in which a part differs, so that a word in a large sheet costs little.
 */
import { addressOf, isWithin, readAddress, readArea, readPlace, type Area } from '../spreadsheet/places.ts';
import { createPartCache } from '../ooxml/part-cache.ts';
import { contentTypeOf, partNamed, readPartText, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';
import { readWorkbookFrame, TEXT_ITEM, type WorkbookFrame } from './xlsx/mechanics/workbook-frame.ts';
import { commonEnd, commonStart, compareSheets, type SheetAsk, type SheetSource } from './xlsx/mechanics/compare-sheets.ts';

/** An operation that was done, with its fields. */
interface DoneOperation {
  op: string;
  target?: string | undefined;
  [field: string]: unknown;
}

export interface BookAsk {
  operations: readonly DoneOperation[];
  /** Cells whose content the operations say that they have changed, as they are named afterwards. */
  touched: ReadonlySet<string>;
  /** Whether cells or columns have other addresses or names than before, so that what is compared by them is not. */
  moved: boolean;
}

/** Operations that name every cell they change, and nothing but cells; of the others the settings beside cells are their own affair. */
const CELLS_ONLY = new Set([
  'set_cells',
  'set_formula',
  'replace_text',
  'sort',
  'set_number_format',
  'set_cell_style',
  'update_chart',
  'define_name',
  'delete_name',
]);
/** What gives cells of its target another look. */
const LOOKS = new Set([
  'set_format',
  'set_number_format',
  'set_cell_style',
  'set_link',
  'add_table',
  'resize_table',
  'merge_cells',
  'unmerge_cells',
]);
/** What carries cells, or words of formulas, to other places. */
export const CARRIES =
  /^(?:insert|delete)_(?:rows|columns)$|^(?:rename|delete|copy|move|add)_sheet$|^(?:resize_table|add_table|merge_cells|unmerge_cells|update_pivot)$/;
const NAMES =
  /_name$|_sheet$|^(?:insert|delete)_(?:rows|columns)$|^set_(?:page|auto_filter)$|^(?:sort|resize_table|add_table|update_pivot|add_chart)$/;

const kept = createPartCache<string>();
/** Of a part, unpacked once for all that looks at it. */
const textOf = (opened: OfficePackage, part: string): string => kept(opened, part, () => readPartText(opened, part).text);

/** Relationships that the part names and does not have, or that lead to parts that are not there. */
function tornRelations(opened: OfficePackage, part: string): string[] {
  const rows = relationshipsOf(opened, part);
  const ids = new Set(rows.map(({ id }) => id));
  const lost = rows.flatMap(({ external, target }) =>
    external || target.startsWith('#') || partNamed(opened, target) !== undefined ? [] : [`${part} leads to ${target}, which is not there`],
  );
  // cells have no relationships, and they are what makes sheets large
  const text = textOf(opened, part);
  const [from, to] = [text.search(/<(?:[\w.-]+:)?sheetData\b/), text.lastIndexOf('sheetData>')];
  const frame = from < 0 || to < from ? text : text.slice(0, from) + text.slice(to);
  const named = [...frame.matchAll(/\s(?:r|rel|relationships):(?:id|embed|link|pict)\s*=\s*["']([^"']+)["']/g)];
  return [...lost, ...named.flatMap(([, id = '']) => (ids.has(id) ? [] : [`${part} names the relationship ${id}, which it has not`]))];
}

function newFaults(before: readonly string[], after: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const fault of before) left.set(fault, (left.get(fault) ?? 0) + 1);
  return after.filter((fault) => {
    const count = left.get(fault) ?? 0;
    left.set(fault, count - 1);
    return count <= 0;
  });
}

const SOUGHT = /spreadsheetml\.(?:worksheet|sheet\.main|template\.main)\+xml$|\.drawing\+xml$/;

/** Where operations of a kind are asked for on this sheet; everywhere, where one does not say where. */
function areasOf(operations: readonly DoneOperation[], sheet: string): Area[] | 'everywhere' {
  const areas: Area[] = [];
  for (const { target } of operations) {
    const address = target === undefined ? null : readAddress(target);
    if (address === null) return 'everywhere';
    if (address.name.toLowerCase() !== sheet.toLowerCase()) continue;
    const area = readArea(address.reference);
    if (area === null) return 'everywhere';
    areas.push(area);
  }
  return areas;
}

function asksOf(ask: BookAsk, sheet: string): SheetAsk {
  const looks = areasOf(
    ask.operations.filter(({ op }) => LOOKS.has(op)),
    sheet,
  );
  return {
    name: sheet,
    mayHold: (row, column) => ask.touched.has(addressOf(sheet, { row, column })),
    mayLook: (row, column) => looks === 'everywhere' || looks.some((area) => isWithin({ row, column }, area)),
    cellsOnly: ask.operations.every(({ op }) => CELLS_ONLY.has(op)),
    mayHead: ask.operations.some(({ op }) => op === 'replace_text'),
  };
}

const sourceOf = (frame: WorkbookFrame, text: string): SheetSource => ({ text, strings: frame.strings, formats: frame.formats });

/** Shared texts around a stretch of their table, and how many are before them. */
function textsWithin(table: string, start: number, end: number): { first: number; texts: string[] } {
  let [from, first] = [0, 0];
  const opening = /<(?:[\w.-]+:)?si\b/.exec(table)?.[0] ?? '<si';
  for (let at = table.indexOf(opening); at !== -1 && at <= start; at = table.indexOf(opening, at + 1)) [from, first] = [at, first + 1];
  const next = table.indexOf(opening, Math.max(end, from + 1));
  const texts = Array.from(table.slice(from, next === -1 ? undefined : next).matchAll(TEXT_ITEM), ([, inner = '']) => inner);
  return { first: Math.max(0, first - 1), texts };
}

/** Texts that several cells share and that are others now: the cells that show them are not in the stretch that differs. */
function changedTexts(before: WorkbookFrame, after: WorkbookFrame): number[] {
  const [was, is] = [before, after].map(({ opened, stringsPart }) => (stringsPart === undefined ? '' : textOf(opened, stringsPart)));
  if (was === undefined || is === undefined) return [];
  const start = commonStart(was, is);
  const end = commonEnd(was, is, Math.min(was.length, is.length) - start);
  const [old, now] = [textsWithin(was, start, was.length - end), textsWithin(is, start, is.length - end)];
  return old.texts.flatMap((text, index) => (now.texts[index] === text && now.first === old.first ? [] : [old.first + index]));
}

function tornTexts(after: WorkbookFrame, before: WorkbookFrame, ask: BookAsk): string[] {
  const changed = changedTexts(before, after);
  if (changed.length === 0) return [];
  const numbers = new Set(changed.map(String));
  const [faults, strings] = [[] as string[], after.strings()];
  for (const { name, part } of after.sheets) {
    const old = before.sheets.find((one) => one.part === part);
    const known = old === undefined ? '' : textOf(before.opened, old.part);
    for (const [whole, attributes = '', index = ''] of textOf(after.opened, part).matchAll(
      /<(?:[\w.-]+:)?c\b([^>]*\st=["']s["'][^>]*)>\s*<(?:[\w.-]+:)?v>(\d+)<\//g,
    )) {
      if (!numbers.has(index) || !known.includes(whole)) continue;
      const place = readPlace(/\sr=["']([A-Z]+\d+)["']/.exec(attributes)?.[1] ?? '');
      if (place !== null && !ask.touched.has(addressOf(name, place)))
        faults.push(
          `${addressOf(name, place)} says ${(strings[Number(index)] ?? 'nothing').replaceAll(/<[^>]*>/g, '').slice(0, 60)}, which nobody asked for`,
        );
    }
  }
  return faults;
}

const keepsNames = (before: WorkbookFrame, after: WorkbookFrame): string[] =>
  [...before.names].flatMap(([name, text]) => {
    const now = after.names.get(name);
    return now === text ? [] : [`the name ${name.split('\t')[0] ?? ''} is ${now === undefined ? 'gone' : 'another'}`];
  });

/** Formats that are there keep their numbers and what they are: new ones come behind them. */
function keepsFormats(before: WorkbookFrame, after: WorkbookFrame): string[] {
  const [old, now] = [before.formatTexts(), after.formatTexts()];
  const wrong = old.findIndex((text, index) => text !== now[index]);
  return wrong < 0 ? [] : ['a format that cells have already is another'];
}

/** What came out other than it was asked, in the changed parts. */
export function newlyTornBook(before: OfficePackage, after: OfficePackage, changed: readonly string[], ask: BookAsk): string[] {
  const faults = changed.flatMap((part) => {
    if (part.startsWith('[') || partNamed(after, part) === undefined || !SOUGHT.test(contentTypeOf(after, part) ?? '')) return [];
    return newFaults(partNamed(before, part) === undefined ? [] : tornRelations(before, part), tornRelations(after, part));
  });
  const [was, is] = [readWorkbookFrame(before), readWorkbookFrame(after)];
  const carries = ask.moved || ask.operations.some(({ op }) => CARRIES.test(op));
  const sheets = carries
    ? []
    : was.sheets.flatMap(({ name, part }) => {
        if (!changed.includes(part) || !is.sheets.some((one) => one.part === part)) return [];
        return compareSheets(sourceOf(was, textOf(before, part)), sourceOf(is, textOf(after, part)), asksOf(ask, name));
      });
  return [
    ...faults,
    ...sheets,
    ...(carries || !changed.includes(is.stringsPart ?? '') ? [] : tornTexts(is, was, ask)),
    ...(ask.moved || ask.operations.some(({ op }) => NAMES.test(op)) ? [] : keepsNames(was, is)),
    ...(changed.includes(is.stylesPart ?? '') && !ask.operations.some(({ op }) => op === 'copy_sheet') ? keepsFormats(was, is) : []),
  ];
}
