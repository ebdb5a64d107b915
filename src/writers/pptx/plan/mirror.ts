/** A deck in a language that is read from right to left: every place mirrored, as the office program's own template would be. */
import { SLIDE } from './layouts/frame.ts';
import type { Box, Layout, Placeholder, Shape, ShapeGroup } from './layout.ts';
import type { Fill, PlannedSlide } from './planned.ts';

const mirrorBox = (box: Box): Box => ({ ...box, x: SLIDE.w - box.x - box.w });

function mirrorShape<T extends Shape | ShapeGroup>(given: T): T {
  if ('group' in given) return { ...given, box: mirrorBox(given.box), group: given.group.map(mirrorShape) };
  const { turn } = given as Shape;
  return { ...given, box: mirrorBox(given.box), flipped: true, ...(turn === undefined ? {} : { turn: (4 - turn) % 4 }) };
}

function mirrorPlaceholder(placeholder: Placeholder): Placeholder {
  const [left, top, right, bottom] = placeholder.inset;
  return {
    ...placeholder,
    box: mirrorBox(placeholder.box),
    inset: [right, top, left, bottom],
    ...(placeholder.form === 'chevron' ? { flipped: true } : {}),
    levels: placeholder.levels.map((level) => ({ ...level, rtl: true, ...(level.align === 'center' ? {} : { align: 'right' as const }) })),
  };
}

const turnCell = <T extends { align: 'left' | 'center' | 'right' }>(cell: T): T =>
  cell.align === 'center' ? cell : { ...cell, align: cell.align === 'left' ? 'right' : 'left' };

function mirrorFill(fill: Fill): Fill {
  const placed = 'box' in fill && fill.box !== undefined ? { ...fill, box: mirrorBox(fill.box) } : fill;
  if (placed.kind !== 'table') return placed;
  const rows = placed.table.rows.map((row) => ({ ...row, cells: row.cells.map(turnCell) }));
  return { ...placed, table: { ...placed.table, rows, rtl: true } };
}

/** The layouts and slides of a deck, mirrored together. */
export function mirrorDeck(layouts: readonly Layout[], slides: readonly PlannedSlide[]): { layouts: Layout[]; slides: PlannedSlide[] } {
  const mirrored = new Map(
    layouts.map((layout): [Layout, Layout] => [
      layout,
      { ...layout, shapes: layout.shapes.map(mirrorShape), placeholders: layout.placeholders.map(mirrorPlaceholder) },
    ]),
  );
  return {
    layouts: [...mirrored.values()],
    slides: slides.map((slide) => ({
      ...slide,
      layout: mirrored.get(slide.layout) ?? slide.layout,
      fills: slide.fills.map(mirrorFill),
      shapes: slide.shapes.map(mirrorShape),
    })),
  };
}

/** LibreOffice sets the columns of every table from the left: what is drawn has them in the order in which they are seen. */
export function withTurnedTables(slide: PlannedSlide): PlannedSlide {
  if (!slide.fills.some((fill) => fill.kind === 'table' && fill.table.rtl === true)) return slide;
  const fills = slide.fills.map((fill): Fill => {
    if (fill.kind !== 'table' || fill.table.rtl !== true) return fill;
    const rows = fill.table.rows.map((row) => ({ ...row, cells: row.cells.toReversed() }));
    const spanned = fill.table.rows.some(({ cells }) => cells.some(({ colspan }) => colspan > 1));
    if (spanned) return fill;
    const { columns, markedColumn } = fill.table;
    const marked = markedColumn === undefined ? {} : { markedColumn: columns.length - 1 - markedColumn };
    return { ...fill, table: { ...fill.table, columns: columns.toReversed(), rows, ...marked, rtl: false } };
  });
  return { ...slide, fills };
}
