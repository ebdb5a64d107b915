import { z } from 'zod';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { insertAfter, insertBefore, removeNode } from '../../../ooxml/edit-xml.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { findObject, objectsOf, type DeckObject } from '../mechanics/deck-objects.ts';
import { liesIn, renumberObjects, unitOf } from '../mechanics/renumber-objects.ts';

const schema = z.strictObject({
  op: z.literal('order_shape'),
  target: z.string().min(1).max(200).describe('Address of a shape, picture, chart, table, drawing or group: s2.sh3.'),
  position: z.enum(['front', 'back', 'forward', 'backward']).describe('forward and backward are one step.'),
});

/** What is drawn, in the order of drawing, among the children of a slide or group. */
const DRAWN = new Set(['sp', 'pic', 'graphicFrame', 'cxnSp', 'grpSp', 'contentPart', 'AlternateContent']);

/** The things of the slide in their new order. */
function reordered(all: readonly DeckObject[], unit: XmlElement, beside: XmlElement, isBefore: boolean): DeckObject[] {
  const moved = all.filter((one) => liesIn(one, unit));
  const rest = all.filter((one) => !liesIn(one, unit));
  const at = isBefore ? beside.start : beside.end;
  const index = rest.findIndex(({ element }) => element.start >= at);
  const to = index < 0 ? rest.length : index;
  return [...rest.slice(0, to), ...moved, ...rest.slice(to)];
}

export const orderShape = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'order_shape',
  format: 'pptx',
  summary: 'Brings what is on a slide before or behind the others; addresses of the same kind follow their order',
  tracked: false,
  alone: true,
  refuses: { target_not_found: 'there is no such thing', no_effect: 'it is there already' },
  schema,
  plan(file, { target, position }) {
    const found = findObject(file, target);
    if ('rejected' in found) return found;
    const { part, slide } = found;
    const unit = unitOf(found.element);
    const siblings = unit.parent === undefined ? [] : elementsOf(unit.parent).filter(({ local }) => DRAWN.has(local));
    const at = siblings.indexOf(unit);
    const last = siblings.length - 1;
    const to = { front: last, back: 0, forward: Math.min(last, at + 1), backward: Math.max(0, at - 1) }[position];
    const beside = siblings[to];
    if (last === 0) return reject('no_effect', `${target} is alone on its slide, or in its group.`);
    const end = position === 'front' || position === 'forward' ? 'front' : 'back';
    if (beside === undefined || to === at) return reject('no_effect', `${target} is at the ${end} already.`);
    const xml = part.source.slice(unit.start, unit.end);
    const isBefore = to < at;
    const before = objectsOf(slide);
    const moved = renumberObjects(before, reordered(before, unit, beside, isBefore));
    return {
      parts: [{ part: part.name, edits: [removeNode(unit), isBefore ? insertBefore(beside, xml) : insertAfter(beside, xml)] }],
      before: `${at + 1} of ${siblings.length}`,
      after: `${to + 1} of ${siblings.length}`,
      moved,
      made: moved(found.address) ?? found.address,
    };
  },
  examples: [
    {
      name: 'it is alone',
      operation: { op: 'order_shape', target: 's1.sh1', position: 'front' },
      given: '<a:p/>',
      expected: { rejected: 'no_effect' },
    },
  ],
});
