/** OpenAPI 3.1 of the whole contract, written from the table of endpoints and the schemas. */
import { z } from 'zod';
import { blockSchema } from '../document/block.ts';
import { canvasNodeSchema } from '../document/canvas.ts';
import { styleSchema } from '../document/style.ts';
import { REFUSAL_CODES, type RefusalCode } from '../base/refusal.ts';
import { documentRequestSchema } from '../contract/document-request.ts';
import { ENDPOINTS, PATH_PARAMETERS, type Answer, type Endpoint } from './endpoints.ts';
import { fileReferenceSchema } from '../contract/file-reference.ts';
import { PROBLEMS } from './problem.ts';
import { findingSchema } from '../base/finding.ts';
import { documentSchema, dryRunSchema, outputSchema } from '../contract/document.ts';
import { eventDataSchemas, eventSchema } from '../contract/event.ts';
import { deletedFileSchema, fileRequestSchema, fileSchema } from '../contract/file.ts';
import { problemSchema } from '../contract/problem.ts';
import { reportSchema } from '../contract/report.ts';

type Json = Record<string, unknown>;

/** Schemas that have a name of their own in `components`; everything else is written where it is used. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  Document: documentSchema,
  DocumentRequest: documentRequestSchema,
  Output: outputSchema,
  File: fileSchema,
  FileRequest: fileRequestSchema,
  FileReference: fileReferenceSchema,
  DeletedFile: deletedFileSchema,
  DryRun: dryRunSchema,
  Report: reportSchema,
  Finding: findingSchema,
  Problem: problemSchema,
  Event: eventSchema,
  Style: styleSchema,
  Block: blockSchema,
  CanvasNode: canvasNodeSchema,
};

const EVERYWHERE: readonly RefusalCode[] = ['unauthorized', 'region_mismatch', 'internal_error'];

interface Schemas {
  components: Json;
  of(schema: z.ZodType): Json;
}

/** One registry for all, so that the same schema becomes one component and references to it. */
function writeSchemas(): Schemas {
  const registry = z.registry<{ id: string }>();
  const ids = new Map<z.ZodType, string>();
  const add = (schema: z.ZodType, id: string): void => {
    registry.add(schema, { id });
    ids.set(schema, id);
  };
  for (const [id, schema] of Object.entries(NAMED)) add(schema, id);
  for (const [type, schema] of Object.entries(eventDataSchemas)) add(schema, `EventData.${type}`);
  const inline = Object.entries(ENDPOINTS).flatMap(([id, endpoint]) =>
    Object.entries(endpoint.answers).flatMap(([status, { schema }]) => (schema ? [[`${id}.${status}`, schema] as const] : [])),
  );
  const bodies = Object.entries(ENDPOINTS).flatMap(([id, { body }]) => (body ? [[`${id}.request`, body.json] as const] : []));
  for (const [id, schema] of [...inline, ...bodies]) if (!ids.has(schema)) add(schema, id);
  // What clients may send is the input side; for answers both sides are the same, and further fields may come.
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
  });
  const components: Json = {};
  for (const [id, schema] of Object.entries(schemas)) {
    const { $schema: _, $id: __, ...rest } = schema;
    components[id] = rest;
  }
  return { components, of: (schema) => ({ $ref: `#/components/schemas/${ids.get(schema) ?? ''}` }) };
}

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
    const { properties } = z.toJSONSchema(endpoint.query, { io: 'input' });
    for (const [name, schema] of Object.entries(properties ?? {})) {
      const description = typeof schema === 'object' ? schema.description : undefined;
      parameters.push({ name, in: 'query', required: false, ...(description === undefined ? {} : { description }), schema });
    }
  }
  for (const [name, description] of Object.entries(endpoint.headers ?? {})) {
    parameters.push({ name, in: 'header', required: false, description, schema: { type: 'string' } });
  }
  return parameters;
}

function writeBody(endpoint: Endpoint, schemas: Schemas): Json {
  if (endpoint.body === undefined) return {};
  const form = {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
  };
  const content = {
    'application/json': { schema: schemas.of(endpoint.body.json) },
    ...(endpoint.body.multipart ? { 'multipart/form-data': { schema: form } } : {}),
  };
  return { requestBody: { required: true, content } };
}

function writeAnswer(answer: Answer, schemas: Schemas): Json {
  const mediaType = answer.mediaType ?? 'application/json';
  return {
    description: answer.description,
    content: { [mediaType]: { schema: answer.schema === undefined ? { type: 'string' } : schemas.of(answer.schema) } },
  };
}

/** Refusals by status, the codes of each in its description. */
function writeRefusals(codes: readonly RefusalCode[]): Json {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of codes) byStatus.set(PROBLEMS[code].status, [...(byStatus.get(PROBLEMS[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([left], [right]) => left - right)
      .map(([status, found]) => [
        String(status),
        {
          description: found.map((code) => `\`${code}\`: ${PROBLEMS[code].meaning}`).join('\n\n'),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ]),
  );
}

function writeOperation(id: string, endpoint: Endpoint, schemas: Schemas): Json {
  const answers = Object.entries(endpoint.answers).map(([status, answer]) => [status, writeAnswer(answer, schemas)] as const);
  const streamed = id === 'createDocument' ? addEventStream(answers) : answers;
  const parameters = writeParameters(endpoint);
  return {
    operationId: id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined && endpoint.later === undefined
      ? {}
      : { description: endpoint.description ?? endpoint.later?.message }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...writeBody(endpoint, schemas),
    responses: { ...Object.fromEntries(streamed), ...writeRefusals([...EVERYWHERE, ...endpoint.refusals]) },
  };
}

/** `stream: true` answers the same call in another media type. */
function addEventStream(answers: (readonly [string, Json])[]): (readonly [string, Json])[] {
  return answers.map(([status, answer]) => {
    if (status !== '200') return [status, answer] as const;
    const content = typeof answer.content === 'object' ? answer.content : {};
    return [status, { ...answer, content: { ...content, 'text/event-stream': { schema: { type: 'string' } } } }] as const;
  });
}

/**
 * The OpenAPI document as a JSON value.
 * @param info.publicUrl address of the deployment without `/v1`
 */
export function writeOpenApi(info: { publicUrl: string; version: string }): Json {
  const schemas = writeSchemas();
  const paths: Record<string, Json> = {};
  for (const [id, endpoint] of Object.entries(ENDPOINTS)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: writeOperation(id, endpoint, schemas) };
  }
  const codes = REFUSAL_CODES.map((code) => `| \`${code}\` | ${PROBLEMS[code].status} | ${PROBLEMS[code].meaning} |`).join('\n');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Octavo',
      version: info.version,
      summary: 'Document generation for AI agents and the people behind them',
      description: `Markdown in, Word or PDF out, with a picture of every page, live events and a report.\n\nErrors are problems (RFC 9457) with a stable \`code\`:\n\n| code | HTTP | |\n|---|---|---|\n${codes}`,
    },
    servers: [{ url: `${info.publicUrl}/v1` }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Documents', description: 'Make documents, follow them, fetch what came of them.' },
      { name: 'Files', description: 'Pictures and other files to make documents from.' },
      { name: 'Later', description: 'Described by the interface and not offered yet: `501 feature_unavailable`.' },
    ],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer ak_…`' } },
      schemas: schemas.components,
    },
  };
}
