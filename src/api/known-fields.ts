/** Which properties a schema takes at a place, to suggest one of them for one that there is not. */
import { z } from 'zod';

type Schema = z.core.$ZodType;

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null;

/** What a schema is without what is around it: optional, nullable, with a default. */
function bare(schema: Schema): Schema {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return bare(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return bare(schema.def.in);
  return schema instanceof z.ZodLazy ? bare(schema.def.getter()) : schema;
}

/** The object types that may stand here: of several that a property tells apart, the one that the value says it is. */
function objectsAt(schema: Schema, value: unknown): z.ZodObject[] {
  const one = bare(schema);
  if (one instanceof z.ZodObject) return [one];
  if (!(one instanceof z.ZodUnion)) return [];
  const options = one.def.options.flatMap((option) => objectsAt(option, value));
  if (!(one instanceof z.ZodDiscriminatedUnion) || !isObject(value)) return options;
  const { discriminator } = one.def;
  const said = options.filter(({ shape }) => {
    const told: unknown = shape[discriminator];
    return told instanceof z.ZodLiteral && told.safeParse(value[discriminator]).success;
  });
  return said.length > 0 ? said : options;
}

const elementOf = (schema: Schema): Schema[] => {
  const one = bare(schema);
  if (one instanceof z.ZodArray) return [one.element];
  return one instanceof z.ZodUnion ? one.def.options.flatMap(elementOf) : [];
};

/** @param path from the value that the schema is of to the object in question. [] where nothing is known of that place */
export function fieldsAt(schema: Schema, value: unknown, path: readonly PropertyKey[]): string[] {
  const [key, ...rest] = path;
  if (key === undefined) return [...new Set(objectsAt(schema, value).flatMap(({ shape }) => Object.keys(shape)))];
  const inner = isObject(value) ? value[key] : undefined;
  const schemas: Schema[] =
    typeof key === 'number'
      ? elementOf(schema)
      : objectsAt(schema, value).flatMap(({ shape }) => (Object.hasOwn(shape, key) ? [shape[String(key)]] : []));
  return [...new Set(schemas.flatMap((one) => fieldsAt(one, inner, rest)))];
}
