/**
 * How much of the text that a file holds is in what was read of it: its words (as XML or the layer of text tells them) against
 * those of the Markdown, each as often as it comes. What is hidden by the file itself counts as missing; the notes tell why.
 */
import type { RenderedDocument } from '../../src/document/rendered-document.ts';
import { decodeXml } from '../../src/ooxml/decode-xml.ts';
import { readZip } from '../../src/ooxml/read-zip.ts';

export interface Guarded {
  held: number;
  found: number;
  /** The first words that are not there. */
  missing: string[];
}

const TEXT_PARTS = {
  docx: /^word\/(?:document\d*|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$|^word\/(?:charts\/chart|diagrams\/data)\d*\.xml$/,
  pptx: /^ppt\/(?:slides\/slide|notesSlides\/notesSlide|charts\/chart|diagrams\/data)\d+\.xml$/,
  xlsx: /^xl\/(?:worksheets\/sheet|drawings\/drawing|charts\/chart|comments)\d*\.xml$|^xl\/sharedStrings\.xml$/,
} as const;
/** Elements whose text is shown. */
const TEXT =
  /<(?:w:t|a:t|t|m:t|c:v)(?:\s[^>]*)?>([^<]*)<\/|<\/(?:w:p|a:p|si|is|w:tc|a:tc|c:pt|c:tx|m:r|comment|author)>|<(?:w:tab|w:br|a:br|w:cr)\b[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };
const plain = (text: string): string =>
  text
    .replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (name) => ENTITIES[name] ?? name)
    .replaceAll(/&#(x?)([0-9a-fA-F]+);/g, (_, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex === '' ? 10 : 16)),
    );

/** Shared strings that a cell shows: writers leave others behind. */
function usedStrings(parts: ReturnType<typeof readZip>['parts']): Set<number> {
  const used = new Set<number>();
  for (const [name, part] of parts)
    if (/^xl\/worksheets\/sheet\d*\.xml$/.test(name))
      for (const [, at] of decodeXml(part.read()).text.matchAll(/<(?:\w+:)?c\s[^>]*t="s"[^>]*>\s*<(?:\w+:)?v>(\d+)</g))
        used.add(Number(at));
  return used;
}

/**
 * The words that an Office file holds; a drawing and its older copy count once, figures that formats change and texts of programs
 * for those who cannot show threads of comments not at all.
 */
export function officeText(bytes: Uint8Array, kind: keyof typeof TEXT_PARTS): string {
  let text = '';
  const { parts } = readZip(bytes);
  const used = kind === 'xlsx' ? usedStrings(parts) : undefined;
  for (const [name, part] of parts) {
    if (!TEXT_PARTS[kind].test(name)) continue;
    let at = -1;
    const xml = decodeXml(part.read())
      .text.replaceAll(/<si>[^]*?<\/si>/g, (one) => (used?.has(++at) ? one : ''))
      .replaceAll(/<c:(?:val|xVal|yVal|bubbleSize)>[^]*?<\/c:(?:val|xVal|yVal|bubbleSize)>/g, '')
      .replaceAll(/\[Threaded comment\][^<]*/g, '')
      .replaceAll(/<mc:Fallback\b[^>]*>[^]*?<\/mc:Fallback>/g, '')
      .replaceAll(/<w:del\s[^>]*>[^]*?<\/w:del>/g, '')
      // dates and numbers that are computed, and control characters spelled out
      .replaceAll(/<a:fld\s[^>]*type="(?:datetime|slidenum)[^>]*>[^]*?<\/a:fld>/g, '')
      .replaceAll(/_x[0-9A-F]{4}_/g, ' ')
      .replaceAll(/<rPh\b[^>]*>[^]*?<\/rPh>/g, '');
    for (const [, found] of xml.matchAll(TEXT)) text += found === undefined ? '\n' : plain(found);
    text += '\n';
  }
  return text;
}

export const pdfText = (drawn: RenderedDocument): string =>
  drawn.pages.flatMap(({ lines }) => lines.flatMap(({ text, unseen }) => (unseen ? [] : [text]))).join('\n');

/** Letters one by one would hide what is missing, words are cut differently at the ends of lines: what is between spaces and signs. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u00AD\u200B-\u200F]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export function guard(held: string, markdown: string): Guarded {
  const made = new Map<string, number>();
  const text = markdown
    .replaceAll(/<\/?su[bp]>/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/&(?:nbsp|amp|lt|gt|quot);/g, (name) => ENTITIES[name] ?? ' ');
  for (const word of wordsOf(text)) made.set(word, (made.get(word) ?? 0) + 1);
  const words = wordsOf(held);
  const joined = wordsOf(text).join('');
  const missing: string[] = [];
  for (const word of words) {
    const left = made.get(word) ?? 0;
    if (left > 0) made.set(word, left - 1);
    // parts of a word that a line or a run divides
    else if (!joined.includes(word)) missing.push(word);
  }
  return { held: words.length, found: words.length - missing.length, missing };
}
