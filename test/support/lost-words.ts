/** What of a Markdown text is neither in the file that is made of it, read back, nor named in a finding. */
import { composeDeck } from '../../src/document/compose-deck.ts';
import { composeDocument } from '../../src/document/compose.ts';
import { decideType } from '../../src/document/document-type.ts';
import { detectLanguage } from '../../src/document/language.ts';
import { resolveLook } from '../../src/document/look.ts';
import { blockText } from '../../src/document/walk.ts';
import type { Note } from '../../src/base/note.ts';
import { decodeXml } from '../../src/ooxml/decode-xml.ts';
import { readZip } from '../../src/ooxml/read-zip.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { buildDocx } from '../../src/writers/docx.ts';
import { planDeck, writePptx } from '../../src/writers/pptx.ts';
import { writeTypst } from '../../src/writers/typst.ts';
import { planWorkbook, writeXlsx } from '../../src/writers/xlsx.ts';

export type MadeFormat = 'docx' | 'pptx' | 'xlsx' | 'pdf';
const CREATED = new Date('2026-11-20T12:00:00Z');

interface Made {
  text: string;
  notes: readonly Note[];
}

/** All text of a package's parts: of runs, cells, charts, names, attributes that are read out. A PDF is its typesetter's source, and its drawings. */
function make(markdown: string, format: MadeFormat): Made {
  const { value, notes } = readMarkdown(markdown, { pictures: 0, deck: format === 'pptx', workbook: format === 'xlsx' });
  const lang = value.meta.lang ?? detectLanguage(value.blocks.map(blockText).join('\n'));
  const input = { blocks: value.blocks, meta: value.meta, lang, name: null, assets: new Map<string, never>() };
  const type = format === 'xlsx' ? 'spreadsheet' : format === 'pptx' ? 'presentation' : decideType(value.blocks, value.meta);
  const look = resolveLook(type);
  if (format === 'pptx') {
    const { bytes, notes: written } = writePptx(planDeck(composeDeck(input), look), { created: CREATED });
    return { text: packageText(bytes), notes: [...notes, ...written] };
  }
  const { document } = composeDocument(input, look);
  if (format === 'pdf') {
    const { value: source, notes: written } = writeTypst(document, look);
    const drawings = [...source.assets].flatMap(([name, bytes]) =>
      name.endsWith('.svg')
        ? [
            Buffer.from(bytes)
              .toString('utf8')
              .replaceAll(/<[^>]*>/g, ' '),
          ]
        : [],
    );
    return { text: `${unescapeTypst(source.source)} ${drawings.join(' ')}`, notes: [...notes, ...written] };
  }
  if (format === 'xlsx') {
    const { bytes, notes: written } = writeXlsx(planWorkbook(document, look), { created: CREATED });
    return { text: packageText(bytes), notes: [...notes, ...written] };
  }
  const { render, notes: written } = buildDocx(document, look, { created: CREATED });
  return { text: packageText(render), notes: [...notes, ...written] };
}

const unescapeTypst = (source: string): string =>
  source
    .replaceAll(/\\u\{([0-9a-f]+)\}/gi, (_match, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/\\(.)/g, '$1');

/** Paragraphs end with a space, and runs of one word join. */
function packageText(bytes: Uint8Array): string {
  const texts: string[] = [];
  for (const [name, part] of readZip(bytes).parts) {
    if (name.endsWith('.xlsx')) texts.push(packageText(part.read()));
    if (!name.endsWith('.xml') || /theme|styles|fontTable|settings|slideLayout|slideMaster/.test(name)) continue;
    texts.push(
      decodeXml(part.read())
        .text.replaceAll(/<\/(?:w:p|a:p|si|c|row|c:pt|c:v|v|f|w:tc|a:tc)>|<(?:w:br|a:br|w:tab|w:noBreakHyphen)[^>]*>/g, ' ')
        .replaceAll(/ (?:descr|title|location|Target|name|sqref|prompt|tooltip|val)="([^"]*)"/g, '> $1 <')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/&lt;/g, '<')
        .replaceAll(/&gt;/g, '>')
        .replaceAll(/&quot;/g, '"')
        .replaceAll(/&#39;|&apos;/g, "'")
        .replaceAll(/&amp;/g, '&'),
    );
  }
  return texts.join(' ');
}

/** Letters and digits alone: signs are set by the language. Soft hyphens and marks of zero width are no letters. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Variation_Selector}|[\u00AD\u200B-\u200F\u2060]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{M}]+|\d+/gu) ?? [];

/** Markdown without what is none of its text: addresses, attributes, tags, comments, marks of tables and fences. */
export function textOfSource(markdown: string): string {
  return markdown
    .replace(/^---\n[^]*?\n---\n/, '')
    .replaceAll(/<!--[^]*?-->|<(?:script|style)\b[^]*?<\/(?:script|style)>/gi, ' ')
    .replaceAll(/^\s*(?:`{3,}|~{3,}).*$/gm, ' ')
    .replaceAll(/^\s*\[[^\]\n]+\]:\s*\S+.*$/gm, ' ')
    .replaceAll(/\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '] ')
    .replaceAll(/!\[[^\]\n]*\]/g, ' ')
    .replaceAll(/\[\^[^\]\n]*\]/g, ' ')
    .replaceAll(/\{[^{}\n]*\}/g, ' ')
    .replaceAll(/<[^<>\n]*>|https?:\/\/\S+|www\.\S+|&#?\w+;/g, ' ')
    .replaceAll(/^\s*:{2,}.*$/gm, ' ')
    .replaceAll(/\$\$[^]*?\$\$|\$[^$\n]+\$/g, ' ')
    .replaceAll(/^\s*(?:#+\s*)?(?:\d{1,9}[.)]|\[[ xX]\])/gm, ' ')
    .replaceAll(/^(\s*[-*+]\s+)\[[ xX]\]/gm, '$1')
    .replaceAll(/^\s*(?:#+\s*)?(?:table|tabla|source|sources|fuente|sheet|hoja|title):/gim, ' ');
}

/** Numbers that the output holds as values: `1,234.50` is 1234.5 in a cell. */
function valuesIn(text: string): Set<string> {
  const values = new Set<string>();
  for (const match of text.match(/\d+(?:\.\d+)?(?:E-?\d+)?/g) ?? []) values.add(String(Number(match)));
  return values;
}

/** Whether a number of the source is in the file as a value: read with either mark, also as a percentage or in thousands. */
function hasValue(token: string, values: ReadonlySet<string>): boolean {
  return ['.', ','].some((decimal) => {
    const plain = token.replaceAll(decimal === '.' ? /[,'\s]/g : /[.'\s]/g, '').replace(',', '.');
    const value = Number(plain);
    return (
      Number.isFinite(value) &&
      [value, value / 100, value * 1e3, value * 1e6].some((one) => values.has(String(Number(one.toPrecision(12)))))
    );
  });
}

/** Words, numbers and names of the text that are lost in a format without being named. */
export function lostWords(markdown: string, format: MadeFormat): string[] {
  const { text, notes } = make(markdown, format);
  const found = new Set(wordsOf(`${text} ${notes.map(({ message }) => message).join(' ')}`));
  const joined = wordsOf(text).join('');
  const values = format === 'xlsx' || format === 'pptx' ? valuesIn(text) : new Set<string>();
  const source = textOfSource(markdown);
  const numbers = new Set(source.match(/\d[\d.,']*/g)?.map((number) => number.replace(/[.,']+$/, '')) ?? []);
  const lost = new Set<string>();
  for (const word of wordsOf(source)) {
    if (found.has(word) || joined.includes(word)) continue;
    if (/^\d/.test(word) && [...numbers].filter((number) => number.includes(word)).every((number) => hasValue(number, values))) continue;
    lost.add(word);
  }
  return [...lost];
}
