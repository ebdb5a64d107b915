/** What the author says of tables (`::highlight`, `::input`) as conditional formats and data validations (ECMA-376-1 §18.3.1.18, §18.3.1.33). */
import type { TableRule } from '../../document/block.ts';
import { escapeAttribute, escapeText } from '../../ooxml/xml-text.ts';
import { areaName, columnLetters } from '../../spreadsheet/cell-names.ts';
import { FormulaFault, type PlacedFormula } from '../../spreadsheet/formula-tree.ts';
import { parseFormula } from '../../spreadsheet/read-formula.ts';
import { readAmount } from './amounts.ts';
import { readDate } from './calendar-text.ts';
import { findColumn, placeFormula } from './formula/resolve.ts';
import { writeFormula } from './formula/write.ts';
import { blanksCompared } from './guard-formula.ts';
import { bodyTop, type TablePlan, type WorkbookPlan } from './plan.ts';
import type { SheetWriting } from './sheet-rows.ts';
import { HIGHLIGHT_LOOKS, HIGHLIGHT_STYLE } from './styles.ts';

/** Excel takes no more in a list that is written out. */
const LIST_CHARS_MAX = 255;

type InputRule = Extract<TableRule, { kind: 'input' }>;
type HighlightRule = Extract<TableRule, { kind: 'highlight' }>;

/** A formula as these rules hold it: structured references do not work in them, so cells are named. @throws FormulaFault */
function ruleFormula(source: string, table: TablePlan, book: WorkbookPlan): string {
  return written(placedRule(source, table, book), table, book);
}

const placedRule = (source: string, table: TablePlan, book: WorkbookPlan): PlacedFormula =>
  placeFormula(parseFormula(source), { sheet: table.sheet, table, inBody: true }, book);

function written(placed: PlacedFormula, table: TablePlan, book: WorkbookPlan): string {
  const bare: WorkbookPlan = { ...book, tables: book.tables.map((one) => ({ ...one, name: '' })) };
  return writeFormula(placed, { sheet: table.sheet, row: bodyTop(table) }, bare);
}

/** A condition, false where a cell that it compares is empty because there is nothing to show: a text is greater than any figure. @throws FormulaFault */
function conditionFormula(source: string, table: TablePlan, book: WorkbookPlan): string {
  const placed = placedRule(source, table, book);
  const blanks = book.blanks === undefined ? [] : blanksCompared(placed, book.blanks.inAnyRow());
  const tests = blanks.map((cell): PlacedFormula => ({
    kind: 'binary',
    operator: '<>',
    left: cell,
    right: { kind: 'literal', value: '' },
  }));
  return written(tests.length === 0 ? placed : { kind: 'call', name: 'AND', arguments: [...tests, placed] }, table, book);
}

/** `<TODAY()` of a column is `[Column]<TODAY()`. */
const conditionOf = (when: string, column: string | undefined): string =>
  /^\s*(?:[<>]=?|=|<>|≤|≥|≠)/.test(when) && column !== undefined ? `[${column.replaceAll(/['[\]#@]/g, "'$&")}]${when}` : when;

const bodyOf = (table: TablePlan, from: number, to: number): string =>
  areaName(bodyTop(table), table.left + from, bodyTop(table) + table.rowCount - 1, table.left + to);

/** Tells which rules cannot be written, before any file is. */
export function checkRules(book: WorkbookPlan, told: (table: TablePlan, rule: string, why: string) => void): void {
  for (const table of book.tables) {
    for (const rule of table.rules) {
      const source = formulaOf(rule);
      if (source !== undefined)
        attempt(
          () => ruleFormula(source, table, book),
          (why) => told(table, source, why),
        );
      if (rule.kind === 'input' && typeof rule.choices === 'object' && rule.choices.join(',').length > LIST_CHARS_MAX)
        told(
          table,
          rule.choices.join(','),
          `a list has at most ${LIST_CHARS_MAX} characters; put the choices on a sheet and name their column`,
        );
    }
  }
}

function formulaOf(rule: TableRule): string | undefined {
  if (rule.kind === 'highlight') return rule.when === undefined ? undefined : conditionOf(rule.when, rule.column);
  return rule.kind === 'input' && typeof rule.choices === 'string' ? rule.choices : undefined;
}

function attempt<T>(make: () => T, failed: (why: string) => void = () => undefined): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error;
    failed(error.message);
    return undefined;
  }
}

interface Condition {
  area: string;
  /** Attributes behind the priority, and what is in the rule. */
  xml: string;
  /** Bars, which have an axis where values are below zero. */
  isBars?: boolean;
}

/** The formats that the author asks for. */
export function authoredConditions({ sheet, book }: SheetWriting): Condition[] {
  return sheet.tables.flatMap((table) =>
    table.rowCount === 0 ? [] : table.rules.flatMap((rule) => (rule.kind === 'highlight' ? conditionXml(rule, table, book) : [])),
  );
}

function conditionXml(rule: HighlightRule, table: TablePlan, book: WorkbookPlan): Condition[] {
  const at = rule.column === undefined ? -1 : findColumn(table, rule.column);
  const area = at < 0 ? bodyOf(table, 0, table.columns.length - 1) : bodyOf(table, at, at);
  const { accent, tint } = book.look.palette;
  const ends = '<cfvo type="min"/><cfvo type="max"/>';
  if (rule.style === 'bars')
    return [{ area, xml: `type="dataBar"><dataBar minLength="0" maxLength="100">${ends}<color rgb="FF${tint}"/></dataBar>`, isBars: true }];
  if (rule.style === 'scale')
    return [{ area, xml: `type="colorScale"><colorScale>${ends}<color rgb="FFFFFFFF"/><color rgb="FF${accent}"/></colorScale>` }];
  const source = formulaOf(rule);
  const formula = source === undefined ? undefined : attempt(() => conditionFormula(source, table, book));
  // rows that are still to be filled in say nothing
  const filled = table.rules.some(({ kind }) => kind === 'grow') ? `$${columnLetters(table.left)}${bodyTop(table) + 1}<>""` : undefined;
  const look = HIGHLIGHT_STYLE + HIGHLIGHT_LOOKS.findIndex((style) => style === rule.style);
  return formula === undefined
    ? []
    : [
        {
          area,
          xml: `type="expression" dxfId="${look}"><formula>${escapeText(filled === undefined ? formula : `AND(${filled},${formula})`)}</formula>`,
        },
      ];
}

/** What may be typed into a column, as the author says; anything else is refused with the author's message. */
export function authoredValidation(rule: InputRule, { table, at }: { table: TablePlan; at: number }, { book }: SheetWriting): string {
  const message =
    rule.message === undefined
      ? ''
      : ` showInputMessage="1" error="${escapeAttribute(rule.message.slice(0, 225).toWellFormed())}" prompt="${escapeAttribute(rule.message.slice(0, 255).toWellFormed())}"`;
  const validation = (type: string, operator: string, ...bounds: string[]): string =>
    `<dataValidation type="${type}"${operator === '' ? '' : ` operator="${operator}"`} allowBlank="1" showErrorMessage="1"${message} sqref="${bodyOf(table, at, at)}">${bounds.map((bound, index) => `<formula${index + 1}>${bound}</formula${index + 1}>`).join('')}</dataValidation>`;
  const { choices } = rule;
  if (typeof choices === 'string') {
    const formula = attempt(() => ruleFormula(choices, table, book));
    return formula === undefined ? '' : validation('list', '', escapeText(formula));
  }
  if (choices) {
    const list = choices.join(',');
    return list.length > LIST_CHARS_MAX ? '' : validation('list', '', escapeText(`"${list.replaceAll('"', '""')}"`));
  }
  const [min, max] = [boundOf(rule.min, table, book), boundOf(rule.max, table, book)];
  const isDate = [rule.min, rule.max].some((bound) => bound !== undefined && readDate(bound, 'dmy') !== undefined);
  const type = isDate ? 'date' : 'decimal';
  if (min !== undefined && max !== undefined) return validation(type, 'between', min, max);
  if (min !== undefined) return validation(type, 'greaterThanOrEqual', min);
  return max === undefined ? '' : validation(type, 'lessThanOrEqual', max);
}

/** A figure, a date or a formula. */
function boundOf(text: string | undefined, table: TablePlan, book: WorkbookPlan): string | undefined {
  if (text === undefined) return undefined;
  if (text.startsWith('=')) {
    const formula = attempt(() => ruleFormula(text, table, book));
    return formula === undefined ? undefined : escapeText(formula);
  }
  const value = readDate(text, 'dmy')?.serial ?? readAmount(text, '.')?.value;
  return value === undefined ? undefined : String(value);
}
