/** Plain text of a file: its encoding found out, control and invisible tag characters taken out. */
import type { Note, Noted } from '../base/note.ts';

const CONTROLS = /[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu;
/** Tag characters and invisible operators: nobody sees them, models read them. */
const INVISIBLE = /[\u{E0000}-\u{E007F}\u2060-\u2064\u{1D173}-\u{1D17A}]/gu;

/**
 * Text of a file: by its byte order mark, else UTF-8 where the bytes are that, else UTF-16 where every second byte is
 * zero, else Windows-1252. Line ends become \n.
 * @returns notes `encoding_guessed`, `controls_dropped`
 */
export function decodeText(bytes: Uint8Array): Noted<string> {
  const notes: Note[] = [];
  const label = detectEncoding(bytes);
  if (label !== 'utf-8') notes.push({ code: 'encoding_guessed', severity: 'info', message: `The text was read as ${label}.` });
  const decoded = decodeBytes(bytes, label)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\f\v]/g, '\n');
  const text = decoded.replaceAll(CONTROLS, '').replaceAll(INVISIBLE, '');
  if (text.length !== decoded.length)
    notes.push({ code: 'controls_dropped', severity: 'info', message: 'Invisible control characters were taken out of the text.' });
  return { value: text, notes };
}

/** What Windows-1252 has at 0x80 to 0x9F. Node takes the encoding for Latin 1, which has control characters there. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Text in an encoding that TextDecoder knows. @throws RangeError for one that it does not know */
export function decodeBytes(bytes: Uint8Array, label: string): string {
  const decoder = new TextDecoder(label);
  const text = decoder.decode(bytes);
  return decoder.encoding === 'windows-1252'
    ? text.replaceAll(/[\u0080-\u009f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80))
    : text;
}

function detectEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 4_096);
  let even = 0;
  let odd = 0;
  for (const [at, byte] of head.entries()) {
    if (byte === 0 && at % 2 === 0) even++;
    if (byte === 0 && at % 2 === 1) odd++;
  }
  if (odd > head.length / 4 && even < head.length / 50) return 'utf-16le';
  if (even > head.length / 4 && odd < head.length / 50) return 'utf-16be';
  let sound = true;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8 as a whole.
    sound = false;
  }
  return sound || hasSequences(head) ? 'utf-8' : 'windows-1252';
}

/** A few damaged bytes in a UTF-8 text do not make it another encoding: whole sequences of two or more bytes outweigh them. */
function hasSequences(bytes: Uint8Array): boolean {
  let whole = 0;
  let broken = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0;
    const follows =
      length > 0 && Array.from({ length: length - 1 }, (_, step) => bytes[at + step + 1] ?? 0).every((next) => (next & 0xc0) === 0x80);
    if (follows) {
      whole++;
      at += length - 1;
    } else broken++;
  }
  return broken === 0 || whole > broken;
}
