/**
 * A filled template: filled again from what was kept, counted where it is a workbook, then rendered and reviewed as an edited file
 * is: what was wrong with the template before is reported as that.
 */
import { drawForeign } from './draw-foreign.ts';
import type { Status } from '../contract/vocabulary.ts';
import type { Finding } from '../base/finding.ts';
import type { FindingCounts } from '../contract/document.ts';
import type { Filled, FillFault, FillOptions } from '../edits/fill-template.ts';
import type { DocumentType } from '../document/document.ts';
import type { FilledForm } from '../edits/fill-form.ts';
import type { OutputRecord } from '../ports/record.ts';
import { startDelivery } from './deliver.ts';
import { recalculate } from './edit/recalculate.ts';
import { checkEvents, compareFindings, countFindings, findingOf, statusAfterEdit } from './findings.ts';
import type { Engine } from './make.ts';
import type { Sink } from './sink.ts';
import { faultsOfFile, typeOfWord } from './work/remember-results.ts';
import { runFileWork } from './work/run-file-work.ts';
import { refuseFaults } from './try-template.ts';

export interface FillInput {
  bytes: Uint8Array;
  contentType: string;
  /** Fills the template, or says what cannot be filled. */
  fill(): Promise<Filled | FilledForm | { faults: readonly FillFault[] }>;
  /** null where the template is to say it. */
  type: DocumentType | null;
  /** Only the PDF is delivered. */
  pdfOnly: boolean;
}

export interface FillMade {
  status: Status;
  type: DocumentType | null;
  pages: number;
  tags: number;
  findings: Finding[];
  counts: FindingCounts;
  integrity: Filled['integrity'];
  outputs: OutputRecord[];
  timingsMs: Record<string, number>;
}

/** Slides that repeat, and tables that go on over several, have the title that the template gave them. */
const asOfTemplate = (finding: Finding): Finding => ({
  ...finding,
  fixable: false,
  ...(finding.code === 'slide_title_repeated' ? { disposition: 'pre_existing' as const } : {}),
});

/** A form needs no drawing but its pages' pictures: the file is the PDF. */
async function deliverForm(
  { bytes, tags, integrity }: FilledForm,
  { engine, sink, signal }: { engine: Engine; sink: Sink; signal: AbortSignal },
  startedMs: number,
): Promise<FillMade> {
  const filledMs = engine.clock.now().getTime();
  sink.emit({ phase: 'rendering' }, []);
  const delivery = startDelivery({ engine, sink, signal });
  delivery.renderPages(bytes);
  try {
    const { pages } = await engine.pages.outline(bytes);
    const durationMs = engine.clock.now().getTime() - filledMs;
    const counts = countFindings([]);
    sink.emit({ pages, phase: 'finishing', validationSummary: counts }, checkEvents([], { iteration: 1, pages, durationMs }));
    const outputs = await delivery.finish([{ kind: 'pdf', contentType: 'application/pdf', bytes }]);
    const timingsMs = { filling: filledMs - startedMs, rendering: durationMs };
    return { status: 'ready', type: null, pages, tags, findings: [], counts, integrity, outputs, timingsMs };
  } catch (error) {
    delivery.drop();
    throw error;
  }
}

/** @param record its JSON. @throws Refusal file_rejected, processing_failed */
export const fillRecord = (bytes: Uint8Array, record: string, options: FillOptions): ReturnType<FillInput['fill']> =>
  runFileWork('fillRecords', bytes, [record], options);

/** @throws Refusal input_invalid with all that cannot be filled; file_rejected, processing_failed */
export async function makeFilled(input: FillInput, engine: Engine, sink: Sink, signal: AbortSignal): Promise<FillMade> {
  const { bytes, contentType, pdfOnly } = input;
  const startedMs = engine.clock.now().getTime();
  sink.emit({ phase: 'building' }, []);
  const filled = await input.fill();
  if ('faults' in filled) throw refuseFaults(filled.faults);
  if (filled.kind === 'pdf') return deliverForm(filled, { engine, sink, signal }, startedMs);
  const { outcome, pdf: counted } = await recalculate(bytes, filled, engine.office, signal);
  const filledMs = engine.clock.now().getTime();
  sink.emit({ phase: 'rendering' }, []);
  const drawn =
    counted === null
      ? drawForeign({ bytes: outcome.bytes, kind: outcome.kind }, engine, signal)
      : Promise.resolve({ pdf: counted, findings: [] });
  // looked through while it is drawn
  const lookedThrough = Promise.all([
    faultsOfFile(bytes),
    runFileWork('findPackageFaults', outcome.bytes),
    input.type === null && outcome.kind === 'docx' ? typeOfWord(bytes) : input.type,
  ]);
  lookedThrough.catch(() => undefined);
  const { pdf, findings: undrawn } = await drawn;
  const delivery = startDelivery({ engine, sink, signal });
  delivery.renderPages(pdf);
  try {
    const [[before, after, type], pages] = await Promise.all([lookedThrough, engine.pages.read(pdf, { signal })]);
    const noted = outcome.notes.map((note): Finding => ({ ...findingOf(note), disposition: 'pre_existing' }));
    const findings = [...compareFindings(before, after).map(asOfTemplate), ...noted, ...undrawn];
    const durationMs = engine.clock.now().getTime() - filledMs;
    const counts = countFindings(findings);
    const number = pages.pages.length;
    sink.emit(
      { pages: number, phase: 'finishing', validationSummary: counts },
      checkEvents(findings, { iteration: 1, pages: number, durationMs }),
    );
    const outputs = await delivery.finish([
      ...(pdfOnly ? [] : [{ kind: outcome.kind, contentType, bytes: outcome.bytes }]),
      { kind: 'pdf', contentType: 'application/pdf', bytes: pdf },
    ]);
    const { integrity } = outcome;
    const timingsMs = { filling: filledMs - startedMs, rendering: durationMs };
    return { status: statusAfterEdit(findings), type, pages: number, tags: filled.tags, findings, counts, integrity, outputs, timingsMs };
  } catch (error) {
    delivery.drop();
    throw error;
  }
}
