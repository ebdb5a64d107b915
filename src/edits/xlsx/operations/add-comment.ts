import { addressOf, type CellPlace, placeText, readPlace } from '../../../spreadsheet/places.ts';
import { findCell } from '../mechanics/find-cells.ts';
import { NOTE_BOX_FIRST, NOTE_BOXES_HEAD, noteBoxXml } from '../../../ooxml/cell-note.ts';
import { R, S, STRICT_R } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { addPart, addRelationship, editXmlPart, freePartName, replacePart } from '../../../ooxml/change-package.ts';
import { decodeXml, encodeXml } from '../../../ooxml/decode-xml.ts';
import { appendContent, insertBefore, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { partNamed, readPart, readXmlPart, relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, textOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { partsOf } from '../mechanics/book-formulas.ts';
import { insertInOrder } from '../mechanics/frame-order.ts';
import { isStrict, ownNamespace } from '../mechanics/sheet-list.ts';
import { readSheetText } from '../../../ooxml/sheet-text.ts';
import { type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

const COMMENTS_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml';
const VML_TYPE = 'application/vnd.openxmlformats-officedocument.vmlDrawing';

const schema = z.strictObject({
  op: z.literal('add_comment'),
  target: z.string().min(1).max(300).describe('A cell: Sheet1!B2.'),
  text: textFits(1, 32_000),
});

function addBox(opened: OfficePackage, sheet: Sheet, place: CellPlace): void {
  const types = isStrict(sheet.part) ? STRICT_R : R;
  const known = relationshipsOf(opened, sheet.part.name).find(({ type }) => type.endsWith('/vmlDrawing'));
  const now = readSheetText(opened, sheet.part.name);
  const legacy = now && firstElementOf(now.part.root, 'legacyDrawing', S);
  const wanted =
    legacy === undefined ? undefined : relationshipsOf(opened, sheet.part.name).find(({ id }) => id === attributeOf(legacy, 'id', R));
  const name = wanted === undefined ? undefined : partNamed(opened, wanted.target);
  if (name !== undefined && known !== undefined) {
    const { text, encoding } = decodeXml(readPart(opened, name));
    const ids = [...text.matchAll(/_x0000_s(\d+)/g)].map((found) => Number(found[1]));
    const end = text.lastIndexOf('</xml>');
    const prefixed = /xmlns:v=/.test(text) && /xmlns:x=/.test(text) && end !== -1;
    if (prefixed)
      replacePart(
        opened,
        name,
        encodeXml({
          text:
            text.slice(0, end) + noteBoxXml(ids.reduce((most, one) => Math.max(most, one), NOTE_BOX_FIRST) + 1, place) + text.slice(end),
          encoding,
        }),
      );
    return;
  }
  const part = freePartName(opened, 'xl/drawings/vmlDrawing', '.vml');
  addPart(opened, { name: part, contentType: VML_TYPE }, `${NOTE_BOXES_HEAD}${noteBoxXml(NOTE_BOX_FIRST + 1, place)}</xml>`);
  const relationship = addRelationship(opened, sheet.part.name, { type: `${R}/vmlDrawing`, target: part });
  if (now !== undefined)
    editXmlPart(opened, now.part, [
      insertInOrder(now, 'legacyDrawing', `<${now.prefix}legacyDrawing xmlns:r="${types}" r:id="${relationship}"/>`),
    ]);
}

interface Comment {
  place: CellPlace;
  text: string;
  author: string;
}

function addToPart(opened: OfficePackage, name: string, { place, text, author }: Comment): void {
  const part = readXmlPart(opened, name);
  const prefix = part.root.name.slice(0, part.root.name.indexOf(':') + 1);
  const authors = firstElementOf(part.root, 'authors', S);
  const list = firstElementOf(part.root, 'commentList', S);
  if (authors === undefined || list === undefined) return;
  const names = elementsOf(authors, 'author', S).map(textOf);
  const known = names.indexOf(author);
  const xml = `<${prefix}comment ref="${placeText(place)}" authorId="${known === -1 ? names.length : known}"><${prefix}text><${prefix}r><${prefix}t xml:space="preserve">${escapeText(text)}</${prefix}t></${prefix}r></${prefix}text></${prefix}comment>`;
  const behind = elementsOf(list, 'comment', S).find((one) => {
    const other = readPlace(attributeOf(one, 'ref') ?? '');
    return other !== null && (other.row > place.row || (other.row === place.row && other.column > place.column));
  });
  const edits: XmlEdit[] = known === -1 ? [appendContent(part, authors, `<${prefix}author>${escapeText(author)}</${prefix}author>`)] : [];
  editXmlPart(opened, part, [...edits, behind === undefined ? appendContent(part, list, xml) : insertBefore(behind, xml)]);
}

export const addCellComment = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'add_comment',
  format: 'xlsx',
  summary: 'Puts a comment on a cell',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such cell',
    unsupported: 'the cell has a comment already',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, { target, text }, { author }) {
    const found = findCell(file, target);
    if ('rejected' in found) return found;
    const { sheet, place } = found;
    const parts = [...partsOf(file.opened, sheet, '/comments'), ...partsOf(file.opened, sheet, '/threadedComment')];
    const has = parts.some(({ root }) =>
      elementsOf(firstElementOf(root, 'commentList') ?? root).some((one) => attributeOf(one, 'ref') === placeText(place)),
    );
    if (has) return reject('unsupported', `${placeText(place)} has a comment already.`, [addressOf(sheet.name, place)]);
    return {
      parts: [],
      after: text,
      finish(opened) {
        const [known] = partsOf(opened, sheet, '/comments');
        if (known === undefined) {
          const name = freePartName(opened, 'xl/comments', '.xml');
          addPart(
            opened,
            { name, contentType: COMMENTS_TYPE },
            `${XML_DECLARATION}<comments xmlns="${escapeAttribute(ownNamespace(sheet.part))}"><authors><author>${escapeText(author)}</author></authors><commentList></commentList></comments>`,
          );
          addRelationship(opened, sheet.part.name, { type: `${R}/comments`, target: name });
          addToPart(opened, name, { place, text, author });
        } else addToPart(opened, known.name, { place, text, author });
        addBox(opened, sheet, place);
      },
    };
  },
  examples: [
    {
      name: 'cells stay',
      operation: { op: 'add_comment', target: 'Data!A1', text: 'Why?' },
      given: '<row r="1"><c r="A1"><v>2</v></c></row>',
      expected: '<row r="1"><c r="A1"><v>2</v></c></row>',
    },
  ],
});
