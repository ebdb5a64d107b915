/**
 * An edit of a web page: the Markdown that it was made from is changed by typed operations, a new page is made of it, and what visitors
 * have entered goes with it. The page that was edited stays as it is, with its links and its data.
 */
import { addressedOnly } from '../../edits/resolve-targets.ts';
import { createHash } from 'node:crypto';
import type { FinishedDocument } from '../../agent/check-requirements.ts';
import { NO_BROWSER } from '../../agent/choose-level.ts';
import { loopInstructions } from '../../agent/prompt-files.ts';
import { describeText, type TextState } from '../../agent/text-desk.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Finding } from '../../base/finding.ts';
import type { Status } from '../../contract/vocabulary.ts';
import type { EditResult } from '../../edits/apply-edits.ts';
import { applyPageEdits, type PagePiece } from '../../edits/page-edits.ts';
import { sumUsage } from '../../ports/model.ts';
import type { DocumentRecord, EditJob, PromptedEdit } from '../../ports/record.ts';
import type { AgentInput } from '../create/design-document.ts';
import { chargeAsFast, isAgentLevel } from '../create/run-agent.ts';
import { runPage } from '../create/run-page.ts';
import { finishRun } from '../deliver.ts';
import { nothingEdited, type EditMade } from '../edit-document.ts';
import { checkEdit, type EditChecked } from '../edit/check-edit.ts';
import { createReporter, type ReportedEdit } from '../edit/edit-from-prompt.ts';
import { isApplied, rejectionFindings, resultEvents } from '../edit/perform-edits.ts';
import { keptPlanSchema, planPromptEdit, type KeptPlan } from '../edit/plan-prompt-edit.ts';
import type { EditAgent } from '../edit/work-on-edit.ts';
import { countFindings, statusAfterEdit } from '../findings.ts';
import { blindness, reportEdited } from '../report.ts';
import type { Run } from '../run.ts';
import { compareCollections, copiedCollections, declaredBy } from './compare-collections.ts';
import { finishedPage } from './design-page.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { readPageSource, withBlocks, type PageSource } from './page-source.ts';

interface Before {
  parent: DocumentRecord;
  source: PageSource;
  state: TextState;
}

async function openParent({ deps, job }: Run<EditJob>): Promise<Before> {
  const id = job.file.kind === 'document' ? job.file.documentId : '';
  const parent = await deps.store.get(id);
  if (parent === null || parent.contentDeletedAt !== null)
    throw new Refusal('file_not_found', `The document ${id} was deleted before it was processed.`);
  const source = await readPageSource(deps.blobs, parent);
  return { parent, source, state: await runFileWork('openPageText', source.markdown, source.pictures.length) };
}

async function settlePagePlan(run: Run<EditJob>, { prompt, style, format }: PromptedEdit, { source, parent }: Before): Promise<KeptPlan> {
  const { deps, record, workshop, signal } = run;
  if (!deps.model) throw new Error('an edit from a prompt was accepted, and this process has no model');
  const key = `documents/${record.id}/edit-plan.json`;
  const kept = record.attempt > 1 ? await deps.blobs.get(key) : null;
  if (kept !== null) return keptPlanSchema.parse(JSON.parse(Buffer.from(kept).toString('utf8')));
  const plan = await planPromptEdit({
    bytes: Buffer.from(source.markdown),
    format: 'page',
    prompt: style === undefined ? prompt : `${prompt}\n\nThe look that is wanted: ${style}`,
    filename: `${parent.name ?? 'page'}.md`,
    wanted: format,
    model: deps.model,
    boundary: deps.clock.ulid(),
    engine: workshop,
    date: deps.clock.now(),
    signal,
  });
  await deps.blobs.put(key, Buffer.from(JSON.stringify(plan)), 'application/json');
  return plan;
}

/** What of the page stayed as it was, by its addresses. */
function proofOf(pieces: readonly PagePiece[], blocks: readonly string[]): EditMade['integrity'] {
  const left = new Set(blocks);
  const same = pieces.filter(({ markdown }) => left.has(markdown));
  return {
    parts_changed: pieces.filter((piece) => !same.includes(piece)).map(({ id }) => id),
    parts_unchanged: Object.fromEntries(same.map(({ id, markdown }) => [id, createHash('sha256').update(markdown).digest('hex')])),
  };
}

/** An agent that looks at what the plan has made of the page, and corrects that alone. */
function agentOfPageEdit(
  { deps }: Run<EditJob>,
  work: EditAgent | undefined,
  { prompt }: PromptedEdit,
  results: readonly EditResult[],
  { source }: Before,
): AgentInput | undefined {
  if (work === undefined || !deps.model) return undefined;
  const done = results.map(
    ({ op, target, status, message }) =>
      `- ${op}${target === null ? '' : ` at ${target}`}: ${status}${message === undefined ? '' : `, ${message}`}`,
  );
  return {
    model: deps.model,
    instructions: loopInstructions('artifact', undefined, false),
    opening: (state: TextState) =>
      [
        `A web page was edited. The request:\n${prompt}`,
        `What was done:\n${done.join('\n')}`,
        'Look at the page, use it, and correct what these changes have broken or left undone. Change nothing that the request does not ask for.',
        describeText(state),
      ].join('\n\n'),
    design: undefined,
    known: `${prompt}\n${source.markdown}`,
    ...work,
  };
}

const NOT_APPLIED = { code: 'edit_not_applied' as const, message: 'None of the changes could be made; the report says why.' };

/** What is to be done to the page, and what came of it. */
interface Changed {
  before: Before;
  plan: KeptPlan | null;
  prompted: PromptedEdit | undefined;
  blocks: string[];
  results: EditResult[];
  /** Of the operations that were planned, without those that were refused before. */
  done: EditResult[];
  base: Pick<EditMade, 'edits' | 'integrity' | 'timingsMs'>;
}

async function changePage(run: Run<EditJob>, reported: ReportedEdit): Promise<Changed> {
  const { deps, job, sink } = run;
  const { changes } = job;
  if ('data' in changes) throw new Error('a page is no template to be filled');
  const startedMs = deps.clock.monotonicMs();
  sink.emit({ phase: 'planning' }, []);
  const before = await openParent(run);
  const { list } = before.state.pieces;
  const prompted = 'operations' in changes ? undefined : changes;
  const plan = prompted === undefined ? null : await settlePagePlan(run, prompted, before);
  const { blocks, results: done } = applyPageEdits(
    list,
    plan?.operations ?? ('operations' in changes ? addressedOnly(changes.operations) : []),
  );
  const results = [...done, ...(plan?.refused ?? []).map(({ result }) => result)];
  createReporter(
    sink,
    reported,
  )([{ type: 'edit.planned', data: { operations: results.length, unsupported: unsupportedOf(plan, results) } }, ...resultEvents(results)]);
  const base = { edits: results, integrity: proofOf(list, blocks), timingsMs: { planning: deps.clock.monotonicMs() - startedMs } };
  return { before, plan, prompted, blocks, results, done, base };
}

const unsupportedOf = (plan: KeptPlan | null, results: readonly EditResult[]): string[] =>
  plan?.unsupported ?? results.filter(({ reason }) => reason === 'unsupported').map(({ op, message }) => message ?? op);

/** The request held against the page, where it was in words. */
async function hold(
  { deps, signal }: Run<EditJob>,
  { plan, done: results }: Changed,
  finished: FinishedDocument | null,
): Promise<EditChecked | null> {
  return plan === null || !deps.model ? null : checkEdit({ plan, results, finished }, deps.model, deps.clock.ulid(), signal);
}

async function finishUnchanged(run: Run<EditJob>, changed: Changed): Promise<Status> {
  const { plan, base } = changed;
  const held = await hold(run, changed, null);
  const made = nothingEdited(base);
  const told = { ...run.record, styleUnsupported: plan?.unsupported ?? [] };
  const words = held === null ? {} : { requirements: held.requirements, notes: held.notes };
  const report = { ...reportEdited(told, made), ...words };
  return finishRun(run, { status: 'failed', pages: null, counts: made.counts, outputs: [], report, error: NOT_APPLIED });
}

/** The new page, and the data of the one before beside it. */
async function remake(run: Run<EditJob>, { before, prompted, blocks, results }: Changed, work: EditAgent | undefined) {
  const { deps, record } = run;
  const { parent, source, state } = before;
  const storage = record.artifact?.storage ?? 'local';
  const words = prompted === undefined ? undefined : `${prompted.prompt}\n${source.markdown}`;
  const remade = await runPage(run, {
    markdown: withBlocks(state, blocks),
    pictures: source.pictures,
    settled: { ...source.settled, known: words === undefined ? undefined : { figures: words, words } },
    storage,
    agent: prompted === undefined ? undefined : agentOfPageEdit(run, work, prompted, results, before),
    quiet: true,
  });
  const { collections } = remade.page;
  const removed = compareCollections(await declaredBy(source), collections, `stays with ${parent.id}`);
  if (storage === 'shared') await deps.artifacts.copyRecords(parent.id, record.id, copiedCollections(collections));
  return { ...remade, removed };
}

/** @param reported what earlier attempts have told. @throws Refusal file_not_found, file_rejected, edit_not_understood, content_empty, page_too_large */
export async function runPageEdit(run: Run<EditJob>, reported: ReportedEdit, work: EditAgent | undefined): Promise<Status> {
  const { deps, record } = run;
  const changed = await changePage(run, reported);
  const { plan, results, base } = changed;
  if (!results.some(isApplied)) return finishUnchanged(run, changed);
  const { made, agent, page, removed } = await remake(run, changed, work);
  const held = await hold(run, changed, finishedPage(page));
  const findings: Finding[] = [...rejectionFindings(results), ...(held?.findings ?? []), ...removed, ...made.findings];
  const told = { ...record, styleUnsupported: plan?.unsupported ?? [] };
  const why = run.workshop.browser?.isThere === true ? undefined : NO_BROWSER;
  const lowered = isAgentLevel(record.quality?.level) && agent === null;
  const charged = lowered ? { ...told, ...(await chargeAsFast(run, told, 'edit', deps.prices, why)) } : told;
  const counts = countFindings(findings);
  const { outputs, repaired: repairSummary } = made;
  const ended = { status: statusAfterEdit(findings), pages: null, counts, outputs };
  const edited: EditMade = { ...base, ...ended, findings, timingsMs: { ...base.timingsMs, ...made.timingsMs } };
  const spent = sumUsage(plan?.usage, held?.usage, agent?.usage);
  const words =
    held === null || !deps.model
      ? {}
      : {
          requirements: held.requirements,
          notes: [...held.notes, ...blindness(agent ?? undefined)],
          model: { name: deps.model.names.main, input_tokens: spent.inputTokens, output_tokens: spent.outputTokens },
        };
  const report = {
    ...reportEdited(charged, edited),
    style: { applied: made.style, unsupported: unsupportedOf(plan, results) },
    repairs: made.repairs,
    ...words,
    ...(agent === null ? {} : { agent: agent.told }),
  };
  return finishRun(run, { ...ended, type: record.type ?? made.type, repairSummary, report });
}
