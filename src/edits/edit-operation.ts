/** Operations as clients send them: judged here by the schemas of the definitions, before the kind of the file is known. */
import { z } from 'zod';
import { queryTargetSchema } from './resolve-targets.ts';
import { ALL_EDITS, type EditListed } from './all-edits.ts';

const definitionsOf = (op: string): EditListed[] => Object.values(ALL_EDITS).flatMap((edits) => edits.filter((edit) => edit.op === op));

export const EDIT_OPERATIONS: readonly string[] = [
  ...new Set(Object.values(ALL_EDITS).flatMap((edits) => edits.map(({ op }) => op))),
].toSorted();

/** One operation as it is documented; what its `op` takes beside is reported by `docs/editing.md`. */
export const editOperationSchema = z.looseObject({
  op: z.string().describe(`One of ${EDIT_OPERATIONS.join(', ')}.`),
  target: z.union([z.string(), queryTargetSchema]).optional().describe('Address from GET /documents/{id}/content, or a query.'),
  expect: z.string().optional().describe('The text that the target must still hold.'),
});

const FIELD_WEIGHT = 20;
/** An object of an unknown type hides all that may be wrong within it. */
const TYPE_WEIGHT = 3;

/** Fields that an operation has not, or lacks, tell that another is meant; faults within them tell little. */
function weighFaults(issues: readonly z.core.$ZodIssue[]): number {
  let weight = 0;
  for (const { path, ...issue } of issues) {
    const one = path.length < 2 && issue.input === undefined ? FIELD_WEIGHT : issue.code === 'invalid_union' ? TYPE_WEIGHT : 1;
    weight += issue.code === 'unrecognized_keys' ? issue.keys.length * (path.length === 0 ? FIELD_WEIGHT : 1) : one;
  }
  return weight;
}

/** More faults of one operation are not looked for: each takes some microseconds, and an operation may hold a hundred thousand values. */
const FAULTS_MAX = 300;
const TOO_MANY = new Error('more faults than are looked for');
/** What is kept of each list of an operation that has too many faults, so that the first of them are named. */
const KEPT_ITEMS = 20;

function beginningOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, KEPT_ITEMS).map(beginningOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, beginningOf(inner)]));
}

/** What is wrong with it; of very many faults those at the beginning of its lists. */
function issuesOf(schema: z.ZodType, operation: unknown): z.core.$ZodIssue[] {
  let faults = 0;
  // zod asks for the words of each fault, which is the one place where it can be stopped
  const error = (): undefined => {
    if (++faults > FAULTS_MAX) throw TOO_MANY;
  };
  try {
    return schema.safeParse(operation, { reportInput: true, error }).error?.issues ?? [];
  } catch (thrown) {
    if (thrown !== TOO_MANY) throw thrown;
  }
  const first = schema.safeParse(beginningOf(operation), { reportInput: true }).error?.issues ?? [];
  return first.length > 0
    ? first
    : [{ code: 'custom', path: [], message: 'More of its values are wrong than can be named.', input: operation }];
}

/** Several formats may have an operation of this name, with other fields: the one that is meant has the lightest faults. */
function meantBy(operation: { op: string }): { schema: EditListed['schema']; issues: z.core.$ZodIssue[] } | undefined {
  return definitionsOf(operation.op)
    .map(({ schema }) => ({ schema, issues: issuesOf(schema, operation) }))
    .toSorted((a, b) => weighFaults(a.issues) - weighFaults(b.issues))[0];
}

/** What the operation takes; undefined where there is none of this name. */
export const schemaOfOperation = (operation: { op: string }): z.ZodType | undefined => meantBy(operation)?.schema;

/** What is wrong with an operation, as issues with paths inside it; [] where one of the definitions takes it. */
export function judgeOperation(operation: { op: string }): z.core.$ZodIssue[] {
  const meant = meantBy(operation);
  if (meant === undefined) {
    return [
      {
        code: 'custom',
        path: ['op'],
        message: `There is no operation ${operation.op.slice(0, 60)}; use one of ${EDIT_OPERATIONS.join(', ')}.`,
        input: operation.op,
      },
    ];
  }
  return meant.issues;
}
