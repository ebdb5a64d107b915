/**
 * Two versions of a Word file as one with tracked changes: the older file, in which the changes that lead to the newer one stand as
 * revisions: text, formatting, paragraphs that moved, tables, pictures, notes, text boxes, headers. Whether accepting gives the newer file and rejecting the
 * older one, in structure, is tried before it is given away; what no revision can hold is named.
 */
import { editXmlPart, saveOfficePackage } from '../ooxml/change-package.ts';
import { insertAfter, prependContent } from '../ooxml/edit-xml.ts';
import { W } from '../ooxml/names.ts';
import { openOfficePackage, partNames, readPartText, readXmlPart, type OfficePackage, type XmlPart } from '../ooxml/office-package.ts';
import { openForeignPackage } from '../ooxml/validate-package.ts';
import { readWordFile } from '../ooxml/word-file.ts';
import { elementsOf, firstElementOf, type XmlElement } from '../ooxml/xml-tree.ts';
import { applyEdits, type EditResult } from './apply-edits.ts';
import type { EditContext } from './define-edit.ts';
import { tellsEvenApart } from './docx/mechanics/even-pages.ts';
import { removeEmptyTables, settleWhole } from './docx/operations/settle-revisions.ts';
import { carryComments } from './redline/carry-comments.ts';
import { describeElement, readContentOf, type ContentOf } from './redline/describe-content.ts';
import { listContent } from './list-content.ts';
import { beginImport, writeNotes, type Import } from './redline/import-content.ts';
import { mergeBlocks } from './redline/merge-blocks.ts';
import { describeHeader, headersBySection, mergeHeaders } from './redline/merge-headers.ts';
import { mergeLastSection, type Merge } from './redline/merge-properties.ts';
import { namesClash, shareNames } from './redline/share-names.ts';
import { spellAlike } from './redline/spell-alike.ts';
import { prefixOf } from './redline/track-element.ts';
import { newlyTorn } from './torn-marks.ts';

export interface Redline {
  bytes: Uint8Array;
  /** What could not be written as a revision: each names what is of the older file whether it is accepted or rejected. */
  left: EditResult[];
}

type Who = Omit<EditContext, 'mode'>;

/** As Word does before it compares: what is tracked in a version already counts as accepted. */
function settled(bytes: Uint8Array, verdict: 'accept' | 'reject' = 'accept'): OfficePackage {
  const opened = openForeignPackage(bytes).value;
  settleWhole(opened, verdict);
  return opened;
}

/** What stands among the blocks of a text and is none: its last section, and marks of ranges. */
const NO_BLOCK = /^(?:sectPr|proofErr|\w+(?:Start|End))$/;

/** Where a text has nothing at all, or a table is the last of it, Word shows an empty paragraph: there is no other place to go on writing. */
function fillEnd(opened: OfficePackage): void {
  const main = readXmlPart(opened, opened.mainPart);
  const body = bodyOf(main);
  // an element that no standard knows is something, too: what it is, the program knows that wrote it
  const last = elementsOf(body).findLast(({ uri, local }) => uri !== W || !NO_BLOCK.test(local));
  const empty = `<${prefixOf(main)}p/>`;
  if (last === undefined) editXmlPart(opened, main, [prependContent(main, body, empty)]);
  else if (last.uri === W && last.local === 'tbl') editXmlPart(opened, main, [insertAfter(last, empty)]);
}

/** A version as it counts: settled, and without tables that have no rows, which other programs leave behind where all of them went. */
function versionOf(bytes: Uint8Array): Uint8Array {
  const opened = settled(bytes);
  removeEmptyTables(opened, opened.mainPart);
  fillEnd(opened);
  return saveOfficePackage(opened);
}

const bodyOf = ({ root }: XmlPart): XmlElement => firstElementOf(root, 'body', W) ?? root;
const describeBlocks = (holder: XmlElement, content: ContentOf, part: string): string[] =>
  elementsOf(holder).flatMap((one) => (describeElement(one, content, part) === '' ? [] : [describeElement(one, content, part)]));

/** The structure of all that a redline is made of, by its place. @param even whether even pages count by themselves */
function describeFile(opened: OfficePackage, even: boolean): Map<string, string[]> {
  const content = readContentOf(opened);
  const main = readXmlPart(opened, opened.mainPart);
  return new Map([
    ['the text', describeBlocks(bodyOf(main), content, main.name)],
    ...headersBySection(opened, main, even).flatMap((shown, index) =>
      [...shown].map(([place, part]): [string, string[]] => [`section ${index + 1} ${place}`, describeHeader(part, content)]),
    ),
  ]);
}

/** Places that differ, each with its first block that does (1-based, of those wanted). */
function differences(wanted: Map<string, string[]>, found: Map<string, string[]>): { place: string; block: number }[] {
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((place) => {
    const [a, b] = [wanted.get(place) ?? [], found.get(place) ?? []];
    const first = Array.from({ length: Math.max(a.length, b.length) }, (_, index) => index).find((index) => a[index] !== b[index]);
    return first === undefined ? [] : [{ place, block: first + 1 }];
  });
}

const leave = (message: string): EditResult => ({ op: 'redline', target: null, status: 'rejected', reason: 'unsupported', message });

const COMMENT_CHARS_MAX = 2_000;

/** From the finest way to write a redline to the safest one. */
const WAYS = [
  { moves: true, coarse: false, wholeFields: false },
  { moves: false, coarse: false, wholeFields: false },
  { moves: false, coarse: false, wholeFields: true },
  { moves: false, coarse: true, wholeFields: true },
] as const;

/** Characters of XML in both texts from which on one try costs seconds: then the finest way and the safest one are all that is tried. */
const TRIED_CHARS_MAX = 2_000_000;

function waysFor(older: Uint8Array, newer: Uint8Array): readonly (typeof WAYS)[number][] {
  const chars = [older, newer]
    .map((bytes) => openOfficePackage(bytes))
    .reduce((sum, opened) => sum + readPartText(opened, opened.mainPart).text.length, 0);
  return chars > TRIED_CHARS_MAX ? WAYS.filter((_, at) => at === 0 || at === WAYS.length - 1) : WAYS;
}

function write(
  older: Uint8Array,
  newer: Uint8Array,
  context: Who,
  { moves, coarse, wholeFields, even }: (typeof WAYS)[number] & { even: boolean },
): { bytes: Uint8Array; left: Import['left'] } {
  const [opened, other] = [openOfficePackage(older), openForeignPackage(newer).value];
  const next = readXmlPart(other, other.mainPart);
  shareNames(opened, opened.mainPart, next);
  const word = readWordFile(opened);
  const [from, to] = [readContentOf(opened), readContentOf(other)];
  const old = word.main;
  const imported = beginImport(from, to, word, [...new Set(word.stories.map(({ part }) => part))]);
  const shared = { imported, revisions: { nextId: word.nextId, author: context.author, date: context.date }, moves, coarse, wholeFields };
  const merge: Merge = {
    ...shared,
    from: { content: from, part: old },
    to: { content: to, part: next },
    coarse: coarse || namesClash(old, next),
  };
  const edits = mergeBlocks(merge, bodyOf(old), bodyOf(next));
  edits.push(...mergeLastSection(merge, bodyOf(old), bodyOf(next)));
  editXmlPart(opened, old, edits);
  mergeHeaders(shared, from, to, { old, next }, even);
  writeNotes(imported);
  return { bytes: saveOfficePackage(opened), left: imported.left };
}

/** What only the file with the changes has torn, whatever comes of it once they are settled. */
function tornBetween(older: Uint8Array, marked: Uint8Array): string[] {
  const opened = openOfficePackage(marked);
  return newlyTorn(openOfficePackage(older), opened, partNames(opened));
}

/**
 * The older file with the way to the newer one as revisions.
 * @throws Refusal `file_rejected`; Error where a file was made that cannot be read back
 */
export function redlineFiles(from: Uint8Array, to: Uint8Array, context: Who): Redline {
  const older = versionOf(from);
  const newer = spellAlike(older, versionOf(to));
  const even = [older, newer].some((bytes) => tellsEvenApart(openOfficePackage(bytes)));
  const [wantedOld, wantedNew] = [describeFile(openOfficePackage(older), even), describeFile(openOfficePackage(newer), even)];
  let best: Redline | null = null;
  for (const way of waysFor(older, newer)) {
    const { bytes, left } = write(older, newer, context, { ...way, even });
    const missed = [
      ...tornBetween(older, bytes).map((what) => `until the changes are settled, ${what}`),
      ...differences(wantedNew, describeFile(settled(bytes), even)).map(
        ({ place, block }) => `accepted, ${place} is not that of the newer file from its block ${block} on`,
      ),
      ...differences(wantedOld, describeFile(settled(bytes, 'reject'), even)).map(
        ({ place, block }) => `rejected, ${place} is not that of the older file from its block ${block} on`,
      ),
    ];
    const made: Redline = {
      bytes,
      left: [...[...left].map((what) => leave(`No tracked change can hold ${what}.`)), ...missed.map((what) => leave(`${what}.`))],
    };
    if (best === null || made.left.length < best.left.length) best = made;
    if (missed.length === 0) break;
  }
  if (best === null) return { bytes: from, left: [] };
  const carried = carryComments(best.bytes, { older, newer }, context);
  const left = [...best.left, ...carried.left.map((what) => leave(`${what}.`))];
  return { bytes: nameLeft(carried.bytes, left, context), left };
}

/** A comment at the first paragraph, so that whoever reads the file knows what it does not show. */
function nameLeft(bytes: Uint8Array, left: readonly EditResult[], context: Who): Uint8Array {
  const target = left.length === 0 ? undefined : listContent(bytes).find(({ type }) => type === 'paragraph' || type === 'heading')?.address;
  if (target === undefined) return bytes;
  const text = `This comparison does not show everything as tracked changes.\n${left.map(({ message = '' }) => message).join('\n')}`;
  return applyEdits(bytes, [{ op: 'add_comment', target, text: text.slice(0, COMMENT_CHARS_MAX) }], { ...context, mode: 'direct' }).bytes;
}
