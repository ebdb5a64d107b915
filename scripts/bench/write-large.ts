/**
 * One workbook of 50,000 rows and ten columns, three of them formulas with what they evaluate to, written by one program in a
 * process of its own: `node write-large.ts octavo|exceljs|hucre|sheetjs [folder of peers]` prints `{ms, cpu_ms, mb, bytes}`.
 * Everything that the program is given is there before the clock starts; the bytes of the file are there when it stops.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROWS = 50_000;
const [program = 'octavo', folder = ''] = process.argv.slice(2);

type Value = string | number;
interface Column {
  name: string;
  type?: string;
  formula?: string;
}

const COLUMNS: readonly Column[] = [
  { name: 'Order', type: 'id' },
  { name: 'Date', type: 'date' },
  { name: 'Client', type: 'text' },
  { name: 'Item', type: 'text' },
  { name: 'Units', type: 'int' },
  { name: 'Price', type: 'eur2' },
  { name: 'Discount', type: 'pct0' },
  { name: 'Net', formula: '=[Units]*[Price]*(1-[Discount])' },
  { name: 'Tax', formula: '=[Net]*0.21' },
  { name: 'Gross', formula: '=[Net]+[Tax]' },
];
const CLIENTS = ['Alder & Sons', 'Brightwater Ltd', 'Casa Moreno', 'Dunmore Foods', 'Easton College'];
const ITEMS = ['Oak shelf', 'Steel frame', 'Desk lamp', 'Office chair'];

function typedRow(i: number): Value[] {
  return [
    String(100_001 + i).padStart(8, '0'),
    45_658 + (i % 365),
    CLIENTS[i % CLIENTS.length] ?? '',
    ITEMS[(i * 7) % ITEMS.length] ?? '',
    1 + ((i * 5) % 40),
    2.5 + ((i * 37) % 19_000) / 100,
    i % 9 === 0 ? 0.05 : 0,
  ];
}

/** Formulas of a row, counted from 1, with their values. */
function computed(row: readonly Value[], line: number): { formula: string; value: number }[] {
  const net = Number(row[4]) * Number(row[5]) * (1 - Number(row[6]));
  return [
    { formula: `E${line}*F${line}*(1-G${line})`, value: net },
    { formula: `H${line}*0.21`, value: net * 0.21 },
    { formula: `H${line}+I${line}`, value: net * 1.21 },
  ];
}

const rows = Array.from({ length: ROWS }, (_, i) => typedRow(i));
type Loaded = Record<string, unknown>;

async function peer(name: string): Promise<Loaded> {
  const found = createRequire(join(folder, 'peers.js')).resolve(name);
  const module = (await import(pathToFileURL(found).href)) as Loaded;
  return (module['default'] ?? module) as Loaded;
}

async function prepareOctavo(): Promise<() => Promise<number>> {
  const [{ composeDocument }, { resolveLook }, { planDataWorkbook, writeXlsx }] = await Promise.all([
    import('../../src/document/compose.ts'),
    import('../../src/document/look.ts'),
    import('../../src/writers/xlsx.ts'),
  ]);
  const look = resolveLook('spreadsheet');
  const { document } = composeDocument({ blocks: [], meta: {}, lang: 'en', name: 'Orders', assets: new Map() }, look);
  return async () =>
    writeXlsx(planDataWorkbook({ name: 'Orders', columns: COLUMNS, rows }, document, look), { created: new Date(0) }).bytes.length;
}

async function prepareExceljs(): Promise<() => Promise<number>> {
  const { PassThrough } = await import('node:stream');
  interface Sheet {
    addRow(cells: unknown[]): { commit(): void };
    commit(): void;
  }
  interface Writer {
    addWorksheet(name: string): Sheet;
    commit(): Promise<void>;
  }
  const { stream } = (await peer('exceljs')) as { stream: { xlsx: { WorkbookWriter: new (options: object) => Writer } } };
  return async () => {
    let bytes = 0;
    const out = new PassThrough().on('data', (chunk: Uint8Array) => {
      bytes += chunk.length;
    });
    const book = new stream.xlsx.WorkbookWriter({ stream: out, useSharedStrings: true, useStyles: true });
    const sheet = book.addWorksheet('Orders');
    sheet.addRow(COLUMNS.map(({ name }) => name)).commit();
    for (const [i, row] of rows.entries())
      sheet.addRow([...row, ...computed(row, i + 2).map(({ formula, value }) => ({ formula, result: value }))]).commit();
    sheet.commit();
    await book.commit();
    return bytes;
  };
}

async function prepareHucre(): Promise<() => Promise<number>> {
  const { writeXlsx } = (await peer('hucre')) as { writeXlsx(options: object): Promise<Uint8Array> };
  return async () => {
    const cells = new Map<string, object>();
    for (const [i, row] of rows.entries())
      for (const [at, { formula, value }] of computed(row, i + 2).entries())
        cells.set(`${i + 1},${at + 7}`, { formula, formulaResult: value });
    const written = await writeXlsx({
      sheets: [{ name: 'Orders', rows: [COLUMNS.map(({ name }) => name), ...rows.map((row) => [...row, null, null, null])], cells }],
    });
    return written.length;
  };
}

async function prepareSheetjs(): Promise<() => Promise<number>> {
  const { utils, write } = (await peer('xlsx')) as {
    utils: {
      book_new(): object;
      book_append_sheet(book: object, sheet: object, name: string): void;
      aoa_to_sheet(rows: unknown[][]): object;
    };
    write(book: object, options: object): Uint8Array;
  };
  return async () => {
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        COLUMNS.map(({ name }) => name),
        ...rows.map((row, i) => [...row, ...computed(row, i + 2).map(({ formula, value }) => ({ t: 'n', f: formula, v: value }))]),
      ]),
      'Orders',
    );
    return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }).length;
  };
}

const PREPARE: Readonly<Record<string, () => Promise<() => Promise<number>>>> = {
  octavo: prepareOctavo,
  exceljs: prepareExceljs,
  hucre: prepareHucre,
  sheetjs: prepareSheetjs,
};
const run = await PREPARE[program]?.();
if (!run) throw new Error(`no such program: ${program}`);
const start = performance.now();
const before = process.cpuUsage();
const bytes = await run();
const ms = performance.now() - start;
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ ms, cpu_ms: (user + system) / 1000, mb: Math.round(process.resourceUsage().maxRSS / 1024), bytes }));
