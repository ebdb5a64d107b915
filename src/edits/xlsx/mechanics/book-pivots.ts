/** The pivot tables of a workbook, by the sheets that they are on. */
import { S } from '../../../ooxml/names.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { readWorkbookFile } from '../../../ooxml/workbook-file.ts';
import { attributeOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { readArea, type Area } from '../../../spreadsheet/places.ts';

export interface BookPivot {
  part: XmlPart;
  name: string;
  /** The sheet by its name and by its number, which stays when sheets are moved (`sheetId`, ISO/IEC 29500-1 §18.2.19). */
  sheet: string;
  tab: string;
  /** Null where the file does not say where it is. */
  area: Area | null;
}

/** All of them, in the order of the sheets. */
export const bookPivots = (opened: OfficePackage): BookPivot[] =>
  readWorkbookFile(opened).entries.flatMap(({ name: sheet, element, part }) =>
    (part === undefined ? [] : relationshipsOf(opened, part)).flatMap(({ type, target, external }): BookPivot[] => {
      const name = external || !type.endsWith('/pivotTable') ? undefined : partNamed(opened, target);
      if (name === undefined) return [];
      const table = readXmlPart(opened, name);
      const location = firstElementOf(table.root, 'location', S);
      const area = readArea((location && attributeOf(location, 'ref')) ?? '');
      return [{ part: table, name: attributeOf(table.root, 'name') ?? '', sheet, tab: attributeOf(element, 'sheetId') ?? '', area }];
    }),
  );
