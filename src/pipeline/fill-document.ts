/**
 * A filled template: filled again from what was kept, counted where it is a workbook, then rendered and reviewed as an edited file
 * is: what was wrong with the template before is reported as that.
 */
import type { Status } from '../contract/vocabulary.ts';
import type { Finding } from '../base/finding.ts';
import type { FindingCounts } from '../contract/document.ts';
import type { Data, Filled, FillOptions } from '../edits/fill-template.ts';
import type { DocumentType } from '../document/document.ts';
import type { OutputRecord } from '../ports/record.ts';
import { startDelivery } from './deliver.ts';
import { recalculate } from './edit/recalculate.ts';
import { checkEvents, compareFindings, countFindings, findingOf, statusAfterEdit } from './findings.ts';
import type { Engine } from './make.ts';
import type { Sink } from './sink.ts';
import { runFileWork } from './work/run-file-work.ts';
import { refuseFaults } from './try-template.ts';

export interface FillInput {
  bytes: Uint8Array;
  contentType: string;
  /** One, or those that come one after another into one file. */
  records: readonly Data[];
  options: FillOptions;
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

/** @throws Refusal input_invalid with all that cannot be filled; file_rejected, processing_failed */
export async function makeFilled(input: FillInput, engine: Engine, sink: Sink, signal: AbortSignal): Promise<FillMade> {
  const { bytes, contentType, records, options, pdfOnly } = input;
  const startedMs = engine.clock.now().getTime();
  sink.emit({ phase: 'building' }, []);
  const filled = await runFileWork('fillRecords', bytes, records, options);
  if ('faults' in filled) throw refuseFaults(filled.faults);
  const { outcome, pdf: counted } = await recalculate(bytes, filled, engine.office, signal);
  const filledMs = engine.clock.now().getTime();
  sink.emit({ phase: 'rendering' }, []);
  const pdf = counted ?? (await engine.office.toPdf({ bytes: outcome.bytes, kind: outcome.kind }, { signal }));
  const delivery = startDelivery({ engine, sink, signal });
  delivery.renderPages(pdf);
  try {
    const [before, after, pages] = await Promise.all([
      runFileWork('findPackageFaults', bytes),
      runFileWork('findPackageFaults', outcome.bytes),
      engine.pages.read(pdf, { signal }),
    ]);
    const noted = outcome.notes.map((note): Finding => ({ ...findingOf(note), disposition: 'pre_existing' }));
    const findings = [...compareFindings(before, after).map(asOfTemplate), ...noted];
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
    const type = outcome.kind === 'docx' ? (await runFileWork('readForeignOffice', outcome.bytes, 'docx')).type : null;
    const { integrity } = outcome;
    const timingsMs = { filling: filledMs - startedMs, rendering: durationMs };
    return { status: statusAfterEdit(findings), type, pages: number, tags: filled.tags, findings, counts, integrity, outputs, timingsMs };
  } catch (error) {
    delivery.drop();
    throw error;
  }
}
