/**
 * The plan of an edit that is asked for in words: what the request asks for is read from its words alone, a model plans typed
 * operations on the file as it sees it, they are tried, and what could not be done goes back to it once.
 */
import { z } from 'zod';
import { classifyEdit } from '../../agent/classify-request.ts';
import { readEditWords } from '../../agent/edit-words.ts';
import { outlineFile, type FileOutline } from '../../agent/outline-file.ts';
import { planAgain, planEdits, type EditsPlanned, type PlanEditsInput } from '../../agent/plan-edits.ts';
import { requirementSchema } from '../../agent/requirements.ts';
import { editResultSchema } from '../../contract/edit.ts';
import type { Format } from '../../contract/vocabulary.ts';
import { ALL_EDITS } from '../../edits/all-edits.ts';
import { tracksChanges } from '../../edits/edit-mode.ts';
import type { EditOperation, EditResult } from '../../edits/apply-edits.ts';
import type { MaterialBlock } from '../../edits/list-material.ts';
import type { Model, ModelUsage } from '../../ports/model.ts';
import type { ForeignFormat } from '../../review/review-foreign.ts';
import type { Engine } from '../make.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { applyInOrder, recalculate } from './recalculate.ts';
import { editContext } from './edit-context.ts';
import { previewPdfEdits } from './edit-pdf.ts';
import { isApplied } from './perform-edits.ts';
import { listPdfBlocks } from './read-content.ts';

/** Which of the numbered changes of the request (from 1) something serves; null where that was not said. */
const served = z.number().nullable();
/** Kept with the document, so that another attempt does not ask the model again. */
export const keptPlanSchema = z.object({
  mode: z.enum(['direct', 'tracked']),
  operations: z.array(z.looseObject({ op: z.string(), target: z.string().optional() })),
  /** How many of them are done first; the others are on the file as it is then. null: all are on the file as it was sent. */
  first: z.number().nullable().default(null),
  /** Of each operation. */
  changes: z.array(served),
  /** What was refused in both rounds, each with the code of its own. */
  refused: z.array(z.object({ result: editResultSchema, change: served })),
  unsupported: z.array(z.string()),
  notes: z.array(z.string()),
  requirements: z.array(requirementSchema),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
});
export type KeptPlan = z.infer<typeof keptPlanSchema>;

export interface PlanInput {
  bytes: Uint8Array;
  format: ForeignFormat | 'page';
  prompt: string;
  filename: string;
  /** The kind of file that the request wants. */
  wanted: Format | undefined;
  model: Model;
  boundary: string;
  engine: Engine;
  date: Date;
  signal: AbortSignal;
}

const FILES: Record<PlanInput['format'], string> = {
  docx: 'Word file',
  pptx: 'PowerPoint file',
  xlsx: 'Excel file',
  pdf: 'PDF file',
  page: 'web page',
};

function settleMode({ bytes, format, prompt }: PlanInput): Pick<PlanEditsInput, 'mode' | 'commentsOnly'> & { unsupported: string[] } {
  const words = readEditWords(prompt);
  if (format === 'docx')
    return { mode: words.mode ?? (tracksChanges(bytes) ? 'tracked' : 'direct'), commentsOnly: words.commentsOnly, unsupported: [] };
  const comments = ALL_EDITS[format].some(({ op }) => op === 'add_comment');
  const suggests = words.mode === 'tracked';
  const unsupported = suggests
    ? [`A ${FILES[format]} has no tracked changes; ${comments ? 'suggestions are in comments' : 'the changes were made directly'}.`]
    : [];
  return { mode: 'direct', commentsOnly: comments && (words.commentsOnly || suggests), unsupported };
}

/** An edit keeps the kind of its file; a PDF of it comes along in any case. */
const formatUnsupported = ({ format, wanted }: PlanInput): string[] =>
  wanted === undefined || wanted === format || (wanted === 'pdf' && format !== 'page') || (wanted === 'artifact' && format === 'page')
    ? []
    : [`An edit keeps the kind of its file: it stays a ${FILES[format]}.`];

const sum = (...all: ModelUsage[]): ModelUsage => ({
  inputTokens: all.reduce((total, { inputTokens }) => total + inputTokens, 0),
  outputTokens: all.reduce((total, { outputTokens }) => total + outputTokens, 0),
});

async function materialOf({ bytes, format, engine, signal }: PlanInput): Promise<MaterialBlock[]> {
  if (format === 'page') return runFileWork('listPageContent', textOfPage(bytes), 0);
  return format === 'pdf' ? listPdfBlocks(engine.pages, bytes, signal) : runFileWork('listMaterial', bytes);
}

/** The Markdown of a page. */
const textOfPage = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

async function tryOperations(
  { bytes, format, engine, date, signal }: PlanInput,
  mode: KeptPlan['mode'],
  operations: EditOperation[],
): Promise<EditResult[]> {
  if (format === 'page') return runFileWork('previewPage', textOfPage(bytes), 0, operations);
  const context = editContext(mode, date);
  if (format === 'pdf') return previewPdfEdits(bytes, operations, context, engine.pages);
  return (await applyInOrder(bytes, operations, context, engine.office, signal)).results;
}

interface Tried {
  done: { operation: EditOperation; change: number | null }[];
  rejected: { operation: unknown; result: EditResult; change: number | null }[];
}

function divide(planned: EditsPlanned, results: readonly EditResult[]): Tried {
  const tried: Tried = { done: [], rejected: [] };
  for (const [i, operation] of planned.operations.entries()) {
    const [result, change] = [results[i], planned.changes[i] ?? null];
    if (result === undefined || isApplied(result)) tried.done.push({ operation, change });
    else tried.rejected.push({ operation, result, change });
  }
  for (const { result, change } of planned.malformed)
    tried.rejected.push({ operation: { op: result.op, target: result.target }, result, change: change ?? null });
  return tried;
}

/** What takes the place of rejected operations, and what stays refused: one outcome for each that has none in its place. */
function replaceRejected({ rejected }: Tried, second: EditsPlanned): Pick<KeptPlan, 'operations' | 'changes' | 'refused'> {
  const replaced = new Set([...second.replaces, ...second.malformed.map(({ replaces }) => replaces)]);
  // one answer to one rejection needs no number
  if (rejected.length === 1 && second.operations.length + second.malformed.length > 0) replaced.add(1);
  const changeOf = (replaces: number | undefined, change: number | undefined): number | null =>
    change ?? rejected[(replaces ?? (rejected.length === 1 ? 1 : 0)) - 1]?.change ?? null;
  return {
    operations: second.operations,
    changes: second.operations.map((_, i) => changeOf(second.replaces[i], second.changes[i])),
    refused: [
      ...rejected.filter((_, i) => !replaced.has(i + 1)).map(({ result, change }) => ({ result, change })),
      ...second.malformed.map(({ result, replaces, change }) => ({ result, change: changeOf(replaces, change) })),
    ],
  };
}

/** The workbook after what could be done of a plan, with the values that its formulas have then: what a second round goes by. */
async function outlineAfter({ bytes, engine, date, signal }: PlanInput, done: EditOperation[]): Promise<FileOutline> {
  const applied = await applyInOrder(bytes, done, editContext('direct', date), engine.office, signal);
  const { outcome } = await recalculate(bytes, applied, engine.office, signal);
  return outlineFile(await runFileWork('listMaterial', outcome.bytes));
}

/** What the plan was made from, for whoever corrects it: of a workbook as the plan has left it. */
export async function planInputOf(input: PlanInput, plan: KeptPlan): Promise<PlanEditsInput> {
  const { mode, commentsOnly } = settleMode(input);
  const outline = input.format === 'xlsx' ? await outlineAfter(input, plan.operations) : outlineFile(await materialOf(input));
  const { prompt, format: kind, filename, boundary } = input;
  return { prompt, kind, outline, filename, mode, commentsOnly, requirements: plan.requirements, boundary };
}

/**
 * Two rounds at most.
 * @throws Refusal edit_not_understood, generation_blocked, processing_failed; the signal's reason
 */
export async function planPromptEdit(input: PlanInput): Promise<KeptPlan> {
  const { model, prompt, signal } = input;
  const { unsupported, mode, commentsOnly } = settleMode(input);
  const [asked, material] = await Promise.all([classifyEdit(model, prompt, signal), materialOf(input)]);
  const planInput: PlanEditsInput = {
    prompt,
    kind: input.format,
    outline: outlineFile(material),
    filename: input.filename,
    mode,
    commentsOnly,
    requirements: asked.requirements,
    boundary: input.boundary,
  };
  const first = await planEdits(model, planInput, signal);
  const tried = divide(first, await tryOperations(input, mode, first.operations));
  const kept: KeptPlan = {
    mode,
    operations: tried.done.map(({ operation }) => operation),
    changes: tried.done.map(({ change }) => change),
    first: null,
    refused: [],
    unsupported: [...unsupported, ...formatUnsupported(input), ...first.unsupported],
    notes: first.notes,
    requirements: asked.requirements,
    usage: sum(asked.usage, first.usage),
  };
  if (tried.rejected.length === 0) return kept;
  // what a workbook shows depends on what was done in it: the second round goes by that, and its operations come after the others
  const goesOn = input.format === 'xlsx' && kept.operations.length > 0;
  const now = goesOn ? await outlineAfter(input, kept.operations) : null;
  const second = await planAgain(model, planInput, first, { rejected: tried.rejected, now }, signal);
  const { operations, changes, refused } = replaceRejected(tried, second);
  return {
    ...kept,
    operations: [...kept.operations, ...operations],
    changes: [...kept.changes, ...changes],
    first: goesOn ? kept.operations.length : null,
    refused,
    unsupported: [...new Set([...kept.unsupported, ...second.unsupported])],
    notes: [...new Set([...kept.notes, ...second.notes])],
    usage: sum(kept.usage, second.usage),
  };
}
