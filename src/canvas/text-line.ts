/** The height of a line of text, as the layout counts it. */
import { lineHeight } from '../base/text-metrics.ts';
import type { DrawnRun } from './drawing.ts';

const PX_PER_PT = 96 / 72;

/** CSS pixels. @param multiple of the size; undefined: the face's own line */
export const runLine = (run: DrawnRun, multiple: number | undefined): number =>
  multiple === undefined ? lineHeight({ name: run.face, bold: run.bold }, run.size / PX_PER_PT) * PX_PER_PT : multiple * run.size;
