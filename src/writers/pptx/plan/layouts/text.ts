/** Layouts of running text, in one column or two, and of code. */
import type { DeckTheme, Ink } from '../../deck-theme.ts';
import type { Box, Layout, Placeholder, Shape } from '../layout.ts';
import { bar, bodyLevels, box, columnsAt, CONTENT, furnitureOf, inked, LEFT, place, SLIDE, stylesOf, WIDTH } from './frame.ts';

function columnLayouts(theme: DeckTheme): Layout[] {
  const { text, display, of } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame: edge } = furnitureOf(theme);
  const frame = [eyebrow, title];
  const foot = [footer, number];
  const half = columnsAt(2, CONTENT.y, CONTENT.h);
  const [left = CONTENT, right = CONTENT] = half;
  const ruled: Shape[] = [...edge, bar(left.x, CONTENT.y, left.w, 0.06, 'accent'), bar(right.x, CONTENT.y, right.w, 0.06, 'spot')];
  const head = (at: Box, ink: Ink, key: string, idx: number): Placeholder =>
    place(key, 'body', idx, box(at.x, 2.01, at.w, 0.75), [text(24, { bold: true, ink })], {
      anchor: 'ctr',
      fill: 'card',
      inset: [0.35, 0.1, 0.35, 0],
      prompt: 'Heading',
    });
  const panel = { fill: 'card', inset: [0.35, 0.15, 0.35, 0.4] } as const;
  const compareLayout = (strong: 0 | 1): Layout => ({
    name: strong === 1 ? 'compare' : 'compare-first',
    label: strong === 1 ? 'Comparison' : 'Comparison, the first one stressed',
    ...(strong === 1 ? {} : { twinOf: 'compare' }),
    shapes: edge,
    placeholders: [
      ...frame,
      ...half.map((at, i) =>
        place(
          `option${i + 1}`,
          'body',
          1 + i,
          at,
          [
            text(20, { ink: i === strong ? 'onBlock' : 'text', afterPt: 18 }),
            text(18, { ink: i === strong ? 'onBlock' : 'text', afterPt: 8, bullet: 'dash' }),
            display(of(28, 26), { ink: i === strong ? 'onBlock' : 'title', afterPt: 20 }),
          ],
          { fill: i === strong ? 'block' : 'card', inset: [0.4, 0.4, 0.4, 0.3], prompt: 'Option' },
        ),
      ),
      ...foot,
    ],
  });
  return [
    {
      name: 'two-col',
      label: 'Two columns',
      type: 'twoTxTwoObj',
      shapes: ruled,
      placeholders: [
        ...frame,
        head(left, 'accent', 'head1', 14),
        place('body1', 'body', 1, box(left.x, 2.76, left.w, 3.84), bodyLevels(theme, 20, 12), panel),
        head(right, 'text', 'head2', 15),
        place('body2', 'body', 2, box(right.x, 2.76, right.w, 3.84), bodyLevels(theme, 20, 12), panel),
        ...foot,
      ],
    },
    {
      name: 'two-text',
      label: 'Two columns of text',
      shapes: ruled,
      placeholders: [
        ...frame,
        ...half.map((at, i) => place(`body${i + 1}`, 'body', 1 + i, box(at.x, 2.2, at.w, 4.4), bodyLevels(theme, 20, 12))),
        ...foot,
      ],
    },
    compareLayout(1),
    compareLayout(0),
  ];
}

/** Layouts of prose: the title on a panel beside it, or its first sentence. */
function proseLayouts(theme: DeckTheme): Layout[] {
  const { text, display, of } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const levels = [text(24, { line: 1.06, afterPt: 14 })];
  return [
    {
      name: 'prose',
      label: 'Panel and text',
      shapes: [bar(0, 0, 4.5, SLIDE.h, 'block')],
      placeholders: [
        { ...inked(eyebrow, 'onBlockBright'), box: box(LEFT, 0.8, 3.3, 0.5) },
        place('title', 'title', 0, box(LEFT, 1.5, 3.35, 4.4), [display(of(36, 32), { ink: 'onBlock', line: 1 })], { prompt: title.prompt }),
        place('body', 'body', 1, box(5.25, 0.8, 7.333, 5.9), levels, { anchor: 'ctr' }),
        { ...inked(footer, 'onBlockMuted'), box: box(LEFT, 6.98, 3.4, 0.25) },
        number,
      ],
    },
    {
      name: 'prose-lead',
      label: 'Statement and text',
      shapes: frame,
      placeholders: [
        eyebrow,
        title,
        place(
          'lead',
          'body',
          14,
          box(LEFT, CONTENT.y, 4.75, CONTENT.h),
          [display(of(28, 25), { ink: 'onBlock', line: 1.02, afterPt: 10 })],
          {
            anchor: 'ctr',
            fill: 'block',
            inset: [0.4, 0.35, 0.4, 0.35],
            prompt: 'What it comes to',
          },
        ),
        place('body', 'body', 1, box(5.95, CONTENT.y, 6.633, CONTENT.h), levels, { anchor: 'ctr' }),
        footer,
        number,
      ],
    },
  ];
}

export function textLayouts(theme: DeckTheme): Layout[] {
  const { text, display, of } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame: edge } = furnitureOf(theme);
  const frame = [eyebrow, title];
  const foot = [footer, number];
  const panelInset = [0.35, 0.35, 0.35, 0.35] as const;
  return [
    {
      name: 'bullets',
      label: 'Text',
      type: 'obj',
      shapes: edge,
      placeholders: [...frame, place('body', 'body', 1, CONTENT, bodyLevels(theme, 22)), ...foot],
    },
    {
      name: 'bullets-panel',
      label: 'Text and statement',
      shapes: edge,
      placeholders: [
        ...frame,
        place('body', 'body', 1, box(LEFT, CONTENT.y, 7.35, CONTENT.h), bodyLevels(theme, 20)),
        place(
          'panel',
          'body',
          14,
          box(8.55, CONTENT.y, 4.033, CONTENT.h),
          [display(of(26, 24), { ink: 'onBlock', line: 1.05, afterPt: 10 }), text(14, { bold: true, ink: 'onBlockBright', afterPt: 12 })],
          { fill: 'block', inset: panelInset, anchor: 'ctr', prompt: 'What it means' },
        ),
        ...foot,
      ],
    },
    { name: 'canvas', label: 'Free design', type: 'titleOnly', shapes: [], placeholders: [...frame, ...foot] },
    {
      name: 'code',
      label: 'Code',
      shapes: edge,
      placeholders: [
        ...frame,
        place('code', 'body', 1, CONTENT, [{ ...text(16), sizePt: 16 }], { fill: 'card', inset: [0.35, 0.25, 0.35, 0.25], prompt: 'Code' }),
        place('text', 'body', 14, box(LEFT, 5.7, WIDTH, 0.9), [text(18, { afterPt: 6 })], { prompt: 'Comment' }),
        ...foot,
      ],
    },
    ...columnLayouts(theme),
    ...proseLayouts(theme),
  ];
}
