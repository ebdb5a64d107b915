import { z } from 'zod';
import { R, S } from '../../../ooxml/names.ts';
import { addPart, addRelationship, editXmlPart, freePartName } from '../../../ooxml/change-package.ts';
import { appendContent } from '../../../ooxml/edit-xml.ts';
import { contentTypeOf, partNames, readXmlPart, type OfficePackage } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { tablesOf, textAt, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { COLUMNS_MAX, ROWS_MAX } from '../../../spreadsheet/cell-names.ts';
import { addressOf, areasMeet, areaText, type Area, type CellPlace } from '../../../spreadsheet/places.ts';
import { attributeLike } from '../../office/declared-prefix.ts';
import { defineEdit, isRejected, reject, type EditPlan, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { findCell } from '../mechanics/find-cells.ts';
import { sayCellsUnprinted } from '../mechanics/unprinted.ts';
import { readFormats, type Formats } from '../mechanics/formats.ts';
import { addPivotParts } from '../mechanics/pivot-parts.ts';
import { pivotArea, pivotCells, type PivotPlan } from '../mechanics/pivot-cells.ts';
import { PIVOT_FUNCTIONS } from '../mechanics/pivot-figures.ts';
import { readPivotSource } from '../mechanics/pivot-source.ts';
import { planPivot } from '../mechanics/plan-pivot.ts';
import { isStrict, isStructureLocked, nameFault } from '../mechanics/sheet-list.ts';
import { cellXml, writeCells, type NewCell } from '../mechanics/write-cells.ts';

const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const FIELDS_MAX = 8;
const fieldName = textFits(1, 255);

const schema = z.strictObject({
  op: z.literal('add_pivot'),
  source: z.string().min(1).max(300).describe('The cells with their row of names: Data!A1:F200; or the name of a table.'),
  target: z.string().min(1).max(300).optional().describe('The cell where it begins, with its filters; absent: A1 of a new sheet.'),
  sheet: textFits(1, 100).optional().describe('Name of the new sheet; Pivot where absent.'),
  rows: z.array(fieldName).min(1).max(FIELDS_MAX).describe('Columns of the source, the outermost first.'),
  columns: z.array(fieldName).max(FIELDS_MAX).optional(),
  values: z
    .array(
      z.strictObject({
        field: fieldName.describe('Column of the source whose figures are counted together.'),
        function: z.enum(PIVOT_FUNCTIONS).optional().describe('sum where absent.'),
        number_format: textFits(1, 255).optional().describe('As #,##0.00.'),
        name: textFits(1, 255).optional().describe('Sum of …, and so on, where absent.'),
      }),
    )
    .min(1)
    .max(20),
  filters: z
    .array(
      z.strictObject({
        field: fieldName.describe('Column of the source.'),
        value: z.string().max(255).optional().describe('The one that is shown; all where absent.'),
      }),
    )
    .max(FIELDS_MAX)
    .optional()
    .describe('Columns of the source by which the whole table is filtered, above it.'),
  name: textFits(1, 255).optional().describe('PivotTable1, or the next that is free, where absent.'),
  style: z
    .string()
    .regex(/^PivotStyle(?:Light|Medium|Dark)(?:[1-9]|1[0-9]|2[0-8])$/)
    .optional()
    .describe('PivotStyleLight16 where absent.'),
  layout: z.enum(['compact', 'outline', 'tabular']).optional().describe('compact where absent.'),
  totals: z
    .enum(['both', 'rows', 'columns', 'none'])
    .optional()
    .describe('Grand totals: of rows (on the right), of columns (below); both where absent.'),
  subtotals: z.boolean().optional().describe('Totals of outer fields; true where absent.'),
});
type Fields = z.infer<typeof schema>;

function freeName({ opened }: WorkbookFile, wanted: string | undefined): string | Rejected {
  const taken = new Set(
    partNames(opened).flatMap((part) =>
      contentTypeOf(opened, part) === `${TYPES}.pivotTable+xml`
        ? [(attributeOf(readXmlPart(opened, part).root, 'name') ?? '').toLowerCase()]
        : [],
    ),
  );
  if (wanted !== undefined)
    return taken.has(wanted.toLowerCase()) ? reject('unsupported', `There is a pivot table "${wanted}" already.`) : wanted;
  let number = 1;
  while (taken.has(`pivottable${number}`)) number++;
  return `PivotTable${number}`;
}

/** Where the table and its filters lie. */
const wholeArea = (plan: PivotPlan, start: CellPlace): Area => {
  const area = pivotArea(plan, start);
  return { ...area, top: start.row, right: Math.max(area.right, plan.filters.length > 0 ? start.column + 1 : 0) };
};

/** Cells that hold something are never written over. */
function placeFault(file: WorkbookFile, sheet: Sheet, area: Area): Rejected | null {
  const table = tablesOf(file, sheet).find((one) => areasMeet(one.area, area));
  if (table !== undefined)
    return reject('read_only_content', `The pivot table would lie on the table ${table.name} in ${areaText(table.area)}.`);
  for (const row of sheet.rows.values()) {
    if (row.number < area.top || row.number > area.bottom) continue;
    for (const { column } of sheet.cellsOf(row).values()) {
      const place = { row: row.number, column };
      if (column >= area.left && column <= area.right && textAt(file, sheet, place) !== '')
        return reject(
          'would_overflow',
          `The pivot table needs ${areaText(area)}, and ${addressOf(sheet.name, place)} holds something: choose another cell, or a new sheet.`,
        );
    }
  }
  return null;
}

const WIDTH_MAX = 40;

function columnsXml(cells: readonly NewCell[]): string {
  const widths = new Map<number, number>();
  for (const { column, value } of cells) {
    const length = typeof value === 'string' ? value.length : 10;
    widths.set(column, Math.min(WIDTH_MAX, Math.max(widths.get(column) ?? 0, length + 3)));
  }
  const listed = [...widths].toSorted(([a], [b]) => a - b);
  return `<cols>${listed.map(([column, width]) => `<col min="${column}" max="${column}" width="${width}" customWidth="1"/>`).join('')}</cols>`;
}

function addSheetPart(opened: OfficePackage, file: WorkbookFile, name: string, cells: readonly NewCell[]): string {
  const { main } = file;
  const rows = new Map<number, NewCell[]>();
  for (const cell of cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
  const data = [...rows]
    .toSorted(([a], [b]) => a - b)
    .map(([row, own]) => {
      const sorted = own.toSorted((a, b) => a.column - b.column);
      return `<row r="${row}">${sorted.map((cell) => cellXml('', cell)).join('')}</row>`;
    });
  const part = freePartName(opened, `${main.name.slice(0, main.name.lastIndexOf('/') + 1)}worksheets/sheet`, '.xml');
  addPart(
    opened,
    { name: part, contentType: `${TYPES}.worksheet+xml` },
    `${XML_DECLARATION}<worksheet xmlns="${S}">${columnsXml(cells)}<sheetData>${data.join('')}</sheetData></worksheet>`,
  );
  const relationship = addRelationship(opened, main.name, { type: `${R}/worksheet`, target: part });
  const book = readXmlPart(opened, main.name);
  const list = firstElementOf(book.root, 'sheets', S);
  const [model] = file.entries;
  if (list === undefined || model === undefined) return part;
  const id = file.entries.reduce((most, { element }) => Math.max(most, Number(attributeOf(element, 'sheetId') ?? 0)), 0) + 1;
  const relation = attributeLike(main.root, model.element, 'id', R);
  const entry = `<${model.element.name} name="${escapeAttribute(name)}" sheetId="${id}" ${relation}="${relationship}"/>`;
  editXmlPart(opened, book, [appendContent(book, list, entry)]);
  return part;
}

function planOnSheet(file: WorkbookFile, target: string, plan: PivotPlan, formats: Formats): EditPlan | Rejected {
  const found = findCell(file, target);
  if (isRejected(found)) return found;
  const { sheet, place } = found;
  const area = pivotArea(plan, place);
  const whole = wholeArea(plan, place);
  if (whole.bottom > ROWS_MAX || whole.right > COLUMNS_MAX)
    return reject('would_overflow', 'The pivot table would reach beyond the sheet.');
  const fault = placeFault(file, sheet, whole);
  if (fault !== null) return fault;
  const cells = pivotCells(plan, place, formats);
  const written = writeCells(file, sheet, cells);
  if (isRejected(written)) return written;
  return {
    ...written,
    after: plan.name,
    made: addressOf(sheet.name, { row: area.top, column: area.left }),
    ...sayCellsUnprinted(file, sheet, whole),
    finish(opened) {
      written.finish?.(opened);
      addPivotParts(opened, sheet.part.name, plan, area, formats);
      formats.write(opened);
    },
  };
}

function planOnNewSheet(file: WorkbookFile, wanted: string | undefined, plan: PivotPlan, formats: Formats): EditPlan | Rejected {
  const taken = new Set(file.entries.map((entry) => entry.name.toLowerCase()));
  let usual = 'Pivot';
  for (let number = 2; taken.has(usual.toLowerCase()); number++) usual = `Pivot ${number}`;
  const name = wanted ?? usual;
  const fault = nameFault(file, name);
  if (fault !== null) return fault;
  if (isStructureLocked(file))
    return reject('protected_document', 'The structure of this workbook is protected; remove the protection and send it again.');
  const start = { row: 1, column: 1 };
  const area = pivotArea(plan, start);
  if (area.bottom > ROWS_MAX || area.right > COLUMNS_MAX) return reject('would_overflow', 'The pivot table would reach beyond the sheet.');
  const cells = pivotCells(plan, start, formats);
  return {
    parts: [],
    after: plan.name,
    made: addressOf(name, { row: area.top, column: area.left }),
    touched: cells.map((cell) => addressOf(name, cell)),
    finish(opened) {
      addPivotParts(opened, addSheetPart(opened, file, name, cells), plan, area, formats);
      formats.write(opened);
    },
  };
}

export const addPivot = defineEdit<WorkbookFile, Fields>({
  op: 'add_pivot',
  format: 'xlsx',
  summary:
    'Makes a pivot table of cells or of a table, on a sheet or on a new one, with its figures in the cells; Excel counts it again when it opens the file, and so does LibreOffice, in pictures and PDFs of it too, with a layout of its own',
  tracked: false,
  alone: true,
  readsValues: true,
  refuses: {
    target_not_found: 'there are no such cells, columns or values',
    would_overflow: 'cells that it needs hold something, it reaches beyond the sheet, or it is too large',
    read_only_content: 'it would lie on a table or another pivot table',
    merged_cells: 'it would lie on merged cells',
    unsupported:
      'names of columns are missing, a formula of the source has no value and cannot be counted here, a column is used in two places, a name is taken, or it is a strict file',
    protected_document: 'the sheet that it would lie on, or the structure of the workbook, is protected',
  },
  schema,
  plan(file, fields) {
    if (fields.target !== undefined && fields.sheet !== undefined)
      return reject('unsupported', 'Give a cell (`target`) or the name of a new sheet (`sheet`), not both.');
    if (isStrict(file.main))
      return reject('unsupported', 'Pivot tables are not added to files of the strict format; save it as an ordinary workbook first.');
    const formats = readFormats(file.opened);
    const source = readPivotSource(file, fields.source, formats);
    if (isRejected(source)) return source;
    const name = freeName(file, fields.name);
    if (typeof name === 'object') return name;
    const plan = planPivot(source, fields, name);
    if (isRejected(plan)) return plan;
    return fields.target === undefined
      ? planOnNewSheet(file, fields.sheet, plan, formats)
      : planOnSheet(file, fields.target, plan, formats);
  },
  examples: [
    {
      name: 'the source stays',
      operation: {
        op: 'add_pivot',
        source: 'Data!A1:B3',
        sheet: 'By region',
        rows: ['Region'],
        values: [{ field: 'Sales', function: 'average' }],
      },
      given:
        '<row r="1"><c r="A1" t="str"><v>Region</v></c><c r="B1" t="str"><v>Sales</v></c></row><row r="2"><c r="A2" t="str"><v>East</v></c><c r="B2"><v>2</v></c></row><row r="3"><c r="A3" t="str"><v>East</v></c><c r="B3"><v>4</v></c></row>',
      expected:
        '<row r="1"><c r="A1" t="str"><v>Region</v></c><c r="B1" t="str"><v>Sales</v></c></row><row r="2"><c r="A2" t="str"><v>East</v></c><c r="B2"><v>2</v></c></row><row r="3"><c r="A3" t="str"><v>East</v></c><c r="B3"><v>4</v></c></row>',
    },
    {
      name: 'no names of columns',
      operation: { op: 'add_pivot', source: 'Data!A1:B2', rows: ['Region'], values: [{ field: 'Sales' }] },
      given: '',
      expected: { rejected: 'unsupported' },
    },
  ],
});
