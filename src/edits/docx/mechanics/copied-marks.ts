/**
 * Comments and notes of text that is moved as a tracked change, which is in two places until it is settled: where it comes, each has a copy
 * of its own, so that accepting and rejecting leave one of them with the words that it is on. Word numbers both in the meantime.
 */
import { append } from '../../../base/append.ts';
import { W } from '../../../ooxml/names.ts';
import { editXmlPart } from '../../../ooxml/change-package.ts';
import { applyXmlEdits, appendContent, insertAfter, removeAttribute, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { OfficePackage, XmlPart } from '../../../ooxml/office-package.ts';
import { isRevision, type WordBlock, type WordFile } from '../../../ooxml/word-file.ts';
import { valueOf } from '../../../ooxml/word-text.ts';
import { walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { isRejected, reject, type EditContext, type PartEdits, type Rejected } from '../../define-edit.ts';
import { trackContent, trackRowsOf } from '../operations/delete-block.ts';
import { markedBy } from './half-marks.ts';
import { identify, readComments, setThread } from './word-comments.ts';
import { newNoteId, noteOf, notesPart, type NoteKind } from './word-notes.ts';

export interface CopiedMarks {
  /** What is copied, `footnote 2`, → the id of its copy. */
  ids: Map<string, string>;
  /** Spans of the parts of notes: what is there goes, its copy beside it comes. */
  parts: PartEdits[];
  /** Writes the copies of comments. */
  finish(opened: OfficePackage): void;
}

const NOTES: readonly NoteKind[] = ['footnote', 'endnote'];

/** An element's source with edits made in it. */
function sliceWith({ source }: XmlPart, { start, end }: XmlElement, edits: readonly XmlEdit[]): string {
  return applyXmlEdits(
    source.slice(start, end),
    edits
      .filter((edit) => edit.start >= start && edit.end <= end)
      .map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
  );
}

/** Ids of paragraphs are there once in a file. */
const withoutIds = (part: XmlPart, root: XmlElement): XmlEdit[] =>
  [...walkElements(root)].flatMap((one) =>
    one.attributes
      .filter(({ local, uri }) => uri !== W && /^(?:paraId|textId)$/.test(local))
      .flatMap(({ name }) => removeAttribute(part, one, name) ?? []),
  );

/** A note goes with the text that it was on, and a copy of it comes, directly behind it. */
function copyNote(
  { file, context }: { file: WordFile; context: EditContext },
  kind: NoteKind,
  { old, copy }: { old: string; copy: string },
): PartEdits | Rejected {
  const part = notesPart(file.opened, kind);
  const note = part && noteOf(part, kind, old);
  const address = `${kind}${old}`;
  if (part === undefined || note === undefined) return reject('unsupported', `${address} is not in the file.`, [address]);
  if ([...walkElements(note)].some(isRevision))
    return reject('unsupported', `${address} holds tracked changes; settle them, or move it with mode direct.`, [address]);
  const blocks: readonly WordBlock[] = file.stories.find(({ prefix }) => prefix === `${address}.`)?.blocks ?? [];
  const marked = (fate: 'ins' | 'del'): XmlEdit[] | Rejected => {
    const text = trackContent(file, blocks, fate, context);
    return isRejected(text) ? text : [...text, ...trackRowsOf(file, blocks, fate, context)];
  };
  const [gone, come] = [marked('del'), marked('ins')];
  if (isRejected(gone)) return gone;
  if (isRejected(come)) return come;
  const id = note.attributes.find(({ local, uri }) => local === 'id' && uri === W)?.name ?? 'w:id';
  const fresh = [setAttribute(part, note, id, copy), ...withoutIds(part, note)];
  return { part: part.name, edits: [...gone, insertAfter(note, sliceWith(part, note, [...come, ...fresh]))] };
}

function copyComments(opened: OfficePackage, copies: ReadonlyMap<string, string>): void {
  const { part, comments } = readComments(opened);
  if (part === undefined) return;
  const copied = comments.filter(({ id }) => copies.has(id));
  editXmlPart(
    opened,
    part,
    copied.map(({ id, element }) => {
      const name = element.attributes.find(({ local, uri }) => local === 'id' && uri === W)?.name ?? 'w:id';
      const edits = [setAttribute(part, element, name, copies.get(id) ?? id), ...withoutIds(part, element)];
      return appendContent(part, part.root, sliceWith(part, element, edits));
    }),
  );
  for (const { id, parent, resolved } of copied) {
    if (parent === undefined && !resolved) continue;
    const own = identify(opened, copies.get(id) ?? id);
    const above = parent === undefined ? null : identify(opened, copies.get(parent) ?? parent);
    if (own !== null) setThread(opened, own, { ...(above === null ? {} : { paraIdParent: above }), done: resolved ? '1' : '0' });
  }
}

/** Copies for the comments and notes whose marks are in these blocks. */
export function copyMarks(file: WordFile, blocks: readonly WordBlock[], context: EditContext): CopiedMarks | Rejected {
  const marked = blocks.flatMap(({ element }) => [...walkElements(element)].flatMap((one) => markedBy(one, valueOf(one, 'id')) ?? []));
  const ids = new Map<string, string>();
  const parts: PartEdits[] = [];
  for (const kind of NOTES)
    for (const key of new Set(marked.filter((one) => one.startsWith(`${kind} `)))) {
      const copy = String(newNoteId(file, kind));
      ids.set(key, copy);
      const made = copyNote({ file, context }, kind, { old: key.slice(kind.length + 1), copy });
      if (isRejected(made)) return made;
      append(parts, [made]);
    }
  const comments = new Map<string, string>();
  for (const key of new Set(marked.filter((one) => one.startsWith('comment ')))) {
    const copy = String(file.nextId());
    ids.set(key, copy);
    comments.set(key.slice('comment '.length), copy);
  }
  return { ids, parts, finish: (opened) => (comments.size === 0 ? undefined : copyComments(opened, comments)) };
}
