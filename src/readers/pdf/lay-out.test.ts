import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RenderedLine, RenderedPage } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const read = (page: RenderedPage): string[] => readPdf(exampleDocument([page])).value.pages.flatMap((blocks) => outlineOf(blocks));

const level = (y: number, from: number, to: number): Box => ({ left: from, right: to, top: y - 0.3, bottom: y + 0.3 });
const upright = (x: number, from: number, to: number): Box => ({ left: x - 0.3, right: x + 0.3, top: from, bottom: to });

test('a drawn grid is a table, with its merged cells and cells of many lines', () => {
  const rules = [
    ...[100, 120, 160, 180].map((y) => level(y, 50, 350)),
    upright(50, 100, 180),
    upright(150, 120, 180),
    upright(250, 100, 180),
    upright(350, 100, 180),
  ];
  assert.deepEqual(
    read(
      examplePage(
        [
          line('Before the table.', 50, 80),
          line('Both of them', 55, 105),
          line('Last', 255, 105),
          line('a cell of', 55, 125),
          line('two lines', 55, 138),
          line('two', 155, 125),
          line('three', 255, 125),
          line('four', 55, 165),
          line('six', 255, 165),
          line('After the table.', 50, 200),
        ],
        { rules },
      ),
    ),
    ['p Before the table.', '| Both of them ↔2 | Last', '| a cell of two lines | two | three', '| four |  | six', 'p After the table.'],
  );
});

test('borders that each cell has for itself, the upright ones below the padding of its row, are one grid', () => {
  const edges = [50, 150, 250];
  const rules = [100, 130, 160].flatMap((y) => [level(y, 51, 149), level(y, 151, 249)]);
  for (const top of [100, 130]) rules.push(...edges.map((x) => upright(x, top + 4, top + 30)));
  assert.deepEqual(
    read(
      examplePage(
        [
          line('Text of a line that is over', 50, 82),
          line('Name', 55, 110),
          line('Amount', 155, 110),
          line('a cell of', 55, 134),
          line('two lines', 55, 146),
          line('12', 220, 134),
        ],
        { rules },
      ),
    ),
    ['p Text of a line that is over', '| Name | Amount', '| a cell of two lines | 12'],
  );
});

test('titles that are drawn after the tables below them are read above those', () => {
  const grid = (top: number): Box[] => [
    ...[top, top + 20, top + 40].map((y) => level(y, 50, 250)),
    ...[50, 150, 250].map((x) => upright(x, top, top + 40)),
  ];
  const cells = (top: number): RenderedLine[] => [
    line('Month', 55, top + 5),
    line('Sum', 155, top + 5),
    line('May', 55, top + 25),
    line('12', 155, top + 25),
  ];
  assert.deepEqual(
    read(
      examplePage(
        [
          ...cells(100),
          ...cells(300),
          line('Sums of the year', 50, 70, { size: 18, bold: true }),
          line('Sums of the next', 50, 270, { size: 14, bold: true }),
        ],
        { rules: [...grid(100), ...grid(300)] },
      ),
    ),
    ['h1 Sums of the year', '| Month | Sum', '| May | 12', 'h2 Sums of the next', '| Month | Sum', '| May | 12'],
  );
});

test('two columns that the file writes line by line by their heights are read one after the other', () => {
  const rows = Array.from({ length: 13 }, (_, row) => row);
  const lines = rows.flatMap((row) => [
    line(`left line ${row} goes on in this column of a page,`, 50, 100 + row * 12),
    line(`right line ${row} goes on in the other column too,`, 310, 104 + row * 12),
  ]);
  assert.deepEqual(read(examplePage(lines)), [
    `p ${[...lines.filter(({ left }) => left < 300), ...lines.filter(({ left }) => left > 300)].map(({ text }) => text).join(' ')}`,
  ]);
});

test('small pictures that are alike before their lines are bullets, one by itself is none', () => {
  const sign = (left: number, top: number): Box => ({ left, top, right: left + 6, bottom: top + 6 });
  const lines = [
    line('To give an overview', 70, 100),
    line('of the project', 70, 113),
    line('To define a cohort', 70, 130),
    line('By mail', 70, 160),
  ];
  assert.deepEqual(read(examplePage(lines, { pictures: [sign(55, 101), sign(55, 131), sign(60, 161)] })), [
    '- To give an overview of the project',
    '- To define a cohort',
    'p By mail',
  ]);
});

test('a row that the end of its page divides is read whole on the page where it begins', () => {
  const page = (...texts: [string, string][]): RenderedPage => {
    const bottom = 100 + texts.length * 20;
    const rules = [
      ...Array.from({ length: texts.length + 1 }, (_, row) => level(100 + row * 20, 50, 450)),
      ...[50, 150, 450].map((x) => upright(x, 100, bottom)),
    ];
    const cells = texts.flatMap(([name, text], row) => [
      ...(name === '' ? [] : [line(name, 55, 105 + row * 20)]),
      line(text, 155, 105 + row * 20),
    ]);
    return examplePage(cells, { rules });
  };
  const pages = [
    page(['Name', 'Use'], ['open', 'Opens a package, and all']),
    page(['', 'of its parts.'], ['close', 'Closes it.']),
    page(['', 'Another'], ['a', 'b']),
  ];
  assert.deepEqual(
    readPdf(exampleDocument(pages)).value.pages.map((blocks) => outlineOf(blocks)),
    [['| Name | Use', '| open | Opens a package, and all of its parts.'], ['| close | Closes it.'], ['|  | Another', '| a | b']],
  );
});

test('words of one line lie in the cells that they are in', () => {
  const rules = [
    level(100, 50, 200),
    level(120, 50, 200),
    level(140, 50, 200),
    upright(50, 100, 140),
    upright(90, 100, 140),
    upright(200, 100, 140),
  ];
  assert.deepEqual(
    read(examplePage([line('ab cd ef', 80, 105, { at: { 0: 60, 1: 92 } }), line('gh', 60, 125), line('ij', 95, 125)], { rules })),
    ['| ab | cd ef', '| gh | ij'],
  );
});

test('a table in a cell is text of the cell', () => {
  const rules = [
    level(100, 50, 350),
    level(120, 50, 350),
    level(180, 50, 350),
    upright(50, 100, 180),
    upright(200, 100, 180),
    upright(350, 100, 180),
    level(130, 60, 190),
    level(145, 60, 190),
    level(160, 60, 190),
    upright(60, 120, 160),
    upright(120, 120, 160),
    upright(190, 120, 160),
  ];
  assert.deepEqual(
    read(
      examplePage(
        [
          line('One', 55, 105),
          line('Two', 205, 105),
          line('a', 65, 133),
          line('b', 125, 133),
          line('c', 65, 148),
          line('d', 125, 148),
          line('right', 205, 133),
        ],
        { rules },
      ),
    ),
    ['| One | Two', '| a b c d | right'],
  );
});

test('a frame around text is no table', () => {
  const rules = [level(90, 40, 560), level(110, 40, 560), level(400, 40, 560), upright(40, 90, 400), upright(560, 90, 400)];
  const text = Array.from({ length: 16 }, (_, index) =>
    line(`Line ${index} of a long text that fills its line from one side to the other side here.`, 50, 120 + index * 12),
  );
  assert.ok(read(examplePage([line('A head', 50, 95), ...text], { rules })).every((block) => !block.startsWith('|')));
});

test('rows that no rule divides are rows where all columns have their lines at the same heights', () => {
  const rules = [level(100, 50, 350), level(140, 50, 350), level(160, 50, 350), ...[50, 150, 250, 350].map((x) => upright(x, 100, 160))];
  const cells = (top: number, ...texts: string[]) => texts.map((text, index) => line(text, 55 + index * 100, top));
  assert.deepEqual(
    read(
      examplePage([...cells(105, 'May', '653', '102'), ...cells(120, 'June', '686', '100'), ...cells(145, 'Both', '1339', '101')], {
        rules,
      }),
    ),
    ['| May | 653 | 102', '| June | 686 | 100', '| Both | 1339 | 101'],
  );
});

test('cells that are written one after the other make a row', () => {
  assert.deepEqual(
    read(
      examplePage([
        line('Action', 50, 100),
        line('Who', 200, 100),
        line('When', 300, 100),
        line('Forecast to the', 50, 120),
        line('end of the year', 50, 132),
        line('Reyes', 200, 120),
        line('2 Dec', 300, 120),
        line('Answer', 50, 152),
        line('Tan', 200, 152),
        line('4 Dec', 300, 152),
      ]),
    ),
    ['| Action | Who | When', '| Forecast to the end of the year | Reyes | 2 Dec', '| Answer | Tan | 4 Dec'],
  );
});

test('columns of a recognized page are read one after the other, between lines that go across', () => {
  const left = Array.from({ length: 6 }, (_, index) =>
    line(`left column line ${index} of text${index === 5 ? '.' : ''}`, 50, 130 + index * 12),
  );
  const right = Array.from({ length: 6 }, (_, index) => line(`right column line ${index} of text`, 320, 130 + index * 12));
  const mixed = left.flatMap((one, index) => [one, ...(right[index] ? [right[index]] : [])]);
  const blocks = read(
    examplePage([line('A title that goes across the whole of the page from here on', 50, 100, { size: 18 }), ...mixed], { recognized: 90 }),
  );
  assert.equal(blocks.length, 3);
  assert.match(blocks[0] ?? '', /^h1 A title/);
  assert.match(blocks[1] ?? '', /^p left column line 0 .* line 5 of text\.$/);
  assert.match(blocks[2] ?? '', /^p right column line 0/);
});

test('right to left: cells and rows begin at the right', () => {
  const rules = [
    level(100, 50, 250),
    level(120, 50, 250),
    level(140, 50, 250),
    upright(50, 100, 140),
    upright(150, 100, 140),
    upright(250, 100, 140),
  ];
  assert.deepEqual(
    read(examplePage([line('שם', 220, 105), line('ערך', 120, 105), line('אחד', 220, 125), line('שתיים', 110, 125)], { rules })),
    ['| שם | ערך', '| אחד | שתיים'],
  );
});

test('lines that are turned are at the end', () => {
  const { words: _words, ...turned } = line('arXiv stamp', 10, 300);
  assert.deepEqual(read(examplePage([{ ...turned, turned: 3 }, line('The text of the page.', 50, 100)])), [
    'p The text of the page.',
    'p arXiv stamp',
  ]);
});

test('a table with level lines only has its columns where no text stands, and rows where all columns have lines', () => {
  const cells = (top: number, ...texts: string[]) => texts.map((text, index) => line(text, 50 + index * 70, top));
  assert.deepEqual(
    read(
      examplePage(
        [
          ...cells(105, 'Model', 'Recall', 'Time'),
          ...cells(125, 'small', '0.81', '4 ms'),
          ...cells(138, 'large', '0.93', '9 ms'),
          ...cells(151, 'huge', '0.94', '30 ms'),
        ],
        { rules: [100, 120, 165].map((y) => level(y, 48, 260)) },
      ),
    ),
    ['| Model | Recall | Time', '| small | 0.81 | 4 ms', '| large | 0.93 | 9 ms', '| huge | 0.94 | 30 ms'],
  );
});

test('lines between sections of text make no table', () => {
  const text = [110, 122, 160, 172, 210].map((top) => line('Some text that goes from side to side of the page and on', 50, top));
  assert.ok(
    read(examplePage(text, { rules: [100, 150, 200, 250].map((y) => level(y, 48, 400)) })).every((block) => block.startsWith('p ')),
  );
});

test('two spaces behind a sentence divide no line', () => {
  assert.deepEqual(
    read(
      examplePage([
        line('The first sentence ends. The second one begins', 50, 100, { at: { 4: 190 } }),
        line('and ends as well. The third one does so', 50, 112, { at: { 4: 152 } }),
      ]),
    ),
    ['p The first sentence ends. The second one begins and ends as well. The third one does so'],
  );
});

test('thousands of scattered letters and lines are a page like any other', () => {
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * below;
  };
  const lines = Array.from({ length: 8000 }, () => line('x', random(550), random(800)));
  const rules = Array.from({ length: 2000 }, (_, index) =>
    index % 2 === 0 ? level(random(800), random(300), 300 + random(250)) : upright(random(550), random(300), 300 + random(450)),
  );
  for (const more of [{}, { recognized: 80 }, { rules }]) assert.ok(read(examplePage(lines, more)).length > 500);
});

test('marks with their items in the cells of a grid make no table of their own', () => {
  const rules = [...[100, 120, 200].map((y) => level(y, 50, 350)), ...[50, 150, 350].map((x) => upright(x, 100, 200))];
  const items = ['Inexhaustible', 'Low in its needs', 'Simple', 'Known'].flatMap((text, row) => [
    line('\u0001', 160, 125 + row * 14),
    line(text, 190, 125 + row * 14),
  ]);
  const [head, row] = read(examplePage([line('Source', 55, 105), line('Advantages', 155, 105), line('Sea', 55, 125), ...items], { rules }));
  assert.equal(head, '| Source | Advantages');
  assert.match(row ?? '', /^\| Sea \| .*Inexhaustible.*Low in its needs.*Simple.*Known/s);
});

test('boxes and the arrows between them are no table', () => {
  const box = (left: number, top: number, right: number, bottom: number): Box[] => [
    level(top, left, right),
    level(bottom, left, right),
    upright(left, top, bottom),
    upright(right, top, bottom),
  ];
  const rules = [
    ...box(50, 100, 150, 130),
    level(115, 150, 250),
    ...box(250, 95, 350, 160),
    upright(100, 130, 170),
    ...box(50, 170, 150, 200),
  ];
  const lines = [line('Falls ill', 60, 110), line('Fever', 260, 110), line('Cough', 260, 130), line('Is sent home', 60, 180)];
  assert.deepEqual(
    read(examplePage(lines, { rules })).filter((block) => block.startsWith('|')),
    [],
  );
});

test('a line that goes on beyond a table, as an arrow from it does, adds neither row nor column', () => {
  const rules = [
    ...[100, 120, 140].map((y) => level(y, 50, 250)),
    ...[50, 150, 250].map((x) => upright(x, 100, 140)),
    upright(90, 140, 180),
  ];
  const lines = [line('Name', 55, 105), line('Amount', 155, 105), line('One', 55, 125), line('12', 155, 125), line('See below', 100, 160)];
  assert.deepEqual(read(examplePage(lines, { rules })), ['| Name | Amount', '| One | 12', 'p See below']);
});

const grid = (xs: readonly number[], ys: readonly number[]): Box[] => [
  ...ys.map((y) => level(y, xs[0] ?? 0, xs.at(-1) ?? 0)),
  ...xs.map((x) => upright(x, ys[0] ?? 0, ys.at(-1) ?? 0)),
];

test('ruled rows and columns that wait to be filled in are a table, though one cell alone has text; squares of a drawing are none', () => {
  const rules = grid([50, 150, 250, 350], [100, 120, 140]);
  assert.deepEqual(read(examplePage([line('Name of the product', 160, 106)], { rules })), ['|  | Name of the product | ', '|  |  | ']);
  const drawing = grid([50, 150, 250, 350], [100, 300, 500]);
  assert.deepEqual(read(examplePage([line('Plan of the house', 160, 106)], { rules: drawing })), ['p Plan of the house']);
});

test('a form whose cells are ruled is a table, though texts stand in columns in one of its cells', () => {
  const rules = grid([50, 150, 450], [100, 120, 200, 220, 240]);
  const lines = [
    line('Name', 55, 106),
    line('of the firm', 160, 106),
    line('Address', 55, 126),
    ...['Code', 'Street', 'Phone', 'Mail'].flatMap((label, index) => [
      line(label, 160, 126 + index * 18),
      line('Town', 320, 126 + index * 18),
    ]),
    line('Turnover', 55, 206),
    line('last year', 160, 206),
    line('People', 55, 226),
  ];
  const rows = read(examplePage(lines, { rules }));
  assert.deepEqual([rows[0], rows.length > 3, rows.every((row) => row.startsWith('|'))], ['| Name | of the firm', true, true]);
});

test('a word beside the last of some short lines goes on with that line, and makes no table', () => {
  const lines = [
    line('orderings:', 50, 100),
    line('ordering', 50, 112),
    line('orderings,', 50, 124),
    line('ordering', 112, 124),
    line('steps:', 50, 145),
    line('step, step', 50, 157),
    line('stepdirection', 112, 157),
  ];
  assert.deepEqual(
    read(examplePage(lines)).filter((block) => !block.startsWith('p ')),
    [],
  );
});

test('a table in the frame of a page, with lines or level ones alone, is a table', () => {
  const frame = [level(40, 0, 560), level(800, 0, 560), upright(480, 40, 800), upright(0, 40, 800), upright(560, 40, 800)];
  const prose = [60, 74, 88, 102, 116, 130, 144, 158, 172, 186].map((y) => line('Prose that fills its line from left to right.', 50, y));
  const rows = ['| Item | Description', '| Apples of the year | Apples can be dear, and more so out of season', '| Pears | Less so'];
  const cells = (label: number): RenderedLine[] => [
    line('Item', 55, 305),
    line('Description', 155, 305),
    line('Apples can be dear, and', 155, 325),
    line('more so out of season', 155, 337),
    line('Apples of the year', 55, label),
    line('Pears', 55, 355),
    line('Less so', 155, 355),
  ];
  const levels = [300, 320, 350, 370].map((y) => level(y, 50, 350));
  const uprights = [50, 150, 350].map((x) => upright(x, 300, 370));
  for (const [rules, label] of [
    [[...frame, ...levels, ...uprights], 331],
    [[...frame, ...levels], 325],
  ] as const)
    assert.deepEqual(
      read(examplePage([...prose, ...cells(label), line('Prepare', 490, 400)], { rules: [...rules] })).filter((row) => row.startsWith('|')),
      rows,
    );
});

test('pieces of a line that lie some hairs higher or lower are one line, in whatever order they come', () => {
  // the right piece of the second line is the highest: what is to its left closes the gap later
  const heads = [level(120, 50, 150), level(120.01, 150.5, 249), level(119.99, 249.5, 350)];
  const rules = [level(100, 50, 350), ...heads, level(150, 50, 350), ...[50, 350].map((x) => upright(x, 100, 150))];
  rules.push(...[150, 250].map((x) => upright(x, 120, 150)));
  const words = [line('All of them', 55, 105), line('one of', 55, 125), line('two', 155, 131), line('three', 255, 125)];
  assert.deepEqual(read(examplePage([...words, line('them', 55, 137), line('and so', 255, 137)], { rules })), [
    '| All of them ↔3',
    '| one of them | two | three and so',
  ]);
});

test('cells of a form that lie over many columns each stand once in their rows', () => {
  const steps = [5, 6, 7, 8];
  const edgesOf = (step: number): number[] => Array.from({ length: 25 }, (_, index) => index).filter((at) => at % step === 0 || at === 24);
  const rules = [
    ...[...steps, 0].map((_, row) => level(100 + row * 20, 50, 530)),
    // each row has uprights of its own
    ...steps.flatMap((step, row) => edgesOf(step).map((at) => upright(50 + at * 20, 100 + row * 20, 120 + row * 20))),
  ];
  const lines = steps.flatMap((step, row) =>
    edgesOf(step)
      .slice(0, -1)
      .map((at, index) => line(`r${row}c${index}`, 53 + at * 20, 105 + row * 20)),
  );
  const rows = read(examplePage(lines, { rules }));
  assert.equal(rows[0], '| r0c0 | r0c1 | r0c2 | r0c3 | r0c4');
  assert.equal(rows[3], '| r3c0 | r3c1 | r3c2');
});
