import { A, P } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { appendContent, insertAfter, replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { type DeckFile } from '../../../ooxml/deck-file.ts';
import { officeColor, paintXml } from '../../office/theme-colors.ts';
import { findObject } from '../mechanics/deck-objects.ts';
import { placeEdits, placeOf, type Frame } from '../mechanics/frames.ts';
import { sayPlace } from '../mechanics/new-object.ts';
import { spelledIn } from '../mechanics/new-slide.ts';

const EMU_PER_CM = 360_000;

const schema = z
  .strictObject({
    op: z.literal('set_shape'),
    target: z.string().min(1).max(200).describe('Address of a shape, picture, chart, table or drawing: s2.sh3, s2.img1.'),
    left_cm: z.number().min(-100).max(200).optional(),
    top_cm: z.number().min(-100).max(200).optional(),
    width_cm: z.number().min(0.01).max(200).optional(),
    height_cm: z.number().min(0.01).max(200).optional(),
    rotation: z.number().min(-360).max(360).optional().describe('Degrees, clockwise.'),
    fill: z
      .union([officeColor, z.literal('none')])
      .optional()
      .describe('RRGGBB, a colour of the theme such as accent2, or none. Shapes and drawings only.'),
    line: z
      .union([officeColor, z.literal('none')])
      .optional()
      .describe('Colour of its outline. Shapes and drawings only.'),
  })
  .refine((fields) => Object.keys(fields).length > 2, 'Give at least one of left_cm, top_cm, width_cm, height_cm, rotation, fill, line.');
type Fields = z.infer<typeof schema>;

const emu = (cm: number | undefined, otherwise: number): number => (cm === undefined ? otherwise : Math.round(cm * EMU_PER_CM));
const sayFrame = ({ x, y, cx, cy }: Frame): string => [x, y, cx, cy].map((value) => Number((value / EMU_PER_CM).toFixed(2))).join(', ');
const FILLS = ['noFill', 'solidFill', 'gradFill', 'blipFill', 'pattFill', 'grpFill'];
/** Children of the properties in the schema's order (ISO/IEC 29500-1 §20.1.2.2.35). */
const BEFORE_FILL = ['xfrm', 'custGeom', 'prstGeom'];
const BEFORE_LINE = [...BEFORE_FILL, ...FILLS];

function insertOrdered(part: XmlPart, properties: XmlElement, xml: string, before: readonly string[]): XmlEdit {
  const ahead = elementsOf(properties).findLast(({ local }) => before.includes(local));
  const first = elementsOf(properties)[0];
  if (ahead !== undefined) return insertAfter(ahead, xml);
  return first === undefined ? appendContent(part, properties, xml) : { start: first.start, end: first.start, xml };
}

function paintEdits(file: DeckFile, part: XmlPart, properties: XmlElement, { fill, line }: Fields): XmlEdit[] {
  const declared = ` xmlns:a="${spelledIn(file.main, A)}"`;
  const edits: XmlEdit[] = [];
  if (fill !== undefined) {
    const old = elementsOf(properties).find(({ local }) => FILLS.includes(local));
    edits.push(
      old === undefined
        ? insertOrdered(part, properties, paintXml(fill, declared), BEFORE_FILL)
        : replaceNode(old, paintXml(fill, declared)),
    );
  }
  if (line !== undefined) {
    const old = firstElementOf(properties, 'ln', A);
    const inner = old && elementsOf(old).find(({ local }) => FILLS.includes(local));
    if (old === undefined) edits.push(insertOrdered(part, properties, `<a:ln${declared}>${paintXml(line)}</a:ln>`, BEFORE_LINE));
    else if (inner !== undefined) edits.push(replaceNode(inner, paintXml(line, declared)));
    else edits.push(insertOrdered(part, old, paintXml(line, declared), []));
  }
  return edits;
}

export const setShape = defineEdit<DeckFile, Fields>({
  op: 'set_shape',
  format: 'pptx',
  summary: 'Moves, sizes, turns or colours what is on a slide',
  tracked: false,
  refuses: {
    target_not_found: 'there is no such shape',
    no_effect: 'it is so already',
    unsupported: 'it lies in a group, or a fill is asked of what has none',
  },
  schema,
  plan(file, fields) {
    const found = findObject(file, fields.target);
    if ('rejected' in found) return found;
    const { element, kind, part } = found;
    const placed = { element, part };
    if (element.parent?.local === 'grpSp') return reject('unsupported', `${fields.target} lies in a group, which has measures of its own.`);
    const properties = firstElementOf(element, 'spPr', P);
    const paints = fields.fill !== undefined || fields.line !== undefined;
    if (paints && (properties === undefined || (kind !== 'shape' && kind !== 'drawing')))
      return reject('unsupported', `${fields.target} is a ${kind}, which has no fill and outline of this kind.`);
    if (fields.rotation !== undefined && element.local === 'graphicFrame')
      return reject('unsupported', 'Tables and charts are not turned.');
    const before = placeOf(file, placed);
    const places = [fields.left_cm, fields.top_cm, fields.width_cm, fields.height_cm, fields.rotation].some((value) => value !== undefined);
    if (places && before === undefined) return reject('unsupported', `${fields.target} has no place of its own, and none in its layout.`);
    const frame = before && {
      x: emu(fields.left_cm, before.x),
      y: emu(fields.top_cm, before.y),
      cx: emu(fields.width_cm, before.cx),
      cy: emu(fields.height_cm, before.cy),
    };
    const edits = [
      ...(places && frame !== undefined ? placeEdits(file, placed, frame, fields.rotation) : []),
      ...(paints && properties !== undefined ? paintEdits(file, part, properties, fields) : []),
    ];
    if (edits.length === 0) return reject('no_effect', `${fields.target} is so already.`);
    return {
      parts: [{ part: part.name, edits }],
      ...(places && frame !== undefined ? sayPlace(file, found.slide, { frame }) : {}),
      ...(before === undefined || frame === undefined ? {} : { before: `at ${sayFrame(before)} cm`, after: `at ${sayFrame(frame)} cm` }),
    };
  },
  examples: [
    {
      name: 'no such shape',
      operation: { op: 'set_shape', target: 's1.sh4', left_cm: 1 },
      given: '<a:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
