/** What an operation's address means in the workbook as it is now. */
import { readAddress, readArea, readPlace, type Area, type CellPlace } from '../../../spreadsheet/places.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { followMoves } from '../../../ooxml/address-moves.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { isProtected, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

/** The sheet that an address names, with or without cells behind it, and where these have gone. */
export function findSheet(file: WorkbookFile, target: string): { sheet: Sheet; reference: string } | Rejected {
  const moved = followMoves(file.moves, target);
  const address = moved === null ? null : readAddress(moved);
  if (address === null && moved === null)
    return reject(
      'target_not_found',
      `${target.slice(0, 300)} went with an earlier operation of this request.`,
      file.names.map(quoteSheet),
    );
  const sheet = address === null ? undefined : file.sheet(address.name);
  if (address === null || sheet === undefined)
    return reject(
      'target_not_found',
      `There is no sheet "${(address?.name ?? target).slice(0, 300)}" in this workbook.`,
      file.names.map(quoteSheet),
    );
  if (isProtected(sheet))
    return reject('protected_document', `The sheet ${sheet.name} is protected; remove the protection and send it again.`);
  return { sheet, reference: address.reference };
}

/** The sheet and place that an address means. */
export function findCell(file: WorkbookFile, target: string): { sheet: Sheet; place: CellPlace } | Rejected {
  const found = findSheet(file, target);
  if ('rejected' in found) return found;
  const { sheet, reference } = found;
  const place = readPlace(reference);
  if (place === null)
    return reject(
      'target_not_found',
      reference === ''
        ? `${quoteSheet(sheet.name)} is a whole sheet: name a cell of it as ${quoteSheet(sheet.name)}!B2.`
        : `"${reference.slice(0, 100)}" is no cell: name one as ${quoteSheet(sheet.name)}!B2.`,
    );
  return { sheet, place };
}

/** The sheet and cells that an address of several cells means. */
export function findArea(file: WorkbookFile, target: string): { sheet: Sheet; area: Area } | Rejected {
  const found = findSheet(file, target);
  if ('rejected' in found) return found;
  const area = readArea(found.reference);
  if (area === null)
    return reject(
      'target_not_found',
      `"${found.reference.slice(0, 100)}" names no cells: name them as ${quoteSheet(found.sheet.name)}!B2:D9.`,
    );
  return { sheet: found.sheet, area };
}
