/** Slides of running text: a breath of it on each, in forms that take turns. */
import { plainText, type Run } from '../../../document/inline.ts';
import type { RawSlide } from './divide.ts';
import { cutRuns } from './fit.ts';
import { LEVEL } from './flow.ts';
import { goOn, inOrder } from './rhythm.ts';
import { fillText, fitTitle, inTheMiddle, layoutNamed, makeSlide, slotOf, titleRuns } from './slide-maker.ts';
import type { Fill, PlanContext, PlannedParagraph, PlannedSlide } from './planned.ts';

/** What is read while somebody speaks. */
const WORDS_MAX = 88;
const WORDS_WANTED = 74;
/** Fewer are a statement, which has a form of its own. */
const WORDS_MIN = 24;

const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;
const wordsIn = (paragraphs: readonly PlannedParagraph[]): number =>
  paragraphs.reduce((sum, { runs }) => sum + wordsOf(plainText(runs)), 0);

/** Whether all of it is sentences: no points, no heads, no equations. */
export const isProse = (paragraphs: readonly PlannedParagraph[]): boolean =>
  paragraphs.every(({ bullet, level, tex }) => bullet === 'none' && level === LEVEL.item && tex === undefined) &&
  wordsIn(paragraphs) >= WORDS_MIN;

/** Runs of each sentence. */
export function sentencesOf(runs: readonly Run[]): Run[][] {
  const text = runs.map((run) => run.text).join('');
  let rest: readonly Run[] = runs;
  let from = 0;
  const sentences: Run[][] = [];
  for (const { index } of text.matchAll(/[.!?](?=\s+[\p{Lu}\p{N}[¿¡"“«])/gu)) {
    if (ABBREVIATED.test(text.slice(from, index + 1))) continue;
    const [sentence, behind] = splitAt(rest, index + 1 - from);
    sentences.push(sentence);
    from = text.length - behind.reduce((sum, run) => sum + run.text.length, 0);
    rest = behind;
  }
  return [...sentences, [...rest]];
}

/** A sentence longer than a page, between words; others whole. */
const breathsOf = (runs: readonly Run[]): Run[][] =>
  sentencesOf(runs).flatMap((sentence) => {
    const text = sentence.map((run) => run.text).join('');
    const parts = Math.ceil(wordsOf(text) / WORDS_MAX);
    return parts <= 1 ? [sentence] : cutRuns(sentence, Math.ceil((text.length / parts) * 1.1));
  });

/** How much a page may be shorter than the others to end with a paragraph, as a share. */
const EARLY = 0.3;

/** The text on pages of about equally many words, cut at ends of sentences, at ends of paragraphs where one is near. */
function pagesOf(paragraphs: readonly PlannedParagraph[]): PlannedParagraph[][] {
  const words = wordsIn(paragraphs);
  const target = words / Math.max(1, Math.ceil(words / WORDS_WANTED));
  const pages: PlannedParagraph[][] = [[]];
  let [used, sum] = [0, 0];
  for (const paragraph of paragraphs) {
    const breaths = breathsOf(paragraph.runs);
    for (const [i, breath] of breaths.entries()) {
      const more = wordsOf(plainText(breath));
      const slack = i === 0 ? target * EARLY : more / 2;
      const due = sum + slack >= target * pages.length && words - sum >= target * (1 - EARLY);
      if (used > 0 && (due || used + more > WORDS_MAX)) {
        pages.push([]);
        used = 0;
      }
      const page = pages.at(-1) ?? [];
      const last = page.at(-1);
      // what is of one paragraph stays one
      if (i > 0 && used > 0 && last) page[page.length - 1] = { ...last, runs: [...last.runs, { text: ' ' }, ...breath] };
      else page.push({ ...paragraph, runs: breath });
      used += more;
      sum += more;
    }
  }
  return pages;
}

const LEAD_CHARS = { least: 32, most: 150 } as const;
/** What follows a sentence, so that it leads nothing. */
const GOES_ON =
  /^(?:and|but|so|or|then|also|thus|hence|moreover|however|therefore|similarly|furthermore|additionally|consequently|in contrast|on the other hand|for example|for instance|finally|this|these|that|those|it|they|he|she|such|y|pero|adem[aá]s|sin embargo|por (?:ello|tanto|otro)|as[ií]|esto|estos|estas|ello|fig\.|figure|table|figura|tabla)\b/i;
const ABBREVIATED = /(?:\b(?:fig|eq|sec|ref|no|vs|etc|al|e\.g|i\.e|dr|mr|mrs|ms|prof|st|p\.\s?ej|sr|sra|art|n[uú]m|p[aá]g)|\b\p{Lu})\.$/iu;

/** Where the first sentence of a text ends, if it can stand alone. */
function leadEnd(text: string): number | undefined {
  if (!/^\s*[\p{Lu}\p{N}¿¡"“«]/u.test(text)) return undefined;
  for (const { index } of text.matchAll(/[.!?](?=\s+[\p{Lu}\p{N}¿¡"“«])/gu)) {
    const end = index + 1;
    if (end > LEAD_CHARS.most) return undefined;
    if (end >= LEAD_CHARS.least && !ABBREVIATED.test(text.slice(0, end))) return GOES_ON.test(text.trimStart()) ? undefined : end;
  }
  return undefined;
}

/** Runs before and behind a place in their text. */
function splitAt(runs: readonly Run[], end: number): [Run[], Run[]] {
  const [before, behind]: [Run[], Run[]] = [[], []];
  let at = 0;
  for (const run of runs) {
    // the mark of a footnote has no text of its own: it stays with what it is behind
    if (run.text === '' && run.footnote !== undefined) (at <= end ? before : behind).push(run);
    const cut = Math.min(run.text.length, Math.max(0, end - at));
    const [head, tail] = [run.text.slice(0, cut), run.text.slice(cut)];
    if (head !== '') before.push({ ...run, text: head });
    const rest = behind.length === 0 ? tail.trimStart() : tail;
    if (rest !== '') behind.push({ ...run, text: rest });
    at += run.text.length;
  }
  return [before, behind];
}

type Form = 'prose' | 'prose-lead' | 'bullets';
const SCALES = [1.34, 1.25, 1.17, 1.08, 1, 0.92, 0.84] as const;
/** Over the whole width, 22 pt in the layout. */
const WIDE_SCALES = [1.45, 1.36, 1.27, 1.18, 1.09, 1] as const;
const PT_MIN = 18;
/** A panel is narrow: longer titles are taller than wide. */
const PANEL_TITLE_CHARS_MAX = 48;

interface Page {
  raw: RawSlide;
  paragraphs: PlannedParagraph[];
  page: { at: number; of: number };
}

function besideTitle(context: PlanContext, { raw, paragraphs, page }: Page): PlannedSlide | undefined {
  const title = fitTitle(context, slotOf(layoutNamed(context, 'prose'), 'title'), [
    ...titleRuns(raw.title),
    ...(page.of > 1 ? [{ text: ` (${page.at}/${page.of})` }] : []),
  ]);
  if (title.rest || plainText(raw.title).length > PANEL_TITLE_CHARS_MAX) return undefined;
  const body = fillText(context, 'prose', 'body', paragraphs, { scales: SCALES, minPt: PT_MIN });
  return body && makeSlide(context, raw, { layout: 'prose', fills: [body], page });
}

function besideLead(context: PlanContext, { raw, paragraphs, page }: Page): PlannedSlide | undefined {
  const [first, ...others] = paragraphs;
  const runs = first?.runs ?? [];
  if (!first || runs.some(({ footnote }) => footnote !== undefined)) return undefined;
  const end = leadEnd(runs.map(({ text }) => text).join(''));
  if (end === undefined) return undefined;
  const [firstPart, rest] = splitAt(runs, end);
  const under = [...(plainText(rest).trim() === '' ? [] : [{ ...first, runs: rest }]), ...others];
  if (wordsIn(under) < WORDS_MIN / 2) return undefined;
  const panel = fillText(context, 'prose-lead', 'lead', [{ runs: firstPart, level: 0 }], {
    scales: [1.2, 1.1, 1, 0.9, 0.8],
    minPt: PT_MIN,
  });
  const body = fillText(context, 'prose-lead', 'body', under, { scales: SCALES, minPt: PT_MIN });
  const opens = plainText(rest).trim() !== '' && panel?.kind === 'text';
  const lead: Fill | undefined = opens ? { ...panel, called: 'Opening' } : panel;
  return lead && body && makeSlide(context, raw, { layout: 'prose-lead', fills: [lead, body], page });
}

function overTheWidth(context: PlanContext, { raw, paragraphs, page }: Page): PlannedSlide | undefined {
  const body = fillText(context, 'bullets', 'body', paragraphs, { scales: WIDE_SCALES, minPt: PT_MIN });
  const slot = slotOf(layoutNamed(context, 'bullets'), 'body');
  return body && makeSlide(context, raw, { layout: 'bullets', fills: [inTheMiddle(context, slot, body)], page });
}

const BUILT: Readonly<Record<Form, (context: PlanContext, page: Page) => PlannedSlide | undefined>> = {
  prose: besideTitle,
  'prose-lead': besideLead,
  bullets: overTheWidth,
};

/** Running text over as many slides as it takes; undefined where a form cannot hold a page, or a title is too long for its place. */
export function proseSlides(context: PlanContext, raw: RawSlide, paragraphs: readonly PlannedParagraph[]): PlannedSlide[] | undefined {
  const pages = pagesOf(paragraphs);
  const slides: PlannedSlide[] = [];
  let { rhythm } = context;
  for (const [i, own] of pages.entries()) {
    const page: Page = { raw, paragraphs: own, page: { at: i + 1, of: pages.length } };
    let made: PlannedSlide | undefined;
    for (const form of inOrder({ rhythm }, ['prose', 'prose-lead', 'bullets'] as const)) {
      made = BUILT[form]({ ...context, rhythm }, page);
      if (made) break;
    }
    if (!made) return undefined;
    slides.push(made);
    rhythm = goOn(rhythm, [made]);
  }
  return slides.length > 0 ? slides : undefined;
}
