/** What the loop of the agent works on, and what it gives: for a kind of document and for whoever stores it to fill. */
import { z } from 'zod';
import type { RepairRecord } from '../contract/report.ts';
import type { Model, ModelPicture } from '../ports/model.ts';
import type { Budget, Exhausted } from './loop-budget.ts';
import type { Drawn } from './loop/compare-drawn.ts';
import type { Performed } from './loop/text-tools.ts';
import type { ToolInput, ToolName } from './loop/tools.ts';

/** A tool call that changed something, and what became of it. */
export const changeSchema = z.object({ fix: z.string(), at: z.string() });
type Change = z.infer<typeof changeSchema>;

export interface Round {
  /** Which drawing, from 1. */
  iteration: number;
  changes: readonly (Change & { reason?: RepairRecord['finding_code'] })[];
  /** Why all of it was undone; undefined: it was kept. */
  undone: string | undefined;
  before: Drawn;
  after: Drawn;
}

/** What the agent works on, and how it is changed, drawn and shown. */
export interface Desk<State> {
  instructions: string;
  /** Beside `look`, `note_to_user` and `done`. */
  tools: readonly ToolName[];
  state: z.ZodType<State>;
  /** Performs a tool; its input is valid. */
  perform(state: State, name: ToolName, input: unknown, drawn: Drawn): Promise<Performed<State>>;
  /** @param iteration which drawing it is, from 1 */
  draw(state: State, iteration: number): Promise<Drawn>;
  /** What is wrong with it, by the addresses that the tools take. */
  describe(state: State, drawn: Drawn): string;
  /** @param pages none: those that matter most */
  show(state: State, drawn: Drawn, wish: ToolInput<'look'>): Promise<{ text: string; pictures: ModelPicture[] }>;
  /** What still keeps a state from being done, one line each; asked once, at the end. */
  open(state: State, drawn: Drawn): Promise<string[]>;
  /** Told of every drawn round. */
  settled(state: State, round: Round): void;
  /** The model is about to think: what is prepared meanwhile costs no waiting. */
  idle(state: State): void;
}

export interface LoopStore {
  /** null where there is none. */
  recall(name: string): Promise<string | null>;
  keep(name: string, text: string): Promise<void>;
}

export interface LoopInput<State> {
  model: Model;
  desk: Desk<State>;
  first: State;
  /** What the agent reads before it sees the document. */
  opening: string;
  budget: Budget;
  store: LoopStore;
  /** Since the document was begun, in this attempt. */
  elapsedMs(): number;
  signal: AbortSignal;
}

/** `lost`: it called nothing that helps, again and again; `failed`: the model could not be reached, or refused. */
type Ended = 'done' | 'lost' | 'failed' | Exhausted;

export interface LoopOutcome<State> {
  state: State;
  drawn: Drawn;
  ended: Ended;
  turns: number;
  looks: number;
  /** It saw no pictures. */
  blind: boolean;
  notes: string[];
  summary: string;
  usage: { inputTokens: number; outputTokens: number };
  /** How many drawings there were. */
  iterations: number;
}
