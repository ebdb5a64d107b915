/**
 * Letters and Roman numbers that text may begin with as well (`a) one`, `ii. two`, `B. Three`) are marks of items where they count:
 * the next or the one before begins another line at the same place.
 */
import { median } from './measures.ts';
import type { Row } from './rows.ts';

const LETTERED = /^(\(?)([a-zA-Z]|[ivx]{2,5}|[IVX]{2,5})([.)])\s+\S/u;
const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };
/** Lines that an item may have, so that the next of its list is within so many. */
const ROWS_BETWEEN_MAX = 30;
const CHAIN_MIN = 3;
const SAME_LEFT_PT = 4;
const LARGER = 1.1;

interface Count {
  /** Brackets, capitals, letters or Roman numbers. */
  kind: string;
  number: number;
}
interface Mark {
  at: number;
  row: Row;
  counts: Count[];
}

function romanOf(text: string): number {
  const values = [...text].map((sign) => ROMAN[sign] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

/** What a mark may count: `i` is the first Roman number and the ninth letter. */
function countsOf(text: string): Count[] {
  const [, open = '', sign = '', close = ''] = LETTERED.exec(text) ?? [];
  if (sign === '') return [];
  const small = sign.toLowerCase();
  const kind = `${open}${close}${small === sign ? 'a' : 'A'}`;
  return [
    ...(sign.length === 1 ? [{ kind: `${kind}l`, number: small.charCodeAt(0) - 96 }] : []),
    ...(/^[ivx]+$/.test(small) ? [{ kind: `${kind}r`, number: romanOf(small) }] : []),
  ];
}

function marksOf(rows: readonly Row[]): Mark[] {
  const usual = median(rows.filter((row) => !row.table).map(({ em }) => em));
  return rows.flatMap((row, at) => {
    if (row.table || row.bold || row.em > usual * LARGER) return [];
    const counts = countsOf(row.pieces[0]?.text ?? '');
    return counts.length > 0 ? [{ at, row, counts }] : [];
  });
}

const isBelow = (mark: Mark, next: Mark): boolean => Math.abs(next.row.left - mark.row.left) <= SAME_LEFT_PT;

/** Marks one after the other from this one on, each a step further than the last. */
function chainFrom(marks: readonly Mark[], from: number, { kind, number }: Count): Mark[] {
  const chain: Mark[] = [];
  let wanted = number;
  for (let index = from; index < marks.length; index++) {
    const [mark, last] = [marks[index], chain.at(-1)];
    // nothing further down follows either
    if (mark === undefined || (last && mark.at - last.at > ROWS_BETWEEN_MAX)) break;
    if (last && !isBelow(last, mark)) continue;
    if (!mark.counts.some((count) => count.kind === kind && count.number === wanted)) continue;
    chain.push(mark);
    wanted++;
  }
  return chain;
}

/** The rows of a page, those that begin with a mark in a sequence known as items. */
export function markSequences(rows: readonly Row[]): Row[] {
  const marks = marksOf(rows);
  const sure = new Set<Row>();
  for (const [from, { counts }] of marks.entries())
    for (const count of counts) {
      const chain = chainFrom(marks, from, count);
      if (chain.length >= CHAIN_MIN || (count.number === 1 && chain.length >= 2)) for (const { row } of chain) sure.add(row);
    }
  return sure.size === 0 ? [...rows] : rows.map((row) => (sure.has(row) ? { ...row, marked: true } : row));
}
