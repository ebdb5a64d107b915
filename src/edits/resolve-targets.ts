/** Operations that name their target by a query: each becomes operations on the addresses that the query finds in the file as it was sent. */
import { z } from 'zod';
import type { EditOperation, EditResult } from './apply-edits.ts';
import { isRejected, reject, type Rejected } from './define-edit.ts';
import type { AddressedBlock } from './list-content.ts';
import { faultOfQuery, queryContent } from './query-content.ts';
import { QUERY_CHARS_MAX } from './query/read-query.ts';

export const queryTargetSchema = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(QUERY_CHARS_MAX)
    .superRefine((query, context) => {
      const message = faultOfQuery(query);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .describe('What is meant: `table[2] row:last`, `heading:contains("Fees") + paragraph` (docs/editing.md).'),
  all: z.boolean().optional().describe('Every block that the query finds; without it there must be one.'),
});
export type QueryTarget = z.infer<typeof queryTargetSchema>;

/** Fields of operations that name a place. */
const PLACES = ['target', 'to'] as const;

const isQuery = (value: unknown): value is QueryTarget => typeof value === 'object' && value !== null && 'query' in value;

/** An operation as it is sent: `target` and `to` are addresses or queries. */
export interface AskedOperation {
  op: string;
  target?: string | QueryTarget | undefined;
  [field: string]: unknown;
}

/** Whether an operation names a place by a query. */
export const asksByQuery = (operation: AskedOperation): boolean => PLACES.some((field) => isQuery(operation[field]));

/** The operation with some address in the place of each query: for its schema, before the file is known. */
export function withPlainTargets(operation: AskedOperation): EditOperation {
  const plain = PLACES.flatMap((field) => (isQuery(operation[field]) ? [[field, 'p1'] as const] : []));
  return plainOf({ ...operation, ...Object.fromEntries(plain) });
}

/** Without a query: where one is left, there is no target. */
const plainOf = ({ target, ...operation }: AskedOperation): EditOperation => ({
  ...operation,
  ...(typeof target === 'string' ? { target } : {}),
});

function addressesOf(blocks: readonly AddressedBlock[], { query, all }: QueryTarget): string[] | Rejected {
  const result = queryContent(blocks, query);
  if ('fault' in result) return reject('unsupported', `The query cannot be used: character ${result.at}: ${result.fault}.`);
  const found = result.found.map(({ address }) => address);
  if (found.length === 0) return reject('target_not_found', `The query ${query} finds nothing in this file.`, result.nearest);
  if (found.length > 1 && all !== true)
    return reject('ambiguous_target', `The query ${query} finds ${found.length} places; say more, or set all.`, found);
  return found;
}

/** What an operation has become: others on addresses, or an outcome where it means nothing. */
export type ResolvedOperation = { operation: EditOperation } | { result: EditResult };

function resolve(blocks: readonly AddressedBlock[], asked: AskedOperation): ResolvedOperation[] {
  const told = isQuery(asked.target) ? asked.target.query : (asked.target ?? null);
  let operations: AskedOperation[] = [asked];
  for (const field of PLACES) {
    const wanted = asked[field];
    if (!isQuery(wanted)) continue;
    const found = addressesOf(blocks, field === 'to' ? { query: wanted.query } : wanted);
    if (isRejected(found)) return [{ result: { op: asked.op, target: told, status: 'rejected', ...found.rejected } }];
    operations = operations.flatMap((operation) => found.map((address) => ({ ...operation, [field]: address })));
  }
  return operations.map((operation) => ({ operation: plainOf(operation) }));
}

/** Operations of one request at most, queries included. */
const OPERATIONS_MAX = 5_000;

/** Each operation in its place; those without a query as they are. */
export function resolveTargets(blocks: readonly AddressedBlock[], operations: readonly AskedOperation[]): ResolvedOperation[] {
  let count = 0;
  return operations.flatMap((asked): ResolvedOperation[] => {
    const made = asksByQuery(asked) ? resolve(blocks, asked) : [{ operation: plainOf(asked) }];
    count += made.length;
    if (count <= OPERATIONS_MAX) return made;
    const message = `The queries of one request may mean ${OPERATIONS_MAX} places in all.`;
    return [{ result: { op: asked.op, target: null, status: 'rejected', ...reject('would_overflow', message).rejected } }];
  });
}

/** Those that can be done. */
export const operationsOf = (resolved: readonly ResolvedOperation[]): EditOperation[] =>
  resolved.flatMap((one) => ('operation' in one ? [one.operation] : []));

/** Of files whose blocks go by address alone: those without a query. */
export const addressedOnly = (operations: readonly AskedOperation[]): EditOperation[] =>
  operationsOf(
    resolveTargets(
      [],
      operations.filter((operation) => !asksByQuery(operation)),
    ),
  );

/** The outcomes in the order of the request: those of operations, and those of queries that meant nothing. */
export function mergeResults(resolved: readonly ResolvedOperation[], results: readonly EditResult[]): EditResult[] {
  const waiting = [...results];
  return resolved.flatMap((one) => ('result' in one ? [one.result] : (waiting.shift() ?? [])));
}
