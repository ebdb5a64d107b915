/** The source whose look is copied: as it was asked for, and as it is found among the sources. */
import { readLookWords } from '../../agent/look-words.ts';
import { maxOf } from '../../base/extremes.ts';
import { detectFileKind, PICTURE_KINDS } from '../../base/file-kind.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Format } from '../../contract/vocabulary.ts';
import { readStyle } from '../../document/style.ts';
import type { CreateJob, FileSource } from '../../ports/record.ts';
import type { CopiedLook } from '../../templates/copied-look.ts';
import { resolveJobFile } from '../accept/resolve-file.ts';
import type { LookReport } from '../report.ts';
import type { Run } from '../run.ts';
import { copyLook } from '../copy-look.ts';

export interface TemplateWish {
  /** Counted from 1; null where no source is named. */
  source: number | null;
}

/** The wish in a style, as an object or in words; undefined where there is none. */
export function wishOfStyle(style: string | undefined): TemplateWish | undefined {
  if (style === undefined) return undefined;
  const read = readStyle(style);
  if (read.kind === 'object') return read.wish.template === undefined ? undefined : { source: read.wish.template };
  const words = read.kind === 'words' ? readLookWords(style) : null;
  return words === null ? undefined : { source: words.source };
}

const NAMED = /templat|plantilla|vorlage|mod[eè]le|master|brand/i;
/** How well a file serves as a template where none is named. */
function rank({ kind, filename }: { kind: string; filename: string }, format: Format | null): number {
  const picture = (PICTURE_KINDS as readonly string[]).includes(kind);
  return (kind === format ? 8 : 0) + (NAMED.test(filename) ? 4 : 0) + (['pptx', 'docx', 'xlsx'].includes(kind) ? 2 : 0) - (picture ? 4 : 0);
}

/** Index of the likeliest template among these, the first of those that are alike. */
export function likelyTemplate(sources: readonly { kind: string; filename: string }[], format: Format | null = null): number {
  const ranks = sources.map((source) => rank(source, format));
  return ranks.indexOf(maxOf(ranks));
}

/** The look that was found, and what is reported of it. */
export interface FoundLook {
  /** Index of its source; undefined where none is used. */
  index: number | undefined;
  copied: CopiedLook | undefined;
  report: LookReport;
}

const none = (what: string, reason: string): FoundLook => ({
  index: undefined,
  copied: undefined,
  report: { source: null, copied: [], notCopied: [{ what, reason }] },
});

/** Nothing is copied at the fast level. */
export const notAtFast = (): FoundLook =>
  none('the look of the supplied file', 'At the fast level nothing is copied; ask for standard or best, or leave the choice to auto.');

/** The reference as the client sent it; bytes are counted. */
function refOf(file: FileSource, index: number): string {
  switch (file.kind) {
    case 'file':
      return file.fileId;
    case 'document':
      return file.documentId;
    case 'url':
      return file.url;
    case 'blob':
      return `data:${index + 1}`;
  }
}

async function chooseIndex(run: Run<CreateJob>, { source }: TemplateWish, format: Format): Promise<number> {
  if (source !== null) return source - 1;
  const kinds: { kind: string; filename: string }[] = [];
  for (const one of run.job.sources) {
    const { bytes, filename = '' } = await resolveJobFile(run.deps, run.record, one, run.signal);
    kinds.push({ kind: detectFileKind(bytes, filename).kind ?? '', filename });
  }
  return likelyTemplate(kinds, format);
}

/**
 * The look of the source that is wished for, read.
 * @throws Refusal file_not_found; source_unreadable where the file cannot be read at all
 */
export async function findLook(run: Run<CreateJob>, wish: TemplateWish, format: Format): Promise<FoundLook> {
  const { sources } = run.job;
  if (sources.length === 0) return none('the look of a file', 'No file was sent whose look could be copied.');
  const index = await chooseIndex(run, wish, format);
  const file = sources[index];
  if (file === undefined) return none(`the look of source ${index + 1}`, `There is no such source; ${sources.length} were sent.`);
  const { bytes, filename = `source ${index + 1}` } = await resolveJobFile(run.deps, run.record, file, run.signal);
  try {
    const copied = await copyLook({ bytes, filename }, format, run.workshop, run.signal);
    return { index, copied, report: { source: refOf(file, index), copied: copied.copied, notCopied: copied.notCopied } };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'file_not_found') throw error;
    const picture = PICTURE_KINDS.includes(detectFileKind(bytes, filename).kind ?? 'txt');
    return { ...none(`the look of ${filename.slice(0, 120)}`, error.message), index: picture ? undefined : index };
  }
}
