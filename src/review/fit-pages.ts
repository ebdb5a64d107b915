/** Which look a document with a limit of pages is rendered in next, from what the last render has shown. */
import { estimatePages, frontPages } from '../document/estimate-pages.ts';
import { pagesMissed, tightnessFor, type PageLimits } from '../document/page-limits.ts';
import { tightenLook } from '../document/tighten-look.ts';
import type { RenderedDocument } from '../document/rendered-document.ts';
import type { Draft } from './define-rule.ts';
import { filledShare } from './drawn-text.ts';

/** A step that changes less is not worth a render. */
const STEP_MIN = 0.04;
/** A last page filled less than this has been paid for with white that could have stayed. */
const LOOSE_SHARE = 0.6;

/** Pages that are full, and the share of the last one; a fraction. */
function pagesFilled(drawn: RenderedDocument, draft: Draft): number {
  const last = drawn.pages.at(-1);
  return last === undefined ? 0 : drawn.pages.length - 1 + filledShare(last, draft.look);
}

/** Drawn pages of text for each estimated one. */
export const estimateCorrection = (drawn: RenderedDocument, draft: Draft): number =>
  Math.max(0.2, pagesFilled(drawn, draft) - frontPages(draft.document.blocks)) /
  Math.max(0.2, estimatePages(draft.document.blocks, draft.look));

/**
 * The draft in a tighter or more open look that should hold the limits; undefined where they hold well, or nothing is left to give.
 * @param base the draft in its own look, before anything gave way
 * @param tried the draft as it was drawn
 */
export function refitPages(base: Draft, tried: Draft, drawn: RenderedDocument): Draft | undefined {
  const { limits } = base.document;
  if (limits === undefined) return undefined;
  const before = tried.look.tightness ?? 0;
  const next = nextTightness(base, tried, drawn, limits);
  return Math.abs(next - before) < STEP_MIN ? undefined : { ...tried, look: tightenLook(base.look, next) };
}

function nextTightness(base: Draft, tried: Draft, drawn: RenderedDocument, limits: PageLimits): number {
  const before = tried.look.tightness ?? 0;
  const { blocks } = base.document;
  const filled = pagesFilled(drawn, tried);
  const correction = estimateCorrection(drawn, tried);
  const missed = pagesMissed(drawn.pages.length, limits);
  if (missed > 0)
    return before >= 1 ? 1 : Math.max(before + STEP_MIN, tightnessFor(blocks, base.look, limits, correction, Math.max(0, before)));
  if (missed < 0) return before <= -1 ? -1 : Math.min(before - STEP_MIN, -0.25, tightnessFor(blocks, base.look, limits, correction));
  const loose = before > 0 && limits.pagesMax !== undefined && filled < limits.pagesMax - 1 + LOOSE_SHARE;
  return loose ? Math.min(before, tightnessFor(blocks, base.look, limits, correction * 1.02)) : before;
}
