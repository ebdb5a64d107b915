/** All operations by format, in the order of the documentation. */
import type { OfficeKind } from '../ooxml/office-package.ts';
import { addComment } from './docx/add-comment.ts';
import { deleteBlock } from './docx/delete-block.ts';
import { deleteRows } from './docx/delete-rows.ts';
import { insertBlocks } from './docx/insert-blocks.ts';
import { insertChart } from './docx/insert-chart.ts';
import { deleteColumns, insertColumns } from './docx/insert-columns.ts';
import { insertImage, replaceImage } from './docx/insert-image.ts';
import { insertRows } from './docx/insert-rows.ts';
import { replaceText } from './docx/replace-text.ts';
import { restyle } from './docx/restyle.ts';
import { rewriteBlock } from './docx/rewrite-block.ts';
import { setAltText } from './docx/set-alt-text.ts';
import { moveBlock } from './docx/move-block.ts';
import { refreshToc } from './docx/refresh-toc.ts';
import { replyComment, resolveComment } from './docx/reply-comment.ts';
import { setHeaderFooter } from './docx/set-header-footer.ts';
import { setPage } from './docx/set-page.ts';
import { setFormat } from './docx/set-format.ts';
import { setCellText } from './docx/set-cell-text.ts';
import { acceptRevision, rejectRevision } from './docx/settle-revisions.ts';
import type { WordFile } from './docx/word-file.ts';
import type { Edit } from './define-edit.ts';
import type { DeckFile } from './pptx/deck-file.ts';
import { replaceDeckText } from './pptx/replace-deck-text.ts';
import { setDeckCellText, setText } from './pptx/set-text.ts';
import { deleteShape } from './pptx/delete-shape.ts';
import { deleteSlide } from './pptx/delete-slide.ts';
import { duplicateSlide } from './pptx/duplicate-slide.ts';
import { insertSlide } from './pptx/insert-slide.ts';
import { moveSlide } from './pptx/move-slide.ts';
import { replaceDeckImage } from './pptx/replace-deck-image.ts';
import { setDeckAltText } from './pptx/set-deck-alt-text.ts';
import { setLayout } from './pptx/set-layout.ts';
import { setNotes } from './pptx/set-notes.ts';
import { setShape } from './pptx/set-shape.ts';
import { deleteDeckRows, insertDeckRows } from './pptx/table-rows.ts';
import { addDeckComment } from './pptx/add-deck-comment.ts';
import { applyTheme } from './pptx/apply-theme.ts';
import { setChartData } from './pptx/set-chart-data.ts';
import { addSheet } from './xlsx/add-sheet.ts';
import { deleteSheet } from './xlsx/delete-sheet.ts';
import { moveSheet } from './xlsx/move-sheet.ts';
import { addChart } from './xlsx/add-chart.ts';
import { updateChart } from './xlsx/update-chart.ts';
import { addCellComment } from './xlsx/add-comment.ts';
import { addTable } from './xlsx/add-table.ts';
import { sort } from './xlsx/sort.ts';
import { addConditionalFormat } from './xlsx/add-conditional-format.ts';
import { addDataValidation } from './xlsx/add-data-validation.ts';
import { defineName } from './xlsx/define-name.ts';
import { freeze } from './xlsx/freeze.ts';
import { setCellFormat } from './xlsx/set-format.ts';
import { setNumberFormat } from './xlsx/set-number-format.ts';
import { renameSheet } from './xlsx/rename-sheet.ts';
import { deleteSheetColumns } from './xlsx/delete-columns.ts';
import { deleteSheetRows } from './xlsx/delete-rows.ts';
import { insertSheetColumns } from './xlsx/insert-columns.ts';
import { insertSheetRows } from './xlsx/insert-rows.ts';
import { setCells } from './xlsx/set-cells.ts';
import { setFormula } from './xlsx/set-formula.ts';
import type { WorkbookFile } from './xlsx/workbook-file.ts';
import { PDF_EDITS } from './pdf-edits.ts';
import { createSetProperty } from './office/set-property.ts';

export const WORD_EDITS: readonly Edit<WordFile>[] = [
  replaceText,
  rewriteBlock,
  insertBlocks,
  deleteBlock,
  moveBlock,
  setFormat,
  setCellText,
  insertRows,
  deleteRows,
  insertColumns,
  deleteColumns,
  insertImage,
  replaceImage,
  insertChart,
  setAltText,
  setHeaderFooter,
  setPage,
  refreshToc,
  createSetProperty<WordFile>('docx'),
  addComment,
  replyComment,
  resolveComment,
  acceptRevision,
  rejectRevision,
  restyle,
];

export const DECK_EDITS: readonly Edit<DeckFile>[] = [
  replaceDeckText,
  setText,
  insertSlide,
  duplicateSlide,
  deleteSlide,
  moveSlide,
  setLayout,
  setShape,
  deleteShape,
  replaceDeckImage,
  setDeckAltText,
  setDeckCellText,
  insertDeckRows,
  deleteDeckRows,
  setNotes,
  setChartData,
  addDeckComment,
  applyTheme,
  createSetProperty<DeckFile>('pptx'),
];

export const WORKBOOK_EDITS: readonly Edit<WorkbookFile>[] = [
  setCells,
  setFormula,
  insertSheetRows,
  deleteSheetRows,
  insertSheetColumns,
  deleteSheetColumns,
  addSheet,
  renameSheet,
  moveSheet,
  deleteSheet,
  setNumberFormat,
  setCellFormat,
  defineName,
  addConditionalFormat,
  addDataValidation,
  freeze,
  addTable,
  sort,
  addCellComment,
  addChart,
  updateChart,
  createSetProperty<WorkbookFile>('xlsx'),
];

/** What the table of operations needs of each, whatever file it works on. */
export interface EditListed extends Pick<Edit<never>, 'op' | 'summary' | 'tracked' | 'refuses' | 'schema' | 'alone'> {
  format: OfficeKind | 'pdf';
}

export const ALL_EDITS: Readonly<Record<OfficeKind | 'pdf', readonly EditListed[]>> = {
  docx: WORD_EDITS,
  pptx: DECK_EDITS,
  xlsx: WORKBOOK_EDITS,
  pdf: PDF_EDITS,
};
