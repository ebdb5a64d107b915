import { z } from 'zod';
import { followMoves } from '../../../ooxml/address-moves.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { isWithin, readAddress, readArea } from '../../../spreadsheet/places.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { defineEdit, isRejected, reject, type Rejected } from '../../define-edit.ts';
import { faultOfPattern, findFields, findText, oncePerText } from '../../find-text.ts';
import { placesWithin, replaceInPlaces, type Replaced } from '../../office/replace-places.ts';
import { followHeads, type HeadName } from '../mechanics/rename-heads.ts';
import { placesOfBook, placesOfSheet, type BookPlace, type Holds } from '../mechanics/book-places.ts';

const schema = z.strictObject({
  op: z.literal('replace_text'),
  target: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe(
      'A sheet, cells (Sheet1!B2:D9), a text box (Sheet1!shape1), a chart (Sheet1!chart1), a description (Sheet1!img1.alt), a comment (Sheet1!B2.comment), Sheet1!header or Sheet1!footer; absent: the whole workbook but comments.',
    ),
  ...findFields,
});

/** Where the target has gone by earlier operations; what is behind the address of the thing goes along. */
function followTarget(file: WorkbookFile, target: string): string | null {
  const [, thing = target, rest = ''] = /^(.*![^!.]*)(\.[^!]*)?$/.exec(target) ?? [];
  const moved = followMoves(file.moves, thing);
  return moved === null ? null : moved + rest;
}

function placesOfTarget(file: WorkbookFile, target: string, holds: Holds | undefined, heads: HeadName[]): BookPlace[] | Rejected {
  const moved = followTarget(file, target);
  if (moved === null) return reject('target_not_found', `${target.slice(0, 300)} went with an earlier operation of this request.`);
  const address = readAddress(moved);
  const sheet = address === null ? undefined : file.sheet(address.name);
  if (address === null || sheet === undefined)
    return reject(
      'target_not_found',
      `There is no sheet "${(address?.name ?? target).slice(0, 300)}" in this workbook.`,
      file.names.map(quoteSheet),
    );
  const places = placesOfSheet(file, sheet, holds, heads);
  if (address.reference === '') return places;
  const area = readArea(address.reference);
  if (area !== null) return places.filter(({ kind, cell }) => kind === 'cell' && cell !== undefined && isWithin(cell, area));
  const found = placesWithin(places, `${quoteSheet(sheet.name)}!${address.reference}`);
  if (found.length > 0) return found;
  const others = places.filter(({ kind }) => kind !== 'cell').map((place) => place.address);
  return reject('target_not_found', `There is no text at ${target.slice(0, 300)}.`, others.length > 0 ? others : [quoteSheet(sheet.name)]);
}

function replaceIn(file: WorkbookFile, fields: z.infer<typeof schema>, holds?: Holds): (Replaced & { touched: string[] }) | Rejected {
  const heads: HeadName[] = [];
  const places = fields.target === undefined ? placesOfBook(file, holds, heads) : placesOfTarget(file, fields.target, holds, heads);
  if (isRejected(places)) return places;
  const made = replaceInPlaces(places, fields, 'this workbook', () => []);
  if (isRejected(made)) return made;
  const follows = followHeads(file, heads);
  if (isRejected(follows)) return follows;
  const cells = new Set(places.filter(({ kind }) => kind === 'cell').map(({ address }) => address));
  return {
    ...made,
    parts: [...made.parts, ...follows],
    // formulas elsewhere call the column by its new name, though no operation names their cells
    ...(follows.length === 0 ? {} : { moved: (address: string): string => address }),
    touched: made.addresses.filter((address) => cells.has(address)),
  };
}

export const replaceBookText = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'replace_text',
  format: 'xlsx',
  summary: 'Replaces words in cells, text boxes, titles of charts, descriptions, headers and footers, and keeps their formatting',
  tracked: false,
  refuses: {
    target_not_found: 'the text is not there',
    ambiguous_target: 'the text is in several places and `all` is not set',
    read_only_content: 'a formula gives it, it would take the name of a column of a table away, or a pivot table fills it',
    no_effect: 'old and new text are the same',
    protected_document: 'the sheet is protected',
    unsupported: '`find` is no regular expression that can be used',
  },
  schema,
  plan(file, fields) {
    // places are made of the cells that hold the text; of all only where none does, to tell which may have been meant
    const isSought = faultOfPattern(fields) === null && fields.find !== fields.replace;
    const made = replaceIn(file, fields, isSought ? oncePerText((text) => findText(text, fields).length > 0) : () => false);
    return isRejected(made) && made.rejected.reason === 'target_not_found' ? replaceIn(file, fields) : made;
  },
  examples: [
    {
      name: 'in the formatting of its beginning',
      operation: { op: 'replace_text', find: 'ten days', replace: 'thirty days' },
      given:
        '<row r="1"><c r="A1" s="0" t="inlineStr"><is><r><t>within </t></r><r><rPr><b/></rPr><t>te</t></r><r><t>n\u00a0days</t></r></is></c></row>',
      expected:
        '<row r="1"><c r="A1" s="0" t="inlineStr"><is><r><t>within </t></r><r><rPr><b/></rPr><t xml:space="preserve">thirty</t></r><r><t xml:space="preserve">\u00a0days</t></r></is></c></row>',
    },
    {
      name: 'what a formula gives stays',
      operation: { op: 'replace_text', find: 'fee', replace: 'price' },
      given: '<row r="1"><c r="A1" t="str"><f>B1</f><v>fee</v></c></row>',
      expected: { rejected: 'read_only_content' },
    },
    {
      name: 'in two cells and no word which',
      operation: { op: 'replace_text', find: 'fee', replace: 'price' },
      given: '<row r="1"><c r="A1" t="inlineStr"><is><t>fee</t></is></c><c r="B1" t="inlineStr"><is><t>fee</t></is></c></row>',
      expected: { rejected: 'ambiguous_target' },
    },
    {
      name: 'not there',
      operation: { op: 'replace_text', find: 'x', replace: 'y' },
      given: '<row r="1"><c r="A1" t="inlineStr"><is><t>fee</t></is></c></row>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
