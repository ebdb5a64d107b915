/** The examples that a model is shown are those that its task calls for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseCanvases } from './canvas-examples.ts';
import { examplesFor, type DesignPlan } from './plan-design.ts';

const SHOWN = 6;
const chosen = (wanted: string): string[] => chooseCanvases(wanted, SHOWN).map(({ name }) => name);

const REQUESTS: readonly [request: string, expected: readonly string[]][] = [
  [
    'A deck for the board on the results of the third quarter, with our key figures and what we ask them to decide',
    ['Dashboard', 'Closing', 'Cover'],
  ],
  ['Pitch deck for investors: problem, team, pricing, competitors and the ask', ['Team', 'Pricing', 'Comparison', 'Closing']],
  ['Explain in eight slides how our claims process works, step by step', ['Process']],
  ['A SWOT of the new branch and our priorities', ['Matrix']],
  ['Show how many applicants we lose on the way, from lead to contract', ['Funnel']],
  ['The new organisational structure after the merger, with reporting lines', ['Organisation chart']],
  ['Roadmap 2027 for the app, with milestones for each quarter', ['Roadmap']],
  ['Compare three suppliers of ovens and recommend one', ['Comparison']],
  ['Before and after: how the warehouse looked and looks now', ['Two answers side by side']],
  ['A deck with testimonials from five customers', ['Quotation']],
  ['One slide: we have halved our energy use', ['One number']],
  ['Introduce our team of six to a new client', ['Team']],
  ['Our membership packages and what each costs', ['Pricing']],
  ['Ten rules for safe work with ladders, with icons', ['Icons and points']],
  ['The history of our co-operative since 1923', ['Timeline']],
  ['A certificate for those who finished the first aid course', ['Certificate']],
  ['An invitation to our summer festival on 12 June', ['Flyer']],
  ['My CV for a post as a nurse, with a side bar', ['Curriculum vitae with a side bar']],
  ['Presentación para el comité: resultados del trimestre, riesgos y la decisión que pedimos', ['Dashboard', 'Matrix', 'Closing']],
  ['Una hoja de ruta para 2027 con hitos y presupuesto', ['Roadmap', 'Closing']],
];

test('of twenty requests, each is shown the examples that it calls for', () => {
  for (const [request, expected] of REQUESTS) {
    const names = chosen(request);
    assert.equal(names.length, SHOWN);
    assert.deepEqual(
      expected.filter((name) => !names.includes(name)),
      [],
      `${request}: ${names.join(', ')}`,
    );
  }
});

test('what a plan names as the form of its parts comes before what its words call for', () => {
  const part = (form: string, title: string): DesignPlan['parts'][number] => ({
    form,
    title,
    says: '',
    shows: '',
    notes: '',
  });
  const plan = {
    purpose: '',
    reader: '',
    story: '',
    design: '',
    look: '',
    parts: [
      part('canvas: cover', 'Results of a year with many steps, options, risks and prices'),
      part('canvas: timeline', 'The team compared its options'),
      part('canvas: funnel', 'Prices and packages'),
      part('canvas: closing', 'Risks and priorities'),
    ],
  };
  const shown = [...examplesFor(plan, '').matchAll(/:::canvas\{alt="([^"]+)"/g)].map(([, name]) => name);
  assert.equal(shown.length, SHOWN);
  for (const name of ['Cover', 'Timeline', 'Funnel', 'Closing']) assert.ok(shown.slice(0, 4).includes(name), shown.join(', '));
});
