/** What an operation's address means in the workbook as it is now. */
import { readAddress, readArea, readPlace, type Area, type CellPlace } from '../../../spreadsheet/places.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { followMoves } from '../../../ooxml/address-moves.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { isProtected, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

interface FoundSheet {
  sheet: Sheet;
  reference: string;
}

/** The sheet that an address names, with or without cells behind it, and where these have gone; protected ones are refused. */
export function findSheet(file: WorkbookFile, target: string): FoundSheet | Rejected {
  const found = findAnySheet(file, target);
  return !('rejected' in found) && isProtected(found.sheet)
    ? reject('protected_document', `The sheet ${found.sheet.name} is protected; remove the protection and send it again.`)
    : found;
}

/** The sheet that an address names, protected or not, with or without cells behind it, and where these have gone. */
export function findAnySheet(file: WorkbookFile, target: string): FoundSheet | Rejected {
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

interface FoundArea {
  sheet: Sheet;
  area: Area;
}

/** The sheet and cells that an address of several cells means; those of protected sheets are refused. */
export const findArea = (file: WorkbookFile, target: string): FoundArea | Rejected => areaOn(findSheet(file, target));

/** The same where the cells are only read: protection keeps nobody from that. */
export const findAreaToRead = (file: WorkbookFile, target: string): FoundArea | Rejected => areaOn(findAnySheet(file, target));

function areaOn(found: FoundSheet | Rejected): FoundArea | Rejected {
  if ('rejected' in found) return found;
  const area = readArea(found.reference);
  if (area === null)
    return reject(
      'target_not_found',
      `"${found.reference.slice(0, 100)}" names no cells: name them as ${quoteSheet(found.sheet.name)}!B2:D9.`,
    );
  return { sheet: found.sheet, area };
}
