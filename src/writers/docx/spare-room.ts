/** Room beside and below the words of a drawing, without which LibreOffice breaks or cuts them. */
import { lineHeight } from '../../base/text-metrics.ts';
import { boundsOf, type DrawnItem, type DrawnShape, type Rect, type TextBody } from '../../canvas/drawing.ts';

const SPARE_SHARE = 0.06;
const SPARE_PX = 5;
/** Of the width, for text of several lines: faces of the same widths differ by a hair. */
const WRAPPED_SPARE_SHARE = 0.01;
const DESCENT_SHARE = 0.15;

/** Lines that are closer than those of their face begin lower in LibreOffice by what they lack: it does not shorten the first one. */
function lowerBy({ paragraphs }: Pick<TextBody, 'paragraphs'>): number {
  const [first] = paragraphs;
  const [run] = first?.runs ?? [];
  if (run === undefined || first?.lineHeight === undefined) return 0;
  return Math.max(0, lineHeight({ name: run.face, bold: run.bold }, 1) - first.lineHeight) * run.size;
}

/** Text in a box that is not seen gets some space beside and below it: LibreOffice breaks and cuts text in groups although the box says otherwise. */
function withSpare(shape: DrawnShape): DrawnShape {
  const { text, rect } = shape;
  if (text === undefined || shape.paint !== undefined || shape.stroke !== undefined) return shape;
  const spare = text.oneLine ? rect.w * SPARE_SHARE + SPARE_PX : rect.w * WRAPPED_SPARE_SHARE;
  const align = text.paragraphs[0]?.align;
  const before = align === 'right' ? spare : align === 'center' ? spare / 2 : 0;
  // what hangs below the last line is drawn within the box too
  const below = (text.lines.at(-1)?.height ?? 0) * DESCENT_SHARE + lowerBy(text);
  const wide = (box: Rect): Rect => ({ ...box, x: box.x - before, w: box.w + spare, h: box.h + below });
  return { ...shape, rect: wide(rect), text: { ...text, rect: wide(text.rect) } };
}

/** An item as it is written, with spare room for its words; a group is as large as what is in it. */
export function spared(item: DrawnItem): DrawnItem {
  if (item.kind === 'shape') return withSpare(item);
  if (item.kind !== 'group') return item;
  const items = item.items.map(spared);
  return { ...item, items, rect: extentOf(items) };
}

/** With half of the width of lines, which LibreOffice counts: what is larger than its group is made smaller there. */
export function extentOf(items: readonly DrawnItem[]): Rect {
  return boundsOf(
    items.map((item) => {
      const half = (item.kind === 'shape' || item.kind === 'line' ? (item.stroke?.width ?? 0) : 0) / 2;
      const { x, y, w, h } = item.rect;
      return { rect: { x: x - half, y: y - half, w: w + 2 * half, h: h + 2 * half } };
    }),
  );
}
