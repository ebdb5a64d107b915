import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOCUMENT_TYPES } from '../document/document.ts';
import { readMarkdown } from '../readers/markdown.ts';
import { classifyInstructions, goOnMessage, writingInstructions } from './prompt-files.ts';

test('each kind of document has instructions that begin alike, so that they can be kept', () => {
  const all = DOCUMENT_TYPES.map(writingInstructions);
  const start = all[0]?.slice(0, 5_000) ?? '';
  assert.ok(all.every((text) => text.startsWith(start)));
  assert.match(writingInstructions('memo'), /Kind of document: memo/);
  assert.ok(classifyInstructions().length > 500 && goOnMessage().length > 50);
});

test('every example that a prompt teaches is read without a note', () => {
  let examples = 0;
  for (const type of DOCUMENT_TYPES) {
    for (const [, example = ''] of writingInstructions(type).matchAll(/^````markdown\n([^]*?)^````$/gm)) {
      const { value, notes } = readMarkdown(example, { pictures: 1 });
      assert.ok(value.blocks.length > 0);
      assert.deepEqual(
        notes.filter(({ code }) => code !== 'link_broken').map(({ code, message }) => `${code}: ${message}`),
        [],
        example.slice(0, 200),
      );
      examples++;
    }
  }
  assert.ok(examples > 50, `${examples} examples`);
});
