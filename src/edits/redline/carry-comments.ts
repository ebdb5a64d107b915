/** Comments that only the newer file has, put on the same words of the redline: they are no changes, and stay whatever is settled. */
import { editXmlPart, saveOfficePackage } from '../../ooxml/change-package.ts';
import { insertAfter, insertBefore } from '../../ooxml/edit-xml.ts';
import { W } from '../../ooxml/names.ts';
import { openOfficePackage } from '../../ooxml/office-package.ts';
import { paragraphsOf, readWordFile, type WordFile, type WordParagraph } from '../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../ooxml/word-text.ts';
import { elementsOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { applyEdits } from '../apply-edits.ts';
import type { EditContext } from '../define-edit.ts';
import { readComments, type WordComment } from '../docx/mechanics/word-comments.ts';
import { isCommentRun } from './import-content.ts';
import { revisionAttributes } from './track-element.ts';

/** Each is written by itself, under its own date. */
const CARRIED_MAX = 100;
const SHOWN_CHARS = 80;

const keyOf = ({ author, text }: WordComment): string => `${author}\n${text}`;

interface Anchor {
  /** What the paragraph says, and which of those that say it. */
  text: string;
  place: number;
  /** The words that the comment is on; absent: all of them. */
  find: string | undefined;
}

const paragraphsIn = (file: WordFile): WordParagraph[] =>
  file.stories.filter(({ part, prefix }) => part === file.main && prefix === '').flatMap(({ blocks }) => [...paragraphsOf(blocks)]);

/** Marks of comments in the text, by the id of the comment. */
function marksOf({ main }: WordFile, local: string): Map<string, XmlElement> {
  return new Map(
    [...walkElements(main.root)].flatMap((element) =>
      element.uri === W && element.local === local ? [[valueOf(element, 'id') ?? '', element] as const] : [],
    ),
  );
}

function anchorsOf(file: WordFile): Map<string, Anchor> {
  const [starts, ends, references] = [
    marksOf(file, 'commentRangeStart'),
    marksOf(file, 'commentRangeEnd'),
    marksOf(file, 'commentReference'),
  ];
  const anchors = new Map<string, Anchor>();
  const counts = new Map<string, number>();
  const open = [...references].map(([id, reference]) => ({ id, start: starts.get(id) ?? reference, end: ends.get(id) ?? reference }));
  for (const paragraph of paragraphsIn(file)) {
    const { text, pieces } = file.textOf(paragraph);
    const place = counts.get(text) ?? 0;
    counts.set(text, place + 1);
    const { element } = paragraph;
    // a range may begin between paragraphs, in front of a control or table: it is on what comes first in it
    for (const { id, start, end } of open.filter((one) => !anchors.has(one.id) && one.start.start < element.end)) {
      const words = pieces
        .filter(({ holder }) => holder.start >= start.end && holder.end <= end.start)
        .map((piece) => piece.text)
        .join('');
      const isPart = words !== '' && words !== text && text.split(words).length === 2;
      anchors.set(id, { text, place, find: isPart ? words : undefined });
    }
  }
  return anchors;
}

/** One without words and pictures says nothing. */
const saysSomething = ({ text, element }: WordComment): boolean =>
  text.trim() !== '' || [...walkElements(element)].some(({ local }) => /^(?:drawing|pict|object)$/.test(local));

/** Comments of the newer file that the older one has not, as often as they are missing. */
function missingComments(older: WordFile, newer: WordFile): WordComment[] {
  const left = new Map<string, number>();
  for (const comment of readComments(older.opened).comments) left.set(keyOf(comment), (left.get(keyOf(comment)) ?? 0) + 1);
  return readComments(newer.opened)
    .comments.filter(saysSomething)
    .filter((comment) => {
      const count = left.get(keyOf(comment)) ?? 0;
      left.set(keyOf(comment), count - 1);
      return count <= 0;
    });
}

const dateOf = ({ element }: WordComment, usual: string): string => {
  const date = valueOf(element, 'date') ?? '';
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date) ? date : usual;
};

/** The operation that puts a comment where it belongs: as an answer, or on its words; null where that place is not there. */
function operationFor(bytes: Uint8Array, comment: WordComment, parent: WordComment | undefined, anchor: Anchor | undefined) {
  const file = readWordFile(openOfficePackage(bytes));
  const { author, text } = comment;
  if (parent !== undefined) {
    const known = readComments(file.opened).comments.findLast((one) => keyOf(one) === keyOf(parent));
    if (known !== undefined) return { op: 'reply_comment', target: known.address, text };
  }
  const same = anchor === undefined ? [] : paragraphsIn(file).filter((paragraph) => file.textOf(paragraph).text === anchor.text);
  const target = anchor === undefined ? undefined : (same[anchor.place] ?? same[0]);
  if (anchor === undefined || target === undefined) return null;
  return { op: 'add_comment', target: target.address, text, author, ...(anchor.find === undefined ? {} : { find: anchor.find }) };
}

/** Whether the end of the paragraph that the element is in comes with a tracked change. */
function isInNewParagraph({ parent }: XmlElement): boolean {
  if (parent === undefined || (parent.uri === W && parent.local === 'ins')) return false;
  if (parent.uri !== W || parent.local !== 'p') return isInNewParagraph(parent);
  const properties = childOf(parent, 'pPr');
  const mark = properties && childOf(properties, 'rPr');
  return mark !== undefined && elementsOf(mark).some(({ uri, local }) => uri === W && (local === 'ins' || local === 'moveTo'));
}

/** Comments in paragraphs that come are tracked with them, as Word has it: rejected, nothing is left of such a paragraph. */
function trackCarried(bytes: Uint8Array, known: ReadonlySet<string>, context: Omit<EditContext, 'mode'>): Uint8Array {
  const opened = openOfficePackage(bytes);
  const { main, nextId, w } = readWordFile(opened);
  const isCarried = (run: XmlElement): boolean =>
    isCommentRun(run) && elementsOf(run, 'commentReference', W).every((one) => !known.has(valueOf(one, 'id') ?? ''));
  const runs = [...walkElements(main.root)].filter((run) => isCarried(run) && isInNewParagraph(run));
  if (runs.length === 0) return bytes;
  const edits = runs.flatMap((run) => [
    insertBefore(run, `<${w}ins${revisionAttributes({ ...context, nextId }, w)}>`),
    insertAfter(run, `</${w}ins>`),
  ]);
  editXmlPart(opened, main, edits);
  return saveOfficePackage(opened);
}

/** The redline with the comments of the newer file; those whose words it has not are named. */
export function carryComments(
  redline: Uint8Array,
  { older, newer }: { older: Uint8Array; newer: Uint8Array },
  context: Omit<EditContext, 'mode'>,
): { bytes: Uint8Array; left: string[] } {
  const [old, next] = [readWordFile(openOfficePackage(older)), readWordFile(openOfficePackage(newer))];
  const missing = missingComments(old, next);
  const anchors = missing.length === 0 ? new Map<string, Anchor>() : anchorsOf(next);
  const all = new Map(readComments(next.opened).comments.map((comment) => [comment.id, comment]));
  const left: string[] = [];
  let bytes = redline;
  for (const [index, comment] of missing.entries()) {
    const parent = comment.parent === undefined ? undefined : all.get(comment.parent);
    const operation =
      index < CARRIED_MAX && comment.text.trim() !== '' ? operationFor(bytes, comment, parent, anchors.get(comment.id)) : null;
    const by = { ...context, author: comment.author || context.author, date: dateOf(comment, context.date), mode: 'direct' as const };
    const made = operation === null ? undefined : applyEdits(bytes, [operation], by);
    if (made?.results[0]?.status === 'applied') ({ bytes } = made);
    else left.push(`The comment "${comment.text.slice(0, SHOWN_CHARS)}" of the newer file has no place in the redline`);
  }
  const known = new Set(readComments(openOfficePackage(redline)).comments.map(({ id }) => id));
  return { bytes: bytes === redline ? bytes : trackCarried(bytes, known, context), left };
}
