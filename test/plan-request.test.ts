import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createModel } from '../src/adapters/model.ts';
import { classified } from './support/scripted-documents.ts';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.ts';
import { lowerPlan, planRequest, type PlanInput, type RequestPlan } from '../src/agent/plan-request.ts';
import { guessRequirement } from './support/guess-requirement.ts';

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

test('a lower plan says why, and keeps the wish for a look', async () => {
  const plan0 = await plan(classified({ copies_look: 'other' }), { sources: 1 });
  assert.deepEqual([plan0.quality.level, plan0.look], ['best', { source: null }]);
  const best: RequestPlan = {
    ...plan0,
    quality: { requested: 'auto', level: 'best', reason: 'The request asks for the look of another file.' },
  };
  const fast = lowerPlan(best, 'fast');
  assert.equal(fast.quality.level, 'fast');
  assert.match(fast.quality.reason, /look of another file, and the balance covers fast at most\.$/);
});

test('what a request requires is typed, and lengths go to the layout as ranges', async () => {
  const { requirements, pages, genre } = await plan(
    classified({
      pages: 9,
      genre: 'invoice',
      requirements: [
        guessRequirement({ kind: 'part', words: 'with a section on risks', names: ['risks'] }),
        { ...guessRequirement({}), kind: 'nonsense' },
        'no jargon',
      ],
    }),
    { prompt: 'A report in Word of at most two pages with a section on risks, no jargon' },
  );
  assert.deepEqual(
    requirements.map(({ kind, text }) => [kind, text]),
    [
      ['length', 'at most two pages'],
      ['part', 'with a section on risks'],
      ['other', 'as asked'],
      ['other', 'no jargon'],
    ],
  );
  assert.deepEqual([requirements[0]?.length, pages, genre], [{ unit: 'pages', max: 2 }, 2, 'invoice']);
});
