/**
 * Text into XML 1.0, and back. Characters that XML 1.0 cannot carry in any form (§2.2: controls but TAB, LF and CR, lone
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

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Content of an element without children, as it is written → text: entities and CDATA resolved, line ends as \n (XML 1.0 §2.11). */
export function unescapeText(xml: string): string {
  if (!/[&<\r]/.test(xml)) return xml;
  const plain = xml
    .replaceAll('\r\n', '\n')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<!\[CDATA\[(.*?)\]\]>/gs, (_, text: string) => text.replaceAll('&', '&amp;'));
  return plain.replaceAll(
    /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(\w{1,5}));/g,
    (all, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name] ?? all;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : all;
    },
  );
}
