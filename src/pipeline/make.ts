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
import type { Finding } from '../base/finding.ts';
import type { Note } from '../base/note.ts';
import { composeDeck } from '../document/compose-deck.ts';
import { composeDocument } from '../document/compose.ts';
import type { Asset, Document, DocumentType } from '../document/document.ts';
import { genreFits, recognizeGenre, typeOfGenre, type Genre } from '../document/genre.ts';
import { decideType } from '../document/document-type.ts';
import { detectLanguage } from '../document/language.ts';
import { resolveLook, sizesApplied, styleApplied, type Look } from '../document/look.ts';
import { markLanguages } from '../document/mark-languages.ts';
import { onPaperOf } from '../document/paper.ts';
import { chooseTheme } from '../document/theme-choice.ts';
import { tightnessFor, type PageLimits } from '../document/page-limits.ts';
import { tightenLook } from '../document/tighten-look.ts';
import type { Style } from '../document/style.ts';
import { blockText, walkBlocks } from '../document/walk.ts';
import type { Block } from '../document/block.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentPatch } from '../ports/document-store.ts';
import type { OfficeRenderer } from '../ports/office-renderer.ts';
import type { PagePicture, PageRenderer } from '../ports/page-renderer.ts';
import type { DecodedPicture } from '../ports/picture-decoder.ts';
import type { FindingCounts, NewEvent, OutputKind, OutputRecord, RepairCounts, Status } from '../ports/record.ts';
import type { Typesetter } from '../ports/typesetter.ts';
import { createMarkdownStream, type MarkdownContent, type StreamStep } from '../readers/markdown.ts';
import { deckStyle } from '../writers/pptx.ts';
import { faceInPdf } from '../writers/typst.ts';
import type { MadeFormat } from '../review/define-rule.ts';
import { statusOf } from './judge-findings.ts';
import { unmetWishes } from './unmet-wishes.ts';
import { countFindings, refine, type Drawing, type Refined } from './refine.ts';
import type { RepairRecord } from '../contract/report.ts';

/** What draws; shared by all documents of a process. */
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
  /** A deck on night is wished; its front matter may say so too. */
  dark?: boolean;
  /** What a plan has settled before, for a prompt or for a style in words. */
  settled?: Settled | undefined;
}

export interface Settled {
  type?: DocumentType | undefined;
  lang?: string | undefined;
  styleFor: (type: DocumentType) => { style: Partial<Style>; unsupported: string[] };
  /** What the request names, where it names one; else the content is looked at. */
  genre?: Genre | undefined;
  /** How many pages were asked for. */
  limits?: PageLimits | undefined;
  /** Style and blocks have been told while they were written. */
  told: boolean;
  notes: Note[];
}

export interface NewOutput {
  kind: OutputKind;
  contentType: string;
  bytes: Uint8Array;
  page?: number;
  width?: number;
  height?: number;
}

export interface MakeSink {
  /** State and events that belong together. Order is kept; need not be stored on return. */
  tell(patch: DocumentPatch, events: NewEvent[]): void;
  /** Stores a file; resolves when it is safe. */
  put(output: NewOutput): Promise<OutputRecord>;
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

interface Read {
  content: MarkdownContent;
  notes: Note[];
  steps: StreamStep[];
}

function readContent(input: MakeInput): Read {
  const stream = createMarkdownStream({ pictures: input.pictures.length, deck: input.format === 'pptx' });
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

export function contentEvents(steps: readonly StreamStep[]): NewEvent[] {
  return steps.map((step): NewEvent => {
    switch (step.kind) {
      case 'started':
        return {
          type: 'content.block_started',
          data: {
            block_id: step.blockId,
            index: step.index,
            type: step.blockType,
            ...(step.level === undefined ? {} : { level: step.level }),
          },
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

/** The words of the content by which its language is told; code is in none. */
function sampleText(blocks: readonly Block[]): string {
  const texts: string[] = [];
  let chars = 0;
  for (const block of blocks) {
    if (block.type === 'code') continue;
    const text = blockText(block);
    texts.push(text);
    chars += text.length;
    if (chars > SAMPLE_CHARS_MAX) break;
  }
  return texts.join('\n');
}

const SAMPLE_CHARS_MAX = 2_000_000;

/** What the author says, what was settled for the request, or what the text shows. Passages in other languages are marked. */
function languageOf({ blocks, meta }: MarkdownContent, settled: Settled | undefined): string {
  const lang = meta.lang ?? settled?.lang ?? detectLanguage(sampleText(blocks));
  markLanguages(blocks, lang);
  return lang;
}

function composePresentation(input: MakeInput, { blocks, meta }: MarkdownContent): Composition {
  const lang = languageOf({ blocks, meta }, input.settled);
  const genre = input.settled?.genre ?? recognizeGenre(blocks, meta, { deck: true });
  const document = composeDeck({ blocks, meta, lang, name: input.name, assets: assetsOf(input.pictures) });
  const choice = chooseTheme({ title: document.title, organization: document.organization, text: sampleText(blocks) });
  const look: Look = {
    ...resolveLook('presentation', input.settled?.styleFor('presentation').style, choice),
    ...(input.dark === true || /^(?:dark|oscuro)/i.test(meta.theme ?? '') ? { dark: true } : {}),
  };
  return { document, look, style: deckStyle(document, look), type: 'presentation', genre };
}

/** The style as applied, by the names of the faces that this format is set in. */
function styleIn(format: MadeFormat, look: Look, decided: { cover: boolean; contents: boolean }): Style {
  const style = styleApplied(look, decided);
  return format === 'pdf' ? { ...style, font: faceInPdf(look) } : style;
}

interface Composition {
  document: Document;
  look: Look;
  /** Before it was made tighter or more open for a limit of pages. */
  looseLook?: Look;
  genre: Genre | undefined;
  style: Style;
  type: DocumentType;
}

function compose(input: MakeInput, content: MarkdownContent): Composition {
  const { blocks, meta } = content;
  if (input.format === 'pptx') return composePresentation(input, content);
  const { settled } = input;
  const known = input.format === 'xlsx' ? undefined : (settled?.genre ?? recognizeGenre(blocks, meta));
  const type =
    input.format === 'xlsx' ? 'spreadsheet' : (settled?.type ?? (known === undefined ? decideType(blocks, meta) : typeOfGenre(known)));
  const genre = known !== undefined && genreFits(known, type) ? known : undefined;
  const lang = languageOf(content, settled);
  const looseLook = onPaperOf(lang, resolveLook(type, settled?.styleFor(type).style));
  const limits = settled?.limits ?? content.limits;
  const { document, decided } = composeDocument(
    { blocks, meta, lang, name: input.name, assets: assetsOf(input.pictures), limits },
    looseLook,
  );
  const look =
    document.limits === undefined ? looseLook : tightenLook(looseLook, tightnessFor(document.blocks, looseLook, document.limits));
  return { document, look, looseLook, style: styleIn(input.format, look, decided), type, genre };
}

/** What could not be done of the style asked for, however it was asked. */
function unmetStyle({ settled, format }: MakeInput, type: DocumentType, applied: Style): string[] {
  const asked = settled?.styleFor(type);
  return asked === undefined ? [] : [...new Set([...asked.unsupported, ...unmetWishes(asked.style, applied, format)])];
}

interface PageDrawing extends Drawing {
  finished: Promise<void>;
}

/**
 * Pages as pictures. Nothing leaves before `accept`; from then on each is stored and announced in order as soon as it is
 * drawn. After `drop` nothing of it is stored.
 */
export function startDrawing(
  pdf: Uint8Array,
  engine: Engine,
  sink: MakeSink,
  told: (output: OutputRecord) => OutputRecord[],
  signal: AbortSignal,
): PageDrawing {
  const abort = new AbortController();
  const gate = Promise.withResolvers<void>();
  let chain = Promise.resolve();
  const announce = async (page: PagePicture, stored: Promise<OutputRecord>): Promise<void> => {
    const output = await stored;
    sink.tell({ outputs: told(output) }, [
      {
        type: 'preview.page_ready',
        data: { page: page.page, total: page.total, output_id: output.id, width: page.width, height: page.height },
      },
      { type: 'output.available', data: { output_id: output.id, kind: 'preview', bytes: output.bytes } },
    ]);
  };
  const drawAll = async (): Promise<void> => {
    await engine.pages.draw(pdf, {
      signal: AbortSignal.any([signal, abort.signal]),
      onPage: async (page) => {
        await gate.promise;
        const stored = sink.put({
          kind: 'preview',
          contentType: 'image/png',
          bytes: page.png,
          page: page.page,
          width: page.width,
          height: page.height,
        });
        // stored in parallel, announced in order; a failed store rejects the chain, which is awaited below
        stored.catch(() => undefined);
        chain = chain.then(() => announce(page, stored));
        chain.catch(() => undefined);
      },
    });
    await chain;
  };
  const finished = drawAll();
  finished.catch(() => undefined);
  return {
    finished,
    accept: () => gate.resolve(),
    drop: () => abort.abort(),
  };
}

interface Stopwatch {
  lap(step: string): void;
  timingsMs: Record<string, number>;
}

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
  const { document, look, looseLook, style: planned, type, genre } = compose(input, content);
  const unsupported = unmetStyle(input, type, planned);
  sink.tell(
    { type, styleApplied: planned, styleUnsupported: unsupported, phase: 'rendering' },
    input.settled?.told ? [] : [{ type: 'style.resolved', data: { style: planned, unsupported } }, ...contentEvents(steps)],
  );
  lap('reading');

  const files: OutputRecord[] = [];
  const previews: OutputRecord[] = [];
  const all = (): OutputRecord[] => [...files, ...previews];
  const put = async (output: NewOutput): Promise<void> => {
    files.push(await sink.put(output));
  };
  const drawing: { last?: PageDrawing } = {};
  const refined = await refine({
    draft: { document, look },
    looseLook,
    format: input.format,
    engine,
    signal,
    notes: [...(input.settled?.notes ?? []), ...notes],
    tell: (events) => sink.tell({}, events),
    draw: ({ pdf }) => {
      drawing.last = startDrawing(
        pdf,
        engine,
        sink,
        (output) => {
          previews.push(output);
          return all();
        },
        signal,
      );
      return drawing.last;
    },
  });
  const { rendered, drawn, findings, repairs } = refined;
  const counts = countFindings(findings);
  const repaired = countRepairs(refined);
  // layout may have given way for a limit of pages, or for a last page with a few lines
  const style = refined.look === look ? planned : { ...planned, ...sizesApplied(refined.look) };
  sink.tell({ pages: drawn.pages.length, phase: 'finishing', styleApplied: style, validationSummary: counts, repairSummary: repaired }, []);
  lap('rendering');

  const { office } = rendered;
  await Promise.all([
    drawing.last?.finished,
    office === null ? undefined : put({ kind: office.kind, contentType: office.contentType, bytes: office.deliver(drawn.outline) }),
    put({ kind: 'pdf', contentType: 'application/pdf', bytes: rendered.pdf }),
  ]);
  files.sort((a, b) => Number(a.kind === 'pdf') - Number(b.kind === 'pdf'));
  sink.tell(
    { outputs: all() },
    files.map((output): NewEvent => ({ type: 'output.available', data: { output_id: output.id, kind: output.kind, bytes: output.bytes } })),
  );
  lap('finishing');

  return {
    status: statusOf(counts),
    type,
    genre,
    pages: drawn.pages.length,
    style,
    unsupported,
    fonts: [{ requested: style.font, used: drawn.fonts[0] ?? style.font }],
    findings,
    resolved: refined.resolved,
    repairs,
    counts,
    repaired,
    outputs: all(),
    timingsMs,
  };
}

function countRepairs({ repairs, rounds }: Refined): RepairCounts {
  const applied = repairs.filter(({ outcome }) => outcome === 'applied').length;
  return { iterations: rounds, applied, rejected: repairs.length - applied };
}
