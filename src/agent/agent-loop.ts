/**
 * The loop of the agent: it sees the drawn document, changes it by tools, and sees it again until it is done or its budget is.
 *
 *   draw ─▶ turn ─▶ tools ─▶ look: draw ─▶ worse? ── yes ─▶ undone
 *            ▲                              └── no ──▶ the best state so far
 *            └──────────────────────────────────┘          done, or the budget: the best state
 *
 * It knows neither the kind of document nor how it is drawn: a `Desk` does. After each round all of it is kept, and each answer
 * as soon as it is there, so that another attempt goes on where this one ended and no call of the model is paid for twice.
 */
import { append } from '../base/append.ts';
import { z } from 'zod';
import { isInfrastructureFault } from '../base/infrastructure-fault.ts';
import { Refusal } from '../base/refusal.ts';
import type { ModelEnd, ModelPicture, ModelToolCall } from '../ports/model.ts';
import type { LoopInput, LoopOutcome } from './agent-desk.ts';
import { describeBudget, exhausted } from './loop-budget.ts';
import { whyWorse } from './loop/compare-drawn.ts';
import { begin, keepSession, resume, spentOf, type Session } from './loop/session.ts';
import { describeProblems, INPUTS, isToolName, toolsNamed, type ToolInput } from './loop/tools.ts';

const answerSchema = z.object({
  text: z.string(),
  calls: z.array(z.object({ id: z.string(), name: z.string(), input: z.unknown() })),
  reason: z.enum(['finished', 'length', 'refused', 'broken']),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  blind: z.boolean(),
});
type Answer = Omit<z.infer<typeof answerSchema>, 'reason'> & { reason: ModelEnd };

const answerName = (turn: number): string => `agent-answer-${turn}.json`;

const TURN_TOKENS_MAX = 32_000;
const CALLS_MAX = 60;
/** Turns without a call that did anything, and calls in the same words, before it is ended. */
const IDLE_MAX = 3;
const SAME_MAX = 3;
const NOTES_MAX = 20;
/** Pictures of one look, and of all looks for each that the budget has. */
const PICTURES_PER_LOOK = 8;

const ALWAYS = ['look', 'note_to_user', 'done'] as const;
/** They change nothing and bring something. */
const READS: ReadonlySet<string> = new Set(['read', 'read_cells', 'use_page']);
const CONTINUE = 'Go on with the tools. When the document is as it should be, call done.';

/** @throws whatever the model throws; the signal's reason */
async function askModel<State>({ input, messages, usage }: Session<State>, signal: AbortSignal): Promise<Answer> {
  const { desk, model, budget } = input;
  const answer: Answer = { text: '', calls: [], reason: 'finished', usage: { inputTokens: 0, outputTokens: 0 }, blind: false };
  const left = Math.max(2_000, budget.tokens - usage.outputTokens);
  for await (const piece of model.turn({
    tier: 'main',
    instructions: desk.instructions,
    messages,
    tools: toolsNamed([...desk.tools, ...ALWAYS]),
    outputTokensMax: Math.min(TURN_TOKENS_MAX, left),
    signal,
  })) {
    if (piece.kind === 'text') answer.text += piece.text;
    else if (piece.kind === 'call') answer.calls.push(piece.call);
    else Object.assign(answer, { reason: piece.reason, usage: piece.usage, blind: piece.blind });
  }
  return answer;
}

/** The next answer, of this or of an earlier attempt; why there is none where the model gives none. @throws whatever the store throws */
async function nextAnswer<State>(session: Session<State>): Promise<Answer | 'time' | 'failed'> {
  const { input, turns } = session;
  const kept = await input.store.recall(answerName(turns));
  if (kept !== null) return answerSchema.parse(JSON.parse(kept));
  const deadline = AbortSignal.timeout(Math.max(1, input.budget.limitMs - spentOf(session).elapsedMs));
  let answer: Answer;
  try {
    answer = await askModel(session, AbortSignal.any([input.signal, deadline]));
  } catch (error) {
    input.signal.throwIfAborted();
    if (deadline.aborted) return 'time';
    // it waits for the model, and goes on with the answers that are kept
    if (isInfrastructureFault(error)) throw error;
    if (!(error instanceof Error) || (error instanceof Refusal && turns === 0)) throw error;
    return 'failed';
  }
  await input.store.keep(answerName(turns), JSON.stringify(answer));
  return answer;
}

/** Draws the changes that wait: kept where nothing is worse, undone as a whole where something is. */
async function settle<State>(session: Session<State>): Promise<string | undefined> {
  const { input, best, pending, working } = session;
  session.iterations += 1;
  const after = await input.desk.draw(working, session.iterations);
  const undone = whyWorse(after, best.drawn);
  if (undone === undefined) session.best = { state: working, drawn: after };
  else session.working = best.state;
  session.pending = [];
  input.desk.settled(session.best.state, { iteration: session.iterations, changes: pending, undone, before: best.drawn, after });
  return undone;
}

const undoneText = (why: string): string =>
  `Undone, all changes since the last look: ${why}. The document is again as it was then; change it in another way.`;

interface Said {
  text: string;
  pictures?: ModelPicture[];
  /** It did something. */
  useful: boolean;
}

async function look<State>(session: Session<State>, wish: ToolInput<'look'>): Promise<Said> {
  const { input } = session;
  const drawsAgain = session.pending.length > 0;
  if (drawsAgain && session.looks >= input.budget.looks)
    return { text: 'No look is left: your changes are drawn when you call done.', useful: false };
  const undone = drawsAgain ? await settle(session) : undefined;
  if (drawsAgain) session.looks += 1;
  if (undone !== undefined) return { text: undoneText(undone), useful: true };
  const { state, drawn } = session.best;
  if (session.shown >= input.budget.looks * PICTURES_PER_LOOK)
    return { text: `No more pictures are shown.\n${input.desk.describe(state, drawn)}`, useful: drawsAgain };
  const shown = session.blind
    ? { text: 'Pictures cannot be shown to you.', pictures: [] }
    : await input.desk.show(state, drawn, { ...wish, pages: wish.pages.filter((page) => page <= drawn.pages) });
  const pictures = shown.pictures.slice(0, PICTURES_PER_LOOK);
  session.shown += pictures.length;
  return { text: `${input.desk.describe(state, drawn)}\n\n${shown.text}`, pictures, useful: true };
}

async function finish<State>(session: Session<State>, { summary }: ToolInput<'done'>): Promise<Said> {
  const { input } = session;
  session.summary = summary;
  const undone = session.pending.length > 0 ? await settle(session) : undefined;
  const hasTime = exhausted(input.budget, { ...spentOf(session), turns: session.turns + 2 }) === undefined;
  const asks = !session.asked && hasTime && spentOf(session).elapsedMs < input.budget.goalMs;
  if (undone !== undefined && asks) {
    session.asked = true;
    return { text: `${undoneText(undone)} Call done again where nothing more is to be done.`, useful: true };
  }
  const { state, drawn } = session.best;
  const open = asks ? await input.desk.open(state, drawn) : [];
  if (open.length === 0) {
    session.ended = 'done';
    return { text: 'Done.', useful: true };
  }
  session.asked = true;
  const lines = open.map((line) => `- ${line}`).join('\n');
  return { text: `Not yet: this is still open. Correct what can be corrected, then call done again.\n${lines}`, useful: true };
}

async function perform<State>(session: Session<State>, call: ModelToolCall): Promise<Said> {
  const { desk } = session.input;
  const known = [...desk.tools, ...ALWAYS];
  if (!isToolName(call.name) || !known.includes(call.name))
    return { text: `There is no tool ${call.name.slice(0, 60)}. The tools are: ${known.join(', ')}.`, useful: false };
  const parsed = INPUTS[call.name].safeParse(call.input);
  if (!parsed.success) return { text: `Not done: ${describeProblems(parsed.error.issues)}.`, useful: false };
  switch (call.name) {
    case 'look':
      return look(session, INPUTS.look.parse(call.input));
    case 'done':
      return finish(session, INPUTS.done.parse(call.input));
    case 'note_to_user': {
      const { text } = INPUTS.note_to_user.parse(call.input);
      if (session.notes.length < NOTES_MAX && text.trim() !== '') session.notes.push(text.trim());
      return { text: 'Noted.', useful: true };
    }
    default: {
      const done = await desk.perform(session.working, call.name, parsed.data, session.best.drawn);
      if (done.state === undefined) return { text: done.text, useful: READS.has(call.name) };
      session.working = done.state;
      session.pending.push({ fix: call.name, at: done.at ?? '' });
      session.same.clear();
      return { text: done.text, useful: true };
    }
  }
}

/** Calls in the same words with nothing changed between them bring nothing new. */
function isStale<State>({ same }: Session<State>, { name, input }: ModelToolCall): boolean {
  const key = JSON.stringify([name, input]);
  const times = (same.get(key) ?? 0) + 1;
  same.set(key, times);
  return times > SAME_MAX && name !== 'done';
}

async function answerCalls<State>(session: Session<State>, { text, calls: all }: Answer): Promise<void> {
  const calls = all.slice(0, CALLS_MAX);
  session.messages.push({ role: 'assistant', text: text === '' && calls.length === 0 ? '(nothing)' : text, calls });
  const results: { id: string; name: string; text: string }[] = [];
  const pictures: ModelPicture[] = [];
  let useful = false;
  for (const call of calls) {
    const said: Said =
      session.ended !== null
        ? { text: 'The work is done.', useful: false }
        : isStale(session, call)
          ? { text: 'You have called this in the same words before; it brings nothing new.', useful: false }
          : await perform(session, call);
    results.push({ id: call.id, name: call.name, text: said.text });
    append(pictures, said.pictures ?? []);
    useful ||= said.useful;
  }
  session.idle = useful ? 0 : session.idle + 1;
  if (results.length > 0) session.messages.push({ role: 'tool', results });
  const left = describeBudget(session.input.budget, spentOf(session));
  session.messages.push({ role: 'user', text: results.length === 0 ? `${CONTINUE} ${left}` : left, pictures });
}

/** One turn: false where there is no next one. */
async function takeTurn<State>(session: Session<State>): Promise<boolean> {
  const { input } = session;
  const out = exhausted(input.budget, spentOf(session));
  if (out !== undefined) {
    session.ended = out;
    return false;
  }
  input.desk.idle(session.best.state);
  const answer = await nextAnswer(session);
  if (typeof answer === 'string') {
    session.ended = answer;
    return false;
  }
  session.turns += 1;
  session.usage.inputTokens += answer.usage.inputTokens;
  session.usage.outputTokens += answer.usage.outputTokens;
  session.blind ||= answer.blind;
  if (answer.reason === 'refused' || (answer.reason === 'broken' && answer.calls.length === 0 && session.idle > 0)) {
    session.ended = 'failed';
    return false;
  }
  await answerCalls(session, answer);
  if (session.ended === null && session.idle >= IDLE_MAX) session.ended = 'lost';
  await keepSession(session);
  return session.ended === null;
}

/**
 * Works until the agent is done or its budget is; the outcome is the best state that was drawn.
 * @throws Refusal where the provider refuses the very first call; whatever the desk throws; the signal's reason
 */
export async function runAgentLoop<State>(input: LoopInput<State>): Promise<LoopOutcome<State>> {
  const session = (await resume(input)) ?? (await begin(input));
  if (session.ended === null) while (await takeTurn(session));
  if (session.pending.length > 0) await settle(session);
  const { best, ended, turns, looks, blind, notes, summary, usage, iterations } = session;
  return { state: best.state, drawn: best.drawn, ended: ended ?? 'turns', turns, looks, blind, notes, summary, usage, iterations };
}
