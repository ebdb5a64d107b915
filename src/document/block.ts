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

const base = { id: z.string(), anchor: z.string().optional() };

/** Column types of decisions §8: how the values of a column are read, aligned and (in workbooks) formatted. */
export const COLUMN_TYPE = /^(text|id|int|num[0-6]|pct[0-2]|date|datetime|time|bool|[a-z]{3}[0-6])$/;

/** What a total row can say of a column. */
export const TOTALS = ['sum', 'average', 'count', 'min', 'max'] as const;
export type TotalKind = (typeof TOTALS)[number];

const tableColumnSchema = z.object({
  type: z.string().regex(COLUMN_TYPE).optional(),
  align: z.enum(['left', 'center', 'right']).optional(),
  /** Share of the table's width, 0-1. */
  width: z.number().positive().max(1).optional(),
  /** What the total row says of this column: in workbooks a live figure. */
  total: z.enum(TOTALS).optional(),
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
  runs: runsSchema,
  blocks: z.array(z.lazy(() => blockSchema)).optional(),
  colspan: z.number().int().min(2).optional(),
  rowspan: z.number().int().min(2).optional(),
  align: z.enum(['left', 'center', 'right']).optional(),
  formula: z.string().startsWith('=').optional(),
});
/** A row holds only the cells that begin in it; positions covered by a span above or to the left are left out. */
const tableRowSchema = z.object({ cells: z.array(tableCellSchema) });
export type TableRow = z.infer<typeof tableRowSchema>;

const heading = z.object({ ...base, type: z.literal('heading'), level: z.number().int().min(1).max(6), runs: runsSchema });
const paragraph = z.object({ ...base, type: z.literal('paragraph'), runs: runsSchema });

export interface ListItem {
  blocks: Block[];
  /** Set in task lists only. */
  checked?: boolean | undefined;
}
const listItem: z.ZodType<ListItem> = z.object({ blocks: z.array(z.lazy(() => blockSchema)), checked: z.boolean().optional() });
const list = z.object({
  ...base,
  type: z.literal('list'),
  ordered: z.boolean(),
  /** First number of an ordered list; 1 where absent. */
  start: z.number().int().min(0).optional(),
  /** Each item is a term, its first block (a paragraph), with what it means. Not ordered, no tasks. */
  definitions: z.literal(true).optional(),
  items: z.array(listItem),
});

export const HIGHLIGHTS = ['good', 'bad', 'warning', 'neutral', 'bars', 'scale'] as const;
export const CELL_STYLES = ['input', 'output', 'calculation', 'note', 'good', 'bad', 'neutral'] as const;

/** What a workbook does with a table beyond showing it; other formats show the table. Columns are named by their headers. */
const tableRule = z.discriminatedUnion('kind', [
  /** Rows, or cells of one column, that stand out: those for which `when`, a formula of their row, is true. */
  z.object({ kind: z.literal('highlight'), column: z.string().optional(), when: z.string().optional(), style: z.enum(HIGHLIGHTS) }),
  /** What may be typed into a column: one of `choices` (or a range, `=Lists[Name]`), or figures and dates within bounds. */
  z.object({
    kind: z.literal('input'),
    column: z.string(),
    choices: z.union([z.array(z.string()), z.string().startsWith('=')]).optional(),
    min: z.string().optional(),
    max: z.string().optional(),
    message: z.string().optional(),
  }),
  /** A named style of the workbook for a column. */
  z.object({ kind: z.literal('style'), column: z.string(), style: z.enum(CELL_STYLES) }),
  /** Empty rows at the end, with the formulas of the columns. */
  z.object({ kind: z.literal('grow'), rows: z.number().int().min(1).max(1000) }),
]);
export type TableRule = z.infer<typeof tableRule>;

const table = z.object({
  ...base,
  type: z.literal('table'),
  columns: z.array(tableColumnSchema),
  header_rows: z.number().int().min(0),
  rows: z.array(tableRowSchema),
  /** The last row is a total of those above. */
  total_row: z.boolean().optional(),
  caption: runsSchema.optional(),
  /** Where the figures come from; is under the table. */
  source: runsSchema.optional(),
  rules: z.array(tableRule).optional(),
});

const image = z.object({
  ...base,
  type: z.literal('image'),
  /** Key into the document's assets (`img:1`); null where no such picture was given: then the alt text is set. */
  asset: z.string().nullable(),
  alt: z.string(),
  caption: runsSchema.optional(),
  source: runsSchema.optional(),
  /** Share of the text width, 0-1. */
  width: z.number().positive().max(1).optional(),
  link: z.string().optional(),
});

export const CHART_KINDS = ['bar', 'column', 'stacked', 'line', 'area', 'pie', 'doughnut', 'scatter', 'combo'] as const;
const chart = z.object({
  ...base,
  type: z.literal('chart'),
  kind: z.enum(CHART_KINDS),
  title: z.string().optional(),
  unit: z.string().optional(),
  category_label: z.string().optional(),
  categories: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()), kind: z.enum(['column', 'line']).optional() })),
  source: runsSchema.optional(),
  alt: z.string().optional(),
  /** `table`: its figures are below it as a table too. */
  data: z.literal('table').optional(),
});

const code = z.object({ ...base, type: z.literal('code'), text: z.string(), language: z.string().optional() });
const equation = z.object({ ...base, type: z.literal('equation'), tex: z.string() });
const divider = z.object({ ...base, type: z.literal('divider') });
const pageBreak = z.object({
  ...base,
  type: z.literal('page_break'),
  /** Orientation of the pages that follow; absent: as before. */
  orientation: z.enum(['portrait', 'landscape']).optional(),
});
const toc = z.object({ ...base, type: z.literal('toc'), title: runsSchema.optional(), depth: z.number().int().min(1).max(4).optional() });
const cover = z.object({
  ...base,
  type: z.literal('cover'),
  title: z.string().optional(),
  subtitle: z.string().optional(),
  eyebrow: z.string().optional(),
  date: z.string().optional(),
  author: z.string().optional(),
  organization: z.string().optional(),
  version: z.string().optional(),
  /** Asset key. */
  logo: z.string().optional(),
});
const letterhead = z.object({
  ...base,
  type: z.literal('letterhead'),
  /** Lines are divided by "\n" or "|" in the source and kept as an array. */
  from: z.array(z.string()),
  to: z.array(z.string()),
  date: z.string().optional(),
  subject: z.string().optional(),
  reference: z.string().optional(),
});
const kpis = z.object({
  ...base,
  type: z.literal('kpis'),
  items: z.array(z.object({ value: runsSchema, label: runsSchema.optional(), change: runsSchema.optional() })),
});
const signatures = z.object({
  ...base,
  type: z.literal('signatures'),
  parties: z.array(z.object({ name: z.string(), role: z.string().optional() })),
});

/** A design of its own: HTML with a subset of CSS, laid out and written as native shapes. */
const canvas = z.object({ ...base, ...canvasFields });

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
const quote: z.ZodType<Quote> = z.object({ ...base, type: z.literal('quote'), blocks: lazyBlocks, by: z.string().optional() });
const callout: z.ZodType<Callout> = z.object({
  ...base,
  type: z.literal('callout'),
  kind: z.enum(CALLOUT_KINDS),
  title: runsSchema.optional(),
  blocks: lazyBlocks,
});
const columns: z.ZodType<Columns> = z.object({
  ...base,
  type: z.literal('columns'),
  ratio: z.array(z.number().positive()).optional(),
  columns: z.array(z.object({ blocks: lazyBlocks })),
});
const clause: z.ZodType<Clause> = z.object({
  ...base,
  type: z.literal('clause'),
  level: z.number().int().min(1).max(4),
  title: runsSchema.optional(),
  blocks: lazyBlocks,
});
const footnotes: z.ZodType<Footnotes> = z.object({
  ...base,
  type: z.literal('footnotes'),
  notes: z.array(z.object({ id: z.string(), blocks: lazyBlocks })),
});
const slide: z.ZodType<Slide> = z.object({
  ...base,
  type: z.literal('slide'),
  layout: z.string().optional(),
  title: runsSchema.optional(),
  blocks: lazyBlocks,
  notes: lazyBlocks.optional(),
});
const sheet: z.ZodType<Sheet> = z.object({
  ...base,
  type: z.literal('sheet'),
  name: z.string(),
  blocks: lazyBlocks,
  names: z.record(z.string(), z.string()).optional(),
  name_details: z
    .record(z.string(), z.object({ label: z.string().optional(), unit: z.string().optional(), note: z.string().optional() }))
    .optional(),
  protected: z.boolean().optional(),
  hidden: z.boolean().optional(),
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
