/** Lines of a table of contents whose page numbers stand at the right edge, with leaders or without: no cells, though they keep to columns. */
import type { Row } from './rows.ts';
import { textOf } from './rows.ts';

const LINES_MIN = 4;
const SAME_EDGE_PT = 4;
const NUMBERED_SHARE_MIN = 0.5;
const LINES_BETWEEN_MAX = 2;
const PAGE = /^(?:…\s?)?(\d{1,4})$/;
/** The number of a section, or leaders. */
const OF_CONTENTS =
  /^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,5}\.|[A-Z]\.|(?:chapter|section|part|appendix|annex|kapitel|anhang|chapitre|annexe|cap[ií]tulo|anexo|第\S+)\s?\S*)\s|…/iu;

const pageOf = (row: Row): number => Number(PAGE.exec(row.pieces.at(-1)?.text ?? '')?.[1] ?? NaN);

/** A text and its page, nothing between that could be a cell. */
const canBeLine = (row: Row): boolean =>
  !row.table &&
  row.pieces.length >= 2 &&
  row.pieces.length <= 4 &&
  pageOf(row) >= 0 &&
  /\p{L}{2}/u.test(textOf(row)) &&
  row.pieces.slice(1, -1).every(({ text }, index) => /^…$/.test(text) || index === 0);

function joinPieces(row: Row): Row {
  const [first, ...others] = row.pieces;
  if (!first) return row;
  const piece = { ...first, runs: first.runs.map((run) => ({ ...run })) };
  for (const [index, other] of others.entries()) {
    const isLast = index === others.length - 1;
    const leads = isLast && !/…/.test(`${piece.text}${other.text}`) ? ' … ' : ' ';
    piece.runs.push({ text: leads }, ...other.runs);
    piece.text += leads + other.text;
    piece.right = Math.max(piece.right, other.right);
  }
  return { ...row, pieces: [piece] };
}

/** Rows of a page, lines of contents as one piece each that ends in leaders and the page. */
export function joinContents(rows: readonly Row[]): Row[] {
  const joined = new Set<Row>();
  let group: Row[] = [];
  let between = 0;
  const close = (): void => {
    const numbered = group.filter((row) => OF_CONTENTS.test(textOf(row))).length;
    if (group.length >= LINES_MIN && numbered >= group.length * NUMBERED_SHARE_MIN) for (const row of group) joined.add(row);
    [group, between] = [[], 0];
  };
  for (const row of rows) {
    const last = group.at(-1);
    const follows =
      canBeLine(row) && (last === undefined || (Math.abs(last.right - row.right) <= SAME_EDGE_PT && pageOf(row) >= pageOf(last)));
    if (follows) {
      group.push(row);
      between = 0;
    } else if (canBeLine(row)) {
      close();
      group.push(row);
    } else if (row.table || ++between > LINES_BETWEEN_MAX) close();
  }
  close();
  return joined.size === 0 ? [...rows] : rows.map((row) => (joined.has(row) ? joinPieces(row) : row));
}
