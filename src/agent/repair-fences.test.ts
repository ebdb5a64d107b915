import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarkdown } from '../readers/markdown.ts';
import { repairFences } from './repair-fences.ts';

function check(markdown: string, kinds: string[], codes: string[]): void {
  const { value, notes } = repairFences(markdown);
  assert.deepEqual(
    readMarkdown(value, { pictures: 0 }).value.blocks.map(({ type }) => type),
    kinds,
  );
  assert.deepEqual(
    notes.map(({ code }) => code),
    codes,
  );
}

test('a fence that is never closed ends where the text goes on', () => {
  check('# T\n\n```js\nlet a;\n\nlet b;\n\n## Next\n\nText.\n', ['heading', 'code', 'heading', 'paragraph'], ['code_unclosed']);
  check('~~~\ncode\n```\n\n:::tip\nText.\n:::\n', ['code', 'callout'], ['code_unclosed']);
  check('```\ncode\n\n| A | B |\n|---|---|\n| 1 | 2 |\n', ['code', 'table'], ['code_unclosed']);
});

test('comments of a language are no headings, and sound code stays as it is', () => {
  check('```python\na = 1\n\n# a comment\nb = 2\n', ['code'], []);
  check('```python\na = 1\n\n## Next\n\nText.\n', ['code', 'heading', 'paragraph'], ['code_unclosed']);
  for (const sound of ['```\na\n\n## b\n```\n\nText.\n', 'Text.\n', '````md\n```\n# a\n````\n\n# T\n', '`` ` ``\n\n# T\n'])
    assert.deepEqual(repairFences(sound), { value: sound, notes: [] });
});
