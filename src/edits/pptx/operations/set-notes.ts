import { z } from 'zod';
import { defineEdit, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { findSlide } from '../mechanics/deck-objects.ts';
import { languageOf } from '../mechanics/new-slide.ts';
import { readNotes, writeNotes } from '../mechanics/notes-page.ts';

const schema = z.strictObject({
  op: z.literal('set_notes'),
  target: z.string().min(1).max(200).describe('Address of a slide, s2.'),
  text: textFits(0, 50_000).describe('Lines are paragraphs; empty takes the notes away.'),
  expect: z.string().max(50_000).optional().describe('The notes as they are.'),
});

export const setNotes = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'set_notes',
  format: 'pptx',
  summary: 'Gives a slide other speaker notes, or its first',
  tracked: false,
  alone: true,
  refuses: { target_not_found: 'there is no such slide', expect_mismatch: 'the notes are others', no_effect: 'they are these already' },
  schema,
  plan(file, { target, text, expect }) {
    const found = findSlide(file, target);
    if ('rejected' in found) return found;
    const { slide } = found;
    const before = readNotes(file.opened, slide.part.name);
    if (expect !== undefined && expect !== before)
      return reject('expect_mismatch', `The notes of ${target} are "${before.slice(0, 300)}".`, [target]);
    if (before === text) return reject('no_effect', `The notes of ${target} are these already.`);
    return { parts: [], before, after: text, finish: (opened) => writeNotes(opened, slide.part.name, text, languageOf(slide)) };
  },
  examples: [
    {
      name: 'there are none, and none are given',
      operation: { op: 'set_notes', target: 's1', text: '' },
      given: '<a:p/>',
      expected: { rejected: 'no_effect' },
    },
  ],
});
