import { bboxOf, isFurniture, isTitle, nameShape, textPlace, type DeckSlide } from '../../deck-view.ts';
import { alikeShapes, type PlacedShape } from '../../deck/alike-shapes.ts';
import { defineDeckRule, type Hit } from '../../define-rule.ts';
import { deckExample, slideXml, textXml } from '../../example-decks.ts';

/** Less is not seen; more is meant. Points. */
const OFF_PT_MIN = 2.5;
const OFF_PT_MAX = 11;
/** Pictures of one size are a row; others were put where there was room. Points. */
const PICTURE_SIZE_PT = 1;
/** Neighbours in a row are no further apart, as a share of their size. */
const NEAR_SHARE = 0.6;
/** Texts that set the left edge of a slide take at least so much of its width. */
const WIDE_SHARE = 0.4;

const off = (a: number, b: number): boolean => Math.abs(a - b) >= OFF_PT_MIN && Math.abs(a - b) <= OFF_PT_MAX;
const shared = (from: number, to: number, from2: number, to2: number): number => Math.min(to, to2) - Math.max(from, from2);

/** Whether the edges of both are seen, and are meant to be in line: words without a ground have no edge. */
function haveEdges({ shape: one, box: a }: PlacedShape, { shape: other, box: b }: PlacedShape): boolean {
  if (one.kind === 'picture')
    return (
      Math.abs(a.right - a.left - (b.right - b.left)) <= PICTURE_SIZE_PT &&
      Math.abs(a.bottom - a.top - (b.bottom - b.top)) <= PICTURE_SIZE_PT
    );
  return one.kind !== 'shape' || (one.fill !== 'none' && other.fill !== 'none');
}

/** Two of one size, side by side or one above the other, a little out of line. */
function crookedPair(group: readonly PlacedShape[]): [PlacedShape, PlacedShape, number] | undefined {
  for (const [i, one] of group.entries()) {
    for (const other of group.slice(i + 1)) {
      if (!haveEdges(one, other)) continue;
      const [a, b] = [one.box, other.box];
      const beside = shared(a.left, a.right, b.left, b.right) <= 0 && shared(a.top, a.bottom, b.top, b.bottom) > (a.bottom - a.top) * 0.5;
      const above = shared(a.top, a.bottom, b.top, b.bottom) <= 0 && shared(a.left, a.right, b.left, b.right) > (a.right - a.left) * 0.5;
      const [gapX, gapY] = [-shared(a.left, a.right, b.left, b.right), -shared(a.top, a.bottom, b.top, b.bottom)];
      // what is far apart is no row
      if (gapX > (a.right - a.left) * NEAR_SHARE || gapY > (a.bottom - a.top) * NEAR_SHARE) continue;
      if (beside && off(a.top, b.top) && off(a.bottom, b.bottom)) return [one, other, Math.abs(a.top - b.top)];
      if (above && off(a.left, b.left) && off(a.right, b.right)) return [one, other, Math.abs(a.left - b.left)];
    }
  }
  return undefined;
}

/** The title and the text below it, both at the left, begin at two places. */
function crookedText(slide: DeckSlide, widthPt: number): Hit[] {
  const { title } = slide;
  const top = title && textPlace(title);
  if (!title?.box || !top || title.turned || title.paragraphs[0]?.align !== 'left') return [];
  const body = slide.shapes.find(
    (shape) =>
      !isTitle(shape.role) &&
      !isFurniture(shape) &&
      shape.kind === 'shape' &&
      !shape.turned &&
      !shape.frame.turned &&
      shape.fill === 'none' &&
      shape.box !== undefined &&
      shape.box.right - shape.box.left > widthPt * WIDE_SHARE &&
      shape.paragraphs.some(({ text }) => text !== '') &&
      shape.paragraphs.every(({ bullet, align }) => !bullet && align === 'left'),
  );
  const place = body && textPlace(body);
  if (!body?.box || !place || place.top < top.bottom - 4 || !off(place.left, top.left) || !off(body.box.left, title.box.left)) return [];
  return [
    {
      message: `${nameShape(body)} begins ${Math.round(Math.abs(place.left - top.left))} pt beside the title on slide ${slide.number}.`,
      location: { slide: slide.number, bbox: bboxOf(place) },
    },
  ];
}

function hitsOf(slide: DeckSlide, widthPt: number): Hit[] {
  for (const group of alikeShapes(slide)) {
    const [one, other, by] = crookedPair(group) ?? [];
    if (one && other && by !== undefined)
      return [
        {
          message: `${nameShape(one.shape)} and ${nameShape(other.shape)} on slide ${slide.number} are ${Math.round(by)} pt out of line.`,
          location: { slide: slide.number, bbox: bboxOf(other.box) },
        },
      ];
  }
  return crookedText(slide, widthPt);
}

const card = (x: number, y: number): string => textXml({ at: [x, y, 3, 3], fill: 'EEF2F5', text: ['A card with a few words'] });

/** Shapes that were meant to be in line and do not: a little off looks worse than far off. */
export const slideEdgesMisaligned = defineDeckRule({
  code: 'slide_edges_misaligned',
  severity: 'warning',
  summary: 'shapes of a slide a little out of line',
  check: (deck) => deck.slides.flatMap((slide) => hitsOf(slide, deck.widthPt)),
  examples: {
    fires: [
      deckExample('one card lower than the other', [slideXml(card(0.75, 2.5) + card(4.05, 2.58))]),
      deckExample('text beside the title', [slideXml(textXml({ at: [0.85, 2, 9, 2], text: ['Begins a little to the right.'] }))]),
    ],
    silent: [
      deckExample('two cards in line', [slideXml(card(0.75, 2.5) + card(4.05, 2.5))]),
      deckExample('labels without a ground', [
        slideXml(
          textXml({ at: [0.75, 2.5, 3, 1], text: ['A few words'] }) + textXml({ at: [4.05, 2.58, 3, 1], text: ['A few words more'] }),
        ),
      ]),
      deckExample('steps of a stair', [slideXml(card(0.75, 2.5) + card(4.05, 3.5))]),
    ],
  },
});
