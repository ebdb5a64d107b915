/** What layouts are built of: places, styles of text, the furniture of every slide. */
import { bodyPt, type DeckTheme, type Ink } from '../../deck-theme.ts';
import { CONTENT_AREA, SLIDE_SIZE } from '../layout.ts';
import type { Box, LevelStyle, Placeholder, Shape } from '../layout.ts';

export const SLIDE = SLIDE_SIZE;
export const CONTENT: Box = CONTENT_AREA;
export const LEFT = CONTENT.x;
export const WIDTH = CONTENT.w;
const GUTTER = 0.25;
const NO_INSET = [0, 0, 0, 0] as const;

export const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h });
export const bar = (x: number, y: number, w: number, h: number, fill: Ink): Shape => ({ box: box(x, y, w, h), form: 'rect', fill });

export interface Styles {
  text(sizePt: number, more?: Partial<LevelStyle>): LevelStyle;
  display(sizePt: number, more?: Partial<LevelStyle>): LevelStyle;
  /** Two sizes: of a light face and of a bold one, which runs wider. */
  of(light: number, bold: number): number;
}

export function stylesOf(theme: DeckTheme): Styles {
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
    of: (light, bold) => (theme.displayBold ? bold : light),
  };
}

export const place = (
  key: string,
  type: Placeholder['type'],
  idx: number,
  at: Box,
  levels: readonly LevelStyle[],
  more: Partial<Placeholder> = {},
): Placeholder => ({ key, type, idx, box: at, anchor: 't', inset: NO_INSET, levels, prompt: 'Text', ...more });

/** Levels of running text: item, sub-item, lead in bold, text under a lead, and items below sub-items. */
export function bodyLevels(theme: DeckTheme, sizePt: number, afterPt = 14): LevelStyle[] {
  const { text } = stylesOf(theme);
  return [
    text(sizePt, { bullet: 'dot', afterPt }),
    text(sizePt - 2, { bullet: 'dash', afterPt: Math.round(afterPt * 0.6) }),
    text(sizePt + 2, { bold: true, ink: 'title', afterPt: 2 }),
    text(sizePt, { afterPt: Math.round(afterPt * 1.6) }),
    text(sizePt - 3, { bullet: 'dot', steps: 3, afterPt: Math.round(afterPt * 0.5) }),
    text(sizePt - 3, { bullet: 'dash', steps: 4, afterPt: Math.round(afterPt * 0.5) }),
  ];
}

export interface Furniture {
  eyebrow: Placeholder;
  title: Placeholder;
  footer: Placeholder;
  number: Placeholder;
  /** What stays in its place on all slides of text. */
  frame: readonly Shape[];
}

/** A line, a band or a mark at the edge of every slide of a deck, by its title: decks of one kind differ in more than colour. */
function frameOf(theme: DeckTheme): Shape[] {
  switch (theme.decoration ?? BY_CHANCE[(theme.art.seed >>> 13) % BY_CHANCE.length]) {
    case 'top':
      return [bar(0, 0, SLIDE.w, 0.12, 'accent')];
    case 'side':
      return [bar(0, 0, 0.2, SLIDE.h, 'block'), bar(0, 0.5, 0.2, 0.9, 'spot')];
    case 'rule':
      return [bar(LEFT, 6.86, WIDTH, 0.012, 'rule')];
    case 'frame':
      return [{ box: box(0.22, 0.22, SLIDE.w - 0.44, SLIDE.h - 0.44), form: 'rect', outline: { ink: 'rule', widthPt: 1 } }];
    case 'corner':
      return [{ box: box(SLIDE.w - 0.7, 0, 0.7, 0.7), form: 'quarter', fill: 'accent', turn: 3 }];
    default:
      return [];
  }
}
/** What a deck without a design has, by its title. */
const BY_CHANCE = ['none', 'top', 'side', 'rule'] as const;

export function furnitureOf(theme: DeckTheme): Furniture {
  const { text, display } = stylesOf(theme);
  const small = (ink: Ink): LevelStyle[] => [{ ...text(10, { ink }), sizePt: 10 }];
  return {
    eyebrow: place('eyebrow', 'body', 13, box(LEFT, 0.46, WIDTH, 0.28), [{ ...text(12, { bold: true, ink: 'accent' }), sizePt: 12 }], {
      anchor: 'ctr',
      prompt: 'Topic',
    }),
    title: place('title', 'title', 0, box(LEFT, 0.78, WIDTH, 1), [display(theme.titlePt)], { prompt: 'The conclusion, in a sentence' }),
    footer: place('footer', 'ftr', 11, box(LEFT, 6.98, 9.5, 0.25), small('muted'), { anchor: 'ctr', prompt: 'Source' }),
    number: place('number', 'sldNum', 12, box(11.583, 6.98, 1, 0.25), small('muted'), { anchor: 'ctr', prompt: '‹#›' }),
    frame: frameOf(theme),
  };
}

export const inked = (placeholder: Placeholder, ink: Ink): Placeholder => ({
  ...placeholder,
  levels: placeholder.levels.map((level) => ({ ...level, ink })),
});

/** Places of `n` boxes side by side. */
export function columnsAt(n: number, y: number, h: number, x: number = LEFT, width: number = WIDTH, gutter: number = GUTTER): Box[] {
  const w = (width - gutter * (n - 1)) / n;
  return Array.from({ length: n }, (_, i) => box(x + i * (w + gutter), y, w, h));
}

/** Places of `n` boxes one below the other. */
export const rowsAt = (n: number, at: Box, gap: number): Box[] =>
  Array.from({ length: n }, (_, i) => box(at.x, at.y + i * ((at.h + gap) / n), at.w, (at.h + gap) / n - gap));
