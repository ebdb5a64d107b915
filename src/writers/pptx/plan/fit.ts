/** Text against its box: how high it stands, by how much it shrinks, where it goes on on a next slide. */
import type { Run } from '../../../document/inline.ts';
import { chunksOf, lineHeight, linesOf, measureWidth, type TextLine, type TextPiece } from '../../../base/text-metrics.ts';
import type { DeckTheme } from '../deck-theme.ts';
import { stepsOf, type LevelStyle, type Placeholder } from './layout.ts';
import type { FormulaPicture, PlannedParagraph } from './planned.ts';
import { minOf } from '../../../base/extremes.ts';

const BULLET_INDENT_IN = 0.25;
/** Steps by which text shrinks before it is divided; the same on every slide, so that sizes of a deck are few. */
export const SCALES = [1, 0.9, 0.8] as const;
/** Body text never is smaller. */
const BODY_PT_MIN = 14;
/** The renderer's lines are never wider than measured, yet rounding may cost a hair. */
const SAFETY = 1.01;
const POINTS = 72;

/** Space after a paragraph in points, to the half; LibreOffice and PowerPoint both round further. */
export const spaceAfter = (afterPt: number, scale: number, spread = 1): number => Math.round(afterPt * scale * spread * 2) / 2;

export const scaledPt = (sizePt: number, scale: number): number => Math.round(sizePt * scale * 2) / 2;

export function styleOf(placeholder: Placeholder, paragraph: PlannedParagraph): LevelStyle {
  const style = placeholder.levels[Math.min(paragraph.level, placeholder.levels.length - 1)];
  if (!style) throw new Error(`placeholder ${placeholder.key} has no levels`);
  return paragraph.sizePt === undefined && paragraph.bold === undefined
    ? style
    : { ...style, sizePt: paragraph.sizePt ?? style.sizePt, bold: paragraph.bold ?? style.bold };
}

/** Room for the number of an item, in inches. */
export const numberIndent = (number = 1): number => (number > 9 ? 0.55 : 0.35);

/** Inches from the left edge of the box at which the paragraph's text begins. */
function indentOf(style: LevelStyle, paragraph: PlannedParagraph): number {
  if (paragraph.bullet === 'none') return 0;
  if (style.own !== undefined) return style.bullet === 'none' && paragraph.bullet === undefined ? 0 : style.own.indentIn;
  if (paragraph.bullet === 'number') return numberIndent(paragraph.startAt) + Math.max(0, stepsOf(style) - 1) * BULLET_INDENT_IN;
  return stepsOf(style) * BULLET_INDENT_IN;
}

const faceIn = (theme: DeckTheme, { typeface, face }: Pick<LevelStyle, 'typeface' | 'face'>): string => typeface ?? theme.faces[face];

export const piecesOf = (theme: DeckTheme, runs: readonly Run[], style: LevelStyle, sizePt: number): TextPiece[] =>
  runs.map((run) => {
    const mark = run.footnote === undefined ? undefined : theme.noteMarks.get(run.footnote);
    const text = mark ?? run.text;
    return {
      text: style.caps === true ? text.toUpperCase() : text,
      sizePt: mark === undefined && run.script === undefined ? sizePt : sizePt * 0.66,
      face: { name: run.code === true ? theme.faces.code : faceIn(theme, style), bold: style.bold || run.bold === true },
    };
  });

/** Size at which equations are drawn. */
export const FORMULA_PT = 20;
/** Without a picture: fractions and sums are about so many lines high. */
const TALL = /\\(?:d?frac|sum|prod|int|binom|begin|sqrt|lim)/;
const TALL_LINES = 2.4;

/** The equation of a paragraph as its placeholder shows it, in points; undefined on a background of its own, where no picture fits. */
export function formulaBox(
  theme: DeckTheme,
  placeholder: Placeholder,
  paragraph: PlannedParagraph,
  scale: number,
): { picture: FormulaPicture; widthPt: number; heightPt: number } | undefined {
  const picture = paragraph.tex === undefined || placeholder.fill !== undefined ? undefined : theme.formulas.get(paragraph.tex);
  if (!picture) return undefined;
  const [left, , right] = placeholder.inset;
  const size = scaledPt(styleOf(placeholder, paragraph).sizePt, scale) / FORMULA_PT;
  const by = Math.min(size, ((placeholder.box.w - left - right) * POINTS) / picture.widthPt);
  return { picture, widthPt: picture.widthPt * by, heightPt: picture.heightPt * by };
}

/** The paragraph's lines in its place. */
export function paragraphLines(theme: DeckTheme, placeholder: Placeholder, paragraph: PlannedParagraph, scale: number): TextLine[] {
  const style = styleOf(placeholder, paragraph);
  const [left, , right] = placeholder.inset;
  const widthPt = (placeholder.box.w - left - right - indentOf(style, paragraph)) * POINTS;
  return linesOf(piecesOf(theme, paragraph.runs, style, scaledPt(style.sizePt, scale) * SAFETY), widthPt);
}

export interface Measured {
  lines: number;
  /** Points, with the space after. */ height: number;
  after: number;
}

export function measureParagraph(
  theme: DeckTheme,
  placeholder: Placeholder,
  paragraph: PlannedParagraph,
  scale: number,
  spread = 1,
): Measured {
  const style = styleOf(placeholder, paragraph);
  const sizePt = scaledPt(style.sizePt, scale);
  const formula = formulaBox(theme, placeholder, paragraph, scale);
  const tall = paragraph.tex !== undefined && TALL.test(paragraph.tex) ? TALL_LINES : 1;
  const lines = paragraphLines(theme, placeholder, paragraph, scale).length;
  const after = spaceAfter(style.afterPt, scale, spread);
  const pitch = lineHeight({ name: faceIn(theme, style), bold: style.bold }, sizePt) * style.line;
  return { lines, after, height: (formula ? Math.max(pitch, formula.heightPt) : lines * pitch * tall) + after };
}

/** Height of the whole text in points; space after the last paragraph does not count. */
export function measureText(
  theme: DeckTheme,
  placeholder: Placeholder,
  paragraphs: readonly PlannedParagraph[],
  scale: number,
  spread = 1,
): number {
  let sum = 0;
  let after = 0;
  for (const paragraph of paragraphs) {
    const measured = measureParagraph(theme, placeholder, paragraph, scale, spread);
    sum += measured.height;
    after = measured.after;
  }
  return sum - after;
}

export const roomOf = (theme: DeckTheme, placeholder: Placeholder): number =>
  (placeholder.box.h - placeholder.inset[1] - placeholder.inset[3]) * POINTS * theme.room;

/** Smallest size that the paragraphs would have at this scale. */
const smallestPt = (placeholder: Placeholder, paragraphs: readonly PlannedParagraph[], scale: number): number =>
  minOf(paragraphs.map((paragraph) => scaledPt(styleOf(placeholder, paragraph).sizePt, scale)));

/** Text in a place of a supplied template has its size, or a smaller one: it never grows. */
const TEMPLATE_SCALES = [1, 0.92, 0.85, 0.78, 0.7, 0.64, 0.58, 0.5] as const;
const stepsFor = ({ tie }: Placeholder, scales: readonly number[]): readonly number[] =>
  tie?.kind !== 'bound' ? scales : scales.length === 1 ? scales.map((scale) => Math.min(1, scale)) : TEMPLATE_SCALES;

/** Longer ones are addresses and identifiers, which may be divided. */
const WORD_CHARS_MAX = 24;

/** Whether no word is wider than the box, so that none is divided. */
export function keepsWords(theme: DeckTheme, placeholder: Placeholder, paragraphs: readonly PlannedParagraph[], scale: number): boolean {
  const [left, , right] = placeholder.inset;
  return paragraphs.every((paragraph) => {
    const style = styleOf(placeholder, paragraph);
    const widthPt = (placeholder.box.w - left - right - indentOf(style, paragraph)) * POINTS;
    return piecesOf(theme, paragraph.runs, style, scaledPt(style.sizePt, scale) * SAFETY).every(({ text, face, sizePt }) =>
      chunksOf(text).every((word) => word.length > WORD_CHARS_MAX || measureWidth(word, face, sizePt) <= widthPt),
    );
  });
}

/** The largest step at which the text fits, if possible without a divided word; or undefined. @param minPt no text gets smaller than this by shrinking */
export function fitText(
  theme: DeckTheme,
  placeholder: Placeholder,
  paragraphs: readonly PlannedParagraph[],
  scales: readonly number[] = SCALES,
  minPt: number = BODY_PT_MIN,
): number | undefined {
  if (paragraphs.length === 0) return 1;
  const fitting = stepsFor(placeholder, scales).filter(
    (scale) =>
      (scale === 1 || smallestPt(placeholder, paragraphs, scale) >= minPt * theme.unit) &&
      measureText(theme, placeholder, paragraphs, scale) <= roomOf(theme, placeholder) + 0.5,
  );
  return fitting.find((scale) => keepsWords(theme, placeholder, paragraphs, scale)) ?? fitting[0];
}

/** The runs in pieces of at most `length` characters each, at ends of sentences or at least between words, wherever runs end. */
export function cutRuns(runs: readonly Run[], length: number): Run[][] {
  // as long as the runs are, footnote marks and formulas included: places in it are counted by their lengths
  const text = runs.map((run) => run.text).join('');
  const parts: Run[][] = [];
  let current: Run[] = [];
  let start = 0;
  let end = 0;
  /** Where the piece ends that begins at `from`. */
  const endAfter = (from: number): number =>
    text.length - from <= length ? text.length : from + cutAt(text.slice(from, from + length), Math.max(1, length));
  let pieceEnd = endAfter(0);
  for (const run of runs) {
    end += run.text.length;
    let at = start;
    while (end > pieceEnd) {
      const last = text.slice(at, pieceEnd).trimEnd();
      if (last !== '') current.push({ ...run, text: last });
      parts.push(current);
      current = [];
      at = pieceEnd;
      pieceEnd = endAfter(at);
    }
    const rest = text.slice(at, end);
    // lines of code keep their indentation
    const shown = current.length === 0 && parts.length > 0 ? rest.replace(run.code ? /^\n+/ : /^\s+/, '') : rest;
    if (shown !== '' || run.footnote !== undefined) current.push({ ...run, text: shown });
    start = end;
  }
  if (current.length > 0) parts.push(current);
  return parts;
}

/** A paragraph that fills more than a slide, in parts of which each fits. */
function divideParagraph(
  theme: DeckTheme,
  placeholder: Placeholder,
  paragraph: PlannedParagraph,
  scale: number,
  length?: number,
): PlannedParagraph[] {
  const { sizePt } = styleOf(placeholder, paragraph);
  // about as many characters as the box holds; where they are wider than most, half as many are tried
  const perSlide =
    length ?? Math.max(40, Math.floor((placeholder.box.w * POINTS * roomOf(theme, placeholder)) / (sizePt * scale) ** 2 / 0.75));
  return cutRuns(paragraph.runs, perSlide)
    .map((runs, i): PlannedParagraph => ({ ...paragraph, runs, ...(i > 0 ? { bullet: 'none' } : {}) }))
    .flatMap((part) => {
      const fits = perSlide < 8 || measureParagraph(theme, placeholder, part, scale).height <= roomOf(theme, placeholder);
      return fits ? [part] : divideParagraph(theme, placeholder, part, scale, Math.floor(perSlide / 2));
    });
}

/** Behind the last line or sentence that ends within `length`, else behind the last word, else there. */
function cutAt(text: string, length: number): number {
  const head = text.slice(0, length);
  const line = head.lastIndexOf('\n');
  if (line > length * 0.4) return line + 1;
  const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('? '), head.lastIndexOf('! '));
  if (sentence > length * 0.4) return sentence + 2;
  const word = head.lastIndexOf(' ');
  if (word > 0) return word + 1;
  // never between the halves of a surrogate pair
  const code = text.charCodeAt(length - 1);
  return code >= 0xd800 && code <= 0xdbff ? length + 1 : length;
}

/** The same box without so many points of its height. */
const lowerBy = (placeholder: Placeholder, points: number): Placeholder =>
  points === 0 ? placeholder : { ...placeholder, box: { ...placeholder.box, h: placeholder.box.h - points / POINTS } };

/** Pages of paragraphs, each of which fits at this scale. A heading is not left alone at the end of one. @param least how many pages at least */
export function paginate(
  theme: DeckTheme,
  placeholder: Placeholder,
  given: readonly PlannedParagraph[],
  scale: number,
  isHead: (paragraph: PlannedParagraph) => boolean,
  least = 1,
): PlannedParagraph[][] {
  const room = roomOf(theme, placeholder);
  const measure = (paragraph: PlannedParagraph): Measured => measureParagraph(theme, placeholder, paragraph, scale);
  const all = given
    .flatMap((paragraph, i) => {
      // below a heading there is less space, and the heading goes with what it is the heading of
      const before = given[i - 1];
      const headPt = before && isHead(before) ? measure(before).height : 0;
      const slot = headPt < room / 2 ? lowerBy(placeholder, headPt) : placeholder;
      return measure(paragraph).height > roomOf(theme, slot) ? divideParagraph(theme, slot, paragraph, scale) : [paragraph];
    })
    .map((paragraph) => ({ paragraph, ...measure(paragraph) }));
  const total = all.reduce((sum, { height }) => sum + height, 0);
  // pages of about equal height read better than a full one and a remainder
  const target = Math.min(room, (total / Math.max(Math.ceil(total / room), least)) * 1.12);
  const pages: PlannedParagraph[][] = [];
  let page: PlannedParagraph[] = [];
  let used = 0;
  for (const { paragraph, height, after } of all) {
    if (page.length > 0 && (used + height - after > room || used + height * 0.5 > target)) {
      const last = page.at(-1);
      const carried = last && page.length > 1 && isHead(last) && measure(last).height + height - after <= room ? page.splice(-1) : [];
      pages.push(page);
      page = carried;
      used = carried.reduce((sum, one) => sum + measure(one).height, 0);
    }
    page.push(paragraph);
    used += height;
  }
  if (page.length > 0) pages.push(page);
  return pages;
}
