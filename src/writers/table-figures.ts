/**
 * Figures of tables as a reader of the document's language expects them. A workbook formats its cells; the tables of other
 * formats hold text, and `1250000` in a column of money is 1,250,000 of something. What is no money, share or count by
 * its column (codes, years, articles, telephones) is never touched, and no digit is lost.
 */
import type { Document } from '../document/document.ts';
import type { Block, Table, TableCell } from '../document/block.ts';
import { plainText, type Run } from '../document/inline.ts';
import { decimalSign } from '../document/language.ts';
import { languageAt } from '../document/section-languages.ts';
import { mapChildLists, walkBlocks } from '../document/walk.ts';
import { moneyIn, moneyNamed, namesMoney, namesNoMoney } from './money-words.ts';
import { shortDate } from './short-date.ts';
import { readAmount, type Amount } from './xlsx/amounts.ts';
import { chooseDecimal, type DecimalMark } from './xlsx/doubtful-figures.ts';
import { moneySign } from './xlsx/number-formats.ts';

/** How the figures of one language, or one document, are written. */
interface Writing {
  lang: string;
  decimal: DecimalMark;
  group: string;
}

/** The money that a column or a row is in: its sign, on which side, and how many decimals each figure has. */
interface Money {
  /** '' where a header says it already, or where nobody does. */
  sign: string;
  before: boolean;
  decimals: number;
  /** In millions or thousands: one decimal is one. */
  tenths?: boolean;
}

/** A figure without signs of anything: `1250000`, `-12.5`, `(1,200)`. */
const BARE = /^[-+−–]?\s*\d[\d.,'’ \u00A0\u202F]*$|^\(\d[\d.,'’ \u00A0\u202F]*\)$/;
/** Some figure of a column is divided by thousands. */
const GROUPED = /\d[., '’\u00A0\u202F]\d{3}(?!\d)/;
/** A sum with its sign, and no separators. */
const SIGNED = /^[-+−–(]?\s*(?:[€£¥₹$]\s?\d{5,}(?:[.,]\d{1,2})?|\d{5,}(?:[.,]\d{1,2})?\s?[€£¥₹$])\)?$/;
/** Without separators of thousands either. */
const UNGROUPED = /^[-+−–(]?\s*\d+(?:[.,]\d{1,2})?\)?$/;

/**
 * The document with the figures of its tables in the writing of their language: by declared types (`eur0`, `num2`, `pct1`,
 * `date`), a unit in the header, money beside them. The very same document where there is nothing to do.
 */
export function withTableFigures(document: Document): Document {
  if (![...walkBlocks(document.blocks)].some(({ type }) => type === 'table')) return document;
  const said = moneySaid(document);
  const change = (blocks: Block[]): Block[] =>
    blocks.map((block) => {
      const inner = mapChildLists(block, change);
      return inner.type === 'table' ? writtenTable(inner, languageAt(document, inner.id), said) : inner;
    });
  return { ...document, blocks: change([...document.blocks]) };
}

type Said = ReadonlyMap<number, Amount>;

/** The sums of money that running text names, by their value. */
function moneySaid({ blocks, lang }: Document): Said {
  const said = new Map<number, Amount>();
  for (const block of walkBlocks(blocks)) {
    if (block.type !== 'paragraph') continue;
    for (const text of moneyIn(plainText(block.runs))) {
      const amount = readAmount(text, decimalSign(lang));
      if (amount) said.set(amount.value, amount);
    }
  }
  return said;
}

function writtenTable(table: Table, lang: string, said: Said): Table {
  const body = table.rows.slice(table.header_rows);
  const width = table.columns.length;
  if (body.length === 0 || !table.rows.every(({ cells }) => cells.every((cell) => cell.rowspan === undefined))) return table;
  const heads = Array.from({ length: width }, (_, at) =>
    table.rows
      .slice(0, table.header_rows)
      .map(({ cells }) => textOf(cells[at]))
      .join(' ')
      .trim(),
  );
  const regular = body.map((row) => ({ cells: spread(row.cells) })).filter(({ cells }) => cells.length === width);
  const written = new Map<TableCell, string>();
  for (let at = 0; at < width; at++) {
    const cells = regular.flatMap((row) => row.cells[at] ?? []);
    const labels = regular.map((row) => (at === 0 ? '' : textOf(row.cells[0])));
    for (const [cell, text] of columnTexts(
      { cells, labels, rows: regular.map((row) => row.cells), head: heads[at] ?? '', type: table.columns[at]?.type, said },
      table,
      lang,
    ))
      written.set(cell, text);
  }
  if (written.size === 0) return table;
  return { ...table, rows: table.rows.map((row) => ({ cells: row.cells.map((cell) => withText(cell, written.get(cell))) })) };
}

/** The cells of a row by the columns that they begin in; a span covers the others with nothing. */
const spread = (cells: readonly TableCell[]): TableCell[] =>
  cells.flatMap((cell) => [cell, ...Array.from({ length: (cell.colspan ?? 1) - 1 }, (): TableCell => ({ runs: [] }))]);

interface Column {
  cells: TableCell[];
  /** The first cell of each row. */
  labels: string[];
  rows: TableCell[][];
  head: string;
  type: string | undefined;
  said: Said;
}

function columnTexts(column: Column, table: Table, lang: string): [TableCell, string][] {
  const { cells, type, head } = column;
  const texts = cells.map(textOf);
  if (type === 'text' || type === 'id' || type === 'bool' || type === 'time') return [];
  if (type === 'date') return changed(cells, texts, (text) => shortDate(text, lang));
  const total = table.total_row === true ? texts.at(-1) : undefined;
  const { decimal, doubtful } = chooseDecimal(table.total_row === true ? texts.slice(0, -1) : texts, { total, usual: decimalSign(lang) });
  const writing = writingOf(texts, lang);
  const read = texts.map((text, at) => (doubtful.includes(at) || !BARE.test(text) ? undefined : readAmount(text, decimal)));
  const grouped = texts.some((text) => GROUPED.test(text)) || type !== undefined || moneyNamed(head) || namesMoney(head);
  const kindOf = (at: number): ((amount: Amount) => string) | undefined => {
    if (type !== undefined) return typedText(type, texts, head, writing);
    const money = moneyOf(column, at, texts);
    return money && UNGROUPED.test(texts[at] ?? '') ? (amount) => moneyText(amount, saidOf(money, amount, column), writing) : undefined;
  };
  return cells.flatMap((cell, at): [TableCell, string][] => {
    const amount = read[at];
    const write = amount === undefined || isCount(table, at, cells.length, column) ? undefined : kindOf(at);
    const own = texts[at] ?? '';
    const text = amount ? write?.(amount) : grouped && SIGNED.test(own) ? regrouped(own, writing) : undefined;
    return text === undefined || text === texts[at] ? [] : [[cell, text]];
  });
}

/** A sum with its sign, and without separators among others that have them: its digits are divided, and nothing else changes. */
const regrouped = (text: string, { group, decimal }: Writing): string =>
  text
    .replace(/\d{4,}(?![\d.,]*[.,]\d{3})/, (digits) => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, group))
    .replace(/(?<=\d)[.,](?=\d{1,2}(?!\d))/, decimal);

/** A total row that counts its column holds no money. */
const isCount = (table: Table, at: number, count: number, { cells }: Column): boolean =>
  table.total_row === true &&
  at === count - 1 &&
  table.columns[table.rows.at(-1)?.cells.indexOf(cells[at] as TableCell) ?? -1]?.total === 'count';

function changed(cells: readonly TableCell[], texts: readonly string[], change: (text: string) => string): [TableCell, string][] {
  return cells.flatMap((cell, at): [TableCell, string][] => {
    const text = change(texts[at] ?? '');
    return text === texts[at] ? [] : [[cell, text]];
  });
}

/** What a declared type makes of a figure without signs. */
function typedText(type: string, texts: readonly string[], head: string, writing: Writing): ((amount: Amount) => string) | undefined {
  const least = Number(/\d$/.exec(type)?.[0] ?? 0);
  if (type.startsWith('pct')) {
    // 0.21 is a share already where all are
    const shares = texts.every((text) => Math.abs(readAmount(text, writing.decimal)?.value ?? 0) <= 1.5);
    const sign = /%/.test(head) ? '' : /^en\b/i.test(writing.lang) ? '%' : '\u00A0%';
    return (amount) => {
      const value = shares ? Number((amount.value * 100).toPrecision(12)) : amount.value;
      return figureText(value, Math.max(least, shares ? Math.max(0, amount.decimals - 2) : amount.decimals), writing, amount.plus) + sign;
    };
  }
  if (type === 'int') {
    const years = texts.every((text) => text === '' || /^(?:19|20)\d\d$/.test(text));
    return years ? undefined : (amount) => figureText(amount.value, amount.decimals, writing, amount.plus);
  }
  if (type.startsWith('num')) return (amount) => figureText(amount.value, Math.max(least, amount.decimals), writing, amount.plus);
  if (!/^[a-z]{3}\d$/.test(type)) return undefined;
  const written = texts.map((text) => readAmount(text, writing.decimal)).find((amount) => amount !== undefined && amount.currency !== '');
  const sign = written?.currency ?? moneySign(type.slice(0, 3).toUpperCase());
  const before = written?.before ?? (/^en\b/i.test(writing.lang) && sign.length <= 2);
  // a header that names the currency says it for all of them
  const money = { sign: moneyNamed(head) && !written ? '' : sign, before, decimals: least, tenths: least === 1 };
  return (amount) => moneyText(amount, money, writing);
}

/** Money in a unit that is no sum to be paid. */
const LARGE_UNIT =
  /\b(?:mill?(?:ion(?:s|es)?|ón)?|mn|bn|billions?|thousands?|miles|M€|k€|€m|€k|[mM]illardas?)(?![\p{L}])|[€$£]\s?[mMkK]\b/u;

/** The money of a cell whose column has no type: its header or its row says so, and those beside it how. */
function moneyOf({ rows, head, labels, cells }: Column, at: number, texts: readonly string[]): Money | undefined {
  const label = labels[at] ?? '';
  const ofColumn = moneyNamed(head) || namesMoney(head);
  const ofRow = !ofColumn && (moneyNamed(label) || (namesMoney(label) && !namesNoMoney(head)));
  if ((!ofColumn && !ofRow) || namesNoMoney(ofRow ? label : head) || (ofColumn && namesNoMoney(label))) return undefined;
  const column = texts.flatMap((text) => readAmount(text, '.') ?? readAmount(text, ',') ?? []);
  const row = (rows[at] ?? []).slice(1).flatMap((cell) => readAmount(textOf(cell), '.') ?? []);
  const beside = ofColumn ? column : row;
  const signs = new Set(beside.map(({ currency }) => currency).filter((currency) => currency !== ''));
  const [sign = ''] = signs;
  const alike = beside.filter(({ currency, percent, unit }) => !percent && unit === '' && (currency === sign || currency === ''));
  return {
    sign: signs.size === 1 && !moneyNamed(head) ? sign : '',
    before: beside.find(({ currency }) => currency !== '')?.before ?? false,
    tenths: LARGE_UNIT.test(ofRow ? label : head),
    decimals: ofColumn && cells.length > 1 && !LARGE_UNIT.test(head) && alike.some(({ decimals }) => decimals > 0) ? 2 : 0,
  };
}

/** The sign that running text gives to the same sum, where nothing in the table has one. */
function saidOf(money: Money, amount: Amount, { said, head }: Column): Money {
  const same = money.sign === '' && !moneyNamed(head) ? said.get(Math.abs(amount.value)) : undefined;
  return same ? { ...money, sign: same.currency, before: same.before } : money;
}

/** Separators as the other figures have them; else those of the language. */
function writingOf(texts: readonly string[], lang: string): Writing {
  const grouped = texts
    .map((text) => /(?<!\d)\d{1,3}([., '’\u00A0\u202F])\d{3}(?!\d)/.exec(text.replace(/^[^\d]*/, ''))?.[1])
    .find((mark) => mark !== undefined);
  const decimal = decimalSign(lang);
  const own = groupingOf(lang, decimal);
  // "1.250" alone may be decimals; beside others it is what they are
  if (grouped === undefined || grouped === decimal) return { lang, decimal, group: own };
  return { lang, decimal: grouped === ',' ? '.' : grouped === '.' ? ',' : decimal, group: grouped === ' ' ? '\u00A0' : grouped };
}

function groupingOf(lang: string, decimal: DecimalMark): string {
  try {
    const group = new Intl.NumberFormat(lang, { useGrouping: true }).formatToParts(1234567).find(({ type }) => type === 'group')?.value;
    if (group !== undefined && group !== decimal) return group;
  } catch {
    // no language that is known
  }
  return decimal === '.' ? ',' : '.';
}

function figureText(value: number, decimals: number, { decimal, group }: Writing, plus = false): string {
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(Math.min(decimals, 10)).split('.');
  const figure = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group) + (fraction === '' ? '' : decimal + fraction);
  return `${value < 0 ? '−' : plus ? '+' : ''}${figure}`;
}

function moneyText(amount: Amount, { sign, before, decimals, tenths = false }: Money, writing: Writing): string {
  // half a euro is 0.50
  const figure = figureText(Math.abs(amount.value), Math.max(decimals, amount.decimals === 1 && !tenths ? 2 : amount.decimals), writing);
  const lead = amount.value < 0 ? '−' : amount.plus ? '+' : '';
  if (sign === '') return lead + figure;
  return before ? `${lead}${sign}${sign.length > 2 ? '\u00A0' : ''}${figure}` : `${lead}${figure}\u00A0${sign}`;
}

const textOf = (cell: TableCell | undefined): string =>
  cell === undefined || cell.blocks !== undefined || cell.formula !== undefined ? '' : plainText(cell.runs).trim();

/** The cell with its one text replaced; as it is where the figure is spread over runs. */
function withText(cell: TableCell, text: string | undefined): TableCell {
  const said = cell.runs.filter((run) => run.text.trim() !== '');
  const [only] = said;
  if (text === undefined || only === undefined || said.length > 1 || only.math === true || only.code === true) return cell;
  return { ...cell, runs: cell.runs.map((run): Run => (run === only ? { ...run, text } : run)) };
}
