/** Documents as people write them, without directives: their genres are seen, and set as such. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeGenre } from '../src/document/arrange-genre.ts';
import type { Block, Paragraph } from '../src/document/block.ts';
import { factRows } from '../src/document/fact-rows.ts';
import { recognizeGenre } from '../src/document/genre.ts';
import { plainText } from '../src/document/inline.ts';
import { labelsOf } from '../src/document/labels.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { joinTornTitle } from '../src/document/torn-title.ts';
import { cutAtWords, wholeRuns } from '../src/writers/typography.ts';

const read = (markdown: string): Block[] => readMarkdown(markdown, { pictures: 0 }).value.blocks;
const arranged = (markdown: string): ReturnType<typeof arrangeGenre> => {
  const blocks = read(markdown);
  return arrangeGenre(blocks, recognizeGenre(blocks, {}), 'en');
};
const lines = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => (block.type === 'paragraph' || block.type === 'heading' ? [plainText(block.runs)] : []));

test('the dates of a curriculum go to the right, in brackets or at the end of a line', () => {
  const { blocks } = arranged(
    '# Laura Méndez\n\nEngineer · laura@example.org\n\n## Experience\n\n**Senior engineer, Aguas** (2021–present)\n- Led a team\n\n## Education\n\n**MSc Civil Engineering**, Valencia, 2016\n**BSc Civil Engineering**, Granada, 2014',
  );
  const texts = lines(blocks);
  assert.ok(texts.includes('Experience'));
  assert.ok(texts.includes('Senior engineer, Aguas\t2021–present'), texts.join(' / '));
  assert.ok(texts.includes('MSc Civil Engineering, Valencia\t2016\nBSc Civil Engineering, Granada\t2014'), texts.join(' / '));
});

test('the dates of an entry go to the right behind a dash, a bar or a dot as well', () => {
  const head = '# Laura Méndez\n\nEngineer · laura@example.org\n\n## Experience\n\n';
  const entry = (heading: string): string =>
    lines(arranged(`${head}### ${heading}\n\n- Led a team\n\n## Education\n\n**MSc**, UPM, 2016`).blocks)[3] ?? '';
  assert.equal(entry('Head of Product, Rutero — 2022–today'), 'Head of Product, Rutero\t2022–today');
  assert.equal(entry('Engineer, Acme | Madrid | Jan 2018 – Mar 2020'), 'Engineer, Acme | Madrid\tJan 2018 – Mar 2020');
  assert.equal(entry('Directora · enero de 2020 - actualidad'), 'Directora\tenero de 2020 - actualidad');
  assert.equal(entry('The plan, revised in 2020'), 'The plan, revised in 2020');
  assert.equal(entry('Launch of Agenda 2030'), 'Launch of Agenda 2030');
});

test('an invoice whose sender and addressee are named is no memo', () => {
  const markdown =
    '# Invoice 2026-7\n\n**From:** Taller Norte, Bilbao\n**To:** Río Vivo, Valencia\n\nDate: 14 November 2026\nDue: 14 December 2026\n\n| Item | Amount |\n|---|--:|\n| Paper | €10 |';
  assert.equal(recognizeGenre(read(markdown), {}), 'invoice');
  const kinds = arranged(markdown).blocks.map(({ type }) => type);
  assert.deepEqual(kinds, ['heading', 'columns', 'table', 'table']);
});

test('plain labels are facts where every line has one', () => {
  const rows = (text: string): string[] | undefined => {
    const [block] = read(text);
    return block?.type === 'paragraph' ? factRows(block)?.map(({ label, value }) => `${label}=${plainText(value)}`) : undefined;
  };
  assert.deepEqual(rows('Date: 9 November\nPresent: Ms Ortega\nApologies: Ms Kim'), [
    'Date=9 November',
    'Present=Ms Ortega',
    'Apologies=Ms Kim',
  ]);
  assert.deepEqual(rows('Quote number Q-3381\nDate: 20 November\nValid until 20 December 2026'), [
    'Quote number=Q-3381',
    'Date=20 November',
    'Valid until=20 December 2026',
  ]);
  assert.equal(rows('Date: 9 November\nThe rest is a sentence about it.'), undefined);
  assert.equal(rows('Time: is what we need most.'), undefined);
});

test('who is named last on a certificate signs it; what a press release is stands above its title', () => {
  const certificate = arranged(
    '# Certificate of completion\n\nThis certifies that\n\n**Amina Diallo**\n\nhas completed the course.\n\nDr Fiona Burke, Course director',
  );
  assert.deepEqual(certificate.blocks.at(-1), {
    id: certificate.blocks.at(-1)?.id,
    type: 'signatures',
    parties: [{ name: 'Dr Fiona Burke', role: 'Course director' }],
  });
  const press = arranged('# All ovens electric\n\nFOR IMMEDIATE RELEASE\n\n**Porto** – Sol replaces its ovens.');
  assert.deepEqual([press.eyebrow, lines(press.blocks)[0]], ['FOR IMMEDIATE RELEASE', 'All ovens electric']);
});

test('a sheet of specifications that says why is one of a product', () => {
  const markdown =
    '# AirSense 2\n\nA monitor.\n\n## Why it helps\n\n- It sees CO₂\n\n## Specifications\n\n| A | B |\n|---|---|\n| Size | 86 mm |';
  assert.equal(recognizeGenre(read(markdown), {}), 'product_sheet');
});

test('words that shall be whole have no place to break, and are found in their text', () => {
  const [run] = wholeRuns([{ text: 'Order DRW-2026/118 now' }], ['DRW-2026/118']);
  assert.equal(run?.text, 'Order DRW\u20112026/\u200d118 now');
  assert.deepEqual(cutAtWords('Order A-1 (B.2) now', ['A-1', 'B.2']), ['Order ', 'A-1', ' (', 'B.2', ') now']);
  const code: Paragraph['runs'] = [{ text: 'A-1', code: true }];
  assert.equal(wholeRuns(code, ['A-1'])[0]?.text, 'A-1');
});

test('labels are in languages of other scripts too', () => {
  assert.deepEqual(
    ['ar', 'he', 'ja', 'zh-Hans'].map((lang) => labelsOf(lang).total),
    ['الإجمالي', 'סך הכול', '合計', '合计'],
  );
});

test('a curriculum has the dates of its headings at the right, and labels of its lists in bold', () => {
  const { blocks } = arranged(
    '# Ana Ruiz\n\nana@example.com\n\n## Experience\n\n### Engineer, Pagoda (2021 – present)\n\n- Built it\n\n## Education\n\n## Skills\n\n- Languages: Go, SQL\n- Spoken: Spanish',
  );
  const entry = blocks.find((block) => block.type === 'heading' && block.level === 3);
  assert.equal(entry?.type === 'heading' && plainText(entry.runs), 'Engineer, Pagoda\t2021 – present');
  const skills = blocks.findLast((block) => block.type === 'list');
  const first = skills?.type === 'list' ? skills.items[0]?.blocks[0] : undefined;
  assert.deepEqual(first?.type === 'paragraph' && first.runs.map(({ text, bold }) => [text, bold === true]), [
    ['Languages:', true],
    [' Go, SQL', false],
  ]);
});

test('who sends an invoice stands beside who gets it without a label', () => {
  const { blocks } = arranged(
    '# Invoice\n\nHarbour Light\n12 Quay Street\nVAT IE 1\n\nTo: Mullins Ltd, 4 Abbey Road\n\nInvoice number: 7\nDate: 14 February 2026\nDue: 16 March 2026\n\n| Item | Amount |\n|---|---|\n| Photos | €10 |',
  );
  const sides = blocks.find((block) => block.type === 'columns');
  assert.equal(sides?.type === 'columns' && sides.columns.length, 2);
  assert.deepEqual(
    sides?.type === 'columns' &&
      sides.columns.map(({ blocks: [only] }) => only?.type === 'paragraph' && plainText(only.runs).split('\n')[1]),
    ['12 Quay Street', 'Mullins Ltd, 4 Abbey Road'],
  );
});

test('lines of minutes are a grid though one of their labels is none of the known', () => {
  const { blocks } = readMarkdown('Date: 9 January\nPlace: Room 2\nMinutes: Nadia', { pictures: 0 }).value;
  const [only] = blocks;
  assert.deepEqual(only?.type === 'paragraph' && factRows(only)?.map(({ label }) => label), ['Date', 'Place', 'Minutes']);
});

test('a title page that was torn into headings is one title above the others', () => {
  const joined = joinTornTitle(read('# WORLD\n\n# ECONOMIC\n\n# OUTLOOK\n\nBy the staff\n\n# Growth slows\n\nText.'));
  assert.deepEqual(
    joined.map((block) => (block.type === 'heading' ? `${block.level} ${plainText(block.runs)}` : block.type)),
    ['1 WORLD ECONOMIC OUTLOOK', 'paragraph', '2 Growth slows', 'paragraph'],
  );
  const own = read('# First part\n\n# Second part\n\nText.');
  assert.deepEqual(joinTornTitle(own), own);
});

test('a letterhead of an invoice is its parties side by side, with date and reference below them', () => {
  const markdown =
    '# Invoice 7\n\n:::letterhead{from="Hollis Studio|12 Foundry Lane" to="Northmoor Trust|4 Quayside" date="18 November 2026" reference="PO 5"}\n:::\n\n| Item | Amount |\n| --- | ---: |\n| Design | 10.00 |\n';
  const { blocks } = arrangeGenre(read(markdown), 'invoice', 'en');
  assert.deepEqual(
    blocks.map(({ type }) => type),
    ['heading', 'columns', 'table', 'table'],
  );
  const sides = blocks[1]?.type === 'columns' ? blocks[1].columns.map(({ blocks: inside }) => lines(inside)) : [];
  assert.deepEqual(sides, [['From\nHollis Studio\n12 Foundry Lane'], ['To\nNorthmoor Trust\n4 Quayside']]);
  const facts = blocks[2]?.type === 'table' ? blocks[2].rows.map(({ cells }) => cells.map(({ runs }) => plainText(runs))) : [];
  assert.deepEqual(facts, [
    ['Date', 'Reference'],
    ['18 November 2026', 'PO 5'],
  ]);
});

test('questions in bold are headings, and who said a quotation stands behind it', () => {
  const faq = read('# Home charging\n\n**How long does it take?**\n\nSix hours.\n\n**Do I need permission?**\n\nIn a rented flat.');
  assert.deepEqual(
    faq.map((block) => (block.type === 'heading' ? block.level : block.type)),
    [1, 2, 'paragraph', 2, 'paragraph'],
  );
  const saidBy = (text: string): string | undefined => {
    const [block] = read(text);
    return block?.type === 'quote' ? block.by : undefined;
  };
  assert.equal(saidBy('> "We save a day a week." — Marta Gil, CFO'), 'Marta Gil, CFO');
  assert.equal(saidBy('> “It works.” -- Ana Ruiz'), 'Ana Ruiz');
  assert.equal(saidBy('> "It is new" - that is what they said.'), undefined);
  assert.equal(saidBy('> Plain words — Not a name'), undefined);
});
