import { z } from 'zod';
import { editXmlPart } from '../../../ooxml/change-package.ts';
import { removeNode } from '../../../ooxml/edit-xml.ts';
import { A, R } from '../../../ooxml/names.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { chartTitle } from '../../office/chart-series.ts';
import { endsTiedTo } from '../../office/tied-lines.ts';
import { relationsOnlyIn, removeRelated } from '../../office/orphans.ts';
import { planRemoval, shownIn } from '../mechanics/lost-slicers.ts';
import { findDrawn, renumberDrawn, type DrawnObject } from '../mechanics/drawn-objects.ts';

const schema = z.strictObject({
  op: z.literal('delete_shape'),
  target: z
    .string()
    .min(1)
    .max(300)
    .describe('Address of a shape, line, picture, chart or diagram: Sheet1!shape1, Sheet1!line1, Sheet1!img1, Sheet1!chart1.'),
  expect: z.string().max(50_000).optional().describe('Its text; of a chart, its title; of a picture, its description.'),
});

const isGroup = ({ local }: XmlElement): boolean => local === 'grpSp';
/** Where a drawing ties things to cells (ISO/IEC 29500-1 §20.5.2), and the choice between ways of drawing them. */
const isTop = ({ parent }: XmlElement): boolean => parent?.local === 'wsDr';
const THINGS = new Set(['sp', 'cxnSp', 'pic', 'graphicFrame', 'grpSp', 'contentPart', 'AlternateContent']);

/** What goes with a thing: its anchor; of a group, the thing alone as long as others are in it. */
function unitOf(element: XmlElement): XmlElement {
  let unit = element;
  while (unit.parent !== undefined && !isTop(unit)) {
    const holder = unit.parent;
    if (isGroup(holder) && elementsOf(holder).some((one) => one !== unit && THINGS.has(one.local))) break;
    unit = holder;
  }
  return unit;
}

const liesIn = ({ element, part }: DrawnObject, unit: XmlElement, name: string): boolean =>
  part.name === name && element.start >= unit.start && element.end <= unit.end;

function textIn(opened: OfficePackage, { kind, part, element }: DrawnObject): string {
  const all = [...walkElements(element)];
  if (kind === 'chart') {
    const id = all.flatMap((one) => (one.local === 'chart' ? (attributeOf(one, 'id', R) ?? []) : []))[0];
    const target = relationshipsOf(opened, part.name).find((one) => one.id === id)?.target;
    const name = target === undefined ? undefined : partNamed(opened, target);
    return name === undefined ? '' : chartTitle(readXmlPart(opened, name));
  }
  if (kind === 'shape')
    return all
      .filter(({ local, uri }) => local === 'p' && uri === A)
      .map(textOf)
      .join('\n');
  const properties = all.find(({ local }) => local === 'cNvPr');
  return (properties && attributeOf(properties, 'descr')) ?? '';
}

/** Why a thing stays: the drawing shows only what is kept elsewhere in the file. */
const isKeptElsewhere = (unit: XmlElement): boolean => [...walkElements(unit)].some(({ local }) => local === 'compatExt');

/** Ends of lines that stay, and the lines. */
function tiedTo(part: XmlPart, unit: XmlElement, all: readonly DrawnObject[]): { ends: XmlElement[]; lines: string[] } {
  const ids = new Set([...walkElements(unit)].flatMap((one) => (one.local === 'cNvPr' ? (attributeOf(one, 'id') ?? []) : [])));
  const within = (one: XmlElement, holder: XmlElement): boolean => one.start >= holder.start && one.end <= holder.end;
  const ends = endsTiedTo(part.root, ids).filter((end) => !within(end, unit));
  return {
    ends,
    lines: all.filter((one) => one.part.name === part.name && ends.some((end) => within(end, one.element))).map(({ address }) => address),
  };
}

/** A drawing in which nothing is left goes, and the sheet names it no longer. */
function removeEmptyDrawing(opened: OfficePackage, sheet: string, drawing: string): void {
  if (elementsOf(readXmlPart(opened, drawing).root).length > 0) return;
  const part = readXmlPart(opened, sheet);
  const entry = firstElementOf(part.root, 'drawing');
  const id = entry && attributeOf(entry, 'id', R);
  if (entry === undefined || id === undefined) return;
  editXmlPart(opened, part, [removeNode(entry)]);
  removeRelated(opened, sheet, [id]);
}

export const deleteSheetShape = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'delete_shape',
  format: 'xlsx',
  summary:
    'Deletes a shape, line, picture, chart, diagram or slicer of a sheet, with what it alone refers to; lines that were tied to it and the rows that a slicer hides stay as they are',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such thing',
    expect_mismatch: 'it holds another text',
    unsupported: 'it shows a control or an embedded object',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, { target, expect }) {
    const drawn = findDrawn(file, target);
    if ('rejected' in drawn) return drawn;
    const { sheet, found, all } = drawn;
    const text = textIn(file.opened, found);
    if (expect !== undefined && expect !== text) return reject('expect_mismatch', `${target} holds "${text.slice(0, 300)}".`, [target]);
    const { part } = found;
    const unit = unitOf(found.element);
    const going = all.filter((one) => liesIn(one, unit, part.name));
    if (isKeptElsewhere(unit))
      return reject('unsupported', `${target} shows a control or an embedded object, which is kept elsewhere; delete it in Excel.`);
    // Excel leaves lines where they are, tied to nothing
    const { ends, lines } = tiedTo(part, unit, all);
    const relations = relationsOnlyIn(part, unit);
    const slicers = shownIn(unit);
    const removeSlicers = slicers.length === 0 ? undefined : planRemoval(file.opened, slicers);
    return {
      parts: [{ part: part.name, edits: [removeNode(unit), ...ends.map(removeNode)] }],
      before: slicers.length > 0 ? `slicer ${slicers.join(', ')}` : text === '' ? found.kind : text,
      after: '',
      ...(lines.length === 0 ? {} : { message: `${lines.join(', ')} stays where it is, and is tied to nothing at that end any more.` }),
      moved: renumberDrawn(
        all,
        all.filter((one) => !going.includes(one)),
      ),
      finish(opened) {
        removeRelated(opened, part.name, relations);
        removeEmptyDrawing(opened, sheet.part.name, part.name);
        removeSlicers?.(opened);
      },
    };
  },
  examples: [
    {
      name: 'no such shape',
      operation: { op: 'delete_shape', target: 'Data!shape1' },
      given: '',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
