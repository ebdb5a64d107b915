import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepBody, maskSecrets } from './kept-body.ts';

const kept = (body: unknown): unknown => {
  const found = keepBody(Buffer.from(JSON.stringify(body)));
  return found === null ? null : JSON.parse(found.text);
};

test('nothing that opens something is kept, wherever it is', () => {
  assert.deepEqual(
    kept({
      prompt: 'Use the key ak_local_0123456789abcdef here',
      metadata: { api_key: 'x1', 'Client-Secret': 'x2', pin_token: 4711, plain: 'stays' },
      sources: [{ url: 'https://user:pass@files.example/a.docx?X-Amz-Signature=abc' }, { url: 'https://files.example/b.docx' }],
      file: { data: 'QUJD'.repeat(100), filename: 'a.docx' },
    }),
    {
      prompt: 'Use the key ak_[left out] here',
      metadata: { api_key: '[left out]', 'Client-Secret': '[left out]', pin_token: '[left out]', plain: 'stays' },
      sources: [{ url: 'https://files.example/a.docx?[left-out]' }, { url: 'https://files.example/b.docx' }],
      file: { data: '[400 characters left out]', filename: 'a.docx' },
    },
  );
  assert.equal(maskSecrets('/v1/files?key=ak_eu_0123456789'), '/v1/files?key=ak_[left out]');
});

test('what is no JSON object, or too long, is not kept', () => {
  for (const body of ['', 'text', '[1]', '"ak"', '{"a":']) assert.equal(keepBody(Buffer.from(body)), null);
  assert.equal(keepBody(Buffer.from([0xff, 0xfe])), null);
  assert.equal(kept({ content: { markdown: 'x'.repeat(20_000) } }), null);
  assert.notEqual(kept({ content: { markdown: 'x'.repeat(16_000) } }), null);
  assert.notEqual(kept({ file: { data: 'x'.repeat(200_000), filename: 'a' } }), null, 'a file that is left out does not count');
});

test('the retention that a request asks for is read', () => {
  assert.equal(keepBody(Buffer.from('{"retention":"none"}'))?.retention, 'none');
  assert.equal(keepBody(Buffer.from('{"retention":1}'))?.retention, undefined);
});
