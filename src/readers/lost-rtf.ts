/**
 * What an RTF file says and its reading does not: LibreOffice, through which these files are read, passes over cells of broken tables without
 * a word.
 */
import type { Note } from '../base/note.ts';
import { readRtfBody } from './email/rtf-body.ts';

/** Fewer words, and a smaller share of them, may be numbers of a list, or words that are divided otherwise. */
const WORDS_MIN = 3;
const SHARE_MIN = 0.02;
/** Words that are nowhere by themselves are looked for within others, so many of them: each search goes through the whole text. */
const SEARCHED_MAX = 200;
const SHOWN = 8;
const SHOWN_CHARS = 40;

const plain = (text: string): string => text.normalize('NFKC').replaceAll('\u00ad', '').toLowerCase();

const wordsOf = (text: string): Set<string> => new Set(plain(text).match(/[\p{L}\p{N}]{2,}/gu));

/** The first of these words, as a note names them. */
const nameSome = (words: readonly string[]): string =>
  [...words.slice(0, SHOWN).map((word) => word.slice(0, SHOWN_CHARS)), ...(words.length > SHOWN ? ['…'] : [])].join(', ');

/** Where headers and footers begin (RTF 1.9.1, "Headers and Footers"). */
const HEADS = /\{\s*\\(?:header|footer)[lrf]?(?![a-z])/g;
const HEADS_MAX = 12;
const HEAD_BYTES_MAX = 20_000;

/** A file whose only text is in its heads and feet comes back without any of it. */
function noteLostHeads(file: Buffer): Note | null {
  const source = file.toString('latin1');
  const words = [...source.matchAll(HEADS)].slice(0, HEADS_MAX).flatMap(({ index }) => {
    const group = groupAt(source, index).replace(/^\{\s*\\[a-z]+/, '{');
    return [...wordsOf(readRtfBody(Buffer.from(`{\\rtf1\\ansi ${group}}`, 'latin1')).text)];
  });
  if (words.length === 0) return null;
  return {
    code: 'part_left_out',
    severity: 'warning',
    message: `The file has text in its headers and footers alone, which were not read (${nameSome(words)}). Open it in Word, save it as .docx and send that.`,
  };
}

/** From an opening brace to the one that closes it. */
function groupAt(source: string, from: number): string {
  let deep = 0;
  for (let at = from; at < Math.min(source.length, from + HEAD_BYTES_MAX); at++) {
    const sign = source[at];
    if (sign === '\\') at++;
    else if (sign === '{') deep++;
    else if (sign === '}' && --deep === 0) return source.slice(from, at + 1);
  }
  return '';
}

/** @param markdown what was read of the file. @returns null where no words are missing, or changes are tracked: deleted ones are not read */
export function noteLostRtf(rtf: Uint8Array, markdown: string): Note | null {
  const file = Buffer.from(rtf.buffer, rtf.byteOffset, rtf.byteLength);
  if (file.includes('\\deleted') || file.includes('\\revised')) return null;
  const { text } = readRtfBody(rtf);
  const words = wordsOf(text);
  const read = wordsOf(markdown);
  if (words.size === 0 && read.size === 0) return noteLostHeads(file);
  const missing = [...words].filter((word) => !read.has(word));
  if (missing.length < Math.max(WORDS_MIN, words.size * SHARE_MIN)) return null;
  // letters alone: marks of Markdown may stand in the middle of a word
  const letters = plain(markdown).replaceAll(/[^\p{L}\p{N}]+/gu, '');
  const searched = missing.slice(0, SEARCHED_MAX);
  const lost = searched.filter((word) => !letters.includes(word));
  const atLeast = missing.length > searched.length ? 'At least ' : '';
  // of very many missing words, those that were looked for stand for all
  if (lost.length < Math.max(WORDS_MIN, (words.size * SHARE_MIN * searched.length) / missing.length)) return null;
  return {
    code: 'part_left_out',
    severity: 'warning',
    message: `${atLeast}${lost.length} of ${words.size} words of the file were not read (${nameSome(lost)}): a table of it may be broken. Open it in Word, save it as .docx and send that.`,
  };
}
