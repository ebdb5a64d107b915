/** Values of an edited workbook's formulas, recalculated by the office program that renders it anyway. */
import type { CountedCopy, EditOperation, EditOutcome } from '../../edits/apply-edits.ts';
import { ALL_EDITS } from '../../edits/all-edits.ts';
import type { EditContext } from '../../edits/define-edit.ts';
import { takeCounted } from '../../edits/recalculated-values.ts';
import type { OfficeRenderer } from '../../ports/office-renderer.ts';
import { drawableCopy, whyUndrawn } from '../draw-foreign.ts';
import { runFileWork } from '../work/run-file-work.ts';

type Calculator = Pick<OfficeRenderer, 'calculate'>;

export interface Recalculated {
  outcome: EditOutcome;
  /** As it was rendered on the way; null where nothing had to be recalculated. */
  pdf: Uint8Array | null;
}

/** How often one request waits for values on its way: each time the whole workbook is counted. */
const STOPS_MAX = 10;
const READ_VALUES = new Set(ALL_EDITS.xlsx.filter(({ readsValues }) => readsValues === true).map(({ op }) => op));

/**
 * Operations on an Office file. Those that go by what formulas come to (sorting) see the values as they are after the operations
 * before them.
 * @param office null where nothing can be counted: such an operation is rejected then, where a value is not known any more
 * @throws Refusal file_rejected, processing_failed
 */
export async function applyInOrder(
  bytes: Uint8Array,
  operations: readonly EditOperation[],
  context: EditContext,
  office: Calculator | null,
  signal?: AbortSignal,
): Promise<EditOutcome> {
  const copies: CountedCopy[] = [];
  const count = async (index: number, { bytes: file, kind }: Pick<EditOutcome, 'bytes' | 'kind'>): Promise<boolean> => {
    if (office === null || copies.length >= STOPS_MAX || (await whyUndrawn(file, kind)) !== null) return false;
    const { copy } = await office.calculate((await drawableCopy(file)).bytes, signal === undefined ? {} : { signal });
    if (copy !== null) copies.push({ before: index, bytes: copy });
    return copy !== null;
  };
  const applyUpTo = (end: number): Promise<EditOutcome> => runFileWork('applyEdits', bytes, operations.slice(0, end), context, copies);
  for (const [index, { op }] of operations.entries()) {
    if (index === 0 || office === null || copies.length >= STOPS_MAX || !READ_VALUES.has(op)) continue;
    const soFar = await applyUpTo(index);
    if (soFar.waiting.length > 0) await count(index, soFar);
  }
  for (;;) {
    const outcome = await applyUpTo(operations.length);
    // the file itself has formulas without values: whoever wrote it does not count
    if (outcome.wanting === undefined || copies.some(({ before }) => before === outcome.wanting)) return outcome;
    if (!(await count(outcome.wanting, outcome.wanting === 0 ? { bytes, kind: outcome.kind } : await applyUpTo(outcome.wanting))))
      return outcome;
  }
}

/**
 * @param before the file as it was sent
 * @throws Refusal processing_failed
 */
export async function recalculate(
  before: Uint8Array,
  outcome: EditOutcome,
  office: Calculator,
  signal: AbortSignal,
): Promise<Recalculated> {
  if (outcome.waiting.length === 0) return { outcome, pdf: null };
  // who counts draws as well
  if ((await whyUndrawn(outcome.bytes, outcome.kind)) !== null) return { outcome: tellPending(outcome), pdf: null };
  const { bytes, notes } = await drawableCopy(outcome.bytes);
  const { pdf, copy } = await office.calculate(bytes, { signal });
  const taken = copy === null ? outcome : takeCounted(before, outcome, copy);
  const recalculated = { ...taken, notes: [...taken.notes, ...notes] };
  return { outcome: recalculated.waiting.length === 0 ? recalculated : tellPending(recalculated), pdf };
}

function tellPending(outcome: EditOutcome): EditOutcome {
  const left = outcome.waiting.length;
  const message = `${left === 1 ? 'One formula' : `${left} formulas`} could not be recalculated here, such as ${outcome.waiting.slice(0, 3).join(', ')}: Excel calculates when it opens the file.`;
  return { ...outcome, notes: [...outcome.notes, { code: 'values_pending', severity: 'info', message }] };
}
