/** The requests that can be built, from the description that the service gives of itself. */
import { send } from '../../api/client.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  /** Of which it takes one; null: any text. */
  choices: readonly string[] | null;
}
export interface Operation {
  /** `GET /documents`. */
  call: string;
  method: string;
  path: string;
  summary: string;
  tag: string;
  parameters: Parameter[];
  /** A body to begin with; null: it takes none. */
  body: string | null;
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Bodies that do something as they are. */
const EXAMPLES: Readonly<Record<string, object>> = {
  'POST /documents': {
    format: 'pdf',
    background: true,
    content: { markdown: '# Hello\n\nA **first** document.\n\n| Item | Amount |\n|---|--:|\n| Paper | 12.50 |\n' },
  },
  'POST /edits': { file: 'doc_…', operations: [{ op: 'replace_text', find: 'first', replace: 'second' }] },
  'POST /fill': { file: 'file_…', data: { name: 'Ada' } },
  'POST /files': { url: 'https://example.com/report.docx', filename: 'report.docx' },
  'POST /extract': { file: 'file_…' },
  'POST /webhook-endpoints': { url: 'https://example.com/octavo' },
};

/** What a schema requires, with nothing in it. */
function emptyOf(schema: unknown, schemas: Json, depth = 0): unknown {
  if (!isObject(schema) || depth > 4) return {};
  const name = /\/([^/]+)$/.exec(textOf(schema['$ref']))?.[1];
  if (name !== undefined) return emptyOf(schemas[name], schemas, depth + 1);
  const [first] = [schema['oneOf'], schema['anyOf']].flatMap((some) => (Array.isArray(some) ? (some as unknown[]) : []));
  if (first !== undefined) return emptyOf(first, schemas, depth + 1);
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0];
  switch (schema['type']) {
    case 'string':
      return '';
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    default: {
      const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
      const properties = isObject(schema['properties']) ? schema['properties'] : {};
      return Object.fromEntries(required.map((key) => [key, emptyOf(properties[key], schemas, depth + 1)]));
    }
  }
}

function bodyOf(call: string, operation: Json, schemas: Json): string | null {
  const { requestBody } = operation;
  const content = isObject(requestBody) && isObject(requestBody['content']) ? requestBody['content'] : null;
  const json = content?.['application/json'];
  if (!isObject(json)) return null;
  return JSON.stringify(EXAMPLES[call] ?? emptyOf(json['schema'], schemas), null, 2);
}

/** `true` and `false` of a flag, the values of an enumeration; null where any text will do. */
function choicesOf(schema: unknown): readonly string[] | null {
  if (!isObject(schema)) return null;
  if (schema['type'] === 'boolean') return ['true', 'false'];
  return Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]).map(String) : null;
}

const parametersOf = (operation: Json): Parameter[] =>
  (Array.isArray(operation['parameters']) ? (operation['parameters'] as unknown[]) : []).filter(isObject).flatMap((one) => {
    const place = one['in'];
    if (place !== 'path' && place !== 'query' && place !== 'header') return [];
    return [
      {
        name: textOf(one['name']),
        in: place,
        required: one['required'] === true,
        description: textOf(one['description']),
        choices: choicesOf(one['schema']),
      },
    ];
  });

/** All requests of the API, those of the dashboard and of health left out. */
export async function readOperations(): Promise<Operation[]> {
  const description = (await (await send('GET', '/v1/openapi.json')).json()) as Json;
  const components = isObject(description['components']) ? description['components'] : {};
  const schemas = isObject(components['schemas']) ? components['schemas'] : {};
  const paths = isObject(description['paths']) ? description['paths'] : {};
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).flatMap(([name, operation]) => {
      if (!isObject(operation) || !/^(?:get|post|put|patch|delete)$/.test(name) || path.startsWith('/dashboard')) return [];
      const method = name.toUpperCase();
      const call = `${method} ${path}`;
      const [tag] = Array.isArray(operation['tags']) ? (operation['tags'] as unknown[]) : [];
      const rest = { tag: textOf(tag), summary: textOf(operation['summary']), parameters: parametersOf(operation) };
      return [{ call, method, path, ...rest, body: bodyOf(call, operation, schemas) }];
    }),
  );
}
