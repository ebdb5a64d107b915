import { plainText } from '../../../document/inline.ts';
import { walkBlocks } from '../../../document/walk.ts';
import type { Table } from '../../../document/block.ts';
import { bodyLines, foldText, isCover, opensWithCover, textArea } from '../../drawn-text.ts';
import { definePageRule } from '../../define-rule.ts';
import type { RenderedLine, RenderedPage } from '../../../document/rendered-document.ts';
import type { Look } from '../../../document/look.ts';
import { drawnOf, lineAt, pageOf } from '../../example-pages.ts';

/** Hanging punctuation and italics may lean out a little. */
const SLACK_PT = 6;
/** Fewer letters are in any table. */
const CHARS_MIN = 2;

function cellTexts(tables: readonly Table[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const table of tables)
    for (const row of table.rows) for (const cell of row.cells) texts.set(foldText(plainText(cell.runs)), table.id);
  return texts;
}

/** Lines beyond the margin, each with all that is beside it. */
function rowsBeyond(page: RenderedPage, look: Look): { line: RenderedLine; row: RenderedLine[] }[] {
  const { right } = textArea(page, look);
  const lines = bodyLines(page, look);
  const beyond = lines.filter((line) => line.right > right + SLACK_PT);
  return beyond.map((line) => ({ line, row: lines.filter((other) => other.top < line.bottom && other.bottom > line.top) }));
}

/** A table with cells beyond the margin: its last columns are cut off in print. */
export const tableTooWide = definePageRule({
  code: 'table_too_wide',
  severity: 'error',
  formats: ['docx', 'pdf'],
  summary: 'a table that goes beyond the margin',
  check: (drawn, { document, look }) => {
    const tables = [...walkBlocks(document.blocks)].filter((block) => block.type === 'table');
    if (tables.length === 0) return [];
    const beyond = drawn.pages.flatMap((page) =>
      isCover(page, drawn, opensWithCover(document.blocks)) ? [] : rowsBeyond(page, look).map((found) => ({ page: page.page, ...found })),
    );
    if (beyond.length === 0) return [];
    const texts = cellTexts(tables);
    const told = new Set<string>();
    return beyond.flatMap(({ page, line, row }) => {
      const id = row
        .map((one) => foldText(one.text))
        .filter((text) => text.length >= CHARS_MIN)
        .map((text) => texts.get(text))
        .find((found) => found !== undefined);
      if (id === undefined || told.has(id)) return [];
      told.add(id);
      return [
        {
          message: `A table on page ${page} goes beyond the margin at "${line.text.trim().slice(0, 40)}"; give it fewer columns or a landscape page.`,
          location: { page, block_id: id, bbox: [line.left, line.top, line.right, line.bottom] },
        },
      ];
    });
  },
  examples: {
    fires: [
      {
        name: 'a column beyond the paper',
        document: { blocks: [table('North', 'South')] },
        drawn: drawnOf([pageOf(1, [lineAt(100, 'North'), lineAt(100, 'South', { left: 560, right: 590 })])]),
      },
    ],
    silent: [
      {
        name: 'within',
        document: { blocks: [table('North', 'South')] },
        drawn: drawnOf([pageOf(1, [lineAt(100, 'North'), lineAt(100, 'South', { left: 300, right: 340 })])]),
      },
      {
        name: 'text beyond, which is not the table',
        document: { blocks: [table('North', 'South')] },
        drawn: drawnOf([pageOf(1, [lineAt(60, 'North'), lineAt(100, 'https://example.org', { left: 500, right: 590 })])]),
      },
    ],
  },
});

function table(...texts: string[]): Table {
  return {
    id: 'b1',
    type: 'table',
    columns: texts.map(() => ({})),
    header_rows: 0,
    rows: [{ cells: texts.map((text) => ({ runs: [{ text }] })) }],
  };
}
