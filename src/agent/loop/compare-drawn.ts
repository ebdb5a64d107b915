/** Two drawn states of a document: whether one is worse than the other, and why. */
import type { Finding } from '../../base/finding.ts';

/** A document as it was drawn, and what is wrong with it. */
export interface Drawn {
  pages: number;
  findings: readonly Finding[];
  /** Conditions of the request that it does not keep. */
  missed: readonly { text: string; evidence: string }[];
  /** Words that a reader sees. */
  words: number;
}

/** Below this share of its words a document has lost what it was to say. */
const WORDS_KEPT = 0.6;

const newOnes = ({ findings }: Drawn, severity: Finding['severity']): Finding[] =>
  findings.filter((finding) => finding.severity === severity && finding.disposition === 'new');

const keyOf = ({ code, message }: Finding): string => `${code} ${message}`;

function describeAdded(next: readonly Finding[], best: readonly Finding[]): string {
  const known = new Set(best.map(keyOf));
  return next
    .filter((finding) => !known.has(keyOf(finding)))
    .slice(0, 6)
    .map(({ code, message }) => `${code}: ${message}`)
    .join(' | ');
}

/**
 * Why `next` is worse than `best`, in one clause; undefined where it is not. Errors decide first, then conditions of the request,
 * then warnings, which layout faults are; a document that lost most of its words for nothing is worse too.
 */
export function whyWorse(next: Drawn, best: Drawn): string | undefined {
  const [errors, errorsBefore] = [newOnes(next, 'error'), newOnes(best, 'error')];
  const [warnings, warningsBefore] = [newOnes(next, 'warning'), newOnes(best, 'warning')];
  const grown = [
    errors.length - errorsBefore.length,
    next.missed.length - best.missed.length,
    warnings.length - warningsBefore.length,
  ] as const;
  const first = grown.findIndex((by) => by !== 0);
  if (first === 0 && grown[0] > 0)
    return `it had ${errorsBefore.length} errors and has ${errors.length}: ${describeAdded(errors, errorsBefore)}`;
  if (first === 1 && grown[1] > 0)
    return `conditions are no longer kept: ${next.missed.map(({ text, evidence }) => `"${text}" (${evidence})`).join(' | ')}`;
  if (first === 2 && grown[2] > 0)
    return `it had ${warningsBefore.length} warnings and has ${warnings.length}: ${describeAdded(warnings, warningsBefore)}`;
  const shrunk = next.words < best.words * WORDS_KEPT;
  return shrunk && next.missed.length === best.missed.length ? `it has ${next.words} words left of ${best.words}` : undefined;
}
