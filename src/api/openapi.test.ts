import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { REFUSAL_CODES } from '../base/refusal.ts';
import { ENDPOINTS, PATH_PARAMETERS } from './endpoints.ts';
import { writeOpenApi } from './openapi.ts';
import { OPERATION_FIELDS } from './operation-fields.ts';
import { PROBLEMS, presentProblem, retryAfterOf } from './problem.ts';
import { Refusal } from '../base/refusal.ts';

interface Described {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters?: { name: string; in: string; required: boolean }[];
        requestBody?: { content: Record<string, unknown> };
        responses: Record<string, { content: Record<string, unknown> }>;
      }
    >
  >;
  components: { schemas: Record<string, { required?: string[]; properties?: Record<string, unknown>; additionalProperties?: unknown }> };
}

const described = (): Described => JSON.parse(JSON.stringify(writeOpenApi({ publicUrl: 'http://x', version: '1' }))) as Described;

test('no two endpoints share an address and a method, and every parameter of a path has a pattern', () => {
  const addresses = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(addresses).size, addresses.length);
  for (const { path } of Object.values(ENDPOINTS)) {
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) assert.ok(PATH_PARAMETERS[name], name);
  }
});

test('no two endpoints share an id, in whichever table they are', async () => {
  const owners = new Map<string, string>();
  for (const file of readdirSync(new URL('./endpoints/', import.meta.url))) {
    const tables: Record<string, unknown> = await import(`./endpoints/${file}`);
    for (const [table, rows] of Object.entries(tables)) {
      if (typeof rows !== 'object' || rows === null || !Object.values(rows).every(isEndpoint)) continue;
      for (const id of Object.keys(rows)) {
        assert.equal(owners.get(id), undefined, `${id} of ${table} is in ${owners.get(id)} too`);
        owners.set(id, table);
      }
    }
  }
  assert.ok(owners.size > 60, `${owners.size} endpoints`);
});

const isEndpoint = (row: unknown): boolean => typeof row === 'object' && row !== null && 'method' in row && 'path' in row;

test('operations carry their parameters, bodies and answers', () => {
  const { paths } = described();
  const create = paths['/documents']?.post;
  assert.deepEqual(
    create?.parameters?.map(({ name, in: place }) => `${place} ${name}`),
    ['query dry_run', 'header Idempotency-Key'],
  );
  assert.deepEqual(Object.keys(create?.requestBody?.content ?? {}), ['application/json']);
  assert.deepEqual(Object.keys(create?.responses ?? {}), [
    '200',
    '202',
    '401',
    '402',
    '403',
    '404',
    '409',
    '410',
    '413',
    '415',
    '422',
    '429',
    '500',
    '501',
    '503',
  ]);
  assert.deepEqual(Object.keys(create?.responses['200']?.content ?? {}), ['application/json', 'text/event-stream']);
  assert.deepEqual(Object.keys(paths['/files']?.post?.requestBody?.content ?? {}), ['multipart/form-data', 'application/json']);
  assert.deepEqual(
    paths['/documents/{document_id}/outputs']?.get?.parameters?.map(({ name, required }) => [name, required]),
    [
      ['document_id', true],
      ['expires_in', false],
    ],
  );
});

test('the body of a request allows no other properties, answers do not forbid them', () => {
  const { schemas } = described().components;
  assert.equal(schemas.DocumentRequest?.additionalProperties, false);
  assert.equal(schemas.Document?.additionalProperties, undefined);
  assert.ok(schemas.Document?.required?.includes('metadata'));
  assert.equal(schemas.Document?.required?.includes('outputs'), false);
});

test('the description is the same every time', () => {
  assert.equal(JSON.stringify(described()), JSON.stringify(described()));
});

test('every code has a status and words, and those that pass by themselves a time', () => {
  for (const code of REFUSAL_CODES) {
    const { status, title, meaning } = PROBLEMS[code];
    assert.ok(status >= 400 && status <= 503 && title.length > 3 && meaning.length > 10, code);
  }
  for (const code of [
    'rate_limited',
    'report_not_ready',
    'idempotency_request_in_progress',
    'document_not_ready',
    'service_unavailable',
  ] as const)
    assert.ok((retryAfterOf(new Refusal(code, 'x')) ?? 0) > 0, code);
  assert.equal(retryAfterOf(new Refusal('not_found', 'x')), null);
  assert.equal(retryAfterOf(new Refusal('rate_limited', 'x', { retryAfterS: 30 })), 30);
});

test('a problem has the members of the contract', () => {
  const refusal = new Refusal('input_invalid', 'Wrong.', { errors: [{ path: '/name', message: 'Too long.' }] });
  assert.deepEqual(presentProblem(refusal, { publicUrl: 'https://a.example', requestId: 'req_1' }), {
    type: 'https://a.example/errors/input_invalid',
    title: 'Invalid request',
    status: 422,
    detail: 'Wrong.',
    code: 'input_invalid',
    request_id: 'req_1',
    errors: [{ path: '/name', message: 'Too long.' }],
  });
});

interface Field {
  $ref?: string;
  description?: string;
  properties?: Record<string, Field>;
  items?: Field;
  anyOf?: Field[];
  oneOf?: Field[];
  additionalProperties?: Field | boolean;
}

/** Fields that nothing is said of, by their paths; `const` says all by itself, and a reference what it refers to. */
function unsaid(schema: Field, path: string, schemas: Record<string, Field>): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const target = field.$ref === undefined ? undefined : schemas[field.$ref.slice('#/components/schemas/'.length)];
    const said = field.description !== undefined || 'const' in field || (target !== undefined && isObject(target));
    return [...(said ? [] : [`${path}.${name}`]), ...unsaid(field, `${path}.${name}`, schemas)];
  });
  const { items, anyOf = [], oneOf = [], additionalProperties } = schema;
  const inner = [
    ...anyOf,
    ...oneOf,
    ...(items ? [items] : []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  return [...own, ...inner.flatMap((part) => unsaid(part, path, schemas))];
}
const isObject = ({ description, properties, anyOf, oneOf }: Field): boolean => (description ?? properties ?? anyOf ?? oneOf) !== undefined;

const operationNames = (schemas: Record<string, Field>): string[] =>
  (schemas['EditOperation']?.anyOf ?? []).flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref.slice('#/components/schemas/'.length)]));

test('every field of requests, records, reports, blocks, events and edit operations says what it holds', () => {
  const { schemas } = described().components as { schemas: Record<string, Field> };
  assert.ok(operationNames(schemas).length > 100);
  assert.deepEqual(
    Object.entries(schemas).flatMap(([name, schema]) => unsaid(schema, name, schemas)),
    [],
  );
});

test('every meaning that operations share is that of a field of one', () => {
  const { schemas } = described().components as { schemas: Record<string, Field> };
  const text = JSON.stringify(operationNames(schemas).map((name) => schemas[name]));
  for (const meaning of Object.values(OPERATION_FIELDS)) assert.ok(text.includes(JSON.stringify(meaning)), meaning);
});
