import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMeasured } from '../base/text-metrics.ts';
import { resolveLook } from './look.ts';
import { PALETTES } from './palette.ts';
import { chooseTheme, PAIRINGS, subjectOf } from './theme-choice.ts';

test('the subject is read from the words, in English and Spanish', () => {
  const of = (title: string): string | undefined => subjectOf({ title, text: '' });
  assert.deepEqual(
    [
      of('Warehouse safety briefing: hazards and evacuation'),
      of('Plan de movilidad urbana de la ciudad'),
      of('Q3 budget forecast'),
      of('How volcanoes and rivers shape the planet'),
      of('Curso de formación para profesores'),
      of('Zqx'),
    ],
    ['safety', 'city', 'finance', 'nature', 'education', undefined],
  );
});

test('documents on different subjects differ; those of one organisation share palette and faces', () => {
  const titles = [
    'Safety briefing',
    'Wine menu',
    'Solar energy plan',
    'Museum programme',
    'Software release',
    'Hospital survey',
    'City plan',
  ];
  const palettes = titles.map((title) => chooseTheme({ title, text: '' }).palette.name);
  assert.ok(new Set(palettes).size >= 5, palettes.join());
  const family = titles.map((title) => chooseTheme({ title, organization: 'Alder & Finch', text: '' }));
  assert.equal(new Set(family.map(({ palette, pairing }) => `${palette.name} ${pairing.name}`)).size, 1);
  assert.ok(new Set(family.map(({ art }) => art)).size > 2);
});

test('what is chosen can be measured, and there is enough to choose from', () => {
  assert.ok(Object.keys(PALETTES).length >= 8 && Object.keys(PAIRINGS).length >= 5);
  for (const { display, text } of Object.values(PAIRINGS)) assert.ok(isMeasured({ name: display }) && isMeasured({ name: text }));
});

test('a style that was asked for wins over the choice', () => {
  const choice = chooseTheme({ title: 'Wine menu', text: '' });
  const colors = { title: '7F1D1D', headings: '7F1D1D', text: '252E38', accent: 'B91C1C' };
  const look = resolveLook('presentation', { font: 'Verdana', colors }, choice);
  assert.deepEqual([look.faces.text, look.faces.display, look.palette.accent], ['Verdana', 'Verdana', 'B91C1C']);
  assert.equal(resolveLook('contract', {}, choice).palette, PALETTES.ink);
});
