/** Creating a document: from the client's own content, or from a prompt that a model writes from. */
import type { Format, Status } from '../../contract/vocabulary.ts';
import { asksForDark } from '../../agent/dark-words.ts';
import { settleStyleWish } from '../../agent/settle-style.ts';
import { readStyle } from '../../document/style.ts';
import type { DecodedPicture } from '../../ports/picture-decoder.ts';
import type { CreateJob, DocumentRecord } from '../../ports/record.ts';
import { finishRun } from '../deliver.ts';
import { makeFromContent, type Settled } from '../make.ts';
import { reportCreated, type ModelWork } from '../report.ts';
import type { Run } from '../run.ts';
import { decodePictures, readSources, type ReadSources } from './read-sources.ts';
import { createRequirementKeeper } from './keep-requirements.ts';
import { keep, knownAddresses, modelOf, recall, settleContentStyle, settlePlan, writeFromPrompt } from './write-from-prompt.ts';

/** What is made, and how: the text, its pictures, what a model has settled. */
interface Writing {
  markdown: string;
  format: Format;
  pictures: DecodedPicture[];
  settled?: Settled | undefined;
  work?: ModelWork | undefined;
  sources: ReadSources['sources'];
  decided: Partial<Pick<DocumentRecord, 'route' | 'quality' | 'price'>>;
  keeper?: ReturnType<typeof createRequirementKeeper> | undefined;
}

/** The client's own text; a style in words is read by the model. */
async function takeContent(run: Run<CreateJob>, markdown: string): Promise<Writing> {
  const { record, job, deps, signal } = run;
  const pictures = await decodePictures(run);
  const sources = pictures.map((_, i) => ({ ref: `img:${i + 1}`, used: true, pages: null }));
  const writing = { markdown, format: record.format ?? 'docx', pictures, sources, decided: {} };
  if (job.style === undefined) return writing;
  const read = readStyle(job.style);
  if (read.kind === 'object')
    return { ...writing, settled: { styleFor: (type) => settleStyleWish(type, read.wish), reported: false, notes: [] } };
  if (!deps.model) return writing;
  const { settled, work } = await settleContentStyle(deps.model, job.style, signal);
  return { ...writing, settled, work };
}

async function writePrompt(run: Run<CreateJob>, prompt: string): Promise<Writing> {
  const { plan, price } = await settlePlan(run, prompt);
  const { pictures, material, sources: read, notes } = await readSources(run);
  const shown: DecodedPicture[] = [];
  for (const { data } of pictures) shown.push(await run.workshop.pictures.shrink(data, { signal: run.signal }));
  const written = await writeFromPrompt(run, { prompt, plan, pictures: shown, material, notes });
  const { markdown, settled, work } = written;
  const sources = read.map((source) => ({ ...source, used: !source.ref.startsWith('img:') || markdown.includes(`(${source.ref})`) }));
  const keeper = keeperOf(run, written);
  const decided = { route: plan.route, quality: plan.quality, price };
  return { markdown, format: plan.format, pictures, settled, work, sources, decided, keeper };
}

const SECOND_ROUND = 'revised.json';

function keeperOf(
  run: Run<CreateJob>,
  { asked, markdown, userNotes }: Awaited<ReturnType<typeof writeFromPrompt>>,
): ReturnType<typeof createRequirementKeeper> {
  const { deps, sink, signal } = run;
  return createRequirementKeeper({
    model: modelOf(run),
    write: asked,
    markdown,
    notes: userNotes,
    known: knownAddresses(asked),
    boundary: deps.clock.ulid(),
    emit: (events) => sink.emit({}, events),
    recall: () => recall(run, SECOND_ROUND),
    keep: (text) => keep(run, SECOND_ROUND, text, 'application/json'),
    signal,
  });
}

/** @throws Refusal */
export async function runCreate(run: Run<CreateJob>): Promise<Status> {
  const { workshop, job, sink, signal } = run;
  const writing = job.prompt === undefined ? await takeContent(run, job.markdown ?? '') : await writePrompt(run, job.prompt);
  const { markdown, format, pictures, settled, work, sources, decided, keeper } = writing;
  if (format === 'artifact') throw new Error(`no writer for ${format}`);
  const record = { ...run.record, ...decided, format };
  const dark = asksForDark(`${job.style ?? ''}\n${job.prompt ?? ''}`);
  const input = { markdown, format, name: record.name, pictures, settled, dark, inspector: keeper?.inspector };
  const made = await makeFromContent(input, workshop, sink, signal);
  const { status, pages, counts, repaired, outputs } = made;
  return finishRun(run, {
    status,
    format,
    pages,
    counts,
    repairSummary: repaired,
    outputs,
    report: reportCreated(record, made, sources, work, keeper?.outcome()),
  });
}
