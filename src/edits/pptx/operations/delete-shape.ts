import { P } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { removeNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { relationsOnlyIn, removeRelated } from '../../office/orphans.ts';
import { type DeckFile } from '../../../ooxml/deck-file.ts';
import { describeObject, findObject, objectsOf, type DeckObject } from '../mechanics/deck-objects.ts';
import { endsTiedTo } from '../../office/tied-lines.ts';
import { liesIn, renumberObjects } from '../mechanics/renumber-objects.ts';

const schema = z.strictObject({
  op: z.literal('delete_shape'),
  target: z.string().min(1).max(200).describe('Address of a shape, picture, chart, table, drawing or group: s2.sh3, s2.img1.'),
  expect: z.string().max(50_000).optional().describe('Its text.'),
});

/** The effect that an element of an animation belongs to. */
function effectOf(element: XmlElement): XmlElement | undefined {
  for (let at = element.parent; at !== undefined; at = at.parent) {
    const timing = at.local === 'par' ? firstElementOf(at, 'cTn', P) : undefined;
    if (timing !== undefined && attributeOf(timing, 'presetClass') !== undefined) return at;
  }
  return undefined;
}

/** The entry that plays a video or sound. */
function mediaOf(element: XmlElement): XmlElement | undefined {
  const node = element.parent?.parent;
  return node?.local === 'cMediaNode' ? node.parent : undefined;
}

/** Whether nothing is left in it that the schema needs: lists have an entry at least, steps something to play. */
function isEmptied(holder: XmlElement, removed: ReadonlySet<XmlElement>): boolean {
  const children = elementsOf(holder);
  if (['childTnLst', 'bldLst', 'tnLst'].includes(holder.local)) return children.every((child) => removed.has(child));
  const inner = { cTn: 'childTnLst', par: 'cTn', seq: 'cTn' }[holder.local];
  return inner !== undefined && children.some((child) => child.local === inner && removed.has(child));
}

/** What is removed, and upwards what holds nothing else. */
function withEmptied(removed: ReadonlySet<XmlElement>): Set<XmlElement> {
  const all = new Set(removed);
  for (const element of all) if (element.parent !== undefined && isEmptied(element.parent, all)) all.add(element.parent);
  return all;
}

/** Animations of a thing, and its entry among what is built; null where it is animated otherwise than by an effect. */
function animationEdits({ part }: DeckObject, ids: ReadonlySet<string | undefined>): XmlEdit[] | null {
  const timing = firstElementOf(part.root, 'timing', P);
  const isNamed = (id: string | undefined): boolean => id !== undefined && ids.has(id);
  const named = timing === undefined ? [] : [...walkElements(timing)].filter((element) => isNamed(attributeOf(element, 'spid')));
  if (timing === undefined || named.length === 0) return [];
  const removed = new Set<XmlElement>();
  for (const element of named) {
    const whole = element.parent?.local === 'bldLst' ? element : (mediaOf(element) ?? effectOf(element));
    if (whole === undefined) return null;
    removed.add(whole);
  }
  const all = withEmptied(removed);
  const outer = [...all].filter((element) => element.parent === undefined || !all.has(element.parent));
  return elementsOf(timing).some(({ local }) => local === 'tnLst') &&
    elementsOf(timing).every((child) => child.local !== 'tnLst' || all.has(child))
    ? [removeNode(timing)]
    : outer.map(removeNode);
}

const textIn = ({ element }: DeckObject): string =>
  [...walkElements(element)]
    .filter(({ local }) => local === 'p')
    .map(textOf)
    .join('\n');

export const deleteShape = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'delete_shape',
  format: 'pptx',
  summary:
    'Deletes a shape, picture, chart, table, drawing or group, with its animations and what it alone refers to; lines that were tied to it stay',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such shape',
    expect_mismatch: 'it holds another text',
    unsupported: 'an animation outside the main sequence needs it',
  },
  schema,
  plan(file, { target, expect }) {
    const found = findObject(file, target);
    if ('rejected' in found) return found;
    const text = textIn(found);
    if (expect !== undefined && expect !== text) return reject('expect_mismatch', `${target} holds "${text.slice(0, 300)}".`, [target]);
    const all = objectsOf(found.slide);
    const going = all.filter((one) => liesIn(one, found.element));
    const ids = new Set(going.map(({ properties }) => attributeOf(properties, 'id')));
    const animations = animationEdits(found, ids);
    if (animations === null)
      return reject('unsupported', `An animation outside the main sequence needs ${target}; remove it in PowerPoint.`);
    // PowerPoint leaves lines where they are, tied to nothing
    const tied = endsTiedTo(found.part.root, ids).filter(
      (end) => !going.some(({ element: one }) => end.start >= one.start && end.end <= one.end),
    );
    const lines = all.filter(
      (one) => one.kind !== 'group' && tied.some((end) => end.start >= one.element.start && end.end <= one.element.end),
    );
    const { element, part } = found;
    const relations = relationsOnlyIn(part, element);
    return {
      parts: [{ part: part.name, edits: [removeNode(element), ...animations, ...tied.map(removeNode)] }],
      before: text === '' ? describeObject(found) : text,
      after: '',
      ...(lines.length === 0
        ? {}
        : { message: `${lines.map((one) => one.address).join(', ')} stays where it is, and is tied to nothing at that end any more.` }),
      moved: renumberObjects(
        all,
        all.filter((one) => !going.includes(one)),
      ),
      finish(opened) {
        removeRelated(opened, part.name, relations);
      },
    };
  },
  examples: [
    {
      name: 'no such shape',
      operation: { op: 'delete_shape', target: 's1.sh4' },
      given: '<a:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
