/** Layouts of cards, figures, dates, charts and tables. */
import type { DeckTheme } from '../../deck-theme.ts';
import type { Box, Layout, Placeholder, Shape } from '../layout.ts';
import { bar, box, columnsAt, CONTENT, furnitureOf, LEFT, place, stylesOf, WIDTH } from './frame.ts';

export function cardLayouts(theme: DeckTheme): Layout[] {
  const { text } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  // what a slide fills lies on what its layout draws: a card begins below its bar
  const under = (at: Box, barH: number): Box => ({ ...at, y: at.y + barH, h: at.h - barH });
  const card = (at: Box, i: number, sizes: readonly [figure: number, head: number, text: number], pad: number): Placeholder =>
    place(
      `card${i + 1}`,
      'body',
      14 + i,
      at,
      [
        text(sizes[2], { afterPt: 6 }),
        text(sizes[2], { afterPt: 5, bullet: 'dot' }),
        text(sizes[1], { bold: true, ink: 'title', afterPt: 8 }),
        text(sizes[0], { bold: true, ink: 'accent', afterPt: 4 }),
      ],
      { fill: 'card', inset: [pad, pad + 0.05, pad, pad * 0.6], prompt: 'Card' },
    );
  const of = (
    name: string,
    label: string,
    boxes: readonly Box[],
    sizes: readonly [number, number, number],
    pad: number,
    barH: number,
  ): Layout => ({
    name,
    label,
    shapes: [...frame, ...boxes.map((at) => bar(at.x, at.y, at.w, barH, 'accent'))],
    placeholders: [eyebrow, title, ...boxes.map((at, i) => card(under(at, barH), i, sizes, pad)), footer, number],
  });
  const rows = [...columnsAt(3, CONTENT.y, 2.2), ...columnsAt(3, CONTENT.y + 2.45, 2.2)];
  return [
    of('cards-2', 'Two cards', columnsAt(2, CONTENT.y, 4.5), [44, 22, 18], 0.3, 0.07),
    of('cards-3', 'Three cards', columnsAt(3, CONTENT.y, 4.5), [44, 22, 18], 0.3, 0.07),
    of('cards-4', 'Four cards', columnsAt(4, CONTENT.y, 4.5), [36, 20, 16], 0.25, 0.07),
    of('cards-5', 'Five cards', rows.slice(0, 5), [30, 20, 16], 0.25, 0.05),
    of('cards-6', 'Six cards', rows, [30, 20, 16], 0.25, 0.05),
  ];
}

/** What follows from figures, below them. */
function bandAt(theme: DeckTheme, y: number, h: number): Placeholder {
  const { text } = stylesOf(theme);
  return place('band', 'body', 20, box(LEFT, y, WIDTH, h), [text(20, { afterPt: 4 })], {
    fill: 'tint',
    inset: [0.35, 0.1, 0.35, 0.1],
    anchor: 'ctr',
    prompt: 'What follows from it',
  });
}

/** Figures on cards of their own; with a band below they end earlier. */
function kpiLayout(theme: DeckTheme, n: number, valuePt: number, banded: boolean): Layout {
  const { text } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const cards = columnsAt(n, CONTENT.y + 0.19, banded ? 2.95 : 4.3);
  return {
    name: banded ? `kpi-${n}-band` : `kpi-${n}`,
    label: `${['', 'One', 'Two', 'Three', 'Four'][n] ?? n} figure${n === 1 ? '' : 's'}${banded ? ' and what follows' : ''}`,
    shapes: [
      ...frame,
      ...columnsAt(n, CONTENT.y + 0.1, 0.09).map(({ x, y, w, h }) => bar(x, y, w, h, 'accent')),
      ...cards.map(({ x, y, w, h }) => bar(x, y, w, h, 'card')),
    ],
    placeholders: [
      eyebrow,
      title,
      ...cards.map((at, i) =>
        place(
          `kpi${i + 1}`,
          'body',
          14 + i,
          box(at.x + 0.3, at.y + 0.2, at.w - 0.5, at.h - 0.4),
          [
            text(valuePt, { bold: true, ink: 'title', afterPt: 6 }),
            text(n < 4 ? 26 : 22, { afterPt: 6 }),
            text(n < 4 ? 20 : 18, { ink: 'muted' }),
          ],
          { prompt: 'Figure' },
        ),
      ),
      ...(banded ? [bandAt(theme, 5.4, 1.15)] : []),
      footer,
      number,
    ],
  };
}

function timelineLayout(theme: DeckTheme, n: number): Layout {
  const { text } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const step = (WIDTH + 0.2) / n;
  const at = Array.from({ length: n }, (_, i) => LEFT + i * step);
  const line = 3.2;
  return {
    name: `timeline-${n}`,
    label: `Timeline of ${n}`,
    shapes: [
      ...frame,
      bar(LEFT, line - 0.02, WIDTH, 0.04, 'rule'),
      ...at.map((x, i): Shape => ({
        box: box(x, line - 0.15, 0.3, 0.3),
        form: 'ellipse',
        fill: i === 0 ? 'accent' : 'ground',
        outline: { ink: 'accent', widthPt: 3 },
      })),
    ],
    placeholders: [
      eyebrow,
      title,
      ...at.map((x, i) =>
        place(`date${i + 1}`, 'body', 14 + i, box(x, 2.05, step - 0.2, 0.85), [text(24, { bold: true, ink: 'accent' })], {
          anchor: 'b',
          prompt: 'Date',
        }),
      ),
      ...at.map((x, i) =>
        place(
          `step${i + 1}`,
          'body',
          24 + i,
          box(x, 3.6, step - 0.2, 2.95),
          [text(n > 5 ? 17 : 20, { afterPt: 4 }), text(n > 4 ? 20 : 24, { bold: true, ink: 'title', afterPt: 5 })],
          { fill: 'card', inset: [0.22, 0.25, 0.2, 0.2], prompt: 'Step' },
        ),
      ),
      footer,
      number,
    ],
  };
}

/** What is drawn in a chart's box begins a hair inside of it, in line with the title. */
const CHART_X = 0.71;

/** A chart with its message at its side, over the whole width, and over the whole width under its name. */
function chartLayouts(theme: DeckTheme): Layout[] {
  const { text, display, of } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  return [
    {
      name: 'chart',
      label: 'Chart and message',
      type: 'chart',
      shapes: [...frame, bar(8.55, CONTENT.y, 0.06, 4.65, 'accent')],
      placeholders: [
        eyebrow,
        title,
        place('chart', 'chart', 1, box(CHART_X, CONTENT.y - 0.1, 8.35 - CHART_X, 4.85), [text(12)]),
        place(
          'points',
          'body',
          14,
          box(8.85, CONTENT.y, 3.733, 4.65),
          [text(20, { afterPt: 12 }), text(20, { bullet: 'dot', afterPt: 12 }), display(of(30, 27), { line: 1, afterPt: 20 })],
          { anchor: 'ctr', prompt: 'The message' },
        ),
        footer,
        number,
      ],
    },
    {
      name: 'chart-wide',
      label: 'Chart',
      shapes: frame,
      placeholders: [
        eyebrow,
        title,
        place('chart', 'chart', 1, box(CHART_X, CONTENT.y - 0.1, 12.65 - CHART_X, 4.85), [text(12)]),
        footer,
        number,
      ],
    },
    {
      name: 'chart-named',
      label: 'Chart and its name',
      shapes: frame,
      placeholders: [
        eyebrow,
        title,
        place('label', 'body', 14, box(LEFT, CONTENT.y - 0.05, WIDTH, 0.4), [text(18, { bold: true, ink: 'muted' })], {
          prompt: 'What is measured',
        }),
        place('chart', 'chart', 1, box(CHART_X, CONTENT.y + 0.4, 12.65 - CHART_X, 4.35), [text(12)]),
        footer,
        number,
      ],
    },
  ];
}

export function figureLayouts(theme: DeckTheme): Layout[] {
  const { text } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  return [
    ...[false, true].flatMap((banded) =>
      [120, 96, 80, 64].map((valuePt, i) => kpiLayout(theme, i + 1, banded ? valuePt * 0.85 : valuePt, banded)),
    ),
    ...[3, 4, 5, 6].map((n) => timelineLayout(theme, n)),
    ...chartLayouts(theme),
    {
      name: 'table-chart',
      label: 'Table and its chart',
      shapes: [...frame, bar(6.7, CONTENT.y, 0.012, 4.65, 'hair')],
      placeholders: [
        eyebrow,
        title,
        place('table', 'tbl', 1, box(LEFT, CONTENT.y, 5.6, 4.65), [text(18)]),
        place('chart', 'chart', 2, box(6.95, CONTENT.y - 0.1, 5.633, 4.85), [text(12)]),
        footer,
        number,
      ],
    },
    {
      name: 'table',
      label: 'Table',
      type: 'tbl',
      shapes: frame,
      placeholders: [
        eyebrow,
        title,
        place('table', 'tbl', 1, CONTENT, [text(18)]),
        place('label', 'body', 15, box(LEFT, CONTENT.y - 0.05, WIDTH, 0.4), [text(18, { bold: true, ink: 'muted' })], {
          prompt: 'What is listed',
        }),
        place('text', 'body', 14, box(LEFT, 5.7, WIDTH, 0.9), [text(20, { afterPt: 6 })], { prompt: 'Comment' }),
        footer,
        number,
      ],
    },
  ];
}
