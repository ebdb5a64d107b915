/** What a table on a slide is about: a row, a column. */
import { plainText } from '../../../document/inline.ts';
import type { PlannedCell } from './planned.ts';

interface FilledGrid {
  rows: readonly (readonly PlannedCell[])[];
  headRows: number;
  columns: number;
}

/** One row all in bold is what the table is about. */
function boldRow(grid: FilledGrid): number {
  const bold = grid.rows.flatMap((row, y) =>
    y >= grid.headRows &&
    row.every(({ runs, covered }) => covered !== undefined || runs.every((run) => run.bold === true || run.text.trim() === '')) &&
    row.some(({ runs }) => runs.length > 0)
      ? [y]
      : [],
  );
  return bold.length === 1 ? (bold[0] ?? -1) : -1;
}

/** More rows are the table; fewer rows have nothing that they stand out from. */
const NAMED_ROWS_MAX = 2;
const ROWS_MIN = 4;

/** The row all in bold, else the one or two that the title names by their first cell. */
export function markedRows(grid: FilledGrid, title: string): number[] {
  const bold = boldRow(grid);
  if (bold >= 0) return [bold];
  const body = grid.rows.slice(grid.headRows);
  const said = title.toLowerCase();
  const labels = body.map((row) =>
    plainText(row[0]?.runs ?? [])
      .trim()
      .toLowerCase(),
  );
  const whole = (text: string): boolean => {
    const found = said.indexOf(text);
    return found >= 0 && !/[\p{L}\p{N}]/u.test(said[found - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(said[found + text.length] ?? ' ');
  };
  const named = labels.flatMap((label, y) => (label.length >= 3 && !/^[\d.,%\s]+$/.test(label) && whole(label) ? [y] : []));
  // where the title has a word of another row too, what it names in full is chance
  const doubtful = labels.some((label, y) => !named.includes(y) && (label.match(/[\p{L}\p{N}]{4,}/gu) ?? []).some(whole));
  return body.length >= ROWS_MIN && named.length <= NAMED_ROWS_MAX && !doubtful ? named.map((y) => y + grid.headRows) : [];
}

const OWN_HEAD = /^(?:us|we|our(?:s|selves)?|nosotros|nuestr[oa]s?|propi[oa]s?)(?!\p{L})/iu;
const TOTAL_HEAD = /^(?:(?:grand )?total|sum|suma|totales|المجموع|合計)$/iu;
const MARK_COLUMNS_MIN = 3;

const boldAll = (grid: FilledGrid, x: number): boolean => {
  const filled = grid.rows.slice(grid.headRows).flatMap((row) => row[x]?.runs.filter(({ text }) => text.trim() !== '') ?? []);
  return filled.length > 1 && filled.every(({ bold }) => bold === true);
};

/** The author's column in bold, the own one among those of others, or the totals at the end; undefined where none, or several, are it. No cell is merged. */
export function markedColumn(grid: FilledGrid, organization: string | undefined): number | undefined {
  if (grid.columns < MARK_COLUMNS_MIN || grid.headRows === 0) return undefined;
  const heads = Array.from({ length: grid.columns }, (_, x) => plainText(grid.rows[grid.headRows - 1]?.[x]?.runs ?? []).trim());
  const own = organization?.trim().toLowerCase() ?? '';
  const found = heads.flatMap((head, x) =>
    x > 0 && (OWN_HEAD.test(head) || (own !== '' && head.toLowerCase() === own) || boldAll(grid, x)) ? [x] : [],
  );
  if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  return TOTAL_HEAD.test(heads.at(-1) ?? '') ? grid.columns - 1 : undefined;
}
