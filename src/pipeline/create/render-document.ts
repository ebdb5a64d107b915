/** Draft → rendered files: an office file and its PDF by the office renderer, or the PDF alone by the typesetter. */
import type { Note } from '../../base/note.ts';
import { isInfrastructureFault } from '../../base/infrastructure-fault.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Document } from '../../document/document.ts';
import type { Look } from '../../document/look.ts';
import { blockRuns, walkBlocks } from '../../document/walk.ts';
import type { OutlineEntry } from '../../ports/page-renderer.ts';
import type { Draft, MadeFormat } from '../../review/define-rule.ts';
import { reviewPackage, reviewPackageInSteps, type Reviewed } from '../../review/review.ts';
import { buildDocx, matchOutline } from '../../writers/docx.ts';
import { languagesOf, loadLanguages } from '../../writers/highlight.ts';
import { deckFormulas, placedOnSlides, planDeck, writeDrawnPptx, writePptx, type DeckPlan } from '../../writers/pptx.ts';
import type { Remark } from '../../document/inline.ts';
import { authorOf, instantOf } from '../../writers/review.ts';
import { writeTypst } from '../../writers/typst.ts';
import { needsValues, placedOnSheets, planWorkbook, takeValues, writeXlsx } from '../../writers/xlsx.ts';
import type { Engine } from '../make.ts';
import { letOthers } from '../let-others.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { renderFormulas } from './render-formulas.ts';

export interface Rendered {
  pdf: Uint8Array;
  notes: Note[];
  /** Keys of the document's pictures that are in the file. */
  placed: readonly string[];
  /** What the rules see in the office file; a delivered Word file differs in the page numbers of its contents only. */
  packageReviewed: Reviewed[];
  durationMs: number;
  /** The office file as it is delivered; null where only a PDF is made. */
  office: OfficeFile | null;
}

interface OfficeFile {
  kind: 'docx' | 'pptx' | 'xlsx';
  contentType: string;
  /**
   * A Word file is rendered once, with live page references; the numbers read from the PDF's outline are then written into
   * its table of contents, so that it is right when opened.
   */
  deliver(outline: readonly OutlineEntry[]): Uint8Array;
}

/** A file in a supplied template holds parts of it; pictures are always drawn anew by us. */
const isOurs = ({ template }: Look): boolean => template === undefined;

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const DECK = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function renderWord({ document, look }: Draft, engine: Engine, signal: AbortSignal): Promise<Rendered> {
  const started = engine.clock.now();
  const startedMs = engine.clock.monotonicMs();
  const built = buildDocx(document, look, { created: started });
  const drawn = engine.office.toPdf({ bytes: built.render, kind: 'docx' }, { signal, ours: isOurs(look) });
  // reviewed while the office program works in another process
  const [pdf, packageReviewed] = await Promise.all([drawn, reviewSoon(built.render)]);
  const deliver = (outline: readonly OutlineEntry[]): Uint8Array =>
    built.needsPages ? built.deliver(matchOutline(document, outline)) : built.render;
  return {
    pdf,
    notes: built.notes,
    placed: built.placed,
    packageReviewed,
    durationMs: engine.clock.monotonicMs() - startedMs,
    office: { kind: 'docx', contentType: WORD, deliver },
  };
}

async function renderDeck({ document, look }: Draft, engine: Engine, signal: AbortSignal): Promise<Rendered> {
  const started = engine.clock.now();
  const startedMs = engine.clock.monotonicMs();
  const wanted = deckFormulas(document, look);
  const plan = planDeck(document, look, wanted && (await renderFormulas(wanted, engine, signal)));
  await letOthers();
  const drawn = engine.office.toPdf(
    { bytes: writeDrawnPptx(plan, { created: started }), kind: 'pptx' },
    { signal, lang: document.lang, ours: isOurs(look) },
  );
  // the file itself, with all layouts, is written and reviewed while another process renders
  const [pdf, { bytes, notes, packageReviewed }] = await Promise.all([drawn, writeSoon(plan, started)]);
  return {
    pdf,
    notes,
    placed: placedOnSlides(plan),
    packageReviewed,
    durationMs: engine.clock.monotonicMs() - startedMs,
    office: { kind: 'pptx', contentType: DECK, deliver: () => bytes },
  };
}

async function renderWorkbook({ document, look }: Draft, engine: Engine, signal: AbortSignal): Promise<Rendered> {
  const started = engine.clock.now();
  const startedMs = engine.clock.monotonicMs();
  const plan = planWorkbook(document, look);
  await letOthers();
  let { bytes, notes } = writeXlsx(plan, { created: started });
  let pdf: Uint8Array;
  let packageReviewed: Reviewed[];
  if (needsValues(plan)) {
    const calculated = await engine.office.calculate(bytes, { signal, lang: document.lang, ours: isOurs(look) });
    pdf = calculated.pdf;
    if (calculated.copy) {
      takeValues(plan, calculated.copy);
      ({ bytes, notes } = writeXlsx(plan, { created: started }));
    }
    packageReviewed = await reviewElsewhere(bytes);
  } else
    [pdf, packageReviewed] = await Promise.all([
      engine.office.toPdf({ bytes, kind: 'xlsx' }, { signal, lang: document.lang, ours: isOurs(look) }),
      reviewElsewhere(bytes),
    ]);
  return {
    pdf,
    notes,
    placed: placedOnSheets(plan),
    packageReviewed,
    durationMs: engine.clock.monotonicMs() - startedMs,
    office: { kind: 'xlsx', contentType: WORKBOOK, deliver: () => bytes },
  };
}

async function writeSoon(plan: DeckPlan, created: Date): Promise<{ bytes: Uint8Array; notes: Note[]; packageReviewed: Reviewed[] }> {
  await letOthers();
  const written = writePptx(plan, { created });
  return { ...written, packageReviewed: await reviewSoon(written.bytes) };
}

/** Once the work begun before is on its way. */
async function reviewSoon(file: Uint8Array): Promise<Reviewed[]> {
  await letOthers();
  const steps = reviewPackageInSteps(file);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await letOthers();
  }
}

/** Every formula of a large workbook is recalculated: in a thread, where one is free. */
async function reviewElsewhere(file: Uint8Array): Promise<Reviewed[]> {
  try {
    return (await runFileWork('findPackageFaults', file)).map((finding) => ({ finding, repair: undefined }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return reviewPackage(file);
  }
}

/** Tagged (PDF/UA-1), without an office program. */
async function renderPdf({ document, look }: Draft, engine: Engine, signal: AbortSignal): Promise<Rendered> {
  const started = engine.clock.now();
  const startedMs = engine.clock.monotonicMs();
  const compile = async (options?: { plainFormulas: boolean }): Promise<Pick<Rendered, 'pdf' | 'notes' | 'placed'>> => {
    const { value, notes } = writeTypst(document, look, options);
    const pdf = await engine.typesetter.compile(value.source, {
      assets: value.assets,
      creationTime: Math.floor(started.getTime() / 1000),
      signal,
    });
    const { placed } = value;
    return value.remarks.length === 0 ? { pdf, notes, placed } : { ...(await withComments(pdf, notes, value.remarks, started)), placed };
  };
  const { pdf, notes, placed } = await compile().catch((error: unknown) => {
    if (error instanceof Refusal || isInfrastructureFault(error) || signal.aborted || !hasFormulas(document)) throw error;
    // the compiler refuses a formula that looked right: it is set as it was written, and the rest of the document as it is
    return compile({ plainFormulas: true });
  });
  return { pdf, notes, placed, packageReviewed: [], durationMs: engine.clock.monotonicMs() - startedMs, office: null };
}

/** The links that stand for comments become annotations. */
async function withComments(
  pdf: Uint8Array,
  notes: readonly Note[],
  given: readonly Remark[],
  date: Date,
): Promise<{ pdf: Uint8Array; notes: Note[] }> {
  const remarks = given.map((remark) => ({ text: remark.text, author: authorOf(remark) }));
  const { bytes, missing } = await runFileWork('commentPdf', pdf, remarks, { date: instantOf(date) });
  const lost = missing.map((number): Note => ({
    code: 'comment_dropped',
    severity: 'warning',
    message: `A comment could not be set on its words and was left out: "${remarks[number]?.text.slice(0, 200) ?? ''}".`,
  }));
  return { pdf: bytes, notes: [...notes, ...lost] };
}

const hasFormulas = (document: Document): boolean =>
  [...walkBlocks(document.blocks)].some(
    (block) => block.type === 'equation' || blockRuns(block).some((runs) => runs.some((run) => run.math)),
  );

/** @throws Refusal processing_failed */
export async function renderDraft(draft: Draft, format: MadeFormat, engine: Engine, signal: AbortSignal): Promise<Rendered> {
  if (format === 'docx' || format === 'pdf') await loadLanguages(languagesOf(draft.document.blocks));
  await letOthers();
  if (format === 'xlsx') return renderWorkbook(draft, engine, signal);
  if (format === 'pptx') return renderDeck(draft, engine, signal);
  return format === 'docx' ? renderWord(draft, engine, signal) : renderPdf(draft, engine, signal);
}
