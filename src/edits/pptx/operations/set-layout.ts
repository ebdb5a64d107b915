import { z } from 'zod';
import { addRelationship, removeRelationship } from '../../../ooxml/change-package.ts';
import { removeAttribute, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { relationshipsOf } from '../../../ooxml/office-package.ts';
import { attributeOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import { findSlide, placeholderOf } from '../mechanics/deck-objects.ts';
import { placeEdits, placeOf } from '../mechanics/frames.ts';
import { chooseLayout } from './insert-slide.ts';
import {
  isFurniture,
  isTitle,
  LAYOUT_RELATION,
  layoutOf,
  layoutsOf,
  placeholdersOf,
  type DeckLayout,
  type Placeholder,
} from '../mechanics/layouts.ts';

const schema = z.strictObject({
  op: z.literal('set_layout'),
  target: z.string().min(1).max(200).describe('Address of a slide, s2.'),
  layout: z.string().min(1).max(200).describe("Name of one of the file's layouts."),
});

const isText = ({ type }: Placeholder): boolean => ['obj', 'body', 'subTitle'].includes(type);

/** Which placeholder of the new layout each of the slide's ones fills: of its kind, the same index first, none twice. */
function matchAll(mine: readonly Placeholder[], offered: readonly Placeholder[]): Map<Placeholder, Placeholder | undefined> {
  const matches = new Map<Placeholder, Placeholder | undefined>();
  const free = new Set(offered);
  const take = (one: Placeholder, fits: (candidate: Placeholder) => boolean): void => {
    if (matches.get(one) !== undefined) return;
    const found = [...free].find(fits);
    matches.set(one, found);
    if (found !== undefined) free.delete(found);
  };
  for (const one of mine) {
    if (isTitle(one)) take(one, isTitle);
    else if (isFurniture(one)) take(one, ({ type }) => type === one.type);
    else take(one, (candidate) => candidate.index === one.index && (candidate.type === one.type || (isText(candidate) && isText(one))));
  }
  for (const one of mine)
    if (!isTitle(one) && !isFurniture(one)) take(one, (candidate) => candidate.type === one.type || (isText(candidate) && isText(one)));
  return matches;
}

/** References to the placeholders of the new layout. What has no place there keeps the place that it has now. */
function remap(file: DeckFile, { part }: DeckSlide, layout: DeckLayout): XmlEdit[] {
  const matches = matchAll(placeholdersOf(part), placeholdersOf(layout.part));
  return [...matches].flatMap(([{ element }, match]): XmlEdit[] => {
    const held = placeholderOf(element);
    if (held === undefined) return [];
    if (match === undefined) {
      const place = placeOf(file, { element, part });
      return place === undefined ? [] : placeEdits(file, { element, part }, place);
    }
    const set = (name: string, value: string, usual: string): XmlEdit[] => {
      if ((attributeOf(held.element, name) ?? usual) === value) return [];
      if (value !== usual) return [setAttribute(part, held.element, name, value)];
      const gone = removeAttribute(part, held.element, name);
      return gone === null ? [] : [gone];
    };
    return [...set('type', match.type, 'obj'), ...set('idx', match.index, '0')];
  });
}

export const setLayout = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'set_layout',
  format: 'pptx',
  summary: 'Puts a slide on another layout of the file; what has no place there stays where it is',
  tracked: false,
  alone: true,
  refuses: { target_not_found: 'there is no such slide or layout', no_effect: 'it is on this layout already' },
  schema,
  plan(file, fields) {
    const found = findSlide(file, fields.target);
    if ('rejected' in found) return found;
    const { slide } = found;
    const layout = chooseLayout(layoutsOf(file.opened), fields.layout);
    if ('rejected' in layout) return layout;
    const before = layoutOf(file.opened, slide.part.name);
    if (before?.part.name === layout.part.name) return reject('no_effect', `${fields.target} is on the layout "${layout.name}" already.`);
    const old = relationshipsOf(file.opened, slide.part.name).find(({ type }) => type === LAYOUT_RELATION);
    return {
      parts: [{ part: slide.part.name, edits: remap(file, slide, layout) }],
      before: before?.name ?? '',
      after: layout.name,
      finish(opened) {
        if (old !== undefined) removeRelationship(opened, slide.part.name, old.id);
        addRelationship(opened, slide.part.name, {
          ...(old === undefined ? {} : { id: old.id }),
          type: LAYOUT_RELATION,
          target: layout.part.name,
        });
      },
    };
  },
  examples: [
    {
      name: 'no such layout',
      operation: { op: 'set_layout', target: 's1', layout: 'Nowhere' },
      given: '<a:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
