/**
 * Bookmarks of text that is moved as a tracked change, which is in two places until it is settled, while a name may be in one: the text that
 * comes has the name, so that links and fields lead there and accepting it is right in Word too; the text that goes has it behind a prefix, hidden
 * in Word as all that begin with _ are. Rejecting it here gives the name back; after a rejection in Word the bookmark stays under that name.
 */
import { createHash } from 'node:crypto';
import { editXmlPart } from '../../../ooxml/change-package.ts';
import { removeNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { W } from '../../../ooxml/names.ts';
import { readXmlPart, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { isRevision, type WordBlock, type WordFile } from '../../../ooxml/word-file.ts';
import { valueOf } from '../../../ooxml/word-text.ts';
import { walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { bookmarksOf, sameName } from './word-bookmarks.ts';

const PREFIX = '_moved_';
/** Of a name (ISO/IEC 29500-1 §17.13.6.2). */
const NAME_MAX = 40;
/** Of a long name, before what tells it from others that begin alike. */
const BEGINNING_CHARS = 24;

/** What a bookmark is called where its text goes: its name behind the prefix, or its beginning and a digest of it where that would be too long. */
function nameWhileGoing(own: string): string {
  if (PREFIX.length + own.length <= NAME_MAX) return PREFIX + own;
  return `${PREFIX}${own.slice(0, BEGINNING_CHARS)}_${createHash('sha256').update(own).digest('hex').slice(0, 8)}`;
}

const isStart = ({ uri, local }: XmlElement): boolean => uri === W && local === 'bookmarkStart';
const nameOf = (start: XmlElement): string => valueOf(start, 'name') ?? '';

/** Bookmarks that begin in these blocks; where somebody left off is none. */
const startsIn = (blocks: readonly WordBlock[], torn: readonly XmlElement[]): XmlElement[] =>
  blocks.flatMap(({ element }) =>
    [...walkElements(element)].filter((one) => isStart(one) && nameOf(one) !== '_GoBack' && !torn.includes(one)),
  );

/** What its bookmarks are called where the text goes: by their ids. @param torn marks whose other end is elsewhere, which stay there */
export function namesInTheMeantime(
  file: WordFile,
  blocks: readonly WordBlock[],
  torn: readonly XmlElement[],
): Map<string, { name: string; own: string }> | Rejected {
  const names = new Map<string, { name: string; own: string }>();
  const known = bookmarksOf(file);
  for (const start of startsIn(blocks, torn)) {
    const own = nameOf(start);
    const name = nameWhileGoing(own);
    if (own.length > NAME_MAX || known.some((one) => sameName(one.name, name)))
      return reject(
        'unsupported',
        `The bookmark ${own.slice(0, NAME_MAX)} cannot be in both places of a tracked move: its name is longer than the 40 characters that Word takes, or it is being moved already; move the text with mode direct.`,
      );
    names.set(valueOf(start, 'id') ?? '', { name, own });
  }
  return names;
}

/** Edits that give the bookmarks of a block the names that they have while it goes. */
export function renameMoved(block: WordBlock, names: ReadonlyMap<string, { name: string; own: string }>): XmlEdit[] {
  return [...walkElements(block.element)].flatMap((one): XmlEdit[] => {
    const found = isStart(one) ? names.get(valueOf(one, 'id') ?? '') : undefined;
    const attribute = one.attributes.find(({ local, uri }) => local === 'name' && uri === W)?.name;
    return found === undefined || attribute === undefined ? [] : [setAttribute(block.part, one, attribute, found.name)];
  });
}

interface Range {
  start: XmlElement;
  end: XmlElement;
  /** Whether words or pictures are in it, also such as go. */
  holds: boolean;
}

/** Of a part's bookmarks those that are being moved, and those that have a name which one of them had. */
function movedRanges({ root }: XmlPart): Range[] {
  const all = [...walkElements(root)].filter(({ uri }) => uri === W);
  const ends = new Map(all.filter(({ local }) => local === 'bookmarkEnd').map((one) => [valueOf(one, 'id') ?? '', one]));
  const runs = all.filter(({ local, children }) => local === 'r' && children.length > 0);
  const starts = all.filter(isStart);
  const moved = starts.map(nameOf).filter((name) => name.startsWith(PREFIX));
  const isMeant = (name: string): boolean => moved.some((one) => sameName(one, name) || sameName(one, nameWhileGoing(name)));
  return starts.flatMap((start): Range[] => {
    const end = ends.get(valueOf(start, 'id') ?? '');
    if (end === undefined || !isMeant(nameOf(start))) return [];
    return [{ start, end, holds: runs.some((run) => run.start > start.start && run.start < end.start) }];
  });
}

/** The own names of bookmarks that are being moved and whose names are not all in what they are called: to be asked before anything is settled. */
export const longNamesOf = ({ root, source }: XmlPart): ReadonlyMap<string, string> =>
  new Map(
    (source.includes(`"${PREFIX}`) ? [...walkElements(root)].filter(isStart).map(nameOf) : [])
      .filter((own) => PREFIX.length + own.length > NAME_MAX)
      .map((own) => [nameWhileGoing(own), own]),
  );

/**
 * Gives bookmarks their names back where the text that comes is gone, and takes those away that are left around nothing.
 * @param longNames as they were before
 */
export function settleMovedBookmarks(
  opened: OfficePackage,
  name: string,
  verdict: 'accept' | 'reject',
  longNames: ReadonlyMap<string, string>,
): void {
  const part = readXmlPart(opened, name);
  if (!part.source.includes(`"${PREFIX}`)) return;
  const ranges = movedRanges(part);
  const isPending = [...walkElements(part.root)].some(isRevision);
  const edits = ranges.flatMap((moved): XmlEdit[] => {
    const kept = nameOf(moved.start);
    if (!kept.startsWith(PREFIX)) return [];
    const own = longNames.get(kept) ?? kept.slice(PREFIX.length);
    const other = ranges.find(({ start }) => sameName(nameOf(start), own));
    const attribute = moved.start.attributes.find(({ local, uri }) => local === 'name' && uri === W)?.name ?? 'w:name';
    const back = [setAttribute(part, moved.start, attribute, own)];
    if (other === undefined) return back;
    const bothEmpty = !moved.holds && !other.holds;
    if (bothEmpty ? !isPending && verdict === 'accept' : !moved.holds) return [removeNode(moved.start), removeNode(moved.end)];
    if (bothEmpty ? !isPending : !other.holds) return [...back, removeNode(other.start), removeNode(other.end)];
    return [];
  });
  editXmlPart(opened, part, edits);
}
