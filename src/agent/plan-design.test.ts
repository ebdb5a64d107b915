/** What the plan of a document hands to those who write its parts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDesign } from '../document/design.ts';
import { readMarkdown } from '../readers/markdown.ts';
import { describePlan, designOfPlan } from './plan-design.ts';
import { designPlanInstructions } from './prompt-files.ts';

const PLAN = {
  purpose: 'They decide.',
  reader: 'A board.',
  story: 'What is so, what to do.',
  design: 'Dark, one colour.',
  parts: [{ title: 'Half of it can go', says: 'Half', shows: 'a figure', form: 'canvas: cover', notes: '' }],
};

test('writers who work at the same time are given the design, its components and its rules', () => {
  const look = JSON.stringify({
    palette: { accent: '#B4532A' },
    components: { 'x-page': '<div class="page"><h1>{title}</h1><slot></slot></div>' },
    canvases: { css: '.page { flex: 1; padding: 56px }' },
  });
  const text = describePlan({ ...PLAN, look });
  assert.match(text, /"accent":"#B4532A"/);
  assert.match(text, /x-page:\n<div class="page"><h1>\{title\}<\/h1><slot><\/slot><\/div>/);
  assert.match(text, /^\.page \{ flex: 1; padding: 56px \}$/m);
  assert.doesNotMatch(describePlan({ ...PLAN, look: '' }), /design object|components/);
});

test('the design that the instructions show as an example holds, and its components are drawn', () => {
  const [, example = ''] = /^ {2}(\{"palette".*\})$/m.exec(designPlanInstructions()) ?? [];
  const { design, problems } = readDesign(example);
  assert.deepEqual(problems, []);
  assert.deepEqual(Object.keys(design?.components ?? {}), ['x-page', 'x-stat']);
  assert.deepEqual(designOfPlan({ ...PLAN, look: example }), design);
  const { notes } = readMarkdown(
    `---\ndesign: ${example}\n---\n\n::slide\n\n:::canvas\n<x-page kicker="Why" title="Half of it can go" source="Counted"><x-stat value="4.1" label="days"/></x-page>\n:::\n`,
    { pictures: 0, deck: true },
  );
  assert.deepEqual(notes, []);
});
