import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileKind } from '../base/file-kind.ts';
import { Refusal } from '../base/refusal.ts';
import { detectTarget, openKind } from './target-kind.ts';

const refusalOf = (run: () => unknown): { code: string; message: string; path: string | undefined } => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message, path: error.errors[0]?.path };
    throw error;
  }
  return assert.fail('nothing was refused');
};
const said = (kind: FileKind, done: 'edited' | 'filled' | 'compared'): string => refusalOf(() => openKind(kind, done)).message;

test('what cannot be edited, filled or compared is refused with what to send instead', () => {
  assert.equal(openKind('xlsx', 'filled'), 'xlsx');
  assert.equal(said('epub', 'edited'), 'Files of kind epub cannot be edited; send a docx, pptx, xlsx or pdf file.');
  assert.match(said('odt', 'filled'), /PDF form/);
  for (const done of ['edited', 'filled', 'compared'] as const) assert.match(said('doc', done), /POST \/documents review it/);
});

test('a file of no kind that is known is refused with the reason, at the field that names it', () => {
  const refused = refusalOf(() => detectTarget(Buffer.from([0, 1, 2, 3]), 'a.bin', (kind) => openKind(kind, 'compared', '/to'), '/to'));
  assert.deepEqual([refused.code, refused.path], ['file_rejected', '/to']);
  assert.doesNotMatch(refused.message, /null/);
});
