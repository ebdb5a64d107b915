import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { generateText, streamText, tool } from 'ai';
import { z } from 'zod';
import { Refusal } from '../base/refusal.ts';
import { CallRefused, ModelAway, type ModelCall, type ModelEnd, type ModelTurn, type ModelUsage, type TurnPiece } from '../ports/model.ts';
import { startScriptedModel, type Fixture, type ScriptedModel } from '../../test/support/scripted-model.ts';
import { createModel, type ModelOptions } from './model.ts';
import { openProvider } from './model/providers.ts';

let server: ScriptedModel;
before(async () => {
  server = await startScriptedModel([{ match: /hello/, answer: { text: 'Good morning to you all.', pieceChars: 5 } }]);
});
after(() => server.close());

const call = (text: string, more: Partial<ModelCall> = {}): ModelCall => ({
  tier: 'main',
  instructions: 'You are scripted.',
  messages: [{ role: 'user', text }],
  outputTokensMax: 100,
  signal: new AbortController().signal,
  ...more,
});

for (const provider of ['openai-compatible', 'openai', 'anthropic']) {
  const open = (more: Partial<ModelOptions> = {}) =>
    createModel({ model: `${provider}:big`, small: `${provider}:little`, baseUrl: server.url, apiKey: 'k', backoffMs: 1, ...more });
  const read = async (
    prompt: string,
    more: Partial<ModelOptions> = {},
  ): Promise<{ text: string; pieces: number; end: ModelEnd | undefined; usage: ModelUsage | undefined }> => {
    let text = '';
    let pieces = 0;
    for await (const piece of open(more).write(call(prompt))) {
      if (piece.kind === 'end') return { text, pieces, end: piece.reason, usage: piece.usage };
      text += piece.text;
      pieces += 1;
    }
    return { text, pieces, end: undefined, usage: undefined };
  };
  const script = (fixture: Fixture): void => server.add(fixture);

  describe(provider, () => {
    test('text comes in pieces, with its tokens counted', async () => {
      const counted: ModelUsage[] = [];
      const { text, pieces, end, usage } = await read('hello', { onUsage: (_, told) => counted.push(told) });
      assert.equal(text, 'Good morning to you all.');
      assert.ok(pieces > 2);
      assert.equal(end, 'finished');
      assert.equal(usage?.outputTokens, 6);
      assert.ok((usage?.inputTokens ?? 0) > 0);
      assert.deepEqual(counted, [usage]);
    });

    test('overload and faults are tried again', async () => {
      script({ match: /hello/, times: 1, answer: { status: 429, headers: { 'retry-after': '0.01' } } });
      script({ match: /hello/, times: 2, answer: { status: 500 } });
      const before = server.requests.length;
      assert.equal((await read('hello')).end, 'finished');
      assert.equal(server.requests.length - before, 4);
    });

    test('a provider that stays away, one that does not take the call and an account that is used up are told apart', async () => {
      for (const status of [429, 500, 503, 529]) {
        script({ match: /hello/, times: 4, answer: { status } });
        await assert.rejects(read('hello'), (error) => error instanceof ModelAway && error.message.includes(String(status)));
      }
      await assert.rejects(read('hello', { baseUrl: 'http://127.0.0.1:9/v1' }), ModelAway);
      const before = server.requests.length;
      script({ match: /hello/, times: 1, answer: { status: 413 } });
      await assert.rejects(read('hello'), (error) => error instanceof CallRefused && error.statusCode === 413);
      for (const problem of [
        'You exceeded your current quota (insufficient_quota).',
        'Your credit balance is too low to access the API.',
      ]) {
        script({ match: /hello/, times: 1, answer: { status: 429, problem } });
        await assert.rejects(read('hello'), (error) => error instanceof Refusal && /account/.test(error.message));
      }
      assert.equal(server.requests.length - before, 3);
      const limit =
        'Rate limit reached. You exceeded your current quota, please check your plan and billing details at example.com/billing.';
      script({ match: /hello/, times: 1, answer: { status: 429, problem: limit, headers: { 'retry-after': '0.01' } } });
      assert.equal((await read('hello')).end, 'finished');
    });

    test('where the small model is away, the main one answers its questions', async () => {
      const asked = server.requests.length;
      script({ match: ({ model }) => model === 'little', times: 4, answer: { status: 503 } });
      script({ match: ({ model, structured }) => structured && model === 'big', times: 1, answer: { object: { kind: 'memo' } } });
      const counted: string[] = [];
      const { value } = await open({ onUsage: (tier) => counted.push(tier) }).answer(
        { ...call('which kind'), tier: 'small' },
        z.object({ kind: z.string() }),
      );
      assert.deepEqual(value, { kind: 'memo' });
      assert.deepEqual(
        server.requests.slice(asked).map(({ model }) => model),
        ['little', 'little', 'little', 'little', 'big'],
      );
      assert.deepEqual(counted, ['main']);
    });

    test('a provider is given the time that it asks for, in seconds, as a date or in its own way', async () => {
      const before = server.requests.length;
      const asked: Record<string, string>[] = [
        { 'retry-after': '0.01' },
        { 'retry-after-ms': '5' },
        { 'retry-after': new Date(Date.now() + 1_000).toUTCString() },
      ];
      for (const headers of asked) script({ match: /hello/, times: 1, answer: { status: 429, headers } });
      // by its own patience it would wait for an hour
      assert.equal((await read('hello', { backoffMs: 3_600_000 })).end, 'finished');
      assert.equal(server.requests.length - before, 4);
    });

    test('a fault that is reported within the stream is as a cut one', async () => {
      script({ match: /hello/, times: 1, answer: { text: 'lost', faultAfter: 0 } });
      assert.equal((await read('hello')).text, 'Good morning to you all.');
      script({ match: /fault me/, answer: { text: 'Half of it is lost', pieceChars: 5, faultAfter: 10 } });
      const { text, end } = await read('fault me');
      assert.deepEqual([text, end], ['Half of it', 'broken']);
    });

    test('the part that is the same in all calls comes first, letter for letter, and is marked to be kept where that is needed', async () => {
      await read('hello, one');
      await read('hello, another');
      const [one, another] = server.requests.slice(-2).map(({ body }) => body);
      const head = (body: Record<string, unknown> | undefined): unknown =>
        provider === 'anthropic' ? body?.['system'] : [body?.['messages'] ?? body?.['input']].flat()[0];
      assert.deepEqual(head(one), head(another));
      assert.match(JSON.stringify(head(one)), /You are scripted/);
      if (provider === 'anthropic') assert.match(JSON.stringify(head(one)), /"cache_control":\{"type":"ephemeral"\}/);
      if (provider === 'openai') assert.equal(one?.['store'], false);
    });

    test('tools are called, whole and in a stream', async () => {
      script({ match: /call it/, answer: { text: 'I look it up.', calls: [{ name: 'look_up', input: { page: 3 } }] } });
      const tools = { look_up: tool({ description: 'Looks up.', inputSchema: z.object({ page: z.number() }) }) };
      const model = openProvider(`${provider}:big`, { baseUrl: server.url, apiKey: 'k' });
      const whole = await generateText({ model, prompt: 'call it', tools });
      const streamed = streamText({ model, prompt: 'call it', tools });
      for (const [text, calls, reason] of [
        [whole.text, whole.toolCalls, whole.finishReason],
        [await streamed.text, await streamed.toolCalls, await streamed.finishReason],
      ] as const) {
        assert.equal(text, 'I look it up.');
        assert.deepEqual(
          calls.map(({ toolName, input }) => [toolName, input]),
          [['look_up', { page: 3 }]],
        );
        assert.equal(reason, 'tool-calls');
      }
      assert.deepEqual(server.requests.at(-1)?.tools, ['look_up']);
    });

    const turnOf = (text: string, more: Partial<ModelTurn> = {}): ModelTurn => ({
      ...call(text),
      tools: [{ name: 'look_up', description: 'Looks up.', input: z.object({ page: z.number() }) }],
      ...more,
    });
    const readTurn = async (turn: ModelTurn): Promise<TurnPiece[]> => {
      const pieces: TurnPiece[] = [];
      for await (const piece of open().turn(turn)) pieces.push(piece);
      return pieces;
    };

    test('a turn gives text and calls of tools, and goes on with their results and with pictures', async () => {
      script({ match: /turn to it/, times: 1, answer: { text: 'I look it up.', calls: [{ name: 'look_up', input: { page: 3 } }] } });
      const pieces = await readTurn(turnOf('turn to it'));
      const calls = pieces.flatMap((piece) => (piece.kind === 'call' ? [piece.call] : []));
      assert.equal(pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(''), 'I look it up.');
      assert.deepEqual(
        calls.map(({ name, input }) => [name, input]),
        [['look_up', { page: 3 }]],
      );
      const end = pieces.at(-1);
      assert.ok(end?.kind === 'end' && end.reason === 'finished' && !end.blind && end.usage.outputTokens > 0);
      script({ match: /page three says green/, times: 1, answer: { text: 'Green.' } });
      const png = Buffer.from('89504e470d0a1a0a', 'hex');
      const more = await readTurn(
        turnOf('', {
          messages: [
            { role: 'user', text: 'turn to it' },
            { role: 'assistant', text: 'I look it up.', calls },
            { role: 'tool', results: calls.map(({ id, name }) => ({ id, name, text: 'page three says green' })) },
            { role: 'user', text: 'Here it is.', pictures: [{ contentType: 'image/png', data: png }] },
          ],
        }),
      );
      assert.equal(more.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(''), 'Green.');
      assert.equal(server.requests.at(-1)?.pictures, 1);
    });

    test('a call that keeps to no schema, or names no tool, is given back as it is', async () => {
      script({
        match: /nonsense/,
        answer: {
          calls: [
            { name: 'look_up', input: { page: 'three' } },
            { name: 'fly', input: {} },
          ],
        },
      });
      const calls = (await readTurn(turnOf('nonsense'))).flatMap((piece) => (piece.kind === 'call' ? [piece.call] : []));
      assert.deepEqual(
        calls.map(({ name }) => name),
        ['look_up', 'fly'],
      );
    });

    test('a model that takes no pictures is asked without them, and the end says so', async () => {
      script({ match: /with a picture/, answer: { text: 'I see nothing.' } });
      script({
        match: (request) => request.pictures > 0,
        times: 1,
        answer: { status: 400, problem: 'this model does not support image input' },
      });
      const png = Buffer.from('89504e470d0a1a0a', 'hex');
      const messages = [{ role: 'user' as const, text: 'with a picture', pictures: [{ contentType: 'image/png' as const, data: png }] }];
      const end = (await readTurn(turnOf('', { messages }))).at(-1);
      assert.ok(end?.kind === 'end' && end.blind);
      assert.match(server.requests.at(-1)?.conversation ?? '', /cannot see/);
    });

    test('a provider that stays at fault ends in an error that repeats nothing of the prompt', async () => {
      script({ match: /broken for good/, answer: { status: 503 } });
      await assert.rejects(
        read('broken for good'),
        (error: unknown) => error instanceof Error && /503/.test(error.message) && !/good/.test(error.message),
      );
    });

    test('a refused key is reported at once', async () => {
      script({ match: /wrong key/, answer: { status: 401 } });
      const before = server.requests.length;
      await assert.rejects(read('wrong key'), (error: unknown) => error instanceof Refusal && error.code === 'processing_failed');
      assert.equal(server.requests.length - before, 1);
    });

    test('a stream cut before its first text is tried again; cut later, it ends as broken', async () => {
      script({ match: /hello/, times: 1, answer: { text: 'lost', cutAfter: 0 } });
      assert.equal((await read('hello')).text, 'Good morning to you all.');
      script({ match: /cut me/, answer: { text: 'Half of it is lost', pieceChars: 5, cutAfter: 10 } });
      const { text, end } = await read('cut me');
      assert.deepEqual([text, end], ['Half of it', 'broken']);
    });

    test('an answer at its limit and a refusal say so', async () => {
      script({ match: /too long/, answer: { text: 'So much', end: 'length' } });
      assert.equal((await read('too long')).end, 'length');
      script({ match: /wicked/, answer: { text: '', end: 'refusal' } });
      assert.equal((await read('wicked')).end, 'refused');
    });

    test('a call that goes on giving tokens outlives the longest silence; one that falls silent ends as broken', async () => {
      script({ match: /in no hurry/, answer: { text: 'One word and another one', pieceChars: 2, delayMs: 100 } });
      assert.equal((await read('in no hurry', { silenceMs: 1_000 })).end, 'finished');
      script({ match: /fall silent/, answer: { text: 'Half of it is lost', pieceChars: 5, silentAfter: 10 } });
      const { text, end } = await read('fall silent', { silenceMs: 200 });
      assert.deepEqual([text, end], ['Half of it', 'broken']);
    });

    test('silence is ended and tried again', async () => {
      script({ match: /hello/, times: 1, answer: { silent: true } });
      assert.equal((await read('hello', { silenceMs: 200 })).end, 'finished');
    });

    test('an answer in a given form, from the small model', async () => {
      const schema = z.object({ colour: z.string() });
      script({ match: /what colour/, times: 1, answer: { object: { colour: 'green' } } });
      const { value } = await open().answer(call('what colour', { tier: 'small' }), schema);
      assert.deepEqual(value, { colour: 'green' });
      assert.equal(server.requests.at(-1)?.model, 'little');
      assert.equal(server.requests.at(-1)?.structured, true);
      script({ match: /what colour/, times: 1, answer: { object: { shade: 1 } } });
      assert.equal((await open().answer(call('what colour'), schema)).value, null);
    });

    test('a model that keeps to the form only nearly, or knows no forms, is understood', async () => {
      const schema = z.object({ colour: z.string(), depth: z.number() });
      const lenient = z.object({ colour: z.string().catch('none'), depth: z.coerce.number() });
      script({ match: /which shade/, times: 1, answer: { object: { colour: 7, depth: '3' } } });
      assert.deepEqual((await open().answer(call('which shade'), schema, lenient)).value, { colour: 'none', depth: 3 });
      const before = server.requests.length;
      script({
        match: (request) => !request.structured && /which shade/.test(request.prompt),
        times: 1,
        answer: { text: 'Here it is:\n```json\n{"colour": "green", "depth": 2}\n```' },
      });
      script({
        match: (request) => request.structured && /which shade/.test(request.prompt),
        times: 1,
        answer: { status: 400, problem: 'response_format json_schema is not supported' },
      });
      assert.deepEqual((await open().answer(call('which shade'), schema)).value, { colour: 'green', depth: 2 });
      assert.equal(server.requests.length - before, 2);
      assert.match(server.requests.at(-1)?.system ?? '', /one JSON object of this schema[^]*"depth"/);
    });

    test('a provider that takes no answer so long is asked for a shorter one', async () => {
      const limitOf = (body: Record<string, unknown>): unknown => body['max_tokens'] ?? body['max_output_tokens'];
      script({
        match: (request) => /hello/.test(request.prompt) && Number(limitOf(request.body)) > 8_000,
        answer: { status: 400, problem: 'max_tokens is too large: at most 8192 output tokens' },
      });
      for await (const piece of open().write(call('hello', { outputTokensMax: 30_000 })))
        if (piece.kind === 'end') assert.equal(piece.reason, 'finished');
      assert.deepEqual(
        server.requests.slice(-3).map(({ body }) => limitOf(body)),
        [30_000, 15_000, 7_500],
      );
    });

    test('pictures go along', async () => {
      const png = Buffer.from('89504e470d0a1a0a', 'hex');
      const messages = [{ role: 'user' as const, text: 'hello', pictures: [{ contentType: 'image/png' as const, data: png }] }];
      for await (const piece of open().write(call('', { messages }))) if (piece.kind === 'end') assert.equal(piece.reason, 'finished');
      assert.equal(server.requests.at(-1)?.pictures, 1);
    });

    test('a call that is canceled ends with the reason of its signal', async () => {
      script({ match: /slowly/, answer: { text: 'one two three four', pieceChars: 3, delayMs: 20 } });
      const abort = new AbortController();
      const reading = async (): Promise<void> => {
        for await (const piece of open().write(call('slowly', { signal: abort.signal })))
          if (piece.kind === 'text') abort.abort(new Error('nobody wants it'));
      };
      await assert.rejects(reading(), /nobody wants it/);
      while (server.requests.at(-1)?.aborted !== true) await new Promise((resolve) => setTimeout(resolve, 5));
    });
  });
}
