/** Pieces of text on a page → rows: what stands side by side at one height, from left to right. */
import type { DrawnLine, DrawnPage } from '../../document/drawn-document.ts';

export interface Piece { text: string; left: number; right: number; top: number; bottom: number; size: number; bold: boolean }

export interface Row { pieces: Piece[]; left: number; right: number; top: number; bottom: number; size: number; bold: boolean }

/** Characters of symbol fonts that stand for bullets. */
const BULLET_LIKE = /^[\u2022\u2023\u25AA-\u25FF\u2043\u2219\u00B7\uF000-\uF0FF]$/u;

const toPiece = (line: DrawnLine): Piece => ({
  text: line.text.replaceAll(/[\uF000-\uF0FF]/g, '•').replaceAll(/\s+/g, ' ').trim(), left: line.left, right: line.right, top: line.top, bottom: line.bottom,
  size: line.fontHeightPt !== undefined && line.fontHeightPt > 0 ? line.fontHeightPt : line.sizePt * 1.4, bold: line.bold,
});

/** Pieces that follow each other in the file and stand at one height are a row. */
export function readRows(page: DrawnPage): Row[] {
  const rows: Row[] = [];
  for (const line of page.lines) {
    const piece = toPiece(line);
    if (piece.text === '') continue;
    const row = rows.at(-1);
    if (row && sameHeight(row, piece) && piece.left >= row.right - 2) addTo(row, piece);
    else rows.push({ pieces: [piece], left: piece.left, right: piece.right, top: piece.top, bottom: piece.bottom, size: piece.size, bold: piece.bold });
  }
  return rows.map(joinClose);
}

function sameHeight(row: Row, piece: Piece): boolean {
  const overlap = Math.min(row.bottom, piece.bottom) - Math.max(row.top, piece.top);
  const lower = Math.min(row.bottom - row.top, piece.bottom - piece.top);
  // A bullet or a dash is flat: it counts where it lies within the row's height.
  return overlap >= lower * 0.5 || (BULLET_LIKE.test(row.pieces.at(-1)?.text ?? '') && Math.abs((row.top + row.bottom) / 2 - (piece.top + piece.bottom) / 2) < piece.size * 0.4);
}

function addTo(row: Row, piece: Piece): void {
  row.pieces.push(piece);
  row.right = Math.max(row.right, piece.right);
  row.top = Math.min(row.top, piece.top);
  row.bottom = Math.max(row.bottom, piece.bottom);
  row.size = Math.max(row.size, piece.size);
  row.bold &&= piece.bold;
}

/** A lone bullet or number belongs to the text beside it; pieces with a small gap are one text. */
function joinClose(row: Row): Row {
  const pieces: Piece[] = [];
  for (const piece of row.pieces) {
    const last = pieces.at(-1);
    const gap = last ? piece.left - last.right : Infinity;
    const marker = last !== undefined && pieces.length === 1 && gap < row.size * 4 && (BULLET_LIKE.test(last.text) || /^(?:[-–—*]|\(?(?:\d{1,3}|[a-z])[.)])$/.test(last.text));
    if (last && (marker || gap < row.size * 0.75)) {
      last.text = `${last.text} ${piece.text}`;
      last.right = Math.max(last.right, piece.right);
    } else pieces.push({ ...piece });
  }
  return { ...row, pieces };
}

/** A horizontal and vertical place at which running heads and page numbers are looked for: share of the page's height. */
const EDGE_SHARE = 0.09;

/** Rows at the edges of the page that come again on most pages, digits apart, are not text of the document. */
export function findFurniture(pages: readonly { page: DrawnPage; rows: readonly Row[] }[]): Set<Row> {
  const seen = new Map<string, Row[]>();
  for (const { page, rows } of pages) {
    for (const row of rows) {
      const edge = row.bottom < page.heightPt * EDGE_SHARE ? 'top' : row.top > page.heightPt * (1 - EDGE_SHARE) ? 'bottom' : null;
      if (edge === null) continue;
      const key = `${edge} ${row.pieces.map(({ text }) => text).join(' ').toLowerCase().replaceAll(/\d+|\b[ivxlc]+\b/g, '#')}`;
      const known = seen.get(key);
      if (known) known.push(row);
      else seen.set(key, [row]);
    }
  }
  const furniture = new Set<Row>();
  const enough = Math.max(2, Math.ceil(pages.length * 0.4));
  for (const [key, rows] of seen) if (rows.length >= enough || /^(?:bottom|top) (?:page |seite |página )?[-–]? ?#(?: ?(?:\/|of|von|de) ?#)? ?[-–]?$/.test(key)) for (const row of rows) furniture.add(row);
  return furniture;
}
