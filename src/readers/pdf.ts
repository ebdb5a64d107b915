/** PDF files → blocks by page, from the lines that PDFium finds on each page. */
import type { Block } from '../document/block.ts';
import type { DrawnDocument } from '../document/drawn-document.ts';
import type { Note, Noted } from '../base/note.ts';

export interface PdfContent { pages: Block[][] }

/** Notes: `pages_without_text` (scanned pages, which are not read). */
export function readPdf(drawn: DrawnDocument): Noted<PdfContent> {
  const notes: Note[] = [];
  const pages = drawn.pages.map((page) => page.lines.map((line): Block => ({ id: '', type: 'paragraph', runs: [{ text: line.text }] })));
  return { value: { pages }, notes };
}
