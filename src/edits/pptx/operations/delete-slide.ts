import { R } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { editXmlPart, removeRelationship } from '../../../ooxml/change-package.ts';
import { removeNode } from '../../../ooxml/edit-xml.ts';
import { contentTypeOf, partNamed, partNames, readXmlPart, relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import { walkElements } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { removeWithOrphans } from '../../office/orphans.ts';
import { type DeckFile, type DeckSlide } from '../../../ooxml/deck-file.ts';
import { findSlide } from '../mechanics/deck-objects.ts';
import { namesOf, renumberSlides, unlistEdits } from '../mechanics/slide-list.ts';
import { numberSlides } from '../mechanics/slide-numbers.ts';

const schema = z.strictObject({
  op: z.literal('delete_slide'),
  target: z.string().min(1).max(200).describe('Address of a slide, s2.'),
  expect: z.string().max(50_000).optional().describe('Text of its first shape.'),
});

/** Takes a slide that is in no list any more out of the file, with what belongs to it alone. */
export function removeSlidePart(opened: OfficePackage, name: string): void {
  removeLinks(opened, name);
  removeWithOrphans(opened, name);
}

/** Parts whose shapes and words may lead to a slide. */
const LINKING = /presentationml\.(?:slide|slideLayout|slideMaster|notesSlide)\+xml$/;

/** Links on other slides that lead to it lose their target, and with it their mark. */
function removeLinks(opened: OfficePackage, gone: string): void {
  for (const name of partNames(opened)) {
    if (name === gone || name.startsWith('[') || !LINKING.test(contentTypeOf(opened, name) ?? '')) continue;
    const ids = new Set(
      relationshipsOf(opened, name)
        .filter(({ target, external }) => !external && target.toLowerCase() === gone.toLowerCase())
        .map(({ id }) => id),
    );
    if (ids.size === 0) continue;
    const part = readXmlPart(opened, name);
    editXmlPart(
      opened,
      part,
      [...walkElements(part.root)]
        .filter(
          ({ local, attributes }) =>
            local.startsWith('hlink') && attributes.some(({ local: one, uri, value }) => one === 'id' && uri === R && ids.has(value)),
        )
        .map(removeNode),
    );
    for (const id of ids) removeRelationship(opened, name, id);
  }
}

export const textOfSlide = ({ shapes }: DeckSlide): string => shapes[0]?.paragraphs.map(({ text }) => text).join('\n') ?? '';

export const deleteSlide = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'delete_slide',
  format: 'pptx',
  summary: 'Deletes a slide with its notes, charts and comments',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such slide',
    unsupported: 'it is the only one',
    expect_mismatch: 'it begins with another text',
  },
  schema,
  plan(file, { target, expect }) {
    const found = findSlide(file, target);
    if ('rejected' in found) return found;
    const { slide, index } = found;
    const before = textOfSlide(slide);
    if (expect !== undefined && expect !== before)
      return reject('expect_mismatch', `${target} begins with "${before.slice(0, 300)}".`, [target]);
    if (file.slides.length === 1) return reject('unsupported', 'This is the only slide of the presentation.');
    const name = slide.part.name;
    const repeated = file.slides.some((one) => one !== slide && one.part.name === name);
    return {
      parts: [{ part: file.main.name, edits: unlistEdits(file.main, slide.entry, slide.relationship) }],
      before,
      after: '',
      moved: renumberSlides((at) => (at === index ? null : at > index ? at - 1 : at)),
      finish(opened) {
        removeRelationship(opened, file.main.name, slide.relationship);
        if (!repeated && partNamed(opened, name) !== undefined) removeSlidePart(opened, name);
        numberSlides(opened, namesOf(file));
      },
    };
  },
  examples: [
    { name: 'the only one', operation: { op: 'delete_slide', target: 's1' }, given: '<a:p/>', expected: { rejected: 'unsupported' } },
  ],
});
