/** All operations by format, in the order of the documentation. */
import { PAGE_EDITS } from './page-edits.ts';
import type { OfficeKind } from '../ooxml/office-package.ts';
import { mergeWordCells, splitCell, unmergeWordCells } from './docx/operations/merge-cells.ts';
import { addControl, deleteControl, setControl } from './docx/operations/set-control.ts';
import { deleteSectionBreak } from './docx/operations/delete-section-break.ts';
import { insertSectionBreak } from './docx/operations/insert-section-break.ts';
import { removeWatermark, setWatermark } from './docx/operations/set-watermark.ts';
import { addFootnote, deleteFootnote } from './docx/operations/add-footnote.ts';
import { addBookmark, deleteBookmark } from './docx/operations/add-bookmark.ts';
import { removeLink, setLink } from './docx/operations/set-link.ts';
import { addComment } from './docx/operations/add-comment.ts';
import { deleteComment } from './docx/operations/delete-comment.ts';
import { deleteBlock } from './docx/operations/delete-block.ts';
import { deleteRows } from './docx/operations/delete-rows.ts';
import { insertBlocks } from './docx/operations/insert-blocks.ts';
import { insertChart } from './docx/operations/insert-chart.ts';
import { setWordChartData } from './docx/operations/set-chart-data.ts';
import { deleteColumns, insertColumns } from './docx/operations/insert-columns.ts';
import { insertImage, replaceImage } from './docx/operations/insert-image.ts';
import { insertTextBox } from './docx/operations/insert-text-box.ts';
import { insertRows } from './docx/operations/insert-rows.ts';
import { replaceText } from './docx/operations/replace-text.ts';
import { restyle } from './docx/operations/restyle.ts';
import { rewriteBlock } from './docx/operations/rewrite-block.ts';
import { setAltText } from './docx/operations/set-alt-text.ts';
import { moveBlock } from './docx/operations/move-block.ts';
import { refreshToc } from './docx/operations/refresh-toc.ts';
import { replyComment, resolveComment } from './docx/operations/reply-comment.ts';
import { setHeaderFooter } from './docx/operations/set-header-footer.ts';
import { setPage } from './docx/operations/set-page.ts';
import { setFormat } from './docx/operations/set-format.ts';
import { setCellText } from './docx/operations/set-cell-text.ts';
import { acceptRevision, rejectRevision } from './docx/operations/settle-revisions.ts';
import type { WordFile } from '../ooxml/word-file.ts';
import type { Edit } from './define-edit.ts';
import type { DeckFile } from '../ooxml/deck-file.ts';
import { replaceDeckText } from './pptx/operations/replace-deck-text.ts';
import { setDeckCellText, setText } from './pptx/operations/set-text.ts';
import { addShape } from './pptx/operations/add-shape.ts';
import { deleteShape } from './pptx/operations/delete-shape.ts';
import { deleteSlide } from './pptx/operations/delete-slide.ts';
import { duplicateSlide } from './pptx/operations/duplicate-slide.ts';
import { insertSlide } from './pptx/operations/insert-slide.ts';
import { moveSlide } from './pptx/operations/move-slide.ts';
import { replaceDeckImage } from './pptx/operations/replace-deck-image.ts';
import { setDeckAltText } from './pptx/operations/set-deck-alt-text.ts';
import { setLayout } from './pptx/operations/set-layout.ts';
import { setNotes } from './pptx/operations/set-notes.ts';
import { setShape } from './pptx/operations/set-shape.ts';
import { deleteDeckRows, insertDeckRows } from './pptx/operations/table-rows.ts';
import { addConnector } from './pptx/operations/add-connector.ts';
import { groupShapes, ungroupShapes } from './pptx/operations/group-shapes.ts';
import { insertDeckChart } from './pptx/operations/insert-chart.ts';
import { insertDeckImage } from './pptx/operations/insert-image.ts';
import { insertMedia } from './pptx/operations/insert-media.ts';
import { insertDeckTable } from './pptx/operations/insert-table.ts';
import { insertDeckEquation } from './pptx/operations/insert-equation.ts';
import { orderShape } from './pptx/operations/order-shape.ts';
import { setDeckFormat } from './pptx/operations/set-format.ts';
import { setDeckLink } from './pptx/operations/set-link.ts';
import { setTransition } from './pptx/operations/set-transition.ts';
import { deleteDeckColumns, insertDeckColumns } from './pptx/operations/table-columns.ts';
import { addDeckComment } from './pptx/operations/add-deck-comment.ts';
import { deleteDeckComment, replyDeckComment, resolveDeckComment } from './pptx/operations/deck-comments.ts';
import { applyTheme } from './pptx/operations/apply-theme.ts';
import { setChartData } from './pptx/operations/set-chart-data.ts';
import { addSlicer } from './xlsx/operations/add-slicer.ts';
import { addSparklines } from './xlsx/operations/add-sparklines.ts';
import { copySheet } from './xlsx/operations/copy-sheet.ts';
import { deleteCellComment } from './xlsx/operations/delete-comment.ts';
import { deleteName } from './xlsx/operations/delete-name.ts';
import { group } from './xlsx/operations/group.ts';
import { insertSheetImage } from './xlsx/operations/insert-image.ts';
import { removeRules } from './xlsx/operations/remove-rules.ts';
import { resizeTable } from './xlsx/operations/resize-table.ts';
import { setCellStyle } from './xlsx/operations/set-cell-style.ts';
import { setSheetLink } from './xlsx/operations/set-link.ts';
import { setSheet } from './xlsx/operations/set-sheet.ts';
import { setSheetHeaderFooter } from './xlsx/operations/set-header-footer.ts';
import { setSheetPage } from './xlsx/operations/set-page.ts';
import { addSheetShape } from './xlsx/operations/add-shape.ts';
import { deleteSheetShape } from './xlsx/operations/delete-shape.ts';
import { addPivot } from './xlsx/operations/add-pivot.ts';
import { updatePivot } from './xlsx/operations/update-pivot.ts';
import { addSheet } from './xlsx/operations/add-sheet.ts';
import { deleteSheet } from './xlsx/operations/delete-sheet.ts';
import { moveSheet } from './xlsx/operations/move-sheet.ts';
import { mergeCells, unmergeCells } from './xlsx/operations/merge-cells.ts';
import { setAutoFilter } from './xlsx/operations/set-auto-filter.ts';
import { addChart } from './xlsx/operations/add-chart.ts';
import { updateChart } from './xlsx/operations/update-chart.ts';
import { addCellComment } from './xlsx/operations/add-comment.ts';
import { addTable } from './xlsx/operations/add-table.ts';
import { sort } from './xlsx/operations/sort.ts';
import { addConditionalFormat } from './xlsx/operations/add-conditional-format.ts';
import { addDataValidation } from './xlsx/operations/add-data-validation.ts';
import { defineName } from './xlsx/operations/define-name.ts';
import { protectSheet } from './xlsx/operations/protect-sheet.ts';
import { freeze } from './xlsx/operations/freeze.ts';
import { setCellFormat } from './xlsx/operations/set-format.ts';
import { setNumberFormat } from './xlsx/operations/set-number-format.ts';
import { renameSheet } from './xlsx/operations/rename-sheet.ts';
import { deleteSheetColumns } from './xlsx/operations/delete-columns.ts';
import { deleteSheetRows } from './xlsx/operations/delete-rows.ts';
import { insertSheetColumns } from './xlsx/operations/insert-columns.ts';
import { insertSheetRows } from './xlsx/operations/insert-rows.ts';
import { replaceBookText } from './xlsx/operations/replace-text.ts';
import { setCells } from './xlsx/operations/set-cells.ts';
import { setFormula } from './xlsx/operations/set-formula.ts';
import type { WorkbookFile } from '../ooxml/workbook-file.ts';
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
  mergeWordCells,
  unmergeWordCells,
  splitCell,
  insertImage,
  insertTextBox,
  replaceImage,
  insertChart,
  setWordChartData,
  setAltText,
  setLink,
  removeLink,
  addBookmark,
  deleteBookmark,
  addFootnote,
  deleteFootnote,
  setControl,
  addControl,
  deleteControl,
  setHeaderFooter,
  setPage,
  insertSectionBreak,
  deleteSectionBreak,
  setWatermark,
  removeWatermark,
  refreshToc,
  createSetProperty<WordFile>('docx'),
  addComment,
  replyComment,
  resolveComment,
  deleteComment,
  acceptRevision,
  rejectRevision,
  restyle,
];

export const DECK_EDITS: readonly Edit<DeckFile>[] = [
  replaceDeckText,
  setText,
  setDeckFormat,
  insertSlide,
  duplicateSlide,
  deleteSlide,
  moveSlide,
  setLayout,
  addShape,
  addConnector,
  insertDeckImage,
  insertMedia,
  insertDeckTable,
  insertDeckChart,
  insertDeckEquation,
  setShape,
  orderShape,
  groupShapes,
  ungroupShapes,
  deleteShape,
  replaceDeckImage,
  setDeckAltText,
  setDeckLink,
  setDeckCellText,
  insertDeckRows,
  deleteDeckRows,
  insertDeckColumns,
  deleteDeckColumns,
  setNotes,
  setTransition,
  setChartData,
  addDeckComment,
  replyDeckComment,
  resolveDeckComment,
  deleteDeckComment,
  applyTheme,
  createSetProperty<DeckFile>('pptx'),
];

export const WORKBOOK_EDITS: readonly Edit<WorkbookFile>[] = [
  replaceBookText,
  setCells,
  setFormula,
  insertSheetRows,
  deleteSheetRows,
  insertSheetColumns,
  deleteSheetColumns,
  addSheet,
  copySheet,
  renameSheet,
  moveSheet,
  deleteSheet,
  setSheet,
  setSheetPage,
  setSheetHeaderFooter,
  setNumberFormat,
  setCellFormat,
  setCellStyle,
  defineName,
  deleteName,
  addConditionalFormat,
  addDataValidation,
  removeRules,
  protectSheet,
  freeze,
  group,
  addTable,
  resizeTable,
  sort,
  mergeCells,
  unmergeCells,
  setAutoFilter,
  addCellComment,
  deleteCellComment,
  setSheetLink,
  insertSheetImage,
  addSheetShape,
  deleteSheetShape,
  addChart,
  updateChart,
  addSparklines,
  addPivot,
  updatePivot,
  addSlicer,
  createSetProperty<WorkbookFile>('xlsx'),
];

/** What the table of operations needs of each, whatever file it works on. */
export interface EditListed extends Pick<Edit<never>, 'op' | 'summary' | 'tracked' | 'refuses' | 'schema' | 'alone' | 'readsValues'> {
  format: OfficeKind | 'pdf' | 'page';
  /** Run as tests; what a file looks like before and after is in each format's own terms. */
  examples: readonly { name: string; operation: Record<string, unknown>; expected: unknown }[];
}

const SHOWN_CHARS_MAX = 400;
const SHOWN_MAX = 3;

/** Operations of examples that are done, whole as a client sends them: for the documentation. Long ones, such as pictures, are left out. */
export const operationsShown = ({ op, examples }: EditListed): { op: string }[] =>
  examples
    .filter(({ expected }) => !(typeof expected === 'object' && expected !== null && 'rejected' in expected))
    .map(({ operation }) => ({ op, ...operation }))
    .filter((operation) => JSON.stringify(operation).length <= SHOWN_CHARS_MAX)
    .slice(0, SHOWN_MAX);

export const ALL_EDITS: Readonly<Record<OfficeKind | 'pdf' | 'page', readonly EditListed[]>> = {
  docx: WORD_EDITS,
  pptx: DECK_EDITS,
  xlsx: WORKBOOK_EDITS,
  pdf: PDF_EDITS,
  page: PAGE_EDITS,
};
