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

export function chooseLevel(input: LevelInput): Quality {
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

/** Levels above fast are made by the agent, which this version has not: the reason says so. */
export function chooseRoute(level: QualityLevel): Route {
  if (level === 'fast') return { path: 'fast', reason: 'A model writes the text and the service lays it out.' };
  return {
    path: 'fast',
    reason: `The ${level} level is made by an agent, which this version does not have yet: a model writes the text and the service lays it out.`,
  };
}
