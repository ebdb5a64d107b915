/** What clients need of the OpenAPI document: the schemas that calls with a key, events and webhooks use, by names that suit a client. */
import { DASHBOARD_ENDPOINTS } from '../../src/api/endpoints.ts';
import { writeOpenApi } from '../../src/api/openapi.ts';

/** A JSON Schema as the contract writes them. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  discriminator?: { propertyName: string };
}

export interface ClientContract {
  /** By their names in clients, in the order of the OpenAPI document. */
  schemas: ReadonlyMap<string, Schema>;
  /** Names of those that a request holds, by themselves or inside others. */
  sent: ReadonlySet<string>;
  /** The same of answers and events. */
  received: ReadonlySet<string>;
}

/** Words that languages and browsers use for something else. */
const RENAMED: Readonly<Record<string, string>> = {
  Document: 'DocumentRecord',
  File: 'FileRecord',
  Record: 'ArtifactRecord',
  RecordValue: 'ArtifactValue',
  RecordList: 'ArtifactRecordList',
  RecordRequest: 'ArtifactRecordRequest',
  RecordUpdate: 'ArtifactRecordUpdate',
  Event: 'DocumentEvent',
  NoteEvent: 'AgentNoteEvent',
};

const REFERENCE = '#/components/schemas/';
export const nameOf = (reference: string): string => {
  const name = reference.slice(REFERENCE.length);
  return RENAMED[name] ?? name;
};

const referencesOf = (value: unknown): string[] =>
  [...JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);

/** All schemas that these hold, themselves among them. */
function closure(begin: readonly string[], schemas: Readonly<Record<string, Schema>>): Set<string> {
  const seen = new Set<string>();
  const waiting = [...begin];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    waiting.push(...referencesOf(schemas[name]));
  }
  return seen;
}

interface Operation {
  requestBody?: unknown;
  responses?: unknown;
}

/** The contract without the routes of the dashboard, which take no key. */
export function readContract(): ClientContract {
  const description = JSON.parse(JSON.stringify(writeOpenApi({ publicUrl: 'http://localhost:8080', version: '0' }))) as {
    paths: Record<string, Record<string, Operation>>;
    webhooks: unknown;
    components: { schemas: Record<string, Schema> };
  };
  const ofSessions = new Set(Object.values(DASHBOARD_ENDPOINTS).map(({ method, path }) => `${method.toLowerCase()} ${path}`));
  const operations = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => (ofSessions.has(`${method} ${path}`) ? [] : [operation])),
  );
  const { schemas } = description.components;
  const sent = closure(
    operations.flatMap(({ requestBody }) => referencesOf(requestBody)),
    schemas,
  );
  const received = closure(
    [...operations.flatMap(({ responses }) => referencesOf(responses)), ...referencesOf(description.webhooks)],
    schemas,
  );
  const clientNames = (names: Set<string>): Set<string> => new Set([...names].map((name) => RENAMED[name] ?? name));
  const kept = Object.entries(schemas).filter(([name]) => sent.has(name) || received.has(name));
  return {
    schemas: new Map(kept.map(([name, schema]) => [RENAMED[name] ?? name, schema])),
    sent: clientNames(sent),
    received: clientNames(received),
  };
}
