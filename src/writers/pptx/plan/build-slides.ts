/** One part of the text → its slides: the layout that was asked for where it can hold the content, else the one that suits it. */
import { append } from '../../../base/append.ts';
import { languageAt } from '../../../document/section-languages.ts';
import type { Block } from '../../../document/block.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { labelsOf } from '../../../document/labels.ts';
import { canvasSlides } from './canvas-slides.ts';
import { cardsSlide, compareSlide, kpiSlides, leadParts, partsOf, timelineSlides, twoColumnSlide, type Part } from './card-slides.ts';
import type { RawSlide } from './divide.ts';
import { chartSlide, imageSlide, tableSlides } from './figure-slides.ts';
import { flowOf, type Figure } from './flow.ts';
import {
  askSlide,
  closingSlide,
  contactSlide,
  endSlide,
  isAskTitle,
  isClosingTitle,
  isLeave,
  quoteSlide,
  sectionSlide,
  titleSlide,
} from './front-slides.ts';
import { gallerySlide } from './gallery-slides.ts';
import { listSlide, partsSlide, proseSlide } from './item-slides.ts';
import { keyFiguresIn, namedSentences } from './read-lists.ts';
import { inNamedLayout } from './named-layout.ts';
import { inOrder } from './rhythm.ts';
import { codeSlide, flowSlides, soleWords, statementSlide, textSlides } from './text-slides.ts';
import type { PlanContext, PlannedParagraph, PlannedSlide } from './planned.ts';

export interface Position {
  last: boolean;
  sectionNumber: number;
  /** Titles of the slides of the section that the slide begins. */
  outline: readonly string[];
}

type Built = PlannedSlide[] | undefined;

const COMPARED = /\bvs\.?(?=\s|$)|\bversus\b|\bcompar|frente a\b|\boptions?\b|\bopci[oó]n|\bor\b.*\?|¿.* o .*\?/i;
/** Headings that are each other's opposite. */
const OPPOSITES =
  /^(?:(?:do|dos)\|(?:don.ts?|do not)|pros\|cons|advantages\|disadvantages|before\|after|today\|tomorrow|now\|(?:next|later|then)|strengths\|weaknesses|opportunities\|threats|good\|bad|in scope\|out of scope|included\|not included|problem\|solution|s[ií]\|no|ventajas\|(?:inconvenientes|desventajas)|antes\|despu[eé]s|hoy\|ma[nñ]ana|fortalezas\|debilidades|oportunidades\|amenazas|a favor\|en contra|incluido\|no incluido|problema\|soluci[oó]n|hacer\|no hacer)$/i;

function asked(context: PlanContext, raw: RawSlide, position: Position): Built {
  const parts = partsOf(raw.blocks) ?? leadParts(raw.blocks);
  switch (raw.layout) {
    case 'title':
      return titleSlide(context, raw);
    case 'section':
      return sectionSlide(context, raw, position.last ? undefined : position.sectionNumber);
    case 'two-col':
      return parts && twoColumnSlide(context, raw, parts);
    case 'cards':
      return parts && inTurn(context, raw, parts);
    case 'compare':
      return parts && compareSlide(context, raw, parts);
    case 'kpi':
      return kpiSlides(context, raw);
    case 'quote':
      return quoteSlide(context, raw);
    case 'timeline':
      return timelineSlides(context, raw);
    case 'closing':
      return contactSlide(context, raw) ?? closingSlide(context, raw) ?? askSlide(context, raw);
    case 'bullets':
      return inferred(context, raw, position) ?? flowSlides(context, raw);
    default:
      // chart, table and image are what their content makes of them
      return undefined;
  }
}

function areCompared(raw: RawSlide, parts: readonly Part[]): boolean {
  const heads = parts.map(({ head }) => plainText(head ?? []).trim()).join('|');
  return COMPARED.test(plainText(raw.title)) || OPPOSITES.test(heads);
}

/** Cards, or a form with icons where each part has one: in turn. */
function inTurn(context: PlanContext, raw: RawSlide, parts: readonly Part[]): Built {
  for (const form of inOrder(context, ['cards', 'items'])) {
    const built = form === 'cards' ? cardsSlide(context, raw, parts) : partsSlide(context, raw, parts);
    if (built) return built;
  }
  return undefined;
}

/** One sentence at the end of a deck of some length. */
const endsDeck = ({ rhythm }: PlanContext, { blocks }: RawSlide): boolean =>
  rhythm.recent.length > 2 && plainText(soleWords(blocks) ?? []).length >= LAST_WORDS_CHARS_MIN;
const LAST_WORDS_CHARS_MIN = 8;

/** Marks of quotation, with which somebody's words begin, and a line that says whose they are. */
const SAID = /^\s*["“”„«»‘‚'»「『]|^\s*[—–-]{1,2}\s*\p{Lu}/u;

/** A quotation of nobody among other things is what the slide wants remembered: no marks of quotation that its author did not write. */
function withStatement(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => {
    if (block.type !== 'quote' || block.by !== undefined || blocks.length < 2) return block;
    const [first, ...more] = block.blocks;
    if (first?.type !== 'paragraph' || more.length > 0 || first.runs.length === 0 || SAID.test(plainText(first.runs))) return block;
    if (/(?:^|\n)\s*[—–-]{1,2}\s*\p{Lu}[^\n]*$/u.test(plainText(first.runs))) return block;
    return { id: block.id, ...(block.anchor === undefined ? {} : { anchor: block.anchor }), type: 'callout', kind: 'key', blocks: [first] };
  });
}

function inferred(context: PlanContext, given: RawSlide, position: Position): Built {
  const quote = given.blocks.length <= 2 && given.blocks.some(({ type }) => type === 'quote') ? quoteSlide(context, given) : undefined;
  if (quote) return quote;
  const raw: RawSlide = { ...given, blocks: withStatement(given.blocks) };
  const { blocks } = raw;
  const kinds = new Set(blocks.map(({ type }) => type));
  if (kinds.has('kpis')) return kpiSlides(context, raw);
  // what is asked for is said before what it is for
  const figures = blocks.length > 1 && isAskTitle(raw.title) ? undefined : keyFiguresIn(blocks);
  if (figures) {
    const named = kpiSlides(context, { ...raw, blocks: figures });
    if (named) return named;
  }
  const contact = position.last ? contactSlide(context, raw) : undefined;
  if (contact) return contact;
  if (position.last && isClosingTitle(raw.title)) {
    const closing = closingSlide(context, raw);
    if (closing) return closing;
  }
  if (isAskTitle(raw.title) || (position.last && (isClosingTitle(raw.title) || endsDeck(context, raw)))) {
    const ask = askSlide(context, raw);
    if (ask) return ask;
  }
  const gallery = gallerySlide(context, raw, blocks);
  if (gallery) return gallery;
  const timeline = timelineSlides(context, raw);
  if (timeline) return timeline;
  const parts = partsOf(blocks);
  if (parts && parts.length === 2)
    return (areCompared(raw, parts) ? compareSlide(context, raw, parts) : undefined) ?? twoColumnSlide(context, raw, parts);
  if (parts && parts.length > 2) return inTurn(context, raw, parts);
  const named = namedSentences(blocks);
  return listSlide(context, named ? { ...raw, blocks: [named] } : raw) ?? proseSlide(context, raw);
}

function oneFigure(context: PlanContext, raw: RawSlide, figure: Figure, paragraphs: readonly PlannedParagraph[]): Built {
  switch (figure.type) {
    case 'chart':
      return chartSlide(context, raw, figure, paragraphs);
    case 'table':
      return tableSlides(context, raw, figure, paragraphs);
    case 'image':
      return imageSlide(context, raw, figure, paragraphs, raw.layout?.startsWith('image-') ? raw.layout : undefined);
  }
}

/** A figure on slides of its own. Words of its own that do not fit beside it come first, as text: nothing of it is dropped. */
function figureAlone(context: PlanContext, raw: RawSlide, figure: Figure): PlannedSlide[] {
  const whole = oneFigure(context, raw, figure, []);
  if (whole) return whole;
  const words: Run[] = figure.type === 'chart' ? [{ text: figure.title ?? '' }] : [...(figure.caption ?? [])];
  const { caption: _caption, title: _title, ...rest } = { caption: undefined, title: undefined, ...figure };
  const said = textSlides(context, raw, [{ runs: words, level: 0, bullet: 'none' }]);
  const count = raw.count ? { count: { ...raw.count, at: raw.count.at + said.length } } : {};
  return [...said, ...(oneFigure(context, { ...raw, ...count, notes: [], anchors: [] }, rest, []) ?? [])];
}

/** Stands for a picture that was never given: its description. */
function descriptions(context: PlanContext, figures: readonly Figure[]): PlannedParagraph[] {
  return figures.flatMap((figure): PlannedParagraph[] => {
    if (figure.type !== 'image' || (figure.asset !== null && context.document.assets.has(figure.asset))) return [];
    const alt = figure.alt === '' && figure.caption ? plainText(figure.caption) : figure.alt;
    const said = [figure.alt === '' ? undefined : figure.caption, figure.source].flatMap((runs): PlannedParagraph[] =>
      runs && plainText(runs).trim() !== '' && plainText(runs) !== alt ? [{ runs, level: 0, bullet: 'none' }] : [],
    );
    return [
      { runs: [{ text: `[${alt === '' ? labelsOf(context.document.lang).image : alt}]`, italic: true }], level: 0, bullet: 'none' },
      ...said,
    ];
  });
}

/** Text first, then each figure on a slide of its own, unless the text fits beside a single one. */
function withFigures(context: PlanContext, raw: RawSlide): PlannedSlide[] {
  const flow = flowOf(raw.blocks, context.document.lang, context.notes);
  const missing = descriptions(context, flow.figures);
  const figures = flow.figures.filter(
    (figure) => figure.type !== 'image' || (figure.asset !== null && context.document.assets.has(figure.asset)),
  );
  const paragraphs = [...flow.paragraphs, ...missing];
  const [only] = figures;
  if (!only) return textSlides(context, raw, paragraphs);
  if (figures.length === 1) {
    const together = oneFigure(context, raw, only, paragraphs);
    if (together) return together;
  }
  const build = (of: number): PlannedSlide[] => {
    const slides: PlannedSlide[] = [];
    const own = (): RawSlide => ({
      ...raw,
      count: { at: slides.length + 1, of },
      ...(slides.length === 0 ? {} : { notes: [], anchors: [] }),
    });
    if (paragraphs.length > 0) append(slides, textSlides(context, own(), paragraphs));
    for (const figure of figures) append(slides, figureAlone(context, own(), figure));
    return slides;
  };
  // how many there are is known when they are built; two digits of it are held free meanwhile
  const notes = context.notes.length;
  const { length } = build(10);
  context.notes.splice(notes);
  return build(length);
}

/** A slide without a title takes what names it: a caption, its first words, its section, the deck. */
function titled(context: PlanContext, raw: RawSlide): RawSlide {
  if (raw.title.length > 0 && plainText(raw.title).trim() !== '') return raw;
  const [first, ...rest] = raw.blocks;
  if (first?.type === 'heading') return { ...raw, title: first.runs, blocks: rest };
  const captions = raw.blocks.flatMap((block: Block) =>
    block.type === 'chart' ? [block.title ?? ''] : block.type === 'image' || block.type === 'table' ? [plainText(block.caption ?? [])] : [],
  );
  if (captions.some((text) => text !== '')) return { ...raw, title: [] };
  if (first?.type === 'paragraph' && rest.length > 0 && plainText(first.runs).length <= 80)
    return { ...raw, title: first.runs, blocks: rest };
  const name = raw.eyebrow !== '' ? raw.eyebrow : context.document.title;
  return { ...raw, eyebrow: '', title: name === '' ? [] : [{ text: name }] };
}

function isBare(context: PlanContext, raw: RawSlide): boolean {
  const { paragraphs, figures } = flowOf(raw.blocks, context.document.lang, []);
  return (
    figures.length === 0 &&
    paragraphs.every(
      ({ runs, tex }) => tex === undefined && plainText(runs).trim() === '' && !runs.some(({ footnote }) => footnote !== undefined),
    )
  );
}

export function buildSlides(whole: PlanContext, slide: RawSlide, position: Position): PlannedSlide[] {
  const { context: deck, slide: given } = inNamedLayout(whole, slide);
  const lang = languageAt(deck.document, given.id === '' ? given.blocks[0]?.id : given.id);
  // what is set around a slide's own words is in their language
  const context = lang === deck.document.lang ? deck : { ...deck, document: { ...deck.document, lang } };
  const free = canvasSlides(context, given, (part) => buildSlides(context, part, position));
  if (free) return free;
  if (given.kind === 'title') {
    const title = titleSlide(context, given);
    if (title) return title;
  }
  if (position.last && isLeave(given.title) && given.layout === undefined) {
    const end = endSlide(context, given);
    if (end) return end;
  }
  if (given.kind === 'section') {
    const titles = given.layout === undefined || given.blocks.length === 0 ? position.outline : [];
    const section = sectionSlide(context, given, position.last ? undefined : position.sectionNumber, titles);
    if (section) return section;
  }
  const raw = titled(context, given);
  if (raw.layout !== undefined) {
    const built = asked(context, raw, position);
    if (built) return built;
    if (!['chart', 'table', 'image', 'image-left', 'image-right', 'image-full', 'title', 'section'].includes(raw.layout)) {
      context.notes.push({
        code: 'slide_layout_changed',
        severity: 'info',
        message: `The content of a slide does not suit the layout "${raw.layout.slice(0, 30)}"; another was chosen.`,
        blockId: raw.id,
      });
    }
  }
  // what holds no words and no figure is a title, whatever it was begun as
  const bare = isBare(context, raw) ? sectionSlide(context, { ...raw, blocks: [] }, undefined) : undefined;
  if (bare) return bare;
  return (
    inferred(context, raw, position) ??
    statementSlide(context, raw) ??
    codeSlide(context, raw) ??
    flowSlides(context, raw) ??
    withFigures(context, raw)
  );
}
