import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine, RenderedPage, TagNode } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine, examplePage, outlineOf } from './example-page.ts';

const read = (page: RenderedPage): string[] =>
  readPdf(exampleDocument([page], { tagged: true })).value.pages.flatMap((blocks) => outlineOf(blocks));
/** A line that is wholly one marked content. */
const line = (id: number, text: string, left: number, top: number, more: Parameters<typeof exampleLine>[3] = {}): RenderedLine =>
  exampleLine(text, left, top, { marks: [{ at: 0, id }], ...more });
const tag = (type: string, ...children: (TagNode | number)[]): TagNode => ({ type, children });

test('headings, paragraphs and lists are what the tags say', () => {
  const item = (label: number, text: number): TagNode => tag('LI', tag('Lbl', label), tag('LBody', tag('P', text)));
  assert.deepEqual(
    read(
      examplePage(
        [
          line(0, 'Small heading', 50, 60),
          line(1, 'Text of two', 50, 80),
          line(1, 'lines.', 50, 92),
          line(2, '•', 50, 120),
          line(3, 'first', 60, 120),
          line(4, '3.', 50, 132),
          line(5, 'counted', 62, 132),
          line(6, '(a)', 50, 144),
          line(7, 'lettered', 70, 144),
        ],
        { tags: [tag('Document', tag('H2', 0), tag('P', 1), tag('L', item(2, 3), item(4, 5), item(6, 7)))] },
      ),
    ),
    ['h2 Small heading', 'p Text of two lines.', '- first', '3. counted', '- (a) lettered'],
  );
});

test('an item without text keeps its number, and the list goes on', () => {
  const lines = [
    line(0, '1.', 50, 100),
    line(1, 'one', 62, 100),
    line(2, '2.', 50, 114),
    line(3, '3.', 50, 128),
    line(4, 'three', 62, 128),
  ];
  const tags = [
    tag('L', tag('LI', tag('Lbl', 0), tag('LBody', 1)), tag('LI', tag('Lbl', 2), tag('LBody')), tag('LI', tag('Lbl', 3), tag('LBody', 4))),
  ];
  assert.deepEqual(read(examplePage(lines, { tags })), ['1. one', '2. ', '3. three']);
});

test('marks that a list cannot count stay before the text where no tag tells them from it', () => {
  const lines = ['(1) one in brackets', '(2) another one', 'a) lettered', '2. counted'].map((text, index) =>
    line(index, text, 50, 100 + index * 14),
  );
  assert.deepEqual(
    read(
      examplePage(lines, {
        tags: [tag('Document', tag('P', 0), tag('P', 1), tag('L', tag('LI', tag('LBody', 2)), tag('LI', tag('LBody', 3))))],
      }),
    ),
    ['- (1) one in brackets', '- (2) another one', '- a) lettered', '2. counted'],
  );
});

test('typed letters and clause numbers that count from paragraph to paragraph are one list, as without tags; one by itself is text', () => {
  const texts = [
    '3.1. The first clause.',
    '3.2. The second.',
    '3.3. The third.',
    'Text.',
    'a) red',
    'b) green',
    'c) blue',
    'Text.',
    '9.2. Alone.',
  ];
  // a gap of more than a space behind the mark of the last one would make it an item as well
  const lines = texts.map((text, index) => line(index, text, 50, 100 + index * 14, { at: { 1: 50 + text.indexOf(' ') * 5 + 3 } }));
  const tags = [tag('Document', ...texts.map((_, index) => tag('P', index)))];
  const page = examplePage(lines, { tags });
  assert.deepEqual(read(page), [
    '- 3.1. The first clause.',
    '- 3.2. The second.',
    '- 3.3. The third.',
    'p Text.',
    '- a) red',
    '- b) green',
    '- c) blue',
    'p Text.',
    'p 9.2. Alone.',
  ]);
  const [blocks = []] = readPdf(exampleDocument([page], { tagged: true })).value.pages;
  assert.deepEqual(
    blocks.flatMap((block) => (block.type === 'list' ? [block.items.length] : [])),
    [3, 3],
  );
});

test('a picture in the middle of a sentence does not end it; one between two lines stands between them', () => {
  const figure = { ...tag('Figure'), alt: 'Button' };
  const lines = [line(0, 'Click Open', 50, 100), line(1, 'and wait.', 130, 100), line(2, 'Above', 50, 130), line(3, 'below.', 50, 260)];
  const page = examplePage(lines, { tags: [tag('Document', tag('P', 0, figure, 1), tag('P', 2, figure, 3))] });
  assert.deepEqual(read(page), ['p Click Open and wait.', 'image', 'p Above', 'image', 'p below.']);
});

test('the title once more in the margin of the second page, without a tag, is left out', () => {
  const first = examplePage(
    [line(0, 'Company report', 50, 150, { size: 24 }), line(1, 'Text of', 50, 300), line(1, 'the first page.', 50, 312)],
    {
      tags: [tag('H1', 0), tag('P', 1)],
    },
  );
  const second = examplePage([exampleLine('Company report', 50, 20, { size: 8 }), line(0, 'Text of the second page.', 50, 200)], {
    tags: [tag('P', 0)],
  });
  const { value } = readPdf(exampleDocument([first, second]));
  assert.deepEqual(
    value.pages.map((blocks) => outlineOf(blocks)),
    [['h1 Company report', 'p Text of the first page.'], ['p Text of the second page.']],
  );
});

test('what the tags leave out at the edges is left out where it comes again', () => {
  const page = (text: string): RenderedPage =>
    examplePage([exampleLine('Company report', 50, 20), line(0, text, 50, 200), exampleLine('Page 1', 300, 815)], { tags: [tag('P', 0)] });
  assert.deepEqual(
    readPdf(exampleDocument([page('One.'), page('Two.')])).value.pages.map((blocks) => outlineOf(blocks)),
    [['p One.'], ['p Two.']],
  );
  assert.deepEqual(read(page('Only one.')), ['p Company report', 'p Only one.']);
});

test('tables have their spans; cells without content, which no tag names, stay empty', () => {
  const row = (...cells: TagNode[]): TagNode => tag('TR', ...cells);
  const cell = (id: number): TagNode => tag('TD', tag('P', id));
  assert.deepEqual(
    read(
      examplePage(
        [
          line(0, 'Both', 50, 100),
          line(1, 'Third', 250, 100),
          line(2, 'a', 50, 112),
          line(3, 'b', 150, 112),
          line(4, 'c', 250, 112),
          line(5, 'only here', 150, 124),
        ],
        {
          tags: [
            tag(
              'Table',
              tag('THead', row({ ...tag('TH', 0), colSpan: 2 }, tag('TH', 1))),
              tag('TBody', row(cell(2), cell(3), cell(4)), row(cell(5))),
            ),
          ],
        },
      ),
    ),
    ['| Both ↔2 | Third', '| a | b | c', '|  | only here | '],
  );
});

test('marked pieces of one line are read from left to right, whatever the order of the tags', () => {
  const quoted = exampleLine('“Services” means this.', 50, 100, {
    marks: [
      { at: 0, id: 2 },
      { at: 1, id: 1 },
      { at: 9, id: 2 },
      { at: 11, id: 3 },
    ],
  });
  assert.deepEqual(read(examplePage([quoted], { tags: [tag('P', tag('Span', 1), tag('Span', 2), 3)] })), ['p “Services” means this.']);
});

test('larger letters and typed marks in plain paragraphs count; so do marks in groups', () => {
  const body = Array.from({ length: 4 }, (_, index) =>
    line(20 + index, 'Ordinary text of the document, which is most of it.', 50, 200 + index * 30),
  );
  assert.deepEqual(
    read(
      examplePage(
        [
          line(0, 'The title', 50, 60, { size: 20 }),
          line(1, '• typed item', 50, 100),
          line(2, '1.1', 50, 140),
          line(3, 'A clause.', 80, 140),
          ...body,
        ],
        {
          tags: [
            tag(
              'Document',
              tag('P', 0),
              tag('P', 1),
              tag('Div', tag('Span', 2), tag('P', 3)),
              ...body.map((_, index) => tag('P', 20 + index)),
            ),
          ],
        },
      ),
    ).slice(0, 3),
    ['h1 The title', '- typed item', '- 1.1 A clause.'],
  );
});

test('figures give their words, formulas what they are called', () => {
  assert.deepEqual(
    read(
      examplePage([line(0, 'x2', 50, 100), line(1, 'Some text beside it.', 80, 100)], {
        tags: [tag('P', { ...tag('Formula', 0), alt: 'x squared' }, 1), { ...tag('Figure'), alt: 'A pump' }],
      }),
    ),
    ['p x squared Some text beside it.', 'image'],
  );
});

test('tags that leave out most of the text, or hold all of it in one, are not believed', () => {
  const lines = Array.from({ length: 40 }, (_, index) => line(index < 4 ? 0 : 1, `• item ${index}`, 50, 60 + index * 18));
  const items = lines.map((_, index) => `- item ${index}`);
  assert.deepEqual(read(examplePage(lines, { tags: [tag('P', 0)] })), items);
  assert.deepEqual(
    read(
      examplePage(
        lines.map((one) => ({ ...one, marks: [{ at: 0, id: 0 }] })),
        { tags: [tag('P', 0)] },
      ),
    ),
    items,
  );
});

test('a paragraph that fills the page is one, however many lines it has', () => {
  const words = 'words of a paragraph that goes on and on over all of the page';
  const lines = Array.from({ length: 44 }, (_, index) => line(0, index === 43 ? 'its end.' : words, 50, 60 + index * 14, { size: 12 }));
  assert.deepEqual(read(examplePage(lines, { tags: [tag('H1', 0)] })).length, 1);
  assert.match(read(examplePage(lines, { tags: [tag('H1', 0)] }))[0] ?? '', /^h1 words of .* its end\.$/);
});

test('a table made with tabs is found though the tags call its rows paragraphs', () => {
  const lines = Array.from({ length: 6 }, (_, index) => [
    line(index, `name ${index}`, 50, 100 + index * 12),
    line(index, `value ${index}`, 250, 100 + index * 12),
  ]).flat();
  assert.deepEqual(
    read(examplePage(lines, { tags: Array.from({ length: 6 }, (_, index) => tag('P', index)) })),
    Array.from({ length: 6 }, (_, index) => `| name ${index} | value ${index}`),
  );
});

test('a footnote is kept for the end of its page, and the sentence that it interrupts goes on', () => {
  const page = (sign: number): RenderedPage =>
    examplePage(
      [
        exampleLine('Sales grew1 by 4 %.', 50, 100, {
          marks: [
            { at: 0, id: 0 },
            { at: 10, id: 1 },
            { at: 12, id: 2 },
          ],
        }),
        line(3, '1', 50, 700),
        line(4, 'Compared with last year.', 60, 700),
      ],
      { tags: [tag('P', 0, tag('Lbl', tag('Link', sign)), tag('Note', tag('Lbl', 3), 4), 2)] },
    );
  const { pages } = readPdf(exampleDocument([page(1), page(1)], { tagged: true })).value;
  assert.deepEqual(
    pages.map((blocks) => outlineOf(blocks)),
    [
      ['p Sales grew by 4 %.', 'footnotes'],
      ['p Sales grew by 4 %.', 'footnotes'],
    ],
  );
  const ids = pages.map((blocks) => blocks.flatMap((block) => (block.type === 'footnotes' ? block.notes.map(({ id }) => id) : [])));
  assert.deepEqual(ids, [['1'], ['1-p2']]);
  assert.deepEqual(
    pages.map(([first]) => (first?.type === 'paragraph' ? first.runs.map(({ footnote }) => footnote).filter(Boolean) : [])),
    ids,
  );
});

test('where tags know headings, large letters of a quotation or a key figure are none', () => {
  const lines = [line(0, 'Title in larger letters', 50, 40, { size: 27 }), line(1, 'Heading', 50, 90, { size: 20 })];
  const text = Array.from({ length: 12 }, (_, index) =>
    line(2, 'Text of the usual size that goes on for a whole line.', 50, 120 + index * 13),
  );
  const more = [line(3, 'Nobody expected that.', 50, 320, { size: 15 }), line(4, '52 trips', 50, 360, { size: 18 })];
  const tags = [tag('P', 0), tag('H1', 1), tag('P', 2), tag('BlockQuote', tag('P', 3)), tag('Div', tag('P', 4))];
  const outline = read(examplePage([...lines, ...text, ...more], { tags }));
  assert.deepEqual(
    outline.filter((one) => one.startsWith('h')),
    ['h1 Title in larger letters', 'h1 Heading'],
  );
});

test('terms with their meanings below them, code between blocks, and a date that begins with a number are what they are', () => {
  const definition = (term: number, meaning: number): TagNode => tag('LI', tag('Lbl', term), tag('LBody', tag('P', meaning)));
  assert.deepEqual(
    read(
      examplePage(
        [
          line(0, 'Skonto', 50, 100),
          line(1, 'Nachlass bei Zahlung.', 70, 114),
          line(2, 'print(1)', 50, 140, { font: 'Mono' }),
          line(3, '20. November 2026', 50, 170),
        ],
        { tags: [tag('Document', tag('L', definition(0, 1)), tag('Code', 2), tag('P', 3))] },
      ),
    ),
    ['- Skonto', '  p Nachlass bei Zahlung.', 'code print(1)', 'p 20. November 2026'],
  );
});

test('where no tag of a file is a heading, what is set as one is', () => {
  const lines = [
    line(0, 'Basic navigation', 50, 100, { bold: true }),
    line(1, 'Below the menu there are a few more of them.', 50, 130),
    line(2, 'Personal link', 50, 170, { bold: true }),
    line(3, 'The first of them is that for persons.', 50, 200),
  ];
  const paragraphs = [0, 1, 2, 3].map((id) => tag('P', id));
  assert.deepEqual(read(examplePage(lines, { tags: [tag('Document', ...paragraphs)] })), [
    'h1 Basic navigation',
    'p Below the menu there are a few more of them.',
    'h1 Personal link',
    'p The first of them is that for persons.',
  ]);
  assert.deepEqual(read(examplePage(lines, { tags: [tag('Document', tag('H2', 0), ...paragraphs.slice(1))] })).slice(0, 3), [
    'h2 Basic navigation',
    'p Below the menu there are a few more of them.',
    'p Personal link',
  ]);
});

test('items that are set in are under the one before them, though their tags are flat', () => {
  const item = (id: number): TagNode => tag('LI', tag('LBody', id));
  const lines = [
    line(0, 'Five years on', 90, 100, { size: 28 }),
    line(1, '– Early stage', 97, 140, { size: 24 }),
    line(2, '– Late stage', 97, 180, { size: 24 }),
    line(3, 'Ten years on', 90, 220, { size: 28 }),
  ];
  assert.deepEqual(read(examplePage(lines, { tags: [tag('L', item(0), item(1), item(2), item(3))] })), [
    '- Five years on',
    '  - Early stage',
    '  - Late stage',
    '- Ten years on',
  ]);
  const columns = [line(0, '• one', 50, 200), line(1, '• two', 50, 220), line(2, '• three', 90, 100)];
  assert.deepEqual(read(examplePage(columns, { tags: [tag('L', item(0), item(1), item(2))] })), ['- one', '- two', '- three']);
});
