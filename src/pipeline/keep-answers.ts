/**
 * A model whose whole answers are kept with the document's files: another attempt that asks the same is given what was answered, and
 * pays nothing for it once more. Of answers that break off nothing is kept.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { LoopStore } from '../agent/agent-desk.ts';
import type { Model, ModelCall } from '../ports/model.ts';

const usageSchema = z.object({ inputTokens: z.number(), outputTokens: z.number() });
const writtenSchema = z.object({ text: z.string(), reason: z.enum(['finished', 'length', 'refused', 'broken']), usage: usageSchema });
const answeredSchema = z.object({ value: z.unknown(), usage: usageSchema });

/** Of what is asked; the boundary of an attempt is another one in the next. */
function nameOf({ tier, instructions, messages }: ModelCall, boundary: string): string {
  const asked = JSON.stringify([tier, instructions, messages.map(({ role, text }) => [role, text])]).replaceAll(boundary, '');
  return `answer-${createHash('sha256').update(asked).digest('hex').slice(0, 32)}.json`;
}

/**
 * Turns with tools are asked as always: their loop keeps them itself.
 * @param boundary random text of this attempt that may be in what is asked
 */
export const keepAnswers = (model: Model, store: LoopStore, boundary: string): Model => ({
  names: model.names,
  turn: (turn) => model.turn(turn),
  async *write(call) {
    const name = nameOf(call, boundary);
    const kept = await store.recall(name);
    if (kept !== null) {
      const { text, reason, usage } = writtenSchema.parse(JSON.parse(kept));
      yield { kind: 'text', text };
      yield { kind: 'end', reason, usage };
      return;
    }
    let text = '';
    for await (const piece of model.write(call)) {
      if (piece.kind === 'text') text += piece.text;
      else if (piece.reason !== 'broken') await store.keep(name, JSON.stringify({ text, reason: piece.reason, usage: piece.usage }));
      yield piece;
    }
  },
  async answer<T>(call: ModelCall, schema: z.ZodType<T>, lenient: z.ZodType<T> = schema) {
    const name = nameOf(call, boundary);
    const kept = await store.recall(name);
    if (kept !== null) {
      const { value, usage } = answeredSchema.parse(JSON.parse(kept));
      return { value: value === null ? null : lenient.parse(value), usage };
    }
    const answered = await model.answer(call, schema, lenient);
    await store.keep(name, JSON.stringify(answered));
    return answered;
  },
});
