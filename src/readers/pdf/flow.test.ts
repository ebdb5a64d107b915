import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine, RenderedPage } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const read = (...pages: RenderedPage[]): string[][] => readPdf(exampleDocument(pages)).value.pages.map((blocks) => outlineOf(blocks));
const FULL = 'This line is as long as a line of the page can be, up to';

test('a line with room for the next word was ended on purpose', () => {
  assert.deepEqual(
    read(
      examplePage([
        line(FULL, 50, 100),
        line('the right side of it.', 50, 112),
        line('Department: Affairs', 50, 124),
        line('Agency: Health', 50, 136),
      ]),
    ),
    [['p This line is as long as a line of the page can be, up to the right side of it.', 'p Department: Affairs', 'p Agency: Health']],
  );
});

test('items are nested by how far they are set in, and go on under their text', () => {
  assert.deepEqual(
    read(
      examplePage([
        line('• first item that is long enough to go on in the line', 50, 100),
        line('below it', 60, 112),
        line('◦ inner item', 80, 124),
        line('• second item', 50, 136),
        line('1. counted', 50, 160),
        line('2. counted too', 50, 172),
      ]),
    ),
    [['- first item that is long enough to go on in the line below it', '  - inner item', '- second item', '1. counted', '2. counted too']],
  );
});

test('a full line in the middle of a sentence goes on below, wide as the lines may be set', () => {
  assert.deepEqual(
    read(
      examplePage([
        line('• an item that is as long as a line can be on such a page, so that', 50, 100),
        line('nevertheless it goes on', 60, 120),
        line('• a second one that is as long as a line can be on such a page at', 50, 140),
        line('Noon', 60, 160),
        line(
          '문서의 한 줄이 이 쪽의 오른쪽 끝까지 이어지는 예를 보이는 줄이며 다음 줄에서 계속하여 이어지 는 문장 의 앞 부분 이다 그리 하여',
          50,
          200,
        ),
        line('끝난다', 50, 217),
      ]),
    ),
    [
      [
        '- an item that is as long as a line can be on such a page, so that nevertheless it goes on',
        '- a second one that is as long as a line can be on such a page at',
        'p Noon',
        'p 문서의 한 줄이 이 쪽의 오른쪽 끝까지 이어지는 예를 보이는 줄이며 다음 줄에서 계속하여 이어지 는 문장 의 앞 부분 이다 그리 하여 끝난다',
      ],
    ],
  );
});

test('a line between dashes is no item, and a label whose letters are spread is one with what it names', () => {
  assert.deepEqual(
    read(
      examplePage([
        line('수 신: 협력사 각위', 50, 100, { at: { 1: 75 } }),
        line('제 목: 점검 협조 요청', 50, 120, { at: { 1: 75 } }),
        line('- 아 래 -', 200, 160),
      ]),
    ),
    [['p 수 신: 협력사 각위', 'p 제 목: 점검 협조 요청', 'p - 아 래 -']],
  );
});

test('short lines below each other that begin anew are lines of an address, full lines of a text are one paragraph', () => {
  assert.deepEqual(
    read(
      examplePage([line('Office of Innovation', 50, 100), line('Randolph Street 675, Annex', 50, 112), line('Arlington, VA', 50, 124)]),
      examplePage([
        line('These are lines in a narrow column that', 50, 200),
        line('Washington and Maryland have sent to the', 50, 212),
        line('Virginia, where it is as long as a line', 50, 224),
        line('Again.', 50, 236),
      ]),
    ),
    [
      ['p Office of Innovation', 'p Randolph Street 675, Annex', 'p Arlington, VA'],
      ['p These are lines in a narrow column that Washington and Maryland have sent to the Virginia, where it is as long as a line Again.'],
    ],
  );
});

test('letters and clause numbers are marks before a gap only, and stay', () => {
  assert.deepEqual(
    read(
      examplePage([
        line('(a) measure the flow', 50, 100, { at: { 1: 80 } }),
        line('(b) mark the mains', 50, 112, { at: { 1: 80 } }),
        line('M. Reyes spoke of the accounts.', 50, 140),
      ]),
    ),
    [['- (a) measure the flow', '- (b) mark the mains', 'p M. Reyes spoke of the accounts.']],
  );
});

test('bold and capital lines with air above and text below are headings, the beginning of a sentence is none', () => {
  assert.deepEqual(
    read(
      examplePage([
        line('Some text before it that ends.', 50, 100),
        line('Bold title', 50, 130, { bold: true }),
        line('Its text follows here.', 50, 144),
        line('III. RESULTS AND MORE', 50, 174),
        line('Text of the results.', 50, 188),
        line('A bold start of a', 50, 220, { bold: true }),
        line('sentence that goes on.', 50, 232),
      ]),
    ),
    [
      [
        'p Some text before it that ends.',
        'h1 Bold title',
        'p Its text follows here.',
        'h1 III. RESULTS AND MORE',
        'p Text of the results.',
        'p A bold start of a',
        'p sentence that goes on.',
      ],
    ],
  );
});

test('divided words are settled by the words of the document', () => {
  assert.deepEqual(
    read(
      examplePage([
        line('The re-', 50, 100),
        line('port is chat-', 50, 112),
        line('optimized and multi-', 50, 124),
        line('step, and chat is optimized.', 50, 136),
        line('A multi-step chat by e-', 50, 170),
        line('mail.', 50, 182),
      ]),
    )
      .flat()
      .join('\n'),
    'p The report is chat-optimized and multi-step, and chat is optimized.\np A multi-step chat by e-mail.',
  );
});

test('a sentence that goes on overleaf is read whole', () => {
  const text = readPdf(
    exampleDocument([
      examplePage([line('It begins on this', 50, 700)]),
      examplePage([line('page and ends on that.', 50, 100), line('More.', 50, 150)]),
    ]),
  ).value.pages.map((blocks) => outlineOf(blocks));
  assert.deepEqual(text, [['p It begins on this page and ends on that.'], ['p More.']]);
});

test('lines in letters of one width are code, with how far they are set in', () => {
  const mono = { font: 'CourierNew' };
  assert.deepEqual(
    read(
      examplePage([
        line('Text that explains the code below it at some length here.', 50, 80),
        line('if (a)', 60, 110, mono),
        line('b();', 72, 122, mono),
      ]),
    ),
    [['p Text that explains the code below it at some length here.', 'code if (a)\n  b();']],
  );
});

test('links lie over their words', () => {
  const { value } = readPdf(
    exampleDocument([
      examplePage([line('See the site today.', 50, 100)], {
        links: [
          { left: 70, top: 98, right: 110, bottom: 110, url: 'https://example.org/a' },
          { left: 50, top: 98, right: 65, bottom: 110, url: 'javascript:alert(1)' },
        ],
      }),
    ]),
  );
  const [paragraph] = value.pages[0] ?? [];
  assert.deepEqual(paragraph?.type === 'paragraph' && paragraph.runs, [
    { text: 'See ' },
    { text: 'the site', link: 'https://example.org/a' },
    { text: ' today.' },
  ]);
});

test('page numbers and running heads further in are left out, titles are not', () => {
  const page = (number: number): RenderedPage =>
    examplePage([
      line('Annual report', 400, 100, { size: 8 }),
      line('Title of the page', 50, 112, { size: 20 }),
      line('Body text of the page.', 50, 300),
      line('More body text of it.', 50, 330),
      line(String(number), 300, 720),
    ]);
  assert.deepEqual(read(page(1), page(2), page(3))[2], ['h1 Title of the page', 'p Body text of the page.', 'p More body text of it.']);
});

test('dots that lead to a page number are one sign, and end their line', () => {
  assert.deepEqual(
    read(
      examplePage([
        line('Summary . . . . . . . 3', 50, 100),
        line('Measures ........ 14', 50, 112),
        line('More text of the page is here.', 50, 140),
      ]),
    ),
    [['p Summary … 3', 'p Measures … 14', 'p More text of the page is here.']],
  );
});

test('a first line that comes again is no running head where text follows it at once', () => {
  const page = examplePage([line('The same words on each', 50, 74), line('of the pages.', 50, 86)]);
  assert.deepEqual(read(page, page, page)[1], ['p The same words on each of the pages.']);
});

const body = (from: number, count: number): RenderedLine[] =>
  Array.from({ length: count }, (_, index) =>
    line('Text of the usual size fills its line from the left to the right.', 50, from + index * 13),
  );
const readLines = (...pages: RenderedLine[][]): string[][] => read(...pages.map((lines) => examplePage(lines)));
const headingsOf = (outline: readonly string[]): string[] => outline.filter((one) => /^h\d/.test(one));

test('text in a second, larger size, captions, labels and lines of contents were taken for headings', () => {
  const large = [
    'This page is for tests of links.',
    'We look at the following',
    'External links of any kind',
    'Internal links of any kind',
  ];
  const [outline = []] = readLines([
    line('A true title', 50, 20, { size: 20, bold: true }),
    ...large.map((text, index) => line(text, 50, 60 + index * 22, { size: 12 })),
    ...body(160, 20),
    line('Table 3: Losses', 50, 440, { bold: true }),
    ...body(460, 3),
    line('Report date: 27 June', 50, 520, { bold: true }),
    ...body(540, 3),
    line('TESTING STRATEGY ........ 3', 50, 600, { bold: true }),
    ...body(620, 3),
  ]);
  assert.deepEqual(headingsOf(outline), ['h1 A true title']);
});

test('slanted headings, one right below another, and clause numbers in letters of their own are headings', () => {
  const [outline = []] = readLines([
    ...body(60, 12),
    line('Body paragraphs', 50, 240, { size: 11, font: 'Sans-Italic' }),
    line('Your worldview', 50, 250, { bold: true }),
    ...body(262, 3),
    line('26.7.1 Multiple generators', 50, 330, { font: 'Sans' }),
    ...body(347, 3),
  ]);
  assert.deepEqual(
    headingsOf(outline).map((one) => one.slice(3)),
    ['Body paragraphs', 'Your worldview', '26.7.1 Multiple generators'],
  );
});

test('an item that goes on with a small letter on the next page is read whole, and numbers in brackets stay before their text', () => {
  const item = line('(1) Change it where we know that', 50, 700);
  assert.deepEqual(
    readLines([...body(60, 5), item], [line('being compatible costs more.', 60, 60)]).map((one) => one.at(-1)),
    ['- (1) Change it where we know that being compatible costs more.', undefined],
  );
});

test('a table that was typed with bars and dashes is kept as it stands', () => {
  const typed = ['|CARE  |   All |', '|------+-------|', '|NO    |   63  |', '|YES   |    1  |'];
  assert.deepEqual(read(examplePage(typed.map((text, at) => line(text.replaceAll(/ +/g, ' '), 50, 100 + at * 12)))).flat(), [
    `code ${typed.map((text) => text.replaceAll(/ +/g, ' ')).join('\n')}`,
  ]);
});

test('a title whose last line is slanted is one title', () => {
  assert.deepEqual(
    read(
      examplePage([
        line('The genome of the platypus,', 50, 60, { size: 18, bold: true, font: 'Times,Bold' }),
        line('Ornithorhynchus anatinus', 50, 82, { size: 18, bold: true, font: 'Times,BoldItalic' }),
        line('Text of the report begins here and goes on for a while.', 50, 130),
      ]),
    ).flat(),
    ['h1 The genome of the platypus, Ornithorhynchus anatinus', 'p Text of the report begins here and goes on for a while.'],
  );
});

test('a numbered part with its title behind a colon is a heading, a label with its value is none', () => {
  assert.deepEqual(
    read(
      examplePage([
        line('Module Three: Design', 50, 60, { bold: true }),
        line('It looks at the role of the team in designing the thing.', 50, 84),
        line('Report date: Monday', 50, 120, { bold: true }),
        line('It was written by all of those who took part in it.', 50, 144),
      ]),
    ).flat(),
    [
      'h1 Module Three: Design',
      'p It looks at the role of the team in designing the thing.',
      'p Report date: Monday',
      'p It was written by all of those who took part in it.',
    ],
  );
});

test('the air between short lines, none of which is full, is no gap within a paragraph', () => {
  const stairs = [0, 1, 2, 3, 4, 5].map((at) => line('Overview', 50 + at * 45, 100 + at * 22));
  assert.deepEqual(readLines([...stairs, line('1. Benefits', 50, 232, { at: { 1: 70 } }), line('The work', 70, 254)])[0]?.slice(-2), [
    '1. Benefits',
    'p The work',
  ]);
});

test('a sentence in Korean that goes on overleaf is read whole, a title at the end of a page is not joined', () => {
  const text = '표준 라이브러리는 다른 대상에서 패닉을 일으키므로 이 상자를 통해 브라우';
  const rest = '저 시계에 연결하고 다른 대상에서는 표준 라이브러리를 그대로 다시 내보내기로 했다';
  const above = line('이 상자는 다른 대상에서도 표준 라이브러리를 그대로 다시 내보낸다', 50, 700);
  assert.deepEqual(
    readLines([above, line(text, 50, 780)], [line(rest, 50, 60)])
      .flat()
      .slice(1),
    [`p ${text} ${rest}`],
  );
  assert.equal(readLines([above, line('제1장 총칙', 50, 780)], [line(rest, 50, 60)]).flat().length, 3);
});

test('the lines of an address that are centred stay lines', () => {
  assert.deepEqual(
    readLines([
      line('Diane White', 272, 100),
      line('123 Main St, Seattle, WA 98112', 225, 112),
      line('206-555-1212', 270, 124),
      line('diane@example.com', 257, 136),
    ])[0],
    ['p Diane White', 'p 123 Main St, Seattle, WA 98112', 'p 206-555-1212', 'p diane@example.com'],
  );
});

test('a heading with a letter for its number right below another one is one by itself', () => {
  const text = 'The trustee of the United States appoints the trustees that stand, and supervises them in all cases.';
  assert.deepEqual(
    readLines([
      line('CHAPTER 1 – INTRODUCTION', 50, 96, { size: 14 }),
      line('A. PURPOSE', 50, 112, { size: 14 }),
      line(text, 50, 140),
      line(text, 50, 152),
    ])[0]?.slice(0, 2),
    ['h1 CHAPTER 1 – INTRODUCTION', 'h1 A. PURPOSE'],
  );
});

test('lines below an item go on with it where its bullet is much larger than its text', () => {
  const items = [
    'They work in parallel to the practitioners who take assignments to',
    'They coordinate the appointments of practitioners and panel appoint-',
  ];
  const lines = items.flatMap((text, at) => [
    line('□', 50, 98 + at * 30, { size: 14, font: 'Wingdings' }),
    line(text, 70, 100 + at * 30),
    line(at === 0 ? 'represent people.' : 'ments to cases.', 70, 112 + at * 30),
  ]);
  assert.deepEqual(read(examplePage(lines))[0], [
    '- They work in parallel to the practitioners who take assignments to represent people.',
    '- They coordinate the appointments of practitioners and panel appointments to cases.',
  ]);
});

test('lines of a narrow column are full also below a wider text in other letters', () => {
  const wide = ['An abstract in letters of its own goes over both of the columns and more', 'of its lines do so, and it ends here.'];
  const column = [
    'The column of Ada goes on by',
    'Berlin and no line of it, as',
    'Carla says, has room for the',
    'Danish word below it, before',
    'Ende.',
  ];
  assert.deepEqual(
    read(
      examplePage([
        ...wide.map((text, at) => line(text, 50, 60 + at * 12, { font: 'Sans' })),
        ...column.map((text, at) => line(text, 50, 110 + at * 12)),
      ]),
    )[0],
    [`p ${wide.join(' ')}`, `p ${column.join(' ')}`],
  );
});

test('notes with small raised signs below a table are a text each, and no table', () => {
  const notes = ['Weights are given as group means.', 'Number of animals weighed on day one', 'Number of animals weighed on day four'];
  const lines = notes.flatMap((text, at) => [
    line('abc'.charAt(at), 50, 300 + at * 10, { size: 6 }),
    line(text, 62, 301 + at * 10, { size: 8 }),
  ]);
  assert.deepEqual(readLines([...lines, line('A sentence of the text below in its own size.', 50, 360)])[0], [
    ...notes.map((text, at) => `p ${'abc'.charAt(at)} ${text}`),
    'p A sentence of the text below in its own size.',
  ]);
});
