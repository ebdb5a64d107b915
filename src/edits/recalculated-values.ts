/** Values of formulas after an edit, from a copy of the workbook in which an office program has counted them. */
import { saveOfficePackage } from '../ooxml/change-package.ts';
import { openOfficePackage } from '../ooxml/office-package.ts';
import type { EditOutcome } from './apply-edits.ts';
import { compareParts } from './compare-parts.ts';
import { fillValues } from './xlsx/mechanics/fill-values.ts';
import { refreshCharts } from './xlsx/mechanics/refresh-charts.ts';

/**
 * @param before the file as it was sent
 * @param copy as the office program saved it; only values are taken from it
 * @returns the outcome with these values in the file; `waiting` keeps the cells whose functions the program does not know
 */
export function takeCounted(before: Uint8Array, outcome: EditOutcome, copy: Uint8Array): EditOutcome {
  const opened = openOfficePackage(outcome.bytes);
  const waiting = fillValues(opened, outcome.waiting, copy);
  refreshCharts(opened, outcome.waiting);
  const bytes = saveOfficePackage(opened);
  return {
    ...outcome,
    bytes,
    waiting,
    integrity: { ...outcome.integrity, ...compareParts(openOfficePackage(before), openOfficePackage(bytes)) },
  };
}
