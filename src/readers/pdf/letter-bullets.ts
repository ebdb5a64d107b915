/** The letter `o` as a bullet: below an item with another bullet, set further in, or below each other. In Spanish or Portuguese it is a word. */
import { itemMark } from './list-marks.ts';
import { textOf, type Row } from './rows.ts';

const BEGINS = /^o\s+\S/u;
const BEGINS_ANEW = /^o\s+[\p{Lu}\p{N}“"(]/u;
const SAME_LEFT_PT = 4;
const ITEMS_MIN = 2;
const ANEW_SHARE_MIN = 0.6;

const isBelow = (row: Row, above: Row): boolean => row.top > above.top;

/** Rows of a page that are items of that kind. */
export function findLetterBullets(rows: readonly Row[]): Row[] {
  const begun: Row[] = [];
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    if (row.table || row.marked !== undefined || !before || before.table || !isBelow(row, before) || !BEGINS.test(textOf(row))) continue;
    const sameLeft = Math.abs(before.left - row.left) <= SAME_LEFT_PT;
    const mark = itemMark(textOf(before));
    const isUnder = before.left < row.left - SAME_LEFT_PT && mark?.sure === true && !mark.ordered;
    // the line above goes on with the item before
    const last = begun.at(-1);
    const isBehind = before.left > row.left + SAME_LEFT_PT && last !== undefined && Math.abs(last.left - row.left) <= SAME_LEFT_PT;
    if (isUnder || isBehind || (sameLeft && last === before)) begun.push(row);
  }
  const columns = Map.groupBy(begun, ({ left }) => Math.round(left / SAME_LEFT_PT));
  return [...columns.values()]
    .filter((own) => own.length >= ITEMS_MIN && own.filter((row) => BEGINS_ANEW.test(textOf(row))).length >= own.length * ANEW_SHARE_MIN)
    .flat();
}
