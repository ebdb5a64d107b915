/** Slides of parts that are side by side: columns, cards, comparison, timeline, figures. */
import type { Block } from '../../../document/block.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { measureWidth } from '../../../base/text-metrics.ts';
import { changeTone } from '../../kpi-tone.ts';
import type { RawSlide } from './divide.ts';
import { namedLists } from './named-lists.ts';
import { measureParagraph, measureText } from './fit.ts';
import { flowOf, isItemLevel, LEVEL, soleRuns, splitLead, withoutBold } from './flow.ts';
import type { Shape } from './layout.ts';
import { stressedSide } from './stressed-side.ts';
import { datedSteps } from './read-lists.ts';
import { fillText, fillTogether, layoutNamed, makeSlide, slotOf } from './slide-maker.ts';
import { wantsDeep } from './rhythm.ts';
import type { Fill, PlanContext, PlannedParagraph, PlannedSlide } from './planned.ts';
import { maxOf, minOf } from '../../../base/extremes.ts';

export interface Part {
  head: readonly Run[] | undefined;
  blocks: Block[];
}

/** Parts under headings or in columns; undefined where something is before them. */
export function partsOf(blocks: readonly Block[]): Part[] | undefined {
  const [first] = blocks;
  if (first?.type === 'columns' && blocks.length === 1) {
    return first.columns.map(({ blocks: inner }): Part => {
      const [head, ...rest] = inner;
      if (head?.type === 'heading') return { head: head.runs, blocks: rest };
      const bold =
        head?.type === 'paragraph' && head.runs.length > 0 && head.runs.every((run) => run.bold === true)
          ? head.runs.map(withoutBold)
          : undefined;
      return bold ? { head: bold, blocks: rest } : { head: undefined, blocks: inner };
    });
  }
  if (first?.type === 'paragraph') return namedLists(blocks);
  if (first?.type !== 'heading') return undefined;
  const parts: Part[] = [];
  for (const block of blocks) {
    if (block.type === 'heading' && block.level <= first.level) parts.push({ head: block.runs, blocks: [] });
    else parts.at(-1)?.blocks.push(block);
  }
  return parts;
}

/** Items that begin with words in bold, as parts of their own. */
export function leadParts(blocks: readonly Block[]): Part[] | undefined {
  const [list] = blocks;
  if (list?.type !== 'list' || blocks.length > 1) return undefined;
  const parts = list.items.map((item): Part | undefined => {
    const runs = soleRuns(item);
    const split = runs && splitLead(runs);
    return split && { head: split.lead, blocks: [{ id: '', type: 'paragraph', runs: split.rest }] };
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function paragraphsOf(context: PlanContext, blocks: readonly Block[]): PlannedParagraph[] | undefined {
  const flow = flowOf(blocks, context.document.lang, context.notes);
  return flow.figures.length > 0 ? undefined : flow.paragraphs;
}

export function twoColumnSlide(context: PlanContext, raw: RawSlide, parts: readonly Part[]): PlannedSlide[] | undefined {
  const [left, right] = parts;
  if (!left || !right || parts.length !== 2) return undefined;
  const bodies = [left, right].map(({ blocks }) => paragraphsOf(context, blocks));
  const [first, second] = bodies;
  if (!first || !second) return undefined;
  const headed = left.head !== undefined && right.head !== undefined;
  const layout = headed ? 'two-col' : 'two-text';
  const withHead = (part: Part, paragraphs: PlannedParagraph[]): PlannedParagraph[] =>
    headed || part.head === undefined ? paragraphs : [{ runs: part.head, level: LEVEL.lead }, ...paragraphs];
  const texts = fillTogether(
    context,
    layout,
    [
      { key: 'body1', paragraphs: withHead(left, first) },
      { key: 'body2', paragraphs: withHead(right, second) },
    ],
    { scales: [1.35, 1.25, 1.15, 1.05, 1, 0.9, 0.8], minPt: 14 },
  );
  if (!texts) return undefined;
  const heads = headed
    ? fillTogether(
        context,
        layout,
        [
          { key: 'head1', paragraphs: [{ runs: left.head ?? [], level: 0 }] },
          { key: 'head2', paragraphs: [{ runs: right.head ?? [], level: 0 }] },
        ],
        { minPt: 16 },
      )
    : [];
  if (!heads) return undefined;
  const [head1, head2] = heads;
  const [body1, body2] = texts;
  return [makeSlide(context, raw, { layout, fills: [head1, body1, head2, body2].filter((fill): fill is Fill => fill !== undefined) })];
}

/** Lines above the rows of both panels, where every row is one line high. */
function rowLines(context: PlanContext, fills: readonly Fill[], layoutName: string): Shape[] {
  const layout = layoutNamed(context, layoutName);
  const lines = fills.map((fill): Shape[] | undefined => {
    if (fill.kind !== 'text') return undefined;
    const slot = slotOf(layout, fill.key);
    const shapes: Shape[] = [];
    let y = slot.box.y + slot.inset[1];
    for (const [at, paragraph] of fill.paragraphs.entries()) {
      const { lines: count, height, after } = measureParagraph(context.theme, slot, paragraph, fill.scale);
      if (count !== 1) return undefined;
      const gap = at === 1 ? LINE_GAP_IN : after / 144;
      if (at > 0)
        shapes.push({
          box: { x: slot.box.x + slot.inset[0], y: y - gap, w: slot.box.w - slot.inset[0] - slot.inset[2], h: 0.011 },
          form: 'rect',
          fill: slot.fill === 'block' ? 'onBlockMuted' : 'rule',
        });
      y += height / 72;
    }
    return shapes;
  });
  return lines.every((one) => one !== undefined) ? lines.flat() : [];
}

const LINE_GAP_IN = 0.16;

export function compareSlide(context: PlanContext, raw: RawSlide, parts: readonly Part[]): PlannedSlide[] | undefined {
  if (parts.length !== 2 || parts.some(({ head }) => head === undefined)) return undefined;
  const bodies = parts.map(({ blocks }) => paragraphsOf(context, blocks));
  if (bodies.some((paragraphs) => paragraphs === undefined || paragraphs.length > 7)) return undefined;
  const layout =
    stressedSide(
      plainText(raw.title),
      parts.map(({ head }) => plainText(head ?? [])),
    ) === 0
      ? 'compare-first'
      : 'compare';
  const texts = fillTogether(
    context,
    layout,
    parts.map(({ head }, i) => ({
      key: `option${i + 1}`,
      paragraphs: [
        { runs: head ?? [], level: 2 },
        ...(bodies[i] ?? []).map((paragraph): PlannedParagraph => ({
          runs: paragraph.runs,
          level: paragraph.level !== LEVEL.item && isItemLevel(paragraph.level) ? 1 : 0,
          ...(paragraph.level === LEVEL.lead ? { bold: true } : {}),
        })),
      ],
    })),
    { scales: [1.35, 1.25, 1.15, 1.05, 1, 0.9, 0.8], minPt: 14 },
  );
  return texts && [makeSlide(context, raw, { layout, fills: texts, shapes: rowLines(context, texts, layout) })];
}

const FIGURE = /^[^\p{L}]{0,4}\d[\d.,\u00a0 ]*\s?[^\s]{0,6}$|^[+−-]?\d[\d.,]*\s(?:days?|months?|h|min|días|meses|years?|años)$/iu;
const CARD = { text: 0, item: 1, head: 2, figure: 3 } as const;

function cardParagraphs(context: PlanContext, part: Part): PlannedParagraph[] | undefined {
  const body = paragraphsOf(context, part.blocks);
  if (!body) return undefined;
  const paragraphs = body.map((paragraph): PlannedParagraph => {
    const head = paragraph.level === LEVEL.lead;
    return {
      runs: paragraph.runs,
      level: head ? CARD.text : paragraph.bullet === undefined && isItemLevel(paragraph.level) ? CARD.item : CARD.text,
      ...(head ? { bold: true } : {}),
      ...(paragraph.bullet === 'number' ? { bullet: 'number' as const, startAt: paragraph.startAt ?? 1 } : {}),
    };
  });
  if (part.head === undefined) return paragraphs;
  const head = plainText(part.head);
  if (!FIGURE.test(head) || head.length > 11) return [{ runs: part.head, level: CARD.head }, ...paragraphs];
  const [first, ...others] = paragraphs;
  const named = first && /^(.{3,32}?)(?:[:.]\s+|\s[–—]\s)(.+)$/s.exec(plainText(first.runs));
  const rest: PlannedParagraph[] = named
    ? [{ runs: [{ text: named[1] ?? '' }], level: CARD.head }, { runs: [{ text: named[2] ?? '' }], level: CARD.text }, ...others]
    : paragraphs;
  return [{ runs: [{ text: head }], level: CARD.figure }, ...rest];
}

/** Least height of a card, and what is left free below its text; inches. */
const CARD_MIN = 3.4;
const CARD_AIR = 0.35;
/** Of a step under its date. */
const STEP_MIN = 2.2;

/** Cards of one row end together below the longest text, not at the foot of the slide. */
export function asHighAsNeeded(context: PlanContext, layoutName: string, fills: readonly Fill[], least: number = CARD_MIN): Fill[] {
  const layout = layoutNamed(context, layoutName);
  const heights = fills.map((fill) => {
    const slot = slotOf(layout, fill.key);
    return fill.kind === 'text'
      ? measureText(context.theme, slot, fill.paragraphs, fill.scale) / 72 + slot.inset[1] + slot.inset[3] + CARD_AIR
      : 0;
  });
  const needed = Math.max(least, maxOf(heights));
  return fills.map((fill) => {
    const { box } = slotOf(layout, fill.key);
    return fill.kind === 'text' && needed < box.h - 0.3 ? { ...fill, box: { ...box, h: needed } } : fill;
  });
}

/** Share of what a card leaves white that is above its words, and the most that it may be; inches. */
const CARD_DOWN = 0.36;
const CARD_DOWN_MAX = 0.8;

/** Cards of one row as high as their places, the words of all of them equally far below the edge, so that heads stay in line. */
export function inOpticalMiddle(context: PlanContext, layoutName: string, fills: readonly Fill[]): Fill[] {
  const layout = layoutNamed(context, layoutName);
  const white = fills.map((fill) => {
    const slot = slotOf(layout, fill.key);
    return fill.kind !== 'text' || slot.tie !== undefined
      ? 0
      : slot.box.h - slot.inset[1] - slot.inset[3] - measureText(context.theme, slot, fill.paragraphs, fill.scale) / 72;
  });
  const lowerIn = Math.min(CARD_DOWN_MAX, minOf(white) * CARD_DOWN);
  return lowerIn <= 0.05 ? [...fills] : fills.map((fill) => (fill.kind === 'text' ? { ...fill, lowerIn } : fill));
}

export function cardsSlide(context: PlanContext, raw: RawSlide, parts: readonly Part[]): PlannedSlide[] | undefined {
  if (parts.length < 2 || parts.length > 6) return undefined;
  const texts = parts.map((part) => cardParagraphs(context, part));
  if (texts.some((paragraphs) => paragraphs === undefined || paragraphs.length === 0)) return undefined;
  const fills = fillTogether(
    context,
    `cards-${parts.length}`,
    texts.map((paragraphs, i) => ({ key: `card${i + 1}`, paragraphs: paragraphs ?? [] })),
    { scales: [1.5, 1.38, 1.25, 1.15, 1.05, 1, 0.9], minPt: 14 },
  );
  return (
    fills && [
      makeSlide(context, raw, {
        layout: `cards-${parts.length}`,
        fills: parts.length > 4 ? fills : inOpticalMiddle(context, `cards-${parts.length}`, fills),
      }),
    ]
  );
}

export function kpiSlides(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const kpis = raw.blocks.find((block) => block.type === 'kpis');
  if (!kpis || kpis.items.length === 0) return undefined;
  const flow = flowOf(
    raw.blocks.filter((block) => block !== kpis),
    context.document.lang,
    context.notes,
  );
  if (flow.figures.length > 0) return undefined;
  const slides: PlannedSlide[] = [];
  const pages = Math.ceil(kpis.items.length / 4);
  const each = Math.ceil(kpis.items.length / pages);
  for (let at = 0; at < pages; at++) {
    const items = kpis.items.slice(at * each, (at + 1) * each);
    const last = at === pages - 1 && flow.paragraphs.length > 0;
    const layout = `kpi-${items.length}${last ? '-band' : ''}`;
    const slot = slotOf(layoutNamed(context, layout), 'kpi1');
    const normal = slot.levels[0]?.sizePt ?? 40;
    const widest = maxOf(items.map(({ value }) => measureWidth(plainText(value), { name: context.theme.faces.text, bold: true }, normal)));
    const valuePt = Math.max(
      20,
      Math.floor(Math.min(normal, (normal * (slot.box.w - slot.inset[0] - slot.inset[2]) * 72 * 0.97) / Math.max(widest, 1))),
    );
    const texts = fillTogether(
      context,
      layout,
      items.map(({ value, label, change }, i) => ({
        key: `kpi${i + 1}`,
        paragraphs: [
          { runs: value, level: 0, sizePt: valuePt, bold: true },
          ...(label ? [{ runs: label, level: 1 }] : []),
          ...(change ? [{ runs: wantsDeep(context) ? change : colored(context, change, label), level: 2 }] : []),
        ],
      })),
      // the figures have been sized to their cards already
      { scales: [1, 0.9, 0.8, 0.7], minPt: 12 },
    );
    if (!texts) return undefined;
    const said =
      at === pages - 1
        ? flow.paragraphs.map(({ runs, level }): PlannedParagraph => ({
            runs,
            level: 0,
            bullet: 'none',
            ...(level === LEVEL.lead ? { bold: true } : {}),
          }))
        : [];
    const band = said.length === 0 ? undefined : fillText(context, layout, 'band', said, { minPt: 14 });
    if (said.length > 0 && !band) return undefined;
    slides.push(
      makeSlide(context, raw, {
        layout,
        fills: [...inOneLine(context, layout, texts), ...(band ? [band] : [])],
        shapes: band ? [{ box: { ...slotOf(layoutNamed(context, layout), 'band').box, w: 0.09 }, form: 'rect', fill: 'accent' }] : [],
        page: { at: at + 1, of: pages },
      }),
    );
  }
  return slides;
}

/** Share of what a card leaves white that is above its figure. */
const FIGURE_DOWN = 0.42;

/** Figures of one row stand on one line, the tallest of the texts in the optical middle of its card. */
function inOneLine(context: PlanContext, layoutName: string, fills: readonly Fill[]): Fill[] {
  const layout = layoutNamed(context, layoutName);
  const heights = fills.map((fill) =>
    fill.kind === 'text' ? measureText(context.theme, slotOf(layout, fill.key), fill.paragraphs, fill.scale) / 72 : 0,
  );
  return fills.map((fill) => {
    const { box, tie } = slotOf(layout, fill.key);
    const down = Math.max(0, box.h - maxOf(heights)) * FIGURE_DOWN;
    return fill.kind !== 'text' || tie?.kind === 'bound' ? fill : { ...fill, box: { ...box, y: box.y + down, h: box.h - down } };
  });
}

/** Better or worse in its colour, which a sign or an arrow goes with. */
function colored(context: PlanContext, runs: readonly Run[], label: readonly Run[] = []): Run[] {
  const { good, bad } = context.theme.inks;
  const tone = changeTone(plainText(runs), plainText(label));
  const color = tone === 'good' ? good.hex : tone === 'bad' ? bad.hex : undefined;
  return runs.map((run) => (color === undefined || run.color !== undefined ? run : { ...run, color }));
}

const STEP_HEAD_CHARS_MAX = 34;

/** "Head: what happens": the head is set apart; undefined where there is none. */
function headedStep(text: readonly Run[]): PlannedParagraph[] | undefined {
  const split = splitLead(text);
  if (split)
    return [
      { runs: split.lead, level: 1 },
      { runs: split.rest, level: 0 },
    ];
  const headed =
    text.length === 1 ? /^(.{2,34}?)(?::|\s[–—]|[;,](?=\s)|(?<!\p{Lu}\p{Ll}?)\.(?=\s))\s*(\S.*)$/su.exec(plainText(text)) : null;
  return headed
    ? [
        { runs: [{ text: headed[1] ?? '' }], level: 1 },
        { runs: [{ text: headed[2] ?? '' }], level: 0 },
      ]
    : undefined;
}

/** What happens at each date: with heads where all of them have one, in bold where all are short. */
function stepTexts(texts: readonly (readonly Run[])[]): PlannedParagraph[][] {
  const headed = texts.map(headedStep);
  if (headed.every((one) => one !== undefined)) return headed;
  const short = texts.every((text) => plainText(text).length <= STEP_HEAD_CHARS_MAX);
  return texts.map((runs) => [{ runs, level: short ? 1 : 0 }]);
}

export function timelineSlides(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const steps = datedSteps(raw.blocks);
  const after = flowOf(raw.blocks.slice(1), context.document.lang, context.notes);
  if (!steps || after.paragraphs.length > 0 || after.figures.length > 0 || steps.length > 18) return undefined;
  const pages = Math.ceil(steps.length / 6);
  const each = Math.ceil(steps.length / pages);
  const slides: PlannedSlide[] = [];
  for (let at = 0; at < pages; at++) {
    const shown = steps.slice(at * each, (at + 1) * each);
    if (shown.length < 3) return undefined;
    const layout = `timeline-${shown.length}`;
    const dates = fillTogether(
      context,
      layout,
      shown.map(({ date }, i) => ({ key: `date${i + 1}`, paragraphs: [{ runs: [{ text: date }], level: 0 }] })),
      { scales: [1.1, 1, 0.9, 0.8, 0.7, 0.6], minPt: 12 },
    );
    const texts = fillTogether(
      context,
      layout,
      stepTexts(shown.map(({ text }) => text)).map((paragraphs, i) => ({ key: `step${i + 1}`, paragraphs })),
      { scales: [1.2, 1.1, 1, 0.9, 0.8, 0.7], minPt: 13 },
    );
    if (!dates || !texts) return undefined;
    const cards = asHighAsNeeded(context, layout, texts, STEP_MIN);
    slides.push(
      makeSlide(context, raw, {
        layout,
        fills: dates.flatMap((date, i) => [date, cards[i]].filter((fill): fill is Fill => fill !== undefined)),
        page: { at: at + 1, of: pages },
      }),
    );
  }
  return slides;
}
