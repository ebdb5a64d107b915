import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTrimmer } from './trim-answer.ts';

function check(text: string, expected: string): void {
  for (const size of [1, 4, 1000]) {
    const trimmer = createTrimmer(true);
    let out = '';
    for (let at = 0; at < text.length; at += size) out += trimmer.push(text.slice(at, at + size));
    assert.equal(out + trimmer.end(), expected, `in pieces of ${size}`);
  }
}

test('a sentence before the document and a fence around it are taken off', () => {
  check('# Title\n\nText.\n', '# Title\n\nText.\n');
  check('Sure! Here is your memo:\n\n# Title\n', '# Title\n');
  check('Aquí tienes el informe:\n\n# Título\n', '# Título\n');
  check('```markdown\n# Title\n\nText.\n```\n', '# Title\n\nText.');
  check('Here is the memo:\n```\n# Title\n```', '# Title');
});

test('a document that begins like one keeps its words', () => {
  check('Here we stand, and say so: today.\n\nMore.', 'Here we stand, and say so: today.\n\nMore.');
  check('```ts\nconst a = 1;\n```\n\nText.\n', '```ts\nconst a = 1;\n```\n\nText.\n');
  check('Below the line', 'Below the line');
});

test('text that cannot be such a beginning passes with its first letters', () => {
  const trimmer = createTrimmer(true);
  assert.equal(trimmer.push('# T'), '# T');
  assert.equal(createTrimmer(false).push('Sure'), 'Sure');
});

test('a fence inside of a fenced document stays', () => {
  check('```markdown\n# Title\n\n~~~\ncode\n~~~\n\nEnd.\n```', '# Title\n\n~~~\ncode\n~~~\n\nEnd.');
});
