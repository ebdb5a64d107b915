/** What an edit was asked for, held against what was done: by the outcomes of its operations, by rules, and by one small model call. */
import type { Checked, FinishedDocument, Verdict } from '../../agent/check-requirements.ts';
import { judgeRequirements } from '../../agent/judge-requirements.ts';
import type { Finding } from '../../base/finding.ts';
import type { EditResult } from '../../edits/apply-edits.ts';
import type { Model, ModelUsage } from '../../ports/model.ts';
import { missedFinding, noteToUser, type Kept } from '../create/keep-requirements.ts';
import { isApplied } from './perform-edits.ts';
import type { KeptPlan } from './plan-prompt-edit.ts';

const QUOTED_CHARS = 80;
const quote = (text: string): string => `"${text.replaceAll(/\s+/g, ' ').slice(0, QUOTED_CHARS)}${text.length > QUOTED_CHARS ? '…' : ''}"`;

const describe = ({ op, target, before, after }: EditResult): string =>
  `${op}${target === null ? '' : ` at ${target}`}${before === undefined || after === undefined ? '' : `: ${quote(before)} is now ${quote(after)}`}`;

/** undefined where no operation says that it serves this change. */
function verdictOf(results: readonly EditResult[]): Verdict | undefined {
  const done = results.filter(isApplied);
  const refused = results.filter((result) => !isApplied(result));
  const [first] = refused;
  if (first !== undefined)
    return {
      status: 'not_met',
      evidence: `${done.length === 0 ? 'Not done' : 'Done in part'}; ${describe(first)}: ${first.message ?? ''}`.slice(0, 400),
    };
  return done.length === 0 ? undefined : { status: 'met', evidence: `${done.slice(0, 3).map(describe).join('; ')}.`.slice(0, 400) };
}

/** Figures of three digits or more. */
const FIGURE = /\d[\d.,]*\d/g;
const digitsOf = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(FIGURE), ([figure]) => figure).filter((figure) => figure.replaceAll(/\D/g, '').length > 2));
const STALE_MAX = 5;

/** Figures that the edit has replaced in one place and that are in the file elsewhere: told, never changed. */
function staleFigures(results: readonly EditResult[], pages: readonly string[]): string[] {
  const replaced = new Map<string, string>();
  for (const { status, before, after, target } of results) {
    if (status !== 'applied' || before === undefined || after === undefined) continue;
    const kept = digitsOf(after);
    for (const figure of digitsOf(before)) if (!kept.has(figure)) replaced.set(figure, target ?? 'the file');
  }
  return [...replaced].slice(0, STALE_MAX).flatMap(([figure, target]) => {
    const at = pages.findIndex((page) => digitsOf(page).has(figure));
    return at < 0
      ? []
      : [`${figure} was replaced at ${target} and is still on page ${at + 1}; the request did not ask for a change there.`];
  });
}

export interface EditChecked extends Pick<Kept, 'requirements' | 'notes'> {
  findings: Finding[];
  usage: ModelUsage;
}

/**
 * @param results of the plan's operations, in their order, without those that were refused before
 * @param finished the edited file; null where nothing could be done, then nothing is looked at
 */
export async function checkEdit(
  { plan, results, finished }: { plan: KeptPlan; results: readonly EditResult[]; finished: FinishedDocument | null },
  model: Model,
  boundary: string,
  signal: AbortSignal,
): Promise<EditChecked> {
  const { requirements, refused, unsupported } = plan;
  const outcomes = [...results.map((result, i) => ({ result, change: plan.changes[i] ?? null })), ...refused];
  const servingOf = (i: number): EditResult[] => outcomes.filter(({ change }) => change === i + 1).map(({ result }) => result);
  const ruled = requirements.map((_, i) => verdictOf(servingOf(i)));
  const open = requirements.filter((_, i) => ruled[i] === undefined);
  const judged = finished === null || open.length === 0 ? null : await judge(open, finished, model, boundary, signal);
  const checked = requirements.map((requirement, i): Checked => {
    const verdict = ruled[i] ??
      judged?.checked[open.indexOf(requirement)] ?? { status: 'not_met' as const, evidence: 'Nothing was changed.' };
    return { kind: requirement.kind, text: requirement.text, status: verdict.status, evidence: verdict.evidence };
  });
  const impossible = unsupported.map((message): Finding => ({
    ...missedFinding({ kind: 'change', text: '', status: 'not_met', evidence: '' }),
    code: 'edit_unsupported',
    message,
  }));
  return {
    requirements: checked.map(({ text, status, evidence }) => ({ text, status, evidence })),
    notes: [...new Set([...plan.notes, ...(finished === null ? [] : staleFigures(results, finished.pages))])].map(noteToUser),
    // a refused operation is a finding of its own
    findings: [
      ...impossible,
      ...checked.filter(({ status }, i) => status === 'not_met' && servingOf(i).every(isApplied)).map(missedFinding),
    ],
    usage: judged?.usage ?? { inputTokens: 0, outputTokens: 0 },
  };
}

async function judge(
  open: KeptPlan['requirements'],
  document: FinishedDocument,
  model: Model,
  boundary: string,
  signal: AbortSignal,
): ReturnType<typeof judgeRequirements> {
  const input = { requirements: open, document, boundary };
  try {
    return await judgeRequirements(model, input, signal);
  } catch (error) {
    signal.throwIfAborted();
    // the edit is made: a check that fails takes nothing from it
    if (!(error instanceof Error)) throw error;
    return judgeRequirements(null, input, signal);
  }
}
