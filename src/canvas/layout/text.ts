/** Text of an element as paragraphs, measured and broken into lines with the widths of the faces themselves. */
import { append } from '../../base/append.ts';
import { chunksOf, measureWidth, type TextFace } from '../../base/text-metrics.ts';
import type { Style, TextStyle } from '../../document/canvas-box.ts';
import { isInlineTag, type CanvasElement, type CanvasNode } from '../../document/canvas.ts';
import type { DrawnParagraph, DrawnRun } from '../drawing.ts';
import { runLine } from '../text-line.ts';
import { inherit, styleOf, type Cascade } from './cascade.ts';

/** Space that a bullet or number takes, as a share of the size. */
const BULLET_EM = 1.15;
const ITEM_GAP_EM = 0.45;

const TRANSFORMS: Readonly<Record<TextStyle['transform'], (text: string) => string>> = {
  none: (text) => text,
  // capitals are a format, so that the words stay as they were written
  uppercase: (text) => text,
  lowercase: (text) => text.toLowerCase(),
  capitalize: (text) => text.replaceAll(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase()),
};

function runOf(text: string, style: TextStyle, link: string | undefined): DrawnRun {
  return {
    text: TRANSFORMS[style.transform](text),
    face: style.fontFamily,
    size: style.fontSize,
    bold: style.bold,
    italic: style.italic,
    underline: style.underline,
    strike: style.strike,
    color: style.color,
    letterSpacing: style.letterSpacing,
    upper: style.transform === 'uppercase',
    ...(link === undefined ? {} : { link }),
  };
}

/** Faces with old-style figures, and the nearest one of their kind whose figures stand on the line. */
const LINING_FACES: Readonly<Record<string, string>> = {
  georgia: 'Cambria',
  constantia: 'Cambria',
  corbel: 'Calibri',
  candara: 'Calibri',
  'hoefler text': 'Times New Roman',
};
const FIGURES = /((?:[+\u2212\u2013-]?\s?[$€£¥]?\s?)?\d(?:[\d.,:\u202f\u00a0]*\d)?(?:\s?[%‰×])?)/u;

/** A run whose figures are to be as high as its capitals: they take another face where its own has none such. */
function figureRuns(run: DrawnRun, { lining, fontFamily }: TextStyle): DrawnRun[] {
  const face = lining ? LINING_FACES[fontFamily.toLowerCase()] : undefined;
  if (face === undefined) return [run];
  return run.text
    .split(FIGURES)
    .map((text, at) => ({ ...run, text, face: at % 2 === 1 ? face : run.face }))
    .filter(({ text }) => text !== '');
}

function collectRuns(nodes: readonly CanvasNode[], style: TextStyle, cascade: Cascade, link: string | undefined, runs: DrawnRun[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') append(runs, figureRuns(runOf(node, style, link), style));
    else if (node.tag === 'br') runs.push(runOf('\n', style, link));
    else {
      const own = styleOf(node, style, cascade);
      if (own.display !== 'none') collectRuns(node.children ?? [], own, cascade, node.attributes?.['href'] ?? link, runs);
    }
  }
}

/** Blanks at the edges of a paragraph and beside its line breaks are nothing; several are one. */
function tidyRuns(runs: readonly DrawnRun[]): DrawnRun[] {
  const tidy: DrawnRun[] = [];
  let blank = true;
  for (const run of runs) {
    let text = run.text === '\n' ? '\n' : run.text.replaceAll(/[ \n]+/g, ' ');
    if (blank) text = text === '\n' ? text : text.replace(/^ /, '');
    const last = tidy.at(-1);
    if (text === '\n' && last) last.text = last.text.replace(/ $/, '');
    if (text === '') continue;
    blank = text.endsWith(' ') || text === '\n';
    tidy.push({ ...run, text });
  }
  const last = tidy.at(-1);
  if (last) last.text = last.text.replace(/[ \n]+$/, '');
  return tidy.filter(({ text }) => text !== '');
}

const hasText = (nodes: readonly CanvasNode[]): boolean =>
  nodes.some((node) => (typeof node === 'string' ? node.trim() !== '' : isInlineTag(node.tag)));

/** Whether an element is a piece of text: words and inline elements, nothing else. */
export const isTextElement = ({ tag, children = [] }: CanvasElement): boolean =>
  tag !== 'icon' && hasText(children) && children.every((node) => typeof node === 'string' || isInlineTag(node.tag));

/** Lists whose items are pieces of text are one text with bullets. */
export const isTextList = ({ tag, children = [] }: CanvasElement): boolean =>
  (tag === 'ul' || tag === 'ol') &&
  children.length > 0 &&
  children.every((node) => typeof node !== 'string' && node.tag === 'li' && isTextElement(node));

function paragraphOf(nodes: readonly CanvasNode[], style: TextStyle, cascade: Cascade): DrawnParagraph {
  const runs: DrawnRun[] = [];
  collectRuns(nodes, style, cascade, undefined, runs);
  return { runs: tidyRuns(runs), align: style.align, lineHeight: style.lineHeight, after: 0 };
}

export function textParagraphs(element: CanvasElement, style: Style, cascade: Cascade): DrawnParagraph[] {
  if (!isTextList(element)) return [paragraphOf(element.children ?? [], style, cascade)].filter(({ runs }) => runs.length > 0);
  const items = (element.children ?? []).filter((node): node is CanvasElement => typeof node !== 'string');
  const start = Number(element.attributes?.['start'] ?? 1) || 1;
  return items.map((item, index) => {
    const own = styleOf(item, inherit(style), cascade);
    const after = index === items.length - 1 ? 0 : style.rowGap > 0 ? style.rowGap : own.fontSize * ITEM_GAP_EM;
    const bullet = element.tag === 'ul' ? ({ kind: 'dot' } as const) : ({ kind: 'number', number: start + index } as const);
    return { ...paragraphOf(item.children ?? [], own, cascade), after, bullet };
  });
}

/** Text that is among boxes, as a paragraph of its own. */
export const looseParagraphs = (nodes: readonly CanvasNode[], style: TextStyle, cascade: Cascade): DrawnParagraph[] =>
  [paragraphOf(nodes, style, cascade)].filter(({ runs }) => runs.length > 0);

const faceOf = (run: DrawnRun): TextFace => ({ name: run.face, bold: run.bold });

/** CSS pixels. */
function runWidth(text: string, run: DrawnRun): number {
  const shown = run.upper ? text.toUpperCase() : text;
  return measureWidth(shown, faceOf(run), run.size) + run.letterSpacing * [...text].length;
}

interface Line {
  width: number;
  height: number;
  text: string;
}
export interface Measured {
  width: number;
  height: number;
  lines: Line[];
  /** The widest word that no line could hold whole. */
  broken: string | undefined;
}

interface Breaker {
  lines: Line[];
  broken: string | undefined;
  widest: number;
}

/** Lines may end before characters of full width. */
const FULL_WIDTH = /^[\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/;

function breakParagraph(paragraph: DrawnParagraph, available: number, to: Breaker): void {
  const [head] = paragraph.runs;
  if (!head) return;
  const indent = paragraph.bullet ? head.size * BULLET_EM : 0;
  const width = available - indent;
  let line: Line = { width: 0, height: 0, text: '' };
  let blank = 0;
  const turn = (): void => {
    to.lines.push({ ...line, height: line.height || runLine(head, paragraph.lineHeight) });
    to.widest = Math.max(to.widest, line.width + indent);
    line = { width: 0, height: 0, text: '' };
    blank = 0;
  };
  for (const run of paragraph.runs) {
    const height = runLine(run, paragraph.lineHeight);
    for (const chunk of chunksOf(run.text)) {
      if (chunk === '\n') turn();
      else if (chunk.trim() === '') blank += runWidth(chunk, run);
      else {
        const size = runWidth(chunk, run);
        if (
          line.text !== '' &&
          (blank > 0 || line.text.endsWith('-') || FULL_WIDTH.test(chunk)) &&
          line.width + blank + size > width + 0.01
        )
          turn();
        if (size > width + 0.5) to.broken ??= chunk;
        line = {
          width: line.width + (line.text === '' ? 0 : blank) + size,
          height: Math.max(line.height, height),
          text: `${line.text}${blank > 0 ? ' ' : ''}${chunk}`,
        };
        blank = 0;
      }
    }
  }
  turn();
}

/** Lines of the paragraphs in so much width. A word that is wider than the width is reported, and hangs over. */
export function measureText(paragraphs: readonly DrawnParagraph[], available: number): Measured {
  const breaker: Breaker = { lines: [], broken: undefined, widest: 0 };
  let gaps = 0;
  for (const paragraph of paragraphs) {
    breakParagraph(paragraph, available, breaker);
    gaps += paragraph.after;
  }
  return {
    width: breaker.widest,
    height: breaker.lines.reduce((sum, line) => sum + line.height, gaps),
    lines: breaker.lines,
    broken: breaker.broken,
  };
}

/** The last line is lonely where it is shorter than this share of the width. */
const LONELY = 0.3;

/** Paragraphs whose last word would be alone on its line, with the word before it taken along; no line is added. */
export function withCompany(paragraphs: readonly DrawnParagraph[], available: number): DrawnParagraph[] {
  return paragraphs.map((paragraph) => {
    const { lines } = measureText([paragraph], available);
    const [before, last] = lines.slice(-2);
    const end = paragraph.runs.at(-1);
    if (!before || !last || !end || last.text.includes(' ') || last.width > available * LONELY || before.text.split(' ').length < 3)
      return paragraph;
    const text = end.text.replace(/ (?=\S+$)/u, '\u00a0');
    const glued = { ...paragraph, runs: [...paragraph.runs.slice(0, -1), { ...end, text }] };
    return text !== end.text && measureText([glued], available).lines.length === lines.length ? glued : paragraph;
  });
}

const STEPS = 7;

/** The least width in which the text has no more lines: `text-wrap: balance`. */
export function balancedWidth(paragraphs: readonly DrawnParagraph[], available: number): number {
  const { lines } = measureText(paragraphs, available);
  if (lines.length < 2 || lines.length > 6) return available;
  let [low, high] = [available / 3, available];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    const tried = measureText(paragraphs, middle);
    if (tried.lines.length > lines.length || tried.broken !== undefined) low = middle;
    else high = middle;
  }
  return high;
}
