/**
 * A look in free words, English or Spanish → the style object, without a model: the lexicon that checks a model's reading and
 * stands in for it. Phrase by phrase: what is not wanted is told from what is, and what says nothing of a look is named.
 */
import type { Style } from '../document/style.ts';
import { colorIn, colorsIn, PARTS, UNCOLORED } from './style-words/colors.ts';
import { fontIn, fontKindIn } from './style-words/fonts.ts';
import { marginsIn, sizeIn, spacingIn } from './style-words/measures.ts';
import { readPhrases, type Phrase } from './style-words/phrases.ts';

export type Wish = Partial<Omit<Style, 'colors' | 'align'>> & { colors?: Partial<Style['colors']>; align?: Partial<Style['align']> };

export interface StyleWords {
  /** Beyond doubt: it wins over a model's reading. */
  sure: Wish;
  /** Moods and sizes in words: for what nothing else says. */
  likely: Wish;
  /** Phrases that say nothing that could be done, as they were written. */
  unclear: string[];
}

const SOBER = { accent: '252E38', title: '14202B', headings: '14202B' };
const MOODS: readonly [RegExp, Wish][] = [
  [/\b(?:sober|serious|sobri[oa]s?|seri[oa]s?|formal(?:es)?|austere|austero|discret[oa]|understated)\b/, { colors: SOBER }],
  [
    /\b(?:corporate|corporativ[oa]s?|business(?:like)?|empresarial|professional|profesional)\b/,
    { colors: { accent: '1B5E9C', title: '10304F', headings: '10304F' } },
  ],
  [/\b(?:modern|modern[oa]s?|contemporary|actual|minimal(?:ist)?|minimalista|clean|limpi[oa])\b/, { font: 'Arial' }],
  [/\b(?:classic(?:al)?|elegant|clasic[oa]s?|elegantes?|traditional|tradicional|refined|refinad[oa])\b/, { font: 'Georgia' }],
  [
    /\b(?:academic|academic[oa]s?|scholarly|thesis|tesis|apa style|estilo apa)\b/,
    { font: 'Times New Roman', font_size: 12, line_spacing: 1.5, align: { body: 'justify' } },
  ],
  [/\b(?:legal|juridic[oa]|notarial)\b/, { font: 'Times New Roman', align: { body: 'justify' } }],
  [/\b(?:technical|tecnic[oa]s?|engineering)\b/, { font: 'Arial', colors: { accent: '475569' } }],
  [/\b(?:warm|calid[oa]s?|cosy|cozy|acogedor(?:a)?|friendly|cercan[oa]|amables?)\b/, { colors: { accent: 'B4532A' } }],
  [
    /\b(?:fresh|fresc[oa]s?|natural|organic|organic[oa]|ecolog(?:ical|ico|ica)|green company|sustainable|sostenible)\b/,
    { colors: { accent: '15803D' } },
  ],
  [
    /\b(?:playful|fun|divertid[oa]s?|alegres?|vivid|viv[oa]s?|colou?rful|colorid[oa]s?|bright|llamativ[oa]s?|creative|creativ[oa]s?)\b/,
    { colors: { accent: 'C0267A' } },
  ],
  [
    /\b(?:luxur(?:y|ious)|luj[oa]s[oa]|lujo|premium|exclusiv[eoa]|gala)\b/,
    { font: 'Georgia', colors: { accent: '8C6A2F', title: '111111', headings: '111111' } },
  ],
  [/\b(?:calm|tranquil[oa]?|serene|seren[oa]|relax(?:ed|ante))\b/, { colors: { accent: '0E6E73' } }],
  [/\b(?:airy|aireado|spacious|espacios[oa]|generous spacing|roomy|mucho aire)\b/, { line_spacing: 1.4 }],
  [/\b(?:tight|dense|dens[oa]|compact[oa]?|apretad[oa]|condensed)\b/, { line_spacing: 1.05 }],
  [
    /\b(?:large|big|bigger|easy to read|grandes?|mas grande|legibles?)\b.*\b(?:letters?|letras?|print|text|texto|type|font|fuente)\b|\b(?:letras?|texto|print|text|type|font|fuente) (?:mas )?(?:large|big|bigger|grandes?|legibles?)|\blarge[- ]print\b/,
    { font_size: 13 },
  ],
  [
    /\b(?:small|smaller|tiny|pequen[oa]s?|menud[oa])\b.*\b(?:letters?|letras?|print|text|texto|type|font|fuente)\b|\b(?:letras?|texto|font|fuente) (?:mas )?pequen[oa]s?/,
    { font_size: 9.5 },
  ],
];

const COVER = /\b(?:cover(?: page)?|title page|front page|portada|caratula)\b/;
const CONTENTS = /\b(?:table of contents|contents|toc|indice(?: de contenidos?)?|tabla de contenidos?|sumario)\b/;
const NUMBERS =
  /\b(?:page numbers?|page numbering|number(?:ed|ing)? (?:the )?pages?|pages? numbered|pagination|numbering|numeros? de (?:la )?paginas?|paginas? numeradas?|numerar (?:las )?paginas?|numeracion|paginacion|paginad[oa])\b/;
const LANDSCAPE = /\b(?:landscape|apaisad[oa]s?|horizontal(?:es)?)\b/;
const PORTRAIT = /\b(?:portrait|vertical(?:es)?)\b/;

const SIDES: readonly [Style['align']['body'], RegExp][] = [
  ['justify', /\bjustif/],
  ['center', /\b(?:cent(?:er|re|ered|red|ering|ring)|centrad[oa]s?|centrar)\b/],
  ['right', /\b(?:right[- ]align(?:ed)?|align(?:ed)? (?:to the )?right|flush right|a la derecha|alinead[oa]s? (?:a la )?derecha)\b/],
  [
    'left',
    /\b(?:left[- ]align(?:ed)?|align(?:ed)? (?:to the )?left|flush left|ragged right|a la izquierda|alinead[oa]s? (?:a la )?izquierda|left align)\b/,
  ],
];
const ALL = /\b(?:everything|all|todo|todos)\b/;

function alignIn(text: string): Partial<Style['align']> {
  const align: Partial<Style['align']> = {};
  for (const piece of text.split(/(?<!\p{L})(?:and|y|with|con)(?!\p{L})/u)) {
    const side = SIDES.find(([, words]) => words.test(piece))?.[0];
    if (side === undefined) continue;
    const named = PARTS.filter(([part, words]) => part !== 'accent' && words.test(piece)).map(([part]) =>
      part === 'text' ? 'body' : (part as 'title' | 'headings'),
    );
    const parts = ALL.test(piece) ? (['title', 'headings', 'body'] as const) : named.length > 0 ? named : (['body'] as const);
    // headings are never justified: their few words would be torn apart
    for (const part of parts) align[part] ??= side === 'justify' && part !== 'body' ? 'left' : side;
  }
  return align;
}

/** `header "Draft"`, `pie de página: ACME`: the words that every page carries. */
function runningIn(said: string, names: string): string | undefined {
  const found = new RegExp(
    String.raw`(?<!\p{L})(?:${names})\s*(?:text|with|says|saying|reads|con(?: el texto)?|que diga)?\s*(?:["“«']([^"”»']{1,100})["”»']|[:=]\s*(\S.{0,99}))`,
    'iu',
  ).exec(said);
  return (found?.[1] ?? found?.[2])?.trim();
}
const HEADER = 'page header|header|encabezado(?: de p[aá]gina)?|cabecera';
const FOOTER = 'page footer|footer|pie(?: de p[aá]gina)?';

const filled = (wish: { [K in keyof Wish]?: Wish[K] | undefined }): Wish =>
  Object.fromEntries(
    Object.entries(wish).filter(([, value]) => value !== undefined && !(typeof value === 'object' && Object.keys(value).length === 0)),
  ) as Wish;

/** A phrase that says what is not wanted: only what is or is not there can be refused so. */
function readRefused({ text }: Phrase): Wish {
  return filled({
    cover_page: COVER.test(text) ? false : undefined,
    table_of_contents: CONTENTS.test(text) ? false : undefined,
    page_numbers: NUMBERS.test(text) || /^(?:numbers|numeros|numerar)\b/.test(text) ? false : undefined,
    orientation: LANDSCAPE.test(text) ? 'portrait' : PORTRAIT.test(text) ? 'landscape' : undefined,
    font: fontKindIn(text) === 'Georgia' ? 'Arial' : undefined,
    align: /\bjustif/.test(text) ? { body: 'left' } : undefined,
  });
}

function readWanted({ text, said }: Phrase): Wish {
  const font = fontIn(text, said);
  const header = runningIn(said, HEADER);
  const footer = runningIn(said, FOOTER);
  if (header !== undefined || footer !== undefined) return filled({ header, footer });
  return filled({
    font: font ?? fontKindIn(text),
    font_size: sizeIn(text, font !== undefined),
    line_spacing: spacingIn(text),
    margins_cm: marginsIn(text),
    orientation: LANDSCAPE.test(text) ? 'landscape' : PORTRAIT.test(text) ? 'portrait' : undefined,
    cover_page: COVER.test(text) ? true : undefined,
    table_of_contents: CONTENTS.test(text) ? true : undefined,
    page_numbers: NUMBERS.test(text) ? true : undefined,
    colors: colorsIn({ text }),
    align: alignIn(text),
  });
}

/** What is there already stays; colours and sides are joined part by part. */
function join(into: Wish, more: Wish): Wish {
  const colors = { ...more.colors, ...into.colors };
  const align = { ...more.align, ...into.align };
  return filled({ ...more, ...into, colors, align });
}

/** Words without meaning for a look, at the ends of a phrase or as all of it. */
const EMPTY =
  /^(?:(?:please|por favor|the|an?|el|la|los|las|un|una|use|usa(?:r)?|with|con|in|en|style|estilo|look|aspecto|and|y|e|or|o|ni|make it|hazlo|document|documento|i want|quiero|it|should be|page|pagina|a4|paper|papel|papel a4|a4 paper|font|fuente|very|muy|rather|mas bien|nice|bonito|good|bueno)(?:\s+|$))*$/;

/** Values are as said and not yet held within their bounds. */
export function readStyleWords(words: string): StyleWords {
  let sure: Wish = {};
  let likely: Wish = {};
  const unclear: string[] = [];
  for (const phrase of readPhrases(words)) {
    const said = phrase.negated ? readRefused(phrase) : readWanted(phrase);
    const moods = phrase.negated ? [] : MOODS.filter(([mood]) => mood.test(phrase.text)).map(([, wish]) => wish);
    sure = join(sure, said);
    for (const mood of moods) likely = join(likely, mood);
    const uncolored = !phrase.negated && UNCOLORED.test(phrase.text);
    const avoided = phrase.negated && colorIn(phrase.text) !== undefined;
    if (uncolored || (Object.keys(said).length === 0 && moods.length === 0 && !avoided && !EMPTY.test(phrase.text)))
      unclear.push(phrase.said.slice(0, 200));
  }
  return { sure, likely, unclear };
}
