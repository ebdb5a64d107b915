import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeam } from './join-seam.ts';

function joined(received: string, continuation: string, chars: number): string {
  const seam = createSeam(received);
  let out = received;
  for (let at = 0; at < continuation.length; at += chars) out += seam.push(continuation.slice(at, at + chars));
  return out + seam.end();
}
const check = (received: string, continuation: string, expected: string): void => {
  for (const chars of [1, 5, 1_000]) assert.equal(joined(received, continuation, chars), expected, `${chars} characters at once`);
};

test('what a continuation repeats is not in the text twice', () => {
  check('# A\n\nThe figures of a we', 'The figures of a week are closed.', '# A\n\nThe figures of a week are closed.');
  check(
    '# A\n\nOne line.\n\n## Two headings\n\nMore te',
    '## Two headings\n\nMore text.',
    '# A\n\nOne line.\n\n## Two headings\n\nMore text.',
  );
  check(
    '# A title that is long\n\nThe whole aga',
    '# A title that is long\n\nThe whole again.',
    '# A title that is long\n\nThe whole again.',
  );
});

test('what is no repetition stays, also where it begins alike', () => {
  check('We said that', ' that is so.', 'We said that that is so.');
  check('- one of the many items\n- t', 'wo of the many items\n', '- one of the many items\n- two of the many items\n');
  check(
    '| Day | Minutes |\n|---|---|\n| Mon | 14 |\n',
    '| Day | Minutes |\n|---|---|\n| Tue | 6 |\n',
    '| Day | Minutes |\n|---|---|\n| Mon | 14 |\n| Day | Minutes |\n|---|---|\n| Tue | 6 |\n',
  );
  check('', 'All of it passes', 'All of it passes');
  check('Something', 'x', 'Somethingx');
});
