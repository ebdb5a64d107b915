/** What the formulas of an edited workbook come to: counted by the office program that draws it anyway. */
import type { EditOutcome } from '../edits/apply-edits.ts';
import { takeCounted } from '../edits/count-anew.ts';
import type { Engine } from './make.ts';

export interface CountedEdits {
  outcome: EditOutcome;
  /** As it was drawn on the way; null where nothing had to be counted. */ pdf: Uint8Array | null;
}

/**
 * @param before the file as it was sent
 * @throws Refusal processing_failed
 */
export async function countEdits(before: Uint8Array, outcome: EditOutcome, engine: Engine, signal: AbortSignal): Promise<CountedEdits> {
  if (outcome.waiting.length === 0) return { outcome, pdf: null };
  const { pdf, copy } = await engine.office.calculate(outcome.bytes, { signal });
  const counted = copy === null ? outcome : takeCounted(before, outcome, copy);
  const left = counted.waiting.length;
  if (left === 0) return { outcome: counted, pdf };
  const message = `${left === 1 ? 'One formula' : `${left} formulas`} could not be counted anew here, as ${counted.waiting.slice(0, 3).join(', ')}: Excel counts when it opens the file.`;
  return { outcome: { ...counted, notes: [...counted.notes, { code: 'values_pending', severity: 'info', message }] }, pdf };
}
