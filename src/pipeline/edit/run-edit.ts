/** Editing a file: by typed operations, or by operations that a model plans from a prompt. */
import { append } from '../../base/append.ts';
import type { Status } from '../../contract/vocabulary.ts';
import type { DocumentType } from '../../document/document.ts';
import { Refusal } from '../../base/refusal.ts';
import type { EditJob, PromptedEdit, TypedEdits } from '../../ports/record.ts';
import { runFill } from '../fill/run-fill.ts';
import { openTarget } from '../accept/take-target.ts';
import { finishRun } from '../deliver.ts';
import { openDrawnBefore } from '../drawn-before.ts';
import { makeFromEdits, type EditMade } from '../edit-document.ts';
import { blindness, reportEdited } from '../report.ts';
import { chargeAsFast, isAgentLevel } from '../create/run-agent.ts';
import type { Run } from '../run.ts';
import { typeOfWord } from '../work/remember-results.ts';
import { runPageEdit } from '../page/run-page-edit.ts';
import { keepAnswers } from '../keep-answers.ts';
import type { LoopStore } from '../../agent/agent-desk.ts';
import { makeFromEditPrompt, type ReportedEdit } from './edit-from-prompt.ts';
import { keptPlanSchema } from './plan-prompt-edit.ts';
import type { EditAgent } from './work-on-edit.ts';

/** The type of a Word file that is not known yet; null where the file cannot be read, which the edit reports. */
async function detectType({ record }: Run, bytes: Uint8Array): Promise<DocumentType | null> {
  if (record.type !== null || record.format !== 'docx') return record.type;
  try {
    return await typeOfWord(bytes);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const NOT_APPLIED = { code: 'edit_not_applied' as const, message: 'None of the changes could be made; the report says why.' };
const errorOf = ({ status }: EditMade): { error?: typeof NOT_APPLIED } => (status === 'failed' ? { error: NOT_APPLIED } : {});

/** Typed edits. Where none can be done there is no file, and the report says why. */
async function editTyped(run: Run<EditJob>, changes: TypedEdits): Promise<Status> {
  const { deps, workshop, record, job, sink, signal } = run;
  const { bytes, contentType } = await openTarget(deps, record, job.file, signal);
  const [made, type] = await Promise.all([
    makeFromEdits({ bytes, contentType, ...changes }, workshop, sink, signal, openDrawnBefore(deps, record.parentId)),
    detectType(run, bytes),
  ]);
  const { status, pages, counts, outputs } = made;
  return finishRun(run, { status, type, pages, counts, outputs, report: reportEdited(record, made), ...errorOf(made) });
}

const EVENTS_AT_ONCE = 500;

/** What earlier attempts have reported of the edits. */
async function readReported({ deps, record }: Run): Promise<ReportedEdit> {
  if (record.attempt <= 1) return { planned: false, results: 0 };
  const types: string[] = [];
  for (let after = 0; ;) {
    const events = await deps.store.events(record.id, after, EVENTS_AT_ONCE);
    append(
      types,
      events.map(({ type }) => type),
    );
    after = events.at(-1)?.sequence ?? after;
    if (events.length < EVENTS_AT_ONCE) break;
  }
  return { planned: types.includes('edit.planned'), results: types.filter((type) => type.startsWith('edit.operation_')).length };
}

/** Where the agent's work is kept: with the document's files, for another attempt. */
function storeOf({ deps, record }: Run<EditJob>): LoopStore {
  const keyOf = (name: string): string => `documents/${record.id}/${name}`;
  return {
    async recall(name) {
      const bytes = record.attempt > 1 ? await deps.blobs.get(keyOf(name)) : null;
      return bytes && Buffer.from(bytes).toString('utf8');
    },
    keep: (name, text) => deps.blobs.put(keyOf(name), Buffer.from(text), 'application/json'),
  };
}

function agentOf(run: Run<EditJob>): EditAgent | undefined {
  const { deps, record } = run;
  const level = record.quality?.level;
  if (!isAgentLevel(level)) return undefined;
  const startedMs = deps.clock.monotonicMs();
  return { budget: deps.budgets[level], elapsedMs: () => deps.clock.monotonicMs() - startedMs, store: storeOf(run) };
}

/** An edit that is asked for in words. Its plan is kept with the document, for another attempt. */
async function editPrompted(run: Run<EditJob>, { prompt, style, format: wanted }: PromptedEdit): Promise<Status> {
  const { deps, workshop, record, job, sink, signal } = run;
  const { model, blobs } = deps;
  if (!model) throw new Error('an edit from a prompt was accepted, and this process has no model');
  const file = await openTarget(deps, record, job.file, signal);
  const key = `documents/${record.id}/edit-plan.json`;
  const kept = record.attempt > 1 ? await blobs.get(key) : null;
  const boundary = deps.clock.ulid();
  const made = await makeFromEditPrompt(
    {
      file,
      prompt: style === undefined ? prompt : `${prompt}\n\nThe look that is wanted: ${style}`,
      format: wanted,
      model: keepAnswers(model, storeOf(run), boundary),
      boundary,
      agent: agentOf(run),
      drawnBefore: openDrawnBefore(deps, record.parentId),
      kept: kept === null ? null : keptPlanSchema.parse(JSON.parse(Buffer.from(kept).toString('utf8'))),
      keep: (plan) => blobs.put(key, Buffer.from(JSON.stringify(plan)), 'application/json'),
    },
    await readReported(run),
    workshop,
    sink,
    signal,
  );
  const { format, status, pages, counts, outputs, usage, requirements, notes, unsupported, worked } = made;
  const told = { ...record, format, styleUnsupported: unsupported };
  const wasAgent = isAgentLevel(record.quality?.level);
  const charged = wasAgent && worked === null ? { ...told, ...(await chargeAsFast(run, told, 'edit', deps.prices)) } : told;
  return finishRun(run, {
    status,
    format,
    type: record.type ?? made.type,
    pages,
    counts,
    outputs,
    report: {
      ...reportEdited(charged, made),
      repairs: worked?.repairs ?? [],
      requirements,
      notes: [...notes, ...blindness(worked?.work)],
      ...(worked === null ? {} : { agent: worked.work.told }),
      model: { name: model.names.main, input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
    },
    ...errorOf(made),
  });
}

/** @throws Refusal */
export async function runEdit(run: Run<EditJob>): Promise<Status> {
  const { changes } = run.job;
  if (run.record.format === 'artifact') return runPageEdit(run, await readReported(run), agentOf(run));
  if ('data' in changes) return runFill(run, changes);
  return 'operations' in changes ? editTyped(run, changes) : editPrompted(run, changes);
}
