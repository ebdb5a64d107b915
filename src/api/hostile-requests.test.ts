import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Refusal } from '../base/refusal.ts';
import { parseDocumentRequest } from './document-request.ts';
import { parseFileRequest } from './file-request.ts';
import { canonicalJson, parseJsonBody } from './json-body.ts';
import { parseEditsRequest } from './edits-request.ts';
import { parseSaveRequest, parseVersionRequest } from './version-requests.ts';
import { parseWebhookPatch, parseWebhookRequest } from './webhook-requests.ts';
import {
  describeIdempotencyKey,
  parseDocumentListQuery,
  parseDryRun,
  parseEventCursor,
  parseFileListQuery,
  parseOutputsQuery,
} from './queries.ts';

const checkUrl = (url: string): string | null => (URL.canParse(url) ? null : 'This is not a valid address.');

/** Whatever comes in, it is taken or refused with pointers and sentences; anything else that is thrown is a bug. */
function settle(parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error).slice(0, 300));
    assert.ok(error.code === 'input_invalid' || error.code === 'file_too_large', error.code);
    assert.ok(error.errors.length > 0 && error.errors.length <= 100);
    for (const { path, message } of error.errors) assert.ok(/^(\/|\?|$)/.test(path) && message.length > 0 && message.length < 500);
  }
}

const FIELDS = [
  'operation',
  'name',
  'format',
  'prompt',
  'content',
  'style',
  'sources',
  'file',
  'quality',
  'max_quality',
  'stream',
  'background',
  'metadata',
  'artifact',
  'retention',
  'url',
  'data',
  'filename',
  'operations',
  'mode',
  'preview',
  'revision',
  'events',
  'markdown',
  'storage',
  '__proto__',
  'constructor',
  'toString',
];
const VALUES = [
  'create',
  'review',
  'edit',
  'docx',
  'artifact',
  'auto',
  'best',
  'none',
  'shared',
  'file_1',
  'doc_1',
  'AAAA',
  'https://a.example/',
  '',
  ' ',
  '\0',
  '\ud800',
];
const { value: hostile } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(...VALUES, null, true, false, 0, -1, 1e308),
    fc.string({ unit: 'binary' }),
    tie('object'),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
  object: fc.dictionary(fc.constantFrom(...FIELDS), tie('value'), { maxKeys: 6 }),
}));

test('any JSON value as a body is taken or refused, never a bug', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      const body: unknown = JSON.parse(JSON.stringify(value));
      settle(() => parseDocumentRequest(body, checkUrl));
      settle(() => parseFileRequest(body, checkUrl));
      settle(() => parseEditsRequest(body, checkUrl));
      settle(() => parseVersionRequest(body));
      settle(() => parseSaveRequest(body));
      settle(() => parseWebhookRequest(body, () => null));
      settle(() => parseWebhookPatch(body, () => null));
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

test('any bytes as a body are JSON or refused', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => new TextEncoder().encode(text)),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text, 'latin1')),
  );
  fc.assert(
    fc.property(bytes, (body) => settle(() => parseJsonBody(body))),
    { numRuns: 2_000, seed: 2 },
  );
});

test('the canonical text of a value is its own, and does not depend on the order of keys', () => {
  const shuffle = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffle);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, inner]) => [key, shuffle(inner)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.jsonValue(), (left, right) => {
      assert.equal(canonicalJson(shuffle(left)), canonicalJson(left));
      assert.deepEqual(JSON.parse(canonicalJson(left)), JSON.parse(JSON.stringify(left)));
      if (canonicalJson(left) === canonicalJson(right)) assert.deepEqual(left, right);
    }),
    { numRuns: 500, seed: 3 },
  );
});

test('any query and header is taken or refused', () => {
  const names = fc.oneof(
    fc.constantFrom('limit', 'order', 'after', 'before', 'status', 'metadata[a]', 'metadata[]', 'expires_in', 'dry_run'),
    fc.string({ unit: 'binary' }),
  );
  const values = fc.oneof(
    fc.constantFrom('1', '100', 'asc', 'true'),
    fc.string({ unit: 'binary' }),
    fc.array(fc.string(), { maxLength: 2 }),
  );
  fc.assert(
    fc.property(fc.dictionary(names, values), fc.string({ unit: 'binary' }), (query, header) => {
      settle(() => parseDocumentListQuery(query));
      settle(() => parseFileListQuery(query));
      settle(() => parseOutputsQuery(query));
      settle(() => parseEventCursor(header, query));
      parseDryRun(query);
      assert.equal(describeIdempotencyKey(header) === null, /^[!-~]{1,255}$/.test(header));
    }),
    { numRuns: 1_000, seed: 4 },
  );
});
