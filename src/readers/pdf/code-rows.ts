/** Rows that are code, or a table made of letters, and are kept line by line. */
import { minOf } from '../../base/extremes.ts';
import { isBullet } from './list-marks.ts';
import type { Row } from './rows.ts';
import { isMonospaced } from './typography.ts';
import { textOf } from './rows.ts';

const signOf = (row: Row | undefined): string | undefined => /^(\S)\s/u.exec(row?.pieces[0]?.text ?? '')?.[1];

/** `● Name.ts`: names of files, below each other, are items in such letters too; `o` is a bullet where it is known as one. */
function isBulleted(rows: readonly Row[], at: number): boolean {
  const sign = signOf(rows[at]);
  return (
    sign !== undefined &&
    (isBullet(sign) || (sign === 'o' && rows[at]?.marked === true)) &&
    (signOf(rows[at - 1]) === sign || signOf(rows[at + 1]) === sign)
  );
}

/** How many rows from `at` on are in letters of one width. */
export function codeRows(rows: readonly Row[], at: number): number {
  let taken = 0;
  for (
    let row = rows[at];
    row && !row.table && !isBulleted(rows, at + taken) && row.pieces.every(({ font }) => isMonospaced(font));
    row = rows[at + taken]
  ) {
    const last = rows[at + taken - 1];
    if (taken > 0 && last && (row.top < last.top || row.top - last.bottom > row.size * 2.5)) break;
    taken++;
  }
  return taken;
}

const TYPED_ROWS_MIN = 3;
const RULE = /^[-=+|_:\s]{6,}$/;
const TYPED_ROW = /^[|+].*\|.*[|+]$/;

/** How many rows from `at` on are a table that was drawn with bars and dashes, as old programs print them: it is read where its letters stay under each other. */
export function typedTableRows(rows: readonly Row[], at: number): number {
  let taken = 0;
  let typed = 0;
  for (let row = rows[at]; row && !row.table; row = rows[at + taken]) {
    if (!/^[|+=_-]/.test(row.pieces[0]?.text ?? '')) break;
    const text = textOf(row);
    const isRow = TYPED_ROW.test(text);
    if (!isRow && !RULE.test(text)) break;
    if (isRow) typed++;
    taken++;
  }
  return typed >= TYPED_ROWS_MIN ? taken : 0;
}

const LETTER_WIDTH_EM = 0.6;
const COLUMN_MAX = 200;

/** Lines are set in by as many spaces as they are to the right of the outermost, and so are their pieces. */
export function codeOf(rows: readonly Row[]): string {
  const left = minOf(rows.map((row) => row.left));
  return rows
    .map((row) =>
      row.pieces.reduce((line, piece, index) => {
        const column = Math.min(COLUMN_MAX, Math.max(0, Math.round((piece.left - left) / (row.em * LETTER_WIDTH_EM))));
        return line.padEnd(index === 0 ? Math.min(80, column) : Math.max(column, line.length + 2)) + piece.text;
      }, ''),
    )
    .join('\n');
}
