/** What a document is called that its user has not named. */
import type { DocumentStore } from '../ports/document-store.ts';
import type { CreateJob, DocumentJob, DocumentRecord, FileSource } from '../ports/record.ts';

const CHARS_MAX = 80;
/** Text that is read for a title: a heading further down names a part. */
const READ_CHARS = 20_000;
/** Of each line: the rest is far behind the end of any title, and patterns take the square of a line's length for it. */
const LINE_CHARS = 1_000;
const LONG_LINES = new RegExp(`^(.{${LINE_CHARS}}).+$`, 'gm');

/** One line of plain words, cut between two of them; null where nothing is left. */
function shorten(text: string): string | null {
  const line = text
    .replaceAll(/\p{Cc}+|\s+/gu, ' ')
    .trim()
    .toWellFormed();
  if (line.length <= CHARS_MAX) return line === '' ? null : line;
  const cut = line.slice(0, CHARS_MAX);
  // a sentence without spaces is cut where it is, but never within a character
  return `${/\s/u.test(cut) ? cut.replace(/\s+\S*$/u, '') : cut.replace(/[\uD800-\uDBFF]$/u, '')} …`;
}

/** Emphasis, links and attributes of a line of Markdown give way to their words. */
const wordsOf = (line: string): string =>
  line
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/[*_`]+/g, '');

/** The title in the front matter, else the first heading, else the first line that is text. */
function titleOfMarkdown(markdown: string): string | null {
  const text = markdown.slice(0, READ_CHARS).replaceAll(LONG_LINES, '$1');
  const [matter = ''] = /^---\r?\n[^]*?\r?\n---(?:\r?\n|$)/.exec(text) ?? [];
  const named = /^title:[ \t]*(["']?)(.+?)\1[ \t]*$/m.exec(matter)?.[2];
  const body = text.slice(matter.length).replaceAll(/^(```|~~~)[^]*?^\1.*$/gm, '');
  const heading = /^#{1,6}[ \t]+(.+?)[ \t#]*$/m.exec(body)?.[1]?.replace(/^(?:Sheet|Hoja):[ \t]*/, '');
  const line = /^(?![ \t]*(?::::?|\||>?[ \t]*$|[-=*_]{3,}[ \t]*$))(.+)$/m.exec(body)?.[1];
  return shorten(wordsOf(named ?? heading ?? line ?? ''));
}

const titleOfRequest = ({ markdown, prompt = '' }: CreateJob): string | null =>
  markdown === undefined ? shorten(prompt.trim().split('\n', 1)[0] ?? '') : titleOfMarkdown(markdown);

/** The name of an uploaded file, or what the document is called. */
async function nameOfSource(store: Pick<DocumentStore, 'get' | 'getFile'>, source: FileSource): Promise<string | null> {
  const withoutKind = (filename: string): string | null => shorten(filename.replace(/\.[^.]+$/, ''));
  switch (source.kind) {
    case 'file': {
      const file = await store.getFile(source.fileId);
      return file === null ? null : withoutKind(file.filename);
    }
    case 'document': {
      const document = await store.get(source.documentId);
      return document?.name ?? document?.title ?? null;
    }
    case 'blob':
      return withoutKind(source.filename);
    case 'url':
      return source.filename === undefined ? null : withoutKind(source.filename);
  }
}

/**
 * The first heading or words of what was asked for, the name of the file, or what the document is called that is edited or
 * reviewed: at most some 80 characters; null where the document has a name of its own, or nothing tells.
 */
export async function titleOfJob(
  store: Pick<DocumentStore, 'get' | 'getFile'>,
  { name, parentId }: Pick<DocumentRecord, 'name' | 'parentId'>,
  job: DocumentJob,
): Promise<string | null> {
  if (name !== null || job.kind === 'save') return null;
  if (job.kind === 'create') return titleOfRequest(job);
  return nameOfSource(store, parentId === null ? job.file : { kind: 'document', documentId: parentId });
}
