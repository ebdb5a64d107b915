import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workbookFileOf } from '../review/example-workbooks.ts';
import { drawForeign, sheetsDrawnWithin } from './draw-foreign.ts';

test('a workbook has some seconds for each of its pages, any other file the time of the renderer', async () => {
  const given: unknown[] = [];
  const office = {
    toPdf: (_: unknown, options: { timeoutMs?: number } = {}) => {
      given.push(options.timeoutMs);
      return Promise.resolve(new Uint8Array());
    },
  };
  const file = { bytes: workbookFileOf({ sheets: [{ rows: [[1]] }] }), kind: 'xlsx' as const };
  const { signal } = new AbortController();
  await drawForeign(file, { office }, signal, sheetsDrawnWithin({ filled: 1 }));
  await drawForeign(file, { office }, signal);
  assert.deepEqual(given, [20_100, undefined]);
  assert.equal(sheetsDrawnWithin({ filled: 300 }), 50_000);
});
