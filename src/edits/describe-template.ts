/** What a template wants: its tags with their places, what is wrong with it, and the data that it expects as a JSON Schema. */
import { openForeignPackage } from '../ooxml/validate-package.ts';
import { openOfficePackage, type OfficeKind } from '../ooxml/office-package.ts';
import { pathsOf, type PathExpression } from './fill/expression.ts';
import { fillOpened } from './fill/fill-opened.ts';
import { beginFilling, type FillFault, type PlacedTag } from './fill/filling.ts';
import type { Tag } from './fill/read-tag.ts';

/** A JSON Schema (draft 2020-12) of what a template names. */
export interface DataSchema {
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, DataSchema>;
  items?: DataSchema;
  enum?: string[];
  maxLength?: number;
}

export interface TemplateDescription {
  kind: OfficeKind;
  tags: { tag: string; place: string }[];
  /** Of the template by itself. */
  faults: FillFault[];
  schema: DataSchema;
}

/** Tags that a description lists. */
const LISTED_MAX = 2_000;

/** @throws Refusal file_rejected */
export function describeTemplate(bytes: Uint8Array): TemplateDescription {
  const { value: template } = openForeignPackage(bytes);
  const filling = beginFilling({ missing: 'empty', locale: 'en' });
  const { tags } = fillOpened(openOfficePackage(bytes), template, filling, [{}], () => []);
  return {
    kind: template.kind,
    tags: tags.slice(0, LISTED_MAX).map(({ text, place }) => ({ tag: text, place: place() })),
    faults: [...filling.faults.values()].filter(({ about }) => about === 'template'),
    schema: schemaOf(tags),
  };
}

interface Level {
  schema: DataSchema;
  /** Name that a loop gave to its items. */
  name: string | undefined;
  isBlock: boolean;
}

function propertyOf(schema: DataSchema, key: string): DataSchema {
  schema.type ??= 'object';
  schema.properties ??= {};
  return (schema.properties[key] ??= {});
}

/** The schema of what a path names, made where it is not there yet. */
function schemaAt(levels: readonly Level[], path: PathExpression): DataSchema | undefined {
  if (path.special !== undefined && path.special !== 'this' && path.special !== 'root') return undefined;
  const around = levels.filter(({ isBlock }) => isBlock);
  const home = path.special === 'root' ? around[0] : around.at(-1 - path.up);
  if (home === undefined) return undefined;
  let { schema } = home;
  const [first] = path.keys;
  let rest: readonly (string | number)[] = path.keys;
  if (path.special === undefined && path.up === 0 && typeof first === 'string') {
    const named = around.findLast((level) => level.name === first);
    // an item has fields of its own; what goes further inside is more likely the same object as before
    const known = path.keys.length > 1 ? around.findLast((level) => level.schema.properties?.[first] !== undefined) : undefined;
    if (named !== undefined) [schema, rest] = [named.schema, path.keys.slice(1)];
    else if (known !== undefined) schema = known.schema;
  }
  for (const key of rest) {
    if (typeof key === 'number') {
      schema.type = 'array';
      schema = schema.items ??= {};
    } else schema = propertyOf(schema, key);
  }
  return schema;
}

const TYPES: Readonly<Record<string, Pick<DataSchema, 'type' | 'format'>>> = {
  number: { type: 'number' },
  currency: { type: 'number' },
  percent: { type: 'number' },
  round: { type: 'number' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  time: { type: 'string', format: 'time' },
  sum: { type: 'array' },
  average: { type: 'array' },
  join: { type: 'array' },
  yesno: { type: 'boolean' },
};

function addValue(levels: readonly Level[], tag: Tag & { kind: 'value' }): void {
  const [path] = pathsOf(tag.piped.value);
  for (const one of pathsOf(tag.piped.value)) {
    const schema = schemaAt(levels, one);
    if (schema === undefined) continue;
    if (one !== path || tag.piped.value.kind !== 'path') {
      schema.type ??= 'number';
      continue;
    }
    const [formatter] = tag.piped.formatters;
    if (tag.as === 'picture') schema.description = 'A picture: base64, {"data": …} or {"file": "file_…"}.';
    else if (tag.as === 'chart')
      schema.description =
        'Figures: a list of objects whose first field is the category, {"categories": …, "series": …}, or an object of numbers.';
    else if (tag.as === 'markdown') Object.assign(schema, { type: 'string', description: 'Markdown.' });
    else if (formatter !== undefined && schema.type === undefined) Object.assign(schema, TYPES[formatter.name] ?? {});
  }
}

function schemaOf(tags: readonly PlacedTag[]): DataSchema {
  const root: DataSchema = { type: 'object', properties: {} };
  const levels: Level[] = [{ schema: root, name: undefined, isBlock: true }];
  for (const { tag } of tags) {
    if (tag.kind === 'value') addValue(levels, tag);
    else if (tag.kind === 'close' && levels.length > 1) levels.pop();
    else if (tag.kind === 'open') {
      const isLoop = tag.block === 'each' && tag.expression.kind === 'path';
      const schema = isLoop && tag.expression.kind === 'path' ? schemaAt(levels, tag.expression) : undefined;
      if (schema !== undefined) {
        schema.type ??= 'array';
        levels.push({ schema: schema.type === 'array' ? (schema.items ??= {}) : schema, name: tag.as, isBlock: true });
        continue;
      }
      for (const path of pathsOf(tag.expression)) schemaAt(levels, path);
      levels.push({ schema: root, name: undefined, isBlock: false });
    }
  }
  return root;
}
