/** Sources of a prompt: pictures to place, documents to write from, each told apart by its bytes once it is fetched. */
import { frameMaterial, type Material } from '../agent/frame-material.ts';
import { PICTURE_KINDS } from '../base/file-kind.ts';
import type { Note } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import type { DecodedPicture } from '../ports/picture-decoder.ts';
import type { DocumentJob, DocumentRecord, FileSource } from '../ports/record.ts';
import type { PipelineDependencies, Workshop } from './dependencies.ts';
import { extractMarkdown, type ExtractTools } from './extract.ts';
import { checkCounts, checkSourceBytes, fetchSource, officeOutput } from './sources.ts';

interface SourcesRun {
  deps: PipelineDependencies;
  workshop: Workshop;
  record: DocumentRecord;
  job: DocumentJob;
  signal: AbortSignal;
}

export interface ReadSources {
  /** In the order of the request: `img:1`, `img:2`, … */
  pictures: DecodedPicture[];
  /** For the model; '' where there are no documents. */
  material: string;
  sources: { ref: string; used: boolean; pages: number | null }[];
  notes: Note[];
}

/** Pictures are `img:N`, documents `doc:N`, each counted for itself. */
export function sourceRefs(pictures: readonly boolean[]): string[] {
  const counts = { img: 0, doc: 0 };
  return pictures.map((picture) => (picture ? `img:${++counts.img}` : `doc:${++counts.doc}`));
}

const toolsOf = ({ reader }: PipelineDependencies, { pages, office }: Workshop): ExtractTools => ({
  ...reader,
  renderers: reader.renderers ?? { pages, office },
});

async function fetchNamed(
  { deps, record, signal }: SourcesRun,
  source: FileSource,
  index: number,
): Promise<{ bytes: Uint8Array; filename: string }> {
  switch (source.kind) {
    case 'blob':
      return { bytes: await fetchSource(deps, record, source, index, signal), filename: source.filename };
    case 'file': {
      const bytes = await fetchSource(deps, record, source, index, signal);
      return { bytes, filename: (await deps.store.getFile(source.fileId))?.filename ?? source.fileId };
    }
    case 'url': {
      const { bytes, filename } = await deps.downloader.download(source.url, { signal });
      return { bytes, filename: source.filename ?? filename };
    }
    case 'document': {
      const made = await deps.store.get(source.documentId);
      const output = made && made.orgId === record.orgId ? officeOutput(made) : undefined;
      const bytes = output ? await deps.blobs.get(output.key) : null;
      if (!output || !bytes) throw new Refusal('file_not_found', `The document ${source.documentId} was deleted before this one was made.`);
      return { bytes, filename: `${made?.name ?? source.documentId}.${output.kind}` };
    }
  }
}

type Read = { kind: 'picture'; picture: DecodedPicture } | { kind: 'document'; material: Material; pages: number | null; notes: Note[] };

/** What a reader says of parts that people do not see: whoever writes from the file should know. */
const OF_HIDDEN = new Set(['hidden_text', 'slide_hidden', 'sheet_hidden', 'cells_hidden', 'value_hidden', 'controls_dropped']);

async function readOne(run: SourcesRun, source: FileSource, index: number): Promise<Read> {
  let name = `source ${index + 1}`;
  try {
    const { bytes, filename } = await fetchNamed(run, source, index);
    name = filename;
    const { kind } = checkSourceBytes(bytes, filename, `/sources/${index}`, 'documents');
    if (PICTURE_KINDS.includes(kind))
      return { kind: 'picture', picture: await run.workshop.pictures.decode(bytes, { signal: run.signal }) };
    const { markdown, pages, notes } = await extractMarkdown({ bytes, filename }, toolsOf(run.deps, run.workshop));
    const hidden = notes
      .filter(({ code }) => OF_HIDDEN.has(code))
      .map(({ code, severity, message }): Note => ({ code, severity, message: `In the source "${filename.slice(0, 120)}": ${message}` }));
    return { kind: 'document', material: { name: filename, markdown }, pages, notes: hidden };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'file_not_found') throw error;
    throw new Refusal('source_unreadable', `The source ${name} could not be used: ${error.message}`, { cause: error });
  }
}

/** @throws Refusal source_unreadable, file_not_found, input_invalid */
export async function readSources(run: SourcesRun): Promise<ReadSources> {
  const read: Read[] = [];
  // one after the other: each may be 20 MB
  for (const [index, source] of run.job.sources.entries()) read.push(await readOne(run, source, index));
  const isPicture = read.map(({ kind }) => kind === 'picture');
  checkCounts(isPicture, 'documents');
  const refs = sourceRefs(isPicture);
  const documents = read.flatMap((one) => (one.kind === 'document' ? [one.material] : []));
  const { value, notes } = frameMaterial(documents, run.deps.clock.ulid(), run.job.prompt ?? '');
  return {
    pictures: read.flatMap((one) => (one.kind === 'picture' ? [one.picture] : [])),
    material: value,
    notes: [...notes, ...read.flatMap((one) => (one.kind === 'document' ? one.notes : []))],
    sources: read.map((one, i) => ({ ref: refs[i] ?? '', used: true, pages: one.kind === 'document' ? one.pages : null })),
  };
}
