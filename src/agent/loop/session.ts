/** One document in the hands of the agent: what was said, what was changed, what it has cost; kept after each round. */
import { z } from 'zod';
import type { TurnMessage } from '../../ports/model.ts';
import { changeSchema, type LoopInput } from '../agent-desk.ts';
import type { Drawn } from './compare-drawn.ts';
import type { Spent } from '../loop-budget.ts';
import { packMessages, unpackMessages } from './transcript.ts';

const keptSchema = z.object({
  messages: z.string(),
  working: z.unknown(),
  best: z.unknown(),
  pending: z.array(changeSchema),
  turns: z.number(),
  looks: z.number(),
  shown: z.number(),
  idle: z.number(),
  asked: z.boolean(),
  blind: z.boolean(),
  iterations: z.number(),
  notes: z.array(z.string()),
  summary: z.string(),
  ended: z.enum(['done', 'lost', 'failed', 'turns', 'tokens', 'time']).nullable(),
  elapsedMs: z.number(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
});

const STATE = 'agent-state.json';

type Kept = Omit<z.infer<typeof keptSchema>, 'messages' | 'working' | 'best'>;

export interface Session<State> extends Kept {
  input: LoopInput<State>;
  messages: TurnMessage[];
  working: State;
  best: { state: State; drawn: Drawn };
  /** Of the attempts before this one. */
  earlierMs: number;
  same: Map<string, number>;
}

export const spentOf = <State>({ looks, turns, usage, earlierMs, input }: Session<State>): Spent => ({
  looks,
  turns,
  tokens: usage.outputTokens,
  elapsedMs: earlierMs + input.elapsedMs(),
});

export async function keepSession<State>(session: Session<State>): Promise<void> {
  const { input, messages, working, best, same: _same, earlierMs: _earlier, ...kept } = session;
  const text = JSON.stringify({
    ...kept,
    messages: packMessages(messages),
    working,
    best: best.state,
    elapsedMs: spentOf(session).elapsedMs,
  });
  await input.store.keep(STATE, text);
}

/** Where an earlier attempt ended; undefined where none came so far. */
export async function resume<State>(input: LoopInput<State>): Promise<Session<State> | undefined> {
  const text = await input.store.recall(STATE);
  if (text === null) return undefined;
  const { messages, working, best, elapsedMs, ...kept } = keptSchema.parse(JSON.parse(text));
  const state = input.desk.state.parse(best);
  return {
    ...kept,
    elapsedMs,
    input,
    messages: unpackMessages(messages),
    working: input.desk.state.parse(working),
    best: { state, drawn: await input.desk.draw(state, kept.iterations) },
    earlierMs: elapsedMs,
    same: new Map(),
  };
}

export async function begin<State>(input: LoopInput<State>): Promise<Session<State>> {
  const { desk, first, opening } = input;
  const drawn = await desk.draw(first, 1);
  const shown = await desk.show(first, drawn, { pages: [], zoom: 'sheet' });
  const session: Session<State> = {
    input,
    messages: [{ role: 'user', text: `${opening}\n\n${desk.describe(first, drawn)}\n\n${shown.text}`, pictures: shown.pictures }],
    working: first,
    best: { state: first, drawn },
    pending: [],
    turns: 0,
    looks: 1,
    shown: shown.pictures.length,
    idle: 0,
    asked: false,
    blind: false,
    iterations: 1,
    notes: [],
    summary: '',
    ended: null,
    elapsedMs: 0,
    earlierMs: 0,
    usage: { inputTokens: 0, outputTokens: 0 },
    same: new Map(),
  };
  await keepSession(session);
  return session;
}
