import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readZipSizes } from '../base/zip-peek.ts';
import { Refusal, type FileFault } from '../base/refusal.ts';
import { wrapInXlsx } from '../../test/support/workbook-parts.ts';
import { drawForeign, sheetsDrawnWithin } from './draw-foreign.ts';

const CELLS = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>';
const MERGED = `${CELLS}<mergeCells>${'<mergeCell ref="A1:B1"/>'.repeat(6_000)}</mergeCells>`;

/** How the drawing of a workbook of this sheet ends where LibreOffice fails in this way. */
async function drawn(sheet: string, fault: FileFault): Promise<unknown> {
  const failing = new Refusal('processing_failed', 'It failed.', { fault });
  const office = { toPdf: () => Promise.reject(failing) };
  const file = { bytes: wrapInXlsx({ sheets: { Data: sheet } }), kind: 'xlsx' as const };
  return drawForeign(file, { office }, new AbortController().signal).catch((error: unknown) => error);
}

test('a workbook that is given up says what of it costs most, where anything does', async () => {
  const costly = await drawn(MERGED, 'too_costly');
  assert.ok(costly instanceof Refusal && costly.code === 'processing_failed');
  assert.match(costly.message, /given up\. Most of it goes to 6,000 merged areas on Data: leave out what is not needed/);
  assert.match(String(await drawn(CELLS, 'too_costly')), /It failed/);
  assert.match(String(await drawn(MERGED, 'damaged')), /It failed/, 'another fault is none of its size');
});

test('more pages have more time, of the processor and in all', () => {
  const [one, many] = [sheetsDrawnWithin({ filled: 1 }), sheetsDrawnWithin({ filled: 300 })];
  assert.ok((one.processorMs ?? 0) < (many.processorMs ?? 0) && (one.timeoutMs ?? 0) < (many.timeoutMs ?? 0));
  assert.ok((many.processorMs ?? Infinity) <= 16_000);
});

test('a file that LibreOffice calls damaged is tried once more, with its parts packed as usual', async () => {
  const bytes = wrapInXlsx({ sheets: { Data: CELLS } });
  const tried: Uint8Array[] = [];
  const damaged = new Refusal('processing_failed', 'It failed.', { fault: 'damaged' });
  const office = {
    toPdf: async (file: { bytes: Uint8Array }) => {
      tried.push(file.bytes);
      if (tried.length === 1) throw damaged;
      return Buffer.from('%PDF');
    },
  };
  const { pdf } = await drawForeign({ bytes, kind: 'xlsx' }, { office }, new AbortController().signal);
  assert.deepEqual([Buffer.from(pdf).toString(), tried.length], ['%PDF', 2]);
  const partsOf = (file: Uint8Array | undefined): string[] =>
    Array.from(readZipSizes(file ?? new Uint8Array(0)) ?? [], ([name]) => name).toSorted();
  assert.deepEqual(partsOf(tried[1]), partsOf(bytes));
});
