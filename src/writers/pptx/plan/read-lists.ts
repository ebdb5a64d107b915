/** What the words of a list make of it: dates and times before what happens, figures before or after what they count. */
import type { Block, Kpis, List } from '../../../document/block.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { namesDate, namesMonth } from './date-words.ts';
import { soleRuns, splitLead } from './flow.ts';
import { sentencesOf } from './prose-slides.ts';

const CLOCK = String.raw`\d{1,2}[:h]\d{2}(?:\s?[ap]\.?m\.?)?|\d{1,2}\s?[ap]\.?m\.?`;
const TIME_LED = new RegExp(String.raw`^((?:${CLOCK})(?:\s?[–—-]\s?(?:${CLOCK}))?)(?::|\s[–—-])?\s+(\S.*)$`, 'isu');

/** "18:00 Dance": the time of day, and what is then; undefined for other words. */
export function splitTime(runs: readonly Run[]): { time: Run[]; rest: Run[] } | undefined {
  const [first, ...others] = runs;
  const found = first && first.link === undefined ? TIME_LED.exec(first.text) : null;
  if (!first || !found) return undefined;
  const { bold: _bold, ...plain } = first;
  return { time: [{ text: found[1] ?? '' }], rest: [{ ...plain, text: found[2] ?? '' }, ...others] };
}

const DATE_CHARS_MAX = 24;

/** What happens at a date or time. */
export interface Step {
  date: string;
  text: readonly Run[];
}

const YEAR_LED = /^(\d{1,4}(?:\s?(?:BC|BCE|AD|CE|a\. ?C\.|d\. ?C\.))?)\s*[:–—-]\s+(\S.*)$/s;

/** Bare numbers that rise are years. */
function yearsOf(list: List): Step[] | undefined {
  const found = list.items.map((item) => YEAR_LED.exec(plainText(soleRuns(item) ?? [])));
  const years = found.map((one) => Number.parseInt(one?.[1] ?? '', 10));
  if (found.length < 3 || years.some((year, i) => Number.isNaN(year) || year > 2200 || (i > 0 && year <= (years[i - 1] ?? 0))))
    return undefined;
  return found.map((one): Step => ({ date: one?.[1] ?? '', text: [{ text: one?.[2] ?? '' }] }));
}

/** The items of a list each of which begins with a date, a year or a time of day; undefined for others. */
export function datedSteps(blocks: readonly Block[]): Step[] | undefined {
  const [list] = blocks;
  if (list?.type !== 'list') return undefined;
  const steps = list.items.map((item): Step | undefined => {
    const runs = soleRuns(item);
    if (!runs) return undefined;
    const split = splitLead(runs);
    if (split && namesDate(plainText(split.lead), DATE_CHARS_MAX)) return { date: plainText(split.lead), text: split.rest };
    const timed = splitTime(runs);
    if (timed) return { date: plainText(timed.time), text: timed.rest };
    const written = /^(.{2,24}?)(?::|\s[–—-])\s+(\S.*)$/s.exec(plainText(runs));
    return written && namesDate(written[1] ?? '', DATE_CHARS_MAX)
      ? { date: written[1] ?? '', text: [{ text: written[2] ?? '' }] }
      : undefined;
  });
  if (steps.length >= 3 && steps.every((step) => step !== undefined)) return steps;
  return yearsOf(list);
}

const AMOUNT = String.raw`(?:[€$£¥]\s?)?\d[\d.,]*\s?(?:%|‰|€|£|\$|°C|[Mk]€|bn|[kKMB](?![\p{L}])|[x×](?!\p{L})|\/\s?\d+|pts?|km\/h|(?:million|billion|millones)(?:\s?[€$£])?)?`;
const FIGURE_LED = new RegExp(
  String.raw`^([\p{L}][^:\n]{1,46}):\s*([~≈+−-]?${AMOUNT}(?:\s?\p{L}{1,12})?)(?:\s*\(([^()\n]{1,34})\)|,\s+((?:up|down|from|vs\.?|against|sube|baja|desde|frente a|[+−-])\s?[^,;\n]{1,30}))?$`,
  'u',
);

/** "SAM €6.4B": a name and a figure whose unit says that it is one. */
const FIGURE_LAST = new RegExp(
  String.raw`^(\p{Lu}[\p{L} .&/-]{1,28}?)\s+([~≈+−-]?(?:[€$£¥]\s?\d[\d.,]*\s?(?:bn|[kKMB])?|\d[\d.,]*\s?(?:%|‰|€|£|\$|[Mk]€|bn\s?[€$£])))()()$`,
  'u',
);

/** What stands large on a card, by how many cards are side by side: longer figures would be no larger than words. */
const VALUE_CHARS_MAX: Readonly<Record<number, number>> = { 2: 15, 3: 11, 4: 9 };

/** The words of an item that is nothing but words; '' where a link, a note or a formula would get lost. */
function wordsOf(item: List['items'][number]): string {
  const runs = soleRuns(item) ?? [];
  return runs.some(({ link, footnote, math }) => link !== undefined || footnote !== undefined || math === true) ? '' : plainText(runs);
}

/** "15 January" → "January" */
const unitOf = (value: string): string => value.replace(/^\P{L}+/u, '');

/** What is said before or behind figures fits in the band below them. */
const BESIDE_CHARS_MAX = 200;

/** A list of figures, alone or with one paragraph beside it, as key figures; undefined where there is none. */
export function keyFiguresIn(blocks: readonly Block[]): Block[] | undefined {
  const others = blocks.filter(({ type }) => type !== 'list');
  const [beside] = others;
  if (blocks.length - others.length !== 1 || others.length > 1) return undefined;
  if (beside && (beside.type !== 'paragraph' || plainText(beside.runs).length > BESIDE_CHARS_MAX)) return undefined;
  const made = blocks.map((block) => (block.type === 'list' ? figuresOf(block) : block));
  return made.every((block) => block !== undefined) ? made : undefined;
}

/** "Adherence: 68 %", "Revenue: €48.2M (+12 %)", "SAM €6.4B", two to four times: figures with their names and what changed. */
function figuresOf(list: List): Kpis | undefined {
  if (list.ordered || list.items.length < 2 || list.items.length > 4) return undefined;
  const found = list.items.map((item) => FIGURE_LED.exec(wordsOf(item)) ?? FIGURE_LAST.exec(wordsOf(item)));
  const charactersMax = VALUE_CHARS_MAX[found.length] ?? 0;
  if (found.some((one) => one === null || (one[2] ?? '').length > charactersMax || namesMonth(unitOf(one[2] ?? ''))))
    return figuresFirst(list);
  return {
    id: list.id,
    type: 'kpis',
    items: found.map((one) => {
      const change = one?.[3] || one?.[4] || undefined;
      return {
        value: [{ text: (one?.[2] ?? '').replaceAll(' ', '\u00a0') }],
        label: [{ text: one?.[1] ?? '' }],
        ...(change === undefined ? {} : { change: [{ text: change }] }),
      };
    }),
  };
}

const NAMED_SENTENCE = /^(\p{Lu}[^:.!?]{1,28}):\s+(\S.*)$/su;

/** "By train: … By car: …": a paragraph each of whose sentences says first what it is about, as the list that it is; undefined for any other. */
export function namedSentences(blocks: readonly Block[]): List | undefined {
  const [only, ...others] = blocks;
  if (only?.type !== 'paragraph' || others.length > 0) return undefined;
  const sentences = sentencesOf(only.runs);
  if (sentences.length < 2 || sentences.length > 6 || !sentences.every((one) => NAMED_SENTENCE.test(plainText(one)))) return undefined;
  return {
    id: only.id,
    type: 'list',
    ordered: false,
    items: sentences.map((runs, i) => ({ blocks: [{ id: `${only.id}-${i}`, type: 'paragraph', runs }] })),
  };
}

const FIGURE_FIRST =
  /^([+−-]?(?:[€$£]\s?)?\d[\d.,]*(?:\s?(?:%|‰|€|£|\$|°C|M€|k€|bn|k|M|km|kg|ha|m²|[kMG]Wh?|[MGT]B)(?![\p{L}\d]))?)\s+(\p{L}.*)$/su;
const FIGURE_TEXT_CHARS_MAX = 64;
const YEAR = /^(?:1[5-9]|20)\d\d$/;

/** "91 % of attacks begin with a mail", two to four times: what is counted, below its figure. */
function figuresFirst(list: List): Kpis | undefined {
  const found = list.items.map((item) => FIGURE_FIRST.exec(wordsOf(item).trim()));
  const suits = found.every(
    (one) => one !== null && !YEAR.test(one[1] ?? '') && !namesMonth(one[2] ?? '') && (one[2] ?? '').length <= FIGURE_TEXT_CHARS_MAX,
  );
  if (!suits) return undefined;
  return {
    id: list.id,
    type: 'kpis',
    items: found.map((one) => ({ value: [{ text: (one?.[1] ?? '').replaceAll(' ', '\u00a0') }], label: [{ text: one?.[2] ?? '' }] })),
  };
}
