/** What edits of presentations once did wrong, each named after its symptom. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateDeck } from '../../../test/support/template-deck.ts';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { addPart, addRelationship, replacePart, saveOfficePackage } from '../../ooxml/change-package.ts';
import { openOfficePackage, partNames, readPart, relationshipsOf } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';
import { listContent } from '../list-content.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };

function edit(bytes: Uint8Array, ...operations: EditOperation[]): Uint8Array {
  const outcome = applyEdits(bytes, operations, CONTEXT);
  for (const { status, message } of outcome.results) assert.equal(status, 'applied', message);
  return outcome.bytes;
}

/** The deck with one more slide, whose last part of this name is written otherwise. */
function slideWhere(written: (xml: string) => string, part = /^ppt\/slides\/slide\d+\.xml$/, ...operations: EditOperation[]): Uint8Array {
  const opened = openOfficePackage(
    edit(templateDeck(), { op: 'insert_slide', layout: 'Title alone', title: 'Need more info?' }, ...operations),
  );
  const name = partNames(opened).findLast((one) => part.test(one)) ?? '';
  replacePart(opened, name, Buffer.from(written(Buffer.from(readPart(opened, name)).toString('utf8')), 'utf8'));
  return saveOfficePackage(opened);
}

const lastSlide = (bytes: Uint8Array): string => listContent(bytes).at(-1)?.address ?? '';
const textsOn = (bytes: Uint8Array): string[] =>
  listContent(bytes)
    .at(-1)
    ?.blocks?.map(({ text }) => text) ?? [];
const inSection = (xml: string): string => xml.replace(/<a:t>(Need[^<]*)<\/a:t>/, '<a:t><![CDATA[$1]]></a:t>');

test('of text in a CDATA section, as PHPPresentation writes it, all but the words that replaced others was lost', async () => {
  const deck = slideWhere(inSection);
  assert.ok(textsOn(deck).includes('Need more info?'));
  const replace = (find: string, text: string): EditOperation => ({ op: 'replace_text', find, replace: text });
  for (const [find, text, becomes] of [
    ['info', 'words & <signs>', 'Need more words & <signs>?'],
    ['Need', 'You want', 'You want more info?'],
    [' info?', '', 'Need more'],
    ['Need more info?', 'Nothing', 'Nothing'],
    ['more', 'one\ntwo', 'Need one\ntwo info?'],
  ] as const) {
    const bytes = edit(deck, replace(find, text));
    assert.ok(textsOn(bytes).includes(becomes), `${textsOn(bytes).join(' | ')} for ${becomes}`);
    assert.deepEqual(await validateOffice(bytes, 'pptx'), []);
  }
  const twice = edit(deck, replace('Need', 'Want'), replace('info', 'words'));
  assert.ok(textsOn(twice).includes('Want more words?'), textsOn(twice).join(' | '));
});

test('a slide whose page of notes has no room for text got a second page', async () => {
  const noted: EditOperation = { op: 'set_notes', target: 's1', text: 'Say it' };
  const page = /^ppt\/notesSlides\/notesSlide\d+\.xml$/;
  const bare: [string, (xml: string) => string][] = [
    ['no shape', (xml) => xml.replace(/<p:sp>(?:(?!<p:sp>).)*type="body".*?<\/p:sp>/s, '')],
    ['no text in it', (xml) => xml.replace(/<p:txBody>.*?<\/p:txBody>/s, '')],
  ];
  for (const [name, written] of bare) {
    const deck = slideWhere(written, page, noted);
    assert.ok(!listContent(deck)[0]?.blocks?.some(({ type }) => type === 'notes'), name);
    const bytes = edit(deck, { op: 'set_notes', target: 's1', text: 'Say this\nand that' });
    const notes = listContent(bytes)[0]?.blocks?.find(({ type }) => type === 'notes');
    assert.equal(notes?.text, 'Say this\nand that', name);
    assert.equal(partNames(openOfficePackage(bytes)).filter((one) => page.test(one)).length, 1, name);
    assert.deepEqual(await validateOffice(bytes, 'pptx'), []);
  }
});

test('a chart could not come onto a slide whose text is in no language', () => {
  const chart = { kind: 'column', categories: ['A', 'B'], series: [{ name: 'Sales', values: [1200, 2400.5] }] };
  for (const tag of ['x-none', 'LID4096']) {
    const deck = slideWhere((xml) => xml.replaceAll(/ lang="[^"]*"/g, ` lang="${tag}"`));
    const bytes = edit(deck, { op: 'insert_chart', target: lastSlide(deck), chart });
    assert.ok(
      listContent(bytes)
        .at(-1)
        ?.blocks?.some(({ type }) => type === 'chart'),
    );
  }
});

test('a copy of a slide has no relationship to a part that is not there', () => {
  const deck = openOfficePackage(edit(templateDeck(), { op: 'insert_slide', layout: 'Title alone', title: 'One' }));
  const slide = partNames(deck).findLast((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)) ?? '';
  const rels = slide.replace('slides/', 'slides/_rels/') + '.rels';
  const gone =
    '<Relationship Id="rId77" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chart" Target="../charts/chart1.xml"/>';
  replacePart(
    deck,
    rels,
    Buffer.from(Buffer.from(readPart(deck, rels)).toString('utf8').replace('</Relationships>', `${gone}</Relationships>`)),
  );
  const bytes = saveOfficePackage(deck);
  const copied = openOfficePackage(edit(bytes, { op: 'duplicate_slide', target: lastSlide(bytes) }));
  const copy = partNames(copied).findLast((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)) ?? '';
  assert.notEqual(copy, slide);
  assert.deepEqual(
    relationshipsOf(copied, copy).filter(({ id }) => id === 'rId77'),
    [],
  );
});

const at = (left_cm: number) => ({ left_cm, top_cm: 6, width_cm: 4, height_cm: 2 });
const named = (xml: string): string[] => [...xml.matchAll(/<p:cNvPr id="\d+" name="([^"]*)"/g)].flatMap(([, name = '']) => name);
const slideText = (bytes: Uint8Array): string => {
  const opened = openOfficePackage(bytes);
  return Buffer.from(readPart(opened, partNames(opened).findLast((one) => /slides\/slide\d+\.xml$/.test(one)) ?? '')).toString('utf8');
};

test('of shapes to which a file gives one number none could be deleted or ordered', () => {
  const base = edit(templateDeck(), { op: 'insert_slide', layout: 'Title alone', title: 'One' });
  const on = lastSlide(base);
  const shapes = ['Left', 'Middle', 'Right'].map((text, place) => ({
    op: 'add_shape',
    target: on,
    kind: 'rectangle',
    ...at(2 + place * 6),
    text,
  }));
  const opened = openOfficePackage(edit(base, ...shapes));
  const slide = partNames(opened).findLast((one) => /slides\/slide\d+\.xml$/.test(one)) ?? '';
  const xml = Buffer.from(readPart(opened, slide))
    .toString('utf8')
    .replaceAll(/<p:cNvPr id="\d+" name="Rect/g, '<p:cNvPr id="9" name="Rect');
  assert.equal(xml.match(/id="9"/g)?.length, 3);
  replacePart(opened, slide, Buffer.from(xml));
  const deck = saveOfficePackage(opened);
  const shape = (text: string): string =>
    listContent(deck)
      .at(-1)
      ?.blocks?.find((block) => block.text === text)?.address ?? '';
  const gone = edit(deck, { op: 'delete_shape', target: shape('Left') });
  assert.deepEqual(
    textsOn(gone).filter((text) => ['Left', 'Middle', 'Right'].includes(text)),
    ['Middle', 'Right'],
  );
  const ordered = edit(deck, { op: 'order_shape', target: shape('Left'), position: 'front' });
  assert.deepEqual(
    textsOn(ordered).filter((text) => ['Left', 'Middle', 'Right'].includes(text)),
    ['Middle', 'Right', 'Left'],
  );
  assert.equal(named(slideText(ordered)).length, named(xml).length);
});

test('a shape that programs have put tags on could not be deleted', () => {
  const base = edit(templateDeck(), { op: 'insert_slide', layout: 'Title alone', title: 'One' });
  const opened = openOfficePackage(edit(base, { op: 'add_shape', target: lastSlide(base), kind: 'rectangle', ...at(2), text: 'Left' }));
  const slide = partNames(opened).findLast((one) => /slides\/slide\d+\.xml$/.test(one)) ?? '';
  addPart(
    opened,
    { name: 'ppt/tags/tag1.xml', contentType: 'application/vnd.openxmlformats-officedocument.presentationml.tags+xml' },
    '<p:tagLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:tag name="A" val="1"/></p:tagLst>',
  );
  const id = addRelationship(opened, slide, {
    type: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/tags',
    target: 'ppt/tags/tag1.xml',
  });
  const xml = Buffer.from(readPart(opened, slide)).toString('utf8');
  const tagged = xml.replace(
    /(name="Rect.*?)<p:nvPr\/>/s,
    `$1<p:nvPr><p:custDataLst><p:tags xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="${id}"/></p:custDataLst></p:nvPr>`,
  );
  assert.notEqual(tagged, xml);
  replacePart(opened, slide, Buffer.from(tagged));
  const deck = saveOfficePackage(opened);
  const left = listContent(deck)
    .at(-1)
    ?.blocks?.find(({ text }) => text === 'Left');
  const bytes = edit(deck, { op: 'delete_shape', target: left?.address ?? '' });
  assert.ok(!textsOn(bytes).includes('Left'));
  assert.ok(!slideText(bytes).includes('custDataLst'));
});
