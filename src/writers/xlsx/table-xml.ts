/** Table parts: the names of columns, their formulas and totals (ECMA-376-1 §18.5.1). */
import { S } from '../../ooxml/names.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { escapeAttribute, escapeText } from '../../ooxml/xml-text.ts';
import { areaName } from '../../spreadsheet/cell-names.ts';
import { writeFormula } from './formula/write.ts';
import { templateOf } from './own-template.ts';
import { bodyTop, isFormula, type TablePlan, type WorkbookPlan } from './plan.ts';
import { TABLE_STYLE } from './styles.ts';

const TOTAL_FUNCTIONS = { sum: 'sum', average: 'average', count: 'count', min: 'min', max: 'max' } as const;

/** @param id unique in the workbook, from 1 */
export function tableXml(table: TablePlan, id: number, book: WorkbookPlan): string {
  const top = bodyTop(table) - 1;
  const ref = areaName(top, table.left, table.bottom, table.right);
  const filtered = areaName(top, table.left, table.hasTotal ? table.bottom - 1 : table.bottom, table.right);
  const columns = table.columns.map((column, at) => {
    const formula = column.formula
      ? `<calculatedColumnFormula>${escapeText(writeFormula(column.formula, { sheet: table.sheet, row: bodyTop(table) }, book))}</calculatedColumnFormula>`
      : '';
    const { total, totalKind } = column;
    const says = !table.hasTotal
      ? ''
      : totalKind !== undefined
        ? ` totalsRowFunction="${TOTAL_FUNCTIONS[totalKind]}"`
        : isFormula(total) || typeof total === 'number'
          ? ' totalsRowFunction="custom"'
          : typeof total === 'string'
            ? ` totalsRowLabel="${escapeAttribute(total)}"`
            : '';
    const custom = says.includes('custom')
      ? `<totalsRowFormula>${escapeText(isFormula(total) ? writeFormula(total.formula, { sheet: table.sheet, row: table.bottom }, book) : String(total))}</totalsRowFormula>`
      : '';
    const inner = formula + custom;
    const open = `<tableColumn id="${at + 1}" name="${escapeAttribute(column.name)}"${says}`;
    return inner === '' ? `${open}/>` : `${open}>${inner}</tableColumn>`;
  });
  const about = table.description === '' ? '' : ` comment="${escapeAttribute(table.description.slice(0, 250).toWellFormed())}"`;
  return (
    `${XML_DECLARATION}<table xmlns="${S}" id="${id}" name="${table.name}" displayName="${table.name}"${about} ref="${ref}"${table.hasTotal ? ' totalsRowCount="1"' : ' totalsRowShown="0"'}>` +
    `${table.filter ? `<autoFilter ref="${filtered}"/>` : ''}<tableColumns count="${columns.length}">${columns.join('')}</tableColumns><tableStyleInfo ${templateOf(book.look)?.tableStyle ?? `name="${TABLE_STYLE}" showFirstColumn="0" showLastColumn="0" showRowStripes="0" showColumnStripes="0"`}/></table>`
  );
}
