/**
 * Content in, files and events out. It knows nothing of databases, so that the service and the command line make documents in
 * the same way: each brings a sink for what is made.
 *
 *   read → compose → (build → render → review → repair)* → pages → outputs
 *
 * What need not wait does not: page pictures are rendered while rules look at the pages, and stored while later ones are
 * still being rendered.
 */
import type { FindingCounts, RepairCounts } from '../contract/document.ts';
import type { Paper, Status } from '../contract/vocabulary.ts';
import type { Finding } from '../base/finding.ts';
import type { Note } from '../base/note.ts';
import type { DocumentType } from '../document/document.ts';
import type { Genre } from '../document/genre.ts';
import type { PageLimits } from '../document/page-limits.ts';
import type { Style } from '../document/style.ts';
import type { Clock } from '../ports/clock.ts';
import type { OfficeRenderer } from '../ports/office-renderer.ts';
import type { PageBrowser } from '../ports/page-browser.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import type { DecodedPicture } from '../ports/picture-decoder.ts';
import type { OutputRecord } from '../ports/record.ts';
import type { Typesetter } from '../ports/typesetter.ts';
import type { Inspector } from './create/inspector.ts';
import { finishedOf, type LaidOut } from './create/lay-out.ts';
import { layOut } from './create/lay-out-elsewhere.ts';
import { startDelivery, type Delivery } from './deliver.ts';
import { countFindings, statusOf } from './findings.ts';
import { issueEvent } from './issue-event.ts';
import type { MadeFormat } from '../review/define-rule.ts';
import type { RepairRecord } from '../contract/report.ts';
import type { CopiedLook } from '../templates/copied-look.ts';
import type { NewOutput, Sink } from './sink.ts';

/** The renderers; shared by all documents of a process. */
export interface Engine {
  office: OfficeRenderer;
  pages: PageRenderer;
  typesetter: Typesetter;
  /** Absent: pages are made and not looked at. */
  browser?: PageBrowser;
  clock: Clock;
}

export interface MakeInput {
  markdown: string;
  format: MadeFormat;
  name: string | null;
  pictures: DecodedPicture[];
  /** A dark presentation is wished for; its front matter may say so too. */
  dark?: boolean;
  /** The look of a supplied file, or of a brand. */
  copied?: CopiedLook | undefined;
  /** Where neither the author nor the text says otherwise. */
  usual?: { language: string | null; paper: Paper | null } | undefined;
  /** What a plan has settled, for a prompt or for a style in words. */
  settled?: Settled | undefined;
  /** Holds the finished document against what was asked for, before it is delivered. */
  inspector?: Inspector | undefined;
}

export interface Settled {
  type?: DocumentType | undefined;
  lang?: string | undefined;
  styleFor: (type: DocumentType) => { style: Partial<Style>; unsupported: string[] };
  /** What the request names, where it names one; else the content is looked at. */
  genre?: Genre | undefined;
  /** How many pages were asked for. */
  limits?: PageLimits | undefined;
  /** Style and blocks have been reported while they were written. */
  reported: boolean;
  notes: Note[];
  /** Where the figures and the words of the content may come from; absent: nobody knows. */
  known?: KnownText | undefined;
}

interface KnownText {
  /** The request, its date and its sources: a figure that is in none of them is reported. */
  figures: string;
  /** The request and its sources, whose spelling the text follows. */
  words: string;
}

export interface MakeResult {
  status: Status;
  type: DocumentType;
  /** As recognised inside the type; absent: none. */
  genre?: Genre | undefined;
  pages: number;
  style: Style;
  unsupported: string[];
  fonts: { requested: string; used: string }[];
  findings: Finding[];
  resolved: Finding[];
  repairs: RepairRecord[];
  counts: FindingCounts;
  repaired: RepairCounts;
  outputs: OutputRecord[];
  /** Keys of the pictures of the request (`img:1`, …) that are in the file. */
  placed: readonly string[];
  timingsMs: Record<string, number>;
}

export interface Stopwatch {
  /** Adds the time since the last lap to this step. */
  lap(step: string): void;
  timingsMs: Record<string, number>;
}

/** Times of the steps of a workflow, in milliseconds. */
export function startStopwatch(clock: Clock): Stopwatch {
  let last = clock.monotonicMs();
  const timingsMs: Record<string, number> = {};
  const lap = (step: string): void => {
    const now = clock.monotonicMs();
    timingsMs[step] = (timingsMs[step] ?? 0) + now - last;
    last = now;
  };
  return { lap, timingsMs };
}

/** What is delivered, and what was found by holding it against the request. */
export interface Chosen {
  laidOut: LaidOut;
  findings: Finding[];
}

/** At most one more round, and never worse: the document that misses less is delivered, of two alike the one with fewer faults. */
export async function inspectAndRevise(
  input: MakeInput,
  inspector: Inspector,
  first: LaidOut,
  again: (markdown: string) => Promise<LaidOut>,
  delivery: Delivery,
): Promise<Chosen> {
  const before = await inspector.inspect(finishedOf(input, first));
  const markdown = before.missed === 0 ? null : await inspector.revise();
  if (markdown === null) {
    inspector.settle(before);
    return { laidOut: first, findings: before.findings };
  }
  const second = await again(markdown);
  const after = await inspector.inspect(finishedOf(input, second));
  const errors = ({ findings }: LaidOut): number => countFindings(findings).errors;
  const better = after.missed < before.missed && errors(second) <= errors(first);
  inspector.settle(better ? after : before);
  if (better) return { laidOut: second, findings: after.findings };
  delivery.renderPages(first.pdf);
  return { laidOut: first, findings: before.findings };
}

/**
 * Makes one document from Markdown.
 * @throws Refusal content_empty, processing_failed; whatever the sink or the inspector throws
 */
export async function makeFromContent(input: MakeInput, engine: Engine, sink: Sink, signal: AbortSignal): Promise<MakeResult> {
  const { lap, timingsMs } = startStopwatch(engine.clock);
  const delivery = startDelivery({ engine, sink, signal });
  const context = { engine, sink, signal, delivery };
  const { inspector } = input;
  const once = inspector === undefined;
  const first = await layOut(input, context, { reported: null, once });
  lap('rendering');
  const again = async (markdown: string): Promise<LaidOut> => {
    delivery.drop();
    return layOut({ ...input, markdown }, context, { reported: first.steps, once });
  };
  const chosen = inspector ? await inspectAndRevise(input, inspector, first, again, delivery) : { laidOut: first, findings: [] };
  if (inspector) lap('checking');
  return deliverMade(chosen, sink, delivery, { lap, timingsMs });
}

/** @throws whatever the sink throws */
export async function deliverMade(
  { laidOut, findings: inspected }: Chosen,
  sink: Sink,
  delivery: Delivery,
  { lap, timingsMs }: Stopwatch,
): Promise<MakeResult> {
  const { type, genre, style, unsupported, resolved, repairs } = laidOut;
  const findings = [...laidOut.findings, ...inspected];
  const counts = countFindings(findings);
  const repaired = countRepairs(laidOut);
  const pages = laidOut.pages.length;
  sink.emit(
    { pages, phase: 'finishing', styleApplied: style, validationSummary: counts, repairSummary: repaired },
    inspected.map(issueEvent),
  );
  const outputs = await delivery.finish(filesOf(laidOut));
  lap('finishing');
  return {
    status: statusOf(counts),
    type,
    genre,
    pages,
    style,
    unsupported,
    fonts: [{ requested: style.font, used: laidOut.fonts[0] ?? style.font }],
    findings,
    resolved,
    repairs,
    counts,
    repaired,
    outputs,
    placed: laidOut.placed,
    timingsMs,
  };
}

function filesOf({ office, pdf }: LaidOut): NewOutput[] {
  const pdfFile: NewOutput = { kind: 'pdf', contentType: 'application/pdf', bytes: pdf };
  return office === null ? [pdfFile] : [office, pdfFile];
}

function countRepairs({ repairs, rounds }: LaidOut): RepairCounts {
  const applied = repairs.filter(({ outcome }) => outcome === 'applied').length;
  return { iterations: rounds, applied, rejected: repairs.length - applied };
}
