/** One page of which areas go: letters out of its content, notes and fields out of its annotations, and a bar over each place. */
import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRef, type PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import type { Box } from '../../../document/rendered-document.ts';
import type { StandardFaces } from './glyph-widths.ts';
import { name, pageContent, toPageSpace } from './pdf-file.ts';
import { meets, type Area } from './areas.ts';
import { balancedContent } from './balance-states.ts';
import { redactContent } from './redact-content.ts';

export interface PageBars {
  boxes: Box[];
  /** 0-1 each. */ color: readonly [number, number, number];
}

function rectOf(annotation: PDFDict): Area | undefined {
  const rect = annotation.lookup(name('Rect'));
  if (!(rect instanceof PDFArray) || rect.size() < 4) return undefined;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = Array.from({ length: 4 }, (_, i) => {
    const value = rect.lookup(i);
    return value instanceof PDFNumber ? value.asNumber() : 0;
  });
  return { left: Math.min(x1, x2), right: Math.max(x1, x2), bottom: Math.min(y1, y2), top: Math.max(y1, y2) };
}

/** Notes, links and fields over an area may say what was under it. */
function dropAnnotations(document: PDFDocument, page: PDFPage, areas: readonly Area[]): void {
  const annotations = page.node.lookup(name('Annots'));
  if (!(annotations instanceof PDFArray)) return;
  for (let i = annotations.size() - 1; i >= 0; i--) {
    const annotation = annotations.lookup(i);
    const rect = annotation instanceof PDFDict ? rectOf(annotation) : undefined;
    if (!(annotation instanceof PDFDict) || !rect || !areas.some((area) => meets(area, rect))) continue;
    const ref = annotations.get(i);
    annotations.remove(i);
    if (ref instanceof PDFRef) dropField(document, ref, annotation);
  }
}

function dropField(document: PDFDocument, ref: PDFRef, annotation: PDFDict): void {
  const subtype = annotation.lookup(name('Subtype'));
  if (!(subtype instanceof PDFName) || subtype.decodeText() !== 'Widget') return;
  const form = document.catalog.lookup(name('AcroForm'));
  const parent = annotation.lookup(name('Parent'));
  const lists = [
    form instanceof PDFDict ? form.lookup(name('Fields')) : undefined,
    parent instanceof PDFDict ? parent.lookup(name('Kids')) : undefined,
  ];
  for (const list of lists) {
    if (!(list instanceof PDFArray)) continue;
    for (let i = list.size() - 1; i >= 0; i--) {
      const entry = list.get(i);
      if (entry instanceof PDFRef && entry.tag === ref.tag) list.remove(i);
    }
  }
  if (parent instanceof PDFDict) for (const key of ['V', 'DV']) parent.delete(name(key));
}

const number = (value: number): string => String(Math.round(value * 100) / 100);

/** @returns false where something within the areas could not be taken out, so that the page has to become a picture */
export function redactPage(document: PDFDocument, page: PDFPage, bars: readonly PageBars[], faces: StandardFaces): boolean {
  const areas = bars.flatMap(({ boxes }) => boxes).map((box) => toPageSpace(page, box));
  dropAnnotations(document, page, areas);
  const { context } = document;
  const held = pageContent(page);
  const content = held && balancedContent(held);
  const resources = page.node.Resources();
  const redacted = content === null ? null : redactContent(content, resources, [1, 0, 0, 1, 0, 0], { context, faces, areas, depth: 0 });
  const drawn = bars.flatMap(({ boxes, color }) =>
    boxes.map((box) => {
      const { left, bottom, right, top } = toPageSpace(page, box);
      return `${color.map(number).join(' ')} rg ${number(left)} ${number(bottom)} ${number(right - left)} ${number(top - bottom)} re f`;
    }),
  );
  const streams = [Buffer.from('q\n'), redacted?.bytes ?? Buffer.alloc(0), Buffer.from(`\nQ\nq\n${drawn.join('\n')}\nQ\n`)];
  page.node.set(name('Contents'), context.register(context.flateStream(Buffer.concat(streams))));
  if (redacted?.resources) page.node.set(name('Resources'), redacted.resources);
  for (const key of ['Thumb', 'PieceInfo', 'Metadata']) page.node.delete(name(key));
  return redacted !== null && !redacted.unsure;
}

/** The page as a picture of itself. @param png as it is shown */
export async function pictureOfPage(document: PDFDocument, page: PDFPage, png: Uint8Array): Promise<void> {
  const { width, height } = page.getSize();
  const image = await document.embedPng(png);
  const turn = ((page.getRotation().angle % 360) + 360) % 360;
  const sideways = turn % 180 !== 0;
  const [shownWidth, shownHeight] = sideways ? [height, width] : [width, height];
  page.node.delete(name('Contents'));
  page.node.set(name('Resources'), document.context.obj({}));
  for (const key of ['Annots', 'Rotate', 'CropBox', 'TrimBox', 'BleedBox', 'ArtBox', 'Thumb', 'StructParents', 'PieceInfo'])
    page.node.delete(name(key));
  page.node.set(name('Rotate'), document.context.obj(0));
  page.setMediaBox(0, 0, shownWidth, shownHeight);
  page.drawImage(image, { x: 0, y: 0, width: shownWidth, height: shownHeight });
}
