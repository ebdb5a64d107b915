/** Where in a sheet an element is (ISO/IEC 29500-1 §18.3.1.99): Excel calls another order damage. */
import { appendContent, insertBefore, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { elementsOf } from '../../../ooxml/xml-tree.ts';
import type { SheetText } from '../../../ooxml/sheet-text.ts';

const ORDER = [
  'sheetPr',
  'dimension',
  'sheetViews',
  'sheetFormatPr',
  'cols',
  'sheetData',
  'sheetCalcPr',
  'sheetProtection',
  'protectedRanges',
  'scenarios',
  'autoFilter',
  'sortState',
  'dataConsolidate',
  'customSheetViews',
  'mergeCells',
  'phoneticPr',
  'conditionalFormatting',
  'dataValidations',
  'hyperlinks',
  'printOptions',
  'pageMargins',
  'pageSetup',
  'headerFooter',
  'rowBreaks',
  'colBreaks',
  'customProperties',
  'cellWatches',
  'ignoredErrors',
  'smartTags',
  'drawing',
  'legacyDrawing',
  'legacyDrawingHF',
  'drawingHF',
  'picture',
  'oleObjects',
  'controls',
  'webPublishItems',
  'tableParts',
  'extLst',
];

/** A new child of the sheet, behind all that may be before it. */
export function insertInOrder({ part }: SheetText, local: string, xml: string): XmlEdit {
  const place = ORDER.indexOf(local);
  // content that only some programs know may hold anything: it stays behind what is new
  const behind = elementsOf(part.root).find(
    (child) => ORDER.indexOf(child.local) > place || (child.local === 'AlternateContent' && place < ORDER.indexOf('drawing')),
  );
  return behind === undefined ? appendContent(part, part.root, xml) : insertBefore(behind, xml);
}
