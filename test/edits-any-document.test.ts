/** Sequences of operations over any body: proofs hold, files stay readable, and rejecting what was tracked gives the text back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { applyEdits } from '../src/edits/apply-edits.ts';
import { listContent, type AddressedBlock } from '../src/edits/list-content.ts';
import { anyWordBody } from './support/any-word-body.ts';
import { wrapInDocx } from './support/office-parts.ts';
import { operationsFor, settles, wordsOf } from './support/word-operations.ts';

const CONTEXT = { author: 'Octavo test', date: '2026-01-01T00:00:00Z' };
const step = fc.record({ seed: fc.nat(10_000), tracked: fc.boolean(), trials: fc.integer({ min: 1, max: 4 }) });

/** A trial that fits what is in a file, named. */
function choose(
  content: readonly AddressedBlock[],
  seed: number,
  fits: (name: string) => boolean,
): [string, ReturnType<typeof operationsFor>[string]] {
  const trials = Object.entries(operationsFor(content, seed)).filter(([name]) => fits(name));
  return trials[seed % Math.max(1, trials.length)] ?? ['none', []];
}

/** Some trials as one request. */
function run(file: Uint8Array, { seed, tracked, trials }: { seed: number; tracked: boolean; trials: number }): Uint8Array {
  const content = listContent(file);
  const chosen = Array.from({ length: trials }, (_, at) => choose(content, seed + at * 17, (name) => trials === 1 || !settles(name)));
  const name = chosen.map(([one]) => one).join(' + ');
  const operations = chosen.flatMap(([, some]) => some);
  const mode = tracked && !chosen.some(([one]) => settles(one)) ? 'tracked' : 'direct';
  const { bytes, results, integrity } = applyEdits(file, operations, { ...CONTEXT, mode });
  assert.equal(results.length, operations.length);
  if (mode === 'tracked') assert.deepEqual([name, integrity.accept_matches, integrity.reject_matches], [name, true, true]);
  if (results.every(({ status }) => status === 'rejected')) assert.ok(Buffer.compare(bytes, file) === 0, name);
  return bytes;
}

test('1,000 sequences of operations keep their proofs', () => {
  let applied = 0;
  fc.assert(
    fc.property(anyWordBody, fc.array(step, { minLength: 1, maxLength: 6 }), (body, steps) => {
      let file: Uint8Array = wrapInDocx(body);
      for (const one of steps) {
        const bytes = run(file, one);
        if (Buffer.compare(bytes, file) !== 0) applied++;
        file = bytes;
      }
      assert.ok(listContent(file).length > 0);
    }),
    { numRuns: 1_000, seed: 7 },
  );
  assert.ok(applied > 1_500, `${applied} requests changed something`);
});

/** What goes into the file for good, or moves text without a revision. */
const isRevertible = (name: string): boolean =>
  !/^(set_header_footer|set_watermark|remove_watermark|refresh_toc|set_property|restyle|set_page|accept_|reject_)/.test(name);

test('what was tracked is taken back by rejecting it: the words are those of before', () => {
  fc.assert(
    fc.property(anyWordBody, fc.nat(10_000), (body, seed) => {
      const before = wrapInDocx(body);
      const content = listContent(before);
      const [name, operations] = choose(content, seed, isRevertible);
      const { bytes } = applyEdits(before, operations, { ...CONTEXT, mode: 'tracked' });
      const { bytes: back } = applyEdits(bytes, [{ op: 'reject_revision', target: 'all', author: CONTEXT.author }], {
        ...CONTEXT,
        mode: 'direct',
      });
      assert.deepEqual([name, ...wordsOf(listContent(back))], [name, ...wordsOf(content)]);
    }),
    { numRuns: 300, seed: 11 },
  );
});

test('what was tracked and is accepted is what the same operations do at once', () => {
  fc.assert(
    fc.property(anyWordBody, fc.nat(10_000), (body, seed) => {
      const before = wrapInDocx(body);
      const [name, operations] = choose(listContent(before), seed, isRevertible);
      const { bytes, results } = applyEdits(before, operations, { ...CONTEXT, mode: 'tracked' });
      const direct = applyEdits(before, operations, { ...CONTEXT, mode: 'direct' });
      if (results.some(({ status }, index) => status !== direct.results[index]?.status)) return;
      const { bytes: accepted } = applyEdits(bytes, [{ op: 'accept_revision', target: 'all', author: CONTEXT.author }], {
        ...CONTEXT,
        mode: 'direct',
      });
      const words = (file: Uint8Array): string[] =>
        wordsOf(listContent(file))
          .map((text) => text.replaceAll(/\n+/g, '\n'))
          .filter((text) => text !== '');
      assert.deepEqual([name, ...words(accepted)], [name, ...words(direct.bytes)]);
    }),
    { numRuns: 300, seed: 13 },
  );
});
