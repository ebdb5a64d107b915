/** Typed operations on a file → the changed file, its results and its findings. */
import type { NewEvent } from '../../contract/event.ts';
import type { Finding } from '../../base/finding.ts';
import type { EditOperation, EditOutcome, EditResult } from '../../edits/apply-edits.ts';
import { compareFiles } from '../../edits/compare-parts.ts';
import type { Engine } from '../make.ts';
import { editContext, type EditedBy } from './edit-context.ts';
import { editPdf } from './edit-pdf.ts';
import { mergeResults, operationsOf, type AskedOperation } from '../../edits/resolve-targets.ts';
import { applyInOrder, recalculate } from './recalculate.ts';
import { resolveOperations } from './resolve-operations.ts';

export interface EditInput extends EditedBy {
  bytes: Uint8Array;
  contentType: string;
  /** Places may be queries, which mean the file as it was sent. */
  operations: readonly AskedOperation[];
  /** Operations on the file as it is after the others: their addresses mean that one. Workbooks only. */
  later?: readonly EditOperation[];
  mode: 'direct' | 'tracked';
  /** Whether pages are drawn; true where absent. */
  render?: boolean | undefined;
}

export interface Edited extends Omit<EditOutcome, 'kind' | 'waiting'> {
  kind: EditOutcome['kind'] | 'pdf';
  /** As it is rendered, where that is known already. */
  pdf: Uint8Array | null;
}

/** @throws Refusal file_rejected, processing_failed */
export async function performEdits(
  { operations: asked, ...input }: EditInput,
  now: Date,
  engine: Engine,
  signal: AbortSignal,
): Promise<Edited> {
  const resolved = await resolveOperations(input.bytes, asked, engine.pages, signal);
  const operations = operationsOf(resolved);
  const edited = await performResolved({ ...input, operations }, now, engine, signal);
  // those of the later operations come behind
  const own = edited.results.slice(0, operations.length);
  return { ...edited, results: [...mergeResults(resolved, own), ...edited.results.slice(operations.length)] };
}

async function performResolved(
  { bytes, contentType, operations, later = [], mode, ...by }: EditInput & { operations: readonly EditOperation[] },
  now: Date,
  engine: Engine,
  signal: AbortSignal,
): Promise<Edited> {
  const context = editContext(mode, now, by);
  if (contentType === 'application/pdf') {
    const edited = await editPdf(bytes, operations, context, engine, signal);
    return { ...edited, kind: 'pdf', pdf: edited.bytes };
  }
  const { office } = engine;
  const first = await recalculate(bytes, await applyInOrder(bytes, operations, context, office, signal), office, signal);
  if (later.length === 0) return { ...first.outcome, pdf: first.pdf };
  const between = first.outcome.bytes;
  const second = await recalculate(between, await applyInOrder(between, later, context, office, signal), office, signal);
  const { outcome } = second;
  return {
    ...outcome,
    results: [...first.outcome.results, ...outcome.results],
    notes: [...new Map([...first.outcome.notes, ...outcome.notes].map((note) => [`${note.code} ${note.message}`, note])).values()],
    integrity: compareFiles(bytes, outcome.bytes),
    pdf: second.pdf,
  };
}

export const isApplied = ({ status }: EditResult): boolean => status === 'applied';

/** One event for each operation, in order. */
export function resultEvents(results: readonly EditResult[]): NewEvent[] {
  return results.map(({ op, target, status, before, after, reason, message }): NewEvent => {
    const place = target === null ? {} : { target };
    if (status === 'rejected')
      return { type: 'edit.operation_rejected', data: { op, ...place, reason: reason ?? 'unsupported', message: message ?? '' } };
    return {
      type: 'edit.operation_applied',
      data: { op, ...place, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) },
    };
  });
}

/** What was not done is a finding of the edited file. */
export const rejectionFindings = (results: readonly EditResult[]): Finding[] =>
  results
    .filter((result) => !isApplied(result))
    .map(({ op, message }) => ({
      code: 'edit_rejected',
      severity: 'warning',
      message: `${op}: ${message ?? ''}`,
      location: {},
      fixable: false,
      certainty: 'static',
      disposition: 'new',
    }));
