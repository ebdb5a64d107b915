/**
 * Canvases and diagrams: the laid-out drawing as SVG, its words as real text. A canvas without a width of its own is laid out
 * twice, for a phone and for the page; others are made smaller down to where they are still read, and scroll from there on.
 */
import {
  flatItems,
  isCell,
  type Drawing,
  type DrawnCell,
  type DrawnChart,
  type DrawnParagraph,
  type DrawnPicture,
  type DrawnRun,
  type DrawnShape,
  type DrawnTable,
  type Form,
  type Rect,
  type RenderedLine,
  type Stroke,
  type TextBody,
} from '../../canvas/drawing.ts';
import { runLine } from '../../canvas/text-line.ts';
import type { PathCommand } from '../../canvas/vector-path.ts';
import type { Canvas, Code } from '../../document/block.ts';
import type { Color, Paint } from '../../document/canvas-values.ts';
import { canvasTexts, type CanvasNode, type Declarations } from '../../document/canvas.ts';
import { describeChart } from '../chart-plan.ts';
import { drawChart } from '../chart-svg.ts';
import { inkChart, planCanvasChart } from '../drawing/canvas-chart.ts';
import { drawOnPage, pageDiagram, PX_PER_PT } from '../page-canvas.ts';
import { addNote, dataUri, ownId, type Draft } from './draft.ts';
import { canvasStack } from './faces.ts';
import { darkTheme, mergeSchemes } from './schemes.ts';
import type { Note } from '../../base/note.ts';
import type { CanvasTheme } from '../../canvas/lay-out-canvas.ts';
import { pageCanvasTheme } from '../drawing/canvas-theme.ts';
import { codeMarkup } from './figures.ts';
import { attributesText, element, emptyElement, escapeHtml, isAddress } from './markup.ts';

/** What a phone leaves for a drawing, in CSS pixels. */
const PHONE_PX = 328;
/** Below this share of its size a drawing scrolls. */
const SHRUNK_MIN = 0.62;
const HEIGHT_PX_MAX = 2400;

const short = (value: number): string => String(Math.round(value * 100) / 100);
const colorOf = ({ hex, alpha }: Color, opacity = 1): string => {
  const share = Math.round(Math.min(1, alpha * opacity) * 255);
  return `#${hex}${share === 255 ? '' : share.toString(16).padStart(2, '0')}`;
};

interface Picture {
  draft: Draft;
  defs: string[];
}

function paintOf(picture: Picture, paint: Paint | undefined, opacity: number): string {
  if (paint === undefined || paint.kind === 'picture') return 'none';
  if (paint.kind === 'solid') return colorOf(paint.color, opacity);
  const id = ownId(picture.draft, 'g');
  const turn = ((paint.angle - 90) * Math.PI) / 180;
  const [x, y] = [Math.cos(turn) / 2, Math.sin(turn) / 2];
  const stops = paint.stops.map(({ at, color }) => `<stop offset="${short(at)}" stop-color="${colorOf(color, opacity)}"/>`);
  picture.defs.push(
    `<linearGradient id="${id}" x1="${short(0.5 - x)}" y1="${short(0.5 - y)}" x2="${short(0.5 + x)}" y2="${short(0.5 + y)}">${stops.join('')}</linearGradient>`,
  );
  return `url(#${id})`;
}

function strokeText(stroke: Stroke | undefined, opacity: number): string {
  if (stroke === undefined) return '';
  const dash =
    stroke.line === 'solid'
      ? ''
      : ` stroke-dasharray="${stroke.line === 'dashed' ? `${short(stroke.width * 3)} ${short(stroke.width * 2)}` : `0.1 ${short(stroke.width * 2)}`}"`;
  return ` stroke="${colorOf(stroke.color, opacity)}" stroke-width="${short(stroke.width)}" stroke-linecap="round" stroke-linejoin="round"${dash}`;
}

const pathData = (commands: readonly PathCommand[], x: number, y: number): string =>
  commands
    .map((command) => {
      if (command.to === 'close') return 'Z';
      if (command.to !== 'curve') return `${command.to === 'move' ? 'M' : 'L'}${short(command.x + x)} ${short(command.y + y)}`;
      const [a, b, c, d, e, f] = command.points;
      return `C${short(a + x)} ${short(b + y)} ${short(c + x)} ${short(d + y)} ${short(e + x)} ${short(f + y)}`;
    })
    .join('');

/** Corners of forms of flowcharts, as shares of the rectangle. */
const CORNERS: Readonly<Record<'diamond' | 'hexagon' | 'parallelogram', string>> = {
  diamond: '0.5 0 1 0.5 0.5 1 0 0.5',
  hexagon: '0.15 0 0.85 0 1 0.5 0.85 1 0.15 1 0 0.5',
  parallelogram: '0.15 0 1 0 0.85 1 0 1',
};

function formSvg(form: Form, { x, y, w, h }: Rect, fill: string, stroke: string): string {
  switch (form.kind) {
    case 'path':
      return form.paths
        .map(
          ({ commands, filled, stroked }) =>
            `<path fill-rule="evenodd" fill="${filled ? fill : 'none'}"${stroked ? stroke : ''} d="${pathData(commands, x, y)}"/>`,
        )
        .join('');
    case 'cylinder': {
      const lid = Math.min(h / 4, 24);
      const side = `M${short(x + w)} ${short(y + lid / 2)}V${short(y + h - lid / 2)}C${short(x + w)} ${short(y + h + lid / 6)} ${short(x)} ${short(y + h + lid / 6)} ${short(x)} ${short(y + h - lid / 2)}V${short(y + lid / 2)}`;
      return `<path fill="${fill}"${stroke} d="${side}"/><ellipse cx="${short(x + w / 2)}" cy="${short(y + lid / 2)}" rx="${short(w / 2)}" ry="${short(lid / 2)}" fill="${fill}"${stroke}/>`;
    }
    case 'ellipse':
      return `<ellipse cx="${short(x + w / 2)}" cy="${short(y + h / 2)}" rx="${short(w / 2)}" ry="${short(h / 2)}" fill="${fill}"${stroke}/>`;
    case 'rect':
    case 'round':
      return `<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}"${form.kind === 'round' ? ` rx="${short(form.radius)}"` : ''} fill="${fill}"${stroke}/>`;
    case 'diamond':
    case 'hexagon':
    case 'parallelogram': {
      const shares = CORNERS[form.kind].split(' ').map(Number);
      const points = shares.map((share, at) => short(at % 2 === 0 ? x + share * w : y + share * h));
      return `<polygon points="${points.join(' ')}" fill="${fill}"${stroke}/>`;
    }
  }
}

function runHtml(run: DrawnRun, line: number | undefined, opacity: number): string {
  if (run.text === '\n') return '<br>';
  const style = [
    `font:${run.italic ? 'italic ' : ''}${run.bold ? 700 : 400} ${short(run.size)}px/${short(runLine(run, line) / run.size)} ${canvasStack(run.face)}`,
    `color:${colorOf(run.color, opacity)}`,
    run.letterSpacing === 0 ? '' : `letter-spacing:${short(run.letterSpacing)}px`,
    run.underline || run.strike
      ? `text-decoration:${[run.underline ? 'underline' : '', run.strike ? 'line-through' : ''].join(' ').trim()}`
      : '',
  ].filter((part) => part !== '');
  const text = escapeHtml(run.upper ? run.text.toUpperCase() : run.text);
  const styled = { style: style.join(';') };
  return run.link !== undefined && isAddress(run.link)
    ? element('a', { ...styled, href: run.link, rel: 'noopener noreferrer', target: '_blank' }, text)
    : element('span', styled, text);
}

function paragraphHtml({ runs, align, after, bullet, lineHeight }: DrawnParagraph, opacity: number): string {
  const style = [
    align === 'left' ? '' : `text-align:${align}`,
    after === 0 ? '' : `margin-bottom:${short(after)}px`,
    bullet === undefined ? '' : 'padding-left:1.15em;position:relative',
  ].filter((part) => part !== '');
  const [first] = runs;
  const mark =
    bullet === undefined || first === undefined
      ? ''
      : element(
          'span',
          {
            style: `position:absolute;left:0;font:400 ${short(first.size)}px/${short(runLine(first, lineHeight) / first.size)} ${canvasStack(first.face)};color:${colorOf(first.color, opacity)}`,
          },
          bullet.kind === 'dot' ? '•' : `${bullet.number}.`,
        );
  return element(
    'div',
    { style: style.length === 0 ? undefined : style.join(';') },
    mark + runs.map((run) => runHtml(run, lineHeight, opacity)).join(''),
  );
}

function textSvg({ paragraphs, rect, oneLine }: TextBody, opacity: number, heading?: number): string {
  if (paragraphs.length === 0) return '';
  const words = paragraphs.map((paragraph) => paragraphHtml(paragraph, opacity)).join('');
  const body = element(
    'div',
    { class: oneLine ? 'one' : undefined, ...(heading === undefined ? {} : { role: 'heading', 'aria-level': Math.min(heading + 1, 6) }) },
    words,
  );
  return `<foreignObject x="${short(rect.x)}" y="${short(rect.y)}" width="${short(Math.max(1, rect.w + 1))}" height="${short(Math.max(1, rect.h))}">${body}</foreignObject>`;
}

function shapeSvg(picture: Picture, { rect, form, paint, stroke, shadow, text, opacity, heading }: DrawnShape): string {
  const drawn =
    paint === undefined && stroke === undefined ? '' : formSvg(form, rect, paintOf(picture, paint, opacity), strokeText(stroke, opacity));
  const behind =
    shadow === undefined || drawn === ''
      ? drawn
      : `<g style="filter:drop-shadow(${short(shadow.x)}px ${short(shadow.y)}px ${short(shadow.blur / 2)}px ${colorOf(shadow.color, opacity)})">${drawn}</g>`;
  return `${behind}${text === undefined ? '' : textSvg(text, opacity, heading)}`;
}

function pictureSvg({ draft, defs }: Picture, { asset: key, rect, form, alt }: DrawnPicture): string {
  const asset = draft.document.assets.get(key);
  if (asset === undefined) return '';
  const clip = ownId(draft, 'clip');
  defs.push(`<clipPath id="${clip}">${formSvg(form, rect, '#000', '')}</clipPath>`);
  return `<image${attributesText({ href: dataUri(draft, asset), x: short(rect.x), y: short(rect.y), width: short(rect.w), height: short(rect.h), preserveAspectRatio: 'xMidYMid slice', 'clip-path': `url(#${clip})`, role: 'img', 'aria-label': alt === '' ? draft.labels.image : alt })}/>`;
}

const ARROW_PX = 5;

function arrowSvg(from: { x: number; y: number }, to: { x: number; y: number }, { stroke, opacity }: RenderedLine): string {
  const size = ARROW_PX + stroke.width * 2;
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [backX, backY] = [to.x - ux * size, to.y - uy * size];
  const side = size * 0.45;
  const points = [to.x, to.y, backX - uy * side, backY + ux * side, backX + uy * side, backY - ux * side].map(short);
  return `<polygon points="${points.join(' ')}" fill="${colorOf(stroke.color, opacity)}"/>`;
}

function lineSvg(line: RenderedLine): string {
  const [first, second] = line.points;
  const [before, last] = line.points.slice(-2);
  if (!first || !second || !before || !last) return '';
  const points = line.points.map(({ x, y }) => `${short(x)} ${short(y)}`).join(' ');
  const ends = `${line.endArrow ? arrowSvg(before, last, line) : ''}${line.startArrow ? arrowSvg(second, first, line) : ''}`;
  return `<polyline fill="none" points="${points}"${strokeText(line.stroke, line.opacity)}/>${ends}`;
}

function chartSvg({ draft }: Picture, item: DrawnChart): string {
  const lang = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(draft.document.lang) ? draft.document.lang : 'en';
  const { plan, notes } = planCanvasChart(item, draft.look, lang);
  for (const each of notes) addNote(draft, each);
  // its lengths are pixels here
  const plot = plan.plot === undefined ? {} : { plot: item.wishes.plot };
  const { svg } = drawChart({ ...plan, ...plot }, 'inherit', { widthPt: item.rect.w, heightPt: item.rect.h, sizePt: item.text.size });
  const inked = inkChart(svg, item);
  const { x, y, w, h } = item.rect;
  return `<svg${attributesText({ role: 'img', 'aria-label': item.chart.alt ?? describeChart(item.chart, lang), x: short(x), y: short(y), width: short(w), height: short(h), viewBox: `0 0 ${short(w)} ${short(h)}`, style: `font-family:${canvasStack(item.text.face)}` })}>${inked.slice(inked.indexOf('>') + 1).replaceAll(' font-family="inherit"', '')}`;
}

function cellHtml(cell: DrawnCell, opacity: number): string {
  const style = [
    cell.paint === undefined ? '' : `background:${colorOf(cell.paint, opacity)}`,
    `padding:${cell.padding.map((side) => `${short(side)}px`).join(' ')}`,
    `vertical-align:${cell.valign}`,
    ...['top', 'right', 'bottom', 'left'].map((side, at) => {
      const border = cell.borders[at];
      return border === undefined ? '' : `border-${side}:${short(border.width)}px ${border.line} ${colorOf(border.color, opacity)}`;
    }),
  ].filter((part) => part !== '');
  const attributes = {
    style: style.join(';'),
    colspan: cell.colspan > 1 ? cell.colspan : undefined,
    rowspan: cell.rowspan > 1 ? cell.rowspan : undefined,
  };
  return element(
    cell.header ? 'th' : 'td',
    attributes,
    cell.text.paragraphs.map((paragraph) => paragraphHtml(paragraph, opacity)).join(''),
  );
}

function tableSvg(item: DrawnTable): string {
  const rows = item.rows.map(({ height, cells }) =>
    element('tr', { style: `height:${short(height)}px` }, cells.map((cell) => (isCell(cell) ? cellHtml(cell, item.opacity) : '')).join('')),
  );
  const columns = item.columns.map((width) => emptyElement('col', { style: `width:${short(width)}px` })).join('');
  const { x, y, w, h } = item.rect;
  return `<foreignObject x="${short(x)}" y="${short(y)}" width="${short(w + 1)}" height="${short(h)}"><table class="drawn" style="width:${short(w)}px"><colgroup>${columns}</colgroup>${rows.join('')}</table></foreignObject>`;
}

function itemsSvg(picture: Picture, { items }: Drawing): string {
  return [...flatItems(items)]
    .map((item) => {
      switch (item.kind) {
        case 'shape':
          return shapeSvg(picture, item);
        case 'picture':
          return pictureSvg(picture, item);
        case 'line':
          return lineSvg(item);
        case 'chart':
          return chartSvg(picture, item);
        case 'table':
          return tableSvg(item);
      }
    })
    .join('');
}

function drawingMarkup(draft: Draft, drawing: Drawing, name: string): string {
  const picture: Picture = { draft, defs: [] };
  const items = itemsSvg(picture, drawing);
  const defs = picture.defs.length === 0 ? '' : `<defs>${picture.defs.join('')}</defs>`;
  const least = Math.min(drawing.width, Math.max(PHONE_PX, drawing.width * SHRUNK_MIN));
  const size = `max-width:${short(drawing.width)}px;min-width:${short(name === 'narrow' ? Math.min(least, PHONE_PX) : least)}px`;
  return `<svg class="${name}" style="${size}" viewBox="0 0 ${short(drawing.width)} ${short(drawing.height)}">${defs}${items}</svg>`;
}

type Drawn = ReturnType<typeof drawOnPage>;

const stacked = (style: Declarations): Declarations =>
  Object.fromEntries(
    Object.entries(style).flatMap(([name, value]): [string, string][] => {
      if (/^flex(?:-grow|-basis)?$/.test(name)) return [];
      if (name === 'flex-direction' && value.startsWith('row')) return [[name, 'column']];
      return [[name, name === 'grid-template-columns' ? '1fr' : value]];
    }),
  );

/** The canvas with what is side by side below each other. */
const stackedNode = (node: CanvasNode): CanvasNode =>
  typeof node === 'string'
    ? node
    : {
        ...node,
        ...(node.style === undefined ? {} : { style: stacked(node.style) }),
        ...(node.children === undefined ? {} : { children: node.children.map(stackedNode) }),
      };

/** As it is, or stacked, where that fits a phone as well as the page; undefined where neither does. */
function phoneDrawing(canvas: Canvas, draw: (widthPx: number, given?: Canvas) => Drawn, faultsMax: number): Drawing | undefined {
  const upright: Canvas = {
    ...canvas,
    rules: canvas.rules.map((rule) => ({ ...rule, style: stacked(rule.style) })),
    nodes: canvas.nodes.map(stackedNode),
  };
  for (const given of [canvas, upright]) {
    const { drawing, notes } = draw(PHONE_PX, given);
    if (notes.length <= faultsMax && drawing.width <= PHONE_PX + 1) return drawing;
  }
  return undefined;
}

/** A canvas as drawings, with what it shows said beside them. In the dark scheme it is dark too, unless words were not read then. */
export function canvasMarkup(draft: Draft, canvas: Canvas): string {
  const before = draft.counter;
  const light = drawingsOf(draft, canvas, pageCanvasTheme(draft.look, canvas.mode === 'dark'));
  const after = draft.counter;
  for (const each of light.notes) addNote(draft, each);
  let both: string | undefined;
  if (canvas.mode === undefined) {
    // the same ids, so that the two differ in colours alone
    draft.counter = before;
    const noted = draft.notes.length;
    const dark = drawingsOf(draft, canvas, darkTheme(draft.look));
    draft.notes.splice(noted);
    draft.counter = after;
    if (dark.notes.length <= light.notes.length) both = mergeSchemes(draft, light.markup, dark.markup);
  }
  const label = canvas.alt ?? canvasTexts(canvas.nodes).join(' · ').slice(0, 120);
  return element(
    'figure',
    {
      class: both === undefined ? 'canvas' : 'canvas both',
      id: draft.ids.byBlock.get(canvas.id),
      role: 'group',
      tabindex: 0,
      'aria-label': label === '' ? draft.labels.diagram : label,
    },
    both ?? light.markup,
  );
}

/** For the page and, where that is another one, for a phone. */
function drawingsOf(draft: Draft, canvas: Canvas, theme: CanvasTheme): { markup: string; notes: Note[] } {
  const draw = (widthPx: number, given = canvas): Drawn =>
    drawOnPage(
      given.page === true ? { ...given, page: undefined } : given,
      draft.document,
      draft.look,
      { widthPt: widthPx / PX_PER_PT, heightPt: HEIGHT_PX_MAX / PX_PER_PT, landscape: false },
      theme,
    );
  const wide = draw(Math.max(draft.widthPx, canvas.width ?? 0));
  const narrow = canvas.width === undefined && draft.widthPx > PHONE_PX * 1.3 ? phoneDrawing(canvas, draw, wide.notes.length) : undefined;
  const markup =
    narrow === undefined
      ? drawingMarkup(draft, wide.drawing, 'only')
      : drawingMarkup(draft, narrow, 'narrow') + drawingMarkup(draft, wide.drawing, 'wide');
  return { markup, notes: wide.notes };
}

/** A diagram as its canvas; as its source where it cannot be drawn. */
export function diagramMarkup(draft: Draft, block: Code): string {
  const { canvas, notes } = pageDiagram(block, draft.look, {
    widthPt: Math.max(draft.widthPx, 480) / PX_PER_PT,
    heightPt: HEIGHT_PX_MAX / PX_PER_PT,
  });
  for (const each of notes) addNote(draft, each);
  return canvas === undefined ? codeMarkup(draft, block) : canvasMarkup(draft, canvas);
}
