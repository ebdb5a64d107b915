/** `sharedStrings.xml`: every text of the workbook once, in the order of first use (ECMA-376-1 §18.4). */
import { S } from '../../ooxml/names.ts';
import type { Run } from '../../document/inline.ts';
import type { Look } from '../../document/look.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { escapeAttribute, escapeText } from '../../ooxml/xml-text.ts';

export interface SharedStrings {
  idOf(text: string): number;
  /** @param color RRGGBB of what has no colour of its own */
  idOfRuns(runs: readonly Run[], base: { sizePt: number; color: string; bold: boolean }): number;
  chunks(): Iterable<string>;
}

const CHUNK_CHARS = 1 << 18;

/** Text that looks like an escape is escaped itself: `_x000D_` would be read as a line end (§22.4.2.4). */
function textXml(text: string): string {
  const safe = text.includes('_x') ? text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : text;
  return `<t${/^\s|\s$|\n| {2}/.test(safe) ? ' xml:space="preserve"' : ''}>${escapeText(safe)}</t>`;
}

function runXml(run: Run, look: Look, base: { sizePt: number; color: string; bold: boolean }): string {
  const color = run.color ?? (run.link === undefined ? base.color : look.palette.accent);
  const properties = `${run.bold || base.bold ? '<b/>' : ''}${run.italic ? '<i/>' : ''}${run.strike ? '<strike/>' : ''}<color rgb="FF${color}"/><sz val="${base.sizePt}"/>${run.underline || run.link !== undefined ? '<u/>' : ''}${run.script ? `<vertAlign val="${run.script === 'super' ? 'superscript' : 'subscript'}"/>` : ''}`;
  return `<r><rPr><rFont val="${escapeAttribute(run.code ? look.faces.code : look.faces.text)}"/>${properties}</rPr>${textXml(run.text)}</r>`;
}

export function createSharedStrings(look: Look): SharedStrings {
  const ids = new Map<string, number>();
  const items: string[] = [];
  const add = (key: string, make: () => string): number => {
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, items.length);
    items.push(make());
    return items.length - 1;
  };
  return {
    idOf: (text) => add(text, () => textXml(text)),
    // no cell's text begins with this sign
    idOfRuns: (runs, base) => add(`\u0000${JSON.stringify([runs, base])}`, () => runs.map((run) => runXml(run, look, base)).join('')),
    *chunks() {
      let chunk = `${XML_DECLARATION}<sst xmlns="${S}" uniqueCount="${items.length}">`;
      for (const item of items) {
        chunk += `<si>${item}</si>`;
        if (chunk.length > CHUNK_CHARS) {
          yield chunk;
          chunk = '';
        }
      }
      yield `${chunk}</sst>`;
    },
  };
}
