import { z } from 'zod';
import { setAttribute } from '../../../ooxml/edit-xml.ts';
import { attributeOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { findObject } from '../mechanics/deck-objects.ts';

const schema = z.strictObject({
  op: z.literal('set_alt_text'),
  target: z.string().min(1).max(200).describe('Address of a picture, chart, table, shape or drawing: s2.img1.'),
  text: textFits(0, 2_000),
  expect: z.string().max(2_000).optional().describe('The description as it is.'),
});

export const setDeckAltText = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'set_alt_text',
  format: 'pptx',
  summary: 'Describes what is on a slide for those who do not see it',
  tracked: false,
  refuses: {
    target_not_found: 'there is no such thing',
    expect_mismatch: 'it is described otherwise',
    no_effect: 'it is described so already',
  },
  schema,
  plan(file, { target, text, expect }) {
    const found = findObject(file, target);
    if ('rejected' in found) return found;
    const { part, properties } = found;
    const before = attributeOf(properties, 'descr') ?? '';
    if (expect !== undefined && expect !== before)
      return reject('expect_mismatch', `${target} is described as "${before.slice(0, 300)}".`, [target]);
    if (before === text) return reject('no_effect', `${target} is described so already.`);
    return { parts: [{ part: part.name, edits: [setAttribute(part, properties, 'descr', text)] }], before, after: text };
  },
  examples: [
    {
      name: 'no picture',
      operation: { op: 'set_alt_text', target: 's1.img1', text: 'A dot' },
      given: '<a:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
