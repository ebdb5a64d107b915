import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, parseJsonBody } from '../api/json-body.ts';
import { parseEditsRequest } from '../api/edits-request.ts';
import { readFileReference } from '../api/file-reference.ts';
import { Refusal, type FieldError } from '../base/refusal.ts';
import { argumentsOf, holdFiles } from './held-files.ts';
import { fingerprintOf } from './idempotency-key.ts';
import { LongBody } from './read-body.ts';
import { readAsked, readJson } from './read-json.ts';

/** As it comes over a network: in pieces, some of which share memory with others. */
function bodyOf(text: string): { body: LongBody } {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 65_536)
    pieces.push(pieces.length % 2 === 0 ? bytes.subarray(at, at + 65_536) : Buffer.from(bytes.subarray(at, at + 65_536)));
  return { body: new LongBody(pieces, bytes.length) };
}
const refuseNothing = (): null => null;
const file = Buffer.alloc(3 * 2 ** 20, 'octavo');
const base64 = file.toString('base64');

test('files of a large body come as bytes, and mean what they mean in a small one', async () => {
  const body = {
    content: { markdown: '![a](img:1)' },
    sources: [{ data: base64, filename: 'a.png' }, 'file_1'],
    file: { data: base64, filename: 'b.docx' },
  };
  const value = (await readJson(bodyOf(JSON.stringify(body)))) as { sources: { data: unknown }[]; file: unknown; content: unknown };
  assert.deepEqual(value.content, body.content);
  assert.ok(value.sources[0]?.data instanceof Uint8Array);
  for (const [pointer, reference, filename] of [
    ['/sources/0', value.sources[0], 'a.png'],
    ['/file', value.file, 'b.docx'],
  ] as const) {
    const errors: FieldError[] = [];
    const read = readFileReference(reference, pointer, errors, refuseNothing);
    assert.deepEqual(errors, []);
    assert.ok(read?.kind === 'data' && Buffer.compare(read.bytes, file) === 0);
    assert.equal(read.filename, filename);
  }
});

test('a large body binds an idempotency key by what its files are', async () => {
  const canonical = async (data: string): Promise<string> =>
    canonicalJson(await readJson(bodyOf(JSON.stringify({ data, filename: 'a.bin' }))));
  const same = await canonical(base64);
  assert.equal(await canonical(base64), same);
  assert.notEqual(await canonical(Buffer.alloc(file.length, 'other').toString('base64')), same);
});

test('what is wrong with a large body is said as of a small one', async () => {
  const trouble = async (work: () => unknown): Promise<unknown> => {
    try {
      return await work();
    } catch (error) {
      return error instanceof Refusal ? [error.code, error.message, error.errors] : error;
    }
  };
  for (const text of [`{"a": ${'['.repeat(2_000_000)}`, `"${'x'.repeat(2_000_000)}`, `{"name": "${'x'.repeat(2_000_000)}\\u0000"}`])
    assert.deepEqual(await trouble(() => readJson(bodyOf(text))), await trouble(() => parseJsonBody(Buffer.from(text))));
  const errors: FieldError[] = [];
  readFileReference(await readJson(bodyOf(JSON.stringify({ data: `${base64}!`, filename: 'a.bin' }))), '/file', errors, refuseNothing);
  assert.match(errors[0]?.message ?? '', /not base64/);
});

test('a file in a tool call goes to the requests that the tool makes by a name, which means nothing to others', async () => {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'compare', arguments: { from: { data: base64, filename: 'a.docx' }, to: 'file_1' } },
  };
  const read = await readJson(bodyOf(JSON.stringify(message)));
  const receive = async (): Promise<unknown> => {
    const asked = JSON.stringify(argumentsOf(read));
    assert.ok(asked.length < 200, asked.slice(0, 200));
    return ((await readJson({ body: Buffer.from(asked) })) as { from: { data: unknown } }).from.data;
  };
  const received = await holdFiles(argumentsOf(read), receive);
  assert.ok(received instanceof Uint8Array && Buffer.compare(received, file) === 0);
  const sent = (await readJson(bodyOf(JSON.stringify({ data: base64, filename: 'a.docx' })))) as { data: unknown };
  assert.equal(canonicalJson(received), canonicalJson(sent.data));
  assert.equal(await receive(), 'held:0');
});

const troubleOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof Refusal ? [error.code, error.message, error.errors] : error;
  }
};

test('a body of many values is judged in a thread as it would be here: what it asks for, its faults, its addresses and its key', async () => {
  const endpoint = 'POST /v1/edits';
  const checkUrl = (url: string): string | null => (url.includes('10.0.0.1') ? 'This is not public.' : null);
  const rows = Array.from({ length: 10_500 }, (_, row) => [row, `cell ${row}`]);
  const cells = { op: 'set_cells', target: 'S1!A1', values: rows };
  const image = (url: string) => ({ op: 'add_image', target: 'S1!A1', image: { url } });
  for (const [body, shown] of [
    [{ file: 'file_1', operations: [cells] }, 'cell 10499'],
    [{ file: { url: 'https://example.com/a.xlsx' }, operations: [cells] }, 'cell 10499'],
    [{ file: { url: 'http://10.0.0.1/a.xlsx' }, operations: [cells, image('http://10.0.0.1/b.png')], nmae: 1 }, 'not public'],
    [{ file: 'file_1', operations: [{ op: 'set_cells', target: 'S1!A1', values: rows.map(() => [{}, {}]) }] }, 'input_invalid'],
  ] as const) {
    const text = JSON.stringify(body);
    const read = await readAsked(bodyOf(text), 'edits', { endpoint, checkUrl });
    const asked = troubleOf(() => read.asked());
    assert.deepEqual(
      asked,
      troubleOf(() => parseEditsRequest(JSON.parse(text), checkUrl)),
    );
    assert.ok(JSON.stringify(asked).includes(shown), JSON.stringify(asked).slice(0, 500));
    assert.equal(read.fingerprint(), fingerprintOf(endpoint, JSON.parse(text)));
  }
});
