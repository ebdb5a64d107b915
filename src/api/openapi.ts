/** OpenAPI 3.1 of the whole contract, written from the table of endpoints and the schemas of contract/. */
import { z } from 'zod';
import { Refusal, REFUSAL_CODES, type RefusalCode } from '../base/refusal.ts';
import type { Answer, AnswerHeader } from './endpoints/endpoint.ts';
import { DASHBOARD_ENDPOINTS, ENDPOINTS, needsOf, PATH_PARAMETERS, type Endpoint } from './endpoints.ts';
import { refToSchema, writeComponents, type Json } from './openapi-schemas.ts';
import { writeWebhooks } from './openapi-webhooks.ts';
import { PROBLEMS, retryAfterOf } from './problem.ts';

const EVERYWHERE: readonly RefusalCode[] = ['unauthorized', 'region_mismatch', 'forbidden', 'internal_error', 'service_unavailable'];
/** A session that changes something says where it comes from. */
const OF_CHANGES: readonly RefusalCode[] = ['origin_refused'];
const PROJECT_HEADER = 'Octavo-Project';

type ResponseHeader = AnswerHeader | 'Request-Id' | 'WWW-Authenticate' | 'RateLimit' | 'RateLimit-Policy';
const RESPONSE_HEADERS: Readonly<Record<ResponseHeader, { description: string; schema: Json }>> = {
  'Request-Id': { description: 'Names the request; `request_id` of a problem is the same.', schema: { type: 'string', pattern: '^req_' } },
  'Document-Id': { description: 'Id of the document, sent in every mode.', schema: { type: 'string', pattern: '^doc_' } },
  Location: { description: 'Absolute address of what was made.', schema: { type: 'string', format: 'uri' } },
  'Retry-After': { description: 'Seconds after which to ask again.', schema: { type: 'integer', minimum: 0 } },
  'Idempotent-Replayed': {
    description: '`true` where the answer repeats an earlier one with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  RateLimit: {
    description:
      'Of calls that make documents: how many more are taken now (`r`) and in how many seconds the oldest leaves the window (`t`).',
    schema: { type: 'string', examples: ['"documents";r=118;t=42'] },
  },
  'RateLimit-Policy': {
    description: 'Documents (`q`) in a window of seconds (`w`).',
    schema: { type: 'string', examples: ['"documents";q=120;w=60'] },
  },
  'Content-Disposition': { description: 'Name of the file, where the answer is one.', schema: { type: 'string' } },
  'Not-Tracked': {
    description:
      'What a file with tracked changes does not show, as a JSON list of sentences; a comment in the file says the same. Absent where it shows all.',
    schema: { type: 'string', examples: ['["No tracked change can hold whether even pages have headers and footers of their own."]'] },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', const: 'Bearer' } },
};

const headersOf = (names: readonly ResponseHeader[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function writeParameters(endpoint: Endpoint): Json[] {
  const parameters: Json[] = [];
  for (const [, name = ''] of endpoint.path.matchAll(/\{(\w+)\}/g)) {
    const known = PATH_PARAMETERS[name];
    parameters.push({
      name,
      in: 'path',
      required: true,
      description: known?.description ?? name,
      schema: { type: 'string', pattern: known?.pattern.source ?? '.+' },
    });
  }
  if (endpoint.query !== undefined) {
    const { properties = {} } = z.toJSONSchema(endpoint.query, { io: 'input' });
    for (const [name, schema] of Object.entries(properties)) {
      const { description, ...rest }: Json = typeof schema === 'object' ? { ...schema } : {};
      parameters.push({ name, in: 'query', required: false, ...(description === undefined ? {} : { description }), schema: rest });
    }
  }
  if (endpoint.metadataFilter) {
    parameters.push({
      name: 'metadata',
      in: 'query',
      required: false,
      description: 'Only documents with this metadata: `metadata[key]=value`, for each key once.',
      style: 'deepObject',
      explode: true,
      schema: { type: 'object', additionalProperties: { type: 'string' } },
    });
  }
  const ofSessions = endpoint.tag === 'Dashboard' ? { [PROJECT_HEADER]: 'Id of the project to act in.' } : {};
  for (const [name, description] of Object.entries({ ...endpoint.headers, ...ofSessions }))
    parameters.push({ name, in: 'header', required: false, description, schema: { type: 'string' } });
  return parameters;
}

/** Forms go first: generated clients send the first media type, and files go best as they are. */
function writeBody({ body }: Endpoint): Json {
  if (body === undefined) return {};
  const content = {
    ...(body.form === undefined ? {} : { 'multipart/form-data': { schema: refToSchema(body.form) } }),
    'application/json': { schema: refToSchema(body.json) },
  };
  return { requestBody: { required: true, content } };
}

/** Of requests that make documents; answered with whatever becomes of them. */
const RATE_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const;
const tellsRate = ({ refusals }: Endpoint): boolean => refusals.includes('rate_limited');

function writeAnswer({ description, schema, also = {}, headers = [] }: Answer, rate: boolean): Json {
  const others = Object.entries(also).map(([mediaType, kind]) => [
    mediaType,
    { schema: kind === 'bytes' ? { type: 'string', format: 'binary' } : { $ref: '#/components/schemas/Event' } },
  ]);
  return {
    description,
    headers: headersOf(['Request-Id', ...headers, ...(rate ? RATE_HEADERS : [])]),
    content: { ...(schema === undefined ? {} : { 'application/json': { schema: refToSchema(schema) } }), ...Object.fromEntries(others) },
  };
}

/** Refusals by status, the codes of each in its description. */
function writeRefusals(codes: readonly RefusalCode[], rate: boolean): Json {
  const statuses = [...new Set(codes.map((code) => PROBLEMS[code].status))].toSorted((left, right) => left - right);
  return Object.fromEntries(
    statuses.map((status) => {
      const found = codes.filter((code) => PROBLEMS[code].status === status);
      const passes = found.some((code) => retryAfterOf(new Refusal(code, '')) !== null);
      return [
        String(status),
        {
          description: found.map((code) => `\`${code}\`: ${PROBLEMS[code].meaning}`).join('\n\n'),
          headers: headersOf([
            'Request-Id',
            ...(passes ? ['Retry-After' as const] : []),
            ...(rate || found.includes('rate_limited') ? RATE_HEADERS : []),
            ...(status === 401 ? ['WWW-Authenticate' as const] : []),
          ]),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ];
    }),
  );
}

function writeOperation(id: string, endpoint: Endpoint, door: 'any' | 'session' = 'any'): Json {
  const { description } = endpoint;
  const parameters = writeParameters(endpoint);
  const rate = tellsRate(endpoint);
  return {
    operationId: id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(door === 'session' ? { security: [{ session: [] }] } : {}),
    'x-octavo-needs': needsOf(endpoint),
    ...writeBody(endpoint),
    responses: {
      ...Object.fromEntries(Object.entries(endpoint.answers).map(([status, answer]) => [status, writeAnswer(answer, rate)])),
      ...writeRefusals(
        [
          ...new Set([
            ...EVERYWHERE,
            ...(endpoint.method === 'GET' ? [] : OF_CHANGES),
            ...(door === 'session' ? (['session_required'] as const) : []),
            ...endpoint.refusals,
          ]),
        ],
        rate,
      ),
    },
  };
}

function describeInterface(): string {
  const codes = REFUSAL_CODES.map((code) => `| \`${code}\` | ${PROBLEMS[code].status} | ${PROBLEMS[code].meaning} |`).join('\n');
  return `Markdown or a prompt in, Word, PowerPoint, Excel or PDF out, with a picture of every page, live events and a report. Reviews
existing files, edits them by typed operations or by a prompt, keeps versions edited by hand, and reads any file into Markdown.

Fields may be added to answers, values to enumerations, and types to events at any time: ignore what you do not know.

Errors are problems (RFC 9457) with a stable \`code\`:

| Code | HTTP | Meaning |
|---|---|---|
${codes}`;
}

/**
 * The OpenAPI document as a JSON value.
 * @param info.publicUrl address of the deployment without `/v1`
 */
export function writeOpenApi(info: { publicUrl: string; version: string }): Json {
  const paths: Record<string, Json> = {};
  for (const [id, endpoint] of Object.entries(ENDPOINTS)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: writeOperation(id, endpoint) };
  }
  for (const [id, endpoint] of Object.entries(DASHBOARD_ENDPOINTS))
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: writeOperation(id, endpoint, 'session') };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Octavo',
      version: info.version,
      summary: 'Document generation for AI agents and the people behind them',
      description: describeInterface(),
      contact: { name: 'Octavo', url: `${info.publicUrl}/docs/` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${info.publicUrl}/v1` }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: [
      { name: 'Documents', description: 'Create, review and edit documents, follow them, and fetch what they give.' },
      { name: 'Artifacts', description: 'What visitors of an artifact wrote, for its owner, and the links to its page.' },
      { name: 'Edits', description: 'Typed edits of existing files, versions edited by hand, and what differs between them.' },
      { name: 'Files', description: 'Files to work on or to write from, and files read into Markdown.' },
      {
        name: 'Dashboard',
        description:
          'People, keys and settings. They take the cookie of a session and act in the project that `Octavo-Project` names, or in the first one of the user.',
      },
      { name: 'Money', description: 'What was used and charged, what is left, and statements of it.' },
      { name: 'Webhooks', description: 'Events sent to addresses of yours, signed, and what became of each.' },
    ],
    paths,
    webhooks: writeWebhooks(),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer ak_…`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'octavo.session_token',
          description: 'The session of a user who is signed in (docs/accounts.md); behind https its name begins with `__Secure-`.',
        },
      },
      headers: RESPONSE_HEADERS,
      schemas: writeComponents(),
    },
  };
}
