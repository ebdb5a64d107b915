/**
 * A document that an agent designs: the loop of `agent/agent-loop.ts` over the same steps that any document goes through. Every
 * state is laid out, reviewed and repaired as usual; the best one is delivered.
 *
 *   text ─▶ laid out ─▶ the agent sees it ─▶ changes ─▶ laid out … ─▶ the best state ─▶ checked ─▶ delivered
 */
import type { LoopOutcome, LoopStore, Round } from '../../agent/agent-desk.ts';
import type { Budget } from '../../agent/loop-budget.ts';
import { createTextDesk, openText, textOf, type Drawn, type TextState } from '../../agent/text-desk.ts';
import type { EmittedEvent, NewEvent } from '../../contract/event.ts';
import type { RepairRecord, Report } from '../../contract/report.ts';
import type { Design } from '../../document/design.ts';
import { blockText } from '../../document/walk.ts';
import type { Model, ModelUsage } from '../../ports/model.ts';
import type { MarkdownOptions, StreamStep } from '../../readers/markdown.ts';
import { startDelivery, type Delivery } from '../deliver.ts';
import { deliverMade, inspectAndRevise, startStopwatch, type Chosen, type Engine, type MakeInput, type MakeResult } from '../make.ts';
import type { Sink } from '../sink.ts';
import { runDesk } from '../run-desk.ts';
import { createTextCheck } from './check-text.ts';
import { changedContent } from './content-events.ts';
import type { Inspected } from './inspector.ts';
import { finishedOf, readContent, type LaidOut } from './lay-out.ts';
import { layOut } from './lay-out-elsewhere.ts';
import { designOf, patchDesign, withDesign } from './text-design.ts';
import { readCells } from './read-cells.ts';

export interface AgentInput {
  model: Model;
  budget: Budget;
  instructions: string;
  /** The request and what was planned: what the agent is told before it sees the document. */
  opening(state: TextState): string;
  /** The words are the client's own. @returns why one text may not take the place of another */
  refuses?: (before: string, after: string) => string | undefined;
  /** That was planned. */
  design: Design | undefined;
  /** Text whose addresses may stay; undefined: all may. */
  known: string | undefined;
  store: LoopStore;
  elapsedMs(): number;
}

/** How the agent worked; null where the model could not do the work of an agent at all. */
export interface AgentWork {
  told: NonNullable<Report['agent']>;
  usage: ModelUsage;
  notes: string[];
}

export interface Designed {
  made: MakeResult;
  work: AgentWork | null;
}

interface Studio {
  input: MakeInput;
  agent: AgentInput;
  engine: Engine;
  sink: Sink;
  signal: AbortSignal;
  delivery: Delivery;
  /** States that were laid out, by what they are: the best one and the last ones. */
  laidOut: Map<string, LaidOut>;
  /** Content events that were sent; null: none. */
  told: readonly StreamStep[] | null;
  /** Renderings so far, as events count them. */
  renderings: number;
  repairs: RepairRecord[];
  inspected: WeakMap<LaidOut, Inspected>;
  /** Whose page pictures are being drawn. */
  drawing: LaidOut | undefined;
}

const keyOf = (state: TextState): string => JSON.stringify([textOf(state), state.design]);
const inputOf = ({ input }: Studio, state: TextState): MakeInput => ({
  ...input,
  markdown: withDesign(textOf(state), state.design),
});
const readingOf = ({ pictures, format }: MakeInput): MarkdownOptions => ({
  pictures: pictures.length,
  deck: format === 'pptx',
  workbook: format === 'xlsx',
});
const openPlain = (input: MakeInput, { design }: AgentInput): TextState =>
  openText(input.markdown, designOf(input, design), readingOf(input));
const STATES_KEPT = 4;

/** Numbers of renderings go on from state to state. */
function numbered(studio: Studio, events: EmittedEvent[]): EmittedEvent[] {
  const before = studio.renderings;
  return events.map((event): EmittedEvent => {
    if ('json' in event || !('iteration' in event.data)) return event;
    return { ...event, data: { ...event.data, iteration: event.data.iteration + before } } as NewEvent;
  });
}

async function layOutState(studio: Studio, state: TextState): Promise<LaidOut> {
  const known = studio.laidOut.get(keyOf(state));
  if (known !== undefined) return known;
  const { engine, sink, signal } = studio;
  let last = 0;
  const emit: Sink['emit'] = (patch, events) => {
    for (const event of events) if ('data' in event && 'iteration' in event.data) last = Math.max(last, event.data.iteration);
    sink.emit(patch, numbered(studio, events));
  };
  const quiet = { renderPages: () => undefined, drop: () => undefined };
  const laid = await layOut(
    inputOf(studio, state),
    { engine, sink: { emit }, signal, delivery: quiet },
    { reported: studio.told, once: false },
  );
  for (const repair of laid.repairs) repair.iteration += studio.renderings;
  studio.renderings += last;
  studio.told = laid.steps;
  studio.laidOut.set(keyOf(state), laid);
  for (const key of [...studio.laidOut.keys()].slice(0, -STATES_KEPT)) studio.laidOut.delete(key);
  return laid;
}

const wordsOf = ({ blocks }: LaidOut): number =>
  blocks.reduce((sum, block) => sum + (blockText(block).match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);

async function drawState(studio: Studio, state: TextState): Promise<Drawn> {
  const laid = await layOutState(studio, state);
  const missed = studio.input.inspector?.glance(finishedOf(studio.input, laid)) ?? [];
  return { pages: laid.pages.length, findings: laid.findings, missed, words: wordsOf(laid) };
}

function reportRound(studio: Studio, state: TextState, { changes, undone }: Round): void {
  const iteration = studio.renderings;
  const reason = undone ?? '';
  for (const change of changes) {
    const finding_code = change.reason ?? 'design';
    studio.repairs.push({
      iteration,
      fix: change.fix,
      finding_code,
      outcome: undone === undefined ? 'applied' : 'rejected',
      ...(undone === undefined ? {} : { reason }),
    });
  }
  studio.sink.emit(
    {},
    changes.map(({ fix, reason: code = 'design' }): NewEvent =>
      undone === undefined
        ? { type: 'repair.applied', data: { iteration, fix, issue_code: code } }
        : { type: 'repair.rejected', data: { iteration, fix, issue_code: code, reason: WORSE } },
    ),
  );
  if (undone !== undefined) tellState(studio, studio.laidOut.get(keyOf(state)));
}

/** Events carry no content of the document: what it was is in the report. */
const WORSE = 'More was wrong with it than without it, so the whole round was undone; the report says what.';

/** The content as it is now, where other content was reported last. */
function tellState(studio: Studio, laid: LaidOut | undefined): void {
  if (laid === undefined || studio.told === laid.steps) return;
  if (studio.told !== null) studio.sink.emit({}, changedContent(studio.told, laid.steps));
  studio.told = laid.steps;
}

/** Read by a model too, once for each state; undefined where nothing is held against a request. */
async function inspect({ input, inspected }: Studio, laid: LaidOut): Promise<Inspected | undefined> {
  const known = inspected.get(laid);
  if (known !== undefined || input.inspector === undefined) return known;
  const found = await input.inspector.inspect(finishedOf(input, laid));
  inspected.set(laid, found);
  return found;
}

const OPEN_TOLD = 12;

async function openPoints(studio: Studio, state: TextState, drawn: Drawn): Promise<string[]> {
  const laid = await layOutState(studio, state);
  const inspected = await inspect(studio, laid);
  const missed = (inspected?.findings ?? []).map(({ message }) => `A condition of the request is not kept: ${message}`);
  const faults = drawn.findings
    .filter(({ severity, disposition }) => severity !== 'info' && disposition === 'new')
    .map(({ code, message, location }) => `${code}${location.page === undefined ? '' : `, page ${location.page}`}: ${message}`);
  return [...missed, ...faults].slice(0, OPEN_TOLD);
}

function renderPages(studio: Studio, laid: LaidOut): void {
  if (studio.drawing === laid) return;
  studio.delivery.renderPages(laid.pdf);
  studio.drawing = laid;
}

function openDesk(studio: Studio): ReturnType<typeof createTextDesk> {
  const { input, agent, engine, sink, signal } = studio;
  const check = createTextCheck();
  return createTextDesk(
    {
      reading: readingOf(input),
      known: agent.known,
      check: (state) => check(keyOf(state), inputOf(studio, state)),
      patchDesign,
      ...(agent.refuses === undefined ? {} : { refuses: agent.refuses }),
      draw: (state) => drawState(studio, state),
      async sheet(state, pages, columns, widthPx) {
        const { pdf } = await layOutState(studio, state);
        const { png } = await engine.pages.sheet(pdf, { pages, columns, widthPx, signal });
        return { contentType: 'image/png', data: png };
      },
      landscape: input.format === 'pptx',
      ...(input.format === 'xlsx' ? { cells: async (state, ranges) => readCells(await layOutState(studio, state), ranges) } : {}),
      open: (state, drawn) => openPoints(studio, state, drawn),
      settled: (state, round) => reportRound(studio, state, round),
      idle(state) {
        const laid = studio.laidOut.get(keyOf(state));
        if (laid !== undefined) renderPages(studio, laid);
        sink.emit({ phase: 'reviewing' }, []);
      },
    },
    agent.instructions,
    agent.refuses !== undefined,
  );
}

const workOf = ({ turns, looks, ended, blind, summary, usage, notes }: LoopOutcome<TextState>): AgentWork => ({
  told: { turns, looks, ended, saw_pages: !blind, summary },
  usage,
  notes,
});

/** The best state is held against the request once more, by a model that reads it. */
async function chooseDesigned(studio: Studio, { state, notes }: LoopOutcome<TextState>): Promise<Chosen> {
  const { input, agent } = studio;
  // proved once more on the whole: what each step kept, all of them together keep
  if (agent.refuses?.(input.markdown, textOf(state)) !== undefined)
    return choosePlain(studio, openPlain(input, { ...agent, design: undefined }));
  const laidOut = await layOutState(studio, state);
  tellState(studio, laidOut);
  const inspected = await inspect(studio, laidOut);
  if (inspected !== undefined) input.inspector?.settle(inspected, notes);
  return { laidOut, findings: inspected?.findings ?? [] };
}

/** The document as it was written, as the fast level makes it. */
async function choosePlain(studio: Studio, first: TextState): Promise<Chosen> {
  const { input } = studio;
  const laidOut = await layOutState(studio, first);
  tellState(studio, laidOut);
  if (input.inspector === undefined) return { laidOut, findings: [] };
  const again = (markdown: string): Promise<LaidOut> => layOutState(studio, openText(markdown, first.design, readingOf(input)));
  return inspectAndRevise(input, input.inspector, laidOut, again, studio.delivery);
}

/**
 * @returns `work` null where the model could not do the work of an agent, and the document is made as the fast level makes it
 * @throws Refusal content_empty, processing_failed; whatever the sink, the store or the inspector throws; the signal's reason
 */
export async function designDocument(
  input: MakeInput,
  agent: AgentInput,
  { engine, sink, signal }: { engine: Engine; sink: Sink; signal: AbortSignal },
): Promise<Designed> {
  const stopwatch = startStopwatch(engine.clock);
  const delivery = startDelivery({ engine, sink, signal });
  const studio: Studio = {
    input,
    agent,
    engine,
    sink,
    signal,
    delivery,
    laidOut: new Map(),
    told: input.settled?.reported === true ? readContent(input).steps : null,
    renderings: 0,
    repairs: [],
    inspected: new WeakMap(),
    drawing: undefined,
  };
  const first = openPlain(input, agent);
  const outcome = await runDesk(studio.agent, openDesk(studio), first, studio.signal);
  stopwatch.lap('designing');
  const chosen = outcome === null ? await choosePlain(studio, first) : await chooseDesigned(studio, outcome);
  renderPages(studio, chosen.laidOut);
  stopwatch.lap('checking');
  const repairs = [...studio.repairs, ...chosen.laidOut.repairs].toSorted((a, b) => a.iteration - b.iteration);
  const rounds = new Set(repairs.map(({ iteration }) => iteration)).size;
  const laidOut = { ...chosen.laidOut, repairs, rounds };
  const made = await deliverMade({ ...chosen, laidOut }, sink, delivery, stopwatch);
  return { made, work: outcome && workOf(outcome) };
}
