/** What agents ask of a reading beside the text, over files as they come. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import type { Wishes } from '../src/contract/extract-wishes.ts';
import { createExtractTools, extractMarkdown, type Extracted } from '../src/pipeline/extract.ts';
import { createPageRenderer } from '../src/render/page-renderer.ts';
import { writeZip } from '../src/ooxml/write-zip.ts';
import { planDeck, writePptx } from '../src/writers/pptx.ts';
import { composeDeck } from '../src/document/compose-deck.ts';
import { resolveLook } from '../src/document/look.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { typeset } from './support/typeset.ts';

const pages = createPageRenderer({ threads: 1 });
after(() => pages.close());
const tools = createExtractTools({ pages, office: null, recognition: null }, { threads: false });
const ask = (bytes: Uint8Array, filename: string, wishes: Wishes): Promise<Extracted> =>
  extractMarkdown({ bytes, filename, wishes }, tools);

const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
  .png()
  .toBuffer();
const SOURCE = `#set page("a5"); #set text(font: "Liberation Serif", size: 11pt, lang: "en")
= First part
Some text of the first page.
#table(columns: 2, [A], [B], [1], [2])
#pagebreak()
= Second part
#image(bytes((${[...picture].join(',')},)), width: 4cm)
More text.`;
const { pdf } = await typeset({ source: SOURCE, assets: new Map() });

test('the outline of a PDF stands in place of its text, whose length is told', async () => {
  const read = await ask(pdf, 'a.pdf', { outline: true });
  assert.deepEqual(
    read.outline?.map(({ text, page }) => [text, page]),
    [
      ['First part', 1],
      ['Second part', 2],
    ],
  );
  assert.match(read.markdown, /^- First part \(page 1, \d+ characters\)\n- Second part/);
  assert.ok(read.chars > read.markdown.length && !read.markdown.includes('Some text'));
});

test('only the pages that are asked for, with their tables, their layout and their pictures', async () => {
  const first = await ask(pdf, 'a.pdf', { pages: [{ from: 1, to: 1 }], tables: true, layout: true, pictures: true });
  assert.equal(first.pages, 2);
  assert.ok(first.markdown.startsWith('<!-- Page 1 -->') && !first.markdown.includes('Second'));
  assert.deepEqual(
    first.tables?.map(({ page, rows }) => [page, rows]),
    [
      [
        1,
        [
          ['A', 'B'],
          ['1', '2'],
        ],
      ],
    ],
  );
  const heading = first.layout?.blocks.find(({ type }) => type === 'heading');
  assert.ok(heading?.box && heading.box[0] < heading.box[2] && heading.box[1] < heading.box[3] && heading.text === 'First part');
  assert.deepEqual(first.pictures, []);
  const second = await ask(pdf, 'a.pdf', { pages: [{ from: 2, to: 9 }], pictures: true });
  assert.deepEqual(
    second.pictures?.map(({ page, content_type }) => [page, content_type]),
    [[2, 'image/png']],
  );
  const { width = 0, height = 0 } = await sharp(Buffer.from(second.pictures?.[0]?.data ?? '', 'base64')).metadata();
  assert.ok(Math.abs(width / height - 1.5) < 0.1);
});

test('slides keep their numbers where some are left out; what a kind does not have is a note', async () => {
  const { value } = readMarkdown('# Deck\n\n## One\n\n- a\n- b\n\n## Two\n\nText of two.\n', { pictures: 0, deck: true });
  const deck = composeDeck({ blocks: value.blocks, meta: value.meta, lang: 'en', name: null, assets: new Map() });
  const { bytes } = writePptx(planDeck(deck, resolveLook('presentation')), { created: new Date(0) });
  const all = await ask(bytes, 'a.pptx', {});
  const last = await ask(bytes, 'a.pptx', { pages: [{ from: all.pages ?? 0, to: 99 }], layout: true });
  assert.ok(last.markdown.startsWith(`<!-- Slide ${all.pages} -->`) && last.markdown.includes('Text of two'));
  assert.deepEqual(
    last.notes.map(({ code }) => code),
    ['wish_unsupported'],
  );
  const text = await ask(Buffer.from('text'), 'a.txt', { pages: [{ from: 2, to: 2 }] });
  assert.deepEqual([text.markdown, text.notes.map(({ code }) => code)], ['text', ['wish_unsupported']]);
});

test('pages beyond the last one and tables of a plain text are notes', async () => {
  const beyond = await ask(pdf, 'a.pdf', { pages: [{ from: 9, to: 12 }] });
  assert.deepEqual(
    [beyond.markdown.trim(), beyond.notes.map(({ message }) => message)],
    ['', ['The file has 2 pages (slides, sheets), and none of those that were asked for.']],
  );
  assert.deepEqual((await ask(pdf, 'a.pdf', { pages: [{ from: 2, to: 12 }] })).notes, []);
  for (const name of ['a.txt', 'a.xml'])
    assert.deepEqual(
      (await ask(Buffer.from('<a>text</a>'), name, { tables: true })).notes.map(({ code }) => code),
      ['wish_unsupported'],
      name,
    );
});

test('tables of Markdown are listed, and those of files in an archive and in a message with the names of their files', async () => {
  const rows = [
    ['a', 'b'],
    ['1', '2'],
  ];
  const table = '| a | b |\n| - | - |\n| 1 | 2 |\n';
  const { tables, markdown } = await ask(Buffer.from(`# T\n\n${table}`), 'a.md', { tables: true });
  assert.deepEqual([tables?.map((one) => one.rows), markdown], [[rows], `# T\n\n${table}`]);
  const archive = writeZip([
    { name: 'x.csv', data: 'a,b\n1,2\n' },
    { name: 'y.txt', data: 'no table' },
  ]);
  const unpacked = await ask(archive, 'a.zip', { tables: true });
  assert.deepEqual(unpacked.tables, [{ page: null, caption: 'x.csv', header_rows: 1, rows }]);
  assert.deepEqual(unpacked.notes, []);
  const message = [
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Disposition: attachment; filename=x.csv',
    'Content-Type: text/csv',
    '',
    'a,b',
    '1,2',
    '--b--',
  ];
  const mail = await ask(Buffer.from(message.join('\n')), 'a.eml', { tables: true });
  assert.deepEqual(mail.tables, [{ page: null, caption: 'x.csv', header_rows: 1, rows }]);
});
