/** The first step of reading: any string becomes text that every later step, and every XML writer, can carry. */

/** Control characters but tab, newline and C1, then the two non-characters that XML forbids and the byte order mark. */
const FOREIGN = /\r\n|[[\p{Cc}\uFFFE\uFFFF\uFEFF]--[\t\n\u0080-\u009F]]/v;
const FOREIGN_ALL = /\r\n|[[\p{Cc}\uFFFE\uFFFF\uFEFF]--[\t\n\u0080-\u009F]]/gv;
/** What a character reference may name although XML cannot hold it; a "\r" counts too. */
const FORBIDDEN = /[[\p{Cc}\uFFFE\uFFFF]--[\t\n\u0080-\u009F]]/gv;

/** The text of a character reference, fit for XML. */
export function cleanCharacter(text: string): string {
  return text.replace(FORBIDDEN, '\uFFFD');
}

/**
 * Newlines become "\n", the byte order mark goes, NUL, lone surrogates and non-characters become U+FFFD (CommonMark
 * 2.3), a form feed becomes a newline, and other control characters, which XML 1.0 cannot hold (2.2), are taken out.
 */
export function cleanText(source: string): { text: string; controlsDropped: number } {
  let controlsDropped = 0;
  let text = source.isWellFormed() ? source : source.toWellFormed();
  if (FOREIGN.test(text)) {
    text = text.replace(FOREIGN_ALL, (match) => {
      if (match === '\r\n' || match === '\r' || match === '\f') return '\n';
      if (match === '\0' || match === '\uFFFE' || match === '\uFFFF') return '\uFFFD';
      if (match === '\uFEFF') return '';
      controlsDropped++;
      return '';
    });
  }
  return { text, controlsDropped };
}
