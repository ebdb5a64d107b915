import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLevel, chooseRoute, knownBeforehand, levelOfContent, NO_BROWSER, withoutAgent, type LevelInput } from './choose-level.ts';

const PLAIN: LevelInput = {
  requested: 'auto',
  maxQuality: undefined,
  format: 'docx',
  type: 'report',
  pages: null,
  sources: 0,
  charts: false,
  sheetFormulas: false,
  comments: false,
  explicitDesign: false,
  quick: false,
  copiesLook: 'none',
};
const check = (input: Partial<LevelInput>, wanted: string, reason: RegExp): void => {
  const chosen = chooseLevel({ ...PLAIN, ...input }, 'create');
  assert.equal(chosen.level, wanted, chosen.reason);
  assert.match(chosen.reason, reason);
};

test('points choose the level, and the reason says which', () => {
  check({}, 'fast', /Nothing asked for/);
  check({ charts: true }, 'standard', /charts/);
  check({ format: 'pptx', charts: true, pages: 7 }, 'best', /a deck, charts, more than six pages/);
  check({ pages: 6 }, 'fast', /Nothing/);
  check({ format: 'pptx', quick: true }, 'fast', /a deck, something quick/);
  check({ type: 'memo', charts: true }, 'fast', /charts, a memo/);
  check({ sources: 3 }, 'standard', /three or more sources/);
  check({ copiesLook: 'other', quick: true }, 'best', /look of another file/);
});

test('what is asked for explicitly is taken, and max_quality caps what is chosen', () => {
  check({ requested: 'best', quick: true }, 'best', /Best was asked for/);
  check({ maxQuality: 'standard', format: 'pptx', sheetFormulas: true }, 'standard', /max_quality allows standard at most\./);
  check({ maxQuality: 'best' }, 'fast', /Nothing/);
});

test('an agent makes what is asked for above fast, of a prompt and of supplied text, and the route says so', () => {
  for (const level of ['standard', 'best'] as const) {
    for (const quality of [
      chooseLevel({ ...PLAIN, requested: level }, 'create'),
      levelOfContent({ requested: level }),
      knownBeforehand(level)?.quality,
    ])
      assert.deepEqual([quality?.requested, quality?.level], [level, level]);
    assert.equal(chooseRoute(level, 'create').path, 'agent');
    assert.match(chooseRoute(level, 'content').reason, /without changing its words/);
    assert.equal(knownBeforehand(level)?.route.path, 'agent');
  }
  assert.equal(knownBeforehand('auto'), null, 'only the model can tell');
  assert.equal(chooseRoute('fast', 'create').path, 'fast');
  assert.doesNotMatch(levelOfContent({ requested: 'auto' }).reason, /agent/);
});

test('where the model could not be an agent, the document is charged as what it is', () => {
  const told = withoutAgent(chooseLevel({ ...PLAIN, requested: 'best' }, 'create'));
  assert.deepEqual([told.requested, told.level], ['best', 'fast']);
  assert.match(told.reason, /could not work as the agent of the best level.*made and charged as fast\.$/);
});

test('an agent makes web pages at the levels that have one, and says why where it cannot', () => {
  for (const quality of [
    levelOfContent({ requested: 'best', work: 'page' }),
    knownBeforehand('best', 'artifact')?.quality,
    chooseLevel({ ...PLAIN, requested: 'best' }, 'page'),
  ])
    assert.deepEqual([quality?.requested, quality?.level], ['best', 'best']);
  assert.match(chooseRoute('standard', 'page').reason, /in a browser/);
  const blind = withoutAgent(chooseLevel({ ...PLAIN, requested: 'best' }, 'page'), NO_BROWSER);
  assert.deepEqual([blind.level, /no browser.*made and charged as fast\.$/.test(blind.reason)], ['fast', true]);
});
