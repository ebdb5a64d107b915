import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText } from '../document/walk.ts';
import { readCaptions } from './captions.ts';
import { nameKnownText } from './known-text.ts';

const textsOf = (...lines: string[]): string[] => readCaptions(lines.join('\n')).value.blocks.map(blockText);

test('what a speaker says in several captions is one paragraph, with the time at which it begins', () => {
  const texts = textsOf(
    'WEBVTT - Interview',
    'Kind: captions',
    '',
    'intro-1',
    '00:11.000 --> 00:13.000 align:start',
    '<v Ana Ruiz>We are in <i>Madrid</i>,',
    'R&amp;D, <00:12.000>',
    '',
    '00:13.000 --> 00:16.000',
    '<v.loud Ana Ruiz>in the old town.</v>',
    '',
    '00:16.000 --> 00:18.000',
    '<v Tom>Yes.<v Ana Ruiz>So it is.',
    '',
    '01:02:03.500 --> 01:02:04.000',
    'Laughter',
  );
  assert.deepEqual(texts, [
    'Interview',
    '00:11 Ana Ruiz: We are in Madrid, R&D, in the old town.',
    '00:16 Tom: Yes.',
    '00:16 Ana Ruiz: So it is.',
    '01:02:03 Laughter',
  ]);
});

test('captions of nobody in particular stay by themselves, with their lines', () => {
  const texts = textsOf(
    '1',
    '00:00:01,000 --> 00:00:02,000',
    '{\\an8}- <b>What?</b>',
    '- Where?',
    '',
    '2',
    '00:00:02,000 --> 00:00:03,000',
    '- What?',
  );
  assert.deepEqual(texts, ['00:00:01 - What?\n- Where?', '00:00:02 - What?']);
});

test('captions that roll up are read once', () => {
  const texts = textsOf(
    'WEBVTT',
    '',
    '00:00.000 --> 00:02.000',
    'good<00:01.000><c> morning</c>',
    '',
    '00:02.000 --> 00:02.010',
    'good morning',
    '',
    '00:02.010 --> 00:04.000',
    'good morning',
    'to all of you',
  );
  assert.deepEqual(texts, ['00:00 good morning to all of you']);
});

test('captions without blank lines between them, and text that is none, are kept; comments are noted', () => {
  const { value, notes } = readCaptions(
    [
      'WEBVTT',
      '',
      'NOTE for the editor',
      '',
      '1',
      '00:01.000 --> 00:02.000',
      'One',
      '2',
      '00:02.000 --> 00:03.000',
      'Two',
      '',
      'x --> y',
      'Three',
    ].join('\n'),
  );
  assert.deepEqual(value.blocks.map(blockText), ['00:01 One', '00:02 Two', 'x --> y\nThree']);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['hidden_text'],
  );
});

test('a monologue is divided at the ends of its sentences', () => {
  const said = Array.from({ length: 200 }, (_, at) => [
    `00:${String(10 + Math.floor(at / 5))}.000 --> 00:59.000`,
    `<v Ana>${'word '.repeat(9)}end${at % 3 === 0 ? '.' : ''}`,
    '',
  ]);
  const texts = textsOf('WEBVTT', '', ...said.flat());
  assert.ok(texts.length > 10);
  for (const text of texts.slice(0, -1)) assert.match(text, /\.$/);
  assert.equal(texts.join(' ').match(/end/g)?.length, 200);
});

test('captions and what is no caption are told by their beginning', () => {
  assert.equal(nameKnownText('WEBVTT\n\n'), 'captions');
  assert.equal(nameKnownText('1\n00:00:01,000 --> 00:00:02,000\nOne'), 'captions');
  assert.equal(nameKnownText('WEBVTTS are a kind of text'), null);
  assert.equal(nameKnownText('1\n2 --> 3'), null);
});
