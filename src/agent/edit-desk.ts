/** The desk of a file that is edited from a prompt: operations that are tried on a copy, and its pages before and after. */
import { z } from 'zod';
import type { Finding } from '../base/finding.ts';
import type { EditOperation, EditResult } from '../edits/apply-edits.ts';
import type { ModelPicture } from '../ports/model.ts';
import type { Desk, Round } from './agent-desk.ts';
import { frameMaterial } from './frame-material.ts';
import type { Drawn } from './loop/compare-drawn.ts';
import { describeFindings, pageGroups } from './loop/show-pages.ts';
import type { Performed } from './loop/text-tools.ts';
import { INPUTS, type ToolInput, type ToolName } from './loop/tools.ts';
import { editLoopInstructions, judgeOperations, type PlanEditsInput } from './plan-edits.ts';

const editStateSchema = z.object({
  operations: z.array(z.looseObject({ op: z.string(), target: z.string().optional() })),
  /** How many are done first; those behind them are on the file as it is then. null: all are on the file as it was sent. */
  first: z.number().nullable(),
  /** Which numbered change each serves. */
  changes: z.array(z.number().nullable()),
});
export type EditState = z.infer<typeof editStateSchema>;

/** How operations are tried, and the file drawn and shown. */
export interface EditStudio {
  planned: PlanEditsInput;
  /** One outcome for each operation, on a copy of which nothing is kept. */
  attempt(state: EditState): Promise<EditResult[]>;
  draw(state: EditState, iteration: number): Promise<Drawn>;
  results(state: EditState): Promise<readonly EditResult[]>;
  /** Pages that differ, by their numbers in the edited file. */
  changedPages(state: EditState): Promise<number[]>;
  sheet(
    state: EditState,
    side: 'before' | 'after',
    pages: readonly number[],
    columns: number,
    widthPx: number,
  ): Promise<ModelPicture | null>;
  landscape: boolean;
  cells?: (state: EditState, ranges: readonly string[]) => Promise<string>;
  open(state: EditState, drawn: Drawn): Promise<string[]>;
  settled(state: EditState, round: Round): void;
}

const isApplied = ({ status }: EditResult): boolean => status === 'applied';
const QUOTED = 160;
const quote = (text: string | undefined): string => (text === undefined ? '' : JSON.stringify(text.slice(0, QUOTED)));

function describeResult({ op, target, status, before, after, reason, message, candidates }: EditResult, at: number): string {
  const place = `${at + 1}. ${op}${target === null ? '' : ` at ${target}`}`;
  if (status !== 'applied')
    return `${place}: rejected as ${reason ?? 'unsupported'}: ${message ?? ''}${candidates ? ` Candidates: ${candidates.join(', ')}.` : ''}`;
  return before === undefined && after === undefined ? `${place}: done` : `${place}: ${quote(before)} is now ${quote(after)}`;
}

const RESULTS_TOLD = 80;
/** Operations by their numbers, each with what was there before and after, or why it was refused. */
export const describeResults = (results: readonly EditResult[]): string =>
  [
    'Operations that are made:',
    ...results.slice(0, RESULTS_TOLD).map(describeResult),
    ...(results.length > RESULTS_TOLD ? [`and ${results.length - RESULTS_TOLD} more`] : []),
  ].join('\n');

interface Proposed {
  operation: EditOperation;
  change: number | null;
  /** Index of the one whose place it takes; undefined: it comes after all. */
  at: number | undefined;
}

/** The state with these operations, without those that are taken back; `places` says where each proposed one is then. */
function withOperations(state: EditState, proposed: readonly Proposed[], drop: readonly number[]): { state: EditState; places: number[] } {
  const rows = state.operations.map((operation, i) => ({
    operation,
    change: state.changes[i] ?? null,
    late: state.first !== null && i >= state.first,
    from: -1,
  }));
  for (const [from, { operation, change, at }] of proposed.entries()) {
    const old = at === undefined ? undefined : rows[at];
    if (old !== undefined) Object.assign(old, { operation, change: change ?? old.change, from });
    else rows.push({ operation, change, late: state.first !== null, from });
  }
  const kept = rows.filter((_, i) => !drop.includes(i + 1));
  return {
    state: {
      operations: kept.map(({ operation }) => operation),
      changes: kept.map(({ change }) => change),
      first: state.first === null ? null : kept.filter(({ late }) => !late).length,
    },
    places: proposed.map((_, from) => kept.findIndex((row) => row.from === from)),
  };
}

/** Operations that are rejected change nothing: the others are made, and each outcome is told. */
async function applyEdits(
  studio: EditStudio,
  state: EditState,
  { operations, drop = [] }: ToolInput<'apply_edits'>,
): Promise<Performed<EditState>> {
  const judged = judgeOperations(studio.planned, operations);
  const malformed = judged.malformed.map(({ result }) => `- ${result.op}: ${result.message ?? ''}`);
  const proposed = judged.operations.map((operation, i): Proposed => {
    const replaces = judged.replaces[i];
    return { operation, change: judged.changes[i] ?? null, at: replaces === undefined ? undefined : replaces - 1 };
  });
  if (proposed.length === 0 && drop.length === 0) return { text: ['Nothing was done.', ...malformed].join('\n') };
  const tried = withOperations(state, proposed, drop);
  if (tried.state.operations.length === 0) return { text: 'Not done: without any operation nothing of the request is made.' };
  const results = await studio.attempt(tried.state);
  const good = proposed.filter((_, i) => isApplied(results[tried.places[i] ?? -1] ?? REJECTED));
  const said = proposed.map((_, i) => describeResult(results[tried.places[i] ?? -1] ?? REJECTED, tried.places[i] ?? 0));
  const text = [...said, ...malformed].join('\n');
  if (good.length === 0 && drop.length === 0) return { text: `None of them could be done:\n${text}` };
  const next = good.length === proposed.length ? tried.state : withOperations(state, good, drop).state;
  return { text: text === '' ? 'Taken back.' : text, state: next, at: good[0]?.operation.target ?? 'file' };
}

const REJECTED: EditResult = { op: 'unknown', target: null, status: 'rejected', reason: 'unsupported', message: 'It was not tried.' };

async function perform(studio: EditStudio, state: EditState, name: ToolName, input: unknown): Promise<Performed<EditState>> {
  const framed = (text: string): string =>
    frameMaterial([{ name: studio.planned.filename, markdown: text }], studio.planned.boundary).value;
  if (name === 'apply_edits') return applyEdits(studio, state, INPUTS.apply_edits.parse(input));
  if (name === 'read') return { text: framed(studio.planned.outline.read(INPUTS.read.parse(input).addresses.slice(0, 10))) };
  if (name === 'read_cells' && studio.cells !== undefined)
    return { text: framed(await studio.cells(state, INPUTS.read_cells.parse(input).ranges)) };
  return { text: `${name} does nothing here.` };
}

async function show(studio: EditStudio, state: EditState, drawn: Drawn, { pages, zoom }: ToolInput<'look'>) {
  const wanted = pages.length > 0 ? pages : await studio.changedPages(state);
  const groups = wanted.length === 0 ? [] : pageGroups(wanted, drawn.pages, zoom, studio.landscape);
  const pictures: ModelPicture[] = [];
  const said: string[] = [];
  for (const { numbers, columns, widthPx } of groups.slice(0, 2)) {
    for (const side of ['before', 'after'] as const) {
      const picture = await studio.sheet(state, side, numbers, columns, widthPx);
      if (picture === null) continue;
      pictures.push(picture);
      said.push(`Picture ${pictures.length}: ${side}, page ${numbers.join(', ')}.`);
    }
  }
  return { text: said.length === 0 ? 'No page differs from what it was.' : said.join('\n'), pictures };
}

type Reason = NonNullable<Round['changes'][number]['reason']>;

/** For which finding each change was made: the one at its place that is gone or was there, else the first that is left. */
function withReasons({ before, after, undone, changes, ...round }: Round): Round {
  const left = new Set(after.findings.map(({ code, message }) => `${code} ${message}`));
  const gone = before.findings.filter(
    ({ code, message, disposition }) => disposition === 'new' && (undone !== undefined || !left.has(`${code} ${message}`)),
  );
  const reasonOf = (at: string): Reason => {
    const here = gone.findIndex(({ location }) => location.block_id === at);
    return gone.splice(Math.max(0, here), 1)[0]?.code ?? 'design';
  };
  return { ...round, before, after, undone, changes: changes.map((change) => ({ ...change, reason: reasonOf(change.at) })) };
}

/** A desk whose state is a list of operations on the file as it was sent; nothing of what it tries is kept. */
export function createEditDesk(studio: EditStudio): Desk<EditState> {
  const placeOf = ({ location }: Finding): string | undefined => location.block_id;
  return {
    instructions: editLoopInstructions(studio.planned),
    tools: ['read', 'apply_edits', ...(studio.cells === undefined ? [] : (['read_cells'] as const))],
    state: editStateSchema,
    perform: (state, name, input) => perform(studio, state, name, input),
    draw: (state, iteration) => studio.draw(state, iteration),
    describe: (_, drawn) => describeFindings(drawn, placeOf),
    show: (state, drawn, wish) => show(studio, state, drawn, wish),
    open: (state, drawn) => studio.open(state, drawn),
    settled: (state, round) => studio.settled(state, withReasons(round)),
    idle: () => undefined,
  };
}
