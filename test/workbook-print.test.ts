import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeDocument } from '../src/document/compose.ts';
import { resolveLook } from '../src/document/look.ts';
import { decodeXml } from '../src/ooxml/decode-xml.ts';
import { readZip } from '../src/ooxml/read-zip.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { planWorkbook, writeXlsx } from '../src/writers/xlsx.ts';

const LOOK = resolveLook('spreadsheet');

interface Printed {
  /** First and last row of the first table, from 0. */
  table: { top: number; bottom: number };
  fitted: boolean;
  percent: number;
  rowBreaks: number[];
  columnBreaks: number[];
  titles: string;
  footer: string;
}

/** What the written file says about its first sheet. */
function printed(markdown: string): Printed {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0 }).value;
  const { document } = composeDocument({ blocks, meta, lang: 'en', name: null, assets: new Map() }, LOOK);
  const plan = planWorkbook(document, LOOK);
  const { parts } = readZip(writeXlsx(plan, { created: new Date('2026-11-20T12:00:00Z') }).bytes);
  const text = (name: string): string => decodeXml(parts.get(name)?.read() ?? new Uint8Array()).text;
  const sheet = text('xl/worksheets/sheet1.xml');
  const breaks = (kind: string): number[] =>
    [...(new RegExp(`<${kind}Breaks.*?</${kind}Breaks>`).exec(sheet)?.[0] ?? '').matchAll(/<brk id="(\d+)"/g)].map(([, id]) => Number(id));
  const { top = 0, bottom = 0 } = plan.sheets[0]?.tables[0] ?? {};
  return {
    table: { top, bottom },
    fitted: sheet.includes('fitToPage="1"'),
    percent: Number(/<pageSetup[^>]* scale="(\d+)"/.exec(sheet)?.[1] ?? 100),
    rowBreaks: breaks('row'),
    columnBreaks: breaks('col'),
    titles: /_xlnm\.Print_Titles" localSheetId="0">([^<]*)/.exec(text('xl/workbook.xml'))?.[1] ?? '',
    footer: /<oddFooter>([^<]*)/.exec(sheet)?.[1] ?? '',
  };
}

const table = (columns: readonly string[], count: number, more = ''): string =>
  `| ${columns.join(' | ')} |\n|${columns.map((_, i) => (i < 2 ? '---|' : '--:|')).join('')}\n${Array.from({ length: count }, (_, i) => `| ${columns.map((_name, at) => (at === 0 ? `C-${100 + i}` : at === 1 ? 'Paint shop' : String(1000 + i))).join(' | ')} |`).join('\n')}\n${more}`;
const CHART = '\n:::chart{type=column title="Cost by driver"}\n| Driver | Cost |\n|---|--:|\n| Ana | 41 |\n| Ben | 43 |\n:::\n';

test('a table of many columns goes over pages at columns, and each page says what its rows are', () => {
  const names = ['Code', 'Centre', ...Array.from({ length: 30 }, (_, i) => `Month number ${i + 1}`)];
  const print = printed(`# Sheet: Costs\n\n${table(names, 8)}`);
  assert.ok(print.columnBreaks.length > 0);
  assert.ok(!print.fitted && print.percent >= 60, 'programs that fit ignore breaks between columns');
  assert.equal(print.titles, 'Costs!$A:$C', 'code and name, behind the empty column at the edge');
  const sides = [3, ...print.columnBreaks, 33].map((at, i, all) => (all[i + 1] ?? at) - at).slice(0, -1);
  assert.ok(Math.max(...sides) - Math.min(...sides) <= 3, `pages are about equally full: ${sides.join(', ')}`);
});

test('a table that is somewhat too wide is on one page in width', () => {
  const print = printed(
    `# Sheet: Costs\n\n${table(['Code', 'Centre', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'], 8)}`,
  );
  assert.ok(print.fitted);
  assert.deepEqual(print.columnBreaks, []);
});

test('a chart behind a long table takes rows of it along, under the repeated header', () => {
  for (const count of [38, 40, 42, 44, 46]) {
    const print = printed(`# Sheet: Costs\n\n${table(['Code', 'Centre', 'Cost'], count)}${CHART}`);
    const first = print.table;
    assert.ok(print.rowBreaks.length > 0, `${count} rows are more than a page`);
    for (const row of print.rowBreaks)
      assert.ok(row <= first.bottom - 2, `${count} rows: page begins at ${row}, the table ends at ${first.bottom}`);
    assert.equal(print.titles, `Costs!$${first.top + 1}:$${first.top + 1}`);
  }
});

test('a total is not alone on a page', () => {
  for (let count = 30; count < 50; count++) {
    const print = printed(`# Sheet: Costs\n\n${table(['Code', 'Centre', 'Cost'], count, '\n::total{fn=sum}\n')}`);
    const { bottom } = print.table;
    for (const row of print.rowBreaks) assert.ok(bottom - row >= 2, `${count} rows: a page begins at ${row} of ${bottom}`);
  }
});

test('a small table and the chart behind it are on one page', () => {
  const print = printed(`# Sheet: Costs\n\n${table(['Code', 'Centre', 'Cost'], 14, '\n::total{fn=sum}\n')}${CHART}`);
  assert.deepEqual(print.rowBreaks, []);
  assert.doesNotMatch(print.footer, /&amp;P/);
});

test('no header is repeated above something else', () => {
  const print = printed(
    `# Sheet: Costs\n\n${table(['Code', 'Centre', 'Cost'], 60)}\n\n## Notes\n\n${'A paragraph of some length that says what was counted and what was not.\n\n'.repeat(90)}`,
  );
  assert.equal(print.titles, '');
});

test('a note on a sheet of several pages in width is on the first one alone, beside the columns that are repeated', () => {
  const weeks = Array.from({ length: 30 }, (_, i) => `Week ${i + 1}`);
  const row = (name: string): string => `| ${name} | ${weeks.map((_, i) => 1000 + i * 37).join(' | ')} |`;
  const note = 'Note: the north includes two shops that were bought in March and consolidated from April onwards, and no other. '.repeat(3);
  const markdown = `# Weekly sales\n\n| Product | ${weeks.join(' | ')} |\n|---|${'--:|'.repeat(30)}\n${row('Chairs')}\n${row('Tables')}\n\n${note}`;
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0 }).value;
  const { document } = composeDocument({ blocks, meta, lang: 'en', name: null, assets: new Map() }, LOOK);
  const [sheet] = planWorkbook(document, LOOK).sheets;
  const { columnBreaks, titles } = printed(markdown);
  const passage = sheet?.passages.at(-1)?.row;
  const merge = sheet?.merges.find(({ top }) => top === passage);
  assert.ok(merge && columnBreaks[0] !== undefined && titles !== '');
  assert.ok(merge.right < columnBreaks[0], JSON.stringify({ merge, columnBreaks }));
  assert.ok(merge.left > 1);
});
