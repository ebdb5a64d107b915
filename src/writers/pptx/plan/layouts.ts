/** All layouts of the template (looks: Presentation). Every slide is one of these; places and formats live here, never on the slide. */
import { bodyPt, type DeckTheme, type Ink } from '../deck-theme.ts';
import type { Box, Layout, LevelStyle, Placeholder, Shape } from './layout.ts';

export const SLIDE = { w: 13.333, h: 7.5 } as const;
const LEFT = 0.75;
const WIDTH = 11.833;
export const CONTENT: Box = { x: LEFT, y: 2.1, w: WIDTH, h: 4.4 };
const GUTTER = 0.25;
const NO_INSET = [0, 0, 0, 0] as const;

const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h });
const bar = (x: number, y: number, w: number, h: number, fill: Ink): Shape => ({ box: box(x, y, w, h), form: 'rect', fill });

interface Styles {
  text(sizePt: number, more?: Partial<LevelStyle>): LevelStyle;
  display(sizePt: number, more?: Partial<LevelStyle>): LevelStyle;
  /** Two sizes: of the light theme and of the dark. */
  of(light: number, dark: number): number;
}

function stylesOf(theme: DeckTheme): Styles {
  return {
    text: (sizePt, more = {}) => ({
      face: 'text',
      sizePt: bodyPt(theme, sizePt),
      bold: false,
      ink: 'text',
      line: 1,
      afterPt: 0,
      bullet: 'none',
      ...more,
    }),
    display: (sizePt, more = {}) => ({
      face: 'display',
      sizePt,
      bold: theme.displayBold,
      ink: 'title',
      line: 0.95,
      afterPt: 0,
      bullet: 'none',
      ...more,
    }),
    of: (light, dark) => (theme.name === 'dark' ? dark : light),
  };
}

const place = (
  key: string,
  type: Placeholder['type'],
  idx: number,
  at: Box,
  levels: readonly LevelStyle[],
  more: Partial<Placeholder> = {},
): Placeholder => ({ key, type, idx, box: at, anchor: 't', inset: NO_INSET, levels, prompt: 'Text', ...more });

/** Levels of running text: item, sub-item, lead in bold, text under a lead. */
export function bodyLevels(theme: DeckTheme, sizePt: number, afterPt = 14): LevelStyle[] {
  const { text } = stylesOf(theme);
  return [
    text(sizePt, { bullet: 'dot', afterPt }),
    text(sizePt - 2, { bullet: 'dash', afterPt: Math.round(afterPt * 0.6) }),
    text(sizePt + 2, { bold: true, ink: 'title', afterPt: 2 }),
    text(sizePt, { afterPt: Math.round(afterPt * 1.6) }),
  ];
}

interface Furniture {
  eyebrow: Placeholder;
  title: Placeholder;
  footer: Placeholder;
  number: Placeholder;
}

function furnitureOf(theme: DeckTheme): Furniture {
  const { text, display } = stylesOf(theme);
  return {
    eyebrow: place('eyebrow', 'body', 13, box(LEFT, 0.5, WIDTH, 0.28), [{ ...text(12, { bold: true, ink: 'accent' }), sizePt: 12 }], {
      anchor: 'ctr',
      prompt: 'Topic',
    }),
    title: place('title', 'title', 0, box(LEFT, 0.82, WIDTH, 1), [display(theme.titlePt)], { prompt: 'The conclusion, in a sentence' }),
    footer: place('footer', 'ftr', 11, box(LEFT, 6.98, 9.5, 0.25), [{ ...text(10, { ink: 'muted' }), sizePt: 10 }], {
      anchor: 'ctr',
      prompt: 'Source',
    }),
    number: place('number', 'sldNum', 12, box(11.583, 6.98, 1, 0.25), [{ ...text(10, { ink: 'muted' }), sizePt: 10 }], {
      anchor: 'ctr',
      prompt: '‹#›',
    }),
  };
}

/** Places of `n` boxes side by side. */
export function columnsAt(n: number, y: number, h: number, x: number = LEFT, width: number = WIDTH): Box[] {
  const w = (width - GUTTER * (n - 1)) / n;
  return Array.from({ length: n }, (_, i) => box(x + i * (w + GUTTER), y, w, h));
}

function titleLayouts(theme: DeckTheme): Layout[] {
  const { text, display, of } = stylesOf(theme);
  const { number } = furnitureOf(theme);
  const on = (placeholder: Placeholder, ink: Ink): Placeholder => ({
    ...placeholder,
    levels: placeholder.levels.map((level) => ({ ...level, ink })),
  });
  return [
    {
      name: 'title',
      label: 'Title',
      type: 'title',
      ground: 'paper',
      shapes: [bar(LEFT, 4.6, 1.25, 0.07, 'accent')],
      placeholders: [
        place('eyebrow', 'body', 13, box(LEFT, 0.75, 7.3, 0.3), [text(14, { bold: true, ink: 'accent' })], {
          anchor: 'ctr',
          prompt: 'Occasion and date',
        }),
        place('title', 'title', 0, box(LEFT, 1.7, 7.3, 2.6), [display(of(48, 44))], { anchor: 'b', prompt: 'Title of the deck' }),
        place('subtitle', 'body', 14, box(LEFT, 4.9, 6.6, 0.9), [text(20)], { prompt: 'Subtitle' }),
        place('presenter', 'body', 15, box(LEFT, 6.75, 7.3, 0.3), [text(14, { ink: 'muted' })], { anchor: 'ctr', prompt: 'Name, role' }),
      ],
    },
    {
      name: 'section',
      label: 'Section',
      type: 'secHead',
      ground: 'block',
      shapes: [],
      placeholders: [
        place(
          'figure',
          'body',
          13,
          box(LEFT, 1.45, 4, 1.5),
          [{ ...display(96, { ink: theme.name === 'dark' ? 'onBlock' : 'onBlockBright' }) }],
          { anchor: 'b', prompt: '1' },
        ),
        place('title', 'title', 0, box(LEFT, 3.15, 9.6, 1.4), [display(of(40, 36), { ink: 'onBlock' })], { prompt: 'Section' }),
        place('text', 'body', 14, box(LEFT, 4.75, 9.6, 1.4), [text(20, { ink: 'onBlockMuted', afterPt: 8 })], { prompt: 'What it shows' }),
        on(number, 'onBlockMuted'),
      ],
    },
    {
      name: 'closing',
      label: 'Closing',
      ground: 'block',
      shapes: columnsAt(3, 3.75, 0.03).map((at) => ({
        box: at,
        form: 'rect' as const,
        fill: (theme.name === 'dark' ? 'onBlock' : 'onBlockBright') as Ink,
      })),
      placeholders: [
        place('eyebrow', 'body', 13, box(LEFT, 0.75, WIDTH, 0.3), [text(14, { bold: true, ink: 'onBlockBright' })], {
          anchor: 'ctr',
          prompt: 'Decision requested',
        }),
        place('title', 'title', 0, box(LEFT, 1.25, 10.5, 1.9), [display(of(40, 36), { ink: 'onBlock' })], {
          prompt: 'What has to be decided',
        }),
        ...columnsAt(3, 3.95, 2.5).map((at, i) =>
          place(
            `step${i + 1}`,
            'body',
            14 + i,
            at,
            [
              text(20, { bold: true, ink: 'onBlock', afterPt: 6 }),
              text(16, { ink: 'onBlockMuted', afterPt: 4 }),
              text(16, { ink: 'onBlockBright', bold: true, afterPt: 6 }),
            ],
            { prompt: 'Step' },
          ),
        ),
        place('contact', 'body', 18, box(LEFT, 6.75, 9.5, 0.3), [text(16, { ink: 'onBlockMuted' })], { anchor: 'ctr', prompt: 'Contact' }),
        on(number, 'onBlockMuted'),
      ],
    },
    {
      name: 'quote',
      label: 'Quote',
      ground: 'paper',
      shapes: [bar(2, 5.2, 0.6, 0.05, 'accent')],
      placeholders: [
        place('mark', 'body', 13, box(LEFT, 0.75, 1.2, 2.35), [display(160, { ink: 'accent', bold: false, line: 0.9 })], { prompt: '“' }),
        place('title', 'title', 0, box(2, 1.95, 9.6, 2.9), [display(of(36, 32), { line: 1.05 })], {
          anchor: 'ctr',
          prompt: 'What was said',
        }),
        place('eyebrow', 'body', 15, box(2, 1.4, 9.6, 0.3), [{ ...text(12, { bold: true, ink: 'accent' }), sizePt: 12 }], {
          anchor: 'ctr',
          prompt: 'Topic',
        }),
        place('by', 'body', 14, box(2, 5.4, 9, 0.8), [text(18, { bold: true }), text(16, { ink: 'muted' })], { prompt: 'Name' }),
        furnitureOf(theme).footer,
        number,
      ],
    },
  ];
}

function textLayouts(theme: DeckTheme): Layout[] {
  const { text, display, of } = stylesOf(theme);
  const { eyebrow, title, footer, number } = furnitureOf(theme);
  const frame = [eyebrow, title];
  const foot = [footer, number];
  const half = columnsAt(2, 2.1, 4.4);
  const [left = CONTENT, right = CONTENT] = half;
  const ruled: Shape[] = [bar(left.x, 2.1, left.w, 0.031, 'accent'), bar(right.x, 2.1, right.w, 0.031, 'rule')];
  const head = (at: Box, ink: Ink, key: string, idx: number): Placeholder =>
    place(key, 'body', idx, box(at.x, 2.32, at.w, 0.45), [text(22, { bold: true, ink })], { prompt: 'Heading' });
  const panelInset = [0.3, 0.3, 0.3, 0.3] as const;
  return [
    {
      name: 'bullets',
      label: 'Text',
      type: 'obj',
      shapes: [],
      placeholders: [...frame, place('body', 'body', 1, box(LEFT, 2.1, 10.4, 4.4), bodyLevels(theme, 20)), ...foot],
    },
    {
      name: 'bullets-panel',
      label: 'Text and statement',
      shapes: [],
      placeholders: [
        ...frame,
        place('body', 'body', 1, box(LEFT, 2.1, 7.35, 4.4), bodyLevels(theme, 20)),
        place(
          'panel',
          'body',
          14,
          box(8.85, 2.1, 3.733, 4.4),
          [
            display(of(24, 21), { ink: 'onBlock', line: 1.05, afterPt: 10 }),
            text(14, { bold: true, ink: theme.name === 'dark' ? 'onBlockMuted' : 'onBlockBright', afterPt: 12 }),
          ],
          { fill: 'block', inset: panelInset, prompt: 'What it means' },
        ),
        ...foot,
      ],
    },
    { name: 'canvas', label: 'Free design', type: 'titleOnly', shapes: [], placeholders: [...frame, ...foot] },
    {
      name: 'statement',
      label: 'Statement',
      shapes: [bar(LEFT, 2.3, 1.25, 0.07, 'accent')],
      placeholders: [
        ...frame,
        place('statement', 'body', 1, box(LEFT, 2.6, 10.4, 3.6), [text(32, { line: 1.05, afterPt: 10 })], { prompt: 'One sentence' }),
        ...foot,
      ],
    },
    {
      name: 'code',
      label: 'Code',
      shapes: [],
      placeholders: [
        ...frame,
        place('code', 'body', 1, CONTENT, [{ ...text(16), sizePt: 16 }], { fill: 'card', inset: [0.35, 0.25, 0.35, 0.25], prompt: 'Code' }),
        place('text', 'body', 14, box(LEFT, 5.6, WIDTH, 0.9), [text(18, { afterPt: 6 })], { prompt: 'Comment' }),
        ...foot,
      ],
    },
    {
      name: 'two-col',
      label: 'Two columns',
      type: 'twoTxTwoObj',
      shapes: ruled,
      placeholders: [
        ...frame,
        head(left, 'accent', 'head1', 14),
        place('body1', 'body', 1, box(left.x, 3, left.w, 3.5), bodyLevels(theme, 20, 10)),
        head(right, 'text', 'head2', 15),
        place('body2', 'body', 2, box(right.x, 3, right.w, 3.5), bodyLevels(theme, 20, 10)),
        ...foot,
      ],
    },
    {
      name: 'two-text',
      label: 'Two columns of text',
      shapes: ruled,
      placeholders: [
        ...frame,
        ...half.map((at, i) => place(`body${i + 1}`, 'body', 1 + i, box(at.x, 2.4, at.w, 4.1), bodyLevels(theme, 20, 10))),
        ...foot,
      ],
    },
    {
      name: 'compare',
      label: 'Comparison',
      shapes: [],
      placeholders: [
        ...frame,
        ...half.map((at, i) =>
          place(
            `body${i + 1}`,
            'body',
            1 + i,
            at,
            [
              text(20, { ink: i === 0 ? 'text' : 'onBlock', afterPt: 28 }),
              text(18, { ink: i === 0 ? 'text' : 'onBlock', afterPt: 8, bullet: 'dash' }),
              display(of(26, 22), { ink: i === 0 ? 'title' : 'onBlock', afterPt: 20 }),
            ],
            { fill: i === 0 ? 'card' : 'block', inset: [0.35, 0.35, 0.35, 0.25], prompt: 'Option' },
          ),
        ),
        ...foot,
      ],
    },
  ];
}

function cardLayouts(theme: DeckTheme): Layout[] {
  const { text } = stylesOf(theme);
  const { eyebrow, title, footer, number } = furnitureOf(theme);
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
    shapes: boxes.map((at) => bar(at.x, at.y, at.w, barH, 'accent')),
    placeholders: [eyebrow, title, ...boxes.map((at, i) => card(under(at, barH), i, sizes, pad)), footer, number],
  });
  const rows = [...columnsAt(3, 2.1, 2.075), ...columnsAt(3, 4.425, 2.075)];
  /** Short points under rules of their own: for those that would be one more slide of bullets. */
  const points = (boxes: readonly Box[], sizePt: number): Layout => ({
    name: `points-${boxes.length}`,
    label: `${['', '', '', 'Three', 'Four', 'Five', 'Six'][boxes.length] ?? boxes.length} points`,
    shapes: boxes.map((at) => bar(at.x, at.y, at.w, 0.042, 'accent')),
    placeholders: [
      eyebrow,
      title,
      ...boxes.map((at, i) =>
        place(`point${i + 1}`, 'body', 14 + i, { ...at, y: at.y + 0.22, h: at.h - 0.22, w: at.w - 0.2 }, [text(sizePt, { afterPt: 6 })], {
          prompt: 'Point',
        }),
      ),
      footer,
      number,
    ],
  });
  const pairs = [...columnsAt(2, 2.35, 1.85), ...columnsAt(2, 4.45, 1.85)];
  const triples = [...columnsAt(3, 2.35, 1.85), ...columnsAt(3, 4.45, 1.85)];
  return [
    points(columnsAt(3, 2.35, 3.4), 24),
    points(pairs, 22),
    points(triples.slice(0, 5), 20),
    points(triples, 20),
    of('cards-2', 'Two cards', columnsAt(2, 2.1, 4.4), [44, 22, 18], 0.3, 0.07),
    of('cards-3', 'Three cards', columnsAt(3, 2.1, 4.4), [44, 22, 18], 0.3, 0.07),
    of('cards-4', 'Four cards', columnsAt(4, 2.1, 4.4), [36, 20, 16], 0.25, 0.07),
    of('cards-5', 'Five cards', rows.slice(0, 5), [30, 20, 16], 0.25, 0.05),
    of('cards-6', 'Six cards', rows, [30, 20, 16], 0.25, 0.05),
  ];
}

function figureLayouts(theme: DeckTheme): Layout[] {
  const { text, display, of } = stylesOf(theme);
  const { eyebrow, title, footer, number } = furnitureOf(theme);
  const band = (y: number, h: number): Placeholder =>
    place('band', 'body', 20, box(LEFT, y, WIDTH, h), [text(20, { afterPt: 4 })], {
      fill: 'tint',
      inset: [0.35, 0.1, 0.35, 0.1],
      anchor: 'ctr',
      prompt: 'What follows from it',
    });
  const kpi = (n: number, valuePt: number): Layout => ({
    name: `kpi-${n}`,
    label: `${['', 'One', 'Two', 'Three', 'Four'][n] ?? n} figure${n === 1 ? '' : 's'}`,
    shapes: columnsAt(n, 2.35, 0.042).map((at) => ({ box: at, form: 'rect' as const, fill: 'accent' as Ink })),
    placeholders: [
      eyebrow,
      title,
      ...columnsAt(n, 2.6, 2.4).map((at, i) =>
        place(
          `kpi${i + 1}`,
          'body',
          14 + i,
          at,
          [text(valuePt, { bold: true, ink: 'title', afterPt: 4 }), text(20, { bold: true, afterPt: 4 }), text(16, { ink: 'muted' })],
          { prompt: 'Figure' },
        ),
      ),
      band(5.3, 1.1),
      footer,
      number,
    ],
  });
  const timeline = (n: number): Layout => {
    const step = WIDTH / n;
    const at = Array.from({ length: n }, (_, i) => LEFT + i * step);
    return {
      name: `timeline-${n}`,
      label: `Timeline of ${n}`,
      shapes: [
        bar(LEFT, 3.187, WIDTH, 0.026, 'rule'),
        ...at.map((x, i): Shape => ({
          box: box(x, 3.09, 0.22, 0.22),
          form: 'ellipse',
          fill: i === 0 ? 'accent' : 'ground',
          outline: { ink: 'accent', widthPt: 2.25 },
        })),
      ],
      placeholders: [
        eyebrow,
        title,
        ...at.map((x, i) =>
          place(`date${i + 1}`, 'body', 14 + i, box(x, 2.35, step - 0.2, 0.55), [text(16, { bold: true, ink: 'accent' })], {
            anchor: 'b',
            prompt: 'Date',
          }),
        ),
        ...at.map((x, i) =>
          place(
            `step${i + 1}`,
            'body',
            24 + i,
            box(x, 3.55, step - 0.25, 2.9),
            [text(n > 5 ? 16 : 18, { afterPt: 4 }), text(20, { bold: true, ink: 'title', afterPt: 5 })],
            { prompt: 'Step' },
          ),
        ),
        footer,
        number,
      ],
    };
  };
  return [
    kpi(1, 72),
    kpi(2, 56),
    kpi(3, 48),
    kpi(4, 40),
    ...[3, 4, 5, 6].map(timeline),
    {
      name: 'chart',
      label: 'Chart and message',
      type: 'chart',
      shapes: [bar(8.85, 2.1, 3.733, 0.031, 'accent')],
      placeholders: [
        eyebrow,
        title,
        place('chart', 'chart', 1, box(0.65, 2.1, 7.9, 4.5), [text(12)]),
        place(
          'points',
          'body',
          14,
          box(8.85, 2.3, 3.733, 4.2),
          [text(18, { afterPt: 8 }), text(18, { bullet: 'dot', afterPt: 8 }), display(of(24, 21), { line: 1, afterPt: 16 })],
          { prompt: 'The message' },
        ),
        footer,
        number,
      ],
    },
    {
      name: 'chart-wide',
      label: 'Chart',
      shapes: [],
      placeholders: [eyebrow, title, place('chart', 'chart', 1, box(0.65, 2.1, 12, 4.5), [text(12)]), footer, number],
    },
    {
      name: 'table',
      label: 'Table',
      type: 'tbl',
      shapes: [],
      placeholders: [
        eyebrow,
        title,
        place('table', 'tbl', 1, CONTENT, [text(18)]),
        place('text', 'body', 14, box(LEFT, 5.6, WIDTH, 0.9), [text(18, { afterPt: 6 })], { prompt: 'Comment' }),
        footer,
        number,
      ],
    },
  ];
}

function pictureLayouts(theme: DeckTheme): Layout[] {
  const { text, display, of } = stylesOf(theme);
  const { eyebrow, title, footer, number } = furnitureOf(theme);
  const narrow = (placeholder: Placeholder, x: number, w: number): Placeholder => ({ ...placeholder, box: { ...placeholder.box, x, w } });
  return [
    {
      name: 'image-right',
      label: 'Picture at the right',
      shapes: [],
      placeholders: [
        narrow(eyebrow, LEFT, 6.9),
        narrow(title, LEFT, 6.9),
        place('picture', 'pic', 10, box(8.133, 0, 5.2, 7.5), [text(14)]),
        place('body', 'body', 1, box(LEFT, 2.35, 6.6, 4.2), bodyLevels(theme, 20)),
        narrow(footer, LEFT, 6.9),
      ],
    },
    {
      name: 'image-left',
      label: 'Picture at the left',
      shapes: [],
      placeholders: [
        narrow(eyebrow, 5.95, 6.633),
        narrow(title, 5.95, 6.633),
        place('picture', 'pic', 10, box(0, 0, 5.2, 7.5), [text(14)]),
        place('body', 'body', 1, box(5.95, 2.35, 6.633, 4.2), bodyLevels(theme, 20)),
        narrow(footer, 5.95, 5.4),
        number,
      ],
    },
    {
      name: 'image-side',
      label: 'Text and picture',
      shapes: [],
      placeholders: [
        eyebrow,
        title,
        place('body', 'body', 1, box(LEFT, 2.1, 5.6, 4.4), bodyLevels(theme, 20)),
        place('picture', 'pic', 10, box(6.75, 2.1, 5.833, 4), [text(14)]),
        place('caption', 'body', 14, box(6.75, 6.2, 5.833, 0.5), [text(14, { ink: 'muted' })], { prompt: 'Caption' }),
        footer,
        number,
      ],
    },
    {
      name: 'image',
      label: 'Picture',
      shapes: [],
      placeholders: [
        eyebrow,
        title,
        place('picture', 'pic', 10, box(LEFT, 2.1, WIDTH, 4.3), [text(14)]),
        place('caption', 'body', 14, box(LEFT, 6.48, WIDTH, 0.4), [text(14, { ink: 'muted' })], { prompt: 'Caption' }),
        footer,
        number,
      ],
    },
    {
      name: 'image-full',
      label: 'Picture over the slide',
      shapes: [],
      placeholders: [
        place('picture', 'pic', 10, box(0, 0, SLIDE.w, SLIDE.h), [text(14)]),
        place('title', 'title', 0, box(LEFT, 4.7, 9.5, 1.35), [display(of(40, 36), { ink: 'white' })], { anchor: 'b', prompt: 'Title' }),
        place('text', 'body', 14, box(LEFT, 6.2, 9.5, 0.7), [text(20, { ink: 'white' })], { prompt: 'Text' }),
      ],
    },
  ];
}

/** In the order in which PowerPoint lists them. */
export function layoutsOf(theme: DeckTheme): Layout[] {
  const all = [...titleLayouts(theme), ...textLayouts(theme), ...cardLayouts(theme), ...figureLayouts(theme), ...pictureLayouts(theme)];
  if (theme.titleAlign === 'left') return all;
  const aligned = (placeholder: Placeholder): Placeholder =>
    placeholder.type === 'title'
      ? { ...placeholder, levels: placeholder.levels.map((level) => ({ ...level, align: theme.titleAlign })) }
      : placeholder;
  return all.map((layout) => ({ ...layout, placeholders: layout.placeholders.map(aligned) }));
}
