/** What of a Markdown text is not in the file that is made of it, as our own readers (and for PDF its pages) give it back, and no finding names. */
import { composeDeck } from '../../src/document/compose-deck.ts';
import { composeDocument } from '../../src/document/compose.ts';
import { decideType } from '../../src/document/document-type.ts';
import { detectLanguage } from '../../src/document/language.ts';
import { resolveLook } from '../../src/document/look.ts';
import { blockText } from '../../src/document/walk.ts';
import type { Block } from '../../src/document/block.ts';
import type { Note } from '../../src/base/note.ts';
import { decodeXml } from '../../src/ooxml/decode-xml.ts';
import { readZip } from '../../src/ooxml/read-zip.ts';
import { readDocx } from '../../src/readers/docx.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { readPptx } from '../../src/readers/pptx.ts';
import { readXlsx } from '../../src/readers/xlsx.ts';
import { buildDocx } from '../../src/writers/docx.ts';
import { writeMarkdown } from '../../src/writers/markdown.ts';
import { planDeck, writePptx } from '../../src/writers/pptx.ts';
import { writeTypst } from '../../src/writers/typst.ts';
import { planWorkbook, writeXlsx } from '../../src/writers/xlsx.ts';
import { textOfSource, wordsOf, type MadeFormat } from './lost-words.ts';
import { referencePieces } from './reference-pieces.ts';
import { typeset } from './typeset.ts';

const CREATED = new Date('2026-11-20T12:00:00Z');

const shown = (blocks: readonly Block[]): string => `${writeMarkdown([...blocks])}\n${blocks.map(blockText).join('\n')}`;

/** Text of footers, and of the properties of a file. */
function partTexts(bytes: Uint8Array, name: RegExp): string {
  return [...readZip(bytes).parts]
    .filter(([part]) => name.test(part))
    .flatMap(([part, { read }]) => {
      const xml = decodeXml(read()).text;
      return part.startsWith('docProps') ? [xml] : (xml.match(/<p:sp>(?:(?!<\/p:sp>)[^])*type="ftr"(?:(?!<\/p:sp>)[^])*<\/p:sp>/g) ?? []);
    })
    .join(' ')
    .replaceAll(/<[^>]*>/g, ' ');
}

/** What the workbooks of charts hold, each read as a workbook. */
const chartTexts = (bytes: Uint8Array): string =>
  [...readZip(bytes).parts]
    .flatMap(([part, { read }]) => (part.endsWith('.xlsx') ? [shown(readXlsx(read()).value.blocks)] : []))
    .join('\n');

/** The text of the file, and what was noted on the way. */
async function readBack(markdown: string, format: MadeFormat): Promise<{ text: string; notes: readonly Note[] }> {
  const { value, notes } = readMarkdown(markdown, { pictures: 0, deck: format === 'pptx', workbook: format === 'xlsx' });
  const lang = value.meta.lang ?? detectLanguage(value.blocks.map(blockText).join('\n'));
  const input = { blocks: value.blocks, meta: value.meta, lang, name: null, assets: new Map<string, never>() };
  const look = resolveLook(format === 'xlsx' ? 'spreadsheet' : format === 'pptx' ? 'presentation' : decideType(value.blocks, value.meta));
  const all = (text: string, ...more: readonly (readonly Note[])[]): { text: string; notes: readonly Note[] } => ({
    text,
    notes: [...notes, ...more.flat()],
  });
  switch (format) {
    case 'pptx': {
      const { bytes, notes: written } = writePptx(planDeck(composeDeck(input), look), { created: CREATED });
      const read = readPptx(bytes);
      // sources are in footers, which are furniture to a reader
      return all(`${shown(read.value.blocks)}\n${partTexts(bytes, /slides\/slide\d+\.xml$/)}\n${chartTexts(bytes)}`, written, read.notes);
    }
    case 'xlsx': {
      const { bytes, notes: written } = writeXlsx(planWorkbook(composeDocument(input, look).document, look), { created: CREATED });
      const read = readXlsx(bytes);
      return all(`${shown(read.value.blocks)}\n${partTexts(bytes, /docProps\/core\.xml$/)}`, written, read.notes);
    }
    case 'docx': {
      const { render, notes: written } = buildDocx(composeDocument(input, look).document, look, { created: CREATED });
      const read = readDocx(render);
      return all(`${shown(read.value.blocks)}\n${chartTexts(render)}`, written, read.notes);
    }
    case 'pdf': {
      const { value: source, notes: written } = writeTypst(composeDocument(input, look).document, look);
      return all((await typeset(source)).pages.join('\n'), written);
    }
  }
}

/** Letters and digits of a text without anything between them. */
const bare = (text: string): string => wordsOf(text).join('');

/** Whether a sentence is there as a whole, or in two parts: a page or a slide may end within it. */
function isThere(words: readonly string[], joined: string): boolean {
  if (joined.includes(words.join(''))) return true;
  for (let at = 1; at < words.length; at++)
    if (joined.includes(words.slice(0, at).join('')) && joined.includes(words.slice(at).join(''))) return true;
  return false;
}

/** A figure as it may be shown in a cell or a column of money: other separators, or none; rounded to fewer decimals never. */
function isFigureThere(words: readonly string[], joined: string): boolean {
  const digits = words.join('').replace(/^0+/, '').replace(/0+$/, '');
  return /^\d+$/.test(words.join('')) && (digits === '' || joined.includes(digits));
}

/** Labels that say what the text beside them is, and go: `Table 1:`, `Slide 2:`, `Speaker notes:`, `Signature: ____`; formulas, whose values are read. */
const withoutLabels = (source: string): string =>
  source
    .replaceAll(
      /^[\s>*_#-]*(?:tab(?:le|la|ela|elle|ella|leau)|taula|slide|diapositiv[ae]|folie|figure|figura|presentation|presentación|präsentation)\s*\d*\s*[:.–—-]+/gim,
      ' ',
    )
    .replaceAll(
      /^[\s>*_#-]*(?:titel|titre|título|title|subtitle|subtítulo|untertitel|sous-titre|(?:speaker |presenter )?notes|notas[^:\n]{0,20}|sprechernotizen|notes de l['’]orateur|visual|quelle|fonte|font|source)[*_\s]*:[*_]*/gim,
      ' ',
    )
    .replaceAll(/(?:signature|name|title|date|firma|nombre|cargo|fecha)\s*:\s*_*/gi, ' ')
    .replaceAll(/(?<=\|\s*)\*{0,2}=[^|\n]*/g, ' ');

/** Whether the parts of a day are there: a cell holds it as a day, and a column shows it as its language does. */
const isDayThere = (words: readonly string[], joined: string): boolean => {
  const [a = '', b = '', c = '', ...time] = words;
  if (/^\d{4} \d{2} \d{2}$/.test(`${a} ${b} ${c}`) && time.every((part) => /^0+$/.test(part)))
    return joined.includes(a) && joined.includes(String(Number(c)));
  // "Aug 21, 2015"
  return /^\p{L}+ \d{1,2} \d{4}$/u.test(words.join(' ')) && joined.includes(`${b}${a}${c}`);
};

/** The author's own list of contents gives way to ours, and in a workbook to the names of its sheets. */
const isContents = (words: readonly string[]): boolean => /^(?:table of )?contents$/.test(words.join(' '));

/** Words of a chunk that a page, slide or row may end behind. */
const CHUNK_WORDS_MIN = 3;

/** Whether a piece is there in chunks, each of some words: it goes on over pages, slides or rows. */
function isThereInChunks(words: readonly string[], joined: string): boolean {
  for (let from = 0; from < words.length;) {
    // the longest chunk from here on, by halves: with a chunk, all shorter ones are there
    let [least, most] = [from, words.length];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      if (joined.includes(words.slice(from, middle).join(''))) least = middle;
      else most = middle - 1;
    }
    if (least < words.length && least - from < CHUNK_WORDS_MIN) return false;
    from = least;
  }
  return true;
}

/** Formulas come back as TeX, which has more than one spelling: without its commands. */
const withoutCommands = (text: string): string => text.replaceAll(/\\[A-Za-z]+/g, ' ');

/** Pieces of a text, as any reader of Markdown shows them, that are not in its file. */
export async function lostPieces(markdown: string, format: MadeFormat): Promise<{ pieces: number; lost: string[] }> {
  const { text, notes } = await readBack(markdown, format);
  const joined = bare(withoutCommands(`${text}\n${notes.map(({ message }) => message).join('\n')}`));
  const sentences = referencePieces(markdown)
    // initials end no sentence
    .flatMap((piece) => piece.split(/[\n\u2028]|(?<=[.!?:;])(?<!\b\p{Lu}\.)\s+/u))
    .map((piece) => wordsOf(withoutCommands(piece)))
    .filter((words) => words.length > 0);
  const lost = sentences.filter(
    (words) => !isContents(words) && !isThereInChunks(words, joined) && !isFigureThere(words, joined) && !isDayThere(words, joined),
  );
  return { pieces: sentences.length, lost: lost.map((words) => words.join(' ').slice(0, 160)) };
}

/** Sentences, cells, names and numbers of a text that its file has lost in silence. */
export async function lostSentences(markdown: string, format: MadeFormat): Promise<string[]> {
  const { text, notes } = await readBack(markdown, format);
  const joined = bare(`${text}\n${notes.map(({ message }) => message).join('\n')}`);
  const sentences = withoutLabels(textOfSource(markdown))
    .split(/[|\n]|(?<=[.!?:;])\s+|\*\*|[—"“”]/)
    .map((sentence) => wordsOf(sentence.replace(/^[\s>*+-]+/, '')))
    .filter((words) => words.length > 0);
  return sentences
    .filter((words) => !isThere(words, joined) && !isFigureThere(words, joined) && !isDayThere(words, joined))
    .map((words) => words.join(' ').slice(0, 120));
}
