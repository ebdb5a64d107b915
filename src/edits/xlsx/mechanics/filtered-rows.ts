/** The filter of a sheet that goes or becomes another (ISO/IEC 29500-1 §18.3.2.1): rows that it hides are shown again, as in Excel. */
import { removeAttribute, removeNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { S } from '../../../ooxml/names.ts';
import type { Sheet } from '../../../ooxml/workbook-file.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { readArea, type Area } from '../../../spreadsheet/places.ts';

export interface SheetFilter {
  element: XmlElement;
  /** As it is written. */
  reference: string;
  area: Area | null;
  /** Whether it has conditions, which hide rows. */
  hides: boolean;
}

/** The filter that lies on cells of a sheet and on no table. */
export function filterOf({ part }: Sheet): SheetFilter | undefined {
  const element = firstElementOf(part.root, 'autoFilter', S);
  if (element === undefined) return undefined;
  const reference = attributeOf(element, 'ref') ?? '';
  return { element, reference, area: readArea(reference), hides: elementsOf(element).length > 0 };
}

const HIDDEN = /\shidden\s*=\s*(?:"(?:1|true)"|'(?:1|true)')/;

/** Shows the rows below the header again, and takes the mark away that some are filtered out. */
export function showRows(sheet: Sheet, { area, hides }: SheetFilter): XmlEdit[] {
  if (area === null || !hides) return [];
  const edits = [...sheet.rows.values()].flatMap((row): XmlEdit[] => {
    if (row.number <= area.top || row.number > area.bottom) return [];
    const found = HIDDEN.exec(sheet.visible.slice(row.start, row.contentStart));
    return found === null ? [] : [{ start: row.start + found.index, end: row.start + found.index + found[0].length, xml: '' }];
  });
  const properties = firstElementOf(sheet.part.root, 'sheetPr', S);
  const mode = properties && removeAttribute(sheet.part, properties, 'filterMode');
  return mode === undefined || mode === null ? edits : [mode, ...edits];
}

/** Takes the filter away. */
export const removeFilter = (sheet: Sheet, filter: SheetFilter): XmlEdit[] => [removeNode(filter.element), ...showRows(sheet, filter)];
