/**
 * An agent at work on an edit: the planned operations are tried on a copy, the changed pages are looked at beside what they were, and
 * what the changes have broken is corrected. It gives back a plan; nothing is delivered here.
 */
import { runAgentLoop } from '../../agent/agent-loop.ts';
import type { LoopOutcome, LoopStore } from '../../agent/agent-desk.ts';
import { createEditDesk, describeResults, type EditState } from '../../agent/edit-desk.ts';
import type { Budget } from '../../agent/loop-budget.ts';
import { outlineFile } from '../../agent/outline-file.ts';
import { guardNote, requestOf, type PlanEditsInput } from '../../agent/plan-edits.ts';
import type { Drawn } from '../../agent/text-desk.ts';
import type { Finding } from '../../base/finding.ts';
import { Refusal } from '../../base/refusal.ts';
import type { NewEvent } from '../../contract/event.ts';
import type { RepairRecord } from '../../contract/report.ts';
import { blockText } from '../../document/walk.ts';
import type { RenderedDocument } from '../../document/rendered-document.ts';
import type { Model } from '../../ports/model.ts';
import type { AgentWork } from '../create/design-document.ts';
import { compareFindings } from '../findings.ts';
import { contentTypeOf, inspectFile, reportInspected, type Inspected, type Inspection } from '../review/inspect-file.ts';
import { openDocument } from '../review/read-foreign.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { performEdits, rejectionFindings, type Edited } from './perform-edits.ts';
import type { KeptPlan } from './plan-prompt-edit.ts';

/** What an agent of an edit is given. */
export interface EditAgent {
  budget: Budget;
  store: LoopStore;
  elapsedMs(): number;
}

export interface EditWork {
  plan: KeptPlan;
  work: AgentWork;
  repairs: RepairRecord[];
  /** How often the file was drawn. */
  drawings: number;
}

interface Working {
  agent: EditAgent;
  model: Model;
  plan: KeptPlan;
  planned: PlanEditsInput;
  inspection: Inspection;
  /** As it was sent. */
  first: Inspected;
  date: Date;
  tried: Map<string, { edited: Edited; after?: Inspected }>;
  drawings: number;
  repairs: RepairRecord[];
}

const STATES_KEPT = 6;

async function tryState(working: Working, state: EditState): Promise<{ edited: Edited; after?: Inspected }> {
  const key = JSON.stringify(state);
  const known = working.tried.get(key);
  if (known !== undefined) return known;
  const { inspection, first, plan, date, tried } = working;
  const at = state.first ?? state.operations.length;
  const change = {
    bytes: first.bytes,
    contentType: contentTypeOf(inspection.format),
    operations: state.operations.slice(0, at),
    later: state.operations.slice(at),
    mode: plan.mode,
  };
  const made = { edited: await performEdits(change, date, inspection.engine, inspection.signal) };
  tried.set(key, made);
  for (const old of [...tried.keys()].slice(0, -STATES_KEPT)) tried.delete(old);
  return made;
}

/** Drawn once; its findings are told beside those that the file had before. */
async function inspectState(working: Working, state: EditState): Promise<{ edited: Edited; after: Inspected }> {
  const made = await tryState(working, state);
  if (made.after !== undefined) return { edited: made.edited, after: made.after };
  const after = await inspectFile({ ...working.inspection, bounded: false }, made.edited.bytes);
  const findings: Finding[] = [...rejectionFindings(made.edited.results), ...compareFindings(working.first.findings, after.findings)];
  made.after = { ...after, findings };
  working.drawings += 1;
  reportInspected(working.inspection, made.after, working.drawings);
  return { edited: made.edited, after: made.after };
}

const textOf = ({ pages }: RenderedDocument, page: number): string =>
  (pages[page - 1]?.lines ?? []).map(({ text, left, top }) => `${text} ${Math.round(left)} ${Math.round(top)}`).join('\n');

/** By their texts and where these stand; where no text differs, a picture or a chart may: then all are. */
function changedPages(before: RenderedDocument, after: RenderedDocument): number[] {
  const pages = after.pages.map((_, at) => at + 1);
  const changed = pages.filter((page) => textOf(before, page) !== textOf(after, page));
  return changed.length > 0 ? changed : pages.slice(0, 6);
}

async function drawState(working: Working, state: EditState): Promise<Drawn> {
  const { after } = await inspectState(working, state);
  const words = openDocument(after.content).blocks.reduce(
    (sum, block) => sum + (blockText(block).match(/[\p{L}\p{N}]+/gu)?.length ?? 0),
    0,
  );
  return { pages: after.drawn.pages.length, findings: after.findings, missed: [], words };
}

function openDesk(working: Working): ReturnType<typeof createEditDesk> {
  const { inspection, first, planned } = working;
  const { engine, signal, sink, format } = inspection;
  return createEditDesk({
    planned,
    attempt: async (state) => (await tryState(working, state)).edited.results,
    results: async (state) => (await tryState(working, state)).edited.results,
    draw: (state) => drawState(working, state),
    changedPages: async (state) => changedPages(first.drawn, (await inspectState(working, state)).after.drawn),
    async sheet(state, side, pages, columns, widthPx) {
      const shown = side === 'before' ? first : (await inspectState(working, state)).after;
      const known = pages.filter((page) => page <= shown.drawn.pages.length);
      if (known.length === 0) return null;
      const { png } = await engine.pages.sheet(shown.pdf, { pages: known, columns, widthPx, signal });
      return { contentType: 'image/png', data: png };
    },
    landscape: format === 'pptx',
    ...(format === 'xlsx'
      ? {
          cells: async (state, ranges) => {
            const { edited } = await tryState(working, state);
            return outlineFile(await runFileWork('listMaterial', edited.bytes)).read(ranges);
          },
        }
      : {}),
    open: async (_, drawn) =>
      drawn.findings
        .filter(({ severity, disposition, code }) => severity !== 'info' && disposition === 'new' && code !== 'edit_rejected')
        .slice(0, 12)
        .map(({ code, message }) => `${code}: ${message}`),
    settled(_, { changes, undone }) {
      const iteration = working.drawings;
      for (const { fix, reason = 'design' } of changes)
        working.repairs.push({
          iteration,
          fix,
          finding_code: reason,
          outcome: undone === undefined ? 'applied' : 'rejected',
          ...(undone === undefined ? {} : { reason: undone }),
        });
      sink.emit(
        {},
        changes.map(({ fix, reason = 'design' }): NewEvent =>
          undone === undefined
            ? { type: 'repair.applied', data: { iteration, fix, issue_code: reason } }
            : { type: 'repair.rejected', data: { iteration, fix, issue_code: reason, reason: WORSE } },
        ),
      );
    },
  });
}

const WORSE = 'More was wrong with it than without it, so the whole round was undone; the report says what.';

const planOf = (plan: KeptPlan, { state, notes }: LoopOutcome<EditState>): KeptPlan => ({
  ...plan,
  operations: state.operations,
  changes: state.changes,
  first: state.first,
  notes: [...new Set([...plan.notes, ...notes])],
});

/**
 * @param given the plan, in which something can be done; `planned` is what it was made from
 * @returns null where the model could not do the work of an agent: then the plan stays as it is
 * @throws Refusal as `performEdits` and `inspectFile`; whatever the store throws; the signal's reason
 */
export async function workOnEdit(
  agent: EditAgent,
  model: Model,
  given: { plan: KeptPlan; planned: PlanEditsInput; first: Inspected; inspection: Inspection; date: Date },
): Promise<EditWork | null> {
  const { plan, planned, inspection } = given;
  const working: Working = { ...given, agent, model, tried: new Map(), drawings: 0, repairs: [] };
  // operations that come later in a workbook are on what the plan has made of it
  const late = inspection.format === 'xlsx' ? (plan.first ?? plan.operations.length) : plan.first;
  const first: EditState = { operations: plan.operations, first: late, changes: plan.changes };
  inspection.sink.emit({ phase: 'reviewing' }, []);
  const { edited } = await tryState(working, first);
  const opening = `${requestOf(planned)}\n\n${describeResults(edited.results)}`;
  const { budget, store, elapsedMs } = agent;
  try {
    const { signal } = inspection;
    const outcome = await runAgentLoop({ model, desk: openDesk(working), first, opening, budget, store, elapsedMs, signal });
    if (outcome.turns === 0) return null;
    const { turns, looks, ended, blind, usage } = outcome;
    const notes = outcome.notes.map((note) => guardNote(planned, note));
    const told = { turns, looks, ended, saw_pages: !blind, summary: guardNote(planned, outcome.summary) };
    return {
      plan: planOf(plan, { ...outcome, notes }),
      work: { told, usage, notes },
      repairs: working.repairs,
      drawings: working.drawings,
    };
  } catch (error) {
    inspection.signal.throwIfAborted();
    if (!(error instanceof Refusal) || error.code !== 'processing_failed' || error.retryable !== false) throw error;
    return null;
  }
}
