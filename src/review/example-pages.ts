/** Builders for the examples of rules: drawn pages with a few lines (A4, the margins of a report), and the drafts that examples tell of. */
import { resolveLook } from '../document/look.ts';
import type { ContentExample, Draft } from './define-rule.ts';
import type { RenderedDocument, RenderedLine, RenderedPage } from '../document/rendered-document.ts';

export function lineAt(top: number, text: string, more: Partial<RenderedLine> = {}): RenderedLine {
  return { text, left: 85, top, right: 85 + text.length * 5, bottom: top + 13, sizePt: 11, font: 'Carlito', bold: false, ...more };
}

/** `count` lines of text from the top of the text area on. */
export function textLines(count: number): RenderedLine[] {
  return Array.from({ length: count }, (_, i) => lineAt(82 + i * 15.4, 'A line of ordinary text that goes nearly to the margin.'));
}

export function pageOf(page: number, lines: RenderedLine[], more: Partial<RenderedPage> = {}): RenderedPage {
  return { page, widthPt: 595.3, heightPt: 841.9, lines, pictures: [], missingGlyphs: 0, ...more };
}

export function drawnOf(pages: RenderedPage[], more: Partial<RenderedDocument> = {}): RenderedDocument {
  return { pages, fonts: ['Carlito', 'Gelasio'], outline: [], tagged: true, title: 'A title', lang: 'en', ...more };
}

/** An example's draft: an empty report in English, but for what it names. */
export function exampleDraft({ document, look }: ContentExample): Draft {
  return {
    document: { title: 'A title', lang: 'en', blocks: [], assets: new Map(), ...document },
    look: { ...resolveLook('report'), ...look },
  };
}
