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
  /** Every other row below the head. */
  odd: boolean;
  /** In the column that the table is about. */
  marked: boolean;
}

type Line = readonly [ink: Ink | undefined, widthPt: number];
const NONE: Line = [undefined, 0];

/** Lines above and below a cell, and at its sides, in the form of the deck's tables. */
function linesOf(form: DeckTheme['table'], { role, top, last, afterHead }: CellPlace): { above: Line; below: Line; sides: Line } {
  const head = role === 'head';
  const total = role === 'total';
  switch (form) {
    case 'ruled':
      return {
        above: head && top ? NONE : total || afterHead || top ? ['title', 0.75] : ['hair', 0.75],
        below: last ? ['title', total ? 1.5 : 0.75] : head ? ['title', 0.75] : ['hair', 0.75],
        sides: NONE,
      };
    case 'filled':
      return {
        above: total ? ['title', 0.75] : head || afterHead || top ? NONE : ['hair', 0.75],
        below: last ? ['title', 0.75] : head ? NONE : ['hair', 0.75],
        sides: NONE,
      };
    case 'grid':
      return { above: ['rule', 0.75], below: ['rule', 0.75], sides: ['rule', 0.75] };
    case 'banded':
      return { above: total ? ['title', 0.75] : NONE, below: head ? ['title', 1.5] : NONE, sides: NONE };
    case 'plain':
      return { above: total ? ['rule', 0.75] : NONE, below: head ? ['rule', 0.75] : NONE, sides: NONE };
  }
}

/** The ground of a cell, and the ink of the words of a head. */
function groundOf(theme: DeckTheme, { role, odd, marked }: CellPlace): { ground: string; headInk: string } {
  const muted = fillXml(theme, 'muted');
  if (role === 'mark' || (marked && role === 'body')) return { ground: fillXml(theme, 'tint'), headInk: muted };
  if (marked && role === 'head' && theme.table !== 'filled') return { ground: fillXml(theme, 'tint'), headInk: fillXml(theme, 'title') };
  if (role === 'total') return { ground: ['banded', 'plain'].includes(theme.table) ? NO_LINE : fillXml(theme, 'tint'), headInk: muted };
  if (role !== 'head') return { ground: theme.table === 'banded' && odd ? fillXml(theme, 'card') : NO_LINE, headInk: muted };
  if (theme.table === 'grid') return { ground: fillXml(theme, 'tint'), headInk: muted };
  if (theme.table !== 'filled') return { ground: NO_LINE, headInk: muted };
  const { tableHead } = theme;
  if (tableHead === undefined || tableHead.ground === theme.inks.block.hex)
    return { ground: fillXml(theme, 'block'), headInk: fillXml(theme, 'onBlock') };
  const solid = (hex: string): string => `<a:solidFill><a:srgbClr val="${hex}"/></a:solidFill>`;
  return { ground: solid(tableHead.ground), headInk: solid(tableHead.text) };
}

function cellXml(context: TextContext, table: PlannedTable, cell: PlannedCell, at: CellPlace): string {
  const { theme } = context;
  const head = at.role === 'head';
  const bold = head || at.role === 'total' || at.marked ? true : undefined;
  const sizePt = head ? table.headPt : table.sizePt;
  const { ground, headInk } = groundOf(theme, at);
  const ink = head ? headInk : fillXml(theme, 'text');
  const align =
    cell.align === 'left' ? (theme.template === undefined ? '' : ' algn="l"') : ` algn="${cell.align === 'right' ? 'r' : 'ctr'}"`;
  const spans = `${cell.colspan > 1 ? ` gridSpan="${cell.colspan}"` : ''}${cell.rowspan > 1 ? ` rowSpan="${cell.rowspan}"` : ''}${cell.covered === 'across' || cell.covered === 'both' ? ' hMerge="1"' : ''}${cell.covered === 'down' || cell.covered === 'both' ? ' vMerge="1"' : ''}`;
  const text = cell.covered ? '' : runsXml(context, cell.runs, { sizePt, bold, ink });
  const { above, below, sides } = linesOf(theme.table, at);
  const lines =
    lineXml(theme, 'lnL', ...sides) + lineXml(theme, 'lnR', ...sides) + lineXml(theme, 'lnT', ...above) + lineXml(theme, 'lnB', ...below);
  return (
    `<a:tc${spans}><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:pPr${align}/>${text}<a:endParaRPr lang="${context.lang}" sz="${Math.round(sizePt * 100)}"/></a:p></a:txBody>` +
    `<a:tcPr marL="${MARGIN_X}" marR="${MARGIN_X}" marT="${MARGIN_Y}" marB="${MARGIN_Y}" anchor="${head && theme.table !== 'filled' ? 'b' : 'ctr'}">${lines}${ground}</a:tcPr></a:tc>`
  );
}

export function tableXml(context: TextContext, table: PlannedTable): string {
  const columns = table.columns.map((width) => `<a:gridCol w="${emu(width)}"/>`).join('');
  const rows = table.rows.map((row, y) => {
    const cells = row.cells.map((cell, x) =>
      cellXml(context, table, cell, {
        marked: x === table.markedColumn,
        role: row.role,
        top: y === 0,
        last: y === table.rows.length - 1,
        afterHead: row.role !== 'head' && table.rows[y - 1]?.role === 'head',
        odd: y % 2 === (table.rows[0]?.role === 'head' ? 0 : 1),
      }),
    );
    return `<a:tr h="${emu(row.heightIn)}">${cells.join('')}</a:tr>`;
  });
  const total = table.rows.at(-1)?.role === 'total' ? ' lastRow="1"' : '';
  const head = table.rows[0]?.role === 'head' ? ' firstRow="1"' : '';
  return `<a:tbl><a:tblPr${table.rtl === true ? ' rtl="1"' : ''}${head}${total}/><a:tblGrid>${columns}</a:tblGrid>${rows.join('')}</a:tbl>`;
}
