import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStyle } from './style.ts';

test('a look in words is no style object', () => {
  for (const text of ['serif, dark blue headings', '', '  Georgia {bold}']) assert.deepEqual(readStyle(text), { kind: 'words' });
});

test('a style object may name any of the fields', () => {
  assert.deepEqual(
    readStyle(
      '{"font":"Georgia","font_size":12,"colors":{"accent":"#1B5E9C"},"align":{"body":"justify"},"cover_page":false,"footer":"Draft"}',
    ),
    {
      kind: 'object',
      wish: {
        font: 'Georgia',
        font_size: 12,
        colors: { accent: '#1B5E9C' },
        align: { body: 'justify' },
        cover_page: false,
        footer: 'Draft',
      },
    },
  );
});

test('every problem of a style object names its field', () => {
  const read = readStyle('{"font_size":90,"colors":{"accent":"blue"},"margin":2,"align":{"body":"middle"},"cover_page":"yes"}');
  assert.ok(read.kind === 'wrong');
  for (const field of ['font_size: ', 'colors.accent: ', '"margin" is not among its fields', 'align.body: ', 'cover_page: ']) {
    assert.ok(
      read.problems.some((problem) => problem.includes(field)),
      `${field} in ${read.problems.join(' | ')}`,
    );
  }
});

test('what begins as an object and is none is reported', () => {
  const read = readStyle('{"font": "Georgia"');
  assert.ok(read.kind === 'wrong' && read.problems.length === 1 && read.problems[0]?.includes('JSON'));
});
