import { z } from 'zod';
import { editXmlPart, replacePart } from '../../../ooxml/change-package.ts';
import { decodeXml, encodeXml } from '../../../ooxml/decode-xml.ts';
import { removeNode } from '../../../ooxml/edit-xml.ts';
import { partNamed, readPart, readXmlPart, relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import { attributeOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { Sheet, WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { addressOf, placeText, type CellPlace } from '../../../spreadsheet/places.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { partsOf } from '../mechanics/book-formulas.ts';
import { findCell } from '../mechanics/find-cells.ts';

const schema = z.strictObject({
  op: z.literal('delete_comment'),
  target: z.string().min(1).max(300).describe('The cell, or the address of its comment: Sheet1!B2.comment. Its answers go with it.'),
  expect: z.string().max(100_000).optional().describe('The text that the comment must still hold.'),
});

const KINDS = ['/comments', '/threadedComment'];

const commentsOn = (root: XmlElement, place: CellPlace): XmlElement[] =>
  [...walkElements(root)].filter(
    (one) => (one.local === 'comment' || one.local === 'threadedComment') && attributeOf(one, 'ref') === placeText(place),
  );

const BOX = /<(v:shape)\b[^]*?<\/v:shape>/g;

/** Boxes of comments are VML, which is often no XML: they are found by their tags. */
function removeBoxes(opened: OfficePackage, sheet: Sheet, { row, column }: CellPlace): void {
  const isIts = (shape: string): boolean =>
    /ObjectType="Note"/.test(shape) &&
    new RegExp(`<x:Row>\\s*${row - 1}\\s*</x:Row>`).test(shape) &&
    new RegExp(`<x:Column>\\s*${column - 1}\\s*</x:Column>`).test(shape);
  for (const { type, target } of relationshipsOf(opened, sheet.part.name)) {
    const name = type.endsWith('/vmlDrawing') ? partNamed(opened, target) : undefined;
    if (name === undefined) continue;
    const { text, encoding } = decodeXml(readPart(opened, name));
    const left = text.replaceAll(BOX, (shape) => (isIts(shape) ? '' : shape));
    if (left !== text) replacePart(opened, name, encodeXml({ text: left, encoding }));
  }
}

export const deleteCellComment = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'delete_comment',
  format: 'xlsx',
  summary: 'Deletes the comment of a cell, with its answers and its box',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such comment',
    expect_mismatch: 'it has another text',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, { target, expect }) {
    const found = findCell(file, target.replace(/\.comment\d*$/, ''));
    if ('rejected' in found) return found;
    const { sheet, place } = found;
    const all = KINDS.flatMap((kind) => partsOf(file.opened, sheet, kind));
    const comments = all.flatMap(({ root }) => commentsOn(root, place));
    if (comments.length === 0) {
      const others = all.flatMap(({ root }) =>
        [...walkElements(root)].flatMap((one) =>
          one.local === 'comment' ? [`${addressOf(sheet.name, place).split('!')[0]}!${attributeOf(one, 'ref') ?? ''}`] : [],
        ),
      );
      return reject('target_not_found', `${addressOf(sheet.name, place)} has no comment.`, others);
    }
    const threads = comments.filter(({ local }) => local === 'threadedComment');
    const before = (threads.length > 0 ? threads : comments).map((one) => textOf(one).trim()).join('\n');
    if (expect !== undefined && expect.trim() !== before) return reject('expect_mismatch', `The comment says "${before.slice(0, 300)}".`);
    return {
      parts: [],
      before,
      after: '',
      finish(opened) {
        for (const { name } of all) {
          const part = readXmlPart(opened, name);
          editXmlPart(opened, part, commentsOn(part.root, place).map(removeNode));
        }
        removeBoxes(opened, sheet, place);
      },
    };
  },
  examples: [
    { name: 'no comment', operation: { op: 'delete_comment', target: 'Data!A1' }, given: '', expected: { rejected: 'target_not_found' } },
  ],
});
