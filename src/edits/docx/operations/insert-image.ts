import { A, PIC, R, WP } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { attributeOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { findPicture } from '../mechanics/find-picture.ts';
import { defineEdit, isRejected, reject } from '../../define-edit.ts';
import { relationsOnlyIn, removeRelated } from '../../office/orphans.ts';
import { addPicture, pictureField, readPicture, type PictureGiven } from '../../office/picture-field.ts';
import { relinkPicture } from '../../office/relink-picture.ts';
import { textFits } from '../../text-fits.ts';
import { findTarget } from '../mechanics/find-target.ts';
import { keepPromise, pictureRun, placeDrawing, type DrawingSize } from '../mechanics/new-drawing.ts';
import { promiseRelationship } from '../mechanics/promise-relationship.ts';
import { roomAt } from '../mechanics/page-room.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';

const insertSchema = z.strictObject({
  op: z.literal('insert_image'),
  target: z.string().min(1).max(200).describe('Address of the paragraph or table beside which it comes.'),
  position: z.enum(['before', 'after']).optional().describe('after where absent.'),
  image: pictureField,
  alt: textFits(0, 2_000).optional().describe('What it shows, for those who do not see it.'),
  caption: textFits(1, 2_000).optional(),
  width_cm: z.number().min(0.2).max(100).optional().describe('Absent: as large as its pixels allow and the text is wide.'),
  align: z.enum(['left', 'center', 'right']).optional(),
  expect: z.string().max(100_000).optional(),
});

const EMU_PER_CM = 360_000;
/** Pixels of a screen: what pictures without a size are drawn at. */
const EMU_PER_PIXEL = 9_525;
const HEIGHT_SHARE_MAX = 0.85;

/** In its own proportions; no wider than the text and no higher than a page. */
function sizeOf({ width, height }: PictureGiven, room: DrawingSize, widthCm: number | undefined): DrawingSize {
  const wanted = widthCm === undefined ? width * EMU_PER_PIXEL : widthCm * EMU_PER_CM;
  const fitting = Math.min(wanted, room.widthEmu, (room.heightEmu * HEIGHT_SHARE_MAX * width) / height);
  return { widthEmu: Math.max(1, Math.round(fitting)), heightEmu: Math.max(1, Math.round((fitting * height) / width)) };
}

/** One red pixel. */
const EXAMPLE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';

export const insertImage = defineEdit<WordFile, z.infer<typeof insertSchema>>({
  op: 'insert_image',
  format: 'docx',
  summary: 'Inserts a picture, with a caption if wanted',
  tracked: true,
  refuses: { unsupported: 'the data is no PNG, JPEG or GIF picture', read_only_content: 'the place lies in a locked control' },
  schema: insertSchema,
  plan(file, fields, context) {
    const near = findTarget(file, fields, ['paragraph', 'table']);
    if ('rejected' in near) return near;
    const picture = readPicture(fields.image);
    if (isRejected(picture)) return picture;
    const id = promiseRelationship(file);
    const run = pictureRun(file, id, {
      ...sizeOf(picture, roomAt(file, near), fields.width_cm),
      description: fields.alt ?? fields.caption ?? '',
    });
    const placed = placeDrawing({
      writing: { file, context, near, finishes: [] },
      before: fields.position === 'before',
      run,
      caption: fields.caption,
      align: fields.align,
      finish: (opened) =>
        keepPromise(opened, file, { id, from: near.part.name, kind: 'image', target: addPicture(opened, 'word/media', picture) }),
    });
    return isRejected(placed) ? placed : { ...placed, before: '', after: fields.caption ?? fields.alt ?? 'a picture' };
  },
  examples: [
    {
      name: 'behind a paragraph',
      operation: { op: 'insert_image', target: 'p1', image: { data: EXAMPLE }, alt: 'A dot', width_cm: 1 },
      given: '<w:p/>',
      expected:
        `<w:p/><w:p><w:r><w:drawing><wp:inline xmlns:wp="${WP}" xmlns:a="${A}" xmlns:r="${R}" distT="0" distB="0" distL="0" distR="0">` +
        `<wp:extent cx="360000" cy="360000"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:docPr id="1" name="Picture 1" descr="A dot"/><wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr><a:graphic><a:graphicData uri="${PIC}">` +
        `<pic:pic xmlns:pic="${PIC}"><pic:nvPicPr><pic:cNvPr id="0" name=""/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rIdNew1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
        '<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="360000" cy="360000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>',
    },
    {
      name: 'no picture',
      operation: { op: 'insert_image', target: 'p1', image: { data: 'AAAA' } },
      given: '<w:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});

const replaceSchema = z.strictObject({
  op: z.literal('replace_image'),
  target: z.string().min(1).max(200).describe('Address of a picture, img1.'),
  image: pictureField,
  alt: textFits(0, 2_000).optional().describe('Absent: the description stays.'),
  expect: z.string().max(2_000).optional().describe('Its description.'),
});

const isDrawing = (element: XmlElement): boolean => element.local === 'inline' || element.local === 'anchor';

/** Height of the frame that the new picture needs at the width of the old one. */
function resize(part: WordFile['main'], frame: XmlElement, { width, height }: PictureGiven): XmlEdit[] {
  const sizes = [...walkElements(frame)].filter(({ local, parent }) => local === 'extent' || (local === 'ext' && parent?.local === 'xfrm'));
  return sizes.flatMap((size) => {
    const wide = Number(attributeOf(size, 'cx') ?? 0);
    return wide > 0 ? [setAttribute(part, size, 'cy', String(Math.max(1, Math.round((wide * height) / width))))] : [];
  });
}

export const replaceImage = defineEdit<WordFile, z.infer<typeof replaceSchema>>({
  op: 'replace_image',
  format: 'docx',
  summary: 'Puts another picture in the place of one: its width and place stay, its height follows',
  tracked: false,
  refuses: {
    target_not_found: 'there is no such picture',
    unsupported: 'it is a chart or a drawing, or the data is no PNG, JPEG or GIF picture',
  },
  schema: replaceSchema,
  plan(file, fields) {
    const known = findPicture(file, fields.target);
    if ('rejected' in known) return known;
    const before = attributeOf(known.element, 'descr') ?? '';
    if (fields.expect !== undefined && fields.expect !== before)
      return reject('expect_mismatch', `${fields.target} is described as "${before}".`, [fields.target]);
    const picture = readPicture(fields.image);
    if (isRejected(picture)) return picture;
    const frame = known.element.parent;
    const blips = frame === undefined || !isDrawing(frame) ? [] : [...walkElements(frame)].filter(({ local }) => local === 'blip');
    const [blip] = blips;
    const id = promiseRelationship(file);
    const shown = blip && relinkPicture(known.part, blip, id);
    if (frame === undefined || blip === undefined || shown === undefined || blips.length > 1)
      return reject('unsupported', `${fields.target} is a chart, a drawing or several pictures; only a single picture can be replaced.`, [
        fields.target,
      ]);
    // a drawing kept beside it for newer readers would go on showing the old picture
    const extensions = [...walkElements(blip)].filter(({ local, parent }) => local === 'extLst' && parent === blip);
    const edits = [...shown, ...extensions.map(({ start, end }) => ({ start, end, xml: '' })), ...resize(known.part, frame, picture)];
    if (fields.alt !== undefined && fields.alt !== before) edits.push(setAttribute(known.part, known.element, 'descr', fields.alt));
    const unused = relationsOnlyIn(known.part, blip);
    return {
      parts: [{ part: known.part.name, edits }],
      before,
      after: fields.alt ?? before,
      finish(opened) {
        keepPromise(opened, file, { id, from: known.part.name, kind: 'image', target: addPicture(opened, 'word/media', picture) });
        removeRelated(opened, known.part.name, unused);
      },
    };
  },
  examples: [
    {
      name: 'no picture',
      operation: { op: 'replace_image', target: 'img1', image: { data: EXAMPLE } },
      given: '<w:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
