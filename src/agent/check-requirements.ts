/**
 * Requirements against the finished document, as far as rules can tell: pages are counted, parts, tables, charts, figures and
 * names are looked for, languages recognised. A rule says met or not met only where it is sure; the rest is for a model that
 * reads the pages (judge-requirements.ts).
 */
import type { Block, Chart, Table } from '../document/block.ts';
import { plainText } from '../document/inline.ts';
import { detectLanguage } from '../document/language.ts';
import { blockText, walkBlocks } from '../document/walk.ts';
import { remarksIn, reviewedRuns } from '../writers/review.ts';
import type { Format } from '../contract/vocabulary.ts';
import { describeRange, type LengthRange, type Requirement } from './requirements.ts';
import { maxOf, minOf } from '../base/extremes.ts';

export interface FinishedDocument {
  format: Format;
  /** The content as it was laid out. */
  blocks: readonly Block[];
  /** Text of each rendered page, slide or printed page of a sheet. */
  pages: readonly string[];
  /** What the look could not do of what was asked. */
  unsupportedStyle: readonly string[];
}

export interface Verdict {
  status: 'met' | 'not_met' | 'not_checked';
  /** One sentence. */
  evidence: string;
}

export interface Checked extends Verdict {
  kind: Requirement['kind'];
  text: string;
}

const met = (evidence: string): Verdict => ({ status: 'met', evidence });
const missed = (evidence: string): Verdict => ({ status: 'not_met', evidence });

/** Letters and digits alone, without accents, words divided by single spaces. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const STEM_CHARS = 6;
const stems = (text: string): string[] =>
  fold(text)
    .split(' ')
    .filter((word) => word.length > 2 || /\d/.test(word))
    .map((word) => word.slice(0, STEM_CHARS));

/** Whether a text has all words of a name, whatever their endings. */
function holds(text: string, name: string): boolean {
  const wanted = stems(name);
  if (wanted.length === 0) return fold(text).includes(fold(name));
  const words = new Set(stems(text));
  return wanted.every((stem) => words.has(stem));
}

/** What names a part: headings, titles of slides, sheets, clauses and callouts, captions. */
function partNames(blocks: readonly Block[]): string[] {
  const names: string[] = [];
  for (const block of walkBlocks(blocks)) {
    if (block.type === 'heading') names.push(plainText(block.runs));
    else if (block.type === 'sheet') names.push(block.name);
    else if ((block.type === 'slide' || block.type === 'callout' || block.type === 'toc' || block.type === 'clause') && block.title)
      names.push(plainText(block.title));
    else if (block.type === 'table' && block.caption) names.push(plainText(block.caption));
    else if (block.type === 'chart' && block.title !== undefined) names.push(block.title);
    else if (block.type === 'cover' && block.title !== undefined) names.push(block.title);
  }
  return names;
}

/** Parts that are blocks of their own and carry no name. */
const BLOCK_PARTS: readonly [Block['type'], RegExp][] = [
  ['signatures', /^(?:signatures?|signature (?:block|lines?)|firmas?)$/],
  ['cover', /^(?:(?:a )?cover(?: page)?|title page|portada)$/],
  ['toc', /^(?:table of )?contents$|^(?:indice|tabla de contenidos?)$/],
  ['letterhead', /^(?:letterhead|membrete)$/],
  ['kpis', /^(?:key figures|kpis?|indicadores|cifras clave)$/],
  ['footnotes', /^(?:footnotes|notas al pie)$/],
];

const pageOf = (name: string, pages: readonly string[]): number => pages.findIndex((page) => fold(page).includes(fold(name))) + 1;
const where = (name: string, pages: readonly string[]): string => {
  const page = pageOf(name, pages);
  return page === 0 ? `"${name}"` : `"${name}" on page ${page}`;
};

function findPart(name: string, { blocks, pages }: FinishedDocument): string | undefined {
  const kind = BLOCK_PARTS.find(([, words]) => words.test(fold(name)))?.[0];
  if (kind !== undefined) for (const block of walkBlocks(blocks)) if (block.type === kind) return name;
  const found = partNames(blocks).find((part) => holds(part, name));
  return found === undefined ? undefined : where(found, pages);
}

const countWords = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0;

function checkLength(range: LengthRange, document: FinishedDocument): Verdict {
  const { unit, min, max } = range;
  const sheets = document.blocks.filter(({ type }) => type === 'sheet').length;
  const count =
    unit === 'sheets'
      ? Math.max(1, sheets)
      : unit === 'words'
        ? document.blocks.reduce((sum, block) => sum + countWords(blockText(block)), 0)
        : document.pages.length;
  const said = `It has ${count} ${count === 1 ? unit.slice(0, -1) : unit}; asked for: ${describeRange(range)}.`;
  return (min !== undefined && count < min) || (max !== undefined && count > max) ? missed(said) : met(said);
}

const KNOWN_LANGUAGES = new Set([
  'en',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'ca',
  'nl',
  'ja',
  'ko',
  'zh',
  'ar',
  'he',
  'ru',
  'el',
  'th',
  'hi',
  'uk',
  'fa',
]);
const PASSAGE_WORDS = 8;
/** Parts in two languages of which one is shorter than this share of the other are not both complete; above the second they are. */
const [SHARE_MISSED, SHARE_MET] = [0.35, 0.6];

/** Words in each language, recognised passage by passage. */
function wordsByLanguage(blocks: readonly Block[]): Map<string, number> {
  const words = new Map<string, number>();
  const take = (text: string): void => {
    const count = countWords(text);
    const ideographs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
    if (count < PASSAGE_WORDS && ideographs < PASSAGE_WORDS) return;
    const lang = detectLanguage(text);
    words.set(lang, (words.get(lang) ?? 0) + Math.max(count, Math.round(ideographs / 2)));
  };
  for (const block of walkBlocks(blocks)) {
    if (block.type === 'table') for (const row of block.rows) for (const cell of row.cells) take(plainText(cell.runs));
    else if (block.type === 'paragraph' || block.type === 'heading') take(plainText(block.runs));
  }
  return words;
}

function checkLanguage(names: readonly string[], { blocks }: FinishedDocument): Verdict | undefined {
  const wanted = [...new Set(names.map((name) => name.toLowerCase().split('-')[0] ?? ''))];
  if (wanted.length === 0 || wanted.some((lang) => !KNOWN_LANGUAGES.has(lang))) return undefined;
  const words = wordsByLanguage(blocks);
  const total = [...words.values()].reduce((sum, count) => sum + count, 0);
  if (total < 30) return undefined;
  const counts = wanted.map((lang) => words.get(lang) ?? 0);
  const said = `Words in ${wanted.map((lang, i) => `${lang}: ${counts[i]}`).join(', ')}, of ${total} in passages long enough to tell.`;
  if (wanted.length === 1) return (counts[0] ?? 0) / total >= 0.6 ? met(said) : counts[0] === 0 ? missed(said) : undefined;
  const share = minOf(counts) / Math.max(1, maxOf(counts));
  return share >= SHARE_MET ? met(said) : share < SHARE_MISSED ? missed(said) : undefined;
}

function checkOrder(names: readonly string[], document: FinishedDocument): Verdict | undefined {
  const parts = partNames(document.blocks);
  let from = -1;
  for (const name of names) {
    const first = parts.findIndex((part) => holds(part, name));
    if (first < 0) return undefined;
    const next = parts.findIndex((part, at) => at > from && holds(part, name));
    if (next < 0) return missed(`"${name}" comes before the part that it should follow.`);
    from = next;
  }
  return names.length < 2 ? undefined : met(`The parts come in this order: ${names.join(', ')}.`);
}

/** Kinds of blocks that a request may not want. */
const BLOCK_WORDS: readonly [Block['type'], RegExp][] = [
  ['table', /^(?:any )?(?:tables?|tablas?)$/],
  ['chart', /^(?:any )?(?:charts?|graphs?|graficos?|graficas?)$/],
  ['image', /^(?:any )?(?:pictures?|images?|photos?|imagenes|imagen|fotos?)$/],
  ['list', /^(?:any )?(?:lists?|bullets?|bullet (?:points|lists?)|listas?|vinetas)$/],
];

/** A part that is there is missed. That something is nowhere said in other words, no rule can tell. */
function checkAbsent(names: readonly string[], document: FinishedDocument): Verdict | undefined {
  const kinds = names.map((name) => BLOCK_WORDS.find(([, words]) => words.test(fold(name)))?.[0]);
  const present = new Set([...walkBlocks(document.blocks)].map(({ type }) => type));
  const shown = kinds.find((kind) => kind !== undefined && present.has(kind));
  if (shown !== undefined) return missed(`It has a ${shown}.`);
  const part = names.map((name) => findPart(name, document)).find((found) => found !== undefined);
  if (part !== undefined) return missed(`It has ${part}.`);
  return names.length > 0 && !kinds.includes(undefined) ? met(`It has no ${kinds.join(', no ')}.`) : undefined;
}

const tableText = ({ caption, rows, header_rows }: Table): string =>
  [caption, ...rows.slice(0, Math.max(1, header_rows)).flatMap((row) => row.cells.map((cell) => cell.runs))]
    .map((runs) => (runs ? plainText(runs) : ''))
    .join('\n');

function checkTable(names: readonly string[], { blocks }: FinishedDocument): Verdict | undefined {
  const tables = [...walkBlocks(blocks)].filter((block) => block.type === 'table');
  if (tables.length === 0) return missed('It has no table.');
  const found = tables.find((table) => names.every((name) => holds(tableText(table), name)));
  return found && names.length > 0
    ? met(`A table with ${names.join(', ')}.`)
    : names.length === 0
      ? met(`It has ${tables.length} ${tables.length === 1 ? 'table' : 'tables'}.`)
      : undefined;
}

const CHART_WORDS: Readonly<Record<Chart['kind'], string>> = {
  bar: 'bar bars barras chart grafico',
  column: 'column columns bar bars columnas barras chart grafico',
  stacked: 'stacked apilado apiladas bar column columnas barras chart grafico',
  line: 'line lines linea lineas chart grafico',
  area: 'area chart grafico',
  pie: 'pie circular tarta sectores chart grafico',
  doughnut: 'doughnut donut ring anillo chart grafico',
  scatter: 'scatter dispersion chart grafico',
  combo: 'combo combination combinado chart grafico',
};

function checkChart(names: readonly string[], { blocks }: FinishedDocument): Verdict | undefined {
  const charts = [...walkBlocks(blocks)].filter((block) => block.type === 'chart');
  if (charts.length === 0) return missed('It has no chart.');
  const said = `It has ${charts.length} ${charts.length === 1 ? 'chart' : 'charts'} that can be edited.`;
  if (names.length === 0) return met(said);
  const found = charts.some(({ kind, title, categories, series, category_label, alt }) => {
    const text = [CHART_WORDS[kind], title, category_label, alt, ...categories, ...series.map(({ name }) => name)].join('\n');
    return names.every((name) => holds(text, name));
  });
  return found ? met(`A chart that can be edited shows ${names.join(', ')}.`) : undefined;
}

const digitsOf = (figure: string): string => figure.replaceAll(/\D/g, '').replace(/^0+/, '');

/** Named figures, people and dates: there as they are written, or else a reader has to say. */
function checkGiven(names: readonly string[], { pages, blocks }: FinishedDocument): Verdict | undefined {
  if (names.length === 0) return undefined;
  const text = [...pages, ...blocks.map(blockText)].join('\n');
  const folded = ` ${fold(text)} `;
  const figures = new Set(Array.from(text.matchAll(/\d[\d.,\u00A0\u202F ]*\d|\d/g), ([figure]) => digitsOf(figure)));
  const isGiven = (name: string): boolean => {
    const digits = digitsOf(name);
    return folded.includes(` ${fold(name)} `) || (digits !== '' && /^[\p{Sc}%\d.,\s]+(?:\p{L}{0,3})$/u.test(name) && figures.has(digits));
  };
  return names.every(isGiven) ? met(`Given: ${names.map((name) => where(name, pages)).join(', ')}.`) : undefined;
}

function checkLook({ text }: Requirement, { unsupportedStyle }: FinishedDocument): Verdict | undefined {
  const against = unsupportedStyle.find((wish) => stems(wish).some((stem) => stem.length > 3 && stems(text).includes(stem)));
  if (against !== undefined) return missed(`Not possible: ${against}.`);
  return unsupportedStyle.length === 0 ? met('The look was applied as it was understood; style_applied has it.') : undefined;
}

function checkParts(names: readonly string[], document: FinishedDocument): Verdict | undefined {
  const found = names.map((name) => findPart(name, document));
  if (names.length === 0 || found.includes(undefined)) return undefined;
  return met(`There: ${found.join(', ')}.`);
}

/** Comments and tracked changes as the file holds them: what a writer could not place is a finding of its own. */
function checkComments({ text, names }: Requirement, { blocks }: FinishedDocument): Verdict {
  const comments = remarksIn(blocks).length;
  const changes = [...reviewedRuns(blocks)].filter(({ revision }) => revision !== undefined).length;
  const wanted = fold([text, ...names].join(' '));
  const tracked = /\b(?:track\w*|revis\w*|redlin\w*|changes?|cambios?)\b/.test(wanted);
  const commented = !tracked || /\b(?:comment\w*|comentari\w*|notes?|notas?|remarks?)\b/.test(wanted);
  const said = `It has ${comments} ${comments === 1 ? 'comment' : 'comments'} and ${changes} tracked ${changes === 1 ? 'change' : 'changes'}.`;
  return (commented && comments === 0) || (tracked && changes === 0) ? missed(said) : met(said);
}

/** undefined where no rule can tell. */
export function checkByRule(requirement: Requirement, document: FinishedDocument): Verdict | undefined {
  const { kind, names, length } = requirement;
  switch (kind) {
    case 'length':
      return length && checkLength(length, document);
    case 'language':
      return checkLanguage(names, document);
    case 'part':
      return checkParts(names, document);
    case 'order':
      return checkOrder(names, document);
    case 'absent':
      return checkAbsent(names, document);
    case 'table':
      return checkTable(names, document);
    case 'chart':
      return checkChart(names, document);
    case 'figure':
    case 'name':
    case 'date':
      return checkGiven(names, document);
    case 'look':
      return checkLook(requirement, document);
    case 'comments':
      return checkComments(requirement, document);
    case 'change':
    case 'tone':
    case 'audience':
    case 'other':
      return undefined;
  }
}
