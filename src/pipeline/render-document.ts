/** Document → files as drawn: Word and its PDF through the office renderer, or the PDF alone through the typesetter. */
import type { Note } from '../base/note.ts';
import type { Document } from '../document/document.ts';
import type { Look } from '../document/look.ts';
import { buildDocx, matchOutline } from '../writers/docx.ts';
import { languagesOf, loadLanguages } from '../writers/highlight.ts';
import { writeTypst } from '../writers/typst.ts';
import type { Engine, NewOutput } from './make.ts';

export interface Rendered {
  pdf: Uint8Array;
  notes: Note[];
  durationMs: number;
  fonts: { requested: string; used: string }[];
  /** Resolves when the office file is stored. */
  stored: Promise<void>;
  /** Called with the number of pages before the first page arrives. */
  onCount: (pages: number) => void;
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/**
 * Word. With a table of contents the file is drawn once, with live page references; the numbers read from the PDF's
 * outline are then written into the file that is delivered, so that its contents are right when it is opened.
 */
export async function renderWord(document: Document, look: Look, engine: Engine, put: (output: NewOutput) => Promise<void>, signal: AbortSignal): Promise<Rendered> {
  await loadLanguages(languagesOf(document.blocks));
  const started = engine.clock.now();
  const built = buildDocx(document, look, { created: started });
  const putWord = (bytes: Uint8Array): Promise<void> => put({ kind: 'docx', contentType: DOCX, bytes });
  const drawing = engine.office.toPdf({ bytes: built.render, kind: 'docx' }, { signal });
  const early = built.needsPages ? undefined : putWord(built.render);
  early?.catch(() => undefined);
  const pdf = await drawing;
  const durationMs = engine.clock.now().getTime() - started.getTime();
  const deliver = async (): Promise<void> => putWord(built.deliver(matchOutline(document, (await engine.pages.outline(pdf)).entries)));
  return { pdf, notes: built.notes, durationMs, fonts: [], stored: early ?? deliver(), onCount: () => undefined };
}

/** PDF, tagged (PDF/UA-1), without an office program. */
export async function renderPdf(document: Document, look: Look, engine: Engine, signal: AbortSignal): Promise<Rendered> {
  await loadLanguages(languagesOf(document.blocks));
  const started = engine.clock.now();
  const { value, notes } = writeTypst(document, look);
  const pdf = await engine.typesetter.compile(value.source, { assets: value.assets, creationTime: Math.floor(started.getTime() / 1000), signal });
  const durationMs = engine.clock.now().getTime() - started.getTime();
  return { pdf, notes, durationMs, fonts: [], stored: Promise.resolve(), onCount: () => undefined };
}
