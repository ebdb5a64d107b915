/**
 * What a file is, told from its bytes. The name is asked only to tell the text kinds apart (decisions §8). Office files
 * are zip archives: the central directory names the parts and `[Content_Types].xml` (ECMA-376 part 2, §7.2.3) says what
 * the main part is and whether macros are enabled. The old binary formats are compound files ([MS-CFB] §2): the names in
 * the directory distinguish them. Everything here is bounded and never throws for an odd file.
 */
import { kindOfBareWorkbook, kindOfCompound, PROTECTED } from './old-office-kind.ts';
import { SAVE_AGAIN } from './refusal.ts';
import { decodeBytes, wideEncodingOf } from './text-encoding.ts';
import { readZipEntry, readZipNames } from './zip-peek.ts';
import { kindOfMarkedText, MARK_BYTES } from './marked-text-kind.ts';
import {
  nameAppleDocument,
  nameForeignBytes,
  nameForeignEncoding,
  nameForeignPackage,
  nameForeignText,
  nameForeignType,
} from './foreign-kind.ts';

export const FILE_KINDS = [
  'docx',
  'pptx',
  'xlsx',
  'pdf',
  'doc',
  'ppt',
  'xls',
  'txt',
  'md',
  'html',
  'png',
  'jpg',
  'gif',
  'webp',
  'odt',
  'ods',
  'odp',
  'rtf',
  'epub',
  'eml',
  'msg',
  'csv',
  'tsv',
  'json',
  'xml',
  'ipynb',
  'zip',
] as const;
export type FileKind = (typeof FILE_KINDS)[number];
export const PICTURE_KINDS: readonly FileKind[] = ['png', 'jpg', 'gif', 'webp'];

const CONTENT_TYPES: Record<FileKind, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  doc: 'application/msword',
  ppt: 'application/vnd.ms-powerpoint',
  xls: 'application/vnd.ms-excel',
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  rtf: 'application/rtf',
  epub: 'application/epub+zip',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  xml: 'application/xml',
  ipynb: 'application/x-ipynb+json',
  zip: 'application/zip',
};

/** Kinds of text that only their names tell apart. */
const NAMED_TEXTS: ReadonlySet<FileKind> = new Set(['txt', 'md', 'html', 'csv', 'tsv', 'json', 'xml', 'ipynb', 'eml']);
const isNamedText = (kind: FileKind | undefined): kind is FileKind => kind !== undefined && NAMED_TEXTS.has(kind);

const EXTENSIONS: ReadonlyMap<string, FileKind> = new Map(
  Object.entries({
    docx: 'docx',
    pptx: 'pptx',
    xlsx: 'xlsx',
    pdf: 'pdf',
    doc: 'doc',
    ppt: 'ppt',
    xls: 'xls',
    xlsb: 'xls',
    txt: 'txt',
    text: 'txt',
    log: 'txt',
    md: 'md',
    markdown: 'md',
    html: 'html',
    htm: 'html',
    xhtml: 'html',
    xht: 'html',
    png: 'png',
    jpg: 'jpg',
    jpeg: 'jpg',
    gif: 'gif',
    webp: 'webp',
    odt: 'odt',
    ott: 'odt',
    ods: 'ods',
    ots: 'ods',
    odp: 'odp',
    otp: 'odp',
    rtf: 'rtf',
    epub: 'epub',
    eml: 'eml',
    mht: 'eml',
    mhtml: 'eml',
    mbox: 'eml',
    msg: 'msg',
    csv: 'csv',
    tsv: 'tsv',
    json: 'json',
    jsonl: 'json',
    ndjson: 'json',
    xml: 'xml',
    ipynb: 'ipynb',
    zip: 'zip',
  }),
);

/** Office files have two or three of them beside the root and the main part. */
const RELATIONS_PEEKED_MAX = 16;

const TAKEN =
  'Word, PowerPoint, Excel, PDF, .doc, .ppt, .xls, OpenDocument, RTF, EPUB, messages (.eml, .msg), TXT, Markdown, HTML, CSV, TSV, JSON, XML, notebooks, zip archives of them, PNG, JPEG, GIF and WebP are taken.';

export type DetectedFile =
  | {
      kind: FileKind;
      contentType: string;
      /** One sentence where the name promises another kind than the bytes hold; becomes a note. */
      contradiction: string | null;
    }
  /** Why the file is not taken (`file_rejected`), one sentence. */
  | { kind: null; reason: string };

type Found = FileKind | 'text' | { reason: string };

/**
 * @param filename as the client gave it; only its extension is read
 * @returns the kind with its media type, or the reason why such a file is rejected (macros, password, unsupported)
 */
export function detectFileKind(bytes: Uint8Array, filename: string | undefined): DetectedFile {
  const extension = extensionOf(filename);
  const promised = EXTENSIONS.get(extension);
  if (/(?:^|[\\/])~\$[^\\/]*$/.test(filename ?? '') && bytes.length <= LOCK_BYTES_MAX) return { kind: null, reason: LOCK };
  const found = kindOfBytes(bytes, isNamedText(promised), extension);
  if (typeof found === 'object') return { kind: null, reason: found.reason };
  if (found === 'zip' && promised !== undefined && promised !== 'zip')
    return { kind: null, reason: `The name ends in .${extension}, but this zip archive is not such a file. ${TAKEN}` };
  const kind = found === 'text' ? textKind(bytes, promised) : found;
  const contradiction =
    promised !== undefined && promised !== kind
      ? `The name ends in .${extension}, but the file is ${kind === 'txt' ? 'plain text' : `of kind ${kind}`}; it was read as that.`
      : null;
  return { kind, contentType: CONTENT_TYPES[kind], contradiction };
}

/** Office writes the name of whoever has a document open into a small file beside it. */
const LOCK_BYTES_MAX = 1_024;
const LOCK = 'This is the lock file that Office keeps beside a document while it is open (~$…): send the document itself.';

function kindOfBytes(bytes: Uint8Array, namedText: boolean, extension: string): Found {
  if (bytes.length === 0) return { reason: 'The file is empty.' };
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpg';
  if (startsWithText(bytes, 'GIF87a') || startsWithText(bytes, 'GIF89a')) return 'gif';
  if (startsWithText(bytes, 'RIFF') && latin1(bytes, 8, 12) === 'WEBP') return 'webp';
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return kindOfZip(bytes, extension);
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))
    return kindOfCompound(bytes) ?? { reason: `This type of file is not supported. ${TAKEN}` };
  if (hasPdfHeader(bytes, namedText)) return 'pdf';
  if (startsWithText(bytes, '{\\rtf')) return 'rtf';
  const bare = kindOfBareWorkbook(bytes);
  if (bare !== null) return bare;
  if (!looksLikeText(bytes, namedText))
    return { reason: nameForeignBytes(bytes, extension) ?? `This type of file is not supported. ${TAKEN}` };
  const encoding = nameForeignEncoding(bytes);
  if (encoding !== null) return { reason: encoding };
  const marked =
    namedText && extension !== 'xml' ? null : kindOfMarkedText(latin1(bytes, 0, MARK_BYTES), (mark) => asBuffer(bytes).includes(mark));
  if (marked !== null) return marked;
  const foreign = namedText && extension !== 'xml' ? null : nameForeignText(latin1(bytes, 0, 1024));
  if (foreign !== null) return { reason: foreign };
  if (/^(?:ï»¿)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,400}?-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(latin1(bytes, 0, 2048))) {
    return { reason: `SVG pictures are not supported; send the picture as PNG. ${TAKEN}` };
  }
  return 'text';
}

/**
 * PDF readers take a header anywhere in the first 1,024 bytes (ISO 32000-1, Annex H, note 13). After the archives, which
 * may hold a PDF unpacked near their beginning; and a text that only speaks of PDF is a text. A file whose header is
 * damaged is a PDF by its trailer (§7.5.5) and its objects (§7.3.10).
 */
function hasPdfHeader(bytes: Uint8Array, namedText: boolean): boolean {
  if (startsWithText(bytes, '%PDF-')) return true;
  if (latin1(bytes, 0, 1024).includes('%PDF-')) return !(namedText && looksLikeText(bytes, false));
  if (namedText || !/\bstartxref\s+\d+\s+%%EOF/.test(latin1(bytes, Math.max(0, bytes.length - 2048), bytes.length))) return false;
  return /\b\d+ \d+ obj\b/.test(latin1(bytes, 0, 4096));
}

/**
 * The PDF with a header that its readers find: a damaged one is written over, so that all offsets stay; one that is
 * missing is put before the first object. The bytes themselves where there is nothing to repair.
 */
export function withPdfHeader(bytes: Uint8Array): Uint8Array {
  const beginning = latin1(bytes, 0, 1024);
  if (beginning.includes('%PDF-')) return bytes;
  const header = new TextEncoder().encode('%PDF-1.7\n');
  const firstObject = /\b\d+ \d+ obj\b/.exec(beginning)?.index ?? 0;
  const kept = firstObject >= header.length ? bytes.subarray(header.length) : bytes;
  return Buffer.concat([header, kept]);
}

function kindOfZip(bytes: Uint8Array, extension: string): Found {
  const names = readZipNames(bytes);
  if (names === null) return { reason: `The file is a damaged zip archive. ${SAVE_AGAIN}` };
  const apple = nameAppleDocument(names, extension);
  if (apple !== null) return { reason: apple };
  const raw = names.has('[Content_Types].xml') ? readZipEntry(bytes, '[Content_Types].xml') : null;
  if (raw === null) return names.has('mimetype') ? kindOfTyped(bytes, names) : kindOfOtherZip(names);
  const types = decodeXml(raw);
  const used = withoutUnused(types, names);
  const foreign = MAIN.test(used) ? null : nameForeignPackage(used);
  if (foreign !== null) return { reason: foreign };
  // every binary workbook says to be one with macros; some are
  const isBinary = !MAIN.test(used) && BINARY_WORKBOOK.test(used);
  if (
    (isBinary ? /vbaProject|macrosheet/i : /macroEnabled|vbaProject|macrosheet\+xml/i).test(used) ||
    [...names].some((name) => /vbaProject\.bin$/i.test(name)) ||
    relatesToMacros(bytes, names)
  ) {
    return { reason: 'The file is macro-enabled (.docm, .pptm, .xlsm); save it without macros and send that.' };
  }
  if (isBinary) return 'xls';
  // Templates and slide shows hold the same markup under another media type.
  if (/wordprocessingml\.(?:document|template)\.main\+xml/.test(types)) return 'docx';
  if (/presentationml\.(?:presentation|template|slideshow)\.main\+xml/.test(types)) return 'pptx';
  if (/spreadsheetml\.(?:sheet|template)\.main\+xml/.test(types)) return 'xlsx';
  return { reason: `This Office file has no document, presentation or workbook in it. ${TAKEN}` };
}

/** Media types of main parts that are read. */
const MAIN =
  /(?:wordprocessingml\.(?:document|template)|presentationml\.(?:presentation|template|slideshow)|spreadsheetml\.(?:sheet|template))\.main\+xml/;

/** Of the main part of a binary workbook (`.xlsb`, [MS-XLSB] §2.1.7.62). */
const BINARY_WORKBOOK = /ms-excel\.sheet\.binary\.[^"']*main/i;

/** Without the media types of extensions that no part goes by: SheetJS declares one with macros in every workbook. */
function withoutUnused(types: string, names: ReadonlySet<string>): string {
  const valueOf = (tag: string, name: string): string =>
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
      .exec(tag)
      ?.slice(1)
      .find((value) => value !== undefined) ?? '';
  const own = new Set(
    Array.from(types.matchAll(/<(?:[\w.-]+:)?Override\b[^>]*>/g), ([tag]) => valueOf(tag, 'PartName').slice(1).toLowerCase()),
  );
  const used = new Set(
    [...names]
      .map((name) => name.toLowerCase())
      .filter((name) => !own.has(name))
      .map((name) => name.slice(name.lastIndexOf('.') + 1)),
  );
  return types.replaceAll(/<(?:[\w.-]+:)?Default\b[^>]*>/g, (tag) => (used.has(valueOf(tag, 'Extension').toLowerCase()) ? tag : ''));
}

/** Files in an archive, unless they are the remains of an Office file. */
const kindOfOtherZip = (names: ReadonlySet<string>): Found =>
  [...names].some((name) => /^(?:word|ppt|xl)\//.test(name)) ? { reason: `This zip archive is not an Office file. ${TAKEN}` } : 'zip';

/** Books and OpenDocument files say what they are in an entry of their own (ODF 1.3 part 2 §3.3; EPUB Open Container Format §4.3). */
function kindOfTyped(bytes: Uint8Array, names: ReadonlySet<string>): Found {
  const type = latin1(readZipEntry(bytes, 'mimetype') ?? new Uint8Array(), 0, 100).trim();
  if (type === 'application/epub+zip') return 'epub';
  const open = /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)(?:-template)?$/.exec(type)?.[1];
  if (open === undefined) {
    const foreign = nameForeignType(type);
    return foreign === null ? 'zip' : { reason: foreign };
  }
  if ([...names].some((name) => /^(?:Basic|Scripts)\//.test(name)))
    return { reason: 'The file holds macros; save it without macros and send that.' };
  const manifest = readZipEntry(bytes, 'META-INF/manifest.xml');
  if (manifest !== null && decodeXml(manifest).includes('encryption-data')) return PROTECTED;
  return open === 'text' ? 'odt' : open === 'spreadsheet' ? 'ods' : 'odp';
}

/** Parts of any name and type hold macros when a relationship says so ([MS-OFFMACRO2] §2.1). */
function relatesToMacros(bytes: Uint8Array, names: ReadonlySet<string>): boolean {
  const relations = [...names].filter((name) => /^(?:[^/]+\/)?_rels\/[^/]+\.rels$/i.test(name)).slice(0, RELATIONS_PEEKED_MAX);
  return relations.some((name) => {
    const raw = readZipEntry(bytes, name);
    return raw !== null && /relationships\/(?:vbaProject|wordVbaData|xl(?:Intl)?Macrosheet)/i.test(decodeXml(raw));
  });
}

function decodeXml(raw: Uint8Array): string {
  if (startsWith(raw, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(raw);
  return startsWith(raw, [0xfe, 0xff]) ? new TextDecoder('utf-16be').decode(raw) : new TextDecoder().decode(raw);
}

function textKind(bytes: Uint8Array, promised: FileKind | undefined): FileKind {
  if (isNamedText(promised)) return promised;
  const isPage = /^(?:ï»¿)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,400}?-->\s*)?(?:<!DOCTYPE html|<html[\s>])/i;
  return isPage.test(latin1(bytes, 0, 2048)) ? 'html' : 'txt';
}

/**
 * Text holds no control codes but tabs, line ends, form feeds and escapes. A name that says text is believed as long as
 * such codes (and the zeros of UTF-16) make up less than a third, so that a damaged text file is still read.
 */
function looksLikeText(bytes: Uint8Array, namedText: boolean): boolean {
  const marked = startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]);
  if (marked && (namedText || bytes.length % 2 === 0)) return true;
  if (isWideText(bytes, namedText)) return true;
  let [controls, looked] = [0, 0];
  for (const part of judgedParts(bytes)) {
    looked += part.length;
    // far faster than to look at each
    if (!CONTROL.test(latin1(part, 0, part.length))) continue;
    for (let at = 0; at < part.length; at++) {
      const byte = part[at] ?? 0;
      if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1b) controls++;
    }
    if (controls > 0 && !namedText) return false;
  }
  return controls === 0 || controls * 3 < looked;
}

/* oxlint-disable no-control-regex -- the controls are the very thing to find */
const CONTROL = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
/* oxlint-enable no-control-regex */

/** A longer file is judged by its beginning, its end and parts between: all of it would hold up everybody else. */
const JUDGED_WHOLE_BYTES_MAX = 2 ** 20;
const JUDGED_PART_BYTES = 32_768;
const JUDGED_PARTS = 32;

function judgedParts(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length <= JUDGED_WHOLE_BYTES_MAX) return [bytes];
  const step = (bytes.length - JUDGED_PART_BYTES) / (JUDGED_PARTS - 1);
  return Array.from({ length: JUDGED_PARTS }, (_, at) => bytes.subarray(Math.floor(at * step), Math.floor(at * step) + JUDGED_PART_BYTES));
}

/** What is in no text: control codes, and numbers that are no letter yet, or are nobody's. */
const NO_TEXT = /[^\P{Cc}\t\n\f\r]|[\p{Cn}\p{Co}\p{Cs}\ufffd]/u;

/** UTF-16 or UTF-32 without a byte order mark; without a name that says text, only where all of it is letters. */
function isWideText(bytes: Uint8Array, namedText: boolean): boolean {
  const wide = bytes.length % 2 === 0 && bytes.length >= 8 ? wideEncodingOf(bytes) : null;
  return wide !== null && (namedText || !NO_TEXT.test(decodeBytes(bytes.subarray(0, 4096), wide)));
}

function extensionOf(filename: string | undefined): string {
  const match = /\.([A-Za-z0-9]{1,10})$/.exec(filename ?? '');
  return match?.[1]?.toLowerCase() ?? '';
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function startsWithText(bytes: Uint8Array, magic: string): boolean {
  return latin1(bytes, 0, magic.length) === magic;
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

const latin1 = (bytes: Uint8Array, start: number, end: number): string => asBuffer(bytes.subarray(start, end)).toString('latin1');
