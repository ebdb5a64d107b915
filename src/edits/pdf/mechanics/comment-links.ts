/** Links to `octavo-comment:N` of a PDF as highlights with the comments. */
import { PDFArray, PDFDict, PDFHexString, PDFNumber, PDFRef, PDFString, type PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import type { Remark } from '../../../document/inline.ts';
import type { Box } from '../../../document/rendered-document.ts';
import type { CommentedPdf } from '../../comment-pdf.ts';
import { annotatePage } from './annotate-page.ts';
import { name, openPdf, savePdf } from './pdf-file.ts';
import { maxOf, minOf } from '../../../base/extremes.ts';

const YELLOW = [1, 0.86, 0.4] as const;
const SCHEME = 'octavo-comment:';

/** Numbers of the comments that a link stands for; undefined for any other annotation. */
function numbersOf(annotation: PDFDict): number[] | undefined {
  const uri = annotation.lookupMaybe(name('A'), PDFDict)?.lookup(name('URI'));
  const text = uri instanceof PDFString || uri instanceof PDFHexString ? uri.decodeText() : '';
  return text.startsWith(SCHEME) ? text.slice(SCHEME.length).split(',').map(Number) : undefined;
}

/** Elements of the structure by the key that annotations name them with (ISO 32000-1 §14.7.4.4). */
function structureOf({ catalog }: PDFDocument): Map<number, PDFDict> {
  const found = new Map<number, PDFDict>();
  const walk = (node: PDFDict | undefined, depth: number): void => {
    if (node === undefined || depth > 20) return;
    const numbers = node.lookupMaybe(name('Nums'), PDFArray);
    for (let at = 0; at + 1 < (numbers?.size() ?? 0); at += 2) {
      const [key, value] = [numbers?.lookup(at), numbers?.lookup(at + 1)];
      if (key instanceof PDFNumber && value instanceof PDFDict) found.set(key.asNumber(), value);
    }
    const kids = node.lookupMaybe(name('Kids'), PDFArray);
    for (let at = 0; at < (kids?.size() ?? 0); at++) {
      const kid = kids?.lookup(at);
      if (kid instanceof PDFDict) walk(kid, depth + 1);
    }
  };
  walk(catalog.lookupMaybe(name('StructTreeRoot'), PDFDict)?.lookupMaybe(name('ParentTree'), PDFDict), 0);
  return found;
}

const numbersIn = (array: PDFArray | undefined): number[] =>
  array?.asArray().map((one) => (one instanceof PDFNumber ? one.asNumber() : 0)) ?? [];

/** One for each line of the words, as the page is shown. */
function boxesOf(page: PDFPage, annotation: PDFDict): Box[] {
  const { x, y, height } = page.getCropBox();
  const quads = numbersIn(annotation.lookupMaybe(name('QuadPoints'), PDFArray));
  const [a = 0, b = 0, c = 0, d = 0] = numbersIn(annotation.lookupMaybe(name('Rect'), PDFArray));
  const corners =
    quads.length < 8 ? [[a, b, c, d]] : Array.from({ length: Math.floor(quads.length / 8) }, (_, at) => quads.slice(at * 8, at * 8 + 8));
  return corners.map((all) => {
    const [across, up] = [all.filter((_, at) => at % 2 === 0), all.filter((_, at) => at % 2 === 1)];
    return {
      left: minOf(across) - x,
      right: maxOf(across) - x,
      top: y + height - maxOf(up),
      bottom: y + height - minOf(up),
    };
  });
}

/** What the annotation says of itself is replaced; its place in the structure stays. */
function becomeComment(
  document: PDFDocument,
  page: PDFPage,
  annotation: PDFDict,
  remarks: readonly Required<Remark>[],
  date: string,
): void {
  const text = remarks.length === 1 ? (remarks[0]?.text ?? '') : remarks.map((one) => `${one.author}: ${one.text}`).join('\n');
  const authors = [...new Set(remarks.map(({ author }) => author))].join(', ');
  annotatePage(document, page, boxesOf(page, annotation), { kind: 'highlight', text, color: YELLOW }, { author: authors, date });
  const all = page.node.lookup(name('Annots'), PDFArray);
  const made = all.lookup(all.size() - 1, PDFDict);
  const ref = all.get(all.size() - 1);
  all.remove(all.size() - 1);
  if (ref instanceof PDFRef) document.context.delete(ref);
  for (const key of ['A', 'Border', 'BS', 'Dest', 'H']) annotation.delete(name(key));
  for (const [key, value] of made.entries()) annotation.set(key, value);
}

export async function turnLinksIntoComments(
  bytes: Uint8Array,
  remarks: readonly Required<Remark>[],
  { date }: { date: string },
): Promise<CommentedPdf> {
  const { document, pages } = await openPdf(bytes);
  const structure = structureOf(document);
  const placed = new Set<number>();
  for (const page of pages) {
    const all = page.node.lookupMaybe(name('Annots'), PDFArray);
    for (const annotation of all?.asArray().map((one) => document.context.lookup(one)) ?? []) {
      const numbers = annotation instanceof PDFDict ? numbersOf(annotation) : undefined;
      if (!(annotation instanceof PDFDict) || numbers === undefined) continue;
      const own = numbers.flatMap((number) => remarks[number] ?? []);
      for (const number of numbers) placed.add(number);
      becomeComment(document, page, annotation, own, date);
      const parent = annotation.lookupMaybe(name('StructParent'), PDFNumber)?.asNumber();
      if (parent !== undefined) structure.get(parent)?.set(name('S'), name('Annot'));
    }
  }
  const saved = await savePdf(document);
  return { bytes: saved, missing: remarks.flatMap((_, number) => (placed.has(number) ? [] : [number])) };
}
