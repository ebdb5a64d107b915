/** Native tables (ISO/IEC 29500-1 §21.1.3): horizontal rules only, as in every document of the house. */
import type { DeckTheme, Ink } from '../deck-theme.ts';
import type { PlannedCell, PlannedTable } from '../plan/planned.ts';
import { PAD_X, PAD_Y } from '../plan/tables.ts';
import { runsXml, type TextContext } from './text.ts';
import { emu, fillXml } from './xml.ts';

const NO_LINE = '<a:noFill/>';
const MARGIN_X = emu(PAD_X);
const MARGIN_Y = emu(PAD_Y);

const lineXml = (theme: DeckTheme, name: string, ink: Ink | undefined, widthPt: number): string =>
  ink === undefined
    ? `<a:${name} w="0">${NO_LINE}</a:${name}>`
    : `<a:${name} w="${Math.round(widthPt * 12_700)}">${fillXml(theme, ink)}</a:${name}>`;

interface CellPlace {
  role: PlannedTable['rows'][number]['role'];
  top: boolean;
  last: boolean;
  afterHead: boolean;
}

function cellXml(context: TextContext, table: PlannedTable, cell: PlannedCell, at: CellPlace): string {
  const { theme } = context;
  const head = at.role === 'head';
  const bold = head || at.role === 'total' ? true : undefined;
  const sizePt = head ? table.headPt : table.sizePt;
  const ink = fillXml(theme, head ? 'muted' : 'text');
  const align = cell.align === 'left' ? '' : ` algn="${cell.align === 'right' ? 'r' : 'ctr'}"`;
  const spans = `${cell.colspan > 1 ? ` gridSpan="${cell.colspan}"` : ''}${cell.rowspan > 1 ? ` rowSpan="${cell.rowspan}"` : ''}${cell.covered === 'across' || cell.covered === 'both' ? ' hMerge="1"' : ''}${cell.covered === 'down' || cell.covered === 'both' ? ' vMerge="1"' : ''}`;
  const text = cell.covered ? '' : runsXml(context, cell.runs, { sizePt, bold, ink });
  const top: [Ink | undefined, number] =
    head && at.top
      ? [undefined, 0]
      : at.role === 'total'
        ? ['title', 0.75]
        : at.afterHead
          ? ['title', 0.75]
          : at.top
            ? ['title', 0.75]
            : ['hair', 0.75];
  const bottom: [Ink, number] = at.last ? ['title', at.role === 'total' ? 1.5 : 0.75] : head ? ['title', 0.75] : ['hair', 0.75];
  const lines =
    lineXml(theme, 'lnL', undefined, 0) +
    lineXml(theme, 'lnR', undefined, 0) +
    lineXml(theme, 'lnT', ...top) +
    lineXml(theme, 'lnB', ...bottom);
  return (
    `<a:tc${spans}><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:pPr${align}/>${text}<a:endParaRPr lang="${context.lang}" sz="${Math.round(sizePt * 100)}"/></a:p></a:txBody>` +
    `<a:tcPr marL="${MARGIN_X}" marR="${MARGIN_X}" marT="${MARGIN_Y}" marB="${MARGIN_Y}" anchor="${head ? 'b' : 'ctr'}">${lines}${at.role === 'total' || at.role === 'mark' ? fillXml(theme, 'tint') : '<a:noFill/>'}</a:tcPr></a:tc>`
  );
}

export function tableXml(context: TextContext, table: PlannedTable): string {
  const columns = table.columns.map((width) => `<a:gridCol w="${emu(width)}"/>`).join('');
  const rows = table.rows.map((row, y) => {
    const cells = row.cells.map((cell) =>
      cellXml(context, table, cell, {
        role: row.role,
        top: y === 0,
        last: y === table.rows.length - 1,
        afterHead: row.role !== 'head' && table.rows[y - 1]?.role === 'head',
      }),
    );
    return `<a:tr h="${emu(row.heightIn)}">${cells.join('')}</a:tr>`;
  });
  const total = table.rows.at(-1)?.role === 'total' ? ' lastRow="1"' : '';
  const head = table.rows[0]?.role === 'head' ? ' firstRow="1"' : '';
  return `<a:tbl><a:tblPr${table.rtl === true ? ' rtl="1"' : ''}${head}${total}/><a:tblGrid>${columns}</a:tblGrid>${rows.join('')}</a:tbl>`;
}
