/** Slides beside their drawn pages, and which shape a drawn line belongs to. */
import type { RenderedDocument, RenderedLine, RenderedPage } from '../../document/rendered-document.ts';
import { foldText } from '../drawn-text.ts';
import type { DeckView, DeckSlide } from '../deck-view.ts';
import type { DeckShape } from './shapes.ts';

export interface DrawnSlide {
  slide: DeckSlide;
  page: RenderedPage;
  /** Points of the slide for each point of the page. */ scale: number;
}

/** Empty where pages and slides cannot be matched: hidden slides are not drawn, and nothing else may be missing. */
export function drawnSlides(deck: DeckView, drawn: RenderedDocument): DrawnSlide[] {
  const shown = deck.slides.filter(({ hidden }) => !hidden);
  const slides = shown.length === drawn.pages.length ? shown : deck.slides.length === drawn.pages.length ? deck.slides : [];
  return slides.flatMap((slide, i): DrawnSlide[] => {
    const page = drawn.pages[i];
    return page ? [{ slide, page, scale: page.widthPt > 0 ? deck.widthPt / page.widthPt : 1 }] : [];
  });
}

/** Shorter ones may be anywhere. */
const CHARACTERS_MIN = 6;

export interface OwnedLine {
  line: RenderedLine;
  shape: DeckShape;
}

/** Distance of a line's middle from a shape's box; 0 inside. */
function distance(line: RenderedLine, { box }: DeckShape, scale: number): number {
  if (!box) return Number.POSITIVE_INFINITY;
  const y = ((line.top + line.bottom) / 2) * scale;
  const x = ((line.left + line.right) / 2) * scale;
  return Math.max(0, box.top - y, y - box.bottom) + Math.max(0, box.left - x, x - box.right);
}

/** Lines whose words are in one shape of the slide alone, or in the nearest of several. */
export function ownedLines({ slide, page, scale }: DrawnSlide): OwnedLine[] {
  const shapes = slide.shapes
    .filter(({ kind, text, box, turned, frame }) => kind === 'shape' && text !== '' && box !== undefined && !turned && !frame.turned)
    .map((shape) => ({ shape, folded: foldText(shape.text) }));
  const figures = slide.shapes.filter(
    ({ kind, table, chart, picture }) => kind === 'other' || table !== undefined || chart !== undefined || picture !== undefined,
  );
  return page.lines.flatMap((line): OwnedLine[] => {
    // charts and tables have words of their own, which may be those of a title
    if (figures.some((figure) => distance(line, figure, scale) === 0)) return [];
    const [mark = ''] = /^[•▪■–‣◦o\d.)]{1,3}(?=.{4})/u.exec(foldText(line.text)) ?? [];
    // a figure of its own beside the words is no mark of a list, and not in their shape
    if (mark !== '' && shapes.some((one) => one.folded === mark)) return [];
    const folded = foldText(line.text).slice(mark.length);
    if (folded.length < CHARACTERS_MIN) return [];
    const [nearest] = shapes
      .filter((one) => one.folded.includes(folded))
      .toSorted((a, b) => distance(line, a.shape, scale) - distance(line, b.shape, scale));
    return nearest ? [{ line, shape: nearest.shape }] : [];
  });
}
