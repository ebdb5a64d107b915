import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../../document/inline.ts';
import { addRun } from './links.ts';

const runsOf = (...parts: readonly (readonly [text: string, link?: string])[]): Run[] => {
  const runs: Run[] = [];
  for (const [text, link] of parts) addRun(runs, text, link);
  return runs;
};

test('the space beside a link is no part of it', () => {
  const [mail, site] = ['mailto:a@example.org', 'https://example.org'];
  assert.deepEqual(runsOf(['Write to '], ['a@example.org ', mail], ['or call.']), [
    { text: 'Write to ' },
    { text: 'a@example.org', link: mail },
    { text: ' or call.' },
  ]);
  assert.deepEqual(runsOf(['See'], [' example.org', site]), [{ text: 'See ' }, { text: 'example.org', link: site }]);
  assert.deepEqual(runsOf(['a@example.org ', mail], ['example.org', site]), [
    { text: 'a@example.org', link: mail },
    { text: ' ' },
    { text: 'example.org', link: site },
  ]);
});
