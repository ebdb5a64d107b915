/** Colours in words: by name with its endings (`azul`, `azules`; `rojo`, `roja`, `rojas`), by a modifier before or behind, or by number. */
import { append } from '../../base/append.ts';
import { hexToOklch, oklchToHex } from '../../base/color.ts';
import type { Style } from '../../document/style.ts';
import { COLOR_WORDS } from './color-words.ts';
import { plainWords, type Phrase } from './phrases.ts';

type Colors = Partial<Style['colors']>;

/** A name of one or more words, each with the endings of number and gender that Spanish gives it. */
function patternOf(name: string): string {
  const words = plainWords(name)
    .split(' ')
    .map((word) => {
      if (word.endsWith('o')) return `${word.slice(0, -1)}[oa]s?`;
      if (/[ae]$/.test(word)) return `${word}s?`;
      return `${word}(?:es|s)?`;
    });
  return words.join('[ -]');
}

// the longest name wins: "dark blue" before "blue"
const NAMES = COLOR_WORDS.map(([name, hex]) => ({
  length: name.length,
  hex,
  words: new RegExp(String.raw`(?<![\p{L}\d])${patternOf(name)}(?![\p{L}\d])`, 'u'),
})).toSorted((a, b) => b.length - a.length);

const DARK = /(?:very )?(?:dark|deep|oscur[oa]s?|intens[oa]s?|profund[oa]s?)/;
const LIGHT = /(?:light|pale|soft|pastel|clar[oa]s?|palid[oa]s?|suaves?)/;
const near = (words: RegExp): RegExp => new RegExp(String.raw`(?:^|\s)${words.source}\s*$`, 'u');
const behind = (words: RegExp): RegExp => new RegExp(String.raw`^\s*${words.source}(?![\p{L}])`, 'u');

function shade(hex: string, before: string, after: string): string {
  const step =
    near(DARK).test(before) || behind(DARK).test(after) ? -0.12 : near(LIGHT).test(before) || behind(LIGHT).test(after) ? 0.12 : 0;
  if (step === 0) return hex;
  const color = hexToOklch(hex);
  return oklchToHex({ ...color, l: Math.min(0.95, Math.max(0.15, color.l + step)) });
}

function numbered(text: string): string | undefined {
  const [, six, three] = /#(?:([0-9a-f]{6})|([0-9a-f]{3}))(?![0-9a-f])/i.exec(text) ?? [];
  if (six !== undefined) return six.toUpperCase();
  if (three !== undefined)
    return [...three]
      .map((digit) => digit + digit)
      .join('')
      .toUpperCase();
  const rgb = /rgb\(?\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*[, ]\s*(\d{1,3})/i.exec(text);
  if (!rgb) return undefined;
  const parts = rgb.slice(1).map(Number);
  return parts.every((part) => part <= 255)
    ? parts
        .map((part) => part.toString(16).padStart(2, '0'))
        .join('')
        .toUpperCase()
    : undefined;
}

/** The colour that a piece of plain words names, RRGGBB. */
export function colorIn(text: string): string | undefined {
  const given = numbered(text);
  if (given !== undefined) return given;
  for (const { words, hex } of NAMES) {
    const found = words.exec(text);
    if (found) return shade(hex, text.slice(0, found.index), text.slice(found.index + found[0].length));
  }
  return undefined;
}

export const PARTS: readonly [keyof Style['colors'], RegExp][] = [
  ['title', /(?<!\p{L})(?:(?<!sub|section )title|main title|headline|document title|titulo(?: principal)?|titular)(?!\p{L})/u],
  [
    'headings',
    /(?<!\p{L})(?:headings?|headers|titles|subtitles?|subheadings?|section titles?|encabezados|cabeceras|titulos|titulares|subtitulos?|epigrafes?|apartados)(?!\p{L})/u,
  ],
  [
    'text',
    /(?<!\p{L})(?:(?:body|main|running) )?(?:text|body|copy|paragraphs?|letters|texto(?: principal)?|cuerpo(?: del texto)?|letras?|parrafos?)(?!\p{L})/u,
  ],
  [
    'accent',
    /(?<!\p{L})(?:accents?|accent colou?r|highlights?|rules|lines|details|acentos?|color de acento|detalles|destacados|lineas|filetes)(?!\p{L})/u,
  ],
];

/** What no document takes a colour for: the lexicon says so rather than colouring something else. */
export const UNCOLORED =
  /(?<!\p{L})(?:background|backdrop|paper|page colou?r|fondo|papel|borders?|bordes?|marco|frame|highlighter|subrayado|shadow|sombra)(?!\p{L})/u;

/** Colours of the parts that the phrase names; the accent's where it names none. */
export function colorsIn({ text }: Pick<Phrase, 'text'>): Colors {
  const colors: Colors = {};
  const pieces = text.split(/(?<!\p{L})(?:and|y|e|with|con|plus|mas)(?!\p{L})/u);
  for (const [at, piece] of pieces.entries()) {
    if (UNCOLORED.test(piece)) continue;
    const color = colorIn(piece);
    if (color === undefined) continue;
    const named = PARTS.filter(([, words]) => words.test(piece)).map(([part]) => part);
    // "titles and headings in blue": the parts before it share it
    for (let back = at - 1; back >= 0 && colorIn(pieces[back] ?? '') === undefined && named.length > 0; back--)
      append(
        named,
        PARTS.filter(([, words]) => words.test(pieces[back] ?? '')).map(([part]) => part),
      );
    for (const part of named) colors[part] ??= color;
    if (named.length === 0) colors.accent ??= color;
  }
  return colors;
}
