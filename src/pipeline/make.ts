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
import type { Status } from '../contract/vocabulary.ts';
import type { Finding } from '../base/finding.ts';
import type { Note } from '../base/note.ts';
import type { DocumentType } from '../document/document.ts';
import type { Genre } from '../document/genre.ts';
import type { PageLimits } from '../document/page-limits.ts';
import type { Block } from '../document/block.ts';
import { sizesApplied } from '../document/style-applied.ts';
import type { Style } from '../document/style.ts';
import type { Clock } from '../ports/clock.ts';
import type { OfficeRenderer } from '../ports/office-renderer.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import type { DecodedPicture } from '../ports/picture-decoder.ts';
import type { OutputRecord } from '../ports/record.ts';
import type { Typesetter } from '../ports/typesetter.ts';
import type { RenderedDocument } from '../document/rendered-document.ts';
import type { Inspector } from './create/inspector.ts';
import { finishedOf, layOut, type LaidOut } from './create/lay-out.ts';
import type { Refined } from './create/refine.ts';
import type { Rendered } from './create/render-document.ts';
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
  clock: Clock;
}

export interface MakeInput {
  markdown: string;
  format: MadeFormat;
  name: string | null;
  pictures: DecodedPicture[];
  /** A dark presentation is wished for; its front matter may say so too. */
  dark?: boolean;
  /** The look of a supplied file. */
  copied?: CopiedLook | undefined;
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
  /** Of figures in the content that come from nowhere; absent: nobody knows where they may come from. */
  untraced?: ((blocks: readonly Block[]) => Note[]) | undefined;
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
  const errors = ({ refined }: LaidOut): number => countFindings(refined.findings).errors;
  const better = after.missed < before.missed && errors(second) <= errors(first);
  inspector.settle(better ? after : before);
  if (better) return { laidOut: second, findings: after.findings };
  delivery.renderPages(first.refined.rendered.pdf);
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
  const first = await layOut(input, context, null);
  lap('rendering');
  const { inspector } = input;
  const again = async (markdown: string): Promise<LaidOut> => {
    delivery.drop();
    return layOut({ ...input, markdown }, context, first.steps);
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
  const { composition, unsupported, refined } = laidOut;
  const { rendered, drawn, resolved, repairs } = refined;
  const findings = [...refined.findings, ...inspected];
  const counts = countFindings(findings);
  const repaired = countRepairs(refined);
  // layout may have given way for a limit of pages, or for a last page with a few lines
  const style = refined.look === composition.look ? composition.style : { ...composition.style, ...sizesApplied(refined.look) };
  sink.emit(
    { pages: drawn.pages.length, phase: 'finishing', styleApplied: style, validationSummary: counts, repairSummary: repaired },
    inspected.map(issueEvent),
  );
  const outputs = await delivery.finish(filesOf(rendered, drawn));
  lap('finishing');
  return {
    status: statusOf(counts),
    type: composition.type,
    genre: composition.genre,
    pages: drawn.pages.length,
    style,
    unsupported,
    fonts: [{ requested: style.font, used: drawn.fonts[0] ?? style.font }],
    findings,
    resolved,
    repairs,
    counts,
    repaired,
    outputs,
    timingsMs,
  };
}

function filesOf({ office, pdf }: Rendered, { outline }: RenderedDocument): NewOutput[] {
  const pdfFile: NewOutput = { kind: 'pdf', contentType: 'application/pdf', bytes: pdf };
  return office === null ? [pdfFile] : [{ kind: office.kind, contentType: office.contentType, bytes: office.deliver(outline) }, pdfFile];
}

function countRepairs({ repairs, rounds }: Refined): RepairCounts {
  const applied = repairs.filter(({ outcome }) => outcome === 'applied').length;
  return { iterations: rounds, applied, rejected: repairs.length - applied };
}
