/** A drawing as Typst: boxes, curves and text at the coordinates of the layout; headings, lists and tables keep their tags. */
import {
  flatItems,
  isCell,
  type DrawnChart,
  type RenderedLine,
  type DrawnParagraph,
  type DrawnPicture,
  type DrawnRun,
  type DrawnShape,
  type DrawnTable,
  type Drawing,
  type Form,
  type Rect,
  type Stroke,
  type TextBody,
} from '../../canvas/drawing.ts';
import type { Path } from '../../canvas/vector-path.ts';
import { runLine } from '../../canvas/text-line.ts';
import type { Canvas, Code } from '../../document/block.ts';
import type { Color, Paint } from '../../document/canvas-values.ts';
import { describeChart } from '../chart-plan.ts';
import { chartTextPt, inkChart, planCanvasChart } from '../drawing/canvas-chart.ts';
import { drawChart } from '../chart-svg.ts';
import { drawOnPage, pageDiagram, PX_PER_PT } from '../page-canvas.ts';
import { addNote, outlineLevel, type Draft } from './draft.ts';
import { faceFor, familiesOf } from './faces.ts';
import { assetName, codeMarkup } from './figures.ts';
import { anchorMarkup } from './runs.ts';
import { code, describing, literal, printable, pt, textMarkup } from './text.ts';

const of = (px: number): string => pt(px / PX_PER_PT);
/** Share of a line that is above its base line: ascent of the faces that are measured, within a percent. */
const ABOVE = 0.79;

function colorCode({ hex, alpha }: Color, opacity: number): string {
  const share = Math.round(Math.min(1, alpha * opacity) * 255);
  return `rgb("${hex}${share === 255 ? '' : share.toString(16).padStart(2, '0')}")`;
}

function paintCode(paint: Paint | undefined, opacity: number): string {
  if (paint === undefined || paint.kind === 'picture') return 'none';
  if (paint.kind === 'solid') return colorCode(paint.color, opacity);
  const stops = paint.stops.map(({ at, color }) => `(${colorCode(color, opacity)}, ${Number((at * 100).toFixed(2))}%)`);
  // CSS counts from the top, Typst from the right
  return `gradient.linear(${stops.join(', ')}, angle: ${paint.angle - 90}deg, space: rgb)`;
}

function strokeCode(stroke: Stroke | undefined, opacity: number): string {
  if (stroke === undefined) return 'none';
  const dash = stroke.line === 'solid' ? 'none' : `"${stroke.line}"`;
  return `(paint: ${colorCode(stroke.color, opacity)}, thickness: ${of(stroke.width)}, dash: ${dash}, cap: "round", join: "round")`;
}

const place = (x: number, y: number, content: string): string => `place(top + left, dx: ${of(x)}, dy: ${of(y)}, ${content})`;
const point = (x: number, y: number): string => `(${of(x)}, ${of(y)})`;

function curveCode({ commands, filled, stroked }: Path, paint: string, stroke: string): string {
  const steps = commands.map((command) => {
    if (command.to === 'close') return 'curve.close(mode: "straight")';
    if (command.to !== 'curve') return `curve.${command.to}(${point(command.x, command.y)})`;
    const [a, b, c, d, e, f] = command.points;
    return `curve.cubic(${point(a, b)}, ${point(c, d)}, ${point(e, f)})`;
  });
  return `curve(fill: ${filled ? paint : 'none'}, fill-rule: "even-odd", stroke: ${stroked ? stroke : 'none'}, ${steps.join(', ')})`;
}

/** Corners of forms that Typst has no name for, as shares of the rectangle. */
const CORNERS: Readonly<Record<'diamond' | 'hexagon' | 'parallelogram', readonly (readonly [number, number])[]>> = {
  diamond: [
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
  ],
  hexagon: [
    [0.15, 0],
    [0.85, 0],
    [1, 0.5],
    [0.85, 1],
    [0.15, 1],
    [0, 0.5],
  ],
  parallelogram: [
    [0.15, 0],
    [1, 0],
    [0.85, 1],
    [0, 1],
  ],
};

/** A cylinder: its side with a curved foot, and the lid. */
function cylinderCode({ w, h }: Rect, paint: string, stroke: string): string[] {
  const lid = Math.min(h / 4, 24);
  const side = `curve(fill: ${paint}, stroke: ${stroke}, curve.move(${point(w, lid / 2)}), curve.line(${point(w, h - lid / 2)}), curve.cubic(${point(w, h + lid / 6)}, ${point(0, h + lid / 6)}, ${point(0, h - lid / 2)}), curve.line(${point(0, lid / 2)}))`;
  return [side, `ellipse(width: ${of(w)}, height: ${of(lid)}, fill: ${paint}, stroke: ${stroke})`];
}

function formCode(form: Form, rect: Rect, paint: string, stroke: string): string[] {
  if (form.kind === 'path') return form.paths.map((path) => curveCode(path, paint, stroke));
  if (form.kind === 'cylinder') return cylinderCode(rect, paint, stroke);
  if (form.kind === 'diamond' || form.kind === 'hexagon' || form.kind === 'parallelogram')
    return [`polygon(fill: ${paint}, stroke: ${stroke}, ${CORNERS[form.kind].map(([x, y]) => point(x * rect.w, y * rect.h)).join(', ')})`];
  const size = `width: ${of(rect.w)}, height: ${of(rect.h)}, fill: ${paint}, stroke: ${stroke}`;
  if (form.kind === 'ellipse') return [`ellipse(${size})`];
  return [`rect(${size}${form.kind === 'round' ? `, radius: ${of(form.radius)}` : ''})`];
}

const SHADOW_STEPS = 5;

/** There is no blur: rectangles within each other, each a little darker where they lie on each other. */
function shadowCode({ shadow, rect, form, opacity }: DrawnShape): string[] {
  if (shadow === undefined || form.kind === 'path') return [];
  const alpha = 1 - (1 - Math.min(0.95, shadow.color.alpha)) ** (1 / SHADOW_STEPS);
  return Array.from({ length: SHADOW_STEPS }, (_, at) => {
    const spread = shadow.blur * (0.5 - at / (SHADOW_STEPS - 1));
    const wide = { x: rect.x + shadow.x - spread, y: rect.y + shadow.y - spread, w: rect.w + 2 * spread, h: rect.h + 2 * spread };
    const radius = form.kind === 'ellipse' ? Math.min(wide.w, wide.h) / 2 : Math.max(0, (form.kind === 'round' ? form.radius : 0) + spread);
    return place(
      wide.x,
      wide.y,
      `rect(width: ${of(wide.w)}, height: ${of(wide.h)}, radius: ${of(radius)}, stroke: none, fill: ${colorCode({ ...shadow.color, alpha }, opacity)})`,
    );
  });
}

const LINK = /^(?:https?:\/\/|mailto:)[^\s<>"]{1,2000}$/i;

/** Every line of a face is as high as the layout counts it, whatever the face says of itself. */
function runSettings(run: DrawnRun, line: number | undefined, opacity: number): string {
  const height = runLine(run, line) / run.size;
  return [
    `font: ${familiesOf(faceFor(run.face).used)}`,
    `size: ${of(run.size)}`,
    `fill: ${colorCode(run.color, opacity)}`,
    `weight: ${run.bold ? 700 : 400}`,
    `style: "${run.italic ? 'italic' : 'normal'}"`,
    `tracking: ${of(run.letterSpacing)}`,
    `top-edge: ${Number((height * ABOVE).toFixed(4))}em`,
    `bottom-edge: -${Number((height * (1 - ABOVE)).toFixed(4))}em`,
  ].join(', ');
}

function runCode(run: DrawnRun, line: number | undefined, opacity: number): string {
  if (run.text === '\n') return '#linebreak();';
  let text = textMarkup(run.upper ? run.text.toUpperCase() : run.text);
  if (run.underline) text = code(`underline[${text}]`);
  if (run.strike && !run.underline) text = code(`strike[${text}]`);
  if (run.link !== undefined && LINK.test(run.link)) text = code(`link(${literal(run.link)})[${text}]`);
  return code(`text(${runSettings(run, line, opacity)})[${text}]`);
}

const paragraphCode = ({ runs, lineHeight }: DrawnParagraph, opacity: number): string =>
  runs.map((run) => runCode(run, lineHeight, opacity)).join('');

/** As the layout measures it. */
const BULLET_EM = 1.15;

/** Items of one list, their marks in a box of the width that the layout keeps for them. */
function listCode(items: readonly DrawnParagraph[], opacity: number): string {
  const [first] = items;
  const run = first?.runs[0];
  if (first === undefined || run === undefined) return 'none';
  const width = of(run.size * BULLET_EM);
  const settings = `indent: 0pt, body-indent: 0pt, tight: false, spacing: ${of(first.after)}`;
  const plain = runSettings({ ...run, bold: false }, first.lineHeight, opacity);
  const content = items.map((item) => `[${paragraphCode(item, opacity)}]`).join(', ');
  if (first.bullet?.kind !== 'number') return `list(${settings}, marker: box(width: ${width}, text(${plain})[•]), ${content})`;
  return `enum(${settings}, number-align: start + top, start: ${first.bullet.number}, numbering: n => box(width: ${width}, text(${plain})[#n.]), ${content})`;
}

/** Neighbours with bullets are one list, whatever the gaps between. */
function blocksCode(paragraphs: readonly DrawnParagraph[], opacity: number): string[] {
  const parts: DrawnParagraph[][] = [];
  for (const paragraph of paragraphs) {
    const kind = paragraph.bullet?.kind;
    if (kind !== undefined && parts.at(-1)?.[0]?.bullet?.kind === kind) parts.at(-1)?.push(paragraph);
    else parts.push([paragraph]);
  }
  return parts.map((part) => {
    const list = part[0]?.bullet !== undefined;
    const content = list ? listCode(part, opacity) : `[${part.map((paragraph) => paragraphCode(paragraph, opacity)).join('')}]`;
    return `block(above: 0pt, below: ${of(part.at(-1)?.after ?? 0)}, ${content})`;
  });
}

const TEXT_RULES =
  'set par(leading: 0pt, spacing: 0pt, justify: false, first-line-indent: 0pt, linebreaks: "simple"); set text(hyphenate: false)';

function textCode(draft: Draft, { paragraphs, oneLine }: TextBody, width: number, opacity: number, heading?: number): string {
  const align = paragraphs[0]?.align === 'center' || paragraphs[0]?.align === 'right' ? paragraphs[0].align : 'left';
  const words = paragraphs.map((paragraph) => paragraphCode(paragraph, opacity)).join('#linebreak();');
  // a line that was measured as one stays one, whatever hair the faces differ by
  const framed = (content: string): string => `block(above: 0pt, below: 0pt, width: ${of(width + 0.4)}, align(${align}, ${content}))`;
  if (heading !== undefined)
    return `{ ${TEXT_RULES}; show heading: it => ${framed('it.body')}; heading(level: ${outlineLevel(draft, heading)}, numbering: none)[${words}] }`;
  const whole = oneLine && paragraphs[0]?.bullet === undefined;
  return `{ ${TEXT_RULES}; ${framed(whole ? `box(width: auto)[${words}]` : `{ ${blocksCode(paragraphs, opacity).join('; ')} }`)} }`;
}

function shapeCode(draft: Draft, shape: DrawnShape): string[] {
  const { rect, text, opacity } = shape;
  const forms =
    shape.paint === undefined && shape.stroke === undefined
      ? []
      : formCode(shape.form, rect, paintCode(shape.paint, opacity), strokeCode(shape.stroke, opacity));
  const drawn = forms.map((form) => place(rect.x, rect.y, form));
  const words =
    text === undefined || text.paragraphs.length === 0
      ? []
      : [place(text.rect.x, text.rect.y, textCode(draft, text, text.rect.w, opacity, shape.heading))];
  return [...shadowCode(shape), ...drawn, ...words];
}

function pictureCode(draft: Draft, { asset: key, rect, form, alt }: DrawnPicture): string[] {
  const asset = draft.document.assets.get(key);
  if (asset === undefined) return [];
  const name = assetName(asset.key, asset.contentType);
  draft.assets.set(name, asset.data);
  const image = `image(${literal(`/assets/${name}`)}, alt: ${literal(describing(alt, draft.labels.image))}, width: ${of(rect.w)}, height: ${of(rect.h)}, fit: "cover")`;
  const radius = form.kind === 'ellipse' ? '50%' : form.kind === 'round' ? of(form.radius) : undefined;
  return [place(rect.x, rect.y, radius === undefined ? image : `box(clip: true, radius: ${radius}, ${image})`)];
}

const ARROW_PX = 5;

function arrowCode(from: { x: number; y: number }, to: { x: number; y: number }, { stroke, opacity }: RenderedLine): string {
  const size = ARROW_PX + stroke.width * 2;
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [backX, backY] = [to.x - ux * size, to.y - uy * size];
  const side = size * 0.45;
  return `place(top + left, polygon(fill: ${colorCode(stroke.color, opacity)}, stroke: none, ${point(to.x, to.y)}, ${point(backX - uy * side, backY + ux * side)}, ${point(backX + uy * side, backY - ux * side)}))`;
}

function lineCode(line: RenderedLine): string[] {
  const { points } = line;
  const [first, second] = points;
  const [before, last] = points.slice(-2);
  if (!first || !second || !before || !last) return [];
  const steps = points.map((each, at) => `curve.${at === 0 ? 'move' : 'line'}(${point(each.x, each.y)})`);
  return [
    `place(top + left, curve(stroke: ${strokeCode(line.stroke, line.opacity)}, ${steps.join(', ')}))`,
    ...(line.endArrow ? [arrowCode(before, last, line)] : []),
    ...(line.startArrow ? [arrowCode(second, first, line)] : []),
  ];
}

function chartCode(draft: Draft, item: DrawnChart): string[] {
  const lang = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(draft.document.lang) ? draft.document.lang : 'en';
  const { plan, notes } = planCanvasChart(item, draft.look, lang);
  for (const each of notes) addNote(draft, each);
  const { w, h } = item.rect;
  const { svg } = drawChart(plan, faceFor(item.text.face).used, {
    widthPt: w / PX_PER_PT,
    heightPt: h / PX_PER_PT,
    sizePt: chartTextPt(item),
  });
  draft.chartCount += 1;
  const name = `chart-${draft.chartCount}.svg`;
  draft.assets.set(name, new TextEncoder().encode(printable(inkChart(svg, item))));
  const alt = literal(describing(item.chart.alt ?? describeChart(item.chart, lang), draft.labels.chart));
  return [place(item.rect.x, item.rect.y, `image(${literal(`/assets/${name}`)}, alt: ${alt}, width: ${of(w)}, height: ${of(h)})`)];
}

function tableCode(draft: Draft, item: DrawnTable): string[] {
  const rows = item.rows.map((row) => {
    const cells = row.cells.flatMap((cell) => {
      if (!isCell(cell)) return [];
      const [top, right, bottom, left] = cell.padding;
      const [above, beside, below, before] = cell.borders.map((side) => strokeCode(side, item.opacity));
      const settings = [
        `colspan: ${cell.colspan}`,
        `rowspan: ${cell.rowspan}`,
        `fill: ${cell.paint === undefined ? 'none' : colorCode(cell.paint, item.opacity)}`,
        `stroke: (top: ${above}, right: ${beside}, bottom: ${below}, left: ${before})`,
        `inset: (top: ${of(top)}, right: ${of(right)}, bottom: ${of(bottom)}, left: ${of(left)})`,
        'align: horizon + left',
      ];
      return [`table.cell(${settings.join(', ')}, ${textCode(draft, cell.text, cell.text.rect.w, item.opacity)})`];
    });
    return { cells, header: row.cells.every((cell) => !isCell(cell) || cell.header) };
  });
  const [first, ...others] = rows;
  const head = first?.header === true ? [`table.header(repeat: false, ${first.cells.join(', ')})`] : (first?.cells ?? []);
  const sizes = (values: readonly number[]): string => `(${values.map((value) => `${of(value)},`).join(' ')})`;
  const table = `table(columns: ${sizes(item.columns)}, rows: ${sizes(item.rows.map(({ height }) => height))}, stroke: none, ${[...head, ...others.flatMap(({ cells }) => cells)].join(', ')})`;
  return [place(item.rect.x, item.rect.y, `block(width: ${of(item.rect.w)}, ${table})`)];
}

function itemsCode(draft: Draft, { items }: Drawing): string[] {
  return [...flatItems(items)].flatMap((item) => {
    switch (item.kind) {
      case 'shape':
        return shapeCode(draft, item);
      case 'picture':
        return pictureCode(draft, item);
      case 'line':
        return lineCode(item);
      case 'chart':
        return chartCode(draft, item);
      case 'table':
        return tableCode(draft, item);
    }
  });
}

/** A drawing in the line of the text. */
function drawingMarkup(draft: Draft, drawing: Drawing): string {
  return `block(width: ${of(drawing.width)}, height: ${of(drawing.height)}, breakable: false, { ${itemsCode(draft, drawing).join('; ')} })`;
}

export function canvasMarkup(draft: Draft, canvas: Canvas): string {
  const { drawing, notes } = drawOnPage(canvas, draft.document, draft.look, {
    widthPt: draft.widthPt,
    heightPt: draft.measures.textHeightPt,
    landscape: draft.orientation === 'landscape',
  });
  for (const each of notes) addNote(draft, each);
  const content = drawingMarkup(draft, drawing);
  const anchor = anchorMarkup(draft, canvas.anchor);
  if (canvas.page !== true || draft.depth > 0) return `${anchor}${code(content)}`;
  return `${anchor}${code(`page(margin: 0pt, header: none, footer: none, ${content})`)}`;
}

/** A diagram as its canvas; as its source where it cannot be drawn. */
export function diagramMarkup(draft: Draft, block: Code): string {
  const { canvas, notes } = pageDiagram(block, draft.look, { widthPt: draft.widthPt, heightPt: draft.measures.textHeightPt });
  for (const each of notes) addNote(draft, each);
  return canvas === undefined ? codeMarkup(draft, block) : canvasMarkup(draft, canvas);
}
