import { findCell } from '../mechanics/find-cells.ts';
import { type CellPlace } from '../../../spreadsheet/places.ts';
import { A, C, R, XDR } from '../../../ooxml/names.ts';
import { z } from 'zod';
import type { Chart } from '../../../document/block.ts';
import { resolveLook } from '../../../document/look.ts';
import { addPart, addRelationship, editXmlPart, freePartName } from '../../../ooxml/change-package.ts';
import { CHART_CONTENT_TYPE, writeChart } from '../../../ooxml/chart.ts';
import { appendContent } from '../../../ooxml/edit-xml.ts';
import { readXmlPart, type OfficePackage } from '../../../ooxml/office-package.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { planChart } from '../../../writers/chart-plan.ts';
import { toChartSpec } from '../../../writers/chart-spec.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { chartTitleEdits } from '../../office/chart-series.ts';
import { textFits } from '../../text-fits.ts';
import { readFigures, readLine, type NewFigures } from '../mechanics/chart-cells.ts';
import { drawingOf, freeShapeId } from '../mechanics/sheet-drawing.ts';
import { workbookColors, workbookFace } from '../mechanics/workbook-colors.ts';
import { isStrict } from '../mechanics/sheet-list.ts';
import { sayUnprinted } from '../mechanics/unprinted.ts';
import { type WorkbookFile } from '../../../ooxml/workbook-file.ts';

const EMU_PER_PT = 12_700;

const schema = z.strictObject({
  op: z.literal('add_chart'),
  target: z.string().min(1).max(300).describe('The cell in its upper left corner: Sheet1!F2.'),
  kind: z.enum(['column', 'bar', 'stacked', 'line', 'area', 'pie', 'doughnut', 'scatter']),
  data: z
    .string()
    .min(1)
    .max(300)
    .describe(
      'The cells: names of the series in the first row, categories in the first column; columns apart by blocks of the same rows, Sheet1!A1:A9,D1:D9; or one column or row of figures.',
    ),
  title: textFits(1, 500).optional(),
  width: z.number().min(50).max(2_000).optional().describe('Points; 420 where absent.'),
  height: z.number().min(50).max(2_000).optional().describe('Points; 240 where absent.'),
});
type Fields = z.infer<typeof schema>;

const FALLBACK_COLORS = ['0B3B40', '257D87', 'DD783C', '86BBDD', '902F61', 'F0CB7D'];

function chartXml({ kind, title }: Fields, figures: NewFigures, opened: OfficePackage): string {
  const chart: Chart = {
    id: 'chart',
    type: 'chart',
    kind,
    categories: figures.categories.values.map((value) => String(value ?? '')),
    series: figures.series.map(({ name, values }) => ({ name: name.values[0] ?? '', values: [...values.values] })),
    ...(title === undefined ? {} : { title }),
  };
  const house = resolveLook('spreadsheet');
  const face = workbookFace(opened);
  const look = face === undefined ? house : { ...house, faces: { ...house.faces, text: face } };
  // a workbook without a theme has those of its charts alone, which may be one
  const colors = [...new Set([...workbookColors(opened), ...FALLBACK_COLORS])];
  const colorAt = (index: number): string => colors[index % colors.length] ?? '257D87';
  const { plan } = planChart(chart, look, 'en');
  const spec = toChartSpec(plan, look);
  const numbers = figures.categories.values.filter((value): value is number => typeof value === 'number');
  // slices that a plan would gather are cells of the sheet here, each its own
  const whole = {
    categories: chart.categories,
    sliceColors: kind === 'pie' || kind === 'doughnut' ? chart.categories.map((_, index) => colorAt(index)) : spec.sliceColors,
    series: spec.series.map((one, index) => ({ ...one, color: colorAt(index), values: [...(figures.series[index]?.values.values ?? [])] })),
  };
  return writeChart({
    ...spec,
    ...whole,
    cells: {
      categories: figures.categories.formula,
      names: figures.series.map(({ name }) => name.formula),
      values: figures.series.map(({ values }) => values.formula),
      ...(kind !== 'scatter' && numbers.length === chart.categories.length
        ? { categoryFigures: { values: numbers, format: 'General' } }
        : {}),
    },
  });
}

const sizeOf = ({ width = 420, height = 240 }: Fields): { cx: number; cy: number } => ({
  cx: Math.round(width * EMU_PER_PT),
  cy: Math.round(height * EMU_PER_PT),
});

function anchorXml(id: number, relationship: string, place: CellPlace, fields: Fields): string {
  const { title, kind } = fields;
  const { cx, cy } = sizeOf(fields);
  return (
    `<xdr:oneCellAnchor xmlns:xdr="${XDR}"><xdr:from><xdr:col>${place.column - 1}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${place.row - 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="${cx}" cy="${cy}"/>` +
    `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${id}" name="Chart ${id}" descr="${escapeAttribute(title ?? `${kind} chart`)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
    `<xdr:xfrm><a:off xmlns:a="${A}" x="0" y="0"/><a:ext xmlns:a="${A}" cx="0" cy="0"/></xdr:xfrm>` +
    `<a:graphic xmlns:a="${A}"><a:graphicData uri="${C}"><c:chart xmlns:c="${C}" xmlns:r="${R}" r:id="${relationship}"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor>`
  );
}

export const addChart = defineEdit<WorkbookFile, Fields>({
  op: 'add_chart',
  format: 'xlsx',
  summary: 'Draws a chart of cells, tied to them',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there are no such cells',
    would_overflow: 'there are too many',
    unsupported: 'it is a strict file, or the cells hold no numbers',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, fields) {
    const found = findCell(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, place } = found;
    if (isStrict(sheet.part))
      return reject('unsupported', 'Charts are not added to files of the strict format; save it as an ordinary workbook first.');
    const figures = (fields.kind === 'scatter' ? null : readLine(file, fields.data)) ?? readFigures(file, fields.data);
    if ('rejected' in figures) return figures;
    if (figures.waiting !== true && figures.series.every(({ values }) => values.values.every((value) => value === null)))
      return reject('unsupported', `${fields.data.slice(0, 100)} holds no numbers beside its names and categories.`);
    const xml = chartXml(fields, figures, file.opened);
    const told = [figures.message, sayUnprinted(file, sheet, place, sizeOf(fields)).message].filter((one) => one !== undefined);
    return {
      parts: [],
      after: fields.title ?? fields.kind,
      ...(told.length === 0 ? {} : { message: told.join(' ') }),
      finish(opened) {
        const name = freePartName(opened, 'xl/charts/chart', '.xml');
        addPart(opened, { name, contentType: CHART_CONTENT_TYPE }, xml);
        if (fields.title !== undefined) {
          const chart = readXmlPart(opened, name);
          const titled = chartTitleEdits(chart, fields.title);
          if (Array.isArray(titled)) editXmlPart(opened, chart, titled);
        }
        const drawing = drawingOf(opened, sheet);
        const relationship = addRelationship(opened, drawing, { type: `${R}/chart`, target: name });
        const part = readXmlPart(opened, drawing);
        editXmlPart(opened, part, [appendContent(part, part.root, anchorXml(freeShapeId(part), relationship, place, fields))]);
      },
    };
  },
  examples: [
    {
      name: 'no numbers',
      operation: { op: 'add_chart', target: 'Data!D1', kind: 'line', data: 'Data!A1:B2' },
      given: '<row r="1"/>',
      expected: { rejected: 'unsupported' },
    },
    {
      name: 'cells stay',
      operation: { op: 'add_chart', target: 'Data!D1', kind: 'column', data: 'Data!A1:B2', title: 'Sales' },
      given: '<row r="2"><c r="A2"><v>2026</v></c><c r="B2"><v>5</v></c></row>',
      expected: '<row r="2"><c r="A2"><v>2026</v></c><c r="B2"><v>5</v></c></row>',
    },
  ],
});
