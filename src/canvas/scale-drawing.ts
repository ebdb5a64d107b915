/** A drawing moved and scaled as a whole: places, sizes of type, lines. */
import { isCell, type DrawnItem, type DrawnParagraph, type Drawing, type Form, type Rect, type Stroke, type TextBody } from './drawing.ts';
import { placePath } from './vector-path.ts';

type Insets = [number, number, number, number];

interface Move {
  scale: number;
  x: number;
  y: number;
}

const rect = ({ x, y, w, h }: Rect, { scale, x: dx, y: dy }: Move): Rect => ({
  x: x * scale + dx,
  y: y * scale + dy,
  w: w * scale,
  h: h * scale,
});
const stroke = (given: Stroke, { scale }: Move): Stroke => ({ ...given, width: given.width * scale });
const paragraph = (given: DrawnParagraph, { scale }: Move): DrawnParagraph => ({
  ...given,
  after: given.after * scale,
  runs: given.runs.map((run) => ({ ...run, size: run.size * scale, letterSpacing: run.letterSpacing * scale })),
});
const text = (given: TextBody, move: Move): TextBody => ({
  ...given,
  rect: rect(given.rect, move),
  paragraphs: given.paragraphs.map((each) => paragraph(each, move)),
  lines: given.lines.map(({ width, height, ...line }) => ({ ...line, width: width * move.scale, height: height * move.scale })),
});

function form(given: Form, { scale }: Move): Form {
  if (given.kind === 'round') return { ...given, radius: given.radius * scale };
  if (given.kind !== 'path') return given;
  const paths = given.paths.map((path) => ({ ...path, commands: placePath(path.commands, { x: scale, y: scale }, { x: 0, y: 0 }) }));
  return { ...given, paths, width: given.width * scale, height: given.height * scale };
}

function moved(item: DrawnItem, move: Move): DrawnItem {
  const { scale } = move;
  switch (item.kind) {
    case 'group':
      return { ...item, rect: rect(item.rect, move), items: item.items.map((inner) => moved(inner, move)) };
    case 'picture':
      return { ...item, rect: rect(item.rect, move), form: form(item.form, move) };
    case 'chart':
      return {
        ...item,
        rect: rect(item.rect, move),
        text: { ...item.text, size: item.text.size * scale },
        wishes: { ...item.wishes, ...(item.wishes.plot ? { plot: item.wishes.plot.map((inset) => inset * scale) as Insets } : {}) },
      };
    case 'line':
      return {
        ...item,
        rect: rect(item.rect, move),
        stroke: stroke(item.stroke, move),
        points: item.points.map((point) => ({ x: point.x * scale + move.x, y: point.y * scale + move.y })),
      };
    case 'table':
      return {
        ...item,
        rect: rect(item.rect, move),
        columns: item.columns.map((width) => width * scale),
        rows: item.rows.map((row) => ({
          height: row.height * scale,
          cells: row.cells.map((cell) => {
            if (!isCell(cell)) return cell;
            const [top, right, bottom, left] = cell.padding;
            return {
              ...cell,
              text: text(cell.text, { ...move, x: 0, y: 0 }),
              borders: cell.borders.map((side) => side && stroke(side, move)),
              padding: [top * scale, right * scale, bottom * scale, left * scale] as const satisfies [number, number, number, number],
            };
          }),
        })),
      };
    case 'shape':
      return {
        ...item,
        rect: rect(item.rect, move),
        form: form(item.form, move),
        ...(item.stroke ? { stroke: stroke(item.stroke, move) } : {}),
        ...(item.shadow
          ? { shadow: { ...item.shadow, x: item.shadow.x * scale, y: item.shadow.y * scale, blur: item.shadow.blur * scale } }
          : {}),
        ...(item.text ? { text: text(item.text, move) } : {}),
      };
  }
}

/** @param place the rectangle that the drawing is fitted into, centred; it keeps its shape @param most how far it is enlarged; absent: not at all */
export function fitDrawing(drawing: Drawing, place: Rect, most = 1): Drawing {
  const scale = Math.min(most, place.w / drawing.width, place.h / drawing.height);
  const move = { scale, x: place.x + (place.w - drawing.width * scale) / 2, y: place.y + (place.h - drawing.height * scale) / 2 };
  if (scale === 1 && move.x === 0 && move.y === 0) return drawing;
  return { width: drawing.width * scale, height: drawing.height * scale, items: drawing.items.map((item) => moved(item, move)) };
}
