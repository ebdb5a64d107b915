/**
 * The review of a file that someone else has made: read, rendered, reviewed by all rules that apply, repaired where that is
 * safe, rendered once more where something was repaired. What was wrong before is reported as that.
 *
 *   read → render → review → repair → (render → review: never worse) → pages → outputs
 */
import type { FindingCounts, RepairCounts } from '../contract/document.ts';
import type { Status } from '../contract/vocabulary.ts';
import type { Finding } from '../base/finding.ts';
import type { DocumentType } from '../document/document.ts';
import type { EditProof } from '../edits/apply-edits.ts';
import type { OutputRecord } from '../ports/record.ts';
import type { ForeignFormat } from '../review/review-foreign.ts';
import type { TargetKind } from './target-kind.ts';
import type { RepairRecord } from '../contract/report.ts';
import { countFindings, statusOf } from './findings.ts';
import { startStopwatch, type Engine } from './make.ts';
import { deliverInspected, inspectFile, modernize, reportInspected, type Inspection } from './review/inspect-file.ts';
import { repairFile } from './review/repair-file.ts';
import type { Sink } from './sink.ts';

export interface ReviewMade {
  status: Status;
  format: ForeignFormat;
  type: DocumentType;
  pages: number;
  findings: Finding[];
  resolved: Finding[];
  repairs: RepairRecord[];
  counts: FindingCounts;
  repaired: RepairCounts;
  integrity: EditProof | null;
  outputs: OutputRecord[];
  timingsMs: Record<string, number>;
}

/** @throws Refusal file_rejected, docx_invalid, document_too_long, processing_failed */
export async function makeReview(
  file: { bytes: Uint8Array; kind: TargetKind },
  engine: Engine,
  sink: Sink,
  signal: AbortSignal,
): Promise<ReviewMade> {
  const { lap, timingsMs } = startStopwatch(engine.clock);
  sink.emit({ phase: 'reading' }, []);
  const { bytes, format } = await modernize(file, engine, signal);
  const inspection: Inspection = { format, engine, sink, signal, bounded: true };
  sink.emit({ format, phase: 'rendering' }, []);
  const first = await inspectFile(inspection, bytes);
  const { type } = first.content;
  sink.emit({ type, pages: first.drawn.pages.length, phase: 'reviewing' }, []);
  reportInspected(inspection, first, 1);
  lap('rendering');
  const { inspected, repairs, resolved, integrity, iterations } = await repairFile(inspection, first);
  const { findings, drawn } = inspected;
  const counts = countFindings(findings);
  const applied = repairs.filter(({ outcome }) => outcome === 'applied').length;
  const repaired: RepairCounts = { iterations, applied, rejected: repairs.length - applied };
  lap('repairing');
  sink.emit({ phase: 'finishing', validationSummary: counts, repairSummary: repaired }, []);
  const { outputs } = await deliverInspected(inspection, inspected);
  lap('finishing');
  return {
    status: statusOf(counts),
    format,
    type,
    pages: drawn.pages.length,
    findings,
    resolved,
    repairs,
    counts,
    repaired,
    integrity,
    outputs,
    timingsMs,
  };
}
