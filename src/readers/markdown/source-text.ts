/** The first step of reading: any string becomes text that every later step, and every XML writer, can carry. */

const FOREIGN = /[\0-\x08\x0B-\x1F\x7F\uFFFE\uFFFF\uFEFF]|\r\n?/;
const FOREIGN_ALL = /\r\n?|[\0-\x08\x0B-\x1F\x7F\uFFFE\uFFFF\uFEFF]/g;

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
