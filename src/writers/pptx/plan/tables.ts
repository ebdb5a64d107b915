/** Tables of a deck: columns by content, type as large as the rows allow, rows and columns that are too many on slides of their own. */
import type { Table, TableCell } from '../../../document/block.ts';
import { parseNumber } from '../../../base/figures.ts';
import { decimalSign } from '../../../document/language.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { blockText } from '../../../document/walk.ts';
import { countLines, lineHeight, measureWidth, widestWord } from '../../../base/text-metrics.ts';
import { cutRuns, piecesOf } from './fit.ts';
import type { LevelStyle } from './layout.ts';
import { markedColumn, markedRows } from './marked-cells.ts';
import type { PlanContext, PlannedCell, PlannedTable } from './planned.ts';
import { maxOf } from '../../../base/extremes.ts';

/** Type size, header size, least height of a row in inches. Text of several words a cell is not read more easily over 20 pt. */
const STEPS = [
  [24, 18, 0.62],
  [22, 17, 0.6],
  [20, 16, 0.56],
  [18, 15, 0.5],
  [16, 14, 0.44],
  [14, 12, 0.38],
  [14, 12, 0.33],
  [12, 12, 0.3],
] as const;
const SMALLEST = STEPS[7];
export const PAD_X = 0.15;
export const PAD_Y = 0.04;
const COLUMNS_MAX = 9;
const ROWS_MAX = 14;
const POINTS = 72;

const sumOf = (heights: readonly number[]): number => heights.reduce((sum, height) => sum + height, 0);

/** A table with every position filled: covered ones hold no text. */
interface Grid {
  rows: PlannedCell[][];
  headRows: number;
  total: boolean;
  columns: number;
}

/** Empty lines in a cell say nothing. */
const runsOf = (cell: TableCell): readonly Run[] =>
  (cell.blocks ? [{ text: cell.blocks.map(blockText).join('\n') }] : cell.runs).map((run) => ({
    ...run,
    text: run.text.replaceAll(/\s*\n\s*/g, '\n'),
  }));

const SHORT_DATE = /^(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\s(?:de\s)?\p{L}{3,10}\.?(?:\s(?:de\s)?\d{4})?)$/u;

/** Dates are read from their ends, as figures are. */
function areDates(texts: readonly string[]): boolean {
  const filled = texts.map((text) => text.trim()).filter((text) => text !== '' && !/^[–—-]$/.test(text));
  return filled.length > 0 && filled.every((text) => SHORT_DATE.test(text));
}

function isNumeric(texts: readonly string[], decimal: '.' | ','): boolean {
  const filled = texts.filter((text) => text.trim() !== '' && !/^[–—-]$|^n\/?[ad]$/i.test(text.trim()));
  return filled.length > 0 && filled.filter((text) => parseNumber(text, decimal) !== undefined).length >= filled.length * 0.7;
}

/** Columns that the cells take, each at the first place in its row that no span from above covers. */
function countColumns(table: Table): number {
  const covered = new Set<string>();
  let columns = Math.max(table.columns.length, 1);
  for (const [y, row] of table.rows.entries()) {
    let x = 0;
    for (const cell of row.cells) {
      while (covered.has(`${x},${y}`)) x += 1;
      const end = x + (cell.colspan ?? 1);
      for (let dy = 1; dy < Math.min(cell.rowspan ?? 1, table.rows.length - y); dy++)
        for (let at = x; at < end; at++) covered.add(`${at},${y + dy}`);
      x = end;
    }
    columns = Math.max(columns, x);
  }
  return columns;
}

function gridOf(table: Table, lang: string): Grid {
  const columns = countColumns(table);
  const rows: PlannedCell[][] = table.rows.map(() => []);
  const covered = new Map<string, 'across' | 'down' | 'both'>();
  for (const [y, row] of table.rows.entries()) {
    let x = 0;
    const waiting = [...row.cells];
    while (x < columns) {
      const hidden = covered.get(`${x},${y}`);
      const cell = hidden === undefined ? waiting.shift() : undefined;
      const colspan = Math.min(cell?.colspan ?? 1, columns - x);
      const rowspan = Math.min(cell?.rowspan ?? 1, table.rows.length - y);
      rows[y]?.push({
        runs: cell ? runsOf(cell) : [],
        align: cell?.align ?? 'left',
        colspan,
        rowspan,
        ...(hidden === undefined ? {} : { covered: hidden }),
      });
      for (let dy = 0; dy < rowspan; dy++)
        for (let dx = 0; dx < colspan; dx++)
          if (dx + dy > 0) covered.set(`${x + dx},${y + dy}`, dx > 0 && dy > 0 ? 'both' : dx > 0 ? 'across' : 'down');
      x += 1;
    }
  }
  const decimal = decimalSign(lang);
  for (let x = 0; x < columns; x++) {
    const asked = table.columns[x];
    const body = rows.slice(table.header_rows).map((row) => plainText(row[x]?.runs ?? []));
    const counted =
      asked?.type === undefined ? x > 0 && (isNumeric(body, decimal) || areDates(body)) : !/^(text|id|bool)$/.test(asked.type);
    const align = asked?.align ?? (counted ? 'right' : 'left');
    for (const [y, row] of rows.entries()) {
      const cell = row[x];
      if (cell && table.rows[y]?.cells.every((own) => own.align === undefined)) cell.align = align;
    }
  }
  return {
    rows,
    headRows: Math.min(table.header_rows, rows.length),
    total: table.total_row === true && rows.length > table.header_rows + 1,
    columns,
  };
}

const hasSpans = (grid: Grid): boolean =>
  grid.rows.some((row) => row.some(({ colspan, rowspan, covered }) => colspan > 1 || rowspan > 1 || covered !== undefined));

/** Without its spans: merged cells cannot be divided over slides. */
const single = (cell: PlannedCell): PlannedCell => ({ runs: cell.runs, align: cell.align, colspan: 1, rowspan: 1 });

interface Sized {
  widths: number[];
  heights: number[];
  sizePt: number;
  headPt: number;
  broken: boolean;
}

/** On a supplied template type is as large as its slides allow. */
const unitOf = ({ theme }: PlanContext): number => (theme.template === undefined ? 1 : Math.min(2, Math.max(0.5, theme.factor)));
const sized = (pt: number, unit: number): number => Math.round(pt * unit * 2) / 2;

function sizeGrid(context: PlanContext, grid: Grid, widthIn: number, step: readonly [number, number, number]): Sized {
  const unit = unitOf(context);
  const [sizePt, headPt, least] = [sized(step[0], unit), sized(step[1], unit), step[2] * unit];
  const face = (bold: boolean): { name: string; bold: boolean } => ({ name: context.theme.faces.text, bold });
  const natural: number[] = [];
  const narrowest: number[] = [];
  for (let x = 0; x < grid.columns; x++) {
    let wide = 0.3;
    let word = 0.3;
    for (const [y, row] of grid.rows.entries()) {
      const cell = row[x];
      if (!cell || cell.colspan > 1 || cell.covered) continue;
      const head = y < grid.headRows;
      const text = plainText(cell.runs);
      const pt = head ? headPt : sizePt;
      wide = Math.max(wide, Math.min(measureWidth(text.slice(0, 300), face(head || x === 0), pt) / POINTS, 10));
      word = Math.max(word, Math.min(widestWord(text.slice(0, 2000), face(head || x === 0), pt) / POINTS, 3));
    }
    natural.push(wide + PAD_X * 2 + 0.1);
    narrowest.push(word + PAD_X * 2 + 0.04);
  }
  const widths = shareWidth(natural, narrowest, widthIn);
  const cellHeight = (cell: PlannedCell, x: number, y: number): number => {
    const head = y < grid.headRows;
    const pt = head ? headPt : sizePt;
    const style: LevelStyle = { face: 'text', sizePt: pt, bold: head, ink: 'text', line: 1, afterPt: 0, bullet: 'none' };
    const width = sumOf(widths.slice(x, x + cell.colspan)) - PAD_X * 2;
    return (
      (countLines(piecesOf(context.theme, cell.runs, style, pt * 1.02), width * POINTS) * lineHeight(face(head), pt)) / POINTS + PAD_Y * 2
    );
  };
  const heights = grid.rows.map((row, y) =>
    Math.max(least, maxOf(row.map((cell, x) => (cell.covered || cell.rowspan > 1 ? 0 : cellHeight(cell, x, y))))),
  );
  stretchSpans(grid, heights, cellHeight);
  return { widths, heights, sizePt, headPt, broken: narrowest.reduce((sum, one) => sum + one, 0) > widthIn + 0.01 };
}

/** What a cell over several rows needs beyond them goes to the last of them. */
function stretchSpans(grid: Grid, heights: number[], cellHeight: (cell: PlannedCell, x: number, y: number) => number): void {
  for (const [y, row] of grid.rows.entries()) {
    for (const [x, cell] of row.entries()) {
      if (cell.rowspan === 1 || cell.covered) continue;
      const last = Math.min(y + cell.rowspan, heights.length) - 1;
      const missing = cellHeight(cell, x, y) - sumOf(heights.slice(y, last + 1));
      if (missing > 0) heights[last] = (heights[last] ?? 0) + missing;
    }
  }
}

/** Columns as wide as their text; what is over goes to all, what is missing is taken from the wide ones. */
function shareWidth(natural: readonly number[], narrowest: readonly number[], widthIn: number): number[] {
  const sum = natural.reduce((a, b) => a + b, 0);
  if (sum <= widthIn) {
    const first = natural[0] ?? 0;
    const extra = widthIn - sum;
    // labels take a good part of what is over, yet no more than a third of the table
    const forFirst = natural.length > 1 ? Math.max(0, Math.min(extra * 0.5, widthIn * 0.36 - first)) : extra;
    const each = natural.length > 1 ? (extra - forFirst) / natural.length : 0;
    return natural.map((width, i) => width + each + (i === 0 ? forFirst : 0));
  }
  const least = narrowest.reduce((a, b) => a + b, 0);
  if (least >= widthIn) return narrowest.map((width) => (width * widthIn) / least);
  const share = (widthIn - least) / (sum - least || 1);
  return natural.map((width, i) => (narrowest[i] ?? 0) + Math.max(0, width - (narrowest[i] ?? 0)) * share);
}

const heightOf = (sized: Sized): number => sized.heights.reduce((sum, height) => sum + height, 0);

/** Rows of a short table are higher, up to this much. */
const ROW_AIR_IN = 0.46;

function planned(grid: Grid, sized: Sized, alt: string, heightIn: number, organization: string | undefined, title = ''): PlannedTable {
  const marked = markedRows(grid, title);
  const column = hasSpans(grid) ? undefined : markedColumn(grid, organization);
  const air = Math.max(0, Math.min(ROW_AIR_IN, (heightIn - heightOf(sized)) / Math.max(1, grid.rows.length)));
  return {
    columns: sized.widths,
    sizePt: sized.sizePt,
    headPt: sized.headPt,
    alt,
    ...(column === undefined ? {} : { markedColumn: column }),
    rows: grid.rows.map((cells, y) => ({
      cells: marked.includes(y) ? cells.map((cell) => ({ ...cell, runs: cell.runs.map((run) => ({ ...run, bold: true })) })) : cells,
      heightIn: (sized.heights[y] ?? 0.4) + (y < grid.headRows ? air * 0.5 : air),
      role: y < grid.headRows ? 'head' : grid.total && y === grid.rows.length - 1 ? 'total' : marked.includes(y) ? 'mark' : 'body',
    })),
  };
}

const FIRST_STEP = 0;
const LAST_STEP_FOR_ROWS = 6;

/** Groups of columns that fit beside the first one, which is repeated. */
function columnGroups(context: PlanContext, grid: Grid, widthIn: number): number[][] {
  const all = Array.from({ length: grid.columns }, (_, x) => x);
  const sized = sizeGrid(context, grid, widthIn, SMALLEST);
  if ((grid.columns <= COLUMNS_MAX && !sized.broken) || hasSpans(grid) || grid.columns < 3) return [all];
  const others = all.slice(1);
  const each = Math.min(COLUMNS_MAX - 1, sized.broken ? Math.max(2, Math.floor(others.length / 2)) : COLUMNS_MAX - 1);
  const pages = Math.ceil(others.length / each);
  const even = Math.ceil(others.length / pages);
  return Array.from({ length: pages }, (_, i) => [0, ...others.slice(i * even, (i + 1) * even)]);
}

type Step = (typeof STEPS)[number];

/** The part of a row from one piece of its texts: a row that fills more than a slide goes on in further rows. */
function divideRow(row: readonly PlannedCell[], parts: number): PlannedCell[][] {
  const pieces = row.map(({ runs }) => cutRuns(runs, Math.max(20, Math.ceil(plainText(runs).length / parts))));
  const count = Math.max(1, maxOf(pieces.map(({ length }) => length)));
  return Array.from({ length: count }, (_, i) =>
    row.map((cell, x): PlannedCell => ({ runs: pieces[x]?.[i] ?? [], align: cell.align, colspan: 1, rowspan: 1 })),
  );
}

/** Rows that no slide could hold, divided; merged cells are given up then, since they cannot go on over slides. */
function withoutGiants(context: PlanContext, grid: Grid, widthIn: number, roomIn: number): Grid {
  const sized = sizeGrid(context, grid, widthIn, SMALLEST);
  if (!sized.heights.some((height) => height > roomIn)) return grid;
  const rows = grid.rows.flatMap((row, y) => {
    const parts = Math.ceil(((sized.heights[y] ?? 0) / roomIn) * 1.5);
    const plain = row.map(single);
    return (sized.heights[y] ?? 0) > roomIn ? divideRow(plain, parts) : [plain];
  });
  const divided: Grid = { ...grid, rows, headRows: grid.headRows > 0 && (sized.heights[0] ?? 0) > roomIn ? 0 : grid.headRows };
  return rows.length > grid.rows.length || hasSpans(grid) ? withoutGiants(context, divided, widthIn, roomIn) : divided;
}

const DIVISIONS_MAX = 3;

/** The grid in rows of which each fits a slide below the head; a head that leaves no space for rows is a row like the others. */
function divideGiants(context: PlanContext, given: Grid, widthIn: number, heightIn: number): Grid {
  const headOf = (grid: Grid, { heights }: Sized): number => sumOf(heights.slice(0, grid.headRows));
  let grid = given;
  for (let division = 0; division < DIVISIONS_MAX; division++) {
    const headIn = headOf(grid, sizeGrid(context, grid, widthIn, SMALLEST));
    const flat: Grid = headIn > heightIn * 0.5 ? { ...grid, headRows: 0 } : grid;
    grid = withoutGiants(context, flat, widthIn, heightIn - (flat.headRows > 0 ? headIn : 0) - 0.1);
    // shorter texts share the width in another way, and so the head may be higher than it was
    const sized = sizeGrid(context, grid, widthIn, SMALLEST);
    const roomIn = heightIn - headOf(grid, sized);
    if (sized.heights.slice(grid.headRows).every((height) => height <= roomIn)) return grid;
  }
  return withoutGiants(context, { ...grid, headRows: 0 }, widthIn, heightIn - 0.1);
}

interface Span {
  from: number;
  to: number;
}

/** Which body rows are together on a slide; merged rows are not parted while they fit. */
function groupRows(grid: Grid, heights: readonly number[], roomIn: number): Span[] {
  const body = grid.rows.slice(grid.headRows);
  const bodyHeights = heights.slice(grid.headRows);
  const total = sumOf(bodyHeights);
  const target = Math.min(roomIn, (total / Math.ceil(total / roomIn)) * 1.1);
  const groups: Span[] = [];
  let from = 0;
  let used = 0;
  for (const [y, height] of bodyHeights.entries()) {
    const spanned = body[y]?.some(({ covered }) => covered === 'down' || covered === 'both') === true;
    const full = used + height > roomIn;
    if (y > from && (full || (!spanned && (used + height * 0.5 > target || y - from >= ROWS_MAX)))) {
      groups.push({ from, to: y });
      from = y;
      used = 0;
    }
    used += height;
  }
  return [...groups, { from, to: body.length }];
}

/** The rows of one slide under the table's head; spans that would reach beyond end here. */
function rowsOf(grid: Grid, { from, to }: Span): Grid {
  const body = grid.rows
    .slice(grid.headRows)
    .slice(from, to)
    .map((row, y) =>
      row.map((cell): PlannedCell => {
        const rowspan = Math.min(cell.rowspan, to - from - y);
        if (y > 0 || (cell.covered !== 'down' && cell.covered !== 'both')) return { ...cell, rowspan };
        return { runs: [], align: cell.align, colspan: 1, rowspan: 1 };
      }),
    );
  return { ...grid, rows: [...grid.rows.slice(0, grid.headRows), ...body], total: grid.total && to === grid.rows.length - grid.headRows };
}

/** The smallest step to which type may be brought so that cells are on one line. */
const ONE_LINE_STEP = 3;

/** A step or two smaller where then every row is on one line: a table is read along its rows. */
function withFewerWraps(context: PlanContext, grid: Grid, widthIn: number, step: number, sized: Sized): Sized {
  const wraps = ({ heights, sizePt }: Sized): boolean =>
    heights.slice(grid.headRows).some((height) => height > Math.max(STEPS.find(([pt]) => pt <= sizePt)?.[2] ?? 0, 0.3) + 0.02);
  if (!wraps(sized) || hasSpans(grid)) return sized;
  for (let smaller = step + 1; smaller <= ONE_LINE_STEP; smaller++) {
    const one = sizeGrid(context, grid, widthIn, STEPS[smaller] ?? SMALLEST);
    if (!one.broken && !wraps(one)) return one;
  }
  return sized;
}

/** Rows of each slide, at the largest step at which all fit on one; else at the smallest that is easily read. */
function rowGroups(context: PlanContext, given: Grid, widthIn: number, heightIn: number): { grid: Grid; sized: Sized }[] {
  for (let step = FIRST_STEP; step <= LAST_STEP_FOR_ROWS + (given.columns > 6 ? 1 : 0); step++) {
    const sized = sizeGrid(context, given, widthIn, STEPS[step] ?? SMALLEST);
    if (heightOf(sized) <= heightIn && given.rows.length - given.headRows <= ROWS_MAX && !sized.broken)
      return [{ grid: given, sized: withFewerWraps(context, given, widthIn, step, sized) }];
  }
  const grid = divideGiants(context, given, widthIn, heightIn);
  const roomAt = (sized: Sized): number => heightIn - sumOf(sized.heights.slice(0, grid.headRows));
  const fits = (step: Step): boolean => {
    const sized = sizeGrid(context, grid, widthIn, step);
    return !sized.broken && sized.heights.slice(grid.headRows).every((height) => height <= roomAt(sized));
  };
  const groupsAt = (step: Step): number => {
    const one = sizeGrid(context, grid, widthIn, step);
    return groupRows(grid, one.heights, roomAt(one)).length;
  };
  const smallest = fits(STEPS[6]) ? STEPS[6] : SMALLEST;
  const fewest = groupsAt(smallest);
  // as large as the slides allow that it takes in any case
  const chosen = STEPS.find((step) => step[0] >= smallest[0] && fits(step) && groupsAt(step) === fewest) ?? smallest;
  const sized = sizeGrid(context, grid, widthIn, chosen);
  return groupRows(grid, sized.heights, roomAt(sized)).map((span) => ({
    grid: rowsOf(grid, span),
    sized: {
      ...sized,
      heights: [...sized.heights.slice(0, grid.headRows), ...sized.heights.slice(grid.headRows + span.from, grid.headRows + span.to)],
    },
  }));
}

/** The table as one or more tables, each of which fits a box of this size. @param title of the slide, which may name rows */
export function planTables(context: PlanContext, table: Table, widthIn: number, heightIn: number, title = ''): PlannedTable[] {
  let grid = gridOf(table, context.document.lang);
  const alt = table.caption ? plainText(table.caption) : '';
  const crowded = grid.columns > COLUMNS_MAX || sizeGrid(context, grid, widthIn, SMALLEST).broken;
  if (crowded && hasSpans(grid)) grid = { ...grid, rows: grid.rows.map((row) => row.map(single)) };
  return columnGroups(context, grid, widthIn).flatMap((columns) => {
    const part: Grid =
      columns.length === grid.columns
        ? grid
        : { ...grid, columns: columns.length, rows: grid.rows.map((row) => columns.flatMap((x) => row[x] ?? [])) };
    return rowGroups(context, part, widthIn, heightIn).map((group) =>
      planned(group.grid, group.sized, alt, heightIn, context.document.organization, title),
    );
  });
}

export const tableHeight = (table: PlannedTable): number => table.rows.reduce((sum, { heightIn }) => sum + heightIn, 0);
export const tableWidth = (table: PlannedTable): number => table.columns.reduce((sum, width) => sum + width, 0);
