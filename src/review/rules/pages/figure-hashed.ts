import { definePageRule } from '../../define-rule.ts';
import type { RenderedDocument } from '../../../document/rendered-document.ts';

const HASHES = /^#{3,}$/;
const TOLD_MAX = 10;

const drawnOf = (text: string): RenderedDocument => ({
  pages: [
    {
      page: 1,
      widthPt: 842,
      heightPt: 595,
      lines: [{ text, left: 100, top: 100, right: 140, bottom: 112, sizePt: 11, font: 'Carlito', bold: false }],
      pictures: [],
      missingGlyphs: 0,
    },
  ],
  fonts: ['Carlito'],
  outline: [],
  tagged: true,
  title: '',
  lang: 'en',
});

/** Office programs draw #### for a figure or date that does not fit into its column. */
export const figureHashed = definePageRule({
  code: 'figure_hashed',
  severity: 'warning',
  formats: ['xlsx'],
  summary: 'a figure that is drawn as `####`',
  check: ({ pages }) =>
    pages
      .flatMap(({ page, lines }) =>
        lines
          .filter(({ text }) => HASHES.test(text.trim()))
          .map(({ left, top, right, bottom }) => ({
            message: `A figure on page ${page} is drawn as ####: its column is too narrow.`,
            location: { page, bbox: [left, top, right, bottom] as [number, number, number, number] },
          })),
      )
      .slice(0, TOLD_MAX),
  examples: {
    fires: [{ name: 'drawn so', document: {}, drawn: drawnOf('####') }],
    silent: [
      { name: 'a figure', document: {}, drawn: drawnOf('1,234.50') },
      { name: 'a typed sign', document: {}, drawn: drawnOf('# of units') },
    ],
  },
});
