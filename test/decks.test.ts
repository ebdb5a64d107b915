/** Decks from Markdown: which slides a text makes, in which layouts, and what the file says of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureWidth } from '../src/base/text-metrics.ts';
import { composeDeck } from '../src/document/compose-deck.ts';
import type { Asset } from '../src/document/document.ts';
import { plainText } from '../src/document/inline.ts';
import { resolveLook, type Look } from '../src/document/look.ts';
import { blockText } from '../src/document/walk.ts';
import { decodeXml } from '../src/ooxml/decode-xml.ts';
import { readZip } from '../src/ooxml/read-zip.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { openOfficePackage, readPart } from '../src/ooxml/office-package.ts';
import { deckStyle, planDeck, writeDrawnPptx, writePptx, type DeckPlan } from '../src/writers/pptx.ts';
import { assets as randomAssets } from './support/any-document.ts';
import { validateAllOffice } from './support/validate-office.ts';
import { pictureOf } from './support/word-file.ts';

const CREATED = new Date('2026-11-20T12:00:00Z');
const look: Look = resolveLook('presentation');

function plan(markdown: string, given: Look = look): DeckPlan {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 2, deck: true }).value;
  return planDeck(composeDeck({ blocks, meta, lang: meta.lang ?? 'en', name: null, assets: randomAssets }), given);
}
const layoutsIn = (markdown: string): string =>
  plan(markdown)
    .slides.map(({ layout }) => layout.name)
    .join(' ');
const titlesIn = (markdown: string): string[] => plan(markdown).slides.map(({ title }) => title);
const bytesOf = (deck: DeckPlan): Uint8Array => writePptx(deck, { created: CREATED }).bytes;
const part = (bytes: Uint8Array, name: string): string => {
  const found = readZip(bytes).parts.get(name);
  assert.ok(found, `no part ${name}`);
  return decodeXml(found.read()).text;
};
const slide = (body: string): string => `::slide{title="First"}\nText\n\n::slide{title="A title"}\n${body}\n`;

test('the layout follows from what a slide says', () => {
  const check = (body: string, layout: string): void =>
    assert.equal(layoutsIn(slide(body)).split(' ').slice(1).join(' '), layout, body.slice(0, 60));
  check('- one\n- two', 'panels-2');
  check('1. one\n2. two\n3. three', 'steps-3');
  check('1. one\n2. two\n3. three\n4. four\n5. five', 'side-5');
  check('1. one\n2. two\n3. three, which takes the longest of all of them\n4. four', 'steps-4');
  check('Said first of all.\n\n- one\n- two\n- three', 'lead-3');
  check('- Adherence: 68 %\n- Target: 85 %', 'kpi-2');
  check('- **Revenue:** €48.2M (+12 %)\n- **Margin:** 9.4 %, up 1.8 pts\n- Rating: 4.6/5', 'kpi-3');
  check('- TAM €21B\n- SAM €6.4B\n- SOM €420M', 'kpi-3');
  check('Flats are the market.\n\n- TAM €21B\n- SAM €6.4B', 'kpi-2-band');
  check('::slide{title="The ask"}\n€12M for two years\n\n- 55 % for teams\n- 25 % for software\n- 20 % for sales', 'section lead-3');
  check('- Room 21\n- Room 22', 'panels-2');
  check('- Team: 5 people\n- Start: 15 January', 'columns-2');
  check('- Adherence: [68 %](https://example.com)\n- Target: 85 %', 'panels-2');
  check('About 1,500 volcanoes are active.', 'figure');
  check(':::columns\n### Pros\n- a\n::col\n### Cons\n- b\n:::', 'compare-first');
  check(
    '::slide{layout=compare title="A call costs less than a lost customer"}\n### Call after a delay\n- a\n### Leave it as it is\n- b',
    'section compare-first',
  );
  check('::slide{layout=compare title="Halo needs no app"}\n### Lamps today\n- a\n### Halo\n- b', 'section compare');
  check('- 79: Pompeii is buried\n- 1815: No summer\n- 1980: A top is lost', 'timeline-3');
  check('- one\n- two\n\n:::callout{kind=key title="So what"}\nThis.\n:::', 'bullets-panel');
  check(':::columns\n### Left\n- a\n::col\n### Right\n- b\n:::', 'two-col');
  check('### A\none\n### B\ntwo\n### C\nthree', 'cards-3');
  check('- **A.** one thing\n- **B.** two things\n- **C.** three\n- **D.** four', 'pairs-4');
  check(':::kpis\n- **1** | One\n- **2** | Two\n- **3** | Three\n:::', 'kpi-3');
  check(':::chart{type=column x=A y=B}\n| A | B |\n|---|---|\n| x | 1 |\n| y | 2 |\n:::', 'chart-wide');
  check(':::chart{type=column x=A y=B}\n| A | B |\n|---|---|\n| x | 1 |\n| y | 2 |\n:::\n\nWhat it shows.', 'chart');
  check(':::chart{type=column title="Units" x=A y=B}\n| A | B |\n|---|---|\n| x | 1 |\n| y | 2 |\n:::', 'chart-named');
  check(
    ':::chart{type=column title="Units have doubled since the second shop opened its doors" x=A y=B}\n| A | B |\n|---|---|\n| x | 1 |\n| y | 2 |\n:::',
    'chart',
  );
  check('| A | B |\n|---|---|\n| x | 1 |', 'table');
  check('![A picture](img:1)', 'image');
  check('![A picture](img:1)\n\nWords beside it.', 'image-side');
  check('> Said once.\n\n— A user, Role', 'quote');
  check('> Approve the purchase of 24 trucks.\n\n- They pay for themselves in four years\n- Two customers ask for them', 'lead-2');
  check('- **15 Jan** Begin\n- **20 Feb** Go on\n- **3 March** End', 'timeline-3');
  for (const dates of [
    'Enero|Marzo|Diciembre',
    'Q1 2027|Q3 2027|Q1 2028',
    'Week 1|Week 2|Weeks 3-4',
    '09:00|10:30|12:00',
    'Fase 1|Fase 2|Fase 3',
    '2019|2023|2027',
  ])
    check(
      dates
        .split('|')
        .map((date) => `- ${date}: Something is done`)
        .join('\n'),
      'timeline-3',
    );
  check('- Point 1: of three\n- Point 2: of three\n- Point 3: of three', 'pairs-3');
  check(Array.from({ length: 14 }, (_, i) => `- Point ${i} of many`).join('\n'), 'two-text');
});

test('the last words above an address are said large, and an address is no request', () => {
  const last = (body: string): string => layoutsIn(`# Deck\n\n## One\n\nText\n\n## Two\n\nText\n\n${body}`).split(' ').at(-1) ?? '';
  assert.equal(last('::slide{layout=closing}\n# Bake what is eaten\n\nnora@panal.example'), 'end');
  assert.equal(last('::slide\n# Bake what is eaten\n\nNora Vidal, nora@panal.example\n\n+34 600 000 000'), 'end');
  assert.equal(last('::slide{layout=closing}\n# The ask\n\nApprove the budget of both shops today and write to nora@panal.example'), 'ask');
});

test('a layout that is asked for is taken where it can hold the content', () => {
  assert.equal(layoutsIn('::slide{layout=compare title="X"}\n### A\n- a\n### B\n- b\n\n::slide\nEnd'), 'compare bullets');
  const deck = plan('::slide{layout=timeline title="X"}\nOnly text here.\n\n::slide\nEnd');
  assert.equal(deck.slides[0]?.layout.name, 'statement');
  assert.ok(deck.notes.some(({ code }) => code === 'slide_layout_changed'));
});

test('plain lists have the form that their words suggest', () => {
  const check = (body: string, layout: string): void =>
    assert.equal(layoutsIn(slide(body)).split(' ').slice(1).join(' '), layout, body.slice(0, 60));
  check('- 91 % of attacks begin with a mail\n- 4 minutes until the first click\n- 17,400 mails reported', 'kpi-3');
  check('- 2019 was quiet\n- 2020 was not', 'panels-2');
  check('- 12:00 Ceremony\n- 13:30 Lunch\n- 18:00 Dance', 'timeline-3');
  check('- Urgency: within a day\n- Sender: the name fits\n- Tone: odd or too perfect', 'pairs-3');
  check('By train: Granada, then bus 33. By car: exit 139. By plane: Malaga and a shuttle.', 'columns-3');
  check('Before: 94 minutes, 3 operators\n\nAfter: 41 minutes, 2 operators', 'compare');
  check('**Pros**\n\n- Steam stays inside\n- Even heat\n\n**Cons**\n\n- Heavy\n- One loaf at a time', 'compare-first');
  check(['Flour', 'Water', 'Salt', 'Starter', 'A pot', 'Patience', 'A scale'].map((one) => `- ${one}`).join('\n'), 'two-text');
  check('| Source | 2023 | 2024 | 2025 |\n|---|---|---|---|\n| Print | 2.9 | 2.7 | 2.4 |\n| Online | 0.6 | 0.9 | 1.3 |', 'table-chart');
  check('- Brunch by the river at eleven', 'statement');
  check('| Step | Minutes |\n|---|---|\n| Crane | 22 |\n| Bolts | 18 |\n| Cleaning | 11 |\n| Total | 51 |', 'table-chart');
  check('| Hotel | Distance | Price |\n|---|---|---|\n| A | 200 m | 85 € |\n| B | 600 m | 55 € |\n| C | 2 km | 60 € |', 'table');
});

test('a chart beside a table has its rows without the total', () => {
  const table = '| Step | Minutes |\n|---|---|\n| Crane | 22 |\n| Bolts | 18 |\n| Cleaning | 11 |\n| Total | 51 |';
  const fill = plan(slide(table)).slides[1]?.fills.find(({ kind }) => kind === 'chart');
  assert.deepEqual(fill?.kind === 'chart' && fill.spec.categories.toSorted(), ['Bolts', 'Cleaning', 'Crane']);
});

test('words of the cards below dates were divided in the middle', () => {
  const steps = [
    'March: first inspection',
    'May: swarm control',
    'July: harvest',
    'August: varroa treatment',
    'October: feed',
    'December: rest',
  ];
  const { slides, theme } = plan(slide(steps.map((step) => `- ${step}`).join('\n')));
  const year = slides.find(({ layout }) => layout.name === 'timeline-6');
  const cards = year?.fills.filter(({ key }) => key.startsWith('step')) ?? [];
  assert.equal(cards.length, 6);
  for (const card of cards) {
    const slot = year?.layout.placeholders.find(({ key }) => key === card.key);
    assert.ok(slot && card.kind === 'text');
    const widthPt = (slot.box.w - slot.inset[0] - slot.inset[2]) * 72;
    for (const { level, runs } of card.paragraphs)
      for (const word of plainText(runs).split(' ')) {
        const { sizePt = 0, bold = false } = slot.levels[level] ?? {};
        assert.ok(measureWidth(word, { name: theme.faces.text, bold }, sizePt * card.scale) <= widthPt, word);
      }
  }
});

test('a title page that was torn into headings is one title slide', () => {
  const torn = '# WORLD\n\n# ECONOMIC\n\n# OUTLOOK\n\nBy the staff\n\n# Growth slows\n\nText of it.\n\n# Other\n\nMore of it.';
  assert.equal(titlesIn(torn)[0], 'WORLD ECONOMIC OUTLOOK');
  assert.match(layoutsIn(torn), /^title /);
});

test('the last words of a deck are said on a dark ground, and questions with a list are no leave-taking', () => {
  const body = '\n\n- one point here\n- two points here\n- three points here\n\n';
  const deck = `# Deck\n\nBy us\n\n## A${body}## B${body}## C${body}`;
  assert.match(layoutsIn(`${deck}## Summary\n\nThree numbers say it all.`), / ask$/);
  assert.doesNotMatch(layoutsIn(`${deck}## Questions for the class${body}`), / end$/);
  assert.match(layoutsIn(`${deck}## Questions?`), / end$/);
});

test('slides come from directives, from lines, or from headings', () => {
  assert.deepEqual(titlesIn('# One\n\na\n\n---\n\n# Two\n\nb\n\n---\n\n# Three\n\nc'), ['One', 'Two', 'Three']);
  assert.equal(layoutsIn('# Deck\n\nBy us\n\n## One\n\na\n\n## Two\n\nb'), 'title bullets bullets');
  assert.equal(
    layoutsIn(`# Part\n\n## One\n\n${'a word '.repeat(60)}\n\n## Two\n\n${'a word '.repeat(60)}\n\n# Other\n\nb`),
    'section-outline prose bullets prose bullets bullets',
  );
  assert.equal(layoutsIn('---\ntitle: Deck\nauthor: Me\n---\n\n# One\n\na'), 'title bullets');
});

test('a title that a title slide or cover repeats is one slide', () => {
  const rest = '::slide\n## Sales\n\n- Up\n- Down';
  assert.deepEqual(titlesIn(`# The year\n\n::slide{layout=title}\n# The year\nOctober 2026\n\n${rest}`), ['The year', 'Sales']);
  assert.deepEqual(titlesIn(`# The year\n\n---\n\n# The year\n\nOctober 2026\n\n---\n\n## Sales\n\n- Up`), ['The year', 'Sales']);
  assert.deepEqual(titlesIn('# The year\n\n:::cover{title="The year"}\n:::\n\n## Sales\n\n- Up\n\n## Costs\n\n- Down'), [
    'The year',
    'Sales',
    'Costs',
  ]);
  assert.equal(plan(`# The year\n\n${rest}`).slides[0]?.layout.name.startsWith('title'), true);
  assert.equal(titlesIn(`# The year\n\n::slide{layout=title}\n# Another name\n\n${rest}`).length, 3);
});

test('a title of the front matter that says more or less than the first heading is the same title', () => {
  const deck = (title: string): string[] =>
    titlesIn(`---\ntitle: ${title}\n---\n\n# Solaria\nPower for flats\n\n---\n\n## The problem\n\n- One\n- Two`);
  assert.deepEqual(deck('Solaria – Series A'), ['Solaria – Series A', 'The problem']);
  assert.deepEqual(deck('Solaria'), ['Solaria', 'The problem']);
  assert.deepEqual(deck('Solarium'), ['Solarium', 'Solaria', 'The problem']);
});

test('lines of very unequal sizes or units are no chart beside their table', () => {
  const table = (rows: string): string =>
    layoutsIn(`# T\n\n## Start\n\n- a\n- b\n\n## Traction\n\n| Metric | 2024 | 2025 | 2026 |\n|---|--:|--:|--:|\n${rows}\n`);
  assert.match(table('| North | 12 | 61 | 214 |\n| South | 31 | 94 | 180 |'), /chart/);
  assert.doesNotMatch(table('| Buildings | 12 | 61 | 214 |\n| Households | 310 | 1940 | 7800 |'), /chart/);
  assert.doesNotMatch(table('| Revenue (€M) | 12 | 61 | 214 |\n| Staff | 31 | 94 | 180 |'), /chart/);
});

test('marks of quotation are for what somebody said', () => {
  const said = (quote: string): string => JSON.stringify(plan(slide(`${quote}\n\n- one\n- two\n- three`)).slides[1]);
  assert.doesNotMatch(said('> Approve the purchase.'), /“/);
  assert.match(said('> "It saved us a week," said the buyer.'), /“It saved us a week,”/);
  assert.match(said(':::quote{by="Ana Ruiz"}\nIt saved us a week.\n:::'), /“/);
});

test('a paper whose title is a heading like its numbered chapters begins with a title slide', () => {
  const chapters = ['1 Introduction', '2 Method', '3 Results'].map((head) => `## ${head}\n\nA text of a few words.`).join('\n\n');
  assert.match(layoutsIn(`## On tables\n\nAna Ruiz\n\n${chapters}\n\n## References\n\nNone.`), /^title /);
  assert.doesNotMatch(layoutsIn(`## On tables\n\nText.\n\n## On chairs\n\nText.`), /^title /);
});

test('single letters as headings, as scans give them, are one slide', () => {
  assert.equal(plan('# Deck\n\nText of it.\n\n# r\n\n# a\n\n# e\n\n# Part two\n\nMore of it.').slides.length, 3);
});

test('running text takes turns in its forms, cut at ends of sentences', () => {
  const sentence = (n: number): string => `Sentence number ${n} says one thing about the work in the harbour and nothing else at all.`;
  const deck = plan(`# Harbour\n\n## Works\n\n${Array.from({ length: 24 }, (_, i) => sentence(i)).join(' ')}\n\n## Then\n\nText.`);
  const works = deck.slides.filter(({ title }) => title.startsWith('Works'));
  assert.ok(works.length >= 4);
  for (const [i, { layout, fills }] of works.entries()) {
    assert.notEqual(layout.name, works[i - 1]?.layout.name);
    const body = fills.find(({ key }) => key === 'body');
    assert.match(body?.kind === 'text' ? plainText(body.paragraphs.at(-1)?.runs ?? []) : '', /at all\.$/);
  }
});

test('lines of short texts are even, and none is added', () => {
  const deck = plan(
    '::slide{title="One"}\nText\n\n::slide{title="La puesta en marcha dura veinte semanas y por eso no detiene ninguno de los envíos"}\n- one\n- two',
  );
  const title = deck.slides[1]?.fills.find(({ key }) => key === 'title');
  assert.ok(title?.kind === 'text' && (title.narrowIn ?? 0) > 0.5, 'lines end before the edge, so that the last one is no word alone');
  const xml = new TextDecoder().decode(readPart(openOfficePackage(bytesOf(deck)), 'ppt/slides/slide2.xml'));
  assert.match(xml, /<a:bodyPr rIns="[1-9]\d{5,}"\/>/);
  assert.doesNotMatch(xml, /<a:br/);
});

test('rows that the title names stand out, those that it half names do not', () => {
  const rolesOf = (title: string): string[] =>
    plan(
      `::slide{title="One"}\nText\n\n::slide{title="${title}"}\n| Region | Plan | Note |\n|---|---|---|\n| North | a | b |\n| South | a | b |\n| Warm islands | a | b |\n| Cold islands | a | b |`,
    ).slides.flatMap(({ fills }) => fills.flatMap((fill) => (fill.kind === 'table' ? fill.table.rows.map(({ role }) => role) : [])));
  assert.deepEqual(rolesOf('The south beats its plan'), ['head', 'body', 'mark', 'body', 'body']);
  assert.deepEqual(rolesOf('Cold and warm islands are alike'), ['head', 'body', 'body', 'body', 'body']);
});

test('a section slide lists its slides, unless its author has given it other words', () => {
  const outlineOf = (markdown: string): string[] =>
    plan(markdown).slides.flatMap(({ fills }) =>
      fills.flatMap((fill) => (fill.kind === 'text' && fill.key === 'outline' ? fill.paragraphs.map(({ runs }) => plainText(runs)) : [])),
    );
  const body = `\n\n${'Words of a slide. '.repeat(40)}\n\n`;
  assert.deepEqual(outlineOf(`# Deck\n\nBy us\n\n# Part\n\n## One${body}## Two${body}# End\n\nText`), ['One', 'Two']);
  assert.deepEqual(outlineOf('::slide{layout=section title="Part"}\n\n::slide{title="A"}\na\n\n::slide{title="B"}\nb'), ['A', 'B']);
  assert.deepEqual(
    outlineOf('::slide{layout=section title="Part"}\nWhat it is about.\n\n::slide{title="A"}\na\n\n::slide{title="B"}\nb'),
    [],
  );
});

test('a section names the slides under it', () => {
  const deck = plan('::slide{layout=section title="Part one"}\n\n::slide{title="A"}\na');
  const eyebrow = deck.slides[1]?.fills.find(({ key }) => key === 'eyebrow');
  assert.equal(eyebrow?.kind === 'text' ? plainText(eyebrow.paragraphs[0]?.runs ?? []) : '', 'Part one');
});

test('figures that cannot share a slide are counted; a last slide of a title alone has no number', () => {
  const table = '| A | B |\n|---|---|\n| x | 1 |';
  assert.deepEqual(titlesIn(slide(`- one\n\n${table}\n\ntext\n\n${table}`)).slice(1), ['A title (1/3)', 'A title (2/3)', 'A title (3/3)']);
  const thanks = plan(`${slide('- one')}\n::slide{title="Thank you"}`).slides.at(-1);
  assert.deepEqual([thanks?.layout.name, thanks?.fills.some(({ key }) => key === 'figure')], ['end', false]);
});

test('slides that follow each other under one title are counted', () => {
  assert.deepEqual(titlesIn('::slide{title="A"}\nx\n\n::slide{title="A"}\ny\n\n::slide{title="B"}\nz\n\n::slide{title="A"}\nz'), [
    'A (1/2)',
    'A (2/2)',
    'B',
    'A',
  ]);
});

test('what is too much for one slide goes on, with a count', () => {
  const deck = plan(slide(Array.from({ length: 40 }, (_, i) => `- Point ${i}: ${'several words of it '.repeat(5)}`).join('\n')));
  assert.ok(deck.slides.length > 3);
  assert.match(deck.slides[1]?.title ?? '', /^A title \(1\/\d+\)$/);
});

test('a long title is shortened, and all of it is on the slide', () => {
  const long = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
  const [, deck] = plan(`::slide\nx\n\n::slide{title="${long}"}\nText`).slides;
  const texts = deck?.fills.flatMap((fill) => (fill.kind === 'text' ? fill.paragraphs.map(({ runs }) => plainText(runs)) : [])) ?? [];
  assert.ok(texts.some((text) => text.endsWith('…')));
  assert.ok(texts.includes(long));
});

test('a table of many columns repeats the first one; one of many rows its head', () => {
  const wide = plan(
    slide(
      `| ${Array.from({ length: 40 }, (_, i) => `C${i}`).join(' | ')} |\n|${'---|'.repeat(40)}\n| ${Array.from({ length: 40 }, (_, i) => i * 1000).join(' | ')} |`,
    ),
  );
  const tables = wide.slides.flatMap(({ fills }) => fills.flatMap((fill) => (fill.kind === 'table' ? [fill.table] : [])));
  assert.ok(tables.length > 3 && tables.every(({ rows }) => plainText(rows[0]?.cells[0]?.runs ?? []) === 'C0'));
  const long = plan(slide(`| A | B |\n|---|---|\n${'| x | 1 |\n'.repeat(50)}`));
  const parts = long.slides.flatMap(({ fills }) => fills.flatMap((fill) => (fill.kind === 'table' ? [fill.table] : [])));
  assert.equal(
    parts.reduce((sum, { rows }) => sum + rows.length - 1, 0),
    50,
  );
  assert.ok(parts.every(({ rows }) => rows[0]?.role === 'head'));
});

test('notes belong to their slide, with or without a directive for it', () => {
  for (const text of [
    '::slide{title="A"}\na\n\n:::notes\nSay this.\n:::\n\n::slide{title="B"}\nb',
    '# A\n\na\n\n:::notes\nSay this.\n:::\n\n# B\n\nb',
    '# A\n\na\n\n:::notes\nSay this.\n:::\n\n---\n\n# B\n\nb',
  ]) {
    const deck = plan(text);
    assert.deepEqual(
      deck.slides.map(({ notes }) => notes.map(blockText).join()),
      ['Say this.', ''],
    );
    assert.match(part(bytesOf(deck), 'ppt/notesSlides/notesSlide1.xml'), /Say this\./);
  }
});

test('a table in the notes is said in lines', () => {
  const notes = part(
    bytesOf(plan('::slide{title="A"}\na\n\n:::notes\n| North | 12 |\n|---|---|\n| South | 7 |\n:::\n')),
    'ppt/notesSlides/notesSlide1.xml',
  );
  assert.match(notes, /North \| 12/);
  assert.match(notes, /South \| 7/);
});

test('the file has one master, every layout, and slides that only fill placeholders', () => {
  const bytes = bytesOf(plan(slide('- one\n- [two](#there)\n\n::slide{title="Three" #there}\nThe end, see <https://example.com/>.')));
  const names = [...readZip(bytes).parts.keys()];
  assert.equal(names.filter((name) => name.startsWith('ppt/slideMasters/slideMaster')).length, 1);
  assert.ok(names.filter((name) => /^ppt\/slideLayouts\/slideLayout\d+\.xml$/.test(name)).length >= 25);
  const second = part(bytes, 'ppt/slides/slide2.xml');
  assert.match(second, /<p:ph type="title"\/>/);
  assert.equal(/<a:srgbClr|<a:latin typeface="[^+]/.test(second), false, 'a slide has colours or faces of its own');
  assert.match(second, /ppaction:\/\/hlinksldjump/);
  assert.match(part(bytes, 'ppt/slides/_rels/slide3.xml.rels'), /Target="https:\/\/example.com\/" TargetMode="External"/);
});

test('the file has the layouts of its slides, and one of each composition to go on with', () => {
  const deck = plan(slide(':::kpis\n- **1** | One\n- **2** | Two\n- **3** | Three\n- **4** | Four\n:::'));
  const zip = readZip(bytesOf(deck)).parts;
  const names = [...zip.keys()].filter((name) => /^ppt\/slideLayouts\/slideLayout\d+\.xml$/.test(name));
  const labels = names.map((name) => /<p:cSld name="([^"]*)"/.exec(part(bytesOf(deck), name))?.[1]);
  for (const label of ['Title', 'Section', 'Text', 'Comparison', 'Three columns', 'Three cards', 'Timeline of 3', 'Four figures', 'Table'])
    assert.ok(labels.includes(label), label);
  for (const label of ['Six cards', 'Five columns']) assert.equal(labels.includes(label), false, label);
  assert.equal(new Set(labels).size, labels.length, 'two layouts of one name');
  assert.ok(labels.length < deck.layouts.length / 2);
});

test('what is drawn has the same slides, and no layout that none of them uses', () => {
  const deck = plan(slide('- one\n\n:::kpis\n- **1** | One\n:::'));
  const [whole, drawn] = [bytesOf(deck), writeDrawnPptx(deck, { created: CREATED })];
  const layoutsOf = (bytes: Uint8Array): number =>
    [...readZip(bytes).parts.keys()].filter((name) => /^ppt\/slideLayouts\/slideLayout\d+\.xml$/.test(name)).length;
  assert.ok(layoutsOf(whole) > layoutsOf(drawn));
  assert.equal(layoutsOf(drawn), new Set([...deck.slides.map(({ layout }) => layout.name), 'bullets']).size);
  for (const name of ['ppt/slides/slide1.xml', 'ppt/slides/slide2.xml', 'ppt/theme/theme1.xml'])
    assert.equal(part(drawn, name), part(whole, name));
});

test('charts carry their workbook, and take the colours of the theme', () => {
  const bytes = bytesOf(plan(slide(':::chart{type=column x=A y=B}\n| A | B |\n|---|---|\n| x | 1 |\n| y | 2 |\n:::')));
  assert.match(part(bytes, 'ppt/charts/chart1.xml'), /schemeClr val="accent1"/);
  assert.ok(readZip(bytes).parts.has('ppt/embeddings/Microsoft_Excel_Sheet1.xlsx'));
});

test('equations are those of the office program, with pictures or signs for programs that have none', () => {
  const markdown = slide('Half of it is $\\frac{a}{b}$.\n\n$$\nx = \\sqrt{2}\n$$');
  const asSigns = part(bytesOf(plan(markdown)), 'ppt/slides/slide2.xml');
  assert.match(asSigns, /<mc:Choice[^>]* Requires="a14"><p:sp>.*<a14:m><m:oMath [^>]*><m:f>.*<a14:m><m:oMathPara .*<\/mc:Choice>/);
  assert.match(asSigns, /<mc:Fallback>.*<a:t>a\/b<\/a:t>.*√2.*<\/mc:Fallback>/);
  assert.ok(!/a14:m/.test(asSigns.slice(asSigns.indexOf('<mc:Fallback>'))));
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0, deck: true }).value;
  const [asset] = randomAssets.values();
  assert.ok(asset);
  const drawn = planDeck(
    composeDeck({ blocks, meta, lang: 'en', name: null, assets: new Map() }),
    look,
    new Map([['x = \\sqrt{2}', { asset, widthPt: 60, heightPt: 30 }]]),
  );
  const asPicture = part(bytesOf(drawn), 'ppt/slides/slide2.xml');
  assert.match(asPicture, /<mc:Fallback>.*<p:pic>.*descr="x = \\sqrt\{2\}".*<\/mc:Fallback>/);
  assert.match(asPicture, /cx="2133600" cy="1066800"/);
});

test('text that was drawn outside its shape is divided earlier', () => {
  const text = slide(Array.from({ length: 8 }, (_, i) => `- Point ${i}: ${'several words of it '.repeat(3)}`).join('\n'));
  assert.ok(plan(text, { ...look, slideRoom: 0.5 }).slides.length > plan(text).slides.length);
});

test('the dark theme is chosen by the look', () => {
  const dark = plan(slide('- one'), { ...look, dark: true });
  assert.match(part(bytesOf(dark), 'ppt/slideMasters/slideMaster1.xml'), /clrMap bg1="dk1" tx1="lt1"/);
  assert.equal(deckStyle(dark.document, dark.look).font, 'Arial');
  assert.equal(deckStyle(dark.document, look).font, 'Calibri');
});

test('a style that was asked for reaches the template: size, colour and place of titles', () => {
  const given = resolveLook('presentation', {
    font_size: 24,
    colors: { title: '7F1D1D', headings: '7F1D1D', text: '252E38', accent: 'B91C1C' },
    align: { title: 'center', headings: 'center', body: 'left' },
  });
  const deck = plan(slide('- one'), given);
  const master = part(bytesOf(deck), 'ppt/slideMasters/slideMaster1.xml');
  assert.match(master, /<p:titleStyle><a:lvl1pPr [^>]*algn="ctr"[^>]*>.*?srgbClr val="7F1D1D"/);
  assert.match(master, /<p:bodyStyle><a:lvl1pPr .*?sz="2400"/);
  const style = deckStyle(deck.document, given);
  assert.deepEqual([style.font_size, style.align.title, style.colors.title, style.colors.accent], [24, 'center', '7F1D1D', 'B91C1C']);
});

test('the same text gives the same bytes', () => {
  const text = slide('- one\n\n:::kpis\n- **1** | One\n:::');
  assert.equal(Buffer.compare(bytesOf(plan(text)), bytesOf(plan(text))), 0);
});

test('forms take turns: no three slides of one form in a row, and one on a deep ground at intervals', () => {
  const body = '- Fire is reported at once\n- Doors stay closed\n- Visitors are counted\n- Water is kept near';
  const { slides } = plan(Array.from({ length: 12 }, (_, i) => `::slide{title="Slide ${i}"}\n${body}\n`).join('\n'));
  const forms = slides.map(({ layout }) => layout.name.replace(/-deep$/, ''));
  assert.ok(
    forms.every((form, i) => i < 2 || form !== forms[i - 1] || form !== forms[i - 2]),
    forms.join(' '),
  );
  const full = slides.map(({ layout }) => layout.twinOf !== undefined || layout.name.startsWith('side'));
  assert.ok(full.slice(0, 6).includes(true) && full.slice(6).includes(true), forms.join(' '));
});

test('every item of a list has an icon, or none has', () => {
  const icons = (body: string): number =>
    (plan(slide(body)).slides[1]?.shapes ?? []).filter((shape) => 'group' in shape && shape.name.startsWith('Icon')).length;
  assert.equal(icons('- The bus is late\n- The bike is stolen\n- The car is full'), 3);
  assert.equal(icons('- The bus is late\n- Zqx wvu\n- The car is full'), 0);
});

test('title art is one group, and the same title keeps it', () => {
  const art = (title: string): string => JSON.stringify(plan(`# ${title}\n\n## One\n\na\n\n## Two\n\nb`).slides[0]?.shapes);
  assert.equal(art('Some title'), art('Some title'));
  assert.match(part(bytesOf(plan('# Deck\n\n## One\n\na\n\n## Two\n\nb')), 'ppt/slides/slide1.xml'), /<p:grpSp>.*name="Title art"/);
});

const photograph = (key: string, width: number, height: number): Asset => ({ ...pictureOf(key, width, height), contentType: 'image/jpeg' });

function planWith(markdown: string, assets: readonly Asset[]): DeckPlan {
  const { blocks, meta } = readMarkdown(markdown, { pictures: assets.length, deck: true }).value;
  const document = composeDeck({
    blocks,
    meta,
    lang: meta.lang ?? 'en',
    name: null,
    assets: new Map(assets.map((asset) => [asset.key, asset])),
  });
  return planDeck(document, look);
}

test('several pictures share a slide; portraits under the name of a team are round', () => {
  const two = '![Before](img:1)\n\n![After](img:2)';
  const plans = planWith(`::slide{title="First"}\nText\n\n::slide{title="The square"}\n${two}\n\n::slide{title="Our team"}\n${two}\n`, [
    photograph('img:1', 900, 1000),
    photograph('img:2', 900, 1000),
  ]);
  assert.deepEqual(
    plans.slides.slice(1).map(({ layout }) => layout.name),
    ['images-2', 'team-2'],
  );
  assert.ok(plans.slides[2]?.layout.placeholders.filter(({ form }) => form === 'ellipse').length === 2);
});

test('a photograph is not cropped by more than a quarter, a drawing not at all', () => {
  const body = (n: number): string => `::slide{title="Slide ${n}"}\n![Shown](img:${n})\n\nA sentence beside it, of some length.\n`;
  const { slides } = planWith(`::slide{title="First"}\nText\n\n${[1, 2, 3].map(body).join('\n')}`, [
    photograph('img:1', 1800, 700),
    photograph('img:2', 900, 1200),
    pictureOf('img:3', 900, 1200),
  ]);
  const crops = slides.flatMap(({ fills }) => fills.flatMap((fill) => (fill.kind === 'picture' ? [fill.crop] : [])));
  assert.equal(crops.length, 3);
  for (const { left, top, right, bottom } of crops) assert.ok((1 - left - right) * (1 - top - bottom) >= 0.75);
  assert.deepEqual(crops[2], { left: 0, top: 0, right: 0, bottom: 0 });
});

test('a photograph of the sources is the background of the title, unless there is a logo', () => {
  const photo = photograph('img:1', 1800, 1100);
  const cover = (logo: string): string => `:::cover{title="A deck"${logo}}\n:::\n\n# One\n\na\n\n# Two\n\nb`;
  assert.equal(planWith(cover(''), [photo]).slides[0]?.layout.name, 'title-photo');
  const branded = planWith(cover(' logo="img:1"'), [photo]).slides[0];
  assert.equal(branded?.layout.name, 'title');
  assert.ok(branded?.fills.some(({ key, kind }) => key === 'logo' && kind === 'picture'));
});

test('a deck that is read from right to left is mirrored, and valid', async () => {
  const text =
    '---\nlang: ar\ntitle: خطة\n---\n\n# البنود\n\n1. أوقف العمل\n2. اخرج\n3. اذهب\n\n# التكاليف\n\n| البند | التكلفة |\n|---|--:|\n| طفايات | 4,200 |\n';
  const deck = plan(text);
  const steps = deck.slides[1];
  const boxes = steps?.layout.placeholders.filter(({ key }) => key.startsWith('item')).map(({ box }) => box.x) ?? [];
  assert.ok((boxes[0] ?? 0) > (boxes[2] ?? 0));
  const bytes = bytesOf(deck);
  assert.match(part(bytes, 'ppt/slideMasters/slideMaster1.xml'), /<p:titleStyle><a:lvl1pPr [^>]*algn="r"[^>]* rtl="1"/);
  assert.match(part(bytes, 'ppt/slides/slide3.xml'), /<a:tblPr rtl="1"/);
  assert.doesNotMatch(part(writeDrawnPptx(deck, { created: CREATED }), 'ppt/slides/slide3.xml'), /<a:tblPr rtl="1"/);
  assert.deepEqual(await validateAllOffice({ arabic: { bytes, kind: 'pptx' } }), {});
});

test('of two series the newer one carries the accent', () => {
  const chart = (names: string): string =>
    `:::chart{type=column x=A y="${names}"}\n| A | ${names.replace(',', ' | ')} |\n|---|--:|--:|\n| x | 1 | 2 |\n:::`;
  const colors = (names: string): string[] =>
    plan(slide(chart(names))).slides[1]?.fills.flatMap((fill) =>
      fill.kind === 'chart' ? fill.spec.series.map(({ color }) => color) : [],
    ) ?? [];
  const [accent] = colors('Ours,Market');
  assert.equal(colors('2025,2026')[1], accent);
  assert.equal(colors('2026,2025')[0], accent);
  assert.equal(colors('Market,Ours')[1], accent);
});

const shownIn = (markdown: string): string =>
  plan(markdown)
    .slides.flatMap(({ fills }) =>
      fills.flatMap((fill) =>
        fill.kind === 'text'
          ? fill.paragraphs.map(({ runs }) => plainText(runs))
          : fill.kind === 'table'
            ? fill.table.rows.flatMap(({ cells }) => cells.map(({ runs }) => plainText(runs)))
            : [fill.kind],
      ),
    )
    .join('\n');

test('a table or chart whose caption is too long to be beside it stays, its caption before it', () => {
  const caption = `Effects of fewer layers. ${'The smaller of both models performs better, above all on complex tables. '.repeat(8)}End.`;
  const text = shownIn(
    `## One\n\n${'Said before. '.repeat(30)}\n\n| A | B |\n|---|---|\n| first | 0.938 |\n\n: ${caption}\n\n## Two\n\nText`,
  );
  assert.match(text, /0\.938/);
  assert.match(text, /Effects of fewer layers/);
  assert.match(text, /End\./);
  const chart = shownIn(slide(`:::chart{type=bar title="${caption}"}\n| A | B |\n|---|---|\n| x | 1 |\n| y | 2 |\n:::`));
  assert.match(chart, /^chart$/m);
  assert.match(chart, /End\./);
});

test('a long paragraph with marked words is never cut inside of a word', () => {
  const words = Array.from({ length: 260 }, (_, at) => `${at % 7 === 0 ? '**' : ''}word${at}number${at % 7 === 0 ? '**' : ''}`);
  const text = shownIn(slide(words.join(' ')));
  for (let at = 0; at < 260; at++) assert.match(text, new RegExp(`\\bword${at}number\\b`));
});

test('a picture over the whole slide keeps its caption', () => {
  const markdown = '::slide{title="First"}\nText\n\n::slide{title="The site" layout=image-full}\n![A site](img:1 "Works in March 2026")\n';
  const { blocks, meta } = readMarkdown(markdown, { pictures: 2, deck: true }).value;
  const assets = new Map([['img:1', photograph('img:1', 2400, 1350)]]);
  const text = JSON.stringify(
    planDeck(composeDeck({ blocks, meta, lang: 'en', name: null, assets }), look).slides.map(({ fills }) => fills),
    (key, value: unknown) => (key === 'data' ? undefined : value),
  );
  assert.match(text, /Works in March\s2026/);
});
