/** How a sheet is printed: which way the paper lies, how small, where pages begin, what is repeated, how many pages there are. */
import type { Look } from '../../document/look.ts';
import { lastColumn } from './finish.ts';
import type { SheetPlan } from './plan.ts';
import { columnPages, sheetWidthPt } from './print-columns.ts';
import { rowPages, type RowPages } from './print-rows.ts';
import { maxOf } from '../../base/extremes.ts';

const COLUMNS_UPRIGHT_MAX = 6;
const PT_PER_CM = 72 / 2.54;
/** Smaller than this nobody reads: a sheet that is wider goes on over several pages. */
const SCALE_MIN = 0.6;
const WIDER_UPRIGHT_MAX = 1.45;
/** A second page that holds less than this is drawn in by a smaller scale, down to which one page is still read well. */
const THIN_SHARE = 0.4;
const SQUEEZE_MIN = 0.75;
/** Programs round widths to pixels. */
const SAFE = 0.97;

export interface PrintLayout {
  across: boolean;
  /** Fitted to one page in width, or in both directions; or a fixed share where breaks between columns have to hold. */
  fit: 'width' | 'page' | { percent: number };
  rowBreaks: readonly number[];
  columnBreaks: readonly number[];
  repeated: { rows?: { top: number; bottom: number }; columnsTo?: number };
  pages: number;
}

/** Paper, margins and orientation are those of the look. */
export function layOutPrint(sheet: SheetPlan, { page, orientation }: Look): PrintLayout {
  const width = sheetWidthPt(sheet);
  const most = Math.max(0, maxOf(sheet.tables.map(({ columns }) => columns.length)));
  const [short, long] = [Math.min(page.widthCm, page.heightCm), Math.max(page.widthCm, page.heightCm)];
  const roomPt = (across: boolean): number => ((across ? long : short) - page.leftCm - page.rightCm) * PT_PER_CM;
  const highPt = (across: boolean): number => ((across ? short : long) - page.topCm - page.bottomCm) * PT_PER_CM;
  const lay = (across: boolean): PrintLayout => {
    const scale = Math.min(1, roomPt(across) / width);
    if (scale >= SCALE_MIN * SAFE) return inWidth(sheet, across, scale, highPt(across) / scale / sheet.measure.scale);
    return overPages(sheet, across, roomPt(across) * SAFE, highPt(across) / sheet.measure.scale);
  };
  if (orientation === 'landscape') return lay(true);
  if (width <= roomPt(false) * (most > COLUMNS_UPRIGHT_MAX ? 1 : 1.25)) return lay(false);
  const across = lay(true);
  if (width > roomPt(false) * WIDER_UPRIGHT_MAX) return across;
  // what would go over to a second page is on one, where it stays large enough to be read
  const upright = lay(false);
  return upright.pages === 1 && across.pages > 1 ? upright : across;
}

function inWidth(sheet: SheetPlan, across: boolean, scale: number, pagePt: number): PrintLayout {
  const rows = rowPages(sheet, pagePt);
  const squeeze = (pagePt * SAFE) / rows.totalPt;
  if (rows.breaks.length === 1 && rows.lastPt < pagePt * THIN_SHARE && squeeze >= SQUEEZE_MIN && squeeze * scale >= SCALE_MIN)
    return { across, fit: 'page', rowBreaks: [], columnBreaks: [], repeated: {}, pages: 1 };
  return { across, fit: 'width', rowBreaks: rows.breaks, columnBreaks: [], repeated: repeatedOf(rows), pages: rows.breaks.length + 1 };
}

function overPages(sheet: SheetPlan, across: boolean, roomPt: number, highPt: number): PrintLayout {
  const columns = columnPages(sheet, roomPt, SCALE_MIN);
  const rows = rowPages(sheet, highPt / columns.scale);
  return {
    across,
    fit: { percent: Math.floor(columns.scale * 100) },
    rowBreaks: rows.breaks,
    columnBreaks: columns.breaks,
    repeated: { ...repeatedOf(rows), ...(columns.breaks.length > 0 ? { columnsTo: Math.min(columns.keyEnd, lastColumn(sheet)) } : {}) },
    pages: (rows.breaks.length + 1) * (columns.breaks.length + 1),
  };
}

function repeatedOf({ repeated }: RowPages): PrintLayout['repeated'] {
  return repeated ? { rows: { top: repeated.top, bottom: repeated.top + repeated.headers.length - 1 } } : {};
}
