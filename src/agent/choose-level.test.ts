import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLevel, chooseRoute, knownBeforehand, levelOfContent, type LevelInput } from './choose-level.ts';

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
/** @param wanted the level that the reason names where none is made by an agent */
const check = (input: Partial<LevelInput>, wanted: string, reason: RegExp): void => {
  const chosen = chooseLevel({ ...PLAIN, ...input });
  assert.equal(chosen.level, 'fast', chosen.reason);
  assert.equal(/the (\w+) level needs an agent/.exec(chosen.reason)?.[1] ?? 'fast', wanted, chosen.reason);
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
  check({ maxQuality: 'standard', format: 'pptx', sheetFormulas: true }, 'standard', /max_quality allows standard at most;/);
  check({ maxQuality: 'best' }, 'fast', /Nothing/);
});

test('no document is made or charged above fast without an agent, whatever was asked for', () => {
  for (const level of ['standard', 'best'] as const) {
    for (const quality of [chooseLevel({ ...PLAIN, requested: level }), levelOfContent(level), knownBeforehand(level)?.quality]) {
      assert.deepEqual([quality?.requested, quality?.level], [level, 'fast']);
      assert.match(quality?.reason ?? '', /made and charged as fast\.$/);
    }
    assert.equal(chooseRoute(level).path, 'fast');
  }
  assert.equal(knownBeforehand('auto')?.quality.level, 'fast');
  assert.doesNotMatch(levelOfContent('auto').reason, /agent/);
});
