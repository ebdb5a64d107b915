/** The check of a finished document against its requirements: rules first, then one call of the small model for what rules cannot tell. */
import { z } from 'zod';
import { Refusal } from '../base/refusal.ts';
import type { Model, ModelUsage } from '../ports/model.ts';
import { checkByRule, type Checked, type FinishedDocument, type Verdict } from './check-requirements.ts';
import { frameMaterial } from './frame-material.ts';
import { listRequirements } from './list-requirements.ts';
import { checkInstructions } from './prompt-files.ts';
import type { Requirement } from './requirements.ts';

const ANSWER_TOKENS_MAX = 8_000;
const EVIDENCE_CHARS_MAX = 300;

const answerSchema = z.object({
  results: z.array(z.object({ number: z.number(), status: z.enum(['met', 'not_met', 'unclear']), evidence: z.string() })),
});
type Answer = z.infer<typeof answerSchema>;
const nearlyResult = z.object({
  number: z.coerce.number(),
  status: z.enum(['met', 'not_met', 'unclear']).catch('unclear'),
  evidence: z.string().catch(''),
});
const nearlyAnswer: z.ZodType<Answer> = z.object({
  results: z.array(z.unknown()).transform((all) => all.flatMap((one) => nearlyResult.safeParse(one).data ?? [])),
});

const NOT_TOLD: Verdict = { status: 'not_checked', evidence: 'No rule can tell, and the model gave no answer.' };

export interface JudgeInput {
  requirements: readonly Requirement[];
  document: FinishedDocument;
  /** Random, of this request alone. */
  boundary: string;
}

export interface Judged {
  /** One for each requirement, in their order. */
  checked: Checked[];
  usage: ModelUsage;
}

const FREE: ModelUsage = { inputTokens: 0, outputTokens: 0 };

async function askModel(
  model: Model,
  open: readonly Requirement[],
  { document, boundary }: JudgeInput,
  signal: AbortSignal,
): Promise<{ verdicts: Map<number, Verdict>; usage: ModelUsage }> {
  const text = document.pages.map((page, i) => `<!-- Page ${i + 1} -->\n${page}`).join('\n\n');
  const conditions = listRequirements(open);
  const framed = frameMaterial([{ name: 'the finished document', markdown: text }], boundary, conditions);
  try {
    const { value, usage } = await model.answer(
      {
        tier: 'small',
        instructions: checkInstructions(),
        messages: [{ role: 'user', text: `${framed.value}\n\nConditions:\n${conditions}` }],
        outputTokensMax: ANSWER_TOKENS_MAX,
        signal,
      },
      answerSchema,
      nearlyAnswer,
    );
    // of a text that was shortened nothing can be said to be missing
    const shortened = framed.notes.some(({ code }) => code === 'source_shortened');
    const verdicts = (value?.results ?? []).map(({ number, status, evidence }): [number, Verdict] => [
      number,
      {
        status: status === 'unclear' || (status === 'not_met' && shortened) ? 'not_checked' : status,
        evidence: evidence.slice(0, EVIDENCE_CHARS_MAX),
      },
    ]);
    return { verdicts: new Map(verdicts), usage };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Refusal) throw error;
    return { verdicts: new Map(), usage: FREE };
  }
}

/**
 * @param model null: what rules cannot tell is not checked
 * @throws Refusal processing_failed where the provider refuses the key; the signal's reason
 */
export async function judgeRequirements(model: Model | null, input: JudgeInput, signal: AbortSignal): Promise<Judged> {
  const ruled = input.requirements.map((requirement) => checkByRule(requirement, input.document));
  const open = input.requirements.filter((_, i) => ruled[i] === undefined);
  const { verdicts, usage } =
    open.length === 0 || model === null
      ? { verdicts: new Map<number, Verdict>(), usage: FREE }
      : await askModel(model, open, input, signal);
  const checked = input.requirements.map((requirement, i): Checked => {
    const verdict = ruled[i] ?? verdicts.get(open.indexOf(requirement) + 1) ?? NOT_TOLD;
    return { kind: requirement.kind, text: requirement.text, ...verdict };
  });
  return { checked, usage };
}
