/**
 * The two themes of a deck, as theme slots (so that a person recolours the deck by changing the theme) and as the inks
 * that layouts speak of: each ink is a theme colour, perhaps lightened, and its hex value.
 */
import { lighter, raised, scheme, shadeOf, srgb } from './scheme-colors.ts';
import type { Forms } from '../../document/forms.ts';
import type { Look } from '../../document/look.ts';
import type { ArtFamily } from '../../document/theme-choice.ts';
import { PALETTES, SERIES_COLORS, SERIES_CONTEXT } from '../../document/palette.ts';
import { readDeckTemplate, type DeckTemplate } from '../../templates/deck-template.ts';
import { CONTENT_AREA, SLIDE_SIZE } from './plan/layout.ts';
import { livelier } from './livelier-palette.ts';
import { templatePalette, unitOf } from './template/palette.ts';
import { contrast, hexToOklch, looksAlike, oklchToHex } from '../../base/color.ts';
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
  | 'blockCard'
  | 'blockRule'
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
type Slot = (typeof SLOTS)[number];

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
  /** Equations by their TeX, drawn in the ink of its text on its background. */
  formulas: FormulaPictures;
  /** Marks of footnotes by id, as slides show them: text is measured with them. */
  noteMarks: ReadonlyMap<string, string>;
  /** On sizes of body text: some faces run wide. */
  factor: number;
  /** Title art and what is drawn by chance with it. */
  art: { family: ArtFamily; seed: number };
  /** Replacement of chart colours, which are planned for light paper. */
  chartColors: ReadonlyMap<string, string>;
  /** What is on every slide of text; chosen by the title where nothing is said. */
  decoration?: Forms['slides']['decoration'];
  /** Inches; corners of cards. */
  radiusIn: number;
  table: Forms['table'];
  /** Of a filled table, where it is not the deep tone. */
  tableHead?: { ground: string; text: string };
  /** A supplied presentation that the slides are made in. */
  template?: DeckTemplate;
  /** Size of a slide in inches. */
  slide: { w: number; h: number };
  /** Where compositions stand, in inches. */
  content: { x: number; y: number; w: number; h: number };
  /** How large type is against a slide of 13.333 × 7.5 inches. */
  unit: number;
}

/** What the scale of a look is counted from. */
const BASE_PT = 11;

export type DeckPalette = Omit<
  DeckTheme,
  | 'room'
  | 'formulas'
  | 'noteMarks'
  | 'titleAlign'
  | 'decoration'
  | 'radiusIn'
  | 'table'
  | 'tableHead'
  | 'template'
  | 'slide'
  | 'content'
  | 'unit'
>;
type Palette = DeckPalette;

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

/** Half way between two colours. */
function between(a: string, b: string): string {
  const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [0, 2, 4]
    .map((at) =>
      Math.round((channel(a, at) + channel(b, at)) / 2)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase();
}

/** Sizes of body text are those of Calibri; Arial runs wider. */
const widthOf = (look: Look): number => (look.faces.text === 'Arial' ? 0.92 : 1);

function lightTheme(look: Look): Palette {
  const palette = livelier(look);
  const text = look.roles.body.color;
  const card = palette.tint;
  return {
    name: 'light',
    slots: {
      dk1: text,
      lt1: 'FFFFFF',
      dk2: palette.deep,
      lt2: card,
      accent1: palette.accent,
      accent2: SERIES_COLORS[1],
      accent3: palette.spot,
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
      card: scheme('bg2', card),
      tint: shadeOf(palette.accent, palette.tint),
      rule: scheme('tx1', 'C9D0D6', lighter(25, 75)),
      hair: scheme('tx1', 'E3E7EA', lighter(11, 88)),
      ground: scheme('bg1', 'FFFFFF'),
      paper: srgb(palette.paper),
      block: scheme('tx2', palette.deep),
      blockCard: raised('tx2', palette.deep, 90, 8),
      blockRule: raised('tx2', palette.deep, 75, 25),
      onBlock: scheme('bg1', 'FFFFFF'),
      onBlockMuted: shadeOf(palette.accent, between(palette.tint, 'C9D0D6')),
      onBlockBright: shadeOf(palette.accent, palette.bright),
      bright: shadeOf(palette.accent, palette.bright),
      spot: scheme('accent3', palette.spot),
      white: srgb('FFFFFF'),
      good: srgb('2C6E49'),
      bad: srgb('A63D2F'),
    },
    faces: look.faces,
    displayBold: look.ownFont || look.roles.title.bold === true,
    titlePt: look.ownFont || look.roles.title.bold === true ? 28 : 30,
    factor: widthOf(look) * sizeAsked(look),
    art: artOf(look),
    chartColors: new Map([[SERIES_COLORS[2], palette.spot]]),
  };
}

/** What no choice was made for is geometric, as it was before there was one. */
const artOf = (look: Look): DeckTheme['art'] => ({ family: look.theme?.art ?? 'geometric', seed: look.theme?.seed ?? 0 });

const DARK_SERIES = ['F2B950', '2E8FA0', 'E6ECF1', 'D9694B', 'B9A2EA', '63CBC7'] as const;
/** Names of lines are written in it too. */
const DARK_CONTEXT = '8FA3B5';
const NIGHT = '0F1822';

/** An own accent that would not be read on night takes its bright tone. */
function darkAccent(look: Look, night: string): string {
  const { palette } = look;
  if (palette.name === PALETTES.petrol.name) return DARK_SERIES[0];
  return contrast(palette.accent, night) >= 4.5 ? palette.accent : palette.bright;
}

/** Marks on night in the palette that was chosen or designed; without one, the house's own. */
function brightOn({ theme, palette }: Look, accent: string): ReturnType<typeof scheme> {
  if (theme === undefined || palette.name === PALETTES.petrol.name) return scheme('accent6', DARK_SERIES[5]);
  return accent === palette.bright ? scheme('accent1', accent) : shadeOf(accent, palette.bright);
}

/** Night in the hue of the palette: where none was chosen, the house's own. */
function nightOf(look: Look): { ground: string; card: string } {
  if (look.theme === undefined) return { ground: NIGHT, card: '1A2733' };
  const { h, c } = hexToOklch(look.palette.deep);
  const shade = (l: number): string => oklchToHex({ l, c: Math.min(c, 0.032), h });
  return { ground: shade(0.205), card: shade(0.27) };
}

function darkTheme(look: Look): Palette {
  const night = nightOf(look);
  const accent = darkAccent(look, night.ground);
  const series = [accent, ...DARK_SERIES.slice(1)];
  const colors = new Map<string, string>(SERIES_COLORS.map((color, i): [string, string] => [color, series[i] ?? accent]));
  for (const [from, to] of [
    [look.palette.deep, accent],
    [look.palette.accent, accent],
    [SERIES_CONTEXT, DARK_CONTEXT],
  ] as const)
    colors.set(from, to);
  const onAccent = contrast(look.palette.deep, accent) >= 5 ? look.palette.deep : night.ground;
  const dark = look.ownFont || look.theme !== undefined;
  return {
    name: 'dark',
    slots: {
      dk1: night.ground,
      lt1: 'DDE4EA',
      dk2: night.card,
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
      card: scheme('bg2', night.card),
      tint: scheme('bg2', night.card),
      rule: raised('bg2', night.card, 90, 16),
      hair: raised('bg2', night.card, 90, 7),
      ground: scheme('bg1', night.ground),
      paper: scheme('bg1', night.ground),
      block: scheme('accent1', accent),
      blockCard: raised('accent1', accent, 80, 18),
      blockRule: raised('accent1', accent, 70, 0),
      onBlock: scheme('bg1', night.ground),
      onBlockMuted: srgb(onAccent),
      onBlockBright: srgb(onAccent),
      bright: brightOn(look, accent),
      spot: scheme('accent1', accent),
      white: srgb('FFFFFF'),
      good: srgb('7FCD9D'),
      bad: srgb('F59C8F'),
    },
    faces: dark ? look.faces : { display: 'Arial', text: 'Arial', code: look.faces.code },
    displayBold: !dark || look.ownFont || look.roles.title.bold === true,
    titlePt: 28,
    factor: (dark ? widthOf(look) : 0.92) * sizeAsked(look),
    art: artOf(look),
    chartColors: colors,
  };
}

/** Told from a dark ground as a fill, at least. */
const FILL_CONTRAST = 2;

/** A theme with the ground, the series and the size of titles that the author's design gives it. */
function designed(look: Look, theme: Palette): Palette {
  const { forms, design } = look;
  if (design === undefined) return theme;
  const { map } = theme;
  // a dark slide among light ones, or a light one among dark ones, has a ground of its own
  const own = (theme.name === 'dark') === (look.dark === true);
  const ground = (own ? forms.slides.ground : undefined) ?? theme.slots[map.bg1];
  const slots = { ...theme.slots, [map.bg1]: ground };
  const inks = { ...theme.inks };
  for (const name of ['ground', 'onBlock'] as const) if (theme.inks[name].xml === scheme('bg1', '').xml) inks[name] = scheme('bg1', ground);
  // cards are seen on any ground
  if (theme.name === 'light' && looksAlike(ground, slots[map.bg2])) {
    slots[map.bg2] = 'FFFFFF';
    for (const name of ['card', 'tint'] as const) inks[name] = scheme('bg2', 'FFFFFF');
  }
  const seen = (hex: string | undefined): hex is string => hex !== undefined && contrast(hex, ground) >= FILL_CONTRAST;
  for (const [slot, hex] of [
    ['accent2', forms.series?.[1]],
    ['accent4', forms.series?.[3]],
    ['accent5', forms.series?.[4]],
    ['accent6', forms.series?.[5]],
  ] as const)
    if (seen(hex)) slots[slot] = hex;
  return { ...theme, slots, inks, titlePt: forms.slides.titlePt ?? theme.titlePt };
}

export function deckTheme(
  look: Look,
  name: ThemeName,
  { formulas = new Map(), noteMarks = new Map() }: Partial<Pick<DeckTheme, 'formulas' | 'noteMarks'>> = {},
): DeckTheme {
  const { align } = look.roles.title;
  const { slides, radiusPt, table, tableHead } = look.forms;
  if (look.template !== undefined) {
    const template = readDeckTemplate(look.template.file);
    return {
      ...templatePalette(look, template),
      template,
      slide: template.size,
      content: template.free,
      unit: unitOf(template),
      radiusIn: 0,
      table,
      titleAlign: 'left',
      room: look.slideRoom ?? 1,
      formulas,
      noteMarks,
    };
  }
  return {
    ...designed(look, name === 'dark' ? darkTheme(look) : lightTheme(look)),
    ...(slides.decoration === undefined ? {} : { decoration: slides.decoration }),
    radiusIn: radiusPt / 72,
    table,
    ...(tableHead === undefined ? {} : { tableHead }),
    titleAlign: align === 'center' || align === 'right' ? align : 'left',
    room: look.slideRoom ?? 1,
    formulas,
    noteMarks,
    slide: SLIDE_SIZE,
    content: CONTENT_AREA,
    unit: 1,
  };
}

/** A size of body text in this theme, in points. */
export const bodyPt = (theme: DeckTheme, sizePt: number): number => Math.round(sizePt * theme.factor * 2) / 2;
