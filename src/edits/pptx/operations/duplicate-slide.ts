import { z } from 'zod';
import { defineEdit } from '../../define-edit.ts';
import { copySlide } from '../mechanics/copy-part.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { findSlide } from '../mechanics/deck-objects.ts';
import { numberSlides } from '../mechanics/slide-numbers.ts';
import { textOfSlide } from './delete-slide.ts';
import { enterSlide, namesOf, renumberForNew } from '../mechanics/slide-list.ts';

const schema = z.strictObject({
  op: z.literal('duplicate_slide'),
  target: z.string().min(1).max(200).describe('Address of a slide, s2.'),
  position: z.int().min(1).max(100_000).optional().describe('Place of the copy, from 1; absent: behind the slide.'),
});

export const duplicateSlide = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'duplicate_slide',
  format: 'pptx',
  summary:
    'Copies a slide with its charts and notes, without its comments; later operations of the request name the copy by the number after the last slide, wherever it is put',
  tracked: false,
  alone: true,
  refuses: { target_not_found: 'there is no such slide' },
  schema,
  plan(file, { target, position }) {
    const found = findSlide(file, target);
    if ('rejected' in found) return found;
    const { slide, index } = found;
    const to = Math.min((position ?? index + 2) - 1, file.slides.length);
    return {
      parts: [],
      before: textOfSlide(slide),
      after: `s${to + 1}`,
      made: `s${to + 1}`,
      moved: renumberForNew(to, file.slides.length),
      finish(opened) {
        enterSlide(opened, copySlide(opened, slide.part.name), to);
        numberSlides(opened, namesOf(file));
      },
    };
  },
  examples: [
    {
      name: 'the slide stays as it is',
      operation: { op: 'duplicate_slide', target: 's1' },
      given: '<a:p><a:r><a:t>Plan</a:t></a:r></a:p>',
      expected: '<a:p><a:r><a:t>Plan</a:t></a:r></a:p>',
    },
  ],
});
