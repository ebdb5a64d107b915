/** Directives (decisions §3) → blocks. What is unknown or is in the wrong place keeps its content and leaves a note. */
import type { Block, Callout, Clause, Columns, PageBreak, Quote, Toc } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { readPageLimits } from '../../document/page-limits.ts';
import { parseAttributes, parseDirectiveLine } from './attributes.ts';
import type { Attributes } from './attributes.ts';
import { readNodes } from './blocks.ts';
import { readCalculator } from './calculator.ts';
import { readChart } from './charts.ts';
import { readGridTable } from './grid-table.ts';
import { readChecklist, readForm, readPoll, readRecords, readTally } from './interactive.ts';
import { readCover, readKpis, readLetterhead, readSignatures } from './front-blocks.ts';
import type { Node } from './parser.ts';
import { addNote } from './reading.ts';
import type { Reading } from './reading.ts';
import { readTitle } from './runs.ts';
import { readTableRule } from './table-rules.ts';
import { addTotals, readTable, totalKind } from './tables.ts';

/** A directive with its first line taken apart. */
export interface Directive {
  name: string;
  label: string;
  attributes: Attributes;
  /** First line as it stands, for text that must not be lost. */
  source: string;
  children: readonly Node[];
  line: number | undefined;
  /** Written with two colons: holds nothing. */
  leaf: boolean;
}

export function parseDirective(node: Node): Directive {
  const header = parseDirectiveLine(node.token.content);
  return {
    name: header?.name ?? '',
    label: header?.label ?? '',
    attributes: parseAttributes(header?.attributes ?? ''),
    source: node.token.content.trim(),
    children: node.children,
    line: node.token.map?.[0],
    leaf: node.token.type === 'directive_leaf',
  };
}

type Reader = (directive: Directive, reading: Reading) => Block[];

/** Every admonition that people write, and what it is here. */
const CALLOUTS: Readonly<Record<string, Callout['kind']>> = {
  note: 'note',
  info: 'note',
  nota: 'note',
  tip: 'tip',
  consejo: 'tip',
  success: 'tip',
  warning: 'warning',
  caution: 'warning',
  danger: 'warning',
  aviso: 'warning',
  advertencia: 'warning',
  key: 'key',
  important: 'key',
  importante: 'key',
};

const READERS: Readonly<Record<string, Reader>> = {
  cover: readCover,
  letterhead: readLetterhead,
  kpis: readKpis,
  signatures: readSignatures,
  chart: (directive, reading) =>
    directive.attributes.values.has('collection') ? readTally(directive, reading) : readChart(directive, reading),
  form: readForm,
  records: readRecords,
  checklist: readChecklist,
  poll: readPoll,
  calculator: readCalculator,
  toc: readToc,
  pagebreak: (directive, reading) => readPageBreak(directive, reading),
  landscape: (directive, reading) => readPageBreak(directive, reading, 'landscape'),
  portrait: (directive, reading) => readPageBreak(directive, reading, 'portrait'),
  callout: (directive, reading) => readCallout(directive, reading),
  columns: readColumns,
  table: readTableDirective,
  quote: readQuoteDirective,
  clause: readClause,
  total: readTotal,
  highlight: readTableRule,
  input: readTableRule,
  style: readTableRule,
  grow: readTableRule,
  limit: readLimit,
};

/** Names that mean something only where their container reads them. */
const INNER: Readonly<Record<string, string>> = {
  col: 'columns',
  notes: 'a slide',
  slide: 'the top level',
  name: 'a sheet',
  protect: 'a sheet',
  row: 'a table',
  cell: 'a row of a table',
};

export function readDirective(node: Node, reading: Reading): Block[] {
  const directive = parseDirective(node);
  if (node.token.info === 'unclosed') {
    addNote(
      reading,
      {
        code: 'directive_unclosed',
        severity: 'info',
        message: `The directive "${directive.name}" has no closing line ":::"; it ends with what holds it.`,
      },
      directive.line,
    );
  }
  const read = Object.hasOwn(READERS, directive.name) ? READERS[directive.name] : undefined;
  if (read) return read(directive, reading);
  const kind = Object.hasOwn(CALLOUTS, directive.name) && !directive.leaf ? CALLOUTS[directive.name] : undefined;
  return kind === undefined ? readUnknown(directive, reading) : readCallout(directive, reading, kind);
}

function readUnknown(directive: Directive, reading: Reading): Block[] {
  const { name, label, leaf, line } = directive;
  const place = Object.hasOwn(INNER, name) ? INNER[name] : undefined;
  if (place === undefined)
    addNote(
      reading,
      { code: 'directive_unknown', severity: 'info', message: `There is no directive "${name.slice(0, 40)}"; its content was kept.` },
      line,
    );
  else
    addNote(
      reading,
      {
        code: 'directive_misplaced',
        severity: 'info',
        message: `The directive "${name}" has a meaning only in ${place}; its content was kept.`,
      },
      line,
    );
  const blocks = readNodes(directive.children, reading);
  const text = leaf ? directive.source : label;
  if (text === '' || (leaf && place !== undefined)) return blocks;
  const runs = leaf ? [{ text }] : readTitle(text, reading, line);
  return runs ? [{ id: '', type: 'paragraph', runs }, ...blocks] : blocks;
}

/** A note for attributes that a directive does not have; their keys and values are named in it. */
export function noteFaults(directive: Directive, reading: Reading, known: readonly string[], more: readonly string[] = []): void {
  const { attributes } = directive;
  const unknown = [...attributes.values].filter(([key]) => !known.includes(key)).map(([key, value]) => `${key}=${value}`);
  const faults = [...attributes.faults, ...unknown, ...more];
  if (faults.length === 0) return;
  addNote(
    reading,
    {
      code: 'attribute_invalid',
      severity: 'info',
      message: `The directive "${directive.name}" does not know: ${faults.join(', ').slice(0, 200)}.`,
    },
    directive.line,
  );
}

/** Sets the anchor that `{#id}` names. */
export function anchored<T extends Block>(block: T, directive: Directive): T {
  if (directive.attributes.id !== undefined) block.anchor = directive.attributes.id;
  return block;
}

/** The value of an attribute, undefined where it is missing or empty. */
export function valueOf(directive: Directive, key: string): string | undefined {
  const value = directive.attributes.values.get(key)?.trim();
  return value === '' ? undefined : value;
}

// ------------------------------------------------------------------------------------------------ pages and contents

function readToc(directive: Directive, reading: Reading): Block[] {
  const toc: Toc = anchored({ id: '', type: 'toc' }, directive);
  const title = valueOf(directive, 'title') ?? directive.label;
  const runs = readTitle(title, reading, directive.line);
  if (runs) toc.title = runs;
  const depth = valueOf(directive, 'depth');
  if (depth !== undefined && /^[1-4]$/.test(depth)) toc.depth = Number(depth);
  noteFaults(directive, reading, ['title', 'depth'], depth !== undefined && toc.depth === undefined ? [`depth=${depth}`] : []);
  return [toc, ...readNodes(directive.children, reading)];
}

function readPageBreak(directive: Directive, reading: Reading, orientation?: 'portrait' | 'landscape'): Block[] {
  const block: PageBreak = anchored({ id: '', type: 'page_break' }, directive);
  const asked = orientation ?? valueOf(directive, 'orientation');
  if (asked === 'portrait' || asked === 'landscape') block.orientation = asked;
  noteFaults(directive, reading, ['orientation']);
  // Content in `:::landscape … :::` is what shall be turned; the pages behind it are upright again.
  const inner = readNodes(directive.children, reading);
  if (inner.length === 0 || orientation !== 'landscape') return [block, ...inner];
  return [block, ...inner, { id: '', type: 'page_break', orientation: 'portrait' }];
}

/** `::limit{pages=2}`, `::limit{pages=5-7}`: nothing that is seen. */
function readLimit(directive: Directive, reading: Reading): Block[] {
  const asked = valueOf(directive, 'pages') ?? directive.label;
  const limits = readPageLimits(asked);
  if (limits) reading.limits = limits;
  noteFaults(directive, reading, ['pages'], limits ? [] : [`pages=${asked}`]);
  return readNodes(directive.children, reading);
}

// ---------------------------------------------------------------------------------------------------------- containers

function readCallout(directive: Directive, reading: Reading, named?: Callout['kind']): Block[] {
  const asked = valueOf(directive, 'kind')?.toLowerCase();
  const known = asked !== undefined && Object.hasOwn(CALLOUTS, asked) ? CALLOUTS[asked] : undefined;
  const callout: Callout = anchored({ id: '', type: 'callout', kind: named ?? known ?? 'note', blocks: [] }, directive);
  const title = valueOf(directive, 'title') ?? directive.label;
  const runs = readTitle(title, reading, directive.line);
  if (runs) callout.title = runs;
  callout.blocks = readNodes(directive.children, reading);
  noteFaults(directive, reading, ['kind', 'title'], asked !== undefined && known === undefined ? [`kind=${asked}`] : []);
  return callout.title === undefined && callout.blocks.length === 0 ? [] : [callout];
}

function readQuoteDirective(directive: Directive, reading: Reading): Block[] {
  const quote: Quote = anchored({ id: '', type: 'quote', blocks: readNodes(directive.children, reading) }, directive);
  const by = valueOf(directive, 'by') ?? directive.label;
  if (by !== '') quote.by = by;
  noteFaults(directive, reading, ['by']);
  return [quote];
}

function readClause(directive: Directive, reading: Reading): Block[] {
  const asked = valueOf(directive, 'level');
  const level = asked !== undefined && /^[1-4]$/.test(asked) ? Number(asked) : Math.min(4, reading.clauseDepth + 1);
  const clause: Clause = anchored({ id: '', type: 'clause', level, blocks: [] }, directive);
  const title = valueOf(directive, 'title') ?? directive.label;
  const runs = readTitle(title, reading, directive.line);
  if (runs) clause.title = runs;
  const outer = reading.clauseDepth;
  reading.clauseDepth = level;
  clause.blocks = readNodes(directive.children, reading);
  reading.clauseDepth = outer;
  noteFaults(directive, reading, ['level', 'title'], asked !== undefined && !/^[1-4]$/.test(asked) ? [`level=${asked}`] : []);
  return clause.title === undefined && clause.blocks.length === 0 ? [] : [clause];
}

/** Columns are divided by `::col` lines, or each is in a `:::col` of its own. */
function readColumns(directive: Directive, reading: Reading): Block[] {
  const parts: Node[][] = [[]];
  for (const node of directive.children) {
    const isColumn = node.token.type.startsWith('directive') && parseDirectiveLine(node.token.content)?.name === 'col';
    if (!isColumn) parts.at(-1)?.push(node);
    else parts.push(node.children.length > 0 ? [...node.children] : []);
  }
  const read = parts.map((nodes) => ({ blocks: readNodes(nodes, reading) }));
  // What is before the first `::col` is a column only if it is something.
  if (read.length > 1 && read[0]?.blocks.length === 0) read.shift();
  if (read.every((column) => column.blocks.length === 0)) return [];
  const columns: Columns = anchored({ id: '', type: 'columns', columns: read }, directive);
  const text = valueOf(directive, 'ratio');
  const ratio = text?.split(/[:,/|]/).map((part) => Number(part.replace('%', '').trim()));
  const valid = ratio !== undefined && ratio.length === read.length && ratio.every((share) => share > 0 && share <= 1000);
  if (ratio && valid) columns.ratio = ratio;
  noteFaults(directive, reading, ['ratio'], text !== undefined && !valid ? [`ratio=${text}`] : []);
  return [columns];
}

// -------------------------------------------------------------------------------------------------------------- tables

function readTableDirective(directive: Directive, reading: Reading): Block[] {
  const grid = readGridTable(directive, reading);
  if (grid) return grid;
  const blocks: Block[] = [];
  let attributes: Attributes | undefined = directive.attributes;
  if (attributes.values.get('caption') === undefined && directive.label !== '') attributes.values.set('caption', directive.label);
  for (const node of directive.children) {
    const raw = reading.tables.get(node.token);
    const made = raw && attributes ? readTable(raw, reading, { line: node.token.map?.[0], attributes }) : readNodes([node], reading);
    if (raw) attributes = undefined;
    for (const block of made) blocks.push(block);
  }
  if (attributes) {
    addNote(
      reading,
      { code: 'table_missing', severity: 'info', message: 'The directive "table" holds no pipe table; its content was kept.' },
      directive.line,
    );
    const caption = valueOf(directive, 'caption');
    const runs = readTitle(caption, reading, directive.line);
    if (runs) blocks.unshift({ id: '', type: 'paragraph', runs });
  }
  return blocks;
}

/** `::total{col=Amount fn=sum}`: of the table above. Several columns are divided by commas; without any, all that hold figures are meant. */
function readTotal(directive: Directive, reading: Reading): Block[] {
  const table = reading.lastTable?.table;
  const asked = valueOf(directive, 'fn') ?? 'sum';
  const kind = totalKind(asked);
  const names = (valueOf(directive, 'col') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const heads = table?.rows[table.header_rows - 1]?.cells.map((cell) => plainText(cell.runs).trim().toLowerCase()) ?? [];
  const missing = names.filter((name) => !heads.includes(name));
  if (!table || missing.length > 0) {
    const why = table ? `the table above has no column "${missing.join('", "').slice(0, 80)}"` : 'there is no table above it';
    addNote(reading, { code: 'total_misplaced', severity: 'warning', message: `A total was left out: ${why}.` }, directive.line);
    return readNodes(directive.children, reading);
  }
  addTotals(table, reading, (index) =>
    names.length === 0 ? (index === 0 ? undefined : (kind ?? 'sum')) : names.includes(heads[index] ?? '') ? (kind ?? 'sum') : undefined,
  );
  noteFaults(directive, reading, ['col', 'fn'], kind === undefined ? [`fn=${asked}`] : []);
  return readNodes(directive.children, reading);
}
