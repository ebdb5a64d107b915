/**
 * Text of the document as Typst source. Whatever an author wrote goes out inside string literals, never as markup, so
 * that nothing in it can be read as code: a literal ends at `"` alone, and that is escaped.
 */

import { replaceUndrawable } from '../../base/font-coverage.ts';

/* oxlint-disable no-control-regex -- the controls are the very thing to find */
/** Controls, the byte-order mark and code points without a character, none of which PDF/UA-1 lets are in text (7.21.7). */
const UNPRINTABLE = /[\0-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFEFF\uFFFE\uFFFF\p{Noncharacter_Code_Point}]/gu;
/* oxlint-enable no-control-regex */
const UNASSIGNED = /[\p{Cn}\p{Co}\p{Cs}]/gu;

/** A Typst string that holds the text; code points that no font can draw become U+FFFD. */
export function literal(text: string): string {
  const clean = printable(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `"${clean}"`;
}

/** The text without what cannot be drawn: plain ASCII, the usual case, is recognised without a replacement. */
export function printable(text: string): string {
  if (/^[\n\r\t\u0020-\u007E]*$/.test(text)) return text;
  // the compiler looks through every font for such a character, and falls over some of them
  return replaceUndrawable(text.toWellFormed().replace(UNPRINTABLE, '').replace(UNASSIGNED, '\uFFFD'), '\uFFFD');
}

/** One embedded expression. The semicolon ends it, whatever is next. */
export const code = (expression: string): string => `#${expression};`;

const PIECES = /\r\n|[\n\r\u0085\u2028\u2029]|[^\n\r\u0085\u2028\u2029]+/g;

/** Longer than what fits a line of a narrow column; words of languages end before it. */
const TOKEN_MAX = 30;
/** Between two pieces, while they are found. */
const BREAK = '\u200B';
const LONG_TOKEN = new RegExp(`[^\\s\\u200B]{${TOKEN_MAX + 1},}`, 'gu');
const AFTER_MARK = /(?<=[/:._@?&=+#-])(?=[^\s/:._@?&=+#-])/gu;
const EVERY = new RegExp(`[^\\s\\u200B]{${TOKEN_MAX}}(?=[^\\s\\u200B]{4})`, 'gu');

/**
 * An address, a key or a hash may break after its marks, and where it has none, anywhere: it would run off the paper. The pieces
 * between which it may; a character that is not seen would be copied with it.
 */
export function breakable(text: string): string[] {
  if (text.length <= TOKEN_MAX || !/\S{31}/u.test(text)) return [text];
  return text
    .replaceAll(LONG_TOKEN, (token) =>
      /[\u0E00-\u0EFF\u2E80-\uFFFF]/u.test(token) ? token : token.replaceAll(AFTER_MARK, BREAK).replaceAll(EVERY, `$&${BREAK}`),
    )
    .split(BREAK);
}

/** Takes no room, and a line may end there. */
export const BREAK_HERE = '#box();';

/** A tab leads to the right margin, where a look has dates there; elsewhere it is a space. */
const TAB = '#to-right;';

/** Running text as markup: literals with line breaks. White space runs together, as in the source text. */
export function textMarkup(text: string): string {
  let markup = '';
  for (const [piece] of text.matchAll(PIECES)) {
    if (/^[\n\r\u0085\u2028\u2029]/.test(piece)) markup += '#linebreak();';
    else
      markup += piece
        .split(/ *\t */)
        .map((part) =>
          part === ''
            ? ''
            : breakable(part.replaceAll(/[ \v\f]+/g, ' '))
                .map((one) => code(literal(one)))
                .join(BREAK_HERE),
        )
        .join(TAB);
  }
  return markup;
}

const ALT_MAX = 1000;

/** Text for those who cannot see a picture; never empty, which PDF/UA-1 (7.3) does not take. */
export function describing(text: string | undefined, otherwise: string): string {
  const words = printable(text ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words === '' ? otherwise : [...words].slice(0, ALT_MAX).join('');
}

/** Lengths as Typst writes them, to a hundredth of a point. */
export const pt = (points: number): string => `${Number(points.toFixed(2))}pt`;
export const cm = (centimetres: number): string => `${Number(centimetres.toFixed(3))}cm`;
export const rgb = (hex: string): string => `rgb("${hex}")`;

/** An array needs its comma when it has one item. */
export const array = (items: readonly string[]): string => `(${items.map((item) => `${item},`).join(' ')})`;
