/**
 * A workbook as its rules look at it: sheets with their cells, tables, names and styles, and the values that its formulas evaluate to
 * when they are calculated again. Read once, each part when it is first asked for.
 */
import { contentTypeOf, partNamed, relationshipsOf } from '../ooxml/office-package.ts';
import type { Scalar } from '../spreadsheet/formula-tree.ts';
import { childOf, valueOf, walkTags, type Tag } from '../ooxml/scan-tags.ts';
import { unescapeText } from '../ooxml/xml-text.ts';
import { relatedPart, type PackageFile } from './package-file.ts';
import { richValues } from './workbook/rich-values.ts';
import { isTrue, readCells, textOfX, type SheetCells } from './workbook/cells.ts';
import { readCellArea, type Area } from '../spreadsheet/cell-names.ts';
import { WorkbookCalculator } from './workbook/calculator.ts';
import { readStyles, type WorkbookStyles } from './workbook/styles.ts';

export interface WorkbookTable extends Area {
  /** Position in the workbook's list. */
  index: number;
  sheet: number;
  part: string;
  id: string;
  name: string;
  columns: string[];
  headerRows: number;
  totalsRows: number;
}

export interface Worksheet extends SheetCells {
  index: number;
  name: string;
  part: string;
  id: string;
  hidden: boolean;
  tables: WorkbookTable[];
  /** Filled by the program, figures and totals. */
  pivots: Area[];
}

interface WorkbookName {
  name: string;
  text: string;
  /** Of one sheet alone. */
  sheet: number | undefined;
  hidden: boolean;
}

export interface WorkbookView extends PackageFile {
  sheets: readonly Worksheet[];
  tables: readonly WorkbookTable[];
  names: readonly WorkbookName[];
  styles: WorkbookStyles;
  date1904: boolean;
  /** Settings of the calculation. */
  calculation: { iterates: boolean; onLoad: boolean; asShown: boolean };
  /** Cells were left out because there are too many. */
  complete: boolean;
  /** The value of a formula; undefined where only an office program can calculate it, or cells were left out. */
  calculate(sheet: Worksheet, row: number, column: number): Scalar | undefined;
  /** Cells that are calculated from themselves. */
  circular(): readonly { sheet: number; row: number; column: number }[];
}

/** Cells that are looked at: a second's work, in which nobody else is served. */
export const CELLS_MAX = 100_000;

/** @throws Refusal `file_rejected` where a tag does not end */
export function openWorkbookView(file: PackageFile): WorkbookView {
  const { opened } = file;
  const main = file.part(opened.mainPart);
  const sources = { strings: readStrings(file), things: richValues(file) };
  const relations = new Map(relationshipsOf(opened, opened.mainPart).map((one) => [one.id, one]));
  const sheets: Worksheet[] = [];
  const tables: WorkbookTable[] = [];
  let left = CELLS_MAX;
  for (const [index, entry] of (childOf(main?.root, 'sheets')?.children ?? []).entries()) {
    const relation = relations.get(valueOf(entry, 'id') ?? '');
    const part = relation?.type.endsWith('/worksheet') && !relation.external ? partNamed(opened, relation.target) : undefined;
    const cells = readCells(part === undefined ? '' : (file.text(part) ?? ''), part ?? '', sources, left);
    left = Math.max(0, left - cells.count);
    const sheet: Worksheet = {
      ...cells,
      index,
      name: unescapeText(valueOf(entry, 'name') ?? ''),
      part: part ?? '',
      id: valueOf(entry, 'sheetId') ?? '',
      hidden: (valueOf(entry, 'state') ?? 'visible') !== 'visible',
      tables: [],
      pivots: part === undefined ? [] : pivotsOf(file, part),
    };
    if (part !== undefined)
      for (const table of readTables(file, part, index))
        sheet.tables.push({ ...table, index: tables.push({ ...table, index: tables.length }) - 1 });
    sheets.push(sheet);
  }
  const calculation = childOf(main?.root, 'calcPr');
  const book: Omit<WorkbookView, 'calculate' | 'circular'> = {
    ...file,
    sheets,
    tables,
    styles: readStyles(relatedPart(file, 'styles')),
    complete: sheets.every(({ complete }) => complete),
    names: (childOf(main?.root, 'definedNames')?.children ?? []).map(nameOf),
    date1904: isTrue(valueOf(childOf(main?.root, 'workbookPr'), 'date1904')),
    calculation: {
      iterates: isTrue(valueOf(calculation, 'iterate')),
      onLoad: isTrue(valueOf(calculation, 'fullCalcOnLoad')),
      asShown: valueOf(calculation, 'fullPrecision') === '0',
    },
  };
  let calculator: WorkbookCalculator | undefined;
  const calculated = (): WorkbookCalculator => (calculator ??= new WorkbookCalculator(book));
  // the value of a formula does not follow from a part of its cells
  if (!book.complete) return { ...book, calculate: () => undefined, circular: () => [] };
  return { ...book, calculate: (sheet, row, column) => calculated().of(sheet.index, row, column), circular: () => calculated().all() };
}

function nameOf(entry: Tag): WorkbookName {
  const sheet = Number(valueOf(entry, 'localSheetId') ?? Number.NaN);
  return {
    name: unescapeText(valueOf(entry, 'name') ?? ''),
    text: unescapeText(entry.text).trim(),
    sheet: Number.isInteger(sheet) ? sheet : undefined,
    hidden: isTrue(valueOf(entry, 'hidden')),
  };
}

function readStrings(file: PackageFile): string[] {
  const found = relationshipsOf(file.opened, file.opened.mainPart).find(
    ({ type, external }) => type.endsWith('/sharedStrings') && !external,
  );
  const source = found && file.text(found.target);
  const strings: string[] = [];
  if (source === undefined) return strings;
  let text = '';
  let phonetic = false;
  walkTags(source, found?.target ?? '', {
    open(local, _raw, inner) {
      if (local === 'si') text = '';
      else if (local === 'rPh') phonetic = true;
      else if (local === 't' && !phonetic) text += inner;
    },
    close(local) {
      if (local === 'rPh') phonetic = false;
      else if (local === 'si') strings.push(textOfX(text));
    },
  });
  return strings;
}

function pivotsOf(file: PackageFile, part: string): Area[] {
  return relationshipsOf(file.opened, part).flatMap(({ type, target, external }) => {
    const root = type.endsWith('/pivotTable') && !external ? file.part(target)?.root : undefined;
    return readCellArea(valueOf(childOf(root, 'location'), 'ref') ?? '') ?? [];
  });
}

function* readTables(file: PackageFile, part: string, sheet: number): Generator<Omit<WorkbookTable, 'index'>, void, undefined> {
  for (const { type, target, external } of relationshipsOf(file.opened, part)) {
    if (!type.endsWith('/table') || external || contentTypeOf(file.opened, target) === undefined) continue;
    const root = file.part(target)?.root;
    const area = readCellArea(valueOf(root, 'ref') ?? '');
    if (!root || !area) continue;
    const columns = (childOf(root, 'tableColumns')?.children ?? []).map((column) => textOfX(valueOf(column, 'name') ?? ''));
    yield {
      ...area,
      sheet,
      part: target,
      id: valueOf(root, 'id') ?? '',
      name: unescapeText(valueOf(root, 'displayName') ?? valueOf(root, 'name') ?? ''),
      columns,
      headerRows: Number(valueOf(root, 'headerRowCount') ?? 1),
      totalsRows: Number(valueOf(root, 'totalsRowCount') ?? 0),
    };
  }
}
