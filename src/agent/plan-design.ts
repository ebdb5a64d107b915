/** The plan of a document that an agent designs: purpose, reader, story line, the look, and what each part says and shows. */
import { z } from 'zod';
import { isInfrastructureFault } from '../base/infrastructure-fault.ts';
import { Refusal } from '../base/refusal.ts';
import { designText, readDesign, type Design } from '../document/design.ts';
import type { Model, ModelUsage } from '../ports/model.ts';
import { chooseCanvases, describeCanvases } from './canvas-examples.ts';
import { designPlanInstructions } from './prompt-files.ts';
import { requestMessage, type WriteInput } from './write-document.ts';

const partSchema = z.object({ title: z.string(), says: z.string(), shows: z.string(), form: z.string(), notes: z.string() });
export const designPlanSchema = z.object({
  purpose: z.string(),
  reader: z.string(),
  story: z.string(),
  design: z.string(),
  /** JSON of a design object, since its fields are all optional. */
  look: z.string(),
  parts: z.array(partSchema),
});
export type DesignPlan = z.infer<typeof designPlanSchema>;

const PARTS_MAX = 60;
const said = z.string().catch('');
const nearlyPlan: z.ZodType<DesignPlan> = z.object({
  purpose: said,
  reader: said,
  story: z
    .string()
    .or(z.array(z.string()).transform((lines) => lines.join(' ')))
    .catch(''),
  design: z
    .string()
    .or(z.unknown().transform((value) => (value === undefined ? '' : JSON.stringify(value))))
    .catch(''),
  look: z
    .string()
    .or(z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value)))
    .catch(''),
  parts: z.array(z.object({ title: z.string(), says: said, shows: said, form: said, notes: said })).catch([]),
});

const TOKENS_MAX = 10_000;

/**
 * null where the model gives none: the document is written without.
 * @throws Refusal processing_failed where the provider refuses the key; the signal's reason
 */
export async function planDesign(
  model: Model,
  input: WriteInput,
  signal: AbortSignal,
): Promise<{ plan: DesignPlan | null; usage: ModelUsage }> {
  try {
    const { value, usage } = await model.answer(
      {
        tier: 'main',
        instructions: designPlanInstructions(),
        messages: [requestMessage({ ...input, brief: undefined })],
        outputTokensMax: TOKENS_MAX,
        signal,
      },
      designPlanSchema,
      nearlyPlan,
    );
    const parts = value?.parts.filter(({ title, says }) => `${title}${says}`.trim() !== '').slice(0, PARTS_MAX) ?? [];
    return { plan: value === null || parts.length === 0 ? null : { ...value, parts }, usage };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Refusal || isInfrastructureFault(error) || !(error instanceof Error)) throw error;
    return { plan: null, usage: { inputTokens: 0, outputTokens: 0 } };
  }
}

const partLine = ({ title, says, shows, form, notes }: DesignPlan['parts'][number], at: number): string =>
  [
    `${at + 1}. ${title} (${form})`,
    ...(says === '' ? [] : [`   says: ${says}`]),
    ...(shows === '' ? [] : [`   shows: ${shows}`]),
    ...(notes === '' ? [] : [`   notes: ${notes}`]),
  ].join('\n');

/** The design object of a plan, as far as it can be read. */
export const designOfPlan = (plan: DesignPlan | null): Design | undefined =>
  plan === null || plan.look.trim() === '' ? undefined : readDesign(plan.look).design;

/** What every part is drawn with: the writers of a document share its components and rules, and no other sizes and colours. */
function describeLook(plan: DesignPlan): string[] {
  const design = designOfPlan(plan);
  if (design === undefined) return [];
  const { components = {}, canvases, ...rest } = design;
  const named = Object.entries(components).map(([name, html]) => `${name}:\n${html.trim()}`);
  return [
    `The design object, which is set already: ${designText(rest)}`,
    ...(named.length === 0
      ? []
      : [`Its components. Use them wherever they fit, by these names and with these fields; do not define them again:`, ...named]),
    ...(canvases?.css === undefined ? [] : ['Its rules, which hold in every canvas; do not repeat them:', canvases.css.trim()]),
  ];
}

/** As the writer and the agent get it. */
export const describePlan = (plan: DesignPlan): string =>
  [
    'The plan:',
    `Purpose: ${plan.purpose}`,
    `Reader: ${plan.reader}`,
    `Story: ${plan.story}`,
    `Design: ${plan.design}`,
    ...describeLook(plan),
    'Parts:',
    ...plan.parts.map(partLine),
  ].join('\n');

const EXAMPLES = 6;

/** The examples that its parts call for. */
export function examplesFor(plan: DesignPlan | null, otherwise: string): string {
  if (plan === null) return describeCanvases(chooseCanvases(otherwise, EXAMPLES));
  const forms = plan.parts.map(({ form }) => form).join('\n');
  return describeCanvases(chooseCanvases(`${forms}\n${plan.parts.map(({ title }) => title).join('\n')}`, EXAMPLES, forms));
}
