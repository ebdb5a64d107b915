/** Directives of pages that people use: forms, what was entered, checklists, polls, charts of entries, calculators. */
import type { Block } from '../../document/block.ts';
import {
  COLLECTION_MODES,
  COLLECTION_NAME,
  TALLY_KINDS,
  type Checklist,
  type CollectionMode,
  type Form,
  type FormField,
  type Poll,
  type Records,
  type Tally,
} from '../../document/interactive.ts';
import { anchored, noteFaults, valueOf, type Directive } from './directives.ts';
import { readNodes } from './blocks.ts';
import { takeItems } from './front-blocks.ts';
import { splitCells } from './pipe-table.ts';
import type { Node } from './parser.ts';
import { addNote, type Reading } from './reading.ts';
import { readPlain, readTitle } from './runs.ts';

const FIELDS_MAX = 60;
const ITEMS_MAX = 500;
const CHOICES_MAX = 200;

/** Items of the lists in a directive as text, and what else is in it. */
function itemsOf(directive: Directive, most: number): { items: { text: string; line: number | undefined }[]; left: Node[] } {
  const items: { text: string; line: number | undefined }[] = [];
  const left = directive.children.filter((node) => !takeItems(node, (text, line) => items.push({ text, line })));
  return { items: items.slice(0, most), left };
}

interface Kept {
  collection: string;
  mode?: CollectionMode;
}

/** The collection that a directive names, else one by its own kind; names are brought into the form that a collection has. */
function keptIn(directive: Directive, otherwise: string, faults: string[]): Kept {
  const asked = valueOf(directive, 'collection') ?? otherwise;
  const clean = asked
    .trim()
    .replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 64);
  const collection = COLLECTION_NAME.test(clean) ? clean : otherwise;
  if (collection !== asked) faults.push(`collection=${asked} (it is called ${collection})`);
  const word = valueOf(directive, 'mode')?.toLowerCase();
  const mode = COLLECTION_MODES.find((each) => each === word);
  if (word !== undefined && mode === undefined) faults.push(`mode=${word}`);
  return { collection, ...(mode === undefined ? {} : { mode }) };
}

function invalid(directive: Directive, reading: Reading, why: string): void {
  addNote(
    reading,
    { code: 'interactive_invalid', severity: 'warning', message: `The directive "${directive.name}" ${why}` },
    directive.line,
  );
}

// -------------------------------------------------------------------------------------------------------------- forms

const TYPE_WORDS: readonly [FormField['type'], RegExp][] = [
  ['long_text', /^(?:long[ _-]?text|text ?area|multi-?line|paragraph|texto largo|párrafo)\b/i],
  ['text', /^(?:text|short text|texto|string|name|nombre|phone|tel|teléfono)\b/i],
  ['email', /^(?:e-?mail|correo)\b/i],
  ['number', /^(?:number|número|numero|int(?:eger)?|amount|cantidad)\b/i],
  ['date', /^(?:date|fecha|day)\b/i],
  ['choice', /^(?:choice|choose|select|option|elección|opción|opciones|one of)\b/i],
  ['check', /^(?:check(?:box)?|yes\/no|casilla|sí\/no|bool(?:ean)?)\b/i],
];

const list = (text: string): string[] =>
  text
    .split(/\s*,\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** `Name* | text, max 80 | as on the passport`; undefined where there is no name. */
function readField(text: string, faults: string[]): FormField | undefined {
  const [label = '', kind = 'text', ...hints] = splitCells(text);
  const name = label.replaceAll(/[*_`]+/g, '').trim();
  if (name === '') return undefined;
  const required = /\*\s*$/.test(label.replaceAll('\\*', '*'));
  const words = kind.trim();
  const type = words === '' ? 'text' : TYPE_WORDS.find(([, pattern]) => pattern.test(words))?.[0];
  if (type === undefined) faults.push(`${name}: ${words.slice(0, 40)}`);
  const field: FormField = { name, type: type ?? 'text', required };
  const behind = words.includes(':') ? words.slice(words.indexOf(':') + 1) : words.replace(/^[\p{L}-]+(?: ?\p{L}+)?,?/u, '');
  if (field.type === 'choice') {
    const choices = [...new Set(list(behind))].slice(0, CHOICES_MAX);
    if (choices.length === 0) faults.push(`${name}: choice without choices`);
    else field.choices = choices;
    if (field.choices === undefined) field.type = 'text';
  }
  if (field.type === 'number' || field.type === 'text' || field.type === 'long_text') {
    const range = /(-?\d+(?:\.\d+)?)\s*(?:-|–|to|a|…)\s*(-?\d+(?:\.\d+)?)/.exec(behind);
    const min = range?.[1] ?? /\b(?:min|from|desde)\W{0,2}(-?\d+(?:\.\d+)?)/i.exec(behind)?.[1];
    const max = range?.[2] ?? /\b(?:max|up to|hasta|at most)\W{0,2}(-?\d+(?:\.\d+)?)/i.exec(behind)?.[1];
    if (min !== undefined && field.type === 'number') field.min = Number(min);
    if (max !== undefined && (field.type === 'number' || Number(max) >= 1)) field.max = Number(max);
  }
  const hint = hints.join(' | ').trim();
  if (hint !== '') field.hint = hint;
  return field;
}

/** `:::form{collection=signups mode=submit button="Sign up"}` with a list of fields. */
export function readForm(directive: Directive, reading: Reading): Block[] {
  const { items, left } = itemsOf(directive, FIELDS_MAX);
  const rest = readNodes(left, reading);
  const faults: string[] = [];
  const fields: FormField[] = [];
  for (const { text, line } of items) {
    const field = readField(text, faults);
    if (field !== undefined && !fields.some(({ name }) => name === field.name))
      fields.push({ ...field, name: readPlain(field.name, reading, line).trim() || field.name });
  }
  const kept = keptIn(directive, 'entries', faults);
  noteFaults(directive, reading, ['collection', 'mode', 'title', 'button', 'done'], faults);
  if (fields.length === 0) {
    invalid(directive, reading, 'needs a list of fields (`- Name* | text`); its content was kept.');
    return rest;
  }
  const form: Form = anchored({ id: '', type: 'form', ...kept, fields }, directive);
  const title = readTitle(valueOf(directive, 'title') ?? directive.label, reading, directive.line);
  if (title) form.title = title;
  for (const key of ['button', 'done'] as const) {
    const value = valueOf(directive, key);
    if (value !== undefined) form[key] = value;
  }
  return [...rest, form];
}

// ---------------------------------------------------------------------------------------------------- what was entered

/** `:::records{collection=signups columns="Name,Size" sort=-Name filter="Size=M"}`. */
export function readRecords(directive: Directive, reading: Reading): Block[] {
  const faults: string[] = [];
  const records: Records = anchored({ id: '', type: 'records', ...keptIn(directive, 'entries', faults) }, directive);
  const title = readTitle(valueOf(directive, 'title') ?? directive.label, reading, directive.line);
  if (title) records.title = title;
  const columns = list(valueOf(directive, 'columns') ?? '');
  if (columns.length > 0) records.columns = columns;
  for (const key of ['sort', 'filter', 'empty'] as const) {
    const value = valueOf(directive, key);
    if (value === undefined) continue;
    if (key === 'filter' && !/^[^=]+=./.test(value)) faults.push(`filter=${value}`);
    else records[key] = value;
  }
  noteFaults(directive, reading, ['collection', 'mode', 'title', 'columns', 'sort', 'filter', 'empty'], faults);
  return [records, ...readNodes(directive.children, reading)];
}

/** `:::chart{collection=votes by=Choice}`: a chart of entries. */
export function readTally(directive: Directive, reading: Reading): Block[] {
  const faults: string[] = [];
  const kept = keptIn(directive, 'entries', faults);
  const by = valueOf(directive, 'by') ?? valueOf(directive, 'x');
  const asked = (valueOf(directive, 'type') ?? 'bar').toLowerCase();
  const kind = TALLY_KINDS.find((each) => each === asked);
  if (kind === undefined) faults.push(`type=${asked} (charts of entries are bar or column)`);
  noteFaults(directive, reading, ['collection', 'mode', 'type', 'title', 'by', 'x', 'sum', 'y', 'unit'], faults);
  const rest = readNodes(directive.children, reading);
  if (by === undefined) {
    invalid(directive, reading, 'of a collection needs `by`, the field whose values are counted; its content was kept.');
    return rest;
  }
  const tally: Tally = anchored({ id: '', type: 'tally', ...kept, kind: kind ?? 'bar', by }, directive);
  const title = valueOf(directive, 'title') ?? directive.label;
  if (title !== '') tally.title = title;
  const sum = valueOf(directive, 'sum') ?? valueOf(directive, 'y');
  if (sum !== undefined) tally.sum = sum;
  const unit = valueOf(directive, 'unit');
  if (unit !== undefined) tally.unit = unit;
  return [tally, ...rest];
}

// --------------------------------------------------------------------------------------------------- checklists, polls

const BOX = /^\[[ xX]?\]\s*/;

/** `:::checklist{collection=tasks title="Packing"}` with a list of what is to be done. */
export function readChecklist(directive: Directive, reading: Reading): Block[] {
  const { items, left } = itemsOf(directive, ITEMS_MAX);
  const faults: string[] = [];
  const texts = items.map(({ text, line }) => readPlain(text.replace(BOX, ''), reading, line).trim()).filter((text) => text !== '');
  const kept = keptIn(directive, 'tasks', faults);
  const checklist: Checklist = anchored({ id: '', type: 'checklist', ...kept, items: [...new Set(texts)] }, directive);
  const title = readTitle(valueOf(directive, 'title') ?? directive.label, reading, directive.line);
  if (title) checklist.title = title;
  noteFaults(directive, reading, ['collection', 'mode', 'title'], faults);
  return [...readNodes(left, reading), checklist];
}

/** `:::poll{collection=dates question="Which day?" multiple=yes}` with a list of choices. */
export function readPoll(directive: Directive, reading: Reading): Block[] {
  const { items, left } = itemsOf(directive, CHOICES_MAX);
  const faults: string[] = [];
  const kept = keptIn(directive, 'votes', faults);
  const choices = [...new Set(items.map(({ text, line }) => readPlain(text.replace(BOX, ''), reading, line).trim()))].filter(
    (text) => text !== '',
  );
  const question = readTitle(valueOf(directive, 'question') ?? valueOf(directive, 'title') ?? directive.label, reading, directive.line);
  noteFaults(directive, reading, ['collection', 'mode', 'question', 'title', 'multiple', 'button'], faults);
  const rest = readNodes(left, reading);
  if (choices.length < 2) {
    invalid(directive, reading, 'needs a list of two choices or more; its content was kept.');
    return rest;
  }
  // a paragraph before the choices is the question where none is named
  const [first, ...others] = rest;
  const asks = question === undefined && first?.type === 'paragraph';
  const poll: Poll = anchored({ id: '', type: 'poll', ...kept, question: question ?? (asks ? first.runs : []), choices }, directive);
  if (/^(?:yes|true|1|sí|si)$/i.test(valueOf(directive, 'multiple') ?? '')) poll.multiple = true;
  const button = valueOf(directive, 'button');
  if (button !== undefined) poll.button = button;
  return [...(asks ? others : rest), poll];
}
