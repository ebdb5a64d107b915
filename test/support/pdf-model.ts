/** What is torn in a PDF: references to objects that are not there, and whatever of the file leads to a page that is in it no more. */
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRef, PDFStream, type PDFObject } from '@cantoo/pdf-lib';

const STEPS_MAX = 400_000;
const key = (name: string): PDFName => PDFName.of(name);

const isPage = (value: PDFObject | undefined): boolean => value instanceof PDFDict && String(value.get(key('Type'))) === '/Page';

/** Sorted, each once. @throws where the file cannot be read */
export async function faultsOfPdf(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true, throwOnInvalidObject: false });
  const { context, catalog } = document;
  const pages = new Set(document.getPages().map(({ ref }) => ref.tag));
  const faults = new Set<string>();
  const seen = new Set<string>();
  let steps = 0;
  // the way there is part of the fault: /StructTreeRoot/K/Pg; the shortest one, so that it stays the same when others are added
  const queue: { value: PDFObject; way: string }[] = [{ value: catalog, way: '' }];
  for (const { value, way } of queue) {
    if (steps++ >= STEPS_MAX) break;
    if (value instanceof PDFRef) {
      if (seen.has(value.tag)) continue;
      const held = context.lookup(value);
      // every way that leads to what is not there is a fault of its own
      if (held === undefined) faults.add(`${way} leads to nothing`);
      else if (isPage(held) && !pages.has(value.tag)) faults.add(`${way} leads to a page that is gone`);
      else {
        seen.add(value.tag);
        queue.push({ value: held, way });
      }
    } else if (value instanceof PDFArray) for (let at = 0; at < value.size(); at++) queue.push({ value: value.get(at), way });
    else if (value instanceof PDFDict || value instanceof PDFStream) {
      const dict = value instanceof PDFStream ? value.dict : value;
      for (const [name, inner] of dict.entries()) {
        const step = name.asString();
        // what a chain leads to is not told by its length
        queue.push({ value: inner, way: way.endsWith(step) ? way : `${way}${step}`.split('/').slice(-4).join('/') });
      }
    }
  }
  return [...faults].toSorted();
}
