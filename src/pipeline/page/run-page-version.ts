/** The text of a page, edited by hand: kept as an artifact of its own, or put in the place of the page behind the links that were given out. */
import { Refusal } from '../../base/refusal.ts';
import type { Finding } from '../../base/finding.ts';
import type { DeclaredCollection } from '../../contract/artifact.ts';
import type { Status } from '../../contract/vocabulary.ts';
import { SAVE_PREFIX } from '../../ports/document-store.ts';
import type { DocumentRecord, SaveJob, VersionJob } from '../../ports/record.ts';
import { decodeText } from '../../readers/text.ts';
import { resolveJobFile } from '../accept/resolve-file.ts';
import { runPage } from '../create/run-page.ts';
import { finishRun } from '../deliver.ts';
import { countFindings, statusOf } from '../findings.ts';
import type { MakeResult } from '../make.ts';
import type { MadePage } from '../make-page.ts';
import { reportVersion } from '../report.ts';
import type { Run } from '../run.ts';
import { createSink } from '../sink.ts';
import { revisionConflict } from '../versions/submit-version.ts';
import { compareCollections, copiedCollections, declaredAfterSave, declaredBy } from './compare-collections.ts';
import { readPageSource, type PageSource } from './page-source.ts';

const CONTENT_CHARS_MAX = 500_000;

interface MadeVersion {
  made: MakeResult;
  page: MadePage;
  source: PageSource;
}

/** The page of the text that was sent, with the pictures and the style of the page before it. */
async function make(run: Run<VersionJob | SaveJob>, parent: DocumentRecord, keepsData: boolean): Promise<MadeVersion> {
  const { deps, record, job, signal } = run;
  const source = await readPageSource(deps.blobs, parent);
  const { bytes } = await resolveJobFile(deps, record, job.file, signal);
  const markdown = decodeText(bytes).value;
  if ([...markdown].length > CONTENT_CHARS_MAX) throw new Refusal('file_rejected', 'The text has more than 500,000 characters: divide it.');
  const { made, page } = await runPage(run, {
    markdown,
    pictures: source.pictures,
    settled: source.settled,
    storage: keepsData ? (record.artifact?.storage ?? 'local') : 'local',
    quiet: true,
  });
  return { made, page, source };
}

function endOf({ made }: MadeVersion, removed: readonly Finding[]) {
  const findings = [...removed, ...made.findings];
  const counts = countFindings(findings);
  return { ...made, findings, counts, status: statusOf(counts), pages: 1 };
}

/** @throws Refusal file_not_found, file_rejected, content_empty, page_too_large */
export async function runPageVersion(run: Run<VersionJob>): Promise<Status> {
  const { deps, record } = run;
  const parent = await deps.store.get(record.parentId ?? '');
  if (parent === null || parent.contentDeletedAt !== null)
    throw new Refusal('file_not_found', 'The artifact that this is a version of was deleted before it was processed.');
  const version = await make(run, parent, true);
  const { collections } = version.page;
  const removed = compareCollections(await declaredBy(version.source), collections, `stays with ${parent.id}`);
  if (record.artifact?.storage === 'shared') await deps.artifacts.copyRecords(parent.id, record.id, copiedCollections(collections));
  const ended = endOf(version, removed);
  const { status, counts, outputs, type } = ended;
  return finishRun(run, {
    status,
    type: record.type ?? type,
    pages: null,
    counts,
    outputs,
    report: reportVersion({ ...record, type }, ended),
  });
}

/** Another one was faster: the collections are those of the page that is there. */
async function redeclareAsSaved({ deps }: Run, documentId: string, before: readonly DeclaredCollection[]): Promise<void> {
  const there = await deps.store.get(documentId);
  if (there === null || there.contentDeletedAt !== null) return;
  const collections = await declaredBy(await readPageSource(deps.blobs, there));
  await deps.artifacts.redeclare(documentId, declaredAfterSave(before, collections));
}

/**
 * The page takes its place in one step or not at all, as a file does; links stay, and so does all that was entered.
 * @throws Refusal revision_conflict; as `runPageVersion`
 */
export async function runPageSave(run: Run<SaveJob>): Promise<Status> {
  const { deps, record, lease, job } = run;
  const { documentId, revision } = job.target;
  const before = await deps.store.get(documentId);
  if (before === null) throw new Error(`${record.id} saves to ${documentId}, which is not there`);
  const folder = `documents/${documentId}/${record.id.slice(SAVE_PREFIX.length)}-${lease.token}/`;
  const drop = (): Promise<void> => deps.blobs.deleteAll(folder);
  // nobody follows a save
  const sink = createSink(deps, folder, { emit: () => undefined });
  const version = await make({ ...run, sink, record: { ...before, attempt: record.attempt } }, before, false).catch(
    async (error: unknown) => {
      await drop();
      throw error;
    },
  );
  const state = await deps.artifacts.state(documentId);
  const declared = state?.collections ?? [];
  const { collections } = version.page;
  const ended = endOf(version, compareCollections(declared, collections, 'stays with you, and visitors can no longer read it'));
  const { status, counts, outputs } = ended;
  const report = reportVersion(before, ended);
  // before the page takes its place: whoever asks for the saved document finds its collections
  if (state !== null) await deps.artifacts.redeclare(documentId, declaredAfterSave(declared, collections));
  const saved = await deps.store.save(lease, { documentId, revision }, { status, pages: null, validationSummary: counts, outputs, report });
  if (!saved) {
    await drop();
    if (state !== null) await redeclareAsSaved(run, documentId, declared);
    throw revisionConflict();
  }
  for (const { key } of before.outputs) await deps.blobs.deleteAll(key);
  return 'ready';
}
