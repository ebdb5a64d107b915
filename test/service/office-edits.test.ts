/** Edits of workbooks and presentations over HTTP: formulas are recalculated, charts and pages follow. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openOfficePackage, readPart } from '../../src/ooxml/office-package.ts';
import { download, expectJson, makeDocument, startOctavo, stopOctavo, type DocumentJson, type Running } from '../support/service.ts';
import { validateAllOffice } from '../support/validate-office.ts';
import { wrapInXlsx } from '../support/workbook-parts.ts';

let octavo: Running;
before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

const edit = async (body: unknown): Promise<DocumentJson> =>
  expectJson<DocumentJson>(
    await octavo.call('/edits', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    201,
  );

interface Block {
  address: string;
  type: string;
  text: string;
  rows?: { cells: { address: string; text: string }[] }[];
  blocks?: Block[];
}
const contentOf = async (id: string): Promise<Block[]> =>
  (await expectJson<{ blocks: Block[] }>(await octavo.call(`/documents/${id}/content`))).blocks;
const cellsOf = (blocks: readonly Block[]): Map<string, string> =>
  new Map(
    blocks.flatMap(({ rows = [] }) => rows.flatMap(({ cells }) => cells.map(({ address, text }): [string, string] => [address, text]))),
  );

test('a workbook: a row comes, a figure changes, and every result follows', async () => {
  const made = await makeDocument(octavo, {
    content: {
      markdown:
        '# Sheet: Orders\n\n| Item | Units | Price | Amount |\n|---|---|---|---|\n| Chair | 3 | €125.50 | =[Units]*[Price] |\n| Desk | 1 | €420.00 | =[Units]*[Price] |\n\n::total{col=Amount}\n\n:::chart{type=column x=Item y=Amount}\n:::\n',
    },
  });
  const before = cellsOf(await contentOf(made.id));
  const [desk = ''] = [...before].find(([, text]) => text === 'Desk') ?? [];
  const [, column = '', row = ''] = /!([A-Z]+)(\d+)$/.exec(desk) ?? [];
  assert.deepEqual([column, before.get(`Orders!E${row}`)], ['B', '420']);
  const edited = await edit({
    file: made.id,
    operations: [
      { op: 'insert_rows', target: `Orders!${row}:${row}`, values: [[null, 'Lamp', 2, 50]] },
      { op: 'set_cells', target: `Orders!C${row}`, values: [[2]], expect: '1' },
      { op: 'set_format', target: desk, bold: true },
    ],
  });
  assert.deepEqual(
    [edited.status, edited.format, edited.outputs?.map(({ kind }) => kind)],
    ['ready', 'xlsx', ['xlsx', 'pdf', 'preview']],
    JSON.stringify(edited.validation_summary),
  );
  const now = cellsOf(await contentOf(edited.id));
  const below = Number(row) + 1;
  assert.deepEqual(
    [
      now.get(`Orders!B${row}`),
      now.get(`Orders!E${row}`),
      now.get(`Orders!B${below}`),
      now.get(`Orders!E${below}`),
      now.get(`Orders!E${below + 1}`),
    ],
    ['Lamp', '100', 'Desk', '840', '1316.5'],
  );
  const bytes = await download(edited.outputs?.[0]?.url ?? '');
  assert.deepEqual(await validateAllOffice({ edited: { bytes, kind: 'xlsx' } }), {});
  const chart = Buffer.from(readPart(openOfficePackage(bytes), 'xl/charts/chart1.xml')).toString('utf8');
  assert.match(chart, /<c:v>Lamp<\/c:v>/);
  assert.match(chart, /<c:v>840<\/c:v>/);
});

test('a workbook whose formulas have no values gets a pivot table, for which they are counted', async () => {
  const row = (number: number, region: string): string =>
    `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>${region}</t></is></c><c r="B${number}"><f>ROW()*2</f></c></row>`;
  const head = '<row r="1"><c r="A1" t="inlineStr"><is><t>Region</t></is></c><c r="B1" t="inlineStr"><is><t>Units</t></is></c></row>';
  const file = wrapInXlsx({ sheets: { Data: `${head}${row(2, 'West')}${row(3, 'East')}${row(4, 'West')}` } });
  const edited = await edit({
    file: { data: Buffer.from(file).toString('base64'), filename: 'figures.xlsx' },
    operations: [{ op: 'add_pivot', source: 'Data!A1:B4', sheet: 'Sums', rows: ['Region'], values: [{ field: 'Units' }] }],
    render: false,
  });
  const cells = cellsOf(await contentOf(edited.id));
  assert.deepEqual(
    ['A2', 'B2', 'A3', 'B3', 'B4'].map((name) => cells.get(`Sums!${name}`)),
    ['East', '6', 'West', '12', '18'],
  );
});

test('a presentation: slides come and move, a chart gets other figures', async () => {
  const made = await makeDocument(octavo, {
    format: 'pptx',
    content: {
      markdown:
        '::slide{layout=title}\n# Plan\nA deck\n\n::slide{layout=bullets}\n# Why\n- Costs\n- Sales\n\n::slide{layout=chart}\n# Sales\n:::chart{type=column x=Quarter y=Sales}\n| Quarter | Sales |\n|---|---|\n| Q1 | 10 |\n| Q2 | 12 |\n:::\n',
    },
  });
  const charts = (await contentOf(made.id)).flatMap(({ blocks = [] }) => blocks).filter(({ type }) => type === 'chart');
  assert.deepEqual(
    charts.map(({ address }) => address),
    ['s3.chart1'],
  );
  const edited = await edit({
    file: made.id,
    operations: [
      { op: 'insert_slide', position: 2, title: 'What we ask', texts: ['More people'] },
      { op: 'move_slide', target: 's2', position: 4 },
      { op: 'set_chart_data', target: 's3.chart1', categories: ['Q1', 'Q2', 'Q3'], series: [{ name: 'Sales', values: [10, 12, 20] }] },
      { op: 'delete_slide', target: 's9' },
    ],
  });
  assert.deepEqual([edited.status, edited.pages], ['ready_with_warnings', 4], JSON.stringify(edited.validation_summary));
  assert.deepEqual(
    (await contentOf(edited.id)).map(({ text }) => text),
    ['Plan', 'What we ask', 'Sales', 'Why'],
  );
  assert.deepEqual(await validateAllOffice({ edited: { bytes: await download(edited.outputs?.[0]?.url ?? ''), kind: 'pptx' } }), {});
});
