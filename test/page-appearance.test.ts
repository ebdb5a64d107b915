/** The appearance of a PDF is measured on its pages: what was set is found again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedDocument, RenderedLine } from '../src/document/rendered-document.ts';
import { measureAppearance } from '../src/edits/page-appearance.ts';
import { readPdf } from '../src/readers/pdf.ts';

const line = (text: string, top: number, more: Partial<RenderedLine> = {}): RenderedLine => ({
  text,
  left: 70,
  right: 70 + text.length * 6,
  top,
  bottom: top + 12,
  sizePt: 12,
  emPt: 12,
  font: 'TimesNewRomanPSMT',
  bold: false,
  ...more,
});
const pageOf = (page: number): RenderedDocument['pages'][number] => ({
  page,
  widthPt: 595,
  heightPt: 842,
  pictures: [],
  missingGlyphs: 0,
  lines: [
    line('House rules', 30),
    line(`Heading number ${page}`, 90, { emPt: 20, bold: true, color: '112233', right: 300 }),
    ...Array.from({ length: 30 }, (_, i) =>
      line(`A line of running text, the ${i}th of page ${page}, reaches the right margin here.`, 130 + i * 18, { right: 525 }),
    ),
    line(`Page ${page} of 3`, 800, { emPt: 9 }),
  ],
});

test('paper, margins, typeface, sizes, colours, running header and page numbers', () => {
  const drawn: RenderedDocument = {
    pages: [1, 2, 3].map(pageOf),
    fonts: ['TimesNewRomanPSMT'],
    outline: [],
    tagged: false,
    title: '',
    lang: 'en',
  };
  const look = measureAppearance(drawn, readPdf(drawn).value.pages, 'report');
  assert.deepEqual(
    [look.faces.text, look.roles.body.sizePt, look.bodyAlign, look.pageNumbers, look.header],
    ['Times New Roman', 12, 'justify', 'all', 'House rules'],
  );
  assert.deepEqual(
    [
      Math.round(look.page.widthCm),
      Math.round(look.page.heightCm),
      Math.round(look.page.leftCm * 10) / 10,
      Math.round(look.page.rightCm * 10) / 10,
    ],
    [21, 30, 2.5, 2.5],
  );
  assert.ok(look.roles.body.line > 1 && look.roles.body.line < 1.5, String(look.roles.body.line));
  const heading = [look.roles.heading1, look.roles.heading2].find(({ sizePt }) => sizePt === 20);
  assert.deepEqual([heading?.bold, heading?.color], [true, '112233']);
});
