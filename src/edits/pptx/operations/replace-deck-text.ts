import { z } from 'zod';
import { defineEdit, reject } from '../../define-edit.ts';
import { findFields } from '../../find-text.ts';
import { placesWithin, replaceInPlaces } from '../../office/replace-places.ts';
import { unreachedPlaces } from '../../office/unreached-text.ts';
import { followMoves } from '../../../ooxml/address-moves.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { placesOfDeck } from '../mechanics/deck-places.ts';

const schema = z.strictObject({
  op: z.literal('replace_text'),
  target: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Address of a slide, or of something on it: a shape, cell, paragraph, chart, SmartArt graphic, description (s2.img1.alt), the notes (s2.notes), a comment (s2.comment1); absent: all of it but comments.',
    ),
  ...findFields,
});

/** Places of the slide that is named, or the slides. */
function addressesNear(file: DeckFile, target: string): string[] {
  const slide = target.split('.')[0] ?? '';
  const on = placesWithin(placesOfDeck(file), slide).map(({ address }) => address);
  return on.length > 0 ? on : file.slides.map(({ address }) => address);
}

export const replaceDeckText = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'replace_text',
  format: 'pptx',
  summary:
    'Replaces words on the slides, in notes, SmartArt, titles of charts and descriptions, across runs and paragraphs, and keeps their formatting',
  tracked: false,
  refuses: {
    target_not_found: 'the text is not there',
    ambiguous_target: 'the text is in several places and `all` is not set',
    no_effect: 'old and new text are the same',
    read_only_content: 'it lies in a page number or a date',
    unsupported: 'it runs over paragraphs and the replacement has not a line for each, or `find` is no regular expression that can be used',
  },
  schema,
  plan(file, fields) {
    const target = fields.target === undefined ? undefined : followMoves(file.moves, fields.target);
    if (target === null) return reject('target_not_found', `${fields.target ?? ''} went with an earlier operation of this request.`);
    const places = placesOfDeck(file);
    const within = target === undefined ? places : placesWithin(places, target);
    if (within.length === 0)
      return reject(
        'target_not_found',
        `There is no text at ${fields.target ?? ''} in this presentation.`,
        addressesNear(file, fields.target ?? ''),
      );
    return replaceInPlaces(within, fields, 'this presentation', () => unreachedPlaces(file.opened, fields));
  },
  examples: [
    {
      name: 'across runs',
      operation: { op: 'replace_text', find: 'Plan for', replace: 'Budget for' },
      given: '<a:p><a:r><a:rPr b="1"/><a:t>Pl</a:t></a:r><a:r><a:t>an for 2026</a:t></a:r></a:p>',
      expected: '<a:p><a:r><a:rPr b="1"/><a:t>Budget</a:t></a:r><a:r><a:t> for 2026</a:t></a:r></a:p>',
    },
  ],
});
