/** A look in free words → the style object, without a model: the lexicon that checks a model's reading and stands in for it. */
import type { Style } from '../document/style.ts';
import { COLOR_WORDS } from './style-words/color-words.ts';

type Wish = Partial<Omit<Style, 'colors' | 'align'>> & { colors?: Partial<Style['colors']>; align?: Partial<Style['align']> };

const FONTS: readonly [RegExp, string][] = [
  [/\barial\b|\bhelvetica\b/i, 'Arial'], [/\btimes(?: new roman)?\b/i, 'Times New Roman'], [/\bcalibri\b/i, 'Calibri'], [/\bcambria\b/i, 'Cambria'],
  [/\bgeorgia\b/i, 'Georgia'], [/\bcourier(?: new)?\b/i, 'Courier New'], [/\bverdana\b/i, 'Verdana'], [/\btahoma\b/i, 'Tahoma'], [/\btrebuchet\b/i, 'Trebuchet MS'],
  [/\bgaramond\b/i, 'Garamond'], [/\bbook antiqua\b|\bpalatino\b/i, 'Palatino Linotype'], [/\bsegoe(?: ui)?\b/i, 'Segoe UI'],
  [/\bsans[- ]?serif\b|\bpalo seco\b|\bsin serifas?\b/i, 'Arial'], [/(?<!sans[- ]?)(?<!sin )\b(?:serifs?|serifas?|con remates?)\b/i, 'Georgia'], [/\bmonospace[d]?\b|\bmonoespaciad[oa]\b/i, 'Courier New'],
];

const LINE_SPACINGS: readonly [RegExp, number][] = [
  [/\bdouble[- ](?:line )?spac|\bdoble espacio|\binterlineado doble|\ba doble espacio/i, 2],
  [/\b1[.,]5 (?:line )?spac|\b(?:line )?spacing (?:of )?1[.,]5|\bespacio y medio|\binterlineado (?:de )?1[.,]5/i, 1.5],
  [/\bsingle[- ](?:line )?spac|\binterlineado (?:sencillo|simple)|\bespacio sencillo/i, 1],
  [/\bgenerous spacing|\bairy\b|\bair[ey] |\baireado/i, 1.4], [/\btight\b|\bdense\b|\bcompact[oa]?\b/i, 1.05],
];

const MOODS: readonly [RegExp, Wish][] = [
  [/\b(?:sober|serious|sobri[oa]|seri[oa]|formal)\b/i, { colors: { accent: '252E38', title: '14202B', headings: '14202B' } }],
  [/\b(?:corporate|corporativ[oa]|business|empresarial)\b/i, { colors: { accent: '1B5E9C', title: '10304F', headings: '10304F' } }],
  [/\b(?:modern|modern[oa]|minimal(?:ist)?|minimalista)\b/i, { font: 'Arial' }],
  [/\b(?:classic(?:al)?|elegant|cl[aá]sic[oa]|elegante|traditional|tradicional)\b/i, { font: 'Georgia' }],
];

const NOT = String.raw`\b(?:no|without|sin|omit)\s+(?:an?\s+|any\s+|the\s+|una?\s+|la\s+|el\s+|los\s+|las\s+)?`;
const COVER = String.raw`(?:cover(?: page)?|title page|portada)\b`;
const CONTENTS = String.raw`(?:table of contents|contents|toc|[ií]ndice|tabla de contenidos?)(?!\p{L})`;
const NUMBERS = String.raw`(?:page numbers?|numbered pages|numbering|n[uú]meros? de p[aá]gina|p[aá]ginas numeradas|numeraci[oó]n)(?!\p{L})`;

/** True or false where the words say so, undefined where they say nothing. */
function asks(text: string, what: string): boolean | undefined {
  if (new RegExp(NOT + what, 'iu').test(text)) return false;
  return new RegExp(String.raw`(?<!\p{L})${what}`, 'iu').test(text) ? true : undefined;
}

/** The colour that a piece of text names, RRGGBB. */
function colorIn(text: string): string | undefined {
  const hex = /#([0-9a-f]{6})\b/i.exec(text)?.[1];
  if (hex !== undefined) return hex.toUpperCase();
  const words = text.toLowerCase();
  // the longest name wins: "dark blue" before "blue"
  const found = COLOR_WORDS.filter(([name]) => new RegExp(String.raw`(?<!\p{L})${name}(?!\p{L})`, 'u').test(words)).toSorted((a, b) => b[0].length - a[0].length)[0];
  return found?.[1];
}

const PARTS: readonly [keyof Style['colors'], RegExp][] = [
  ['title', /(?<!\p{L})(?:(?<!sub)title|main title|t[ií]tulo(?: principal)?)(?!\p{L})/iu],
  ['headings', /(?<!\p{L})(?:headings?|headers?|titles|subtitles|section titles|encabezados?|t[ií]tulos|subt[ií]tulos|ep[ií]grafes)(?!\p{L})/iu],
  ['text', /(?<!\p{L})(?:(?:body )?text|texto(?: principal)?|cuerpo|letra)(?!\p{L})/iu],
];

function colorsIn(text: string): Partial<Style['colors']> {
  const colors: Partial<Style['colors']> = {};
  for (const phrase of text.split(/[,;.]|\band\b|\by\b|\bwith\b|\bcon\b/i)) {
    const color = colorIn(phrase);
    if (color === undefined) continue;
    const parts = PARTS.filter(([, words]) => words.test(phrase));
    for (const [part] of parts) colors[part] ??= color;
    if (parts.length === 0) colors.accent ??= color;
  }
  return colors;
}

function alignIn(text: string): Partial<Style['align']> {
  const align: Partial<Style['align']> = {};
  if (/\bjustif/i.test(text)) align.body = 'justify';
  else if (/\b(?:left[- ]aligned|aligned (?:to the )?left|alinead[oa] a la izquierda)/i.test(text)) align.body = 'left';
  if (/\b(?:cent(?:er|re)d? (?:the )?(?:title|headline)|title (?:is )?cent(?:er|re)d|t[ií]tulo centrado|centra(?:r)? el t[ií]tulo)/i.test(text)) align.title = 'center';
  if (/\b(?:cent(?:er|re)d headings|headings cent(?:er|re)d|encabezados centrados|t[ií]tulos centrados)/i.test(text)) align.headings = 'center';
  return align;
}

function marginsIn(text: string): number | undefined {
  const given = /\b(?:margins?|m[aá]rgen(?:es)?)\D{0,20}?(\d+(?:[.,]\d+)?)\s*(cm|mm|in(?:ch(?:es)?)?|pulgadas?|["”])/iu.exec(text) ?? /\b(\d+(?:[.,]\d+)?)[- ]?(cm|mm|in(?:ch(?:es)?)?|pulgadas?)\s+(?:margins?|(?:de )?m[aá]rgen(?:es)?)/iu.exec(text);
  if (given) {
    const value = Number((given[1] ?? '').replace(',', '.'));
    const unit = (given[2] ?? '').toLowerCase();
    return unit === 'cm' ? value : unit === 'mm' ? value / 10 : value * 2.54;
  }
  if (/\b(?:narrow margins?|m[aá]rgenes estrechos)/i.test(text)) return 1.5;
  return /\b(?:wide margins?|m[aá]rgenes (?:anchos|amplios))/i.test(text) ? 3.5 : undefined;
}

const first = <T>(table: readonly [RegExp, T][], text: string): T | undefined => table.find(([words]) => words.test(text))?.[1];

/** What the words ask for; everything else is left out. Values are as said and not yet held within their bounds. */
export function readStyleWords(text: string): Wish {
  const mood = first(MOODS, text) ?? {};
  const size = /\b(\d{1,2}(?:[.,]5)?)\s*(?:pt|points?|puntos?)\b/i.exec(text)?.[1];
  const colors = { ...mood.colors, ...colorsIn(text) };
  const align = alignIn(text);
  const wish: Wish = {
    font: first(FONTS, text) ?? mood.font,
    font_size: size === undefined ? undefined : Number(size.replace(',', '.')),
    line_spacing: first(LINE_SPACINGS, text),
    margins_cm: marginsIn(text),
    orientation: /\b(?:landscape|apaisad[oa]|horizontal)\b/i.test(text) ? 'landscape' : /\b(?:portrait|vertical)\b/i.test(text) ? 'portrait' : undefined,
    cover_page: asks(text, COVER), table_of_contents: asks(text, CONTENTS), page_numbers: asks(text, NUMBERS),
    ...(Object.keys(colors).length > 0 ? { colors } : {}), ...(Object.keys(align).length > 0 ? { align } : {}),
  } as Wish;
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
}
