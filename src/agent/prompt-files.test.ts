/** Prompts as code: what they mention exists, their examples become documents, and no two of their rules contradict each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLOUT_KINDS, CHART_KINDS } from '../document/block.ts';
import { composeDeck } from '../document/compose-deck.ts';
import { composeDocument } from '../document/compose.ts';
import { DOCUMENT_TYPES, type DocumentType } from '../document/document.ts';
import { GENRES, recognizeGenre, typeOfGenre, type Genre } from '../document/genre.ts';
import { resolveLook } from '../document/look.ts';
import { readMarkdown } from '../readers/markdown.ts';
import { buildDocx } from '../writers/docx.ts';
import { planDeck } from '../writers/pptx.ts';
import { writeHtml } from '../writers/html.ts';
import { planWorkbook } from '../writers/xlsx.ts';
import { classifyInstructions, editInstructions, goOnMessage, writingInstructions } from './prompt-files.ts';
import { REQUIREMENT_KINDS } from './requirements.ts';
import { createNotesFilter } from './take-notes.ts';

interface Prompt {
  name: string;
  type: DocumentType;
  genre: Genre | undefined;
  text: string;
  /** Its own part, without what all have in common. */
  own: string;
}

const ALL: Prompt[] = [
  ...DOCUMENT_TYPES.map((type) => ({ name: type, type, genre: undefined })),
  ...GENRES.map((genre) => ({ name: genre, type: typeOfGenre(genre), genre })),
].map((one) => {
  const text = writingInstructions(one.type, one.genre);
  return { ...one, text, own: text.slice(text.indexOf('Kind of document:')) };
});

const examplesOf = (text: string): string[] => [...text.matchAll(/^````markdown\n([^]*?)^````$/gm)].map(([, example = '']) => example);

test('each kind of document has instructions that begin alike, so that they can be kept', () => {
  const start = ALL[0]?.text.slice(0, 9_000) ?? '';
  assert.ok(ALL.every(({ text }) => text.startsWith(start)));
  for (const { name, own } of ALL) assert.match(own, /^Kind of document: \w+/, name);
  assert.ok(goOnMessage().length > 50);
});

test('every example that a prompt teaches is read without a note', () => {
  let examples = 0;
  for (const { text } of ALL) {
    for (const example of examplesOf(text)) {
      const { value, notes } = readMarkdown(example, { pictures: 1 });
      assert.ok(value.blocks.length > 0);
      assert.deepEqual(
        notes.filter(({ code }) => code !== 'link_broken').map(({ code, message }) => `${code}: ${message}`),
        [],
        example.slice(0, 200),
      );
      examples++;
    }
  }
  assert.ok(examples > 50, `${examples} examples`);
});

test('the example of each type and genre is made into a file without a note, and calculates', () => {
  for (const { name, type, own } of ALL) {
    const example = examplesOf(own)[0] ?? '';
    const deck = type === 'presentation';
    const { value } = readMarkdown(example, { pictures: 0, deck });
    const content = { ...value, lang: 'en', name: null, assets: new Map() };
    const look = resolveLook(type);
    if (deck) assert.deepEqual(planDeck(composeDeck(content), look).notes, [], name);
    else if (type === 'spreadsheet') {
      const plan = planWorkbook(composeDocument(content, look).document, look);
      assert.deepEqual(plan.notes, [], name);
      assert.doesNotMatch(
        JSON.stringify(plan.sheets, (_, item: unknown) => (item instanceof Map ? [...item] : item)),
        /#(?:REF|NAME|VALUE|DIV)/,
        name,
      );
    } else if (type === 'artifact') assert.deepEqual(writeHtml(composeDocument(content, look).document, look).notes, [], name);
    else assert.deepEqual(buildDocx(composeDocument(content, look).document, look, { created: new Date(0) }).notes, [], name);
  }
});

test('a document written as its genre is taught is recognised as one', () => {
  for (const { genre, own } of ALL) {
    if (genre === undefined || typeOfGenre(genre) === 'presentation' || genre === 'one_pager') continue;
    const { value } = readMarkdown(examplesOf(own)[0] ?? '', { pictures: 0 });
    assert.equal(recognizeGenre(value.blocks, value.meta), genre);
  }
});

/** `::toc`, `:::kpis`: all that a prompt names in its words or examples. */
const directivesOf = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(/(?<![\w:]):{2,4}([a-z][a-z-]*)/g), ([, name = '']) => name));
/** Parts of other directives. */
const PARTS = new Set(['col', 'total', 'name', 'notes', 'slide', 'to-user']);

test('every directive that a prompt names exists, and so do the kinds and fields it gives', () => {
  for (const { name, text } of ALL) {
    for (const directive of directivesOf(text)) {
      if (directive === 'to-user') assert.equal(createNotesFilter().push(`:::${directive}\n- x\n:::\n`), '');
      if (PARTS.has(directive)) continue;
      const { notes } = readMarkdown(`:::${directive}{title=x}\n- a\n\n| a | b |\n|---|--:|\n| c | 1 |\n:::\n`, { pictures: 0 });
      assert.ok(!notes.some(({ code }) => code === 'directive_unknown'), `${name} names ${directive}`);
    }
    for (const [, kind = ''] of text.matchAll(/:::callout\{kind=(\w+)/g))
      assert.ok((CALLOUT_KINDS as readonly string[]).includes(kind), kind);
    for (const [, kind = ''] of text.matchAll(/:::chart\{type=(\w+)/g)) assert.ok((CHART_KINDS as readonly string[]).includes(kind), kind);
  }
});

/** What every prompt says, once; a second sentence on the same thing would have to agree with it word for word. */
const SAID_ONCE: readonly [string, RegExp][] = [
  ['contents', /\bcontents\b(?! of)/gi],
  ['pictures that come with the request', /img:N/g],
  ['notes to the user', /^ *:::to-user$/gm],
  ['length of a page', /page holds about \d+/g],
  ['title', /the title is the one heading of level 1 \(one for each language\)/g],
];
/** Words of one prompt that would go against others. */
const AGAINST: readonly [string, (prompt: Prompt) => boolean, RegExp][] = [
  ['a limit is a range, never one number', () => true, /\babout 1 pages|Length: about|the number that suits|where nothing tells/],
  ['pictures once, and documents in several languages', () => true, /each once(?! \(in several languages)/],
  ['orders give way to the request', () => true, /in this order(?!,? (?:unless|as far))(?=[^.]*sections)/i],
  ['only reports argue from a finding', ({ name }) => name !== 'report', /\bgives? the finding|\bthe finding\b/],
  [
    'genres of texts have no rules of reports beside their own',
    ({ genre, type }) => genre !== undefined && type === 'report',
    /Kind of document: report/,
  ],
  ['agendas report nothing', ({ name }) => name === 'agenda', /## (?:Decisions|Attendees|Discussion)/],
  ['the writer does not set colours or fonts', () => true, /`?(?:font|color|margin)s?=`?/],
  ['decks are divided in one way', ({ type }) => type === 'presentation', /---` (?:divides|separates) slides|in a deck it divides/],
];
/** What a prompt of this type or genre has to say. */
const CHECKLIST: Partial<Record<string, readonly RegExp[]>> = {
  report: [/finding/, /guide/, /proposal/, /uncertain or missing/],
  letter: [/letterhead/, /Yours sincerely/, /One page/],
  contract: [
    /recitals/i,
    /annexes/i,
    /after the last clause and before the annexes/,
    /clause by clause.*"Term \/ Duración"/,
    /name no law/,
  ],
  memo: [/To, From, Date/, /One page unless/],
  minutes: [/Unless the request gives another order/, /decisions/i, /one person and one date/],
  presentation: [/theme: dark/, /headings of level 3/, /`closing`.*list/, /notes/],
  spreadsheet: [/\[Net sales\]/, /30%.*0\.3/, /caption or `#id`/, /StartDate=2027-01-01/, /y="Net sales,Tax"/, /become text/],
  artifact: [/:::form/, /mode=open/, /as little as the purpose needs/, /comes from the material/],
  cv: [/newest first/, /One page up to/, /no key finding/],
  invoice: [/due/, /add up/, /no invented tax rate/],
  quote: [/valid/, /accept/],
  product_sheet: [/no superlatives/, /no key finding/],
  recipe: [/Every ingredient is used/, /numbered steps/],
  programme: [/overlaps/, /no key finding/],
  certificate: [/signatures/, /One page/],
  press_release: [/quotations only/, /contact/i],
  agenda: [/add up to the length/, /reports nothing/],
  one_pager: [/at most 350 words/],
  training_deck: [/exercise/, /solution/],
  pitch_deck: [/Leave out a slide that has nothing/, /what is asked for/],
};

test('no two rules of a prompt contradict each other, and each says what its type needs', () => {
  for (const prompt of ALL) {
    const words = prompt.text.replaceAll(/^````markdown\n[^]*?^````$/gm, '');
    for (const [rule, pattern] of SAID_ONCE) {
      if (rule === 'contents') continue;
      assert.equal(words.match(pattern)?.length ?? 0, 1, `${prompt.name}: ${rule}`);
    }
    for (const [rule, applies, pattern] of AGAINST)
      if (applies(prompt)) assert.doesNotMatch(prompt.own + prompt.text, pattern, `${prompt.name}: ${rule}`);
    const toc = words.split('\n').filter((line) => /::toc|\bcontents\b/i.test(line) && !line.startsWith('#'));
    assert.ok(
      toc.every((line) => /only where the request asks/.test(line) || /no contents|[Nn]o cover/i.test(line)),
      `${prompt.name}: ${toc.join(' / ')}`,
    );
    assert.ok(CHECKLIST[prompt.name], prompt.name);
    for (const rule of CHECKLIST[prompt.name] ?? []) assert.match(prompt.own, rule, prompt.name);
  }
});

test('the classification names every kind of condition and genre there is', () => {
  const classify = classifyInstructions();
  for (const kind of REQUIREMENT_KINDS) if (kind !== 'change') assert.ok(classify.includes(`\`${kind}\``), kind);
  for (const genre of GENRES) assert.ok(classify.includes(`\`${genre}\``), genre);
  assert.ok(editInstructions().length > 500);
});
