import { z } from 'zod';
import { S } from '../../../ooxml/names.ts';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import { attributeText } from '../../../ooxml/sheet-text.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import type { Sheet, WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { maxOf } from '../../../base/extremes.ts';
import type { Area } from '../../../spreadsheet/places.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { findArea } from '../mechanics/find-cells.ts';
import { columnEdits, isWholeColumns, isWholeRows, rowEdits, type AttributesOf } from '../mechanics/format-cells.ts';
import { setFrame, setSheetProperties } from '../mechanics/frame-attributes.ts';

const LEVEL_MAX = 7;
const LINES_MAX = 20_000;

const schema = z.strictObject({
  op: z.literal('group'),
  target: z.string().min(1).max(300).describe('Whole rows or columns: Sheet1!5:9, Sheet1!B:D.'),
  collapsed: z.boolean().optional().describe('true hides them behind the button of the group.'),
  summary: z.enum(['before', 'after']).optional().describe('Where the line with the button is; after where absent, or as the sheet says.'),
  remove: z.boolean().optional().describe('true takes one level of the outline away, and shows what was collapsed.'),
});
type Fields = z.infer<typeof schema>;

const levelOf = (value: string | undefined): number => Number(value ?? 0) || 0;

interface Lines {
  /** Levels of the lines of the area that are there. */
  levels: number[];
  /** The highest level of all others. */
  others: number;
}

function linesOf(sheet: Sheet, area: Area, columns: boolean): Lines {
  const levels: number[] = [];
  let others = 0;
  const put = (inside: boolean, level: number): void => {
    if (inside) levels.push(level);
    else others = Math.max(others, level);
  };
  if (columns)
    for (const col of elementsOf(firstElementOf(sheet.part.root, 'cols', S) ?? sheet.data, 'col', S)) {
      const [min, max, level] = [
        Number(attributeOf(col, 'min')),
        Number(attributeOf(col, 'max')),
        levelOf(attributeOf(col, 'outlineLevel')),
      ];
      put(min <= area.right && max >= area.left, level);
      if (min < area.left || max > area.right) put(false, level);
    }
  else
    for (const row of sheet.rows.values())
      put(row.number >= area.top && row.number <= area.bottom, levelOf(attributeText(sheet.visible, row, 'outlineLevel')));
  return { levels, others };
}

const changeOf =
  (fields: Fields): AttributesOf =>
  (before) => {
    const level = levelOf(before('outlineLevel')) + (fields.remove === true ? -1 : 1);
    const hides = fields.remove === true ? '0' : fields.collapsed === true ? '1' : undefined;
    return {
      outlineLevel: String(Math.max(0, Math.min(LEVEL_MAX, level))),
      // what somebody has hidden without a group stays hidden
      ...(hides === undefined || (fields.remove === true && levelOf(before('outlineLevel')) === 0) ? {} : { hidden: hides }),
    };
  };

/** The button of the group is on the line behind it, or before it. */
function buttonEdits(sheet: Sheet, area: Area, columns: boolean, isBefore: boolean): XmlEdit[] | null {
  const line = columns ? (isBefore ? area.left - 1 : area.right + 1) : isBefore ? area.top - 1 : area.bottom + 1;
  if (line < 1) return null;
  const place = columns ? { ...area, left: line, right: line } : { ...area, top: line, bottom: line };
  const collapsed = (): { collapsed: string } => ({ collapsed: '1' });
  const made = columns ? columnEdits(sheet, place, collapsed) : rowEdits(sheet, place, collapsed, true);
  return Array.isArray(made) ? made : null;
}

export const group = defineEdit<WorkbookFile, Fields>({
  op: 'group',
  format: 'xlsx',
  summary: 'Groups rows or columns in an outline, collapsed if wanted, or takes a level of it away',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such sheet',
    unsupported: 'they are no whole rows or columns, or are in seven groups already',
    no_effect: 'there is no group to take away',
    would_overflow: 'there are too many of them',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, fields) {
    const found = findArea(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, area } = found;
    const columns = isWholeColumns(area);
    if (!columns && !isWholeRows(area))
      return reject('unsupported', 'Whole rows or columns are grouped: name them as Sheet1!5:9 or Sheet1!B:D.');
    if (!columns && area.bottom - area.top >= LINES_MAX) return reject('would_overflow', `At most ${LINES_MAX} rows are grouped at once.`);
    const { levels, others } = linesOf(sheet, area, columns);
    const highest = maxOf([0, ...levels]);
    if (fields.remove === true && highest === 0) return reject('no_effect', `There is no group in ${fields.target.slice(0, 100)}.`);
    if (fields.remove !== true && highest >= LEVEL_MAX) return reject('unsupported', `An outline has at most ${LEVEL_MAX} levels.`);
    const outline = firstElementOf(firstElementOf(sheet.part.root, 'sheetPr', S) ?? sheet.data, 'outlinePr', S);
    const side = columns ? 'summaryRight' : 'summaryBelow';
    const isBefore =
      fields.summary === undefined ? outline !== undefined && attributeOf(outline, side) === '0' : fields.summary === 'before';
    const lines = columns ? columnEdits(sheet, area, changeOf(fields)) : rowEdits(sheet, area, changeOf(fields), fields.remove !== true);
    if (!Array.isArray(lines)) return lines;
    // columns are written as one list: the button of collapsed ones is what programs show without a mark of its own
    const button = fields.collapsed === true && fields.remove !== true && !columns ? buttonEdits(sheet, area, columns, isBefore) : [];
    const level = Math.max(others, highest + (fields.remove === true ? -1 : 1));
    const frame = setFrame(
      sheet,
      'sheetFormatPr',
      { [columns ? 'outlineLevelCol' : 'outlineLevelRow']: level === 0 ? null : String(level) },
      { defaultRowHeight: '15' },
    );
    const summary = fields.summary === undefined ? [] : setSheetProperties(sheet, { outlinePr: { [side]: isBefore ? '0' : '1' } });
    return {
      parts: [
        {
          part: sheet.part.name,
          edits: [...summary, ...frame, ...(isBefore ? [...(button ?? []), ...lines] : [...lines, ...(button ?? [])])],
        },
      ],
      before: `level ${highest}`,
      after: `level ${Math.max(0, highest + (fields.remove === true ? -1 : 1))}`,
    };
  },
  examples: [
    {
      name: 'rows of an outline',
      operation: { op: 'group', target: 'Data!2:3', collapsed: true },
      given: '<row r="1"/><row r="2"><c r="A2"><v>1</v></c></row><row r="3"/><row r="4"/>',
      expected:
        '<row r="1"/><row r="2" outlineLevel="1" hidden="1"><c r="A2"><v>1</v></c></row><row r="3" outlineLevel="1" hidden="1"/><row r="4" collapsed="1"/>',
    },
    {
      name: 'no group to take away',
      operation: { op: 'group', target: 'Data!2:3', remove: true },
      given: '',
      expected: { rejected: 'no_effect' },
    },
  ],
});
