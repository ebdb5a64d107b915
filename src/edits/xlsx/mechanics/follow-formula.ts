/** A formula of a request, whose cells are those of the file as it was sent, as it reads after the operations before it. */
import { readAddress, readArea } from '../../../spreadsheet/places.ts';
import { followMoves } from '../../../ooxml/address-moves.ts';
import { cellsText, quoteSheet, rewriteReferences, type FormulaReference } from '../../../spreadsheet/formula-references.ts';
import { type WorkbookFile } from '../../../ooxml/workbook-file.ts';

/** @param home the sheet of the formula as the request names it */
export function followFormula({ moves }: WorkbookFile, formula: string, home: string): string {
  if (moves.length === 0) return formula;
  return rewriteReferences(formula, (reference) => {
    const { sheets, prefix, kind, from, to } = reference;
    if (sheets !== undefined && sheets.first !== sheets.last) return undefined;
    const free = (corner: FormulaReference['from']): FormulaReference['from'] => ({ ...corner, rowFixed: false, columnFixed: false });
    const moved = followMoves(moves, `${quoteSheet(sheets?.first ?? home)}!${cellsText({ kind, from: free(from), to: free(to) })}`);
    const read = moved === null ? null : readAddress(moved);
    const area = read === null ? null : readArea(read.reference);
    if (read === null || area === null) return `${prefix}#REF!`;
    const [first, last] = [
      { ...from, row: area.top, column: area.left },
      { ...to, row: area.bottom, column: area.right },
    ];
    const name = sheets === undefined ? '' : read.name === sheets.first ? prefix : `${quoteSheet(read.name)}!`;
    return name + cellsText({ kind, from: first, to: last });
  });
}
