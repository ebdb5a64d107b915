/** The loop of an agent over a text, as documents and pages run it. */
import { runAgentLoop } from '../agent/agent-loop.ts';
import type { Desk, LoopOutcome } from '../agent/agent-desk.ts';
import { guardWhole } from '../agent/guard-text.ts';
import type { TextState } from '../agent/text-desk.ts';
import { Refusal } from '../base/refusal.ts';
import type { AgentInput } from './create/design-document.ts';

/**
 * What the agent says of its work reaches the report: an address that comes from nowhere is taken out of it, as of the text.
 * @returns null where the model cannot be an agent: its first call is refused or fails
 * @throws whatever the desk and the store throw; the signal's reason
 */
export async function runDesk(
  { model, budget, store, elapsedMs, known, opening }: AgentInput,
  desk: Desk<TextState>,
  first: TextState,
  signal: AbortSignal,
): Promise<LoopOutcome<TextState> | null> {
  try {
    const outcome = await runAgentLoop({ model, desk, first, opening: opening(first), budget, store, elapsedMs, signal });
    if (outcome.turns === 0) return null;
    const guarded = (text: string): string => guardWhole(text, known);
    return { ...outcome, notes: outcome.notes.map(guarded), summary: guarded(outcome.summary) };
  } catch (error) {
    signal.throwIfAborted();
    // what a renderer refuses is no fault of the model
    if (!(error instanceof Refusal) || error.code !== 'processing_failed' || error.retryable !== false) throw error;
    return null;
  }
}
