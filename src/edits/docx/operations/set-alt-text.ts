import { z } from 'zod';
import { setAttribute } from '../../../ooxml/edit-xml.ts';
import { attributeOf } from '../../../ooxml/xml-tree.ts';
import { findPicture } from '../mechanics/find-picture.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';

const schema = z.strictObject({
  op: z.literal('set_alt_text'),
  target: z.string().min(1).max(200).describe('Address of a picture or chart: img1, chart1.'),
  text: textFits(1, 2_000),
  expect: z.string().max(2_000).optional(),
});

export const setAltText = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'set_alt_text',
  format: 'docx',
  summary: 'Describes a picture or chart for those who do not see it',
  tracked: false,
  refuses: { target_not_found: 'there is no such picture' },
  schema,
  plan(file, fields) {
    const picture = findPicture(file, fields.target);
    if ('rejected' in picture) return picture;
    const before = attributeOf(picture.element, 'descr') ?? '';
    if (fields.expect !== undefined && fields.expect !== before)
      return reject('expect_mismatch', `${fields.target} is described as "${before}".`, [fields.target]);
    if (before === fields.text) return reject('no_effect', `${fields.target} is described so already.`);
    return {
      parts: [{ part: picture.part.name, edits: [setAttribute(picture.part, picture.element, 'descr', fields.text)] }],
      before,
      after: fields.text,
    };
  },
  examples: [
    {
      name: 'no picture',
      operation: { op: 'set_alt_text', target: 'img1', text: 'A map' },
      given: '<w:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
