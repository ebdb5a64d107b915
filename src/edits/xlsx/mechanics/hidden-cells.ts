/** Values that come into rows and columns that are hidden: they are there, and nobody sees them. */
import { S } from '../../../ooxml/names.ts';
import { attributeText } from '../../../ooxml/sheet-text.ts';
import type { Sheet } from '../../../ooxml/workbook-file.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { placeText, type CellPlace } from '../../../spreadsheet/places.ts';

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/**
 * Says which of these cells are not shown, for the result of the operation.
 * @param fresh what the cells are in that is new, and shown therefore
 */
export function sayHidden(sheet: Sheet, cells: readonly CellPlace[], fresh?: 'row' | 'column'): { message?: string } {
  const list = firstElementOf(sheet.part.root, 'cols', S);
  const spans = (list === undefined ? [] : elementsOf(list, 'col', S))
    .filter((one) => isOn(attributeOf(one, 'hidden')))
    .map((one) => [Number(attributeOf(one, 'min')), Number(attributeOf(one, 'max'))] as const);
  const columns = new Map<number, boolean>();
  const rows = new Map<number, boolean>();
  const remember = (known: Map<number, boolean>, index: number, find: () => boolean): boolean => {
    const isHidden = known.get(index) ?? find();
    known.set(index, isHidden);
    return isHidden;
  };
  const isHidden = ({ row, column }: CellPlace): boolean =>
    (fresh !== 'column' && remember(columns, column, () => spans.some(([min = 0, max = 0]) => column >= min && column <= max))) ||
    (fresh !== 'row' &&
      remember(rows, row, () => {
        const known = sheet.rows.get(row);
        return known !== undefined && isOn(attributeText(sheet.visible, known, 'hidden'));
      }));
  const found = cells.filter(isHidden);
  const [first] = found;
  if (first === undefined) return {};
  const others = found.length - 1;
  const are = others === 0 ? 'is' : `and ${others} more ${others === 1 ? 'cell' : 'cells'} are`;
  return {
    message: `${placeText(first)} ${are} in rows or columns that are hidden; set_format of such a row or column with "hidden": false shows it.`,
  };
}
