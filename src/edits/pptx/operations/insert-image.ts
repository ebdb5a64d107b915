import { OFFICE_RELATIONSHIP } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { addRelationship } from '../../../ooxml/change-package.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { defineEdit, isRejected } from '../../define-edit.ts';
import { addPicture, pictureField, readPicture } from '../../office/picture-field.ts';
import { textFits } from '../../text-fits.ts';
import { findSlide } from '../mechanics/deck-objects.ts';
import {
  addToSlide,
  choosePlace,
  emuOf,
  frameXml,
  headXml,
  namesOf,
  numberFor,
  ownerXml,
  placeFields,
  promiseId,
  sayPlace,
} from '../mechanics/new-object.ts';

const schema = z.strictObject({
  op: z.literal('insert_image'),
  target: z.string().min(1).max(200).describe('A slide: s2.'),
  image: pictureField,
  alt: textFits(0, 2_000).optional().describe('What it shows, for those who do not see it.'),
  ...placeFields,
  width_cm: placeFields.width_cm.describe('Of width_cm and height_cm one is enough; with both the picture is stretched.'),
});

/** Larger pictures are not seen better, and smaller ones are blurred (96 pixels in an inch, three times as large at most). */
const EMU_PER_PIXEL = 9_525;
const GROWTH_MAX = 3;
const LEAST_CM = 1;

export const insertDeckImage = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'insert_image',
  format: 'pptx',
  summary: 'Puts a picture on a slide, undistorted: at the place given, into an empty placeholder, or where there is room',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such slide',
    would_overflow: 'no place is given and none is free',
    unsupported: 'the data is no PNG, JPEG or GIF picture',
  },
  schema,
  plan(file, fields) {
    const found = findSlide(file, fields.target);
    if ('rejected' in found) return found;
    const { slide } = found;
    const picture = readPicture(fields.image);
    if (isRejected(picture)) return picture;
    const [width, height] = [picture.width * EMU_PER_PIXEL * GROWTH_MAX, picture.height * EMU_PER_PIXEL * GROWTH_MAX];
    const ratio = picture.width / picture.height;
    // a picture of a few pixels is not made larger than it may be
    const shorter = Math.min(emuOf(LEAST_CM), width, height);
    const least = { cx: Math.round(shorter * Math.max(1, ratio)), cy: Math.round(shorter * Math.max(1, 1 / ratio)) };
    const placed = choosePlace(file, slide, fields, { least, most: { cx: width, cy: height }, ratio }, ['pic', 'obj']);
    if (isRejected(placed)) return placed;
    const { frame, filled } = placed;
    const { part } = slide;
    const id = promiseId(file.opened, part.name);
    const xml =
      `<p:pic ${namesOf(file)}><p:nvPicPr>${headXml(numberFor(slide, filled), 'Picture', fields.alt)}<p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr>${ownerXml(filled)}</p:nvPicPr>` +
      `<p:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${frameXml(frame)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
    const added = addToSlide(slide, 'image', xml, filled);
    if (isRejected(added)) return added;
    return {
      ...added,
      ...sayPlace(file, slide, placed),
      after: fields.alt ?? `a picture of ${picture.width} by ${picture.height} pixels`,
      finish(opened) {
        const folder = `${opened.mainPart.slice(0, opened.mainPart.lastIndexOf('/') + 1)}media`;
        addRelationship(opened, part.name, { id, type: `${OFFICE_RELATIONSHIP}image`, target: addPicture(opened, folder, picture) });
      },
    };
  },
  examples: [
    {
      name: 'beside what is there',
      operation: {
        op: 'insert_image',
        target: 's1',
        image: { data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' },
        alt: 'A dot',
        left_cm: 2,
        top_cm: 3,
        width_cm: 4,
      },
      given: '<a:p/>',
      expected: '<a:p/>',
    },
    {
      name: 'no picture',
      operation: { op: 'insert_image', target: 's1', image: { data: 'AAAA' } },
      given: '<a:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});
