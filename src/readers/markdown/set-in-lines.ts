/** Paragraphs whose lines are lines of their own, as addresses and labels with their values are. */
import { maxOf } from '../../base/extremes.ts';
const LINES_MAX = 14;
const LINE_CHARS_MAX = 72;
/** A line before one that begins with emphasis may be longer: prose is not written so. */
const LABEL_SLACK = 24;
const LABELLED = /^\*\*[^*\n]{1,40}(?::\*\*|\*\*\s*:)\s*\S/;
const ENDS_SENTENCE = /[.;!?…]["”»)*_]*$/;

/**
 * Whether a paragraph's own lines are meant, although CommonMark joins them: each begins with a label in bold, or the first is
 * bold and they are too short to have been wrapped. A wrapped line could not have taken the first word of the next one.
 */
export function isSetInLines(text: string): boolean {
  if (!text.startsWith('**') || !text.includes('\n')) return false;
  const lines = text.split('\n', LINES_MAX + 1).map((line) => line.trim());
  if (lines.length > LINES_MAX) return false;
  if (lines.every((line) => LABELLED.test(line))) return true;
  if (
    lines.some(
      (line, at) =>
        line.length > LINE_CHARS_MAX + (/^[*_]/.test(lines[at + 1] ?? '') ? LABEL_SLACK : 0) ||
        (at < lines.length - 1 && ENDS_SENTENCE.test(line)),
    )
  )
    return false;
  const widest = maxOf(lines.map((line) => line.length));
  return lines.slice(1).every((line, at) => {
    const before = lines[at]?.length ?? 0;
    return (
      /^[*_]/.test(line) || before + 1 + (line.split(' ', 1)[0]?.length ?? 0) <= widest || (lines.length > 2 && before < LINE_CHARS_MAX / 2)
    );
  });
}
