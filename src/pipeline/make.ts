/**
 * The making itself: content in, files and events out. Knows nothing of databases, so that the service and the command
 * line make documents in the same way: each brings a sink that takes what is made.
 *
 *   read → compose → build → render → review → pages → outputs
 *
 * What need not wait does not: the office file is stored while its PDF is drawn, page pictures are stored while later
 * ones are still being drawn.
 */
import { Refusal } from '../base/refusal.ts';
import type { Note } from '../base/note.ts';
import { composeDocument } from '../document/compose.ts';
import type { Asset, Document, DocumentType } from '../document/document.ts';
import { decideType } from '../document/document-type.ts';
import { detectLanguage } from '../document/language.ts';
import { resolveLook, styleApplied, type Look } from '../document/look.ts';
import type { Style } from '../document/style.ts';
import { blockText, walkBlocks } from '../document/walk.ts';
import type { Block } from '../document/block.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentPatch } from '../ports/document-store.ts';
import type { OfficeRenderer } from '../ports/office-renderer.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import type { DecodedPicture } from '../ports/picture-decoder.ts';
import type { FindingCounts, NewEvent, OutputKind, OutputRecord, Status } from '../ports/record.ts';
import type { Typesetter } from '../ports/typesetter.ts';
import { createMarkdownStream, type MarkdownContent, type StreamStep } from '../readers/markdown.ts';
import { renderPdf, renderWord, type Rendered } from './render-document.ts';

/** What draws; shared by all documents of a process. */
export interface Engine {
  office: OfficeRenderer;
  pages: PageRenderer;
  typesetter: Typesetter;
  clock: Clock;
}

export interface MakeInput {
  markdown: string;
  format: 'docx' | 'pdf';
  name: string | null;
  pictures: DecodedPicture[];
}

export interface NewOutput { kind: OutputKind; contentType: string; bytes: Uint8Array; page?: number; width?: number; height?: number }

export interface MakeSink {
  /** State and events that belong together. Order is kept; need not be stored on return. */
  tell(patch: DocumentPatch, events: NewEvent[]): void;
  /** Stores a file; resolves when it is safe. */
  put(output: NewOutput): Promise<OutputRecord>;
}

export interface MakeResult {
  status: Status;
  type: DocumentType;
  pages: number;
  style: Style;
  fonts: { requested: string; used: string }[];
  notes: Note[];
  counts: FindingCounts;
  outputs: OutputRecord[];
  timingsMs: Record<string, number>;
}

interface Read { content: MarkdownContent; notes: Note[]; steps: StreamStep[] }

function readContent(input: MakeInput): Read {
  const stream = createMarkdownStream({ pictures: input.pictures.length });
  const steps = [...stream.push(input.markdown), ...stream.end()];
  const { value, notes } = stream.result();
  if (!hasSomethingToShow(value.blocks)) {
    throw new Refusal('content_empty', 'The content has nothing to show: it needs a heading, text, a list, a table or a picture.');
  }
  return { content: value, notes, steps };
}

function hasSomethingToShow(blocks: readonly Block[]): boolean {
  for (const block of walkBlocks(blocks)) {
    if (block.type === 'image' || block.type === 'chart' || blockText(block).trim() !== '') return true;
  }
  return false;
}

function contentEvents(steps: readonly StreamStep[]): NewEvent[] {
  return steps.map((step): NewEvent => {
    switch (step.kind) {
      case 'started':
        return {
          type: 'content.block_started',
          data: { block_id: step.blockId, index: step.index, type: step.blockType, ...(step.level === undefined ? {} : { level: step.level }) },
        };
      case 'delta':
        return { type: 'content.block_delta', data: { block_id: step.blockId, text: step.text } };
      case 'completed':
        return { type: 'content.block_completed', data: { block_id: step.blockId, block: step.block } };
    }
  });
}

function assetsOf(pictures: readonly DecodedPicture[]): Map<string, Asset> {
  return new Map(pictures.map((picture, i) => [`img:${i + 1}`, { key: `img:${i + 1}`, ...picture }]));
}

/** First words of the content, enough to tell its language. */
function sampleText(blocks: readonly Block[]): string {
  let text = '';
  for (const block of blocks) {
    text += `${blockText(block)}\n`;
    if (text.length > 20_000) break;
  }
  return text;
}

interface Composition { document: Document; look: Look; style: Style; type: DocumentType }

function compose(input: MakeInput, content: MarkdownContent): Composition {
  const { blocks, meta } = content;
  const type = decideType(blocks, meta);
  const lang = meta.lang ?? detectLanguage(sampleText(blocks));
  const look = resolveLook(type);
  const { document, decided } = composeDocument({ blocks, meta, lang, name: input.name, assets: assetsOf(input.pictures) }, look);
  return { document, look, style: styleApplied(look, decided), type };
}

function reviewEvents(notes: readonly Note[], counts: FindingCounts): NewEvent[] {
  const found = notes.map((note): NewEvent => ({
    type: 'validation.issue_found',
    data: { code: note.code, severity: note.severity, message: note.message, location: note.blockId === undefined ? {} : { block_id: note.blockId }, fixable: false },
  }));
  return [...found, { type: 'validation.completed', data: { iteration: 1, ...counts } }];
}

/** Pages as pictures, each stored and announced in order as soon as it is drawn. */
async function drawPages(rendered: Rendered, engine: Engine, sink: MakeSink, told: (output: OutputRecord) => OutputRecord[], signal: AbortSignal): Promise<number> {
  let chain = Promise.resolve();
  const { pages } = await engine.pages.draw(rendered.pdf, {
    signal,
    onCount: rendered.onCount,
    onPage: (page) => {
      const stored = sink.put({ kind: 'preview', contentType: 'image/png', bytes: page.png, page: page.page, width: page.width, height: page.height });
      // stored in parallel, announced in order; a failed store rejects the chain, which is awaited below
      stored.catch(() => undefined);
      chain = chain.then(async () => {
        const output = await stored;
        const data = { page: page.page, total: page.total, output_id: output.id, width: page.width, height: page.height };
        sink.tell({ outputs: told(output) }, [
          { type: 'preview.page_ready', data },
          { type: 'output.available', data: { output_id: output.id, kind: 'preview', bytes: output.bytes } },
        ]);
      });
      chain.catch(() => undefined);
    },
  });
  await chain;
  return pages;
}

function countNotes(notes: readonly Note[]): FindingCounts {
  const warnings = notes.filter((note) => note.severity === 'warning').length;
  return { errors: 0, warnings, info: notes.length - warnings };
}

interface Stopwatch { lap(step: string): void; timingsMs: Record<string, number> }

function startStopwatch(clock: Clock): Stopwatch {
  let last = clock.now().getTime();
  const timingsMs: Record<string, number> = {};
  const lap = (step: string): void => {
    const now = clock.now().getTime();
    timingsMs[step] = (timingsMs[step] ?? 0) + now - last;
    last = now;
  };
  return { lap, timingsMs };
}

/**
 * Makes one document from the caller's own Markdown.
 * @throws Refusal content_empty, processing_failed; whatever the sink throws
 */
export async function makeFromContent(input: MakeInput, engine: Engine, sink: MakeSink, signal: AbortSignal): Promise<MakeResult> {
  const { lap, timingsMs } = startStopwatch(engine.clock);
  const { content, notes, steps } = readContent(input);
  const { document, look, style, type } = compose(input, content);
  sink.tell({ type, styleApplied: style, styleUnsupported: [], phase: 'building' }, [
    { type: 'style.resolved', data: { style, unsupported: [] } },
    ...contentEvents(steps),
  ]);
  lap('reading');

  const files: OutputRecord[] = [];
  const previews: OutputRecord[] = [];
  const all = (): OutputRecord[] => [...files, ...previews];
  const put = async (output: NewOutput): Promise<void> => {
    files.push(await sink.put(output));
  };
  const rendered = input.format === 'docx' ? await renderWord(document, look, engine, put, signal) : await renderPdf(document, look, engine, signal);
  lap('rendering');

  const findings = [...notes, ...rendered.notes];
  const counts = countNotes(findings);
  rendered.onCount = (count) => {
    const data = { iteration: 1, pages: count, duration_ms: rendered.durationMs };
    sink.tell({ pages: count, phase: 'finishing', validationSummary: counts }, [{ type: 'render.completed', data }, ...reviewEvents(findings, counts)]);
  };
  const [pages] = await Promise.all([
    drawPages(rendered, engine, sink, (output) => { previews.push(output); return all(); }, signal),
    rendered.stored,
    put({ kind: 'pdf', contentType: 'application/pdf', bytes: rendered.pdf }),
  ]);
  files.sort((a, b) => Number(a.kind === 'pdf') - Number(b.kind === 'pdf'));
  sink.tell({ outputs: all() }, files.map((output): NewEvent => ({ type: 'output.available', data: { output_id: output.id, kind: output.kind, bytes: output.bytes } })));
  lap('finishing');

  return {
    status: counts.warnings > 0 ? 'ready_with_warnings' : 'ready', type, pages, style, fonts: rendered.fonts, notes: findings, counts, outputs: all(), timingsMs,
  };
}
