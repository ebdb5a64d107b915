/**
 * What is to be made of a request, settled before any source is read, so that no source can change it: words beyond doubt
 * first, then one call of the small model, then what most such requests mean.
 */
import { FORMATS, type Format, QUALITY_LEVELS, type QualityLevel } from '../contract/vocabulary.ts';
import { z } from 'zod';
import { Refusal } from '../base/refusal.ts';
import { DOCUMENT_TYPES, type DocumentType } from '../document/document.ts';
import { GENRES, genreFits, typeOfGenre, type Genre } from '../document/genre.ts';
import { readStyle, styleSchema } from '../document/style.ts';
import type { Model, ModelUsage } from '../ports/model.ts';
import { chooseLevel, chooseRoute, withoutAgent, workOf, type LevelInput } from './choose-level.ts';
import { classifyRequest, type Classification } from './classify-request.ts';
import { languageTag } from './language-named.ts';
import { readLengthWords } from './length-words.ts';
import { readLookWords } from './look-words.ts';
import { readRequestWords, type RequestWords } from './request-words.ts';
import { limitsOf, requirementSchema, settleRequirements, type Limits, type Requirement } from './requirements.ts';
import { settleStyle, settleStyleWish } from './settle-style.ts';

const CONFIDENT = 0.6;
const usageSchema = z.object({ inputTokens: z.number(), outputTokens: z.number() });

/** Kept with the document, so that another attempt asks nobody again. */
export const requestPlanSchema = z.object({
  format: z.enum(FORMATS),
  type: z.enum(DOCUMENT_TYPES),
  genre: z.enum(GENRES).optional(),
  lang: z.string(),
  /** How long it will be, in pages, slides or sheets: as asked for, else estimated. */
  pages: z.number().nullable(),
  requirements: z.array(requirementSchema),
  route: z.object({ path: z.enum(['fast', 'agent']), reason: z.string() }),
  quality: z.object({ requested: z.enum(['auto', ...QUALITY_LEVELS]), level: z.enum(QUALITY_LEVELS), reason: z.string() }),
  style: styleSchema.partial(),
  styleUnsupported: z.array(z.string()),
  /** A supplied file's look is to be copied: of which source, counted from 1, where it is named. */
  look: z.object({ source: z.number().nullable() }).optional(),
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
  /** Of the sources, as far as they are known. */
  sourceNames?: readonly (string | undefined)[];
}

const TEXT_TYPES: ReadonlySet<DocumentType> = new Set(['report', 'letter', 'contract', 'memo', 'minutes']);

function chooseFormat(input: PlanInput, words: RequestWords, answer: Classification | null): Format {
  const certain = input.format ?? words.format;
  if (certain) return certain;
  if (answer && answer.format_confidence >= CONFIDENT) return answer.format;
  // without an answer a kind of document named in the request settles it; a doubtful answer is reported as such
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
  const genre = answer?.genre ?? words.genre;
  const ofGenre = genre === undefined || genre === null ? undefined : typeOfGenre(genre);
  const asked = answer?.type ?? words.type ?? ofGenre ?? 'report';
  return TEXT_TYPES.has(asked) ? asked : 'report';
}

/** A genre fits its type: what is asked for as a letter is no invoice. */
function chooseGenre(type: DocumentType, words: RequestWords, answer: Classification | null): Genre | undefined {
  const genre = answer === null ? words.genre : (answer.genre ?? undefined);
  return genre !== undefined && genreFits(genre, type) ? genre : undefined;
}

const PAGES_MAX = 200;

/** The end of the range that was asked for, else what the model expects. */
function expectLength(limits: Limits, estimate: number | null): number | null {
  const asked =
    limits.pagesMax ?? limits.slidesMax ?? limits.sheetsMax ?? limits.pagesMin ?? limits.slidesMin ?? limits.sheetsMin ?? estimate;
  return asked !== null && asked > 0 ? Math.min(Math.round(asked), PAGES_MAX) : null;
}

interface LookWished {
  source: number | null;
  copies: LevelInput['copiesLook'];
}

const DECK_NAME = /\.(?:pptx|potx|ppsx|ppt)$/i;

/** Of which file the look is wanted: by the style object, by words beyond doubt, by the model's reading; undefined where of none. */
function wishedLook(input: PlanInput, format: Format, answer: Classification | null): LookWished | undefined {
  const own = readStyle(input.styleWords);
  const words = (own.kind === 'object' ? null : readLookWords(input.styleWords)) ?? readLookWords(input.prompt);
  const numbered = own.kind === 'object' ? own.wish.template : undefined;
  const guessed = answer?.copies_look ?? (words === null ? 'none' : 'other');
  if (numbered === undefined && words?.sure !== true && guessed === 'none') return undefined;
  const source = numbered ?? words?.source ?? null;
  const named = source === null ? input.sourceNames : input.sourceNames?.slice(source - 1, source);
  const names = (named ?? []).filter((name) => name !== undefined);
  const deck = names.length === 0 ? guessed !== 'other' || answer === null : names.some((name) => DECK_NAME.test(name));
  return { source, copies: input.sources === 0 ? 'none' : format === 'pptx' && deck ? 'presentation_template' : 'other' };
}

/** The words of the style without the wish for another file's look. */
const styleRest = (words: string): string => readLookWords(words)?.rest ?? words;

/** @throws Refusal format_unclear, processing_failed; the signal's reason */
export async function planRequest(model: Model, input: PlanInput, signal: AbortSignal): Promise<RequestPlan> {
  const words = readRequestWords(input.prompt);
  const { value: answer, usage } = await classifyRequest(model, input, signal);
  const format = chooseFormat(input, words, answer);
  const type = chooseType(format, words, answer);
  const requirements = settleRequirements(answer?.requirements ?? [], words.lengths);
  const pages = expectLength(limitsOf(requirements), answer?.pages ?? null);
  const look = wishedLook(input, format, answer);
  const quality = chooseLevel(
    {
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
      copiesLook: look?.copies ?? 'none',
    },
    format === 'artifact' ? 'page' : 'create',
  );
  const own = readStyle(input.styleWords);
  const { style, unsupported } =
    own.kind === 'object'
      ? settleStyleWish(type, own.wish)
      : settleStyle(
          type,
          styleRest(input.styleWords),
          answer?.style ?? null,
          answer?.unsupported.filter((wish) => readLookWords(wish) === null) ?? null,
        );
  const lang = languageTag(answer?.language ?? '') ?? words.lang;
  return {
    format,
    type,
    genre: chooseGenre(type, words, answer),
    lang,
    pages,
    requirements,
    route: chooseRoute(quality.level, workOf(format, 'create')),
    quality,
    style,
    styleUnsupported: unsupported,
    ...(look === undefined ? {} : { look: { source: look.source } }),
    usage,
  };
}

/** The same plan where no agent can do its work. */
export const planWithoutAgent = (plan: RequestPlan, why: string): RequestPlan => ({
  ...plan,
  quality: withoutAgent(plan.quality, why),
  route: chooseRoute('fast', workOf(plan.format, 'create')),
});

/** The same plan at a lower level, because of what is left to pay with. */
export function lowerPlan(plan: RequestPlan, level: QualityLevel): RequestPlan {
  const reason = `${plan.quality.reason.slice(0, -1)}, and the balance covers ${level} at most.`;
  return {
    ...plan,
    quality: { ...plan.quality, level, reason },
    route: chooseRoute(level, workOf(plan.format, 'create')),
  };
}

/** The look of supplied text, in words. Without an answer of the model the lexicon alone speaks. */
export async function planStyle(
  model: Model,
  styleWords: string,
  signal: AbortSignal,
): Promise<{ guess: Classification['style']; unsupported: string[] | null; requirements: Requirement[]; usage: ModelUsage }> {
  const { value, usage } = await classifyRequest(
    model,
    { prompt: '(The text is supplied; only its look is asked for.)', styleWords, sources: 0 },
    signal,
  );
  return {
    guess: value?.style ?? null,
    unsupported: value?.unsupported ?? null,
    requirements: settleRequirements(value?.requirements ?? [], readLengthWords(styleWords)),
    usage,
  };
}
