import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from './block.ts';
import { composeDocument, type ContentMeta } from './compose.ts';
import { plainText } from './inline.ts';
import { resolveLook } from './look.ts';
import type { DocumentType } from './document.ts';
import type { Style } from './style.ts';

let next = 0;
const h = (level: number, text: string): Block => ({ id: `b${++next}`, type: 'heading', level, runs: [{ text }] });
const p = (text: string): Block => ({ id: `b${++next}`, type: 'paragraph', runs: [{ text }] });
const long = (pages: number): Block[] =>
  Array.from({ length: pages * 5 }, () => p('Nine words of running text fill this long paragraph. '.repeat(14)));

function compose(blocks: Block[], type: DocumentType = 'report', style: Partial<Style> = {}, meta: ContentMeta = {}): string[] {
  const { document } = composeDocument({ blocks, meta, lang: 'en', name: null, assets: new Map() }, resolveLook(type, style));
  return document.blocks.map((block) => {
    const title = block.id === document.titleId ? 'title' : block.type;
    if (block.type === 'heading') return `${title}${block.level} ${plainText(block.runs)}`;
    return block.type === 'cover' ? `cover ${block.title ?? ''}` : block.type;
  });
}

test('a single first heading is the title, and the sections below it move up', () => {
  assert.deepEqual(compose([h(1, 'T'), p('x'), h(2, 'A'), h(3, 'B'), h(2, 'C')]), [
    'title1 T',
    'paragraph',
    'heading1 A',
    'heading2 B',
    'heading1 C',
  ]);
});

test('a title before chapters of its own level is the title; a chapter with sections is not', () => {
  assert.deepEqual(compose([h(1, 'Book'), p('x'), h(1, 'One'), h(2, 'A'), h(1, 'Two')]), [
    'title1 Book',
    'paragraph',
    'heading1 One',
    'heading2 A',
    'heading1 Two',
  ]);
  assert.deepEqual(compose([h(1, 'One'), h(2, 'A'), h(1, 'Two')]), ['heading1 One', 'heading2 A', 'heading1 Two']);
});

test('gaps in the outline close, siblings stay siblings', () => {
  assert.deepEqual(compose([h(2, 'A'), h(4, 'B'), h(4, 'C'), h(3, 'D'), h(2, 'E')]), [
    'heading1 A',
    'heading2 B',
    'heading2 C',
    'heading2 D',
    'heading1 E',
  ]);
});

test('a long report with many headings gets cover and contents, a short one neither', () => {
  const blocks = [h(1, 'T'), ...Array.from({ length: 6 }, (_, i) => [h(2, `S${i}`), ...long(2)]).flat()];
  assert.deepEqual(compose(blocks, 'report', {}, { author: 'Ana Ruiz' }).slice(0, 3), ['cover T', 'toc', 'heading1 S0']);
  // a title alone is no reason for a page of its own
  assert.deepEqual(compose(blocks).slice(0, 3), ['title1 T', 'toc', 'heading1 S0']);
  assert.deepEqual(compose([h(1, 'T'), p('x')]), ['title1 T', 'paragraph']);
  assert.equal(compose(blocks, 'memo')[0], 'title1 T');
});

test('the style object wins: no cover, no contents, whatever is in the text', () => {
  const style = { cover_page: false, table_of_contents: false } as const;
  const cover: Block = { id: 'c', type: 'cover', title: 'T', subtitle: 'S' };
  const toc: Block = { id: 't', type: 'toc' };
  assert.deepEqual(compose([cover, toc, h(1, 'A'), h(2, 'B'), ...long(6)], 'report', style).slice(0, 3), [
    'title1 T',
    'heading1 A',
    'heading2 B',
  ]);
});

test('a cover without a title takes that of the text, and it is not said twice', () => {
  assert.deepEqual(compose([{ id: 'c', type: 'cover' }, h(1, 'T'), p('x')]), ['cover T', 'paragraph']);
  assert.deepEqual(compose([{ id: 'c', type: 'cover', title: 'T' }, h(1, 'T'), p('x')]), ['cover T', 'paragraph']);
  assert.deepEqual(compose([{ id: 'c', type: 'cover', title: 'Other' }, h(1, 'T'), p('x')]), ['cover Other', 'heading1 T', 'paragraph']);
});

test('address lines of a memo become its head; other bold lines stay text', () => {
  const lines: Block = {
    id: 'x',
    type: 'paragraph',
    runs: [{ text: 'To:', bold: true }, { text: ' All managers\n' }, { text: 'From:', bold: true }, { text: ' Operations' }],
  };
  const { document } = composeDocument(
    { blocks: [h(1, 'Memo'), lines, p('y')], meta: {}, lang: 'en', name: null, assets: new Map() },
    resolveLook('memo'),
  );
  assert.deepEqual(document.blocks[1], { id: 'x.head', type: 'letterhead', to: ['All managers'], from: ['Operations'] });
  const other: Block = { id: 'x', type: 'paragraph', runs: [{ text: 'Result:', bold: true }, { text: ' good' }] };
  assert.deepEqual(compose([h(1, 'Memo'), other], 'memo'), ['title1 Memo', 'paragraph']);
});

test("the author's own list of contents becomes the table of contents", () => {
  const item = (id: string, link: string): Block => ({ id, type: 'paragraph', runs: [{ text: link, link: `#${link}` }] });
  const blocks: Block[] = [
    { id: 'b1', type: 'heading', level: 1, runs: [{ text: 'Handbook' }] },
    { id: 'b2', type: 'heading', level: 2, runs: [{ text: 'Contents' }] },
    { id: 'b3', type: 'list', ordered: false, items: [{ blocks: [item('b4', 'use')] }, { blocks: [item('b5', 'install')] }] },
    { id: 'b6', type: 'heading', level: 2, anchor: 'use', runs: [{ text: 'Use' }] },
    { id: 'b7', type: 'paragraph', runs: [{ text: 'Words.' }] },
  ];
  const { document } = composeDocument(
    { blocks, meta: {}, lang: 'en', name: null, assets: new Map() },
    resolveLook('report', { table_of_contents: true }),
  );
  assert.deepEqual(
    document.blocks.map((block) => block.type),
    ['heading', 'toc', 'heading', 'paragraph'],
  );
});

test('a list of links under another heading stays a list', () => {
  const blocks: Block[] = [
    { id: 'b1', type: 'heading', level: 1, runs: [{ text: 'Links' }] },
    {
      id: 'b2',
      type: 'list',
      ordered: false,
      items: [{ blocks: [{ id: 'b3', type: 'paragraph', runs: [{ text: 'use', link: '#use' }] }] }],
    },
  ];
  const { document } = composeDocument({ blocks, meta: {}, lang: 'en', name: null, assets: new Map() }, resolveLook('report'));
  assert.ok(document.blocks.some((block) => block.type === 'list'));
});

test('a quote that begins with "Note:" becomes a note, its word the title', () => {
  const blocks: Block[] = [
    {
      id: 'b1',
      type: 'quote',
      blocks: [{ id: 'b2', type: 'paragraph', runs: [{ text: '⚠️ Warning:', bold: true }, { text: ' mind the step' }] }],
    },
  ];
  const { document } = composeDocument({ blocks, meta: {}, lang: 'en', name: null, assets: new Map() }, resolveLook('report'));
  assert.deepEqual(document.blocks, [
    {
      id: 'b1',
      type: 'callout',
      kind: 'warning',
      title: [{ text: '⚠️ Warning' }],
      blocks: [{ id: 'b2', type: 'paragraph', runs: [{ text: 'mind the step' }] }],
    },
  ]);
});

test('beside a cover with a title of its own, the first heading is a section', () => {
  const blocks: Block[] = [{ id: 'c', type: 'cover', title: 'The plan' }, h(1, 'Head one'), p('Text.'), h(1, 'Head two'), p('Text.')];
  assert.deepEqual(compose(blocks), ['cover The plan', 'heading1 Head one', 'paragraph', 'heading1 Head two', 'paragraph']);
});
