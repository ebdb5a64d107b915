/** One picture of a document in words: a call of the model that looks at it. What it says is material like the picture itself. */
import { z } from 'zod';
import type { Model, ModelPicture, ModelUsage } from '../ports/model.ts';
import { frameMaterial } from './frame-material.ts';
import { guardWhole } from './guard-text.ts';
import { describeInstructions } from './prompt-files.ts';

/** Models that think do so within it. */
const ANSWER_TOKENS_MAX = 4_000;
const CHARS_MAX = 1_600;

const answerSchema = z.object({ decorative: z.boolean(), description: z.string() });
const nearlyAnswer: z.ZodType<z.infer<typeof answerSchema>> = z.object({
  decorative: z.boolean().catch(false),
  description: z.string().catch(''),
});

export interface PictureInText {
  picture: ModelPicture;
  /** Page, slide or sheet, 1-based; null where the kind has none. */
  page: number | null;
  /** What its author says that it shows. */
  alt: string;
  /** The text around it. */
  before: string;
  after: string;
  /** Random, of this request alone. */
  boundary: string;
}

export type PictureTold = { kind: 'described'; text: string } | { kind: 'decorative' } | { kind: 'unanswered' };

/** One line of plain text within the bound, cut between words. */
function settle(text: string, known: string): string {
  const line = guardWhole(text, known)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (line.length <= CHARS_MAX) return line;
  const head = line.slice(0, CHARS_MAX);
  return `${head.slice(0, Math.max(head.lastIndexOf(' '), CHARS_MAX - 100)).trimEnd()} …`;
}

/**
 * @returns a line of at most 1,602 characters, in which addresses that the text around the picture does not name are their hosts alone
 * @throws as `Model.answer` does
 */
export async function describePicture(
  model: Model,
  { picture, page, alt, before, after, boundary }: PictureInText,
  signal: AbortSignal,
): Promise<{ told: PictureTold; usage: ModelUsage }> {
  const around = [
    ...(page === null ? [] : [`On page, slide or sheet ${page}.`]),
    `The author says that it shows: ${alt === '' ? '(nothing)' : alt}`,
    `Text before it:\n${before === '' ? '(none)' : before}`,
    `Text after it:\n${after === '' ? '(none)' : after}`,
  ].join('\n\n');
  const { value, usage } = await model.answer(
    {
      tier: 'main',
      instructions: describeInstructions(),
      messages: [
        { role: 'user', text: frameMaterial([{ name: 'around the picture', markdown: around }], boundary).value, pictures: [picture] },
      ],
      outputTokensMax: ANSWER_TOKENS_MAX,
      signal,
    },
    answerSchema,
    nearlyAnswer,
  );
  if (value === null) return { told: { kind: 'unanswered' }, usage };
  const text = settle(value.description, around);
  if (text !== '' && !value.decorative) return { told: { kind: 'described', text }, usage };
  return { told: { kind: value.decorative ? 'decorative' : 'unanswered' }, usage };
}
