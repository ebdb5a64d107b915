/** Processes of two versions share a queue during an update, and what a job says is what a request said. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { JOB_VERSION } from '../ports/record.ts';
import { writeOpenApi } from './openapi.ts';

/** What requests may say that become jobs, of this version. */
const SAID = { version: 4, fields: '30b552141c5c2be7' };

const BECOME_JOBS = ['createDocument', 'createEdit', 'createFill', 'createVersion', 'saveDocumentFile'];
/** What explains a field, and changes nothing in what it may hold. */
const EXPLAINS = new Set(['description', 'title', 'example', 'examples', 'deprecated']);

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The schemas that a value refers to, each once, without explanations. */
function schemasBehind(start: unknown, components: Json): Json {
  const found: Json = {};
  const bare = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(bare);
    if (!isObject(value)) return value;
    const { $ref } = value;
    if (typeof $ref === 'string') {
      const name = $ref.split('/').at(-1) ?? '';
      if (!(name in found)) {
        found[name] = null;
        found[name] = bare(components[name]);
      }
    }
    const kept = Object.entries(value).filter(([key, inner]) => !EXPLAINS.has(key) || (key === 'title' && isObject(inner)));
    return Object.fromEntries(kept.map(([key, inner]) => [key, bare(inner)]));
  };
  found[''] = bare(start);
  return Object.fromEntries(Object.entries(found).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

test('a request that may say something new raises the version of jobs', () => {
  const written: { paths: Record<string, Record<string, Json>>; components: { schemas: Json } } = JSON.parse(
    JSON.stringify(writeOpenApi({ publicUrl: 'http://x', version: '1' })),
  );
  const bodies = Object.values(written.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId }) => BECOME_JOBS.includes(String(operationId)))
    .map(({ requestBody }) => requestBody);
  assert.equal(bodies.length, BECOME_JOBS.length);
  const schemas = schemasBehind(bodies, written.components.schemas);
  assert.ok(JSON.stringify(schemas).includes('"replace_text"'), 'the operations are looked at');
  const fields = createHash('sha256').update(JSON.stringify(schemas)).digest('hex').slice(0, 16);
  assert.deepEqual(
    { version: JOB_VERSION, fields },
    SAID,
    'Where a process of the version before would not understand it, raise JOB_VERSION in ports/record.ts; then write both here.',
  );
});
