/** Calculated values of a workbook as it was drawn, for an agent that asks for them. */
import { outlineFile } from '../../agent/outline-file.ts';
import { runFileWork } from '../work/run-file-work.ts';
import type { LaidOut } from './lay-out.ts';

/** @param ranges such as `Budget!A1:F20`; unknown ones are said to be */
export async function readCells({ office }: Pick<LaidOut, 'office'>, ranges: readonly string[]): Promise<string> {
  if (office === null) return 'There are no cells in this document.';
  return outlineFile(await runFileWork('listMaterial', office.bytes)).read(ranges);
}
