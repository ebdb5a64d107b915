/** The words beside a chart: the first of them is what it comes to. */
import { plainText, type Run } from '../../../document/inline.ts';
import type { PlanContext, PlannedParagraph } from './planned.ts';

/** A point that is said large beside a chart. */
const MESSAGE_CHARS_MAX = 90;
const POINTS_MAX = 3;
/** A share, a sum or a multiple: what the eye shall find of a message. No year, and no figure that is only a bound. */
const KEY_FIGURE =
  /(?<!(?:than|over|under|about|below|above|least|most|de|menos|casi|unos)\s)(?:[+−–-]?[€$£¥]\s?\d[\d.,\u00a0]*\s?(?:[kKmMbB]n?(?!\p{L}))?|[+−–-]?\d[\d.,]*[\u00a0 ]?(?:%|×|€|M€|k€)|×\d[\d.,]*)/u;

/** The first of a few points is what the chart comes to: it is said large, its figure in the accent. */
export function withMessage({ theme }: PlanContext, points: readonly PlannedParagraph[]): PlannedParagraph[] {
  const [first, ...others] = points;
  if (!first || theme.template !== undefined || points.length > POINTS_MAX || first.level !== 1) return [...points];
  const text = plainText(first.runs);
  if (text.length > MESSAGE_CHARS_MAX || others.some(({ level }) => level !== 1)) return [...points];
  return [{ runs: first.runs.flatMap((run) => inAccent(theme.inks.accent.hex, run)), level: 2, bullet: 'none' }, ...others];
}

function inAccent(color: string, run: Run): Run[] {
  const found = run.color === undefined ? KEY_FIGURE.exec(run.text) : null;
  if (!found) return [run];
  const end = found.index + found[0].length;
  return [
    { ...run, text: run.text.slice(0, found.index) },
    { ...run, text: found[0], color },
    { ...run, text: run.text.slice(end) },
  ].filter(({ text }) => text !== '');
}
