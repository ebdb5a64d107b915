/**
 * Holds real answers against the OpenAPI document that the service publishes: the operation, its status, media type and headers
 * are described, and the body has the described shape with no member missing and none too many.
 */
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parseEvents } from './sse.ts';

type Json = Record<string, unknown>;

interface Media {
  schema: Json;
}
interface Operation {
  operationId: string;
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, Media> }>;
}

export interface OpenApiValidator {
  /** Operations → the statuses that were seen and found as described. */
  seen: ReadonlyMap<string, ReadonlySet<number>>;
  /** Types of the events that were seen and found as described. */
  eventTypes: ReadonlySet<string>;
  /** `fetch` that checks every answer; `settled` waits for streams that are still read. */
  fetch: typeof globalThis.fetch;
  settled(): Promise<void>;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy in which answers may have only the members that are described; maps and what says otherwise stay open. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, key === 'const' || key === 'enum' ? child : closed(child)]),
  );
  return isObject(copy['properties']) && copy['type'] === 'object' && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}

/** Headers that belong to every answer, and are not of the contract. */
const PLAIN_HEADERS = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'cache-control', 'transfer-encoding']);
const PROTECTIVE_HEADERS = new Set(['x-content-type-options', 'referrer-policy', 'x-accel-buffering', 'vary']);

type Hold = (schema: Json, value: unknown, what: string) => void;

/** @throws AssertionError where a value is not as its schema says, or has more */
function createHold(description: Json): Hold {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema(closed({ components: description['components'] }) as Json, 'openapi');
  const validators = new Map<string, ValidateFunction>();
  return (schema, value, what) => {
    const text = JSON.stringify(schema);
    const validate = validators.get(text) ?? ajv.compile(JSON.parse(text.replaceAll('"#/components/', '"openapi#/components/')) as Json);
    validators.set(text, validate);
    assert.ok(validate(value), `${what}: ${JSON.stringify(validate.errors?.slice(0, 4))} in ${JSON.stringify(value).slice(0, 600)}`);
  };
}

function createFinder(description: Json): (method: string, url: string) => Operation {
  const routes = Object.entries(description['paths'] as Record<string, Record<string, Operation>>).map(([path, operations]) => ({
    pattern: new RegExp(`^/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    operations,
  }));
  return (method, url) => {
    const { pathname } = new URL(url);
    const found = routes.find(({ pattern, operations }) => pattern.test(pathname) && operations[method.toLowerCase()]);
    const operation = found?.operations[method.toLowerCase()];
    assert.ok(operation, `${method} ${pathname} is not described`);
    return operation;
  };
}

/** @param description as `GET /v1/openapi.json` answers it */
export function createOpenApiValidator(description: Json): OpenApiValidator {
  const hold = createHold(description);
  const findOperation = createFinder(description);
  const seen = new Map<string, Set<number>>();
  const eventTypes = new Set<string>();
  const open: Promise<void>[] = [];

  const check = async (method: string, url: string, answer: Response): Promise<void> => {
    const { operationId, responses } = findOperation(method, url);
    const what = `${operationId} ${answer.status}`;
    const described = responses[String(answer.status)];
    assert.ok(described, `${what} is not described`);
    const headers = new Set(Object.keys(described.headers ?? {}).map((name) => name.toLowerCase()));
    for (const [name] of answer.headers)
      assert.ok(
        headers.has(name) || PLAIN_HEADERS.has(name) || PROTECTIVE_HEADERS.has(name),
        `${what}: the header ${name} is not described`,
      );
    assert.match(answer.headers.get('request-id') ?? '', /^req_/, what);
    const mediaType = (answer.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
    const media = described.content?.[mediaType];
    assert.ok(media, `${what}: ${mediaType} is not described`);
    if (mediaType === 'text/event-stream') {
      for (const { whole, type } of parseEvents(await answer.text())) {
        hold(media.schema, whole, `${what} ${type}`);
        eventTypes.add(type);
      }
    } else if (mediaType.endsWith('json')) hold(media.schema, await answer.json(), what);
    else await answer.arrayBuffer();
    seen.set(operationId, (seen.get(operationId) ?? new Set()).add(answer.status));
  };
  return {
    seen,
    eventTypes,
    async fetch(input, init) {
      const request = new Request(input, init);
      const answer = await globalThis.fetch(request);
      const checked = check(request.method, request.url, answer.clone());
      const streamed = answer.headers.get('content-type')?.startsWith('text/event-stream');
      if (streamed) open.push(checked);
      else await checked;
      return answer;
    },
    async settled() {
      await Promise.all(open);
    },
  };
}
