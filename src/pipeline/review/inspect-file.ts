/** A file that someone else has made, read, rendered and reviewed by all rules that apply to it. */
import { drawForeign, sheetsDrawnWithin, type DrawnWithin } from '../draw-foreign.ts';
import type { Finding } from '../../base/finding.ts';
import { Refusal, SAVE_AGAIN } from '../../base/refusal.ts';
import type { RenderedDocument } from '../../document/rendered-document.ts';
import type { OutputRecord } from '../../ports/record.ts';
import type { ForeignFormat } from '../../review/review-foreign.ts';
import { checkLength, checkRenderedLength, checkTextLength } from '../accept/request-target.ts';
import { FORMAT_OF_KIND, type TargetKind } from '../target-kind.ts';
import { startDelivery } from '../deliver.ts';
import type { DrawnBefore } from '../drawn-before.ts';
import { checkEvents, findingOf } from '../findings.ts';
import type { Engine } from '../make.ts';
import type { Sink } from '../sink.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { sendPages } from '../work/sent-pages.ts';
import type { ForeignContent } from './read-foreign.ts';

const CONTENT_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;
export const contentTypeOf = (format: ForeignFormat): string => CONTENT_TYPES[format];

/** A file as it was inspected. */
export interface Inspected {
  bytes: Uint8Array;
  pdf: Uint8Array;
  drawn: RenderedDocument;
  content: ForeignContent;
  /** At the addresses of the file. */
  findings: Finding[];
  durationMs: number;
}

/** Of a longer workbook only what rules look at is read of its pages: half the time of a file that takes long as it is. */
const STRUCTURED_SHEET_PAGES_MAX = 80;

export interface Inspection {
  format: ForeignFormat;
  engine: Engine;
  sink: Sink;
  signal: AbortSignal;
  /** Whether the limits on the length of a file hold. */
  bounded: boolean;
  /** The version that the file is of, where there may be one. */
  before?: DrawnBefore | undefined;
}

/** A PDF that cannot be opened is the client's file, not a fault of ours. @throws Refusal file_rejected */
async function readPdfPages(pdf: Uint8Array, { engine, signal }: Inspection): Promise<RenderedDocument> {
  try {
    const drawn = await engine.pages.read(pdf, { signal });
    if (drawn.pages.length === 0) throw new Refusal('file_rejected', `The PDF has no pages that can be read: it is damaged. ${SAVE_AGAIN}`);
    return drawn;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'processing_failed') throw error;
    const message =
      error.fault === 'password_protected'
        ? 'The PDF is protected by a password; remove it and send the file again.'
        : error.fault === 'too_costly'
          ? error.message
          : `The PDF cannot be opened: it is damaged. ${SAVE_AGAIN}`;
    throw new Refusal('file_rejected', message, { cause: error });
  }
}

function located(finding: Finding, { places }: ForeignContent): Finding {
  const { block_id: id, ...rest } = finding.location;
  return id === undefined ? finding : { ...finding, location: { ...rest, ...places[id] } };
}

/** Fifty pages of text and pictures take LibreOffice some seconds. */
const BOUNDED = { processorMs: 30_000 };

const withinOf = (office: ForeignContent | null, bounded: boolean): DrawnWithin =>
  office?.sheetPages ? sheetsDrawnWithin(office.sheetPages) : bounded ? BOUNDED : {};

/** @throws Refusal file_rejected, docx_invalid, document_too_long, processing_failed */
export async function inspectFile(inspection: Inspection, bytes: Uint8Array): Promise<Inspected> {
  const { format, engine, signal, bounded } = inspection;
  const started = engine.clock.monotonicMs();
  const office = format === 'pdf' ? null : await runFileWork('readForeignOffice', bytes, format, bounded);
  if (bounded) checkLength(format, office?.pages ?? null);
  if (bounded && office?.textChars !== undefined) checkTextLength(office.textChars);
  const { pdf, findings: undrawn } =
    format === 'pdf' ? { pdf: bytes, findings: [] } : await drawForeign({ bytes, kind: format }, engine, signal, withinOf(office, bounded));
  const structure = (office?.sheetPages?.filled ?? 0) <= STRUCTURED_SHEET_PAGES_MAX;
  const drawn = format === 'pdf' ? await readPdfPages(pdf, inspection) : await engine.pages.read(pdf, { signal, structure });
  if (bounded) checkRenderedLength(format, drawn.pages.length);
  const sent = await sendPages(drawn);
  const content = office ?? (await runFileWork('readForeignPdf', sent));
  const durationMs = engine.clock.monotonicMs() - started;
  const { packed, type } = content;
  const found = await runFileWork('reviewForeign', { bytes, format, content: { packed, type } }, sent);
  const noted = content.notes.map((note): Finding => ({ ...findingOf(note), disposition: 'pre_existing' }));
  return { bytes, pdf, drawn, content, findings: [...noted, ...found, ...undrawn].map((finding) => located(finding, content)), durationMs };
}

export function reportInspected({ sink }: Inspection, { findings, drawn, durationMs }: Inspected, iteration: number): void {
  sink.emit({}, checkEvents(findings, { iteration, pages: drawn.pages.length, durationMs }));
}

/** Delivers the file with its PDF and its pages; says of which pages the pictures were copied. */
export async function deliverInspected(
  { format, engine, sink, signal, before }: Inspection,
  { bytes, pdf }: Inspected,
): Promise<{ outputs: OutputRecord[]; copied?: number[] }> {
  const delivery = startDelivery({ engine, sink, signal, before });
  delivery.renderPages(pdf);
  const outputs = await delivery.finish([
    ...(format === 'pdf' ? [] : [{ kind: format, contentType: CONTENT_TYPES[format], bytes }]),
    { kind: 'pdf', contentType: CONTENT_TYPES.pdf, bytes: pdf },
  ]);
  return { outputs, ...(before && { copied: delivery.copied() }) };
}

/** As a workbook it is drawn afterwards, which has a bound of its own. */
const OLD_SHEETS = { processorMs: 10_000 };

/** Files of the old binary formats come back as their successors. @throws Refusal file_rejected */
export async function modernize(
  { bytes, kind }: { bytes: Uint8Array; kind: TargetKind },
  engine: Engine,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; format: ForeignFormat }> {
  const format = FORMAT_OF_KIND[kind];
  if (kind !== 'doc' && kind !== 'ppt' && kind !== 'xls') return { bytes, format };
  try {
    return { bytes: await engine.office.modernize({ bytes, kind }, { signal, ...(kind === 'xls' ? OLD_SHEETS : {}) }), format };
  } catch (error) {
    if (!(error instanceof Refusal) || error.fault !== 'damaged') throw error;
    throw new Refusal(
      'file_rejected',
      `The .${kind} file cannot be opened: it is damaged, protected by a password, or written in a way that LibreOffice does not read. Open it in the program that made it and save it as .${format}.`,
      {
        cause: error,
      },
    );
  }
}
