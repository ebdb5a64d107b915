/** One part of the text → its slides: the layout that was asked for where it can hold the content, else the one that suits it. */
import type { Block } from '../../../document/block.ts';
import { plainText } from '../../../document/inline.ts';
import { labelsOf } from '../../../document/labels.ts';
import { canvasSlides } from './canvas-slides.ts';
import { cardsSlide, compareSlide, kpiSlides, leadParts, partsOf, pointsSlide, timelineSlides, twoColumnSlide } from './card-slides.ts';
import type { RawSlide } from './divide.ts';
import { chartSlide, imageSlide, tableSlides } from './figure-slides.ts';
import { flowOf, type Figure } from './flow.ts';
import { closingSlide, isClosingTitle, quoteSlide, sectionSlide, titleSlide } from './front-slides.ts';
import { codeSlide, flowSlides, statementSlide, textSlides } from './text-slides.ts';
import type { PlanContext, PlannedParagraph, PlannedSlide } from './planned.ts';

export interface Position {
  last: boolean;
  sectionNumber: number;
}

type Built = PlannedSlide[] | undefined;

const COMPARED = /\bvs\.?(?=\s|$)|\bversus\b|\bcompar|frente a\b|\boptions?\b|\bopci[oó]n/i;

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
      return parts && cardsSlide(context, raw, parts);
    case 'compare':
      return parts && compareSlide(context, raw, parts);
    case 'kpi':
      return kpiSlides(context, raw);
    case 'quote':
      return quoteSlide(context, raw);
    case 'timeline':
      return timelineSlides(context, raw);
    case 'closing':
      return closingSlide(context, raw);
    case 'bullets':
      return flowSlides(context, raw);
    default:
      // chart, table and image are what their content makes of them
      return undefined;
  }
}

function inferred(context: PlanContext, raw: RawSlide, position: Position): Built {
  const { blocks } = raw;
  const kinds = new Set(blocks.map(({ type }) => type));
  if (kinds.has('kpis')) return kpiSlides(context, raw);
  if (blocks.length <= 2 && kinds.has('quote')) {
    const quote = quoteSlide(context, raw);
    if (quote) return quote;
  }
  if (position.last && isClosingTitle(raw.title)) {
    const closing = closingSlide(context, raw);
    if (closing) return closing;
  }
  const timeline = timelineSlides(context, raw);
  if (timeline) return timeline;
  const parts = partsOf(blocks);
  if (parts && parts.length === 2)
    return (COMPARED.test(plainText(raw.title)) ? compareSlide(context, raw, parts) : undefined) ?? twoColumnSlide(context, raw, parts);
  if (parts && parts.length > 2) return cardsSlide(context, raw, parts);
  const leads = leadParts(blocks);
  return leads && leads.length >= 4 ? cardsSlide(context, raw, leads) : undefined;
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
    if (paragraphs.length > 0) slides.push(...textSlides(context, own(), paragraphs));
    for (const figure of figures) slides.push(...(oneFigure(context, own(), figure, []) ?? []));
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

/** What would be one more slide of bullets in a row, in another form where it has one. */
export function varied(context: PlanContext, given: RawSlide): PlannedSlide[] | undefined {
  return given.layout === undefined && given.kind === 'slide' ? pointsSlide(context, titled(context, given)) : undefined;
}

export function buildSlides(context: PlanContext, given: RawSlide, position: Position): PlannedSlide[] {
  const free = canvasSlides(context, given, (part) => buildSlides(context, part, position));
  if (free) return free;
  if (given.kind === 'title') {
    const title = titleSlide(context, given);
    if (title) return title;
  }
  if (given.kind === 'section') {
    const section = sectionSlide(context, given, position.last ? undefined : position.sectionNumber);
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
