/** The same service on each kind of provider, by the real client of each: what is counted, what is tried again, and what is never logged. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SCRIPTED_DOCUMENTS } from '../support/scripted-documents.ts';
import { startScriptedModel, type ScriptedModel, type ScriptedRequest } from '../support/scripted-model.ts';
import { expectJson, makeDocument, readAllEvents, startOctavo, stopOctavo, type DocumentJson, type Running } from '../support/service.ts';

const isWriting = ({ structured }: ScriptedRequest): boolean => !structured;

for (const [provider, protocol] of [
  ['anthropic', 'anthropic'],
  ['openai', 'responses'],
  ['openai-compatible', 'openai'],
] as const) {
  describe(`a service on ${provider}`, () => {
    let model: ScriptedModel;
    let octavo: Running;
    before(async () => {
      model = await startScriptedModel(SCRIPTED_DOCUMENTS);
      octavo = await startOctavo({
        environment: {
          OCTAVO_LOG: 'debug',
          OCTAVO_MODEL: `${provider}:writer`,
          OCTAVO_MODEL_SMALL: `${provider}:sorter`,
          OCTAVO_MODEL_BASE_URL: model.url,
          OCTAVO_MODEL_API_KEY: 'scripted',
        },
      });
    });
    after(async () => {
      await stopOctavo(octavo);
      await model.close();
    });
    const textOf = async ({ id }: DocumentJson): Promise<string> =>
      (await readAllEvents(octavo, id))
        .filter(({ type }) => type === 'content.block_delta')
        .map(({ data }) => String(data['text']))
        .join('');
    const write = (prompt: string): Promise<DocumentJson> => makeDocument(octavo, { prompt, format: 'pdf' });

    test('a document: the small model sorts, the main one writes, and tokens are counted in the report and in /metrics', async () => {
      const document = await write('Write a memo on the zebra review');
      assert.deepEqual([document.error, document.versions.model], [null, `${provider}:writer`]);
      assert.deepEqual(
        model.requests.map((request) => [request.protocol, request.model, request.structured, request.stream]),
        [
          [protocol, 'sorter', true, false],
          [protocol, 'writer', false, true],
        ],
      );
      const { model: told } = await expectJson<{ model: { input_tokens: number; output_tokens: number } }>(
        await octavo.call(`/documents/${document.id}/report`),
      );
      assert.ok(told.input_tokens > 1_000 && told.output_tokens > 50, JSON.stringify(told));
      const metrics = await (await fetch(`${octavo.root}/metrics`)).text();
      const counted = (direction: string): number =>
        [...metrics.matchAll(new RegExp(`^octavo_model_tokens_total\\{[^}]*direction="${direction}"[^}]*\\} (\\d+)$`, 'gm'))].reduce(
          (sum, [, count]) => sum + Number(count),
          0,
        );
      assert.deepEqual(
        [counted('input'), counted('output')],
        [told.input_tokens, told.output_tokens],
        metrics
          .split('\n')
          .filter((line) => line.startsWith('octavo_model'))
          .join('\n'),
      );
    });

    test('overload, a fault, a cut before the first word and one in the middle: the document is written all the same', async () => {
      model.add(
        { match: isWriting, times: 1, answer: { status: 429, headers: { 'retry-after': '0.05' } } },
        { match: isWriting, times: 1, answer: { status: 500 } },
        { match: isWriting, times: 1, answer: { text: 'lost', cutAfter: 0 } },
        { match: isWriting, times: 1, answer: { text: `# Halves\n\nThe first half and${' '.repeat(60)}`, cutAfter: 40, pieceChars: 10 } },
        { match: isWriting, times: 1, answer: { text: 'the second half.\n' } },
      );
      const document = await write('Write a memo in halves');
      assert.equal(document.error, null);
      assert.match(await textOf(document), /The first half and\s+the second half\./);
    });

    test('a document waits for a provider that is away, in planning and in writing, and goes on when it is back', async () => {
      model.add({ match: ({ structured, prompt }) => structured && /lemurs/.test(prompt), times: 8, answer: { status: 503 } });
      model.add({ match: isWriting, times: 4, answer: { status: 529 } });
      const document = await write('Write a memo on the lemurs');
      assert.equal(document.error, null);
      const events = await readAllEvents(octavo, document.id);
      assert.deepEqual(
        events.filter(({ type }) => type === 'document.started').map(({ data }) => data['attempt']),
        [1, 2, 3],
      );
      assert.equal(events.filter(({ type }) => type === 'style.resolved').length, 1);
    });

    test('an answer that is cut by its length is gone on from once, and where that is cut too the report says so', async () => {
      model.add(...['one, ', 'two, '].map((text) => ({ match: isWriting, times: 1, answer: { text: `${text}`, end: 'length' as const } })));
      const document = await write('Write a memo that is long');
      assert.deepEqual([document.error, document.status], [null, 'ready_with_warnings']);
      assert.match(await textOf(document), /one, two,/);
      assert.match(await (await octavo.call(`/documents/${document.id}/report`)).text(), /"text_cut"/);
    });

    test('a refusal is generation_blocked; a wrong key is processing_failed, reported at once', async () => {
      model.add({ match: isWriting, times: 1, answer: { text: '', end: 'refusal' } });
      assert.equal((await write('Write a memo that is refused')).error?.code, 'generation_blocked');
      for (const status of [401, 403]) {
        model.add({ match: () => true, times: 1, answer: { status } });
        const before = model.requests.length;
        const { error } = await write('Write a memo with the wrong key');
        assert.equal(error?.code, 'processing_failed');
        assert.match(error?.message ?? '', /operator of this service has to check/);
        assert.equal(model.requests.length - before, 1);
      }
    });

    test('nothing of a prompt, of an answer or of the key is logged, whatever goes wrong', async () => {
      model.add({ match: isWriting, times: 1, answer: { status: 400 } });
      const { error } = await write('Write a memo on the ocelot plan');
      assert.match(error?.message ?? '', /did not take the call \(400\)/);
      const log = octavo.output();
      assert.match(log, /fails for want of a model/);
      assert.match(log, /a document waits/);
      assert.equal(/zebra|ocelot|halves|weekly review|Kind of document|Bearer|"scripted"/.test(log), false, log.slice(-2_000));
    });
  });
}
