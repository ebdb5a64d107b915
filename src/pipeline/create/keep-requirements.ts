/**
 * What a request requires, held against the finished document: checked by rules and one small model call; what is missed is
 * written once more, and what is missed in the end is a warning. A model that fails here costs the document nothing.
 */
import { z } from 'zod';
import { checkByRule, type Checked } from '../../agent/check-requirements.ts';
import { guardWhole } from '../../agent/guard-text.ts';
import { judgeRequirements } from '../../agent/judge-requirements.ts';
import { repairFences } from '../../agent/repair-fences.ts';
import { reviseDocument, worthRevising } from '../../agent/revise-document.ts';
import type { Requirement } from '../../agent/requirements.ts';
import type { WriteInput } from '../../agent/write-document.ts';
import type { Finding } from '../../base/finding.ts';
import type { Report } from '../../contract/report.ts';
import type { Model, ModelUsage } from '../../ports/model.ts';
import type { NewEvent } from '../../contract/event.ts';
import type { Inspected, Inspector } from './inspector.ts';

export interface KeepInput {
  model: Model;
  requirements: readonly Requirement[];
  /** As the writer was asked; null where the words are the client's own and are not written again. */
  write: WriteInput | null;
  /** The text as it was written. */
  markdown: string;
  /** Notes to the user that came with it. */
  notes: readonly string[];
  /** Text whose addresses may stay; undefined: all may. */
  known: string | undefined;
  boundary: string;
  emit: (events: NewEvent[]) => void;
  /** The second round of an earlier attempt; null where there was none. */
  recall: () => Promise<string | null>;
  keep: (text: string) => Promise<void>;
  signal: AbortSignal;
}

export interface Kept {
  requirements: NonNullable<Report['requirements']>;
  notes: NonNullable<Report['notes']>;
  /** Of all calls that were made here. */
  usage: ModelUsage;
}

export const missedFinding = ({ text, evidence }: Checked): Finding => ({
  code: 'requirement_missed',
  severity: 'warning',
  message: `"${text}": ${evidence}`,
  location: {},
  fixable: false,
  certainty: 'rendered',
  disposition: 'new',
});

/** Notes and checked requirements as events: they say that there is something, and the report has the words. */
export const keptEvents = ({ requirements, notes }: Pick<Kept, 'requirements' | 'notes'>): NewEvent[] => [
  ...requirements.map(({ status }, index): NewEvent => ({ type: 'requirement.checked', data: { status, index } })),
  ...notes.map(({ code, severity }): NewEvent => ({
    type: 'note',
    data: { code, severity, message: 'There is a note for whoever asked; the report has it.' },
  })),
];

export const noteToUser = (message: string): Kept['notes'][number] => ({ code: 'note_to_user', severity: 'info', message });

const revisedSchema = z.object({
  markdown: z.string().nullable(),
  notes: z.array(z.string()),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
});
type Revised = z.infer<typeof revisedSchema>;

/** The second round of this attempt or of an earlier one. */
async function reviseOnce(input: KeepInput, write: WriteInput, missed: readonly Checked[], pages: number): Promise<Revised> {
  const kept = await input.recall();
  if (kept !== null) return revisedSchema.parse(JSON.parse(kept));
  const { model, markdown, known, signal } = input;
  const revised = await reviseDocument(model, { ...write, markdown, missed, pages }, signal);
  const text = revised.markdown === null ? null : repairFences(guardWhole(revised.markdown, known)).value;
  const made: Revised = { markdown: text, notes: revised.notes.map((note) => guardWhole(note, known)), usage: revised.usage };
  await input.keep(JSON.stringify(made));
  return made;
}

/** An inspector of a document for which something was asked in words, and what it came to in the end. */
export function createRequirementKeeper(input: KeepInput): { inspector: Inspector; outcome(): Kept } {
  const { model, requirements, write, boundary, signal } = input;
  const usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  const add = (more: ModelUsage): void => {
    usage.inputTokens += more.inputTokens;
    usage.outputTokens += more.outputTokens;
  };
  const rounds = new Map<Inspected, { checked: Checked[]; pages: number; notes: readonly string[] }>();
  let last: { checked: Checked[]; pages: number; notes: readonly string[] } = { checked: [], pages: 0, notes: input.notes };
  let notes = input.notes;
  let chosen = last;
  const outcome = (): Kept => ({
    requirements: chosen.checked.map(({ text, status, evidence }) => ({ text, status, evidence })),
    notes: [...new Set(chosen.notes)].map(noteToUser),
    usage,
  });
  const inspector: Inspector = {
    glance: (document) =>
      requirements.flatMap((requirement): Checked[] => {
        const verdict = checkByRule(requirement, document);
        return verdict?.status === 'not_met' ? [{ kind: requirement.kind, text: requirement.text, ...verdict }] : [];
      }),
    async inspect(document) {
      const judged = await judgeRequirements(model, { requirements, document, boundary }, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        if (!(error instanceof Error)) throw error;
        return judgeRequirements(null, { requirements, document, boundary }, signal);
      });
      add(judged.usage);
      last = { checked: judged.checked, pages: document.pages.length, notes };
      const missed = judged.checked.filter(({ status }) => status === 'not_met');
      const inspected: Inspected = { findings: missed.map(missedFinding), missed: missed.length };
      rounds.set(inspected, last);
      return inspected;
    },
    async revise() {
      const missed = worthRevising(last.checked);
      if (missed.length === 0 || write === null) return null;
      try {
        const revised = await reviseOnce(input, write, missed, last.pages);
        add(revised.usage);
        notes = [...input.notes, ...revised.notes];
        return revised.markdown;
      } catch (error) {
        signal.throwIfAborted();
        // the document is there: a second round that fails takes nothing from it
        if (!(error instanceof Error)) throw error;
        return null;
      }
    },
    settle(choice, more = []) {
      const round = rounds.get(choice) ?? last;
      chosen = { ...round, notes: [...round.notes, ...more] };
      input.emit(keptEvents(outcome()));
    },
  };
  return { inspector, outcome };
}
