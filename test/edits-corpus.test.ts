/**
 * Edits over real files, where there are some: OCTAVO_CORPUS names a folder of Office files. A request of which nothing is
 * done gives the same bytes; tracked edits keep their proof; rejecting them all gives the text back; files stay as valid as they were.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Refusal } from '../src/base/refusal.ts';
import { applyEdits, type EditOperation } from '../src/edits/apply-edits.ts';
import { listContent, type AddressedBlock } from '../src/edits/list-content.ts';
import { validateOffice } from './support/validate-office.ts';

const CORPUS = process.env['OCTAVO_CORPUS'];
const CONTEXT = { author: 'Octavo test', date: '2026-01-01T00:00:00Z' };
/** Files of each kind that are edited; all are tried without an operation. */
const EDITED_MAX = 60;
const VALIDATED_MAX = 12;
const skip = CORPUS === undefined ? 'OCTAVO_CORPUS is not set: no folder of real files' : false;

function filesOf(kind: string, most = EDITED_MAX): string[] {
  const all = readdirSync(CORPUS ?? '.', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(`.${kind}`))
    .toSorted();
  const step = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, index) => index % step === 0).map((name) => join(CORPUS ?? '.', name));
}

function read(path: string): { bytes: Uint8Array; blocks: AddressedBlock[] } | null {
  const bytes = readFileSync(path);
  try {
    return { bytes, blocks: listContent(bytes) };
  } catch (error) {
    // hostile and damaged files are part of the folder
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const textOf = (blocks: readonly AddressedBlock[]): string =>
  blocks
    .filter(({ type }) => type !== 'revision')
    .map(({ text, rows }) => text + (rows ?? []).flatMap(({ cells }) => cells.map((cell) => cell.text)).join('|'))
    .join('\n');

function operationsFor(blocks: readonly AddressedBlock[]): EditOperation[] {
  const texts = blocks.filter(
    ({ type, text, address }) => /^(paragraph|heading|list_item)$/.test(type) && text.trim().length > 3 && !address.includes('.'),
  );
  const [first, second, third] = [texts[0], texts.at(-1), texts[Math.floor(texts.length / 2)]];
  return [
    ...(first === undefined
      ? []
      : [{ op: 'rewrite_block', target: first.address, text: `Changed <&> ${first.text} and more`, expect: first.text }]),
    ...(second === undefined ? [] : [{ op: 'delete_block', target: second.address }]),
    ...(third === undefined ? [] : [{ op: 'insert_blocks', target: third.address, blocks: [{ type: 'paragraph', text: 'New text' }] }]),
    { op: 'replace_text', find: 'the', replace: 'THE', all: true, whole_word: true },
  ];
}

for (const kind of ['docx', 'pptx', 'xlsx']) {
  test(`${kind}: nothing done gives the same bytes, for every file`, { skip }, () => {
    let tried = 0;
    for (const path of filesOf(kind, Infinity)) {
      const file = readFileSync(path);
      const edited = applyOrRefuse(file);
      if (edited === null) continue;
      tried++;
      assert.ok(Buffer.compare(edited, file) === 0, path);
    }
    assert.ok(tried > 0);
  });
}

/** A request of which nothing can be done; null for files that are refused as a whole. */
function applyOrRefuse(file: Uint8Array): Uint8Array | null {
  try {
    return applyEdits(
      file,
      [
        { op: 'replace_text', find: '\u2603 nowhere \u2603', replace: 'x' },
        { op: 'set_cells', target: 'Nowhere!A1', values: [[1]] },
      ],
      { ...CONTEXT, mode: 'direct' },
    ).bytes;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

test('docx: tracked edits keep their proof, and rejecting them gives the text back', { skip }, () => {
  let edited = 0;
  const unlike: string[] = [];
  for (const path of filesOf('docx')) {
    const file = read(path);
    if (file === null) continue;
    const { bytes, integrity, results } = applyEdits(file.bytes, operationsFor(file.blocks), { ...CONTEXT, mode: 'tracked' });
    if (results.every(({ status }) => status === 'rejected')) continue;
    edited++;
    assert.deepEqual([integrity.accept_matches, integrity.reject_matches], [true, true], path);
    const back = applyEdits(bytes, [{ op: 'reject_revision', target: 'all', author: CONTEXT.author }], { ...CONTEXT, mode: 'direct' });
    if (back.results[0]?.status === 'applied' && textOf(listContent(back.bytes)) !== textOf(file.blocks)) unlike.push(path);
  }
  assert.ok(edited > 20, `${edited} files`);
  // a paragraph that was at the end of what Word needs may stay empty
  assert.ok(unlike.length <= edited / 20, unlike.join('\n').slice(0, 2_000));
});

test('edited files have no more errors than before', { skip }, async () => {
  for (const kind of ['docx', 'pptx', 'xlsx'] as const) {
    for (const path of filesOf(kind).filter((_, index) => index % Math.ceil(EDITED_MAX / VALIDATED_MAX) === 0)) {
      const file = read(path);
      if (file === null) continue;
      const operations =
        kind === 'docx'
          ? operationsFor(file.blocks)
          : kind === 'pptx'
            ? (file.blocks[0]?.blocks ?? [])
                .slice(0, 2)
                .map(({ address }) => ({ op: 'set_text', target: address, text: 'Changed <&> text' }))
            : file.blocks.slice(0, 1).map(({ address }) => ({
                op: 'set_cells',
                target: `${address}!B3`,
                values: [
                  ['Changed <&>', 7],
                  [true, null],
                ],
              }));
      const { bytes } = applyEdits(file.bytes, operations, { ...CONTEXT, mode: kind === 'docx' ? 'tracked' : 'direct' });
      const [before, after] = await Promise.all([validateOffice(file.bytes, kind), validateOffice(bytes, kind)]);
      assert.ok(after.length <= before.length, `${path}: ${JSON.stringify(after.slice(0, 2))}`.slice(0, 1_500));
    }
  }
});
