import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Model } from '../ports/model.ts';
import type { DesignPlan } from './plan-design.ts';
import type { WriteInput } from './write-document.ts';
import { groupParts, writeInParts } from './write-parts.ts';

const planOf = (count: number): DesignPlan => ({
  purpose: '',
  reader: '',
  story: '',
  design: '',
  look: '',
  parts: Array.from({ length: count }, (_, at) => ({ title: `Title ${at + 1}`, says: '', shows: '', form: 'canvas', notes: '' })),
});
const WRITE: WriteInput = {
  plan: { format: 'pptx', type: 'presentation', genre: undefined, lang: 'en', pages: 8, requirements: [] },
  prompt: 'A deck',
  name: null,
  pictures: [],
  material: '',
  written: '',
  today: 'today',
  brief: { instructions: 'Write.', text: 'The plan.' },
};

interface Asked {
  parts: string;
  text: string;
}

/** Writes the slides that it is asked for; the later ones first. @param faulty the first slide of a group that fails */
function writer(faulty?: number): { model: Model; asked: Asked[] } {
  const asked: Asked[] = [];
  const model: Model = {
    names: { main: 'm', small: 's' },
    answer: () => assert.fail('not asked'),
    turn: () => assert.fail('not asked'),
    async *write({ messages, signal }) {
      const [message] = messages;
      const text = message?.text ?? '';
      const [, from = '1', to = '1'] = /Your parts are (\d+) to (\d+) of/.exec(text) ?? [];
      asked.push({ parts: `${from}-${to}`, text });
      await new Promise((resolve) => setTimeout(resolve, 40 - 4 * Number(from)));
      signal.throwIfAborted();
      if (Number(from) === faulty) throw new Error('the model provider answered 503');
      // some begin with what is not theirs
      if (from !== '1') yield { kind: 'text', text: '---\ntitle: Once more\n---\n\nHere it is:\n\n' };
      for (let slide = Number(from); slide <= Number(to); slide++)
        yield { kind: 'text', text: `::slide\n\n# Title ${slide}\n\nText ${slide}\n\n` };
      yield { kind: 'end', reason: 'finished', usage: { inputTokens: 10, outputTokens: 5 } };
    },
  };
  return { model, asked };
}

async function write(model: Model, kept = new Map<string, string>()): Promise<{ text: string; first: string; output: number }> {
  const plan = planOf(8);
  const store = {
    recall: async (name: string) => kept.get(name) ?? null,
    keep: async (name: string, text: string) => void kept.set(name, text),
  };
  const [all, output]: [string[], number[]] = [[], []];
  for await (const piece of writeInParts(
    model,
    { write: WRITE, plan, groups: groupParts(plan, WRITE.plan), store },
    new AbortController().signal,
  )) {
    if (piece.kind === 'text') all.push(piece.text);
    else output.push(piece.usage.outputTokens);
  }
  return { text: all.join(''), first: all[0] ?? '', output: output[0] ?? 0 };
}

test('long decks and reports are divided, all else is written by one call', () => {
  const sizes = (count: number, plan: Partial<WriteInput['plan']> = {}): number[] =>
    groupParts(planOf(count), { ...WRITE.plan, ...plan }).map(({ from, to }) => to - from);
  assert.deepEqual([sizes(5), sizes(6), sizes(8), sizes(12)], [[5], [2, 2, 2], [2, 2, 2, 2], [3, 3, 3, 3]]);
  assert.deepEqual(
    sizes(9, { format: 'docx', type: 'report', pages: 12 }).reduce((sum, size) => sum + size),
    9,
  );
  assert.equal(sizes(9, { format: 'docx', type: 'report', pages: 4 }).length, 1);
  assert.equal(sizes(9, { format: 'docx', type: 'contract', pages: 12 }).length, 1);
  const both = [{ kind: 'language' as const, text: 'both', names: ['en', 'es'] }];
  assert.equal(sizes(12, { requirements: both }).length, 1);
});

test('parts are written at the same time, know their neighbours, and are joined in order', async () => {
  const { model, asked } = writer();
  const { text, first, output } = await write(model);
  assert.deepEqual(
    asked.map(({ parts }) => parts),
    ['1-2', '3-4', '5-6', '7-8'],
  );
  assert.match(asked[1]?.text ?? '', /The plan\.[^]*3\. Title 3\n4\. Title 4\nBefore them comes 2\. Title 2\nAfter them comes 5\. Title 5/);
  assert.deepEqual(
    [...text.matchAll(/^# Title (\d)$/gm)].map(([, number]) => number),
    ['1', '2', '3', '4', '5', '6', '7', '8'],
  );
  assert.doesNotMatch(text, /Once more|Here it is/);
  assert.match(first, /Title 1/, 'the first parts come as they are written');
  assert.equal(output, 20);
});

test('a part that fails ends the others, and those that were whole are not asked for again', async () => {
  const kept = new Map<string, string>();
  await assert.rejects(write(writer(1).model, kept), /503/);
  assert.deepEqual([...kept.keys()].toSorted(), ['part-2-of-4.json', 'part-3-of-4.json', 'part-4-of-4.json']);
  const again = writer();
  const { text } = await write(again.model, kept);
  assert.deepEqual(
    again.asked.map(({ parts }) => parts),
    ['1-2'],
  );
  assert.equal([...text.matchAll(/^# Title/gm)].length, 8);
});
