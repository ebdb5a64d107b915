/**
 * Texts that cells share (ISO/IEC 29500-1 §18.4.8) and that an edit has left without any cell: they are emptied, so that what was replaced
 * or deleted is not in the file any more. Their places stay, as cells name the others by number.
 */
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import { partNamed, readPartText, type OfficePackage } from '../../../ooxml/office-package.ts';
import { commonEnd, commonStart } from './compare-sheets.ts';
import { readWorkbookFrame, TEXT_ITEM } from './workbook-frame.ts';

/** With more texts than these, one look at every value costs less than so long a pattern. */
const TEXTS_MAX = 100;

/** Cells with a shared text as programs write them; one that is written otherwise keeps its text in the table. */
const SHARED = /<(?:[\w.-]+:)?c\b[^>]*?\st\s*=\s*["']s["'][^>]*>\s*<(?:[\w.-]+:)?v\s*>\s*(\d+)\s*<\//g;

/** Rows of a sheet that are not as they were, or more of it. */
function changedStretch(was: string, is: string): string {
  const start = commonStart(was, is);
  const end = was.length - commonEnd(was, is, Math.min(was.length, is.length) - start);
  const row = was.lastIndexOf('row', start);
  const behind = was.indexOf('</', was.indexOf('row', end));
  return was.slice(row === -1 ? 0 : was.lastIndexOf('<', row), behind < end ? undefined : behind);
}

/** Texts that cells of changed and deleted sheets showed where they are not as they were. */
function leftTexts(before: OfficePackage, after: OfficePackage): Set<number> {
  const left = new Set<number>();
  for (const { part } of readWorkbookFrame(before).sheets) {
    const now = partNamed(after, part);
    if (now !== undefined && !after.changes.has(now)) continue;
    const was = readPartText(before, part).text;
    const stretch = now === undefined ? was : changedStretch(was, readPartText(after, part).text);
    for (const [, index] of stretch.matchAll(SHARED)) left.add(Number(index));
  }
  return left;
}

/** Values in CDATA, with entities or with comments inside are found by no pattern. */
const isOdd = (text: string): boolean =>
  text.includes('<![CDATA[') || text.includes('<!--') || text.lastIndexOf('<?') > 0 || /&#\w+;\s*<\/(?:[\w.-]+:)?v\s*>/.test(text);

/** Whether the cell around a value says that it is a number of a shared text; true, too, where that cannot be told. */
function isShared(text: string, value: number): boolean {
  for (let open = text.lastIndexOf('<', value); open !== -1; open = text.lastIndexOf('<', open - 1)) {
    const tag = /^<(?:[\w.-]+:)?(c|row)\b([^>]*)>/.exec(text.slice(open, open + 2_000));
    if (tag === null) continue;
    if (tag[1] === 'row') return true;
    const [, one, other] = /\st\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(tag[2] ?? '') ?? [];
    const type = one ?? other ?? 'n';
    return type.trim() === 's' || type.includes('&');
  }
  return true;
}

/** Takes out of the texts those that a sheet shows; false where that cannot be told. */
function keepShown(left: Set<number>, text: string): boolean {
  if (isOdd(text)) return false;
  const some = left.size > TEXTS_MAX ? String.raw`\d+` : `0*(?:${[...left].join('|')})`;
  for (const { 1: index, index: at } of text.matchAll(new RegExp(String.raw`>\s*(${some})\s*</(?:[\w.-]+:)?v\s*>`, 'g')))
    if (left.has(Number(index)) && isShared(text, at)) left.delete(Number(index));
  return true;
}

/**
 * What empties the shared texts that no cell shows since the edit, as spans of their part; those that no cell showed before stay as they
 * are, and so does all where it cannot be told what cells show. Null where there is nothing to empty.
 */
export function emptyUnusedTexts(before: OfficePackage, after: OfficePackage): { part: string; spans: XmlEdit[] } | null {
  const { stringsPart, sheets } = readWorkbookFrame(after);
  if (stringsPart === undefined || partNamed(before, stringsPart) === undefined) return null;
  const left = leftTexts(before, after);
  for (const { part } of sheets) if (left.size === 0 || !keepShown(left, readPartText(after, part).text)) return null;
  const { text } = readPartText(after, stringsPart);
  if (left.size === 0 || text.includes('<!--') || text.includes('<![CDATA[')) return null;
  const spans = Array.from(text.matchAll(TEXT_ITEM), ({ 0: whole, index: start }, number) => ({ whole, start, number })).flatMap(
    ({ whole, start, number }) => {
      const prefix = /^<((?:[\w.-]+:)?)si/.exec(whole)?.[1] ?? '';
      const xml = `<${prefix}si><${prefix}t/></${prefix}si>`;
      return left.has(number) && whole !== xml ? [{ start, end: start + whole.length, xml }] : [];
    },
  );
  return spans.length === 0 ? null : { part: stringsPart, spans };
}
