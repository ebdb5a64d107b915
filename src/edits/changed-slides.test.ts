/** What the proof of an edit of a presentation finds, told of files that were changed by hand beside an operation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateDeck } from '../../test/support/template-deck.ts';
import { replacePart, saveOfficePackage } from '../ooxml/change-package.ts';
import { openOfficePackage, partNames, readPart } from '../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from './apply-edits.ts';
import { compareParts } from './compare-parts.ts';
import { faultsOfSlides } from './changed-slides.ts';
import { listContent } from './list-content.ts';

const CONTEXT = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const SOUND = Buffer.concat([Buffer.from('RIFF'), Buffer.from([36, 0, 0, 0]), Buffer.from('WAVEfmt ')]);
const at = (left_cm: number) => ({ left_cm, top_cm: 6, width_cm: 4, height_cm: 2 });

function done(bytes: Uint8Array, operations: EditOperation[]): Uint8Array {
  const outcome = applyEdits(bytes, operations, CONTEXT);
  assert.deepEqual(
    outcome.results.map(({ status, message }) => (status === 'applied' ? status : message)),
    operations.map(() => 'applied'),
  );
  return outcome.bytes;
}

const EMPTY = done(templateDeck(), [{ op: 'insert_slide', layout: 'Title alone', title: 'Plan' }]);
const ON = listContent(EMPTY).at(-1)?.address ?? '';
const DECK = done(EMPTY, [
  { op: 'add_shape', target: ON, kind: 'rectangle', ...at(2), text: 'Left' },
  { op: 'add_shape', target: ON, kind: 'rectangle', ...at(10), text: 'Right' },
  {
    op: 'insert_chart',
    target: ON,
    ...at(17),
    chart: { kind: 'column', categories: ['a', 'b'], series: [{ name: 'North', values: [1, 2] }] },
  },
  { op: 'set_link', target: `${ON}.sh4`, url: 'https://example.com/right' },
  { op: 'set_notes', target: ON, text: 'Say it' },
  { op: 'set_transition', target: ON, kind: 'fade' },
]);
const NAMES = partNames(openOfficePackage(DECK));
const SLIDE = NAMES.findLast((name) => /slides\/slide\d+\.xml$/.test(name)) ?? '';
const WORDS: EditOperation = { op: 'set_text', target: `${ON}.sh3`, text: 'New' };

/** Faults of the operation's result once a part of it is written in another way. */
function faults(change: (xml: string) => string, part = SLIDE, operation = WORDS): string {
  const [before, after] = [openOfficePackage(DECK), openOfficePackage(done(DECK, [operation]))];
  const was = Buffer.from(readPart(after, part)).toString('utf8');
  const is = change(was);
  assert.equal(is === was, change === SAME, 'the change changes nothing');
  replacePart(after, part, Buffer.from(is));
  const written = openOfficePackage(saveOfficePackage(after));
  return faultsOfSlides({ before, after: written, changed: compareParts(before, written).parts_changed }, [operation]).join('; ');
}
const SAME = (xml: string): string => xml;
const findPart = (pattern: RegExp): string => NAMES.findLast((name) => pattern.test(name)) ?? '';

test('what was asked for is no fault', () => {
  assert.equal(faults(SAME), '');
  for (const operation of [
    { op: 'set_format', target: `${ON}.sh3`, bold: true },
    { op: 'set_shape', target: `${ON}.sh3`, left_cm: 3, fill: 'C00000' },
    { op: 'set_alt_text', target: `${ON}.sh3`, text: 'A box' },
    { op: 'set_link', target: `${ON}.sh4`, url: '' },
    { op: 'order_shape', target: `${ON}.sh4`, position: 'back' },
    { op: 'delete_shape', target: `${ON}.sh3` },
    { op: 'group_shapes', targets: [`${ON}.sh3`, `${ON}.sh4`] },
    { op: 'add_connector', target: `${ON}.sh3`, to: `${ON}.sh4` },
    { op: 'set_notes', target: ON, text: 'Say that' },
    { op: 'set_chart_data', target: `${ON}.chart1`, categories: ['x'], series: [{ name: 'S', values: [3] }] },
    { op: 'replace_text', find: 'Right', replace: 'Wrong' },
  ])
    assert.equal(faults(SAME, SLIDE, operation), '', operation.op);
});

test('another thing that is moved, said otherwise, gone, new or in another place of the order is found', () => {
  assert.match(
    faults((xml) => xml.replace('>Right<', '>Rihgt<')),
    /another "[^"]*", which nobody asked for/,
  );
  assert.match(
    faults((xml) => xml.replace(/(.*<a:off x=")\d+/s, '$17')),
    /which nobody asked for/,
  );
  const things = (xml: string): string[] => xml.match(/<p:sp\b.*?<\/p:sp>/gs) ?? [];
  const last = (xml: string): string => things(xml).at(-1) ?? '';
  assert.match(
    faults((xml) => xml.replace(last(xml), '')),
    /no longer/,
  );
  assert.match(
    faults((xml) => xml.replace(last(xml), last(xml) + last(xml).replace(/ id="\d+"/, ' id="99"'))),
    /more than was asked for/,
  );
  assert.match(
    faults((xml) => xml.replace(last(xml), '').replace(things(xml)[0] ?? '', last(xml) + (things(xml)[0] ?? ''))),
    /another order/,
  );
});

test('of the thing that is named, what the operation does not reach is held too', () => {
  const own = (change: (sp: string) => string) => (xml: string) =>
    xml.replace(/<p:sp\b(?:(?!<\/p:sp>).)*New<.*?<\/p:sp>/s, (sp) => change(sp));
  assert.match(faults(own((sp) => sp.replace(/<a:off x="\d+"/, '<a:off x="7"'))), /beside what was asked/);
  assert.match(faults(own((sp) => sp.replace(/<p:nvPr\/>/, '<p:nvPr><p:ph idx="7"/></p:nvPr>'))), /beside what was asked/);
  assert.match(faults(own((sp) => sp.replace('<a:t>', '<a:rPr><a:hlinkClick r:id="rId1"/></a:rPr><a:t>'))), /another link/);
  const moved = { op: 'set_shape', target: `${ON}.sh3`, left_cm: 3 };
  assert.match(
    faults((xml) => xml.replace('>Left<', '>Lfet<'), SLIDE, moved),
    /beside what was asked/,
  );
});

test('placeholders, links, transitions, animations and parts beside the slide stay', () => {
  assert.match(
    faults((xml) => xml.replace('type="title"', 'type="body"')),
    /which nobody asked for/,
  );
  const relations = SLIDE.replace('slides/', 'slides/_rels/').concat('.rels');
  assert.match(
    faults((xml) => xml.replace('/right"', '/wrong"'), relations),
    /leads elsewhere/,
  );
  assert.match(
    faults((xml) => xml.replace(/slideLayout\d+\.xml/, 'slideLayout1.xml'), relations),
    /leads elsewhere/,
  );
  assert.match(
    faults((xml) => xml.replace(/<p:fade/, '<p:wipe')),
    /another transition|another AlternateContent/,
  );
  assert.match(
    faults((xml) => xml.replace(/Say it/, 'Say that'), findPart(/notesSlide\d+\.xml$/)),
    /is another, which nobody asked for/,
  );
  assert.match(
    faults((xml) => xml.replace('>2<', '>3<'), findPart(/charts\/chart\d*\.xml$/)),
    /is another, which nobody asked for/,
  );
  assert.match(
    faults((xml) => xml.replace('<p:cSld', '<!-- --><p:cSld'), findPart(/slideLayout1\.xml$/)),
    /is another/,
  );
});

test('an animation of something else than before is found where animations may change', () => {
  const played = done(DECK, [{ op: 'insert_media', target: ON, media: { data: SOUND.toString('base64') }, ...at(1) }]);
  const operation = { op: 'delete_shape', target: `${ON}.sh3` };
  const [before, after] = [openOfficePackage(played), openOfficePackage(done(played, [operation]))];
  const xml = Buffer.from(readPart(after, SLIDE)).toString('utf8');
  const chart = /<p:graphicFrame.*?<p:cNvPr id="(\d+)"/s.exec(xml)?.[1] ?? '';
  const look = (text: string): string => {
    replacePart(after, SLIDE, Buffer.from(text));
    const written = openOfficePackage(saveOfficePackage(after));
    return faultsOfSlides({ before, after: written, changed: compareParts(before, written).parts_changed }, [operation]).join('; ');
  };
  assert.equal(look(xml), '');
  assert.match(look(xml.replaceAll(/spid="\d+"/g, 'spid="77"')), /animation of/);
  assert.match(look(xml.replaceAll(/spid="\d+"/g, `spid="${chart}"`)), /animation of something else/);
});
