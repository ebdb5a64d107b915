import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText } from '../document/walk.ts';
import { readFictionBook } from './fiction-book.ts';

const BOOK = `<?xml version="1.0" encoding="UTF-8"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<description><title-info><genre>prose</genre><author><first-name>Ana</first-name><last-name>Ruiz</last-name></author>
<book-title>The River</book-title><annotation><p>A short book.</p></annotation><lang>en</lang></title-info>
<document-info><author><nickname>scanner</nickname></author></document-info></description>
<body><title><p>The River</p></title>
<section><title><p>One</p><p>In spring</p></title><p>It <emphasis>rained</emphasis><a l:href="#n1" type="note">1</a>.</p>
<image l:href="#pic" alt="A boat"/><poem><stanza><v>Line a</v><v>Line b</v></stanza></poem></section></body>
<body name="notes"><section id="n1"><title><p>1</p></title><p>For days.</p></section></body>
<binary id="pic" content-type="image/png">iVBO
Rw0K</binary></FictionBook>`;

test('a book is its title, its authors and its text; data of pictures are no text', () => {
  const sources: string[] = [];
  const book = readFictionBook(Buffer.from(BOOK), sources);
  const said = book?.value.blocks.map((block) => [block.type === 'heading' ? block.level : block.type, blockText(block).trim()]);
  assert.deepEqual(said, [
    [1, 'The River'],
    ['paragraph', 'Ana Ruiz'],
    ['quote', 'A short book.'],
    [2, 'One In spring'],
    ['paragraph', 'It rained1.'],
    ['image', 'A boat'],
    ['paragraph', 'Line a\nLine b'],
    [2, '1'],
    ['paragraph', 'For days.'],
  ]);
  assert.deepEqual(sources, ['data:image/png;base64,iVBORw0K']);
});

test('other XML, and a book that is not whole, are none', () => {
  assert.equal(readFictionBook(Buffer.from('<r>FictionBook</r>')), null);
  assert.equal(readFictionBook(Buffer.from(BOOK.slice(0, 600))), null);
});

test('a picture that a book shows again and again is carried as far as there is room', () => {
  const data = 'A'.repeat(9_000_000);
  const shown = '<p><image l:href="#a"/></p>'.repeat(50);
  const book = `<FictionBook xmlns:l="http://www.w3.org/1999/xlink"><body>${shown}</body><binary id="a" content-type="image/png">${data}</binary></FictionBook>`;
  const read = readFictionBook(Buffer.from(book), []);
  assert.match(read?.notes.find(({ code }) => code === 'part_left_out')?.message ?? '', /^47 pictures of the book/);
  assert.equal(readFictionBook(Buffer.from(book))?.notes.length, 0);
});
