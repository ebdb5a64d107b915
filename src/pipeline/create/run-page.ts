/** A document that is a web page: written over the same blocks as every other format, kept whole, and given a place for its data. */
import type { FinishedDocument } from '../../agent/check-requirements.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Storage } from '../../contract/vocabulary.ts';
import type { Finding } from '../../base/finding.ts';
import { blockText, walkBlocks } from '../../document/walk.ts';
import type { DecodedPicture } from '../../ports/picture-decoder.ts';
import type { CreateJob } from '../../ports/record.ts';
import { framePage, PAGE_BYTES_MAX, standAlonePage } from '../artifact-page.ts';
import { checkEvents, countFindings, findingOf, statusOf } from '../findings.ts';
import { issueEvent } from '../issue-event.ts';
import { makePage, type MadePage } from '../make-page.ts';
import { startStopwatch, type MakeResult, type Settled } from '../make.ts';
import type { Run } from '../run.ts';
import { contentEvents } from './content-events.ts';
import type { Inspector } from './inspector.ts';

interface PageWriting {
  markdown: string;
  pictures: DecodedPicture[];
  settled?: Settled | undefined;
  inspector?: Inspector | undefined;
  storage: Storage;
}

const finishedOf = ({ document, unsupported }: MadePage): FinishedDocument => ({
  format: 'artifact',
  blocks: document.blocks,
  pages: [[...walkBlocks(document.blocks)].map(blockText).join('\n')],
  unsupportedStyle: unsupported,
});

/** Held against what was asked for, and written once more where that misses less. */
async function inspect(
  first: MadePage,
  inspector: Inspector,
  again: (markdown: string) => Promise<MadePage>,
): Promise<{ page: MadePage; findings: Finding[] }> {
  const before = await inspector.inspect(finishedOf(first));
  const markdown = before.missed === 0 ? null : await inspector.revise();
  if (markdown === null) {
    inspector.settle(before);
    return { page: first, findings: before.findings };
  }
  const second = await again(markdown);
  const after = await inspector.inspect(finishedOf(second));
  const better = after.missed < before.missed;
  inspector.settle(better ? after : before);
  return better ? { page: second, findings: after.findings } : { page: first, findings: before.findings };
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

/**
 * Makes the page, stores it, and opens its collections.
 * @throws Refusal content_empty, page_too_large; LeaseLost
 */
export async function runPage(run: Run<CreateJob>, { markdown, pictures, settled, inspector, storage }: PageWriting): Promise<MakeResult> {
  const { deps, workshop, sink, signal, record, lease } = run;
  const { lap, timingsMs } = startStopwatch(deps.clock);
  const startedMs = deps.clock.monotonicMs();
  const make = (text: string): Promise<MadePage> =>
    makePage({
      markdown: text,
      name: record.name,
      pictures,
      settled,
      shrink: (bytes) => workshop.pictures.shrink(bytes, { signal }),
    });
  const first = await make(markdown);
  const { type, style, unsupported } = first;
  const told =
    settled?.reported === true ? [] : [{ type: 'style.resolved' as const, data: { style, unsupported } }, ...contentEvents(first.steps)];
  sink.emit({ type, styleApplied: style, styleUnsupported: unsupported, phase: 'building' }, told);
  lap('writing');
  const { page, findings: inspected } = inspector ? await inspect(first, inspector, make) : { page: first, findings: [] };
  const noted = [...(settled?.notes ?? []), ...(settled?.untraced?.(page.document.blocks) ?? []), ...page.notes].map(findingOf);
  sink.emit({}, checkEvents(noted, { iteration: 1, pages: 1, durationMs: Math.round(deps.clock.monotonicMs() - startedMs) }));
  const findings = [...noted, ...inspected];
  const counts = countFindings(findings);
  const repaired = { iterations: 0, applied: 0, rejected: 0 };
  sink.emit({ phase: 'finishing', validationSummary: counts, repairSummary: repaired }, inspected.map(issueEvent));
  const bytes = bytesOf(run, page);
  signal.throwIfAborted();
  if (storage === 'shared') await deps.artifacts.declare(lease, page.collections);
  const output = await sink.put({ kind: 'html', contentType: 'text/html; charset=utf-8', bytes });
  sink.emit({ outputs: [output] }, [{ type: 'output.available', data: { output_id: output.id, kind: output.kind, bytes: output.bytes } }]);
  lap('finishing');
  return {
    status: statusOf(counts),
    type: page.type,
    pages: 1,
    style: page.style,
    unsupported: page.unsupported,
    fonts: [],
    findings,
    resolved: [],
    repairs: [],
    counts,
    repaired,
    outputs: [output],
    timingsMs,
  };
}
