/** Sources in processing: pictures to place, documents to write from, distinguished by their bytes once they are fetched. */
import { frameMaterial, type Material } from '../../agent/frame-material.ts';
import { detectFileKind, PICTURE_KINDS } from '../../base/file-kind.ts';
import type { Note } from '../../base/note.ts';
import { Refusal } from '../../base/refusal.ts';
import type { DecodedPicture } from '../../ports/picture-decoder.ts';
import type { CreateJob, FileSource } from '../../ports/record.ts';
import { resolveJobFile } from '../accept/resolve-file.ts';
import { extractMarkdown, type ExtractTools } from '../extract.ts';
import type { Run } from '../run.ts';
import { checkCounts, checkSourceBytes, sourceRefs } from './submit-sources.ts';

/** Pictures fetched and decoded at once. */
const PICTURES_AT_ONCE = 3;

const unreadable = (name: string, error: unknown): unknown =>
  error instanceof Refusal && error.code !== 'file_not_found'
    ? new Refusal('source_unreadable', `${name} could not be used: ${error.message}`, { cause: error })
    : error;

/** The pictures of supplied content. @param template index of the source whose look is copied @throws Refusal file_not_found, source_unreadable */
export async function decodePictures(
  { deps, workshop, record, job, signal }: Run<CreateJob>,
  template: number | undefined,
): Promise<DecodedPicture[]> {
  const decoded: (DecodedPicture | undefined)[] = [];
  const decodeAt = async (source: FileSource, index: number): Promise<void> => {
    try {
      const { bytes, filename } = await resolveJobFile(deps, record, source, signal);
      const name = filename ?? (source.kind === 'url' ? source.url : `source ${index + 1}`);
      // the template is no picture of the content, where it is none
      if (index === template && !PICTURE_KINDS.includes(detectFileKind(bytes, name).kind ?? 'txt')) return;
      if (source.kind === 'url') checkSourceBytes(bytes, name, '', 'pictures');
      decoded[index] = await workshop.pictures.decode(bytes, { signal });
    } catch (error) {
      throw unreadable(`Picture ${index + 1}`, error);
    }
  };
  for (let i = 0; i < job.sources.length; i += PICTURES_AT_ONCE) {
    await Promise.all(job.sources.slice(i, i + PICTURES_AT_ONCE).map((source, j) => decodeAt(source, i + j)));
  }
  return decoded.filter((picture) => picture !== undefined);
}

export interface ReadSources {
  /** In the order of the request: `img:1`, `img:2`, … */
  pictures: DecodedPicture[];
  /** For the model; '' where there are no documents. */
  material: string;
  sources: { ref: string; used: boolean; pages: number | null }[];
  notes: Note[];
}

type Read =
  | { kind: 'template' }
  | { kind: 'picture'; picture: DecodedPicture }
  | { kind: 'document'; material: Material; pages: number | null; notes: Note[] };

/** Notes of a reader about parts that are not visible: whoever writes from the file should know of them. */
const ABOUT_HIDDEN = new Set(['hidden_text', 'slide_hidden', 'sheet_hidden', 'cells_hidden', 'value_hidden', 'controls_dropped']);

const toolsOf = ({ deps: { reader }, workshop: { pages, office } }: Run): ExtractTools => ({
  ...reader,
  renderers: reader.renderers ?? { pages, office, recognition: null },
});

async function readOne(run: Run<CreateJob>, source: FileSource, index: number): Promise<Read> {
  let name = `${index + 1}`;
  try {
    const { bytes, filename = name } = await resolveJobFile(run.deps, run.record, source, run.signal);
    name = filename;
    const { kind } = checkSourceBytes(bytes, filename, `/sources/${index}`, 'documents');
    if (PICTURE_KINDS.includes(kind))
      return { kind: 'picture', picture: await run.workshop.pictures.decode(bytes, { signal: run.signal }) };
    const { markdown, pages, notes } = await extractMarkdown({ bytes, filename }, toolsOf(run));
    const hidden = notes
      .filter(({ code }) => ABOUT_HIDDEN.has(code))
      .map(({ code, severity, message }): Note => ({ code, severity, message: `In the source "${filename.slice(0, 120)}": ${message}` }));
    return { kind: 'document', material: { name: filename, markdown }, pages, notes: hidden };
  } catch (error) {
    throw unreadable(`The source ${name}`, error);
  }
}

/** The sources of a prompt. @param template index of the one whose look is copied: it is no material @throws Refusal source_unreadable, file_not_found, input_invalid */
export async function readSources(run: Run<CreateJob>, template: number | undefined): Promise<ReadSources> {
  const read: Read[] = [];
  // one after the other: each may be 20 MB
  for (const [index, source] of run.job.sources.entries())
    read.push(index === template ? { kind: 'template' } : await readOne(run, source, index));
  return framed(run, read);
}

/** What is told to the model, and what is reported of each. */
function framed(run: Run<CreateJob>, read: readonly Read[]): ReadSources {
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
