/**
 * An edit that is asked for in words: the file is inspected as it is, a model plans typed operations, they are performed, and
 * what could not be done goes back to it once. Then the file is rendered and reviewed; only what is new decides how the
 * document ends.
 *
 *   inspect → plan (two rounds at most) → operations → inspect → pages → outputs
 */
import type { NewEvent } from '../../contract/event.ts';
import { z } from 'zod';
import { readEditWords } from '../../agent/edit-words.ts';
import { outlineFile } from '../../agent/outline-file.ts';
import { planAgain, planEdits, type PlanEditsInput } from '../../agent/plan-edits.ts';
import type { Finding } from '../../base/finding.ts';
import type { DocumentType } from '../../document/document.ts';
import { ALL_EDITS } from '../../edits/all-edits.ts';
import type { EditOperation, EditResult } from '../../edits/apply-edits.ts';
import { tracksChanges } from '../../edits/edit-mode.ts';
import type { AddressedBlock } from '../../edits/list-content.ts';
import type { Model, ModelUsage } from '../../ports/model.ts';
import type { ForeignFormat } from '../../review/review-foreign.ts';
import type { TargetKind } from '../target-kind.ts';
import { nothingEdited, type EditMade } from '../edit-document.ts';
import { compareFindings, countFindings, findingOf, statusAfterEdit } from '../findings.ts';
import { startStopwatch, type Engine } from '../make.ts';
import { contentTypeOf, deliverInspected, inspectFile, modernize, reportInspected, type Inspection } from '../review/inspect-file.ts';
import type { Sink } from '../sink.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { editContext } from './edit-context.ts';
import { previewPdfEdits } from './edit-pdf.ts';
import { isApplied, performEdits, rejectionFindings, resultEvents, type Edited } from './perform-edits.ts';
import { listPdfBlocks } from './read-content.ts';

const resultSchema = z.object({
  op: z.string(),
  target: z.string().nullable(),
  status: z.literal('rejected'),
  message: z.string().optional(),
});
/** Kept with the document, so that another attempt does not ask the model again. */
export const keptPlanSchema = z.object({
  mode: z.enum(['direct', 'tracked']),
  operations: z.array(z.looseObject({ op: z.string(), target: z.string().optional() })),
  refused: z.array(resultSchema),
  unsupported: z.array(z.string()),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  /** Operations at the beginning that were done in the first round: they are reported before the second. */
  done: z.number(),
});
type KeptPlan = z.infer<typeof keptPlanSchema>;

export interface PromptEdit {
  file: { bytes: Uint8Array; kind: TargetKind; filename: string };
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
  report: (events: NewEvent[]) => void;
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
    ? [`A ${format} file has no tracked changes; ${comments ? 'suggestions are in comments' : 'the changes were made directly'}.`]
    : [];
  return { mode: 'direct', commentsOnly: comments && (words.commentsOnly || suggests), unsupported };
}

const sum = (a: ModelUsage, b: ModelUsage): ModelUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
});

async function contentOf({ bytes, format, engine, signal }: Planning): Promise<AddressedBlock[]> {
  return format === 'pdf' ? listPdfBlocks(engine.pages, bytes, signal) : runFileWork('listContent', bytes);
}

/** Two rounds at most; what is done is reported as soon as it is known. */
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
  const impossible = [...unsupported, ...first.unsupported];
  const operations = first.operations.length + first.malformed.length;
  planning.report([{ type: 'edit.planned', data: { operations, unsupported: impossible } }]);
  const context = editContext(settled.mode, date);
  const { results } =
    format === 'pdf'
      ? { results: await previewPdfEdits(bytes, first.operations, context, engine.pages) }
      : await runFileWork('applyEdits', bytes, first.operations, context);
  planning.report(resultEvents(results.filter(isApplied)));
  const rejected = [
    ...results.flatMap((result, i) => (isApplied(result) ? [] : [{ operation: first.operations[i], result }])),
    ...first.malformed.map((result) => ({ operation: { op: result.op, target: result.target }, result })),
  ];
  const done = first.operations.filter((_, i) => results[i] && isApplied(results[i]));
  if (rejected.length === 0)
    return { mode: settled.mode, operations: done, refused: [], unsupported: impossible, usage: first.usage, done: done.length };
  const second = await planAgain(edit.model, input, first, rejected, signal);
  const replaced = new Set(second.replaces);
  const refused = [...rejected.flatMap(({ result }, i) => (replaced.has(i + 1) ? [] : [result])), ...second.malformed];
  const usage = sum(first.usage, second.usage);
  return {
    mode: settled.mode,
    operations: [...done, ...second.operations],
    refused: refused.map((result) => ({ ...result, status: 'rejected' as const })),
    unsupported: [...impossible, ...second.unsupported],
    usage,
    done: done.length,
  };
}

/** What earlier attempts have reported of an edit. */
export interface ReportedEdit {
  planned: boolean;
  results: number;
}

/** Results that an earlier attempt has reported are not reported again. */
function createReporter(sink: Sink, before: ReportedEdit): (events: NewEvent[]) => void {
  let skip = before.results;
  return (events) => {
    const fresh = events.filter(({ type }) => {
      if (type === 'edit.planned') return !before.planned;
      return --skip < 0;
    });
    if (fresh.length > 0) sink.emit({}, fresh);
  };
}

async function applyPlan(
  { bytes, format, engine, date, signal }: Planning,
  kept: KeptPlan,
): Promise<{ outcome: Edited; results: EditResult[] }> {
  const operations: EditOperation[] = kept.operations;
  const outcome = await performEdits({ bytes, contentType: contentTypeOf(format), operations, mode: kept.mode }, date, engine, signal);
  const refused: EditResult[] = kept.refused.map(({ message, ...result }) => ({
    ...result,
    reason: 'unsupported',
    ...(message === undefined ? {} : { message }),
  }));
  return { outcome, results: [...outcome.results, ...refused] };
}

/**
 * @param before what earlier attempts have reported
 * @throws Refusal file_rejected, docx_invalid, document_too_long, edit_not_understood, generation_blocked, processing_failed
 */
export async function makeFromEditPrompt(
  edit: PromptEdit,
  before: ReportedEdit,
  engine: Engine,
  sink: Sink,
  signal: AbortSignal,
): Promise<PromptEditMade> {
  const { lap, timingsMs } = startStopwatch(engine.clock);
  sink.emit({ phase: 'reading' }, []);
  const { bytes, format } = await modernize(edit.file, engine, signal);
  const inspection: Inspection = { format, engine, sink, signal, bounded: true };
  const first = await inspectFile(inspection, bytes);
  const { type } = first.content;
  sink.emit({ format, type, phase: 'planning' }, []);
  const report = createReporter(sink, before);
  const planning: Planning = { bytes, format, edit, report, engine, date: engine.clock.now(), signal };
  const kept = edit.kept ?? (await plan(planning));
  const { outcome, results } = await applyPlan(planning, kept);
  if (edit.kept === null) {
    await edit.keep(kept);
    report(resultEvents(results).slice(kept.done));
  } else report([{ type: 'edit.planned', data: { operations: results.length, unsupported: kept.unsupported } }, ...resultEvents(results)]);
  lap('planning');
  const made = { edits: results, integrity: outcome.integrity, timingsMs };
  const planned = { format, type, usage: kept.usage };
  if (!results.some(isApplied)) return { ...nothingEdited(made), ...planned };
  sink.emit({ phase: 'rendering' }, []);
  const after = await inspectFile({ ...inspection, bounded: false }, outcome.bytes);
  const noted = format === 'pdf' ? outcome.notes.map(findingOf) : [];
  const findings: Finding[] = [...rejectionFindings(results), ...noted, ...compareFindings(first.findings, after.findings)];
  const counts = countFindings(findings);
  const pages = after.drawn.pages.length;
  reportInspected(inspection, { ...after, findings }, 1);
  sink.emit({ pages, phase: 'finishing', validationSummary: counts }, []);
  lap('rendering');
  const outputs = await deliverInspected(inspection, after);
  return { ...made, ...planned, status: statusAfterEdit(findings), pages, findings, counts, outputs };
}
