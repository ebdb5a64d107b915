/**
 * Ticks, crosses and boxes of symbol fonts, which files tell by their places for private use (U+F020 to U+F0FF), as the characters that they
 * look like: `✓ stable` and `✗ refused` are not the same. Other signs of such fonts are bullets (rows.ts).
 */
import type { RenderedDocument, RenderedLine } from '../../document/rendered-document.ts';

const SIGNS: Readonly<Record<string, string>> = { '\uF0A8': '☐', '\uF0FB': '✗', '\uF0FC': '✓', '\uF0FD': '☒', '\uF0FE': '☑' };
const ALL = /[\uF0A8\uF0FB-\uF0FE]/g;
const ONE = new RegExp(ALL.source);
const WINGDINGS = /wingdings/i;
/** It has a diamond and parts of brackets at these places; OpenSymbol stands in for fonts that are missing, with the signs of either. */
const SYMBOL = /^(?:symbol|standardsymbols)/i;

/** @param document as it was drawn @returns the same, with such signs named where it is known whose they are */
export function nameSymbols(document: RenderedDocument): RenderedDocument {
  const unsure = document.fonts.some((font) => SYMBOL.test(font.replaceAll(/[^a-z]/gi, '')));
  const isNamed = ({ text, font }: RenderedLine): boolean => ONE.test(text) && (!unsure || WINGDINGS.test(font));
  if (!document.pages.some(({ lines }) => lines.some(isNamed))) return document;
  const named = (line: RenderedLine): RenderedLine =>
    isNamed(line) ? { ...line, text: line.text.replaceAll(ALL, (sign) => SIGNS[sign] ?? sign) } : line;
  return { ...document, pages: document.pages.map((page) => ({ ...page, lines: page.lines.map(named) })) };
}
