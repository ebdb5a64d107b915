/** Presentations whose layouts have no places for text, as those of PptxGenJS: new slides look like those that are there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateDeck } from '../../../test/support/template-deck.ts';
import { validateAllOffice, validateOffice } from '../../../test/support/validate-office.ts';
import { removePart, replacePart, saveOfficePackage } from '../../ooxml/change-package.ts';
import { openOfficePackage, partNames, readPart } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation, type EditOutcome } from '../apply-edits.ts';
import { listContent } from '../list-content.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };

const box = (id: number, [x, y, cx, cy]: readonly number[], run: string, texts: readonly string[], paragraph = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr>` +
  `<p:txBody><a:bodyPr wrap="square" anchor="t"/><a:lstStyle/>${texts.map((text) => `<a:p>${paragraph}<a:r><a:rPr lang="en-US" ${run}</a:rPr><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
const TITLE_RUN = 'sz="3200" b="1"><a:solidFill><a:srgbClr val="1E2761"/></a:solidFill><a:latin typeface="Arial"/>';
const TITLE = box(11, [600_000, 300_000, 7_800_000, 600_000], TITLE_RUN, ['The Problem']);
const BULLET = '<a:pPr marL="342900" indent="-342900"><a:buChar char="•"/></a:pPr>';
const TEXT = box(
  12,
  [600_000, 1_200_000, 4_000_000, 4_000_000],
  'sz="1700"><a:latin typeface="Arial"/>',
  ['It is slow', 'It is old'],
  BULLET,
);

/** A deck of one slide with these shapes, on a layout without any. */
function deckOf(shapes: string): Uint8Array {
  const opened = openOfficePackage(templateDeck({ layouts: [{ name: 'DEFAULT', places: [] }] }));
  const name = partNames(opened).find((one) => /^ppt\/slides\/slide\d+\.xml$/.test(one)) ?? '';
  const xml = Buffer.from(readPart(opened, name)).toString('utf8');
  const tree = xml.replace(/(<p:grpSpPr\/>|<p:grpSpPr>.*?<\/p:grpSpPr>).*<\/p:spTree>/s, `$1${shapes}</p:spTree>`);
  const ground = '<p:bg><p:bgPr><a:solidFill><a:srgbClr val="FAFAFA"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>';
  replacePart(opened, name, Buffer.from(tree.replace(/<p:bg>.*?<\/p:bg>/s, '').replace('<p:spTree>', `${ground}<p:spTree>`), 'utf8'));
  return saveOfficePackage(opened);
}
const run = (bytes: Uint8Array, operation: EditOperation): EditOutcome => applyEdits(bytes, [operation], CONTEXT);
const edit = (bytes: Uint8Array, operations: EditOperation[]): Uint8Array => {
  const done = applyEdits(bytes, operations, CONTEXT);
  for (const { status, message } of done.results) assert.equal(status, 'applied', message);
  return done.bytes;
};
const newSlide = (bytes: Uint8Array): string => {
  const opened = openOfficePackage(bytes);
  const name = partNames(opened).findLast((one) => /^ppt\/slides\/slide\d+\.xml$/.test(one)) ?? '';
  return Buffer.from(readPart(opened, name)).toString('utf8');
};
const FINANCES = { op: 'insert_slide', title: 'Money & more', texts: ['ARR\n\tof all'], notes: 'Say it' };

test('a slide with a title could not be inserted where no layout has a place for one', async () => {
  const { bytes, results } = run(deckOf(TITLE + TEXT), FINANCES);
  assert.equal(results[0]?.status, 'applied', results[0]?.message);
  assert.match(results[0]?.message ?? '', /set as those of s1/);
  const slide = newSlide(bytes);
  assert.match(slide, /<p:bg>.*FAFAFA/);
  assert.match(slide, /<p:ph type="title"\/>.*<a:off x="600000" y="300000"\/>.*algn="l".*sz="3200" b="1".*1E2761.*Money &amp; more/);
  // the text is as wide as the title, and its second line is set in
  assert.match(slide, /<a:off x="600000" y="1200000"\/><a:ext cx="7800000" cy="4000000"\/>/);
  assert.match(slide, /marL="342900".*<a:t>ARR<\/a:t>.*marL="685800".*sz="1700".*<a:t>of all<\/a:t>/);
  assert.deepEqual(
    listContent(bytes)
      .at(-1)
      ?.blocks?.map(({ text }) => text),
    ['Money & more', 'ARR\nof all', 'Say it'],
  );
  assert.deepEqual(await validateOffice(bytes, 'pptx'), []);
});

test('where no slide has a text of its own, it stands below the title in its face', async () => {
  const figures = box(13, [600_000, 2_000_000, 1_500_000, 500_000], 'sz="2000">', ['2,300+']);
  const { bytes, results } = run(deckOf(TITLE + figures), FINANCES);
  assert.equal(results[0]?.status, 'applied', results[0]?.message);
  assert.match(
    newSlide(bytes),
    /<a:off x="600000" y="1080000"\/><a:ext cx="7800000".*sz="1800".*1E2761.*typeface="Arial".*<a:t>ARR<\/a:t>/,
  );
  assert.deepEqual(await validateOffice(bytes, 'pptx'), []);
});

test('a slide with a title was refused where no layout and no other slide shows how one is set', async () => {
  const linked = TITLE.replace('</a:rPr>', '<a:hlinkClick r:id="rId1"/></a:rPr>');
  const outputs: Record<string, { bytes: Uint8Array; kind: 'pptx' }> = {};
  for (const [at, shapes] of ['', TEXT.replace('y="1200000"', 'y="2900000"'), linked].entries()) {
    const { bytes, results } = run(deckOf(shapes), FINANCES);
    assert.equal(results[0]?.status, 'applied', results[0]?.message);
    assert.match(results[0]?.message ?? '', /No layout has a place for title and text, so that they stand in boxes of their own/);
    // where the master has titles and texts, whose looks they get
    assert.match(newSlide(bytes), /<p:ph type="title"\/>.*<a:off x="457200" y="365760"\/>.*<a:rPr lang="en-US"\/><a:t>Money &amp; more/);
    assert.match(
      newSlide(bytes),
      /<p:ph type="body" idx="1"\/>.*<a:off x="457200" y="1463040"\/>.*<a:lstStyle><a:lvl1pPr .*<a:t>ARR<.*lvl="1".*<a:t>of all</,
    );
    outputs[`deck ${at}`] = { bytes, kind: 'pptx' };
  }
  const bare = openOfficePackage(deckOf(''));
  const master = 'ppt/slideMasters/slideMaster1.xml';
  const xml = Buffer.from(readPart(bare, master)).toString('utf8');
  replacePart(bare, master, Buffer.from(xml.replaceAll(/<p:sp>.*?<\/p:sp>|<p:txStyles>.*<\/p:txStyles>/gs, ''), 'utf8'));
  const { bytes, results } = run(saveOfficePackage(bare), FINANCES);
  assert.equal(results[0]?.status, 'applied', results[0]?.message);
  assert.match(
    newSlide(bytes),
    /name="Title"\/><p:cNvSpPr txBox="1"\/><p:nvPr><\/p:nvPr>.* sz="3200"><a:latin typeface="\+mj-lt"\/>.*Money/,
  );
  outputs['no places on the master'] = { bytes, kind: 'pptx' };
  assert.deepEqual(await validateAllOffice(outputs), {});
});

test('a slide could not be inserted into a presentation that has none yet', async () => {
  const opened = openOfficePackage(
    edit(templateDeck(), [
      { op: 'insert_slide', title: 'x' },
      { op: 'delete_slide', target: 's1' },
    ]),
  );
  const main = 'ppt/presentation.xml';
  const xml = Buffer.from(readPart(opened, main)).toString('utf8');
  const rels = Buffer.from(readPart(opened, 'ppt/_rels/presentation.xml.rels')).toString('utf8');
  const id = /<p:sldId [^>]*r:id="([^"]*)"/.exec(xml)?.[1] ?? '';
  replacePart(opened, main, Buffer.from(xml.replace(/<p:sldIdLst>.*<\/p:sldIdLst>/s, ''), 'utf8'));
  replacePart(
    opened,
    'ppt/_rels/presentation.xml.rels',
    Buffer.from(rels.replace(new RegExp(`<Relationship [^>]*Id="${id}"[^>]*/>`), ''), 'utf8'),
  );
  for (const name of partNames(opened).filter((one) => one.startsWith('ppt/slides/'))) removePart(opened, name);
  const made = edit(saveOfficePackage(opened), [
    { op: 'insert_slide', title: 'Money', texts: ['ARR'], notes: 'Say it' },
    { op: 'insert_slide', title: 'Risks', position: 1 },
  ]);
  assert.deepEqual(
    listContent(made).map(({ blocks = [] }) => blocks.map(({ text }) => text)),
    [['Risks'], ['Money', 'ARR', 'Say it']],
  );
  assert.deepEqual(await validateOffice(made, 'pptx'), []);
});

test('a layout without the places that are asked for is refused with those that have them', () => {
  const opened = templateDeck({
    layouts: [
      { name: 'Blank', places: [] },
      {
        name: 'Text',
        places: [
          ['title', '', [1, 1, 8, 1]],
          ['obj', '1', [1, 2, 8, 4]],
        ],
      },
    ],
  });
  const [title] = run(opened, { op: 'insert_slide', layout: 'Blank', title: 'Money' }).results;
  assert.deepEqual([title?.reason, title?.candidates], ['unsupported', ['Text']]);
  const [text] = run(opened, { op: 'insert_slide', layout: 'Blank', texts: ['Money'] }).results;
  assert.deepEqual([text?.reason, text?.candidates], ['would_overflow', ['Text']]);
  assert.equal(run(deckOf(TITLE + TEXT), { op: 'insert_slide', texts: ['a', 'b'] }).results[0]?.reason, 'would_overflow');
});

/** The first frame of a slide below which there is a thing of this kind. */
const frameOf = (xml: string, from: RegExp): { cx: number; cy: number } => {
  const [, cx, cy] = /<a:ext cx="(\d+)" cy="(\d+)"\/>/.exec(xml.slice(xml.search(from))) ?? [];
  return { cx: Number(cx), cy: Number(cy) };
};

test('a chart in a flat room was more than three times as wide as high', () => {
  const wide = TEXT.replace('cx="4000000" cy="4000000"', 'cx="7800000" cy="2900000"');
  const chart = { kind: 'pie', title: 'Leads', categories: ['a', 'b'], series: [{ name: 's', values: [1, 2] }] };
  const insert = (more: object): { cx: number; cy: number } => {
    const { bytes, results } = run(deckOf(TITLE + wide), { op: 'insert_chart', target: 's1', chart, ...more });
    assert.equal(results[0]?.status, 'applied', results[0]?.message);
    const xml = newSlide(bytes);
    return frameOf(xml.replaceAll('p:xfrm', 'a:xfrm'), /<p:graphicFrame/);
  };
  const { cx, cy } = insert({});
  assert.ok(cx > cy && cx <= cy * 2.5 + 1, `${cx} by ${cy}`);
  // whoever gives a width gets it
  assert.equal(insert({ width_cm: 20, left_cm: 1, top_cm: 14, height_cm: 4 }).cx, 7_200_000);
});

test('the line of signs of an equation ran over in its box', () => {
  const { bytes, results } = run(deckOf(TITLE), { op: 'insert_equation', target: 's1', tex: 'E = m c^2' });
  assert.equal(results[0]?.status, 'applied', results[0]?.message);
  const { cx } = frameOf(newSlide(bytes), /name="Equation/);
  // eight letters and spaces of half their size, and the margins of the box
  assert.ok(cx >= 8 * 0.5 * 24 * 12_700 + 182_880, String(cx));
});

test('a word in the head of a narrow table was divided', () => {
  const rows = [
    ['Channel', 'Spend', 'CAC'],
    ['Email', '120', '18.2'],
  ];
  const insert = (width: number): string => {
    const at = { left_cm: 1, top_cm: 12, width_cm: width, height_cm: 4 };
    const { bytes, results } = run(deckOf(TITLE), { op: 'insert_table', target: 's1', rows, ...at });
    assert.equal(results[0]?.status, 'applied', results[0]?.message);
    return newSlide(bytes);
  };
  const xml = insert(6);
  const size = Number(/<a:tc>.*? sz="(\d+)"/.exec(xml)?.[1]) / 100;
  const columns = [...xml.matchAll(/<a:gridCol w="(\d+)"/g)].map(([, width]) => Number(width) / 12_700 - 14.4);
  for (const [at, word] of (rows[0] ?? []).entries())
    assert.ok((columns[at] ?? 0) >= word.length * size * 0.59, `${word} at ${size} in ${columns[at]}`);
  // as large as usual where there is room
  assert.match(insert(20), /<a:tc>.*? sz="1800"/);
});
