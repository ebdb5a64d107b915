/** A PDF file opened for changes, and the geometry of its pages. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFFlateStream,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib';
import { append } from '../../../base/append.ts';
import { Refusal, SAVE_AGAIN } from '../../../base/refusal.ts';
import type { Box } from '../../../document/rendered-document.ts';
import { turnBox, type Quarter } from '../../../document/turn-box.ts';
import { checkOpeningStreams, inflateBounded, mayUnpack, STREAM_BYTES_MAX } from './stream-bounds.ts';

export interface PdfFile {
  document: PDFDocument;
  /** As they were sent: page 1 is the first; behind them those that operations have brought in. */
  pages: PDFPage[];
  /** How many were sent: these alone have numbers that an operation may name. */
  sent: number;
  /** How each of these was turned, in degrees: an operation may have turned it since. */
  turns: readonly number[];
  /** Why nothing may be changed; null where everything may. */
  locked: string | null;
}

function isSigned(document: PDFDocument): boolean {
  const form = document.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  const flags = form?.lookupMaybe(PDFName.of('SigFlags'), PDFNumber)?.asNumber() ?? 0;
  if ((flags & 1) !== 0) return true;
  return document.context
    .enumerateIndirectObjects()
    .some(
      ([, object]) =>
        object instanceof PDFDict && object.get(PDFName.of('ByteRange')) !== undefined && object.get(PDFName.of('Contents')) !== undefined,
    );
}

/** Of objects, ISO 32000-1 Annex C. */
const NUMBER_MAX = 8_388_607;

/** Numbers of objects that are named and not there stay without one: a new object under such a number would be taken for what is missing. */
function leaveMissing({ context }: PDFDocument): void {
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value instanceof PDFRef) {
      if (value.objectNumber <= NUMBER_MAX) context.largestObjectNumber = Math.max(context.largestObjectNumber, value.objectNumber);
    } else if (value instanceof PDFArray) for (let i = 0; i < value.size(); i++) waiting.push(value.get(i));
    else if (value instanceof PDFDict) append(waiting, value.values());
    else if (value instanceof PDFStream) waiting.push(value.dict);
  }
}

/** Deeper trees are not gone through: no program writes them. */
const TREE_DEPTH_MAX = 250;

/** Readers find pages from above (ISO 32000-1 §7.7.3): one that names another parent gets that under which it is. */
function mendParents({ catalog, context }: PDFDocument): void {
  const seen = new Set<PDFObject>();
  const walk = (ref: PDFObject | undefined, depth: number): void => {
    const node = context.lookup(ref);
    if (!(ref instanceof PDFRef) || !(node instanceof PDFDict) || seen.has(node) || depth > TREE_DEPTH_MAX) return;
    seen.add(node);
    const kids = node.lookup(PDFName.of('Kids'));
    if (!(kids instanceof PDFArray)) return;
    for (const kid of kids.asArray()) {
      const child = context.lookup(kid);
      if (child instanceof PDFDict && child.get(PDFName.of('Parent')) !== ref) child.set(PDFName.of('Parent'), ref);
      walk(kid, depth + 1);
    }
  };
  walk(catalog.get(PDFName.of('Pages')), 0);
}

/** @throws Refusal file_rejected where it cannot be opened */
export async function openPdf(bytes: Uint8Array): Promise<PdfFile> {
  checkOpeningStreams(bytes);
  let document: PDFDocument;
  try {
    document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true, throwOnInvalidObject: false });
    leaveMissing(document);
    mendParents(document);
    const pages = document.getPages();
    // what readers take where a page does not say how large it is
    for (const { node } of pages)
      if (!(document.context.lookup(node.getInheritableAttribute(PDFName.of('MediaBox'))) instanceof PDFArray))
        node.set(PDFName.of('MediaBox'), document.context.obj([0, 0, 612, 792]));
    const locked = document.isEncrypted
      ? 'The PDF is encrypted: take its protection off and send it again.'
      : isSigned(document)
        ? 'The PDF is signed: any change would make its signature void. Ask for a copy that is not signed.'
        : null;
    return { document, pages, sent: pages.length, turns: pages.map((page) => page.getRotation().angle), locked };
  } catch (error) {
    throw new Refusal('file_rejected', `The PDF cannot be opened for changes: it is damaged. ${SAVE_AGAIN}`, { cause: error });
  }
}

/** Objects are packed into streams where the version of the file knows them and PDF/A does not forbid them. */
export const savePdf = (document: PDFDocument): Promise<Uint8Array> =>
  document.save({ addDefaultPage: false, updateFieldAppearances: false });

export const name = (text: string): PDFName => PDFName.of(text);

function filtersOf({ dict }: PDFStream): string[] {
  const filter = dict.lookup(name('Filter')) ?? dict.lookup(name('F'));
  const all = filter instanceof PDFArray ? Array.from({ length: filter.size() }, (_, i) => filter.lookup(i)) : [filter];
  return all.flatMap((one) => (one instanceof PDFName ? [one.decodeText()] : []));
}

/** Unpacked; null for filters that only pictures have, and for what is packed more than once. @throws Refusal for streams beyond all measure */
export function decodeStream(stream: PDFStream): Uint8Array | null {
  try {
    if (stream instanceof PDFRawStream) {
      const filters = filtersOf(stream);
      const predicted = stream.dict.lookup(name('DecodeParms')) !== undefined;
      if (filters.length === 1 && /^(?:FlateDecode|Fl)$/.test(filters[0] ?? '')) {
        const inflated = inflateBounded(stream.getContents());
        if (inflated !== null && !predicted) return inflated;
        // what has a predictor, or is broken, is left to the library, which now is known to come to little
        if (inflated === null && stream.getContents().length > 65_536) return null;
      } else if (!mayUnpack(filters, stream.getContents().length)) return null;
    }
    // what was drawn just now is not packed yet
    const bytes =
      stream instanceof PDFRawStream
        ? decodePDFRawStream(stream).decode()
        : stream instanceof PDFFlateStream
          ? stream.getUnencodedContents()
          : stream.getContents();
    if (bytes.length > STREAM_BYTES_MAX) throw new Refusal('file_rejected', 'A stream of the PDF unpacks to more than 64 MB.');
    return bytes;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return null;
  }
}

/** The content of a page, its streams joined as readers do (ISO 32000-1 §7.8.2); null where one is damaged or cannot be unpacked. */
export function pageContent(page: PDFPage): Uint8Array | null {
  const contents = page.node.lookup(name('Contents'));
  const streams =
    contents instanceof PDFArray
      ? Array.from({ length: contents.size() }, (_, i) => contents.lookup(i))
      : contents === undefined
        ? []
        : [contents];
  const parts: Uint8Array[] = [];
  for (const stream of streams) {
    // readers may make sense of it, as they do of the rest
    if (stream instanceof PDFInvalidObject) return null;
    if (!(stream instanceof PDFStream)) continue;
    const decoded = decodeStream(stream);
    if (decoded === null) return null;
    parts.push(decoded, Buffer.from('\n'));
  }
  return Buffer.concat(parts);
}

/** A box as people see it (points from the upper left corner of the page as shown) in the page's own space. */
export function toPageSpace(page: PDFPage, seen: Box): { left: number; bottom: number; right: number; top: number } {
  const { x, y, width, height } = page.getCropBox();
  const turn = ((page.getRotation().angle % 360) + 360) % 360;
  switch (turn) {
    case 90:
      return { left: x + seen.top, right: x + seen.bottom, bottom: y + seen.left, top: y + seen.right };
    case 180:
      return { left: x + width - seen.right, right: x + width - seen.left, bottom: y + seen.top, top: y + seen.bottom };
    case 270:
      return { left: x + width - seen.bottom, right: x + width - seen.top, bottom: y + height - seen.right, top: y + height - seen.left };
    default:
      return { left: x + seen.left, right: x + seen.right, bottom: y + height - seen.bottom, top: y + height - seen.top };
  }
}

/** Width and height of the page as it is shown. */
export function shownSize(page: PDFPage): { width: number; height: number } {
  const { width, height } = page.getCropBox();
  return page.getRotation().angle % 180 === 0 ? { width, height } : { width: height, height: width };
}

const QUARTERS = [0, 1, 2, 3] as const;

/** Quarters, clockwise, by which the request has turned a page so far. */
function turnedSince({ pages, turns }: PdfFile, number: number): Quarter {
  const now = pages[number - 1]?.getRotation().angle ?? 0;
  const quarters = Math.round((now - (turns[number - 1] ?? now)) / 90);
  return QUARTERS[((quarters % 4) + 4) % 4] ?? 0;
}

/** Boxes of the page as it was shown when the file was sent, on the page as it is shown now. */
export function shownNow(file: PdfFile, number: number, boxes: readonly Box[]): Box[] {
  const quarter = turnedSince(file, number);
  const page = file.pages[number - 1];
  if (quarter === 0 || page === undefined) return [...boxes];
  const size = sizeAsSent(file, number);
  return boxes.map((box) => turnBox(box, size, quarter));
}

/** Where words run that ran there as the page was sent, in quarters clockwise. */
export const runsNow = (file: PdfFile, number: number, runs: Quarter): Quarter => QUARTERS[(runs + turnedSince(file, number)) % 4] ?? 0;

/** The same as `shownNow` the other way round. */
export function shownAsSent(file: PdfFile, number: number, box: Box): Box {
  const page = file.pages[number - 1];
  if (page === undefined) return box;
  const { width, height } = shownSize(page);
  return turnBox(box, { widthPt: width, heightPt: height }, QUARTERS[(4 - turnedSince(file, number)) % 4] ?? 0);
}

/** Width and height of the page as it was shown when the file was sent. */
export function sizeAsSent(file: PdfFile, number: number): { widthPt: number; heightPt: number } {
  const page = file.pages[number - 1];
  const { width, height } = page === undefined ? { width: 0, height: 0 } : shownSize(page);
  return turnedSince(file, number) % 2 === 0 ? { widthPt: width, heightPt: height } : { widthPt: height, heightPt: width };
}

/** `[1, 2]` or "1-3,7", each once; undefined where one of them is not in the file. */
export function listPages(pages: readonly number[] | string, count: number): number[] | undefined {
  const listed =
    typeof pages === 'string'
      ? pages.split(',').flatMap((part) => {
          const [first = 0, last = first] = part.split('-').map((number) => Number(number.trim()));
          return Array.from({ length: Math.max(0, Math.min(last, count + 1) - first + 1) }, (_, i) => first + i);
        })
      : [...pages];
  return listed.length === 0 || listed.some((page) => page < 1 || page > count) ? undefined : [...new Set(listed)];
}
