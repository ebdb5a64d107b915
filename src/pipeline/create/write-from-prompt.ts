/**
 * A prompt → the text of a document, reported while it is written. What an earlier attempt has settled and written is reused:
 * the plan and the finished text are kept with the document's files, the blocks in its events.
 *
 *   plan ──▶ style.resolved ──▶ writing (blocks reported every 150 ms) ──▶ text kept ──▶ make
 */
import type { NewEvent } from '../../contract/event.ts';
import { z } from 'zod';
import { createTextGuard, guardWhole } from '../../agent/guard-text.ts';
import { repairFences } from '../../agent/repair-fences.ts';
import { readLookWords } from '../../agent/look-words.ts';
import { planStyle, type RequestPlan } from '../../agent/plan-request.ts';
import { designOfPlan, type DesignPlan } from '../../agent/plan-design.ts';
import { pageLimitsOf, type Requirement } from '../../agent/requirements.ts';
import { settleStyle } from '../../agent/settle-style.ts';
import { writeDocument, type WriteInput, type WritingPiece } from '../../agent/write-document.ts';
import { groupParts, writeInParts } from '../../agent/write-parts.ts';
import { noteSchema, type Note } from '../../base/note.ts';
import type { Design } from '../../document/design.ts';
import { sumUsage, type Model, type ModelPicture, type ModelUsage } from '../../ports/model.ts';
import { createLiveMarkdown, type LiveMarkdown } from '../../readers/live-markdown.ts';
import type { StreamStep } from '../../readers/markdown.ts';
import type { Settled } from '../make.ts';
import type { ModelWork } from '../report.ts';
import { contentEvents } from './content-events.ts';
import { readReported, type ReportedText } from './reported-text.ts';
import { keep, modelOf, recall, settleDesign, type DesignBrief, type WritingRun } from './settle-plan.ts';

/** How long text is collected before it is reported. */
const BATCH_MS = 150;

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
  /** Of the agent's plan. */
  design: Design | undefined;
  settled: Settled;
  work: ModelWork;
}

/** Text whose addresses a model may write; undefined where it was given nothing from elsewhere. Pictures show instructions as well as files can. */
export const knownAddresses = ({ prompt, name, material, pictures }: WriteInput): string | undefined =>
  material === '' && pictures.length === 0 ? undefined : `${prompt}\n${name ?? ''}\n${material}\n${NAMESPACES}`;

/** Names of markup, which scripts of a page need letter for letter; they lead nowhere. */
const NAMESPACES =
  'http://www.w3.org/2000/svg http://www.w3.org/1999/xhtml http://www.w3.org/1999/xlink http://www.w3.org/1998/Math/MathML';

interface Text extends Pick<z.infer<typeof keptTextSchema>, 'markdown' | 'usage' | 'userNotes'> {
  notes: Note[];
  known: NonNullable<Settled['known']>;
  design: DesignBrief | null;
}

function writtenOf(run: WritingRun, plan: RequestPlan, asked: WriteInput, text: Text): Written {
  const { markdown, usage, userNotes, notes, known, design } = text;
  return {
    markdown,
    userNotes,
    asked,
    design: designOfPlan(design?.plan ?? null),
    settled: {
      type: plan.type,
      lang: plan.lang,
      genre: plan.genre,
      limits: pageLimitsOf(plan.requirements),
      styleFor: () => ({ style: plan.style, unsupported: plan.styleUnsupported }),
      reported: true,
      notes,
      known,
    },
    work: { name: modelOf(run).names.main, usage: sumUsage(plan.usage, usage, design?.usage) },
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
  const live = createLiveMarkdown({ pictures: pictures.length, deck: plan.format === 'pptx' });
  const finished = await recall(run, 'written.json');
  const reported = record.attempt > 1 ? await readReported(deps.store, record.id) : NOTHING_REPORTED;
  const today = new Intl.DateTimeFormat(plan.lang, { dateStyle: 'long' }).format(deps.clock.now());
  const plain: WriteInput = { plan, prompt, name: record.name, pictures, material, written: reported.text, today };
  const design = plan.route.path === 'agent' ? await settleDesign(run, plain) : null;
  const asked: WriteInput = design === null ? plain : { ...plain, brief: design.brief };
  journal.emit({ phase: 'writing' }, []);
  const known = { figures: `${prompt}\n${record.name ?? ''}\n${today}\n${material}`, words: `${prompt}\n${material}` };
  const extra = { known, design };
  if (finished !== null) {
    const kept = keptTextSchema.parse(JSON.parse(finished));
    journal.emit({ phase: 'building' }, contentEvents(unreported([...live.push(kept.markdown), ...live.end()], reported)));
    return writtenOf(run, plan, asked, { ...kept, ...extra, notes: [...given, ...kept.notes] });
  }
  const text =
    design?.plan && groupParts(design.plan, plan).length > 1
      ? await writeTogether(run, asked, design.plan, live, reported)
      : await writeOn(run, asked, live, reported);
  const last = text.told ? [] : live.end();
  // kept first: an attempt that found all blocks reported and no text would let the model go on after the end
  await keep(run, 'written.json', JSON.stringify(keptTextSchema.parse(text)), 'application/json');
  journal.emit({ phase: 'building' }, contentEvents(last));
  return writtenOf(run, plan, asked, { ...text, ...extra, notes: [...given, ...text.notes] });
}

/** `told`: all of its events are sent. */
type StreamedText = z.infer<typeof keptTextSchema> & { told: boolean };

/** By one call, which goes on where an earlier attempt was cut off: what that has written is reported already. */
async function writeOn(run: WritingRun, asked: WriteInput, live: LiveMarkdown, reported: ReportedText): Promise<StreamedText> {
  live.push(reported.text);
  const source = writeDocument(modelOf(run), asked, run.signal);
  return { ...(await streamText(asked, live, source, (events) => run.journal.emit({}, events))), told: false };
}

/** By several calls. In another attempt parts that are kept come at once, and what is reported already is not told again. */
async function writeTogether(
  run: WritingRun,
  write: WriteInput,
  plan: DesignPlan,
  live: LiveMarkdown,
  reported: ReportedText,
): Promise<StreamedText> {
  const store = {
    recall: (name: string) => recall(run, name),
    keep: (name: string, text: string) => keep(run, name, text, 'application/json'),
  };
  const source = writeInParts(modelOf(run), { write, plan, groups: groupParts(plan, write.plan), store }, run.signal);
  if (run.record.attempt <= 1) return { ...(await streamText(write, live, source, (events) => run.journal.emit({}, events))), told: false };
  const text = await streamText(write, live, source, () => undefined);
  live.end();
  const whole = createLiveMarkdown({ pictures: write.pictures.length, deck: write.plan.format === 'pptx' });
  run.journal.emit({}, contentEvents(unreported([...whole.push(text.markdown), ...whole.end()], reported)));
  return { ...text, told: true };
}

/** The model's text as it comes, guarded and reported; `live` has all of it in the end. */
async function streamText(
  asked: WriteInput,
  live: LiveMarkdown,
  source: AsyncIterable<WritingPiece>,
  emit: (events: NewEvent[]) => void,
): Promise<z.infer<typeof keptTextSchema>> {
  const reporter = createReporter(live, emit);
  const known = knownAddresses(asked);
  const guard = createTextGuard(known);
  const notes: Note[] = [];
  let usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  let userNotes: string[] = [];
  try {
    for await (const piece of source) {
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

/** A style in words for supplied text, and the conditions in it. @throws Refusal processing_failed; the signal's reason */
export async function settleContentStyle(
  model: Model,
  words: string,
  signal: AbortSignal,
): Promise<{ settled: Settled; requirements: Requirement[]; work: ModelWork }> {
  const { guess, unsupported, requirements, usage } = await planStyle(model, words, signal);
  const other = unsupported?.filter((wish) => readLookWords(wish) === null) ?? null;
  return {
    settled: {
      styleFor: (type) => settleStyle(type, words, guess, other),
      limits: pageLimitsOf(requirements),
      reported: false,
      notes: [],
    },
    requirements,
    work: { name: model.names.small, usage },
  };
}
