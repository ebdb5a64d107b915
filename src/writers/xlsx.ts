/**
 * Workbooks (ISO/IEC 29500 transitional, as Excel 2016 and later write them): planned first, then written. Everything that
 * a person may want to change is live: totals, columns, charts and names are formulas and references, and what they come
 * to is in the file before any office program has opened it. Same input, same bytes.
 */
import { withClauseNumbers } from './clause-references.ts';
import { withPrintedInteractive } from './print-interactive.ts';
import { languageAt } from '../document/section-languages.ts';
import { labelsOf } from '../document/labels.ts';
import type { Note } from '../base/note.ts';
import type { Document } from '../document/document.ts';
import { decimalSign } from '../document/language.ts';
import type { Look } from '../document/look.ts';
import { lostRemarks, revisionNote } from './review.ts';
import { contentsSheet } from './xlsx/contents-sheet.ts';
import { planData, type DataSheet } from './xlsx/data-plan.ts';
import { checkRules } from './xlsx/authored-rules.ts';
import { finishBook } from './xlsx/finish.ts';
import { guardDivisions } from './xlsx/guard-divisions.ts';
import { addTitle, flowSheet, flowTable } from './xlsx/flow.ts';
import type { ChartTable, FlowContext } from './xlsx/flow-context.ts';
import { packWorkbook } from './xlsx/package.ts';
import { cellName } from '../spreadsheet/cell-names.ts';
import { captionLook } from './xlsx/looks.ts';
import { createMeasure } from './xlsx/measure.ts';
import { placeLogo } from './xlsx/own-template.ts';
import { placeFormulas } from './xlsx/place-formulas.ts';
import type { SheetPlan, WorkbookPlan } from './xlsx/plan.ts';
import { divideSheets, footnotesOf, sheetNames, type SheetSource } from './xlsx/sections.ts';
import { nameTables } from './xlsx/table-names.ts';
import { wrapWideHeads } from './xlsx/wide-heads.ts';
import { readCalculated } from './xlsx/read-calculated.ts';
import { formulaValues, isLogical, unknownValues } from './xlsx/values.ts';

export type { DataSheet, WorkbookPlan };

/** A workbook with more sheets begins with a list of them. */
const SHEETS_WITHOUT_CONTENTS = 5;

function emptySheet(
  name: string,
  source: Pick<SheetSource, 'title' | 'blockId'> & Partial<SheetSource>,
  role: SheetPlan['role'],
  look: Look,
): SheetPlan {
  return {
    name,
    title: source.title,
    blockId: source.blockId,
    role,
    protected: source.protected === true,
    gutter: true,
    rows: new Map(),
    tables: [],
    merges: [],
    charts: [],
    pictures: [],
    passages: [],
    figures: [],
    links: [],
    remarks: [],
    next: 0,
    widths: new Map(),
    measure: createMeasure(look),
    frozen: undefined,
  };
}

/** Sheets, tables, formulas and looks of a composed document; everything is calculated, as far as that is done here. */
export function planWorkbook(given: Document, look: Look): WorkbookPlan {
  const printed = withPrintedInteractive(given);
  const document = withClauseNumbers(printed.document);
  const labels = labelsOf(document.lang);
  const sources = divideSheets(document);
  const listed = sources.length > SHEETS_WITHOUT_CONTENTS;
  const names = sheetNames([...(listed ? [labels.contents] : []), ...sources.map(({ title }) => title), labels.chartData]);
  const book: WorkbookPlan = { document, look, sheets: [], tables: [], names: [], notes: printed.notes };
  const notes = footnotesOf(document)?.notes ?? [];
  const chartTables: ChartTable[] = [];
  const contextOf = (sheet: SheetPlan): FlowContext => ({
    book,
    sheet,
    sheetIndex: book.sheets.push(sheet) - 1,
    decimal: decimalSign(languageAt(document, sheet.blockId)),
    footnotes: new Map(notes.map(({ id }, i) => [id, i + 1])),
    notesById: new Map(notes.map(({ id, blocks }) => [id, blocks])),
    chartTables,
  });
  if (listed) book.sheets.push(emptySheet(names[0] ?? '', { title: '', blockId: '' }, 'contents', look));
  for (const [i, source] of sources.entries()) {
    const context = contextOf(emptySheet(names[i + (listed ? 1 : 0)] ?? '', source, source.role, look));
    if (i === 0) placeLogo(context.sheet, look);
    flowSheet(source, context);
    const [first] = context.sheet.tables;
    for (const alias of [source.title, context.sheet.name, ...source.aliases]) first?.aliases.push(alias.trim().toLowerCase());
    for (const message of renamed(source, context.sheet)) book.notes.push(message);
  }
  if (chartTables.length > 0) {
    const title = names.at(-1) ?? '';
    const context = contextOf(emptySheet(title, { title, blockId: '' }, 'plain', look));
    flowSheet({ title, blockId: '', blocks: [], names: {}, details: {}, protected: false, role: 'plain', aliases: [] }, context);
    for (const { table, place } of chartTables) {
      if (table.caption) addTitle(context, table.caption, captionLook(look), 24);
      place(flowTable(table, context).index);
      context.sheet.next++;
    }
  }
  if (listed) contentsSheet(book);
  const placed = book.sheets.flatMap(({ remarks }) => remarks.flatMap((cell) => cell.remarks.map(({ remark }) => remark)));
  const shown = revisionNote(document.blocks, 'A workbook');
  book.notes.push(...lostRemarks(document.blocks, placed), ...(shown === undefined ? [] : [shown]));
  return complete(book);
}

/** Everything is in its place: names, formulas and what they evaluate to, widths. */
function complete(book: WorkbookPlan): WorkbookPlan {
  nameTables(book);
  placeFormulas(book);
  checkRules(book, ({ sheet, top, left, blockId }, rule, why) =>
    book.notes.push({
      code: 'attribute_invalid',
      severity: 'warning',
      message: `A rule of the table at ${book.sheets[sheet]?.name ?? ''}!${cellName(top, left)} was left out, "${rule.slice(0, 80)}": ${why}.`,
      ...(blockId === '' ? {} : { blockId }),
    }),
  );
  guardDivisions(book);
  finishBook(book);
  wrapWideHeads(book);
  return book;
}

/** A workbook of one table of values, with columns whose names differ. */
export function planDataWorkbook(data: DataSheet, document: Document, look: Look): WorkbookPlan {
  const [name = 'Data'] = sheetNames([data.name]);
  const sheet = { ...emptySheet(name, { title: data.name, blockId: '' }, 'plain', look), gutter: false };
  const table = planData(data, sheet, { look, lang: document.lang });
  return complete({ document, look, sheets: [sheet], tables: [table], names: [], notes: [] });
}

function renamed(source: SheetSource, sheet: SheetPlan): Note[] {
  if (sheet.name === source.title.replaceAll(/\s+/g, ' ').trim()) return [];
  return [
    {
      code: 'sheet_renamed',
      severity: 'info',
      message: `The sheet "${source.title.slice(0, 80)}" is named "${sheet.name}": names have at most 31 signs and none of \\ / ? * [ ] :.`,
      ...(source.blockId === '' ? {} : { blockId: source.blockId }),
    },
  ];
}

/** Keys of the document's pictures that are on sheets. */
export function placedOnSheets({ document, sheets }: WorkbookPlan): string[] {
  const keys = sheets.flatMap(({ pictures }) => pictures.map(({ asset }) => asset.key));
  return [...new Set(keys)].filter((key) => document.assets.has(key));
}

/** Whether there are formulas that an office program has to calculate. */
export function needsValues(plan: WorkbookPlan): boolean {
  return unknownValues(plan) > 0;
}

/** Takes what an office program has calculated from a copy of the plan's file that it saved; nothing else of the copy is used. */
export function takeValues(plan: WorkbookPlan, copy: Uint8Array): void {
  const values = readCalculated(copy, plan.sheets.length);
  for (const place of formulaValues(plan, (value) => value === undefined)) {
    const value = values[place.sheet]?.get(cellName(place.row, place.column));
    if (value !== undefined) place.set(typeof value === 'number' && isLogical(place.formula) ? value !== 0 : value);
  }
}

/**
 * The file of a plan. Formulas whose values are not known carry none, and the program that opens the file calculates them.
 * @param options.bare no formula carries a value, so that a program that opens the file calculates all of them
 */
export function writeXlsx(plan: WorkbookPlan, options: { created: Date; bare?: boolean }): { bytes: Uint8Array; notes: Note[] } {
  return {
    bytes: packWorkbook(plan, { created: options.created, cached: options.bare !== true, recalculate: unknownValues(plan) > 0 }),
    notes: plan.notes,
  };
}
