/** Slides of text: one column, text with a statement, two columns; over several slides where it is too much for one. */
import type { Block } from '../../../document/block.ts';
import { plainText } from '../../../document/inline.ts';
import type { RawSlide } from './divide.ts';
import { fitText, paginate, SCALES } from './fit.ts';
import { flowOf, LEVEL, withoutBold } from './flow.ts';
import { fillText, fillTogether, fitTitle, layoutNamed, makeSlide, slotOf, titleRuns } from './slide-maker.ts';
import type { Fill, PlanContext, PlannedParagraph, PlannedSlide } from './planned.ts';

const isHead = ({ level }: PlannedParagraph): boolean => level === LEVEL.lead;

/** Text for the panel: a callout of the author's, short enough to be read at a glance. */
function splitPanel(context: PlanContext, blocks: readonly Block[]): { panel: Fill; rest: Block[] } | undefined {
  const callouts = blocks.filter((block) => block.type === 'callout');
  const [callout] = callouts;
  if (!callout || callouts.length > 1 || blocks.length < 2) return undefined;
  const said = flowOf(callout.blocks, context.document.lang, context.notes);
  if (said.figures.length > 0 || said.paragraphs.length === 0 || said.paragraphs.some(({ bullet }) => bullet !== 'none')) return undefined;
  const paragraphs: PlannedParagraph[] = [
    ...(callout.title ? [{ runs: callout.title, level: 1 }] : []), ...said.paragraphs.map(({ runs }): PlannedParagraph => ({ runs: runs.map(withoutBold), level: 0 })),
  ];
  const panel = fillText(context, 'bullets-panel', 'panel', paragraphs, { scales: [1, 0.9, 0.8], minPt: 12 });
  return panel && { panel, rest: blocks.filter((block) => block !== callout) };
}

function halves(paragraphs: readonly PlannedParagraph[], context: PlanContext): [PlannedParagraph[], PlannedParagraph[]] {
  const slot = slotOf(layoutNamed(context, 'two-text'), 'body1');
  const weight = (paragraph: PlannedParagraph): number => 1 + Math.floor(plainText(paragraph.runs).length / 45) + (paragraph.level >= LEVEL.lead ? 0 : 0.4) + slot.inset[0];
  const total = paragraphs.reduce((sum, paragraph) => sum + weight(paragraph), 0);
  let sum = 0;
  let cut = paragraphs.findIndex((paragraph) => (sum += weight(paragraph)) >= total / 2) + 1;
  while (cut > 1 && isHead(paragraphs[cut - 1] ?? { runs: [], level: 0 })) cut -= 1;
  return [paragraphs.slice(0, cut), paragraphs.slice(cut)];
}

/** Many short lines: two columns of them rather than smaller ones. */
function twoColumns(context: PlanContext, paragraphs: readonly PlannedParagraph[]): Fill[] | undefined {
  const items = paragraphs.filter(({ bullet, level }) => bullet !== 'none' && level < LEVEL.underLead).length;
  if (items < 6 || items < paragraphs.length * 0.7) return undefined;
  const [left, right] = halves(paragraphs, context);
  if (left.length === 0 || right.length === 0) return undefined;
  return fillTogether(context, 'two-text', [{ key: 'body1', paragraphs: left }, { key: 'body2', paragraphs: right }], { scales: [1, 0.9], minPt: 16 });
}

/** The text as slides; never fails. */
export function textSlides(context: PlanContext, raw: RawSlide, given: readonly PlannedParagraph[], layout: 'bullets' | 'bullets-panel' = 'bullets', panel: Fill[] = []): PlannedSlide[] {
  const title = fitTitle(context, slotOf(layoutNamed(context, layout), 'title'), titleRuns(raw.title));
  const paragraphs: PlannedParagraph[] = [...(title.rest ? [{ runs: title.rest, level: 0, bullet: 'none' as const }] : []), ...given];
  const slot = slotOf(layoutNamed(context, layout), 'body');
  const whole = fitText(context.theme, slot, paragraphs, [1, 0.9], 0);
  const make = (page: PlannedParagraph[], scale: number, at: number, of: number): PlannedSlide =>
    makeSlide(context, raw, { layout, fills: [...(page.length > 0 ? [{ kind: 'text' as const, key: 'body', paragraphs: page, scale }] : []), ...(at === 1 ? panel : [])], page: { at, of } });
  if (whole !== undefined) return [make(paragraphs, whole, 1, 1)];
  const columns = layout === 'bullets' ? twoColumns(context, paragraphs) : undefined;
  if (columns) return [makeSlide(context, raw, { layout: 'two-text', fills: columns })];
  const small = fitText(context.theme, slot, paragraphs, SCALES);
  if (small !== undefined) return [make(paragraphs, small, 1, 1)];
  const scale = 0.9;
  const pages = paginate(context.theme, slot, paragraphs, scale, isHead);
  return pages.flatMap((page, i) => {
    if (i === 0 || layout === 'bullets') return [make(page, scale, i + 1, pages.length)];
    return [makeSlide(context, raw, { layout: 'bullets', fills: [{ kind: 'text', key: 'body', paragraphs: page, scale }], page: { at: i + 1, of: pages.length } })];
  });
}

/** Text without figures, in the layout that suits it. */
export function flowSlides(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const split = splitPanel(context, raw.blocks);
  const flow = flowOf(split?.rest ?? raw.blocks, context.document.lang, context.notes);
  if (flow.figures.length > 0) return undefined;
  if (split && flow.paragraphs.length > 0) return textSlides(context, raw, flow.paragraphs, 'bullets-panel', [split.panel]);
  return textSlides(context, raw, flowOf(raw.blocks, context.document.lang, context.notes).paragraphs);
}
