/** Tables of DrawingML (ISO/IEC 29500-1 §21.1.3), as slides hold them. */
import { A } from '../../ooxml/names.ts';
import type { Table, TableCell, TableRow } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { firstOf } from './parts.ts';
import type { OfficeReading } from './parts.ts';
import { maxOf } from '../../base/extremes.ts';

const SPAN_MAX = 200;

/** Notes: `part_left_out`. @param readCell the text of a cell, from its `a:txBody` */
export function readDrawnTable(reading: OfficeReading, element: XmlElement, readCell: (body: XmlElement) => Run[]): Table | undefined {
  const rows = elementsOf(element, 'tr', A).map((row): TableRow => ({
    cells: elementsOf(row, 'tc', A).flatMap((cell): TableCell[] => {
      if (isOn(attributeOf(cell, 'hMerge')) || isOn(attributeOf(cell, 'vMerge'))) return [];
      const body = firstElementOf(cell, 'txBody', A);
      const read: TableCell = { runs: body ? readCell(body) : [] };
      const [across, down] = [spanOf(cell, 'gridSpan'), spanOf(cell, 'rowSpan')];
      if (across > 1) read.colspan = across;
      if (down > 1) read.rowspan = down;
      return [read];
    }),
  }));
  const grid = firstElementOf(element, 'tblGrid', A);
  const width = Math.min(SPAN_MAX, grid ? elementsOf(grid, 'gridCol', A).length : Math.max(0, maxOf(rows.map((row) => row.cells.length))));
  if (width === 0 || rows.length === 0) return undefined;
  const properties = firstElementOf(element, 'tblPr', A);
  const header = properties && isOn(attributeOf(properties, 'firstRow')) ? 1 : 0;
  return {
    id: '',
    type: 'table',
    columns: Array.from({ length: width }, () => ({})),
    header_rows: header,
    rows: rows.map(({ cells }) => ({ cells: [...firstOf(reading, cells, width, 'cells of a row of a table')] })),
  };
}

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

function spanOf(cell: XmlElement, local: string): number {
  const span = Number(attributeOf(cell, local) ?? 1);
  return Number.isInteger(span) ? Math.min(SPAN_MAX, Math.max(1, span)) : 1;
}
