import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedDocument, RenderedLine } from '../document/rendered-document.ts';
import { clusterColors } from './cluster-colors.ts';
import { copyPageLook, copyPictureLook, nearestFace } from './page-look.ts';

/** Pixels of these colours, each so many times. */
function pixelsOf(...parts: readonly (readonly [hex: string, count: number])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(([hex, count]) =>
      Array.from({ length: count }, () => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))).flat(),
    ),
  );
}

const line = (text: string, top: number, more: Partial<RenderedLine> = {}): RenderedLine => ({
  text,
  left: 85,
  right: 500,
  top,
  bottom: top + 12,
  sizePt: 10,
  emPt: 10,
  font: 'Arial-BoldMT',
  bold: false,
  ...more,
});

const pageOf = (page: number): RenderedDocument['pages'][number] => ({
  page,
  widthPt: 595,
  heightPt: 842,
  lines: [
    line('Norte Logistics', 30),
    line('A heading', 120, { emPt: 18, font: 'FuturaPT-Bold', color: 'B4532A', bold: true }),
    ...Array.from({ length: 20 }, (_, at) => line('Running text that fills the whole line of the page from edge to edge', 160 + at * 14)),
    line(`Page ${page}`, 800),
  ],
  pictures: [],
  missingGlyphs: 0,
});
const DOCUMENT: RenderedDocument = { pages: [1, 2, 3].map(pageOf), fonts: [], outline: [], tagged: false, title: '', lang: '' };

test('colours come by how much they stand out, and white is none', () => {
  const colors = clusterColors(pixelsOf(['FFFFFF', 5000], ['222222', 600], ['B4532A', 300], ['B5542B', 200], ['2B6CB0', 60]));
  assert.match(colors[0] ?? '', /^B[45]5[34]2/);
  assert.ok(colors.includes('222222') && colors.includes('2B6CB0'));
  assert.equal(colors.length, 3);
  assert.deepEqual(clusterColors(new Uint8Array()), []);
});

test('a PDF gives faces that Office has, sizes, margins and the words at the head of its pages', () => {
  const { design, copied, notCopied, template } = copyPageLook(DOCUMENT, [pixelsOf(['FFFFFF', 900], ['B4532A', 100])], 'docx');
  assert.equal(template, undefined);
  assert.deepEqual(design.faces, { text: 'Arial', display: 'Century Gothic', bold_titles: true });
  assert.deepEqual([design.sizes?.body, design.sizes?.heading1, design.page?.left_cm], [10, 18, 3]);
  assert.deepEqual([design.header?.text, design.footer], ['Norte Logistics', undefined]);
  assert.equal(design.palette?.accent, 'B4532A');
  assert.match(copied.join(), /colours of its pages.*margins/);
  assert.deepEqual(
    notCopied.map(({ what }) => what),
    ['its layout', 'a logo'],
  );
  const deck = copyPageLook(DOCUMENT, [pixelsOf(['B4532A', 10])], 'pptx');
  assert.deepEqual([deck.design.sizes, deck.design.page], [undefined, undefined]);
});

test('a logo is taken over where it has a place and is seen, and told as left out elsewhere', () => {
  const logo = { contentType: 'image/png' as const, width: 30, height: 10, data: new Uint8Array() };
  const told = (format: string, more: object = {}): [boolean, boolean, string] => {
    const look = copyPageLook(DOCUMENT, [pixelsOf(['B4532A', 10])], format, { ...logo, ...more });
    const left = look.notCopied.find(({ what }) => what === 'a logo')?.reason ?? '';
    return [look.logo !== undefined, look.copied.includes('its logo'), left];
  };
  for (const format of ['docx', 'pdf', 'pptx']) assert.deepEqual(told(format), [true, true, ''], format);
  for (const format of ['xlsx', 'artifact'])
    assert.deepEqual(told(format), [false, false, 'New workbooks and pages have no place for one.']);
  assert.match(told('docx', { needsDark: true })[2], /drawn in white/);
});

test('a picture gives its colours, and a face without a twin the nearest', () => {
  assert.equal(copyPictureLook(pixelsOf(['FFFFFF', 90], ['2B6CB0', 10])).design.palette?.accent, '2B6CB0');
  assert.deepEqual(
    ['TimesNewRomanPSMT', 'Carlito-Bold', 'MinionPro-Regular', 'Inter-SemiBold'].map((name) => nearestFace(name).face),
    ['Times New Roman', 'Calibri', 'Georgia', 'Calibri'],
  );
});
