/** The proof of whole slides: what is copied, moved or deleted as a whole, told of files that were changed by hand beside the operation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateDeck } from '../../test/support/template-deck.ts';
import { replacePart, saveOfficePackage } from '../ooxml/change-package.ts';
import { openOfficePackage, partNames, readPart } from '../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from './apply-edits.ts';
import { faultsOfSlides } from './changed-slides.ts';
import { compareParts } from './compare-parts.ts';

const CONTEXT = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };

function done(bytes: Uint8Array, operations: EditOperation[]): Uint8Array {
  const outcome = applyEdits(bytes, operations, CONTEXT);
  assert.deepEqual(
    outcome.results.map(({ status, message }) => (status === 'applied' ? status : message)),
    operations.map(() => 'applied'),
  );
  return outcome.bytes;
}

/** Three slides; the second has a chart with its workbook, notes and a link to the third. */
const DECK = done(
  done(templateDeck(), [
    { op: 'insert_slide', layout: 'Title alone', title: 'Plan' },
    { op: 'insert_slide', layout: 'Title alone', title: 'End' },
  ]),
  [
    { op: 'add_shape', target: 's2', kind: 'rectangle', left_cm: 2, top_cm: 6, width_cm: 4, height_cm: 2, text: 'Left' },
    {
      op: 'insert_chart',
      target: 's2',
      left_cm: 10,
      top_cm: 6,
      width_cm: 8,
      height_cm: 6,
      chart: { kind: 'column', categories: ['a', 'b'], series: [{ name: 'North', values: [1, 2] }] },
    },
    { op: 'set_notes', target: 's2', text: 'Say it' },
    { op: 'set_transition', target: 's2', kind: 'fade' },
  ],
);
const COPY: EditOperation = { op: 'duplicate_slide', target: 's2' };
const known = new Set(partNames(openOfficePackage(DECK)));

/** Faults of the result of operations once a part of it is written in another way. @param part the last of these names; of parts that are new, or of those that were there */
function faults(operations: EditOperation[], part?: { named: RegExp; fresh: boolean; change(xml: string): string }): string {
  const [before, after] = [openOfficePackage(DECK), openOfficePackage(done(DECK, operations))];
  if (part !== undefined) {
    const name = partNames(after).findLast((one) => part.named.test(one) && known.has(one) !== part.fresh) ?? '';
    const was = Buffer.from(readPart(after, name)).toString('latin1');
    const is = part.change(was);
    assert.notEqual(is, was, `${name} stays the same`);
    replacePart(after, name, Buffer.from(is, 'latin1'));
  }
  const written = openOfficePackage(saveOfficePackage(after));
  return faultsOfSlides({ before, after: written, changed: compareParts(before, written).parts_changed }, operations).join('; ');
}

test('what was asked for is no fault', () => {
  for (const operations of [
    [COPY],
    [COPY, { op: 'duplicate_slide', target: 's1', position: 1 }],
    [{ op: 'move_slide', target: 's1', position: 3 }],
    [{ op: 'delete_slide', target: 's2' }],
    [COPY, { op: 'move_slide', target: 's3', position: 1 }, { op: 'delete_slide', target: 's2' }],
  ])
    assert.equal(faults(operations), '', JSON.stringify(operations));
});

const COPIES: readonly [what: string, named: RegExp, change: (xml: string) => string][] = [
  ['a text', /slides\/slide\d+\.xml$/, (xml) => xml.replace('Left', 'Lost')],
  ['a format', /slides\/slide\d+\.xml$/, (xml) => xml.replace('accent1', 'accent2')],
  ['a place', /slides\/slide\d+\.xml$/, (xml) => xml.replace(/<a:off x="\d+"/, '<a:off x="7"')],
  ['a thing less', /slides\/slide\d+\.xml$/, (xml) => xml.replace(/<p:graphicFrame.*?<\/p:graphicFrame>/s, '')],
  ['a transition', /slides\/slide\d+\.xml$/, (xml) => xml.replace('fade', 'cut')],
  ['notes', /notesSlides\/notesSlide\d+\.xml$/, (xml) => xml.replace('Say it', 'Say this')],
  ['figures of a chart', /charts\/chart\d+\.xml$/, (xml) => xml.replace('<c:v>2</c:v>', '<c:v>3</c:v>')],
  ['the workbook of a chart', /\.xlsx$/, (bytes) => `${bytes}!`],
  ['a relationship less', /slides\/_rels\/slide\d+\.xml\.rels$/, (xml) => xml.replace(/<Relationship [^>]*\/chart"[^>]*\/>/, '')],
];
for (const [what, named, change] of COPIES)
  test(`a copy of a slide with other contents is found: ${what}`, () => {
    assert.notEqual(faults([COPY], { named, fresh: true, change }), '');
  });

test('a slide that nobody named is found with another text', () => {
  for (const operations of [[COPY], [{ op: 'move_slide', target: 's1', position: 3 }]])
    assert.match(
      faults(operations, { named: /slides\/slide\d+\.xml$/, fresh: false, change: (xml) => xml.replace('End', 'Ende') }),
      /nobody asked/,
    );
});

test('slides in another order than was asked, and slides that are gone, are found', () => {
  const ids = /(<p:sldId [^>]*\/>)(<p:sldId [^>]*\/>)/;
  const main = { named: /presentation\.xml$/, fresh: false };
  assert.match(faults([COPY], { ...main, change: (xml) => xml.replace(ids, '$2$1') }), /another order/);
  assert.match(faults([COPY], { ...main, change: (xml) => xml.replace(ids, '$1') }), /gone/);
});
