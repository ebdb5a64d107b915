import { append } from '../../../base/append.ts';
import { W } from '../../../ooxml/names.ts';
import { z } from 'zod';
import {
  applyXmlEdits,
  guardElement,
  insertAfter,
  insertBefore,
  removeAttribute,
  removeNode,
  replaceNode,
  setAttribute,
  type XmlEdit,
} from '../../../ooxml/edit-xml.ts';
import { freshShapeNames, namesShape, renamedShape } from '../../../ooxml/shape-names.ts';
import { elementsOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, isRejected, reject, type EditContext, type Rejected } from '../../define-edit.ts';
import { CONTROL_IDS } from '../mechanics/word-controls.ts';
import { openRevision } from '../mechanics/change-text.ts';
import { copyMarks, type CopiedMarks } from '../mechanics/copied-marks.ts';
import { fillsControl, keepsApart, refuseRemoval, siblingsOf, trackContent, trackRowsOf } from './delete-block.ts';
import { findTarget, tell, textOfTarget } from '../mechanics/find-target.ts';
import { halfMarks, markedBy } from '../mechanics/half-marks.ts';
import { namesInTheMeantime, renameMoved } from '../mechanics/moved-bookmarks.ts';
import { paragraphXml } from '../mechanics/new-paragraph.ts';
import { trackRuns } from '../mechanics/track-runs.ts';
import { isRevision, type WordBlock, type WordFile } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

const schema = z.strictObject({
  op: z.literal('move_block'),
  target: z.string().min(1).max(200).describe('Address of a paragraph or a table.'),
  count: z.number().int().min(1).max(1_000).optional().describe('Blocks that go together from there on; 1 where absent.'),
  to: z.string().min(1).max(200).describe('Address of the paragraph or table beside which it comes.'),
  position: z.enum(['before', 'after']).optional().describe('after where absent.'),
  expect: z.string().max(100_000).optional(),
});
type Fields = z.infer<typeof schema>;

const isControl = ({ uri, local }: XmlElement): boolean => uri === W && local === 'sdt';
const RANGE = /^(?:bookmark|commentRange|perm)(?:Start|End)$/;
const NEWER = /^w14:(paraId|textId)$/;

interface Move {
  file: WordFile;
  blocks: readonly WordBlock[];
  near: WordBlock;
  before: boolean;
  context: EditContext;
}

const marksIn = (blocks: readonly WordBlock[]): XmlElement[] =>
  blocks.flatMap(({ element }) =>
    [...walkElements(element)].filter(({ local, uri }) => uri === W && (RANGE.test(local) || local === 'commentReference')),
  );

/** Ends of ranges whose other end stays. */
const halves = (blocks: readonly WordBlock[]): XmlElement[] => halfMarks(blocks.map(({ element }) => element));

/** The block's source with edits made in it. */
function rewrite(block: WordBlock, edits: readonly XmlEdit[]): string {
  const { start, end } = block.element;
  return applyXmlEdits(
    block.part.source.slice(start, end),
    edits
      .filter((edit) => edit.start >= start && edit.end <= end)
      .map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
  );
}

/** Whether nothing, or a table, would be the last of what they leave: a text, a cell, a header ends with a paragraph. */
function leavesNoEnd(file: WordFile, blocks: readonly WordBlock[]): boolean {
  const [first] = blocks;
  const all = first === undefined ? [] : siblingsOf(file, first);
  const at = first === undefined ? 0 : all.indexOf(first);
  return at + blocks.length === all.length && (at === 0 || all[at - 1]?.kind === 'table');
}

/** Whether a paragraph stays where they were, without its words. */
const leavesParagraph = (file: WordFile, blocks: readonly WordBlock[]): boolean => keepsApart(file, blocks) || leavesNoEnd(file, blocks);

/** The one whose end stays where it was: those in front of it are joined with it where their own ends go. */
const lastParagraph = (blocks: readonly WordBlock[]): WordBlock | undefined => blocks.findLast(({ kind }) => kind === 'paragraph');

function moveDirectly(move: Move): XmlEdit[] {
  const { file, blocks } = move;
  const { w } = file;
  const torn = halves(blocks);
  const moved = blocks.map((block) => rewrite(block, torn.map(removeNode)));
  const left = leavesParagraph(file, blocks) ? (lastParagraph(blocks) ?? blocks[0]) : undefined;
  const removals = blocks.map((block) => {
    const { start, end } = block.element;
    const stays = torn
      .filter((mark) => mark.start >= start && mark.end <= end)
      .map((mark) => block.part.source.slice(mark.start, mark.end))
      .join('');
    // what keeps two tables apart, or ends a cell, stays as it looks, without its words
    const properties = block.kind === 'paragraph' ? childOf(block.element, 'pPr') : undefined;
    const look = properties === undefined ? '' : block.part.source.slice(properties.start, properties.end);
    const xml = block === left ? `<${w}p>${look}${stays}</${w}p>` : stays;
    return xml === '' ? removeNode(block.element) : replaceNode(block.element, xml);
  });
  return [...removals, place(move, arrange(move, moved))];
}

const place = ({ near, before }: Move, xml: string): XmlEdit => (before ? insertBefore : insertAfter)(near.element, xml);

/** Two tables that touch would become one in Word, and a cell ends with a paragraph. */
function arrange({ file, context, blocks, near, before }: Move, moved: readonly string[]): string {
  const gap = (): string => paragraphXml({ file, context }, '', '');
  const first = blocks[0]?.kind === 'table' && near.kind === 'table' && !before ? gap() : '';
  const last = blocks.at(-1)?.kind === 'table' && !(near.kind === 'paragraph' && before) ? gap() : '';
  return first + moved.join('') + last;
}

/** `bookmark 4` or `comment 4`: what this mark is of. */
function keyOf(element: XmlElement): string | undefined {
  const id = valueOf(element, 'id');
  const isBookmark = element.uri === W && /^bookmark(?:Start|End)$/.test(element.local);
  return isBookmark ? `bookmark ${id ?? ''}` : markedBy(element, id);
}

/** Ids that may be once in a file: the copy gets others, or none. */
function freshIds(file: WordFile, block: WordBlock, { ids }: CopiedMarks): XmlEdit[] {
  const all = [...walkElements(block.element)];
  const shapes = freshShapeNames(all, () => file.nextDrawingId());
  return all.flatMap((element): XmlEdit[] => {
    const numbered = element.attributes.flatMap((attribute) => {
      const fresh = namesShape(element.uri, attribute) ? renamedShape(attribute.value, shapes) : undefined;
      return fresh === undefined ? [] : [setAttribute(block.part, element, attribute.name, fresh)];
    });
    if (numbered.length > 0) return numbered;
    const copy = ids.get(keyOf(element) ?? '');
    const idName = element.attributes.find(({ uri, local }) => uri === W && local === 'id')?.name;
    if (copy !== undefined && idName !== undefined) return [setAttribute(block.part, element, idName, copy)];
    const control = element.local === 'id' && element.parent?.local === 'sdtPr' ? ids.get(`control ${valueOf(element) ?? ''}`) : undefined;
    const value = element.attributes.find(({ uri, local }) => uri === W && local === 'val')?.name;
    if (control !== undefined && value !== undefined) return [setAttribute(block.part, element, value, control)];
    if (element.local === 'docPr') return [setAttribute(block.part, element, 'id', String(file.nextDrawingId()))];
    return element.attributes
      .filter(({ name }) => NEWER.test(name))
      .flatMap(({ name }) => removeAttribute(block.part, element, name) ?? []);
  });
}

/** Marks that are in one place alone, with the text where it comes: of permissions, and of where somebody left off. The others are there twice. */
function takeMarks(block: WordBlock, torn: readonly XmlElement[], ids: CopiedMarks['ids']): XmlEdit[] {
  return marksIn([block])
    .filter((mark) => !torn.includes(mark) && !mark.local.startsWith('comment') && !ids.has(`bookmark ${valueOf(mark, 'id') ?? ''}`))
    .map(removeNode);
}

type Names = ReadonlyMap<string, { name: string; own: string }>;

/** @param empty the paragraph stays, without words */
function trackMove(
  move: Move,
  block: WordBlock,
  torn: readonly XmlElement[],
  { empty, copies, names }: { empty: boolean; copies: CopiedMarks; names: Names },
): { here: XmlEdit[]; there: string } | Rejected {
  const { file, context } = move;
  const { w } = file;
  // the tags of a control come and go by themselves, which Word keeps for insertions and deletions
  const isMoved = block.kind !== 'table' && ![...walkElements(block.element)].some(isControl);
  const [from, to] = isMoved ? (['moveFrom', 'moveTo'] as const) : (['del', 'ins'] as const);
  const gone = empty && block.kind === 'paragraph' ? trackRuns(file, block, from, context) : trackContent(file, [block], from, context);
  if (isRejected(gone)) return gone;
  const come = trackContent(file, [block], to, context);
  if (isRejected(come)) return come;
  const here = [guardElement(block.element), ...gone, ...trackRowsOf(file, [block], 'del', context)];
  append(here, [...takeMarks(block, torn, copies.ids), ...renameMoved(block, names)]);
  const copy = rewrite(block, [
    ...come,
    ...trackRowsOf(file, [block], 'ins', context),
    ...freshIds(file, block, copies),
    ...torn.map(removeNode),
  ]);
  if (!isMoved) return { here, there: copy };
  const name = `move${file.nextId()}`;
  const around = (kind: 'moveFrom' | 'moveTo'): { open: string; close: string } => {
    const open = openRevision(file, `${kind}RangeStart`, context);
    const id = /id="(\d+)"/.exec(open)?.[1] ?? '';
    return { open: `${open} ${w}name="${name}"/>`, close: `<${w}${kind}RangeEnd ${w}id="${id}"/>` };
  };
  const source = around('moveFrom');
  const destination = around('moveTo');
  return {
    here: [...here, insertBefore(block.element, source.open), insertAfter(block.element, source.close)],
    there: destination.open + copy + destination.close,
  };
}

/** Paragraphs as moved; tables and controls, of which Word tracks no moves, as deleted here and inserted there. */
function moveTracked(move: Move, marks: CopiedMarks, names: Names): XmlEdit[] | Rejected {
  const torn = halves(move.blocks);
  const edits: XmlEdit[] = [];
  const copies: string[] = [];
  const stays = leavesParagraph(move.file, move.blocks) ? lastParagraph(move.blocks) : undefined;
  for (const block of move.blocks) {
    const made = trackMove(move, block, torn, { empty: block === stays, copies: marks, names });
    if (isRejected(made)) return made;
    append(edits, made.here);
    copies.push(made.there);
  }
  return [...edits, place(move, arrange(move, copies))];
}

const IN_NOTE = /^(?:foot|end)note/;

/** Why these blocks cannot leave the place where they are. */
function refuseLeaving(file: WordFile, blocks: readonly WordBlock[], first: WordBlock): Rejected | null {
  const alone = blocks.find((block) => fillsControl(file, block));
  if (alone !== undefined)
    return reject(
      'read_only_content',
      `${alone.address} is all that its content control holds, and does not leave it; insert_blocks writes its words elsewhere, delete_block empties it.`,
      [alone.address],
    );
  if (blocks.length === siblingsOf(file, first).length && first.cell === undefined && IN_NOTE.test(first.address))
    return reject('read_only_content', `${first.address} is all that the note says, with its number; delete_footnote takes a note away.`);
  if (leavesNoEnd(file, blocks) && lastParagraph(blocks) === undefined)
    return reject(
      'read_only_content',
      `Without ${first.address} nothing would be left there for a paragraph to stand in; insert_blocks behind it first.`,
      [first.address],
    );
  if (leavesParagraph(file, blocks) && blocks.length === 1 && first.kind === 'paragraph' && elementsOf(first.element).every(isBare))
    return reject('no_effect', `${first.address} is empty and has to stay, so that moving it would only add an empty paragraph.`);
  return null;
}

/** What says nothing in a paragraph. */
const isBare = ({ local, uri }: XmlElement): boolean => uri === W && (local === 'pPr' || local === 'proofErr');

/** Why these blocks cannot go to that place. */
function refuse({ file, blocks, near, context }: Move): Rejected | null {
  for (const block of blocks) {
    const refused = refuseRemoval(block);
    if (refused !== null) return refused;
    if (near.element.start >= block.element.start && near.element.end <= block.element.end && near.part === block.part)
      return reject('no_effect', `${block.address} would be moved to where it is.`);
    if (context.mode === 'direct') continue;
    const inside = [...walkElements(block.element)];
    if (inside.some(isRevision))
      return reject('unsupported', `${block.address} holds tracked changes; settle them, or move it with mode direct.`, [block.address]);
  }
  if (context.mode === 'tracked' && halves(blocks).some(({ local }) => local.startsWith('comment')))
    return reject(
      'unsupported',
      `${blocks[0]?.address ?? ''} holds one end of a comment that goes on outside it; move both, or move it with mode direct.`,
      [blocks[0]?.address ?? ''],
    );
  const [first] = blocks;
  if (first === undefined || first.part !== near.part)
    return reject(
      'unsupported',
      `What is in ${first?.address ?? ''} cannot be moved into another part of the file: headers, footers, notes and the text are apart.`,
    );
  if (near.locked !== null) return reject('read_only_content', `Nothing can be moved beside ${near.address}: ${near.locked}.`);
  return refuseLeaving(file, blocks, first);
}

/** What whoever settles the move in Word has to know. */
function sayNames(names: Names): { message?: string } {
  const [first] = names.values();
  if (first === undefined) return {};
  const more = names.size === 1 ? '' : `, and ${names.size - 1} more so`;
  return {
    message: `Until the move is settled, the bookmark ${first.own} is called ${first.name} in the place that the text leaves${more}; reject_revision gives it its name back, rejecting in Word does not.`,
  };
}

const controlsIn = (blocks: readonly WordBlock[]): string[] =>
  blocks.flatMap(({ element }) =>
    [...walkElements(element)].flatMap((one) => (isControl(one) ? (valueOf(childOf(childOf(one, 'sdtPr') ?? one, 'id')) ?? []) : [])),
  );

function blocksMeant(file: WordFile, fields: Fields): WordBlock[] | Rejected {
  const first = findTarget(file, fields, ['paragraph', 'table']);
  if ('rejected' in first) return first;
  const all = siblingsOf(file, first);
  const count = fields.count ?? 1;
  const blocks = all.slice(all.indexOf(first), all.indexOf(first) + count);
  return blocks.length < count
    ? reject('target_not_found', `From ${fields.target} on there are ${blocks.length} blocks, not ${count}.`)
    : blocks;
}

export const moveBlock = defineEdit<WordFile, Fields>({
  op: 'move_block',
  format: 'docx',
  summary:
    'Moves paragraphs and tables to another place; bookmarks and comments go with them. Where a cell or the text would be left without a last paragraph, an empty one stays',
  tracked: true,
  refuses: {
    read_only_content: 'it ends a section, holds one end of a field, is locked, or is all that a content control or a note holds',
    no_effect: 'it is there already, or is empty and has to stay where it is',
    unsupported:
      'from the text into a header or a note; tracked, where it has tracked changes of its own, one end of a comment, or a bookmark of a long name',
  },
  schema,
  plan(file, fields, context) {
    const blocks = blocksMeant(file, fields);
    if (!Array.isArray(blocks)) return blocks;
    const near = findTarget(file, { target: fields.to }, ['paragraph', 'table']);
    if ('rejected' in near) return near;
    const move: Move = { file, blocks, near, before: fields.position === 'before', context };
    const refused = refuse(move);
    if (refused !== null) return refused;
    const all = siblingsOf(file, near);
    const beside = all[all.indexOf(near) + (move.before ? -1 : 1)];
    if (beside !== undefined && blocks.includes(beside)) return reject('no_effect', `${fields.target} is there already.`);
    const text = tell(blocks.map((block) => textOfTarget(file, block)).join('\n'));
    const told = { before: text, after: `${move.before ? 'before' : 'after'} ${fields.to}: ${text}` };
    const { name } = near.part;
    if (context.mode === 'direct') return { parts: [{ part: name, edits: moveDirectly(move) }], ...told };
    const marks = copyMarks(file, blocks, context);
    if (isRejected(marks)) return marks;
    const names = namesInTheMeantime(file, blocks, halves(blocks));
    if (isRejected(names)) return names;
    for (const id of names.keys()) marks.ids.set(`bookmark ${id}`, String(file.nextId()));
    for (const id of controlsIn(blocks)) marks.ids.set(`control ${id}`, String(CONTROL_IDS + file.nextId()));
    const edits = moveTracked(move, marks, names);
    if (isRejected(edits)) return edits;
    const copies = new Map([...marks.ids].map(([key, id]) => [`${key.split(' ')[0]} ${id}`, key.split(' ')[1] ?? '']));
    for (const one of names.values()) copies.set(`name ${one.name}`, one.own);
    return { parts: [{ part: name, edits }, ...marks.parts], finish: marks.finish, copies, ...told, ...sayNames(names) };
  },
  examples: [
    {
      name: 'a paragraph to the end',
      operation: { op: 'move_block', target: 'p1', to: 'p3' },
      given: '<w:p><w:r><w:t>a</w:t></w:r></w:p><w:p><w:r><w:t>b</w:t></w:r></w:p><w:p/>',
      expected: '<w:p><w:r><w:t>b</w:t></w:r></w:p><w:p/><w:p><w:r><w:t>a</w:t></w:r></w:p>',
    },
    {
      name: 'tracked',
      operation: { op: 'move_block', target: 'p1', to: 'p2' },
      mode: 'tracked',
      given: '<w:p><w:r><w:t>a</w:t></w:r></w:p><w:p><w:r><w:t>b</w:t></w:r></w:p>',
      expected:
        '<w:moveFromRangeStart w:id="6" w:author="Octavo" w:date="2026-01-01T00:00:00Z" w:name="move5"/><w:p><w:pPr><w:rPr><w:moveFrom w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"/></w:rPr></w:pPr><w:moveFrom w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:t>a</w:t></w:r></w:moveFrom></w:p><w:moveFromRangeEnd w:id="6"/>' +
        '<w:p><w:r><w:t>b</w:t></w:r></w:p><w:moveToRangeStart w:id="7" w:author="Octavo" w:date="2026-01-01T00:00:00Z" w:name="move5"/><w:p><w:pPr><w:rPr><w:moveTo w:id="4" w:author="Octavo" w:date="2026-01-01T00:00:00Z"/></w:rPr></w:pPr><w:moveTo w:id="3" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:t>a</w:t></w:r></w:moveTo></w:p><w:moveToRangeEnd w:id="7"/>',
    },
    {
      name: 'what keeps two tables apart stays as it looks',
      operation: { op: 'move_block', target: 'p1', to: 'p2' },
      given:
        '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
      expected:
        '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p><w:pPr><w:jc w:val="right"/></w:pPr></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/><w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>',
    },
    {
      name: 'all that a cell holds: an empty paragraph stays in it',
      operation: { op: 'move_block', target: 't1.r1.c1.p1', to: 'p1' },
      given: '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>',
      expected: '<w:tbl><w:tr><w:tc><w:p></w:p></w:tc></w:tr></w:tbl><w:p/><w:p><w:r><w:t>a</w:t></w:r></w:p>',
    },
    {
      name: 'to where it is',
      operation: { op: 'move_block', target: 'p1', to: 'p2', position: 'before' },
      given: '<w:p/><w:p/>',
      expected: { rejected: 'no_effect' },
    },
    {
      name: 'out of a content control that holds nothing else',
      operation: { op: 'move_block', target: 'p1', to: 'p2' },
      given: '<w:sdt><w:sdtPr><w:id w:val="7"/></w:sdtPr><w:sdtContent><w:p/></w:sdtContent></w:sdt><w:p/>',
      expected: { rejected: 'read_only_content' },
    },
  ],
});
