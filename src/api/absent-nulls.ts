/** Many languages write an absent value as null. */
import { z } from 'zod';

/** Whether null can mean nothing else than that the property is not there. */
const means = (field: unknown): boolean =>
  field instanceof z.ZodOptional && (field.unwrap() instanceof z.ZodUnknown || !field.safeParse(null).success);

/**
 * The body without optional properties that are null, where null has no meaning of its own; any other value as it is.
 * @param schema of the body, whose top level is looked at
 */
export function withoutNulls(schema: { shape: object }, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const fields = new Map(Object.entries(schema.shape));
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !means(fields.get(name))));
}
