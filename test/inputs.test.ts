/**
 * Texts as people and models write them (test/inputs), each with what must become of it. Behind a line of `=====` stand
 * the expectations, one in a line: `format` and `type`; `blocks`, the kinds at the top; `has` and `lacks`, words of what is
 * made (line breaks as ` / `); `note` and `no notes`, codes.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decideType } from '../src/document/document-type.ts';
import { blockText } from '../src/document/walk.ts';
import { detectLanguage } from '../src/document/language.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { writeMarkdown } from '../src/writers/markdown.ts';
import { ROOT } from './support/read-sources.ts';
import { shownCells } from './support/shown-cells.ts';

const FOLDER = `${ROOT}test/inputs/`;

interface Outcome {
  type: string;
  blocks: string;
  /** Markdown of what was read, or rows of the workbook with cells divided by ` | `. */
  text: string;
  notes: string[];
}

function outcomeOf(markdown: string, format: string): Outcome {
  const { value, notes } = readMarkdown(markdown, { pictures: 0, deck: format === 'pptx', workbook: format === 'xlsx' });
  const blocks = value.blocks.map(({ type }) => type).join(',');
  const type = decideType(value.blocks, value.meta);
  if (format !== 'xlsx')
    return {
      type,
      blocks,
      text: `${writeMarkdown(value.blocks)}\n${value.blocks.map(blockText).join('\n')}`,
      notes: notes.map(({ code }) => code),
    };
  const lang = value.meta.lang ?? detectLanguage(value.blocks.map(blockText).join('\n'));
  const made = shownCells(markdown, lang);
  const rows = made.sheets.flatMap((name) => [`[${name}]`, ...made.cells(name).map((row) => row.join(' | '))]);
  return { type: 'spreadsheet', blocks, text: rows.join('\n'), notes: made.notes.map((note) => note.slice(0, note.indexOf(':'))) };
}

for (const name of readdirSync(FOLDER).sort()) {
  test(`as written: ${name}`, () => {
    const [markdown = '', expected = ''] = readFileSync(FOLDER + name, 'utf8').split(/^=====\n/m);
    const lines = expected.split('\n').filter((line) => line !== '');
    assert.ok(lines.length > 0, 'it expects nothing');
    const format = lines.find((line) => line.startsWith('format '))?.slice(7) ?? 'docx';
    const { type, blocks, text, notes } = outcomeOf(markdown, format);
    const plain = text.replaceAll(/\\\n|<br>/g, ' / ').replaceAll(/\n+/g, '\n');
    for (const line of lines) {
      const [, key = '', value = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
      if (key === 'type') assert.equal(type, value);
      else if (key === 'blocks') assert.equal(blocks, value);
      else if (key === 'has') assert.ok(plain.includes(value), `"${value}" is not in\n${plain}`);
      else if (key === 'lacks') assert.ok(!plain.includes(value), `"${value}" is in\n${plain}`);
      else if (key === 'note') assert.ok(notes.includes(value), `${value} is not among ${notes.join(', ')}`);
      else if (line === 'no notes') assert.deepEqual(notes, []);
      else assert.equal(key, 'format', `what is "${line}"?`);
    }
  });
}
