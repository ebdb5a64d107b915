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

/**
 * Levels whose documents are made by an agent. Of any other the document is made, and charged, at the fast level: the same bytes
 * have the same price.
 */
const AGENT_LEVELS: ReadonlySet<QualityLevel> = new Set();

/** The level at which a document of this level is made. */
export const levelMade = (level: QualityLevel): QualityLevel => (AGENT_LEVELS.has(level) ? level : 'fast');

/** As it is made, with the reason where that is another level than the one that was asked for or chosen. */
function asMade({ requested, level, reason }: Quality): Quality {
  const made = levelMade(level);
  if (made === level) return { requested, level, reason };
  return {
    requested,
    level: made,
    reason: `${reason.slice(0, -1)}; the ${level} level needs an agent, which this version does not have, so the document is made and charged as ${made}.`,
  };
}

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
export const chooseLevel = (input: LevelInput): Quality => asMade(wantedLevel(input));

/** The level of supplied text, which is laid out as it is. */
export function levelOfContent(requested: 'auto' | QualityLevel): Quality {
  if (requested === 'auto') return { requested, level: 'fast', reason: 'Supplied text needs no model, so the fast level is enough.' };
  return asMade({ requested, level: requested, reason: `${capitalised(requested)} was asked for.` });
}

/** The route of a document that is written from a prompt at this level, as it is made. */
export const chooseRoute = (level: QualityLevel): Route =>
  levelMade(level) === 'fast'
    ? { path: 'fast', reason: 'A model writes the text and the service lays it out.' }
    : { path: 'agent', reason: 'An agent writes the document, looks at its pages and corrects them.' };

/** The level and route of a prompt before a model has read it; null where only the model can tell. */
export function knownBeforehand(requested: 'auto' | QualityLevel): { route: Route; quality: Quality } | null {
  if (requested !== 'auto') {
    const quality = asMade({ requested, level: requested, reason: `${capitalised(requested)} was asked for.` });
    return { route: chooseRoute(quality.level), quality };
  }
  if (AGENT_LEVELS.size > 0) return null;
  const reason = 'Levels above fast need an agent, which this version does not have.';
  return { route: chooseRoute('fast'), quality: { requested, level: 'fast', reason } };
}
