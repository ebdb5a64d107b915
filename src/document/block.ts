/**
 * THE content model: what a document says, and never how a file format stores it. Readers make it, writers and rules
 * take it; events and `GET /documents/{id}/content` show it. One zod schema; the types follow from it.
 *
 * Ids (`b1`, `b2`, …) are given in reading order by whoever builds the tree, the same input giving the same ids.
 * `anchor` is the author's own `{#id}`, the target of `[text](#id)`.
 */
import { z } from 'zod';
import { canvasFields } from './canvas.ts';
import { runsSchema } from './inline.ts';
import { INTERACTIVE_SCHEMAS, type Interactive } from './interactive.ts';
import { blockBase, code, cover, divider, equation, image, kpis, letterhead, pageBreak, signatures, toc } from './plain-blocks.ts';

/** Column types of decisions §8: how the values of a column are read, aligned and (in workbooks) formatted. */
export const COLUMN_TYPE = /^(text|id|int|num[0-6]|pct[0-2]|date|datetime|time|bool|[a-z]{3}[0-6])$/;

/** What a total row can say of a column. */
export const TOTALS = ['sum', 'average', 'count', 'min', 'max'] as const;
export type TotalKind = (typeof TOTALS)[number];

const tableColumnSchema = z.object({
  type: z
    .string()
    .regex(COLUMN_TYPE)
    .optional()
    .describe(
      'How the values are read, aligned and formatted: `text`, `id`, `int`, `num0` to `num6`, `pct0` to `pct2`, `date`, `datetime`, `time`, `bool`, or a currency with its decimals such as `eur2`.',
    ),
  align: z.enum(['left', 'center', 'right']).optional().describe('Horizontal alignment; that of the type of the column where absent.'),
  width: z.number().positive().max(1).optional().describe("Share of the table's width, 0-1."),
  total: z.enum(TOTALS).optional().describe('What the total row says of this column: in workbooks a live figure.'),
});
export type TableColumn = z.infer<typeof tableColumnSchema>;

export interface TableCell {
  runs: z.infer<typeof runsSchema>;
  /** Present only where a cell holds more than one paragraph; then `runs` is empty. */
  blocks?: Block[] | undefined;
  colspan?: number | undefined;
  rowspan?: number | undefined;
  align?: 'left' | 'center' | 'right' | undefined;
  /** `=[Units]*[Price]` as written; `runs` hold the same text. Only workbooks calculate it. */
  formula?: string | undefined;
}
const tableCellSchema: z.ZodType<TableCell> = z.object({
  runs: runsSchema.describe('The text, in stretches of one formatting.'),
  blocks: z
    .array(z.lazy(() => blockSchema))
    .optional()
    .describe('Present only where the cell holds more than one paragraph; then `runs` is empty.'),
  colspan: z.number().int().min(2).optional().describe('Columns that the cell takes; 1 where absent.'),
  rowspan: z.number().int().min(2).optional().describe('Rows that the cell takes; 1 where absent.'),
  align: z.enum(['left', 'center', 'right']).optional().describe('Horizontal alignment; that of the type of the column where absent.'),
  formula: z
    .string()
    .startsWith('=')
    .optional()
    .describe('The formula as it was written, `=[Units]*[Price]`; `runs` hold the same text. Only workbooks calculate it.'),
});
/** A row holds only the cells that begin in it; positions covered by a span above or to the left are left out. */
const tableRowSchema = z.object({
  cells: z
    .array(tableCellSchema)
    .describe('The cells that begin in this row; places that a span from above or the left covers are left out.'),
});
export type TableRow = z.infer<typeof tableRowSchema>;

const heading = z.object({
  ...blockBase,
  type: z.literal('heading'),
  level: z.number().int().min(1).max(6).describe('1 is the highest.'),
  runs: runsSchema.describe('The text, in stretches of one formatting.'),
});
const paragraph = z.object({
  ...blockBase,
  type: z.literal('paragraph'),
  runs: runsSchema.describe('The text, in stretches of one formatting.'),
});

export interface ListItem {
  blocks: Block[];
  /** Set in task lists only. */
  checked?: boolean | undefined;
}
const listItem: z.ZodType<ListItem> = z.object({
  blocks: z.array(z.lazy(() => blockSchema)).describe('What the item says.'),
  checked: z.boolean().optional().describe('Task lists only: whether it is done.'),
});
const list = z.object({
  ...blockBase,
  type: z.literal('list'),
  ordered: z.boolean().describe('Numbered rather than bulleted.'),
  start: z.number().int().min(0).optional().describe('First number of an ordered list; 1 where absent.'),
  definitions: z
    .literal(true)
    .optional()
    .describe('Each item is a term, its first block (a paragraph), with what it means. Not ordered, no tasks.'),
  items: z.array(listItem).describe('The items, in their order.'),
});

export const HIGHLIGHTS = ['good', 'bad', 'warning', 'neutral', 'bars', 'scale'] as const;
export const CELL_STYLES = ['input', 'output', 'calculation', 'note', 'good', 'bad', 'neutral'] as const;

/** What a workbook does with a table beyond showing it; other formats show the table. Columns are named by their headers. */
const tableRule = z.discriminatedUnion('kind', [
  /** Rows, or cells of one column, that stand out: those for which `when`, a formula of their row, is true. */
  z.object({
    kind: z.literal('highlight'),
    column: z.string().optional().describe('Header of the column; whole rows where absent.'),
    when: z.string().optional().describe('A formula of the row, such as `=[Amount]<0`: where it is true, the rule holds.'),
    style: z.enum(HIGHLIGHTS).describe('How it stands out: a colour with a meaning, bars, or a scale of colours.'),
  }),
  /** What may be typed into a column: one of `choices` (or a range, `=Lists[Name]`), or figures and dates within bounds. */
  z.object({
    kind: z.literal('input'),
    column: z.string().describe('Header of the column.'),
    choices: z
      .union([z.array(z.string()), z.string().startsWith('=')])
      .optional()
      .describe('The values that may be chosen, or the range that lists them.'),
    min: z.string().optional().describe('Least number or earliest date that may be typed.'),
    max: z.string().optional().describe('Greatest number or latest date that may be typed.'),
    message: z.string().optional().describe('What is said where something else is typed.'),
  }),
  /** A named style of the workbook for a column. */
  z.object({
    kind: z.literal('style'),
    column: z.string().describe('Header of the column.'),
    style: z.enum(CELL_STYLES).describe('Named style of the workbook for its cells.'),
  }),
  /** Empty rows at the end, with the formulas of the columns. */
  z.object({
    kind: z.literal('grow'),
    rows: z.number().int().min(1).max(1000).describe('How many empty rows, with the formulas of the columns, are added at the end.'),
  }),
]);
export type TableRule = z.infer<typeof tableRule>;

const table = z.object({
  ...blockBase,
  type: z.literal('table'),
  columns: z.array(tableColumnSchema).describe('One for each column, from the left.'),
  header_rows: z.number().int().min(0).describe('How many rows at the top are headers; they are repeated on each page.'),
  rows: z.array(tableRowSchema).describe('All rows, headers among them, from the top.'),
  total_row: z.boolean().optional().describe('The last row is a total of those above.'),
  caption: runsSchema.optional().describe('Caption; its number is counted and not part of it.'),
  source: runsSchema.optional().describe('Where the figures come from; is under the table.'),
  rules: z.array(tableRule).optional().describe('What a workbook does with the table beyond showing it; other formats show the table.'),
});

export const CHART_KINDS = ['bar', 'column', 'stacked', 'line', 'area', 'pie', 'doughnut', 'scatter', 'combo'] as const;
const chart = z.object({
  ...blockBase,
  type: z.literal('chart'),
  kind: z.enum(CHART_KINDS).describe('Kind of chart; `combo` draws each series as its own `kind` says.'),
  title: z.string().optional().describe('Title, in plain text.'),
  unit: z.string().optional().describe('Unit of the values, such as € or %.'),
  category_label: z.string().optional().describe('What the categories are, such as Quarter: the title of their axis.'),
  categories: z.array(z.string()).describe('Names of the categories, in order; each series has a value for each.'),
  series: z
    .array(
      z.object({
        name: z.string().describe('Name in the legend.'),
        values: z.array(z.number().nullable()).describe('A value for each category; null: none.'),
        kind: z.enum(['column', 'line']).optional().describe('How a `combo` draws this series.'),
      }),
    )
    .describe('The series, in the order of the legend.'),
  source: runsSchema.optional().describe('Where it comes from; is set below it.'),
  alt: z.string().optional().describe('What it shows, for those who do not see it.'),
  data: z.literal('table').optional().describe('`table`: its figures are below it as a table too.'),
});

/** A design of its own: HTML with a subset of CSS, laid out and written as native shapes. */
const canvas = z.object({ ...blockBase, ...canvasFields });

export const CALLOUT_KINDS = ['note', 'tip', 'warning', 'key'] as const;
export interface Quote {
  id: string;
  anchor?: string | undefined;
  type: 'quote';
  blocks: Block[];
  by?: string | undefined;
}
export interface Callout {
  id: string;
  anchor?: string | undefined;
  type: 'callout';
  kind: (typeof CALLOUT_KINDS)[number];
  title?: z.infer<typeof runsSchema> | undefined;
  blocks: Block[];
}
export interface Columns {
  id: string;
  anchor?: string | undefined;
  type: 'columns';
  /** Relative widths; as many as columns, equal where absent. */
  ratio?: number[] | undefined;
  columns: { blocks: Block[] }[];
}
export interface Clause {
  id: string;
  anchor?: string | undefined;
  type: 'clause';
  /** 1: "1." with a heading; 2: "1.1"; 3: "(a)"; 4: "(i)". Numbers are counted, never typed. */
  level: number;
  title?: z.infer<typeof runsSchema> | undefined;
  blocks: Block[];
}
export interface Footnotes {
  id: string;
  anchor?: string | undefined;
  type: 'footnotes';
  /** In the order of their first reference. At most one such block, the last of the document. */
  notes: { id: string; blocks: Block[] }[];
}
export interface Slide {
  id: string;
  anchor?: string | undefined;
  type: 'slide';
  layout?: string | undefined;
  title?: z.infer<typeof runsSchema> | undefined;
  blocks: Block[];
  notes?: Block[] | undefined;
}
export interface NameDetails {
  label?: string | undefined;
  unit?: string | undefined;
  note?: string | undefined;
}
export interface Sheet {
  id: string;
  anchor?: string | undefined;
  type: 'sheet';
  name: string;
  blocks: Block[];
  names?: Record<string, string> | undefined;
  /** What is beside the values of some of the names. */
  name_details?: Record<string, NameDetails> | undefined;
  /** Formulas cannot be changed in it; cells for what is typed can. */
  protected?: boolean | undefined;
  /** A sheet of a read workbook that Excel does not show. */
  hidden?: boolean | undefined;
}

const lazyBlocks = z.array(z.lazy(() => blockSchema));
const quote: z.ZodType<Quote> = z.object({
  ...blockBase,
  type: z.literal('quote'),
  blocks: lazyBlocks.describe('What is quoted.'),
  by: z.string().optional().describe('Who said it.'),
});
const callout: z.ZodType<Callout> = z.object({
  ...blockBase,
  type: z.literal('callout'),
  kind: z.enum(CALLOUT_KINDS).describe('What it is for; it decides colour and sign.'),
  title: runsSchema.optional().describe('Title, in stretches of one formatting.'),
  blocks: lazyBlocks.describe('What is inside, in reading order.'),
});
const columns: z.ZodType<Columns> = z.object({
  ...blockBase,
  type: z.literal('columns'),
  ratio: z.array(z.number().positive()).optional().describe('Relative widths, one for each column; equal where absent.'),
  columns: z.array(z.object({ blocks: lazyBlocks.describe('What is in the column.') })).describe('From the left.'),
});
const clause: z.ZodType<Clause> = z.object({
  ...blockBase,
  type: z.literal('clause'),
  level: z.number().int().min(1).max(4).describe('1: “1.” with a heading; 2: “1.1”; 3: “(a)”; 4: “(i)”. Numbers are counted, never typed.'),
  title: runsSchema.optional().describe('Title, in stretches of one formatting.'),
  blocks: lazyBlocks.describe('What is inside, in reading order.'),
});
const footnotes: z.ZodType<Footnotes> = z.object({
  ...blockBase,
  type: z.literal('footnotes'),
  notes: z
    .array(z.object({ id: z.string().describe('As `footnote` of a run names it.'), blocks: lazyBlocks.describe('Text of the note.') }))
    .describe('In the order of their first reference.'),
});
const slide: z.ZodType<Slide> = z.object({
  ...blockBase,
  type: z.literal('slide'),
  layout: z
    .string()
    .optional()
    .describe('Layout of the slide, such as `title`, `section`, `two-col`, `chart`; chosen by the content where absent.'),
  title: runsSchema.optional().describe('Title, in stretches of one formatting.'),
  blocks: lazyBlocks.describe('What is inside, in reading order.'),
  notes: lazyBlocks.optional().describe('Notes of the speaker.'),
});
const sheet: z.ZodType<Sheet> = z.object({
  ...blockBase,
  type: z.literal('sheet'),
  name: z.string().describe('Name of the sheet.'),
  blocks: lazyBlocks.describe('What is inside, in reading order.'),
  names: z.record(z.string(), z.string()).optional().describe('Defined names → their value or formula.'),
  name_details: z
    .record(
      z.string(),
      z.object({
        label: z.string().optional().describe('What is written beside the value; the name where absent.'),
        unit: z.string().optional().describe('Unit of the value.'),
        note: z.string().optional().describe('A remark beside it.'),
      }),
    )
    .optional()
    .describe('What is beside the values of some of the names.'),
  protected: z.boolean().optional().describe('Formulas cannot be changed in it; cells for what is typed can.'),
  hidden: z.boolean().optional().describe('A sheet that Excel does not show.'),
});

export type Heading = z.infer<typeof heading>;
export type Paragraph = z.infer<typeof paragraph>;
export type List = z.infer<typeof list>;
export type Table = z.infer<typeof table>;
export type Image = z.infer<typeof image>;
export type Chart = z.infer<typeof chart>;
export type Code = z.infer<typeof code>;
export type Equation = z.infer<typeof equation>;
type Divider = z.infer<typeof divider>;
export type PageBreak = z.infer<typeof pageBreak>;
export type Toc = z.infer<typeof toc>;
export type Cover = z.infer<typeof cover>;
export type Letterhead = z.infer<typeof letterhead>;
export type Kpis = z.infer<typeof kpis>;
export type Signatures = z.infer<typeof signatures>;
export type Canvas = z.infer<typeof canvas>;

export type Block =
  | Heading
  | Paragraph
  | List
  | Table
  | Image
  | Chart
  | Code
  | Quote
  | Callout
  | Equation
  | Columns
  | Kpis
  | Divider
  | PageBreak
  | Toc
  | Cover
  | Letterhead
  | Signatures
  | Canvas
  | Clause
  | Footnotes
  | Slide
  | Sheet
  | Interactive;

export type BlockType = Block['type'];

export const blockSchema: z.ZodType<Block> = z.union([
  heading,
  paragraph,
  list,
  table,
  image,
  chart,
  code,
  quote,
  callout,
  equation,
  columns,
  kpis,
  divider,
  pageBreak,
  toc,
  cover,
  letterhead,
  signatures,
  canvas,
  clause,
  footnotes,
  slide,
  sheet,
  ...INTERACTIVE_SCHEMAS,
]);
