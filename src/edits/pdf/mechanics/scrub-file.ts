/**
 * What a file says beside its pages: properties, XMP, bookmarks, names, structure, forms, notes. Redacted words are taken out
 * of all of it, and objects that nothing refers to, such as those of earlier revisions, are not written again.
 */
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFContext,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { decodeStream, name } from './pdf-file.ts';

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');

/** The text without the words, or null where it has none of them. */
function without(text: string, words: readonly string[]): string | null {
  let left = text;
  for (const word of words) {
    const pattern = word
      .trim()
      .split(/\s+/)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('\\s+');
    if (pattern !== '' && fold(left).includes(fold(word).trim())) left = left.replaceAll(new RegExp(pattern, 'giu'), '');
  }
  return left === text ? null : left.replaceAll(/ {2,}/g, ' ').trim();
}

function textOf(value: PDFObject | undefined): string | null {
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return null;
  try {
    return value.decodeText();
  } catch {
    return null;
  }
}

/** `put` takes what is to be in the place of a string that says one of the words. */
function scrubText(value: PDFObject | undefined, words: readonly string[], put: (clean: PDFObject) => void, depth: number): void {
  if (depth > 60) return;
  const text = textOf(value);
  if (text !== null) {
    const clean = without(text, words);
    if (clean !== null) put(PDFHexString.fromText(clean));
  } else if (value instanceof PDFArray)
    for (let i = 0; i < value.size(); i++) scrubText(value.get(i), words, (clean) => value.set(i, clean), depth + 1);
  else if (value instanceof PDFDict)
    for (const [key, item] of value.entries()) scrubText(item, words, (clean) => value.set(key, clean), depth + 1);
  else if (value instanceof PDFStream) scrubText(value.dict, words, () => undefined, depth + 1);
}

/** Whether any string of the file beside its pages says the words. */
export function saysBeside(document: PDFDocument, words: string): boolean {
  let found = false;
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    scrubText(
      object,
      [words],
      () => {
        found = true;
      },
      0,
    );
    if (found) return true;
  }
  return false;
}

/** Notes and fields that say the words show them by an appearance of their own. */
function dropAppearances(document: PDFDocument, words: readonly string[]): void {
  const says = (dict: PDFDict | undefined): boolean => {
    let found = false;
    if (dict)
      for (const key of ['Contents', 'RC', 'V', 'DV', 'DA', 'Subj'])
        scrubText(
          dict.lookup(name(key)),
          words,
          () => {
            found = true;
          },
          0,
        );
    return found;
  };
  for (const [, annotation] of document.context.enumerateIndirectObjects()) {
    if (!(annotation instanceof PDFDict) || annotation.get(name('AP')) === undefined) continue;
    const parent = annotation.lookup(name('Parent'));
    if (!says(annotation) && !says(parent instanceof PDFDict ? parent : undefined)) continue;
    annotation.delete(name('AP'));
    const form = document.catalog.lookup(name('AcroForm'));
    if (form instanceof PDFDict) form.set(name('NeedAppearances'), PDFBool.True);
  }
}

/** Takes the words out of every string of the file, and drops XMP and other XML that holds them. */
export function scrubStrings(document: PDFDocument, words: readonly string[]): void {
  const { context } = document;
  if (words.length === 0) return;
  dropAppearances(document, words);
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    scrubText(object, words, (clean) => context.assign(ref, clean), 0);
    if (object instanceof PDFRawStream && isXml(object)) scrubXml(context, ref, object, words);
  }
  scrubText(context.trailerInfo.Info, words, () => undefined, 0);
}

function isXml(stream: PDFRawStream): boolean {
  const [type, subtype] = [stream.dict.lookup(name('Type')), stream.dict.lookup(name('Subtype'))];
  return [type, subtype].some((one) => one instanceof PDFName && /^(?:Metadata|XML)$/.test(one.decodeText()));
}

function scrubXml(context: PDFContext, ref: PDFRef, stream: PDFRawStream, words: readonly string[]): void {
  const decoded = decodeStream(stream);
  const text = decoded && Buffer.from(decoded).toString('utf8');
  const clean = text === null ? null : without(text, words);
  if (clean === null) return;
  const dict = Object.fromEntries(
    stream.dict
      .entries()
      .filter(([key]) => !/^(?:Filter|DecodeParms|Length)$/.test(key.decodeText()))
      .map(([key, value]) => [key.decodeText(), value]),
  );
  context.assign(ref, context.flateStream(Buffer.from(clean, 'utf8'), dict));
}

/** What an object leads to that is not well-formed: readers make sense of it by themselves, so that it stays as it is. */
function referencesIn(damaged: PDFInvalidObject): PDFRef[] {
  const bytes = new Uint8Array(damaged.sizeInBytes());
  damaged.copyBytesInto(bytes, 0);
  return [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\b(\d{1,10})\s+(\d{1,5})\s+R\b/g),
  ].map(([, number, generation]) => PDFRef.of(Number(number), Number(generation)));
}

/** Objects that cannot be reached from the catalog are what earlier revisions have left, the text of a redacted page among them. */
export function dropUnreachable(document: PDFDocument): void {
  const { context } = document;
  const seen = new Set<string>();
  const waiting: (PDFObject | undefined)[] = [context.trailerInfo.Root, context.trailerInfo.Info, context.trailerInfo.Encrypt];
  for (let value = waiting.pop(); waiting.length > 0 || value !== undefined; value = waiting.pop()) {
    if (value instanceof PDFRef) {
      if (seen.has(value.tag)) continue;
      seen.add(value.tag);
      waiting.push(context.lookup(value));
    } else if (value instanceof PDFArray) for (let i = 0; i < value.size(); i++) waiting.push(value.get(i));
    else if (value instanceof PDFDict) for (const [, item] of value.entries()) waiting.push(item);
    else if (value instanceof PDFStream) waiting.push(value.dict);
    else if (value instanceof PDFInvalidObject) waiting.push(...referencesIn(value));
    if (waiting.length === 0) break;
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!seen.has(ref.tag)) context.delete(ref);
}

export function hasAttachments(document: PDFDocument): boolean {
  const names = document.catalog.lookup(name('Names'));
  return names instanceof PDFDict && names.get(name('EmbeddedFiles')) !== undefined;
}
