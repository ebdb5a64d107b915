/** The text of a message that is kept as RTF: the HTML or plain text that it was made from ([MS-OXRTFEX]), else what it says. */
import { decodeBytes } from '../../base/text-encoding.ts';

export interface RtfBody {
  /** '' where the message was not written in HTML. */
  html: string;
  /** Its paragraphs with an empty line between them; '' where it is HTML. */
  text: string;
}

/** A control word, a byte, a control sign, a brace, or text; line ends in between say nothing. */
const TOKEN = /\\([a-z]+)(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|[\r\n]+|[^\\{}\r\n]+/giy;
/** Of a code page. */
const HAS_LETTERS = /[\u0080-\u00ff]/;
/** Groups that hold no text of the document (RTF 1.9.1). */
const NO_TEXT = new Set(
  'colortbl stylesheet info pict header headerl headerr headerf footer footerl footerr footerf fldinst objdata nonshppict nonesttables'.split(
    ' ',
  ),
);
const SPOKEN: Readonly<Record<string, string>> = {
  tab: '\t',
  cell: '\t',
  nestcell: '\t',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  endash: '–',
  emdash: '—',
  enspace: ' ',
  emspace: ' ',
  qmspace: ' ',
};
const SIGNS: Readonly<Record<string, string>> = { '~': '\u00a0', _: '\u2011', '{': '{', '}': '}', '\\': '\\' };
/** Code pages and character sets of fonts that are not called `windows-` and their number. */
const PAGES: Readonly<Record<number, string>> = {
  437: 'windows-1252',
  850: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10_000: 'macintosh',
  65_001: 'utf-8',
};
const CHARSETS: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10_000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

const labelOf = (page: number): string => PAGES[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252');

interface Group {
  place: 'body' | 'tag' | 'fonts' | 'none';
  /** `\htmlrtf`: what only readers of RTF are to see; `\v`: what nobody is. */
  hidden: boolean;
  /** How many characters stand in for each `\u`. */
  fallback: number;
  label: string;
}

/** What is known while the RTF is read from its beginning to its end. */
interface Reading {
  isHtml: boolean;
  groups: Group[];
  group: Group;
  label: string;
  fonts: Map<number, string>;
  font: number;
  /** Behind `\*`. */
  optional: boolean;
  skip: number;
  /** Bytes that are not decoded yet, a character each: letters may need several. */
  bytes: string;
  out: string[];
}

/** Never throws, however odd the RTF. */
export function readRtfBody(rtf: Uint8Array): RtfBody {
  const source = Buffer.from(rtf.buffer, rtf.byteOffset, rtf.byteLength).toString('latin1');
  const isHtml = /\\fromhtml1?\b/.test(source.slice(0, 2_000));
  const group: Group = { place: 'body', hidden: false, fallback: 1, label: 'windows-1252' };
  const reading: Reading = {
    isHtml,
    groups: [],
    group,
    label: group.label,
    fonts: new Map(),
    font: 0,
    optional: false,
    skip: 0,
    bytes: '',
    out: [],
  };
  TOKEN.lastIndex = 0;
  for (let at = 0; at < source.length;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(source);
    if (token === null) break;
    at = TOKEN.lastIndex;
    const [whole, word, number, hex, sign, brace] = token;
    if (word === 'bin') at += Math.max(0, Number(number ?? 0));
    else if (word !== undefined) readWord(reading, word, number === undefined ? null : Number(number));
    else if (hex !== undefined) addBytes(reading, String.fromCharCode(Number.parseInt(hex, 16)));
    else if (sign !== undefined) readSign(reading, sign);
    else if (brace !== undefined) readBrace(reading, brace);
    else if (!/^[\r\n]/.test(whole)) addBytes(reading, whole);
  }
  decodePending(reading);
  const read = reading.out.join('');
  return isHtml ? { html: read, text: '' } : { html: '', text: read.replaceAll(/[^\S\n]+\n/g, '\n') };
}

function addBytes(reading: Reading, bytes: string): void {
  const skipped = Math.min(reading.skip, bytes.length);
  reading.skip -= skipped;
  reading.optional = false;
  reading.bytes += bytes.slice(skipped);
}

function decodePending(reading: Reading): void {
  const { bytes, group } = reading;
  reading.bytes = '';
  if (bytes === '' || group.hidden || group.place === 'fonts' || group.place === 'none') return;
  reading.out.push(HAS_LETTERS.test(bytes) ? decodeBytes(Buffer.from(bytes, 'latin1'), group.label) : bytes);
}

function addText(reading: Reading, text: string): void {
  decodePending(reading);
  const { group, out } = reading;
  if (!group.hidden && (group.place === 'body' || group.place === 'tag')) out.push(text);
}

function readBrace(reading: Reading, brace: string): void {
  decodePending(reading);
  Object.assign(reading, { optional: false, skip: 0 });
  if (brace === '{') {
    reading.groups.push(reading.group);
    reading.group = { ...reading.group };
  } else reading.group = reading.groups.pop() ?? reading.group;
}

function readSign(reading: Reading, sign: string): void {
  if (sign === '*') reading.optional = true;
  else if (sign === '\r' || sign === '\n') addText(reading, paragraphEnd(reading));
  else if (sign in SIGNS) {
    if (reading.skip > 0) reading.skip--;
    else addText(reading, reading.isHtml && sign === '~' ? '&nbsp;' : (SIGNS[sign] ?? ''));
  }
}

const paragraphEnd = ({ isHtml }: Reading): string => (isHtml ? '\n' : '\n\n');

function readWord(reading: Reading, word: string, number: number | null): void {
  const { group } = reading;
  if (word === 'u' && number !== null) {
    addText(reading, String.fromCharCode(number & 0xffff));
    reading.skip = group.fallback;
    return;
  }
  decodePending(reading);
  reading.skip = 0;
  if (reading.optional) {
    reading.optional = false;
    group.place = word === 'htmltag' && group.place !== 'none' ? 'tag' : 'none';
    return;
  }
  if (word === 'fonttbl') group.place = 'fonts';
  else if (NO_TEXT.has(word)) group.place = 'none';
  else if (word === 'htmlrtf' || (word === 'v' && !reading.isHtml)) group.hidden = number !== 0;
  else if (word === 'uc') group.fallback = Math.max(0, number ?? 1);
  else if (word === 'par' || word === 'sect' || word === 'page') addText(reading, paragraphEnd(reading));
  else if (word === 'line' || word === 'row' || word === 'nestrow') addText(reading, '\n');
  else if (word in SPOKEN) addText(reading, SPOKEN[word] ?? '');
  else readFont(reading, word, number ?? 0);
}

function readFont(reading: Reading, word: string, number: number): void {
  const { group, fonts } = reading;
  if (word === 'ansicpg') reading.label = group.label = labelOf(number);
  else if (word === 'plain') Object.assign(group, { label: reading.label, hidden: reading.isHtml && group.hidden });
  else if (word === 'f' && group.place === 'fonts') reading.font = number;
  else if (word === 'fcharset' && group.place === 'fonts') {
    const page = CHARSETS[number];
    if (page !== undefined && number !== 0) fonts.set(reading.font, labelOf(page));
  } else if (word === 'f') group.label = fonts.get(number) ?? reading.label;
}
