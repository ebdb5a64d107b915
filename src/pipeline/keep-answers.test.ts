import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { Model, ModelCall } from '../ports/model.ts';
import { keepAnswers } from './keep-answers.ts';

const usage = { inputTokens: 3, outputTokens: 4 };
const signal = new AbortController().signal;
const callOf = (text: string): ModelCall => ({
  tier: 'main',
  instructions: 'Plan.',
  messages: [{ role: 'user', text }],
  outputTokensMax: 10,
  signal,
});

function counting(end: 'finished' | 'broken'): { model: Model; calls(): number } {
  let calls = 0;
  const model: Model = {
    names: { main: 'main', small: 'small' },
    async *write() {
      calls += 1;
      yield { kind: 'text', text: 'Half' };
      yield { kind: 'text', text: ' of it' };
      yield { kind: 'end', reason: end, usage };
    },
    turn: () => {
      throw new Error('no turn is asked for');
    },
    answer: (_call, schema) => {
      calls += 1;
      return Promise.resolve({ value: schema.parse({ n: calls }), usage });
    },
  };
  return { model, calls: () => calls };
}

function memory(): Parameters<typeof keepAnswers>[1] {
  const kept = new Map<string, string>();
  return { recall: (name) => Promise.resolve(kept.get(name) ?? null), keep: (name, text) => Promise.resolve(void kept.set(name, text)) };
}
async function textOf(model: Model, call: ModelCall): Promise<string> {
  let text = '';
  for await (const piece of model.write(call))
    text += piece.kind === 'text' ? piece.text : ` (${piece.reason}, ${piece.usage.outputTokens})`;
  return text;
}

test('what was answered whole is not asked for again, though the boundary is another one', async () => {
  const { model, calls } = counting('finished');
  const store = memory();
  const schema = z.object({ n: z.number() });
  const first = keepAnswers(model, store, 'AAA');
  assert.equal(await textOf(first, callOf('AAA material AAA')), 'Half of it (finished, 4)');
  assert.deepEqual(await first.answer(callOf('How many?'), schema), { value: { n: 2 }, usage });
  const second = keepAnswers(model, store, 'BBB');
  assert.equal(await textOf(second, callOf('BBB material BBB')), 'Half of it (finished, 4)');
  assert.deepEqual(await second.answer(callOf('How many?'), schema), { value: { n: 2 }, usage });
  assert.equal(calls(), 2);
  await second.answer(callOf('And now?'), schema);
  assert.equal(calls(), 3);
});

test('an answer that broke off is asked for again', async () => {
  const { model, calls } = counting('broken');
  const store = memory();
  await textOf(keepAnswers(model, store, 'A'), callOf('x'));
  await textOf(keepAnswers(model, store, 'B'), callOf('x'));
  assert.equal(calls(), 2);
});
