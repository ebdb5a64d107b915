/** Values of an edited workbook's formulas, recalculated by the office program that renders it anyway. */
import type { EditOutcome } from '../../edits/apply-edits.ts';
import { takeCounted } from '../../edits/recalculated-values.ts';
import type { Engine } from '../make.ts';

export interface Recalculated {
  outcome: EditOutcome;
  /** As it was rendered on the way; null where nothing had to be recalculated. */
  pdf: Uint8Array | null;
}

/**
 * @param before the file as it was sent
 * @throws Refusal processing_failed
 */
export async function recalculate(before: Uint8Array, outcome: EditOutcome, engine: Engine, signal: AbortSignal): Promise<Recalculated> {
  if (outcome.waiting.length === 0) return { outcome, pdf: null };
  const { pdf, copy } = await engine.office.calculate(outcome.bytes, { signal });
  const recalculated = copy === null ? outcome : takeCounted(before, outcome, copy);
  const left = recalculated.waiting.length;
  if (left === 0) return { outcome: recalculated, pdf };
  const message = `${left === 1 ? 'One formula' : `${left} formulas`} could not be recalculated here, such as ${recalculated.waiting.slice(0, 3).join(', ')}: Excel calculates when it opens the file.`;
  return { outcome: { ...recalculated, notes: [...recalculated.notes, { code: 'values_pending', severity: 'info', message }] }, pdf };
}
