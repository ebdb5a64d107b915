import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../../../document/inline.ts';
import { cutRuns } from './fit.ts';

test('code that goes on on a next slide was cut behind the first letter of a line', () => {
  const lines = Array.from({ length: 12 }, (_, at) => `${at % 2 === 0 ? '' : '\u00A0\u00A0'}assert.equal(found${at}, false);`);
  const parts = cutRuns([{ text: lines.join('\n'), code: true }], 120);
  assert.ok(parts.length > 2);
  assert.deepEqual(
    parts.flatMap((runs) => plainText(runs).split('\n')),
    lines,
  );
});
