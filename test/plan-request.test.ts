import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createModel } from '../src/adapters/model.ts';
import { classified } from './support/scripted-documents.ts';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.ts';
import { lowerPlan, planRequest, type PlanInput, type RequestPlan } from '../src/agent/plan-request.ts';

let server: ScriptedModel;
before(async () => {
  server = await startScriptedModel([]);
});
after(() => server.close());

const signal = new AbortController().signal;
const PLAIN: PlanInput = { prompt: 'Something on bees', format: null, styleWords: '', quality: 'auto', maxQuality: undefined, sources: 0 };

function plan(answer: object, input: Partial<PlanInput> = {}): Promise<RequestPlan> {
  server.add({ match: /./, times: 1, answer: { object: answer } });
  return planRequest(createModel({ model: 'openai-compatible:m', baseUrl: server.url, backoffMs: 1 }), { ...PLAIN, ...input }, signal);
}

test('the model decides what no word does, and is overruled by words beyond doubt and by what is explicit', async () => {
  assert.deepEqual([(await plan(classified({ format: 'pptx', format_confidence: 0.9 }))).format], ['pptx']);
  const worded = await plan(classified({ format: 'pptx', format_confidence: 0.9, pages: 12 }), { prompt: 'A two-page memo in Word' });
  assert.deepEqual([worded.format, worded.pages], ['docx', 2]);
  assert.equal((await plan(classified({ format: 'docx' }), { prompt: 'A memo in Word', format: 'pdf' })).format, 'pdf');
  await assert.rejects(plan(classified({ format_confidence: 0.59 })), { code: 'format_unclear' });
  assert.equal((await plan(classified({ format_confidence: 0.6 }))).format, 'docx');
});

test('an answer that is wrong in a field counts in the others', async () => {
  const { lang, pages, style, type } = await plan({
    ...classified({ language: 'Spanish', pages: 'three', type: 'novella', format_confidence: '0.9' }),
    style: { font: 'Lato', font_size: 'large', page_numbers: false },
    unsupported: 'none',
  });
  assert.deepEqual([lang, pages, style.font, style.font_size, style.page_numbers, type], ['es', null, 'Lato', undefined, false, 'report']);
});

test('an answer of nonsense leaves it to the words', async () => {
  assert.deepEqual([(await plan({ nonsense: true }, { prompt: 'Una carta a Hacienda' })).type], ['letter']);
  await assert.rejects(plan({ nonsense: true }), { code: 'format_unclear' });
});

test('a lower plan says why, and what is not copied at its level', async () => {
  const best = await plan(classified({ copies_look: 'other' }), { sources: 1 });
  assert.deepEqual([best.quality.level, best.notCopied.length], ['best', 1]);
  const fast = lowerPlan(best, 'fast');
  assert.equal(fast.quality.level, 'fast');
  assert.match(fast.quality.reason, /look of another file, and the balance covers fast at most\.$/);
  assert.match(fast.notCopied[0]?.reason ?? '', /At the fast level/);
  assert.doesNotMatch(fast.route.reason, /agent/);
});
