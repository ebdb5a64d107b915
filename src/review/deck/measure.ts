/** How high a text stands, by the widths of its faces. */
import { countLines, lineHeight, measureWidth, type TextPiece } from '../../base/text-metrics.ts';
import type { DeckParagraph } from './text.ts';
import { maxOf } from '../../base/extremes.ts';

export interface MeasuredText {
  heightPt: number;
  lines: number;
  /** Of the widest line, as far as it is known without breaking them. */ widestPt: number;
}

function pitchOf(paragraph: DeckParagraph): number {
  const [first] = paragraph.runs;
  if (paragraph.linePt > 0) return paragraph.linePt;
  const natural = Math.max(maxOf(paragraph.runs.map(({ face, bold, sizePt }) => lineHeight({ name: face, bold }, sizePt))), 0);
  return (natural === 0 ? (first?.sizePt ?? 18) * 1.2 : natural) * paragraph.line;
}

/** Without blank lines at the end, which take room and show nothing. */
function shownParagraphs(paragraphs: readonly DeckParagraph[]): DeckParagraph[] {
  const shown = paragraphs.slice(0, paragraphs.findLastIndex(({ text }) => text.trim() !== '') + 1);
  const last = shown.at(-1);
  if (!last) return shown;
  const runs = last.runs.slice(0, last.runs.findLastIndex(({ text }) => text.trim() !== '') + 1);
  return [...shown.slice(0, -1), { ...last, runs, text: runs.map(({ text }) => text).join('') }];
}

/** Of the widest line, lines being those that the author has ended. */
function widestLine(pieces: readonly TextPiece[]): number {
  let widest = 0;
  let width = 0;
  for (const { text, face, sizePt, spacingPt = 0 } of pieces) {
    for (const [i, line] of text.split('\n').entries()) {
      if (i > 0) width = 0;
      width += measureWidth(line, face, sizePt) + line.length * spacingPt;
      widest = Math.max(widest, width);
    }
  }
  return widest;
}

/** @param widthPt of the box without its insets; 0 or less: lines are never broken */
export function measureParagraphs(given: readonly DeckParagraph[], widthPt: number): MeasuredText {
  const paragraphs = shownParagraphs(given);
  let heightPt = 0;
  let lines = 0;
  let widestPt = 0;
  for (const [i, paragraph] of paragraphs.entries()) {
    const pieces = paragraph.runs.map(({ text, face, bold, sizePt, spacingPt }): TextPiece => ({
      text,
      face: { name: face, bold },
      sizePt,
      spacingPt,
    }));
    const count = paragraph.text === '' ? 1 : countLines(pieces, widthPt > 0 ? Math.max(12, widthPt - paragraph.indentPt) : 1e6);
    const onePt = widestLine(pieces) + paragraph.indentPt;
    widestPt = Math.max(widestPt, widthPt > 0 && onePt > widthPt ? widthPt : onePt);
    lines += count;
    heightPt += count * pitchOf(paragraph) + (i === 0 ? 0 : paragraph.beforePt) + (i === paragraphs.length - 1 ? 0 : paragraph.afterPt);
  }
  return { heightPt, lines, widestPt };
}
