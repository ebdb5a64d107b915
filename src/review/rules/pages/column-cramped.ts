import { definePageRule } from '../../define-rule.ts';
import type { RenderedLine } from '../../../document/rendered-document.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../../example-pages.ts';

/** So many pieces of words below each other are a column too narrow for its words, not a list of codes. */
const PIECES_MIN = 3;
const PIECE_CHARS_MAX = 4;

/** Pieces of one word: letters only, the next beginning in lower case right below. */
function isBroken(lines: readonly RenderedLine[]): boolean {
  return (
    lines.length >= PIECES_MIN &&
    lines.slice(1).every((line) => /^\p{Ll}{1,4}$/u.test(line.text.trim())) &&
    /^\p{L}{1,4}$/u.test(lines[0]?.text.trim() ?? '')
  );
}

/** Words broken into single syllables or letters by a column that is too narrow. */
export const columnCramped = definePageRule({
  code: 'column_cramped',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'] },
  summary: 'a column so narrow that words break into pieces',
  check: (drawn) =>
    drawn.pages.flatMap((page) => {
      const short = page.lines
        .filter((line) => line.text.trim().length > 0 && line.text.trim().length <= PIECE_CHARS_MAX)
        .toSorted((a, b) => a.left - b.left || a.top - b.top);
      const broken = short.findIndex((line, i) => {
        const run = short.slice(i, i + PIECES_MIN);
        return (
          isBroken(run) &&
          run.every(
            (piece, j) => Math.abs(piece.left - line.left) < 4 && (j === 0 || piece.top - (run[j - 1]?.bottom ?? 0) < piece.sizePt * 0.6),
          )
        );
      });
      const line = short[broken];
      return line
        ? [
            {
              message: `A column on page ${page.page} is so narrow that words break into pieces ("${short
                .slice(broken, broken + PIECES_MIN)
                .map((piece) => piece.text.trim())
                .join('|')}").`,
              location: { page: page.page, bbox: [line.left, line.top, line.right, line.bottom] },
            },
          ]
        : [];
    }),
  examples: {
    fires: [
      {
        name: 'one syllable a line',
        document: {},
        drawn: drawnOf([
          pageOf(
            1,
            ['Res', 'pon', 'sab', 'le'].map((text, i) => lineAt(100 + i * 13, text)),
          ),
        ]),
      },
    ],
    silent: [
      {
        name: 'a column of codes',
        document: {},
        drawn: drawnOf([
          pageOf(
            1,
            ['A1', 'B2', 'C3', 'D4'].map((text, i) => lineAt(100 + i * 13, text)),
          ),
        ]),
      },
      { name: 'text', document: {}, drawn: drawnOf([pageOf(1, textLines(4))]) },
    ],
  },
});
