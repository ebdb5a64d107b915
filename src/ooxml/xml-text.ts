/**
 * Text into XML 1.0. Characters that XML 1.0 cannot carry in any form (§2.2: controls but TAB, LF and CR, lone
 * surrogates, U+FFFE and U+FFFF) are dropped: a file with one of them does not open in Word.
 */

/* oxlint-disable no-control-regex -- the controls are the very thing to find */
const TEXT_SPECIAL = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;
const ATTRIBUTE_SPECIAL = /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/* oxlint-enable no-control-regex */

const TEXT_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
  ...TEXT_ESCAPES,
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
};

/** Element content. `>` is escaped too, so that `]]>` cannot arise; CR is escaped, else parsers make it LF (§2.11). */
export function escapeText(text: string): string {
  if (!TEXT_SPECIAL.test(text)) return text;
  return dropForbidden(text).replace(/[&<>\r]/g, (found) => TEXT_ESCAPES[found] ?? found);
}

/** The value of an attribute in double quotes. White space but the blank is escaped, else parsers make it blanks (§3.3.3). */
export function escapeAttribute(text: string): string {
  if (!ATTRIBUTE_SPECIAL.test(text)) return text;
  return dropForbidden(text).replace(/[&<>"\t\n\r]/g, (found) => ATTRIBUTE_ESCAPES[found] ?? found);
}

/** The text without the characters that XML 1.0 forbids. */
export function dropForbidden(text: string): string {
  return text.replace(FORBIDDEN, '');
}
