import { z } from 'zod';
import { R, S, STRICT_R } from '../../../ooxml/names.ts';
import { addRelationship, editXmlPart, removeRelationship } from '../../../ooxml/change-package.ts';
import { appendContent, removeNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { readSheetText } from '../../../ooxml/sheet-text.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { Sheet, WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { areasMeet, areaText, readAddress, readArea, type Area } from '../../../spreadsheet/places.ts';
import { defineEdit, reject, type EditPlan, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { withoutArea } from '../mechanics/area-pieces.ts';
import { findArea } from '../mechanics/find-cells.ts';
import { formatCells } from '../mechanics/format-cells.ts';
import { followFormula } from '../mechanics/follow-formula.ts';
import { insertInOrder } from '../mechanics/frame-order.ts';
import { isStrict } from '../mechanics/sheet-list.ts';

const CELLS_MAX = 10_000;
/** The colour of links in the themes of Office. */
const LINK_COLOR = '0563C1';

const schema = z.strictObject({
  op: z.literal('set_link'),
  target: z.string().min(1).max(300).describe('A cell or cells: Sheet1!B2.'),
  url: textFits(1, 2_000).optional().describe('An address: https://…, http://…, mailto:…, tel:….'),
  to: textFits(1, 300).optional().describe('In the place of url: cells or a name of this workbook, Sheet2!A1.'),
  tip: textFits(1, 250).optional().describe('Shown beside the pointer.'),
  format: z.boolean().optional().describe('false leaves the cells as they look; else they become blue and underlined.'),
  remove: z.boolean().optional().describe('true takes the links of the cells away; the text and its look stay.'),
});
type Fields = z.infer<typeof schema>;

const linksIn = (sheet: Sheet, area: Area): { element: XmlElement; areas: Area[] }[] => {
  const list = firstElementOf(sheet.part.root, 'hyperlinks', S);
  return (list === undefined ? [] : elementsOf(list, 'hyperlink', S)).flatMap((element) => {
    const own = readArea(attributeOf(element, 'ref') ?? '');
    return own !== null && areasMeet(own, area) ? [{ element, areas: withoutArea(own, area) }] : [];
  });
};

/** What was there in the cells gives way: a link has one area, and keeps the first piece of what is left of it. */
function makeRoom(sheet: Sheet, area: Area): { edits: XmlEdit[]; gone: string[] } {
  const { part } = sheet;
  const list = firstElementOf(part.root, 'hyperlinks', S);
  const met = linksIn(sheet, area);
  const removed = met.filter(({ areas }) => areas.length === 0);
  const stays = new Set(
    (list === undefined ? [] : elementsOf(list)).flatMap((element) =>
      removed.some((one) => one.element === element) ? [] : (attributeOf(element, 'id', R) ?? []),
    ),
  );
  // several links may lead somewhere by one relationship
  const gone = [...new Set(removed.flatMap(({ element }) => attributeOf(element, 'id', R) ?? []))].filter((id) => !stays.has(id));
  const shrunk = met.flatMap(({ element, areas: [first, ...others] }): XmlEdit[] => {
    if (first === undefined) return [];
    const source = part.source.slice(element.start, element.end);
    const copies = others.map((one) => source.replace(/(\sref\s*=\s*)(?:"[^"]*"|'[^']*')/, `$1"${areaText(one)}"`)).join('');
    return [
      setAttribute(part, element, 'ref', areaText(first)),
      ...(copies === '' ? [] : [{ start: element.end, end: element.end, xml: copies }]),
    ];
  });
  if (list !== undefined && elementsOf(list).length === removed.length) return { edits: [removeNode(list)], gone };
  return { edits: [...shrunk, ...removed.map(({ element }) => removeNode(element))], gone };
}

/** Where the link leads inside the workbook; null where it leads outside. */
function placeOf(file: WorkbookFile, { url, to }: Fields): string | null | Rejected {
  if ((url === undefined) === (to === undefined)) return reject('unsupported', 'A link has either url or to.');
  if (url !== undefined)
    return /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(url)
      ? null
      : reject('unsupported', `"${url.slice(0, 100)}" is no address that a link may have: https, http, mailto or tel.`);
  const text = followFormula(file, to ?? '', '').replace(/^[=#]/, '');
  const address = readAddress(text);
  if (address !== null && address.reference !== '' && file.sheet(address.name) === undefined)
    return reject('target_not_found', `There is no sheet "${address.name.slice(0, 100)}" in this workbook.`, file.names);
  return text;
}

function addLink(file: WorkbookFile, sheet: Sheet, area: Area, fields: Fields): EditPlan | Rejected {
  const location = placeOf(file, fields);
  if (typeof location === 'object' && location !== null) return location;
  const look = fields.format === false ? null : formatCells(file, fields.target, { underline: true, color: LINK_COLOR });
  if (look !== null && 'rejected' in look) return look;
  const room = makeRoom(sheet, area);
  return {
    parts: [...(look?.parts ?? []), { part: sheet.part.name, edits: room.edits }],
    after: fields.url ?? fields.to ?? '',
    finish(opened) {
      look?.finish?.(opened);
      // before the others go, so that it gets none of their numbers
      const id =
        fields.url === undefined
          ? null
          : addRelationship(opened, sheet.part.name, { type: `${R}/hyperlink`, target: fields.url, external: true });
      for (const one of room.gone) removeRelationship(opened, sheet.part.name, one);
      const now = readSheetText(opened, sheet.part.name);
      if (now === undefined) return;
      const { prefix, part } = now;
      const leads =
        id === null ? ` location="${escapeAttribute(location ?? '')}"` : ` xmlns:r="${isStrict(part) ? STRICT_R : R}" r:id="${id}"`;
      const tip = fields.tip === undefined ? '' : ` tooltip="${escapeAttribute(fields.tip)}"`;
      const xml = `<${prefix}hyperlink ref="${areaText(area)}"${leads}${tip}/>`;
      const list = firstElementOf(part.root, 'hyperlinks', S);
      editXmlPart(opened, part, [
        list === undefined
          ? insertInOrder(now, 'hyperlinks', `<${prefix}hyperlinks>${xml}</${prefix}hyperlinks>`)
          : appendContent(part, list, xml),
      ]);
    },
  };
}

export const setSheetLink = defineEdit<WorkbookFile, Fields>({
  op: 'set_link',
  format: 'xlsx',
  summary: 'Lets cells lead to an address or to a place of the workbook, or takes their links away',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there are no such cells',
    unsupported: 'it is no address that a link may have, or both or none of url and to are named',
    no_effect: 'there is no link to take away',
    would_overflow: 'too many cells at once',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, fields) {
    const found = findArea(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, area } = found;
    if ((area.bottom - area.top + 1) * (area.right - area.left + 1) > CELLS_MAX)
      return reject('would_overflow', `At most ${CELLS_MAX} cells are linked at once.`);
    if (fields.remove !== true) return addLink(file, sheet, area, fields);
    if (linksIn(sheet, area).length === 0) return reject('no_effect', `There is no link in ${fields.target.slice(0, 100)}.`);
    const room = makeRoom(sheet, area);
    return {
      parts: [{ part: sheet.part.name, edits: room.edits }],
      finish(opened) {
        for (const id of room.gone) removeRelationship(opened, sheet.part.name, id);
      },
    };
  },
  examples: [
    {
      name: 'the cell keeps its value',
      operation: { op: 'set_link', target: 'Data!A1', url: 'https://example.com/terms', format: false },
      given: '<row r="1"><c r="A1"><v>1</v></c></row>',
      expected: '<row r="1"><c r="A1"><v>1</v></c></row>',
    },
    {
      name: 'no address',
      operation: { op: 'set_link', target: 'Data!A1', url: 'javascript:alert(1)' },
      given: '',
      expected: { rejected: 'unsupported' },
    },
  ],
});
