/** What is put on slides, ordered, grouped, linked and formatted: on a presentation with a layout, a master and a theme. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateDeck } from '../../../test/support/template-deck.ts';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { openOfficePackage, partNames, readPart, relationshipsOf, type OfficePackage } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation, type EditOutcome } from '../apply-edits.ts';
import { listContent } from '../list-content.ts';
import { replacePart, saveOfficePackage } from '../../ooxml/change-package.ts';
import { readDeckFile } from '../../ooxml/deck-file.ts';
import { objectsOf } from './mechanics/deck-objects.ts';
import { placeOf, type Frame } from './mechanics/frames.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const CHART = {
  kind: 'column',
  title: 'Sales',
  categories: ['Q1', 'Q2', 'Q3'],
  series: [
    { name: 'North', values: [1, 2, 3] },
    { name: 'South', values: [2, 1, 4] },
  ],
};
const ROWS = [
  ['Region', 'Sales'],
  ['North', '1,200'],
  ['South', '980'],
];

function start(...titles: string[]): Uint8Array {
  const { bytes, results } = applyEdits(
    templateDeck(),
    titles.map((title) => ({ op: 'insert_slide', layout: 'Title alone', title })),
    CONTEXT,
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    titles.map(() => 'applied'),
  );
  // the number of the page, which the new slides repeat
  const numbers = listContent(bytes)
    .slice(-titles.length)
    .map(({ address }) => ({ op: 'delete_shape', target: `${address}.sh2` }));
  return applyEdits(bytes, numbers, CONTEXT).bytes;
}

function edit(bytes: Uint8Array, ...operations: EditOperation[]): EditOutcome {
  const outcome = applyEdits(bytes, operations, CONTEXT);
  assert.deepEqual(
    outcome.results.map(({ message, status }) => (status === 'rejected' ? message : status)),
    operations.map(() => 'applied'),
  );
  return outcome;
}

const lastSlide = (bytes: Uint8Array): string => listContent(bytes).at(-1)?.address ?? '';
const textOf = (opened: OfficePackage, part: string): string => Buffer.from(readPart(opened, part)).toString('utf8');
function slideXml(bytes: Uint8Array, address: string): string {
  const opened = openOfficePackage(bytes);
  const slide = readDeckFile(opened).slides.find((one) => one.address === address);
  return slide === undefined ? '' : textOf(opened, slide.part.name);
}

function framesOf(bytes: Uint8Array, address: string): Map<string, Frame> {
  const file = readDeckFile(openOfficePackage(bytes));
  const slide = file.slides.find((one) => one.address === address);
  return new Map(
    (slide === undefined ? [] : objectsOf(slide)).flatMap((object) => {
      const frame = placeOf(file, object);
      return frame === undefined ? [] : [[object.address, frame]];
    }),
  );
}

const meet = (a: Frame, b: Frame): boolean => a.x < b.x + b.cx && b.x < a.x + a.cx && a.y < b.y + b.cy && b.y < a.y + a.cy;

test('what is added without a place covers nothing that is there, stays on the slide, and is told when there is no room', () => {
  const deck = start('Figures');
  const on = lastSlide(deck);
  const { bytes, results } = edit(
    deck,
    { op: 'insert_table', target: on, rows: ROWS },
    { op: 'insert_image', target: on, image: { data: DOT }, alt: 'A dot', width_cm: 2 },
    { op: 'add_shape', target: on, kind: 'text_box', text: 'Source: our own' },
    { op: 'insert_chart', target: on, chart: CHART },
  );
  assert.deepEqual(
    results.map(({ made }) => made),
    [`${on}.t1`, `${on}.img1`, `${on}.sh2`, `${on}.chart1`],
  );
  const frames = [...framesOf(bytes, on)];
  assert.equal(frames.length, 5);
  for (const [a, one] of frames) {
    assert.ok(one.x >= 0 && one.y >= 0 && one.x + one.cx <= 9_144_000 && one.y + one.cy <= 6_858_000, a);
    for (const [b, other] of frames) assert.ok(a === b || !meet(one, other), `${a} and ${b}`);
  }
  const full = applyEdits(bytes, [{ op: 'insert_chart', target: on, chart: CHART }], CONTEXT).results[0];
  assert.equal(full?.reason, 'would_overflow');
  assert.match(full?.message ?? '', /no free place/);
});

test('an empty placeholder is filled, and the new thing keeps its number', () => {
  const { bytes: deck } = edit(templateDeck(), { op: 'insert_slide', layout: 'Text', title: 'One', texts: [''] });
  const on = lastSlide(deck);
  const before = framesOf(deck, on).get(`${on}.sh2`);
  const { bytes } = edit(deck, { op: 'insert_chart', target: on, chart: CHART });
  const frames = framesOf(bytes, on);
  assert.deepEqual(frames.get(`${on}.chart1`), before);
  assert.equal(frames.size, framesOf(deck, on).size);
  assert.match(slideXml(bytes, on), /<p:nvPr><p:ph idx="1"\/><\/p:nvPr><\/p:nvGraphicFramePr>/);
});

test("a chart has the theme's colours and font by name, and its figures in a workbook", () => {
  const deck = start('Chart');
  const { bytes } = edit(deck, { op: 'insert_chart', target: lastSlide(deck), chart: CHART });
  const opened = openOfficePackage(bytes);
  const chart = partNames(opened).find((name) => /charts\/chart\d+\.xml$/.test(name)) ?? '';
  const xml = textOf(opened, chart);
  assert.match(xml, /<c:ser>.*?<a:schemeClr val="accent1"\/>.*?<c:ser>.*?<a:schemeClr val="accent2"\/>/s);
  assert.match(xml, /typeface="\+mn-lt"/);
  assert.equal(/srgbClr/.test(xml), false);
  assert.ok(relationshipsOf(opened, chart).some(({ type }) => type.endsWith('/package')));
});

test('a table takes the style of the tables that are there, and figures stand at the right', () => {
  const deck = start('Table');
  const on = lastSlide(deck);
  const { bytes } = edit(deck, { op: 'insert_table', target: on, rows: ROWS });
  const xml = slideXml(bytes, on);
  assert.match(xml, /<a:tableStyleId>\{[0-9A-F-]{36}\}<\/a:tableStyleId>/);
  assert.equal(xml.match(/<a:pPr algn="r"\/>/g)?.length, 3, 'the head of the column and its figures');
  const wide = edit(
    bytes,
    { op: 'insert_columns', target: `${on}.t1.r1.c1`, columns: [['Owner', 'Ann', 'Bo']] },
    { op: 'set_cell_text', target: `${on}.t1.r2.c2`, text: '1,300' },
    { op: 'delete_columns', target: `${on}.t1.r1.c1` },
  );
  const texts = listContent(wide.bytes)
    .at(-1)
    ?.blocks?.filter(({ address }) => address.includes('.t1.'))
    .map(({ text }) => text);
  assert.deepEqual(texts, ['Owner', 'Sales', 'Ann', '1,300', 'Bo', '980']);
  const widths = (source: string): number =>
    Array.from(source.matchAll(/<a:gridCol w="(\d+)"/g), ([, w]) => Number(w)).reduce((a, b) => a + b, 0);
  assert.ok(Math.abs(widths(slideXml(wide.bytes, on)) - widths(xml)) <= 3, 'the table keeps its width');
});

test('merged cells grow and shrink with the columns that they reach over', () => {
  const deck = start('Merged');
  const on = lastSlide(deck);
  const { bytes } = edit(deck, {
    op: 'insert_table',
    target: on,
    rows: [
      ['A', '', 'C'],
      ['1', '2', '3'],
    ],
  });
  const opened = openOfficePackage(bytes);
  const slide = readDeckFile(opened).slides.at(-1);
  const merged = slideXml(bytes, on)
    .replace('<a:tc>', '<a:tc gridSpan="2">')
    .replace(/(<a:tc gridSpan="2">.*?<\/a:tc>)<a:tc>/s, '$1<a:tc hMerge="1">');
  replacePart(opened, slide?.part.name ?? '', Buffer.from(merged));
  const spans = (xml: string): string[] => Array.from(xml.matchAll(/<a:tc( gridSpan="\d"| hMerge="1")?>/g), ([, span = '']) => span.trim());
  const start2 = applyEdits(
    saveOfficePackage(opened),
    [{ op: 'insert_columns', target: `${on}.t1.r2.c1`, columns: [['x', 'y']] }],
    CONTEXT,
  );
  assert.deepEqual(spans(slideXml(start2.bytes, on)), ['gridSpan="3"', 'hMerge="1"', 'hMerge="1"', '', '', '', '', '']);
  const less = applyEdits(start2.bytes, [{ op: 'delete_columns', target: `${on}.t1.r2.c1`, count: 2 }], CONTEXT);
  assert.deepEqual(spans(slideXml(less.bytes, on)), ['', '', '', '']);
});

test('connectors end at the sides that face each other and are tied to them', () => {
  const deck = start('Ties');
  const on = lastSlide(deck);
  const box = (text: string, left: number, top: number): EditOperation => ({
    op: 'add_shape',
    target: on,
    kind: 'rectangle',
    left_cm: left,
    top_cm: top,
    width_cm: 4,
    height_cm: 2,
    text,
  });
  const { bytes } = edit(deck, box('A', 1, 5), box('B', 12, 5), box('C', 1, 12));
  const { bytes: tied, results } = edit(
    bytes,
    { op: 'add_connector', target: `${on}.sh2`, to: `${on}.sh3` },
    { op: 'add_connector', target: `${on}.sh2`, to: `${on}.sh4`, kind: 'elbow' },
  );
  assert.deepEqual(
    results.map(({ made, message }) => [made, message]),
    [
      [`${on}.d1`, undefined],
      [`${on}.d2`, undefined],
    ],
  );
  const frames = framesOf(tied, on);
  const [a, b] = [frames.get(`${on}.sh2`), frames.get(`${on}.sh3`)];
  assert.deepEqual(frames.get(`${on}.d1`), {
    x: (a?.x ?? 0) + (a?.cx ?? 0),
    y: (a?.y ?? 0) + (a?.cy ?? 0) / 2,
    cx: (b?.x ?? 0) - (a?.x ?? 0) - (a?.cx ?? 0),
    cy: 0,
  });
  const ties = Array.from(slideXml(tied, on).matchAll(/<a:(stCxn|endCxn) id="(\d+)" idx="(\d)"/g), ([, end, , site]) => `${end} ${site}`);
  assert.deepEqual(ties, ['stCxn 3', 'endCxn 1', 'stCxn 2', 'endCxn 0']);
  const freed = applyEdits(tied, [{ op: 'delete_shape', target: `${on}.sh3` }], CONTEXT);
  assert.equal(freed.results[0]?.message, `${on}.d1 stays where it is, and is tied to nothing at that end any more.`);
  assert.deepEqual(
    Array.from(slideXml(freed.bytes, on).matchAll(/<a:(stCxn|endCxn) /g), ([, end]) => end),
    ['stCxn', 'stCxn', 'endCxn'],
  );
});

test('connectors are tied to forms of all kinds where these have their points, turned ones too', async () => {
  const deck = start('Forms');
  const on = lastSlide(deck);
  const { bytes, results } = edit(
    deck,
    { op: 'add_shape', target: on, kind: 'rectangle', left_cm: 1, top_cm: 5, width_cm: 4, height_cm: 2 },
    { op: 'add_shape', target: on, kind: 'chevron', left_cm: 10, top_cm: 5, width_cm: 4, height_cm: 2 },
    { op: 'add_shape', target: on, kind: 'chevron', left_cm: 10, top_cm: 10, width_cm: 4, height_cm: 2 },
    { op: 'set_shape', target: `${on}.sh4`, rotation: 90 },
    { op: 'add_connector', target: `${on}.sh2`, to: `${on}.sh3` },
    { op: 'add_connector', target: `${on}.sh3`, to: `${on}.sh4` },
  );
  assert.deepEqual(
    results.map(({ message }) => message),
    Array(6).fill(undefined),
  );
  const lines = [...slideXml(bytes, on).matchAll(/<p:cxnSp\b.*?<\/p:cxnSp>/gs)].map(([xml]) => ({
    ties: Array.from(xml.matchAll(/idx="(\d+)"/g), ([, site]) => site),
    frame: Array.from(/<a:off x="(-?\d+)" y="(-?\d+)"\/><a:ext cx="(\d+)" cy="(\d+)"/.exec(xml) ?? [], Number).slice(1),
  }));
  const cm = 360_000;
  // from the right of the rectangle into the notch, which is half of the height deep
  assert.deepEqual(lines[0], { ties: ['3', '1'], frame: [5 * cm, 6 * cm, 6 * cm, 0] });
  // from the middle of the lower edge into the notch of the one that is turned, which is above now
  assert.deepEqual(lines[1]?.ties, ['2', '1']);
  assert.deepEqual(lines[1]?.frame, [11.5 * cm, 7 * cm, 0.5 * cm, 3 * cm]);
  assert.deepEqual(await validateOffice(bytes, 'pptx'), await validateOffice(deck, 'pptx'));
});

test('the order changes, and addresses follow for the rest of the request', () => {
  const deck = start('Order');
  const on = lastSlide(deck);
  const place = { left_cm: 3, top_cm: 5, width_cm: 4, height_cm: 2 };
  const { bytes, results } = edit(
    deck,
    { op: 'add_shape', target: on, kind: 'rectangle', ...place, text: 'A' },
    { op: 'add_shape', target: on, kind: 'rectangle', ...place, text: 'B' },
  );
  const ordered = edit(
    bytes,
    { op: 'order_shape', target: `${on}.sh2`, position: 'front' },
    { op: 'set_text', target: `${on}.sh2`, text: 'A, in front' },
  );
  assert.equal(results[1]?.made, `${on}.sh3`);
  assert.equal(ordered.results[0]?.made, `${on}.sh3`);
  assert.deepEqual(
    listContent(ordered.bytes)
      .at(-1)
      ?.blocks?.map(({ text }) => text),
    ['Order', 'B', 'A, in front'],
  );
});

test('a group is made, moved as one and taken apart where it stands', () => {
  const deck = start('Group');
  const on = lastSlide(deck);
  const at = (left: number): Record<string, number> => ({ left_cm: left, top_cm: 6, width_cm: 3, height_cm: 2 });
  const { bytes } = edit(
    deck,
    { op: 'add_shape', target: on, kind: 'rectangle', ...at(2), text: 'A' },
    { op: 'add_shape', target: on, kind: 'ellipse', ...at(8), text: 'B' },
    { op: 'add_shape', target: on, kind: 'line', ...at(12) },
  );
  const before = framesOf(bytes, on);
  const grouped = edit(
    bytes,
    { op: 'group_shapes', targets: [`${on}.sh2`, `${on}.sh3`], name: 'Pair' },
    { op: 'set_text', target: `${on}.sh3`, text: 'B of the pair' },
  );
  assert.equal(grouped.results[0]?.made, `${on}.g1`);
  const moved = edit(grouped.bytes, { op: 'set_shape', target: `${on}.g1`, left_cm: 4, width_cm: 18, rotation: 90 });
  const apart = edit(moved.bytes, { op: 'ungroup_shapes', target: `${on}.g1` });
  assert.equal(
    listContent(apart.bytes)
      .at(-1)
      ?.blocks?.some(({ type }) => type === 'group'),
    false,
  );
  const now = framesOf(apart.bytes, on);
  // 9 cm became 18, so each is twice as wide; turned by a quarter, the first is above the middle and the other below
  const [a, b] = [now.get(`${on}.sh2`), now.get(`${on}.sh3`)];
  assert.equal(a?.cx, 2 * (before.get(`${on}.sh2`)?.cx ?? 0));
  assert.equal((a?.x ?? 0) + (a?.cx ?? 0) / 2, (b?.x ?? 0) + (b?.cx ?? 0) / 2);
  assert.ok((a?.y ?? 0) < (b?.y ?? 0));
  assert.equal(slideXml(apart.bytes, on).match(/rot="5400000"/g)?.length, 2);
  const same = edit(grouped.bytes, { op: 'ungroup_shapes', target: `${on}.g1` });
  assert.deepEqual(framesOf(same.bytes, on), before);
});

test('words and shapes are linked, and a link that is taken away leaves no relationship', () => {
  const deck = start('First', 'The other slide');
  const on = lastSlide(deck);
  const linksOf = (bytes: Uint8Array): string[] => {
    const opened = openOfficePackage(bytes);
    const slide = readDeckFile(opened).slides.at(-1);
    return relationshipsOf(opened, slide?.part.name ?? '')
      .filter(({ type }) => /\/(?:hyperlink|slide)$/.test(type))
      .map(({ target }) => target);
  };
  const { bytes } = edit(
    deck,
    { op: 'set_link', target: `${on}.sh1`, find: 'other', url: 'https://example.com/a?b=1&c=2' },
    { op: 'set_link', target: `${on}.sh1`, slide: 's1' },
  );
  assert.equal(linksOf(bytes).length, 2);
  assert.equal(linksOf(bytes)[0], 'https://example.com/a?b=1&c=2');
  assert.match(slideXml(bytes, on), /<a:t>The <\/a:t><\/a:r><a:r><a:rPr[^>]*><a:hlinkClick [^>]*\/><\/a:rPr><a:t>other<\/a:t>/);
  const without = edit(bytes, { op: 'set_link', target: `${on}.sh1.p1`, url: '' }, { op: 'set_link', target: `${on}.sh1`, url: '' });
  assert.deepEqual(linksOf(without.bytes), []);
  const unsafe = applyEdits(deck, [{ op: 'set_link', target: `${on}.sh1`, url: 'javascript:alert(1)' }], CONTEXT).results[0];
  assert.equal(unsafe?.status, 'rejected');
});

test('every operation on slides leaves a file that the validator takes as it took it before', async () => {
  const deck = start('One', 'Two');
  const on = lastSlide(deck);
  const place = { top_cm: 14, width_cm: 4, height_cm: 2 };
  const { bytes } = edit(
    deck,
    { op: 'insert_table', target: on, rows: ROWS },
    { op: 'insert_chart', target: on, chart: { ...CHART, kind: 'pie', series: CHART.series.slice(0, 1) } },
    { op: 'insert_equation', target: on, tex: String.raw`\frac{a}{b} = \sqrt{c}`, left_cm: 2, top_cm: 11 },
    { op: 'insert_image', target: on, image: { data: DOT }, left_cm: 20, top_cm: 1, width_cm: 1 },
    { op: 'add_shape', target: on, kind: 'rectangle', ...place, left_cm: 2, text: 'A', fill: 'accent2', line: 'text' },
    { op: 'add_shape', target: on, kind: 'ellipse', ...place, left_cm: 12, text: 'B' },
  );
  const shapes =
    listContent(bytes)
      .at(-1)
      ?.blocks?.filter(({ type, text }) => type === 'shape' && (text === 'A' || text === 'B')) ?? [];
  const [a = '', b = ''] = shapes.map(({ address }) => address);
  const more = edit(
    bytes,
    { op: 'add_connector', target: a, to: b, kind: 'curved', dashed: true, arrow: 'both' },
    {
      op: 'set_format',
      target: a,
      bold: true,
      italic: false,
      underline: true,
      script: 'super',
      color: 'accent1',
      font: 'heading',
      size_pt: 20,
      align: 'right',
      line_spacing: 1.2,
      space_after_pt: 6,
    },
    { op: 'set_format', target: `${on}.t1.r2`, fill: 'background2' },
    { op: 'insert_columns', target: `${on}.t1.r1.c1`, position: 'before', columns: [['No.', '1', '2']] },
    { op: 'group_shapes', targets: [a, b] },
    { op: 'order_shape', target: `${on}.g1`, position: 'back' },
    { op: 'set_link', target: `${on}.g1`, url: 'https://example.com', tip: 'Go' },
    { op: 'set_transition', kind: 'push', speed: 'slow', advance_after_s: 3 },
  );
  const known = new Set((await validateOffice(deck, 'pptx')).map(({ description }) => description));
  assert.deepEqual(
    (await validateOffice(more.bytes, 'pptx')).filter(({ description }) => !known.has(description)),
    [],
  );
});

test('what lies beside a slide, or reaches beyond it, is named', () => {
  const bytes = start('Off');
  const slide = lastSlide(bytes);
  const at = (left_cm: number, top_cm: number): object => ({ target: slide, left_cm, top_cm, width_cm: 4, height_cm: 2 });
  const { results } = edit(
    bytes,
    { op: 'add_shape', kind: 'text_box', text: 'Here', ...at(2, 2) } as EditOperation,
    { op: 'add_shape', kind: 'text_box', text: 'Gone', ...at(-40, 2) } as EditOperation,
    { op: 'insert_image', image: { data: DOT }, ...at(2, -1) } as EditOperation,
    { op: 'insert_table', rows: ROWS, ...at(2, 17), width_cm: 10, height_cm: 6 } as EditOperation,
    { op: 'set_shape', target: `${slide}.sh2`, left_cm: 100 },
  );
  const said = results.map(({ message }) => /^It (?:lies beside|reaches beyond)/.exec(message ?? '')?.[0]);
  assert.deepEqual(said, [undefined, 'It lies beside', 'It reaches beyond', 'It reaches beyond', 'It lies beside']);
  assert.match(
    results[1]?.message ?? '',
    /^It lies beside s\d+, which is [\d.]+ by [\d.]+ cm, so that it is not seen when the slides are shown\.$/,
  );
});

test('new slides go by the next numbers wherever they are put, those that were there by their own', () => {
  const titled = (title: string, position?: number): EditOperation => ({
    op: 'insert_slide',
    layout: 'Title alone',
    title,
    ...(position ? { position } : {}),
  });
  const { bytes: sent } = edit(templateDeck(), titled('A'), titled('B'));
  const count = listContent(sent).length;
  const [a, b, first, second, copy] = [-1, 0, 1, 2, 3].map((step) => `s${count + step}.sh1`);
  const slide = (address = ''): string => address.replace('.sh1', '');
  const outcome = edit(
    sent,
    titled('Early', 1),
    titled('Late'),
    { op: 'delete_slide', target: slide(a) },
    { op: 'duplicate_slide', target: slide(first), position: 1 },
    { op: 'set_text', target: second, text: 'Last' },
    { op: 'set_text', target: copy, text: 'Copy' },
    { op: 'set_text', target: first, text: 'First' },
    { op: 'set_text', target: b, text: 'B again' },
  );
  const titles = listContent(outcome.bytes).map(({ blocks = [] }) => blocks[0]?.text);
  assert.deepEqual([...titles.slice(0, 2), ...titles.slice(-2)], ['Copy', 'First', 'B again', 'Last']);
  assert.deepEqual(
    outcome.results.map(({ made }) => made).filter((made) => made !== undefined),
    ['s1', `s${count + 2}`, 's1'],
  );
  const beyond = applyEdits(sent, [titled('C'), { op: 'set_text', target: second ?? '', text: 'None' }], CONTEXT).results[1];
  assert.equal(beyond?.reason, 'target_not_found');
});

test('what is new on a new slide is tied together in the same request', () => {
  const deck = templateDeck();
  const on = `s${listContent(deck).length + 1}`;
  const shape = (left: number): EditOperation => ({
    op: 'add_shape',
    target: on,
    kind: 'ellipse',
    left_cm: left,
    top_cm: 8,
    width_cm: 4,
    height_cm: 2,
    text: 'x',
  });
  const { results } = edit(deck, { op: 'insert_slide', layout: 'Title alone', title: 'Flow', position: 1 }, shape(2), shape(12), {
    op: 'add_connector',
    target: `${on}.sh3`,
    to: `${on}.sh4`,
    arrow: 'end',
  });
  assert.deepEqual(
    results.slice(0, 3).map(({ made }) => made),
    ['s1', 's1.sh3', 's1.sh4'],
  );
});
