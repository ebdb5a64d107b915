/**
 * The author's blocks in the form that their genre has: dates of a curriculum on the right, parties of an invoice side by side, the
 * ingredients beside the method. Nothing is said that the author did not say, and nothing is left out.
 */
import { arrangeInvoice } from './arrange-invoice.ts';
import type { Block, Heading, Kpis, List, Paragraph, Signatures } from './block.ts';
import { linesOf } from './fact-rows.ts';
import type { Genre } from './genre.ts';
import { plainText, type Run } from './inline.ts';
import { NEUTRALS } from './look.ts';
import { blockText } from './walk.ts';

export interface Arranged {
  blocks: Block[];
  /** A word above the title: what the document is. */
  eyebrow?: string;
}

/** @param genre undefined leaves all as it is */
export function arrangeGenre(blocks: readonly Block[], genre: Genre | undefined, lang: string): Arranged {
  switch (genre) {
    case 'cv':
      return { blocks: arrangeCv(blocks) };
    case 'invoice':
    case 'quote':
      return { blocks: arrangeInvoice(blocks, lang) };
    case 'recipe':
      return { blocks: arrangeRecipe(blocks) };
    case 'programme':
      return { blocks: blocks.map((block) => (block.type === 'list' ? (timetableOf(block) ?? block) : block)) };
    case 'certificate':
      return { blocks: arrangeCertificate(blocks) };
    case 'press_release':
      return arrangePress(blocks);
    case 'product_sheet':
      return { blocks: arrangeProduct(blocks) };
    case 'agenda':
    case 'one_pager':
    case 'training_deck':
    case 'pitch_deck':
    case undefined:
      return { blocks: [...blocks] };
  }
}

// ------------------------------------------------------------------------------------------------------------------ cv

const DATE_LINE = /(?:^|[\s(])(?:(?:19|20)\d{2}|present|now|today|current|actualidad|presente|hoy)(?:$|[\s),.·|–-])/iu;
const DATE_CHARS_MAX = 64;
/** Heading and dates on one line of the page. */
const ENTRY_CHARS_MAX = 92;

const isDateLine = (text: string): boolean => text.length <= DATE_CHARS_MAX && DATE_LINE.test(text) && !/[.;:]$/.test(text.trim());

/** Muted, without marks, its parts divided by dots. */
const dateRuns = (runs: readonly Run[]): Run[] =>
  runs.map(({ text }) => ({ text: text.replaceAll(/\s*\|\s*/g, ' · '), color: NEUTRALS.muted }));

function arrangeCv(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at];
    const next = blocks[at + 1];
    if (block === undefined) continue;
    const dated = block.type === 'heading' && block.level > 1 && next?.type === 'paragraph' ? datedHeading(block, next) : undefined;
    if (dated !== undefined) at += 1;
    result.push(dated ?? cvBlock(block));
  }
  return result;
}

function cvBlock(block: Block): Block {
  if (block.type === 'paragraph') return datedParagraph(block);
  if (block.type === 'heading' && block.level > 1) return datedEnd(block);
  return block.type === 'list' ? labelledList(block) : block;
}

/** "Engineer, Firm (2020 – 2024)": the dates go to the right of the heading. */
function datedEnd(heading: Heading): Heading {
  const [only, ...others] = heading.runs;
  const found = only === undefined || others.length > 0 || only.text.length > ENTRY_CHARS_MAX ? null : DATED_END.exec(only.text);
  const dates = found?.[2] ?? found?.[3];
  if (!only || dates === undefined || (found?.[1] ?? '').trim() === '') return heading;
  return { ...heading, runs: [{ ...only, text: (found?.[1] ?? '').trimEnd() }, { text: '\t' }, ...dateRuns([{ text: dates }])] };
}

const ITEM_LABEL = /^(\p{Lu}[^:.!?]{1,26}:)\s/u;

/** "Languages: Go, SQL": what comes before the colon in bold, where all items have it. */
function labelledList(list: List): List {
  const items = list.items.map((item): List['items'][number] | undefined => {
    const [only, ...others] = item.blocks;
    const [first, ...rest] = only?.type === 'paragraph' ? only.runs : [];
    const label = first === undefined || first.bold === true ? undefined : ITEM_LABEL.exec(first.text)?.[1];
    if (only?.type !== 'paragraph' || others.length > 0 || !first || label === undefined) return undefined;
    return {
      ...item,
      blocks: [{ ...only, runs: [{ ...first, text: label, bold: true }, { ...first, text: first.text.slice(label.length) }, ...rest] }],
    };
  });
  return items.length > 1 && items.every((item) => item !== undefined) ? { ...list, items } : list;
}

function datedHeading(heading: Heading, next: Paragraph): Heading | undefined {
  const dates = plainText(next.runs).trim();
  // an entry of its own begins in bold
  if (next.anchor !== undefined || next.runs[0]?.bold === true || dates.includes('\n') || !isDateLine(dates)) return undefined;
  if (plainText(heading.runs).length + dates.length > ENTRY_CHARS_MAX) return undefined;
  return { ...heading, runs: [...heading.runs, { text: '\t' }, ...dateRuns(next.runs)] };
}

/** "**Engineer** — Firm" over "*2020 – 2024*": the dates go to the right of the first line. */
function datedParagraph(paragraph: Paragraph): Paragraph {
  const ended = datedEnds(paragraph);
  if (ended) return ended;
  const [head, dates, ...more] = entryLines(paragraph.runs);
  if (head?.[0]?.bold !== true || dates === undefined || more.length > 0) return paragraph;
  const text = plainText(dates).trim();
  if (!isDateLine(text) || plainText(head).length + text.length > ENTRY_CHARS_MAX) return paragraph;
  return { ...paragraph, runs: [...head, { text: '\t' }, ...dateRuns(dates)] };
}

const DATE = String.raw`(?:\p{L}{3,10}\.?\s+(?:de\s+)?|\d{1,2}[/.])?(?:19|20)\d{2}`;
const NOW = String.raw`(?:present|now|today|current|ongoing|actualidad|actual|presente|hoy|heute|aujourd['’]hui|oggi|hoje)`;
const SPAN = String.raw`${DATE}(?:\s*(?:[-–—]|\bto\b|\ba\b|\bbis\b)\s*(?:${DATE}|${NOW}))?`;
/** "(2017–2021)", ", 2016", " — 2022–today" or " | Jan 2020 – Mar 2022" at the end of a line. */
const DATED_END = new RegExp(
  String.raw`^(.*?)(?:(?:\s*[,|·•]|\s+[—–-])\s*(${SPAN})|[\s,]*\(((?:[^()]*\s)?(?:19|20)\d{2}[^()]{0,28})\))\s*$`,
  'isu',
);

/** Lines that each begin in bold and end with their dates: these go to the right, all of them or none. */
function datedEnds(paragraph: Paragraph): Paragraph | undefined {
  const lines = linesOf(paragraph.runs);
  if (lines.length === 1 && lines[0]?.some(({ text }) => /(?:19|20)\d{2}.*(?:19|20)\d{2}\s*\*\*/u.test(text))) return undefined;
  const dated = lines.map((line): Run[] | undefined => {
    const last = line.at(-1);
    const isEntry = line.length > 1 && line[0]?.bold === true && plainText(line).length <= ENTRY_CHARS_MAX;
    const found = isEntry && last !== undefined ? DATED_END.exec(last.text) : null;
    const dates = found?.[2] ?? found?.[3];
    if (!last || !found || dates === undefined) return undefined;
    const before = found[1] ?? '';
    return [
      ...line.slice(0, -1),
      ...(before.trim() === '' ? [] : [{ ...last, text: before }]),
      { text: '\t' },
      ...dateRuns([{ text: dates }]),
    ];
  });
  if (dated.some((line) => line === undefined)) return undefined;
  return { ...paragraph, runs: dated.flatMap((line, at): Run[] => [...(at === 0 ? [] : [{ text: '\n' }]), ...(line ?? [])]) };
}

/** The lines of an entry; dates in italics at the end of its only line are a line too. */
function entryLines(runs: readonly Run[]): Run[][] {
  const lines = linesOf(runs);
  const last = runs.at(-1);
  if (lines.length !== 1 || runs.length < 2 || last?.italic !== true) return lines;
  return [runs.slice(0, -1).map((run, at, all) => (at === all.length - 1 ? { ...run, text: run.text.trimEnd() } : run)), [last]];
}

// ------------------------------------------------------------------------------------------------------------- product

/** What stands beside the picture: the introduction, and a section of short points. */
const BESIDE_PICTURE_CHARS_MAX = 900;
const PICTURE_BLOCKS_MAX = 4;
const HALVES = [0.5, 0.5];

/** The picture, with what introduces the product beside it: both on one page with the specifications. */
function arrangeProduct(blocks: readonly Block[]): Block[] {
  const at = blocks.findIndex(({ type }) => type === 'image');
  const picture = blocks[at];
  if (
    picture === undefined ||
    at > PICTURE_BLOCKS_MAX ||
    blocks.slice(0, at).some(({ type }) => type !== 'heading' && type !== 'paragraph')
  )
    return [...blocks];
  let end = at + 1;
  let chars = 0;
  for (; end < blocks.length; end++) {
    const block = blocks[end];
    const points = block?.type === 'heading' && blocks[end + 1]?.type === 'list';
    if (block === undefined || !(block.type === 'paragraph' || block.type === 'list' || points)) break;
    chars += blockText(block).length + (points ? blockText(blocks[end + 1] ?? block).length : 0);
    if (chars > BESIDE_PICTURE_CHARS_MAX) break;
    if (block.type === 'list') {
      end += 1;
      break;
    }
    chars -= points ? blockText(blocks[end + 1] ?? block).length : 0;
  }
  const beside = blocks.slice(at + 1, end);
  if (beside.length === 0) return [...blocks];
  return [
    ...blocks.slice(0, at),
    { id: `${picture.id}.beside`, type: 'columns', ratio: HALVES, columns: [{ blocks: [picture] }, { blocks: beside }] },
    ...blocks.slice(end),
  ];
}

// -------------------------------------------------------------------------------------------------------------- recipe

const INGREDIENTS = /^(?:ingredients|ingredientes)\b/iu;
const STEPS = /^(?:method|instructions|directions|preparation|steps|preparación|elaboración|instrucciones|pasos)\b/iu;
/** Columns do not go over the end of a page: no more than fits below the title. */
const INGREDIENTS_CHARS_MAX = 900;
const STEPS_CHARS_MAX = 2_200;
const BESIDE = [0.34, 0.66];

function arrangeRecipe(blocks: readonly Block[]): Block[] {
  const facts = blocks.findIndex((block, at) => at < 4 && block.type === 'paragraph' && factFigures(block) !== undefined);
  const shown = blocks.map((block, at) => (at === facts && block.type === 'paragraph' ? (factFigures(block) ?? block) : block));
  const first = shown.findIndex((block) => block.type === 'heading' && INGREDIENTS.test(plainText(block.runs).trim()));
  const second = shown.findIndex((block, at) => at > first && block.type === 'heading' && STEPS.test(plainText(block.runs).trim()));
  const head = shown[first];
  if (first < 0 || second < 0 || head?.type !== 'heading') return shown;
  const end = shown.findIndex((block, at) => at > second && block.type === 'heading' && block.level <= head.level);
  const left = shown.slice(first, second);
  const right = shown.slice(second, end < 0 ? shown.length : end);
  const chars = (part: readonly Block[]): number => part.reduce((sum, block) => sum + blockText(block).length, 0);
  const flat = [...left, ...right].every((block) => ['heading', 'list', 'paragraph', 'table', 'callout', 'quote'].includes(block.type));
  if (!flat || chars(left) > INGREDIENTS_CHARS_MAX || chars(right) > STEPS_CHARS_MAX) return shown;
  return [
    ...shown.slice(0, first),
    { id: `${head.id}.beside`, type: 'columns', ratio: BESIDE, columns: [{ blocks: left }, { blocks: right }] },
    ...(end < 0 ? [] : shown.slice(end)),
  ];
}

const FACTS_MIN = 2;
const FACTS_MAX = 5;

/** "Serves: 4 | Prep: 20 min": figures with their labels; undefined where a part is anything else. */
function factFigures(paragraph: Paragraph): Kpis | undefined {
  const parts = plainText(paragraph.runs)
    .split(/\s*[|·•\n]\s*/u)
    .filter((part) => part !== '');
  if (parts.length < FACTS_MIN || parts.length > FACTS_MAX || paragraph.runs.some((run) => run.link !== undefined)) return undefined;
  const items = parts.map((part) => /^([\p{L} ]{2,24}?)\s*(?::\s*(.{1,18})|(\d.{0,17}))$/u.exec(part.trim()));
  if (items.some((item) => item === null)) return undefined;
  return {
    id: paragraph.id,
    type: 'kpis',
    items: items.flatMap((item) =>
      item === null ? [] : [{ value: [{ text: item[2] ?? item[3] ?? '' }], label: [{ text: item[1] ?? '' }] }],
    ),
  };
}

// ----------------------------------------------------------------------------------------------------------- programme

const TIME = /^\s*(\d{1,2}[:.]\d{2}(?:\s*[–-]\s*\d{1,2}[:.]\d{2})?(?:\s*h\b\.?)?)\s*[:.–—-]?\s*/u;
const TIME_SHARE = 0.17;

/** A list whose items all begin with a time is a timetable. */
function timetableOf(list: List): Block | undefined {
  const rows = list.items.map(({ blocks }) => {
    const [only] = blocks;
    return blocks.length === 1 && only?.type === 'paragraph' ? timedRow(only) : undefined;
  });
  if (rows.length < 2 || rows.some((row) => row === undefined)) return undefined;
  return {
    ...(list.anchor === undefined ? {} : { anchor: list.anchor }),
    id: list.id,
    type: 'table',
    columns: [{ width: TIME_SHARE }, { width: 1 - TIME_SHARE }],
    header_rows: 0,
    rows: rows.flatMap((cells) => (cells === undefined ? [] : [{ cells }])),
  };
}

function timedRow(paragraph: Paragraph): { runs: Run[] }[] | undefined {
  const match = TIME.exec(plainText(paragraph.runs));
  if (match === null) return undefined;
  let left = match[0].length;
  const rest = paragraph.runs.flatMap((run) => {
    const cut = Math.min(left, run.text.length);
    left -= cut;
    return cut === run.text.length ? [] : [{ ...run, text: run.text.slice(cut) }];
  });
  return plainText(rest).trim() === '' ? undefined : [{ runs: [{ text: match[1] ?? '', bold: true }] }, { runs: rest }];
}

// --------------------------------------------------------------------------------------------------------- certificate

const NAME_CHARS_MAX = 60;

/** The first line that is bold as a whole is the name; labels with their values stand beside each other. */
function arrangeCertificate(blocks: readonly Block[]): Block[] {
  const named = blocks.some((block) => block.type === 'heading' && block.level > 1);
  const name = named
    ? -1
    : blocks.findIndex(
        (block) =>
          block.type === 'paragraph' &&
          block.runs.length > 0 &&
          block.runs.every((run) => run.bold === true) &&
          plainText(block.runs).length <= NAME_CHARS_MAX,
      );
  return signedBelow(blocks).map((block, at) => {
    if (block.type === 'signatures') return { ...block, parties: block.parties.map(personOf) };
    if (block.type !== 'paragraph') return block;
    if (at === name) return { ...block, type: 'heading', level: 2, runs: block.runs.map(({ bold: _bold, ...run }) => run) };
    const lines = linesOf(block.runs);
    const labelled = lines.length > 1 && lines.every((line) => line[0]?.bold === true);
    if (!labelled) return { ...block, runs: block.runs.map((run) => ({ ...run, text: wholeDates(run.text) })) };
    return { ...block, runs: lines.flatMap((line, i) => (i === 0 ? line : [{ text: '   ·   ' }, ...line])) };
  });
}

/** "13 March 2026" and "40 hours" stay on one line. */
const wholeDates = (text: string): string =>
  text
    .replaceAll(/(\d{1,2}\.?) (de )?(\p{L}{3,12}) (de )?((?:19|20)\d{2})/gu, (date) => date.replaceAll(' ', '\u00a0'))
    .replaceAll(/(\d) (?=hours?\b|horas?\b|credits?\b|créditos?\b)/giu, '$1\u00a0');

const SIGNER = /^((?:\p{Lu}[\p{L}.’'-]*\s){1,4}\p{Lu}[\p{L}.’'-]*),\s(\p{L}[^,.:\d]{3,48})$/u;

/** Persons with their offices, as the last lines of a certificate, sign it. */
function signedBelow(blocks: readonly Block[]): Block[] {
  const last = blocks.at(-1);
  if (last?.type !== 'paragraph' || blocks.length < 3 || blocks.some(({ type }) => type === 'signatures')) return [...blocks];
  const lines = linesOf(last.runs).map((line) => SIGNER.exec(plainText(line).trim()));
  if (lines.length > 3 || lines.some((line) => line === null)) return [...blocks];
  const parties = lines.map((line) => ({ name: line?.[1] ?? '', role: line?.[2] ?? '' }));
  return [...blocks.slice(0, -1), { id: last.id, type: 'signatures', parties }];
}

/** "Ana Ruiz, Director": who signs, and as what. */
function personOf(party: Signatures['parties'][number]): Signatures['parties'][number] {
  const [, name, role] = /^([^,]{3,40}), ([^,]{3,60})$/u.exec(party.name) ?? [];
  return party.role !== undefined || name === undefined || role === undefined ? party : { name, role };
}

// ------------------------------------------------------------------------------------------------------- press release

const PRESS_WORDS =
  'for immediate release|press release|news release|media release|nota de prensa|comunicado de prensa|para publicación inmediata';
const PRESS_LABEL = new RegExp(String.raw`^(?:${PRESS_WORDS})(?:\s?[,·|–—-]\s?(?:${PRESS_WORDS}))?\s*:?$`, 'iu');

/** A label right below the title comes before it. */
function labelFirst(blocks: readonly Block[]): readonly Block[] {
  const [title, label, ...rest] = blocks;
  const below = title?.type === 'heading' && label?.type === 'paragraph' && PRESS_LABEL.test(plainText(label.runs).trim());
  return below ? [label, title, ...rest] : blocks;
}

/** What it is stands small above the title, however the author wrote it. */
function arrangePress(blocks: readonly Block[]): Arranged {
  const [first, ...rest] = labelFirst(blocks);
  if (first?.type !== 'paragraph' && first?.type !== 'heading') return { blocks: [...blocks] };
  const text = plainText(first.runs).trim();
  const next = rest[0];
  if (!PRESS_LABEL.test(text) || next?.type !== 'heading') return { blocks: [...blocks] };
  const label = text.replace(/\s*:$/, '');
  // the title under "Press release" is the title of the document
  if (first.type === 'heading' && next.level > first.level)
    return { blocks: [{ ...next, level: first.level }, ...rest.slice(1)], eyebrow: label };
  return { blocks: rest, eyebrow: label };
}
