/** Draft → files as drawn: Word and its PDF through the office renderer, or the PDF alone through the typesetter. */
import type { Note } from '../base/note.ts';
import type { OutlineEntry } from '../ports/page-renderer.ts';
import type { Draft } from '../review/define-rule.ts';
import { buildDocx, matchOutline } from '../writers/docx.ts';
import { languagesOf, loadLanguages } from '../writers/highlight.ts';
import { writeTypst } from '../writers/typst.ts';
import type { Engine } from './make.ts';

export interface Rendered {
  pdf: Uint8Array;
  notes: Note[];
  durationMs: number;
  /**
   * The Word file as it is delivered; null where only a PDF is made. It is drawn once, with live page references; the
   * numbers read from the PDF's outline are then written into its table of contents, so that it is right when opened.
   */
  word: ((outline: readonly OutlineEntry[]) => Uint8Array) | null;
}

async function renderWord({ document, look }: Draft, engine: Engine, signal: AbortSignal): Promise<Rendered> {
  const started = engine.clock.now();
  const built = buildDocx(document, look, { created: started });
  const pdf = await engine.office.toPdf({ bytes: built.render, kind: 'docx' }, { signal });
  const word = (outline: readonly OutlineEntry[]): Uint8Array => (built.needsPages ? built.deliver(matchOutline(document, outline)) : built.render);
  return { pdf, notes: built.notes, durationMs: engine.clock.now().getTime() - started.getTime(), word };
}

/** Tagged (PDF/UA-1), without an office program. */
async function renderPdf({ document, look }: Draft, engine: Engine, signal: AbortSignal): Promise<Rendered> {
  const started = engine.clock.now();
  const { value, notes } = writeTypst(document, look);
  const pdf = await engine.typesetter.compile(value.source, { assets: value.assets, creationTime: Math.floor(started.getTime() / 1000), signal });
  return { pdf, notes, durationMs: engine.clock.now().getTime() - started.getTime(), word: null };
}

/** @throws Refusal processing_failed */
export async function renderDraft(draft: Draft, format: 'docx' | 'pdf', engine: Engine, signal: AbortSignal): Promise<Rendered> {
  await loadLanguages(languagesOf(draft.document.blocks));
  return format === 'docx' ? renderWord(draft, engine, signal) : renderPdf(draft, engine, signal);
}
