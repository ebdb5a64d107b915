/**
 * Typed operations on a web page: on the blocks of the Markdown that it is made from, by their addresses (`p3`). All addresses of a
 * request mean the page as it was; what no operation names stays letter for letter.
 */
import { z } from 'zod';
import type { RejectionReason } from '../base/rejection.ts';
import type { EditOperation, EditResult } from './apply-edits.ts';
import type { EditListed } from './all-edits.ts';

const address = z.string().min(1).max(200).describe('Address of a block, `p3`.');
const expect = z.string().max(100_000).optional();
const markdown = z.string().min(1).max(500_000).describe('One block or several, as Markdown with its directives.');
const position = z.enum(['before', 'after']).optional().describe('after where absent.');

const schemas = {
  replace_text: z.strictObject({
    op: z.literal('replace_text'),
    target: address.optional().describe('Address of a block; absent: the whole page.'),
    find: z.string().min(1).max(10_000).describe('Letter for letter, in the Markdown.'),
    replace: z.string().max(100_000),
    all: z.boolean().optional().describe('Every occurrence; where absent there must be exactly one.'),
    expect,
  }),
  rewrite_block: z.strictObject({ op: z.literal('rewrite_block'), target: address, markdown, expect }),
  insert_blocks: z.strictObject({ op: z.literal('insert_blocks'), target: address, position, markdown, expect }),
  delete_block: z.strictObject({ op: z.literal('delete_block'), target: address, expect }),
  move_block: z.strictObject({ op: z.literal('move_block'), target: address, to: address, position, expect }),
} as const;
type PageOp = keyof typeof schemas;

const SUMMARIES: Readonly<Record<PageOp, string>> = {
  replace_text: 'puts one text in the place of another, in a block or in the whole page',
  rewrite_block: 'puts other blocks in the place of one: a form with another field, a paragraph with other words',
  insert_blocks: 'adds blocks beside one',
  delete_block: 'takes a block out; what visitors have entered stays with the owner',
  move_block: 'moves a block beside another one',
};
const EXAMPLES: Readonly<Record<PageOp, Record<string, unknown>>> = {
  replace_text: { find: 'Friday', replace: 'Saturday' },
  rewrite_block: { target: 'p2', markdown: ':::form{collection=signups mode=submit}\n- Name* | text\n- Size | choice: S, M, L\n:::' },
  insert_blocks: { target: 'p1', markdown: 'Bring a **ladle**.' },
  delete_block: { target: 'p3' },
  move_block: { target: 'p4', to: 'p2', position: 'before' },
};
const TARGET_REFUSALS: Readonly<Partial<Record<RejectionReason, string>>> = {
  target_not_found: 'no such block',
  expect_mismatch: 'the block holds another text',
  overlapping_operation: 'an earlier operation of the request changes the block',
};

/** For tables, schemas and models: what each operation takes. */
export const PAGE_EDITS: readonly EditListed[] = (Object.keys(schemas) as PageOp[]).map((op) => ({
  op,
  format: 'page',
  summary: SUMMARIES[op],
  tracked: false,
  refuses: op === 'replace_text' ? { ...TARGET_REFUSALS, ambiguous_target: 'the text is there more than once' } : TARGET_REFUSALS,
  schema: schemas[op],
  examples: [{ name: SUMMARIES[op], operation: EXAMPLES[op], expected: '' }],
}));

/** A block of a page by its address. */
export interface PagePiece {
  id: string;
  markdown: string;
}

interface Working {
  before: readonly PagePiece[];
  /** As it becomes: of each piece what stands before it, in its place and behind it. */
  now: Map<string, { front: string[]; own: string | null; back: string[] }>;
  touched: Set<string>;
}

type Outcome = Pick<EditResult, 'before' | 'after'> | { reason: RejectionReason; message: string; candidates?: string[] };

const shorten = (text: string): string => (text.length > 300 ? `${text.slice(0, 299)}…` : text);

function find({ before }: Working, target: string, expected: string | undefined): PagePiece | Extract<Outcome, { reason: unknown }> {
  const piece = before.find(({ id }) => id === target);
  if (piece === undefined)
    return { reason: 'target_not_found', message: `The page has no block ${target}.`, candidates: before.slice(0, 20).map(({ id }) => id) };
  if (expected !== undefined && piece.markdown.trim() !== expected.trim())
    return { reason: 'expect_mismatch', message: `${target} holds another text: ${shorten(piece.markdown)}` };
  return piece;
}

const isRefused = (found: PagePiece | Extract<Outcome, { reason: unknown }>): found is Extract<Outcome, { reason: unknown }> =>
  'reason' in found;
const overlapping = (id: string): Outcome => ({
  reason: 'overlapping_operation',
  message: `An earlier operation of this request changes ${id}.`,
});

function replaceText(
  working: Working,
  { target, find: wanted, replace, all = false, expect: expected }: z.infer<(typeof schemas)['replace_text']>,
): Outcome {
  const one = target === undefined ? undefined : find(working, target, expected);
  if (one !== undefined && isRefused(one)) return one;
  const pieces = one === undefined ? working.before : [one];
  const holding = pieces.filter(({ markdown: text }) => text.includes(wanted));
  const times = holding.reduce((sum, { markdown: text }) => sum + text.split(wanted).length - 1, 0);
  if (times === 0)
    return {
      reason: 'target_not_found',
      message: `The text "${shorten(wanted)}" is not ${target === undefined ? 'on the page' : `in ${target}`}.`,
    };
  if (times > 1 && !all)
    return {
      reason: 'ambiguous_target',
      message: `The text is there ${times} times; name more of it, a block, or all.`,
      candidates: holding.map(({ id }) => id),
    };
  if (wanted === replace) return { reason: 'no_effect', message: 'Both texts are the same.' };
  const met = holding.find(({ id }) => working.touched.has(id));
  if (met !== undefined) return overlapping(met.id);
  for (const { id, markdown: text } of holding) {
    set(
      working,
      id,
      text.replaceAll(wanted, () => replace),
    );
    working.touched.add(id);
  }
  return { before: shorten(wanted), after: shorten(replace) };
}

function set({ now }: Working, id: string, own: string | null): void {
  const place = now.get(id);
  if (place !== undefined) place.own = own;
}

function beside({ now }: Working, id: string, where: 'before' | 'after', text: string): void {
  const place = now.get(id);
  if (where === 'before') place?.front.push(text);
  else place?.back.push(text);
}

function perform(working: Working, operation: z.infer<(typeof schemas)[PageOp]>): Outcome {
  if (operation.op === 'replace_text') return replaceText(working, operation);
  const piece = find(working, operation.target, operation.expect);
  if (isRefused(piece)) return piece;
  const { id, markdown: own } = piece;
  if (operation.op === 'insert_blocks') {
    beside(working, id, operation.position ?? 'after', operation.markdown);
    return { after: shorten(operation.markdown) };
  }
  if (working.touched.has(id)) return overlapping(id);
  if (operation.op === 'rewrite_block') {
    if (operation.markdown.trim() === own.trim()) return { reason: 'no_effect', message: `${id} holds this already.` };
    set(working, id, operation.markdown);
  } else if (operation.op === 'delete_block') set(working, id, null);
  else {
    const to = find(working, operation.to, undefined);
    if (isRefused(to)) return to;
    if (to.id === id) return { reason: 'no_effect', message: `${id} cannot be moved beside itself.` };
    set(working, id, null);
    beside(working, to.id, operation.position ?? 'after', own);
  }
  working.touched.add(id);
  return operation.op === 'rewrite_block' ? { before: shorten(own), after: shorten(operation.markdown) } : { before: shorten(own) };
}

function applyOne(working: Working, operation: EditOperation): EditResult {
  const { op, target = null } = operation;
  const refused = (reason: RejectionReason, message: string, candidates?: string[]): EditResult => ({
    op,
    target,
    status: 'rejected',
    reason,
    message,
    ...(candidates === undefined ? {} : { candidates }),
  });
  const schema = Object.hasOwn(schemas, op) ? schemas[op as PageOp] : undefined;
  if (schema === undefined)
    return refused('unsupported', `${op} is not available for web pages; they take ${Object.keys(schemas).join(', ')}.`);
  const parsed = schema.safeParse(operation);
  const [issue] = parsed.error?.issues ?? [];
  if (!parsed.success)
    return refused(
      'unsupported',
      `${op} does not take this for a web page: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`.slice(0, 500),
    );
  const outcome = perform(working, parsed.data);
  return 'reason' in outcome ? refused(outcome.reason, outcome.message, outcome.candidates) : { op, target, status: 'applied', ...outcome };
}

/** Performs the operations in their order. @returns the blocks as they are then, without addresses, and one result for each operation */
export function applyPageEdits(
  pieces: readonly PagePiece[],
  operations: readonly EditOperation[],
): { blocks: string[]; results: EditResult[] } {
  const now: Working['now'] = new Map(pieces.map(({ id, markdown: own }) => [id, { front: [], own, back: [] }]));
  const working: Working = { before: pieces, now, touched: new Set() };
  const results = operations.map((operation) => applyOne(working, operation));
  const blocks = [...now.values()].flatMap(({ front, own, back }) => [...front, ...(own === null ? [] : [own]), ...back.toReversed()]);
  return { blocks, results };
}
