/**
 * A prompt → the text of a document, reported while it is written. What an earlier attempt has settled and written is reused:
 * the plan and the finished text are kept with the document's files, the blocks in its events.
 *
 *   plan ──▶ style.resolved ──▶ writing (blocks reported every 150 ms) ──▶ text kept ──▶ make
 */
import type { NewEvent } from '../../contract/event.ts';
import { z } from 'zod';
import { createTextGuard, guardWhole } from '../../agent/guard-text.ts';
import { findUntraced } from '../../agent/find-untraced.ts';
import { repairFences } from '../../agent/repair-fences.ts';
import { planRequest, planStyle, requestPlanSchema, type RequestPlan } from '../../agent/plan-request.ts';
import { pageLimitsOf } from '../../agent/requirements.ts';
import { settleStyle } from '../../agent/settle-style.ts';
import { writeDocument, type WriteInput } from '../../agent/write-document.ts';
import { Refusal } from '../../base/refusal.ts';
import { noteSchema, type Note } from '../../base/note.ts';
import { resolveLook } from '../../document/look.ts';
import { styleApplied } from '../../document/style-applied.ts';
import type { Model, ModelPicture, ModelUsage } from '../../ports/model.ts';
import type { CreateJob } from '../../ports/record.ts';
import { createLiveMarkdown, type LiveMarkdown } from '../../readers/live-markdown.ts';
import type { StreamStep } from '../../readers/markdown.ts';
import { versionsUsed } from '../accept/accept-request.ts';
import type { Settled } from '../make.ts';
import type { ModelWork } from '../report.ts';
import type { Run } from '../run.ts';
import { payForLevel, type PaidPlan } from './pay-for-level.ts';
import { contentEvents } from './content-events.ts';
import { readReported, type ReportedText } from './reported-text.ts';

/** How long text is collected before it is reported. */
const BATCH_MS = 150;

type WritingRun = Run<CreateJob>;

export function modelOf({ deps }: WritingRun): Model {
  if (!deps.model) throw new Error('a prompt was accepted, and this process has no model');
  return deps.model;
}

const keyOf = (run: WritingRun, name: string): string => `documents/${run.record.id}/${name}`;

export async function recall(run: WritingRun, name: string): Promise<string | null> {
  if (run.record.attempt <= 1) return null;
  const bytes = await run.deps.blobs.get(keyOf(run, name));
  return bytes && Buffer.from(bytes).toString('utf8');
}

export const keep = (run: WritingRun, name: string, text: string, contentType: string): Promise<void> =>
  run.deps.blobs.put(keyOf(run, name), Buffer.from(text), contentType);

/** The plan of this or of an earlier attempt. @throws Refusal format_unclear, processing_failed */
export async function settlePlan(run: WritingRun, prompt: string): Promise<PaidPlan> {
  const { job, journal, signal, deps } = run;
  const kept = await recall(run, 'plan.json');
  if (kept !== null) {
    const plan = requestPlanSchema.parse(JSON.parse(kept));
    // an attempt may have died between keeping and reporting it
    if (run.record.route === null) reportPlan(run, plan);
    return { plan, price: run.record.price };
  }
  journal.emit({ phase: 'planning' }, []);
  const wished = await planRequest(
    modelOf(run),
    {
      prompt,
      format: job.format,
      styleWords: job.style ?? '',
      quality: job.quality,
      maxQuality: job.maxQuality,
      sources: job.sources.length,
    },
    signal,
  );
  if (wished.format === 'artifact')
    throw new Refusal(
      'format_unclear',
      'The prompt asks for a web page, which is not available in this version; ask for a Word document, a presentation, a spreadsheet or a PDF.',
    );
  const paid = await payForLevel(wished, { prices: job.prices ?? deps.prices, reserved: run.record.price, reserve: run.reserve });
  await keep(run, 'plan.json', JSON.stringify(paid.plan), 'application/json');
  reportPlan(run, paid.plan);
  return paid;
}

function reportPlan({ deps, journal }: WritingRun, plan: RequestPlan): void {
  const style = styleApplied(resolveLook(plan.type, plan.style), {
    cover: plan.style.cover_page ?? false,
    contents: plan.style.table_of_contents ?? false,
  });
  journal.emit(
    {
      format: plan.format,
      type: plan.type,
      route: plan.route,
      quality: plan.quality,
      phase: 'writing',
      styleApplied: style,
      styleUnsupported: plan.styleUnsupported,
      versions: versionsUsed(deps, plan.format, true),
    },
    [{ type: 'style.resolved', data: { style, unsupported: plan.styleUnsupported } }],
  );
}

/** Collects text and reports it: the first at once, then every BATCH_MS. A fault in between is thrown by the next call. */
function createReporter(live: LiveMarkdown, emit: (events: NewEvent[]) => void): { add(text: string): void; stop(): void } {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  let fault: { error: unknown } | undefined;
  const reportWaiting = (): void => {
    const text = waiting;
    waiting = '';
    const events = text === '' ? [] : contentEvents(live.push(text));
    if (events.length > 0) emit(events);
  };
  const flush = (): void => {
    timer = waiting === '' ? undefined : setTimeout(flush, BATCH_MS);
    try {
      reportWaiting();
    } catch (error) {
      fault = { error };
    }
  };
  const check = (): void => {
    if (fault) throw fault.error;
  };
  return {
    add(text) {
      check();
      waiting += text;
      if (timer === undefined) flush();
    },
    stop() {
      clearTimeout(timer);
      check();
      reportWaiting();
    },
  };
}

interface PromptInput {
  prompt: string;
  plan: RequestPlan;
  material: string;
  notes: readonly Note[];
  /** As the model sees them. */
  pictures: readonly ModelPicture[];
}
interface Written {
  markdown: string;
  /** To the user. */
  userNotes: string[];
  /** As the model was asked. */
  asked: WriteInput;
  settled: Settled;
  work: ModelWork;
}

/** Text whose addresses a model may write; undefined where it was given nothing from elsewhere. Pictures show instructions as well as files can. */
export const knownAddresses = ({ prompt, name, material, pictures }: WriteInput): string | undefined =>
  material === '' && pictures.length === 0 ? undefined : `${prompt}\n${name ?? ''}\n${material}`;

function writtenOf(
  run: WritingRun,
  plan: RequestPlan,
  asked: WriteInput,
  { markdown, usage, userNotes, notes }: Pick<z.infer<typeof keptTextSchema>, 'markdown' | 'usage' | 'userNotes'> & { notes: Note[] },
): Written {
  return {
    markdown,
    userNotes,
    asked,
    settled: {
      type: plan.type,
      lang: plan.lang,
      genre: plan.genre,
      limits: pageLimitsOf(plan.requirements),
      styleFor: () => ({ style: plan.style, unsupported: plan.styleUnsupported }),
      reported: true,
      notes,
    },
    work: {
      name: modelOf(run).names.main,
      notCopied: plan.notCopied,
      usage: { inputTokens: plan.usage.inputTokens + usage.inputTokens, outputTokens: plan.usage.outputTokens + usage.outputTokens },
    },
  };
}

/** The finished text, kept with the document's files, so that another attempt builds from it and loses nothing that was found. */
const keptTextSchema = z.object({
  markdown: z.string(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  notes: z.array(noteSchema),
  userNotes: z.array(z.string()),
});

const NOTHING_REPORTED: ReportedText = { text: '', blocks: new Map() };

/** The steps of blocks that are not stored as they are now. */
function unreported(steps: readonly StreamStep[], { blocks }: ReportedText): StreamStep[] {
  const known = new Set(
    steps
      .filter((step) => step.kind === 'completed' && blocks.get(step.blockId) === JSON.stringify(step.block))
      .map(({ blockId }) => blockId),
  );
  return steps.filter(({ blockId }) => !known.has(blockId));
}

/** @throws Refusal generation_blocked, processing_failed; Error for another attempt; the signal's reason */
export async function writeFromPrompt(run: WritingRun, { prompt, plan, pictures, material, notes: given }: PromptInput): Promise<Written> {
  const { deps, record, journal } = run;
  journal.emit({ phase: 'writing' }, []);
  const live = createLiveMarkdown({ pictures: pictures.length, deck: plan.format === 'pptx' });
  const finished = await recall(run, 'written.json');
  const reported = record.attempt > 1 ? await readReported(deps.store, record.id) : NOTHING_REPORTED;
  const today = new Intl.DateTimeFormat(plan.lang, { dateStyle: 'long' }).format(deps.clock.now());
  const asked: WriteInput = { plan, prompt, name: record.name, pictures, material, written: reported.text, today };
  const untraced = (): Note[] => findUntraced(live.result().value.blocks, `${prompt}\n${record.name ?? ''}\n${today}\n${material}`);
  if (finished !== null) {
    const kept = keptTextSchema.parse(JSON.parse(finished));
    journal.emit({ phase: 'building' }, contentEvents(unreported([...live.push(kept.markdown), ...live.end()], reported)));
    return writtenOf(run, plan, asked, { ...kept, notes: [...given, ...kept.notes, ...untraced()] });
  }
  // its events are stored already
  live.push(reported.text);
  const text = await streamText(run, asked, live);
  const last = live.end();
  // kept first: an attempt that found all blocks reported and no text would let the model go on after the end
  await keep(run, 'written.json', JSON.stringify(text satisfies z.infer<typeof keptTextSchema>), 'application/json');
  journal.emit({ phase: 'building' }, contentEvents(last));
  return writtenOf(run, plan, asked, { ...text, notes: [...given, ...text.notes, ...untraced()] });
}

/** The model's text as it comes, guarded and reported; `live` has all of it in the end. */
async function streamText(run: WritingRun, asked: WriteInput, live: LiveMarkdown): Promise<z.infer<typeof keptTextSchema>> {
  const reporter = createReporter(live, (events) => run.journal.emit({}, events));
  const known = knownAddresses(asked);
  const guard = createTextGuard(known);
  const notes: Note[] = [];
  let usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  let userNotes: string[] = [];
  try {
    for await (const piece of writeDocument(modelOf(run), asked, run.signal)) {
      if (piece.kind === 'text') {
        reporter.add(guard.push(piece.text));
        continue;
      }
      ({ usage } = piece);
      userNotes = piece.notes.map((note) => guardWhole(note, known));
      if (piece.cut)
        notes.push({
          code: 'text_cut',
          severity: 'warning',
          message: 'The text reached the length that the model may write at once; its end is missing.',
        });
    }
    reporter.add(guard.end());
  } finally {
    reporter.stop();
  }
  const mended = repairFences(live.text());
  live.replace(mended.value);
  return { markdown: live.text(), usage, userNotes, notes: [...notes, ...guard.notes(), ...mended.notes] };
}

/** A style in words for supplied text. @throws Refusal processing_failed; the signal's reason */
export async function settleContentStyle(model: Model, words: string, signal: AbortSignal): Promise<{ settled: Settled; work: ModelWork }> {
  const { guess, unsupported, usage } = await planStyle(model, words, signal);
  return {
    settled: { styleFor: (type) => settleStyle(type, words, guess, unsupported), reported: false, notes: [] },
    work: { name: model.names.small, usage, notCopied: [] },
  };
}
