/** Lines of about equal length: no title ends in a line of one word, no card in a lonely one. No line is added, no word is moved by a break. */
import type { TextLine } from '../../../base/text-metrics.ts';
import { maxOf, minOf } from '../../../base/extremes.ts';
import type { DeckTheme } from '../deck-theme.ts';
import { keepsWords, paragraphLines } from './fit.ts';
import type { Placeholder } from './layout.ts';
import type { Fill, PlannedParagraph, PlannedSlide } from './planned.ts';

type TextFill = Extract<Fill, { kind: 'text' }>;

/** Shares of the width that are tried, and the least that a text may be narrowed to. */
const STEP = 0.015;
const TITLE_MIN = 0.5;
const LONG_TITLE_MIN = 0.74;
const TEXT_MIN = 0.66;
/** Rounding of the renderer: lines are that much longer than measured at the most. */
const SLACK = 0.03;
const SLACK_IN = 0.09;
/** A last line that is shorter than this share of the longest one is lonely. */
const LONELY = 0.36;
/** Longer texts are read, not seen. */
const LINES_MAX = 6;

/** Words that belong to the one behind them: articles, prepositions, conjunctions. */
const JOINING =
  /^(?:an?|the|of|to|in|on|at|by|for|and|or|as|is|no|we|its?|our|with|from|than|que|de|del|el|la|los|las|un|una|y|e|o|u|a|al|en|con|por|para|su|sus|se|sin|más|no|le|les|du|des|et|der|die|das|und|im|zu|zum|zur|den|dem)$/iu;

const isLonely = (lines: readonly TextLine[]): boolean => {
  const last = lines.at(-1);
  return (
    lines.length > 1 &&
    last !== undefined &&
    lines.at(-2)?.forced !== true &&
    last.widthPt < maxOf(lines.map(({ widthPt }) => widthPt)) * LONELY
  );
};

/** How far a text is from lines of one length that end where the words end a thought. */
function unevenness(lines: readonly TextLine[]): number {
  const widths = lines.map(({ widthPt }) => widthPt);
  const joined = lines.filter(({ words, forced }) => !forced && JOINING.test(words.at(-1) ?? '')).length;
  return (maxOf(widths) - minOf(widths)) / Math.max(1, maxOf(widths)) + joined * 0.22;
}

/** The part of the box's width at which the lines are best; 1 where nothing is gained. */
function bestShare(theme: DeckTheme, slot: Placeholder, fill: TextFill, isTitle: boolean): number {
  const at = (share: number): TextLine[][] =>
    fill.paragraphs.map((paragraph) => paragraphLines(theme, narrowed(slot, 1 - share), paragraph, fill.scale));
  const [left, , right] = slot.inset;
  const widthIn = slot.box.w - left - right;
  const full = at(1);
  if (full.every(({ length }) => length < 2) || full.some(({ length }) => length > LINES_MAX)) return 1;
  const slack = Math.max(SLACK, SLACK_IN / widthIn);
  const wordsAt = (share: number): string => JSON.stringify(at(share).map((lines) => lines.map(({ words }) => words.length)));
  const cost = (lines: readonly TextLine[][]): number => {
    const long = lines.filter(({ length }) => length > 1);
    return isTitle ? maxOf(long.map(unevenness)) : long.filter(isLonely).length;
  };
  // where lines end must not hang on a hair: a renderer may set one a little wider or closer
  const asItIs = Math.max(cost(full), cost(at(1 + slack)));
  if (asItIs === 0) return 1;
  const least = !isTitle ? TEXT_MIN : full.some(({ length }) => length > 2) ? LONG_TITLE_MIN : TITLE_MIN;
  let best = { share: 1, cost: asItIs };
  for (let share = 1 - STEP; share >= least; share -= STEP) {
    const lines = at(share);
    if (lines.some(({ length }, i) => length !== full[i]?.length)) break;
    if (!keepsWords(theme, narrowed(slot, 1 - share), fill.paragraphs, fill.scale)) break;
    const now = cost(lines);
    const safe = wordsAt(share + slack) === wordsAt(share) && at(share - slack).every((own, i) => own.length === full[i]?.length);
    if (safe && now < best.cost - 0.02) best = { share, cost: now };
  }
  return best.share;
}

/** The last word of a paragraph takes the one before it along where it would be alone on a line of its own. */
function withCompany(theme: DeckTheme, slot: Placeholder, paragraph: PlannedParagraph, scale: number): PlannedParagraph {
  const lines = paragraphLines(theme, slot, paragraph, scale);
  const before = lines.at(-2);
  const last = paragraph.runs.at(-1);
  if (
    lines.length > LINES_MAX ||
    !isLonely(lines) ||
    lines.at(-1)?.words.length !== 1 ||
    (before?.words.length ?? 0) < 3 ||
    !last ||
    last.code === true
  )
    return paragraph;
  const text = last.text.replace(/ (?=\S+\s*$)/u, '\u00a0');
  const glued = { ...paragraph, runs: [...paragraph.runs.slice(0, -1), { ...last, text }] };
  const after = paragraphLines(theme, slot, glued, scale);
  return text !== last.text && after.length === lines.length ? glued : paragraph;
}

/** The place without so much of its width. */
function narrowed(slot: Placeholder, without: number): Placeholder {
  const [left, top, right, bottom] = slot.inset;
  return { ...slot, inset: [left, top, right + (slot.box.w - left - right) * without, bottom] };
}

/** The slide with every short text in even lines. */
export function withEvenLines(theme: DeckTheme, slide: PlannedSlide): PlannedSlide {
  const fills = slide.fills.map((fill): Fill => {
    const slot = slide.layout.placeholders.find(({ key }) => key === fill.key);
    if (fill.kind !== 'text' || slot === undefined || slot.tie !== undefined || (slot.type !== 'title' && slot.type !== 'body'))
      return fill;
    const [level] = slot.levels;
    if ((level?.align ?? 'left') !== 'left' || fill.paragraphs.some(({ tex }) => tex !== undefined)) return fill;
    const placed = fill.box === undefined ? slot : { ...slot, box: fill.box };
    const share = bestShare(theme, placed, fill, slot.type === 'title' || level?.face === 'display' || fill.paragraphs.length === 1);
    const [left, , right] = placed.inset;
    const at = narrowed(placed, 1 - share);
    const paragraphs = fill.paragraphs.map((paragraph) => withCompany(theme, at, paragraph, fill.scale));
    return { ...fill, paragraphs, ...(share === 1 ? {} : { narrowIn: (placed.box.w - left - right) * (1 - share) }) };
  });
  return { ...slide, fills };
}
