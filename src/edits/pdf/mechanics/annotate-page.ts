/** Marks and notes on a page (ISO 32000-1 §12.5), with an appearance of their own, so that every reader shows them alike. */
import { PDFArray, PDFHexString, PDFString, type PDFDict, type PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import type { Box } from '../../../document/rendered-document.ts';
import type { EditContext } from '../../define-edit.ts';
import { name, toPageSpace } from './pdf-file.ts';
import { maxOf, minOf } from '../../../base/extremes.ts';

export interface Mark {
  kind: 'highlight' | 'underline' | 'strike' | 'note';
  text: string;
  color: readonly [number, number, number];
}

const SUBTYPES = { highlight: 'Highlight', underline: 'Underline', strike: 'StrikeOut', note: 'Text' } as const;
const NOTE_PT = 20;
const PRINTED = 4;

const number = (value: number): string => String(Math.round(value * 100) / 100);

function appearanceOf(kind: Mark['kind'], color: string, quads: readonly Quad[]): string {
  const lines = quads.map(({ left, bottom, right, top }) => {
    const y = kind === 'strike' ? (bottom + top) / 2 : bottom + 1;
    return kind === 'highlight'
      ? `${number(left)} ${number(bottom)} ${number(right - left)} ${number(top - bottom)} re f`
      : `${number(left)} ${number(y)} m ${number(right)} ${number(y)} l S`;
  });
  const paint = kind === 'highlight' ? `/Mark gs ${color} rg` : `${color} RG 1 w`;
  return `${paint}\n${lines.join('\n')}`;
}

interface Quad {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

const pdfDate = (iso: string): string => `D:${iso.replaceAll(/[-:TZ]/g, '').slice(0, 14)}Z`;

/** @param boxes as the page is shown */
export function annotatePage(
  document: PDFDocument,
  page: PDFPage,
  boxes: readonly Box[],
  mark: Mark,
  { author, date }: Pick<EditContext, 'author' | 'date'>,
): void {
  const { context } = document;
  const quads = boxes.map((box) => toPageSpace(page, box));
  const [first] = quads;
  if (!first) return;
  const around =
    mark.kind === 'note'
      ? { left: first.left, top: first.top, right: first.left + NOTE_PT, bottom: first.top - NOTE_PT }
      : {
          left: minOf(quads.map(({ left }) => left)),
          bottom: minOf(quads.map(({ bottom }) => bottom)),
          right: maxOf(quads.map(({ right }) => right)),
          top: maxOf(quads.map(({ top }) => top)),
        };
  const rect = [around.left, around.bottom, around.right, around.top];
  const annotation: PDFDict = context.obj({
    Type: 'Annot',
    Subtype: SUBTYPES[mark.kind],
    Rect: rect,
    C: [...mark.color],
    F: PRINTED,
    Contents: PDFHexString.fromText(mark.text),
    T: PDFHexString.fromText(author),
    M: PDFString.of(pdfDate(date)),
    P: page.ref,
  });
  if (mark.kind === 'note') annotation.set(name('Name'), name('Note'));
  else {
    annotation.set(
      name('QuadPoints'),
      context.obj(quads.flatMap(({ left, bottom, right, top }) => [left, top, right, top, left, bottom, right, bottom])),
    );
    const color = mark.color.map(number).join(' ');
    const form = context.stream(appearanceOf(mark.kind, color, quads), {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: rect,
      Resources: { ExtGState: { Mark: { Type: 'ExtGState', BM: 'Multiply', ca: 0.6 } } },
    });
    annotation.set(name('AP'), context.obj({ N: context.register(form) }));
  }
  const known = page.node.lookup(name('Annots'));
  const ref = context.register(annotation);
  if (known instanceof PDFArray) known.push(ref);
  else page.node.set(name('Annots'), context.obj([ref]));
}
