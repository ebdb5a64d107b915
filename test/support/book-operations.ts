/** Operations that fit a workbook, for trials over many files: one of each kind, on a sheet and cells chosen by a number. */
import type { EditOperation } from '../../src/edits/apply-edits.ts';
import { columnLetters } from '../../src/spreadsheet/cell-names.ts';
import { relationshipsOf } from '../../src/ooxml/office-package.ts';
import type { SeenBook, SeenCell, SeenSheet } from './book-model.ts';

/** One red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';

export interface NamedOperation {
  name: string;
  operations: EditOperation[];
  /** Areas of the chosen sheet whose cells may hold something else afterwards. */
  writes: string[];
}
export interface Chosen {
  sheet: SeenSheet;
  row: number;
  column: number;
  /** A word of a text of the sheet. */
  word: string;
  operations: NamedOperation[];
}

const nameOf = (row: number, column: number): string => `${columnLetters(column - 1)}${row}`;
const quote = (name: string): string => `'${name.replaceAll("'", "''")}'`;

export const addressText = ({ sheet, row, column }: Pick<Chosen, 'sheet' | 'row' | 'column'>): string =>
  `${quote(sheet.name)}!${nameOf(row, column)}`;

interface Corner {
  row: number;
  column: number;
  right: number;
  bottom: number;
}

const endOf = ({ cells }: SeenSheet): Pick<Corner, 'bottom' | 'right'> => {
  let [bottom, right] = [1, 1];
  for (const cell of cells.values()) [bottom, right] = [Math.max(bottom, cell.row), Math.max(right, cell.column)];
  return { bottom, right };
};

const one = (name: string, operation: EditOperation, writes: string[] = []): NamedOperation => ({ name, operations: [operation], writes });

function cellOperations(on: string, { row, column }: Corner, word: string): NamedOperation[] {
  const cell = nameOf(row, column);
  const target = `${on}!${cell}`;
  return [
    one('set_cells', { op: 'set_cells', target, values: [[12, 'text <&>']] }, [`${cell}:${nameOf(row, column + 1)}`]),
    one('set_formula', { op: 'set_formula', target, formula: '=SUM(1,2)' }, [cell]),
    ...(word === '' ? [] : [one('replace_text_all', { op: 'replace_text', find: word, replace: 'Other <&>', all: true })]),
    one('add_comment', { op: 'add_comment', target, text: 'Why?\nSo.' }),
    one('delete_comment', { op: 'delete_comment', target }),
    {
      name: 'add_delete_comment',
      operations: [
        { op: 'add_comment', target, text: 'Why?' },
        { op: 'delete_comment', target },
      ],
      writes: [],
    },
    one('set_link', { op: 'set_link', target, url: 'https://example.com/?a=1&b=2' }),
    one('insert_image', { op: 'insert_image', target, image: { data: PIXEL }, alt: 'A dot' }),
    one('add_shape', { op: 'add_shape', target, kind: 'text_box', text: 'Bench <&>\nshape', alt: 'A note' }),
    one('delete_shape', { op: 'delete_shape', target: `${on}!shape1` }),
    one('delete_picture', { op: 'delete_shape', target: `${on}!img1` }),
    one('delete_chart', { op: 'delete_shape', target: `${on}!chart1` }),
    {
      name: 'add_delete_shape',
      operations: [
        { op: 'add_shape', target, kind: 'line_arrow', width_cm: 3 },
        { op: 'delete_shape', target: `${on}!line1` },
      ],
      writes: [],
    },
    one('update_pivot', { op: 'update_pivot', target }),
    one('unmerge_cells', { op: 'unmerge_cells', target: `${on}!A1:${nameOf(row + 20, column + 10)}` }),
  ];
}

function areaOperations(on: string, { row, column, right, bottom }: Corner): NamedOperation[] {
  const area = `${nameOf(row, column)}:${nameOf(row + 3, column + 2)}`;
  const target = `${on}!${area}`;
  const free = `${on}!${nameOf(row, right + 3)}`;
  const freeArea = `${nameOf(bottom + 3, right + 3)}:${nameOf(bottom + 6, right + 5)}`;
  return [
    one('set_number_format', { op: 'set_number_format', target, format: '#,##0.0' }),
    one('set_format', { op: 'set_format', target, bold: true, fill: 'FFEE00', border: 'thin', width: 14 }),
    one('set_format_column', {
      op: 'set_format',
      target: `${on}!${columnLetters(column - 1)}:${columnLetters(column - 1)}`,
      italic: true,
      hidden: true,
    }),
    one('set_format_row', { op: 'set_format', target: `${on}!${row}:${row}`, height: 30, color: 'C00000' }),
    one('set_cell_style', { op: 'set_cell_style', target, style: 'Good' }),
    one('add_conditional_format', { op: 'add_conditional_format', target, kind: 'cell', operator: 'less', value: 0, color: 'C00000' }),
    one('add_data_validation', { op: 'add_data_validation', target, kind: 'list', values: ['yes', 'no'] }),
    one('remove_rules_format', { op: 'remove_rules', target: on, kind: 'conditional_format' }),
    one('remove_rules_validation', { op: 'remove_rules', target, kind: 'data_validation' }),
    one('merge_cells', { op: 'merge_cells', target: `${on}!${freeArea}` }),
    one('merge_cells_here', { op: 'merge_cells', target }, [area]),
    one('merge_cells_drop', { op: 'merge_cells', target, others: 'drop' }, [area]),
    one('merge_cells_join', { op: 'merge_cells', target, others: 'join' }, [area]),
    one('set_auto_filter', { op: 'set_auto_filter', target: `${on}!A1:${nameOf(bottom, right)}` }),
    {
      name: 'add_resize_table',
      operations: [
        { op: 'add_table', target: `${on}!${freeArea}`, name: 'BenchTable' },
        { op: 'resize_table', name: 'BenchTable', target: `${on}!${nameOf(bottom + 3, right + 3)}:${nameOf(bottom + 9, right + 6)}` },
      ],
      writes: [`${nameOf(bottom + 3, right + 3)}:${nameOf(bottom + 9, right + 6)}`],
    },
    one('add_table_here', { op: 'add_table', target }, [area]),
    one('sort', {
      op: 'sort',
      target: `${on}!${nameOf(2, 1)}:${nameOf(bottom, right)}`,
      by: [{ column: columnLetters(column - 1) }],
      header: false,
    }),
    one('add_chart', {
      op: 'add_chart',
      target: free,
      kind: 'column',
      data: `${on}!A1:${nameOf(Math.min(bottom, 20), Math.min(right, 5))}`,
      title: 'Bench',
    }),
    one('update_chart', { op: 'update_chart', target: `${on}!chart1`, title: 'Other title' }),
    one('add_sparklines', {
      op: 'add_sparklines',
      target: `${on}!${nameOf(row, right + 3)}:${nameOf(row + 3, right + 3)}`,
      data: target,
      kind: 'column',
    }),
  ];
}

function sheetOperations(on: string, { row, column, bottom, right }: Corner): NamedOperation[] {
  const letters = columnLetters(column - 1);
  return [
    one('insert_rows', { op: 'insert_rows', target: `${on}!${row}:${row}` }),
    one('delete_rows', { op: 'delete_rows', target: `${on}!${row}:${row}` }),
    one('insert_columns', { op: 'insert_columns', target: `${on}!${letters}:${letters}` }),
    one('delete_columns', { op: 'delete_columns', target: `${on}!${letters}:${letters}` }),
    one('add_sheet', { op: 'add_sheet', name: 'Bench sheet', values: [['Total', { formula: `=SUM(${on}!A:A)` }]], position: 1 }),
    one('copy_sheet', { op: 'copy_sheet', target: on, name: "Copy's 1" }),
    one('rename_sheet', { op: 'rename_sheet', target: on, name: "Bench's plan" }),
    one('move_sheet', { op: 'move_sheet', target: on, position: 9_999 }),
    one('delete_sheet', { op: 'delete_sheet', target: on }),
    one('set_sheet', { op: 'set_sheet', target: on, tab_color: 'C00000', zoom: 80, gridlines: false }),
    one('hide_sheet', { op: 'set_sheet', target: on, hidden: true }),
    one('set_page', {
      op: 'set_page',
      target: on,
      print_area: `A1:${nameOf(bottom, right)}`,
      repeat_rows: '1:1',
      orientation: 'landscape',
      size: 'A4',
      fit_width: 1,
      margins_cm: 1.5,
      center: 'both',
      gridlines: true,
    }),
    one('set_header_footer', { op: 'set_header_footer', target: on, place: 'footer', left: 'R&D', right: 'Page {page} of {pages}' }),
    one('freeze', { op: 'freeze', target: on, rows: 2, columns: 1 }),
    one('protect_sheet', { op: 'protect_sheet', target: on, allow: ['sort'] }),
    one('group_rows', { op: 'group', target: `${on}!${row}:${row + 2}`, collapsed: true }),
    one('group_columns', { op: 'group', target: `${on}!${letters}:${letters}` }),
    {
      name: 'group_and_ungroup',
      operations: [
        { op: 'group', target: `${on}!${row}:${row + 2}` },
        { op: 'group', target: `${on}!${row}:${row + 2}`, remove: true },
      ],
      writes: [],
    },
    one('define_name', { op: 'define_name', name: 'BenchName', refers_to: `${on}!${nameOf(row, column)}` }),
    {
      name: 'define_delete_name',
      operations: [
        { op: 'define_name', name: 'BenchName', refers_to: `${on}!A1` },
        { op: 'delete_name', name: 'BenchName' },
      ],
      writes: [],
    },
    one('set_property', { op: 'set_property', name: 'title', value: 'Bench <&>' }),
  ];
}

/** A pivot table of the first names that stand beside each other, on the sheet itself and on a new one. */
function pivotOperations(on: string, sheet: SeenSheet): NamedOperation[] {
  const headAt = (row: number, column: number): string | undefined => {
    const cell = sheet.cells.get(`${row},${column}`);
    return cell?.value.startsWith('text:') === true && !cell.hasFormula ? cell.value.slice(5) : undefined;
  };
  const { bottom, right } = endOf(sheet);
  const [first] = [...sheet.cells.values()].filter(
    ({ row, column }) => (headAt(row, column) ?? '') !== '' && (headAt(row, column + 1) ?? '') !== '' && row < bottom,
  );
  if (first === undefined) return [];
  const { row, column } = first;
  let last = column + 1;
  while ((headAt(row, last + 1) ?? '') !== '') last++;
  const fields = {
    source: `${on}!${nameOf(row, column)}:${nameOf(bottom, last)}`,
    rows: [headAt(row, column) ?? ''],
    values: [{ field: headAt(row, last) ?? '' }, { field: headAt(row, last) ?? '', function: 'count' as const }],
  };
  const target = `${on}!${nameOf(1, right + 3)}`;
  const areaOfHeads = `${nameOf(row, column)}:${nameOf(row, last)}`;
  const table = { op: 'add_table', target: fields.source, name: 'BenchOrders' } as const;
  const slicer = { op: 'add_slicer', target, table: 'BenchOrders', column: fields.rows[0] ?? '' } as const;
  return [
    { name: 'add_slicer', operations: [table, slicer], writes: [areaOfHeads] },
    {
      name: 'rename_table_column',
      operations: [table, { op: 'set_cells', target: `${on}!${nameOf(row, column)}`, values: [['Bench <&> column']] }],
      writes: [areaOfHeads],
    },
    {
      name: 'add_pivot_slicer',
      operations: [
        { op: 'add_pivot', ...fields, sheet: 'Bench pivot' },
        { op: 'add_slicer', target, pivot: "'Bench pivot'!A1", column: fields.rows[0] ?? '' },
        { op: 'add_slicer', target: "'Bench pivot'!K2", pivot: "'Bench pivot'!A1", column: headAt(row, last) ?? '' },
      ],
      writes: [],
    },
    one('add_pivot', { op: 'add_pivot', ...fields, sheet: 'Bench pivot' }),
    one('add_pivot_here', { op: 'add_pivot', ...fields, target }, [`${nameOf(1, right + 3)}:${nameOf(bottom + 10, right + 6)}`]),
  ];
}

/** @returns null where no sheet holds anything */
export function bookOperations(book: SeenBook, seed: number): Chosen | null {
  const filled = book.sheets.filter(({ cells }) => cells.size > 0);
  // sheets with more of everything are met more often
  const rich = filled.filter(({ part }) => relationshipsOf(book.opened, part).length > 0);
  const sheets = rich.length > 0 && seed % 2 === 0 ? rich : filled;
  const sheet = sheets[seed % Math.max(1, sheets.length)];
  if (sheet === undefined) return null;
  const held = [...sheet.cells.values()].filter((cell) => cell.value !== '' || cell.hasFormula);
  const cell: SeenCell | undefined = held[(seed * 7) % Math.max(1, held.length)];
  if (cell === undefined) return null;
  const texts = held.filter(({ value, hasFormula }) => value.startsWith('text:') && !hasFormula).map(({ value }) => value.slice(5));
  const word = /\p{L}{3,}/u.exec(texts[(seed * 3) % Math.max(1, texts.length)] ?? '')?.[0] ?? '';
  const corner = { row: cell.row, column: cell.column, ...endOf(sheet) };
  const on = quote(sheet.name);
  return {
    sheet,
    row: cell.row,
    column: cell.column,
    word,
    operations: [
      ...cellOperations(on, corner, word),
      ...areaOperations(on, corner),
      ...sheetOperations(on, corner),
      ...pivotOperations(on, sheet),
    ],
  };
}
