/** Creating a document: from the client's own content, or from a prompt that a model writes from. */
import type { Format, Status } from '../../contract/vocabulary.ts';
import { asksForDark } from '../../agent/dark-words.ts';
import { settleStyleWish } from '../../agent/settle-style.ts';
import { copiesAt, NO_BROWSER, workOf } from '../../agent/choose-level.ts';
import { readLookWords } from '../../agent/look-words.ts';
import type { RequestPlan } from '../../agent/plan-request.ts';
import { readStyle } from '../../document/style.ts';
import type { DecodedPicture } from '../../ports/picture-decoder.ts';
import type { CreateJob, DocumentRecord } from '../../ports/record.ts';
import { finishRun } from '../deliver.ts';
import { keepAnswers } from '../keep-answers.ts';
import { makeFromContent, type MakeInput, type MakeResult, type Settled } from '../make.ts';
import { reportCreated, type ModelWork } from '../report.ts';
import type { Run } from '../run.ts';
import { brandLook } from './brand-look.ts';
import { findLook, notAtFast, wishOfStyle, type FoundLook } from './find-template.ts';
import { decodePictures, readSources, type ReadSources } from './read-sources.ts';
import { createRequirementKeeper, type KeepInput } from './keep-requirements.ts';
import { designDocument, type AgentInput, type AgentWork } from './design-document.ts';
import { agentOfContent, agentOfPrompt, chargeAsFast, isAgentLevel, notesOf, storeOf } from './run-agent.ts';
import { storageOf } from '../artifact/storage-of.ts';
import { runPage } from './run-page.ts';
import { keep, modelOf, recall, settlePlan } from './settle-plan.ts';
import { knownAddresses, settleContentStyle, writeFromPrompt } from './write-from-prompt.ts';

/** What is made, and how: the text, its pictures, what a model has settled. */
interface Writing {
  markdown: string;
  format: Format;
  pictures: DecodedPicture[];
  settled?: Settled | undefined;
  work?: ModelWork | undefined;
  /** Of pictures nothing is known before the document is made. */
  sources: ReadSources['sources'];
  decided: Partial<Pick<DocumentRecord, 'route' | 'quality' | 'price'>>;
  keeper?: ReturnType<typeof createRequirementKeeper> | undefined;
  agent?: AgentInput | undefined;
  look?: FoundLook | undefined;
}

/** The look of a source for supplied text, where it is wished. */
async function lookOfContent(run: Run<CreateJob>, format: Format): Promise<FoundLook | undefined> {
  const { style, quality, maxQuality } = run.job;
  const wish = wishOfStyle(style);
  if (wish === undefined) return brandLook(run, format);
  return copiesAt(quality, maxQuality) ? findLook(run, wish, format) : notAtFast();
}

/** The client's own text: a style in words is read by the model, and an agent designs it where a level asks for that. */
async function takeContent(run: Run<CreateJob>, markdown: string): Promise<Writing> {
  const startedMs = run.deps.clock.monotonicMs();
  const { record, job } = run;
  const format = record.format ?? 'docx';
  const look = await lookOfContent(run, format);
  const pictures = await decodePictures(run, templateIndex(job));
  const documents = job.sources.length - pictures.length;
  const sources = [
    ...pictures.map((_, i) => ({ ref: `img:${i + 1}`, used: false, pages: null })),
    ...(documents > 0 ? [{ ref: 'doc:1', used: look?.copied !== undefined, pages: null }] : []),
  ];
  const level = record.quality?.level;
  const agent = isAgentLevel(level) ? agentOfContent(run, { markdown, format, level, startedMs, look: look?.copied }) : undefined;
  const writing = { markdown, format, pictures, sources, decided: {}, agent, look };
  const words = wishOfStyle(job.style) === undefined ? job.style : (readLookWords(job.style ?? '')?.rest ?? job.style);
  if (job.style === undefined || words === undefined || words === '') return { ...writing, ...workOfAgent(run, agent) };
  const read = readStyle(job.style);
  if (read.kind === 'object')
    return {
      ...writing,
      ...workOfAgent(run, agent),
      settled: { styleFor: (type) => settleStyleWish(type, read.wish), reported: false, notes: [] },
    };
  if (!run.deps.model) return writing;
  const { settled, requirements, work } = await settleContentStyle(run.deps.model, words, run.signal);
  // the words are the client's own: what they miss is reported, and they stay
  const keeper = keeperOf(run, { requirements, write: null, markdown, notes: [], known: undefined });
  return { ...writing, settled, work, keeper };
}

/** Index of the source that is named as the template; the likeliest one where none is named. */
function templateIndex({ style, sources }: CreateJob): number | undefined {
  const wish = wishOfStyle(style);
  if (wish === undefined) return undefined;
  return wish.source === null
    ? sources.findIndex((source) => source.kind !== 'blob' || !source.contentType.startsWith('image/'))
    : wish.source - 1;
}

/** The agent's tokens are counted where nothing else of a model is. */
const workOfAgent = ({ deps }: Run<CreateJob>, agent: AgentInput | undefined): { work?: ModelWork } =>
  agent === undefined || !deps.model ? {} : { work: { name: deps.model.names.main, usage: { inputTokens: 0, outputTokens: 0 } } };

async function lookOfPrompt(run: Run<CreateJob>, { look, quality, format }: RequestPlan): Promise<FoundLook | undefined> {
  if (look === undefined) return brandLook(run, format);
  return quality.level === 'fast' && run.job.sources.length > 0 ? notAtFast() : findLook(run, look, format);
}

async function writePrompt(run: Run<CreateJob>, prompt: string): Promise<Writing> {
  const startedMs = run.deps.clock.monotonicMs();
  const { plan, price } = await settlePlan(run, prompt);
  const look = await lookOfPrompt(run, plan);
  const { pictures, material, sources: read, notes } = await readSources(run, look?.index);
  const shown: DecodedPicture[] = [];
  for (const { data } of pictures) shown.push(await run.workshop.pictures.shrink(data, { signal: run.signal }));
  const written = await writeFromPrompt(run, { prompt, plan, pictures: shown, material, notes });
  const { markdown, settled, work } = written;
  const sources = read.map((source, i) => (i === look?.index ? { ...source, used: look.copied !== undefined } : source));
  const { asked, userNotes } = written;
  const { requirements } = plan;
  const keeper = keeperOf(run, { requirements, write: asked, markdown, notes: userNotes, known: knownAddresses(asked) });
  const decided = { route: plan.route, quality: plan.quality, price };
  const { level } = plan.quality;
  const agent = isAgentLevel(level)
    ? agentOfPrompt(run, written, knownAddresses(written.asked), level, startedMs, look?.copied)
    : undefined;
  return { markdown, format: plan.format, pictures, settled, work, sources, decided, keeper, agent, look };
}

const SECOND_ROUND = 'revised.json';

function keeperOf(
  run: Run<CreateJob>,
  asked: Pick<KeepInput, 'requirements' | 'write' | 'markdown' | 'notes' | 'known'>,
): ReturnType<typeof createRequirementKeeper> {
  const { deps, sink, signal } = run;
  const boundary = deps.clock.ulid();
  return createRequirementKeeper({
    ...asked,
    model: keepAnswers(modelOf(run), storeOf(run), boundary),
    boundary,
    emit: (events) => sink.emit({}, events),
    recall: () => recall(run, SECOND_ROUND),
    keep: (text) => keep(run, SECOND_ROUND, text, 'application/json'),
    signal,
  });
}

async function make(
  run: Run<CreateJob>,
  input: MakeInput,
  agent: AgentInput | undefined,
): Promise<{ made: MakeResult; agent: AgentWork | null }> {
  const { workshop, sink, signal } = run;
  if (agent === undefined) return { made: await makeFromContent(input, workshop, sink, signal), agent: null };
  const { made, work } = await designDocument(input, agent, { engine: workshop, sink, signal });
  return { made, agent: work };
}

/** Of a format that is laid out on pages, or of a web page. */
async function makeWritten(
  run: Run<CreateJob>,
  { markdown, format, pictures, settled, keeper, agent, look }: Writing,
): Promise<{ made: MakeResult; agent: AgentWork | null }> {
  const { job, record } = run;
  const inspector = keeper?.inspector;
  if (format === 'artifact') {
    const storage = record.artifact?.storage ?? storageOf(record.retention);
    return runPage(run, { markdown, pictures, settled, inspector, storage, agent });
  }
  const dark = asksForDark(`${job.style ?? ''}\n${job.prompt ?? ''}`);
  return make(
    run,
    { markdown, format, name: record.name, pictures, settled, dark, inspector, copied: look?.copied, usual: run.job.defaults },
    agent,
  );
}

/** Each with whether the delivered document has it. */
const usedIn = ({ placed }: MakeResult, sources: ReadSources['sources']): ReadSources['sources'] =>
  sources.map((source) => (source.ref.startsWith('img:') ? { ...source, used: placed.includes(source.ref) } : source));

/** Why no agent worked, where it is not for the model. */
const noAgentBecause = ({ workshop }: Run<CreateJob>, format: Format): string | undefined =>
  format === 'artifact' && workshop.browser?.isThere !== true ? NO_BROWSER : undefined;

/** @throws Refusal */
export async function runCreate(run: Run<CreateJob>): Promise<Status> {
  const { job } = run;
  const writing = job.prompt === undefined ? await takeContent(run, job.markdown ?? '') : await writePrompt(run, job.prompt);
  const { format, work, sources, decided, keeper, look } = writing;
  const planned = { ...run.record, ...decided, format };
  const { made, agent } = await makeWritten(run, writing);
  const record =
    writing.agent !== undefined && agent === null
      ? {
          ...planned,
          ...(await chargeAsFast(
            run,
            planned,
            workOf(format, job.prompt === undefined ? 'content' : 'create'),
            job.prices ?? run.deps.prices,
            noAgentBecause(run, format),
          )),
        }
      : planned;
  const { status, counts, repaired, outputs } = made;
  const pages = format === 'artifact' ? null : made.pages;
  return finishRun(run, {
    status,
    format,
    pages,
    counts,
    repairSummary: repaired,
    outputs,
    report: reportCreated(
      record,
      made,
      usedIn(made, sources),
      work,
      keeper?.outcome() ?? (agent === null ? undefined : notesOf(agent)),
      agent ?? undefined,
      look?.report,
    ),
  });
}
