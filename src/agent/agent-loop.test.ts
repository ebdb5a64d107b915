/** The loop of the agent with models that do as they should, and with those that do not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Refusal } from '../base/refusal.ts';
import type { Finding } from '../base/finding.ts';
import type { Model, ModelEnd, ModelTurn } from '../ports/model.ts';
import type { Desk, LoopInput, LoopOutcome, Round } from './agent-desk.ts';
import { runAgentLoop } from './agent-loop.ts';
import { BUDGETS, type Budget } from './loop-budget.ts';
import type { Drawn } from './text-desk.ts';

type Call = [name: string, input?: unknown];
interface Answer {
  calls?: Call[];
  text?: string;
  reason?: ModelEnd;
  throws?: Error;
  tokens?: number;
}

/** A model that gives these answers, the last one again and again, and keeps what it was asked. */
function answering(answers: readonly (Answer | Call[])[]): { model: Model; turns: ModelTurn[] } {
  const turns: ModelTurn[] = [];
  const model: Model = {
    names: { main: 'm', small: 's' },
    write: () => assert.fail('not asked'),
    answer: () => assert.fail('not asked'),
    async *turn(turn) {
      const given = answers[Math.min(turns.length, answers.length - 1)] ?? {};
      turns.push({ ...turn, messages: [...turn.messages] });
      const { calls = [], text = '', reason = 'finished', throws, tokens = 10 }: Answer = Array.isArray(given) ? { calls: given } : given;
      if (throws !== undefined) throw throws;
      if (text !== '') yield { kind: 'text', text };
      for (const [at, [name, input = {}]] of calls.entries()) yield { kind: 'call', call: { id: `c${turns.length}-${at}`, name, input } };
      yield { kind: 'end', reason, usage: { inputTokens: 100, outputTokens: tokens }, blind: false };
    },
  };
  return { model, turns };
}

/** Words as a state: `bad` is a warning, `broken` an error. */
type State = { words: string[] };
const finding = (severity: Finding['severity'], code: Finding['code']): Finding => ({
  code,
  severity,
  message: `There is a ${code}.`,
  location: {},
  fixable: false,
  certainty: 'rendered',
  disposition: 'new',
});

interface Bench {
  rounds: Round[];
  drawings: State[];
  kept: Map<string, string>;
  desk: Desk<State>;
}

function openBench(kept = new Map<string, string>(), open: (state: State) => string[] = () => []): Bench {
  const bench: Omit<Bench, 'desk'> = { rounds: [], drawings: [], kept };
  const desk: Desk<State> = {
    instructions: 'Finish it.',
    tools: ['read', 'rewrite', 'insert'],
    state: z.object({ words: z.array(z.string()) }),
    async perform(state, name, input) {
      if (name === 'read') return { text: state.words.join(' ') };
      const { block = '', markdown = '' } = input as { block?: string; markdown?: string };
      if (name === 'insert') return { text: 'added', state: { words: [...state.words, markdown] }, at: 'end' };
      if (!state.words.includes(block)) return { text: `There is no ${block}. The addresses are: ${state.words.join(', ')}.` };
      return { text: 'rewritten', state: { words: state.words.map((word) => (word === block ? markdown : word)) }, at: block };
    },
    async draw(state) {
      bench.drawings.push(state);
      const findings = state.words.flatMap((word) =>
        word === 'bad' ? [finding('warning', 'slide_text_cut')] : word === 'broken' ? [finding('error', 'slide_empty')] : [],
      );
      return { pages: 1, findings, missed: [], words: state.words.length };
    },
    describe: (_, drawn: Drawn) => `${drawn.findings.length} findings`,
    show: async () => ({ text: 'Picture 1: page 1.', pictures: [{ contentType: 'image/png', data: Uint8Array.of(1, 2, 3) }] }),
    open: async (state) => open(state),
    settled: (_, round) => void bench.rounds.push(round),
    idle: () => undefined,
  };
  return { ...bench, desk };
}

const FIRST: State = { words: ['bad', 'good', 'fine'] };
const LOOK: Call = ['look', { pages: [], zoom: 'sheet' }];
const DONE: Call = ['done', { summary: 'Done.' }];
const fix = (block: string, markdown: string): Call => ['rewrite', { block, markdown }];

async function run(
  answers: readonly (Answer | Call[])[],
  more: { bench?: Bench; budget?: Partial<Budget>; elapsedMs?: () => number; signal?: AbortSignal } = {},
): Promise<{ outcome: LoopOutcome<State>; turns: ModelTurn[]; bench: Bench }> {
  const { model, turns } = answering(answers);
  const bench = more.bench ?? openBench();
  const input: LoopInput<State> = {
    model,
    desk: bench.desk,
    first: FIRST,
    opening: 'The request.',
    budget: { ...BUDGETS.standard, ...more.budget },
    store: {
      recall: async (name) => bench.kept.get(name) ?? null,
      keep: async (name, text) => void bench.kept.set(name, text),
    },
    elapsedMs: more.elapsedMs ?? (() => 0),
    signal: more.signal ?? new AbortController().signal,
  };
  return { outcome: await runAgentLoop(input), turns, bench };
}

const said = ({ messages }: ModelTurn): string =>
  JSON.stringify(messages.map((message) => (message.role === 'tool' ? message.results : message.text)));

test('it sees the document, changes it, sees it again and is done', async () => {
  const { outcome, turns, bench } = await run([[fix('bad', 'better'), LOOK], [DONE]]);
  assert.deepEqual(outcome.state.words, ['better', 'good', 'fine']);
  assert.deepEqual([outcome.ended, outcome.turns, outcome.looks, outcome.iterations], ['done', 2, 2, 2]);
  assert.deepEqual(
    bench.rounds.map(({ changes, undone }) => [changes.map(({ fix: tool, at }) => `${tool} ${at}`), undone]),
    [[['rewrite bad'], undefined]],
  );
  assert.match(said(turns[0] ?? assert.fail()), /The request\.[^]*1 findings/);
  const pictures = turns[1]?.messages.map((message) => (message.role === 'user' ? (message.pictures?.length ?? 0) : 0));
  assert.deepEqual(pictures, [1, 0, 0, 1], 'at first, and behind the results of the look');
});

test('a round after which more is wrong is undone as a whole, also at the end', async () => {
  for (const last of [[LOOK], [DONE]] as Call[][]) {
    const { outcome, bench } = await run([[fix('bad', 'better'), fix('good', 'broken'), ...last], [DONE]]);
    assert.deepEqual(outcome.state, FIRST);
    assert.match(bench.rounds[0]?.undone ?? '', /it had 0 errors and has 1: slide_empty/);
    assert.equal(outcome.drawn.findings.length, 1);
  }
});

test('a document that loses most of its words is worse, however clean it is', async () => {
  const bench = openBench();
  const { perform } = bench.desk;
  bench.desk.perform = async (state, name, input, drawn) =>
    name === 'insert' ? { text: 'cut', state: { words: ['fine'] }, at: 'all' } : perform(state, name, input, drawn);
  const { outcome } = await run([[['insert', { after: 'start', markdown: 'x' }], LOOK], [DONE]], { bench });
  assert.deepEqual(outcome.state, FIRST);
});

test('what is open at the end is named once, and then it may end', async () => {
  const bench = openBench(new Map(), ({ words }) => (words.includes('bad') ? ['the word bad is still there'] : []));
  const { outcome, turns } = await run([[DONE], [fix('bad', 'better'), DONE]], { bench });
  assert.match(said(turns[1] ?? assert.fail()), /still open[^]*the word bad is still there/);
  assert.deepEqual([outcome.ended, outcome.state.words[0]], ['done', 'better']);
  const stubborn = await run([[DONE]], { bench: openBench(new Map(), () => ['never']) });
  assert.deepEqual([stubborn.outcome.ended, stubborn.outcome.turns], ['done', 2]);
});

test('nonsense is answered with what there is, and ended when it goes on', async () => {
  const { outcome, turns } = await run([
    [['fly', { to: 'the moon' }], ['rewrite', { block: 7 }], fix('nowhere', 'x')],
    { text: 'I would rather write an essay about it.' },
    { text: 'And another one.' },
  ]);
  const told = said(turns[1] ?? assert.fail());
  assert.match(told, /There is no tool fly\. The tools are: read, rewrite, insert, look, note_to_user, done/);
  assert.match(told, /Not done: block: [^"]*expected string/);
  assert.match(told, /There is no nowhere\. The addresses are: bad, good, fine/);
  assert.match(said(turns[2] ?? assert.fail()), /Go on with the tools/);
  assert.deepEqual([outcome.ended, outcome.turns, outcome.state], ['lost', 3, FIRST]);
});

test('a model that asks the same again and again, or never says done, ends with its budget and the best state', async () => {
  const same = await run([[['read', { addresses: [] }]]]);
  assert.deepEqual([same.outcome.ended, same.outcome.turns], ['lost', 6], 'three times in the same words are heard');
  const never = await run([
    [fix('bad', 'better')],
    [['insert', { after: 'start', markdown: 'more' }]],
    [['insert', { after: 'start', markdown: 'again' }]],
  ]);
  assert.deepEqual([never.outcome.ended, never.outcome.turns], ['turns', BUDGETS.standard.turns]);
  assert.equal(
    never.outcome.state.words[0],
    'better',
    'changes that were never looked at are drawn at the end, and kept where nothing is worse',
  );
  const worse = await run([[fix('good', 'broken')], [['read', { addresses: [] }]]]);
  assert.deepEqual(worse.outcome.state, FIRST);
});

test('looks, tokens and seconds have their limits', async () => {
  const looks = await run([[fix('bad', 'b1'), LOOK], [fix('b1', 'b2'), LOOK], [fix('b2', 'b3'), LOOK], [DONE]]);
  assert.match(said(looks.turns[3] ?? assert.fail()), /No look is left/);
  assert.deepEqual([looks.outcome.looks, looks.outcome.state.words[0]], [2, 'b3']);
  const tokens = await run([{ calls: [fix('bad', 'better')], tokens: 60_000 }, [DONE]]);
  assert.deepEqual([tokens.outcome.ended, tokens.outcome.turns, tokens.outcome.state.words[0]], ['tokens', 1, 'better']);
  let now = 0;
  const late = await run([[fix('bad', 'better')], [['read', { addresses: [] }]]], { elapsedMs: () => (now += 20_000) });
  assert.equal(late.outcome.ended, 'time');
  assert.equal(late.outcome.state.words[0], 'better');
  assert.match(said(late.turns.at(-1) ?? assert.fail()), /The time is up: call done now/);
});

test('a model that never answers is ended by the limit of time, and the best state is there', async () => {
  const bench = openBench();
  const { model } = answering([]);
  const silent: Model = {
    ...model,
    async *turn({ signal }) {
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
      yield { kind: 'text', text: '' };
    },
  };
  const outcome = await runAgentLoop({
    model: silent,
    desk: bench.desk,
    first: FIRST,
    opening: '',
    budget: { ...BUDGETS.standard, limitMs: 50 },
    store: { recall: async () => null, keep: async () => undefined },
    elapsedMs: () => 0,
    signal: new AbortController().signal,
  });
  assert.deepEqual([outcome.ended, outcome.turns, outcome.state], ['time', 0, FIRST]);
});

test('a provider that fails later costs the document nothing; one that refuses the first call is reported', async () => {
  const later = await run([[fix('bad', 'better'), LOOK], { throws: new Error('the model provider answered 503') }]);
  assert.deepEqual([later.outcome.ended, later.outcome.turns, later.outcome.state.words[0]], ['failed', 1, 'better']);
  const declined = await run([[fix('bad', 'better')], { reason: 'refused' }]);
  assert.deepEqual([declined.outcome.ended, declined.outcome.state.words[0]], ['failed', 'better']);
  await assert.rejects(run([{ throws: new Refusal('processing_failed', 'no key', { retryable: false }) }]), { code: 'processing_failed' });
});

test('notes to the user are collected, and no more than twenty', async () => {
  const notes = Array.from({ length: 25 }, (_, i): Call => ['note_to_user', { text: `Note ${i}` }]);
  const { outcome } = await run([[...notes, DONE]]);
  assert.equal(outcome.notes.length, 20);
});

test('killed at any moment, another attempt goes on from there, and pays for no answer twice', async () => {
  const script: Call[][] = [[fix('bad', 'b1'), LOOK], [fix('b1', 'b2'), ['note_to_user', { text: 'A doubt.' }]], [LOOK], [DONE]];
  const whole = await run(script);
  // every write to the store is a moment at which the process may die, before it and after it
  let writes = 0;
  const counting = openBench();
  await run(script, { bench: { ...counting, kept: counted(counting.kept, () => void writes++) } });
  for (let moment = 1; moment <= writes; moment++) {
    const kept = new Map<string, string>();
    let asked = 0;
    const dying = openBench(kept);
    let left = moment;
    const mortal = counted(kept, () => {
      if (--left < 0) throw new Error('killed');
    });
    await assert.rejects(
      run(script, { bench: { ...dying, kept: mortal } }).then(({ turns }) => {
        asked += turns.length;
        if (left >= 0) throw new Error('killed');
      }),
      /killed/,
    );
    const answered = [...kept.keys()].filter((name) => name.startsWith('agent-answer')).length;
    const again = await run(script.slice(answered), { bench: openBench(kept) });
    assert.deepEqual(again.outcome.state, whole.outcome.state, `moment ${moment}`);
    assert.deepEqual(
      [again.outcome.ended, again.outcome.notes, again.outcome.looks],
      ['done', ['A doubt.'], whole.outcome.looks],
      `moment ${moment}`,
    );
    assert.deepEqual(again.outcome.usage, whole.outcome.usage);
    assert.equal(again.turns.length, script.length - answered, `moment ${moment}: answers that were kept are not asked for`);
  }
});

/** A store whose writes are counted, and perhaps fail. */
function counted(kept: Map<string, string>, onWrite: () => void): Map<string, string> {
  return new Proxy(kept, {
    get(target, key) {
      if (key !== 'set') {
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      return (name: string, text: string) => {
        onWrite();
        return target.set(name, text);
      };
    },
  });
}
