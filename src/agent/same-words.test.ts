import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyWordsDiffer } from './same-words.ts';

const OPTIONS = { pictures: 1, deck: true };
const differ = (before: string, after: string): string | undefined => whyWordsDiffer(before, after, OPTIONS);

test('words in another setting are the same words', () => {
  const canvas = (body: string): string => `::slide\n\n:::canvas{alt="Any"}\n${body}\n:::\n`;
  const given = '::slide\n\n# Half of it can go\n\n- Saved **€1.2m**\n- Stops −52%\n\n> We knew first.\n>\n> — Ana Ruiz\n';
  const designed = canvas(
    '<div style="padding:64px"><h1>Half of it can go</h1><p>Saved <strong>€1.2m</strong></p><p>Stops −52%</p><p>We knew first.</p><p>Ana Ruiz</p></div>',
  );
  assert.equal(differ(given, designed), undefined);
  assert.equal(
    differ(
      '| Q | Sales |\n|---|--:|\n| Q1 | 3.1 |\n| Q2 | 3.8 |\n',
      canvas(
        '<x-chart type="column"><table><tr><th>Q</th><th>Sales</th></tr><tr><td>Q1</td><td>3.1</td></tr><tr><td>Q2</td><td>3.8</td></tr></table></x-chart>',
      ),
    ),
    undefined,
  );
  assert.equal(differ('# A\n\nText', '# *A*\n\n:::callout{kind=key}\nText\n:::'), undefined);
});

test('any word, figure, sign, order, link or picture that differs is named', () => {
  const given = '# Plan\n\nIt costs €1,250 and saves -5 % by [May](https://example.com). ![Pump](img:1)\n';
  for (const [from, to] of [
    ['costs', 'cost'],
    ['1,250', '1.250'],
    ['1,250', '1,205'],
    ['€1,250', '1,250'],
    ['-5', '5'],
    ['-5 %', '-5'],
    ['saves -5 % by', 'by saves -5 %'],
    ['It costs', 'It now costs'],
    [' by [May]', ' by [ ]'],
  ] as const)
    assert.match(differ(given, given.replace(from, to)) ?? '', /no longer those that were given/, `${from} as ${to}`);
  assert.match(differ(given, given.replace('(https://example.com)', '(https://example.org)')) ?? '', /links, pictures or footnotes/);
  assert.match(differ(`${given}\n\n![Pump](img:1)\n`, given) ?? '', /no longer/);
  assert.match(differ('A claim.[^1]\n\n[^1]: Its source.\n', 'A claim.\n\nIts source.\n') ?? '', /footnotes/);
});
