/** The named styles of cells ("Input", "Heading 1"): a cell's format says which one it comes from (ISO/IEC 29500-1 §18.8.7, §18.8.10). */
import { S } from '../../../ooxml/names.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import { attributeText, type SheetCell, type SheetText } from '../../../ooxml/sheet-text.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../../ooxml/xml-tree.ts';

/** Name of the style of a cell; undefined of those in "Normal". */
export type StyleOfCell = (sheet: SheetText, cell: SheetCell) => string | undefined;

/** Reads the styles of a workbook once. */
export function readCellStyles(opened: OfficePackage): StyleOfCell {
  const target = relationshipsOf(opened, opened.mainPart).find(({ type }) => type.endsWith('/styles'))?.target;
  const name = target === undefined ? undefined : partNamed(opened, target);
  const root = name === undefined ? undefined : readXmlPart(opened, name).root;
  const list = (local: string, item: string) => {
    const holder = root && firstElementOf(root, local, S);
    return holder === undefined ? [] : elementsOf(holder, item, S);
  };
  const names = new Map(
    list('cellStyles', 'cellStyle')
      .filter((style) => attributeOf(style, 'builtinId') !== '0')
      .map((style) => [attributeOf(style, 'xfId') ?? '', attributeOf(style, 'name') ?? '']),
  );
  const formats = list('cellXfs', 'xf').map((xf) => names.get(attributeOf(xf, 'xfId') ?? '0'));
  if (formats.every((format) => format === undefined)) return () => undefined;
  return (sheet, cell) => formats[Number(attributeText(sheet.part.source, cell, 's') ?? 0)];
}
