import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firmRuns, quoteMarks, shortLineRuns, titleText, withFirmBlanks, withQuotes } from './typography.ts';

const quoted = (text: string, lang = 'en'): string =>
  withQuotes([{ text }], quoteMarks(lang))
    .map((run) => run.text)
    .join('');

test('straight quotation marks become those of the language', () => {
  for (const [lang, from, to] of [
    ['en', '"Yes," she said, "it\'s \'fine\'."', '“Yes,” she said, “it’s ‘fine’.”'],
    ['es', 'El "plan" de \'ayer\'', 'El «plan» de ‘ayer’'],
    ['de', '"Ja"', '„Ja“'],
    ['en', '("the Client")', '(“the Client”)'],
    ['en', "the '90s and rock 'n' roll", 'the ’90s and rock ‘n’ roll'],
    ['en', 'in "2024"', 'in “2024”'],
    ['en', "dogs' bowls", 'dogs’ bowls'],
    ['en', 'a 12" record, 5\' long', 'a 12" record, 5\' long'],
  ] as const)
    assert.equal(quoted(from, lang), to);
});

test('a quotation runs on over marks', () => {
  const runs = withQuotes([{ text: 'called "' }, { text: 'the Client', bold: true }, { text: '" here' }], quoteMarks('en'));
  assert.deepEqual(
    runs.map((run) => run.text),
    ['called “', 'the Client', '” here'],
  );
});

test('code, formulas and addresses keep every character', () => {
  const runs = [{ text: '"x" 5 km', code: true }, { text: "f'(x)", math: true }, { text: 'https://example.org/?q="a"' }];
  assert.deepEqual(withQuotes(runs, quoteMarks('en')), runs);
  assert.deepEqual(firmRuns(runs), runs);
});

test('runs without quotation marks are handed back as they are', () => {
  const runs = [{ text: 'plain' }];
  assert.ok(withQuotes(runs, quoteMarks('en')) === runs);
});

test('blanks that must not end a line are firm, others are not', () => {
  for (const [from, to] of [
    ['grew 18 % and 66 kV', 'grew 18~% and 66~kV'],
    ['€ 71 or 450 000 €', '€~71 or 450~000~€'],
    ['see clause 6 and Table 1', 'see clause~6 and Table~1'],
    ['by I. Solé', 'by I.~Solé'],
    ['in 12 months', 'in 12 months'],
    ['Plan B. Then go', 'Plan B.~Then go'],
    ['vegetable 5', 'vegetable 5'],
    ['5 men', '5 men'],
    ['in 2026 100 people', 'in 2026~100 people'],
    ['3 m long', '3~m long'],
    ['at 8 pm, €1.2 million', 'at 8~pm, €1.2~million'],
  ] as const)
    assert.equal(withFirmBlanks(from).replaceAll('\u00a0', '~'), to);
});

test('long text is done in proportion to its length', () => {
  const text = `5 ${'% '.repeat(200_000)}`;
  assert.equal(withFirmBlanks(text).length, text.length);
  assert.equal(quoted(`${'"a" '.repeat(100_000)}`).length, 400_000);
});

test('an emoji stays with the word before it, and a title breaks neither within hyphens nor within years', () => {
  assert.equal(withFirmBlanks('Done for this week 🎉'), 'Done for this week\u00a0🎉');
  assert.equal(withFirmBlanks('✅ ✅ ✅ all done'), '✅ ✅ ✅ all done');
  assert.equal(titleText('Mid-term plan 2024–2026'), 'Mid\u2011term plan 2024–\u200d2026');
  assert.equal(titleText('Outage of 3 November 2026'), 'Outage of 3\u00a0November\u00a02026');
});

test('on slides a day stays with its month and a figure with what it counts', () => {
  const firm = (text: string): string => shortLineRuns([{ text }])[0]?.text.replaceAll('\u00a0', '_') ?? '';
  assert.equal(firm('Freeze the rules on 1 December 2026'), 'Freeze the rules on 1_December_2026');
  assert.equal(firm('Firma: 15 de diciembre de 2026'), 'Firma: 15_de_diciembre de_2026');
  assert.equal(firm('noviembre de 2026, en 20 semanas'), 'noviembre_de_2026, en 20_semanas');
  assert.equal(firm('A manager for e-commerce'), 'A manager for e\u2011commerce');
  assert.equal(firm('well-known names, x@a-b.example'), 'well-known names, x@a-b.example');
  assert.equal(firm('-18.5%'), '−18.5%');
  assert.equal(firm('1,240 people in 3 halls'), '1,240 people in 3 halls');
});
