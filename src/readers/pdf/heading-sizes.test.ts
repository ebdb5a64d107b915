import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const text = (top: number): ReturnType<typeof line>[] =>
  Array.from({ length: 8 }, (_, row) =>
    line('The text of the section goes on over several lines, as text of a report does,', 50, top + row * 12),
  );

test('words of a cover in sizes of their own take no levels from the headings of the document', () => {
  const cover = [50, 44, 38, 33, 29, 26].map((size, at) => line(`Cover ${at}`, 50, 60 + at * 100, { size }));
  const chapters = ['Harbour', 'Railway'].map((name) =>
    examplePage([
      line(name, 50, 60, { size: 22 }),
      ...text(100),
      line(`Works of the ${name}`, 50, 240, { size: 18 }),
      ...text(280),
      line(`Costs of the ${name}`, 50, 420, { size: 14 }),
      ...text(460),
    ]),
  );
  const headings = readPdf(exampleDocument([examplePage(cover), ...chapters]))
    .value.pages.flatMap((blocks) => outlineOf(blocks))
    .filter((block) => block.startsWith('h'));
  assert.deepEqual(headings, [
    'h1 Cover 0',
    ...['Harbour', 'Railway'].flatMap((name) => [`h2 ${name}`, `h3 Works of the ${name}`, `h4 Costs of the ${name}`]),
  ]);
});

test('two bold lines in two colours over a text are a heading over one of its parts; in one colour they are not told from labels', () => {
  const page = (color: string | undefined): string[] =>
    readPdf(
      exampleDocument([
        examplePage([
          ...text(60),
          { ...line('Pronouncements of this year', 50, 200, { bold: true }), ...(color === undefined ? {} : { color }) },
          line('Those that were adopted', 50, 214, { bold: true }),
          ...text(228),
        ]),
      ]),
    )
      .value.pages.flatMap((blocks) => outlineOf(blocks))
      .filter((block) => block.startsWith('h'));
  assert.deepEqual(page('76B900'), ['h1 Pronouncements of this year', 'h1 Those that were adopted']);
  assert.ok(!page(undefined).includes('h1 Pronouncements of this year'));
});

test('a number of several levels before a label makes it a heading', () => {
  const headings = (title: string): string[] =>
    readPdf(exampleDocument([examplePage([...text(60), line(title, 50, 190, { bold: true }), ...text(210)])]))
      .value.pages.flatMap((blocks) => outlineOf(blocks))
      .filter((block) => block.startsWith('h'));
  assert.equal(headings('2.1.1 Pretraining data: the mix').length, 1);
  assert.equal(headings('Report date: 27 June').length, 0);
});

test('captions with the number of an appendix are no headings, and neither are their second lines', () => {
  const captions = [
    line('Table A4-12. Projected volume of servers by type of space,', 50, 180, { size: 12, bold: true }),
    line('alternative scenarios of the plan, 2007 to 2011', 50, 194, { size: 12, bold: true }),
  ];
  const blocks = readPdf(exampleDocument([examplePage([...text(60), ...captions, ...text(220)])])).value.pages.flatMap((own) =>
    outlineOf(own),
  );
  assert.ok(
    blocks.includes('p Table A4-12. Projected volume of servers by type of space, alternative scenarios of the plan, 2007 to 2011'),
  );
  assert.equal(blocks.filter((block) => block.startsWith('h')).length, 0);
});
