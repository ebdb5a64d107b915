/**
 * The review of a file that somebody else has made: read, drawn, looked through by all rules that fit, mended where that is
 * safe, drawn once more where something was mended. What was wrong before is told as that.
 *
 *   read → render → review → mend → (render → review: never worse) → pages → outputs
 */
import type { Finding } from '../base/finding.ts';
import { Refusal } from '../base/refusal.ts';
import type { DocumentType } from '../document/document.ts';
import type { DrawnDocument } from '../document/drawn-document.ts';
import { resolveLook } from '../document/look.ts';
import type { EditProof } from '../edits/apply-edits.ts';
import type { Mending } from '../edits/mend-file.ts';
import type { FindingCounts, NewEvent, OutputRecord, RepairCounts, Status } from '../ports/record.ts';
import type { ForeignFormat } from '../review/review-foreign.ts';
import { weigh } from '../review/review.ts';
import { editContext } from './edits.ts';
import type { ForeignContent } from './foreign/read-foreign.ts';
import { compared, goneFrom, statusOf } from './judge-findings.ts';
import { startDrawing, type Engine, type MakeSink } from './make.ts';
import type { RepairRecord } from '../contract/report.ts';
import { countFindings, findingOf } from './refine.ts';
import type { WorkedKind } from './worked-file.ts';
import { runFileWork } from './work/run-file-work.ts';

/** Interface §8: what may be reviewed or edited from a prompt. */
export const PAGES_MAX = 50;
/** A sheet is a page of a workbook (interface §2.4), and may be printed on many; beyond this many nobody looks at them. */
const SHEET_PAGES_MAX = 300;

export const CONTENT_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

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

const tooLong = (pages: number, what: string): Refusal =>
  new Refusal(
    'document_too_long',
    `The file has ${pages} ${what}; up to ${PAGES_MAX} can be reviewed or edited: divide it, or send the part that matters.`,
  );

/** @throws Refusal document_too_long */
export function checkLength(format: ForeignFormat, pages: number | null): void {
  if (pages !== null && pages > PAGES_MAX) throw tooLong(pages, format === 'pptx' ? 'slides' : format === 'xlsx' ? 'sheets' : 'pages');
}

/** @throws Refusal document_too_long */
export function checkDrawnLength(format: ForeignFormat, pages: number): void {
  if (format !== 'xlsx') checkLength(format, pages);
  else if (pages > SHEET_PAGES_MAX)
    throw new Refusal(
      'document_too_long',
      `The workbook fills ${pages} pages when it is drawn; up to ${SHEET_PAGES_MAX} are looked at: leave out what needs no review.`,
    );
}

interface Seen {
  bytes: Uint8Array;
  pdf: Uint8Array;
  drawn: DrawnDocument;
  content: ForeignContent;
  findings: Finding[];
  durationMs: number;
}

export interface Review {
  format: ForeignFormat;
  engine: Engine;
  sink: MakeSink;
  signal: AbortSignal;
  /** Whether it may be too long. */ bounded: boolean;
}

/** A PDF that cannot be opened is the client's file, not a fault of ours. */
async function readPdfPages(pdf: Uint8Array, { engine, signal }: Review): Promise<DrawnDocument> {
  try {
    const drawn = await engine.pages.read(pdf, { signal });
    if (drawn.pages.length === 0) throw new Refusal('file_rejected', 'The PDF has no pages that can be read: it is damaged.');
    return drawn;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'processing_failed') throw error;
    throw new Refusal(
      'file_rejected',
      error.fault === 'password_protected'
        ? 'The PDF is protected by a password; remove it and send the file again.'
        : 'The PDF cannot be opened: it is damaged.',
      { cause: error },
    );
  }
}

function located(finding: Finding, { places }: ForeignContent): Finding {
  const { block_id: id, ...rest } = finding.location;
  return id === undefined ? finding : { ...finding, location: { ...rest, ...places[id] } };
}

export async function look(review: Review, bytes: Uint8Array): Promise<Seen> {
  const { format, engine, signal, bounded } = review;
  const started = engine.clock.now().getTime();
  const office = format === 'pdf' ? null : await runFileWork('readForeignOffice', bytes, format);
  if (bounded) checkLength(format, office?.pages ?? null);
  const pdf = format === 'pdf' ? bytes : await engine.office.toPdf({ bytes, kind: format }, { signal });
  const drawn = format === 'pdf' ? await readPdfPages(pdf, review) : await engine.pages.read(pdf, { signal });
  if (bounded) checkDrawnLength(format, drawn.pages.length);
  const content = office ?? (await runFileWork('readForeignPdf', drawn));
  const durationMs = engine.clock.now().getTime() - started;
  const found = await runFileWork(
    'reviewForeign',
    { bytes, format, draft: { document: content.document, look: resolveLook(content.type) } },
    drawn,
  );
  const noted = content.notes.map((note): Finding => ({ ...findingOf(note), disposition: 'pre_existing' }));
  return { bytes, pdf, drawn, content, findings: [...noted, ...found].map((finding) => located(finding, content)), durationMs };
}

export function tell({ sink }: Review, seen: Seen, iteration: number): void {
  sink.tell({}, [
    { type: 'render.completed', data: { iteration, pages: seen.drawn.pages.length, duration_ms: seen.durationMs } },
    ...seen.findings.map(({ code, severity, message, location, fixable }): NewEvent => ({
      type: 'validation.issue_found',
      data: { code, severity, message, location, fixable },
    })),
    { type: 'validation.completed', data: { iteration, ...countFindings(seen.findings) } },
  ]);
}

const LANGUAGE_CHARS_MIN = 200;

interface Repaired {
  seen: Seen;
  mendings: Mending[];
  repairs: RepairRecord[];
  resolved: Finding[];
  integrity: EditProof | null;
  iterations: number;
}

const NO_BETTER = 'The pages were no better with it, so the file stayed as it was.';

async function repair(review: Review, first: Seen): Promise<Repaired> {
  const { engine, format, sink } = review;
  if (format === 'pdf') return { seen: first, mendings: [], repairs: [], resolved: [], integrity: null, iterations: 0 };
  const { document } = first.content;
  const words = first.drawn.pages.reduce((sum, page) => sum + page.lines.reduce((chars, line) => chars + line.text.length, 0), 0);
  const { bytes, mendings, integrity } = await runFileWork('mendFile', first.bytes, {
    title: document.title.trim(),
    lang: words >= LANGUAGE_CHARS_MIN ? document.lang : '',
    codes: new Set(first.findings.map(({ code }) => code)),
    date: editContext('direct', engine.clock.now()).date,
    ...(format === 'xlsx' ? { workbook: await runFileWork('workbookMends', first.bytes) } : { headings: first.drawn.outline }),
  });
  if (mendings.length === 0) return { seen: first, mendings, repairs: [], resolved: [], integrity, iterations: 0 };
  sink.tell({ phase: 'repairing' }, []);
  const next = await look(review, bytes);
  const worse = weigh(next.findings) > weigh(first.findings) || next.drawn.pages.length !== first.drawn.pages.length;
  const outcome = worse ? ('rejected' as const) : ('applied' as const);
  const repairs = mendings.map(({ fix, code }): RepairRecord => ({
    iteration: 1,
    fix,
    finding_code: code,
    outcome,
    ...(worse ? { reason: NO_BETTER } : {}),
  }));
  const events = mendings.map(({ fix, code }): NewEvent =>
    worse
      ? { type: 'repair.rejected', data: { iteration: 1, fix, issue_code: code, reason: NO_BETTER } }
      : { type: 'repair.applied', data: { iteration: 1, fix, issue_code: code } },
  );
  sink.tell({}, events);
  if (worse)
    return {
      seen: first,
      mendings: [],
      repairs,
      resolved: [],
      integrity: (await runFileWork('mendFile', first.bytes, { title: '', lang: '', codes: new Set<string>(), date: '' })).integrity,
      iterations: 1,
    };
  const seen = { ...next, findings: compared(first.findings, next.findings) };
  tell(review, seen, 2);
  return { seen, mendings, repairs, resolved: goneFrom(first.findings, seen.findings), integrity, iterations: 1 };
}

export async function deliver({ format, engine, sink, signal }: Review, { bytes, pdf }: Seen): Promise<OutputRecord[]> {
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
    if (format !== 'pdf') files.push(await sink.put({ kind: format, contentType: CONTENT_TYPES[format], bytes }));
    files.push(await sink.put({ kind: 'pdf', contentType: CONTENT_TYPES.pdf, bytes: pdf }));
    drawing.accept();
    await drawing.finished;
  } catch (error) {
    drawing.drop();
    throw error;
  }
  const outputs = [...files, ...previews];
  sink.tell(
    { outputs },
    files.map((output): NewEvent => ({ type: 'output.available', data: { output_id: output.id, kind: output.kind, bytes: output.bytes } })),
  );
  return outputs;
}

const MODERN = { doc: 'docx', ppt: 'pptx', xls: 'xlsx' } as const;

/** Old Office files come back as their successors. @throws Refusal file_rejected */
export async function modernize(
  file: { bytes: Uint8Array; kind: WorkedKind },
  engine: Engine,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; format: ForeignFormat }> {
  const { bytes, kind } = file;
  if (kind !== 'doc' && kind !== 'ppt' && kind !== 'xls') return { bytes, format: kind };
  try {
    return { bytes: await engine.office.modernize({ bytes, kind }, { signal }), format: MODERN[kind] };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'processing_failed') throw error;
    throw new Refusal('file_rejected', `The .${kind} file cannot be opened: it is damaged, or protected by a password.`, { cause: error });
  }
}

/** @throws Refusal file_rejected, docx_invalid, document_too_long, processing_failed */
export async function makeReview(
  file: { bytes: Uint8Array; kind: WorkedKind },
  engine: Engine,
  sink: MakeSink,
  signal: AbortSignal,
): Promise<ReviewMade> {
  const started = engine.clock.now().getTime();
  const timingsMs: Record<string, number> = {};
  const lap = (step: string): void => {
    timingsMs[step] = engine.clock.now().getTime() - started - Object.values(timingsMs).reduce((sum, ms) => sum + ms, 0);
  };
  sink.tell({ phase: 'reading' }, []);
  const { bytes, format } = await modernize(file, engine, signal);
  const review: Review = { format, engine, sink, signal, bounded: true };
  sink.tell({ format, phase: 'rendering' }, []);
  const first = await look(review, bytes);
  sink.tell({ type: first.content.type, pages: first.drawn.pages.length, phase: 'reviewing' }, []);
  tell(review, first, 1);
  lap('rendering');
  const { seen, repairs, resolved, integrity, iterations } = await repair(review, first);
  const counts = countFindings(seen.findings);
  const applied = repairs.filter(({ outcome }) => outcome === 'applied').length;
  const repaired: RepairCounts = { iterations, applied, rejected: repairs.length - applied };
  lap('repairing');
  sink.tell({ phase: 'finishing', validationSummary: counts, repairSummary: repaired }, []);
  const outputs = await deliver(review, seen);
  lap('finishing');
  return {
    status: statusOf(counts),
    format,
    type: first.content.type,
    pages: seen.drawn.pages.length,
    findings: seen.findings,
    resolved,
    repairs,
    counts,
    repaired,
    integrity,
    outputs,
    timingsMs,
  };
}

export interface VersionMade extends Pick<ReviewMade, 'status' | 'type' | 'pages' | 'findings' | 'outputs' | 'timingsMs'> {
  counts: FindingCounts | null;
}

/**
 * A file that somebody edited by hand: it stays as it is; a Word file is looked through.
 * @param known findings of the file that it was edited from
 * @throws Refusal file_rejected, docx_invalid, processing_failed
 */
export async function makeVersion(
  file: { bytes: Uint8Array; kind: WorkedKind },
  known: readonly Finding[],
  engine: Engine,
  sink: MakeSink,
  signal: AbortSignal,
): Promise<VersionMade> {
  const started = engine.clock.now().getTime();
  const { bytes, format } = await modernize(file, engine, signal);
  const review: Review = { format, engine, sink, signal, bounded: false };
  sink.tell({ phase: 'rendering' }, []);
  const drawn = await look(review, bytes);
  const reviewed = format === 'docx';
  const seen = { ...drawn, findings: reviewed ? compared(known, drawn.findings) : [] };
  const counts = countFindings(seen.findings);
  if (reviewed) tell(review, seen, 1);
  else sink.tell({}, [{ type: 'render.completed', data: { iteration: 1, pages: seen.drawn.pages.length, duration_ms: seen.durationMs } }]);
  sink.tell({ phase: 'finishing', ...(reviewed ? { validationSummary: counts } : {}) }, []);
  const outputs = await deliver(review, seen);
  return {
    status: reviewed ? statusOf(counts) : 'ready',
    type: seen.content.type,
    pages: seen.drawn.pages.length,
    findings: seen.findings,
    counts: reviewed ? counts : null,
    outputs,
    timingsMs: { rendering: engine.clock.now().getTime() - started },
  };
}
