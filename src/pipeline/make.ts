/**
 * Content in, files and events out. It knows nothing of databases, so that the service and the command line make documents in
 * the same way: each brings a sink for what is made.
 *
 *   read → compose → (build → render → review → repair)* → pages → outputs
 *
 * What need not wait does not: page pictures are rendered while rules look at the pages, and stored while later ones are
 * still being rendered.
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
import type { OfficeRenderer } from '../ports/office-renderer.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import type { DecodedPicture } from '../ports/picture-decoder.ts';
import type { FindingCounts, NewEvent, OutputRecord, RepairCounts, Status } from '../ports/record.ts';
import type { Typesetter } from '../ports/typesetter.ts';
import { createMarkdownStream, type MarkdownContent, type StreamStep } from '../readers/markdown.ts';
import { deckStyle } from '../writers/pptx.ts';
import { faceInPdf } from '../writers/typst.ts';
import type { DrawnDocument } from '../document/drawn-document.ts';
import { refine, type Refined } from './create/refine.ts';
import type { Rendered } from './create/render-document.ts';
import { unmetWishes } from './create/unmet-wishes.ts';
import { startDelivery } from './deliver.ts';
import { countFindings, statusOf } from './findings.ts';
import type { MadeFormat } from '../review/define-rule.ts';
import type { RepairRecord } from '../contract/report.ts';
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
  /** What a plan has settled, for a prompt or for a style in words. */
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
  /** Style and blocks have been reported while they were written. */
  reported: boolean;
  notes: Note[];
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
  const stream = createMarkdownStream({
    pictures: input.pictures.length,
    deck: input.format === 'pptx',
    workbook: input.format === 'xlsx',
  });
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

/** The text of the content that shows its language; code shows none. */
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

/** What could not be done of the style that was asked for. */
function unmetStyle({ settled, format }: MakeInput, type: DocumentType, applied: Style): string[] {
  const asked = settled?.styleFor(type);
  return asked === undefined ? [] : [...new Set([...asked.unsupported, ...unmetWishes(asked.style, applied, format)])];
}

export interface Stopwatch {
  /** Adds the time since the last lap to this step. */
  lap(step: string): void;
  timingsMs: Record<string, number>;
}

/** Times of the steps of a workflow, in milliseconds. */
export function startStopwatch(clock: Clock): Stopwatch {
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
 * Makes one document from Markdown.
 * @throws Refusal content_empty, processing_failed; whatever the sink throws
 */
export async function makeFromContent(input: MakeInput, engine: Engine, sink: Sink, signal: AbortSignal): Promise<MakeResult> {
  const { lap, timingsMs } = startStopwatch(engine.clock);
  const { content, notes, steps } = readContent(input);
  const { document, look, looseLook, style: planned, type, genre } = compose(input, content);
  const unsupported = unmetStyle(input, type, planned);
  sink.emit(
    { type, styleApplied: planned, styleUnsupported: unsupported, phase: 'rendering' },
    input.settled?.reported ? [] : [{ type: 'style.resolved', data: { style: planned, unsupported } }, ...contentEvents(steps)],
  );
  lap('reading');

  const delivery = startDelivery({ engine, sink, signal });
  const refined = await refine({
    draft: { document, look },
    looseLook,
    format: input.format,
    engine,
    signal,
    notes: [...(input.settled?.notes ?? []), ...notes],
    emit: (events) => sink.emit({}, events),
    delivery,
  });
  const { rendered, drawn, findings, resolved, repairs } = refined;
  const counts = countFindings(findings);
  const repaired = countRepairs(refined);
  // layout may have given way for a limit of pages, or for a last page with a few lines
  const style = refined.look === look ? planned : { ...planned, ...sizesApplied(refined.look) };
  sink.emit({ pages: drawn.pages.length, phase: 'finishing', styleApplied: style, validationSummary: counts, repairSummary: repaired }, []);
  lap('rendering');

  const outputs = await delivery.finish(filesOf(rendered, drawn));
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
    resolved,
    repairs,
    counts,
    repaired,
    outputs,
    timingsMs,
  };
}

function filesOf({ office, pdf }: Rendered, { outline }: DrawnDocument): NewOutput[] {
  const pdfFile: NewOutput = { kind: 'pdf', contentType: 'application/pdf', bytes: pdf };
  return office === null ? [pdfFile] : [{ kind: office.kind, contentType: office.contentType, bytes: office.deliver(outline) }, pdfFile];
}

function countRepairs({ repairs, rounds }: Refined): RepairCounts {
  const applied = repairs.filter(({ outcome }) => outcome === 'applied').length;
  return { iterations: rounds, applied, rejected: repairs.length - applied };
}
