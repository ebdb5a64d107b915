/**
 * What is to be made of a request, settled before any source is read, so that no source can change it: words beyond doubt
 * first, then one call of the small model, then what most such requests mean.
 */
import { FORMATS, type Format, QUALITY_LEVELS, type QualityLevel } from '../contract/vocabulary.ts';
import { z } from 'zod';
import { Refusal } from '../base/refusal.ts';
import { DOCUMENT_TYPES, type DocumentType } from '../document/document.ts';
import { readStyle, styleSchema } from '../document/style.ts';
import type { Model, ModelUsage } from '../ports/model.ts';
import { chooseLevel, chooseRoute } from './choose-level.ts';
import { classifyInstructions } from './prompt-files.ts';
import { readRequestWords, type RequestWords } from './request-words.ts';
import { settleStyle, settleStyleWish } from './settle-style.ts';

const CONFIDENT = 0.6;
/** A short answer; what a model thinks before it counts too. */
const ANSWER_TOKENS_MAX = 6_000;

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
  language: z.string(),
  pages: z.number().nullable(),
  charts: z.boolean(),
  sheet_formulas: z.boolean(),
  comments: z.boolean(),
  explicit_design: z.boolean(),
  quick: z.boolean(),
  copies_look: z.enum(['none', 'presentation_template', 'other']),
  style: styleGuess.nullable(),
  unsupported: z.array(z.string()),
});
type Classification = z.infer<typeof classification>;
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
const nearly: z.ZodType<Classification> = z.object({
  format: z.enum(FORMATS),
  format_confidence: z.coerce.number().catch(0),
  type: z.enum(DOCUMENT_TYPES).catch('report'),
  language: z.string().catch(''),
  pages: z.coerce.number().nullable().catch(null),
  charts: flag,
  sheet_formulas: flag,
  comments: flag,
  explicit_design: flag,
  quick: flag,
  copies_look: classification.shape.copies_look.catch('none'),
  style: nearlyStyle.nullable().catch(null),
  unsupported: z.array(z.string()).catch([]),
});

const usageSchema = z.object({ inputTokens: z.number(), outputTokens: z.number() });

/** Kept with the document, so that another attempt asks nobody again. */
export const requestPlanSchema = z.object({
  format: z.enum(FORMATS),
  type: z.enum(DOCUMENT_TYPES),
  lang: z.string(),
  pages: z.number().nullable(),
  route: z.object({ path: z.enum(['fast', 'agent']), reason: z.string() }),
  quality: z.object({ requested: z.enum(['auto', ...QUALITY_LEVELS]), level: z.enum(QUALITY_LEVELS), reason: z.string() }),
  style: styleSchema.partial(),
  styleUnsupported: z.array(z.string()),
  notCopied: z.array(z.object({ what: z.string(), reason: z.string() })),
  usage: usageSchema,
});
export type RequestPlan = z.infer<typeof requestPlanSchema>;

export interface PlanInput {
  prompt: string;
  format: Format | null;
  styleWords: string;
  quality: 'auto' | QualityLevel;
  maxQuality: QualityLevel | undefined;
  sources: number;
}

const LANGUAGES = [
  'en',
  'es',
  'ca',
  'gl',
  'eu',
  'pt',
  'fr',
  'it',
  'de',
  'nl',
  'pl',
  'ro',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'hu',
  'el',
  'tr',
  'ru',
  'uk',
  'ar',
  'he',
  'zh',
  'ja',
  'ko',
];

/** `Spanish`, `español` → `es`: some models name a language in words. */
const languageNamed = (name: string): string | undefined =>
  LANGUAGES.find((tag) =>
    ['en', 'es', tag].some(
      (language) => new Intl.DisplayNames([language], { type: 'language' }).of(tag)?.toLowerCase() === name.trim().toLowerCase(),
    ),
  );

/** undefined where it is no language tag. */
function languageTag(tag: string): string | undefined {
  if (!/^[a-z]{2,3}(?:[-_]|$)/i.test(tag) || tag.length > 20) return languageNamed(tag);
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** null where the model gives no usable answer or cannot be reached: a request that words alone can settle needs none. */
async function classify(model: Model, input: PlanInput, signal: AbortSignal): Promise<{ value: Classification | null; usage: ModelUsage }> {
  const text = `Request:\n${input.prompt}${input.styleWords === '' ? '' : `\n\nStyle words:\n${input.styleWords}`}\n\nSources that come with it: ${input.sources}.`;
  try {
    return await model.answer(
      {
        tier: 'small',
        instructions: classifyInstructions(),
        messages: [{ role: 'user', text }],
        outputTokensMax: ANSWER_TOKENS_MAX,
        signal,
      },
      classification,
      nearly,
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Refusal) throw error;
    return { value: null, usage: { inputTokens: 0, outputTokens: 0 } };
  }
}

const TEXT_TYPES: ReadonlySet<DocumentType> = new Set(['report', 'letter', 'contract', 'memo', 'minutes']);

function chooseFormat(input: PlanInput, words: RequestWords, answer: Classification | null): Format {
  const certain = input.format ?? words.format;
  if (certain) return certain;
  if (answer && answer.format_confidence >= CONFIDENT) return answer.format;
  // without an answer a kind of document named in the request settles it; a doubtful answer is told as such
  if (!answer && words.type !== undefined) return 'docx';
  throw new Refusal(
    'format_unclear',
    'The prompt does not say which kind of file is wanted; send format, or name it: a Word document, a presentation, a spreadsheet, a PDF.',
  );
}

function chooseType(format: Format, words: RequestWords, answer: Classification | null): DocumentType {
  if (format === 'pptx') return 'presentation';
  if (format === 'xlsx') return 'spreadsheet';
  if (format === 'artifact') return 'artifact';
  const asked = answer?.type ?? words.type ?? 'report';
  return TEXT_TYPES.has(asked) ? asked : 'report';
}

const whyNotCopied = (level: QualityLevel): string =>
  level === 'fast'
    ? 'At the fast level no look is copied; ask for standard or best.'
    : 'Copying a look needs the agent route, which this version does not have yet.';

function notCopied(answer: Classification | null, level: QualityLevel): RequestPlan['notCopied'] {
  if (!answer || answer.copies_look === 'none') return [];
  return [
    {
      what: answer.copies_look === 'presentation_template' ? 'the template of the supplied presentation' : 'the look of the supplied file',
      reason: whyNotCopied(level),
    },
  ];
}

/** @throws Refusal format_unclear, processing_failed; the signal's reason */
export async function planRequest(model: Model, input: PlanInput, signal: AbortSignal): Promise<RequestPlan> {
  const words = readRequestWords(input.prompt);
  const { value: answer, usage } = await classify(model, input, signal);
  const format = chooseFormat(input, words, answer);
  const type = chooseType(format, words, answer);
  const guessed = answer?.pages ?? null;
  const pages = words.pages ?? (guessed !== null && guessed > 0 ? Math.min(Math.round(guessed), 200) : null);
  const quality = chooseLevel({
    requested: input.quality,
    maxQuality: input.maxQuality,
    format,
    type,
    pages,
    sources: input.sources,
    charts: answer?.charts ?? false,
    sheetFormulas: answer?.sheet_formulas ?? false,
    comments: answer?.comments ?? false,
    explicitDesign: answer?.explicit_design ?? input.styleWords !== '',
    quick: words.haste || (answer?.quick ?? false),
    copiesLook: answer?.copies_look ?? 'none',
  });
  const own = readStyle(input.styleWords);
  const { style, unsupported } =
    own.kind === 'object'
      ? settleStyleWish(type, own.wish)
      : settleStyle(type, input.styleWords, answer?.style ?? null, answer?.unsupported ?? null);
  const lang = languageTag(answer?.language ?? '') ?? words.lang;
  return {
    format,
    type,
    lang,
    pages,
    route: chooseRoute(quality.level),
    quality,
    style,
    styleUnsupported: unsupported,
    notCopied: notCopied(answer, quality.level),
    usage,
  };
}

/** The same plan at a lower level, because of what is left to pay with. */
export function lowerPlan(plan: RequestPlan, level: QualityLevel): RequestPlan {
  const reason = `${plan.quality.reason.slice(0, -1)}, and the balance covers ${level} at most.`;
  return {
    ...plan,
    quality: { ...plan.quality, level, reason },
    route: chooseRoute(level),
    notCopied: plan.notCopied.map(({ what }) => ({ what, reason: whyNotCopied(level) })),
  };
}

/** The look of supplied text, in words. Without an answer of the model the lexicon alone speaks. */
export async function planStyle(
  model: Model,
  styleWords: string,
  signal: AbortSignal,
): Promise<{ guess: z.infer<typeof styleGuess> | null; unsupported: string[] | null; usage: ModelUsage }> {
  const { value, usage } = await classify(
    model,
    {
      prompt: '(The text is supplied; only its look is asked for.)',
      format: null,
      styleWords,
      quality: 'auto',
      maxQuality: undefined,
      sources: 0,
    },
    signal,
  );
  return { guess: value?.style ?? null, unsupported: value?.unsupported ?? null, usage };
}
