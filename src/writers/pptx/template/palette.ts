/** The theme of a supplied presentation as the inks that compositions are drawn in: its own slots, so that they follow it. */
import { contrast } from '../../../base/color.ts';
import type { Look } from '../../../document/look.ts';
import { SERIES_COLORS, SERIES_CONTEXT } from '../../../document/palette.ts';
import type { DeckTemplate } from '../../../templates/deck-template.ts';
import { slotNamed, type ThemeSlot } from '../../../templates/theme-part.ts';
import type { DeckPalette } from '../deck-theme.ts';

type InkValue = { xml: string; hex: string };
const srgb = (hex: string): InkValue => ({ xml: `<a:srgbClr val="${hex}"/>`, hex });

/** A share of one colour over another. */
function over(color: string, ground: string, share: number): string {
  const at = (hex: string, from: number): number => Number.parseInt(hex.slice(from, from + 2), 16);
  return [0, 2, 4]
    .map((from) =>
      Math.round(at(color, from) * share + at(ground, from) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase();
}

/** Text on a ground. */
const READABLE = 4.5;
/** Marks and bars. */
const SEEN = 2.2;
const ACCENTS = ['accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'] as const;

/** On a slide of 7.5 inches type is as large as on ours; small slides have small type. */
export const unitOf = ({ size }: DeckTemplate): number => Math.min(2.5, Math.max(0.5, Math.max(size.h / 7.5, size.w / 13.333)));

/** How large the type of compositions is: that of ours on as much space as they have here. */
export function compositionScale({ free }: DeckTemplate): number {
  const [across, down] = [free.w / 11.833, free.h / 4.65];
  return Math.min(across * 1.2, down * 1.2, Math.sqrt(across * down));
}

type Named = ReturnType<typeof namesOf>;

/** Names by which the slots of the template are reached through its own map of colours. */
function namesOf({ theme, map }: DeckTemplate): { slot(name: string): string; named(name: string, changes?: string): InkValue } {
  const slot = (name: string): string => theme.slots[slotNamed(name, map) ?? 'dk1'];
  return {
    slot,
    named: (name, changes = '') => ({
      xml: changes === '' ? `<a:schemeClr val="${name}"/>` : `<a:schemeClr val="${name}">${changes}</a:schemeClr>`,
      hex: slot(name),
    }),
  };
}

interface Grounds {
  ground: string;
  text: InkValue;
  title: InkValue;
}

/** The first of these colours that can be told from the ground so well. */
const firstSeen = ({ slot }: Named, names: readonly string[], ground: string, least: number): string | undefined =>
  names.find((name) => contrast(slot(name), ground) >= least);

function groundsOf(template: DeckTemplate, names: Named): Grounds {
  const { titleOnly, content } = template.chosen;
  const ground = titleOnly.ground ?? content.ground ?? names.slot('bg1');
  const title = titleOnly.placeholders.find(({ type }) => type === 'title' || type === 'ctrTitle')?.levels[0]?.color;
  const body = content.placeholders.find(({ type }) => type === 'obj' || type === 'body')?.levels[0]?.color;
  const inkFor = (hex: string | undefined, otherwise: string): InkValue => {
    const slots = ['tx1', 'tx2', 'bg1', 'bg2', ...ACCENTS];
    const own = slots.find((name) => names.slot(name) === hex);
    if (own !== undefined) return names.named(own);
    return hex === undefined ? names.named(otherwise) : srgb(hex);
  };
  const text = inkFor(body, 'tx1');
  const own = inkFor(title, 'tx1');
  // a title may stand on a band of its own: in compositions its colour is used only where it is read on their ground
  return {
    ground,
    text,
    title: contrast(own.hex, ground) >= READABLE || contrast(own.hex, ground) >= contrast(text.hex, ground) ? own : text,
  };
}

function inksOf(names: Named, { ground, text, title }: Grounds): DeckPalette['inks'] {
  const { named, slot } = names;
  const accentName = firstSeen(names, [...ACCENTS, 'tx2'], ground, READABLE);
  const accent = accentName === undefined ? title : named(accentName);
  const markName = firstSeen(names, ACCENTS, ground, SEEN);
  const mark = markName === undefined ? accent : named(markName);
  // a block of colour that white, or the ground, can be read on
  const blockName = firstSeen(names, ['accent1', 'tx2', 'accent2', 'accent5', 'accent6', 'accent3', 'accent4'], 'FFFFFF', READABLE);
  const dark = contrast('FFFFFF', ground) > contrast('000000', ground);
  const block =
    blockName === undefined || (dark && contrast(slot(blockName), ground) < 1.3) ? srgb(over(text.hex, ground, 0.85)) : named(blockName);
  const onBlock = srgb(contrast('FFFFFF', block.hex) >= contrast('14202B', block.hex) ? 'FFFFFF' : '14202B');
  const mixed = (share: number): InkValue => srgb(over(text.hex, ground, share));
  const card: InkValue = { xml: withAlpha(text.xml, 7), hex: over(text.hex, ground, 0.07) };
  return {
    text,
    muted: mixed(0.72),
    accent,
    title,
    card,
    tint: card,
    rule: { xml: withAlpha(text.xml, 25), hex: over(text.hex, ground, 0.25) },
    hair: { xml: withAlpha(text.xml, 14), hex: over(text.hex, ground, 0.14) },
    ground: srgb(ground),
    paper: srgb(ground),
    block,
    blockCard: card,
    blockRule: { xml: withAlpha(text.xml, 25), hex: over(text.hex, ground, 0.25) },
    onBlock,
    onBlockMuted: srgb(over(onBlock.hex, block.hex, 0.85)),
    onBlockBright: onBlock,
    bright: mark,
    spot: mark,
    white: srgb('FFFFFF'),
    good: srgb(dark ? '7FCD9D' : '2C6E49'),
    bad: srgb(dark ? 'F59C8F' : 'A63D2F'),
  };
}

/** The colour so far transparent, in hundredths: it is seen on any ground, a picture too. */
const withAlpha = (xml: string, percent: number): string =>
  xml.endsWith('/>')
    ? xml.replace(/^<a:(\w+)(.*)\/>$/s, `<a:$1$2><a:alpha val="${percent * 1000}"/></a:$1>`)
    : xml.replace(/<\/a:(\w+)>$/, `<a:alpha val="${percent * 1000}"/></a:$1>`);

/** Colours that charts are planned in, as those of the template; those that its ground swallows give way to others of it. */
function chartColorsOf(look: Look, names: Named, ground: string): Map<string, string> {
  const seen = ACCENTS.filter((name) => contrast(names.slot(name), ground) >= 1.5).map((name) => names.slot(name));
  const own = seen.length === 0 ? [names.slot('tx1')] : seen;
  const colors = new Map<string, string>(SERIES_COLORS.map((color, at): [string, string] => [color, own[at % own.length] ?? color]));
  const [first = names.slot('tx1')] = own;
  colors.set(look.palette.deep, first);
  colors.set(look.palette.accent, first);
  colors.set(SERIES_CONTEXT, over(names.slot('tx1'), ground, 0.45));
  return colors;
}

/** Slots, inks and faces of the template. */
export function templatePalette(look: Look, template: DeckTemplate): DeckPalette {
  const names = namesOf(template);
  const grounds = groundsOf(template, names);
  const { theme, map } = template;
  const slotOf = (name: string, otherwise: ThemeSlot): ThemeSlot => slotNamed(name, map) ?? otherwise;
  const title = template.chosen.titleOnly.placeholders.find(({ type }) => type === 'title')?.levels[0];
  return {
    name: contrast('FFFFFF', grounds.ground) > contrast('000000', grounds.ground) ? 'dark' : 'light',
    slots: theme.slots,
    map: { bg1: slotOf('bg1', 'lt1'), tx1: slotOf('tx1', 'dk1'), bg2: slotOf('bg2', 'lt2'), tx2: slotOf('tx2', 'dk2') },
    inks: inksOf(names, grounds),
    faces: { display: theme.faces.major || 'Calibri', text: theme.faces.minor || 'Calibri', code: look.faces.code },
    displayBold: title?.bold === true,
    titlePt: title?.sizePt ?? 28,
    factor: compositionScale(template),
    art: { family: look.theme?.art ?? 'geometric', seed: look.theme?.seed ?? 0 },
    chartColors: chartColorsOf(look, names, grounds.ground),
  };
}
