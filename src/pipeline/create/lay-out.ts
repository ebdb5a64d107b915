/** One content laid out: read, composed, rendered, reviewed and repaired; nothing of it is delivered yet. */
import type { RepairRecord } from '../../contract/report.ts';
import type { FinishedDocument } from '../../agent/check-requirements.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Finding } from '../../base/finding.ts';
import type { Note } from '../../base/note.ts';
import type { Block } from '../../document/block.ts';
import type { DocumentType } from '../../document/document.ts';
import type { Genre } from '../../document/genre.ts';
import { sizesApplied } from '../../document/style-applied.ts';
import type { Style } from '../../document/style.ts';
import type { MadeFormat } from '../../review/define-rule.ts';
import { blockText, walkBlocks } from '../../document/walk.ts';
import { createMarkdownStream, type MarkdownContent, type StreamStep } from '../../readers/markdown.ts';
import type { Delivery } from '../deliver.ts';
import type { Engine, MakeInput } from '../make.ts';
import type { Sink } from '../sink.ts';
import { letOthers } from '../let-others.ts';
import { composeDraft, type Composition } from './compose-draft.ts';
import { changedContent, contentEvents } from './content-events.ts';
import { refine } from './refine.ts';
import { traceText } from './trace-text.ts';
import { unmetDesign, unmetWishes } from './unmet-wishes.ts';

interface Read {
  content: MarkdownContent;
  notes: Note[];
  steps: StreamStep[];
}

/** @throws Refusal content_empty */
export function readContent(input: MakeInput): Read {
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

/** What could not be done of the design, and of the style that was asked for. */
function unmetStyle({ settled, format }: MakeInput, { type, style, look, unmet }: Composition): string[] {
  const asked = settled?.styleFor(type);
  return [
    ...new Set([
      ...(asked === undefined ? [] : [...asked.unsupported, ...unmetWishes(asked.style, style, format)]),
      ...unmet,
      ...(look.design === undefined ? [] : unmetDesign(look.design, format)),
    ]),
  ];
}

/** A document laid out, reviewed and repaired; nothing of it is delivered yet. Data alone: it may come from another thread. */
export interface LaidOut {
  type: DocumentType;
  genre: Genre | undefined;
  /** As the pages have it in the end. */
  style: Style;
  unsupported: string[];
  /** What a check or another round needs; both empty where `LayOutOptions.once`. */
  blocks: readonly Block[];
  steps: readonly StreamStep[];
  /** The text of each page, in order. */
  pages: string[];
  /** Names of the fonts in the PDF. */
  fonts: string[];
  pdf: Uint8Array;
  /** Keys of the pictures that are in the file. */
  placed: readonly string[];
  /** The office file as it is delivered; null where only a PDF is made. */
  office: { kind: MadeFormat; contentType: string; bytes: Uint8Array } | null;
  findings: Finding[];
  /** Found and repaired. */
  resolved: Finding[];
  repairs: RepairRecord[];
  /** Rounds in which something was repaired. */
  rounds: number;
}

export interface LayOutContext {
  engine: Engine;
  sink: Pick<Sink, 'emit'>;
  signal: AbortSignal;
  delivery: Pick<Delivery, 'renderPages' | 'drop'>;
}

export interface LayOutOptions {
  /** Content events that the sink has been given; null: none, or all of this content where it was written live. */
  reported: readonly StreamStep[] | null;
  /** Nothing is checked afterwards, and no other round follows. */
  once: boolean;
}

/**
 * Read, composed, rendered, reviewed, repaired, in this thread.
 * @throws Refusal content_empty, processing_failed
 */
export async function layOutHere(input: MakeInput, context: LayOutContext, { reported, once }: LayOutOptions): Promise<LaidOut> {
  const { engine, sink, signal, delivery } = context;
  const { content, notes, steps } = readContent(input);
  await letOthers();
  const composition = composeDraft(input, content);
  await letOthers();
  const { document, look, looseLook, style, type, genre } = composition;
  const unsupported = unmetStyle(input, composition);
  const told =
    reported !== null
      ? changedContent(reported, steps)
      : input.settled?.reported
        ? []
        : [{ type: 'style.resolved' as const, data: { style, unsupported } }, ...contentEvents(steps)];
  sink.emit({ type, styleApplied: style, styleUnsupported: unsupported, phase: 'rendering' }, told);
  const refined = await refine({
    draft: { document, look },
    looseLook,
    format: input.format,
    engine,
    signal,
    notes: [...(input.settled?.notes ?? []), ...traceText(content.blocks, input.settled), ...notes],
    emit: (events) => sink.emit({}, events),
    delivery,
  });
  const { rendered, drawn, findings, resolved, repairs, rounds } = refined;
  const { office, pdf, placed } = rendered;
  return {
    type,
    genre,
    // layout may have given way for a limit of pages, or for a last page with a few lines
    style: refined.look === look ? style : { ...style, ...sizesApplied(refined.look) },
    unsupported,
    blocks: once ? [] : document.blocks,
    steps: once ? [] : steps,
    pages: drawn.pages.map(({ lines }) => lines.map(({ text }) => text).join('\n')),
    fonts: drawn.fonts,
    pdf,
    placed,
    office: office === null ? null : { kind: office.kind, contentType: office.contentType, bytes: office.deliver(drawn.outline) },
    findings,
    resolved,
    repairs,
    rounds,
  };
}

export const finishedOf = ({ format }: MakeInput, { blocks, pages, unsupported }: LaidOut): FinishedDocument => ({
  format,
  blocks,
  pages,
  unsupportedStyle: unsupported,
});
