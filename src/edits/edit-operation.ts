/** Operations as clients send them: judged here by the schemas of the definitions, before the kind of the file is known. */
import { z } from 'zod';
import { queryTargetSchema } from './resolve-targets.ts';
import { ALL_EDITS, type EditListed } from './all-edits.ts';

const definitionsOf = (op: string): EditListed[] => Object.values(ALL_EDITS).flatMap((edits) => edits.filter((edit) => edit.op === op));

/** Names of the fields that an operation takes, in whichever format. */
export const fieldsOfOperation = (op: string): string[] => [
  ...new Set(definitionsOf(op).flatMap(({ schema }) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []))),
];

export const EDIT_OPERATIONS: readonly string[] = [
  ...new Set(Object.values(ALL_EDITS).flatMap((edits) => edits.map(({ op }) => op))),
].toSorted();

/** One operation as it is documented; what its `op` takes beside is reported by `docs/editing.md`. */
export const editOperationSchema = z.looseObject({
  op: z.string().describe(`One of ${EDIT_OPERATIONS.join(', ')}.`),
  target: z.union([z.string(), queryTargetSchema]).optional().describe('Address from GET /documents/{id}/content, or a query.'),
  expect: z.string().optional().describe('The text that the target must still hold.'),
});

/** Unknown properties come as one issue. */
const countFaults = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);

/**
 * What is wrong with an operation, as issues with paths inside it; [] where one of the definitions takes it. Several formats may have an
 * operation of this name, with other fields: the one that is meant has the fewest faults.
 */
export function judgeOperation(operation: { op: string }): z.core.$ZodIssue[] {
  const definitions = definitionsOf(operation.op);
  if (definitions.length === 0) {
    return [
      {
        code: 'custom',
        path: ['op'],
        message: `There is no operation ${operation.op.slice(0, 60)}; use one of ${EDIT_OPERATIONS.join(', ')}.`,
        input: operation.op,
      },
    ];
  }
  const judged = definitions.map(({ schema }) => schema.safeParse(operation, { reportInput: true }).error?.issues ?? []);
  return judged.toSorted((a, b) => countFaults(a) - countFaults(b))[0] ?? [];
}
