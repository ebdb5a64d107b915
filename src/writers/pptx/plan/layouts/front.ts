/** Layouts of few words: title, section, end, closing, quotation, statement. */
import type { DeckTheme, Ink } from '../../deck-theme.ts';
import type { Layout, Placeholder } from '../layout.ts';
import { bar, box, columnsAt, furnitureOf, inked, LEFT, place, SLIDE, stylesOf, WIDTH } from './frame.ts';

/** Width of the words of a title slide; what is right of it is title art. */
const TITLE_WIDTH = 7.3;
/** Where title art begins. */
export const ART_X = 8.833;

const LOGO = box(LEFT, 0.6, 2.6, 0.75);

function titleLayouts(theme: DeckTheme): Layout[] {
  const { text, display, of } = stylesOf(theme);
  const words = (eyebrow: Ink, title: Ink, subtitle: Ink, presenter: Ink): Placeholder[] => [
    place('logo', 'pic', 16, LOGO, [text(12)]),
    place('eyebrow', 'body', 13, box(LEFT, 0.75, TITLE_WIDTH, 0.3), [text(14, { bold: true, ink: eyebrow })], {
      anchor: 'ctr',
      prompt: 'Occasion and date',
    }),
    place('title', 'title', 0, box(LEFT, 2.05, TITLE_WIDTH, 2.35), [display(of(52, 46), { ink: title })], {
      anchor: 'b',
      prompt: 'Title of the deck',
    }),
    place('subtitle', 'body', 14, box(LEFT, 4.95, 6.9, 1.1), [text(22, { ink: subtitle, afterPt: 4 })], { prompt: 'Subtitle' }),
    place('presenter', 'body', 15, box(LEFT, 6.6, TITLE_WIDTH, 0.35), [text(15, { ink: presenter })], {
      anchor: 'ctr',
      prompt: 'Name, role',
    }),
  ];
  return [
    {
      name: 'title',
      label: 'Title',
      type: 'title',
      ground: 'paper',
      shapes: [bar(LEFT, 4.65, 1.25, 0.07, 'accent')],
      placeholders: words('accent', 'title', 'text', 'muted'),
    },
    {
      name: 'title-deep',
      label: 'Title on a deep ground',
      type: 'title',
      ground: 'block',
      shapes: [bar(LEFT, 4.65, 1.25, 0.07, 'onBlockBright')],
      placeholders: words('onBlockBright', 'onBlock', 'onBlock', 'onBlockMuted'),
    },
    {
      name: 'title-photo',
      label: 'Title on a photograph',
      type: 'title',
      ground: 'block',
      shapes: [],
      placeholders: [
        place('picture', 'pic', 10, box(0, 0, SLIDE.w, SLIDE.h), [text(14)]),
        ...words('onBlockBright', 'onBlock', 'onBlock', 'onBlockMuted'),
      ],
    },
  ];
}

/**
 * One for each colour that sections of a deck take in turn, and each again with the slides of the section at its side: the number stands
 * high, the words low, so that the slide is a page and no caption.
 */
function sectionLayouts(theme: DeckTheme): Layout[] {
  const { text, display, of } = stylesOf(theme);
  const { number } = furnitureOf(theme);
  const left = LEFT + 0.35;
  interface Inks {
    figure: Ink;
    title: Ink;
    text: Ink;
    edge: Ink;
    rule: Ink;
  }
  const plain = (name: string, label: string, ground: Ink, ink: Inks): Layout => ({
    name,
    label,
    ...(name === 'section' ? { type: 'secHead' as const } : {}),
    ground,
    shapes: [bar(0, 0, 0.35, SLIDE.h, ink.edge)],
    placeholders: [
      place('figure', 'body', 13, box(left, 0.7, 4, 1.9), [display(120, { ink: ink.figure })], { prompt: '1' }),
      place('title', 'title', 0, box(left, 2.75, 10.6, 2.75), [display(of(54, 50), { ink: ink.title })], {
        anchor: 'b',
        prompt: 'Section',
      }),
      place('text', 'body', 14, box(left, 5.7, 10.2, 1.15), [text(22, { ink: ink.text, afterPt: 8 })], { prompt: 'What it shows' }),
      inked(number, ink.text),
    ],
  });
  const outlined = (layout: Layout, ink: Inks): Layout => ({
    name: layout.name.replace('section', 'section-outline'),
    label: `${layout.label}, with its slides`,
    ...(layout.ground === undefined ? {} : { ground: layout.ground }),
    shapes: [...layout.shapes, bar(7.9, 0.95, 0.02, 5.6, ink.rule)],
    placeholders: [
      ...layout.placeholders.map((one) => (one.key === 'title' || one.key === 'text' ? { ...one, box: { ...one.box, w: 6.3 } } : one)),
      place('outline', 'body', 15, box(8.3, 0.95, 4.28, 5.6), [text(22, { ink: ink.text, afterPt: 16 })], {
        anchor: 'ctr',
        prompt: 'What comes in it',
      }),
    ],
  });
  const inks = {
    section: { figure: 'onBlockBright', title: 'onBlock', text: 'onBlockMuted', edge: 'accent', rule: 'onBlockMuted' },
    'section-tint': { figure: 'accent', title: 'title', text: 'text', edge: 'block', rule: 'rule' },
    'section-accent': { figure: 'ground', title: 'ground', text: 'ground', edge: 'block', rule: 'ground' },
  } as const satisfies Record<string, Inks>;
  const all = [
    plain('section', 'Section', 'block', inks.section),
    plain('section-tint', 'Section, light', 'tint', inks['section-tint']),
    plain('section-accent', 'Section, in the accent', 'accent', inks['section-accent']),
  ];
  return [...all, ...all.map((layout) => outlined(layout, inks[layout.name as keyof typeof inks]))];
}

function closingLayouts(theme: DeckTheme): Layout[] {
  const { text, display, of } = stylesOf(theme);
  const { number } = furnitureOf(theme);
  const bright: Ink = 'onBlockBright';
  const eyebrow = place('eyebrow', 'body', 13, box(LEFT, 0.75, WIDTH, 0.3), [text(14, { bold: true, ink: bright })], {
    anchor: 'ctr',
    prompt: 'Decision requested',
  });
  const contact = place('contact', 'body', 18, box(LEFT, 6.6, 9.5, 0.4), [text(18, { ink: 'onBlockMuted' })], {
    anchor: 'ctr',
    prompt: 'Contact',
  });
  const steps = (n: number): Layout => ({
    name: n === 3 ? 'closing' : `closing-${n}`,
    label: n === 3 ? 'Closing' : `Closing with ${n}`,
    ground: 'block',
    shapes: columnsAt(n, 3.4, 0.06).map((at) => ({ box: at, form: 'rect' as const, fill: bright })),
    placeholders: [
      eyebrow,
      place('title', 'title', 0, box(LEFT, 0.95, 11, 1.95), [display(of(48, 44), { ink: 'onBlock' })], {
        anchor: 'b',
        prompt: 'What has to be decided',
      }),
      ...columnsAt(n, 3.46, 2.85).map((at, i) =>
        place(
          `step${i + 1}`,
          'body',
          14 + i,
          at,
          [
            text(n > 3 ? 20 : 24, { bold: true, ink: 'onBlock', afterPt: 6 }),
            text(n > 3 ? 16 : 18, { ink: 'onBlockMuted', afterPt: 4 }),
            text(18, { ink: bright, bold: true, afterPt: 6 }),
            text(48, { ink: bright, bold: true, line: 0.9, afterPt: 6 }),
          ],
          { prompt: 'Step', fill: 'blockCard', inset: [0.28, 0.28, 0.25, 0.2] },
        ),
      ),
      { ...contact, idx: 19 },
      inked(number, 'onBlockMuted'),
    ],
  });
  return [
    ...[1, 2, 3, 4].map(steps),
    {
      name: 'ask',
      label: 'The ask',
      ground: 'block',
      shapes: [bar(LEFT, 2.5, 0.1, 3.6, bright)],
      placeholders: [
        eyebrow,
        place('title', 'title', 0, box(LEFT, 1.2, 11, 1), [display(of(30, 28), { ink: bright })], { prompt: 'The ask' }),
        place(
          'statement',
          'body',
          1,
          box(LEFT + 0.45, 2.5, 10.9, 3.6),
          [display(of(48, 42), { ink: 'onBlock', line: 1, afterPt: 16 }), text(26, { ink: 'onBlock', line: 1.05, afterPt: 10 })],
          {
            anchor: 'ctr',
            prompt: 'What you ask for',
          },
        ),
        contact,
        inked(number, 'onBlockMuted'),
      ],
    },
  ];
}

/** The last slide, with the art of the first. */
function endLayout(theme: DeckTheme): Layout {
  const { text, display, of } = stylesOf(theme);
  return {
    name: 'end',
    label: 'End',
    ground: 'block',
    shapes: [bar(LEFT, 4.65, 1.25, 0.07, 'onBlockBright')],
    placeholders: [
      place('title', 'title', 0, box(LEFT, 1.6, 7.3, 2.8), [display(of(60, 54), { ink: 'onBlock' })], {
        anchor: 'b',
        prompt: 'Thank you',
      }),
      place('text', 'body', 14, box(LEFT, 4.95, 7, 1.6), [text(22, { ink: 'onBlockMuted', afterPt: 6 })], { prompt: 'Contact' }),
    ],
  };
}

function quoteLayouts(theme: DeckTheme): Layout[] {
  const { text, display, of } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  return [
    {
      name: 'quote',
      label: 'Quote',
      ground: 'paper',
      shapes: [bar(2, 5.4, 0.6, 0.06, 'accent')],
      placeholders: [
        place('mark', 'body', 13, box(LEFT, 0.75, 1.2, 2.35), [display(160, { ink: 'accent', bold: false, line: 0.9 })], { prompt: '“' }),
        place('title', 'title', 0, box(2, 1.75, 10.2, 3.4), [display(of(42, 36), { line: 1.05 })], {
          anchor: 'ctr',
          prompt: 'What was said',
        }),
        place('eyebrow', 'body', 15, box(2, 1.1, 9.6, 0.3), [{ ...text(12, { bold: true, ink: 'accent' }), sizePt: 12 }], {
          anchor: 'ctr',
          prompt: 'Topic',
        }),
        place('by', 'body', 14, box(2, 5.6, 9.6, 1), [text(20, { bold: true }), text(18, { ink: 'muted' })], { prompt: 'Name' }),
        footer,
        number,
      ],
    },
    {
      name: 'statement',
      label: 'Statement',
      ground: 'tint',
      shapes: [bar(LEFT, 2.1, 0.1, 4.3, 'accent')],
      placeholders: [
        eyebrow,
        title,
        place(
          'statement',
          'body',
          1,
          box(LEFT + 0.45, 2.1, 11, 4.3),
          [display(of(44, 40), { line: 1.02, afterPt: 16 }), text(26, { line: 1.05, afterPt: 10 })],
          {
            anchor: 'ctr',
            prompt: 'One sentence',
          },
        ),
        footer,
        number,
      ],
    },
    {
      name: 'figure',
      label: 'One figure',
      shapes: frame,
      placeholders: [
        eyebrow,
        title,
        place('figure', 'body', 14, box(LEFT, 2, 5.6, 4.5), [text(130, { ink: 'onBlock', bold: true, line: 0.9, align: 'center' })], {
          anchor: 'ctr',
          fill: 'block',
          inset: [0.2, 0.2, 0.2, 0.2],
          prompt: '42 %',
        }),
        place('statement', 'body', 1, box(6.75, 2, 5.833, 4.5), [text(30, { line: 1.02, afterPt: 12 }), text(20, { ink: 'muted' })], {
          anchor: 'ctr',
          prompt: 'What it says',
        }),
        footer,
        number,
      ],
    },
  ];
}

export const frontLayouts = (theme: DeckTheme): Layout[] => [
  ...titleLayouts(theme),
  ...sectionLayouts(theme),
  ...closingLayouts(theme),
  endLayout(theme),
  ...quoteLayouts(theme),
];
