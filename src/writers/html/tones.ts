/**
 * The colours of a page, in light and in dark, from the palette of the look. Every pair that carries text reads at 4.5:1 or
 * more in both: a tone that does not is made darker or lighter in its own hue until it does.
 */
import { minOf } from '../../base/extremes.ts';
import { contrast, hexToOklch, oklchToHex } from '../../base/color.ts';
import { MEANING, NEUTRALS, type Look } from '../../document/look.ts';

const READABLE = 4.5;
/** A hair above, so that rounding in a browser never falls below. */
const WANTED = READABLE + 0.08;

/** The colour itself, or the nearest of its hue that reads on all the grounds. */
function readableOn(hex: string, grounds: readonly string[], wanted = WANTED): string {
  const least = (color: string): number => minOf(grounds.map((ground) => contrast(color, ground)));
  if (least(hex) >= wanted) return hex;
  const base = hexToOklch(hex);
  const lighter = least('FFFFFF') > least('000000');
  for (let l = base.l; l >= 0 && l <= 1; l += lighter ? 0.01 : -0.01) {
    const color = oklchToHex({ ...base, l });
    if (least(color) >= wanted) return color;
  }
  return lighter ? 'FFFFFF' : '000000';
}

const inHueOf = (hex: string, l: number, chroma: number): string => {
  const { c, h } = hexToOklch(hex);
  return oklchToHex({ l, c: Math.min(c, chroma), h });
};

/** A fill of the light page on the dark one: what was dark becomes light, so that series stay apart from each other. */
function fillOnDark(hex: string): string {
  const { l, c, h } = hexToOklch(hex);
  return l >= 0.66 ? hex : oklchToHex({ l: Math.min(0.9, 0.92 - 0.45 * l), c: Math.max(c, Math.min(0.09, c * 1.6)), h });
}

/** Names are those of the custom properties of the style sheet. */
export type Tones = Readonly<Record<(typeof TONES)[number], string>>;
const TONES = [
  'ground',
  'band',
  'card',
  'surface',
  'tint',
  'ink',
  'muted',
  'line',
  'hair',
  'field',
  'title',
  'head',
  'minor',
  'accent',
  'on-accent',
  'deep',
  'on-deep',
  'deep-muted',
  'bright',
  'spot',
  'good',
  'bad',
  'note',
  'note-tint',
  'tip',
  'tip-tint',
  'warning',
  'warning-tint',
  'key',
  'head-ground',
  'on-head',
] as const;

export function lightTones({ palette, roles, forms, type }: Look): Tones {
  const grounds = ['FFFFFF', palette.paper, NEUTRALS.surface, palette.tint];
  const accent = readableOn(palette.accent, grounds);
  const deep = forms.coverGround ?? palette.deep;
  const headGround = forms.tableHead?.ground ?? palette.deep;
  return {
    ground: 'FFFFFF',
    band: palette.paper,
    card: 'FFFFFF',
    surface: NEUTRALS.surface,
    tint: palette.tint,
    ink: readableOn(roles.body.color, grounds),
    muted: readableOn(NEUTRALS.muted, grounds),
    line: NEUTRALS.rule,
    hair: NEUTRALS.hair,
    // WCAG 1.4.11: the edge of a field is what shows that it is one
    field: readableOn(NEUTRALS.greyLine, ['FFFFFF', palette.paper], 3.1),
    title: readableOn(roles.title.color, grounds),
    head: readableOn(roles.heading1.color, grounds),
    minor: readableOn(roles.heading3.color, grounds),
    accent,
    'on-accent': readableOn('FFFFFF', [accent]),
    deep,
    'on-deep': readableOn('FFFFFF', [deep]),
    'deep-muted': readableOn(palette.tint, [deep]),
    bright: readableOn(palette.bright, [deep]),
    spot: palette.spot,
    good: readableOn(MEANING.good, grounds),
    bad: readableOn(MEANING.bad, grounds),
    note: MEANING.note,
    'note-tint': MEANING.noteTint,
    tip: MEANING.tip,
    'tip-tint': MEANING.tipTint,
    warning: MEANING.warning,
    'warning-tint': MEANING.warningTint,
    key: readableOn(type === 'contract' ? NEUTRALS.text : palette.deep, [palette.tint]),
    'head-ground': headGround,
    'on-head': readableOn(forms.tableHead?.text ?? 'FFFFFF', [headGround]),
  };
}

/** Lightness of the grounds of the dark page. */
const DARK = { ground: 0.185, band: 0.215, card: 0.225, surface: 0.245, tint: 0.285, line: 0.4, hair: 0.31, deep: 0.3 };

export function darkTones(look: Look): Tones {
  const { palette, roles, forms } = look;
  const tone = (l: number, chroma = 0.018): string => inHueOf(palette.deep, l, chroma);
  const [ground, band, card, surface] = [tone(DARK.ground), tone(DARK.band), tone(DARK.card), tone(DARK.surface)];
  const tint = inHueOf(palette.accent, DARK.tint, 0.035);
  const grounds = [ground, band, card, surface, tint];
  const accent = readableOn(palette.bright, grounds);
  const deep = inHueOf(forms.coverGround ?? palette.deep, DARK.deep, 0.06);
  const meaning = (hex: string): string => readableOn(hex, grounds);
  const meaningTint = (hex: string): string => inHueOf(hex, DARK.tint, 0.04);
  const onOwn = (hex: string): string => readableOn(hex, [meaningTint(hex), surface]);
  const ink = inHueOf(palette.deep, 0.93, 0.008);
  // a title that the client has coloured keeps its hue; the house's own deep tone becomes nearly white
  const title = (hex: string): string =>
    hex === palette.deep || hex === NEUTRALS.text ? inHueOf(palette.deep, 0.95, 0.02) : readableOn(hex, grounds);
  const headGround = inHueOf(forms.tableHead?.ground ?? palette.deep, 0.36, 0.06);
  return {
    ground,
    band,
    card,
    surface,
    tint,
    ink,
    muted: readableOn(inHueOf(palette.deep, 0.74, 0.015), grounds),
    line: tone(DARK.line),
    hair: tone(DARK.hair),
    field: readableOn(tone(0.5), [ground, card, band], 3.1),
    title: title(roles.title.color),
    head: title(roles.heading1.color),
    minor: readableOn(roles.heading3.color === palette.accent ? accent : roles.heading3.color, grounds),
    accent,
    'on-accent': readableOn('0B1114', [accent]),
    deep,
    'on-deep': readableOn('FFFFFF', [deep]),
    'deep-muted': readableOn(palette.tint, [deep]),
    bright: readableOn(palette.bright, [deep]),
    spot: fillOnDark(palette.spot),
    good: meaning(MEANING.good),
    bad: meaning(MEANING.bad),
    note: onOwn(MEANING.note),
    'note-tint': meaningTint(MEANING.note),
    tip: onOwn(MEANING.tip),
    'tip-tint': meaningTint(MEANING.tip),
    warning: onOwn(MEANING.warning),
    'warning-tint': meaningTint(MEANING.warning),
    key: readableOn(accent, [tint]),
    'head-ground': headGround,
    'on-head': readableOn('FFFFFF', [headGround]),
  };
}

const declared = (tones: Tones): string => TONES.map((name) => `--${name}:#${tones[name]}`).join(';');

/** Colours that occur in the page beside the tones: `fill` keeps apart from its neighbours, `text` is read. */
export interface InkUse {
  fills: ReadonlySet<string>;
  texts: ReadonlySet<string>;
  /** Light and dark, `#RRGGBB-#RRGGBB`, perhaps with alpha. */
  pairs: ReadonlySet<string>;
}

/** The property of a pair of colours. */
export const pairName = (pair: string): string => `--p${pair.replaceAll('#', '')}`;

/** The custom properties of both colour schemes. Paper is always light. */
export function tonesCss(look: Look, { fills, texts, pairs }: InkUse): string {
  const [light, dark] = [lightTones(look), darkTones(look)];
  const lightGrounds = [light.ground, light.tint, light.surface];
  const darkGrounds = [dark.ground, dark.tint, dark.surface];
  const inks = (fill: (hex: string) => string, text: (hex: string) => string): string =>
    [...[...fills].map((hex) => `;--f${hex}:#${fill(hex)}`), ...[...texts].map((hex) => `;--t${hex}:#${text(hex)}`)].join('');
  const lightText = `${declared(light)}${inks(
    (hex) => hex,
    (hex) => readableOn(hex, lightGrounds),
  )}`;
  const pairsIn = (scheme: 0 | 1): string => [...pairs].map((pair) => `;${pairName(pair)}:${pair.split('-')[scheme]}`).join('');
  const darkText = `${declared(dark)}${inks(fillOnDark, (hex) => readableOn(hex, darkGrounds))}`;
  return `:root{color-scheme:light dark;${lightText}${pairsIn(0)}}@media screen and (prefers-color-scheme:dark){:root{${darkText}${pairsIn(1)}}}`;
}
