/** A document that is a web page: written over the same blocks as every other format, kept whole, and given a place for its data. */
import { Refusal } from '../../base/refusal.ts';
import type { NewEvent } from '../../contract/event.ts';
import type { Storage } from '../../contract/vocabulary.ts';
import type { Finding } from '../../base/finding.ts';
import type { Note } from '../../base/note.ts';
import type { RepairRecord } from '../../contract/report.ts';
import type { DecodedPicture } from '../../ports/picture-decoder.ts';
import type { PageStep, ScreenPicture } from '../../ports/page-browser.ts';
import { findFreePage } from '../../readers/free-page.ts';
import type { OutputRecord } from '../../ports/record.ts';
import { framePage, PAGE_BYTES_MAX, standAlonePage } from '../artifact-page.ts';
import { checkEvents, countFindings, findingOf, statusOf } from '../findings.ts';
import { issueEvent } from '../issue-event.ts';
import { makePage, type MadePage } from '../make-page.ts';
import { startStopwatch, type MakeResult, type Settled } from '../make.ts';
import type { Run } from '../run.ts';
import { designPage, finishedPage, type ShownPage } from '../page/design-page.ts';
import { keepPageSource } from '../page/page-source.ts';
import { lookAtPage, previewOf, type PageLook } from '../page/look-at-page.ts';
import type { AgentInput, AgentWork } from './design-document.ts';
import type { Sink } from '../sink.ts';
import { contentEvents } from './content-events.ts';
import type { Inspector } from './inspector.ts';
import { traceText } from './trace-text.ts';

export interface PageWriting {
  markdown: string;
  pictures: DecodedPicture[];
  settled?: Settled | undefined;
  inspector?: Inspector | undefined;
  storage: Storage;
  agent?: AgentInput | undefined;
  /** Of a page that is edited or saved: its content is told by no events. */
  quiet?: boolean;
}

/** Held against what was asked for, and written once more where that misses less. */
async function inspect(
  first: MadePage,
  inspector: Inspector,
  again: (markdown: string) => Promise<MadePage>,
): Promise<{ page: MadePage; findings: Finding[]; markdown?: string }> {
  const before = await inspector.inspect(finishedPage(first));
  const markdown = before.missed === 0 ? null : await inspector.revise();
  if (markdown === null) {
    inspector.settle(before);
    return { page: first, findings: before.findings };
  }
  const second = await again(markdown);
  const after = await inspector.inspect(finishedPage(second));
  const better = after.missed < before.missed;
  inspector.settle(better ? after : before);
  return better ? { page: second, findings: after.findings, markdown } : { page: first, findings: before.findings };
}

/** The bytes that are kept: the page, or where nothing is kept the page as a file that stands by itself. @throws Refusal page_too_large */
function bytesOf({ record }: Run, { html }: MadePage): Uint8Array {
  const page = Buffer.from(html);
  const sent = record.retention === 'none' ? standAlonePage(page, record.id) : framePage(page);
  if (sent.length > PAGE_BYTES_MAX)
    throw new Refusal(
      'page_too_large',
      `The page has ${Math.ceil(sent.length / 1_024)} KB; ${PAGE_BYTES_MAX / 1_024} KB are possible. Leave pictures out, or divide the content.`,
    );
  return record.retention === 'none' ? sent : page;
}

const available = ({ id, kind, bytes }: OutputRecord): NewEvent => ({ type: 'output.available', data: { output_id: id, kind, bytes } });

/** The page is there; its picture is stored and told before it, as those of other documents are. */
async function deliverPage(sink: Sink, page: OutputRecord, picture: ScreenPicture | undefined): Promise<OutputRecord[]> {
  if (picture === undefined) {
    sink.emit({ outputs: [page] }, [available(page)]);
    return [page];
  }
  const { png: bytes, width, height } = picture;
  const preview = await sink.put({ kind: 'preview', contentType: 'image/png', bytes, page: 1, width, height });
  const outputs = [page, preview];
  sink.emit({ outputs }, [
    { type: 'preview.page_ready', data: { page: 1, total: 1, output_id: preview.id, width, height } },
    available(preview),
    available(page),
  ]);
  return outputs;
}

interface Chosen extends ShownPage {
  inspected: Finding[];
  markdown: string;
  repairs: RepairRecord[];
  iterations: number;
  work: AgentWork | null;
}

interface Maker {
  make(markdown: string): Promise<MadePage>;
  look(page: MadePage, thorough: boolean, steps?: readonly PageStep[]): Promise<PageLook>;
  notesOf(page: MadePage): Note[];
}

function createMaker({ workshop, record, signal }: Run, { pictures, settled, storage }: PageWriting): Maker {
  return {
    make: (markdown) =>
      makePage({ markdown, name: record.name, pictures, settled, shrink: (bytes) => workshop.pictures.shrink(bytes, { signal }) }),
    look: (page, thorough, steps) =>
      lookAtPage(workshop.browser, page.html, { storage, thorough, signal, ...(steps === undefined ? {} : { steps }) }),
    notesOf: (page) => [...(settled?.notes ?? []), ...traceText(page.document.blocks, settled), ...page.notes],
  };
}

/** As the fast level makes it: looked at once, used only where a stranger has written it. */
async function choosePlain(run: Run, writing: PageWriting, maker: Maker, first: MadePage): Promise<Chosen> {
  const startedMs = run.deps.clock.monotonicMs();
  const { inspector } = writing;
  const kept: Awaited<ReturnType<typeof inspect>> = inspector ? await inspect(first, inspector, maker.make) : { page: first, findings: [] };
  const { page, findings: inspected, markdown = writing.markdown } = kept;
  const looked = await maker.look(page, findFreePage(writing.markdown) !== null);
  const findings = [...maker.notesOf(page).map(findingOf), ...looked.findings];
  const durationMs = Math.round(run.deps.clock.monotonicMs() - startedMs);
  run.sink.emit({}, checkEvents(findings, { iteration: 1, pages: 1, durationMs }));
  return { page, looked, findings, inspected, markdown, repairs: [], iterations: 0, work: null };
}

async function choose(run: Run, writing: PageWriting, maker: Maker, first: MadePage): Promise<Chosen> {
  const { agent, inspector, markdown, pictures } = writing;
  const { sink, signal, workshop } = run;
  if (agent === undefined || workshop.browser?.isThere !== true) return choosePlain(run, writing, maker, first);
  const designed = await designPage(
    {
      markdown,
      pictures: pictures.length,
      make: maker.make,
      look: (page, steps) => maker.look(page, true, steps),
      notesOf: maker.notesOf,
      agent,
      inspector,
      sink,
      signal,
    },
    writing.quiet === true ? null : first.steps,
  );
  return designed ?? choosePlain(run, writing, maker, first);
}

const isApplied = ({ outcome }: RepairRecord): boolean => outcome === 'applied';

/**
 * Makes the page, stores it, and opens its collections.
 * @returns `agent` null where none worked on it
 * @throws Refusal content_empty, page_too_large; LeaseLost
 */
export async function runPage(run: Run, writing: PageWriting): Promise<{ made: MakeResult; agent: AgentWork | null; page: MadePage }> {
  const { deps, sink, signal, lease } = run;
  const { settled, storage } = writing;
  const { lap, timingsMs } = startStopwatch(deps.clock);
  const maker = createMaker(run, writing);
  const first = await maker.make(writing.markdown);
  const { type, style, unsupported } = first;
  const told =
    settled?.reported === true ? [] : [{ type: 'style.resolved' as const, data: { style, unsupported } }, ...contentEvents(first.steps)];
  sink.emit({ type, styleApplied: style, styleUnsupported: unsupported, phase: 'building' }, told);
  lap('writing');
  const { page, looked, findings: seen, inspected, repairs, iterations, work, markdown } = await choose(run, writing, maker, first);
  lap(work === null ? 'rendering' : 'designing');
  const findings = [...seen, ...inspected];
  const counts = countFindings(findings);
  const applied = repairs.filter(isApplied).length;
  const repaired = { iterations: Math.max(0, iterations - 1), applied, rejected: repairs.length - applied };
  sink.emit(
    { phase: 'finishing', styleApplied: page.style, validationSummary: counts, repairSummary: repaired },
    inspected.map(issueEvent),
  );
  const bytes = bytesOf(run, page);
  signal.throwIfAborted();
  if (storage === 'shared') await deps.artifacts.declare(lease, page.collections);
  const output = await sink.put({ kind: 'html', contentType: 'text/html; charset=utf-8', bytes });
  await keepPageSource(deps.blobs, output, { markdown, pictures: writing.pictures, settled });
  const outputs = await deliverPage(sink, output, previewOf(looked));
  lap('finishing');
  const made: MakeResult = {
    status: statusOf(counts),
    type: page.type,
    pages: 1,
    style: page.style,
    unsupported: page.unsupported,
    fonts: [],
    findings,
    resolved: [],
    repairs,
    counts,
    repaired,
    outputs,
    placed: page.placed,
    timingsMs,
  };
  return { made, agent: work, page };
}
