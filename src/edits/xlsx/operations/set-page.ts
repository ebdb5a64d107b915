import { z } from 'zod';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { columnLetters, COLUMNS_MAX, ROWS_MAX } from '../../../spreadsheet/cell-names.ts';
import { readArea, type Area } from '../../../spreadsheet/places.ts';
import { S } from '../../../ooxml/names.ts';
import { attributeOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import type { Sheet, WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { defineEdit, reject, type PartEdits, type Rejected } from '../../define-edit.ts';
import { writeNames, type NameKey } from '../mechanics/defined-names.ts';
import { findSheet } from '../mechanics/find-cells.ts';
import { setFrame, setSheetProperties, type Attributes } from '../mechanics/frame-attributes.ts';

/** Numbers of paper sizes (ISO/IEC 29500-1 §18.3.1.63). */
const SIZES = { letter: '1', legal: '5', A3: '8', A4: '9', A5: '11' } as const;
const cm = z.number().min(0).max(20);
const SIDES = ['left', 'right', 'top', 'bottom'] as const;
const CM_PER_INCH = 2.54;
const NARROW = 0.3;
/** Inches, as Excel sets them. */
const USUAL = { left: '0.7', right: '0.7', top: '0.75', bottom: '0.75', header: String(NARROW), footer: String(NARROW) };

const schema = z.strictObject({
  op: z.literal('set_page'),
  target: z.string().min(1).max(300).describe("A sheet: Sheet1, or 'Q1 plan'."),
  print_area: z.string().min(1).max(300).optional().describe('The cells that are printed: A1:F40; none: all.'),
  repeat_rows: z.string().min(1).max(50).optional().describe('Printed on every page: 1:2, or none.'),
  repeat_columns: z.string().min(1).max(50).optional().describe('Printed on every page: A:B, or none.'),
  size: z.enum(['A3', 'A4', 'A5', 'letter', 'legal']).optional(),
  orientation: z.enum(['portrait', 'landscape']).optional(),
  margins_cm: z
    .union([cm, z.strictObject({ top: cm.optional(), right: cm.optional(), bottom: cm.optional(), left: cm.optional() })])
    .optional()
    .describe('One for all sides, or each.'),
  fit_width: z
    .int()
    .min(0)
    .max(32_767)
    .optional()
    .describe('Pages side by side that all columns are made to fit on; 0: as many as it takes.'),
  fit_height: z.int().min(0).max(32_767).optional().describe('The same for pages below each other; 0 where only fit_width is given.'),
  scale: z.int().min(10).max(400).optional().describe('Percent, in the place of fitting.'),
  center: z.enum(['none', 'horizontal', 'vertical', 'both']).optional().describe('Which way the cells are in the middle of the page.'),
  gridlines: z.boolean().optional().describe('Whether the lines between cells are printed.'),
  headings: z.boolean().optional().describe('Whether letters of columns and numbers of rows are printed.'),
});
type Fields = z.infer<typeof schema>;

const fixedRows = ({ top, bottom }: Area): string => `$${top}:$${bottom}`;
const fixedColumns = ({ left, right }: Area): string => `$${columnLetters(left - 1)}:$${columnLetters(right - 1)}`;
const fixedCells = ({ top, left, bottom, right }: Area): string =>
  `$${columnLetters(left - 1)}$${top}:$${columnLetters(right - 1)}$${bottom}`;

type Named = NameKey & { formula: string | null };

/** The names that say what is printed (ISO/IEC 29500-1 §18.2.5): `_xlnm.Print_Area`, `_xlnm.Print_Titles`. */
function namesOf(file: WorkbookFile, sheet: Sheet, fields: Fields): Named[] | Rejected {
  const scope = file.entries.findIndex(({ name }) => name === sheet.name);
  const names: Named[] = [];
  const own = (reference: string): string => reference.slice(reference.lastIndexOf('!') + 1);
  if (fields.print_area !== undefined) {
    const area = fields.print_area === 'none' ? null : readArea(own(fields.print_area));
    if (area === null && fields.print_area !== 'none')
      return reject('target_not_found', `"${fields.print_area.slice(0, 100)}" names no cells: name them as A1:F40, or none.`);
    names.push({ name: '_xlnm.Print_Area', scope, formula: area && `${quoteSheet(sheet.name)}!${fixedCells(area)}` });
  }
  const { repeat_rows: rows, repeat_columns: columns } = fields;
  if (rows === undefined && columns === undefined) return names;
  const known = file.main.root;
  const kept = titlesOf(known, scope);
  const read = (
    text: string | undefined,
    before: string | null,
    isWhole: (area: Area) => boolean,
    write: (area: Area) => string,
  ): string | null | undefined => {
    if (text === undefined) return before;
    if (text === 'none') return null;
    const area = readArea(own(text));
    return area !== null && isWhole(area) ? `${quoteSheet(sheet.name)}!${write(area)}` : undefined;
  };
  const top = read(rows, kept.rows, ({ left, right }) => left === 1 && right === COLUMNS_MAX, fixedRows);
  const side = read(columns, kept.columns, ({ top: from, bottom }) => from === 1 && bottom === ROWS_MAX, fixedColumns);
  if (top === undefined)
    return reject('target_not_found', `"${(rows ?? '').slice(0, 50)}" names no whole rows: name them as 1:2, or none.`);
  if (side === undefined)
    return reject('target_not_found', `"${(columns ?? '').slice(0, 50)}" names no whole columns: name them as A:B, or none.`);
  const titles = [side, top].filter((one) => one !== null).join(',');
  return [...names, { name: '_xlnm.Print_Titles', scope, formula: titles === '' ? null : titles }];
}

/** Rows and columns that are repeated so far, as they are written. */
function titlesOf(root: WorkbookFile['main']['root'], scope: number): { rows: string | null; columns: string | null } {
  const list = firstElementOf(root, 'definedNames', S);
  const found = list?.children.find(
    (one) =>
      one.kind === 'element' && attributeOf(one, 'name') === '_xlnm.Print_Titles' && attributeOf(one, 'localSheetId') === String(scope),
  );
  const text = found?.kind === 'element' ? found.children.map((child) => (child.kind === 'text' ? child.value : '')).join('') : '';
  const pieces = text.match(/(?:'(?:[^']|'')*'|[^,'])+/g) ?? [];
  return {
    rows: pieces.find((one) => /!\$?\d+:\$?\d+$/.test(one)) ?? null,
    columns: pieces.find((one) => /!\$?[A-Z]+:\$?[A-Z]+$/i.test(one)) ?? null,
  };
}

const flag = (value: boolean | undefined): string | null | undefined => (value === undefined ? undefined : value ? '1' : null);

function setupOf({ size, orientation, scale, fit_width: wide, fit_height: tall }: Fields): Attributes {
  const fits = wide !== undefined || tall !== undefined;
  return {
    paperSize: size === undefined ? undefined : SIZES[size],
    orientation,
    scale: scale === undefined ? (fits ? null : undefined) : String(scale),
    fitToWidth: fits ? String(wide ?? 0) : undefined,
    fitToHeight: fits ? String(tall ?? 0) : undefined,
  };
}

function marginsOf({ margins_cm: given }: Fields): Attributes {
  const sides = typeof given === 'number' ? Object.fromEntries(SIDES.map((side) => [side, given])) : (given ?? {});
  return Object.fromEntries(
    Object.entries(sides).map(([side, value]) => [
      side,
      value === undefined ? undefined : String(Number((value / CM_PER_INCH).toFixed(4))),
    ]),
  );
}

function frameOf(sheet: Sheet, fields: Fields): PartEdits {
  const { center, scale } = fields;
  const fits = fields.fit_width !== undefined || fields.fit_height !== undefined;
  const centered = (side: 'horizontal' | 'vertical'): string | null | undefined =>
    center === undefined ? undefined : center === side || center === 'both' ? '1' : null;
  return {
    part: sheet.part.name,
    edits: [
      ...(fits
        ? setSheetProperties(sheet, { pageSetUpPr: { fitToPage: '1' } })
        : scale === undefined
          ? []
          : setSheetProperties(sheet, { pageSetUpPr: { fitToPage: null } })),
      ...setFrame(sheet, 'printOptions', {
        horizontalCentered: centered('horizontal'),
        verticalCentered: centered('vertical'),
        headings: flag(fields.headings),
        gridLines: flag(fields.gridlines),
      }),
      ...setFrame(sheet, 'pageMargins', marginsOf(fields), USUAL),
      ...setFrame(sheet, 'pageSetup', setupOf(fields)),
    ],
  };
}

export const setSheetPage = defineEdit<WorkbookFile, Fields>({
  op: 'set_page',
  format: 'xlsx',
  summary: 'Sets how a sheet is printed: area, repeated rows and columns, paper, orientation, margins, fitting, centring',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such sheet, or an address names no cells, rows or columns',
    unsupported: 'both scale and fitting are named',
    no_effect: 'it is so already, or nothing is named',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, fields) {
    const found = findSheet(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet } = found;
    if (fields.scale !== undefined && (fields.fit_width !== undefined || fields.fit_height !== undefined))
      return reject('unsupported', 'A sheet is printed at a scale, or made to fit pages: name one of them.');
    const names = namesOf(file, sheet, fields);
    if (!Array.isArray(names)) return names;
    const parts = [frameOf(sheet, fields), { part: file.main.name, edits: writeNames(file, names) }].filter(
      ({ edits }) => edits.length > 0,
    );
    if (parts.length === 0) return reject('no_effect', 'The page is so already, or nothing of it is named.');
    const { op: _op, target: _target, ...named } = fields;
    return {
      parts,
      after: Object.entries(named)
        .flatMap(([name, value]) =>
          value === undefined ? [] : [`${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`],
        )
        .join(', '),
    };
  },
  examples: [
    {
      name: 'cells stay',
      operation: { op: 'set_page', target: 'Data', print_area: 'A1:F40', repeat_rows: '1:1', orientation: 'landscape', fit_width: 1 },
      given: '<row r="1"><c r="A1"><v>1</v></c></row>',
      expected: '<row r="1"><c r="A1"><v>1</v></c></row>',
    },
    {
      name: 'columns are no rows',
      operation: { op: 'set_page', target: 'Data', repeat_rows: 'A:B' },
      given: '',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
