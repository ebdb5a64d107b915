/** The number that a slide shows is written on it, and on its notes: where slides come, go and move, those in another place get theirs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateDeck } from '../../../test/support/template-deck.ts';
import { editXmlPart, saveOfficePackage } from '../../ooxml/change-package.ts';
import { listSlides } from '../../ooxml/deck-file.ts';
import { openOfficePackage, partNamed, readPartText, readXmlPart, relationshipsOf } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';

const CONTEXT = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };

function edit(bytes: Uint8Array, operations: EditOperation[]): Uint8Array {
  const { results, bytes: edited } = applyEdits(bytes, operations, CONTEXT);
  assert.deepEqual(
    results.map(({ status, message }) => (status === 'applied' ? status : message)),
    operations.map(() => 'applied'),
  );
  return edited;
}

/** Slides called A, B, C, each with its number in a field; the second one with a page of notes that has one too. */
function numberedDeck(): Uint8Array {
  const titles: EditOperation[] = ['A', 'B', 'C'].map((title) => ({ op: 'insert_slide', layout: 'Title alone', title }));
  const made = edit(edit(templateDeck(), titles), [
    { op: 'delete_slide', target: 's1' },
    { op: 'set_notes', target: 's3', text: 'Say it' },
  ]);
  const opened = openOfficePackage(made);
  const field = (number: number): string =>
    `<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-US"/><a:t>${number}</a:t></a:fld>`;
  for (const [at, { name }] of listSlides(opened, readXmlPart(opened, opened.mainPart)).entries())
    for (const one of [name, notesOf(opened, name)]) {
      if (one === undefined) continue;
      const part = readXmlPart(opened, one);
      const end = part.source.lastIndexOf('</a:p>');
      editXmlPart(opened, part, [{ start: end, end, xml: field(at + 1) }]);
    }
  return saveOfficePackage(opened);
}

const notesOf = (opened: ReturnType<typeof openOfficePackage>, slide: string): string | undefined => {
  const found = relationshipsOf(opened, slide).find(({ type }) => type.endsWith('/notesSlide'));
  return found && partNamed(opened, found.target);
};

/** `A1`: title and number of each slide; with `/1` where its notes show one. */
function shown(bytes: Uint8Array): string[] {
  const opened = openOfficePackage(bytes);
  const numberIn = (part: string): string => /type="slidenum">.*?<a:t>([^<]*)</s.exec(readPartText(opened, part).text)?.[1] ?? '';
  return listSlides(opened, readXmlPart(opened, opened.mainPart)).map(({ name }) => {
    const title = /<a:t>([^<]*)</.exec(readPartText(opened, name).text)?.[1] ?? '';
    const notes = notesOf(opened, name);
    return `${title}${numberIn(name)}${notes === undefined ? '' : `/${numberIn(notes)}`}`;
  });
}

test('a slide that is copied or moved showed the number of the place that it came from, and so did those behind it', () => {
  const deck = numberedDeck();
  assert.deepEqual(shown(deck), ['A1', 'B2/2', 'C3']);
  assert.deepEqual(shown(edit(deck, [{ op: 'duplicate_slide', target: 's2' }])), ['A1', 'B2/2', 'B3/3', 'C4']);
  assert.deepEqual(shown(edit(deck, [{ op: 'move_slide', target: 's3', position: 1 }])), ['C1', 'A2', 'B3/3']);
  assert.deepEqual(shown(edit(deck, [{ op: 'delete_slide', target: 's1' }])), ['B1/1', 'C2']);
  const both: EditOperation[] = [
    { op: 'delete_slide', target: 's1' },
    { op: 'duplicate_slide', target: 's3', position: 1 },
  ];
  assert.deepEqual(shown(edit(deck, both)), ['C1', 'B2/2', 'C3']);
});

test('a new slide repeats the number field of its neighbour with a number of its own; numbers go on from the first one of the file', () => {
  const opened = openOfficePackage(numberedDeck());
  const main = readXmlPart(opened, opened.mainPart);
  const at = main.root.start + 1 + main.root.name.length;
  editXmlPart(opened, main, [{ start: at, end: at, xml: ' firstSlideNum="5"' }]);
  const first = listSlides(opened, main)[0]?.name ?? '';
  const part = readXmlPart(opened, first);
  const end = part.source.lastIndexOf('</p:spTree>');
  const place = `<p:sp><p:nvSpPr><p:cNvPr id="90" name="Number"/><p:cNvSpPr/><p:nvPr><p:ph type="sldNum" idx="12"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:t>5</a:t></a:fld></a:p></p:txBody></p:sp>`;
  editXmlPart(opened, part, [{ start: end, end, xml: place }]);
  const deck = edit(saveOfficePackage(opened), [{ op: 'insert_slide', layout: 'Title alone', title: 'N', position: 2 }]);
  assert.deepEqual(shown(deck).slice(1, 3), ['N6', 'B7/7']);
});

test('two transitions of one request were both written into a slide, and a copy took the name of the part that was deleted before', () => {
  const deck = numberedDeck();
  const both = edit(deck, [
    { op: 'set_transition', kind: 'fade' },
    { op: 'set_transition', target: 's2', kind: 'push' },
  ]);
  const opened = openOfficePackage(both);
  const slides = listSlides(opened, readXmlPart(opened, opened.mainPart)).map(({ name }) => readPartText(opened, name).text);
  assert.deepEqual(
    slides.map((xml) => xml.match(/<p:(?:fade|push)/g)?.join()),
    ['<p:fade', '<p:push', '<p:fade'],
  );
  const first = edit(templateDeck(), [{ op: 'insert_slide', layout: 'Title alone', title: 'B' }]);
  edit(first, [
    { op: 'delete_slide', target: 's1' },
    { op: 'duplicate_slide', target: 's2' },
  ]);
});
