/** Cells of the document's tables → what a cell of a workbook holds. */
import type { Block, TableCell } from '../../document/block.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { blockText } from '../../document/walk.ts';
import { shownRun } from '../review.ts';
import type { Content } from './plan.ts';

/** Excel takes no more in a cell; half of it is more than anybody reads there. */
const CELL_CHARS_MAX = 32_767;

/** Numbers of footnotes, in the order of the document; runs of a footnote hold no text of their own. */
export type FootnoteNumbers = ReadonlyMap<string, number>;

/** The runs as they are shown: footnotes by number, maths by its source. */
function shownRuns(runs: readonly Run[], footnotes: FootnoteNumbers): Run[] {
  return runs
    .map(shownRun)
    .map((run) => (run.footnote === undefined ? run : { text: String(footnotes.get(run.footnote) ?? ''), script: 'super' as const }))
    .filter((run) => run.text !== '');
}

const isMarked = (run: Run): boolean =>
  Boolean(run.bold || run.italic || run.underline || run.strike || run.code || run.script || run.color);

/** Text, with its marks where it has any. */
export function textContent(runs: readonly Run[], footnotes: FootnoteNumbers): Content {
  const shown = shownRuns(runs, footnotes);
  const text = clip(plainText(shown));
  if (text === '') return null;
  return shown.some(isMarked) && text.length < CELL_CHARS_MAX ? { kind: 'rich', runs: shown, text } : text;
}

export function clip(text: string): string {
  return text.length <= CELL_CHARS_MAX ? text : `${text.slice(0, CELL_CHARS_MAX - 1).toWellFormed()}…`;
}

export function cellRuns(cell: TableCell): Run[] {
  return cell.blocks ? [{ text: blocksText(cell.blocks) }] : cell.runs;
}

export function blocksText(blocks: readonly Block[]): string {
  return blocks.map(blockText).join('\n');
}

/** The address of a cell that is a link as a whole. */
export function linkOf(runs: readonly Run[]): string | undefined {
  const [first] = runs.filter((run) => run.text.trim() !== '');
  return first?.link !== undefined && runs.every((run) => run.text.trim() === '' || run.link === first.link) ? first.link : undefined;
}
