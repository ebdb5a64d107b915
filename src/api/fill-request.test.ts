import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFillRequest } from './fill-request.ts';

const recordsOf = (data: unknown): string[] | undefined => parseFillRequest({ file: 'doc_1', data, dry_run: true }, () => null).records;

test('records go on as texts: of very many values a copy would hold up everybody else', () => {
  assert.deepEqual(recordsOf({ name: 'Ada', rows: [{ a: 1 }] }), ['{"name":"Ada","rows":[{"a":1}]}']);
  assert.deepEqual(recordsOf([{ a: 1 }, { a: null }]), ['{"a":1}', '{"a":null}']);
  assert.equal(recordsOf(undefined), undefined);
});
