/** A request, read by the small model alone and before any source: what is wanted, how it shall look, and what it requires. */
import { z } from 'zod';
import { isInfrastructureFault } from '../base/infrastructure-fault.ts';
import { Refusal } from '../base/refusal.ts';
import { DOCUMENT_TYPES } from '../document/document.ts';
import { GENRES } from '../document/genre.ts';
import type { Model, ModelUsage } from '../ports/model.ts';
import { FORMATS } from '../contract/vocabulary.ts';
import { readLengthWords } from './length-words.ts';
import { classifyEditInstructions, classifyInstructions } from './prompt-files.ts';
import { nearlyRequirement, requirementGuess, settleRequirements, type Requirement, type RequirementGuess } from './requirements.ts';

/** A short answer; what a model thinks before it counts too. */
const ANSWER_TOKENS_MAX = 8_000;

const side = z.enum(['left', 'center', 'right', 'justify']).nullable();
const styleGuess = z.object({
  font: z.string().nullable(),
  font_size: z.number().nullable(),
  line_spacing: z.number().nullable(),
  margins_cm: z.number().nullable(),
  orientation: z.enum(['portrait', 'landscape']).nullable(),
  cover_page: z.boolean().nullable(),
  table_of_contents: z.boolean().nullable(),
  page_numbers: z.boolean().nullable(),
  header: z.string().nullable(),
  footer: z.string().nullable(),
  title_color: z.string().nullable(),
  headings_color: z.string().nullable(),
  text_color: z.string().nullable(),
  accent_color: z.string().nullable(),
  title_align: side,
  headings_align: side,
  body_align: side,
});
const classification = z.object({
  format: z.enum(FORMATS),
  format_confidence: z.number(),
  type: z.enum(DOCUMENT_TYPES),
  genre: z.enum(GENRES).nullable(),
  language: z.string(),
  pages: z.number().nullable(),
  charts: z.boolean(),
  sheet_formulas: z.boolean(),
  comments: z.boolean(),
  explicit_design: z.boolean(),
  quick: z.boolean(),
  copies_look: z.enum(['none', 'presentation_template', 'other']),
  requirements: z.array(requirementGuess),
  style: styleGuess.nullable(),
  unsupported: z.array(z.string()),
});
export type Classification = z.infer<typeof classification>;

/** One field that is wrong does not void the others. */
const said = styleGuess.shape;
const nearlyStyle = z.object({
  font: said.font.catch(null),
  font_size: said.font_size.catch(null),
  line_spacing: said.line_spacing.catch(null),
  margins_cm: said.margins_cm.catch(null),
  orientation: said.orientation.catch(null),
  cover_page: said.cover_page.catch(null),
  table_of_contents: said.table_of_contents.catch(null),
  page_numbers: said.page_numbers.catch(null),
  header: said.header.catch(null),
  footer: said.footer.catch(null),
  title_color: said.title_color.catch(null),
  headings_color: said.headings_color.catch(null),
  text_color: said.text_color.catch(null),
  accent_color: said.accent_color.catch(null),
  title_align: said.title_align.catch(null),
  headings_align: said.headings_align.catch(null),
  body_align: said.body_align.catch(null),
});
const flag = z.boolean().catch(false);
/** Those of a list that can be used. */
const nearlyRequirements = z
  .array(z.unknown())
  .catch([])
  .transform((all): RequirementGuess[] => all.flatMap((one) => nearlyRequirement.safeParse(one).data ?? []));
const nearly: z.ZodType<Classification> = z.object({
  format: z.enum(FORMATS),
  format_confidence: z.coerce.number().catch(0),
  type: z.enum(DOCUMENT_TYPES).catch('report'),
  genre: z.enum(GENRES).nullable().catch(null),
  language: z.string().catch(''),
  pages: z.coerce.number().nullable().catch(null),
  charts: flag,
  sheet_formulas: flag,
  comments: flag,
  explicit_design: flag,
  quick: flag,
  copies_look: classification.shape.copies_look.catch('none'),
  requirements: nearlyRequirements,
  style: nearlyStyle.nullable().catch(null),
  unsupported: z.array(z.string()).catch([]),
});

export interface Classified<T> {
  value: T | null;
  usage: ModelUsage;
}

const UNANSWERED = { value: null, usage: { inputTokens: 0, outputTokens: 0 } };

async function askSmall<T>(
  model: Model,
  instructions: string,
  text: string,
  { exact, lenient }: { exact: z.ZodType<T>; lenient: z.ZodType<T> },
  signal: AbortSignal,
): Promise<Classified<T>> {
  try {
    return await model.answer(
      { tier: 'small', instructions, messages: [{ role: 'user', text }], outputTokensMax: ANSWER_TOKENS_MAX, signal },
      exact,
      lenient,
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Refusal || isInfrastructureFault(error)) throw error;
    return UNANSWERED;
  }
}

/**
 * A null value where the model gives no usable answer or cannot be reached: a request that words alone can settle needs none.
 * @throws Refusal processing_failed where the provider refuses the key; the signal's reason
 */
export function classifyRequest(
  model: Model,
  { prompt, styleWords, sources }: { prompt: string; styleWords: string; sources: number },
  signal: AbortSignal,
): Promise<Classified<Classification>> {
  const text = `Request:\n${prompt}${styleWords === '' ? '' : `\n\nStyle words:\n${styleWords}`}\n\nSources that come with it: ${sources}.`;
  return askSmall(model, classifyInstructions(), text, { exact: classification, lenient: nearly }, signal);
}

const editConditions = z.object({ requirements: z.array(requirementGuess) });
const nearlyEditConditions: z.ZodType<z.infer<typeof editConditions>> = z.object({ requirements: nearlyRequirements });

/**
 * The changes that an edit asks for, read from its words alone; none where the model gives no usable answer.
 * @throws as `classifyRequest` does
 */
export async function classifyEdit(
  model: Model,
  prompt: string,
  signal: AbortSignal,
): Promise<{ requirements: Requirement[]; usage: ModelUsage }> {
  const { value, usage } = await askSmall(
    model,
    classifyEditInstructions(),
    `Request:\n${prompt}`,
    { exact: editConditions, lenient: nearlyEditConditions },
    signal,
  );
  return { requirements: settleRequirements(value?.requirements ?? [], value === null ? [] : readLengthWords(prompt)), usage };
}
