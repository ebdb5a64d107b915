/** Which sheets a workbook has with the data: those of each record, those that a loop repeats, and their names. */
import { append } from '../../base/append.ts';
import { decodeXml } from '../../ooxml/decode-xml.ts';
import { readPart, readXmlPart, type OfficePackage } from '../../ooxml/office-package.ts';
import { editXmlPart } from '../../ooxml/change-package.ts';
import { readWorkbookFile, type WorkbookFile } from '../../ooxml/workbook-file.ts';
import { addressOf } from '../../spreadsheet/places.ts';
import { cellsText, quoteSheet, rewriteReferences } from '../../spreadsheet/formula-references.ts';
import { isRejected } from '../define-edit.ts';
import { changeBook } from '../xlsx/mechanics/book-formulas.ts';
import { formulaCells, formulaTexts } from '../xlsx/mechanics/formula-cells.ts';
import { deleteSheet } from '../xlsx/operations/delete-sheet.ts';
import type { CellTag } from './cell-text.ts';
import { copySheets, freeName, giveName, unrepeatable } from './copy-sheets.ts';
import { joinPieces, readPieces } from './fill-parts.ts';
import { addFault, scopesOf, TooMuch, type Filling, type PlacedTag } from './filling.ts';
import type { Block } from './pair-tags.ts';
import { rootScope, type Scope } from './scope.ts';
import { readSheetTemplate } from './sheet-template.ts';

const SHEETS_MAX = 500;
/** Arguments of one function. */
const ARGUMENTS_MAX = 250;

interface Named {
  text: string;
  tags: PlacedTag[];
}

/** The name of a sheet in its scope: tags in it are filled. */
function nameIn(filling: Filling, name: string, scope: Scope): Named {
  if (!name.includes('{{')) return { text: name, tags: [] };
  const pieces = readPieces(filling, name, () => `sheet ${quoteSheet(name)}`);
  return { text: joinPieces(filling, pieces, scope), tags: pieces.flatMap((one) => (typeof one === 'string' ? [] : [one])) };
}

const AGGREGATES =
  /\b(SUM|AVERAGE|COUNT|COUNTA|MIN|MAX|PRODUCT)\(\s*((?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?)\s*\)/giu;

/** A formula elsewhere that adds up cells of a repeated sheet means all of its copies; null where it names the sheet otherwise. */
function overCopies(formula: string, sheet: string, copies: readonly string[]): string | null {
  const isIt = (name: string | undefined): boolean => name?.toLowerCase() === sheet.toLowerCase();
  const opened = formula.replaceAll(AGGREGATES, (whole: string, name: string, inside: string) => {
    const written = copies.map((copy) =>
      rewriteReferences(inside, (one) => (isIt(one.sheets?.first) ? `${quoteSheet(copy)}!${cellsText(one)}` : undefined)),
    );
    if (written[1] === undefined || written.every((one) => one === written[0])) return whole;
    return /^(?:SUM|COUNTA?)$/i.test(name) ? `(${written.map((one) => `${name}(${one})`).join('+')})` : `${name}(${written.join(',')})`;
  });
  let other = false;
  rewriteReferences(formula.replaceAll(AGGREGATES, ''), ({ sheets }) => {
    if (isIt(sheets?.first) || isIt(sheets?.last)) other = true;
    return undefined;
  });
  return other ? null : opened;
}

/** Formulas of other sheets follow to all copies. */
function followOutside(opened: OfficePackage, filling: Filling, block: Block<CellTag>, copies: readonly string[]): void {
  const [sheet] = copies;
  const file = readWorkbookFile(opened);
  const own = copies.flatMap((name) => file.sheet(name) ?? []);
  if (sheet === undefined || copies.length < 2) return;
  const places = new Map(
    file.names.flatMap((name) => {
      const found = own.some((one) => one.name === name) ? undefined : file.sheet(name);
      return found === undefined
        ? []
        : [...formulaTexts(formulaCells(found))].map(([cell, text]) => [`${name}|${text}`, addressOf(name, cell)] as const);
    }),
  );
  const { parts } = changeBook(
    file,
    (text, home) => {
      if (home === undefined) return { text, resized: false };
      const made = copies.length > ARGUMENTS_MAX ? null : overCopies(text, sheet, copies);
      if (made === null)
        addFault(
          filling,
          block.open,
          `the formula of ${places.get(`${home}|${text}`) ?? home} names this sheet, which comes ${copies.length} times: let it add up the cells, as =SUM(${quoteSheet(sheet)}!B2)`,
        );
      return { text: made ?? text, resized: made !== null && made !== text };
    },
    own,
  );
  for (const { part, edits } of parts) if (part !== file.main.name) editXmlPart(opened, readXmlPart(opened, part), edits);
}

function removeSheet(opened: OfficePackage, filling: Filling, block: Block<CellTag>, name: string): void {
  const plan = deleteSheet.plan(
    readWorkbookFile(opened),
    { op: 'delete_sheet', target: quoteSheet(name) },
    { mode: 'direct', author: '', date: '' },
  );
  if (isRejected(plan)) {
    addFault(filling, block.open, `there is no item, and the sheet cannot go: ${plan.rejected.message.replace(/\.$/, '')}`, 'data');
    return;
  }
  for (const { part, edits } of plan.parts) editXmlPart(opened, readXmlPart(opened, part), edits);
  plan.finish?.(opened);
}

/** Sheets with their scopes, while they are being arranged. */
type Scopes = Map<string, Scope>;

function giveNames(opened: OfficePackage, filling: Filling, scopes: Scopes, tags: PlacedTag[]): void {
  for (const { name } of readWorkbookFile(opened).entries) {
    if (!name.includes('{{')) continue;
    const scope = scopes.get(name) ?? rootScope({});
    const file = readWorkbookFile(opened);
    // numbers are of the copies only
    const named = nameIn(filling, name.replace(/ \(\d+\)$/, ''), scope);
    append(tags, named.tags);
    const after = freeName(
      file,
      named.text,
      file.entries.find((one) => one.name === name),
    );
    giveName(opened, name, after);
    scopes.delete(name);
    scopes.set(after, scope);
  }
}

/** All sheets once more for each further record. */
function copyForRecords(opened: OfficePackage, filling: Filling, records: readonly Scope[], scopes: Scopes): void {
  const { entries } = readWorkbookFile(opened);
  for (const entry of entries) {
    const place = { text: '', place: () => quoteSheet(entry.name) };
    const wrong =
      entry.isCells && entry.part !== undefined ? unrepeatable(opened, entry.part) : 'a sheet that is no sheet of cells cannot be copied';
    if (wrong !== undefined) addFault(filling, place, wrong);
  }
  if (filling.faults.size > 0) return;
  if (entries.length * records.length > SHEETS_MAX)
    throw new TooMuch(`The workbook would have more than ${SHEETS_MAX} sheets; fill it in several requests.`);
  for (const record of records.slice(1)) {
    const names: [string, string][] = [];
    for (const { name } of entries) {
      const copy = freeCopy(
        readWorkbookFile(opened),
        name,
        names.map(([, one]) => one),
      );
      names.push([name, copy]);
      scopes.set(copy, record);
    }
    copySheets(opened, names, readWorkbookFile(opened).entries.length);
  }
}

/** `Data (2)`; tags in a name stay whole. */
function freeCopy(file: WorkbookFile, name: string, more: readonly string[]): string {
  const taken = new Set([...file.entries.map((one) => one.name.toLowerCase()), ...more.map((one) => one.toLowerCase())]);
  for (let number = 2; ; number++) {
    const ending = ` (${number})`;
    const copy = name.includes('{{') ? `${name}${ending}` : `${[...name].slice(0, 31 - ending.length).join('')}${ending}`;
    if (!taken.has(copy.toLowerCase())) return copy;
  }
}

function repeatSheet(opened: OfficePackage, filling: Filling, name: string, block: Block<CellTag>, scopes: Scopes): void {
  const scope = scopes.get(name) ?? rootScope({});
  const items = scopesOf(filling, block.open, scope);
  const [first, ...rest] = items;
  if (first === undefined) {
    if (filling.faults.size === 0) removeSheet(opened, filling, block, name);
    scopes.delete(name);
    return;
  }
  const file = readWorkbookFile(opened);
  const entry = file.entries.find((one) => one.name === name);
  const wrong = entry?.part === undefined || rest.length === 0 ? undefined : unrepeatable(opened, entry.part);
  if (wrong !== undefined) return addFault(filling, block.open, wrong);
  if (file.entries.length + rest.length > SHEETS_MAX)
    throw new TooMuch(`The workbook would have more than ${SHEETS_MAX} sheets; fill it in several requests.`);
  scopes.set(name, first);
  const copies = [name];
  for (const item of rest) {
    const now = readWorkbookFile(opened);
    const copy = freeCopy(now, name, []);
    copySheets(opened, [[name, copy]], now.entries.findIndex((one) => one.name === copies.at(-1)) + 1);
    scopes.set(copy, item);
    copies.push(copy);
  }
  followOutside(opened, filling, block, copies);
}

/**
 * Makes the sheets that the data wants.
 * @param strings content of the shared texts that may hold tags
 * @returns the scope of each sheet by its name, and the tags of names
 */
export function arrangeSheets(
  opened: OfficePackage,
  filling: Filling,
  records: readonly Scope[],
  strings: (index: number) => string | undefined,
): { scopeOf: (sheet: string) => Scope; tags: PlacedTag[] } {
  const root = records[0] ?? rootScope({});
  const scopes: Scopes = new Map(readWorkbookFile(opened).entries.map(({ name }) => [name, root]));
  const tags: PlacedTag[] = [];
  if (records.length > 1) copyForRecords(opened, filling, records, scopes);
  for (const name of readWorkbookFile(opened).names) {
    const sheet = readWorkbookFile(opened).sheet(name);
    const mayRepeat = sheet !== undefined && (records.length > 1 || mentionsSheets(opened, sheet.part.name, strings));
    const block = mayRepeat ? readSheetTemplate(filling, sheet, strings).sheetBlock : undefined;
    if (block !== undefined) repeatSheet(opened, filling, name, block, scopes);
  }
  giveNames(opened, filling, scopes, tags);
  return { scopeOf: (sheet) => scopes.get(sheet) ?? root, tags };
}

/** Whether a sheet may hold `by sheet` in its own texts or in shared ones. */
function mentionsSheets(opened: OfficePackage, part: string, strings: (index: number) => string | undefined): boolean {
  const { text } = decodeXml(readPart(opened, part));
  if (text.includes('{{') && /by\s+sheet/.test(text.replaceAll(/<[^>]+>/g, ''))) return true;
  const shared = text.matchAll(/<(?:[\w.-]+:)?c\b[^>]*\bt="s"[^>]*>\s*<(?:[\w.-]+:)?v>(\d+)</g);
  for (const [, index] of shared) if (/by\s+sheet/.test(strings(Number(index))?.replaceAll(/<[^>]+>/g, '') ?? '')) return true;
  return false;
}
