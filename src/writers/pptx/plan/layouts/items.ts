/** Layouts of several things of one kind: rows, columns, a grid, steps, a panel beside a list. Each has room for a mark: an icon or a number. */
import type { DeckTheme, Ink } from '../../deck-theme.ts';
import type { Box, Layout, LevelStyle, Placeholder } from '../layout.ts';
import { bar, box, columnsAt, CONTENT, furnitureOf, inked, LEFT, place, rowsAt, SLIDE, stylesOf, WIDTH } from './frame.ts';

/** Levels of an item: text under a head, the head, text without a head. */
export const ITEM = { text: 0, head: 1, sole: 2 } as const;

const NUMBERS = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];

interface ItemSizes {
  text: number;
  head: number;
  sole: number;
}

function itemLevels(theme: DeckTheme, { text: size, head, sole }: ItemSizes, ink: { text: Ink; head: Ink }): LevelStyle[] {
  const { text } = stylesOf(theme);
  return [text(size, { ink: ink.text, afterPt: 6 }), text(head, { bold: true, ink: ink.head, afterPt: 4 }), text(sole, { ink: ink.text })];
}

const PLAIN = { text: 'text', head: 'title' } as const;

/** Where an item's mark is: its number is written there, or an icon drawn. */
const markAt = (
  theme: DeckTheme,
  i: number,
  at: Box,
  sizePt: number,
  ink: Ink = 'accent',
  align: 'center' | 'left' = 'center',
): Placeholder => {
  const { display } = stylesOf(theme);
  return place(`mark${i + 1}`, 'body', 30 + i, at, [display(sizePt, { ink, align, line: 1 })], { anchor: 'ctr', prompt: String(i + 1) });
};

const itemAt = (i: number, at: Box, levels: readonly LevelStyle[], more: Partial<Placeholder> = {}): Placeholder =>
  place(`item${i + 1}`, 'body', 14 + i, at, levels, { anchor: 'ctr', prompt: 'Item', ...more });

/** Rows over the whole width, each with its mark at the left. */
function rowsLayout(theme: DeckTheme, n: number): Layout {
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const height = Math.min(1.4, CONTENT.h / n);
  const rows = rowsAt(n, box(LEFT, CONTENT.y + (CONTENT.h - height * n) * 0.4, WIDTH, height * n), 0);
  const side = Math.min(0.86, height * 0.74);
  const sizes = ([28, 28, 28, 26, 24, 22][n - 1] ?? 22) - 2;
  const levels = itemLevels(theme, { text: sizes - 6, head: sizes - 2, sole: sizes }, PLAIN);
  return {
    name: `rows-${n}`,
    label: `${NUMBERS[n]} rows`,
    shapes: [...frame, ...rows.slice(1).map(({ y }) => bar(LEFT, y - 0.006, WIDTH, 0.012, 'hair'))],
    placeholders: [
      eyebrow,
      title,
      ...rows.flatMap((row, i) => [
        markAt(theme, i, box(LEFT, row.y + (row.h - side) / 2, side, side), Math.round(side * 46)),
        itemAt(i, box(LEFT + 1.2, row.y + 0.05, WIDTH - 1.2, row.h - 0.1), levels),
      ]),
      footer,
      number,
    ],
  };
}

/** The title on a panel at the left, the items at its side. */
function sideLayout(theme: DeckTheme, n: number): Layout {
  const { display, of } = stylesOf(theme);
  const { eyebrow, title, footer, number } = furnitureOf(theme);
  const height = Math.min(1.5, 5.9 / n);
  const rows = rowsAt(n, box(5.2, 0.8 + (5.9 - height * n) * 0.5, 7.383, height * n), 0);
  const side = Math.min(0.8, height * 0.7);
  const size = [28, 28, 26, 24, 22, 20][n - 1] ?? 20;
  const levels = itemLevels(theme, { text: size - 4, head: size - 2, sole: size }, PLAIN);
  return {
    name: `side-${n}`,
    label: `Panel and ${NUMBERS[n]?.toLowerCase() ?? n} points`,
    shapes: [bar(0, 0, 4.5, SLIDE.h, 'block'), ...rows.slice(1).map(({ x, y, w }) => bar(x, y - 0.006, w, 0.012, 'rule'))],
    placeholders: [
      { ...inked(eyebrow, 'onBlockBright'), box: box(LEFT, 0.8, 3.3, 0.5) },
      place('title', 'title', 0, box(LEFT, 1.5, 3.35, 4.4), [display(of(40, 36), { ink: 'onBlock', line: 1 })], { prompt: title.prompt }),
      ...rows.flatMap((row, i) => [
        markAt(theme, i, box(row.x, row.y + (row.h - side) / 2, side, side), Math.round(side * 46)),
        itemAt(i, box(row.x + 1.1, row.y + 0.05, row.w - 1.1, row.h - 0.1), levels),
      ]),
      { ...inked(footer, 'onBlockMuted'), box: box(LEFT, 6.98, 3.4, 0.25) },
      number,
    ],
  };
}

const CARD_PAD = 0.3;

/** Cards side by side, their marks above the words. */
function columnsLayout(theme: DeckTheme, n: number): Layout {
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const boxes = columnsAt(n, CONTENT.y + 0.1, 4.3);
  const size = [28, 28, 26, 22, 20][n - 1] ?? 20;
  const levels = itemLevels(theme, { text: size - 4, head: size, sole: size }, PLAIN);
  const side = n > 4 ? 0.75 : 0.9;
  return {
    name: `columns-${n}`,
    label: `${NUMBERS[n]} columns`,
    shapes: frame,
    placeholders: [
      eyebrow,
      title,
      ...boxes.flatMap((at, i) => [
        itemAt(i, at, levels, { anchor: 't', fill: 'card', inset: [CARD_PAD, CARD_PAD + side + 0.3, CARD_PAD, CARD_PAD] }),
        markAt(theme, i, box(at.x + CARD_PAD, at.y + CARD_PAD, side, side), 44, 'accent', 'left'),
      ]),
      footer,
      number,
    ],
  };
}

/** Two rows of cards, their marks beside the words. */
function gridLayout(theme: DeckTheme, n: number): Layout {
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const across = n > 4 ? 3 : 2;
  const boxes = [...columnsAt(across, CONTENT.y, 2.2), ...columnsAt(across, CONTENT.y + 2.45, 2.2)].slice(0, n);
  const size = n > 4 ? 20 : 24;
  const levels = itemLevels(theme, { text: size - 4, head: size - 1, sole: size }, PLAIN);
  const side = n > 4 ? 0.66 : 0.86;
  return {
    name: `grid-${n}`,
    label: `Grid of ${NUMBERS[n]?.toLowerCase() ?? n}`,
    shapes: frame,
    placeholders: [
      eyebrow,
      title,
      ...boxes.flatMap((at, i) => [
        itemAt(i, at, levels, { fill: 'card', inset: [CARD_PAD + side + 0.25, 0.15, 0.25, 0.15] }),
        markAt(theme, i, box(at.x + CARD_PAD, at.y + (at.h - side) / 2, side, side), n > 4 ? 34 : 44),
      ]),
      footer,
      number,
    ],
  };
}

/** Cards side by side without marks, a bar over each. */
function panelsLayout(theme: DeckTheme, n: number): Layout {
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const boxes = columnsAt(n, CONTENT.y + 0.25, 4.1);
  const size = [30, 30, 28, 24, 22][n - 1] ?? 22;
  const levels = itemLevels(theme, { text: size - 4, head: size, sole: size }, PLAIN);
  return {
    name: `panels-${n}`,
    label: `${NUMBERS[n]} panels`,
    shapes: [...frame, ...boxes.map(({ x, y, w }) => bar(x, y, w, 0.09, 'accent'))],
    placeholders: [
      eyebrow,
      title,
      ...boxes.map((at, i) =>
        itemAt(i, { ...at, y: at.y + 0.09, h: at.h - 0.09 }, levels, { anchor: 't', fill: 'card', inset: [0.35, 0.45, 0.3, 0.4] }),
      ),
      footer,
      number,
    ],
  };
}

/** Two rows of cards without marks, each with a bar at its edge. */
function tilesLayout(theme: DeckTheme, n: number): Layout {
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const across = n > 4 ? 3 : 2;
  const boxes = [...columnsAt(across, CONTENT.y, 2.2), ...columnsAt(across, CONTENT.y + 2.45, 2.2)].slice(0, n);
  const size = n > 4 ? 22 : 26;
  const levels = itemLevels(theme, { text: size - 4, head: size - 1, sole: size }, PLAIN);
  return {
    name: `tiles-${n}`,
    label: `Tiles, ${NUMBERS[n]?.toLowerCase() ?? n}`,
    shapes: [...frame, ...boxes.map(({ x, y, h }) => bar(x, y, 0.09, h, 'accent'))],
    placeholders: [
      eyebrow,
      title,
      ...boxes.map((at, i) =>
        itemAt(i, { ...at, x: at.x + 0.09, w: at.w - 0.09 }, levels, { fill: 'card', inset: [0.35, 0.15, 0.3, 0.15] }),
      ),
      footer,
      number,
    ],
  };
}

/** Heads at the left, what is said of each beside it, a line between. */
function pairsLayout(theme: DeckTheme, n: number): Layout {
  const { text } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const height = Math.min(1.3, CONTENT.h / n);
  const rows = rowsAt(n, box(LEFT, CONTENT.y + (CONTENT.h - height * n) * 0.4, WIDTH, height * n), 0);
  const [head, said] = n > 4 ? [24, 22] : [26, 24];
  const headIn = 3.9;
  return {
    name: `pairs-${n}`,
    label: `${NUMBERS[n]} heads and texts`,
    shapes: [
      ...frame,
      ...rows.flatMap(({ y }, i) => [
        bar(LEFT, y - (i === 0 ? 0.025 : 0.006), headIn - 0.25, i === 0 ? 0.05 : 0.012, i === 0 ? 'accent' : 'rule'),
        bar(LEFT + headIn, y - (i === 0 ? 0.025 : 0.006), WIDTH - headIn, i === 0 ? 0.05 : 0.012, i === 0 ? 'accent' : 'rule'),
      ]),
    ],
    placeholders: [
      eyebrow,
      title,
      ...rows.flatMap((row, i) => [
        place(
          `term${i + 1}`,
          'body',
          30 + i,
          box(LEFT, row.y + 0.05, headIn - 0.25, row.h - 0.1),
          [text(head, { bold: true, ink: 'accent' })],
          {
            anchor: 'ctr',
            prompt: 'Head',
          },
        ),
        itemAt(i, box(LEFT + headIn, row.y + 0.05, WIDTH - headIn, row.h - 0.1), [text(said, { afterPt: 4 })]),
      ]),
      footer,
      number,
    ],
  };
}

/** What happens one after the other: arrows with numbers, the words below them. */
function stepsLayout(theme: DeckTheme, n: number): Layout {
  const { display } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const boxes = columnsAt(n, CONTENT.y + 0.4, 3.95, LEFT, WIDTH, 0.12);
  const size = [28, 26, 24, 22, 20, 18][n - 1] ?? 18;
  const levels = itemLevels(theme, { text: size - 3, head: size, sole: size }, PLAIN);
  const arrow = 1;
  return {
    name: `steps-${n}`,
    label: `${NUMBERS[n]} steps`,
    shapes: frame,
    placeholders: [
      eyebrow,
      title,
      ...boxes.flatMap((at, i) => [
        place(`mark${i + 1}`, 'body', 30 + i, box(at.x, at.y, at.w, arrow), [display(32, { ink: 'onBlock', line: 1 })], {
          anchor: 'ctr',
          inset: [0.3, 0, 0.3, 0],
          fill: 'block',
          form: 'chevron',
          prompt: String(i + 1),
        }),
        itemAt(i, box(at.x, at.y + arrow + 0.1, at.w, at.h - arrow - 0.1), levels, {
          anchor: 't',
          fill: 'card',
          inset: [0.25, 0.28, 0.2, 0.25],
        }),
      ]),
      footer,
      number,
    ],
  };
}

/** A sentence that leads, and what bears it out. */
function leadLayout(theme: DeckTheme, n: number): Layout {
  const { display, of } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const at = box(5.95, CONTENT.y, 6.633, CONTENT.h);
  const height = Math.min(1.5, at.h / n);
  const rows = rowsAt(n, box(at.x, at.y + (at.h - height * n) / 2, at.w, height * n), 0);
  const side = Math.min(0.74, height * 0.7);
  const size = [26, 26, 24, 22, 20, 18][n - 1] ?? 18;
  const levels = itemLevels(theme, { text: size - 4, head: size - 1, sole: size }, PLAIN);
  return {
    name: `lead-${n}`,
    label: `Statement and ${NUMBERS[n]?.toLowerCase() ?? n} reasons`,
    shapes: [...frame, ...rows.slice(1).map(({ x, y, w }) => bar(x, y - 0.006, w, 0.012, 'hair'))],
    placeholders: [
      eyebrow,
      title,
      place('lead', 'body', 1, box(LEFT, CONTENT.y, 4.75, CONTENT.h), [display(of(30, 27), { ink: 'onBlock', line: 1.02, afterPt: 10 })], {
        anchor: 'ctr',
        fill: 'block',
        inset: [0.4, 0.35, 0.4, 0.35],
        prompt: 'What it comes to',
      }),
      ...rows.flatMap((row, i) => [
        markAt(theme, i, box(row.x, row.y + (row.h - side) / 2, side, side), Math.round(side * 46)),
        itemAt(i, box(row.x + 1, row.y + 0.05, row.w - 1, row.h - 0.1), levels),
      ]),
      footer,
      number,
    ],
  };
}

/** Portraits with names, in one row or two. */
function teamLayout(theme: DeckTheme, n: number): Layout {
  const { text } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const across = n > 4 ? Math.ceil(n / 2) : n;
  const lines = n > 4 ? 2 : 1;
  const height = lines === 1 ? 4.4 : 2.25;
  const photo = lines === 1 ? 2.9 : 1.35;
  const cells = Array.from({ length: lines }, (_, line) => columnsAt(across, CONTENT.y + line * 2.4, height))
    .flat()
    .slice(0, n);
  return {
    name: `team-${n}`,
    label: `Team of ${NUMBERS[n]?.toLowerCase() ?? n}`,
    shapes: frame,
    placeholders: [
      eyebrow,
      title,
      ...cells.flatMap((at, i) => {
        const side = Math.min(photo, at.w);
        return [
          place(`picture${i + 1}`, 'pic', 40 + i, box(at.x + (at.w - side) / 2, at.y, side, side), [text(12)], { form: 'ellipse' }),
          place(
            `item${i + 1}`,
            'body',
            14 + i,
            box(at.x, at.y + side + 0.12, at.w, at.h - side - 0.12),
            [
              text(lines === 1 ? 18 : 14, { ink: 'muted', align: 'center' }),
              text(lines === 1 ? 22 : 17, { bold: true, ink: 'title', align: 'center', afterPt: 2 }),
              text(lines === 1 ? 22 : 17, { align: 'center' }),
            ],
            { prompt: 'Name' },
          ),
        ];
      }),
      footer,
      number,
    ],
  };
}

/** Two to four pictures with a line below each. */
function galleryLayout(theme: DeckTheme, n: number): Layout {
  const { text } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const four = n === 4;
  const cells = four ? [...columnsAt(2, CONTENT.y, 2.22), ...columnsAt(2, CONTENT.y + 2.43, 2.22)] : columnsAt(n, CONTENT.y, CONTENT.h);
  const caption = 0.75;
  const beside = 3.3;
  return {
    name: `images-${n}`,
    label: `${NUMBERS[n]} pictures`,
    shapes: frame,
    placeholders: [
      eyebrow,
      title,
      ...cells.flatMap((at, i) => [
        place(`picture${i + 1}`, 'pic', 40 + i, four ? box(at.x, at.y, beside, at.h) : box(at.x, at.y, at.w, at.h - caption), [text(12)]),
        place(
          `item${i + 1}`,
          'body',
          14 + i,
          four ? box(at.x + beside + 0.2, at.y, at.w - beside - 0.2, at.h) : box(at.x, at.y + at.h - caption + 0.08, at.w, caption - 0.08),
          [text(18, { ink: 'muted' })],
          { anchor: four ? 'ctr' : 't', prompt: 'Caption' },
        ),
      ]),
      footer,
      number,
    ],
  };
}

const seq = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

export const itemLayouts = (theme: DeckTheme): Layout[] => [
  ...seq(2, 6).map((n) => rowsLayout(theme, n)),
  ...seq(2, 6).map((n) => sideLayout(theme, n)),
  ...seq(2, 5).map((n) => columnsLayout(theme, n)),
  ...seq(4, 6).map((n) => gridLayout(theme, n)),
  ...seq(2, 5).map((n) => panelsLayout(theme, n)),
  ...seq(4, 6).map((n) => tilesLayout(theme, n)),
  ...seq(3, 6).map((n) => pairsLayout(theme, n)),
  ...seq(3, 6).map((n) => stepsLayout(theme, n)),
  ...seq(1, 5).map((n) => leadLayout(theme, n)),
  ...seq(2, 6).map((n) => teamLayout(theme, n)),
  ...seq(2, 4).map((n) => galleryLayout(theme, n)),
];
