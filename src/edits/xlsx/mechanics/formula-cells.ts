/**
 * The formulas of a sheet's cells under a change of what their references mean. A formula that is shared by many cells
 * (ISO/IEC 29500-1 §18.3.1.40) stays shared as long as one text is still right for all of them; else each gets its own.
 */
import { type Area, areaText, type CellPlace, placeText, readArea } from '../../../spreadsheet/places.ts';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { translateFormula } from '../../../spreadsheet/formula-references.ts';
import { formulaOf, writeAttribute, type CellFormula, type SheetCell, type SheetText } from '../../../ooxml/sheet-text.ts';

export interface FormulaChange {
  formula(text: string): { text: string; resized: boolean };
  /** Where a cell goes; null where it goes away. */
  place(place: CellPlace): CellPlace | null;
  /** Where the cells of one formula go; null where only some of them do. */
  area(area: Area): Area | null;
}

export interface ChangedFormulas {
  edits: XmlEdit[];
  /** Cells, where they are after the change, whose value may be another one. */
  dirty: CellPlace[];
  /** A formula for many cells, of which a part would go. */
  divided: SheetCell | undefined;
}

interface Member {
  cell: SheetCell;
  formula: CellFormula;
}

/** What depends on where it is and not on what it names. */
const POSITIONAL = /\b(?:ROWS?|COLUMNS?|OFFSET|INDIRECT|CELL|SHEETS?|ADDRESS|AREAS)\s*\(/i;

export function* formulaCells(sheet: SheetText): Generator<Member> {
  if (!sheet.visible.includes(`<${sheet.prefix}f`)) return;
  for (const row of sheet.rows.values()) {
    for (const cell of sheet.formulaCellsOf(row)) {
      const formula = formulaOf(sheet, cell);
      if (formula !== undefined) yield { cell, formula };
    }
  }
}

/** What a cell's formula says, whoever it shares it with. */
export function formulaTexts(members: Iterable<Member>): Map<SheetCell, string> {
  const heads = new Map<string, Member>();
  const texts = new Map<SheetCell, string>();
  const all = [...members];
  const isHead = ({ formula }: Member): boolean => formula.type === 'shared' && formula.group !== undefined && formula.text !== '';
  // some producers write the cell that says it behind others that share it
  const later = new Map(
    all
      .filter(isHead)
      .toReversed()
      .map((one) => [one.formula.group, one]),
  );
  for (const { cell, formula } of all) {
    if (formula.type === 'shared' && formula.group !== undefined && formula.text !== '') heads.set(formula.group, { cell, formula });
    const head =
      formula.type === 'shared' && formula.text === '' ? (heads.get(formula.group ?? '') ?? later.get(formula.group)) : undefined;
    texts.set(
      cell,
      head === undefined ? formula.text : translateFormula(head.formula.text, cell.row - head.cell.row, cell.column - head.cell.column),
    );
  }
  return texts;
}

export function changeFormulas(sheet: SheetText, change: FormulaChange): ChangedFormulas {
  const members = [...formulaCells(sheet)];
  const texts = formulaTexts(members);
  const groups = new Map<string, Member[]>();
  const made: ChangedFormulas = { edits: [], dirty: [], divided: undefined };
  const put = (edits: readonly XmlEdit[]): void => void edits.forEach((edit) => made.edits.push(edit));
  for (const member of members) {
    const { cell, formula } = member;
    if (formula.type === 'shared') {
      const group = groups.get(formula.group ?? '');
      if (group === undefined) groups.set(formula.group ?? '', [member]);
      else group.push(member);
      continue;
    }
    const place = change.place(cell);
    if (formula.type !== 'normal') {
      if (
        place !== null &&
        formula.ref !== undefined &&
        (readArea(formula.ref) === null || change.area(readArea(formula.ref) ?? EMPTY) === null)
      )
        made.divided ??= cell;
      if (
        place === null &&
        formula.ref !== undefined &&
        readArea(formula.ref) !== null &&
        change.area(readArea(formula.ref) ?? EMPTY) !== null
      )
        made.divided ??= cell;
    }
    if (place === null) continue;
    const { text, resized } = change.formula(formula.text);
    if (resized || POSITIONAL.test(text)) made.dirty.push(place);
    put(writeFormula(sheet, formula, text, change));
  }
  for (const group of groups.values()) put(changeGroup(sheet, group, texts, change, made.dirty));
  return made;
}

const EMPTY: Area = { top: 1, left: 1, bottom: 1, right: 1 };

function writeFormula({ part }: SheetText, formula: CellFormula, text: string, change: FormulaChange): XmlEdit[] {
  const edits: XmlEdit[] = text === formula.text ? [] : [{ start: formula.contentStart, end: formula.contentEnd, xml: escapeText(text) }];
  for (const name of formula.type === 'dataTable' ? ['ref', 'r1', 'r2'] : ['ref']) {
    const before =
      name === 'ref'
        ? formula.ref
        : new RegExp(String.raw`\s${name}="([^"]*)"`).exec(part.source.slice(formula.start, formula.contentStart))?.[1];
    const area = before === undefined ? null : readArea(before);
    const after = area && change.area(area);
    if (before !== undefined && after && areaText(after) !== before)
      edits.push(writeAttribute(part.source, formula, name, escapeAttribute(areaText(after))));
  }
  return edits;
}

function changeGroup(
  sheet: SheetText,
  group: readonly Member[],
  texts: ReadonlyMap<SheetCell, string>,
  change: FormulaChange,
  dirty: CellPlace[],
): XmlEdit[] {
  const after = group.flatMap(({ cell, formula }) => {
    const place = change.place(cell);
    if (place === null) return [];
    const changed = change.formula(texts.get(cell) ?? '');
    if (changed.resized || POSITIONAL.test(changed.text)) dirty.push(place);
    return [{ cell, formula, place, text: changed.text }];
  });
  const head = after.find(({ formula }) => formula.text !== '');
  const isUniform =
    head !== undefined &&
    after.every(({ place, text }) => text === translateFormula(head.text, place.row - head.place.row, place.column - head.place.column));
  if (!isUniform) {
    const { prefix } = sheet;
    return after.map(({ formula, text }) => ({
      start: formula.start,
      end: formula.end,
      xml: `<${prefix}f>${escapeText(text)}</${prefix}f>`,
    }));
  }
  const rows = after.map(({ place }) => place.row);
  const columns = after.map(({ place }) => place.column);
  const ref = areaText({ top: lowest(rows), left: lowest(columns), bottom: highest(rows), right: highest(columns) });
  const old = head.formula.ref;
  const moved = after.some(({ cell, place }) => placeText(cell) !== placeText(place)) || after.length < group.length;
  const edits: XmlEdit[] =
    head.text === head.formula.text ? [] : [{ start: head.formula.contentStart, end: head.formula.contentEnd, xml: escapeText(head.text) }];
  return moved && old !== undefined && old !== ref ? [...edits, writeAttribute(sheet.part.source, head.formula, 'ref', ref)] : edits;
}

const lowest = (values: readonly number[]): number => values.reduce((least, value) => Math.min(least, value), Infinity);
const highest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0);
