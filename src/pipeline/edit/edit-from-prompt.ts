/**
 * An edit that is asked for in words: the file is inspected as it is, a model plans typed operations, they are performed, and
 * what could not be done goes back to it once. Then the file is rendered and reviewed; only what is new decides how the
 * document ends.
 *
 *   inspect → plan (two rounds at most) → operations → inspect → pages → outputs
 */
import type { FinishedDocument } from '../../agent/check-requirements.ts';
import type { NewEvent } from '../../contract/event.ts';
import type { Finding } from '../../base/finding.ts';
import type { Format } from '../../contract/vocabulary.ts';
import type { DocumentType } from '../../document/document.ts';
import { sumUsage, type Model, type ModelUsage } from '../../ports/model.ts';
import type { ForeignFormat } from '../../review/review-foreign.ts';
import { keptEvents } from '../create/keep-requirements.ts';
import type { DrawnBefore } from '../drawn-before.ts';
import { nothingEdited, type EditMade } from '../edit-document.ts';
import { compareFindings, countFindings, findingOf, statusAfterEdit } from '../findings.ts';
import { startStopwatch, type Engine } from '../make.ts';
import {
  contentTypeOf,
  deliverInspected,
  inspectFile,
  modernize,
  reportInspected,
  type Inspected,
  type Inspection,
} from '../review/inspect-file.ts';
import { openDocument } from '../review/read-foreign.ts';
import type { Sink } from '../sink.ts';
import type { TargetKind } from '../target-kind.ts';
import { checkEdit, type EditChecked } from './check-edit.ts';
import { isApplied, performEdits, rejectionFindings, resultEvents } from './perform-edits.ts';
import { planInputOf, planPromptEdit, type KeptPlan, type PlanInput } from './plan-prompt-edit.ts';
import { workOnEdit, type EditAgent, type EditWork } from './work-on-edit.ts';

export interface PromptEdit {
  file: { bytes: Uint8Array; kind: TargetKind; filename: string };
  prompt: string;
  /** The kind of file that the request wants. */
  format: Format | undefined;
  model: Model;
  boundary: string;
  /** Where an agent corrects what the plan has made. */
  agent: EditAgent | undefined;
  /** The version that the file is of. */
  drawnBefore: DrawnBefore | undefined;
  /** The plan of an earlier attempt. */
  kept: KeptPlan | null;
  keep(plan: KeptPlan): Promise<void>;
}

export interface PromptEditMade extends EditMade {
  format: ForeignFormat;
  type: DocumentType;
  requirements: EditChecked['requirements'];
  notes: EditChecked['notes'];
  unsupported: string[];
  usage: ModelUsage;
  /** null where no agent worked on it. */
  worked: Pick<EditWork, 'work' | 'repairs'> | null;
}

/** What earlier attempts have reported of an edit. */
export interface ReportedEdit {
  planned: boolean;
  results: number;
}

/** Results that an earlier attempt has reported are not reported again. */
export function createReporter(sink: Sink, before: ReportedEdit): (events: NewEvent[]) => void {
  let skip = before.results;
  return (events) => {
    const fresh = events.filter(({ type }) => {
      if (type === 'edit.planned') return !before.planned;
      return --skip < 0;
    });
    if (fresh.length > 0) sink.emit({}, fresh);
  };
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
  const inspection: Inspection = { format, engine, sink, signal, bounded: true, before: edit.drawnBefore };
  const first = await inspectFile(inspection, bytes);
  const { type } = first.content;
  sink.emit({ format, type, phase: 'planning' }, []);
  const report = createReporter(sink, before);
  const { filename } = edit.file;
  const date = engine.clock.now();
  const planInput: PlanInput = { ...edit, wanted: edit.format, filename, bytes, format, engine, date, signal };
  const settled = edit.kept ?? (await planPromptEdit(planInput));
  if (edit.kept === null) await edit.keep(settled);
  sink.emit({ styleUnsupported: settled.unsupported }, []);
  const operations = settled.operations.length + settled.refused.length;
  report([{ type: 'edit.planned', data: { operations, unsupported: settled.unsupported } }]);
  const worked = await correctPlan(edit, settled, planInput, { inspection, first });
  const plan = worked?.plan ?? settled;
  const firstOnes = plan.first ?? plan.operations.length;
  const change = {
    bytes,
    contentType: contentTypeOf(format),
    operations: plan.operations.slice(0, firstOnes),
    later: plan.operations.slice(firstOnes),
    mode: plan.mode,
  };
  const outcome = await performEdits(change, date, engine, signal);
  const results = [...outcome.results, ...plan.refused.map(({ result }) => result)];
  // an agent may have added operations to those that were planned: their outcomes are told with the others
  report(resultEvents(results));
  lap('planning');
  const made = { edits: results, integrity: outcome.integrity, timingsMs };
  const check = (finished: FinishedDocument | null): Promise<EditChecked> =>
    checkEdit({ plan, results: outcome.results, finished }, edit.model, edit.boundary, signal);
  const planned = { format, type, unsupported: plan.unsupported };
  if (!results.some(isApplied)) {
    const { usage, ...checked } = await check(null);
    sink.emit({}, keptEvents(checked));
    return {
      ...nothingEdited(made),
      ...planned,
      worked,
      requirements: checked.requirements,
      notes: checked.notes,
      usage: sumUsage(plan.usage, usage, worked?.work.usage),
    };
  }
  sink.emit({ phase: 'rendering' }, []);
  const after = await inspectFile({ ...inspection, bounded: false }, outcome.bytes);
  const { findings: missed, usage, ...checked } = await check(finishedOf(format, after));
  sink.emit({}, keptEvents(checked));
  const noted = format === 'pdf' ? outcome.notes.map(findingOf) : [];
  const findings: Finding[] = [...rejectionFindings(results), ...missed, ...noted, ...compareFindings(first.findings, after.findings)];
  const counts = countFindings(findings);
  const pages = after.drawn.pages.length;
  reportInspected(inspection, { ...after, findings }, (worked?.drawings ?? 0) + 1);
  sink.emit({ pages, phase: 'finishing', validationSummary: counts }, []);
  lap('rendering');
  const delivered = await deliverInspected(inspection, after);
  const status = statusAfterEdit(findings);
  const spent = sumUsage(plan.usage, usage, worked?.work.usage);
  return { ...made, ...planned, ...checked, worked, usage: spent, status, pages, findings, counts, ...delivered };
}

/** The plan as the agent leaves it; null where there is none, or nothing that could be looked at. */
async function correctPlan(
  { agent, model }: PromptEdit,
  plan: KeptPlan,
  input: PlanInput,
  { inspection, first }: { inspection: Inspection; first: Inspected },
): Promise<EditWork | null> {
  if (agent === undefined || plan.operations.length === 0) return null;
  const planned = await planInputOf(input, plan);
  return workOnEdit(agent, model, { plan, planned, first, inspection, date: input.date });
}

const finishedOf = (format: ForeignFormat, { content, drawn }: Inspected): FinishedDocument => ({
  format,
  blocks: openDocument(content).blocks,
  pages: drawn.pages.map(({ lines }) => lines.map(({ text }) => text).join('\n')),
  unsupportedStyle: [],
});
