/** Slides that are designed freely: each canvas on one, over the whole slide, or below a title that it does not have itself. */
import { append } from '../../../base/append.ts';
import { canvasNotes, layOutCanvas, type CanvasTheme } from '../../../canvas/lay-out-canvas.ts';
import { flatItems, type Drawing, type DrawnChart, type Rect } from '../../../canvas/drawing.ts';
import { isDiagram, readDiagram } from '../../../canvas/read-diagram.ts';
import { fitDrawing } from '../../../canvas/scale-drawing.ts';
import type { Block, Canvas } from '../../../document/block.ts';
import { walkCanvas } from '../../../document/canvas.ts';
import { plainText } from '../../../document/inline.ts';
import type { ChartSpec } from '../../../ooxml/chart.ts';
import { describeChart } from '../../chart-plan.ts';
import { titleOf } from '../../../templates/deck-template.ts';
import { canvasChartSpec } from '../../drawing/canvas-chart.ts';
import { slideCanvasTheme } from '../../drawing/canvas-theme.ts';
import { deckTheme } from '../deck-theme.ts';
import type { RawSlide } from './divide.ts';
import { SLIDE } from './layouts/frame.ts';
import { layoutNamed, makeSlide } from './slide-maker.ts';
import type { PlanContext, PlannedDrawing, PlannedSlide } from './planned.ts';

const PX_PER_INCH = 96;
const WHOLE: Rect = { x: 0, y: 0, w: Math.round(SLIDE.w * PX_PER_INCH), h: SLIDE.h * PX_PER_INCH };
/** Below the title, above the foot. */
const BELOW: Rect = { x: 72, y: 184, w: 1_136, h: 466 };

interface Places {
  whole: Rect;
  below: Rect;
}

/** On a supplied template a canvas stays in the free area; one with a title of its own has that of the title too. */
function placesOn({ theme }: PlanContext): Places {
  if (theme.template === undefined) return { whole: WHOLE, below: BELOW };
  const px = (inches: number): number => Math.round(inches * PX_PER_INCH);
  const { x, y, w, h } = theme.content;
  const top = Math.max(0, Math.min(y, titleOf(theme.template.chosen.titleOnly)?.box.y ?? y));
  return { whole: { x: px(x), y: px(top), w: px(w), h: px(y + h - top) }, below: { x: px(x), y: px(y), w: px(w), h: px(h) } };
}

function drawnSpec(context: PlanContext, item: DrawnChart): ChartSpec {
  const { spec, notes } = canvasChartSpec(
    item,
    context.look,
    context.document.lang,
    item.dark === (context.theme.name === 'dark') ? context.theme : undefined,
  );
  append(context.notes, notes);
  return spec;
}

/** The theme of the deck, or the other one where the canvas asks for it. */
const themeOf = ({ theme, look }: PlanContext, { mode }: Canvas): CanvasTheme =>
  slideCanvasTheme(mode === undefined || mode === theme.name ? theme : deckTheme(look, mode), look);

function placed(context: PlanContext, canvas: Canvas, place: Rect): PlannedDrawing {
  // on a slide that is larger than ours a pixel is larger
  const unit = Math.max(1, context.theme.unit);
  const { drawing, faults } = layOutCanvas(canvas, {
    rules: context.look.canvasRules ?? [],
    theme: themeOf(context, canvas),
    width: place.w / unit,
    height: canvas.width === undefined || canvas.height !== undefined ? place.h / unit : undefined,
    slide: true,
    pictures: context.document.assets,
  });
  append(context.notes, canvasNotes(canvas, faults));
  const fitted: Drawing = fitDrawing(drawing, place, unit);
  const charts = new Map(
    [...flatItems(fitted.items)].flatMap((item) =>
      item.kind === 'chart'
        ? [[item.id, { spec: drawnSpec(context, item), alt: describeChart(item.chart, context.document.lang) }] as const]
        : [],
    ),
  );
  return { items: fitted.items, charts, alt: canvas.alt };
}

const headingOf = ({ items }: PlannedDrawing): string | undefined => {
  const title = [...flatItems(items)].find((item) => item.kind === 'shape' && item.heading === 1 && item.text !== undefined);
  return title?.kind === 'shape'
    ? title.text?.paragraphs
        .flatMap(({ runs }) => runs.map(({ text }) => text))
        .join('')
        .replaceAll('\n', ' ')
    : undefined;
};

const hasHeading = (canvas: Canvas): boolean =>
  [...walkCanvas(canvas.nodes)].some(({ tag }) => tag === 'h1' || tag === 'h2' || tag === 'h3');
const hasTitle = (canvas: Canvas): boolean => [...walkCanvas(canvas.nodes)].some(({ tag }) => tag === 'h1');
const same = (a: string, b: string): boolean =>
  a.replaceAll(/\s+/g, ' ').trim().toLowerCase() === b.replaceAll(/\s+/g, ' ').trim().toLowerCase();

function canvasSlide(context: PlanContext, raw: RawSlide, canvas: Canvas): PlannedSlide {
  const given = plainText(raw.title);
  // a supplied template shows its titles where they are
  const titled = context.theme.template === undefined ? hasHeading(canvas) : hasTitle(canvas);
  if (!titled && given.trim() !== '') {
    const drawing = placed(context, canvas, placesOn(context).below);
    return { ...makeSlide(context, raw, { layout: 'canvas', fills: [] }), drawing };
  }
  const drawing = placed(context, canvas, placesOn(context).whole);
  const title = headingOf(drawing) ?? '';
  if (given.trim() !== '' && !same(given, title))
    context.notes.push({
      code: 'canvas_title_replaced',
      severity: 'info',
      message: `The slide is titled by the heading of its canvas, ${JSON.stringify(title.slice(0, 80))}; its own title, ${JSON.stringify(given.slice(0, 80))}, is not shown.`,
      blockId: canvas.id,
    });
  return { layout: layoutNamed(context, 'canvas'), title, fills: [], shapes: [], notes: raw.notes, anchors: raw.anchors, drawing };
}

/** The largest type in which a diagram has its natural size on a slide. */
const DIAGRAM_PX = [26, 22, 20, 18] as const;

/** A diagram as its canvas; the others as they are. A block of code that cannot be drawn says why once. */
function drawnDiagram(context: PlanContext, block: Block): Block {
  if (!isDiagram(block)) return block;
  const { below } = placesOn(context);
  const drawn = DIAGRAM_PX.map(
    (size) => (): ReturnType<typeof readDiagram> =>
      readDiagram(block, { face: context.theme.faces.text, size, width: below.w, height: below.h }),
  );
  const fits = ({ canvas }: ReturnType<typeof readDiagram>): boolean =>
    canvas === undefined || ((canvas.width ?? 0) <= below.w && (canvas.height ?? Infinity) <= below.h);
  const first = drawn.find((read) => fits(read())) ?? drawn.at(-1);
  const { canvas, notes } = first?.() ?? { notes: [] };
  for (const note of notes)
    if (!context.notes.some((known) => known.code === note.code && known.blockId === note.blockId)) context.notes.push(note);
  return canvas ?? block;
}

/**
 * A slide with canvases: one slide for each, and what is between them as slides of its own; undefined where there is none.
 * @param build makes the slides of ordinary blocks
 */
export function canvasSlides(context: PlanContext, given: RawSlide, build: (part: RawSlide) => PlannedSlide[]): PlannedSlide[] | undefined {
  const raw = { ...given, blocks: given.blocks.map((block) => drawnDiagram(context, block)) };
  if (!raw.blocks.some(({ type }) => type === 'canvas')) return undefined;
  const parts: Block[][] = [];
  for (const block of raw.blocks) {
    if (block.type === 'canvas' || parts.length === 0 || parts.at(-1)?.[0]?.type === 'canvas') parts.push([block]);
    else parts.at(-1)?.push(block);
  }
  return parts.flatMap((blocks, at): PlannedSlide[] => {
    const part: RawSlide = { ...raw, blocks, ...(at === 0 ? {} : { notes: [], anchors: [] }) };
    const [first] = blocks;
    return first?.type === 'canvas' ? [canvasSlide(context, part, first)] : build(part);
  });
}
