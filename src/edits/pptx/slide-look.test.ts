/** What is put on slides looks as if it belonged there: clear of texts, within the margins, in the face and colour of the slide's own text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateDeck } from '../../../test/support/template-deck.ts';
import { replacePart, saveOfficePackage } from '../../ooxml/change-package.ts';
import { readDeckFile } from '../../ooxml/deck-file.ts';
import { openOfficePackage, partNames, readPart } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation, type EditResult } from '../apply-edits.ts';
import { listContent } from '../list-content.ts';
import { objectsOf } from './mechanics/deck-objects.ts';
import { placeOf, type Frame } from './mechanics/frames.ts';
import { textFrame } from './mechanics/text-extent.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const CHART = {
  kind: 'column',
  categories: ['Q1', 'Q2', 'Q3', 'Q4'],
  series: ['North', 'South', 'West'].map((name) => ({ name, values: [1, 2, 3, 4] })),
};
const ROWS = [
  ['Region', 'Sales'],
  ['North', '12'],
];
const NOTE: EditOperation = { op: 'add_shape', target: '', kind: 'text_box', text: 'Provisional' };

interface Made {
  bytes: Uint8Array;
  on: string;
  result: EditResult;
}

function edit(bytes: Uint8Array, operation: EditOperation): Made {
  const on = listContent(bytes).at(-1)?.address ?? '';
  const outcome = applyEdits(bytes, [{ ...operation, ...(operation.target === '' ? { target: on } : {}) }], CONTEXT);
  const [result] = outcome.results;
  assert.ok(result);
  assert.equal(result.status, 'applied', result.message);
  return { bytes: outcome.bytes, on: listContent(outcome.bytes).at(-1)?.address ?? '', result };
}

const slideWith = (layout: string, texts: readonly string[]): Uint8Array =>
  edit(templateDeck(), { op: 'insert_slide', layout, title: 'Results', texts }).bytes;

/** The last slide with its source changed. */
function rewrite(bytes: Uint8Array, change: (source: string) => string): Uint8Array {
  const opened = openOfficePackage(bytes);
  const part = readDeckFile(opened).slides.at(-1)?.part;
  assert.ok(part);
  const changed = change(part.source);
  assert.notEqual(changed, part.source);
  replacePart(opened, part.name, Buffer.from(changed));
  return saveOfficePackage(opened);
}
const onGround = (bytes: Uint8Array, hex: string): Uint8Array =>
  rewrite(bytes, (source) =>
    source.replace('<p:cSld>', `<p:cSld><p:bg><p:bgPr><a:solidFill><a:srgbClr val="${hex}"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>`),
  );

function frameOf(bytes: Uint8Array, address: string): { frame: Frame; text: Frame } {
  const file = readDeckFile(openOfficePackage(bytes));
  const object = file.slides.flatMap((slide) => objectsOf(slide)).find((one) => one.address === address);
  const frame = object && placeOf(file, object);
  assert.ok(object && frame, address);
  return { frame, text: textFrame(file, object, frame) };
}

/** The XML of the thing that was made. */
function madeXml({ bytes, result }: Made): string {
  const file = readDeckFile(openOfficePackage(bytes));
  const object = file.slides.flatMap((slide) => objectsOf(slide)).find(({ address }) => address === result.made);
  assert.ok(object);
  return object.part.source.slice(object.element.start, object.element.end);
}

test('where a short text fills its slide by its frame alone, new things stand below the text, and that is said', () => {
  const deck = slideWith('Text', ['One short point\nAnother one']);
  for (const operation of [{ op: 'insert_chart', target: '', chart: CHART }, { op: 'insert_table', target: '', rows: ROWS }, NOTE]) {
    const made = edit(deck, operation);
    assert.match(made.result.message ?? '', /beside the text of s2\.sh2, within its frame/);
    const { frame } = frameOf(made.bytes, made.result.made ?? '');
    const { frame: whole, text } = frameOf(made.bytes, `${made.on}.sh2`);
    assert.ok(text.cy < whole.cy / 2, 'two lines of 24 points in 5 inches');
    assert.ok(frame.y >= text.y + text.cy && frame.y + frame.cy <= whole.y + whole.cy + 1, JSON.stringify({ frame, text }));
  }
});

test('a text that fills its frame, or that stands in a shape which is seen, is kept clear as a whole', () => {
  const long = Array.from({ length: 14 }, (_, i) => `Point ${i} of a long list that goes on`).join('\n');
  const full = slideWith('Text', [long]);
  const on = listContent(full).at(-1)?.address ?? '';
  assert.equal(applyEdits(full, [{ op: 'insert_chart', target: on, chart: CHART }], CONTEXT).results[0]?.reason, 'would_overflow');
  const seen = rewrite(slideWith('Text', ['Short']), (source) =>
    source.replaceAll('<p:spPr/>', '<p:spPr><a:solidFill><a:srgbClr val="EEEEEE"/></a:solidFill></p:spPr>'),
  );
  assert.equal(applyEdits(seen, [{ op: 'insert_chart', target: on, chart: CHART }], CONTEXT).results[0]?.reason, 'would_overflow');
});

test('text, equations, lines and charts on a dark slide are light, on a light one they follow the theme', () => {
  const light = slideWith('Title alone', []);
  const dark = onGround(light, '101828');
  assert.match(madeXml(edit(dark, NOTE)), /<a:rPr[^>]*><a:solidFill><a:schemeClr val="bg1"\/>/);
  assert.doesNotMatch(madeXml(edit(light, NOTE)), /solidFill/);
  assert.match(
    madeXml(edit(dark, { op: 'insert_equation', target: '', tex: 'a = b' })),
    /<a:rPr[^>]*><a:solidFill><a:schemeClr val="bg1"\/>/,
  );
  const chartOf = (bytes: Uint8Array): string => {
    const opened = openOfficePackage(edit(bytes, { op: 'insert_chart', target: '', chart: CHART }).bytes);
    const part = partNames(opened).find((name) => /charts\/chart\d+\.xml$/.test(name)) ?? '';
    return Buffer.from(readPart(opened, part)).toString('utf8');
  };
  assert.doesNotMatch(chartOf(dark), /schemeClr val="tx1"/);
  assert.match(chartOf(dark), /<c:majorGridlines>.*?<a:schemeClr val="bg1"><a:alpha val="25000"\/>.*?<\/c:majorGridlines>/s);
  assert.match(chartOf(light), /<c:majorGridlines>.*?<a:schemeClr val="tx1"><a:lumMod val="15000"\/>/s);
});

test('programs that read no equations show one in its signs, and in its source where a line of signs says less', () => {
  const shown = (tex: string): string[] => {
    const { bytes } = edit(slideWith('Title alone', []), { op: 'insert_equation', target: '', tex });
    const slide = readDeckFile(openOfficePackage(bytes)).slides.at(-1)?.part.source ?? '';
    const [fallback = ''] = /<mc:Fallback>.*<\/mc:Fallback>/s.exec(slide) ?? [];
    return [...fallback.matchAll(/<a:r><a:rPr[^>]*?(?: baseline="(-?\d+)")?>.*?<a:t>([^<]*)/g)].map(
      ([, baseline = '', text = '']) => `${text}${baseline === '' ? '' : baseline.startsWith('-') ? '↓' : '↑'}`,
    );
  };
  assert.deepEqual(shown(String.raw`\int_0^1 \frac{x^2}{2} = \sigma`), ['∫', '0↓', '1↑', ' (x²)/2 = σ']);
  const matrix = String.raw`\begin{pmatrix} a \\ b \end{pmatrix}`;
  assert.deepEqual(shown(matrix), [matrix]);
});

test('a text box with a fill has an ink that is read on it', () => {
  const deck = slideWith('Title alone', []);
  assert.match(madeXml(edit(deck, { ...NOTE, fill: '101828' })), /<a:rPr[^>]*><a:solidFill><a:schemeClr val="lt1"\/>/);
  assert.match(
    madeXml(edit(deck, { ...NOTE, kind: 'rectangle', fill: 'background' })),
    /<a:rPr[^>]*><a:solidFill><a:schemeClr val="dk1"\/>/,
  );
});

test('new text takes the face and colour that the text of the slide names itself', () => {
  const deck = rewrite(slideWith('Two places', ['Our own words', 'Other words']), (source) =>
    source.replaceAll(
      /<a:rPr lang="[^"]*"\/>/g,
      '<a:rPr lang="en-US"><a:solidFill><a:srgbClr val="24506B"/></a:solidFill><a:latin typeface="Tahoma"/></a:rPr>',
    ),
  );
  assert.match(madeXml(edit(deck, NOTE)), /<a:solidFill><a:srgbClr val="24506B"\/><\/a:solidFill><a:latin typeface="Tahoma"\/>/);
  assert.match(madeXml(edit(deck, { op: 'insert_table', target: '', rows: ROWS })), /<a:latin typeface="Tahoma"\/>/);
});

test('the head of a table is dark where the accent under it is light', () => {
  const deck = slideWith('Title alone', []);
  const opened = openOfficePackage(deck);
  const theme = Buffer.from(readPart(opened, 'ppt/theme/theme1.xml')).toString('utf8');
  replacePart(opened, 'ppt/theme/theme1.xml', Buffer.from(theme.replace('B4532A', 'BBE0E3')));
  const heads = (bytes: Uint8Array): number =>
    [...madeXml(edit(bytes, { op: 'insert_table', target: '', rows: ROWS })).matchAll(/schemeClr val="dk1"/g)].length;
  assert.deepEqual([heads(deck), heads(saveOfficePackage(opened))], [0, 2]);
});

test('new things begin where those of the slide begin, a little further in than the layout says', () => {
  const inches = (value: number): number => Math.round(value * 914_400);
  const deck = rewrite(slideWith('Title alone', []), (source) =>
    source.replace(
      '<p:spPr/>',
      `<p:spPr><a:xfrm><a:off x="${inches(0.9)}" y="${inches(0.4)}"/><a:ext cx="${inches(8.2)}" cy="${inches(1)}"/></a:xfrm></p:spPr>`,
    ),
  );
  const first = edit(deck, { op: 'add_shape', target: '', kind: 'rectangle', left_cm: 2.286, top_cm: 5, width_cm: 20, height_cm: 1 });
  const table = edit(first.bytes, { op: 'insert_table', target: '', rows: ROWS });
  const { frame } = frameOf(table.bytes, table.result.made ?? '');
  assert.equal(frame.x, inches(0.9));
  assert.ok(frame.x + frame.cx <= inches(9.1));
});

test('a chart has its title above it, with the unit of its figures, unless the title of its slide says the same', () => {
  const deck = slideWith('Title alone', []);
  const lineOf = (title: string, more = {}): string | undefined => {
    const { bytes } = edit(deck, { op: 'insert_chart', target: '', chart: { ...CHART, title, ...more } });
    const opened = openOfficePackage(bytes);
    const xml = Buffer.from(readPart(opened, 'ppt/charts/chart1.xml')).toString('utf8');
    return /<c:title>.*?<a:t>([^<]*)<\/a:t>/.exec(xml)?.[1];
  };
  assert.equal(lineOf('Sales by quarter'), 'Sales by quarter');
  assert.match(lineOf('Sales by quarter', { unit: 'CHF' }) ?? '', /^Sales by quarter, .*CHF/);
  assert.equal(lineOf('Results'), undefined);
});
