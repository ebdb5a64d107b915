/** A file that a user edited by hand: it stays as it is, is rendered, and reviewed where it is a Word file. */
import type { FindingCounts } from '../../contract/document.ts';
import type { Finding } from '../../base/finding.ts';
import type { TargetKind } from '../target-kind.ts';
import { compareFindings, countFindings, statusOf } from '../findings.ts';
import type { DrawnBefore } from '../drawn-before.ts';
import type { Engine } from '../make.ts';
import type { ReviewMade } from '../review-document.ts';
import { deliverInspected, inspectFile, modernize, reportInspected, type Inspection } from '../review/inspect-file.ts';
import type { Sink } from '../sink.ts';

export interface VersionMade extends Pick<ReviewMade, 'status' | 'type' | 'pages' | 'findings' | 'outputs' | 'timingsMs'> {
  /** null where the file is not reviewed. */
  counts: FindingCounts | null;
  /** Pages whose pictures were copied from the version before. */
  copied?: number[];
}

/**
 * @param known findings of the file that it was edited from
 * @param before the version that it was edited from
 * @throws Refusal file_rejected, docx_invalid, processing_failed
 */
export async function makeVersion(
  file: { bytes: Uint8Array; kind: TargetKind },
  known: readonly Finding[],
  before: DrawnBefore | undefined,
  engine: Engine,
  sink: Sink,
  signal: AbortSignal,
): Promise<VersionMade> {
  const started = engine.clock.monotonicMs();
  const { bytes, format } = await modernize(file, engine, signal);
  const inspection: Inspection = { format, engine, sink, signal, bounded: false, before };
  sink.emit({ phase: 'rendering' }, []);
  const found = await inspectFile(inspection, bytes);
  const pages = found.drawn.pages.length;
  const reviewed = format === 'docx';
  const inspected = { ...found, findings: reviewed ? compareFindings(known, found.findings) : [] };
  const { findings } = inspected;
  const counts = countFindings(findings);
  if (reviewed) reportInspected(inspection, inspected, 1);
  else sink.emit({}, [{ type: 'render.completed', data: { iteration: 1, pages, duration_ms: found.durationMs } }]);
  sink.emit({ phase: 'finishing', ...(reviewed ? { validationSummary: counts } : {}) }, []);
  const delivered = await deliverInspected(inspection, inspected);
  return {
    status: reviewed ? statusOf(counts) : 'ready',
    type: found.content.type,
    pages,
    findings,
    counts: reviewed ? counts : null,
    ...delivered,
    timingsMs: { rendering: engine.clock.monotonicMs() - started },
  };
}
