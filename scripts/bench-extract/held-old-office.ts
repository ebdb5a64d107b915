/** The text that Office files before 2007 hold, found by walking over their records: neither our readers nor LibreOffice have a part in it. */
import { streamsOf } from './compound-file.ts';

const wide = (bytes: Buffer): string => bytes.toString('utf16le');
const narrow = (bytes: Buffer): string => new TextDecoder('windows-1252').decode(bytes);

/** Texts of cells, results of formulas, names of sheets, comments and text boxes of a workbook ([MS-XLS]). */
export function oldSheetText(bytes: Uint8Array): string {
  const streams = streamsOf(bytes);
  const book = streams.get('Workbook') ?? streams.get('Book');
  if (book === undefined) return '';
  const isNew = streams.has('Workbook');
  const texts: string[] = [];
  const used = new Set<number>();
  let shared: string[] = [];
  const records = [...recordsOf(book)];
  for (const [at, { type, data }] of records.entries()) {
    const more = (): Buffer[] => {
      const parts = [data];
      for (let next = at + 1; records[next]?.type === 0x3c; next++) parts.push(records[next]?.data ?? data);
      return parts;
    };
    if (type === 0xfc) shared = sharedStrings(more());
    else if (type === 0xfd && data.length >= 10) used.add(data.readUInt32LE(6));
    else if (type === 0x85 && data.length > 8) texts.push(isNew ? stringAt(data, data.readUInt8(6), 7) : narrow(data.subarray(7)));
    else if (type === 0x204 && data.length > 8) texts.push(isNew ? stringAt(data, data.readUInt16LE(6), 8) : narrow(data.subarray(8)));
    else if (type === 0x207 && data.length > 3) texts.push(isNew ? stringAt(data, data.readUInt16LE(0), 2) : narrow(data.subarray(2)));
    else if (type === 0x1b6 && data.length >= 12) {
      const [, text] = more();
      if (text !== undefined && data.readUInt16LE(10) > 0) texts.push(stringAt(text, data.readUInt16LE(10), 0));
    }
  }
  return [...texts, ...[...used].flatMap((index) => shared[index] ?? [])].join('\n');
}

function* recordsOf(book: Buffer): Generator<{ type: number; data: Buffer }> {
  for (let at = 0; at + 4 <= book.length;) {
    const length = book.readUInt16LE(at + 2);
    yield { type: book.readUInt16LE(at), data: book.subarray(at + 4, at + 4 + length) };
    at += 4 + length;
  }
}

/** A string with the byte that tells how wide its letters are. */
function stringAt(data: Buffer, count: number, flagAt: number): string {
  const isWide = ((data[flagAt] ?? 0) & 1) !== 0;
  const text = data.subarray(flagAt + 1, flagAt + 1 + count * (isWide ? 2 : 1));
  return isWide ? wide(text) : text.toString('latin1');
}

/** Strings that go over the ends of records, where the width is told once more (§2.4.265). */
function sharedStrings(parts: readonly Buffer[]): string[] {
  let part = 0;
  let at = 8;
  const left = (): number => (parts[part]?.length ?? 0) - at;
  const turn = (): void => {
    while (left() <= 0 && part < parts.length) [part, at] = [part + 1, 0];
  };
  const number = (size: 1 | 2 | 4): number => {
    turn();
    const value = left() >= size ? (parts[part]?.readUIntLE(at, size) ?? 0) : 0;
    at += size;
    return value;
  };
  const skip = (count: number): void => {
    for (let rest = count; rest > 0 && part < parts.length;) {
      turn();
      const step = Math.min(rest, left());
      at += step;
      rest -= step;
    }
  };
  const total = parts[0]?.readUInt32LE(4) ?? 0;
  const strings: string[] = [];
  while (strings.length < total && part < parts.length) {
    let count = number(2);
    let flags = number(1);
    const runs = flags & 8 ? number(2) : 0;
    const extra = flags & 4 ? number(4) : 0;
    let text = '';
    while (count > 0 && part < parts.length) {
      if (left() <= 0) {
        turn();
        flags = number(1);
      }
      const width = flags & 1 ? 2 : 1;
      const step = Math.min(count, Math.floor(left() / width));
      const piece = parts[part]?.subarray(at, at + step * width) ?? Buffer.alloc(0);
      text += width === 2 ? wide(piece) : piece.toString('latin1');
      at += step * width;
      count -= step;
      if (step === 0) break;
    }
    skip(runs * 4 + extra);
    strings.push(text);
  }
  return strings;
}

/** Code pages of Word 95 by the language of the file. */
const PAGES: Readonly<Record<number, string>> = { 0x405: 'windows-1250', 0x415: 'windows-1250', 0x419: 'windows-1251' };

/** Text of a Word file ([MS-DOC] §2.4.1): by its pieces, of Word 95 and before as it stands; codes of fields are none. */
export function oldWordText(bytes: Uint8Array): string {
  const streams = streamsOf(bytes);
  const main = streams.get('WordDocument');
  if (main === undefined || main.length < 0x200) return '';
  const text =
    main.readUInt16LE(2) < 0xc1
      ? new TextDecoder(PAGES[main.readUInt16LE(6)] ?? 'windows-1252').decode(
          main.subarray(main.readUInt32LE(0x18), main.readUInt32LE(0x1c)),
        )
      : piecesOf(main, streams.get(main.readUInt16LE(0x0a) & 0x200 ? '1Table' : '0Table') ?? Buffer.alloc(0));
  return (
    withoutCodes(text)
      .replaceAll('\u001F', '')
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u0015]/g, ' ')
  );
}

function piecesOf(main: Buffer, table: Buffer): string {
  let at = main.readUInt32LE(0x1a2);
  const end = at + main.readUInt32LE(0x1a6);
  while (at < end && table[at] === 1) at += 3 + table.readUInt16LE(at + 1);
  if (table[at] !== 2) return '';
  const size = table.readUInt32LE(at + 1);
  const count = Math.floor((size - 4) / 12);
  const places = at + 5;
  let text = '';
  for (let piece = 0; piece < count; piece++) {
    const letters = table.readUInt32LE(places + (piece + 1) * 4) - table.readUInt32LE(places + piece * 4);
    const where = table.readUInt32LE(places + (count + 1) * 4 + piece * 8 + 2);
    const isNarrow = (where & 0x4000_0000) !== 0;
    const from = isNarrow ? (where & 0x3fff_ffff) >>> 1 : where;
    const part = main.subarray(from, from + letters * (isNarrow ? 1 : 2));
    text += isNarrow ? narrow(part) : wide(part);
  }
  return text;
}

/** Between U+0013 and U+0014 is the code of a field, up to U+0015 its result. */
function withoutCodes(text: string): string {
  let out = '';
  const open: boolean[] = [];
  for (const letter of text) {
    if (letter === '\u0013') open.push(true);
    else if (letter === '\u0014') open[open.length - 1] = false;
    else if (letter === '\u0015') open.pop();
    else if (!open.some(Boolean)) out += letter;
  }
  return out;
}

const CONTAINER = 0xf;
/** Masters and handouts ([MS-PPT] §2.13.24). */
const ASIDE = new Set([0x03f8, 0x0fc9]);

/** What notes are drawn on: it belongs to no slide (§2.5.12, `slideIdRef`). */
const isNotesMaster = (notes: Buffer): boolean =>
  notes.length >= 12 && notes.readUInt16LE(2) === 0x03f1 && (notes.readUInt32LE(8) === 0 || notes.readUInt32LE(8) >= 0x8000_0000);

/** Text of slides and of the notes to them ([MS-PPT] §2.9); what an earlier save has left in the file counts too. */
export function oldSlideText(bytes: Uint8Array): string {
  const slides = streamsOf(bytes).get('PowerPoint Document');
  const texts: string[] = [];
  const walk = (data: Buffer, deep: number): void => {
    for (let at = 0; at + 8 <= data.length;) {
      const head = data.readUInt16LE(at);
      const type = data.readUInt16LE(at + 2);
      const body = data.subarray(at + 8, at + 8 + data.readUInt32LE(at + 4));
      // texts of masters are listed as those of slides are, under the number 1
      const isMasters = ASIDE.has(type) || (type === 0x0ff0 && head >>> 4 === 1) || (type === 0x03f0 && isNotesMaster(body));
      if ((head & CONTAINER) === CONTAINER && deep < 20) {
        if (!isMasters) walk(body, deep + 1);
      } else if (type === 0x0fa0) texts.push(wide(body));
      else if (type === 0x0fa8) texts.push(body.toString('latin1'));
      at += 8 + body.length;
    }
  };
  if (slides) walk(slides, 0);
  return texts.join('\n');
}
