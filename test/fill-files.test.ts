/** Filled files as wholes: what is changed and what is not, decks whose tables grow, and the validator of the Open XML SDK. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { composeDocument } from '../src/document/compose.ts';
import { resolveLook } from '../src/document/look.ts';
import { fillRecords, fillTemplate, type Data } from '../src/edits/fill-template.ts';
import { readZip } from '../src/ooxml/read-zip.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { planDeck, writePptx } from '../src/writers/pptx.ts';
import { bookTemplate } from './support/fill-templates.ts';
import { partsText, wrapInDocx } from './support/office-parts.ts';
import { validateAllOffice } from './support/validate-office.ts';

const OPTIONS = { missing: 'error', locale: 'en-GB' } as const;
const SECTION =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>';

/** Words of a paragraph, some of them tags, divided over runs at any letter. */
const words = fc.array(
  fc.oneof(
    fc.constantFrom('{{a}}', '{{b.c}}', '{{n | number 1}}', '{{#if a}}yes{{/if}}', '{{^list}}none{{/list}}'),
    fc.string({ unit: fc.constantFrom('a', 'é', '&', '<', ' ', '}', '"', '字'), maxLength: 8 }),
  ),
  { maxLength: 6 },
);
const paragraph = fc.record({ words, cuts: fc.array(fc.nat(60), { maxLength: 6 }) });
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const DATA: Data = { a: 'A&B', b: { c: 'x' }, n: 2, list: [] };
const SHOWN: Readonly<Record<string, string>> = {
  '{{a}}': 'A&B',
  '{{b.c}}': 'x',
  '{{n | number 1}}': '2.0',
  '{{#if a}}yes{{/if}}': 'yes',
  '{{^list}}none{{/list}}': 'none',
};

test('filling changes what the tags name, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(paragraph, { minLength: 1, maxLength: 5 }), (paragraphs) => {
      const cut = (text: string, cuts: readonly number[]): string[] => {
        const at = [...new Set([0, ...cuts.filter((one) => one < text.length), text.length])].toSorted((x, y) => x - y);
        return at.slice(0, -1).map((from, index) => text.slice(from, at[index + 1]));
      };
      const bodies = paragraphs.map(
        ({ words: own, cuts }) =>
          `<w:p>${cut(own.join(''), cuts)
            .map((run) => `<w:r><w:t xml:space="preserve">${escape(run)}</w:t></w:r>`)
            .join('')}</w:p>`,
      );
      const template = wrapInDocx(bodies.join('<!-- kept --> ') + SECTION);
      const filled = fillTemplate(template, DATA, OPTIONS);
      assert.ok(!('faults' in filled), JSON.stringify(filled));
      const xml = partsText(filled.bytes, /word\/document\.xml$/);
      const texts = Array.from(xml.matchAll(/<w:p>(.*?)<\/w:p>/gs), ([, inside = '']) => inside.replaceAll(/<[^>]+>/g, ''));
      // a condition that is all of its paragraph stays here, since its value is true
      assert.deepEqual(
        texts,
        paragraphs.map(({ words: own }) => escape(own.map((word) => SHOWN[word] ?? word).join(''))),
      );
      // paragraphs without a tag, what is between them, and all other parts are as they were
      for (const [index, body] of bodies.entries())
        if (!paragraphs[index]?.words.some((word) => word in SHOWN)) assert.ok(xml.includes(body));
      assert.equal(xml.split('<!-- kept --> ').length, bodies.length);
      const [before, after] = [readZip(template).parts, readZip(filled.bytes).parts];
      for (const [name, part] of before)
        if (name !== 'word/document.xml') assert.ok(Buffer.from(part.read()).equals(after.get(name)?.read() ?? Buffer.alloc(0)), name);
    }),
    { numRuns: 150 },
  );
});

function deck(markdown: string): Uint8Array {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0 }).value;
  const look = resolveLook('presentation');
  const { document } = composeDocument({ blocks, meta, lang: 'en', name: null, assets: new Map() }, look);
  return writePptx(planDeck(document, look), { created: new Date('2026-11-20T12:00:00Z') }).bytes;
}
const DECK =
  '# Sales {{year}}\n\n## Orders\n\n| No. | Item | Price |\n|---|---|---|\n| {{#items}}{{@number}} | {{name}} | {{p}}{{/items}} |\n| | Total | {{items \\| sum p}} |\n\n## {{#regions by slide}}{{name}}\n\n- {{#points}}{{.}}{{/points}}{{/regions}}\n\n## End\n\nThank you.\n';
const slidesOf = (bytes: Uint8Array): string[] => {
  const order = Array.from(partsText(bytes, /ppt\/presentation\.xml$/).matchAll(/<p:sldId [^>]*r:id="([^"]+)"/g), ([, id]) => id ?? '');
  const targets = new Map(
    Array.from(
      partsText(bytes, /ppt\/_rels\/presentation\.xml\.rels$/).matchAll(/Id="([^"]+)"[^>]*Target="(slides\/[^"]+)"/g),
      ([, id = '', target = '']) => [id, target],
    ),
  );
  return order.map((id) => partsText(bytes, new RegExp(`ppt/${targets.get(id) ?? '-'}$`)));
};
const textsOf = (xml: string): string[] => Array.from(xml.matchAll(/<a:t>([^<]*)</g), ([, text = '']) => text);

test('a table of 100 rows goes on over slides, each row once, its heads on each, its total at the end; slides repeat', async () => {
  const items = Array.from({ length: 100 }, (_, at) => ({ name: `item-${at}`, p: 1 }));
  const data = {
    year: 2026,
    items,
    regions: [
      { name: 'North', points: ['a', 'b'] },
      { name: 'South', points: [] },
    ],
  };
  const filled = fillTemplate(deck(DECK), data, OPTIONS);
  assert.ok(!('faults' in filled), JSON.stringify(filled));
  const slides = slidesOf(filled.bytes);
  const tables = slides.filter((xml) => xml.includes('<a:tbl>'));
  assert.ok(tables.length > 3, `${tables.length} slides with the table`);
  assert.deepEqual(
    tables.flatMap((xml) => textsOf(xml).filter((text) => text.startsWith('item-'))),
    items.map(({ name }) => name),
  );
  for (const xml of tables) assert.ok(textsOf(xml).includes('Item'));
  assert.deepEqual(
    tables.map((xml) => textsOf(xml).includes('Total')),
    tables.map((_, at) => at === tables.length - 1),
  );
  assert.deepEqual(
    slides.slice(-3).map((xml) => textsOf(xml)[0]),
    ['North', 'South', 'End'],
  );
  const merged = fillRecords(deck(DECK), [data, { ...data, year: 2027, items: [] }], OPTIONS);
  assert.ok(!('faults' in merged));
  assert.equal(slidesOf(merged.bytes).filter((xml) => textsOf(xml).join('') === 'End' || textsOf(xml)[0] === 'End').length, 2);
  assert.deepEqual(
    await validateAllOffice({ filled: { bytes: filled.bytes, kind: 'pptx' }, merged: { bytes: merged.bytes, kind: 'pptx' } }),
    {},
  );
});

test('300 rows in a Word table and in a workbook with its chart, and letters in one file: no fault by the Open XML SDK', async () => {
  const items = Array.from({ length: 300 }, (_, at) => ({ name: `item ${at}`, n: at }));
  const row = (...cells: string[]): string =>
    `<w:tr>${cells.map((text) => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`).join('')}</w:tr>`;
  const table = `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>${row('{{#items}}{{name}}', '{{n}}{{/items}}')}</w:tbl><w:p/>`;
  const word = fillTemplate(wrapInDocx(table + SECTION), { items }, OPTIONS);
  const cells = { A1: 'Item', B1: 'N', A2: '{{#items}}{{name}}', B2: '{{n}}', C2: '{{/items}}', A3: 'Total', B3: '=SUM(B2:B2)' };
  const book = fillTemplate(
    bookTemplate({ cells, chart: { title: 'Sales', categories: 'Data!$A$2:$A$2', values: 'Data!$B$2:$B$2', at: 4 } }),
    { items },
    OPTIONS,
  );
  const letters = fillRecords(wrapInDocx(`<w:p><w:r><w:t>Dear {{name}}</w:t></w:r></w:p>${SECTION}`), items, OPTIONS);
  assert.ok(!('faults' in word) && !('faults' in book) && !('faults' in letters));
  assert.equal(partsText(word.bytes, /document\.xml$/).match(/<w:tr>/g)?.length, 300);
  assert.match(partsText(book.bytes, /sheet1\.xml$/), /<f>SUM\(B2:B301\)<\/f>/);
  assert.match(partsText(book.bytes, /drawing1\.xml$/), /<xdr:row>303<\/xdr:row>.*<xdr:row>318<\/xdr:row>/);
  assert.match(partsText(book.bytes, /chart1\.xml$/), /Data!\$B\$2:\$B\$301<\/c:f>.*ptCount val="300"/);
  assert.equal(partsText(letters.bytes, /document\.xml$/).match(/<w:pgNumType w:start="1"\/>/g)?.length, 300);
  assert.deepEqual(
    await validateAllOffice({
      word: { bytes: word.bytes, kind: 'docx' },
      book: { bytes: book.bytes, kind: 'xlsx' },
      letters: { bytes: letters.bytes, kind: 'docx' },
    }),
    {},
  );
});
