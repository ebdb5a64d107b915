import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { CONTENT_RULES, DECK_RULES, PAGE_RULES, PACKAGE_RULES, SLIDE_RULES, WORD_RULES, WORKBOOK_RULES } from './all-rules.ts';
import { exampleDraft } from './example-pages.ts';
import { applyRepairs, reviewContent, reviewPackage, reviewPackageInSteps, reviewSlides } from './review.ts';

const OFFICE_RULES = [...PACKAGE_RULES, ...WORD_RULES, ...DECK_RULES, ...WORKBOOK_RULES];
const ALL = [...CONTENT_RULES, ...PAGE_RULES, ...OFFICE_RULES, ...SLIDE_RULES];

for (const rule of CONTENT_RULES) {
  for (const example of rule.examples.fires) {
    test(`${rule.code} fires: ${example.name}`, () => {
      const hits = rule.check(exampleDraft(example));
      assert.ok(hits.length > 0);
      for (const { repair } of hits) {
        if (repair) assert.ok(rule.check(repair.apply(exampleDraft(example))).length < hits.length, `${repair.fix} leaves the finding`);
      }
    });
  }
  for (const example of rule.examples.silent)
    test(`${rule.code} is silent: ${example.name}`, () => assert.deepEqual(rule.check(exampleDraft(example)), []));
}

for (const rule of PAGE_RULES) {
  for (const example of rule.examples.fires)
    test(`${rule.code} fires: ${example.name}`, () => assert.ok(rule.check(example.drawn, exampleDraft(example)).length > 0));
  for (const example of rule.examples.silent)
    test(`${rule.code} is silent: ${example.name}`, () => assert.deepEqual(rule.check(example.drawn, exampleDraft(example)), []));
}

for (const rule of OFFICE_RULES) {
  for (const example of rule.examples.fires)
    test(`${rule.code} fires: ${example.name}`, () =>
      assert.deepEqual([...new Set(reviewPackage(example.file()).map(({ finding }) => finding.code))], [rule.code]));
  for (const example of rule.examples.silent)
    test(`${rule.code} is silent: ${example.name}`, () => assert.deepEqual(reviewPackage(example.file()), []));
}

for (const rule of SLIDE_RULES) {
  const codes = (example: (typeof rule.examples.fires)[number]): string[] => [
    ...new Set(reviewSlides(example.file(), example.drawn).map(({ finding }) => finding.code)),
  ];
  for (const example of rule.examples.fires)
    test(`${rule.code} fires: ${example.name}`, () => assert.deepEqual(codes(example), [rule.code]));
  for (const example of rule.examples.silent) test(`${rule.code} is silent: ${example.name}`, () => assert.deepEqual(codes(example), []));
}

test('every rule has a file in the folder of what it sees, an example of each kind, and every file is in the list', () => {
  assert.deepEqual(
    ALL.map((rule) => `${rule.sees}/${rule.code.replaceAll('_', '-')}.ts`).toSorted(),
    readdirSync(new URL('./rules', import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .toSorted(),
  );
  for (const rule of ALL) {
    assert.ok(rule.examples.fires.length > 0, `${rule.code} has no example that fires`);
    assert.ok(rule.examples.silent.length > 0, `${rule.code} has no example that is silent`);
  }
});

test('repairs keep every word', () => {
  const draft = exampleDraft({
    name: '',
    document: {
      blocks: ['Alpha', 'Beta'].flatMap((word, i) => [
        { id: `h${i}`, type: 'paragraph' as const, runs: [{ text: word, bold: true }] },
        { id: `p${i}`, type: 'paragraph' as const, runs: [{ text: `• Item of ${word}` }] },
        { id: `q${i}`, type: 'paragraph' as const, runs: [{ text: `• More of ${word}` }] },
      ]),
    },
  });
  const { draft: mended, applied } = applyRepairs(draft, reviewContent(draft, 'docx'));
  assert.deepEqual(
    applied.map(({ fix }) => fix),
    ['heading_made', 'heading_made', 'list_made', 'list_made'],
  );
  assert.deepEqual(
    mended.document.blocks.map((block) => block.type),
    ['heading', 'list', 'heading', 'list'],
  );
  const words = JSON.stringify(mended.document.blocks);
  for (const word of ['Alpha', 'Beta', 'Item of Alpha', 'More of Beta']) assert.ok(words.includes(word), word);
});

test('the review of a deck pauses every few rules, and finds the same', () => {
  const files = DECK_RULES.flatMap(({ examples }) => examples.fires.map(({ file }) => file()));
  for (const file of files) {
    const steps = reviewPackageInSteps(file);
    let pauses = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) pauses++;
    assert.ok(pauses > (PACKAGE_RULES.length + DECK_RULES.length) / 8, String(pauses));
    assert.deepEqual(step.value, reviewPackage(file));
  }
});
