/** Plain text of a file: its encoding found out, control and invisible tag characters taken out. */
import { isUtf8 } from 'node:buffer';
import type { Note, Noted } from '../base/note.ts';
import { decodeBytes, detectEncoding, wideEncodingOf } from '../base/text-encoding.ts';

const CONTROLS = /[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu;
/** Tag characters and invisible operators: nobody sees them, models read them. */
const INVISIBLE = /[\u{E0000}-\u{E007F}\u2060-\u2064\u{1D173}-\u{1D17A}]/gu;

/**
 * Text of a file: by its byte order mark, else in the encoding that it declares, else in the one that its bytes make most sense in
 * (`detectEncoding`). Line ends become \n.
 * @param declared what the file itself says of its encoding; one that nobody knows is as good as none
 * @returns notes `encoding_guessed`, `controls_dropped`
 */
export function decodeText(bytes: Uint8Array, declared?: string): Noted<string> {
  const notes: Note[] = [];
  const known = declared === undefined || wideEncodingOf(bytes) !== null ? null : knownEncoding(declared);
  // what is UTF-8 by its bytes is in no older encoding, whatever it says; all of ISO-2022-JP is ASCII
  if (known !== null && (known === 'iso-2022-jp' || !isUtf8(bytes))) return { value: cleanText(decodeBytes(bytes, known), notes), notes };
  const label = detectEncoding(bytes);
  if (label !== 'utf-8') notes.push({ code: 'encoding_guessed', severity: 'info', message: `The text was read as ${label}.` });
  return { value: cleanText(decodeBytes(bytes, label), notes), notes };
}

/** A page or text whose bytes are UTF-16 is known by them, and one that says so without being it is not. */
function knownEncoding(declared: string): string | null {
  if (/^(?:utf-?(?:8|16|32)|ucs)/i.test(declared)) return null;
  try {
    return new TextDecoder(declared).encoding;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function cleanText(raw: string, notes: Note[]): string {
  const decoded = raw.replaceAll(/\r\n?/g, '\n').replaceAll(/[\f\v]/g, '\n');
  const text = decoded.replaceAll(CONTROLS, '').replaceAll(INVISIBLE, '');
  if (text.length !== decoded.length)
    notes.push({ code: 'controls_dropped', severity: 'info', message: 'Invisible control characters were taken out of the text.' });
  return text;
}
