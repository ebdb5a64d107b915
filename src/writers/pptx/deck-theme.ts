/**
 * The two themes of a deck, as theme slots (so that a person recolours the deck by changing the theme) and as the inks
 * that layouts speak of: each ink is a theme colour, perhaps lightened, and the hex value that it comes to.
 */
import type { Look } from '../../document/look.ts';
import { PALETTES, SERIES_COLORS, SERIES_CONTEXT } from '../../document/palette.ts';
import { contrast } from '../../base/color.ts';
import type { FormulaPictures } from './plan/planned.ts';

export type ThemeName = 'light' | 'dark';

export type Ink =
  | 'text'
  | 'muted'
  | 'accent'
  | 'title'
  | 'card'
  | 'tint'
  | 'rule'
  | 'hair'
  | 'ground'
  | 'paper'
  | 'block'
  | 'onBlock'
  | 'onBlockMuted'
  | 'onBlockBright'
  | 'bright'
  | 'spot'
  | 'white'
  | 'good'
  | 'bad';

export const SLOTS = [
  'dk1',
  'lt1',
  'dk2',
  'lt2',
  'accent1',
  'accent2',
  'accent3',
  'accent4',
  'accent5',
  'accent6',
  'hlink',
  'folHlink',
] as const;
export type Slot = (typeof SLOTS)[number];

export interface DeckTheme {
  name: ThemeName;
  slots: Record<Slot, string>;
  /** Which slots are ground and text: `p:clrMap`. */
  map: { bg1: Slot; tx1: Slot; bg2: Slot; tx2: Slot };
  inks: Record<Ink, { xml: string; hex: string }>;
  faces: { display: string; text: string; code: string };
  /** Of titles, where another one was asked for. */
  titleAlign: 'left' | 'center' | 'right';
  /** Titles are bold where they have no serif. */
  displayBold: boolean;
  titlePt: number;
  /** Share of a shape's height that text may take. */
  room: number;
  /** Equations by their TeX, drawn in the ink of its text on its ground. */
  formulas: FormulaPictures;
  /** On sizes of body text: some faces run wide. */
  factor: number;
  /** Replacement of chart colours, which are planned for light paper. */
  chartColors: ReadonlyMap<string, string>;
}

/** What the scale of a look is counted from. */
const BASE_PT = 11;

type Palette = Omit<DeckTheme, 'room' | 'formulas' | 'titleAlign'>;

const srgb = (hex: string): { xml: string; hex: string } => ({ xml: `<a:srgbClr val="${hex}"/>`, hex });
const scheme = (name: string, hex: string, changes = ''): { xml: string; hex: string } => ({
  xml: changes === '' ? `<a:schemeClr val="${name}"/>` : `<a:schemeClr val="${name}">${changes}</a:schemeClr>`,
  hex,
});
/** Share of the colour's own lightness that stays, and what is added; both in percent. */
const lighter = (keep: number, add: number): string => `<a:lumMod val="${keep * 1000}"/><a:lumOff val="${add * 1000}"/>`;

/** Saturation and lightness (HSL), 0-1. */
function toneOf(hex: string): { saturation: number; lightness: number } {
  const channels = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [high, low] = [Math.max(...channels), Math.min(...channels)];
  const spread = 1 - Math.abs(high + low - 1);
  return { saturation: spread < 1e-6 ? 0 : (high - low) / spread, lightness: (high + low) / 2 };
}

const LIGHTNESS_KEPT = 0.2;

/** A shade of the accent, told from it: who changes the accent of the theme changes it too. */
function shadeOf(accent: string, hex: string): { xml: string; hex: string } {
  const [from, to] = [toneOf(accent), toneOf(hex)];
  if (from.saturation < 0.1 || to.saturation > from.saturation) return srgb(hex);
  const thousandths = (share: number): number => Math.round(share * 100_000);
  return scheme(
    'accent1',
    hex,
    `<a:satMod val="${thousandths(to.saturation / from.saturation)}"/><a:lumMod val="${thousandths(LIGHTNESS_KEPT)}"/><a:lumOff val="${thousandths(to.lightness - from.lightness * LIGHTNESS_KEPT)}"/>`,
  );
}

/** Body text of a deck is of 20 pt; a size that was asked for is one of body text, within what slides can hold. */
const BODY_PT = 20;
/** Less is a size of text on paper, and of looks that nobody asked for. */
const ASKED_PT_MIN = 14;
const FACTOR_MIN = 0.8;
const FACTOR_MAX = 1.3;
const sizeAsked = (look: Look): number => {
  const asked = Math.round(look.scale * BASE_PT * 2) / 2;
  return asked < ASKED_PT_MIN ? 1 : Math.min(FACTOR_MAX, Math.max(FACTOR_MIN, asked / BODY_PT));
};

function lightTheme(look: Look): Palette {
  const { palette } = look;
  const own = palette.name !== PALETTES.petrol.name;
  const text = look.roles.body.color;
  return {
    name: 'light',
    slots: {
      dk1: text,
      lt1: 'FFFFFF',
      dk2: palette.deep,
      lt2: 'F3F6F6',
      accent1: palette.accent,
      accent2: SERIES_COLORS[1],
      accent3: SERIES_COLORS[2],
      accent4: SERIES_COLORS[3],
      accent5: SERIES_COLORS[4],
      accent6: SERIES_COLORS[5],
      hlink: palette.accent,
      folHlink: '713A80',
    },
    map: { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' },
    inks: {
      text: scheme('tx1', text),
      muted: scheme('tx1', '55606C', lighter(76, 22)),
      accent: scheme('accent1', palette.accent),
      title: look.roles.title.color === palette.deep ? scheme('tx2', palette.deep) : srgb(look.roles.title.color),
      card: scheme('bg2', 'F3F6F6'),
      tint: shadeOf(palette.accent, palette.tint),
      rule: scheme('tx1', 'C9D0D6', lighter(25, 75)),
      hair: scheme('tx1', 'E3E7EA', lighter(11, 88)),
      ground: scheme('bg1', 'FFFFFF'),
      paper: srgb('FAF8F4'),
      block: scheme('tx2', palette.deep),
      onBlock: scheme('bg1', 'FFFFFF'),
      onBlockMuted: shadeOf(palette.accent, own ? palette.tint : 'C6DADA'),
      onBlockBright: shadeOf(palette.accent, palette.bright),
      bright: shadeOf(palette.accent, palette.bright),
      spot: scheme('accent3', SERIES_COLORS[2]),
      white: srgb('FFFFFF'),
      good: srgb('2C6E49'),
      bad: srgb('A63D2F'),
    },
    faces: look.faces,
    displayBold: look.ownFont,
    titlePt: look.ownFont ? 28 : 30,
    factor: (look.faces.text === 'Arial' ? 0.9 : 1) * sizeAsked(look),
    chartColors: new Map(),
  };
}

const DARK_SERIES = ['F2B950', '2E8FA0', 'E6ECF1', 'D9694B', 'B9A2EA', '63CBC7'] as const;
const DARK_CONTEXT = '5B6F82';

/** An own accent that would not be read on night takes its bright tone. */
function darkAccent(look: Look): string {
  const { palette } = look;
  if (palette.name === PALETTES.petrol.name) return DARK_SERIES[0];
  return contrast(palette.accent, '0F1822') >= 4.5 ? palette.accent : palette.bright;
}

function darkTheme(look: Look): Palette {
  const accent = darkAccent(look);
  const colors = new Map<string, string>(
    SERIES_COLORS.map((color, i): [string, string] => [color, i === 0 ? accent : (DARK_SERIES[i] ?? accent)]),
  );
  for (const [from, to] of [
    [look.palette.deep, accent],
    [look.palette.accent, accent],
    [SERIES_CONTEXT, DARK_CONTEXT],
  ] as const)
    colors.set(from, to);
  return {
    name: 'dark',
    slots: {
      dk1: '0F1822',
      lt1: 'DDE4EA',
      dk2: '1A2733',
      lt2: 'A3B0BC',
      accent1: accent,
      accent2: DARK_SERIES[1],
      accent3: DARK_SERIES[2],
      accent4: DARK_SERIES[3],
      accent5: DARK_SERIES[4],
      accent6: DARK_SERIES[5],
      hlink: '63CBC7',
      folHlink: 'B9A2EA',
    },
    map: { bg1: 'dk1', tx1: 'lt1', bg2: 'dk2', tx2: 'lt2' },
    inks: {
      text: scheme('tx1', 'DDE4EA'),
      muted: scheme('tx2', 'A3B0BC'),
      accent: scheme('accent1', accent),
      title: srgb('FFFFFF'),
      card: scheme('bg2', '1A2733'),
      tint: scheme('bg2', '1A2733'),
      rule: scheme('bg2', '3B4C5C', lighter(90, 16)),
      hair: scheme('bg2', '263644', lighter(90, 7)),
      ground: scheme('bg1', '0F1822'),
      paper: scheme('bg1', '0F1822'),
      block: scheme('accent1', accent),
      onBlock: scheme('bg1', '0F1822'),
      onBlockMuted: srgb('3A3320'),
      onBlockBright: srgb('5A4514'),
      bright: scheme('accent6', DARK_SERIES[5]),
      spot: scheme('accent1', accent),
      white: srgb('FFFFFF'),
      good: srgb('7FCD9D'),
      bad: srgb('F59C8F'),
    },
    faces: look.ownFont ? look.faces : { display: 'Arial', text: 'Arial', code: look.faces.code },
    displayBold: true,
    titlePt: 28,
    factor: 0.9 * sizeAsked(look),
    chartColors: colors,
  };
}

export function deckTheme(look: Look, name: ThemeName, formulas: FormulaPictures = new Map()): DeckTheme {
  const { align } = look.roles.title;
  return {
    ...(name === 'dark' ? darkTheme(look) : lightTheme(look)),
    titleAlign: align === 'center' || align === 'right' ? align : 'left',
    room: look.slideRoom ?? 1,
    formulas,
  };
}

/** A size of body text in this theme, in points. */
export const bodyPt = (theme: DeckTheme, sizePt: number): number => Math.round(sizePt * theme.factor * 2) / 2;
