import { z } from 'zod';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { styleCells } from '../mechanics/format-cells.ts';
import { readFormats, type NamedLook } from '../mechanics/formats.ts';

const schema = z.strictObject({
  op: z.literal('set_cell_style'),
  target: z.string().min(1).max(300).describe('Cells, whole columns or rows: Sheet1!B2:D9, Sheet1!B:B, Sheet1!1:1.'),
  style: z.string().min(1).max(255).describe('A style of the file, or one of Excel by its English name: Input, Total, Good, Heading 1.'),
});

const colored = (builtIn: number, color: string, fill: string): NamedLook => ({ builtIn, look: { color, fill } });
const heading = (builtIn: number, size: number): NamedLook => ({ builtIn, look: { bold: true, size, color: '1F3864' } });

/** Styles that every Excel has, as it makes them (ISO/IEC 29500-1 §18.8.7 and annex G.2), with the numbers by which it knows them. */
const EXCEL_STYLES: Readonly<Record<string, NamedLook>> = {
  Normal: { builtIn: 0, look: {} },
  Comma: { builtIn: 3, look: { number_format: '#,##0.00' } },
  Percent: { builtIn: 5, look: { number_format: '0%' } },
  Note: { builtIn: 10, look: { fill: 'FFFFCC', border: 'thin', border_color: 'B2B2B2' } },
  'Warning Text': { builtIn: 11, look: { color: 'FF0000' } },
  Title: { builtIn: 15, look: { size: 18, color: '1F3864' } },
  'Heading 1': heading(16, 15),
  'Heading 2': heading(17, 13),
  'Heading 3': heading(18, 11),
  'Heading 4': heading(19, 11),
  Input: { builtIn: 20, look: { color: '3F3F76', fill: 'FFCC99', border: 'thin', border_color: '7F7F7F' } },
  Output: { builtIn: 21, look: { bold: true, color: '3F3F3F', fill: 'F2F2F2', border: 'thin', border_color: '3F3F3F' } },
  Calculation: { builtIn: 22, look: { bold: true, color: 'FA7D00', fill: 'F2F2F2', border: 'thin', border_color: '7F7F7F' } },
  'Check Cell': { builtIn: 23, look: { bold: true, color: 'FFFFFF', fill: 'A5A5A5', border: 'double', border_color: '3F3F3F' } },
  'Linked Cell': { builtIn: 24, look: { color: 'FA7D00', border: 'double', border_color: 'FF8001', border_edges: ['bottom'] } },
  Total: { builtIn: 25, look: { bold: true, border: 'thin', border_edges: ['top'] } },
  Good: colored(26, '006100', 'C6EFCE'),
  Bad: colored(27, '9C0006', 'FFC7CE'),
  Neutral: colored(28, '9C5700', 'FFEB9C'),
  'Explanatory Text': { builtIn: 53, look: { italic: true, color: '7F7F7F' } },
};

export const setCellStyle = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'set_cell_style',
  format: 'xlsx',
  summary: 'Gives cells a named style of the file or of Excel; what the style says nothing of, as of number formats, stays',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there are no such cells',
    unsupported: 'neither the file nor Excel has such a style',
    would_overflow: 'too many cells at once',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, { target, style }) {
    const formats = readFormats(file.opened);
    const name = Object.keys(EXCEL_STYLES).find((one) => one.toLowerCase() === style.toLowerCase());
    const styled = formats.named(name ?? style, name === undefined ? undefined : EXCEL_STYLES[name]);
    if (styled === null) {
      const known = [...new Set([...formats.styleNames(), ...Object.keys(EXCEL_STYLES)])];
      return reject('unsupported', `There is no style "${style.slice(0, 100)}"; the file and Excel have ${known.slice(0, 40).join(', ')}.`);
    }
    const made = styleCells(file, target, formats, (base) => String(styled(Number(base ?? 0))));
    return 'rejected' in made ? made : { ...made, after: name ?? style };
  },
  examples: [
    {
      name: 'a style of Excel',
      operation: { op: 'set_cell_style', target: 'Data!A1', style: 'Good' },
      given: '<row r="1"><c r="A1"><v>1</v></c></row>',
      expected: '<row r="1"><c r="A1" s="1"><v>1</v></c></row>',
    },
    {
      name: 'no such style',
      operation: { op: 'set_cell_style', target: 'Data!A1', style: 'Fancy' },
      given: '',
      expected: { rejected: 'unsupported' },
    },
  ],
});
