/** A deck in a language that is read from right to left: every place mirrored, as the office program's own template would be. */
import type { DeckTheme } from '../deck-theme.ts';
import { SLIDE } from './layouts/frame.ts';
import type { Box, Layout, Placeholder, Shape, ShapeGroup } from './layout.ts';
import type { Fill, PlannedSlide } from './planned.ts';

/** @param axis twice the place of the middle, in inches */
const mirrorBox = (box: Box, axis: number): Box => ({ ...box, x: axis - box.x - box.w });

function mirrorShape<T extends Shape | ShapeGroup>(given: T, axis: number): T {
  if ('group' in given) return { ...given, box: mirrorBox(given.box, axis), group: given.group.map((shape) => mirrorShape(shape, axis)) };
  const { turn } = given as Shape;
  return { ...given, box: mirrorBox(given.box, axis), flipped: true, ...(turn === undefined ? {} : { turn: (4 - turn) % 4 }) };
}

function mirrorPlaceholder(placeholder: Placeholder, axis: number): Placeholder {
  // those of a supplied template stay where they are; their paragraphs say how they read
  if (placeholder.tie !== undefined && placeholder.tie.kind !== 'free') return placeholder;
  const [left, top, right, bottom] = placeholder.inset;
  return {
    ...placeholder,
    box: mirrorBox(placeholder.box, axis),
    inset: [right, top, left, bottom],
    ...(placeholder.form === 'chevron' ? { flipped: true } : {}),
    levels: placeholder.levels.map((level) => ({ ...level, rtl: true, ...(level.align === 'center' ? {} : { align: 'right' as const }) })),
  };
}

const turnCell = <T extends { align: 'left' | 'center' | 'right' }>(cell: T): T =>
  cell.align === 'center' ? cell : { ...cell, align: cell.align === 'left' ? 'right' : 'left' };

function mirrorFill(fill: Fill, axis: number): Fill {
  const placed = 'box' in fill && fill.box !== undefined ? { ...fill, box: mirrorBox(fill.box, axis) } : fill;
  if (placed.kind !== 'table') return placed;
  const rows = placed.table.rows.map((row) => ({ ...row, cells: row.cells.map(turnCell) }));
  return { ...placed, table: { ...placed.table, rows, rtl: true } };
}

/** The layouts and slides of a deck, mirrored together. */
export function mirrorDeck(
  theme: DeckTheme,
  layouts: readonly Layout[],
  slides: readonly PlannedSlide[],
): { layouts: Layout[]; slides: PlannedSlide[] } {
  const { content, template } = theme;
  const axis = template === undefined ? SLIDE.w : content.x * 2 + content.w;
  const mirrored = new Map(
    layouts.map((layout): [Layout, Layout] => [
      layout,
      {
        ...layout,
        shapes: layout.shapes.map((shape) => mirrorShape(shape, axis)),
        placeholders: layout.placeholders.map((one) => mirrorPlaceholder(one, axis)),
      },
    ]),
  );
  return {
    layouts: [...mirrored.values()],
    slides: slides.map((slide) => ({
      ...slide,
      layout: mirrored.get(slide.layout) ?? slide.layout,
      fills: slide.fills.map((fill) => mirrorFill(fill, axis)),
      shapes: slide.shapes.map((shape) => mirrorShape(shape, axis)),
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
