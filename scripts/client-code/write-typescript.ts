/** Types of the TypeScript client: each schema of the contract as an interface or a type, with its descriptions. */
import { nameOf, readContract, type Schema } from './read-contract.ts';

const HEAD = `/** What the service takes and sends. Written by \`npm run gen\` from the contract: change that, and not this. Fields, values and types of events may be added at any time. */\n`;

const comment = (description: string | undefined, indent: string): string =>
  description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '*∕').replaceAll(/\s*\n\s*/g, ' ')} */\n`;
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const union = (parts: readonly string[]): string => [...new Set(parts)].join(' | ') || 'never';
const grouped = (type: string): string => (/ \| /.test(type) ? `(${type})` : type);

function fieldsOf(schema: Schema, indent: string): string {
  const required = new Set(schema.required);
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties ?? {}).map(
    ([name, field]) =>
      `${comment(field.description, inner)}${inner}${key(name)}${required.has(name) ? '' : '?'}: ${typeOf(field, inner)};\n`,
  );
  const open = schema.additionalProperties === true || JSON.stringify(schema.additionalProperties) === '{}';
  return `{\n${lines.join('')}${open ? `${inner}[field: string]: unknown;\n` : ''}${indent}}`;
}

function objectType(schema: Schema, indent: string): string {
  const more = schema.additionalProperties;
  const rest = typeof more === 'object' ? `Record<string, ${typeOf(more, indent)}>` : 'Record<string, unknown>';
  if (schema.properties === undefined || Object.keys(schema.properties).length === 0)
    return more === false ? 'Record<string, never>' : rest;
  return fieldsOf(schema, indent);
}

function plainType(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map((item) => typeOf(item, indent)).join(', ')}]`;
      return `${grouped(typeOf(schema.items ?? {}, indent))}[]`;
    case 'object':
      return objectType(schema, indent);
    default:
      throw new Error(`a schema of the contract has the type ${type}, which clients do not know`);
  }
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) return union(parts.map((part) => typeOf(part, indent)));
  if (schema.type === undefined) return 'unknown';
  return union([schema.type].flat().map((type) => plainType(type, schema, indent)));
}

/** The text of `sdk/src/contract.ts`. */
export function writeTypescript(): string {
  const parts = [...readContract().schemas].map(([name, schema]) => {
    const head = comment(schema.description, '');
    const isInterface = schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0;
    return isInterface
      ? `${head}export interface ${name} ${fieldsOf(schema, '')}\n`
      : `${head}export type ${name} = ${typeOf(schema, '')};\n`;
  });
  return `${HEAD}\n${parts.join('\n')}`;
}
