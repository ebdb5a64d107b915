/** Slides of text: one column, text with a statement, two columns; over several slides where it is too much for one. */
import type { Block } from '../../../document/block.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import type { RawSlide } from './divide.ts';
import { cutRuns, fitText, measureText, paginate, roomOf, SCALES } from './fit.ts';
import { codeParagraph, flowOf, isItemLevel, LEVEL, soleRuns, withoutBold } from './flow.ts';
import type { Placeholder } from './layout.ts';
import { isProse, proseSlides, sentencesOf } from './prose-slides.ts';
import { fillText, fillTogether, fitTitle, inTheMiddle, layoutNamed, makeSlide, slotOf, titleRuns } from './slide-maker.ts';
import type { Fill, PlanContext, PlannedParagraph, PlannedSlide } from './planned.ts';
import { minOf } from '../../../base/extremes.ts';

/** With more, nobody listens: the text goes on on a next slide though it would fit. */
const WORDS_MAX = 125;
const PARAGRAPH_WORDS_MAX = 80;

const wordsOf = ({ runs }: PlannedParagraph): number => plainText(runs).split(/\s+/).length;

/** Paragraphs that are too long for one breath, cut at ends of sentences. */
function cutLong(paragraphs: readonly PlannedParagraph[]): PlannedParagraph[] {
  return paragraphs.flatMap((paragraph): PlannedParagraph[] => {
    const parts = Math.ceil(wordsOf(paragraph) / PARAGRAPH_WORDS_MAX);
    if (parts === 1 || paragraph.tex !== undefined) return [paragraph];
    return cutRuns(paragraph.runs, Math.ceil((plainText(paragraph.runs).length / parts) * 1.35)).map((runs, i) => ({
      ...paragraph,
      runs,
      ...(i > 0 ? { bullet: 'none' as const } : {}),
    }));
  });
}

const isHead = ({ level }: PlannedParagraph): boolean => level === LEVEL.lead;

/** Text for the panel: a callout of the author's, short enough to be read at a glance. */
function splitPanel(context: PlanContext, blocks: readonly Block[]): { panel: Fill; rest: Block[] } | undefined {
  const callouts = blocks.filter((block) => block.type === 'callout');
  const [callout] = callouts;
  if (!callout || callouts.length > 1 || blocks.length < 2) return undefined;
  const said = flowOf(callout.blocks, context.document.lang, context.notes);
  if (said.figures.length > 0 || said.paragraphs.length === 0 || said.paragraphs.some(({ bullet }) => bullet !== 'none')) return undefined;
  const paragraphs: PlannedParagraph[] = [
    ...(callout.title ? [{ runs: callout.title, level: 1 }] : []),
    ...said.paragraphs.map(({ runs }): PlannedParagraph => ({ runs: runs.map(withoutBold), level: 0 })),
  ];
  const panel = fillText(context, 'bullets-panel', 'panel', paragraphs, { scales: [1.3, 1.15, 1, 0.9, 0.8], minPt: 12 });
  return panel && { panel, rest: blocks.filter((block) => block !== callout) };
}

function halves(paragraphs: readonly PlannedParagraph[], context: PlanContext): [PlannedParagraph[], PlannedParagraph[]] {
  const slot = slotOf(layoutNamed(context, 'two-text'), 'body1');
  const weight = (paragraph: PlannedParagraph): number =>
    1 + Math.floor(plainText(paragraph.runs).length / 45) + (isItemLevel(paragraph.level) ? 0.4 : 0) + slot.inset[0];
  const total = paragraphs.reduce((sum, paragraph) => sum + weight(paragraph), 0);
  let sum = 0;
  let cut = paragraphs.findIndex((paragraph) => (sum += weight(paragraph)) >= total / 2 - 0.01) + 1;
  while (cut > 1 && isHead(paragraphs[cut - 1] ?? { runs: [], level: 0 })) cut -= 1;
  return [paragraphs.slice(0, cut), paragraphs.slice(cut)];
}

/** Many short lines: two columns of them rather than smaller ones. */
function twoColumns(context: PlanContext, paragraphs: readonly PlannedParagraph[]): Fill[] | undefined {
  const items = paragraphs.filter(({ bullet, level }) => bullet !== 'none' && level !== LEVEL.underLead).length;
  if (items < 6 || items < paragraphs.length * 0.7) return undefined;
  const [left, right] = halves(paragraphs, context);
  if (left.length === 0 || right.length === 0) return undefined;
  return fillTogether(
    context,
    'two-text',
    [
      { key: 'body1', paragraphs: left },
      { key: 'body2', paragraphs: right },
    ],
    { scales: [1.3, 1.2, 1.1, 1, 0.9], minPt: 16 },
  );
}

const COLUMN_SPREADS = [3, 2.6, 2.2, 1.8, 1.4] as const;

/** Columns of few points with more space between these, the same in both. */
function spreadColumns(context: PlanContext, columns: readonly Fill[]): Fill[] {
  const layout = layoutNamed(context, 'two-text');
  const spread = COLUMN_SPREADS.find((one) =>
    columns.every(
      (fill) =>
        fill.kind === 'text' &&
        measureText(context.theme, slotOf(layout, fill.key), fill.paragraphs, fill.scale, one) <=
          roomOf(context.theme, slotOf(layout, fill.key)) * SPREAD_SHARE,
    ),
  );
  return columns.map((fill) => (fill.kind === 'text' && spread !== undefined ? { ...fill, spread } : fill));
}

const SHORT_POINT_CHARS_MAX = 40;
/** Points that would leave the right half of the slide empty. */
const areShort = (paragraphs: readonly PlannedParagraph[]): boolean =>
  paragraphs.every(({ runs, level, tex }) => tex === undefined && level === LEVEL.item && plainText(runs).length <= SHORT_POINT_CHARS_MAX);

/** Few words grow before they leave the slide empty: bullets of 22 pt up to 28. */
const GROWN = [1.27, 1.18, 1.09, 1, 0.91] as const;
/** A single paragraph has no others to be told from: it is read like a statement. */
const GROWN_ALONE = [1.6, 1.45, 1.36, ...GROWN] as const;
const APART_MAX = 1.2;
const grownFor = (page: readonly PlannedParagraph[]): readonly number[] => (page.length === 1 ? GROWN_ALONE : GROWN);
/** Share of the place that text with more space between its paragraphs shall fill, and how much more there may be. */
const SPREAD_SHARE = 0.88;
const SPREAD_MAX = 2.4;

/** Text with the space between its paragraphs that fills its place. */
function spreadFill(context: PlanContext, slot: Placeholder, paragraphs: PlannedParagraph[], scale: number): Fill {
  if (slot.tie?.kind === 'bound') return { kind: 'text', key: slot.key, paragraphs, scale };
  const room = roomOf(context.theme, slot) * SPREAD_SHARE;
  const [once, twice] = [1, 2].map((spread) => measureText(context.theme, slot, paragraphs, scale, spread));
  const each = (twice ?? 0) - (once ?? 0);
  const spread = each <= 0 ? 1 : Math.min(SPREAD_MAX, Math.max(1, Math.floor((1 + (room - (once ?? 0)) / each) * 10) / 10));
  return inTheMiddle(context, slot, { kind: 'text', key: slot.key, paragraphs, scale, ...(spread === 1 ? {} : { spread }) });
}

/** With so few paragraphs an equation is what its slide is about. */
const FORMULA_BESIDE_MAX = 3;
const FORMULA_LARGE_PT = 44;
const largeFormula = (paragraph: PlannedParagraph): PlannedParagraph =>
  paragraph.tex === undefined ? paragraph : { ...paragraph, sizePt: FORMULA_LARGE_PT };

/** The text as slides; never fails. */
export function textSlides(
  context: PlanContext,
  raw: RawSlide,
  given: readonly PlannedParagraph[],
  layout: 'bullets' | 'bullets-panel' = 'bullets',
  panel: Fill[] = [],
): PlannedSlide[] {
  const title = fitTitle(context, slotOf(layoutNamed(context, layout), 'title'), titleRuns(raw.title));
  const paragraphs: PlannedParagraph[] = [
    ...(title.rest ? [{ runs: title.rest, level: 0, bullet: 'none' as const }] : []),
    ...(given.length <= FORMULA_BESIDE_MAX ? given.map(largeFormula) : given),
  ];
  const prose = layout === 'bullets' && isProse(paragraphs) ? proseSlides(context, raw, paragraphs) : undefined;
  if (prose) return prose;
  const slot = slotOf(layoutNamed(context, layout), 'body');
  const whole = fitText(context.theme, slot, paragraphs, grownFor(paragraphs), 0);
  const make = (page: PlannedParagraph[], scale: number, at: number, of: number): PlannedSlide =>
    makeSlide(context, raw, {
      layout,
      fills: [...(page.length > 0 ? [spreadFill(context, slot, page, scale)] : []), ...(at === 1 ? panel : [])],
      page: { at, of },
    });
  const words = paragraphs.reduce((sum, paragraph) => sum + wordsOf(paragraph), 0);
  const columns = layout === 'bullets' ? twoColumns(context, paragraphs) : undefined;
  if (columns && areShort(paragraphs)) return [makeSlide(context, raw, { layout: 'two-text', fills: spreadColumns(context, columns) })];
  if (whole !== undefined && words <= WORDS_MAX) return [make(paragraphs, whole, 1, 1)];
  if (columns) return [makeSlide(context, raw, { layout: 'two-text', fills: columns })];
  const small = fitText(context.theme, slot, paragraphs, SCALES);
  if (small !== undefined && words <= WORDS_MAX) return [make(paragraphs, small, 1, 1)];
  const scale = slot.tie?.kind === 'bound' ? 0.85 : whole === undefined ? 0.9 : 1;
  const pages = paginate(
    context.theme,
    slot,
    words > WORDS_MAX ? cutLong(paragraphs) : paragraphs,
    scale,
    isHead,
    Math.ceil(words / WORDS_MAX),
  );
  // what goes on over slides is of one size, the largest that all of them hold; where one is so full that it would be small, that one alone is
  const own = pages.map((page) => fitText(context.theme, slot, page, grownFor(page), 0) ?? scale);
  const common = Math.max(scale, minOf(own));
  const sizes = own.map((one) => Math.max(common, Math.min(one, Math.max(1, common * APART_MAX))));
  return pages.flatMap((page, i) => {
    if (i === 0 || layout === 'bullets') return [make(page, sizes[i] ?? common, i + 1, pages.length)];
    return [
      makeSlide(context, raw, {
        layout: 'bullets',
        fills: [spreadFill(context, slotOf(layoutNamed(context, 'bullets'), 'body'), page, sizes[i] ?? common)],
        page: { at: i + 1, of: pages.length },
      }),
    ];
  });
}

const STATEMENT_CHARS = { least: 8, most: 210 } as const;

/** A figure that a sentence is about: with its sign or unit, or of five digits and more; a year is none. */
const FIGURE =
  /(?<![\p{L}\d.,])(?:[€$£]\s?\d[\d.,]*(?:\s?(?:[kKmMbB]|bn|million))?|\d[\d.,]*\s?(?:%|€|M€)|\d{1,3}(?:[.,]\d{3})+|\d+\s(?:million|millones|billion))(?![\p{L}\d])/gu;
const FIGURE_CHARS_MAX = 9;

/** A sentence with one figure: the figure large, the sentence beside it. */
function figureSlide(context: PlanContext, raw: RawSlide, runs: readonly Run[]): PlannedSlide[] | undefined {
  const figures = (plainText(runs).match(FIGURE) ?? []).map((one) => one.replace(/[.,]+$/, ''));
  const [figure] = figures;
  if (figure === undefined || figures.length > 1 || figure.length > FIGURE_CHARS_MAX) return undefined;
  const large = fillText(context, 'figure', 'figure', [{ runs: [{ text: figure.replaceAll(' ', '\u00a0') }], level: 0 }], {
    scales: FIGURE_SCALES,
    minPt: 50,
  });
  const said = fillText(context, 'figure', 'statement', [{ runs, level: 0 }], { scales: [1.2, 1.1, 1, 0.9, 0.8], minPt: 22 });
  return large && said && [makeSlide(context, raw, { layout: 'figure', fills: [large, said] })];
}

const FIGURE_SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5] as const;

/** One short sentence: said large. */
export function statementSlide(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const runs = soleWords(raw.blocks);
  if (runs === undefined) return undefined;
  const { length } = plainText(runs);
  if (length < STATEMENT_CHARS.least || length > STATEMENT_CHARS.most) return undefined;
  const figured = figureSlide(context, raw, runs);
  if (figured) return figured;
  const fill = fillText(context, 'statement', 'statement', statementParagraphs(runs), {
    scales: [1.2, 1.1, 1, 0.91, 0.82, 0.73, 0.64],
    minPt: 18,
  });
  return fill && [makeSlide(context, raw, { layout: 'statement', fills: [fill] })];
}

/** The words of a single paragraph, or of the only item of a list. */
export function soleWords(blocks: readonly Block[]): readonly Run[] | undefined {
  const [only, ...others] = blocks;
  if (others.length > 0) return undefined;
  if (only?.type === 'paragraph') return only.runs;
  const [item, ...more] = only?.type === 'list' ? only.items : [];
  return item && more.length === 0 && item.checked === undefined ? soleRuns(item) : undefined;
}

/** More than so many characters are not said in one breath: the first sentence leads, the others follow in smaller type. */
const BREATH_CHARS_MAX = 100;

/** The paragraphs of a statement: a long one is led by its first sentence. */
export function statementParagraphs(runs: readonly Run[]): PlannedParagraph[] {
  const [first, ...rest] = plainText(runs).length > BREATH_CHARS_MAX ? sentencesOf(runs) : [];
  if (first === undefined || rest.length === 0) return [{ runs, level: 0 }];
  return [
    { runs: first, level: 0 },
    { runs: rest.flatMap((sentence, i): Run[] => (i === 0 ? sentence : [{ text: ' ' }, ...sentence])), level: 1 },
  ];
}

const CODE_SCALES = [1.5, 1.37, 1.25, 1.12, 1, 0.9, 0.82, 0.75] as const;
/** Of what a short listing leaves white, this much is above it. */
const CODE_DOWN = 0.35;
const COMMENT_GAP_IN = 0.25;
const COMMENT_IN_MAX = 1.4;

/** Code on a background of its own, with a word or two below; undefined where it is too long for one slide. */
export function codeSlide(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const blocks = raw.blocks.filter((block) => block.type === 'code');
  const [code] = blocks;
  const others = raw.blocks.filter((block) => block !== code);
  if (!code || code.text.trim() === '' || blocks.length > 1 || others.some((block) => block.type !== 'paragraph')) return undefined;
  const layout = layoutNamed(context, 'code');
  const [slot, text] = [slotOf(layout, 'code'), slotOf(layout, 'text')];
  const comment = others.flatMap((block): PlannedParagraph[] => (block.type === 'paragraph' ? [{ runs: block.runs, level: 0 }] : []));
  const commentIn = comment.length === 0 ? 0 : measureText(context.theme, text, comment, 1) / 72;
  if (commentIn > COMMENT_IN_MAX) return undefined;
  const room = { ...slot.box, h: slot.box.h - (commentIn === 0 ? 0 : commentIn + COMMENT_GAP_IN) };
  const paragraphs = [codeParagraph(code.text)];
  const fill = fillText(context, 'code', 'code', paragraphs, { scales: CODE_SCALES, minPt: 12, box: room });
  if (fill?.kind !== 'text') return undefined;
  const h = Math.min(
    room.h,
    measureText(context.theme, { ...slot, box: room }, paragraphs, fill.scale) / 72 + slot.inset[1] + slot.inset[3],
  );
  const down = (room.h - h) * CODE_DOWN;
  const y = slot.box.y + down;
  const below: Fill[] =
    comment.length === 0
      ? []
      : [
          {
            kind: 'text',
            key: 'text',
            paragraphs: comment,
            scale: 1,
            box: { ...text.box, y: y + h + COMMENT_GAP_IN, h: commentIn },
          },
        ];
  return [makeSlide(context, raw, { layout: 'code', fills: [{ ...fill, box: { ...room, y, h } }, ...below] })];
}

/** Text without figures, in the layout that suits it. */
export function flowSlides(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const split = splitPanel(context, raw.blocks);
  const flow = flowOf(split?.rest ?? raw.blocks, context.document.lang, context.notes);
  if (flow.figures.length > 0) return undefined;
  if (split && flow.paragraphs.length > 0) return textSlides(context, raw, flow.paragraphs, 'bullets-panel', [split.panel]);
  return textSlides(context, raw, flowOf(raw.blocks, context.document.lang, context.notes).paragraphs);
}
