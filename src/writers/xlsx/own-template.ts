/** The template that a workbook is made in, as its writer asks for it. */
import type { Look } from '../../document/look.ts';
import { readWorkbookTemplate, type WorkbookTemplate } from '../../templates/workbook-template.ts';
import { isDateFormat } from '../../spreadsheet/number-format.ts';
import { ROW_PT } from './measure.ts';
import type { CellLook, SheetPlan, WorkbookPlan } from './plan.ts';

export const templateOf = ({ template }: Look): WorkbookTemplate | undefined =>
  template === undefined ? undefined : readWorkbookTemplate(template.file);

/** Cells of a header row as the template has them, with the place that the text has in ours. */
export function inDress(look: Look, part: 'head' | 'body', cell: CellLook): CellLook {
  const dress = templateOf(look)?.[part];
  if (dress === undefined) return cell;
  const { color: _color, fill: _fill, top: _top, bottom: _bottom, box: _box, bold: _bold, sizePt: _size, ...rest } = cell;
  return { ...rest, dress };
}

const isShare = (format: string): boolean => format.includes('%');

/** Columns with the header of one of the template's have its number format, where it is one for the same kind of figures. */
export function takeColumnFormats(book: WorkbookPlan): void {
  const template = templateOf(book.look);
  if (template === undefined) return;
  for (const { columns } of book.tables)
    for (const column of columns) {
      const format = template.columns.get(column.name.toLowerCase())?.format;
      if ((!column.numeric && !isDateFormat(column.format)) || format === undefined || format === 'General' || format === '@') continue;
      if (isDateFormat(format) === isDateFormat(column.format) && isShare(format) === isShare(column.format) && !/h+:mm/.test(format))
        column.format = format;
    }
}

const EMU_PER_PT = 12_700;
const EMU_PER_PX = 9_525;
const GAP_PT = 6;

/** The template's logo at the head of a sheet that holds nothing yet, with rows for it. */
export function placeLogo(sheet: SheetPlan, look: Look): void {
  const logo = templateOf(look)?.logo;
  if (logo === undefined || sheet.next > 0) return;
  const { bytes: data, contentType, cx, cy, alt } = logo;
  const [width, height] = [cx, cy].map((emu) => Math.max(1, Math.round(emu / EMU_PER_PX)));
  const asset = { key: 'template:logo', contentType, width: width ?? 1, height: height ?? 1, data };
  const [widthPt, heightPt] = [cx / EMU_PER_PT / look.scale, cy / EMU_PER_PT / look.scale];
  sheet.pictures.push({ asset, alt, row: sheet.next, column: sheet.gutter ? 1 : 0, widthPt, heightPt });
  for (let left = heightPt + GAP_PT; left > 0; left -= ROW_PT) sheet.rows.set(sheet.next++, { heightPt: ROW_PT, cells: [] });
}

/** The width that the template gives to a column of this header; 0 where it has none. */
export const templateWidth = (look: Look, name: string): number => templateOf(look)?.columns.get(name.toLowerCase())?.width ?? 0;
