import { CP437, CP850, WINDOWS_1252 } from './tables.ts';

const HIGH = /[\u0080-\u00ff]/g;
const DECODED_AT_ONCE = 8_192;

/** Text in an encoding that TextDecoder knows, or in UTF-32, or those of DOS (`cp437`, `cp850`). @throws RangeError for one that nobody knows */
export function decodeBytes(bytes: Uint8Array, label: string): string {
  if (label === 'utf-32le' || label === 'utf-32be') return decodeUtf32(bytes, label === 'utf-32le');
  if (label === 'cp437' || label === 'cp850') return decodeDos(bytes, label === 'cp437' ? CP437 : CP850);
  const decoder = new TextDecoder(label);
  const text = decoder.decode(bytes);
  // Node takes the encoding for Latin 1, which has control characters there
  return decoder.encoding === 'windows-1252'
    ? text.replaceAll(/[\u0080-\u009f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80))
    : text;
}

const decodeDos = (bytes: Uint8Array, table: string): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replaceAll(HIGH, (letter) => table.charAt(letter.charCodeAt(0) - 0x80));

function decodeUtf32(bytes: Uint8Array, little: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.length;) {
    const codes: number[] = [];
    for (; at + 4 <= bytes.length && codes.length < DECODED_AT_ONCE; at += 4) {
      const code = view.getUint32(at, little);
      codes.push(code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code);
    }
    parts.push(String.fromCodePoint(...codes));
  }
  return parts.join('').replace(/^\uFEFF/, '');
}
