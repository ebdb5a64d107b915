/** One content laid out: read, composed, rendered, reviewed and repaired; nothing of it is delivered yet. */
import type { FinishedDocument } from '../../agent/check-requirements.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Note } from '../../base/note.ts';
import type { Block } from '../../document/block.ts';
import { blockText, walkBlocks } from '../../document/walk.ts';
import { createMarkdownStream, type MarkdownContent, type StreamStep } from '../../readers/markdown.ts';
import type { Delivery } from '../deliver.ts';
import type { Engine, MakeInput } from '../make.ts';
import type { Sink } from '../sink.ts';
import { composeDraft, type Composition } from './compose-draft.ts';
import { changedContent, contentEvents } from './content-events.ts';
import { refine, type Refined } from './refine.ts';
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

/** A document laid out, reviewed and repaired; nothing of it is delivered yet. */
export interface LaidOut {
  composition: Composition;
  unsupported: string[];
  steps: StreamStep[];
  refined: Refined;
}

/**
 * Read, composed, rendered, reviewed, repaired.
 * @param reported content events that the sink has been given; null: none, or all of this content where it was written live
 * @throws Refusal content_empty, processing_failed
 */
export async function layOut(
  input: MakeInput,
  context: { engine: Engine; sink: Pick<Sink, 'emit'>; signal: AbortSignal; delivery: Pick<Delivery, 'renderPages' | 'drop'> },
  reported: readonly StreamStep[] | null,
): Promise<LaidOut> {
  const { engine, sink, signal, delivery } = context;
  const { content, notes, steps } = readContent(input);
  const composition = composeDraft(input, content);
  const { document, look, looseLook, style, type } = composition;
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
    notes: [...(input.settled?.notes ?? []), ...(input.settled?.untraced?.(content.blocks) ?? []), ...notes],
    emit: (events) => sink.emit({}, events),
    delivery,
  });
  return { composition, unsupported, steps, refined };
}

export const finishedOf = ({ format }: MakeInput, { composition, unsupported, refined }: LaidOut): FinishedDocument => ({
  format,
  blocks: composition.document.blocks,
  pages: refined.drawn.pages.map(({ lines }) => lines.map(({ text }) => text).join('\n')),
  unsupportedStyle: unsupported,
});
