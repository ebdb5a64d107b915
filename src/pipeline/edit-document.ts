/**
 * An edited document: operations → file, then rendered and reviewed as any other. What was wrong with the file before is
 * reported as that, and only what is new decides how the document ends.
 *
 *   operations → render → review → pages → outputs
 */
import { drawForeign, whyUndrawn } from './draw-foreign.ts';
import type { FindingCounts } from '../contract/document.ts';
import type { NewEvent } from '../contract/event.ts';
import type { Status } from '../contract/vocabulary.ts';
import type { Finding } from '../base/finding.ts';
import type { EditOutcome, EditResult } from '../edits/apply-edits.ts';
import type { OutputRecord } from '../ports/record.ts';
import { startDelivery } from './deliver.ts';
import { isApplied, performEdits, rejectionFindings, resultEvents, type Edited, type EditInput } from './edit/perform-edits.ts';
import { checkEvents, compareFindings, countFindings, findingEvents, findingOf, statusAfterEdit } from './findings.ts';
import type { Engine } from './make.ts';
import type { DrawnBefore } from './drawn-before.ts';
import type { NewOutput, Sink } from './sink.ts';
import { faultsOfFile } from './work/remember-results.ts';

export interface EditMade {
  status: Status;
  /** Null where nothing could be done, as there is no file, or where none were to be drawn. */
  pages: number | null;
  edits: EditResult[];
  integrity: EditOutcome['integrity'];
  findings: Finding[];
  counts: FindingCounts;
  outputs: OutputRecord[];
  /** Pages whose pictures were copied from the version before; absent where none were drawn or no such version is known. */
  copied?: number[];
  timingsMs: Record<string, number>;
}

/** An edit of which nothing could be done. */
export const nothingEdited = (made: Pick<EditMade, 'edits' | 'integrity' | 'timingsMs'>): EditMade => ({
  ...made,
  status: 'failed',
  pages: null,
  findings: [],
  counts: { errors: 0, warnings: 0, info: 0 },
  outputs: [],
});

function eventsOf(results: readonly EditResult[]): NewEvent[] {
  const unsupported = results.filter(({ reason }) => reason === 'unsupported').map(({ op, message }) => message ?? op);
  return [{ type: 'edit.planned', data: { operations: results.length, unsupported } }, ...resultEvents(results)];
}

/** Findings of the edited file, apart from those that it had before. */
async function findingsOf(before: Uint8Array, after: Edited): Promise<Finding[]> {
  // what is noted of an Office file was in it; of a PDF it says what the edit has done
  const noted = after.notes.map((note): Finding => ({ ...findingOf(note), disposition: after.kind === 'pdf' ? 'new' : 'pre_existing' }));
  const rejected = rejectionFindings(after.results);
  if (after.kind === 'pdf') return [...rejected, ...noted];
  const [faultsBefore, faultsAfter] = await Promise.all([faultsOfFile(before), faultsOfFile(after.bytes)]);
  const found = compareFindings(faultsBefore, faultsAfter);
  return [...rejected, ...found.map((finding): Finding => ({ ...finding, fixable: false })), ...noted];
}

/** The changed file alone, as it was asked for: nothing is known of its pages. */
async function deliverUndrawn(
  { sink, ...context }: Parameters<typeof startDelivery>[0],
  file: NewOutput,
  made: Pick<EditMade, 'edits' | 'integrity' | 'timingsMs' | 'findings'>,
): Promise<EditMade> {
  const counts = countFindings(made.findings);
  sink.emit({ phase: 'finishing', validationSummary: counts }, findingEvents(made.findings, 1));
  const outputs = await startDelivery({ sink, ...context }).finish([file]);
  return { ...made, status: statusAfterEdit(made.findings), pages: null, counts, outputs };
}

/**
 * @param before the version that the file is of, where it is known
 * @throws Refusal file_rejected, processing_failed
 */
export async function makeFromEdits(
  input: EditInput,
  engine: Engine,
  sink: Sink,
  signal: AbortSignal,
  before?: DrawnBefore,
): Promise<EditMade> {
  const started = engine.clock.now();
  const startedMs = engine.clock.monotonicMs();
  sink.emit({ phase: 'planning' }, []);
  const edited = await performEdits(input, started, engine, signal);
  const { kind, bytes, results, integrity } = edited;
  sink.emit({ phase: 'rendering' }, eventsOf(results));
  const editedMs = engine.clock.monotonicMs();
  const timingsMs: Record<string, number> = { editing: editedMs - startedMs };
  const made = { edits: results, integrity, timingsMs };
  if (!results.some(isApplied)) return nothingEdited(made);
  const found = await findingsOf(input.bytes, edited);
  const context = { engine, sink, signal, before };
  const file = { kind, contentType: input.contentType, bytes };
  if (input.render === false) return deliverUndrawn(context, file, { ...made, findings: found });
  const undrawnWhy = edited.pdf === null && kind !== 'pdf' ? await whyUndrawn(bytes, kind) : null;
  if (undrawnWhy !== null)
    return deliverUndrawn(context, file, {
      ...made,
      findings: [
        ...found,
        {
          ...findingOf({
            code: 'pages_not_drawn',
            severity: 'warning',
            message: `${undrawnWhy} It comes without PDF and pictures of its pages.`,
          }),
          disposition: 'pre_existing',
        },
      ],
    });
  const known = edited.pdf ?? (kind === 'pdf' ? bytes : null);
  const { pdf, findings: undrawn } =
    known === null && kind !== 'pdf' ? await drawForeign({ bytes, kind }, engine, signal) : { pdf: known ?? bytes, findings: [] };
  const findings = [...found, ...undrawn];
  const delivery = startDelivery(context);
  delivery.renderPages(pdf);
  try {
    const pages = (await engine.pages.outline(pdf)).pages;
    const durationMs = engine.clock.monotonicMs() - editedMs;
    timingsMs['rendering'] = durationMs;
    const counts = countFindings(findings);
    sink.emit({ pages, phase: 'finishing', validationSummary: counts }, checkEvents(findings, { iteration: 1, pages, durationMs }));
    const outputs = await delivery.finish([...(kind === 'pdf' ? [] : [file]), { kind: 'pdf', contentType: 'application/pdf', bytes: pdf }]);
    return { ...made, status: statusAfterEdit(findings), pages, findings, counts, outputs, ...(before && { copied: delivery.copied() }) };
  } catch (error) {
    delivery.drop();
    throw error;
  }
}
