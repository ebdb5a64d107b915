/**
 * A web page that an agent makes: the loop of `agent/agent-loop.ts` over pages in a browser. Every state is written, opened at both
 * widths and used as a visitor would; the best one is delivered.
 *
 *   text ─▶ page ─▶ browser ─▶ the agent sees and uses it ─▶ changes ─▶ page … ─▶ the best state
 */
import type { Desk, Round } from '../../agent/agent-desk.ts';
import type { FinishedDocument } from '../../agent/check-requirements.ts';
import { createPageDesk } from '../../agent/page-desk.ts';
import { openText, textOf, type Drawn, type TextState } from '../../agent/text-desk.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Finding } from '../../base/finding.ts';
import type { Note } from '../../base/note.ts';
import type { NewEvent } from '../../contract/event.ts';
import type { RepairRecord } from '../../contract/report.ts';
import { blockText, walkBlocks } from '../../document/walk.ts';
import type { PageStep, ScreenPicture } from '../../ports/page-browser.ts';
import type { MarkdownOptions, StreamStep } from '../../readers/markdown.ts';
import { changedContent } from '../create/content-events.ts';
import type { AgentInput, AgentWork } from '../create/design-document.ts';
import type { Inspected, Inspector } from '../create/inspector.ts';
import { designOf, patchDesign, withDesign } from '../create/text-design.ts';
import { checkEvents, findingOf } from '../findings.ts';
import type { MadePage } from '../make-page.ts';
import type { Sink } from '../sink.ts';
import { runDesk } from '../run-desk.ts';
import type { PageLook } from './look-at-page.ts';

export interface PageWork {
  markdown: string;
  /** How many the request brought. */
  pictures: number;
  /** @throws Refusal content_empty, page_too_large */
  make(markdown: string): Promise<MadePage>;
  look(page: MadePage, steps?: readonly PageStep[]): Promise<PageLook>;
  /** Everything that is noted of a page beside what the browser shows. */
  notesOf(page: MadePage): Note[];
  agent: AgentInput;
  inspector: Inspector | undefined;
  sink: Sink;
  signal: AbortSignal;
}

/** A page as it was seen. */
export interface ShownPage {
  page: MadePage;
  looked: PageLook;
  findings: Finding[];
}

export interface DesignedPage extends ShownPage {
  /** By holding it against the request. */
  inspected: Finding[];
  /** What it was made from. */
  markdown: string;
  repairs: RepairRecord[];
  iterations: number;
  work: AgentWork;
}

/** A page as what was asked for is held against. */
export const finishedPage = ({ document, unsupported }: MadePage): FinishedDocument => ({
  format: 'artifact',
  blocks: document.blocks,
  pages: [[...walkBlocks(document.blocks)].map(blockText).join('\n')],
  unsupportedStyle: unsupported,
});

interface Studio extends PageWork {
  reading: MarkdownOptions;
  shown: Map<string, ShownPage>;
  /** Content events that were sent; null: none are. */
  told: readonly StreamStep[] | null;
  iterations: number;
  repairs: RepairRecord[];
}

const STATES_KEPT = 4;
const keyOf = (state: TextState): string => JSON.stringify([textOf(state), state.design]);
const makeState = ({ make }: Studio, state: TextState): Promise<MadePage> => make(withDesign(textOf(state), state.design));

async function showState(studio: Studio, state: TextState): Promise<ShownPage> {
  const known = studio.shown.get(keyOf(state));
  if (known !== undefined) return known;
  const startedMs = studio.agent.elapsedMs();
  const page = await makeState(studio, state);
  const looked = await studio.look(page);
  const shown = { page, looked, findings: [...studio.notesOf(page).map(findingOf), ...looked.findings] };
  studio.shown.set(keyOf(state), shown);
  for (const key of [...studio.shown.keys()].slice(0, -STATES_KEPT)) studio.shown.delete(key);
  studio.iterations += 1;
  const durationMs = Math.round(studio.agent.elapsedMs() - startedMs);
  studio.sink.emit({}, [
    ...contentTold(studio, page),
    ...checkEvents(shown.findings, { iteration: studio.iterations, pages: 1, durationMs }),
  ]);
  return shown;
}

function contentTold(studio: Studio, { steps }: MadePage): NewEvent[] {
  if (studio.told === null) return [];
  const events = changedContent(studio.told, steps);
  studio.told = steps;
  return events;
}

/** The phone's pictures, from top to bottom. */
const phoneOf = ({ looked }: ShownPage): ScreenPicture[] => (looked.visit?.pictures ?? []).filter(({ widthPx }) => widthPx === 360);

async function drawState(studio: Studio, state: TextState): Promise<Drawn> {
  try {
    const shown = await showState(studio, state);
    const missed = studio.inspector?.glance(finishedPage(shown.page)) ?? [];
    return { pages: Math.max(1, phoneOf(shown).length), findings: shown.findings, missed, words: shown.looked.visit?.words ?? 0 };
  } catch (error) {
    // a first state that is no page fails the document; a later one is undone, since an error is worse than none
    if (!(error instanceof Refusal) || studio.iterations === 0) throw error;
    const finding = findingOf({ code: 'page_not_shown', severity: 'warning', message: error.message });
    return { pages: 1, findings: [{ ...finding, severity: 'error' }], missed: [], words: 0 };
  }
}

async function checkState(studio: Studio, state: TextState): Promise<Note[]> {
  try {
    return (await makeState(studio, state)).notes;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [{ code: 'page_not_shown', severity: 'warning', message: error.message }];
  }
}

const UNDONE = 'More was wrong with it than without it, so the whole round was undone; the report says what.';

function reportRound(studio: Studio, { changes, undone }: Round): void {
  const iteration = studio.iterations;
  const outcome = undone === undefined ? ('applied' as const) : ('rejected' as const);
  for (const { fix, reason = 'design' } of changes)
    studio.repairs.push({ iteration, fix, finding_code: reason, outcome, ...(undone === undefined ? {} : { reason: undone }) });
  studio.sink.emit(
    {},
    changes.map(({ fix, reason = 'design' }): NewEvent =>
      undone === undefined
        ? { type: 'repair.applied', data: { iteration, fix, issue_code: reason } }
        : { type: 'repair.rejected', data: { iteration, fix, issue_code: reason, reason: UNDONE } },
    ),
  );
}

const OPEN_TOLD = 12;

async function openPoints({ inspector }: Studio, shown: ShownPage, inspected: Map<ShownPage, Inspected>): Promise<string[]> {
  const found = inspector === undefined ? undefined : (inspected.get(shown) ?? (await inspector.inspect(finishedPage(shown.page))));
  if (found !== undefined) inspected.set(shown, found);
  const faults = shown.findings.filter(({ severity }) => severity !== 'info').map(({ code, message }) => `${code}: ${message}`);
  return [...(found?.findings ?? []).map(({ message }) => `A condition of the request is not kept: ${message}`), ...faults].slice(
    0,
    OPEN_TOLD,
  );
}

function openDesk(studio: Studio, inspected: Map<ShownPage, Inspected>): Desk<TextState> {
  const { agent, reading } = studio;
  return createPageDesk(
    {
      reading,
      known: agent.known,
      check: (state) => checkState(studio, state),
      patchDesign,
      ...(agent.refuses === undefined ? {} : { refuses: agent.refuses }),
      draw: (state) => drawState(studio, state),
      sheet: () => Promise.reject(new Error('a page has no sheets')),
      landscape: false,
      open: async (state) => openPoints(studio, await showState(studio, state), inspected),
      settled: (_, round) => reportRound(studio, round),
      idle: () => studio.sink.emit({ phase: 'reviewing' }, []),
      async screens(state) {
        const { looked } = await showState(studio, state);
        const pictures = looked.visit?.pictures ?? [];
        return {
          desk: pictures.filter(({ widthPx }) => widthPx === 1_280),
          phone: pictures.filter(({ widthPx }) => widthPx === 360),
          tried: looked.visit?.tried ?? [],
        };
      },
      async use(state, steps) {
        const { visit, findings } = await studio.look(await makeState(studio, state), steps);
        return visit === null ? findings.map(({ message }) => message) : [...visit.tried, ...visit.trouble.map(({ message }) => message)];
      },
    },
    agent.instructions,
    agent.refuses !== undefined,
  );
}

/**
 * @returns null where the model could not do the work of an agent, and the page is made as the fast level makes it
 * @throws Refusal content_empty, page_too_large; whatever the sink, the store or the inspector throws; the signal's reason
 */
export async function designPage(work: PageWork, told: readonly StreamStep[] | null): Promise<DesignedPage | null> {
  const { markdown, agent, inspector } = work;
  const reading: MarkdownOptions = { pictures: work.pictures };
  const studio: Studio = { ...work, reading, shown: new Map(), told, iterations: 0, repairs: [] };
  const first = openText(markdown, designOf({ markdown }, agent.design), reading);
  const inspected = new Map<ShownPage, Inspected>();
  const outcome = await runDesk(studio.agent, openDesk(studio, inspected), first, studio.signal);
  if (outcome === null || agent.refuses?.(markdown, textOf(outcome.state)) !== undefined) return null;
  const shown = await showState(studio, outcome.state);
  studio.sink.emit({}, contentTold(studio, shown.page));
  const held = inspected.get(shown) ?? (await inspector?.inspect(finishedPage(shown.page)));
  if (held !== undefined) inspector?.settle(held, outcome.notes);
  const { turns, looks, ended, blind, summary, usage, notes } = outcome;
  return {
    ...shown,
    markdown: withDesign(textOf(outcome.state), outcome.state.design),
    inspected: held?.findings ?? [],
    repairs: studio.repairs,
    iterations: studio.iterations,
    work: { told: { turns, looks, ended, saw_pages: !blind, summary }, usage, notes },
  };
}
