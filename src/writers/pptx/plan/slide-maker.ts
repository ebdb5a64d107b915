/** What every slide has: its title, the topic above it, foot and number, and the notes that its text refers to. */
import type { Block } from '../../../document/block.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { labelsOf, saysSource } from '../../../document/labels.ts';
import { blockText } from '../../../document/walk.ts';
import { measureWidth } from '../../../base/text-metrics.ts';
import { contrast } from '../../../base/color.ts';
import type { Ink } from '../deck-theme.ts';
import type { RawSlide } from './divide.ts';
import { withoutBold } from './flow.ts';
import { fitText, keepsWords, measureText } from './fit.ts';
import type { Box, Layout, Placeholder, Shape, ShapeGroup } from './layout.ts';
import { turnedName, turnShape } from './layouts.ts';
import { isShown } from '../template/layouts.ts';
import type { Fill, PlanContext, PlannedParagraph, PlannedSlide } from './planned.ts';
import { wantsDeep } from './rhythm.ts';

const TITLE_SCALES = [1, 0.93, 0.87, 0.8, 0.73, 0.67] as const;
const TITLE_PT_MIN = 18;
const EYEBROW_CHARS_MAX = 90;
const FOOTER_PT = 10;

export function layoutNamed(context: PlanContext, name: string): Layout {
  const layout = context.layouts.get(name);
  if (!layout) throw new Error(`no layout ${name}`);
  return layout;
}

export function slotOf(layout: Layout, key: string): Placeholder {
  const slot = layout.placeholders.find((placeholder) => placeholder.key === key);
  if (!slot) throw new Error(`layout ${layout.name} has no placeholder ${key}`);
  return slot;
}

/** Shortened at a word, with an ellipsis; the whole is said elsewhere. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = text.slice(0, length).toWellFormed();
  const blank = head.lastIndexOf(' ');
  return `${(blank > length * 0.5 ? head.slice(0, blank) : head).replace(/[\s,;:.–-]+$/, '')}…`;
}

/** Runs of a title: one weight, no line breaks. */
export const titleRuns = (runs: readonly Run[]): readonly Run[] =>
  runs.map((run) => ({ ...withoutBold(run), text: run.text.replace(/\s*\n\s*/g, ' ') }));

/** A title that its box cannot hold is shortened; `rest` is then its whole text, for the body. */
export function fitTitle(context: PlanContext, slot: Placeholder, runs: readonly Run[]): { fill: Fill; rest: readonly Run[] | undefined } {
  const paragraph: PlannedParagraph = { runs, level: 0 };
  const scale = fitText(context.theme, slot, [paragraph], TITLE_SCALES, TITLE_PT_MIN);
  if (scale !== undefined) return { fill: { kind: 'text', key: slot.key, paragraphs: [paragraph], scale }, rest: undefined };
  const text = plainText(runs);
  for (let length = Math.min(text.length - 1, 240); length > 20; length = Math.floor(length * 0.85)) {
    const short: PlannedParagraph = { runs: [{ text: shorten(text, length) }], level: 0 };
    const smaller = fitText(context.theme, slot, [short], TITLE_SCALES.slice(0, 4), TITLE_PT_MIN);
    if (smaller !== undefined) return { fill: { kind: 'text', key: slot.key, paragraphs: [short], scale: smaller }, rest: runs };
  }
  return {
    fill: { kind: 'text', key: slot.key, paragraphs: [{ runs: [{ text: shorten(text, 24) }], level: 0 }], scale: 0.67 },
    rest: runs,
  };
}

export interface SlideParts {
  layout: string;
  fills: readonly Fill[];
  shapes?: readonly (Shape | ShapeGroup)[];
  /** Where the figures come from; is at the foot. */
  source?: readonly Run[] | undefined;
  /** "(2/3)". */
  page?: { at: number; of: number };
  /** The title is set by the caller. */
  ownTitle?: Fill;
}

const textFill = (key: string, text: string): Extract<Fill, { kind: 'text' }> => ({
  kind: 'text',
  key,
  paragraphs: [{ runs: [{ text }], level: 0 }],
  scale: 1,
});

/** References become numbers; the notes themselves are at the foot where they fit, else in the speaker notes. */
function resolveFootnotes(context: PlanContext, fills: readonly Fill[]): { fills: Fill[]; texts: string[] } {
  const found = new Map<string, string>();
  const mark = (runs: readonly Run[]): readonly Run[] =>
    runs.map((run) => {
      const note = run.footnote === undefined ? undefined : context.footnotes.get(run.footnote);
      const { footnote, ...rest } = run;
      if (!note || footnote === undefined) return run;
      found.set(footnote, `${note.number} ${note.blocks.map(blockText).join(' ').replaceAll(/\s+/g, ' ').trim()}`);
      return { ...rest, text: String(note.number), script: 'super' as const };
    });
  const marked = fills.map((fill): Fill => {
    if (fill.kind === 'text')
      return { ...fill, paragraphs: fill.paragraphs.map((paragraph) => ({ ...paragraph, runs: mark(paragraph.runs) })) };
    if (fill.kind !== 'table') return fill;
    return {
      ...fill,
      table: {
        ...fill.table,
        rows: fill.table.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => ({ ...cell, runs: mark(cell.runs) })) })),
      },
    };
  });
  return { fills: marked, texts: [...found.values()] };
}

const CONTRAST_MIN = 4.5;

/** Colours of the author's that cannot be read where they are give way to the theme's. */
function readableColors(context: PlanContext, layout: Layout, fills: readonly Fill[]): Fill[] {
  const { inks } = context.theme;
  let changed = false;
  const readable =
    (ground: Ink) =>
    (runs: readonly Run[]): readonly Run[] =>
      runs.map((run) => {
        if (run.color === undefined || contrast(run.color, inks[ground].hex) >= CONTRAST_MIN) return run;
        const { color: dropped, ...rest } = run;
        changed ||= dropped !== undefined;
        return rest;
      });
  const done = fills.map((fill): Fill => {
    const change = readable(layout.placeholders.find(({ key }) => key === fill.key)?.fill ?? layout.ground ?? 'ground');
    if (fill.kind === 'text')
      return { ...fill, paragraphs: fill.paragraphs.map((paragraph) => ({ ...paragraph, runs: change(paragraph.runs) })) };
    if (fill.kind !== 'table') return fill;
    return {
      ...fill,
      table: {
        ...fill.table,
        rows: fill.table.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => ({ ...cell, runs: change(cell.runs) })) })),
      },
    };
  });
  if (changed && !context.notes.some(({ code }) => code === 'color_unreadable')) {
    context.notes.push({
      code: 'color_unreadable',
      severity: 'info',
      message: 'A colour of the text cannot be read on the background of its slide; the colour of the theme is in its place.',
    });
  }
  return done;
}

/** Text fills that say something: an empty one would leave its placeholder empty. */
const saysNothing = (fill: Fill): boolean =>
  fill.kind === 'text' &&
  fill.paragraphs.every(
    ({ runs, tex }) => tex === undefined && plainText(runs).trim() === '' && !runs.some(({ footnote }) => footnote !== undefined),
  );

/** A source with the word that says what it is; '' for none. */
export function spokenSource(context: PlanContext, source: readonly Run[] | undefined): string {
  const sourced = source === undefined ? '' : plainText(source).replaceAll(/\s+/g, ' ').trim();
  return sourced === '' || saysSource(sourced) ? sourced : `${labelsOf(context.document.lang).source} ${sourced}`;
}

function footerFor(
  context: PlanContext,
  layout: Layout,
  source: readonly Run[] | undefined,
  footnotes: readonly string[],
): { footer: string; spoken: string[] } {
  const slot = layout.placeholders.find(({ key, tie }) => key === 'footer' && tie?.kind !== 'hidden');
  const fits = (text: string): boolean =>
    slot !== undefined &&
    measureWidth(text, { name: context.theme.faces.text, bold: false }, slot.levels[0]?.own?.sizePt ?? FOOTER_PT) <=
      (slot.box.w - slot.inset[0] - slot.inset[2]) * 72 * 0.98;
  const cut = (text: string): string => {
    let short = text;
    for (let length = 150; !fits(short) && length > 8; length = Math.floor(length * 0.9)) short = shorten(text, length);
    return slot === undefined ? '' : short;
  };
  const said = spokenSource(context, source);
  const all = [said, ...footnotes].filter((text) => text !== '');
  const joined = all.join('  ·  ');
  if (all.length === 0) return { footer: cut(context.footer), spoken: [] };
  if (fits(joined)) return { footer: joined, spoken: [] };
  if (slot !== undefined && said !== '' && fits(said)) return { footer: said, spoken: [...footnotes] };
  return { footer: cut(joined), spoken: all };
}

/** What names a slide without a title: its section, or the deck. */
const untitled = (context: PlanContext, raw: RawSlide): Run[] =>
  [raw.eyebrow, context.document.title]
    .filter((text) => text.trim() !== '')
    .slice(0, 1)
    .map((text) => ({ text }));

function titleOfSlide(
  context: PlanContext,
  raw: RawSlide,
  parts: SlideParts,
): { title: Fill | undefined; text: string; rest: readonly Run[] | undefined } {
  const layout = layoutNamed(context, parts.layout);
  const slot = layout.placeholders.find(({ type }) => type === 'title');
  if (!slot || parts.ownTitle)
    return {
      title: parts.ownTitle,
      text: parts.ownTitle?.kind === 'text' ? plainText(parts.ownTitle.paragraphs.flatMap(({ runs }) => runs)) : plainText(raw.title),
      rest: undefined,
    };
  const { at, of } = raw.count ? { at: raw.count.at + (parts.page?.at ?? 1) - 1, of: raw.count.of } : (parts.page ?? { at: 1, of: 1 });
  const page = of > 1 ? [{ text: ` (${at}/${of})` }] : [];
  const runs = [...titleRuns(plainText(raw.title).trim() === '' ? untitled(context, raw) : raw.title), ...page];
  const { fill, rest } = fitTitle(context, slot, runs);
  return { title: fill, text: plainText(runs), rest };
}

/** The topic on one line, or two where its place is as high; shortened where it is longer. */
function eyebrowText(context: PlanContext, slot: Placeholder, topic: string): string {
  const text = topic.replaceAll(/\s*\n\s*/g, ' ');
  for (let length = EYEBROW_CHARS_MAX; length > 8; length = Math.floor(length * 0.85)) {
    const short = shorten(text, length);
    if (fitText(context.theme, slot, [{ runs: [{ text: short }], level: 0 }], [1], 0) !== undefined) return short;
  }
  return shorten(text, 8);
}

/** A slide in this layout, with all that belongs to every slide. */
export function makeSlide(context: PlanContext, raw: RawSlide, parts: SlideParts): PlannedSlide {
  const plain = layoutNamed(context, parts.layout);
  const turned =
    wantsDeep(context) && (parts.page === undefined || parts.page.of === 1) ? context.layouts.get(turnedName(plain.name)) : undefined;
  const layout = turned ?? plain;
  const { title, text } = titleOfSlide(context, raw, parts);
  const has = (key: string): boolean => layout.placeholders.some((placeholder) => placeholder.key === key);
  const eyebrow =
    has('eyebrow') && raw.eyebrow !== '' && !parts.fills.some(({ key }) => key === 'eyebrow')
      ? [textFill('eyebrow', eyebrowText(context, slotOf(layout, 'eyebrow'), raw.eyebrow))]
      : [];
  const { fills, texts } = resolveFootnotes(
    context,
    readableColors(
      context,
      layout,
      [...(title ? [title] : []), ...eyebrow, ...parts.fills].filter((fill) => !saysNothing(fill)),
    ),
  );
  const { footer, spoken } = footerFor(context, layout, parts.source, texts);
  const isFirst = parts.page === undefined || parts.page.at === 1;
  // a topic that is cut may have no slide of its own
  const cut = isFirst && eyebrow.some(({ paragraphs }) => plainText(paragraphs[0]?.runs ?? []).endsWith('…')) ? [raw.eyebrow] : [];
  const notes: Block[] = [
    ...(isFirst ? raw.notes : []),
    ...[...cut, ...spoken].map((note, i): Block => ({ id: `${raw.id}-foot${i}`, type: 'paragraph', runs: [{ text: note }] })),
  ];
  return {
    layout,
    title: text,
    notes,
    shapes: (parts.shapes ?? []).map((shape) => (turned === undefined ? shape : turnShape(shape))),
    anchors: isFirst ? raw.anchors : [],
    fills: [
      ...fills,
      ...(footer === '' ? [] : [textFill('footer', footer)]),
      ...(has('number') && context.look.pageNumbers !== 'none' ? [textFill('number', '')] : []),
    ].filter(({ key }) => isShown(layout, key)),
  };
}

/** Text in a placeholder where it fits at some step. */
export function fillText(
  context: PlanContext,
  layoutName: string,
  key: string,
  paragraphs: PlannedParagraph[],
  options: { scales?: readonly number[]; minPt?: number; box?: Box } = {},
): Fill | undefined {
  const slot = slotOf(layoutNamed(context, layoutName), key);
  const at = options.box ? { ...slot, box: options.box } : slot;
  const scale = fitText(context.theme, at, paragraphs, options.scales, options.minPt);
  return scale === undefined ? undefined : { kind: 'text', key, paragraphs, scale, ...(options.box ? { box: options.box } : {}) };
}

/** Several placeholders at one and the same step, so that neighbours have one size; undefined where none fits all. */
export function fillTogether(
  context: PlanContext,
  layoutName: string,
  texts: readonly { key: string; paragraphs: PlannedParagraph[] }[],
  options: { scales?: readonly number[]; minPt?: number } = {},
): Fill[] | undefined {
  const layout = layoutNamed(context, layoutName);
  const scales = options.scales ?? [1, 0.9, 0.8];
  const fitting = scales.filter((step) =>
    texts.every(({ key, paragraphs }) => fitText(context.theme, slotOf(layout, key), paragraphs, [step], options.minPt) !== undefined),
  );
  const whole = fitting.find((step) =>
    texts.every(({ key, paragraphs }) => keepsWords(context.theme, slotOf(layout, key), paragraphs, step)),
  );
  const scale = whole ?? fitting[0];
  return scale === undefined ? undefined : texts.map(({ key, paragraphs }): Fill => ({ kind: 'text', key, paragraphs, scale }));
}

/** From so much white on, the text of a slide goes down towards its middle; and by which share of the white. */
const WHITE_MIN = 0.34;
const LOWER_BY = 0.38;

/** Text that leaves much of its place empty, in the optical middle of it. */
export function inTheMiddle(context: PlanContext, slot: Placeholder, fill: Fill): Fill {
  if (fill.kind !== 'text' || slot.anchor !== 't' || slot.fill !== undefined) return fill;
  const box = fill.box ?? slot.box;
  const needed = measureText(context.theme, { ...slot, box }, fill.paragraphs, fill.scale, fill.spread ?? 1) / 72;
  const white = box.h - needed;
  if (white < box.h * WHITE_MIN) return fill;
  const down = white * LOWER_BY;
  return { ...fill, box: { ...box, y: box.y + down, h: box.h - down } };
}
