/** Types of the Python client: what is received as pydantic models, what is sent as typed dictionaries, with their descriptions. */
import { nameOf, readContract, type ClientContract, type Schema } from './read-contract.ts';

/** Words of Python, and what models have as methods in either major version of pydantic. */
const TAKEN = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda not or pass raise return try while with yield None True False construct copy dict fields json schema validate'.split(
    ' ',
  ),
);
const WIDTH = 118;

const MODELS_HEAD = `"""What the service answers. Written by \`npm run gen\` from the contract: change that, and not this.

Fields, values and types of events may be added at any time: fields that are not here are kept as they came, and what is
said to be one of some values may be another one.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, List, Mapping, Optional, Tuple, Type, Union

from pydantic import Field
from typing_extensions import Literal

from ._model import Model, UnknownEvent, complete
`;
const PARAMS_HEAD = `"""What the service takes, as typed dictionaries. Written by \`npm run gen\` from the contract: change that, and not this."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Union

from typing_extensions import Literal, Required, TypedDict
`;

/** Requests without what the method says by itself. */
const REQUESTS_OF_METHODS: Readonly<Record<string, { of: string; without: readonly string[]; description: string }>> = {
  NewDocument: {
    of: 'DocumentRequest',
    without: ['stream', 'background'],
    description: 'What to make; how the answer comes is said by the method.',
  },
  NewEdits: { of: 'EditsRequest', without: ['preview'], description: 'A file, and what is to be done to it.' },
  NewFill: {
    of: 'FillRequest',
    without: ['data', 'output', 'dry_run', 'background'],
    description: 'A template and how to fill it; with what, and how the answer comes, is said by the method.',
  },
};

const pascal = (name: string): string => name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const literal = (value: unknown): string =>
  value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);
const isPlainName = (name: string): boolean => /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && !TAKEN.has(name);
const attributeOf = (name: string): string => {
  const plain = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^_+/, '');
  return TAKEN.has(plain) ? `${plain}_` : plain;
};

/** A docstring, wrapped. */
function docstring(description: string | undefined, indent: string): string {
  if (description === undefined) return '';
  const text = description.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replaceAll(/\s+/g, ' ').trim();
  const lines: string[] = [];
  let line = `${indent}"""`;
  for (const word of text.split(' ')) {
    const longer = line.endsWith('"""') && lines.length === 0 && line.trim() === '"""' ? `${line}${word}` : `${line} ${word}`;
    if (longer.length > WIDTH && line.trim() !== '"""') {
      lines.push(line);
      line = `${indent}${word}`;
    } else {
      line = longer;
    }
  }
  return `${[...lines, `${line}${line.endsWith('"') ? ' ' : ''}"""`].join('\n')}\n`;
}

/** The module that is being written: its classes by what they hold, so that the same shape is one class. */
interface Module {
  sent: boolean;
  classes: string[];
  names: Set<string>;
  byShape: Map<string, string>;
}

/** `Parties` → `Party`. */
const oneOf = (name: string): string => (/[Ss]eries$/.test(name) ? name : name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1'));
const isObject = (schema: Schema): boolean => schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0;
const shapeOf = (schema: Schema): string => JSON.stringify({ ...schema, description: undefined });

/** The types between the commas of `Union[…]`; itself where it is none. */
function partsOf(type: string): string[] {
  const inner = /^(Union|Optional)\[([^]*)\]$/.exec(type);
  if (inner === null) return [type];
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  const text = inner[2] ?? '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '[') depth++;
    else if (text[at] === ']') depth--;
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, text.slice(from).trim(), ...(inner[1] === 'Optional' ? ['None'] : [])].flatMap(partsOf);
}

function union(types: readonly string[]): string {
  const parts = [...new Set(types.flatMap(partsOf))];
  const some = parts.filter((part) => part !== 'None');
  if (some.length === 0) return 'None';
  const inner = some.length === 1 ? (some[0] ?? 'Any') : `Union[${some.join(', ')}]`;
  return some.length === parts.length || inner === 'Any' ? inner : `Optional[${inner}]`;
}

/** Of a part of a union: what tells it from the others. */
const markOf = (schema: Schema): string | undefined => {
  const { type, kind } = schema.properties ?? {};
  const value = type?.const ?? kind?.const;
  return typeof value === 'string' ? value : undefined;
};

function unionType(parts: readonly Schema[], name: string, module: Module): string {
  const marked = parts.filter((part) => markOf(part) !== undefined);
  const types = parts.map((part, at) => {
    const mark = markOf(part);
    return typeOf(
      part,
      mark === undefined
        ? parts.filter(isObject).length > 1
          ? `${name}${at + 1}`
          : module.names.has(name)
            ? `${name}Item`
            : name
        : `${name}${pascal(mark)}`,
      module,
    );
  });
  // More kinds may come: those are dictionaries.
  const more = !module.sent && parts.length > 1 && marked.length === parts.length ? ['Dict[str, Any]'] : [];
  return union([...types, ...more]);
}

function plainType(type: string, schema: Schema, name: string, module: Module): string {
  switch (type) {
    case 'string':
      return schema.format === 'date-time' && !module.sent ? 'datetime' : 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      if (schema.prefixItems !== undefined)
        return module.sent
          ? `List[${union(schema.prefixItems.map((item) => typeOf(item, name, module)))}]`
          : `Tuple[${schema.prefixItems.map((item) => typeOf(item, name, module)).join(', ')}]`;
      return `List[${typeOf(schema.items ?? {}, oneOf(name), module)}]`;
    case 'object':
      if (isObject(schema)) return classFor(schema, name, module);
      return typeof schema.additionalProperties === 'object'
        ? `Dict[str, ${typeOf(schema.additionalProperties, name, module)}]`
        : 'Dict[str, Any]';
    default:
      throw new Error(`a schema of the contract has the type ${type}, which clients do not know`);
  }
}

function typeOf(schema: Schema, name: string, module: Module): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if ('const' in schema) return `Literal[${literal(schema.const)}]`;
  if (schema.enum !== undefined) {
    const known = `Literal[${schema.enum.map(literal).join(', ')}]`;
    return module.sent ? known : `Union[${known}, str]`;
  }
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) return unionType(parts, name, module);
  if (schema.type === undefined) return 'Any';
  return union([schema.type].flat().map((type) => plainType(type, schema, name, module)));
}

/** The name of the class of an object that has none of its own. */
function classFor(schema: Schema, wanted: string, module: Module): string {
  const shape = shapeOf(schema);
  const there = module.byShape.get(shape);
  if (there !== undefined) return there;
  let name = wanted;
  for (let at = 2; module.names.has(name); at++) name = `${wanted}${at}`;
  writeClass(name, schema, module);
  return name;
}

function writeClass(name: string, schema: Schema, module: Module): void {
  module.names.add(name);
  module.byShape.set(shapeOf(schema), name);
  const at = module.classes.push('') - 1;
  module.classes[at] = module.sent ? dictionaryClass(name, schema, module) : modelClass(name, schema, module);
}

function modelClass(name: string, schema: Schema, module: Module): string {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => {
    const attribute = attributeOf(key);
    const type = typeOf(field, `${name}${pascal(key)}`, module);
    const optional = !required.has(key);
    const shown = optional ? union([type, 'None']) : type;
    const value = attribute === key ? (optional ? ' = None' : '') : ` = Field(${optional ? 'None' : '...'}, alias=${JSON.stringify(key)})`;
    return `    ${attribute}: ${shown}${value}\n${docstring(field.description, '    ')}`;
  });
  const head = docstring(schema.description, '    ');
  return `class ${name}(Model):\n${head}${head === '' ? '' : '\n'}${fields.join('')}`;
}

function dictionaryClass(name: string, schema: Schema, module: Module): string {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => {
    const type = typeOf(field, `${name}${pascal(key)}`, module);
    return { key, type: required.has(key) ? `Required[${type}]` : type, description: field.description };
  });
  if (fields.every(({ key }) => isPlainName(key) || ['copy', 'fields', 'schema', 'json', 'dict', 'validate', 'construct'].includes(key))) {
    const head = docstring(schema.description, '    ');
    const lines = fields.map(({ key, type, description }) => `    ${key}: ${type}\n${docstring(description, '    ')}`);
    return `class ${name}(TypedDict, total=False):\n${head}${head === '' ? '' : '\n'}${lines.join('')}`;
  }
  const lines = fields.map(({ key, type }) => `        ${JSON.stringify(key)}: ${quoted(type)},\n`);
  return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n    total=False,\n)\n${docstring(schema.description, '')}`;
}

/** A type that is read only once every class is there. */
const quoted = (type: string): string =>
  type.startsWith('Required[')
    ? `Required[${JSON.stringify(type.slice('Required['.length, -1)).replaceAll('\\"', "'")}]`
    : JSON.stringify(type).replaceAll('\\"', "'");

interface Alias {
  name: string;
  type: string;
  description: string | undefined;
}

/** Each behind those that it names. */
function inOrder(aliases: readonly Alias[]): Alias[] {
  const byName = new Map(aliases.map((alias) => [alias.name, alias]));
  const placed = new Set<Alias>();
  const place = (alias: Alias): void => {
    if (placed.has(alias)) return;
    for (const [word] of alias.type.replaceAll(/"[^"]*"/g, '').matchAll(/\w+/g)) {
      const other = byName.get(word);
      if (other !== undefined && other !== alias) place(other);
    }
    placed.add(alias);
  };
  aliases.forEach(place);
  return [...placed];
}

function writeModule(names: readonly string[], contract: ClientContract, more: ReadonlyMap<string, Schema>, sent: boolean): string {
  const module: Module = { sent, classes: [], names: new Set(names), byShape: new Map() };
  const schemas = new Map([...contract.schemas, ...more]);
  const chosen = names.flatMap((name) => {
    const schema = schemas.get(name);
    return schema === undefined ? [] : [{ name, schema }];
  });
  const aliases: Alias[] = [];
  for (const { name, schema } of chosen) {
    if (isObject(schema)) writeClass(name, schema, module);
    else aliases.push({ name, type: typeOf(schema, name, module), description: schema.description });
  }
  const shown = inOrder(aliases).map(({ name, type, description }) => {
    const whole =
      name === 'DocumentEvent'
        ? type.replace(/\]$/, ', UnknownEvent]').replace(', Dict[str, Any], UnknownEvent]', ', UnknownEvent]')
        : type;
    return `${name} = ${whole}\n${docstring(description, '')}`;
  });
  return `${module.classes.join('\n\n')}\n\n${shown.join('\n')}`;
}

const holdsBytes = (schema: Schema): boolean => Object.values(schema.properties ?? {}).some(({ format }) => format === 'binary');

/** The text of `models.py`. */
export function writePythonModels(): string {
  const contract = readContract();
  const names = [...contract.schemas.keys()].filter((name) => contract.received.has(name));
  const ofEvents = names.flatMap((name) => {
    const type = contract.schemas.get(name)?.properties?.['type']?.const;
    return name.endsWith('Event') && typeof type === 'string' ? [`    ${JSON.stringify(type)}: ${name},\n`] : [];
  });
  const table = `EVENTS: Mapping[str, Type[Model]] = {\n${ofEvents.join('')}}\n"""Types of events → their models."""\n`;
  return `${MODELS_HEAD}\n\n${writeModule(names, contract, new Map(), false)}\n${table}\ncomplete(globals())\n`;
}

/** The text of `params.py`. */
export function writePythonParams(): string {
  const contract = readContract();
  const more = new Map(
    Object.entries(REQUESTS_OF_METHODS).map(([name, { of, without, description }]): [string, Schema] => {
      const { properties = {}, required = [], ...rest } = contract.schemas.get(of) ?? {};
      const kept = Object.entries(properties).filter(([key]) => !without.includes(key));
      return [
        name,
        { ...rest, description, properties: Object.fromEntries(kept), required: required.filter((key) => !without.includes(key)) },
      ];
    }),
  );
  const names = [...contract.schemas].flatMap(([name, schema]) => (contract.sent.has(name) && !holdsBytes(schema) ? [name] : []));
  return `${PARAMS_HEAD}\n\n${writeModule([...names, ...more.keys()], contract, more, true)}`;
}
