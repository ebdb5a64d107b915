/** `POST /compare`: what differs between any two files of one format. */
import type { Project } from '../ports/account-store.ts';
import { refuseAt } from './accept/find-own.ts';
import { detectTarget, openKind, saysUnlike, type OpenKind } from './target-kind.ts';
import { resolveFile } from './accept/resolve-file.ts';
import { validateFile } from './accept/validate-file.ts';
import type { FileReference } from '../contract/file-reference.ts';
import type { PipelineDependencies } from './dependencies.ts';
import type { Compared, CompareRequest, Differences } from './pipeline.ts';
import { runFileWork } from './work/run-file-work.ts';
import { editContext, type EditedBy } from './edit/edit-context.ts';
import { sentPdf } from './edit/edit-pdf.ts';

const PDF = 'application/pdf';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** What differs between two files of one kind: `Differences` as JSON. @throws Refusal file_rejected, service_unavailable */
export async function compareBytes(
  deps: Pick<PipelineDependencies, 'pages'>,
  kind: string,
  from: Uint8Array,
  to: Uint8Array,
): Promise<Uint8Array> {
  if (kind !== 'pdf') return runFileWork('compareFiles', from, to);
  return runFileWork('comparePdf', await sentPdf(deps.pages, from), await sentPdf(deps.pages, to));
}

/** What `compareBytes` has written. */
export const readDifferences = (json: Uint8Array): Differences => JSON.parse(Buffer.from(json).toString('utf8')) as Differences;

/** A file that shows changes, and what differs and it does not show, a sentence each. */
export interface MarkedFile {
  bytes: Uint8Array;
  notTracked: string[];
}

/** Two Word files as one with tracked changes. @throws Refusal file_rejected */
export async function redlineBytes(from: Uint8Array, to: Uint8Array, by: EditedBy, now: Date): Promise<MarkedFile> {
  const { author, date } = editContext('tracked', now, by);
  const { bytes, left } = await runFileWork('redlineFiles', from, to, { author, date });
  return { bytes, notTracked: left.map(({ message = '' }) => message) };
}

/** Two PDF files as the newer one with marks. @throws Refusal file_rejected; input_invalid where that one is signed or encrypted */
export async function markBytes(
  deps: Pick<PipelineDependencies, 'pages'>,
  from: Uint8Array,
  to: Uint8Array,
  by: EditedBy,
  now: Date,
): Promise<Uint8Array> {
  const { author, date } = editContext('direct', now, by);
  const [older, newer] = [await sentPdf(deps.pages, from), await sentPdf(deps.pages, to)];
  return (await runFileWork('markPdf', to, older, newer, { author, date })).bytes;
}

interface Side {
  bytes: Uint8Array;
  filename: string | undefined;
  kind: OpenKind;
}

/** @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready, each at `path` */
async function sideOf(deps: PipelineDependencies, owner: Project, reference: FileReference, path: string): Promise<Side> {
  const { bytes, filename } = await resolveFile(deps, owner, reference, { path });
  const { kind } = detectTarget(bytes, filename, (found) => openKind(found, 'compared', path), path);
  if (reference.kind !== 'file' && reference.kind !== 'document') await validateFile(deps, path, { bytes, filename });
  return { bytes, filename, kind };
}

/** @throws Refusal as `sideOf`; input_invalid for files of two formats, and for tracked changes or marks of others than Word or PDF files */
export async function compareFiles(
  deps: PipelineDependencies,
  owner: Project,
  { from, to, format, author = owner.actor, date }: CompareRequest,
): Promise<Compared> {
  const older = await sideOf(deps, owner, from, '/from');
  const newer = await sideOf(deps, owner, to, '/to');
  if (older.kind !== newer.kind) throw refuseAt('input_invalid', saysUnlike(older.kind, newer.kind), '/to');
  if (format === 'json') return { format: older.kind, differences: await compareBytes(deps, older.kind, older.bytes, newer.bytes) };
  const stem = (newer.filename ?? 'document').replace(/\.(?:docx|pdf)$/i, '');
  if (format === 'pdf') {
    if (newer.kind !== 'pdf') throw refuseAt('input_invalid', 'Only PDF files are compared as a PDF file with marks.', '/format');
    const bytes = await markBytes(deps, older.bytes, newer.bytes, { author, date }, deps.clock.now());
    return { bytes, notTracked: [], filename: `${stem} (changes).pdf`, contentType: PDF };
  }
  if (newer.kind !== 'docx') throw refuseAt('input_invalid', 'Only Word files have tracked changes.', '/format');
  const marked = await redlineBytes(older.bytes, newer.bytes, { author, date }, deps.clock.now());
  return { ...marked, filename: `${stem} (changes).docx`, contentType: WORD };
}
