import { W } from '../../../ooxml/names.ts';
import { z } from 'zod';
import {
  appendContent,
  guardElement,
  insertAfter,
  insertBefore,
  prependContent,
  removeNode,
  replaceNode,
  type XmlEdit,
} from '../../../ooxml/edit-xml.ts';
import { elementsOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, isRejected, reject, type EditContext, type EditPlan, type Rejected } from '../../define-edit.ts';
import { openRevision } from '../mechanics/change-text.ts';
import { findTarget, tell, textOfTarget } from '../mechanics/find-target.ts';
import type { OfficePackage, XmlPart } from '../../../ooxml/office-package.ts';
import { removeComments } from '../mechanics/word-comments.ts';
import { trackParagraphMark } from '../mechanics/paragraph-mark.ts';
import { trackRuns, type TrackKind } from '../mechanics/track-runs.ts';
import { paragraphsOf, type WordBlock, type WordFile, type WordRow } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

const schema = z.strictObject({
  op: z.literal('delete_block'),
  target: z.string().min(1).max(200).describe('Address of a paragraph or a table.'),
  expect: z.string().max(100_000).optional(),
});

const PAIRS: Readonly<Record<string, string>> = {
  bookmarkStart: 'bookmarkEnd',
  commentRangeStart: 'commentRangeEnd',
  permStart: 'permEnd',
  moveFromRangeStart: 'moveFromRangeEnd',
  moveToRangeStart: 'moveToRangeEnd',
};
const ENDS = new Set(Object.values(PAIRS));

/** Ends of ranges that begin elsewhere, beginnings that end elsewhere, and bookmarks that something refers to: they stay. */
function marksThatStay(file: WordFile, block: WordBlock): string {
  const { source } = block.part;
  const marks = [...walkElements(block.element)].filter(({ local, uri }) => uri === W && (local in PAIRS || ENDS.has(local)));
  const keyOf = (mark: XmlElement): string => `${PAIRS[mark.local] ?? mark.local} ${valueOf(mark, 'id') ?? ''}`;
  const counts = new Map<string, number>();
  for (const mark of marks) counts.set(keyOf(mark), (counts.get(keyOf(mark)) ?? 0) + 1);
  const starts = marks.filter((mark) => mark.local === 'bookmarkStart');
  const referred = starts.length === 0 ? new Set<string>() : referredNames(file, block);
  const named = new Set(starts.filter((mark) => referred.has(valueOf(mark, 'name') ?? '')).map(keyOf));
  return marks
    .filter((mark) => counts.get(keyOf(mark)) === 1 || named.has(keyOf(mark)))
    .map((mark) => source.slice(mark.start, mark.end))
    .join('');
}

/** Bookmarks that links and fields outside the block name; every word of a field may be one. */
function referredNames(file: WordFile, block: WordBlock): Set<string> {
  const names = new Set<string>();
  const addWords = (text: string): void => {
    for (const word of text.split(/[\s"]+/)) names.add(word);
  };
  for (const part of new Set(file.stories.map((story) => story.part))) {
    for (const element of walkElements(part.root)) {
      if (element.uri !== W || (part === block.part && element.start >= block.element.start && element.end <= block.element.end)) continue;
      if (element.local === 'instrText' || element.local === 'delInstrText') addWords(textOf(element));
      else if (element.local === 'fldSimple') addWords(valueOf(element, 'instr') ?? '');
      else if (element.local === 'hyperlink') names.add(valueOf(element, 'anchor') ?? '');
    }
  }
  for (const none of ['', '_GoBack']) names.delete(none);
  return names;
}

/** Comments whose only mark in the text goes with the block; `torn` where one begins before it, so that it would be left without an end. */
function commentsWithin(block: WordBlock): { gone: Set<string>; torn: boolean } {
  const idsOf = (root: XmlElement, kind: string): string[] =>
    [...walkElements(root)].filter(({ uri, local }) => uri === W && local === kind).map((element) => valueOf(element, 'id') ?? '');
  const gone = new Set(idsOf(block.element, 'commentReference'));
  if (gone.size === 0) return { gone, torn: false };
  const inside = new Set(idsOf(block.element, 'commentRangeStart'));
  return { gone, torn: idsOf(block.part.root, 'commentRangeStart').some((id) => gone.has(id) && !inside.has(id)) };
}

export function refuseRemoval(block: WordBlock): Rejected | null {
  const name = block.address;
  if (block.locked !== null) return reject('read_only_content', `${name} cannot be taken away: ${block.locked}.`);
  let depth = 0;
  for (const element of walkElements(block.element)) {
    if (element.uri !== W) continue;
    if (element.local === 'sectPr')
      return reject(
        'read_only_content',
        `${name} ends a section: without it the pages before it would change. delete_section_break takes that end away first.`,
      );
    if (element.local !== 'fldChar') continue;
    const kind = valueOf(element, 'fldCharType');
    if (kind === 'begin') depth++;
    else if (kind === 'end' && --depth < 0) break;
  }
  return depth === 0
    ? null
    : reject('read_only_content', `${name} holds one end of a field (such as a table of contents) that goes on outside it.`);
}

/** What operations of the same request take away, by the text of the file that they are planned on. */
const leaving = new WeakMap<XmlPart, Set<XmlElement>>();

function leavingOf({ main }: WordFile): Set<XmlElement> {
  const known = leaving.get(main) ?? new Set<XmlElement>();
  leaving.set(main, known);
  return known;
}

/** The blocks beside it and itself, without those that the request takes away already. */
export function siblingsOf(file: WordFile, block: WordBlock): readonly WordBlock[] {
  const all = block.cell?.blocks ?? file.stories.find(({ blocks }) => blocks.includes(block))?.blocks ?? [];
  const gone = leavingOf(file);
  return gone.size === 0 ? all : all.filter((one) => one === block || !gone.has(one.element));
}

/** Whether blocks that are together keep two tables apart, which Word would else make one. */
export function keepsApart(file: WordFile, blocks: readonly WordBlock[]): boolean {
  const [first] = blocks;
  const all = first === undefined ? [] : siblingsOf(file, first);
  const at = first === undefined ? 0 : all.indexOf(first);
  return all[at - 1]?.kind === 'table' && all[at + blocks.length]?.kind === 'table';
}

const BLOCKS = new Set(['p', 'tbl', 'sdt', 'customXml']);

/** Whether it is all that a content control around blocks holds: without any there would be no place left to write in. */
export function fillsControl(file: WordFile, { element }: WordBlock): boolean {
  const { parent } = element;
  if (parent?.uri !== W || parent.local !== 'sdtContent') return false;
  const gone = leavingOf(file);
  return elementsOf(parent).filter((one) => BLOCKS.has(one.local) && (one === element || !gone.has(one))).length === 1;
}

/** The text, a cell, a header, a note ends with a paragraph, and a content control holds one: the last one is emptied instead. */
export function isNeeded(file: WordFile, block: WordBlock): boolean {
  if (fillsControl(file, block)) return true;
  const siblings = siblingsOf(file, block);
  if (siblings.length === 1) return true;
  return siblings.at(-1) === block && siblings.at(-2)?.kind === 'table';
}

const staysEmpty = (file: WordFile, block: WordBlock): boolean => isNeeded(file, block) || keepsApart(file, [block]);

/** [] where the row is marked so already. */
export function trackRowChange(file: WordFile, row: WordRow, kind: 'ins' | 'del', context: EditContext): XmlEdit[] {
  const { w } = file;
  const properties = childOf(row.element, 'trPr');
  if (properties !== undefined && childOf(properties, kind) !== undefined) return [];
  const mark = `${openRevision(file, kind, context)}/>`;
  if (properties !== undefined) {
    const change = childOf(properties, 'trPrChange');
    return [{ ...(change === undefined ? appendContent(row.part, properties, mark) : insertBefore(change, mark)), unique: `trPr ${kind}` }];
  }
  const before = childOf(row.element, 'tblPrEx');
  const xml = `<${w}trPr>${mark}</${w}trPr>`;
  return [{ ...(before === undefined ? prependContent(row.part, row.element, xml) : insertAfter(before, xml)), unique: 'trPr' }];
}

/** Text, pictures and the mark of all paragraphs, each as inserted, deleted or moved. What is deleted already is left alone. */
export function trackContent(file: WordFile, blocks: readonly WordBlock[], kind: TrackKind, context: EditContext): XmlEdit[] | Rejected {
  const edits: XmlEdit[] = [];
  for (const paragraph of paragraphsOf(blocks)) {
    const made = trackRuns(file, paragraph, kind, context);
    if (isRejected(made)) return made;
    edits.push(...made, ...trackParagraphMark(file, paragraph, kind, context));
  }
  return edits;
}

/** Rows of the tables among these blocks as inserted or deleted. */
export const trackRowsOf = (file: WordFile, blocks: readonly WordBlock[], kind: 'ins' | 'del', context: EditContext): XmlEdit[] =>
  blocks.flatMap((block) => (block.kind === 'table' ? block.rows.flatMap((row) => trackRowChange(file, row, kind, context)) : []));

interface TrackedDeletion {
  edits: XmlEdit[];
  /** The paragraph that Word has behind every table that is last, which no tracked change may hold: it is the one that must be there. */
  last?: XmlEdit;
}

function trackDeletion(file: WordFile, block: WordBlock, context: EditContext): TrackedDeletion | Rejected {
  const isNeededHere = staysEmpty(file, block);
  if (block.kind === 'paragraph' && isNeededHere) {
    const edits = trackRuns(file, block, 'del', context);
    return isRejected(edits) ? edits : { edits };
  }
  const content = trackContent(file, [block], 'del', context);
  if (isRejected(content)) return content;
  const edits = [...content, ...trackRowsOf(file, [block], 'del', context)];
  if (edits.length === 0) return { edits };
  edits.push(guardElement(block.element));
  return isNeededHere ? { edits, last: insertAfter(block.element, `<${file.w}p/>`) } : { edits };
}

const LAST_STAYS = 'An empty paragraph comes behind the table, where there must be one; it stays if the change is rejected.';

function planTracked(file: WordFile, block: WordBlock, context: EditContext): EditPlan | Rejected {
  const made = trackDeletion(file, block, context);
  if (isRejected(made)) return made;
  const { edits, last } = made;
  if (edits.length === 0)
    return reject('no_effect', `${block.address} is deleted by a tracked change already, or is empty and has to stay.`);
  leavingOf(file).add(block.element);
  const part = block.part.name;
  if (last === undefined) return { parts: [{ part, edits }] };
  return { parts: [{ part, edits: [...edits, last] }], standing: [{ part, edits: [last] }], message: LAST_STAYS };
}

export const deleteBlock = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'delete_block',
  format: 'docx',
  summary: 'Deletes a paragraph or a table; bookmarks that something refers to stay',
  tracked: true,
  refuses: { read_only_content: 'it ends a section, holds one end of a field, or is locked', no_effect: 'tracked, it is deleted already' },
  schema,
  plan(file, fields, context) {
    const block = findTarget(file, fields, ['paragraph', 'table']);
    if ('rejected' in block) return block;
    const refused = refuseRemoval(block);
    if (refused !== null) return refused;
    const before = tell(textOfTarget(file, block));
    if (context.mode === 'tracked') {
      const made = planTracked(file, block, context);
      return isRejected(made) ? made : { ...made, before, after: '' };
    }
    const { gone, torn } = commentsWithin(block);
    if (torn)
      return reject(
        'read_only_content',
        `${fields.target} holds the end of a comment that begins before it; delete the comment, or the blocks together.`,
        [fields.target],
      );
    const finish = gone.size === 0 ? {} : { finish: (opened: OfficePackage) => removeComments(opened, gone) };
    const stays = marksThatStay(file, block);
    const { w } = file;
    const isEmptied = staysEmpty(file, block);
    leavingOf(file).add(block.element);
    const properties = block.kind === 'paragraph' ? childOf(block.element, 'pPr') : undefined;
    const kept = properties === undefined ? '' : block.part.source.slice(properties.start, properties.end);
    const edit = isEmptied
      ? replaceNode(block.element, `<${w}p>${kept}${stays}</${w}p>`)
      : stays === ''
        ? removeNode(block.element)
        : replaceNode(block.element, stays);
    return { parts: [{ part: block.part.name, edits: [edit] }], before, after: '', ...finish };
  },
  examples: [
    {
      name: 'what keeps two tables apart is emptied',
      operation: { op: 'delete_block', target: 'p1' },
      given:
        '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p><w:r><w:t>a</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
      expected: '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'a paragraph',
      operation: { op: 'delete_block', target: 'p1' },
      given: '<w:p><w:r><w:t>a</w:t></w:r></w:p><w:p><w:r><w:t>b</w:t></w:r></w:p>',
      expected: '<w:p><w:r><w:t>b</w:t></w:r></w:p>',
    },
    {
      name: 'what a range of a comment needs stays',
      operation: { op: 'delete_block', target: 'p1' },
      given:
        '<w:p><w:commentRangeStart w:id="4"/><w:r><w:t>a</w:t></w:r></w:p><w:p><w:r><w:t>b</w:t></w:r><w:commentRangeEnd w:id="4"/></w:p>',
      expected: '<w:commentRangeStart w:id="4"/><w:p><w:r><w:t>b</w:t></w:r><w:commentRangeEnd w:id="4"/></w:p>',
    },
    {
      name: 'tracked: text and mark',
      operation: { op: 'delete_block', target: 'p1' },
      mode: 'tracked',
      given: '<w:p><w:r><w:t>a</w:t></w:r></w:p><w:p/>',
      expected:
        '<w:p><w:pPr><w:rPr><w:del w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"/></w:rPr></w:pPr><w:del w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>a</w:delText></w:r></w:del></w:p><w:p/>',
    },
    {
      name: 'the beginning of a table of contents',
      operation: { op: 'delete_block', target: 'p1' },
      expected: { rejected: 'read_only_content' },
      given: '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p><w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
    },
  ],
});
