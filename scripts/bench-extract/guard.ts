/**
 * How much of the text that a file holds is in what was read of it: its words (as XML or the layer of text tells them) against
 * those of the Markdown, each as often as it comes. What is hidden by the file itself counts as missing; the notes tell why.
 */
import type { RenderedDocument } from '../../src/document/rendered-document.ts';
import { decodeXml } from '../../src/ooxml/decode-xml.ts';
import { readZip } from '../../src/ooxml/read-zip.ts';
import { decodeText } from '../../src/readers/text.ts';
import { messageText, outlookText } from './held-messages.ts';
import { oldSheetText, oldSlideText, oldWordText } from './held-old-office.ts';
import { rtfText } from './held-rtf.ts';

export interface Guarded {
  held: number;
  found: number;
  /** The first words that are not there. */
  missing: string[];
}

const TEXT_PARTS = {
  docx: /^word\/(?:document\d*|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$|^word\/(?:charts\/chart|diagrams\/data)\d*\.xml$/,
  pptx: /^ppt\/(?:slides\/slide|notesSlides\/notesSlide|charts\/chart|diagrams\/data)\d+\.xml$/,
  xlsx: /^xl\/(?:worksheets\/sheet|drawings\/drawing|charts\/chart|diagrams\/data|comments)\d*\.xml$|^xl\/sharedStrings\.xml$/,
} as const;
/** Elements whose text is shown. */
const TEXT =
  /<(?:w:t|a:t|t|m:t|c:v)(?:\s[^>]*)?>([^<]*)<\/|<\/(?:w:p|a:p|si|is|w:tc|w:rt|w:rubyBase|a:tc|c:pt|c:tx|m:r|comment|author)>|<(?:w:tab|w:br|a:br|w:cr)\b[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': ' ',
  '&copy;': '©',
  '&raquo;': '»',
  '&laquo;': '«',
};
const plain = (text: string): string =>
  text
    .replaceAll(/&(?:amp|lt|gt|quot|apos|nbsp|copy|[rl]aquo);/g, (name) => ENTITIES[name] ?? name)
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
function officeText(bytes: Uint8Array, kind: keyof typeof TEXT_PARTS): string {
  let text = '';
  const { parts } = readZip(bytes);
  const used = kind === 'xlsx' ? usedStrings(parts) : undefined;
  for (const [name, part] of parts) {
    if (!TEXT_PARTS[kind].test(name)) continue;
    let at = -1;
    const categories = new Set<string>();
    const xml = decodeXml(part.read())
      .text.replaceAll(/<si>[^]*?<\/si>/g, (one) => (used?.has(++at) ? one : ''))
      // days that are shown as dates
      .replaceAll(/<c:cat>\s*<c:numRef>[^]*?<\/c:cat>/g, (one) =>
        /<c:formatCode>[^<]*[dmyhs]/i.test(one.replaceAll('General', '')) ? '' : one,
      )
      .replaceAll(/<c:(?:val|xVal|yVal|bubbleSize)>[^]*?<\/c:(?:val|xVal|yVal|bubbleSize)>/g, '')
      // the categories that the series of a chart share: those of its axis
      .replaceAll(/<c:cat>[^]*?<\/c:cat>/g, (one) => {
        const labels = [...one.matchAll(/<c:v>([^<]*)</g)].map(([, label = '']) => label);
        const known = labels.every((label) => categories.has(label));
        for (const label of labels) categories.add(label);
        return known ? '' : one;
      })
      .replaceAll(/\[Threaded comment\][^<]*/g, '')
      .replaceAll(/<mc:Fallback\b[^>]*>[^]*?<\/mc:Fallback>/g, '')
      .replaceAll(/<w:(del|moveFrom)\s[^>]*>[^]*?<\/w:\1>/g, '')
      // dates and numbers that are computed, and control characters spelled out
      .replaceAll(/<a:fld\s[^>]*type="(?:datetime|slidenum)[^>]*>[^]*?<\/a:fld>/g, '')
      .replaceAll(/_x[0-9A-F]{4}_/g, ' ')
      .replaceAll(/<rPh\b[^>]*>[^]*?<\/rPh>/g, '');
    for (const [, found] of xml.matchAll(TEXT)) text += found === undefined ? '\n' : plain(found);
    text += '\n';
  }
  return text;
}

/** Elements of texts that divide no word. */
const INLINE =
  /<\/?(?:text:(?:span|a|bookmark|soft-page-break)|a|b|i|u|s|em|strong|span|code|small|big|sub|sup|font|mark|abbr|cite|q|tt|kbd)\b[^>]*>/g;
const unmarked = (xml: string): string =>
  plain(
    xml
      .replaceAll(/<!--[^]*?-->/g, '')
      .replaceAll(INLINE, '')
      .replaceAll(/<[^>]*>/g, '\n'),
  );

/** What OpenDocument files show in their bodies; what was deleted is kept apart in them (ODF 1.3 part 3, §5.5). */
function openDocumentText(bytes: Uint8Array): string {
  const content = readZip(bytes).parts.get('content.xml');
  const xml = content === undefined ? '' : decodeXml(content.read()).text;
  return unmarked(
    (/<office:body>[^]*<\/office:body>/.exec(xml)?.[0] ?? '')
      .replaceAll(/<text:tracked-changes\b[^]*?<\/text:tracked-changes>/g, '')
      .replaceAll(/<(office:forms|office:settings|table:content-validations|table:shapes)\b[^]*?<\/\1>/g, '')
      .replaceAll(/<(?:text:date|text:time|text:page-number|text:page-count)\b[^>]*>[^<]*<\/[^>]*>/g, '')
      .replaceAll(/<(?:dc:date|dc:creator|text:sender-[\w-]+)>[^<]*<\/[^>]*>/g, ''),
  );
}

const pageText = (html: string): string =>
  unmarked(
    html
      .replace(/^[^]*?<body\b/i, '<body')
      .replaceAll(/<(script|style|noscript|template|head|title)\b[^]*?<\/\1>/gi, '')
      // what the page hides, where nothing of the same name is in it
      .replaceAll(/<(\w+)(?=[^>]*\s(?:hidden|style="display:\s*none"))[^>]*>[^]*?<\/\1>/gi, ''),
  );

function bookText(bytes: Uint8Array): string {
  return [...readZip(bytes).parts]
    .filter(([name]) => /\.x?html?$/i.test(name) && !/(?:^|\/)(?:nav|toc)\.x?html$/i.test(name))
    .map(([, part]) => pageText(decodeText(part.read()).value))
    .join('\n');
}

/** Text of JSON, its escapes resolved. */
const jsonText = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|[bfnrt])/g, (_, code?: string) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)),
  );

interface NotebookCell {
  source?: unknown;
  outputs?: { text?: unknown; evalue?: unknown; data?: Readonly<Record<string, unknown>> }[];
}

/** Texts and code of a notebook, and what the code has printed. */
function notebookText(text: string): string {
  const lines = (value: unknown): string => (Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '');
  // what programs colour on a terminal, and what Python calls a thing that only a picture shows
  // oxlint-disable-next-line no-control-regex
  const printed = (value: unknown): string => lines(value).replaceAll(/\u001B\[[\d;?]*[@-~]|^<[\w.]+ (?:object|at 0x)[^\n]*>$/g, '');
  const { cells = [] } = JSON.parse(text) as { cells?: NotebookCell[] };
  return cells
    .flatMap(({ source, outputs = [] }) => [
      lines(source),
      ...outputs.map(({ text: said, evalue, data }) => `${printed(said)}\n${lines(evalue)}\n${printed(data?.['text/plain'])}`),
    ])
    .join('\n');
}

/** Of the files in an archive those of which it is known what they hold without drawing them. */
function archiveText(bytes: Uint8Array): string {
  return [...readZip(bytes).parts]
    .filter(([name]) => !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name))
    .map(([name, part]) => plainText(part.read(), (/\.(\w+)$/.exec(name)?.[1] ?? '').toLowerCase()) ?? '')
    .join('\n');
}

/** What a page draws over itself in exactly one place, a chart seven times for instance, it shows once. */
const drawnText = (drawn: RenderedDocument): string =>
  drawn.pages
    .flatMap(({ lines }) => [
      ...new Map(
        lines.flatMap(({ text, unseen, left, top, right, bottom }) =>
          unseen ? [] : [[`${left} ${top} ${right} ${bottom} ${text}`, text] as const],
        ),
      ).values(),
    ])
    .join('\n');

/** The words of a file, as it holds them; null for kinds of which that takes more than reading them. @param draw reads pages of PDF files */
export async function heldText(
  bytes: Uint8Array,
  kind: string,
  draw: (pdf: Uint8Array) => Promise<RenderedDocument>,
): Promise<string | null> {
  return kind === 'pdf' ? drawnText(await draw(bytes)) : plainText(bytes, kind);
}

function plainText(bytes: Uint8Array, kind: string): string | null {
  switch (kind) {
    case 'docx':
    case 'pptx':
    case 'xlsx':
      return officeText(bytes, kind);
    case 'odt':
    case 'ods':
    case 'odp':
      return openDocumentText(bytes);
    case 'html':
    case 'htm':
      return pageText(decodeText(bytes).value);
    case 'epub':
      return bookText(bytes);
    case 'doc':
      return oldWordText(bytes);
    case 'xls':
      return oldSheetText(bytes);
    case 'ppt':
      return oldSlideText(bytes);
    case 'rtf':
      return rtfText(bytes);
    case 'json':
      return jsonText(decodeText(bytes).value);
    case 'ipynb':
      return notebookText(decodeText(bytes).value);
    case 'eml':
      return messageText(bytes, plainText);
    case 'msg':
      return outlookText(bytes, plainText);
    case 'zip':
      return archiveText(bytes);
    case 'csv':
    case 'tsv':
    case 'txt':
    case 'md':
      return decodeText(bytes).value;
    case 'xml':
      return plain(decodeText(bytes).value);
    default:
      return null;
  }
}

/** Letters that formulas have by name. */
const GREEK: Readonly<Record<string, string>> = { α: 'alpha', β: 'beta', π: 'pi', σ: 'sigma', Σ: 'sum', θ: 'theta' };

/** Letters one by one would hide what is missing, words are cut differently at the ends of lines: what is between spaces and signs. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replaceAll(/[αβπσΣθ]/g, (letter) => ` ${GREEK[letter]} `)
    .replaceAll(/[\u00AD\u200B-\u200F]/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function occurrences(text: string, word: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < most; at = text.indexOf(word, at + word.length)) count++;
  return count;
}

/** What is on many pages is told once. */
const FURNITURE = /^<!-- Page (?:header|footer): (.*) -->$/gm;

/** A word counts as often as the file has it; one that a line or a run divides is looked for in all letters. */
export function guard(held: string, markdown: string): Guarded {
  const text = markdown
    .replaceAll(/<\/?(?:su[bp]|[bis])>|\[\^[\w-]+\]/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/&(?:nbsp|amp|lt|gt|quot);/g, (name) => ENTITIES[name] ?? ' ');
  const once = new Set([...text.matchAll(FURNITURE)].flatMap(([, words = '']) => wordsOf(words)));
  const words = wordsOf(text);
  const made = countWords(words);
  const joined = words.join('');
  // where links lead is between words that a page shows side by side
  const unlinked = wordsOf(text.replaceAll(/\]\((?:https?|mailto|ftp):[^\s)]*\)/g, ']')).join('');
  const all = wordsOf(held);
  const missing: string[] = [];
  for (const [word, count] of countWords(all)) {
    const known = made.get(word) ?? 0;
    if (known >= count || (known > 0 && once.has(word))) continue;
    const lost = count - Math.max(known, occurrences(joined, word, count), occurrences(unlinked, word, count));
    for (let at = 0; at < lost; at++) missing.push(word);
  }
  return { held: all.length, found: all.length - missing.length, missing };
}
