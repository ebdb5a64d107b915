/**
 * A text into slides: by `slide` blocks, else by `---`, else by headings. Headings above those that begin a slide make
 * section slides; those below stay on it as long as all of it fits together.
 */
import { append } from '../../../base/append.ts';
import type { Block, Cover, Heading } from '../../../document/block.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { blockText, walkBlocks } from '../../../document/walk.ts';
import { isTornPiece } from '../../../document/torn-title.ts';
import { minOf } from '../../../base/extremes.ts';

export interface RawSlide {
  kind: 'title' | 'section' | 'slide';
  layout: string | undefined;
  title: readonly Run[];
  /** Topic above the title: the section that the slide belongs to. */
  eyebrow: string;
  blocks: Block[];
  notes: Block[];
  anchors: string[];
  cover?: Cover;
  id: string;
  /** Begins a part of its own, as a section does: those after it do not belong to the section before. */
  opens?: boolean;
  /** One of several slides of one matter: its number, and how many there are. */
  count?: { at: number; of: number };
}

/** What is together on one slide under several headings. */
const TOGETHER_CHARS_MAX = 620;
const TOGETHER_HEADINGS_MAX = 6;
const SECTION_TEXT_CHARS_MAX = 200;

const isFigure = (block: Block): boolean => block.type === 'table' || block.type === 'chart' || block.type === 'image';
const charsOf = (blocks: readonly Block[]): number => blocks.reduce((sum, block) => sum + blockText(block).length, 0);
const anchorsOf = (blocks: readonly Block[]): string[] =>
  [...walkBlocks(blocks)].flatMap(({ anchor }) => (anchor === undefined ? [] : [anchor]));

function raw(kind: RawSlide['kind'], head: Heading | undefined, blocks: Block[], eyebrow: string): RawSlide {
  return {
    kind,
    layout: undefined,
    title: head?.runs ?? [],
    eyebrow,
    blocks,
    notes: [],
    anchors: [...(head?.anchor === undefined ? [] : [head.anchor]), ...anchorsOf(blocks)],
    id: head?.id ?? blocks[0]?.id ?? '',
  };
}

interface Section {
  head: Heading | undefined;
  blocks: Block[];
}

/** Cuts before each heading at the highest level that occurs. */
function cutAtHeadings(blocks: readonly Block[]): { before: Block[]; sections: Section[] } {
  const levels = blocks.flatMap((block) => (block.type === 'heading' ? [block.level] : []));
  const top = minOf(levels);
  const before: Block[] = [];
  const sections: Section[] = [];
  for (const block of blocks) {
    if (block.type === 'heading' && block.level === top) sections.push({ head: block, blocks: [] });
    else (sections.at(-1)?.blocks ?? before).push(block);
  }
  return { before, sections };
}

/** Whether the parts under lower headings go on one slide with what is above them. */
function standsTogether(before: readonly Block[], sections: readonly Section[]): boolean {
  if (sections.length > TOGETHER_HEADINGS_MAX) return false;
  const all = [...before, ...sections.flatMap(({ blocks }) => blocks)];
  return charsOf(all) <= TOGETHER_CHARS_MAX && all.filter(isFigure).length <= 1;
}

function divideSection({ head, blocks }: Section, eyebrow: string, depth: number): RawSlide[] {
  if (!blocks.some((block) => block.type === 'heading')) {
    const kind = blocks.length === 0 && head ? 'section' : 'slide';
    return [{ ...raw(kind, head, blocks, eyebrow), ...(depth === 0 && head !== undefined ? { opens: true } : {}) }];
  }
  const { before, sections } = cutAtHeadings(blocks);
  if (standsTogether(before, sections))
    return [{ ...raw('slide', head, blocks, eyebrow), ...(depth === 0 && head !== undefined ? { opens: true } : {}) }];
  const own: RawSlide[] = [];
  const textOnly = before.every((block) => block.type === 'paragraph') && charsOf(before) <= SECTION_TEXT_CHARS_MAX;
  if (depth === 0 && textOnly) own.push(raw('section', head, before, ''));
  else if (before.length > 0) own.push(raw('slide', head, before, eyebrow));
  const topic = head === undefined ? eyebrow : plainText(head.runs);
  const inner = sections.flatMap((section) => divideSection(section, topic, depth + 1));
  // a heading without a slide of its own leads to the first one below it
  const [first] = inner;
  if (own.length === 0 && head?.anchor !== undefined && first) first.anchors.unshift(head.anchor);
  return [...own, ...inner];
}

const numberOf = ({ runs }: Heading): number => Number(/^\s*(\d{1,2})[.)]?\s+\p{L}/u.exec(plainText(runs))?.[1] ?? Number.NaN);
const NUMBERED_MIN = 3;

/** A paper whose title is a heading like its numbered chapters. */
function leadsNumbered(first: Heading, headings: readonly Heading[]): boolean {
  const beside = headings.filter((block) => block !== first && block.level === first.level);
  if (headings.some((block) => block.level < first.level) || !Number.isNaN(numberOf(first))) return false;
  const numbers = beside.map(numberOf).filter((number) => !Number.isNaN(number));
  return numbers.length >= NUMBERED_MIN && numbers[0] === 1;
}

/** The only heading of the highest level, at the very start, names the deck. */
function takeTitle(blocks: readonly Block[]): { title: RawSlide | undefined; rest: Block[] } {
  const [first] = blocks;
  const headings = blocks.filter((block): block is Heading => block.type === 'heading');
  const beside = headings.some((block) => block !== first && block.level <= (first?.type === 'heading' ? first.level : 0));
  if (first?.type !== 'heading' || headings.length < 2 || (beside && !leadsNumbered(first, headings)))
    return { title: undefined, rest: [...blocks] };
  const end = blocks.findIndex((block, at) => at > 0 && block.type === 'heading');
  const under = blocks.slice(1, end);
  const fits = under.every((block) => block.type === 'paragraph') && charsOf(under) <= SECTION_TEXT_CHARS_MAX;
  return { title: raw('title', first, fits ? under : [], ''), rest: [...(fits ? [] : under), ...blocks.slice(end)] };
}

function divideByHeadings(blocks: readonly Block[], first: boolean): RawSlide[] {
  const shown = blocks.filter((block) => block.type !== 'divider' && block.type !== 'page_break');
  const { title, rest } = first ? takeTitle(shown) : { title: undefined, rest: shown };
  const { before, sections } = cutAtHeadings(rest);
  const slides = before.length > 0 ? [raw('slide', undefined, before, title ? plainText(title.title) : '')] : [];
  const divided = sections.flatMap((section) => divideSection(section, '', 0));
  return [...(title ? [title] : []), ...slides, ...divided];
}

function divideByLines(blocks: readonly Block[]): RawSlide[] {
  const parts: Block[][] = [[]];
  for (const block of blocks) {
    if (block.type === 'divider' || block.type === 'page_break') parts.push([]);
    else parts.at(-1)?.push(block);
  }
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, at): RawSlide[] => {
      const [head, ...rest] = part;
      if (head?.type !== 'heading') return [raw('slide', undefined, part, '')];
      const onlyText = rest.every((block) => block.type === 'paragraph') && charsOf(rest) <= SECTION_TEXT_CHARS_MAX;
      if (at === 0 && onlyText && head.level === 1 && parts.length > 2) return [raw('title', head, rest, '')];
      if (rest.length === 0) return [raw('section', head, [], '')];
      const again = rest.findIndex((block) => block.type === 'heading' && block.level <= head.level);
      if (again >= 0) return divideByHeadings(part, false);
      return [raw('slide', head, rest, '')];
    });
}

function fromSlide(block: Extract<Block, { type: 'slide' }>): RawSlide {
  const title = block.title ?? [];
  const empty = block.blocks.length === 0 && title.length > 0 && block.layout === undefined;
  return {
    kind: block.layout === 'title' ? 'title' : block.layout === 'section' || empty ? 'section' : 'slide',
    layout: block.layout,
    title,
    eyebrow: '',
    blocks: block.blocks,
    notes: block.notes ?? [],
    anchors: [...(block.anchor === undefined ? [] : [block.anchor]), ...anchorsOf(block.blocks)],
    id: block.id,
  };
}

/** Groups of neighbours: slide blocks one by one, what is between them together. */
function dividePlain(blocks: readonly Block[], first: boolean): RawSlide[] {
  return blocks.some((block) => block.type === 'divider') ? divideByLines(blocks) : divideByHeadings(blocks, first);
}

const DUST_CHARS_MAX = 2;
const DUST_MIN = 3;

/** Headings of a letter or two with nothing below them, as they come from vertical text of a scan: one slide, not one for each letter. */
function joinDust(slides: readonly RawSlide[]): RawSlide[] {
  const isDust = ({ kind, blocks, title, layout }: RawSlide): boolean =>
    kind === 'section' && blocks.length === 0 && layout === undefined && plainText(title).trim().length <= DUST_CHARS_MAX;
  const joined: RawSlide[] = [];
  for (let at = 0; at < slides.length;) {
    let end = at;
    while (end < slides.length && isDust(slides[end] as RawSlide)) end += 1;
    const run = slides.slice(at, Math.max(end, at + 1));
    const [first] = run;
    if (first === undefined) break;
    if (run.length < DUST_MIN) append(joined, run);
    else {
      const runs: Run[] = [{ text: run.map(({ title }) => plainText(title).trim()).join(' ') }];
      joined.push({
        ...first,
        kind: 'slide',
        title: [],
        blocks: [{ id: first.id, type: 'paragraph', runs }],
        anchors: run.flatMap(({ anchors }) => anchors),
      });
    }
    at += run.length;
  }
  return joined;
}

/** Bare headings in capitals one after the other are the pieces of one. */
function joinTorn(slides: readonly RawSlide[]): RawSlide[] {
  const isTorn = ({ kind, blocks, title, layout }: RawSlide): boolean =>
    kind === 'section' && blocks.length === 0 && layout === undefined && isTornPiece(plainText(title));
  const joined: RawSlide[] = [];
  for (const slide of slides) {
    const before = joined.at(-1);
    if (before && isTorn(slide) && isTorn(before) && plainText([...before.title, ...slide.title]).length < TORN_CHARS_MAX)
      joined[joined.length - 1] = {
        ...before,
        title: [...before.title, { text: ' ' }, ...slide.title],
        anchors: [...before.anchors, ...slide.anchors],
      };
    else joined.push(slide);
  }
  return joined;
}
const TORN_CHARS_MAX = 30;

const holdsSlides = (blocks: readonly Block[]): boolean => blocks.some(({ type }) => type === 'slide');

/** All slides of a text, in order; each slide knows the section it is in. */
export function divideDeck(blocks: readonly Block[]): RawSlide[] {
  const slides: RawSlide[] = [];
  let between: Block[] = [];
  const flush = (): void => {
    if (between.length > 0) append(slides, dividePlain(between, slides.length === 0));
    between = [];
  };
  for (const block of blocks) {
    if (block.type === 'footnotes') continue;
    if (block.type === 'slide') {
      flush();
      slides.push(fromSlide(block));
    } else if (block.type === 'cover') {
      flush();
      slides.push({
        ...raw('title', undefined, [], ''),
        cover: block,
        title: block.title === undefined ? [] : [{ text: block.title }],
        id: block.id,
        anchors: block.anchor === undefined ? [] : [block.anchor],
      });
    } else between.push(block);
  }
  flush();
  return nameSections(joinTorn(joinDust(withFirstTitle(slides, holdsSlides(blocks)))));
}

const nameOf = ({ title }: RawSlide): string => plainText(title).replace(/\s+/g, ' ').trim().toLowerCase();

/** Whether a slide is a title with a few words below it at most. */
const isTitleOnly = ({ kind, layout, blocks }: RawSlide): boolean =>
  kind === 'title' ||
  (layout === undefined && blocks.every(({ type }) => type === 'paragraph') && charsOf(blocks) <= SECTION_TEXT_CHARS_MAX);

/** A deck that begins with a title alone begins with a title slide; where one with the same title follows, that one is it. */
function withFirstTitle(slides: RawSlide[], isDivided: boolean): RawSlide[] {
  const [first, second, ...rest] = slides;
  if (first === undefined || second === undefined || first.kind === 'slide' || first.layout !== undefined) return slides;
  if (first.blocks.length > 0 || first.cover !== undefined) return slides;
  if (nameOf(first) === nameOf(second) && isTitleOnly(second))
    return [{ ...second, kind: 'title', anchors: [...first.anchors, ...second.anchors] }, ...rest];
  return isDivided && second.kind !== 'title' ? [{ ...first, kind: 'title' }, second, ...rest] : slides;
}

function nameSections(slides: readonly RawSlide[]): RawSlide[] {
  let section = '';
  return slides.map((slide) => {
    if (slide.kind === 'section') section = plainText(slide.title);
    else if (slide.opens === true) section = '';
    return slide.kind === 'slide' && slide.eyebrow === '' ? { ...slide, eyebrow: section } : slide;
  });
}
