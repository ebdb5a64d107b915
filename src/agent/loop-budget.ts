/** What a level of quality may spend on one document, and what is left of it. */
import type { QualityLevel } from '../contract/vocabulary.ts';

export interface Budget {
  /** Times at which changes are drawn to be looked at; the first sight of the document is the first. */
  looks: number;
  /** Calls of the model. */
  turns: number;
  /** Output tokens of all of them. */
  tokens: number;
  /** From here on the agent is asked to end; from the start of the document. */
  goalMs: number;
  /** Here it is ended. */
  limitMs: number;
}

export type AgentLevel = Exclude<QualityLevel, 'fast'>;
export type Budgets = Readonly<Record<AgentLevel, Budget>>;

export const BUDGETS: Budgets = {
  standard: { looks: 2, turns: 8, tokens: 48_000, goalMs: 60_000, limitMs: 180_000 },
  best: { looks: 5, turns: 24, tokens: 160_000, goalMs: 120_000, limitMs: 360_000 },
};

export interface Spent {
  looks: number;
  turns: number;
  tokens: number;
  elapsedMs: number;
}

export type Exhausted = 'turns' | 'tokens' | 'time';

/** What of the budget is used up, if anything: turns before tokens before time. */
export function exhausted(budget: Budget, spent: Spent): Exhausted | undefined {
  if (spent.turns >= budget.turns) return 'turns';
  if (spent.tokens >= budget.tokens) return 'tokens';
  return spent.elapsedMs >= budget.limitMs ? 'time' : undefined;
}

/** What a model reads after each of its turns. */
export function describeBudget(budget: Budget, spent: Spent): string {
  const looks = Math.max(0, budget.looks - spent.looks);
  const turns = budget.turns - spent.turns;
  const late = spent.elapsedMs >= budget.goalMs || turns <= 1 || spent.tokens >= budget.tokens * 0.9;
  const left = `${looks} ${looks === 1 ? 'look' : 'looks'} and ${turns} ${turns === 1 ? 'answer' : 'answers'} left.`;
  return late ? `${left} The time is up: call done now, together with the last corrections that are needed.` : left;
}
