import { z } from 'zod';
import { defineEdit, reject } from '../../define-edit.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { findSlide } from '../mechanics/deck-objects.ts';
import { moveEdits, namesOf, renumberSlides } from '../mechanics/slide-list.ts';
import { numberSlides } from '../mechanics/slide-numbers.ts';

const schema = z.strictObject({
  op: z.literal('move_slide'),
  target: z.string().min(1).max(200).describe('Address of a slide, s2.'),
  position: z.int().min(1).max(100_000).describe('Its place afterwards, from 1.'),
});

export const moveSlide = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'move_slide',
  format: 'pptx',
  summary: 'Moves a slide to another place',
  tracked: false,
  alone: true,
  refuses: { target_not_found: 'there is no such slide', no_effect: 'it is there already' },
  schema,
  plan(file, { target, position }) {
    const found = findSlide(file, target);
    if ('rejected' in found) return found;
    const { index } = found;
    const to = Math.min(position, file.slides.length) - 1;
    if (to === index) return reject('no_effect', `The slide is in place ${to + 1} already.`);
    const order = file.slides
      .map((_, at) => at)
      .filter((at) => at !== index)
      .toSpliced(to, 0, index);
    return {
      parts: [
        {
          part: file.main.name,
          edits: moveEdits(
            file.main,
            file.slides.map(({ entry }) => entry),
            index,
            to,
          ),
        },
      ],
      before: String(index + 1),
      after: String(to + 1),
      moved: renumberSlides((at) => (order.includes(at) ? order.indexOf(at) : at)),
      finish: (opened) => numberSlides(opened, namesOf(file)),
    };
  },
  examples: [
    {
      name: 'it is there already',
      operation: { op: 'move_slide', target: 's1', position: 1 },
      given: '<a:p/>',
      expected: { rejected: 'no_effect' },
    },
  ],
});
