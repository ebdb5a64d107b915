/** Calculated values of a workbook as it was drawn, for an agent that asks for them. */
import { outlineFile } from '../../agent/outline-file.ts';
import { runFileWork } from '../work/run-file-work.ts';
import type { Refined } from './refine.ts';

/** @param ranges such as `Budget!A1:F20`; unknown ones are said to be */
export async function readCells({ rendered }: Pick<Refined, 'rendered'>, ranges: readonly string[]): Promise<string> {
  if (rendered.office === null) return 'There are no cells in this document.';
  return outlineFile(await runFileWork('listMaterial', rendered.office.deliver([]))).read(ranges);
}
