/**
 * Bytes of an XML part ↔ text. Packages allow UTF-8 and UTF-16 only (ISO/IEC 29500-2 §6.2.5); files with older
 * encodings exist all the same and are read, but written back as UTF-8.
 */
import { isUtf8 } from 'node:buffer';
import { Refusal } from '../base/refusal.ts';

export interface DecodedXml {
  /** Without the byte order mark. */
  text: string;
  encoding: XmlEncoding;
}

export interface XmlEncoding {
  /** As TextDecoder names it: `utf-8`, `utf-16le`, `utf-16be`, `windows-1252` … */
  label: string;
  mark: boolean;
}

/** Of the byte order mark in UTF-8. */
const MARK_BYTES = 3;
const DECLARED = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,40})["']/;

/** @throws Refusal `file_rejected` where the bytes are not text in the encoding that they declare */
export function decodeXml(bytes: Uint8Array): DecodedXml {
  const encoding = detectEncoding(bytes);
  // a decoder takes twice as long for text with other letters than English ones
  if (encoding.label === 'utf-8' && isUtf8(bytes)) {
    const { buffer, byteOffset, length } = bytes;
    const skipped = encoding.mark ? MARK_BYTES : 0;
    return { text: Buffer.from(buffer, byteOffset + skipped, length - skipped).toString('utf8'), encoding };
  }
  try {
    return { text: new TextDecoder(encoding.label, { fatal: true }).decode(bytes), encoding };
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError)
      throw new Refusal('file_rejected', `The file holds XML that is not ${encoding.label}.`, { cause: error, fault: 'malformed_xml' });
    throw error;
  }
}

/** Without a mark the first character, `<`, distinguishes UTF-16 from the rest (XML 1.0, appendix F). */
function detectEncoding(bytes: Uint8Array): XmlEncoding {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return { label: 'utf-16le', mark: true };
  if (first === 0xfe && second === 0xff) return { label: 'utf-16be', mark: true };
  if (first === 0xef && second === 0xbb && third === 0xbf) return { label: 'utf-8', mark: true };
  if (first === 0x3c && second === 0) return { label: 'utf-16le', mark: false };
  if (first === 0 && second === 0x3c) return { label: 'utf-16be', mark: false };
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = DECLARED.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  // Bytes that are read one by one cannot be UTF-16, whatever they declare.
  return { label: declared.startsWith('utf-16') || declared === 'ucs-2' ? 'utf-8' : declared, mark: false };
}

/** The bytes that `decodeXml` would make this text of; an encoding older than Unicode becomes UTF-8, in the declaration too. */
export function encodeXml({ text, encoding }: DecodedXml): Uint8Array {
  const marked = encoding.mark ? `\ufeff${text}` : text;
  if (encoding.label === 'utf-16le') return Buffer.from(marked, 'utf16le');
  if (encoding.label === 'utf-16be') return Buffer.from(marked, 'utf16le').swap16();
  if (encoding.label === 'utf-8') return Buffer.from(marked, 'utf8');
  return Buffer.from(
    text.replace(DECLARED, (declaration, name: string) => declaration.replace(name, 'UTF-8')),
    'utf8',
  );
}
