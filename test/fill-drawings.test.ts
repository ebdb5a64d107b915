/** Charts and pictures of templates: figures by tag in Word files and presentations, pictures in cells of workbooks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeDocument } from '../src/document/compose.ts';
import { resolveLook } from '../src/document/look.ts';
import { fillTemplate, type Data, type FillFault } from '../src/edits/fill-template.ts';
import { replacePart, saveOfficePackage } from '../src/ooxml/change-package.ts';
import { openOfficePackage, partNames, readPart } from '../src/ooxml/office-package.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { buildDocx } from '../src/writers/docx.ts';
import { planDeck, writePptx } from '../src/writers/pptx.ts';
import { bookTemplate } from './support/fill-templates.ts';
import { partsText } from './support/office-parts.ts';
import { validateOffice } from './support/validate-office.ts';

const OPTIONS = { missing: 'error', locale: 'en' } as const;
const CREATED = new Date('2026-11-20T12:00:00Z');
const CHART = `:::chart{type=column x=Quarter y="Sales"}
| Quarter | Sales |
|---|---:|
| Q1 | 7 |
| Q2 | 4 |
:::`;
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';

/** The chart's alternative text becomes the tag. */
function withTag(bytes: Uint8Array, part: RegExp, tag: string): Uint8Array {
  const opened = openOfficePackage(bytes);
  const name = partNames(opened).find((one) => part.test(one) && Buffer.from(readPart(opened, one)).includes('c:chart '));
  assert.ok(name);
  const xml = Buffer.from(readPart(opened, name)).toString('utf8');
  const tagged = xml.replaceAll(
    /(<(?:wp:docPr|p:cNvPr)\b[^>]*?\bdescr=")[^"]*("[^>]*>(?=(?:(?!docPr|cNvPr)[^])*?<c:chart ))/g,
    `$1${tag}$2`,
  );
  assert.ok(tagged.includes(tag), xml.slice(0, 3000));
  replacePart(opened, name, Buffer.from(tagged));
  return saveOfficePackage(opened);
}

function word(markdown: string): Uint8Array {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0 }).value;
  const look = resolveLook('report');
  const { document } = composeDocument({ blocks, meta, lang: 'en', name: null, assets: new Map() }, look);
  return buildDocx(document, look, { created: CREATED }).deliver(new Map());
}

function deck(markdown: string): Uint8Array {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0 }).value;
  const look = resolveLook('presentation');
  const { document } = composeDocument({ blocks, meta, lang: 'en', name: null, assets: new Map() }, look);
  return writePptx(planDeck(document, look), { created: CREATED }).bytes;
}

function fill(template: Uint8Array, data: Data): Uint8Array {
  const made = fillTemplate(template, data, OPTIONS);
  assert.ok(!('faults' in made), JSON.stringify(made));
  return made.bytes;
}
function faultsOf(template: Uint8Array, data: Data): FillFault[] {
  const made = fillTemplate(template, data, OPTIONS);
  return 'faults' in made ? made.faults : [];
}

test('a chart in a Word file takes its figures from the data, once for each item of a loop', async () => {
  const template = withTag(word(`# Sales\n\n{{#regions}}\n\n${CHART}\n\n{{/regions}}\n\nEnd.\n`), /document\.xml$/, '{{chart sales}}');
  const regions = [
    {
      sales: [
        { quarter: 'Spring', North: 3, South: 4 },
        { quarter: 'Autumn', North: 5, South: null },
      ],
    },
    { sales: { categories: ['A', 'B', 'C'], series: [{ name: 'Only', values: [1, 2, 3] }], alt: 'Three bars' } },
  ];
  const made = fill(template, { regions });
  const charts = partsText(made, /charts\/chart[^/]*\.xml$/);
  assert.match(charts, /<c:v>Spring<\/c:v>/);
  assert.match(charts, /<c:v>Only<\/c:v>/);
  assert.equal(charts.match(/<c:chartSpace/g)?.length, 2);
  assert.match(partsText(made, /document\.xml$/), /descr="North, South".*descr="Three bars"/s);
  assert.deepEqual(await validateOffice(made, 'docx'), []);
});

test('a chart of a slide takes its figures from the data, on every copy of the slide its own', async () => {
  const template = withTag(
    deck(`# Deck\n\n## {{#regions by slide}}{{name}}{{/regions}}\n\n${CHART}\n`),
    /slides\/slide\d+\.xml$/,
    '{{chart sales}}',
  );
  const made = fill(template, {
    regions: [
      { name: 'North', sales: { Q1: 11, Q2: 12 } },
      { name: 'South', sales: { Q1: 21, Q2: 22 } },
    ],
  });
  const charts = partsText(made, /charts\/chart[^/]*\.xml$/);
  for (const figure of [11, 12, 21, 22]) assert.match(charts, new RegExp(`<c:v>${figure}</c:v>`));
  assert.deepEqual(await validateOffice(made, 'pptx'), []);
});

test('what is no chart, and what are no figures, is named with its place', () => {
  const template = withTag(word(`# Sales\n\n${CHART}\n`), /document\.xml$/, '{{chart sales}}');
  assert.match(faultsOf(template, { sales: 'many' })[0]?.message ?? '', /^send \{"categories"/);
  assert.match(faultsOf(template, { sales: [{ q: 'Q1', n: 'x' }] })[0]?.message ?? '', /"n" of row 1 is no number/);
  assert.match(faultsOf(word('{{chart sales}}\n'), { sales: { a: 1 } })[0]?.message ?? '', /make it the alternative text of a chart/);
});

test('pictures in cells of a workbook, one for each row of a loop', async () => {
  const template = bookTemplate({
    cells: { A1: '{{#items}}{{name}}', B1: '{{%logo}}', C1: '{{image logo width=2cm}}', D1: '{{/items}}', A3: 'end' },
  });
  const made = fill(template, {
    items: [
      { name: 'a', logo: { data: PIXEL, alt: 'Dot' } },
      { name: 'b', logo: PIXEL },
      { name: 'c', logo: null },
    ],
  });
  const drawing = partsText(made, /drawings\/drawing1\.xml$/);
  assert.deepEqual(
    Array.from(drawing.matchAll(/<xdr:col>(\d+)<.*?<xdr:row>(\d+)</g), ([, column, row]) => `${column},${row}`),
    ['1,0', '2,0', '1,1', '2,1'],
  );
  assert.match(drawing, /descr="Dot"/);
  assert.match(drawing, /<xdr:ext cx="720000" cy="720000"\/>/);
  assert.equal(partNames(openOfficePackage(made)).filter((name) => name.startsWith('xl/media/')).length, 1);
  assert.deepEqual(await validateOffice(made, 'xlsx'), []);
  assert.match(faultsOf(template, { items: [{ name: 'a', logo: 'no picture' }] })[0]?.message ?? '', /picture/);
});
