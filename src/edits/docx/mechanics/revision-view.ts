/**
 * The text of a Word file as a user sees it who has accepted or rejected some of its changes: what the proof of tracked
 * edits compares. Computed from the bytes alone.
 */
import { W } from '../../../ooxml/names.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

export interface RevisionView {
  /** Revisions with a higher `w:id` are settled; others are seen as they stand: insertions yes, deletions no. */
  settledAbove: number;
  settle: 'accept' | 'reject';
}

/** Text of a part, paragraph by paragraph; empty paragraphs at a join count as nothing. */
export function viewText(root: XmlElement, view: RevisionView): string {
  const lines: string[] = [];
  viewBlocks(root, view, { lines, open: '' });
  return lines.join('\n');
}

interface Out {
  lines: string[];
  open: string;
}

const idOf = (element: XmlElement): number => Number(valueOf(element, 'id') ?? 0);

/** New ids have nine digits at most; files hold longer ones of their own. */
const ID_MAX = 999_999_999;
const isSettled = (element: XmlElement, { settledAbove }: RevisionView): boolean => idOf(element) > settledAbove && idOf(element) <= ID_MAX;

/** Whether what a revision holds is seen. */
function isSeen(element: XmlElement, view: RevisionView): boolean {
  const gains = element.local === 'ins' || element.local === 'moveTo' || element.local === 'cellIns';
  return isSettled(element, view) && view.settle === 'reject' ? !gains : gains;
}

function markOf(paragraph: XmlElement): XmlElement[] {
  const properties = childOf(paragraph, 'pPr');
  const run = properties && childOf(properties, 'rPr');
  return run === undefined ? [] : ['ins', 'del', 'moveFrom', 'moveTo'].flatMap((local) => childOf(run, local) ?? []);
}

/** Whether the end of a paragraph comes or goes. */
export const isRevisedMark = (paragraph: XmlElement): boolean => markOf(paragraph).length > 0;

function viewBlocks(element: XmlElement, view: RevisionView, out: Out): void {
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    if (child.uri === W && child.local === 'p') {
      out.open += viewRuns(child, view);
      // a mark that is not seen joins the paragraph with the next one
      const seen = markOf(child).every((mark) => isSeen(mark, view));
      // with nothing behind it to be joined with, a paragraph stays where it has text and goes where it has none
      if (seen || (out.open !== '' && !isFollowed(child, view))) {
        out.lines.push(out.open);
        out.open = '';
      }
    } else if (child.uri === W && child.local === 'tr') {
      if (isRowSeen(child, view)) viewBlocks(child, view, out);
    } else if (child.uri !== W || child.local !== 'tc' || cellMarks(child).every((mark) => isSeen(mark, view)))
      viewBlocks(child, view, out);
  }
}

function cellMarks(cell: XmlElement): XmlElement[] {
  const properties = childOf(cell, 'tcPr');
  return properties === undefined ? [] : ['cellIns', 'cellDel'].flatMap((local) => childOf(properties, local) ?? []);
}

/** Rows that come or go as a whole. */
function isRowSeen(row: XmlElement, view: RevisionView): boolean {
  const properties = childOf(row, 'trPr');
  return (
    properties === undefined || ['ins', 'del'].flatMap((local) => childOf(properties, local) ?? []).every((mark) => isSeen(mark, view))
  );
}

const isGone = (table: XmlElement, view: RevisionView): boolean =>
  table.local === 'tbl' && elementsOf(table, 'tr', W).every((row) => !isRowSeen(row, view));

/** By a paragraph that it can be joined with; a table that is not seen is between nothing. */
function isFollowed(paragraph: XmlElement, view: RevisionView): boolean {
  const siblings = paragraph.parent === undefined ? [] : elementsOf(paragraph.parent);
  return (
    siblings.slice(siblings.indexOf(paragraph) + 1).find((next) => /^(p|tbl|sectPr|sdt)$/.test(next.local) && !isGone(next, view))
      ?.local === 'p'
  );
}

function viewRuns(element: XmlElement, view: RevisionView): string {
  let text = '';
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    if (child.uri === W && /^(ins|del|moveFrom|moveTo)$/.test(child.local)) text += isSeen(child, view) ? viewRuns(child, view) : '';
    else if (child.uri === W && (child.local === 't' || child.local === 'delText'))
      for (const node of child.children) text += node.kind === 'text' ? node.value : '';
    else if (child.uri === W && (child.local === 'tab' || child.local === 'br') && element.local === 'r')
      text += child.local === 'tab' ? '\t' : '\n';
    else if (child.local === 'txbxContent')
      text += [...child.children].map((block) => (block.kind === 'element' ? `[${viewRuns(block, view)}]` : '')).join('');
    else if (child.local !== 'pPr' && child.local !== 'rPr') text += viewRuns(child, view);
  }
  return text;
}
