import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteLostRtf } from './lost-rtf.ts';

const rtf = (body: string): Uint8Array => Buffer.from(`{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\header Not text}\n${body}}`);

test('words of an RTF file that were not read are told', () => {
  const table = rtf(
    '\\trowd\\cellx1000 Parent before\\par Child at level\\nestcell Second child\\nestcell{\\nonesttables Instead of it}\\row',
  );
  const note = noteLostRtf(table, '');
  assert.equal(note?.code, 'part_left_out');
  assert.match(note.message, /^6 of 6 words .*\(parent, before, child, at, level, second/);
  assert.doesNotMatch(note.message, /instead/i);
});

test('marks of Markdown within words, and what nobody is to see, are no loss', () => {
  assert.equal(
    noteLostRtf(rtf('The x{\\super upper} and a d{\\b ivi}ded word, 4711\\par'), 'The x^upper^ and a d**ivi**ded word, 4711'),
    null,
  );
  assert.equal(noteLostRtf(rtf('Shown {\\v hidden from everybody here}\\par'), 'Shown'), null);
  assert.equal(noteLostRtf(rtf('Kept {\\deleted gone with a change}\\par'), 'Kept'), null);
  assert.equal(noteLostRtf(rtf('ii\\tab One\\par iii\\tab Two\\par'), '1. One\n2. Two'), null);
});

test('of very many missing words some are looked for within others', () => {
  const words = (make: (index: number) => string): string => Array.from({ length: 5_000 }, (_, index) => make(index)).join(' ');
  const file = rtf(words((index) => `w${index}q`));
  assert.match(noteLostRtf(file, 'nothing')?.message ?? '', /^At least 200 of 5000 words/);
  assert.equal(
    noteLostRtf(
      file,
      words((index) => `w${4_999 - index}q`),
    ),
    null,
  );
  assert.equal(
    noteLostRtf(
      file,
      words((index) => `w${index}**q**`),
    ),
    null,
  );
});

test('text in heads and feet alone, which comes back as nothing, is told', () => {
  const rtf = (inner: string): Uint8Array => Buffer.from(`{\\rtf1\\ansi ${inner}}`);
  const head = '{\\header \\pard\\plain {\\b Annual} report of the harbour\\par}';
  assert.match(noteLostRtf(rtf(`${head}\\sectd\\par`), '')?.message ?? '', /headers and footers alone.*annual, report, of, the, harbour/);
  assert.equal(noteLostRtf(rtf('{\\header \\pard\\par}\\par'), ''), null);
  assert.equal(noteLostRtf(rtf(`${head} Text of it\\par`), 'Text of it'), null);
  assert.equal(noteLostRtf(rtf('{\\headery10 words}'), ''), null);
});
