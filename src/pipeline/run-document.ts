/**
 * One attempt at one document, from the claim to the end. Whatever goes wrong ends here: a refusal fails the document
 * with its code; a lost lease means that another worker has it, or that it was canceled, and leaves no trace; anything
 * else is a fault, tried again up to three attempts.
 */
import { Refusal, type RefusalCode } from '../base/refusal.ts';
import { settleStyleWish } from '../agent/settle-style.ts';
import { readStyle } from '../document/style.ts';
import { LeaseLost, type DocumentStore, type Lease } from '../ports/document-store.ts';
import type { DocumentRecord, FileSource, Format, Status } from '../ports/record.ts';
import type { DecodedPicture } from '../ports/picture-decoder.ts';
import { asksForDark } from '../agent/dark-words.ts';
import type { PipelineDependencies, Workshop } from './dependencies.ts';
import { openJournal } from './journal.ts';
import { createSink } from './document-sink.ts';
import { makeFromContent, type Settled } from './make.ts';
import { reportCreated, type ModelWork } from './report.ts';
import { runOnFile, type FileRun } from './run-file.ts';
import { readSources, type ReadSources } from './read-sources.ts';
import { fetchSource } from './sources.ts';
import { settleContentStyle, settlePlan, writeFromPrompt } from './write-from-prompt.ts';

const RENEW_MS = 3_000;
const ATTEMPTS_MAX = 3;
/** Pictures fetched and decoded at once. */
const PICTURES_AT_ONCE = 3;

export const CANCELED = Symbol('canceled');
export const SHUTDOWN = Symbol('shutdown');

type Run = FileRun;

async function decodeSources(run: Run): Promise<DecodedPicture[]> {
  const { deps, workshop, job, signal } = run;
  const decoded: DecodedPicture[] = [];
  const decodeAt = async (source: FileSource, index: number): Promise<void> => {
    const bytes = await fetchSource(deps, run.record, source, index, signal);
    decoded[index] = await workshop.pictures.decode(bytes, { signal });
  };
  for (let i = 0; i < job.sources.length; i += PICTURES_AT_ONCE) {
    await Promise.all(job.sources.slice(i, i + PICTURES_AT_ONCE).map((source, j) => decodeAt(source, i + j)));
  }
  return decoded;
}

interface Making {
  markdown: string;
  format: Format;
  pictures: DecodedPicture[];
  settled?: Settled | undefined;
  work?: ModelWork | undefined;
  sources?: ReadSources['sources'];
  decided: Partial<Pick<DocumentRecord, 'route' | 'quality' | 'price'>>;
}

/** The caller's own text; a style in words is read by the model. */
async function takeContent(run: Run, markdown: string): Promise<Making> {
  const { record, job, deps, signal } = run;
  const pictures = await decodeSources(run);
  const making = { markdown, format: record.format ?? 'docx', pictures, decided: {} };
  if (job.style === undefined) return making;
  const read = readStyle(job.style);
  if (read.kind === 'object')
    return { ...making, settled: { styleFor: (type) => settleStyleWish(type, read.wish), told: false, notes: [] } };
  if (!deps.model) return making;
  const { settled, work } = await settleContentStyle(deps.model, job.style, signal);
  return { ...making, settled, work };
}

async function takePrompt(run: Run, prompt: string): Promise<Making> {
  const { plan, price } = await settlePlan(run, prompt);
  const { pictures, material, sources, notes } = await readSources(run);
  const shown: DecodedPicture[] = [];
  for (const { data } of pictures) shown.push(await run.workshop.pictures.shrink(data, { signal: run.signal }));
  const { markdown, settled, work } = await writeFromPrompt(run, { prompt, plan, pictures: shown, material, notes });
  return { markdown, format: plan.format, pictures, settled, work, sources, decided: { route: plan.route, quality: plan.quality, price } };
}

async function makeDocument(run: Run): Promise<Status> {
  const onFile = runOnFile(run);
  if (onFile) return onFile;
  const { workshop, job, journal, signal } = run;
  if (job.operation !== 'create' || (job.markdown === undefined && job.prompt === undefined))
    throw new Error(`no way to make ${run.record.id}: ${job.operation} without content`);
  const {
    markdown,
    format,
    pictures,
    settled,
    work,
    sources: read,
    decided,
  } = job.prompt === undefined ? await takeContent(run, job.markdown ?? '') : await takePrompt(run, job.prompt);
  const record = { ...run.record, ...decided, format };
  if (format === 'artifact') throw new Error(`no writer for ${format}`);
  const made = await makeFromContent(
    { markdown, format, name: record.name, pictures, settled, dark: asksForDark(`${job.style ?? ''}\n${job.prompt ?? ''}`) },
    workshop,
    createSink(run.deps, `documents/${record.id}/`, journal),
    signal,
  );
  const sources =
    read?.map((source) => ({ ...source, used: !source.ref.startsWith('img:') || markdown.includes(`(${source.ref})`) })) ??
    job.sources.map((_, i) => ({ ref: `img:${i + 1}`, used: true, pages: null }));
  await journal.finish(
    {
      status: made.status,
      pages: made.pages,
      phase: null,
      format,
      validationSummary: made.counts,
      repairSummary: made.repaired,
      outputs: made.outputs,
      report: reportCreated(record, made, sources, work),
    },
    [],
  );
  return made.status;
}

/** Keeps the lease alive; a renewal that finds it lost aborts the run. */
function keepLease(store: DocumentStore, lease: Lease, abort: AbortController): () => void {
  const timer = setInterval(() => {
    store.renew(lease).catch((error: unknown) => {
      // a database that does not answer for a moment is no reason to stop: the next write decides
      if (error instanceof LeaseLost) abort.abort(error);
    });
  }, RENEW_MS);
  return () => clearInterval(timer);
}

async function failDocument(deps: PipelineDependencies, lease: Lease, code: RefusalCode, message: string): Promise<Status> {
  await deps.store.finish(lease, { status: 'failed', phase: null, error: { code, message } }, []);
  return 'failed';
}

/** Fails the document, or leaves it to another attempt: then null. @throws LeaseLost where it is no longer ours */
async function endBadly(deps: PipelineDependencies, lease: Lease, error: unknown, abort: AbortController): Promise<Status | null> {
  const cause = abort.signal.aborted ? abort.signal.reason : error;
  if (cause instanceof LeaseLost || error instanceof LeaseLost || cause === CANCELED) return null;
  if (cause === SHUTDOWN) {
    await deps.store.handBack(lease);
    return null;
  }
  const problem = cause instanceof Refusal ? cause : error instanceof Refusal ? error : undefined;
  if (problem) return failDocument(deps, lease, problem.code, problem.message);
  deps.log.error({ err: cause, documentId: lease.documentId, attempt: lease.attempt }, 'document attempt failed');
  if (lease.attempt >= ATTEMPTS_MAX)
    return failDocument(
      deps,
      lease,
      'processing_failed',
      'The document could not be made after several attempts. Send it again; if it keeps failing, report its id.',
    );
  await deps.store.handBack(lease, { attemptCounts: true });
  return null;
}

async function attempt(run: Run, lease: Lease, abort: AbortController): Promise<Status | null> {
  try {
    return await makeDocument(run);
  } catch (error) {
    return await endBadly(run.deps, lease, error, abort);
  }
}

/** Claims and makes the document with this id; does nothing if it is not to be had. Rejects only where the database does not answer. */
export async function runDocument(deps: PipelineDependencies, workshop: Workshop, id: string, abort: AbortController): Promise<void> {
  const claimed = await deps.store.claim(id, workshop.workerId);
  if (!claimed) return;
  const { lease, record, job } = claimed;
  const release = keepLease(deps.store, lease, abort);
  try {
    const journal = openJournal(deps.store, lease, (error) => abort.abort(error));
    const status = await attempt(
      { deps, workshop, record, job, journal, lease, signal: abort.signal, reserve: (price) => deps.store.reserve(lease, price) },
      lease,
      abort,
    );
    if (status !== null)
      workshop.onFinished?.({ status, format: record.format, seconds: (deps.clock.now().getTime() - record.createdAt.getTime()) / 1000 });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  } finally {
    release();
  }
  if (abort.signal.aborted) await removeStrays(deps, id);
}

/** What was still being stored when the document was deleted under its worker: nobody would ever delete it otherwise. */
async function removeStrays(deps: PipelineDependencies, id: string): Promise<void> {
  const record = await deps.store.get(id);
  if (!record || record.contentDeletedAt) await deps.blobs.deleteAll(`documents/${id}/`);
}
