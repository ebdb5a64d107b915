import { maxOf, minOf } from '../../../base/extremes.ts';
import { A, P } from '../../../ooxml/names.ts';
import { z } from 'zod';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { insertAfter, removeNode, replaceNode } from '../../../ooxml/edit-xml.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { defineEdit, isRejected, reject, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { addressAs, findObject, objectsOf, placeholderOf, type DeckObject } from '../mechanics/deck-objects.ts';
import { placeOf, type Frame } from '../mechanics/frames.ts';
import { memberXml, readSpace } from '../mechanics/group-space.ts';
import { headXml, namesOf, numberFor } from '../mechanics/new-object.ts';
import { liesIn, renumberObjects, unitOf } from '../mechanics/renumber-objects.ts';

const TARGETS_MAX = 200;
const address = z.string().min(1).max(200);

const groupSchema = z.strictObject({
  op: z.literal('group_shapes'),
  targets: z.array(address).min(2).max(TARGETS_MAX).describe('Addresses of things on one slide: s2.sh3, s2.img1.'),
  name: textFits(1, 200).optional().describe('As the list of the selection shows it.'),
});

const around = (frames: readonly Frame[]): Frame => {
  const [x, y] = [minOf(frames.map((one) => one.x)), minOf(frames.map((one) => one.y))];
  return { x, y, cx: maxOf(frames.map((one) => one.x + one.cx)) - x, cy: maxOf(frames.map((one) => one.y + one.cy)) - y };
};

/** The things named, each once, in their order from back to front. */
function findAll(file: DeckFile, targets: readonly string[]): DeckObject[] | Rejected {
  const found: DeckObject[] = [];
  for (const target of targets) {
    const one = findObject(file, target);
    if ('rejected' in one) return one;
    if (!found.some((known) => known.address === one.address)) found.push(one);
  }
  if (new Set(found.map(({ slide }) => slide.address)).size > 1) return reject('unsupported', 'Things of several slides are no group.');
  if (found.length < 2) return reject('unsupported', 'A group holds two things at least.');
  return found.toSorted((a, b) => a.element.start - b.element.start);
}

export const groupShapes = defineEdit<DeckFile, z.infer<typeof groupSchema>>({
  op: 'group_shapes',
  format: 'pptx',
  summary: 'Makes one group of several things on a slide, which stays where it is; it comes to where the foremost of them was',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such thing',
    unsupported: 'they are on several slides, not on one level, or a placeholder or table is among them',
  },
  schema: groupSchema,
  plan(file, { targets, name }) {
    const found = findAll(file, targets);
    if (isRejected(found)) return found;
    const units = found.map(({ element }) => unitOf(element));
    const [first] = found;
    const last = units.at(-1);
    if (first === undefined || last === undefined) return reject('target_not_found', 'There is nothing to group.');
    const { part, slide } = first;
    if (units.some(({ parent }) => parent !== last.parent)) return reject('unsupported', 'What is to be grouped lies in different groups.');
    const held = found.find(({ element, kind }) => placeholderOf(element) !== undefined || kind === 'table' || unitOf(element) !== element);
    if (held !== undefined)
      return reject('unsupported', `${held.address} is a placeholder, a table or an equation, which PowerPoint takes into no group.`);
    const frames = found.map((one) => placeOf(file, one));
    const frame = around(frames.flatMap((one) => one ?? []));
    if (frames.some((one) => one === undefined)) return reject('unsupported', 'One of them has no place of its own.');
    const measures = (of: string, size: string): string =>
      `<a:${of} x="${frame.x}" y="${frame.y}"/><a:${size} cx="${frame.cx}" cy="${frame.cy}"/>`;
    const inner = units.map((unit) => part.source.slice(unit.start, unit.end)).join('');
    const id = numberFor(slide, undefined);
    const head = name === undefined ? headXml(id, 'Group', undefined) : headXml(id, name, undefined).replace(` ${id}"`, '"');
    const xml = `<p:grpSp ${namesOf(file)}><p:nvGrpSpPr>${head}<p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>${measures('off', 'ext')}${measures('chOff', 'chExt')}</a:xfrm></p:grpSpPr>${inner}</p:grpSp>`;
    const all = objectsOf(slide);
    const inside = all.filter((one) => units.some((unit) => liesIn(one, unit)));
    const behind = all.filter((one) => !inside.includes(one) && one.element.start > last.end);
    const rest = all.filter((one) => !inside.includes(one) && !behind.includes(one));
    // the group itself has no number before; those behind it move up by it
    const placed: DeckObject = { ...first, kind: 'group', address: '' };
    const number = rest.filter(({ kind }) => kind === 'group').length + 1;
    return {
      parts: [{ part: part.name, edits: [...units.slice(0, -1).map(removeNode), replaceNode(last, xml)] }],
      after: targets.join(', '),
      moved: renumberObjects(all, [...rest, placed, ...inside, ...behind]),
      made: addressAs(slide, 'group', number),
    };
  },
  examples: [
    {
      name: 'one thing alone',
      operation: { op: 'group_shapes', targets: ['s1.sh1', 's1.sh1'] },
      given: '<a:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});

const ungroupSchema = z.strictObject({
  op: z.literal('ungroup_shapes'),
  target: address.describe('Address of a group, s2.g1.'),
});

/** Whether an animation of the slide plays on the group as a whole. */
const isAnimated = ({ part, properties }: DeckObject): boolean => {
  const timing = firstElementOf(part.root, 'timing', P);
  const id = attributeOf(properties, 'id');
  return timing !== undefined && [...walkElements(timing)].some((one) => attributeOf(one, 'spid') === id);
};

export const ungroupShapes = defineEdit<DeckFile, z.infer<typeof ungroupSchema>>({
  op: 'ungroup_shapes',
  format: 'pptx',
  summary: 'Takes a group apart; what was in it stays where it is, as large and turned as it is seen',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such group',
    unsupported: 'an animation or a link is on the group as a whole, its fill is that of its parts, or it turns a table or chart',
  },
  schema: ungroupSchema,
  plan(file, { target }) {
    const found = findObject(file, target, ['group']);
    if ('rejected' in found) return found;
    const { element, part, slide, properties } = found;
    const own = firstElementOf(element, 'grpSpPr', P);
    const space = own && readSpace(own);
    if (own === undefined || space === undefined) return reject('unsupported', `${target} has no measures that could be taken over.`);
    if (isAnimated(found)) return reject('unsupported', `An animation plays on ${target} as a whole; remove it in PowerPoint.`);
    if (elementsOf(properties).some(({ local }) => local.startsWith('hlink')))
      return reject('unsupported', `A link is on ${target} as a whole; take it off with set_link first.`);
    if ([...walkElements(element)].some(({ local, uri }) => local === 'grpFill' && uri === A))
      return reject('unsupported', `The parts of ${target} take its fill; give them fills of their own first.`);
    const members = elementsOf(element).filter(({ local }) => !['nvGrpSpPr', 'grpSpPr', 'extLst'].includes(local));
    const written = members.map((member) => memberXml(part, member, space));
    if (written.includes(null))
      return reject('unsupported', `${target} is turned or mirrored, and holds a table or a chart, which are not.`);
    const all = objectsOf(slide);
    const moved = renumberObjects(
      all,
      all.filter((one) => one.address !== found.address),
    );
    return {
      parts: [{ part: part.name, edits: [insertAfter(element, written.join('')), removeNode(element)] }],
      before: attributeOf(properties, 'name') ?? '',
      after: all
        .filter((one) => one.address !== found.address && liesIn(one, element))
        .map((one) => moved(one.address) ?? '')
        .join(', '),
      moved,
    };
  },
  examples: [
    {
      name: 'no group',
      operation: { op: 'ungroup_shapes', target: 's1.sh1' },
      given: '<a:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});
