/** Queries with what they find: the table of `docs/editing.md`, which a test runs. */
import type { AddressedBlock } from './list-content.ts';

export { QUERY_FIELDS, QUERY_TYPES } from './query/read-query.ts';

/** Blocks of a contract, a presentation and a workbook as if they were one file. */
export const EXAMPLE_BLOCKS: readonly AddressedBlock[] = [
  { address: 'p1', type: 'heading', level: 1, text: 'Services', style: 'heading 1' },
  { address: 'p2', type: 'paragraph', text: 'The supplier advises the client.', style: 'Normal' },
  { address: 'p3', type: 'heading', level: 1, text: 'Fees', style: 'heading 1' },
  { address: 'p4', type: 'paragraph', text: 'Fees are due within ten\u00a0days.', style: 'Normal' },
  { address: 'p5', type: 'heading', level: 2, text: 'Rates', style: 'heading 2' },
  {
    address: 't1',
    type: 'table',
    text: '',
    rows: [
      {
        address: 't1.r1',
        cells: [
          { address: 't1.r1.c1', text: 'Item' },
          { address: 't1.r1.c2', text: 'Price' },
        ],
      },
      {
        address: 't1.r2',
        cells: [
          { address: 't1.r2.c1', text: 'Day' },
          { address: 't1.r2.c2', text: '900' },
        ],
      },
      {
        address: 't1.r3',
        cells: [
          { address: 't1.r3.c1', text: 'Hour' },
          { address: 't1.r3.c2', text: '' },
        ],
      },
    ],
  },
  { address: 'p6', type: 'heading', level: 1, text: 'Term', style: 'heading 1' },
  { address: 'p7', type: 'paragraph', text: 'One year; notice of 30 days.', style: 'Body Text' },
  { address: 'rev1', type: 'revision', text: 'One', kind: 'ins', author: 'Ana' },
  { address: 's1', type: 'slide', text: 'Plan', blocks: [{ address: 's1.sh1', type: 'shape', text: 'Plan' }] },
  {
    address: 's2',
    type: 'slide',
    text: 'Budget',
    blocks: [
      { address: 's2.sh1', type: 'shape', text: 'Budget' },
      { address: 's2.sh2', type: 'shape', text: 'Costs fall.' },
      { address: 's2.notes', type: 'notes', text: 'Say why.' },
    ],
  },
  {
    address: "'Q1 plan'",
    type: 'sheet',
    text: 'Q1 plan',
    rows: [
      {
        address: "'Q1 plan'!1:1",
        cells: [
          { address: "'Q1 plan'!A1", text: 'Units' },
          { address: "'Q1 plan'!B1", text: '12', style: 'Input' },
        ],
      },
      {
        address: "'Q1 plan'!2:2",
        cells: [
          { address: "'Q1 plan'!A2", text: 'Sum' },
          { address: "'Q1 plan'!B2", text: '12', formula: '=SUM(B1:B1)' },
        ],
      },
    ],
  },
];

/** A query, what it means in words, and the addresses that it finds in `EXAMPLE_BLOCKS`. */
export const QUERY_EXAMPLES: readonly { query: string; means: string; finds: readonly string[] }[] = [
  { query: 'heading', means: 'every heading', finds: ['p1', 'p3', 'p5', 'p6'] },
  { query: 'heading[2]', means: 'the second heading of the file; `[-1]` is the last', finds: ['p3'] },
  { query: 'heading[level=2]', means: 'headings of the second level', finds: ['p5'] },
  { query: 'heading:contains("Fees")', means: 'headings that hold a text, as `replace_text` finds it, in either case', finds: ['p3'] },
  { query: 'heading:contains("Fees") + paragraph', means: 'the paragraph right behind it', finds: ['p4'] },
  {
    query: 'heading:contains("Fees") table',
    means: 'tables of its section, up to the next heading of its level or a higher one',
    finds: ['t1'],
  },
  { query: 'table[1] row:last', means: 'the last row of the first table', finds: ['t1.r3'] },
  { query: 'table row:contains("Day") cell[2]', means: 'the second cell of the rows that hold a text', finds: ['t1.r2.c2'] },
  { query: 'table cell:empty', means: 'cells without text', finds: ['t1.r3.c2'] },
  { query: 'paragraph[style="Body Text"]', means: 'paragraphs in a style', finds: ['p7'] },
  { query: 'paragraph:matches("\\d+ days")', means: 'paragraphs in which an expression (RE2) is found', finds: ['p7'] },
  { query: 'paragraph:contains(days):not([style=Normal])', means: 'those among them in another style', finds: ['p7'] },
  { query: 'revision[author=Ana]', means: 'tracked changes of somebody', finds: ['rev1'] },
  { query: 'slide:contains("Budget") shape[2]', means: 'the second shape of the slides that hold a text', finds: ['s2.sh2'] },
  { query: 'slide[2] notes', means: 'the notes of the second slide', finds: ['s2.notes'] },
  { query: 'cell[style=Input]', means: 'cells of a workbook in a named style', finds: ["'Q1 plan'!B1"] },
  { query: 'sheet[text^="Q1"] cell[column=B][formula]', means: 'cells of a column that have a formula', finds: ["'Q1 plan'!B2"] },
];
