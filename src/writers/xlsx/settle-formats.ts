/** Formats of what is calculated: a figure is shown as those that it is made from. */
import { isError, referencesOf, type PlacedFormula, type PlacedReference, type Scalar } from '../../spreadsheet/formula-tree.ts';
import { promisesChange, promisesShares } from './column-type.ts';
import { dateFormat, numberFormat, percentFormat } from './number-formats.ts';
import {
  bodyTop,
  formatAt,
  isFormula,
  isRich,
  type CellPlan,
  type ColumnPlan,
  type Content,
  type TablePlan,
  type WorkbookPlan,
} from './plan.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

/** Computed figures up to this may be shares or changes of a whole. */
const SHARES_MAX = 50;
/** A quotient of two sums of money up to this is a share or a change. */
const QUOTIENT_MAX = 5;
const RATE_FUNCTIONS = new Set(['RATE', 'IRR', 'XIRR', 'MIRR', 'RRI', 'EFFECT', 'NOMINAL']);
/** What they give is money, whatever the rates and periods that they take. */
const MONEY_FUNCTIONS = new Set([
  'PMT',
  'PV',
  'FV',
  'IPMT',
  'PPMT',
  'NPV',
  'XNPV',
  'SLN',
  'DB',
  'DDB',
  'SYD',
  'VDB',
  'CUMIPMT',
  'CUMPRINC',
]);
/** Text that only an office program can make. */
const TEXT_FUNCTIONS = new Set(['TEXT', 'ADDRESS', 'CHAR', 'UNICHAR', 'FIXED', 'HYPERLINK']);
const DATE_FUNCTIONS = new Set(['DATE', 'EDATE', 'EOMONTH', 'TODAY', 'WORKDAY', 'DATEVALUE']);
/** What they give is a number of its own, whatever they look at. */
const COUNTING = new Set([
  'COUNT',
  'COUNTA',
  'COUNTBLANK',
  'COUNTIF',
  'COUNTIFS',
  'ROWS',
  'COLUMNS',
  'MATCH',
  'XMATCH',
  'RANK',
  'RANK.EQ',
  'LEN',
  'YEAR',
  'MONTH',
  'DAY',
  'DAYS',
  'WEEKDAY',
  'WEEKNUM',
  'ISOWEEKNUM',
  'NETWORKDAYS',
  'DATEDIF',
]);
/** What they give is one of the figures that they look at, or a sum of them. */
const KEEPING = new Set([
  'SUM',
  'SUMIF',
  'SUMIFS',
  'SUBTOTAL',
  'AVERAGE',
  'AVERAGEIF',
  'AVERAGEIFS',
  'MIN',
  'MAX',
  'MINIFS',
  'MAXIFS',
  'MEDIAN',
  'LARGE',
  'SMALL',
  'ABS',
  'ROUND',
  'ROUNDUP',
  'ROUNDDOWN',
  'IF',
  'IFERROR',
  'INDEX',
  'XLOOKUP',
  'CHOOSE',
]);
const PERIOD =
  /^(?:[QTWSM]\s?\d{1,2}|(?:FY\s?)?(?:20)?\d\d|(?:ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sep|oct|nov|dic|dec)\p{L}*\.?(?:\s?['’]?\d{2,4})?|(?:week|semana|month|mes|day|d[ií]a|quarter|trimestre)\s?\d+)$/iu;

/** The value that a cell shows, where it is known. */
export function valueOf(content: Content | undefined): Scalar | undefined {
  return isFormula(content) ? content.value : isRich(content) ? content.text : content;
}

const isMoney = (format: string): boolean => /"[^"]*[\p{Sc}A-Z][^"]*"/u.test(format);
const isTime = (format: string): boolean => /h+\]?:mm/.test(format) && !format.includes('yyyy');
const isPlainNumber = (format: string): boolean => format === '' || /^#,##0(?:\.0+)?;/.test(format);

/** Every computed column and cell, those first that others are made from. */
export function settleFormats(book: WorkbookPlan): void {
  for (const table of book.tables) evenDecimals(table);
  const waiting = new Set(
    book.tables.flatMap((table) => table.columns.filter((column) => column.format === '' && formulasOf(column).length > 0)),
  );
  const all = book.tables.flatMap((table) => table.columns.map((column) => ({ table, column })));
  for (let pass = 0; waiting.size > 0 && pass < 6; pass++) {
    for (const { table, column } of all) {
      if (!waiting.has(column)) continue;
      const [first] = formulasOf(column);
      const needs = first
        ? [...referencesOf(first)].flatMap((reference) =>
            reference.kind === 'table' ? [book.tables[reference.table]?.columns[reference.from]] : [],
          )
        : [];
      if (pass < 5 && needs.some((one) => one !== undefined && one !== column && waiting.has(one))) continue;
      waiting.delete(column);
      settleColumn(column, table, book);
    }
  }
  for (const { column } of all) settleText(column);
  settleLoose(book);
}

/** Formulas that do the same in their own rows, by the same columns; each with its rows of the table. */
function formulaGroups(column: ColumnPlan, table: TablePlan): { rows: number[]; formula: PlacedFormula }[] {
  if (column.formula) return [{ rows: [...column.cells.keys()], formula: column.formula }];
  const groups = new Map<string, { rows: number[]; formula: PlacedFormula }>();
  for (const [row, cell] of column.cells.entries()) {
    if (!isFormula(cell)) continue;
    // labels with values are each of their own kind
    const shape = column.mixed === true ? String(row) : shapeOf(cell.formula, bodyTop(table) + row);
    const group = groups.get(shape);
    if (group) group.rows.push(row);
    else groups.set(shape, { rows: [row], formula: cell.formula });
  }
  return [...groups.values()];
}

/** A formula without its figures and texts, its cells counted from its own row. */
function shapeOf(tree: PlacedFormula, row: number): string {
  return JSON.stringify(tree, (key, value: unknown) => {
    if (key === 'from' || key === 'to') return undefined;
    if (key === 'top' || key === 'bottom') return Number(value) - row;
    return key === 'value' ? typeof value : value;
  });
}

function formulasOf(column: ColumnPlan): PlacedFormula[] {
  return column.formula ? [column.formula] : column.cells.flatMap((cell) => (isFormula(cell) ? [cell.formula] : []));
}

/** Periods of a series are reported with as many decimals each. */
function evenDecimals({ columns }: TablePlan): void {
  for (let from = 0; from < columns.length;) {
    let to = from;
    while (to < columns.length && PERIOD.test(columns[to]?.name.trim() ?? '')) to++;
    const series = columns.slice(from, to).filter(({ format, numeric }) => numeric && format !== '');
    const bare = (format: string): string => format.replaceAll(/\.0+|"–"/g, '');
    const [first] = series;
    if (first && series.every(({ format }) => bare(format).replace(/;[^;]*$/, '') === bare(first.format).replace(/;[^;]*$/, ''))) {
      const longest = series.reduce((a, b) => (b.format.length > a.format.length ? b : a), first);
      const decimals = /\.(0+)/.exec(longest.format)?.[1]?.length ?? 0;
      const shortest = minOf(series.map(({ format }) => /\.(0+)/.exec(format)?.[1]?.length ?? 0));
      if (decimals !== shortest) for (const column of series) column.format = longest.format;
    }
    from = Math.max(to, from + 1);
  }
}

/** Columns whose values are words are aligned left. */
function settleText(column: ColumnPlan): void {
  const [first] = formulasOf(column);
  if (!first) return;
  const values = column.cells.map(valueOf).filter((value) => value !== undefined && value !== null && !isError(value));
  const saysText = first.kind === 'call' && TEXT_FUNCTIONS.has(first.name);
  if ((values.length > 0 && values.every((value) => typeof value === 'string')) || (values.length === 0 && saysText))
    Object.assign(column, { numeric: false, align: column.align === 'center' ? 'center' : 'left', format: '' });
}

/** A computed column takes the format of what it is computed from; where its formulas differ, each cell does. */
function settleColumn(column: ColumnPlan, table: TablePlan, book: WorkbookPlan): void {
  const groups = formulaGroups(column, table);
  const [first, ...others] = groups;
  if (!first) return;
  if (others.length === 0 && column.mixed !== true) {
    column.format = formatOfRows(first, column, column.name, book) ?? '';
    if (table.hasTotal && column.format === '' && first.rows.some((row) => typeof valueOf(column.cells[row]) === 'number'))
      column.format = numberFormat(0, false);
    return;
  }
  const formats = groups.map((group) =>
    formatOfRows(group, column, group.rows.length > 1 ? column.name : labelAt(table, group.rows[0] ?? 0), book),
  );
  const known = new Set(formats.filter((format) => format !== undefined));
  const [only] = known;
  if (known.size === 1 && only !== undefined && column.mixed !== true) column.format = only;
  else {
    column.formats ??= new Map();
    for (const [at, { rows }] of groups.entries())
      for (const row of rows) if (formats[at] !== undefined && !column.formats.has(row)) column.formats.set(row, formats[at]);
  }
}

/** The words that a row begins with. */
function labelAt({ columns }: TablePlan, row: number): string {
  const value = valueOf(columns[0]?.cells[row]);
  return typeof value === 'string' ? value : '';
}

/** undefined where the rows evaluate to anything but figures. @param name header of the column, or label of the row */
function formatOfRows(
  { rows, formula }: { rows: readonly number[]; formula: PlacedFormula },
  column: ColumnPlan,
  name: string,
  book: WorkbookPlan,
): string | undefined {
  const values = rows
    .map((row) => valueOf(column.cells[row]))
    .filter((value) => value !== undefined && value !== null && value !== '' && !isError(value));
  if ((formula.kind === 'call' && TEXT_FUNCTIONS.has(formula.name)) || values.some((value) => typeof value !== 'number')) return undefined;
  const figures = values.filter((value) => typeof value === 'number');
  const shares =
    figures.length > 0 &&
    promisesShares(name) &&
    figures.every((value) => Math.abs(value) <= (rows.length > 1 ? SHARES_MAX : QUOTIENT_MAX)) &&
    !figures.every(Number.isInteger) &&
    (column.mixed !== true || usesDivision(formula));
  return shares ? percentFormat(1, promisesChange(name)) : formatOf(formula, figures, book);
}

/** Key figures and assumptions that are calculated. */
function settleLoose(book: WorkbookPlan): void {
  for (const { rows } of book.sheets) {
    for (const { cells } of rows.values()) {
      for (const cell of cells) {
        if (!isFormula(cell.content) || cell.look.format !== undefined || cell.content.source === '') continue;
        const { value, formula } = cell.content;
        if (typeof value === 'number') cell.look = { ...cell.look, format: formatOf(formula, [value], book) };
      }
      evenFigures(cells);
    }
  }
}

/** Key figures of one row that are money are reported with cents where any of them needs them, else with none. */
function evenFigures(cells: readonly CellPlan[]): void {
  const money = cells.filter(({ content, look }) => isFormula(content) && look.format !== undefined && isMoney(look.format));
  const bareFormat = ({ look }: CellPlan): string => (look.format ?? '').replaceAll(/\.0+/g, '').replace(/;[^;]*$/, '');
  for (const cell of money) {
    const alike = money.filter((one) => bareFormat(one) === bareFormat(cell));
    const longest = alike.reduce((a, b) => ((b.look.format ?? '').length > (a.look.format ?? '').length ? b : a), cell);
    const small = alike.some(({ content }) => Math.abs(Number(valueOf(content))) < CENTS_MATTER_MAX);
    const format = small ? longest.look.format : longest.look.format?.replaceAll(/\.0+/g, '');
    if (format !== undefined) cell.look = { ...cell.look, format };
  }
}

function formatsOf(reference: PlacedReference, book: WorkbookPlan): string {
  const at = (sheet: number, row: number, column: number): string => {
    const table = book.sheets[sheet]?.tables.find(
      (one) => row >= bodyTop(one) && row <= one.bottom && column >= one.left && column <= one.right,
    );
    const plan = table?.columns[column - table.left];
    return table
      ? plan
        ? formatAt(plan, row - bodyTop(table))
        : ''
      : (book.sheets[sheet]?.rows.get(row)?.cells.find((cell) => cell.column === column)?.look.format ?? '');
  };
  switch (reference.kind) {
    case 'table': {
      const column = book.tables[reference.table]?.columns[reference.from];
      return column?.format || (column?.formats?.values().next().value ?? '');
    }
    case 'area':
      return at(reference.sheet, reference.top, reference.left);
    case 'defined': {
      const content = book.names[reference.name]?.content;
      return content?.kind === 'cell' ? at(content.sheet, content.row, content.column) : '';
    }
  }
}

function formatOf(formula: PlacedFormula, values: readonly number[], book: WorkbookPlan): string {
  const tree = bare(formula);
  const formats = [...referencesOf(tree)].map((reference) => formatsOf(reference, book));
  const dates = formats.filter((format) => format.includes('yyyy')).length;
  const [outer] = tree.kind === 'call' ? [tree.name] : [];
  if (outer !== undefined && COUNTING.has(outer)) return numberFormat(0, false);
  if ((outer !== undefined && DATE_FUNCTIONS.has(outer)) || (tree.kind === 'binary' && /^[+-]$/.test(tree.operator) && dates === 1))
    return dateFormat(book.document.lang, false, false);
  if (outer !== undefined && RATE_FUNCTIONS.has(outer)) return percentFormat(1, false);
  if (formats.some(isTime) && !formats.some(isMoney) && !multiplies(tree))
    return outer !== undefined && (outer === 'MIN' || outer === 'MAX') ? (formats.find(isTime) ?? '') : '[h]:mm';
  if (tree.kind === 'reference') return formats[0] || plainFormat(values);
  const money = formats.filter(isMoney);
  const divided = usesDivision(tree);
  if (outer !== undefined && MONEY_FUNCTIONS.has(outer)) return withCents(money[0] ?? moneyOf(book) ?? numberFormat(2, false), values);
  if (formats.length > 0 && formats.every(isPercent) && !divided && !multiplies(tree))
    return percentFormat(Math.max(1, decimalsOf(formats)), false);
  if (money[0] !== undefined && !(divided && money.length > 1)) return withCents(money[0], values);
  if (divided && money.length > 1 && values.every((value) => Math.abs(value) <= QUOTIENT_MAX)) return percentFormat(1, isChangeOf(tree));
  if (tree.kind === 'binary' && tree.operator === '/' && (isPart(formats, values) || isPartOfCount(tree, formats, values)))
    return percentFormat(1, false);
  const [kept, ...others] = new Set(formats.filter((format) => format !== ''));
  if (outer !== undefined && KEEPING.has(outer) && kept !== undefined && others.length === 0 && !divided) return kept;
  return plainFormat(values);
}

const isPercent = (format: string): boolean => format.includes('%');
const decimalsOf = (formats: readonly string[]): number => maxOf(formats.map((format) => /\.(0+)/.exec(format)?.[1]?.length ?? 0));

const plainFormat = (values: readonly number[]): string =>
  numberFormat(values.length > 0 && values.every((value) => Number.isInteger(Number(value.toPrecision(12)))) ? 0 : 2, false);

/** The one currency of the workbook; undefined where it has several or none. */
function moneyOf(book: WorkbookPlan): string | undefined {
  const bareSign = (format: string): string => /"[^"]*[\p{Sc}A-Z][^"]*"/u.exec(format)?.[0] ?? '';
  const all = [
    ...book.tables.flatMap(({ columns }) => columns.flatMap(({ format, formats }) => [format, ...(formats?.values() ?? [])])),
    ...book.sheets.flatMap(({ rows }) => [...rows.values()].flatMap(({ cells }) => cells.map(({ look }) => look.format ?? ''))),
  ].filter(isMoney);
  return new Set(all.map(bareSign)).size === 1 ? all[0] : undefined;
}

/** One count out of another, in a cell of its own. */
function isPartOfCount(tree: Extract<PlacedFormula, { kind: 'binary' }>, formats: readonly string[], values: readonly number[]): boolean {
  const counts = (part: PlacedFormula): boolean =>
    part.kind === 'group' ? counts(part.inner) : part.kind === 'call' && COUNTING.has(part.name);
  const alike = formats.length === 2 && formats[0] === formats[1] && formats[0] !== '' && !isPercent(formats[0] ?? '');
  return (
    values.length > 0 &&
    values.every((value) => value >= 0 && value <= 1 && !Number.isInteger(value)) &&
    ((counts(tree.left) && counts(tree.right)) || alike)
  );
}

const CENTS_MAX = 10_000;
/** Among large sums, cents are worth a place only beside figures below this. */
const CENTS_MATTER_MAX = 1_000;

/** Whole sums make figures with cents, by the month say; of large ones nobody asks for them. */
function withCents(format: string, values: readonly number[]): string {
  const counts =
    values.some((value) => Math.abs(value - Math.round(value)) >= 0.005) && values.every((value) => Math.abs(value) < CENTS_MAX);
  return counts && !format.includes('.0') ? format.replaceAll('#,##0', '#,##0.00').replace(/;"–"$/, '') : format;
}

/** Without what only guards or rounds it. */
function bare(tree: PlacedFormula): PlacedFormula {
  if (tree.kind === 'group') return bare(tree.inner);
  const [first] = tree.kind === 'call' && (tree.name === 'IFERROR' || tree.name === 'ROUND') ? tree.arguments : [];
  return first ? bare(first) : tree;
}

/** `a / b - 1` */
function isChangeOf(tree: PlacedFormula): boolean {
  return tree.kind === 'binary' && tree.operator === '-' && (tree.right.kind === 'literal' ? tree.right.value === 1 : false);
}

/** One number of things out of another: never more than all of them. */
function isPart(formats: readonly string[], values: readonly number[]): boolean {
  return (
    formats.length >= 2 &&
    formats.every(isPlainNumber) &&
    formats.every((format) => !format.includes('.')) &&
    values.length >= 2 &&
    values.every((value) => value >= 0 && value <= 1) &&
    !values.every(Number.isInteger)
  );
}

const usesDivision = (tree: PlacedFormula): boolean => uses(tree, /^\/$/);
const multiplies = (tree: PlacedFormula): boolean => uses(tree, /^[*/]$/) || (tree.kind === 'call' && COUNTING.has(tree.name));

function uses(tree: PlacedFormula, operators: RegExp): boolean {
  switch (tree.kind) {
    case 'binary':
      return operators.test(tree.operator) || uses(tree.left, operators) || uses(tree.right, operators);
    case 'group':
      return uses(tree.inner, operators);
    case 'unary':
      return uses(tree.operand, operators);
    case 'call':
      return tree.arguments.some((argument) => uses(argument, operators));
    default:
      return false;
  }
}
