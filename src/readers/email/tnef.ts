/** `winmail.dat`: what Outlook sends to others as one attachment ([MS-OXTNEF]): the text, and the files that were attached. */
import { decodeBytes } from '../../base/text-encoding.ts';
import { unpackRtf } from './compressed-rtf.ts';
import { readRtfBody } from './rtf-body.ts';

export interface TnefContent {
  /** Bytes in the encoding that the page declares, or its text. */
  html: string | Uint8Array;
  text: string;
  attachments: { name: string; bytes: Uint8Array }[];
}

const SIGNATURE = 0x223e9f78;
/** Attributes (§2.1.3.2). */
const BODY = 0x0002800c;
const MESSAGE_PROPERTIES = 0x00069003;
const BEGIN_ATTACHMENT = 0x00069002;
const ATTACHMENT_TITLE = 0x00018010;
const ATTACHMENT_DATA = 0x0006800f;
const ATTACHMENT_PROPERTIES = 0x00069005;
/** Properties ([MS-OXPROPS]). */
const PID_BODY = 0x1000;
const PID_RTF_COMPRESSED = 0x1009;
const PID_HTML = 0x1013;
const PID_ATTACHMENT_DATA = 0x3701;
const PID_LONG_FILENAME = 0x3707;
const OBJECT = 0x0d;
const UNICODE = 0x1f;
/** Values of one length, in the file's bytes (§2.1.3.4: each takes a multiple of four). */
const FIXED_BYTES: Readonly<Record<number, number>> = { 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16 };
const MULTIPLE = 0x1000;
const PROPERTIES_MAX = 10_000;

const isTnef = (bytes: Uint8Array): boolean =>
  bytes.length > 6 && new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true) === SIGNATURE;

/** What is damaged ends the reading; what was read until there stays. @returns null for what is no such file */
export function readTnef(bytes: Uint8Array): TnefContent | null {
  if (!isTnef(bytes)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const content: TnefContent = { html: '', text: '', attachments: [] };
  for (let at = 6; at + 9 <= bytes.length;) {
    const length = view.getUint32(at + 5, true);
    const data = bytes.subarray(at + 9, at + 9 + length);
    if (data.length < length) break;
    readAttribute(content, view.getUint32(at + 1, true), data);
    // a sum of two bytes is behind each
    at += 9 + length + 2;
  }
  return content;
}

function readAttribute(content: TnefContent, id: number, data: Uint8Array): void {
  const file = content.attachments.at(-1);
  if (id === BODY) content.text ||= textOf(data, 0);
  else if (id === BEGIN_ATTACHMENT)
    content.attachments.push({ name: `attachment ${content.attachments.length + 1}`, bytes: new Uint8Array() });
  else if (id === ATTACHMENT_TITLE && file) file.name = textOf(data, 0) || file.name;
  else if (id === ATTACHMENT_DATA && file) file.bytes = data;
  else if (id === ATTACHMENT_PROPERTIES && file) readFileProperties(file, data);
  else if (id === MESSAGE_PROPERTIES) readMessageProperties(content, data);
}

function readMessageProperties(content: TnefContent, data: Uint8Array): void {
  for (const { id, type, value } of propertiesOf(data)) {
    if (id === PID_BODY) content.text = textOf(value, type);
    else if (id === PID_HTML) content.html = type === UNICODE ? textOf(value, type) : value;
    else if (id === PID_RTF_COMPRESSED && content.html.length === 0) {
      const rtf = unpackRtf(value);
      const body = rtf && readRtfBody(rtf);
      content.html = body?.html ?? '';
      content.text ||= body?.text ?? '';
    }
  }
}

function readFileProperties(file: { name: string; bytes: Uint8Array }, data: Uint8Array): void {
  for (const { id, type, value } of propertiesOf(data)) {
    if (id === PID_LONG_FILENAME) file.name = textOf(value, type) || file.name;
    // an object begins with the name of its interface
    else if (id === PID_ATTACHMENT_DATA) file.bytes = type === OBJECT ? value.subarray(16) : value;
  }
}

const textOf = (bytes: Uint8Array, type: number): string =>
  decodeBytes(bytes, type === UNICODE ? 'utf-16le' : 'windows-1252').replace(/\0[^]*$/, '');

interface Property {
  id: number;
  type: number;
  /** Of values of no fixed length, the first one. */
  value: Uint8Array;
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

/** Properties whose values have no fixed length (§2.1.3.4). */
function* propertiesOf(data: Uint8Array): Generator<Property> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 4;
  const number = (): number => {
    const read = at + 4 <= data.length ? view.getUint32(at, true) : 0;
    at += 4;
    return read;
  };
  const count = data.length < 4 ? 0 : Math.min(view.getUint32(0, true), PROPERTIES_MAX);
  for (let index = 0; index < count && at < data.length; index++) {
    const tag = number();
    const [type, id] = [tag & 0xffff, tag >>> 16];
    if (id >= 0x8000) {
      at += 16;
      const isNamed = number() === 1;
      const length = number();
      if (isNamed) at += padded(length);
    }
    const fixed = FIXED_BYTES[type & ~MULTIPLE];
    if (fixed !== undefined) {
      at += fixed * ((type & MULTIPLE) === 0 ? 1 : number());
      continue;
    }
    const values = number();
    for (let step = 0; step < values && at < data.length; step++) {
      const length = number();
      if (step === 0) yield { id, type, value: data.subarray(at, at + length) };
      at += padded(length);
    }
  }
}
