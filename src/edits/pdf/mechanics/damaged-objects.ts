/**
 * Objects of a PDF file that are not well-formed. They stay byte for byte where pages are edited, since readers make sense of them by
 * themselves; whether they say what is to be redacted is asked before anything is taken out.
 */
import { PDFArray, PDFHexString, PDFInvalidObject, PDFString, type PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import { inflateBounded } from './stream-bounds.ts';
import { foldWords, reachableObjects } from './scrub-file.ts';
import { name } from './pdf-file.ts';

const STREAM = /\bstream\r?\n?/;
/** Pictures and font programs hold no text that can be searched for. */
const NO_TEXT = /\/Subtype\s*\/(?:Image|Type1C|CIDFontType0C|OpenType)\b|\/Length1\b/;
const NESTED_MAX = 1_000;

const sourceOf = (damaged: PDFInvalidObject): string => {
  const bytes = new Uint8Array(damaged.sizeInBytes());
  damaged.copyBytesInto(bytes, 0);
  return Buffer.from(bytes).toString('latin1');
};

/** From an opening bracket to the one that closes it, or to the end, where the damage may be that none does (ISO 32000-1 §7.3.4.2). */
function literalAt(source: string, from: number): string {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    const letter = source[at];
    if (letter === '\\') at++;
    else if (letter === '(') depth++;
    else if (letter === ')' && --depth === 0) return source.slice(from + 1, at);
  }
  return source.slice(from + 1);
}

function decoded(read: () => string): string[] {
  try {
    return [read()];
  } catch {
    // no text: what is written is looked at as it stands
    return [];
  }
}

/** Everything in it that may be text: its strings as readers decode them, and its letters as they stand. */
function textsIn(source: string): string[] {
  const literals = [...source.matchAll(/\(/g)].slice(0, NESTED_MAX).flatMap(({ index }) => {
    const text = literalAt(source, index);
    return decoded(() => PDFString.of(text).decodeText());
  });
  const packed = [...source.matchAll(/<([0-9A-Fa-f\s]{2,})>?/g)].flatMap(([, hex = '']) =>
    decoded(() => PDFHexString.of(hex.replaceAll(/\s/g, '')).decodeText()),
  );
  return [source, source.replaceAll('\0', ''), ...literals, ...packed];
}

/** What may be text in a damaged object; null where it is packed in a way that nobody can tell. */
function readDamaged(source: string): string[] | null {
  const begin = STREAM.exec(source);
  if (begin === null) return textsIn(source);
  const head = source.slice(0, begin.index);
  if (NO_TEXT.test(head)) return textsIn(head);
  const end = source.lastIndexOf('endstream');
  const data = source.slice(begin.index + begin[0].length, end < 0 ? source.length : end);
  if (!/\/(?:F|Filter)\b/.test(head)) return textsIn(source);
  const inflated = /\/(?:FlateDecode|Fl)\b/.test(head) ? inflateBounded(Buffer.from(data, 'latin1')) : null;
  return inflated === null ? null : [...textsIn(head), ...textsIn(Buffer.from(inflated).toString('latin1'))];
}

/**
 * Why words cannot be redacted from the file: they stand in a damaged object, or may; undefined where they can. Only objects that come
 * into the result are asked.
 */
export function damageAgainst(document: PDFDocument, words: readonly string[]): string | undefined {
  const folded = words.map((one) => foldWords(one).trim()).filter((one) => one !== '');
  for (const object of reachableObjects(document).values()) {
    if (!(object instanceof PDFInvalidObject)) continue;
    const texts = readDamaged(sourceOf(object));
    if (texts === null)
      return 'An object of the PDF is damaged, and nobody can tell whether the words stand in it, too: save the file anew with another program first.';
    if (texts.some((text) => folded.some((one) => foldWords(text).includes(one))))
      return 'The words stand in a damaged object of the PDF, too, out of which they cannot be taken: save the file anew with another program first.';
  }
  return undefined;
}

/** Whether notes of a page are damaged, so that nobody can tell whether they lie over an area. */
export function hasDamagedNotes(page: PDFPage | undefined): boolean {
  const annotations = page?.node.lookup(name('Annots'));
  if (annotations instanceof PDFInvalidObject) return true;
  return (
    annotations instanceof PDFArray &&
    Array.from({ length: annotations.size() }, (_, at) => annotations.lookup(at)).some((one) => one instanceof PDFInvalidObject)
  );
}
