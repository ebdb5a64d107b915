/**
 * Render → findings → repairs → render, at most three times and never worse than before: repairs after which more is wrong
 * are rolled back as a whole. What shows in the content is repaired before the first render and costs none.
 *
 * The pages of each render begin to be rendered as pictures while the rules look at them: nearly always they are the final
 * ones, and nothing was waited for. A further round drops them.
 */
import type { NewEvent } from '../../contract/event.ts';
import type { RepairRecord } from '../../contract/report.ts';
import type { Finding } from '../../base/finding.ts';
import type { Note } from '../../base/note.ts';
import type { RenderedDocument } from '../../document/rendered-document.ts';
import type { Look } from '../../document/look.ts';
import { pagesMissed } from '../../document/page-limits.ts';
import type { Draft, MadeFormat, Repair } from '../../review/define-rule.ts';
import { refitPages } from '../../review/fit-pages.ts';
import { applyRepairs, reviewContent, reviewPages, reviewSlides, weigh, type Reviewed } from '../../review/review.ts';
import type { Delivery } from '../deliver.ts';
import { checkEvents, findingOf } from '../findings.ts';
import { issueEvent } from '../issue-event.ts';
import type { Engine } from '../make.ts';
import { renderDraft, type Rendered } from './render-document.ts';

const RENDERS_MAX = 3;

export interface Refined {
  rendered: Rendered;
  drawn: RenderedDocument;
  findings: Finding[];
  /** Found and repaired. */
  resolved: Finding[];
  /** That the pages have in the end: layout may have given way. */
  look: Look;
  repairs: RepairRecord[];
  /** Rounds in which something was repaired. */
  rounds: number;
}

export interface RefineOptions {
  draft: Draft;
  /** The draft's look before it was made tighter or more open for a limit of pages; absent: it was not. */
  looseLook?: Look | undefined;
  format: MadeFormat;
  engine: Engine;
  signal: AbortSignal;
  /** Of the reader. */
  notes: readonly Note[];
  emit(events: NewEvent[]): void;
  delivery: Pick<Delivery, 'renderPages' | 'drop'>;
}

interface Round {
  draft: Draft;
  rendered: Rendered;
  drawn: RenderedDocument;
  reviewed: Reviewed[];
}

const findingsOf = (round: Round): Finding[] => round.reviewed.map(({ finding }) => finding);

/** Codes of writers' notes about what a rule reports better. */
const SAID_BY_RULES = new Set(['link_target_missing', 'font_substituted']);

async function runRound(options: RefineOptions, draft: Draft, contentReviewed: readonly Reviewed[], iteration: number): Promise<Round> {
  const { format, engine, signal, notes, delivery } = options;
  const rendered = await renderDraft(draft, format, engine, signal);
  delivery.renderPages(rendered.pdf);
  try {
    const drawn = await engine.pages.read(rendered.pdf, { signal, structure: false });
    const noted = [...notes, ...rendered.notes]
      .filter(({ code }) => !SAID_BY_RULES.has(code))
      .map((note): Reviewed => ({ finding: findingOf(note), repair: undefined }));
    const paged = [
      ...reviewPages(drawn, draft, format),
      ...(rendered.office?.kind === 'pptx' ? reviewSlides(rendered.office.deliver([]), drawn) : []),
    ];
    const round: Round = { draft, rendered, drawn, reviewed: [...noted, ...contentReviewed, ...rendered.packageReviewed, ...paged] };
    options.emit(checkEvents(findingsOf(round), { iteration, pages: drawn.pages.length, durationMs: rendered.durationMs }));
    return round;
  } catch (error) {
    delivery.drop();
    throw error;
  }
}

const keyOf = ({ finding }: Reviewed, repair: Repair): string =>
  `${repair.fix}|${finding.code}|${finding.location.block_id ?? finding.location.slide ?? ''}`;

/** What is repaired in one round: a break put before a heading is in the wrong place once all has been set tighter. */
function gravest(reviewed: readonly Reviewed[]): Reviewed[] {
  const severity = (['error', 'warning', 'info'] as const).find((one) => reviewed.some(({ finding }) => finding.severity === one));
  return reviewed.filter(({ finding }) => finding.severity === severity);
}

/** Repairs what the content shows, before anything is rendered. Rules that still fire keep their findings. */
function refineContent(options: RefineOptions, repairs: RepairRecord[], resolved: Finding[]): { draft: Draft; reviewed: Reviewed[] } {
  const review = (draft: Draft): Reviewed[] => reviewContent(draft, options.format);
  const before = review(options.draft);
  if (!before.some(({ repair }) => repair)) return { draft: options.draft, reviewed: before };
  const { draft, applied } = applyRepairs(options.draft, before);
  const after = review(draft);
  if (weigh(after.map(({ finding }) => finding)) > weigh(before.map(({ finding }) => finding)))
    return { draft: options.draft, reviewed: before };
  for (const { fix, finding } of applied) {
    repairs.push({ iteration: 1, fix, finding_code: finding.code, outcome: 'applied' });
    resolved.push(finding);
  }
  options.emit(
    applied.flatMap(({ fix, finding }): NewEvent[] => [
      issueEvent(finding),
      { type: 'repair.applied', data: { iteration: 1, fix, issue_code: finding.code } },
    ]),
  );
  return { draft, reviewed: after };
}

/** Beyond these renders, what is asked cannot be had by layout. */
const FITS_MAX = 4;

/** Where a number of pages was asked for, renders again in a tighter or more open look until it holds; the nearest one is kept. */
async function holdPageLimits(options: RefineOptions, content: { draft: Draft; reviewed: Reviewed[] }, first: Round): Promise<Round> {
  const base = { ...content.draft, look: options.looseLook ?? content.draft.look };
  let [best, tried] = [first, first];
  for (let count = 0; count < FITS_MAX; count++) {
    const draft = refitPages(base, tried.draft, tried.drawn);
    if (draft === undefined) break;
    options.delivery.drop();
    tried = await runRound(options, draft, content.reviewed, 1);
    const kept = missed(tried) < missed(best) || (missed(tried) === 0 && Math.abs(tightnessOf(tried)) < Math.abs(tightnessOf(best)));
    if (kept) best = tried;
    else {
      options.delivery.renderPages(best.rendered.pdf);
      // more white than this round had is known to be too much
      if (missed(best) === 0) break;
    }
  }
  return best;
}

/** By how many pages a limit is missed. */
const missed = ({ drawn, draft }: Round): number => Math.abs(pagesMissed(drawn.pages.length, draft.document.limits ?? {}));
const tightnessOf = ({ draft }: Round): number => draft.look.tightness ?? 0;

/** @throws Refusal processing_failed */
export async function refine(options: RefineOptions): Promise<Refined> {
  const repairs: RepairRecord[] = [];
  const resolved: Finding[] = [];
  const tried = new Set<string>();
  const content = refineContent(options, repairs, resolved);
  let best = await holdPageLimits(options, content, await runRound(options, content.draft, content.reviewed, 1));
  for (let iteration = 2; iteration <= RENDERS_MAX; iteration++) {
    const open = gravest(
      best.reviewed.filter((one) => one.finding.certainty === 'rendered' && one.repair && !tried.has(keyOf(one, one.repair))),
    );
    if (open.length === 0) break;
    for (const one of open) if (one.repair) tried.add(keyOf(one, one.repair));
    const { draft, applied } = applyRepairs(best.draft, open);
    options.delivery.drop();
    const next = await runRound(options, draft, content.reviewed, iteration);
    const worse = weigh(findingsOf(next)) >= weigh(findingsOf(best)) || missed(next) > missed(best);
    for (const { fix, finding } of applied) {
      repairs.push({
        iteration: iteration - 1,
        fix,
        finding_code: finding.code,
        outcome: worse ? 'rejected' : 'applied',
        ...(worse ? { reason: NO_BETTER } : {}),
      });
      if (!worse) resolved.push(finding);
    }
    options.emit(
      applied.map(({ fix, finding }): NewEvent =>
        worse
          ? { type: 'repair.rejected', data: { iteration: iteration - 1, fix, issue_code: finding.code, reason: NO_BETTER } }
          : { type: 'repair.applied', data: { iteration: iteration - 1, fix, issue_code: finding.code } },
      ),
    );
    if (worse) options.delivery.renderPages(best.rendered.pdf);
    else best = next;
  }
  return {
    rendered: best.rendered,
    drawn: best.drawn,
    findings: findingsOf(best),
    resolved,
    look: best.draft.look,
    repairs,
    rounds: new Set(repairs.map(({ iteration }) => iteration)).size,
  };
}

const NO_BETTER = 'The pages were no better with it, so they stayed as they were.';
