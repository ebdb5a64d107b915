import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Model, ModelCall } from '../ports/model.ts';
import { applyRevision, divideParts, reviseDocument, worthRevising } from './revise-document.ts';
import { rangeOf } from './requirements.ts';

const TEXT =
  '# Title\n\nFirst.\n\n```\n# no part\n```\n\n## One\n\n:::callout{kind=note}\n## no part\n:::\n\n## Two\n\nSecond.\n\n:::clause{title=A}\n::::clause\nx\n::::\n:::\n\n:::clause{title=B}\ny\n:::\n';

test('parts begin at titles, sections, slides, sheets and clauses; joined they are the text', () => {
  const parts = divideParts(TEXT);
  assert.equal(parts.join(''), TEXT);
  assert.deepEqual(
    parts.map((part) => part.split('\n', 1)[0]),
    ['# Title', '## One', '## Two', ':::clause{title=A}', ':::clause{title=B}'],
  );
  const deck = '::slide{layout=title}\n\n# A\n\n::slide{layout=bullets}\n\n# B\n\n- c\n';
  assert.equal(divideParts(deck).length, 2);
});

test('parts are replaced, added and removed; the rest stays', () => {
  const revised = applyRevision(TEXT, 'Sure.\n@@ 2\n## Uno\n\n@@ after 3\n## New\n\nN\n@@ remove 5\n@@ after 0\nBefore\n');
  assert.deepEqual(
    divideParts(revised ?? '').map((part) => part.split('\n', 1)[0]),
    ['Before', '# Title', '## Uno', '## Two', '## New', ':::clause{title=A}'],
  );
});

test('an answer in no form, or about parts that are not there, changes nothing', () => {
  assert.equal(applyRevision(TEXT, '# A whole new document\n\nText'), null);
  assert.equal(applyRevision(TEXT, '@@ 99\nText'), null);
});

function answering(text: string, reason: 'finished' | 'length' = 'finished'): { model: Model; calls: ModelCall[] } {
  const calls: ModelCall[] = [];
  const model: Model = {
    names: { main: 'm', small: 's' },
    async *write(call) {
      calls.push(call);
      yield { kind: 'text', text };
      yield { kind: 'end', reason, usage: { inputTokens: 1, outputTokens: 2 } };
    },
    turn: () => assert.fail('not asked'),
    answer: () => Promise.reject(new Error('not asked')),
  };
  return { model, calls };
}

const INPUT = {
  plan: {
    format: 'docx' as const,
    type: 'report' as const,
    genre: undefined,
    lang: 'en',
    pages: 1,
    requirements: [{ kind: 'length' as const, text: 'one page', names: [], length: rangeOf('pages', { max: 1 }) }],
  },
  prompt: 'A report of one page',
  name: null,
  pictures: [],
  material: '',
  written: '',
  today: '1 January 2026',
  markdown: TEXT,
  pages: 2,
  missed: [{ kind: 'length' as const, text: 'one page', status: 'not_met' as const, evidence: 'It has 2 pages.' }],
};
const signal = new AbortController().signal;

test('the writer learns what is missing as measured, with its own text and its parts, and notes are taken out', async () => {
  const { model, calls } = answering('@@ remove 3\n\n:::to-user\n- The second section had to go.\n:::\n');
  const { markdown, notes } = await reviseDocument(model, INPUT, signal);
  assert.doesNotMatch(markdown ?? '', /Second|to-user/);
  assert.deepEqual(notes, ['The second section had to go.']);
  const [first, own, last] = calls[0]?.messages ?? [];
  assert.match(first?.text ?? '', /Conditions of this request, checked on the finished document:\n1\. "one page": at most 1 page;/);
  assert.equal(own?.text, TEXT);
  assert.match(last?.text ?? '', /1\. "one page": It has 2 pages\. It has some \d+ words; bring it down to \d+ at most\.[^]*3: ## Two/);
});

test('an answer that was cut is not used', async () => {
  assert.equal((await reviseDocument(answering('@@ 1\n# T', 'length').model, INPUT, signal)).markdown, null);
});

test('only what words can change is worth another round', () => {
  const verdict = { text: 'x', evidence: '' };
  const checked = [
    { ...verdict, kind: 'look' as const, status: 'not_met' as const },
    { ...verdict, kind: 'part' as const, status: 'not_met' as const },
    { ...verdict, kind: 'chart' as const, status: 'met' as const },
    { ...verdict, kind: 'tone' as const, status: 'not_checked' as const },
  ];
  assert.deepEqual(
    worthRevising(checked).map(({ kind }) => kind),
    ['part'],
  );
});
