/** Messages (RFC 5322) and their parts (RFC 2045 to 2049), found in the bytes of the whole: a body of many megabytes is copied once. */
import { decodeWords } from 'postal-mime';
import { Refusal } from '../../base/refusal.ts';
import { decodeText } from '../text.ts';

export interface MimePart {
  /** The first value of each field by its name in lower case; encoded words are as they were sent. */
  fields: ReadonlyMap<string, string>;
  /** In lower case. */
  type: string;
  parameters: ReadonlyMap<string, string>;
  disposition: string;
  /** As it was sent, if it was. */
  filename: string | undefined;
  /** Without its angle brackets; '' where there is none. */
  contentId: string;
  /** Of a part without parts: what it holds, decoded. */
  bytes: Uint8Array;
  parts: MimePart[];
}

const NESTED_MAX = 50;
/** Parts of one message, with those in them. */
const PARTS_MAX = 10_000;
/** Of one field: a list of ten thousand recipients. */
const FIELD_CHARS_MAX = 500_000;
const LF = 0x0a;
const CR = 0x0d;
const NOTHING = new Uint8Array(0);

interface Header {
  value: string;
  parameters: Map<string, string>;
}

/** @throws Refusal `file_rejected` where parts are nested beyond measure */
export function parseMime(bytes: Uint8Array): { message: MimePart; partsLeftOut: number } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = { read: 0, left: 0 };
  // what mail programs write before each message of a folder
  const start = buffer.subarray(0, 5).toString('latin1') === 'From ' ? buffer.indexOf(LF) + 1 : 0;
  return { message: parsePart(buffer.subarray(start), { depth: 0, type: 'text/plain', count }), partsLeftOut: count.left };
}

interface Place {
  depth: number;
  /** What a part is that does not say. */
  type: string;
  count: { read: number; left: number };
}

function parsePart(bytes: Buffer, { depth, type: usual, count }: Place): MimePart {
  if (depth > NESTED_MAX) throw new Refusal('file_rejected', 'The message cannot be read: its parts are nested too deeply.');
  count.read++;
  const { head, body } = splitHead(bytes);
  const fields = readFields(head);
  const { value: said, parameters } = readHeader(fields.get('content-type') ?? '');
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(said) ? said.toLowerCase() : usual;
  const { value: disposition, parameters: disposed } = readHeader(fields.get('content-disposition') ?? '');
  const boundary = type.startsWith('multipart/') ? parameters.get('boundary') : undefined;
  const slices = boundary ? splitParts(body, boundary) : [];
  const room = Math.max(0, PARTS_MAX - count.read);
  count.left += Math.max(0, slices.length - room);
  const inside = { depth: depth + 1, type: type === 'multipart/digest' ? 'message/rfc822' : 'text/plain', count };
  return {
    fields,
    // what says that it has parts and has none is its text
    type: slices.length === 0 && type.startsWith('multipart/') ? 'text/plain' : type,
    parameters,
    disposition: disposition.toLowerCase(),
    filename: disposed.get('filename') ?? parameters.get('name'),
    contentId: (fields.get('content-id') ?? '').trim().replaceAll(/^<|>$/g, ''),
    bytes: slices.length > 0 ? NOTHING : decodeTransfer(body, fields.get('content-transfer-encoding') ?? ''),
    parts: slices.slice(0, room).map((slice) => parsePart(slice, inside)),
  };
}

/** The fields end at the first empty line. */
function splitHead(bytes: Buffer): { head: Buffer; body: Buffer } {
  for (let line = 0; line < bytes.length;) {
    const end = bytes.indexOf(LF, line);
    if (bytes[line] === LF || (bytes[line] === CR && bytes[line + 1] === LF))
      return { head: bytes.subarray(0, line), body: bytes.subarray(end + 1) };
    if (end < 0) break;
    line = end + 1;
  }
  return { head: bytes, body: bytes.subarray(bytes.length) };
}

/** Names are what RFC 5322 §2.2 allows; lines that are no fields are passed over. */
function readFields(head: Buffer): Map<string, string> {
  const fields = new Map<string, string>();
  const text = decodeText(head).value.replaceAll(/\n[ \t]+/g, ' ');
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (/^[\x21-\x39\x3b-\x7e]{1,80}$/.test(name) && !fields.has(name))
      fields.set(name, line.slice(colon + 1, colon + 1 + FIELD_CHARS_MAX).trim());
  }
  return fields;
}

const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;
/** In an earlier one of which nothing is read. */
const VALUE = /^[^;]*/;

/** A value and its parameters (RFC 2045 §5.1); those that are sent in pieces or in an encoding of their own are put together (RFC 2231). */
function readHeader(field: string): Header {
  const parameters = new Map<string, string>();
  const pieces = new Map<string, { at: number; text: string; encoded: boolean }[]>();
  for (const [, name = '', quoted, plain = ''] of field.slice(0, 20_000).matchAll(PARAMETER)) {
    const text = quoted === undefined ? plain.trim() : quoted.replaceAll(/\\(.)/gs, '$1');
    const [, base = '', at, star] = /^([^*]*)(?:\*(\d{1,4}))?(\*?)$/.exec(name.toLowerCase()) ?? [];
    if (base === '') continue;
    if (at === undefined && star === '') {
      if (!parameters.has(base)) parameters.set(base, decodeWords(text));
    } else pieces.set(base, [...(pieces.get(base) ?? []), { at: Number(at ?? 0), text, encoded: star === '*' }]);
  }
  for (const [name, list] of pieces) {
    list.sort((a, b) => a.at - b.at);
    const [, charset = '', first] = /^([^']*)'[^']*'(.*)$/s.exec(list[0]?.encoded ? (list[0]?.text ?? '') : '') ?? [];
    const raw = list.map(({ text, encoded }, index) => (encoded ? unescapeBytes(index === 0 ? (first ?? text) : text) : Buffer.from(text)));
    parameters.set(name, decodeText(Buffer.concat(raw), charset || undefined).value);
  }
  // comments, but in what is quoted
  const value = (VALUE.exec(field)?.[0] ?? '').replaceAll(/\([^()]*\)/g, '').trim();
  return { value, parameters };
}

const unescapeBytes = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** What is between the lines `--boundary` (RFC 2046 §5.1.1); a message that was cut short has its last part to its end. */
function splitParts(body: Buffer, boundary: string): Buffer[] {
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Buffer[] = [];
  let start = -1;
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body[at - 1] !== LF) continue;
    const found = body.indexOf(LF, at);
    const end = found < 0 ? body.length : found;
    const rest = body
      .subarray(at + mark.length, end)
      .toString('latin1')
      .trimEnd();
    if (rest !== '' && rest !== '--') continue;
    // the line end before the mark is its own
    if (start >= 0) parts.push(body.subarray(start, Math.max(start, body[at - 2] === CR ? at - 2 : at - 1)));
    if (rest === '--') return parts;
    start = Math.min(end + 1, body.length);
  }
  if (start >= 0 && start < body.length) parts.push(body.subarray(start));
  return parts;
}

function decodeTransfer(body: Buffer, encoding: string): Uint8Array {
  if (/base64/i.test(encoding)) return Buffer.from(body.toString('latin1'), 'base64');
  return /quoted-printable/i.test(encoding) ? decodeQuoted(body) : body;
}

const hexOf = (byte: number | undefined): number => {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};

/** Quoted-printable (RFC 2045 §6.7); an `=` that begins nothing stays. */
export function decodeQuoted(body: Buffer): Uint8Array {
  const out = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte === LF || byte === CR) while (length > 0 && (out[length - 1] === 0x20 || out[length - 1] === 0x09)) length--;
    if (byte !== 0x3d) {
      out[length++] = byte;
      continue;
    }
    const [high, low] = [hexOf(body[at + 1]), hexOf(body[at + 2])];
    if (high >= 0 && low >= 0) {
      out[length++] = high * 16 + low;
      at += 2;
      continue;
    }
    let end = at + 1;
    while (body[end] === 0x20 || body[end] === 0x09) end++;
    if (body[end] === CR && body[end + 1] === LF) end++;
    if (body[end] === LF) at = end;
    else if (end < body.length) out[length++] = byte;
    else at = end;
  }
  return out.subarray(0, length);
}
