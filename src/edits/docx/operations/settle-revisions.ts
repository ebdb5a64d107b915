import { append } from '../../../base/append.ts';
import { W } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { editXmlPart } from '../../../ooxml/change-package.ts';
import { removeAttribute, removeNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { readPartText, readXmlPart, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { createPartCache } from '../../../ooxml/part-cache.ts';
import { attributeOf, elementsOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, isRejected, reject, type Edit, type EditExample, type Rejected } from '../../define-edit.ts';
import { controlsAround, settleStates } from '../mechanics/control-states.ts';
import { tell } from '../mechanics/find-target.ts';
import { changesOfField, countStrayPieces, withoutStrayPieces } from '../mechanics/halved-fields.ts';
import { longNamesOf, settleMovedBookmarks } from '../mechanics/moved-bookmarks.ts';
import { isBareTag, isRangeMark, removeButMarks } from '../mechanics/half-marks.ts';
import { goneColumns } from '../mechanics/revision-view.ts';
import { commentsIn, removeLostComments } from '../mechanics/word-comments.ts';
import { removeLostNotes } from '../mechanics/word-notes.ts';
import { childOf, tablePartsIn } from '../../../ooxml/word-text.ts';
import { settleRevision, type Verdict } from '../mechanics/settle-revision.ts';
import { isRevision, readWordFile, type WordFile, type WordRevision } from '../../../ooxml/word-file.ts';
import { maxOf } from '../../../base/extremes.ts';

const INS = '<w:ins w:id="1" w:author="Ana" w:date="2026-01-01T00:00:00Z"><w:r><w:t>b</w:t></w:r></w:ins>';
const DEL = '<w:del w:id="2" w:author="Ben" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>c</w:delText></w:r></w:del>';

const keyOf = (element: XmlElement): string =>
  `${element.local} ${attributeOf(element, 'id', W) ?? ''} ${attributeOf(element, 'author', W) ?? ''}`;

/** The tag of a change of any kind: a part without one need not be taken apart once more to see that nothing is left. */
const REVISION_TAG = /<(?:[\w.-]+:)?(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|\w+Change|customXml(?:Ins|Del)RangeStart)[\s/>]/;

const trees = createPartCache<XmlPart>();
/** A part as it is now: settling looks at it a dozen times and changes it a few. */
const treeOf = (opened: OfficePackage, part: string): XmlPart => trees(opened, part, () => readXmlPart(opened, part));

/** Rounds of settling: joining paragraphs halves what is left each time. */
const ROUNDS_MAX = 40;

const isOfTable = ({ parent }: XmlElement): boolean => parent?.local === 'trPr' || parent?.local === 'tcPr';

/** Columns of which all cells go leave the grid too. */
function removeColumns(opened: OfficePackage, part: string, goes: (cell: XmlElement) => boolean): void {
  const tree = treeOf(opened, part);
  if (!/cell(?:Ins|Del)/.test(tree.source)) return;
  const edits = [...walkElements(tree.root)].flatMap((table) => {
    const grid = table.uri === W && table.local === 'tbl' ? childOf(table, 'tblGrid') : undefined;
    if (grid === undefined) return [];
    const gone = goneColumns(table, goes);
    return elementsOf(grid, 'gridCol', W)
      .filter((_, at) => gone.has(at))
      .map(removeNode);
  });
  editXmlPart(opened, tree, edits);
}

/** Takes notes and comments away whose marks the part had and has not any more. @param before the part as it was */
function removeLost(opened: OfficePackage, before: XmlPart): void {
  removeLostNotes(opened, before.source, readPartText(opened, before.name).text);
  removeLostComments(opened, before.name, commentsIn([before.root]));
}

/** Rows and cells first: what is left beside a paragraph decides what it can be joined with. Comments on what has gone go too, and notes. */
function settleAll(opened: OfficePackage, part: string, wanted: ReadonlySet<string>, verdict: Verdict): void {
  const isWanted = (element: XmlElement): boolean => isRevision(element) && wanted.has(keyOf(element));
  const before = treeOf(opened, part);
  const stray = countStrayPieces(treeOf(opened, part));
  const longNames = longNamesOf(treeOf(opened, part));
  const controls = controlsAround(treeOf(opened, part).root, isWanted);
  settleColumnsAndRest(opened, part, isWanted, verdict);
  const settled = treeOf(opened, part);
  editXmlPart(opened, settled, withoutStrayPieces(stray, settled));
  settleStates(opened, part, controls, verdict);
  settleMovedBookmarks(opened, part, verdict, longNames);
  removeLost(opened, before);
}

function settleColumnsAndRest(opened: OfficePackage, part: string, isWanted: (element: XmlElement) => boolean, verdict: Verdict): void {
  const losing = verdict === 'accept' ? 'cellDel' : 'cellIns';
  const hasHistory = (cell: XmlElement): boolean => {
    const change = childOf(childOf(cell.parent?.parent ?? cell, 'tblGrid') ?? cell, 'tblGridChange');
    return change !== undefined && isWanted(change);
  };
  removeColumns(opened, part, (cell) => {
    const mark = childOf(childOf(cell, 'tcPr') ?? cell, losing);
    return mark !== undefined && isWanted(mark) && !(verdict === 'reject' && hasHistory(cell));
  });
  const isRowOrCell = (element: XmlElement): boolean => isOfTable(element) && isWanted(element);
  // a table without rows that was there before stays
  if ([...walkElements(treeOf(opened, part).root)].some(isRowOrCell)) {
    markEmptyTables(opened, part);
    settleRounds(opened, part, isRowOrCell, verdict);
    removeEmptyTables(opened, part);
    unmarkTables(opened, part);
  }
  settleRounds(opened, part, isWanted, verdict);
  removeBareTags(opened, part);
  removeRanges(opened, part);
}

/** A smart tag or a link in which nothing is left is none: its words were all of it. Marks in it stay. */
function removeBareTags(opened: OfficePackage, part: string): void {
  const tree = treeOf(opened, part);
  let until = -1;
  const edits = [...walkElements(tree.root)].flatMap((one) => {
    if (one.start < until || !isBareTag(one)) return [];
    until = one.end;
    return [removeButMarks(tree.source, one)];
  });
  editXmlPart(opened, tree, edits);
}

/** One after the other where they lie within or beside each other: each round takes those that do not meet. */
function settleRounds(opened: OfficePackage, part: string, isWanted: (element: XmlElement) => boolean, verdict: Verdict): void {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    if (!REVISION_TAG.test(readPartText(opened, part).text)) return;
    const tree = treeOf(opened, part);
    const edits: XmlEdit[] = [];
    let reach = -1;
    for (const element of walkElements(tree.root)) {
      if (element.start < reach || !isWanted(element)) continue;
      const made = settleRevision({ address: '', part: tree, element }, verdict);
      if (isRejected(made) || made.some(({ start }) => start < reach)) continue;
      append(edits, made);
      reach = Math.max(reach, element.end, maxOf(made.map(({ end }) => end)));
    }
    if (edits.length === 0) return;
    editXmlPart(opened, tree, edits);
  }
}

const isEmptyTable = ({ uri, local, children }: XmlElement): boolean =>
  uri === W &&
  local === 'tbl' &&
  !children.some((child) => child.kind === 'element' && !/^(?:tblPr|tblGrid)$/.test(child.local) && !isRangeMark(child));

/** Told apart from those whose rows go: an attribute that no file has, and that is gone again when they have gone. */
const KEPT = 'octavo-kept';

function markEmptyTables(opened: OfficePackage, part: string): void {
  const tree = treeOf(opened, part);
  const empty = [...walkElements(tree.root)].filter(isEmptyTable);
  editXmlPart(
    opened,
    tree,
    empty.map((table) => setAttribute(tree, table, KEPT, '')),
  );
}

function unmarkTables(opened: OfficePackage, part: string): void {
  const tree = treeOf(opened, part);
  editXmlPart(
    opened,
    tree,
    [...walkElements(tree.root)].flatMap((one) => removeAttribute(tree, one, KEPT) ?? []),
  );
}

/** A table whose rows have all gone is none, and so is a control around rows, which Word drops and the standard does not know (ISO/IEC 29500-1 §17.4.38). */
export function removeEmptyTables(opened: OfficePackage, part: string): void {
  const before = treeOf(opened, part);
  const controls = [...walkElements(before.root)].filter(
    (one) =>
      one.uri === W && one.local === 'sdt' && one.parent?.local === 'tbl' && elementsOf(childOf(one, 'sdtContent') ?? one).length === 0,
  );
  editXmlPart(opened, before, controls.map(removeNode));
  const tree = controls.length === 0 ? before : treeOf(opened, part);
  const empty = [...walkElements(tree.root)].filter((one) => isEmptyTable(one) && attributeOf(one, KEPT) === undefined);
  editXmlPart(
    opened,
    tree,
    empty.map((table) => removeButMarks(tree.source, table)),
  );
}

const MOVE_MARK = /^move(From|To)(Range(?:Start|End))?$/;

/** Marks around moved text in which nothing is moved any more, whoever else has moved something in the part. */
function emptyMoves(all: readonly XmlElement[]): Set<XmlElement> {
  const open = new Map<string, { start: XmlElement; way: string; holds: boolean }>();
  const empty = new Set<XmlElement>();
  for (const element of all) {
    const [, way = '', range] = MOVE_MARK.exec(element.local) ?? [];
    if (way === '') continue;
    const key = `${way} ${attributeOf(element, 'id', W) ?? ''}`;
    if (range === 'RangeStart') open.set(key, { start: element, way, holds: false });
    else if (range === undefined) for (const one of open.values()) one.holds ||= one.way === way;
    else {
      const begun = open.get(key);
      if (begun?.holds !== true) for (const mark of [element, begun?.start]) if (mark !== undefined) empty.add(mark);
      open.delete(key);
    }
  }
  return empty;
}

/** Marks around moved text mean nothing once nothing in them is moved, nor do ends without a beginning. */
function removeRanges(opened: OfficePackage, part: string): void {
  const tree = treeOf(opened, part);
  const all = [...walkElements(tree.root)].filter(({ uri }) => uri === W);
  const idOf = (element: XmlElement): string => attributeOf(element, 'id', W) ?? '';
  const begun = new Set(all.filter(({ local }) => /^customXml(Ins|Del)RangeStart$/.test(local)).map(idOf));
  const moves = all.some(({ local }) => local === 'moveFrom' || local === 'moveTo');
  const empty = emptyMoves(all);
  const goes = (element: XmlElement): boolean =>
    /^customXml(Ins|Del)RangeEnd$/.test(element.local)
      ? !begun.has(idOf(element))
      : empty.has(element) || (!moves && /^move(From|To)Range(Start|End)$/.test(element.local));
  editXmlPart(opened, tree, all.filter(goes).map(removeNode));
}

/** Settles every tracked change of a file, whatever its protection allows: for whoever reads a version as it counts. */
export function settleWhole(opened: OfficePackage, verdict: Verdict): void {
  const { revisions } = readWordFile(opened);
  const keys = new Set(revisions.map(({ element }) => keyOf(element)));
  for (const part of new Set(revisions.map((revision) => revision.part.name))) settleAll(opened, part, keys, verdict);
}

/** A change, and those that hold the other pieces of a field of which it takes one end. */
function withHalves(file: WordFile, [named]: readonly WordRevision[], verdict: Verdict): WordRevision[] | Rejected {
  if (named === undefined) return [];
  const { part, element, address } = named;
  if ((element.local === 'ins') === (verdict === 'accept')) return [named];
  const changes = changesOfField(part.root, element);
  if (changes === null)
    return reject(
      'unsupported',
      `${address} holds one end of a field whose other end is in no tracked change of the same author: settled, half a field would be left. Take the field as a whole: settle all, or rewrite the paragraph.`,
      [address],
    );
  return file.revisions.filter((one) => changes.includes(one.element));
}

const OF_COLUMNS = ['cellIns', 'cellDel', 'cellMerge', 'tcPrChange'];

/** A change of the grid of a table has no author (ISO/IEC 29500-1 §17.13.5.33): it is by whoever has changed its cells, where that is one alone. */
function isBy(element: XmlElement, author: string): boolean {
  const table = element.local === 'tblGridChange' ? element.parent?.parent : undefined;
  if (table === undefined) return attributeOf(element, 'author', W) === author;
  const cells = tablePartsIn(table, 'tr').flatMap((row) => tablePartsIn(row, 'tc'));
  const changes = cells.flatMap((cell) => OF_COLUMNS.flatMap((local) => childOf(childOf(cell, 'tcPr') ?? cell, local) ?? []));
  return changes.length > 0 && changes.every((change) => attributeOf(change, 'author', W) === author);
}

function settle(verdict: Verdict, examples: readonly EditExample[]): Edit<WordFile> {
  const op = `${verdict}_revision` as const;
  const schema = z.strictObject({
    op: z.literal(op),
    target: z.string().min(1).max(200).describe('Address of a tracked change, rev3; or all.'),
    author: z.string().min(1).max(200).optional().describe('With all: only the changes of this author.'),
    expect: z.string().max(100_000).optional(),
  });
  return defineEdit<WordFile, z.infer<typeof schema>>({
    op,
    format: 'docx',
    summary:
      verdict === 'accept' ? 'Makes a tracked change, or all of them, part of the text' : 'Takes a tracked change, or all of them, back',
    tracked: false,
    refuses: { target_not_found: 'there is no such change', unsupported: 'changes of numbering in the form of Word 97' },
    schema,
    plan(file, fields) {
      const all = fields.target === 'all';
      const named = file.revisions.filter(({ address, element }) =>
        all ? fields.author === undefined || isBy(element, fields.author) : address === fields.target,
      );
      const wanted = all ? named : withHalves(file, named, verdict);
      if (isRejected(wanted)) return wanted;
      if (wanted.length === 0)
        return reject(
          'target_not_found',
          all ? 'There are no such tracked changes in this file.' : `There is no tracked change ${fields.target} in this file.`,
          file.revisions.map(({ address }) => address),
        );
      const before = wanted
        .map(({ element }) => textOf(element))
        .filter((text) => text !== '')
        .join(' ');
      if (fields.expect !== undefined && fields.expect !== before)
        return reject('expect_mismatch', `${fields.target} holds "${tell(before)}".`, [fields.target]);
      const [only, ...others] = wanted;
      for (const revision of wanted) {
        const made = settleRevision(revision, verdict);
        if (isRejected(made)) return made;
        if (revision === only && others.length === 0)
          return {
            parts: [{ part: only.part.name, edits: made }],
            before: tell(before),
            after: '',
            finish(opened) {
              const controls = controlsAround(only.part.root, (one) => one === only.element);
              settleStates(opened, only.part.name, controls, verdict);
              settleMovedBookmarks(opened, only.part.name, verdict, longNamesOf(only.part));
              removeLost(opened, only.part);
            },
          };
      }
      const keys = new Set(wanted.map(({ element }) => keyOf(element)));
      const parts = new Set(wanted.map(({ part }) => part.name));
      return {
        parts: [],
        before: tell(before),
        after: '',
        ...(all
          ? {}
          : { message: `${wanted.map(({ address }) => address).join(', ')} hold the pieces of one field and were settled together.` }),
        finish: (opened) => parts.forEach((part) => settleAll(opened, part, keys, verdict)),
      };
    },
    examples,
  });
}

export const acceptRevision = settle('accept', [
  {
    name: 'an insertion',
    operation: { op: 'accept_revision', target: 'rev1' },
    given: `<w:p>${INS}${DEL}</w:p>`,
    expected: `<w:p><w:r><w:t>b</w:t></w:r>${DEL}</w:p>`,
  },
  {
    name: 'all',
    operation: { op: 'accept_revision', target: 'all' },
    given: `<w:p>${INS}${DEL}</w:p>`,
    expected: '<w:p><w:r><w:t>b</w:t></w:r></w:p>',
  },
  { name: 'none there', operation: { op: 'accept_revision', target: 'all' }, given: '<w:p/>', expected: { rejected: 'target_not_found' } },
]);

export const rejectRevision = settle('reject', [
  {
    name: 'a deletion',
    operation: { op: 'reject_revision', target: 'rev2' },
    given: `<w:p>${INS}${DEL}</w:p>`,
    expected: `<w:p>${INS}<w:r><w:t>c</w:t></w:r></w:p>`,
  },
  {
    name: 'all of one author',
    operation: { op: 'reject_revision', target: 'all', author: 'Ana' },
    given: `<w:p>${INS}${DEL}</w:p>`,
    expected: `<w:p>${DEL}</w:p>`,
  },
]);
