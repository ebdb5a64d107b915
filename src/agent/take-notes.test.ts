import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNotesFilter } from './take-notes.ts';

/** What is left of a text that comes in pieces of so many characters, and the notes in it. */
function filtered(text: string, chars: number): { text: string; notes: string[] } {
  const filter = createNotesFilter();
  let out = '';
  for (let at = 0; at < text.length; at += chars) out += filter.push(text.slice(at, at + chars));
  out += filter.end();
  return { text: out, notes: filter.notes() };
}

const DOCUMENT = '# Title\n\n:::callout{kind=key}\nOne.\n:::\n\n::toc\n\nThe end: really.\n';

test('notes are taken out however the text is cut, and the document is as it was', () => {
  for (const chars of [1, 2, 3, 7, 1_000]) {
    const said = `${DOCUMENT}\n:::to-user\n- The sum is wrong:\n  9 and not 10.\n- No currency was given.\n:::\n`;
    assert.deepEqual(filtered(said, chars), {
      text: `${DOCUMENT}\n`,
      notes: ['The sum is wrong: 9 and not 10.', 'No currency was given.'],
    });
    assert.deepEqual(filtered(DOCUMENT, chars), { text: DOCUMENT, notes: [] });
  }
});

test('notes in the middle, unclosed or without marks are taken out as well', () => {
  assert.deepEqual(filtered('A\n\n:::to-user\nDoubt one.\n\nDoubt two.\n:::\n\nB', 3), {
    text: 'A\n\n\nB',
    notes: ['Doubt one.', 'Doubt two.'],
  });
  assert.deepEqual(filtered('A\n\n:::to-user\n1. Cut o', 4), { text: 'A\n\n', notes: ['Cut o'] });
  assert.deepEqual(filtered('A\n:::: to-user {x}\nX\n::::\n', 5), { text: 'A\n', notes: ['X'] });
});

test('code that shows the block is code, and like names are none', () => {
  const code = '```\n:::to-user\nX\n:::\n```\n';
  for (const chars of [1, 4, 99]) assert.deepEqual(filtered(code, chars), { text: code, notes: [] });
  assert.deepEqual(filtered(':::to-users\nX\n:::\n', 2).notes, []);
  assert.deepEqual(filtered(':::notes\nX\n:::\n', 2), { text: ':::notes\nX\n:::\n', notes: [] });
});

test('a line that can begin no block is passed on at once', () => {
  const filter = createNotesFilter();
  assert.equal(filter.push('The first words'), 'The first words');
  assert.equal(filter.push(' go on\n:'), ' go on\n');
  assert.equal(filter.push('::cal'), ':::cal');
});
