/** Characters for which no font has a glyph, found and replaced in a source. */

const REPLACEMENT = '\uFFFD';
/** Different characters that are tried one by one before the message alone is believed. */
const TRIED_MAX = 600;
/** Latin, Greek, Cyrillic and the usual punctuation are in every face. */
const EVERYDAY = /[\n\r\t\u0020-\u024F\u0370-\u03FF\u0400-\u04FF\u2010-\u2026\u20AC\uFFFD]/;

/**
 * @param reason what the exporter said
 * @param canDraw whether one character by itself can be set
 * @returns the source without them; the same source where the reason is another
 */
export function replaceUndrawable(source: string, reason: string, canDraw: (character: string) => boolean): string {
  const named = /the text (?:contains the disallowed codepoint )?`\\?"([\s\S]*?)\\?"`/.exec(reason)?.[1];
  if (named === undefined) return source;
  const bad = new Set<string>();
  const tried = new Set<string>();
  for (const character of source) {
    if (EVERYDAY.test(character) || tried.has(character)) continue;
    tried.add(character);
    if (tried.size > TRIED_MAX) break;
    if (!canDraw(character)) bad.add(character);
  }
  // each by itself may have a glyph and their combination none: then what the message names goes
  if (bad.size === 0) for (const character of unescapeDebug(named)) if (!/[\n\r\t\u0020-\u007E\uFFFD]/.test(character)) bad.add(character);
  if (bad.size === 0) return source;
  let text = '';
  for (const character of source) text += bad.has(character) ? REPLACEMENT : character;
  return text;
}

/** `\u{378}` as Rust's debug form writes what is not printable, perhaps with its backslash doubled. */
function unescapeDebug(text: string): string {
  return text.replaceAll(/\\+u\{([0-9a-fA-F]{1,6})\}/g, (whole, hex: string) => {
    const point = Number.parseInt(hex, 16);
    return point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : whole;
  });
}
