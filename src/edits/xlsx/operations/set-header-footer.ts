import { z } from 'zod';
import { S } from '../../../ooxml/names.ts';
import { appendContent, insertBefore, removeNode, replaceContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { elementsOf, firstElementOf, textOf } from '../../../ooxml/xml-tree.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { findSheet } from '../mechanics/find-cells.ts';
import { setFrame } from '../mechanics/frame-attributes.ts';
import { insertInOrder } from '../mechanics/frame-order.ts';

const text = textFits(0, 250);
const schema = z.strictObject({
  op: z.literal('set_header_footer'),
  target: z.string().min(1).max(300).describe("A sheet: Sheet1, or 'Q1 plan'."),
  place: z.enum(['header', 'footer']),
  pages: z.enum(['default', 'first', 'even']).optional().describe('default where absent; first and even are distinguished from then on.'),
  left: text
    .optional()
    .describe('{page}, {pages}, {sheet}, {file} and {date} are put in; \\n begins a line. All three empty or absent: nothing is shown.'),
  center: text.optional().describe('In the middle, with the same.'),
  right: text.optional(),
});

/** The order of the schema (ISO/IEC 29500-1 §18.3.1.46). */
const ORDER = ['oddHeader', 'oddFooter', 'evenHeader', 'evenFooter', 'firstHeader', 'firstFooter'];
const PAGES = { default: 'odd', first: 'first', even: 'even' } as const;
const CODES: Readonly<Record<string, string>> = { '{page}': '&P', '{pages}': '&N', '{sheet}': '&A', '{file}': '&F', '{date}': '&D' };
/** Excel keeps no more, with its codes. */
const CHARS_MAX = 255;

const written = (mark: string, given: string | undefined): string => {
  if (given === undefined || given === '') return '';
  const body = given
    .split(/(\{(?:pages?|sheet|file|date)\})/)
    .map((piece) => CODES[piece] ?? piece.replaceAll('&', '&&'))
    .join('');
  // a sign of plus or minus behind the number of a page would count with it
  return `&${mark}${body.replaceAll(/&P(?=[+-])/g, '&P ')}`;
};

export const setSheetHeaderFooter = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'set_header_footer',
  format: 'xlsx',
  summary: 'Sets the header or footer that a sheet is printed with, at the left, in the middle and at the right',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such sheet',
    read_only_content: 'it holds a picture, which would be lost',
    would_overflow: 'it has more than 255 characters with its codes',
    no_effect: 'it is so already',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, { target, place, pages = 'default', left, center, right }) {
    const found = findSheet(file, target);
    if ('rejected' in found) return found;
    const { sheet } = found;
    const { part, prefix } = sheet;
    const after = written('L', left) + written('C', center) + written('R', right);
    if (after.length > CHARS_MAX)
      return reject('would_overflow', `A ${place} has at most ${CHARS_MAX} characters with its codes; this one has ${after.length}.`);
    const local = `${PAGES[pages]}${place === 'header' ? 'Header' : 'Footer'}`;
    const holder = firstElementOf(part.root, 'headerFooter', S);
    const known = holder && firstElementOf(holder, local, S);
    const before = known === undefined ? '' : textOf(known);
    if (before === after) return reject('no_effect', `The ${place} is so already.`);
    if (/&G/i.test(before.replaceAll('&&', '')))
      return reject('read_only_content', `The ${place} of ${sheet.name} holds a picture, which would be lost; change it in Excel.`);
    const differs = pages === 'first' ? { differentFirst: '1' } : pages === 'even' ? { differentOddEven: '1' } : {};
    const xml = `<${prefix}${local}>${escapeText(after)}</${prefix}${local}>`;
    const edits: XmlEdit[] = [];
    if (holder === undefined)
      edits.push(
        insertInOrder(
          sheet,
          'headerFooter',
          `<${prefix}headerFooter${Object.keys(differs)
            .map((name) => ` ${name}="1"`)
            .join('')}>${xml}</${prefix}headerFooter>`,
        ),
      );
    else {
      edits.push(...setFrame(sheet, 'headerFooter', differs));
      const behind = elementsOf(holder).find((one) => ORDER.indexOf(one.local) > ORDER.indexOf(local));
      if (known !== undefined)
        edits.push(after === '' && pages === 'default' ? removeNode(known) : replaceContent(part, known, escapeText(after)));
      else edits.push(behind === undefined ? appendContent(part, holder, xml) : insertBefore(behind, xml));
    }
    return { parts: [{ part: part.name, edits }], before, after };
  },
  examples: [
    {
      name: 'cells stay',
      operation: { op: 'set_header_footer', target: 'Data', place: 'footer', left: 'R&D', right: 'Page {page} of {pages}' },
      given: '<row r="1"/>',
      expected: '<row r="1"/>',
    },
    {
      name: 'nothing was there',
      operation: { op: 'set_header_footer', target: 'Data', place: 'header' },
      given: '',
      expected: { rejected: 'no_effect' },
    },
  ],
});
