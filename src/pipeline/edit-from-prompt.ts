/**
 * An edit that is asked for in words: the file is read and drawn as it is, a model plans typed operations, they are done, and
 * what could not be done goes back to it once. Then the file is drawn and looked through; only what is new decides how the
 * document ends.
 */
import { z } from 'zod';
import { readEditWords } from '../agent/edit-words.ts';
import { outlineFile } from '../agent/outline-file.ts';
import { planAgain, planEdits, type PlanEditsInput } from '../agent/plan-edits.ts';
import type { Finding } from '../base/finding.ts';
import type { DocumentType } from '../document/document.ts';
import { ALL_EDITS } from '../edits/all-edits.ts';
import type { EditOperation, EditResult } from '../edits/apply-edits.ts';
import { tracksChanges } from '../edits/edit-mode.ts';
import type { AddressedBlock } from '../edits/list-content.ts';
import type { Model, ModelUsage } from '../ports/model.ts';
import type { NewEvent } from '../ports/record.ts';
import { readPdf } from '../readers/pdf.ts';
import type { ForeignFormat } from '../review/review-foreign.ts';
import { performEdits, rejectionFinding, resultEvents, type Edited, type EditMade } from './edit-document.ts';
import { previewPdfEdits } from './edit-pdf.ts';
import { editContext } from './edits.ts';
import type { Engine, MakeSink } from './make.ts';
import { listPdfContent, readForeignPages } from './pdf-content.ts';
import { countFindings, findingOf } from './refine.ts';
import { compared, statusOf } from './judge-findings.ts';
import { CONTENT_TYPES, deliver, look, modernize, tell, type Review } from './review-document.ts';
import type { WorkedKind } from './worked-file.ts';
import { runFileWork } from './work/run-file-work.ts';

const resultSchema = z.object({
  op: z.string(),
  target: z.string().nullable(),
  status: z.literal('rejected'),
  message: z.string().optional(),
});
/** Kept with the document, so that another attempt asks nobody again. */
export const keptPlanSchema = z.object({
  mode: z.enum(['direct', 'tracked']),
  operations: z.array(z.looseObject({ op: z.string(), target: z.string().optional() })),
  refused: z.array(resultSchema),
  unsupported: z.array(z.string()),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  /** Operations at the beginning that were done in the first round: they are told before the second. */
  done: z.number(),
});
type KeptPlan = z.infer<typeof keptPlanSchema>;

export interface PromptEdit {
  file: { bytes: Uint8Array; kind: WorkedKind; filename: string };
  prompt: string;
  model: Model;
  boundary: string;
  /** The plan of an earlier attempt. */
  kept: KeptPlan | null;
  keep(plan: KeptPlan): Promise<void>;
}

export interface PromptEditMade extends EditMade {
  format: ForeignFormat;
  type: DocumentType;
  usage: ModelUsage;
}

interface Planning {
  bytes: Uint8Array;
  format: ForeignFormat;
  edit: PromptEdit;
  tell: (events: NewEvent[]) => void;
  engine: Engine;
  date: Date;
  signal: AbortSignal;
}

function settleMode({ bytes, format, edit }: Planning): Pick<PlanEditsInput, 'mode' | 'commentsOnly'> & { unsupported: string[] } {
  const words = readEditWords(edit.prompt);
  if (format === 'docx')
    return { mode: words.mode ?? (tracksChanges(bytes) ? 'tracked' : 'direct'), commentsOnly: words.commentsOnly, unsupported: [] };
  const comments = ALL_EDITS[format].some(({ op }) => op === 'add_comment');
  const suggests = words.mode === 'tracked';
  const unsupported = suggests
    ? [`A ${format} file has no tracked changes; ${comments ? 'what is suggested stands in comments' : 'the changes were made directly'}.`]
    : [];
  return { mode: 'direct', commentsOnly: comments && (words.commentsOnly || suggests), unsupported };
}

const isApplied = ({ status }: EditResult): boolean => status === 'applied';
const sum = (a: ModelUsage, b: ModelUsage): ModelUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
});

async function contentOf({ bytes, format, engine, signal }: Planning): Promise<AddressedBlock[]> {
  return format === 'pdf'
    ? listPdfContent(readPdf(await readForeignPages(engine.pages, bytes, signal)).value)
    : runFileWork('listContent', bytes);
}

/** Two rounds at most; what is done is told as soon as it is known. */
async function plan(planning: Planning): Promise<KeptPlan> {
  const { bytes, format, edit, engine, date, signal } = planning;
  const { unsupported, ...settled } = settleMode(planning);
  const input: PlanEditsInput = {
    prompt: edit.prompt,
    kind: format,
    outline: outlineFile(await contentOf(planning)),
    filename: edit.file.filename,
    boundary: edit.boundary,
    ...settled,
  };
  const first = await planEdits(edit.model, input, signal);
  const told = [...unsupported, ...first.unsupported];
  planning.tell([{ type: 'edit.planned', data: { operations: first.operations.length + first.malformed.length, unsupported: told } }]);
  const context = editContext(settled.mode, date);
  const { results } =
    format === 'pdf'
      ? { results: await previewPdfEdits(bytes, first.operations, context, engine.pages) }
      : await runFileWork('applyEdits', bytes, first.operations, context);
  planning.tell(resultEvents(results.filter(isApplied)));
  const rejected = [
    ...results.flatMap((result, i) => (isApplied(result) ? [] : [{ operation: first.operations[i], result }])),
    ...first.malformed.map((result) => ({ operation: { op: result.op, target: result.target }, result })),
  ];
  const done = first.operations.filter((_, i) => results[i] && isApplied(results[i]));
  if (rejected.length === 0)
    return { mode: settled.mode, operations: done, refused: [], unsupported: told, usage: first.usage, done: done.length };
  const second = await planAgain(edit.model, input, first, rejected, signal);
  const replaced = new Set(second.replaces);
  const refused = [...rejected.flatMap(({ result }, i) => (replaced.has(i + 1) ? [] : [result])), ...second.malformed];
  const usage = sum(first.usage, second.usage);
  return {
    mode: settled.mode,
    operations: [...done, ...second.operations],
    refused: refused.map((result) => ({ ...result, status: 'rejected' as const })),
    unsupported: [...told, ...second.unsupported],
    usage,
    done: done.length,
  };
}

/** Results of what an earlier attempt has told are not told again. */
function createTeller(sink: MakeSink, toldBefore: { planned: boolean; results: number }): (events: NewEvent[]) => void {
  let skip = toldBefore.results;
  return (events) => {
    const fresh = events.filter(({ type }) => {
      if (type === 'edit.planned') return !toldBefore.planned;
      return --skip < 0;
    });
    if (fresh.length > 0) sink.tell({}, fresh);
  };
}

async function applyPlan(
  { bytes, format, engine, date, signal }: Planning,
  kept: KeptPlan,
): Promise<{ outcome: Edited; results: EditResult[] }> {
  const operations: EditOperation[] = kept.operations;
  const outcome = await performEdits({ bytes, contentType: CONTENT_TYPES[format], operations, mode: kept.mode }, date, engine, signal);
  const refused: EditResult[] = kept.refused.map(({ message, ...result }) => ({
    ...result,
    reason: 'unsupported',
    ...(message === undefined ? {} : { message }),
  }));
  return { outcome, results: [...outcome.results, ...refused] };
}

/**
 * @param toldBefore what earlier attempts have told
 * @throws Refusal file_rejected, docx_invalid, document_too_long, edit_not_understood, generation_blocked, processing_failed
 */
export async function makeFromEditPrompt(
  edit: PromptEdit,
  toldBefore: { planned: boolean; results: number },
  engine: Engine,
  sink: MakeSink,
  signal: AbortSignal,
): Promise<PromptEditMade> {
  const started = engine.clock.now().getTime();
  sink.tell({ phase: 'reading' }, []);
  const { bytes, format } = await modernize(edit.file, engine, signal);
  const review: Review = { format, engine, sink, signal, bounded: true };
  const before = await look(review, bytes);
  sink.tell({ format, type: before.content.type, phase: 'planning' }, []);
  const teller = createTeller(sink, toldBefore);
  const planning: Planning = { bytes, format, edit, tell: teller, engine, date: engine.clock.now(), signal };
  const kept = edit.kept ?? (await plan(planning));
  const { outcome, results } = await applyPlan(planning, kept);
  if (edit.kept === null) {
    await edit.keep(kept);
    teller(resultEvents(results).slice(kept.done));
  } else teller([{ type: 'edit.planned', data: { operations: results.length, unsupported: kept.unsupported } }, ...resultEvents(results)]);
  const timingsMs: Record<string, number> = { planning: engine.clock.now().getTime() - started };
  const made = { edits: results, integrity: outcome.integrity, format, type: before.content.type, usage: kept.usage };
  if (!results.some(isApplied))
    return { ...made, status: 'failed', pages: null, findings: [], counts: { errors: 0, warnings: 0, info: 0 }, outputs: [], timingsMs };
  sink.tell({ phase: 'rendering' }, []);
  const after = await look({ ...review, bounded: false }, outcome.bytes);
  const noted = format === 'pdf' ? outcome.notes.map(findingOf) : [];
  const findings: Finding[] = [
    ...results.filter((result) => !isApplied(result)).map(rejectionFinding),
    ...noted,
    ...compared(before.findings, after.findings),
  ];
  const counts = countFindings(findings);
  tell(review, { ...after, findings }, 1);
  sink.tell({ pages: after.drawn.pages.length, phase: 'finishing', validationSummary: counts }, []);
  timingsMs['rendering'] = engine.clock.now().getTime() - started - (timingsMs['planning'] ?? 0);
  const outputs = await deliver(review, after);
  const status = statusOf(countFindings(findings.filter(({ disposition }) => disposition === 'new')));
  return { ...made, status, pages: after.drawn.pages.length, findings, counts, outputs, timingsMs };
}
