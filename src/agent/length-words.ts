/** Lengths that a request names, in English and Spanish: `at most two pages`, `8-10 slides`, `unas 500 palabras`, `de una página`. */
import { rangeOf, type LengthRange, type LengthUnit } from './requirements.ts';

export interface LengthSaid {
  /** As the request says it. */
  text: string;
  range: LengthRange;
}

const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    [1, 'a one single un una uno'],
    [2, 'two dos'],
    [3, 'three tres'],
    [4, 'four cuatro'],
    [5, 'five cinco'],
    [6, 'six seis'],
    [7, 'seven siete'],
    [8, 'eight ocho'],
    [9, 'nine nueve'],
    [10, 'ten diez'],
    [12, 'twelve doce'],
    [15, 'fifteen quince'],
    [20, 'twenty veinte'],
    [30, 'thirty treinta'],
  ].flatMap(([value, words]) =>
    String(words)
      .split(' ')
      .map((word) => [word, Number(value)]),
  ),
);
const ARTICLES = new Set(['a', 'un', 'una']);

const UNITS: readonly [LengthUnit, RegExp][] = [
  ['pages', /^(?:pages?|p[aá]ginas?|folios?|pager)$/iu],
  ['slides', /^(?:slides?|diapositivas?)$/iu],
  ['sheets', /^(?:sheets?|hojas?|pestañas?)$/iu],
  ['words', /^(?:words?|palabras?)$/iu],
];

const COUNT = String.raw`\d{1,3}(?:[.,]\d{3})+|\d{1,5}|${Object.keys(NUMBERS).join('|')}`;
const LENGTH = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?<from>${COUNT})(?:(?:\s?[-–]\s?|\s(?:to|or|a|o|y|and|hasta)\s)(?<to>${COUNT}))?(?:\s(?:or (?:fewer|less|more)|o (?:menos|m[aá]s)))?[-\s](?:(?:sola|single|full|short|a4|full-length)[-\s])?(?<unit>pages?|p[aá]ginas?|folios?|pager|slides?|diapositivas?|sheets?|hojas?(?! de c[aá]lculo)|pestañas?|words?|palabras?)(?![\p{L}])`,
  'giu',
);
const MOST_BEFORE =
  /(?:at (?:the )?most|no(?:t)? (?:more|longer) than|max(?:imum|\.)?(?: of| length(?: of)?)?:?|up to|(?:less|fewer|shorter) than|under|below|within|(?:not|never) exceed(?:ing)?|limit(?:ed)? (?:it )?to|(?:como |un )?m[aá]x(?:imo|\.)?(?: de)?:?|no m[aá]s de|menos de|hasta|a lo sumo|sin pasar de|que no (?:pase|exceda|supere)n?(?: de)?|no (?:debe|puede) (?:pasar|exceder|superar)(?: de)?|l[ií]mite de)\s*$/iu;
const LEAST_BEFORE =
  /(?:at least|min(?:imum|\.)?(?: of)?:?|no(?:t)? (?:less|fewer) than|more than|over|al menos|(?:como |un )?m[ií]n(?:imo|\.)?(?: de)?:?|por lo menos|m[aá]s de)\s*$/iu;
const ABOUT_BEFORE =
  /(?:about|around|approx(?:imately|\.)?|roughly|some|circa|ca\.|~|unas|unos|alrededor de|aproximadamente|cerca de|m[aá]s o menos)\s*$/iu;
const MOST_AFTER = /^[\s,(]*(?:at (?:the )?most|max(?:imum)?\b|or (?:less|fewer)|tops|como m[aá]ximo|m[aá]ximo|o menos|a lo sumo)/iu;
const LEAST_AFTER = /^[\s,(]*(?:at least|or more|minimum\b|min\b|como m[ií]nimo|m[ií]nimo|o m[aá]s|por lo menos)/iu;
/** The length of something that exists, and a part counted rather than the whole. */
const EXISTING =
  /(?:\b(?:the|this|that|these|those|attached|its|their|el|la|los|las|este|esta|estas|estos|del|adjunt[oa]s?|sus?|first|last|primer[oa]?s?|[uú]ltim[oa]s?)\s+)$/iu;
const EACH_AFTER =
  /^\s*(?:per\b|each\b|apiece\b|for (?:each|every)\b|(?:por|para) cada\b|cada un[oa]|web\b|(?:long|largo)?\s*(?:attached|adjunt))/iu;
/** Where one page is the length and not a part ("a page with the signatures"). */
const FITS_BEFORE = /(?:\b(?:in|on|of|to|onto|within|fits?|single|en|de)\s+)$/iu;

function numberOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const value = NUMBERS[word.toLowerCase()] ?? (/^\d/.test(word) ? Number(word.replaceAll(/[.,]/g, '')) : undefined);
  return value !== undefined && value > 0 ? value : undefined;
}

function readLength(prompt: string, found: RegExpExecArray): LengthSaid | undefined {
  const { from = '', to, unit: word = '' } = found.groups ?? {};
  const unit = UNITS.find(([, words]) => words.test(word))?.[0];
  const before = prompt.slice(Math.max(0, found.index - 40), found.index);
  const after = prompt.slice(found.index + found[0].length, found.index + found[0].length + 40);
  const [first, last] = [numberOf(from), numberOf(to)];
  if (unit === undefined || first === undefined || EXISTING.test(before) || EACH_AFTER.test(after)) return undefined;
  if (ARTICLES.has(from.toLowerCase()) && !/sola|single/i.test(found[0]) && (unit !== 'pages' || !FITS_BEFORE.test(before)))
    return undefined;
  const most = MOST_BEFORE.test(before) || MOST_AFTER.test(after) || /\b(?:or (?:fewer|less)|o menos)\b/i.test(found[0]);
  const least = LEAST_BEFORE.test(before) || LEAST_AFTER.test(after) || /\bor more\b|\bo m[aá]s\b/i.test(found[0]);
  const said =
    last !== undefined
      ? { min: first, max: last }
      : most
        ? { max: first }
        : least
          ? { min: first }
          : ABOUT_BEFORE.test(before) || unit === 'words'
            ? { about: first }
            : { min: first, max: first };
  const range = rangeOf(unit, said);
  const lead = [MOST_BEFORE, LEAST_BEFORE, ABOUT_BEFORE].map((words) => words.exec(before)?.[0] ?? '').find((text) => text !== '') ?? '';
  const tail = (MOST_AFTER.exec(after) ?? LEAST_AFTER.exec(after))?.[0] ?? '';
  return range && { text: `${lead}${found[0]}${tail}`.trim(), range };
}

/** One for each unit: the first that is said of it. */
export function readLengthWords(prompt: string): LengthSaid[] {
  const said = Array.from(prompt.matchAll(LENGTH), (found) => readLength(prompt, found)).filter((length) => length !== undefined);
  return said.filter(({ range }, i) => said.findIndex((other) => other.range.unit === range.unit) === i);
}
