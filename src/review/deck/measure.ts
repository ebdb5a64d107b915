/** How high a text stands, by the widths of its faces. */
import { countLines, lineHeight, measureWidth, type TextPiece } from '../../base/text-metrics.ts';
import type { DeckParagraph } from './text.ts';

export interface MeasuredText { heightPt: number; lines: number; /** Of the widest line, as far as it is told without breaking them. */ widestPt: number }

function pitchOf(paragraph: DeckParagraph): number {
  const [first] = paragraph.runs;
  if (paragraph.linePt > 0) return paragraph.linePt;
  const natural = Math.max(...paragraph.runs.map(({ face, bold, sizePt }) => lineHeight({ name: face, bold }, sizePt)), 0);
  return (natural === 0 ? (first?.sizePt ?? 18) * 1.2 : natural) * paragraph.line;
}

/** @param widthPt of the box without its insets; 0 or less: lines are never broken */
export function measureParagraphs(paragraphs: readonly DeckParagraph[], widthPt: number): MeasuredText {
  let heightPt = 0;
  let lines = 0;
  let widestPt = 0;
  for (const [i, paragraph] of paragraphs.entries()) {
    const pieces = paragraph.runs.map(({ text, face, bold, sizePt }): TextPiece => ({ text, face: { name: face, bold }, sizePt }));
    const count = paragraph.text === '' ? 1 : countLines(pieces, widthPt > 0 ? Math.max(12, widthPt - paragraph.indentPt) : 1e6);
    const onePt = pieces.reduce((sum, { text, face, sizePt }) => sum + measureWidth(text, face, sizePt), 0) + paragraph.indentPt;
    widestPt = Math.max(widestPt, widthPt > 0 && (count > 1 || onePt > widthPt) ? widthPt : onePt);
    lines += count;
    heightPt += count * pitchOf(paragraph) + (i === 0 ? 0 : paragraph.beforePt) + (i === paragraphs.length - 1 ? 0 : paragraph.afterPt);
  }
  return { heightPt, lines, widestPt };
}
