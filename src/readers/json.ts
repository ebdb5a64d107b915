/** JSON → a table where it is a list of like things, else itself, set out in lines; notebooks → their cells. */
import type { Block, TableRow } from '../document/block.ts';
import type { Note, Noted } from '../base/note.ts';
import { blockText } from '../document/walk.ts';
import { readHtml } from './html.ts';
import { decodeText } from './text.ts';

const COLUMNS_MAX = 60;
/** Beyond these, values are given as they stand: set out, they would be mostly indentation. */
const SET_OUT_DEEP_MAX = 100;
const SET_OUT_TIMES = 8;
const SET_OUT_FREE = 100_000;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

/** Never throws: what is no JSON is given as it stands, with a note. Notes: `part_damaged`, `encoding_guessed`, `controls_dropped`. */
export function readJson(bytes: Uint8Array): Noted<{ blocks: Block[]; pages: null }> {
  const { value: text, notes } = decodeText(bytes);
  const parsed = parse(text);
  const lines = parsed === undefined ? parseLines(text) : undefined;
  if (lines !== undefined) {
    const table = hasRepeatedNames(text, lines) ? undefined : tableOf(lines);
    return { value: { blocks: [table ?? code(text.trim(), 'json')], pages: null }, notes };
  }
  if (parsed === undefined) {
    const damaged: Note = {
      code: 'part_damaged',
      severity: 'warning',
      message: 'The file is no whole JSON value; its text is given as it stands.',
    };
    return { value: { blocks: [code(text, 'json')], pages: null }, notes: [...notes, damaged] };
  }
  const table = hasRepeatedNames(text, parsed.value) ? undefined : tableOf(parsed.value);
  return { value: { blocks: [table ?? code(setOut(text), 'json')], pages: null }, notes };
}

const SIGN = /[{}[\],:]/;
const END = /[\s"{}[\],:]/;

/** Where a string ends whose opening quote is at `start`: behind the first quote with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === '\\') before--;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** Strings, other values and signs of sound JSON, in their order. A string may be as long as a file: no pattern could match it. */
function* tokensOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const sign = text[at] ?? '';
    if (/\s/.test(sign)) {
      at++;
      continue;
    }
    let end = at + 1;
    if (sign === '"') end = endOfString(text, at);
    else if (!SIGN.test(sign)) while (end < text.length && !END.test(text[end] ?? '')) end++;
    yield text.slice(at, end);
    at = end;
  }
}

/**
 * Sound JSON with a line for each value. Numbers stay as they are written (`1.50`, 19 digits), which a number of JavaScript would
 * not keep, and so do members of one name; strings come without escapes that nobody needs.
 */
function setOut(text: string): string {
  const lines: string[] = [];
  let line = '';
  let deep = 0;
  const indent = (): string => '  '.repeat(deep);
  const opens = (token: string): boolean => token === '{' || token === '[';
  let before = '';
  let chars = 0;
  for (const token of tokensOf(text)) {
    const closes = token === '}' || token === ']';
    if (closes) deep--;
    if (opens(before) ? !closes : closes || before === ',') {
      lines.push(line);
      chars += line.length;
      line = indent();
    }
    if ((opens(token) && ++deep > SET_OUT_DEEP_MAX) || chars > SET_OUT_FREE + text.length * SET_OUT_TIMES) return text.trim();
    line += token === ':' ? ': ' : token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token;
    before = token;
  }
  return [...lines, line].join('\n');
}

/** Whether a record of a list has two members of one name, of which a table would lose one. */
function hasRepeatedNames(text: string, value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const members = value.reduce<number>((sum, one) => sum + (isRecord(one) ? Object.keys(one).length : 0), 0);
  let written = 0;
  for (const token of tokensOf(text)) if (token === ':') written++;
  return written > members;
}

const code = (text: string, language?: string): Block => ({
  id: 'b1',
  type: 'code',
  text,
  ...(language === undefined ? {} : { language }),
});

/** Numbers that JavaScript would write otherwise. */
const INEXACT = /\d{16}|\.\d*0(?!\d)|\d[eE]|-0/;
/** @param context of a plain value, where it is in the text */
const asWritten = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? (context?.source ?? value) : value;

/** Numbers are texts where they would not be written as they stand. */
function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: (INEXACT.test(text) ? JSON.parse(text, asWritten) : JSON.parse(text)) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** JSON Lines: a record on each line. undefined for what is none. */
function parseLines(text: string): unknown[] | undefined {
  const values: unknown[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const parsed = parse(line);
    if (!isRecord(parsed?.value)) return undefined;
    values.push(parsed.value);
  }
  return values.length > 1 ? values : undefined;
}

/** A list of records with plain values, whatever of them each has. */
function tableOf(value: unknown): Block | undefined {
  if (!Array.isArray(value) || value.length < 1 || !value.every((one) => isRecord(one) && Object.values(one).every(isPlain)))
    return undefined;
  const records = value.filter(isRecord);
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  if (names.length < 1 || names.length > COLUMNS_MAX) return undefined;
  const rowOf = (values: readonly unknown[]): TableRow => ({
    cells: values.map((one) => ({ runs: one === undefined || one === null || one === '' ? [] : [{ text: String(one) }] })),
  });
  return {
    id: 'b1',
    type: 'table',
    columns: names.map(() => ({})),
    header_rows: 1,
    rows: [rowOf(names), ...records.map((record) => rowOf(names.map((name) => record[name])))],
  };
}

/** XML, as it stands: what its elements mean only their author knows. Notes as of texts. */
export function readXmlText(bytes: Uint8Array): Noted<{ blocks: Block[]; pages: null }> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const { value, notes } = decodeText(bytes, /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w-]{3,30})/.exec(head)?.[1]);
  return { value: { blocks: [code(value.trim(), 'xml')], pages: null }, notes };
}

// ---------------------------------------------------------------------------------------------------------- notebooks

const linesOf = (value: unknown): string =>
  Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : typeof value === 'string' ? value : '';

/** Longer than any fence in the text. */
function fenced(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, one) => Math.max(most, one.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n+$/, '')}\n${fence}`;
}

/** What programs colour their output with on a terminal (ECMA-48 §5.4). */
// oxlint-disable-next-line no-control-regex
const TERMINAL = /\u001B\[[\d;?]*[@-~]/g;
/** What Python calls a thing that only another form of the output shows. */
const NAMELESS = /^<[\w.]+ (?:object|at 0x)[^\n]*>$/;

const pageText = (html: string): string => readHtml(new TextEncoder().encode(html)).value.blocks.map(blockText).join('\n');

/** What an output shows, as Markdown; '' for pictures. Of its forms that which says most. */
function outputText(output: unknown): string {
  if (!isRecord(output)) return '';
  const printed = (text: string): string => (text.trim() === '' ? '' : fenced(text.replaceAll(TERMINAL, ''), 'text'));
  if (output['output_type'] === 'stream') return printed(linesOf(output['text']));
  if (output['output_type'] === 'error') return printed(`${linesOf(output['ename'])}: ${linesOf(output['evalue'])}`);
  const data = isRecord(output['data']) ? output['data'] : {};
  const [markdown, text, html, latex] = ['text/markdown', 'text/plain', 'text/html', 'text/latex'].map((type) => linesOf(data[type]));
  if (markdown) return markdown.trim();
  if (text && !NAMELESS.test(text.trim())) return printed(text);
  return printed((html && pageText(html)) || latex || (data['application/json'] ? JSON.stringify(data['application/json'], null, 2) : ''));
}

const showsPicture = (output: unknown): boolean =>
  isRecord(output) && isRecord(output['data']) && Object.keys(output['data']).some((type) => type.startsWith('image/'));

/**
 * A Jupyter notebook (nbformat 4) as Markdown: its texts as they were written, code and what it printed in fences.
 * @returns null where the file is none. Notes: `part_left_out` of pictures
 */
export function readNotebook(bytes: Uint8Array): Noted<string> | null {
  const { value: text, notes } = decodeText(bytes);
  const notebook = parse(text)?.value;
  if (!isRecord(notebook) || !Array.isArray(notebook['cells'])) return null;
  const meta = isRecord(notebook['metadata']) ? notebook['metadata'] : {};
  const info = isRecord(meta['language_info']) ? meta['language_info'] : {};
  const language = /^[\w+#-]{1,30}$/.exec(linesOf(info['name']))?.[0] ?? 'python';
  let pictures = 0;
  const parts = notebook['cells'].filter(isRecord).flatMap((cell): string[] => {
    const source = linesOf(cell['source']);
    const outputs = Array.isArray(cell['outputs']) ? cell['outputs'] : [];
    pictures += outputs.filter(showsPicture).length;
    if (cell['cell_type'] !== 'code') return source.trim() === '' ? [] : [source.trim()];
    const printed = outputs.map(outputText).filter((one) => one !== '');
    return [...(source.trim() === '' ? [] : [fenced(source, language)]), ...printed];
  });
  const left: Note[] =
    pictures === 0
      ? []
      : [{ code: 'part_left_out', severity: 'info', message: `${pictures} pictures that the notebook's code has drawn were left out.` }];
  return { value: `${parts.join('\n\n')}\n`, notes: [...notes, ...left] };
}
