/** Sheets of a workbook once more, with their charts, tables, notes and names: formulas of copies mean the copies (ISO/IEC 29500-1 §18.2). */
import { R, S } from '../../ooxml/names.ts';
import { addRelationship, editXmlPart } from '../../ooxml/change-package.ts';
import { appendContent, insertAfter, removeAttribute, replaceContent, setAttribute, type XmlEdit } from '../../ooxml/edit-xml.ts';
import { contentTypeOf, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../ooxml/office-package.ts';
import { readSheetText } from '../../ooxml/sheet-text.ts';
import { readWorkbookFile, tablesOf, type SheetEntry, type WorkbookFile } from '../../ooxml/workbook-file.ts';
import { escapeAttribute, escapeText } from '../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { cellsText, quoteSheet, rewriteReferences } from '../../spreadsheet/formula-references.ts';
import { attributeLike } from '../office/declared-prefix.ts';
import { settleSlicers } from './copied-slicers.ts';
import { copyPart } from '../pptx/mechanics/copy-part.ts';
import { changeBook } from '../xlsx/mechanics/book-formulas.ts';
import { changeFormulas } from '../xlsx/mechanics/formula-cells.ts';
import { formulaEdits } from '../xlsx/mechanics/frame-formulas.ts';
import { followSheets, nameFault, renameInSummary } from '../xlsx/mechanics/sheet-list.ts';
import { renameInFormula } from '../xlsx/operations/rename-sheet.ts';

const NAME_MAX = 31;
/** What cannot be twice in a workbook without more than a copy of its parts. */
const UNCOPIED = /\/(?:queryTable|ctrlProp|control|oleObject|customProperty)$/;
/** A pivot table of a template would count the cells of the template in each of its copies. */
const UNREPEATED = /\/pivotTable$/;

/** Why a sheet cannot be copied; undefined where it can. */
export const uncopiable = (opened: OfficePackage, part: string): string | undefined => sayHeld(opened, part, UNCOPIED);

/** Why a sheet of a template cannot come several times; undefined where it can. */
export const unrepeatable = (opened: OfficePackage, part: string): string | undefined =>
  sayHeld(opened, part, UNCOPIED) ?? sayHeld(opened, part, UNREPEATED);

function sayHeld(opened: OfficePackage, part: string, kinds: RegExp): string | undefined {
  const found = relationshipsOf(opened, part).find(({ type }) => kinds.test(type));
  return found === undefined ? undefined : `its sheet holds a ${/[^/]+$/.exec(found.type)?.[0] ?? 'part'}, which cannot be copied`;
}

/** A name that a sheet may have and that none has yet: cut to 31 characters, without `\ / ? * [ ] :`, with a number where it is taken. */
export function freeName(file: WorkbookFile, wanted: string, own?: SheetEntry): string {
  const plain = [...wanted.replaceAll(/[\\/?*[\]:]/g, '-').replaceAll(/\s+/g, ' ')].slice(0, NAME_MAX).join('');
  const base = plain.trim().replaceAll(/^'+|'+$/g, '') || 'Sheet';
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` (${number})`;
    const name = `${[...base]
      .slice(0, NAME_MAX - ending.length)
      .join('')
      .trim()}${ending}`;
    if (nameFault(file, name, own) === null) return name;
  }
}

/** Gives a sheet another name, and whatever names it follows. */
export function giveName(opened: OfficePackage, before: string, after: string): void {
  if (before === after) return;
  const file = readWorkbookFile(opened);
  const entry = file.entries.find(({ name }) => name === before);
  if (entry === undefined) return;
  const { parts } = changeBook(file, (text) => ({ text: renameInFormula(text, before, after), resized: false }));
  const own = setAttribute(file.main, entry.element, 'name', after);
  const all = new Map(parts.map(({ part, edits }) => [part, edits]));
  all.set(file.main.name, [...(all.get(file.main.name) ?? []), own]);
  for (const [part, edits] of all) editXmlPart(opened, readXmlPart(opened, part), edits);
  renameInSummary(opened, before, after);
}

/** A formula of a copied sheet: what named a sheet of the group, or a table of it, names the copy. */
function followCopy(formula: string, sheets: ReadonlyMap<string, string>, tables: ReadonlyMap<string, string>): string {
  const named = ({ first, last }: { first: string; last: string }): string | undefined => {
    const copy = first === last ? sheets.get(first.toLowerCase()) : undefined;
    return copy === undefined ? undefined : `${quoteSheet(copy)}!`;
  };
  const text = rewriteReferences(
    formula,
    (reference) => {
      const prefix = reference.sheets && named(reference.sheets);
      return prefix === undefined ? undefined : prefix + cellsText(reference);
    },
    named,
  );
  return tables.size === 0
    ? text
    : text.replaceAll(/([\p{L}_\\][\p{L}\p{N}_.]*)(?=\[)/gu, (name: string) => tables.get(name.toLowerCase()) ?? name);
}

interface Copied {
  name: string;
  part: string;
}

interface Group {
  /** Names of the sheets by those of what they are copied from, in lower case. */
  sheets: Map<string, string>;
  tables: Map<string, string>;
  parts: Map<string, string>;
}

/** Tables are told apart by name and number in the whole workbook. */
function nameTables(opened: OfficePackage, file: WorkbookFile, sheet: string, group: Group): void {
  const all = file.names.flatMap((name) => {
    const found = file.sheet(name);
    return found === undefined ? [] : tablesOf(file, found);
  });
  const own = file.sheet(sheet);
  const taken = new Set([...all.map(({ name }) => name.toLowerCase()), ...[...group.tables.values()].map((name) => name.toLowerCase())]);
  let id = all.reduce((most, { part }) => Math.max(most, Number(attributeOf(part.root, 'id') ?? 0)), 0);
  for (const { name, part } of own === undefined ? [] : tablesOf(file, own)) {
    let number = 2;
    while (taken.has(`${name}_${number}`.toLowerCase())) number++;
    group.tables.set(name.toLowerCase(), `${name}_${number}`);
    taken.add(`${name}_${number}`.toLowerCase());
    const copy = group.parts.get(part.name);
    if (copy === undefined) continue;
    const table = readXmlPart(opened, copy);
    const called = ['name', 'displayName'].filter((one) => attributeOf(table.root, one) !== undefined);
    editXmlPart(opened, table, [
      setAttribute(table, table.root, 'id', String(++id)),
      ...called.map((one) => setAttribute(table, table.root, one, `${name}_${number}`)),
    ]);
  }
}

/** Formulas of the copies, in all their parts. */
function followInCopies(opened: OfficePackage, { sheets, tables, parts }: Group): void {
  const change = (text: string): string => followCopy(text, sheets, tables);
  for (const name of parts.values()) {
    if (!(contentTypeOf(opened, name) ?? '').endsWith('xml')) continue;
    const part = readXmlPart(opened, name);
    const text = part.root.local === 'worksheet' ? readSheetText(opened, name) : undefined;
    const cells =
      text && changeFormulas(text, { place: (one) => one, area: (one) => one, formula: (one) => ({ text: change(one), resized: false }) });
    editXmlPart(opened, part, [
      ...(cells?.edits ?? []),
      ...outsideOf(cells?.edits ?? [], formulaEdits(part, change)),
      ...onlyOnce(part),
      ...pivotSourceEdits(part, sheets),
    ]);
  }
}

/** A chart of a pivot table names it with its sheet (ISO/IEC 29500-1 §21.2.2.145): `[Book.xlsx]Sheet1!PivotTable1`. */
function pivotSourceEdits(part: XmlPart, sheets: ReadonlyMap<string, string>): XmlEdit[] {
  return [...walkElements(part.root)].flatMap((element): XmlEdit[] => {
    if (element.local !== 'name' || element.parent?.local !== 'pivotSource') return [];
    const [, book = '', written = '', table = ''] = /^(\[[^\]]*\])?(.*)!([^!]*)$/s.exec(textOf(element)) ?? [];
    const copy = sheets.get(
      written
        .replace(/^'(.*)'$/s, '$1')
        .replaceAll("''", "'")
        .toLowerCase(),
    );
    return copy === undefined ? [] : [replaceContent(part, element, escapeText(`${book}${copy}!${table}`))];
  });
}

/** Formulas of cells are changed by themselves. */
const outsideOf = (done: readonly XmlEdit[], edits: readonly XmlEdit[]): XmlEdit[] =>
  edits.filter(({ start, end }) => !done.some((one) => start < one.end && end > one.start));

/** A workbook shows one sheet, and programs know one by its code name. */
function onlyOnce(part: XmlPart): XmlEdit[] {
  return [...walkElements(part.root)].flatMap((element): XmlEdit[] => {
    const wrong = element.local === 'sheetView' ? 'tabSelected' : element.local === 'sheetPr' ? 'codeName' : undefined;
    if (element.uri !== S || wrong === undefined || attributeOf(element, wrong) === undefined) return [];
    return [removeAttribute(part, element, wrong)].flatMap((edit) => edit ?? []);
  });
}

const isGlobal = (name: XmlElement): boolean => attributeOf(name, 'localSheetId') === undefined;

/** Names that belong to a copied sheet: its print area, and those of the workbook that mean cells of the group. */
function copyNames(file: WorkbookFile, group: Group, placeOf: (sheet: string) => number): string[] {
  const list = firstElementOf(file.main.root, 'definedNames', S);
  const names = list === undefined ? [] : elementsOf(list, 'definedName', S);
  const written = (element: XmlElement, place: number): string => {
    const attributes = element.attributes
      .filter(({ local }) => local !== 'localSheetId')
      .map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`)
      .join('');
    return `<${element.name}${attributes} localSheetId="${place}">${escapeText(followCopy(textOf(element), group.sheets, group.tables))}</${element.name}>`;
  };
  // a sheet has a name once: its own comes before one of the workbook that means it too
  const made = new Map<string, string>();
  const put = (element: XmlElement, place: number): void => {
    const key = `${(attributeOf(element, 'name') ?? '').toLowerCase()} ${place}`;
    if (!made.has(key)) made.set(key, written(element, place));
  };
  for (const element of names.toSorted((a, b) => Number(isGlobal(a)) - Number(isGlobal(b)))) {
    const local = attributeOf(element, 'localSheetId');
    const owner = local === undefined ? undefined : file.entries[Number(local)]?.name;
    const copy = owner === undefined ? undefined : group.sheets.get(owner.toLowerCase());
    if (copy !== undefined) put(element, placeOf(copy));
    const text = textOf(element);
    if (local !== undefined || followCopy(text, group.sheets, group.tables) === text) continue;
    for (const one of group.sheets.values()) put(element, placeOf(one));
  }
  return [...made.values()];
}

/**
 * Copies the sheets as a group: formulas among them mean the copies.
 * @param names of each sheet and of its copy, which is free
 * @param index in the list of sheets, where the copies come
 */
export function copySheets(opened: OfficePackage, names: readonly (readonly [sheet: string, copy: string])[], index: number): void {
  const file = readWorkbookFile(opened);
  const group: Group = { sheets: new Map(names.map(([name, copy]) => [name.toLowerCase(), copy])), tables: new Map(), parts: new Map() };
  const made = names.flatMap(([name, copy]): Copied[] => {
    const entry = file.entries.find((one) => one.name === name);
    return entry?.part === undefined ? [] : [{ name: copy, part: copyPart(opened, entry.part, group.parts, /\/threadedComment$/) }];
  });
  for (const [name] of names) nameTables(opened, file, name, group);
  followInCopies(opened, group);
  listSheets(opened, file, made, index, group);
  settleSlicers(opened, group);
}

function listSheets(opened: OfficePackage, file: WorkbookFile, made: readonly Copied[], index: number, group: Group): void {
  const { main, entries } = file;
  const model = entries[0]?.element;
  const list = firstElementOf(main.root, 'sheets', S);
  if (model === undefined || list === undefined) return;
  const relation = attributeLike(main.root, model, 'id', R);
  const type = relationshipsOf(opened, main.name).find(({ type: one }) => one.endsWith('/worksheet'))?.type ?? `${R}/worksheet`;
  let id = entries.reduce((most, { element }) => Math.max(most, Number(attributeOf(element, 'sheetId') ?? 0)), 0);
  const rows = made.map(({ name, part }) => {
    const relationship = addRelationship(opened, main.name, { type, target: part });
    return `<${model.name} name="${escapeAttribute(name)}" sheetId="${++id}" ${relation}="${relationship}"/>`;
  });
  const own = copyNames(file, group, (copy) => index + made.findIndex(({ name }) => name === copy));
  const moved = followSheets(file, (at) => (at >= index ? at + made.length : at));
  const before = entries[index - 1]?.element;
  const names = firstElementOf(main.root, 'definedNames', S);
  editXmlPart(opened, main, [
    ...moved,
    before === undefined ? appendContent(main, list, rows.join('')) : insertAfter(before, rows.join('')),
    ...(own.length === 0 || names === undefined ? [] : [appendContent(main, names, own.join(''))]),
  ]);
}
