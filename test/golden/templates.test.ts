/**
 * Whole files from templates: Word files, presentations and workbooks that are filled with data, or made in the look of a supplied file,
 * as the parts under `templates/<case>/` that the template
 * does not have; and no file may break a rule of the Open XML SDK.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { composeDeck } from '../../src/document/compose-deck.ts';
import { composeDocument } from '../../src/document/compose.ts';
import { resolveDesign } from '../../src/document/design-look.ts';
import { resolveLook } from '../../src/document/look.ts';
import { chooseTheme } from '../../src/document/theme-choice.ts';
import { fillTemplate, type Data } from '../../src/edits/fill-template.ts';
import { readZip } from '../../src/ooxml/read-zip.ts';
import { writeZip } from '../../src/ooxml/write-zip.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { copyWordLook } from '../../src/templates/word-look.ts';
import { copyWorkbookLook } from '../../src/templates/workbook-look.ts';
import { buildDocx } from '../../src/writers/docx.ts';
import { planDeck, writePptx } from '../../src/writers/pptx.ts';
import { planWorkbook, writeXlsx } from '../../src/writers/xlsx.ts';
import { bookTemplate } from '../support/fill-templates.ts';
import { wrapInDocx } from '../support/office-parts.ts';
import { checkGolden } from '../support/office-golden.ts';
import { templateDeck } from '../support/template-deck.ts';
import { templateWord } from '../support/template-word.ts';
import { validateAllOffice } from '../support/validate-office.ts';

const HERE = fileURLToPath(new URL('templates/', import.meta.url));
const CREATED = new Date('2026-11-20T12:00:00Z');
const DATA: Data = {
  customer: 'Ada & Sons',
  due: '2026-12-01',
  items: [{ name: 'Desk', price: 420 }, { name: 'Lamp', price: 35.5 }, { name: '=Chair', price: 80 }],
  regions: [{ name: 'North', points: ['Grew', 'Hired'] }, { name: 'South', points: [] }],
  note: 'Paid **late**.\n\n- once\n- twice',
};

function fill(template: Uint8Array): Uint8Array {
  const filled = fillTemplate(template, DATA, { missing: 'error', locale: 'en-GB' }, (text) => readMarkdown(text, { pictures: 0 }).value.blocks);
  assert.ok(!('faults' in filled), JSON.stringify(filled));
  return filled.bytes;
}

const p = (...runs: string[]): string => `<w:p>${runs.map((text) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`).join('')}</w:p>`;
const cell = (text: string): string => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${p(text)}</w:tc>`;
const LETTER = wrapInDocx(
  p('Dear {{cust', 'omer}},') +
    p('{{#if items}}') + p('you ordered until {{due | date}}:') + p('{{/if}}') +
    `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid><w:tr>${cell('{{#items}}{{@number}}. {{name}}')}${cell('{{price | currency EUR}}{{/items}}')}</w:tr></w:tbl>` +
    p('In all {{items | sum price | currency EUR}}.') + p('{{md note}}') + p('{{#regions}}{{name}}{{#if points}}: {{points | join and}}{{/if}}; {{/regions}}') +
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>',
);

const BOOK = bookTemplate({
  cells: { A1: 'Item', B1: 'Price', C1: 'With tax', A2: '{{#items}}{{name}}', B2: ['{{price}}', 2], C2: ['=B2*1.21', 2], D2: '{{/items}}', A3: 'Sum', B3: ['=SUM(B2:B2)', 2], A5: ['{{due}}', 1] },
  other: { A1: 'Customer', B1: '{{customer}}', B2: '=Data!B3' },
  table: { ref: 'A1:C3', columns: ['Item', 'Price', 'With tax'], totals: true },
  chart: { title: 'Prices for {{customer}}', categories: 'Data!$A$2:$A$2', values: 'Data!$B$2:$B$2', at: 6 },
});

const DECK = `::slide{layout=title}
# For {{customer}}

::slide
## Items

| Item | Price |
|---|---|
| {{#items}}{{name}} | {{price \\| number 2}}{{/items}} |

::slide
## {{#regions by slide}}{{name}}

- {{#points}}{{.}}{{/points}}{{/regions}}
`;

const TEXT = `---
title: Cold chain
author: Ana Ruiz
---

# Cold chain

Three depots cause most of the losses.

## Where it breaks

- Bilbao
- Vigo

| Depot | Cost |
|---|---:|
| Bilbao | 12 |
`;

function wordOn(file: Uint8Array): Uint8Array {
  const { value } = readMarkdown(TEXT, { pictures: 0 });
  const { design, template } = copyWordLook(file, 'docx');
  const { look } = resolveDesign('report', design, {}, chooseTheme({ title: 'Cold chain', organization: undefined, text: '' }));
  const placed = template === undefined ? look : { ...look, template };
  const { document } = composeDocument({ ...value, lang: 'en', name: null, assets: new Map(), limits: undefined }, placed);
  return buildDocx(document, placed, { created: CREATED }).deliver(new Map());
}

const SLIDES =
  '---\ntitle: Cold chain\n---\n\n::slide{layout=title}\n# Cold chain\n\n::slide\n## Depots\n\n- Bilbao\n- Vigo\n\n::slide\n## Costs\n\n| Depot | Cost |\n|---|---:|\n| Bilbao | 12 |\n';

function deckOn(file: Uint8Array, markdown = SLIDES): Uint8Array {
  const { value } = readMarkdown(markdown, { pictures: 0, deck: true });
  const document = composeDeck({ blocks: value.blocks, meta: value.meta, lang: 'en', name: null, assets: new Map() });
  return writePptx(planDeck(document, { ...resolveLook('presentation'), template: { file } }), { created: CREATED }).bytes;
}

interface Case {
  kind: 'docx' | 'pptx' | 'xlsx';
  template: Uint8Array;
  make: (template: Uint8Array) => Uint8Array;
}

/** A workbook of the house: the one that is to be filled, with a header row in bold on a ground. */
const HOUSE = bookTemplate({
  cells: { A1: ['Item', 3], B1: ['Cost', 3], A2: 'Desk', B2: [420, 2], A3: 'Lamp', B3: [35, 2] },
  frame: '<pageMargins left="1" right="1" top="1" bottom="1" header="0.5" footer="0.5"/><pageSetup paperSize="9" orientation="portrait"/><headerFooter><oddHeader>&amp;LHouse</oddHeader></headerFooter>',
});

function bookOn(file: Uint8Array): Uint8Array {
  const { value } = readMarkdown('# Sheet: Plan\n\n| Item | Cost |\n|---|---:|\n| Depot | 12 |\n| Dock | 30 |\n', { pictures: 0 });
  const { design, template } = copyWorkbookLook(file, 'xlsx');
  assert.ok(template !== undefined);
  const { look } = resolveDesign('spreadsheet', design, {}, chooseTheme({ title: 'Plan', organization: undefined, text: '' }));
  const placed = { ...look, template };
  const { document } = composeDocument({ ...value, lang: 'en', name: null, assets: new Map(), limits: undefined }, placed);
  return writeXlsx(planWorkbook(document, placed), { created: CREATED }).bytes;
}

const CASES: Readonly<Record<string, Case>> = {
  'filled-letter': { kind: 'docx', template: LETTER, make: fill },
  'filled-deck': { kind: 'pptx', template: deckOn(templateDeck({}), DECK), make: fill },
  'filled-book': { kind: 'xlsx', template: BOOK, make: fill },
  'copied-report': { kind: 'docx', template: templateWord({ front: true }), make: wordOn },
  'copied-deck': { kind: 'pptx', template: templateDeck({}), make: (file) => deckOn(file) },
  'copied-book': { kind: 'xlsx', template: HOUSE, make: bookOn },
};

/** The parts that the template does not have, or has otherwise: all that a file from a template is by itself. */
function ownParts(made: Uint8Array, template: Uint8Array): Uint8Array {
  const before = readZip(template).parts;
  const own = [...readZip(made).parts].filter(([key, part]) => !Buffer.from(part.read()).equals(before.get(key)?.read() ?? Buffer.alloc(0)));
  return writeZip(own.map(([, part]) => ({ name: part.name, data: part.read() })));
}

for (const [name, { template, make }] of Object.entries(CASES))
  test(`${name}: what is not the template's is as accepted, and the same twice`, () => {
    const made = make(template);
    assert.ok(Buffer.compare(make(template), made) === 0, 'the same input gave other bytes');
    checkGolden(`${HERE}${name}`, ownParts(made, template));
  });

test('every case is a file in which the Open XML SDK finds no fault', async () => {
  const files = Object.entries(CASES).map(([name, { kind, template, make }]) => [name, { bytes: make(template), kind }] as const);
  assert.deepEqual(await validateAllOffice(Object.fromEntries(files)), {});
});
