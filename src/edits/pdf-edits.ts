/** All operations on PDF files, in `pdf/operations/`: those on its pages, and those on its text, for which the pages are laid out again. */
import type { EditListed } from './all-edits.ts';
import type { PdfEdit } from './pdf/define-pdf-edit.ts';
import type { PdfTextEdit } from './pdf/define-pdf-text-edit.ts';
import { rotatePages } from './pdf/operations/rotate-pages.ts';
import { deletePages } from './pdf/operations/delete-pages.ts';
import { movePages } from './pdf/operations/move-pages.ts';
import { fillForm } from './pdf/operations/fill-form.ts';
import { addPageNumbers } from './pdf/operations/add-page-numbers.ts';
import { setBookmarks } from './pdf/operations/set-bookmarks.ts';
import { setPdfProperty } from './pdf/operations/set-property.ts';
import { stamp } from './pdf/operations/stamp.ts';
import { annotate } from './pdf/operations/annotate.ts';
import { insertPages } from './pdf/operations/insert-pages.ts';
import { extractPages } from './pdf/operations/extract-pages.ts';
import { addAttachment, removeAttachment } from './pdf/operations/attachments.ts';
import { flattenForm } from './pdf/operations/flatten-form.ts';
import { redact } from './pdf/operations/redact.ts';
import { replacePdfText } from './pdf/operations/replace-text.ts';
import { rewritePdfBlock } from './pdf/operations/rewrite-block.ts';
import { deletePdfBlock } from './pdf/operations/delete-block.ts';
import { insertPdfBlocks } from './pdf/operations/insert-blocks.ts';

export const PDF_PAGE_EDITS: readonly PdfEdit[] = [
  rotatePages,
  deletePages,
  movePages,
  insertPages,
  extractPages,
  fillForm,
  flattenForm,
  stamp,
  annotate,
  redact,
  addPageNumbers,
  setBookmarks,
  setPdfProperty,
  addAttachment,
  removeAttachment,
];

export const PDF_TEXT_EDITS: readonly PdfTextEdit[] = [replacePdfText, rewritePdfBlock, deletePdfBlock, insertPdfBlocks];

export const PDF_EDITS: readonly EditListed[] = [...PDF_PAGE_EDITS, ...PDF_TEXT_EDITS];
