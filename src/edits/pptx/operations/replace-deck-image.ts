import { A, OFFICE_RELATIONSHIP, P } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { addRelationship } from '../../../ooxml/change-package.ts';
import { removeNode, setAttribute } from '../../../ooxml/edit-xml.ts';
import { relationshipsOf } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { defineEdit, isRejected, reject } from '../../define-edit.ts';
import { relationsOnlyIn, removeRelated } from '../../office/orphans.ts';
import { addPicture, pictureField, readPicture, type PictureGiven } from '../../office/picture-field.ts';
import { relinkPicture } from '../../office/relink-picture.ts';
import { textFits } from '../../text-fits.ts';
import { type DeckFile } from '../../../ooxml/deck-file.ts';
import { describeObject, findObject } from '../mechanics/deck-objects.ts';
import { placeEdits, placeOf, type Frame } from '../mechanics/frames.ts';

const IMAGE = `${OFFICE_RELATIONSHIP}image`;

const schema = z.strictObject({
  op: z.literal('replace_image'),
  target: z.string().min(1).max(200).describe('Address of a picture, s2.img1.'),
  image: pictureField,
  alt: textFits(0, 2_000).optional().describe('Absent: the description stays.'),
  expect: z.string().max(2_000).optional().describe('Its description.'),
});

/** Within the old frame, in its middle, undistorted. */
function fitFrame({ x, y, cx, cy }: Frame, { width, height }: PictureGiven): Frame {
  const scale = Math.min(cx / width, cy / height);
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  return { x: x + Math.round((cx - wide) / 2), y: y + Math.round((cy - high) / 2), cx: wide, cy: high };
}

export const replaceDeckImage = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'replace_image',
  format: 'pptx',
  summary: 'Puts another picture in the place of one, undistorted within its frame',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such picture',
    unsupported: 'it is a video or sound, or the data is no PNG, JPEG or GIF picture',
    expect_mismatch: 'it is described otherwise',
  },
  schema,
  plan(file, fields) {
    const found = findObject(file, fields.target, ['image']);
    if ('rejected' in found) return found;
    const { element, part, properties } = found;
    const before = attributeOf(properties, 'descr') ?? '';
    if (fields.expect !== undefined && fields.expect !== before)
      return reject('expect_mismatch', `${fields.target} is described as "${before.slice(0, 300)}".`, [fields.target]);
    const played = [...walkElements(element)].find(({ uri, local }) => uri === A && local.endsWith('File'));
    if (played !== undefined)
      return reject(
        'unsupported',
        `${fields.target} is a video or sound, of which only a still is seen; delete it and insert another one.`,
        [fields.target],
      );
    const picture = readPicture(fields.image);
    if (isRejected(picture)) return picture;
    const fill = firstElementOf(element, 'blipFill', P);
    const blip = fill && firstElementOf(fill, 'blip', A);
    const taken = new Set(relationshipsOf(file.opened, part.name).map(({ id }) => id));
    let number = 1;
    while (taken.has(`rIdPicture${number}`)) number++;
    const id = `rIdPicture${number}`;
    const shown = blip && relinkPicture(part, blip, id);
    if (fill === undefined || blip === undefined || shown === undefined)
      return reject('unsupported', `${fields.target} shows no picture.`, [fields.target]);
    const place = placeOf(file, { element, part });
    const cut = elementsOf(fill, 'srcRect', A);
    // an SVG kept beside it for newer programs would go on showing the old picture
    const extensions = elementsOf(blip, 'extLst', A);
    const edits = [
      ...shown,
      ...cut.map(removeNode),
      ...extensions.map(removeNode),
      ...(place === undefined ? [] : placeEdits(file, { element, part }, fitFrame(place, picture))),
    ];
    if (fields.alt !== undefined && fields.alt !== before) edits.push(setAttribute(part, properties, 'descr', fields.alt));
    const unused = relationsOnlyIn(part, blip);
    return {
      parts: [{ part: part.name, edits }],
      before: before === '' ? describeObject(found) : before,
      after: fields.alt ?? before,
      finish(opened) {
        const folder = `${opened.mainPart.slice(0, opened.mainPart.lastIndexOf('/') + 1)}media`;
        addRelationship(opened, part.name, { id, type: IMAGE, target: addPicture(opened, folder, picture) });
        removeRelated(opened, part.name, unused);
      },
    };
  },
  examples: [
    {
      name: 'no picture',
      operation: { op: 'replace_image', target: 's1.img1', image: { data: 'AAAA' } },
      given: '<a:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
