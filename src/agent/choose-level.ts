/** The level of quality, by points (decisions §4), and why, in one plain sentence. */
import { type Format, QUALITY_LEVELS, type QualityLevel } from '../contract/vocabulary.ts';
import type { DocumentType } from '../document/document.ts';
import { type DocumentRecord } from '../ports/record.ts';

export interface LevelInput {
  requested: 'auto' | QualityLevel;
  maxQuality: QualityLevel | undefined;
  format: Format;
  type: DocumentType;
  pages: number | null;
  sources: number;
  charts: boolean;
  sheetFormulas: boolean;
  comments: boolean;
  explicitDesign: boolean;
  quick: boolean;
  copiesLook: 'none' | 'presentation_template' | 'other';
}

type Quality = NonNullable<DocumentRecord['quality']>;
type Route = NonNullable<DocumentRecord['route']>;

function pointsOf(input: LevelInput): { points: number; reasons: string[] } {
  const signs: [boolean, number, string][] = [
    [input.format === 'pptx', 2, 'a deck'],
    [input.copiesLook === 'presentation_template', 2, 'a template to follow'],
    [input.comments, 2, 'comments or tracked changes'],
    [input.sheetFormulas, 2, 'formulas across sheets'],
    [input.charts, 1, 'charts'],
    [input.sources >= 3, 1, 'three or more sources'],
    [(input.pages ?? 0) > 6, 1, 'more than six pages'],
    [input.explicitDesign, 1, 'a design of its own'],
    [input.quick, -2, 'something quick'],
    [input.type === 'letter' || input.type === 'memo', -1, `a ${input.type}`],
  ];
  const found = signs.filter(([applies]) => applies);
  return { points: found.reduce((sum, [, weight]) => sum + weight, 0), reasons: found.map(([, , reason]) => reason) };
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What is made: from a prompt, from the client's own words, out of a file by a prompt, or a web page, of either. */
export type Work = 'create' | 'content' | 'edit' | 'page';

/**
 * Levels at which an agent does this work. At any other it is made, and charged, at the fast level: the same bytes have the same
 * price.
 */
const AGENT_LEVELS: Readonly<Record<Work, ReadonlySet<QualityLevel>>> = {
  create: new Set(['standard', 'best']),
  content: new Set(['standard', 'best']),
  edit: new Set(['standard', 'best']),
  page: new Set(['standard', 'best']),
};

/** The level at which this is made. */
export const levelMade = (level: QualityLevel, work: Work): QualityLevel => (AGENT_LEVELS[work].has(level) ? level : 'fast');

/** As it is made, with the reason where that is another level than the one that was asked for or chosen. */
function asMade({ requested, level, reason }: Quality, work: Work): Quality {
  const made = levelMade(level, work);
  if (made === level) return { requested, level, reason };
  return {
    requested,
    level: made,
    reason: `${reason.slice(0, -1)}; the ${level} level needs an agent, which this version does not have for ${WORK_WORDS[work]}, so the document is made and charged as ${made}.`,
  };
}

const WORK_WORDS: Readonly<Record<Work, string>> = { create: 'documents', content: 'supplied text', edit: 'edits', page: 'web pages' };

/** The same where the agent could not do its work: what the fast level makes is charged as that. */
export const withoutAgent = (
  { requested, level, reason }: Quality,
  why = `the model could not work as the agent of the ${level} level`,
): Quality => ({
  requested,
  level: 'fast',
  reason: `${reason.slice(0, -1)}; ${why}, so the document is made and charged as fast.`,
});

/** Why no agent makes pages where there is no browser. */
export const NO_BROWSER = 'this installation has no browser in which an agent could look at a page';

function wantedLevel(input: LevelInput): Quality {
  const { requested } = input;
  if (requested !== 'auto') return { requested, level: requested, reason: `${capitalised(requested)} was asked for.` };
  const { points, reasons } = pointsOf(input);
  const wanted: QualityLevel = input.copiesLook === 'other' ? 'best' : points <= 0 ? 'fast' : points <= 3 ? 'standard' : 'best';
  const why = input.copiesLook === 'other' ? 'the look of another file' : reasons.join(', ');
  const about = why === '' ? 'Nothing asked for needs more than the fast level.' : `The request asks for ${why}.`;
  const highest = input.maxQuality;
  if (highest !== undefined && QUALITY_LEVELS.indexOf(wanted) > QUALITY_LEVELS.indexOf(highest)) {
    return { requested, level: highest, reason: `${about.slice(0, -1)}, and max_quality allows ${highest} at most.` };
  }
  return { requested, level: wanted, reason: about };
}

/** The level of a document that a model has a part in. */
export const chooseLevel = (input: LevelInput, work: Exclude<Work, 'content'>): Quality => asMade(wantedLevel(input), work);

/** What making a file of this format is. */
export const workOf = (format: Format | null, work: 'create' | 'content'): Work => (format === 'artifact' ? 'page' : work);

export interface ContentLevel {
  requested: 'auto' | QualityLevel;
  maxQuality?: QualityLevel | undefined;
  /** `page` for a web page. */
  work?: Work;
  copiesLook?: LevelInput['copiesLook'];
  /** Whether there is a model that could be an agent. */
  model?: boolean;
}

const COPY_LEVELS = { presentation_template: 'standard', other: 'best' } as const;
const COPY_WORDS = { presentation_template: 'a template to follow', other: 'the look of another file' } as const;

/** Whether the look of a file is copied for supplied text: at any level but fast, where fast is asked for or the most that may be. */
export const copiesAt = (requested: 'auto' | QualityLevel, maxQuality: QualityLevel | undefined): boolean =>
  requested === 'auto' ? maxQuality !== 'fast' : requested !== 'fast';

/** The level of supplied text: an agent designs it where that is asked for, or where the look of a file is copied. */
export function levelOfContent({ requested, maxQuality, copiesLook = 'none', model = false, work = 'content' }: ContentLevel): Quality {
  if (requested === 'auto' && copiesLook !== 'none' && copiesAt(requested, maxQuality)) {
    const asks = `The request asks for ${COPY_WORDS[copiesLook]}`;
    if (!model)
      return {
        requested,
        level: 'fast',
        reason: `${asks}, which is followed without a model, since none is configured; the document is made and charged as fast.`,
      };
    const wanted = COPY_LEVELS[copiesLook];
    const capped = maxQuality !== undefined && QUALITY_LEVELS.indexOf(wanted) > QUALITY_LEVELS.indexOf(maxQuality);
    return capped
      ? { requested, level: maxQuality, reason: `${asks}, and max_quality allows ${maxQuality} at most.` }
      : { requested, level: wanted, reason: `${asks}.` };
  }
  if (requested === 'auto') return { requested, level: 'fast', reason: 'Supplied text needs no model, so the fast level is enough.' };
  return asMade({ requested, level: requested, reason: `${capitalised(requested)} was asked for.` }, work);
}

const ROUTES: Readonly<Record<Work, Readonly<Record<Route['path'], string>>>> = {
  create: {
    fast: 'A model writes the text and the service lays it out.',
    agent: 'An agent writes the document, looks at its pages and corrects them.',
  },
  content: {
    fast: 'The text was supplied, so it is laid out directly without a model.',
    agent: 'An agent designs the supplied text without changing its words, looks at its pages and corrects them.',
  },
  page: {
    fast: 'The page is written and laid out directly, without an agent.',
    agent: 'An agent makes the page, looks at it and uses it in a browser, and corrects it.',
  },
  edit: {
    fast: 'A model plans the changes as typed operations and the service makes them.',
    agent: 'An agent plans the changes, looks at the pages before and after, and corrects them.',
  },
};

/** The route of work at this level, as it is made. */
export function chooseRoute(level: QualityLevel, work: Work): Route {
  const path = levelMade(level, work) === 'fast' ? 'fast' : 'agent';
  return { path, reason: ROUTES[work][path] };
}

/** The level and route of a prompt before a model has read it; null where only the model can tell. */
export function knownBeforehand(requested: 'auto' | QualityLevel, format: Format | null = null): { route: Route; quality: Quality } | null {
  if (requested === 'auto') return null;
  const quality = asMade({ requested, level: requested, reason: `${capitalised(requested)} was asked for.` }, workOf(format, 'create'));
  return { route: chooseRoute(quality.level, workOf(format, 'create')), quality };
}
