import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPssMb } from './memory.ts';
import { readSamples, varySample } from './samples.ts';
import { writeBook } from './write-book.ts';

test('every paragraph of a sample is another one in each run; tables, code and directives stay', () => {
  const text = '# Title.\n\nA sentence.\n\n| A. | b |\n|---|---|\n\n```\nCode.\n```\n\n:::note\nInside!\n:::';
  assert.equal(varySample(text, 7), text.replace('A sentence.', 'A sentence (7).').replace('Inside!', 'Inside (7)!'));
});
test('most of the lines of our samples vary', () => {
  const { memo, report, book } = readSamples();
  for (const sample of [memo, report, book]) {
    const prose = sample.split('\n').filter((line) => line.length > 100 && !line.startsWith('|'));
    const varied = varySample(sample, 1)
      .split('\n')
      .filter((line) => line.includes(' (1)'));
    assert.ok(varied.length >= prose.length * 0.8, `${varied.length} of ${prose.length}`);
  }
});
test('the book is the same every time, and as long as asked for', () => {
  assert.equal(writeBook(2), writeBook(2));
  assert.equal(writeBook(5).match(/^## /gm)?.length, 5);
});
test('the memory of this very process', () => {
  const { mb, processes } = readPssMb(process.pid, 'no such folder');
  assert.ok(mb > 10 && mb < 4000, `${mb} MB`);
  assert.ok(processes >= 1);
});
