import { z } from 'zod';
import { S } from '../../../ooxml/names.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { firstElementOf, textOf, walkElements } from '../../../ooxml/xml-tree.ts';
import type { Sheet, WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { areaText, isWithin, placeText, readPlace, type Area, type CellPlace } from '../../../spreadsheet/places.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { findArea, findAreaToRead } from '../mechanics/find-cells.ts';
import { addToExtension, SPARKLINES } from '../mechanics/sheet-extensions.ts';
import { workbookColors } from '../mechanics/workbook-colors.ts';
import { sayCellsUnprinted } from '../mechanics/unprinted.ts';
import { colorSchema } from './set-format.ts';

const KINDS = { line: null, column: 'column', win_loss: 'stacked' } as const;
const CELLS_MAX = 10_000;
const NEGATIVE = 'FFD00000';

const schema = z.strictObject({
  op: z.literal('add_sparklines'),
  target: z.string().min(1).max(300).describe('The cells that show them, in one column or one row: Sheet1!H2:H20.'),
  data: z.string().min(1).max(300).describe('Their figures: as many rows as a column of cells has, or as many columns as a row has.'),
  kind: z.enum(['line', 'column', 'win_loss']).optional().describe('line where absent.'),
  color: colorSchema.optional().describe('RRGGBB; absent: the first colour of the theme.'),
  markers: z.boolean().optional().describe('Of lines: a dot at each value.'),
  negative: z.boolean().optional().describe('Shows values below zero in red.'),
});
type Fields = z.infer<typeof schema>;

/** One stretch of figures for each cell. */
function pairsOf(cells: Area, data: Area): { place: CellPlace; area: Area }[] | null {
  const [tall, wide] = [cells.bottom - cells.top + 1, cells.right - cells.left + 1];
  if (wide === 1 && data.bottom - data.top + 1 === tall)
    return Array.from({ length: tall }, (_, at) => ({
      place: { row: cells.top + at, column: cells.left },
      area: { ...data, top: data.top + at, bottom: data.top + at },
    }));
  if (tall === 1 && data.right - data.left + 1 === wide)
    return Array.from({ length: wide }, (_, at) => ({
      place: { row: cells.top, column: cells.left + at },
      area: { ...data, left: data.left + at, right: data.left + at },
    }));
  return null;
}

/** A cell shows one of them. */
function takenIn(sheet: Sheet, area: Area): string | undefined {
  const list = firstElementOf(sheet.part.root, 'extLst', S);
  const places =
    list === undefined ? [] : [...walkElements(list)].filter(({ local, parent }) => local === 'sqref' && parent?.local === 'sparkline');
  return places.map((one) => textOf(one)).find((text) => isWithin(readPlace(text) ?? { row: 0, column: 0 }, area));
}

function groupXml({ kind = 'line', color, markers, negative }: Fields, own: string, lines: readonly string[]): string {
  const type = KINDS[kind];
  const rgb = color ?? own;
  const attributes = `${type === null ? '' : ` type="${type}"`} displayEmptyCellsAs="gap"${markers === true ? ' markers="1"' : ''}${negative === true ? ' negative="1"' : ''}`;
  const marks = ['Markers', 'First', 'Last', 'High', 'Low'].map((name) => `<x14:color${name} rgb="FF${rgb}"/>`).join('');
  return (
    `<x14:sparklineGroup${attributes}><x14:colorSeries rgb="FF${rgb}"/><x14:colorNegative rgb="${NEGATIVE}"/><x14:colorAxis rgb="FF000000"/>${marks}` +
    `<x14:sparklines>${lines.join('')}</x14:sparklines></x14:sparklineGroup>`
  );
}

function refused(sheet: Sheet, area: Area): Rejected | null {
  if ((area.bottom - area.top + 1) * (area.right - area.left + 1) > CELLS_MAX)
    return reject('would_overflow', `At most ${CELLS_MAX} sparklines are added at once.`);
  const taken = takenIn(sheet, area);
  return taken === undefined ? null : reject('unsupported', `${taken} shows a sparkline already.`, [`${quoteSheet(sheet.name)}!${taken}`]);
}

export const addSparklines = defineEdit<WorkbookFile, Fields>({
  op: 'add_sparklines',
  format: 'xlsx',
  summary: 'Draws small charts of rows or columns of figures into cells',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there are no such cells',
    unsupported: 'cells and figures do not go together, or a cell shows one already',
    would_overflow: 'there are too many',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, fields) {
    const found = findArea(file, fields.target);
    if ('rejected' in found) return found;
    const data = findAreaToRead(file, fields.data);
    if ('rejected' in data) return data;
    const { sheet, area } = found;
    const no = refused(sheet, area);
    if (no !== null) return no;
    const pairs = pairsOf(area, data.area);
    if (pairs === null)
      return reject(
        'unsupported',
        'A column of cells takes as many rows of figures, a row of cells as many columns: make target and data fit.',
      );
    const lines = pairs.map(
      ({ place, area: own }) =>
        `<x14:sparkline><xm:f>${escapeText(`${quoteSheet(data.sheet.name)}!${areaText(own)}`)}</xm:f><xm:sqref>${placeText(place)}</xm:sqref></x14:sparkline>`,
    );
    const [first = '0B3B40'] = workbookColors(file.opened);
    return {
      parts: [{ part: sheet.part.name, edits: [addToExtension(sheet, SPARKLINES, groupXml(fields, first, lines))] }],
      after: `${pairs.length} of ${fields.data}`,
      ...sayCellsUnprinted(file, sheet, area),
    };
  },
  examples: [
    {
      name: 'cells stay',
      operation: { op: 'add_sparklines', target: 'Data!D1:D2', data: 'Data!A1:C2', kind: 'column' },
      given: '<row r="1"><c r="A1"><v>1</v></c></row>',
      expected: '<row r="1"><c r="A1"><v>1</v></c></row>',
    },
    {
      name: 'they do not go together',
      operation: { op: 'add_sparklines', target: 'Data!D1:D3', data: 'Data!A1:C2' },
      given: '',
      expected: { rejected: 'unsupported' },
    },
  ],
});
