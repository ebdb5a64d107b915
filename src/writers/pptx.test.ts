import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { assets as randomAssets, block as randomBlock } from '../../test/support/any-document.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { composeDeck } from '../document/compose-deck.ts';
import type { Block } from '../document/block.ts';
import { resolveLook } from '../document/look.ts';
import { numberBlocks } from '../document/walk.ts';
import { decodeXml } from '../ooxml/decode-xml.ts';
import { readZip } from '../ooxml/read-zip.ts';
import { parseXml } from '../ooxml/xml-tree.ts';
import { planDeck, writePptx, type DeckPlan } from './pptx.ts';
import { measureParagraph, measureText, roomOf, scaledPt, styleOf } from './pptx/plan/fit.ts';

const look = resolveLook('presentation');
const bytesOf = (deck: DeckPlan): Uint8Array => writePptx(deck, { created: new Date('2026-11-20T12:00:00Z') }).bytes;

const anyDeck = fc
  .tuple(
    fc.array(randomBlock, { maxLength: 8 }),
    fc.array(fc.tuple(fc.constantFrom('1', '2'), fc.array(randomBlock, { maxLength: 2 })), { maxLength: 2 }),
    fc.boolean(),
    fc.constantFrom('en', 'es', 'ar', 'zh-CN'),
  )
  .map(([body, notes, dark, lang]) => {
    const blocks: Block[] = [...body, { id: 'fn', type: 'footnotes', notes: notes.map(([id, inner]) => ({ id, blocks: inner })) }];
    numberBlocks(blocks);
    return planDeck(composeDeck({ blocks, meta: {}, lang, name: 'Name', assets: randomAssets }), { ...look, dark });
  });

/** Texts that are higher than their boxes, and text of the body that is too small. */
function misfits({ slides, theme }: DeckPlan): string[] {
  return slides.flatMap(({ layout, fills }) =>
    fills.flatMap((fill): string[] => {
      const slot = layout.placeholders.find(({ key }) => key === fill.key);
      if (!slot) return [`no ${fill.key} in ${layout.name}`];
      if (fill.kind === 'table') {
        const { rows, columns, sizePt } = fill.table;
        return rows.reduce((sum, { heightIn }) => sum + heightIn, 0) > 4.75 ||
          columns.reduce((sum, width) => sum + width, 0) > 11.9 ||
          sizePt < 12
          ? [`table of ${rows.length}`]
          : [];
      }
      if (fill.kind !== 'text' || fill.key === 'number') return [];
      const over =
        measureText(theme, fill.box ? { ...slot, box: fill.box } : slot, fill.paragraphs, fill.scale) >
        roomOf(theme, fill.box ? { ...slot, box: fill.box } : slot) + 1;
      const small =
        fill.key !== 'footer' &&
        fill.key !== 'eyebrow' &&
        fill.paragraphs.some((paragraph) => scaledPt(styleOf(slot, paragraph).sizePt, fill.scale) < 12);
      return [...(over ? [`${layout.name}.${fill.key} is over`] : []), ...(small ? [`${layout.name}.${fill.key} is small`] : [])];
    }),
  );
}

test('on the slides of any document every text fits its box and can be read', () => {
  fc.assert(
    fc.property(anyDeck, (deck) => assert.deepEqual(misfits(deck).slice(0, 5), [])),
    { numRuns: 40, endOnFailure: true },
  );
});

test('a title that is full but for the mark of its footnote is fitted with the mark', () => {
  const cells = [{ runs: [{ text: 'a' }] }];
  const rows = Array.from({ length: 60 }, () => ({ cells }));
  const blocks: Block[] = [
    {
      id: 'h',
      type: 'heading',
      level: 1,
      runs: [
        { text: '', footnote: '1' },
        { text: 'x'.repeat(200), italic: true },
      ],
    },
    { id: 't', type: 'table', columns: [{}], header_rows: 1, rows },
    { id: 'f', type: 'footnotes', notes: [{ id: '1', blocks: [] }] },
  ];
  const deck = planDeck(composeDeck({ blocks, meta: {}, lang: 'en', name: 'Name', assets: new Map() }), look);
  assert.deepEqual(misfits(deck), []);
});

test('the file of any document is well formed', () => {
  fc.assert(
    fc.property(anyDeck, (deck) => {
      for (const { name, read } of readZip(bytesOf(deck)).parts.values())
        if (/\.(?:xml|rels)$/.test(name)) parseXml(decodeXml(read()).text);
    }),
    { numRuns: 15, seed: 1, endOnFailure: true },
  );
});

test('the Open XML SDK finds no fault in the files of any documents', async () => {
  const decks = fc.sample(anyDeck, { numRuns: 4, seed: 20 });
  assert.deepEqual(
    await validateAllOffice(Object.fromEntries(decks.map((deck, i) => [`deck ${i}`, { bytes: bytesOf(deck), kind: 'pptx' as const }]))),
    {},
  );
});

test('a hostile text is planned in proportion to its length', () => {
  const texts = ['word '.repeat(20_000), 'x'.repeat(50_000), 'line\n'.repeat(2_000)];
  const blocks = texts.map((text, i): Block => ({ id: `b${i}`, type: 'paragraph', runs: [{ text }] }));
  const deck = planDeck(composeDeck({ blocks, meta: {}, lang: 'en', name: 'Long', assets: new Map() }), look);
  assert.ok(deck.slides.length > 10 && deck.slides.length <= 500);
  assert.deepEqual(misfits(deck).slice(0, 5), []);
});

test('a key figure with its unit stays on one line', () => {
  const texts = ['Team size: 140', 'Countries: 6', 'Release every: 14 days', 'Holidays: 28 days'];
  const items = texts.map((text, i) => ({ blocks: [{ id: `p${i}`, type: 'paragraph' as const, runs: [{ text }] }] }));
  const blocks: Block[] = [
    { id: 'h', type: 'heading', level: 1, runs: [{ text: 'Numbers' }] },
    { id: 'l', type: 'list', ordered: false, items },
  ];
  const deck = planDeck(composeDeck({ blocks, meta: {}, lang: 'en', name: 'Deck', assets: new Map() }), look);
  const figures = deck.slides[0];
  for (const fill of figures?.fills ?? []) {
    const slot = figures?.layout.placeholders.find(({ key }) => key === fill.key);
    const value = fill.kind === 'text' && fill.key.startsWith('kpi') ? fill.paragraphs[0] : undefined;
    if (fill.kind === 'text' && slot && value) assert.equal(measureParagraph(deck.theme, slot, value, fill.scale).lines, 1);
  }
  assert.equal(figures?.layout.name, 'kpi-4');
});

const said = (text: string): Block => ({ id: '', type: 'paragraph', runs: [{ text }] });
const listOf = (ordered: boolean, ...items: Block[][]): Block => ({
  id: '',
  type: 'list',
  ordered,
  items: items.map((blocks) => ({ blocks })),
});

/** Text of the slides' paragraphs with their level and how they are marked. */
function linesOf(...blocks: Block[]): string[] {
  const given: Block[] = [{ id: '', type: 'slide', title: [{ text: 'Title' }], blocks }];
  numberBlocks(given);
  const part = readZip(
    bytesOf(planDeck(composeDeck({ blocks: given, meta: {}, lang: 'en', name: null, assets: new Map() }), look)),
  ).parts.get('ppt/slides/slide1.xml');
  assert.ok(part);
  return [...decodeXml(part.read()).text.matchAll(/<a:p>(.*?)<\/a:p>/gs)].map(([, xml = '']) => {
    const text = [...xml.matchAll(/<a:t>(.*?)<\/a:t>/g)].map(([, piece]) => piece).join('');
    return `${/ lvl="(\d)"/.exec(xml)?.[1] ?? 0} ${/buAutoNum type="(\w+)"( startAt="\d+")?/.exec(xml)?.slice(1).join('') ?? ''} ${text}`;
  });
}

test('lists in numbered lists keep how deep they are', () => {
  const deep = listOf(
    true,
    [said('First'), listOf(false, [said('under'), listOf(true, [said('deep')], [said('deeper')])])],
    [said('Second')],
  );
  assert.deepEqual(
    linesOf(deep).filter((line) => /First|under|deep|Second/.test(line)),
    ['0 arabicPeriod First', '1  under', '4 romanLcPeriod deep', '4 romanLcPeriod deeper', '0 arabicPeriod Second'],
  );
});

test('a card of a person had a stray comma before the office', () => {
  const person = (name: string, rest: string): Block[] => [
    { id: '', type: 'paragraph', runs: [{ text: name, bold: true }, { text: rest }] },
  ];
  const cards = linesOf(listOf(false, person('Ana', ', director — leads all'), person('Luis', ', finance — keeps books'))).join('\n');
  assert.match(cards, /Director — leads all/);
  assert.doesNotMatch(cards, / , /);
  const sentences = linesOf(listOf(false, person('Volume', ', as expected, grew'), person('Cost', ', in turn, fell'))).join('\n');
  assert.match(sentences, /Volume, as expected, grew/);
});
