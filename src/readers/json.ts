/** JSON → a table where it is a list of like things, else itself, set out in lines; notebooks → their cells. */
import type { Block, TableRow } from '../document/block.ts';
import type { Note, Noted } from '../base/note.ts';
import { decodeText } from './text.ts';

const COLUMNS_MAX = 60;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

/** Never throws: what is no JSON is given as it stands, with a note. Notes: `part_damaged`, `encoding_guessed`, `controls_dropped`. */
export function readJson(bytes: Uint8Array): Noted<{ blocks: Block[]; pages: null }> {
  const { value: text, notes } = decodeText(bytes);
  const parsed = parse(text);
  if (parsed === undefined) {
    const damaged: Note = {
      code: 'part_damaged',
      severity: 'warning',
      message: 'The file is no whole JSON value; its text is given as it stands.',
    };
    return { value: { blocks: [code(text, 'json')], pages: null }, notes: [...notes, damaged] };
  }
  const table = tableOf(parsed.value);
  return { value: { blocks: [table ?? code(JSON.stringify(parsed.value, null, 2), 'json')], pages: null }, notes };
}

const code = (text: string, language?: string): Block => ({
  id: 'b1',
  type: 'code',
  text,
  ...(language === undefined ? {} : { language }),
});

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
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
  const { value, notes } = decodeText(bytes);
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

/** What an output shows as text; '' for pictures. */
function outputText(output: unknown): string {
  if (!isRecord(output)) return '';
  if (output['output_type'] === 'stream') return linesOf(output['text']);
  if (output['output_type'] === 'error') return `${linesOf(output['ename'])}: ${linesOf(output['evalue'])}`;
  return isRecord(output['data']) ? linesOf(output['data']['text/plain']) : '';
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
    const printed = outputs.map(outputText).filter((one) => one.trim() !== '');
    return [...(source.trim() === '' ? [] : [fenced(source, language)]), ...printed.map((one) => fenced(one, 'text'))];
  });
  const left: Note[] =
    pictures === 0
      ? []
      : [{ code: 'part_left_out', severity: 'info', message: `${pictures} pictures that the notebook's code has drawn were left out.` }];
  return { value: `${parts.join('\n\n')}\n`, notes: [...notes, ...left] };
}
