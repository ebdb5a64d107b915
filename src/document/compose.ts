/**
 * From the author's blocks to a document ready to be set: which heading is the title, whether there is a cover and a
 * table of contents, levels of the outline without gaps, the heads of memos and letters. Says nothing that the author
 * did not say; only moves what is there into its place.
 */
import { adoptCallouts } from './adopt-callouts.ts';
import { arrangeGenre } from './arrange-genre.ts';
import { letterheadBlocks } from './arrange-invoice.ts';
import { readPlainLetterhead } from './plain-letterhead.ts';
import type { Block, Cover, Heading, Letterhead } from './block.ts';
import { canvasHeading } from './canvas.ts';
import type { Asset, Document } from './document.ts';
import { flattenBoxes } from './flatten-boxes.ts';
import { estimatePages } from './estimate-pages.ts';
import { acceptedRuns, plainText } from './inline.ts';
import { labelsOf } from './labels.ts';
import { isLetterClosing } from './letter-words.ts';
import type { Look } from './look.ts';
import type { PageLimits } from './page-limits.ts';
import { sectionLanguages } from './section-languages.ts';
import { joinTornTitle } from './torn-title.ts';
import { turnWideTables } from './turn-wide-tables.ts';
import { walkBlocks } from './walk.ts';
import { writtenDate } from './written-date.ts';
import { minOf } from '../base/extremes.ts';

export interface ContentMeta {
  title?: string | undefined;
  subtitle?: string | undefined;
  author?: string | undefined;
  date?: string | undefined;
  organization?: string | undefined;
  version?: string | undefined;
}

export interface Composed {
  document: Document;
  decided: { cover: boolean; contents: boolean };
}

/** A cover pays from this length on, contents, which fill a page behind it, from this length and number of headings on. */
const COVER_PAGES_MIN = 4;
const CONTENTS_PAGES_MIN = 7;
const CONTENTS_HEADINGS_MIN = 5;
const CONTRACT_CLAUSES_MIN = 12;

const isHeading = (block: Block): block is Heading => block.type === 'heading';

/**
 * Levels 1, 2, 3 … without gaps: a heading is one below the nearest earlier one of a lower level. Screen readers and
 * PDF/UA need it, and styles by level would otherwise begin in the middle.
 */
function closeLevelGaps(blocks: readonly Block[]): Block[] {
  const open: number[] = [];
  const close = (block: Block): Block => {
    if (block.type === 'columns') return { ...block, columns: block.columns.map((column) => ({ blocks: column.blocks.map(close) })) };
    if (!isHeading(block)) return block;
    while ((open.at(-1) ?? 0) >= block.level) open.pop();
    open.push(block.level);
    return block.level === open.length ? block : { ...block, level: open.length };
  };
  return blocks.map(close);
}

/**
 * The title is the first block if it is a heading of the highest level in use and either the only one, or followed by no more than a short
 * preface before the next of its level (a book's title before its chapters).
 */
function findTitle(blocks: readonly Block[]): Heading | undefined {
  const first = blocks.find((block) => block.type !== 'cover' && block.type !== 'toc' && block.type !== 'letterhead');
  const highest = minOf(blocks.filter(isHeading).map((block) => block.level));
  if (!first || !isHeading(first) || first.level !== highest) return undefined;
  const start = blocks.indexOf(first);
  const next = blocks.findIndex((block, i) => i > start && isHeading(block) && block.level === highest);
  const between = next < 0 ? [] : blocks.slice(start + 1, next);
  return between.length <= 4 && !between.some(isHeading) ? first : undefined;
}

const HEAD_FIELDS: Record<string, 'to' | 'from' | 'date' | 'subject' | 'reference'> = {
  to: 'to',
  para: 'to',
  a: 'to',
  from: 'from',
  de: 'from',
  date: 'date',
  fecha: 'date',
  subject: 'subject',
  re: 'subject',
  asunto: 'subject',
  reference: 'reference',
  ref: 'reference',
  referencia: 'reference',
  an: 'to',
  à: 'to',
  von: 'from',
  da: 'from',
  datum: 'date',
  data: 'date',
  betreff: 'subject',
  objet: 'subject',
  assunto: 'subject',
  oggetto: 'subject',
};

/** "**To:** … **From:** …" paragraphs at the top of a memo become its head; undefined where a line is anything else. */
function readHeadLines(block: Block): Partial<Record<'to' | 'from' | 'date' | 'subject' | 'reference', string>> | undefined {
  if (block.type !== 'paragraph' || block.runs.some((run) => run.footnote !== undefined || run.math || run.link)) return undefined;
  const plain = readPlainFields(plainText(block.runs));
  if (plain) return plain;
  const fields: Partial<Record<'to' | 'from' | 'date' | 'subject' | 'reference', string>> = {};
  let current: 'to' | 'from' | 'date' | 'subject' | 'reference' | undefined;
  for (const run of block.runs) {
    const label = /^\s*([\p{L}.]+)\s*:\s*$/u.exec(run.text)?.[1];
    if (run.bold && label !== undefined) {
      current = HEAD_FIELDS[label.toLowerCase().replaceAll('.', '')];
      if (current === undefined || fields[current] !== undefined) return undefined;
      fields[current] = '';
    } else if (current === undefined) {
      return undefined;
    } else {
      fields[current] = `${fields[current] ?? ''}${run.text}`;
    }
  }
  for (const [key, value] of Object.entries(fields)) fields[key as keyof typeof fields] = value.replaceAll(/\s+/g, ' ').trim();
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** `To: …` on a line each; undefined where a line is anything else. */
function readPlainFields(text: string): Partial<Record<'to' | 'from' | 'date' | 'subject' | 'reference', string>> | undefined {
  const fields: Partial<Record<'to' | 'from' | 'date' | 'subject' | 'reference', string>> = {};
  for (const line of text.split('\n')) {
    const [, label = '', value = ''] = /^\s*([\p{L}.]+)\s*:\s*(.*)$/u.exec(line) ?? [];
    const key = HEAD_FIELDS[label.toLowerCase().replaceAll('.', '')];
    if (key === undefined || fields[key] !== undefined) return undefined;
    fields[key] = value.replaceAll(/\s+/g, ' ').trim();
  }
  return fields;
}

function headBlock(blocks: readonly Block[], from: number): { block: Letterhead; used: number } | undefined {
  const merged: Partial<Record<string, string>> = {};
  let used = 0;
  for (const block of blocks.slice(from)) {
    const fields = readHeadLines(block);
    if (!fields || Object.keys(fields).some((key) => merged[key] !== undefined)) break;
    Object.assign(merged, fields);
    used++;
  }
  if (used === 0 || (merged['to'] === undefined && merged['from'] === undefined)) return undefined;
  const lines = (value: string | undefined): string[] => (value === undefined ? [] : [value]);
  const block: Letterhead = {
    id: `${blocks[from]?.id ?? 'b0'}.head`,
    type: 'letterhead',
    from: lines(merged['from']),
    to: lines(merged['to']),
  };
  if (merged['date'] !== undefined) block.date = merged['date'];
  if (merged['subject'] !== undefined) block.subject = merged['subject'];
  if (merged['reference'] !== undefined) block.reference = merged['reference'];
  return { block, used };
}

function withHead(blocks: readonly Block[], look: Look, title: Heading | undefined): Block[] {
  if ((look.type !== 'memo' && look.type !== 'minutes') || blocks.some((block) => block.type === 'letterhead')) return [...blocks];
  const from = title ? blocks.indexOf(title) + 1 : 0;
  const head = headBlock(blocks, from);
  if (!head) return [...blocks];
  return [...blocks.slice(0, from), head.block, ...blocks.slice(from + head.used)];
}

function decideContents(blocks: readonly Block[], look: Look, pages: number, spare: number): boolean {
  if (spare < 1 && look.contents !== true) return false;
  if (blocks.some((block) => block.type === 'toc')) return look.contents !== false;
  if (look.contents !== undefined) return look.contents;
  const headings = blocks.filter((block) => isHeading(block) && block.level <= 2).length;
  if (look.type === 'contract') return blocks.filter((block) => block.type === 'clause' && block.level === 1).length > CONTRACT_CLAUSES_MIN;
  return look.type === 'report' && headings > CONTENTS_HEADINGS_MIN && pages > CONTENTS_PAGES_MIN;
}

function coverOf(title: Heading | undefined, given: ComposeInput): Block | undefined {
  const text = title ? plainText(acceptedRuns(title.runs)) : (given.meta.title ?? '');
  if (text === '') return undefined;
  const { meta } = given;
  return {
    id: 'cover',
    type: 'cover',
    title: text,
    ...(title?.anchor === undefined ? {} : { anchor: title.anchor }),
    ...(meta.subtitle === undefined ? {} : { subtitle: meta.subtitle }),
    ...(meta.date === undefined ? {} : { date: meta.date }),
    ...(meta.author === undefined ? {} : { author: meta.author }),
    ...(meta.organization === undefined ? {} : { organization: meta.organization }),
    ...(meta.version === undefined ? {} : { version: meta.version }),
  };
}

/** What an author's cover leaves out and the front matter says. */
function filledCover(own: Cover, title: string | undefined, { subtitle, date, author, organization, version }: ContentMeta): Cover {
  const said = Object.entries({ title, subtitle, date, author, organization, version }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(said), ...own };
}

export interface ComposeInput {
  blocks: readonly Block[];
  meta: ContentMeta;
  lang: string;
  name: string | null;
  assets: ReadonlyMap<string, Asset>;
  limits?: PageLimits | undefined;
}

/** A cover that is not wanted as a page is still the author's words: its title and fields move to the head of the text. */
function dissolveCover(given: ComposeInput, own: Cover): ComposeInput {
  const { title, subtitle, date, author, organization, version } = own;
  const fields = Object.fromEntries(
    Object.entries({ title, subtitle, date, author, organization, version }).filter(([, value]) => value !== undefined),
  );
  const rest = given.blocks.filter((block) => block !== own);
  const first = rest[0];
  const repeats = first !== undefined && isHeading(first) && first.level === 1 && plainText(first.runs).trim() === title?.trim();
  const heading: Heading[] = title === undefined || repeats ? [] : [{ id: own.id, type: 'heading', level: 1, runs: [{ text: title }] }];
  return { ...given, blocks: [...heading, ...rest], meta: { ...given.meta, ...fields } };
}

/** Pages that a cover and a table of contents may take of a limited number: none of few. */
const pagesToSpare = (limits: PageLimits | undefined, pages: number): number =>
  limits?.pagesMax === undefined ? Number.POSITIVE_INFINITY : limits.pagesMax - pages * ESTIMATE_SLACK;
const ESTIMATE_SLACK = 1.1;

/** @param saysMore there is more to put on a cover than the title: an author, an organisation, a date */
const wantsCover = (
  look: Look,
  own: Cover | undefined,
  { pages, spare, saysMore }: { pages: number; spare: number; saysMore: boolean },
): boolean => look.cover ?? (spare >= 1 && (own !== undefined || (look.type === 'report' && pages > COVER_PAGES_MIN && saysMore)));

const CONTENTS_TITLE = /^(?:table of contents|contents|toc|índice|contenido|contenidos|sumario|tabla de contenidos?)$/i;

/** A heading "Contents" over a list of links into the document is the author's own table of contents: ours is in its place. */
function adoptContents(blocks: readonly Block[]): Block[] {
  const isLinkList = (block: Block | undefined): boolean =>
    block?.type === 'list' &&
    block.items.length > 0 &&
    [...walkBlocks([block])].every(
      (one) =>
        one.type === 'list' ||
        (one.type === 'paragraph' &&
          one.runs.some((run) => run.link?.startsWith('#')) &&
          one.runs.every((run) => run.link?.startsWith('#') || run.text.trim() === '')),
    );
  const at = blocks.findIndex(
    (block, i) => isHeading(block) && CONTENTS_TITLE.test(plainText(block.runs).trim()) && isLinkList(blocks[i + 1]),
  );
  const heading = blocks[at];
  if (!heading || !isHeading(heading) || blocks.some((block) => block.type === 'toc')) return [...blocks];
  return [...blocks.slice(0, at), { id: heading.id, type: 'toc', title: heading.runs }, ...blocks.slice(at + 2)];
}

/** Where there is no picture its alternative text is set; a caption that says the same would say it twice. */
function withoutEmptyFigures(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => {
    if (block.type !== 'image' || block.asset !== null || !block.caption || plainText(block.caption).trim() !== block.alt.trim())
      return block;
    const { caption: _caption, ...rest } = block;
    return rest;
  });
}

/** A name in bold and the office after it are on two lines under a letter; in Markdown the line break between them is a space. */
function divideSignature(blocks: readonly Block[], look: Look): Block[] {
  if (look.type !== 'letter') return [...blocks];
  const closing = blocks.findLastIndex(
    (block) => block.type === 'paragraph' && isLetterClosing(plainText(block.runs).split('\n')[0] ?? ''),
  );
  return blocks.map((block, i) => {
    const [name, ...rest] = block.type === 'paragraph' ? block.runs : [];
    const spaced = rest[0]?.text.startsWith(' ') === true;
    if (closing < 0 || i <= closing || block.type !== 'paragraph' || name?.bold !== true || !spaced) return block;
    return { ...block, runs: [name, { ...rest[0], text: `\n${rest[0]?.text.trimStart() ?? ''}` }, ...rest.slice(1)] };
  });
}

const withPlainLetterhead = (blocks: readonly Block[], { type }: Look): Block[] =>
  type === 'letter' && !blocks.some((block) => block.type === 'letterhead') ? readPlainLetterhead(blocks) : [...blocks];

/** Only letters, memos and minutes have a head of their own; elsewhere a letterhead is who writes to whom. */
function openLetterheads(blocks: readonly Block[], { type }: Look, lang: string): Block[] {
  if (type === 'letter' || type === 'memo' || type === 'minutes') return [...blocks];
  return blocks.flatMap((block) => (block.type === 'letterhead' ? letterheadBlocks(block, lang) : [block]));
}

/** Dates of the front matter, covers and letterheads in words. */
function withWrittenDates(given: ComposeInput): ComposeInput {
  const { meta, lang } = given;
  const blocks = given.blocks.map((block) =>
    (block.type === 'cover' || block.type === 'letterhead') && block.date !== undefined
      ? { ...block, date: writtenDate(block.date, lang) }
      : block,
  );
  return { ...given, blocks, meta: meta.date === undefined ? meta : { ...meta, date: writtenDate(meta.date, lang) } };
}

/** Puts the author's blocks into the order and form in which this look sets them. */
export function composeDocument(given: ComposeInput, look: Look): Composed {
  const raw = withWrittenDates(given);
  const headed = withPlainLetterhead(joinTornTitle(raw.blocks), look);
  const { blocks, eyebrow } = arrangeGenre(headed, look.genre, raw.lang);
  const composed = arrange(
    {
      ...raw,
      blocks: divideSignature(
        flattenBoxes(adoptCallouts(withoutEmptyFigures(adoptContents(openLetterheads(blocks, look, raw.lang))), look)),
        look,
      ),
    },
    look,
  );
  const languages = sectionLanguages(composed.document.blocks, given.lang);
  if (languages.size > 0) composed.document.languages = languages;
  return eyebrow === undefined ? composed : { ...composed, document: { ...composed.document, eyebrow } };
}

function arrange(input: ComposeInput, look: Look): Composed {
  const limits = input.limits ?? (look.genre === 'one_pager' || look.genre === 'certificate' ? { pagesMax: 1 } : undefined);
  const pages = estimatePages(input.blocks, look);
  const [opening, ownCover] = [input.blocks[0], input.blocks.find((block) => block.type === 'cover')];
  const spare = pagesToSpare(limits, pages);
  const { author, organization, date, subtitle } = input.meta;
  const saysMore = [author, organization, date, subtitle].some((text) => text !== undefined && text !== '');
  const cover = wantsCover(look, ownCover, { pages, spare, saysMore });
  const given = ownCover && !cover ? dissolveCover(input, ownCover) : input;
  const own = cover ? ownCover : undefined;
  const found = look.type === 'letter' ? undefined : findTitle(given.blocks);
  // beside a cover that has a title, the first heading is the title only where it repeats it
  const title = found && own?.title !== undefined && own.title.trim() !== plainText(found.runs).trim() ? undefined : found;
  const made = cover && !own ? coverOf(title, given) : undefined;
  const onCover = title !== undefined && (made !== undefined || own !== undefined);

  const titleText = title && plainText(acceptedRuns(title.runs));
  const placed = withHead(given.blocks, look, title)
    .filter((block) => block !== title)
    .map((block) => (block === own ? filledCover(own, titleText ?? given.meta.title, given.meta) : block));
  const contents = decideContents(given.blocks, look, pages, spare - Number(cover));
  const body = closeLevelGaps(contents ? placed : placed.filter((block) => block.type !== 'toc'));
  const front: Block[] = [];
  if (body[0]?.type === 'cover') front.push(...body.splice(0, 1));
  if (made) front.push(made);
  if (title && !onCover) front.push(title);
  if (contents && !body.some((block) => block.type === 'toc'))
    front.push({ id: 'contents', type: 'toc', title: [{ text: labelsOf(given.lang).contents }] });
  const blocks = turnWideTables([...front, ...body], look, title && !onCover ? title.id : undefined);

  return {
    document: {
      title:
        titleText || own?.title || given.meta.title || (opening?.type === 'canvas' && canvasHeading(opening.nodes)) || given.name || '',
      lang: given.lang,
      ...(title && !onCover ? { titleId: title.id } : {}),
      subtitle: given.meta.subtitle,
      author: given.meta.author ?? own?.author,
      organization: given.meta.organization ?? own?.organization,
      date: given.meta.date ?? own?.date,
      ...(limits === undefined ? {} : { limits }),
      blocks,
      assets: given.assets,
    },
    decided: { cover: blocks.some((block) => block.type === 'cover'), contents: blocks.some((block) => block.type === 'toc') },
  };
}
