/**
 * The making of an edited document: operations → file, then drawn and looked through as any other. What was wrong with the
 * file before is told as that, and only what is new decides how the document ends.
 */
import type { Finding } from '../base/finding.ts';
import type { EditOperation, EditOutcome, EditResult } from '../edits/apply-edits.ts';
import type { FindingCounts, NewEvent, OutputRecord, Status } from '../ports/record.ts';
import { countEdits } from './count-edits.ts';
import { editPdf } from './edit-pdf.ts';
import { editContext } from './edits.ts';
import { compared, statusOf } from './judge-findings.ts';
import { startDrawing, type Engine, type MakeSink } from './make.ts';
import { countFindings, findingOf } from './refine.ts';
import { runFileWork } from './work/run-file-work.ts';

export interface EditInput {
  bytes: Uint8Array;
  contentType: string;
  operations: readonly EditOperation[];
  mode: 'direct' | 'tracked';
}

export interface EditMade {
  status: Status;
  /** Null where nothing could be done: then there is no file. */
  pages: number | null;
  edits: EditResult[];
  integrity: EditOutcome['integrity'];
  findings: Finding[];
  counts: FindingCounts;
  outputs: OutputRecord[];
  timingsMs: Record<string, number>;
}

/** One for each operation, in order. */
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

function eventsOf(results: readonly EditResult[]): NewEvent[] {
  const unsupported = results.filter(({ reason }) => reason === 'unsupported').map(({ op, message }) => message ?? op);
  return [{ type: 'edit.planned', data: { operations: results.length, unsupported } }, ...resultEvents(results)];
}

export const rejectionFinding = ({ op, message }: EditResult): Finding => ({
  code: 'edit_rejected',
  severity: 'warning',
  message: `${op}: ${message ?? ''}`,
  location: {},
  fixable: false,
  certainty: 'static',
  disposition: 'new',
});

export interface Edited extends Omit<EditOutcome, 'kind' | 'waiting'> {
  kind: EditOutcome['kind'] | 'pdf';
  /** As it is drawn, where that is known already. */ pdf: Uint8Array | null;
}

/** Findings of the file as it is, told apart from those that it had before. */
async function findingsOf(before: Uint8Array, after: Edited): Promise<Finding[]> {
  // what is noted of an Office file stands in it; of a PDF it says what the edit has done
  const noted = after.notes.map((note): Finding => ({ ...findingOf(note), disposition: after.kind === 'pdf' ? 'new' : 'pre_existing' }));
  const rejected = after.results.filter(({ status }) => status === 'rejected').map(rejectionFinding);
  if (after.kind === 'pdf') return [...rejected, ...noted];
  const found = compared(await runFileWork('findPackageFaults', before), await runFileWork('findPackageFaults', after.bytes));
  const reviewed = found.map((finding): Finding => ({ ...finding, fixable: false }));
  return [...rejected, ...reviewed, ...noted];
}

/** @throws Refusal file_rejected, processing_failed */
export async function performEdits(
  { bytes, contentType, operations, mode }: EditInput,
  date: Date,
  engine: Engine,
  signal: AbortSignal,
): Promise<Edited> {
  const context = editContext(mode, date);
  if (contentType === 'application/pdf') {
    const edited = await editPdf(bytes, operations, context, engine, signal);
    return { ...edited, kind: 'pdf', pdf: edited.bytes };
  }
  const { outcome, pdf } = await countEdits(bytes, await runFileWork('applyEdits', bytes, operations, context), engine, signal);
  return { ...outcome, pdf };
}

/** @throws Refusal file_rejected, processing_failed */
export async function makeFromEdits(input: EditInput, engine: Engine, sink: MakeSink, signal: AbortSignal): Promise<EditMade> {
  const started = engine.clock.now();
  sink.tell({ phase: 'planning' }, []);
  const edited = await performEdits(input, started, engine, signal);
  sink.tell({ phase: 'rendering' }, eventsOf(edited.results));
  const editedAt = engine.clock.now();
  const timingsMs: Record<string, number> = { editing: editedAt.getTime() - started.getTime() };
  const made = { edits: edited.results, integrity: edited.integrity };
  if (edited.results.every(({ status }) => status === 'rejected')) {
    return { ...made, status: 'failed', pages: null, findings: [], counts: { errors: 0, warnings: 0, info: 0 }, outputs: [], timingsMs };
  }
  const findings = await findingsOf(input.bytes, edited);
  const pdf =
    edited.pdf ??
    (edited.kind === 'pdf' ? edited.bytes : await engine.office.toPdf({ bytes: edited.bytes, kind: edited.kind }, { signal }));
  const previews: OutputRecord[] = [];
  const files: OutputRecord[] = [];
  const drawing = startDrawing(
    pdf,
    engine,
    sink,
    (output) => {
      previews.push(output);
      return [...files, ...previews];
    },
    signal,
  );
  try {
    const { pages } = await engine.pages.read(pdf, { signal });
    timingsMs['rendering'] = engine.clock.now().getTime() - editedAt.getTime();
    const counts = countFindings(findings);
    sink.tell({ pages: pages.length, phase: 'finishing', validationSummary: counts }, [
      { type: 'render.completed', data: { iteration: 1, pages: pages.length, duration_ms: timingsMs['rendering'] } },
      ...findings.map(({ code, severity, message, location, fixable }): NewEvent => ({
        type: 'validation.issue_found',
        data: { code, severity, message, location, fixable },
      })),
      { type: 'validation.completed', data: { iteration: 1, ...counts } },
    ]);
    if (edited.kind !== 'pdf') files.push(await sink.put({ kind: edited.kind, contentType: input.contentType, bytes: edited.bytes }));
    files.push(await sink.put({ kind: 'pdf', contentType: 'application/pdf', bytes: pdf }));
    drawing.accept();
    await drawing.finished;
    const outputs = [...files, ...previews];
    sink.tell(
      { outputs },
      files.map((output): NewEvent => ({
        type: 'output.available',
        data: { output_id: output.id, kind: output.kind, bytes: output.bytes },
      })),
    );
    const fresh = countFindings(findings.filter(({ disposition }) => disposition === 'new'));
    return { ...made, status: statusOf(fresh), pages: pages.length, findings, counts, outputs, timingsMs };
  } catch (error) {
    drawing.drop();
    throw error;
  }
}
