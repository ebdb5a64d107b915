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
import { append } from '../../../base/append.ts';
import { decodeStream, name } from './pdf-file.ts';

/** As texts are compared: without regard to capitals, widths of letters and runs of white space. */
export const foldWords = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');

/** The text without the words, or null where it has none of them. */
function without(text: string, words: readonly string[]): string | null {
  let left = text;
  for (const word of words) {
    const pattern = word
      .trim()
      .split(/\s+/)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('\\s+');
    if (pattern !== '' && foldWords(left).includes(foldWords(word).trim())) left = left.replaceAll(new RegExp(pattern, 'giu'), '');
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

/** Whether a string within the object says one of the words; what it refers to is an object of its own. */
function says(value: PDFObject | undefined, words: readonly string[], depth = 0): boolean {
  if (depth > 60) return false;
  const text = textOf(value);
  if (text !== null) return without(text, words) !== null;
  if (value instanceof PDFArray) return value.asArray().some((one) => says(one, words, depth + 1));
  if (value instanceof PDFDict) return value.values().some((one) => says(one, words, depth + 1));
  return value instanceof PDFStream && says(value.dict, words, depth + 1);
}

/** Whether anything of the file beside what its pages draw says the words. */
export const saysBeside = (document: PDFDocument, words: string): boolean =>
  document.context.enumerateIndirectObjects().some(([, object]) => says(object, [words])) ||
  says(document.context.trailerInfo.Info, [words]) ||
  textStreams(document).some(([, stream]) => decodeStream(stream) !== null && cleanText(stream, [words]) !== null);

/** Notes and fields that say the words show them by an appearance of their own. */
function dropAppearances(document: PDFDocument, words: readonly string[]): void {
  const shows = (dict: PDFObject | undefined): boolean =>
    dict instanceof PDFDict && ['Contents', 'RC', 'V', 'DV', 'DA', 'Subj'].some((key) => says(dict.lookup(name(key)), words));
  for (const [, annotation] of document.context.enumerateIndirectObjects()) {
    if (!(annotation instanceof PDFDict) || annotation.get(name('AP')) === undefined) continue;
    if (!shows(annotation) && !shows(annotation.lookup(name('Parent')))) continue;
    annotation.delete(name('AP'));
    const form = document.catalog.lookup(name('AcroForm'));
    if (form instanceof PDFDict) form.set(name('NeedAppearances'), PDFBool.True);
  }
}

/** Takes the words out of every string of the file, and out of properties, forms and scripts that are streams of text. */
export function scrubStrings(document: PDFDocument, words: readonly string[]): void {
  const { context } = document;
  if (words.length === 0) return;
  dropAppearances(document, words);
  for (const [ref, object] of context.enumerateIndirectObjects()) scrubText(object, words, (clean) => context.assign(ref, clean), 0);
  for (const [ref, stream] of textStreams(document)) scrubStream(context, ref, stream, words);
  scrubText(context.trailerInfo.Info, words, () => undefined, 0);
}

function isXml(stream: PDFRawStream): boolean {
  const [type, subtype] = [stream.dict.lookup(name('Type')), stream.dict.lookup(name('Subtype'))];
  return [type, subtype].some((one) => one instanceof PDFName && /^(?:Metadata|XML)$/.test(one.decodeText()));
}

/** Entries whose value may be a stream of text: forms in XML, scripts, values and notes with formatting (ISO 32000-1 §12.7.8, §12.6.4.16). */
const TEXT_ENTRIES = ['XFA', 'JS', 'RV', 'RC'];

/** Streams that hold text which no page draws: properties in XML and what the entries lead to. */
function textStreams({ context }: PDFDocument): [PDFRef, PDFRawStream][] {
  const found = new Map<string, [PDFRef, PDFRawStream]>();
  const take = (value: PDFObject | undefined): void => {
    const object = value instanceof PDFRef ? context.lookup(value) : undefined;
    if (value instanceof PDFRef && object instanceof PDFRawStream) found.set(value.tag, [value, object]);
    const list = value instanceof PDFArray ? value : object;
    if (list instanceof PDFArray) for (let i = 0; i < list.size(); i++) if (list.get(i) instanceof PDFRef) take(list.get(i));
  };
  const look = (value: PDFObject | undefined, depth: number): void => {
    if (depth > 60) return;
    if (value instanceof PDFStream) look(value.dict, depth + 1);
    else if (value instanceof PDFArray) for (let i = 0; i < value.size(); i++) look(value.get(i), depth + 1);
    else if (value instanceof PDFDict)
      for (const [key, item] of value.entries()) {
        if (TEXT_ENTRIES.includes(key.decodeText())) take(item);
        look(item, depth + 1);
      }
  };
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && isXml(object)) found.set(ref.tag, [ref, object]);
    look(object, 0);
  }
  return [...found.values()];
}

/** As XML writes them, which is how they stand in most of these streams. */
const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The text of the stream without the words: null where it has none of them, empty where nobody can tell what it says. */
function cleanText(stream: PDFRawStream, words: readonly string[]): string | null {
  const decoded = decodeStream(stream);
  return decoded === null ? '' : without(Buffer.from(decoded).toString('utf8'), [...new Set([...words, ...words.map(escaped)])]);
}

function scrubStream(context: PDFContext, ref: PDFRef, stream: PDFRawStream, words: readonly string[]): void {
  const clean = cleanText(stream, words);
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

/** All that can be reached from the catalog, by reference: what is in the file for a reason. */
export function reachableObjects({ context }: PDFDocument): Map<string, PDFObject | undefined> {
  const seen = new Map<string, PDFObject | undefined>();
  const waiting: (PDFObject | undefined)[] = [context.trailerInfo.Root, context.trailerInfo.Info, context.trailerInfo.Encrypt];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (value instanceof PDFRef) {
      if (seen.has(value.tag)) continue;
      const object = context.lookup(value);
      seen.set(value.tag, object);
      waiting.push(object);
    } else if (value instanceof PDFArray) for (let i = 0; i < value.size(); i++) waiting.push(value.get(i));
    else if (value instanceof PDFDict) for (const [, item] of value.entries()) waiting.push(item);
    else if (value instanceof PDFStream) waiting.push(value.dict);
    else if (value instanceof PDFInvalidObject) append(waiting, referencesIn(value));
  }
  return seen;
}

/** Objects that cannot be reached from the catalog are what earlier revisions have left, the text of a redacted page among them. */
export function dropUnreachable(document: PDFDocument): void {
  const seen = reachableObjects(document);
  for (const [ref] of document.context.enumerateIndirectObjects()) if (!seen.has(ref.tag)) document.context.delete(ref);
}

export function hasAttachments(document: PDFDocument): boolean {
  const names = document.catalog.lookup(name('Names'));
  return names instanceof PDFDict && names.get(name('EmbeddedFiles')) !== undefined;
}
