import { MEDIA_RELATIONSHIP, OFFICE_RELATIONSHIP, P14 } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { addPart, addRelationship, freePartName } from '../../../ooxml/change-package.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { defineEdit, isRejected, reject, type Rejected } from '../../define-edit.ts';
import { broughtFile, bytesOfBrought } from '../../brought-file.ts';
import { addPicture, pictureField, readPicture, type PictureGiven } from '../../office/picture-field.ts';
import { textFits } from '../../text-fits.ts';
import { findSlide } from '../mechanics/deck-objects.ts';
import { readMediaHeader, type MediaHeader } from '../mechanics/media-header.ts';
import { playOnClick } from '../mechanics/media-timing.ts';
import {
  addToSlide,
  choosePlace,
  emuOf,
  frameXml,
  namesOf,
  numberFor,
  ownerXml,
  placeFields,
  promiseId,
  sayPlace,
} from '../mechanics/new-object.ts';
import { drawPoster } from '../mechanics/plain-poster.ts';
import type { Wish } from '../mechanics/free-room.ts';

const schema = z.strictObject({
  op: z.literal('insert_media'),
  target: z.string().min(1).max(200).describe('A slide: s2.'),
  media: broughtFile.describe(
    'A video (MP4) or sound (M4A, MP3, WAV): base64 in `data`, an address in `url`, or the id of an uploaded file.',
  ),
  poster: pictureField.optional().describe('The picture that is shown until it plays; absent: a plain one with a triangle.'),
  alt: textFits(0, 2_000).optional().describe('What is to be seen or heard, for those who do not see it.'),
  ...placeFields,
  width_cm: placeFields.width_cm.describe('Of width_cm and height_cm one is enough; with both the picture is stretched.'),
});
type Fields = z.infer<typeof schema>;

interface Given extends MediaHeader {
  bytes: Buffer;
}

function readMedia(given: Fields['media']): Given | Rejected {
  const bytes = bytesOfBrought(given);
  if (isRejected(bytes)) return bytes;
  const header = readMediaHeader(bytes);
  return header === null
    ? reject('unsupported', 'The data is no video or sound that PowerPoint plays everywhere; send an MP4, M4A, MP3 or WAV file.')
    : { ...header, bytes };
}

/** Of videos that do not say. */
const USUAL = { width: 1280, height: 720 };
/** A poster of more pixels is not seen better: it holds a triangle. */
const POSTER_PX = 640;
/** A sound is a sign to click at, a video is watched. */
const SOUND_CM = 2;
const VIDEO_CM = { least: 4, most: 25 };

const sizeOf = (media: Given, poster: PictureGiven | null): { width: number; height: number } =>
  media.size ?? poster ?? (media.kind === 'video' ? USUAL : { width: 1, height: 1 });

function posterFor(media: Given): PictureGiven {
  const { width, height } = sizeOf(media, null);
  const scale = (media.kind === 'video' ? POSTER_PX : POSTER_PX / 4) / Math.max(width, height);
  const pixels = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  return { kind: 'png', ...pixels, bytes: drawPoster(pixels.width, pixels.height) };
}

function wishFor(media: Given, poster: PictureGiven | null): Wish {
  const { width, height } = sizeOf(media, poster);
  const ratio = width / height;
  const box = (cm: number): { cx: number; cy: number } => ({
    cx: Math.round(emuOf(cm) * Math.min(1, ratio)),
    cy: Math.round(emuOf(cm) / Math.max(1, ratio)),
  });
  return media.kind === 'video'
    ? { least: box(VIDEO_CM.least), most: box(VIDEO_CM.most), ratio }
    : { least: box(SOUND_CM), most: box(SOUND_CM), ratio };
}

export const insertMedia = defineEdit<DeckFile, Fields>({
  op: 'insert_media',
  format: 'pptx',
  summary: 'Puts a video or a sound on a slide, which plays on a click, with a picture that stands for it',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such slide',
    would_overflow: 'no place is given and none is free',
    unsupported: 'the data is no MP4, M4A, MP3 or WAV file, or the poster no PNG, JPEG or GIF picture',
  },
  schema,
  plan(file, fields) {
    const found = findSlide(file, fields.target);
    if ('rejected' in found) return found;
    const { slide } = found;
    const media = readMedia(fields.media);
    if (isRejected(media)) return media;
    const given = fields.poster === undefined ? null : readPicture(fields.poster);
    if (given !== null && isRejected(given)) return given;
    const poster = given ?? posterFor(media);
    const placed = choosePlace(file, slide, fields, wishFor(media, given), media.kind === 'video' ? ['media', 'obj'] : []);
    if (isRejected(placed)) return placed;
    const { frame, filled } = placed;
    const { part } = slide;
    const [embedded, linked, shown] = [0, 1, 2].map(() => promiseId(file.opened, part.name));
    const number = numberFor(slide, filled);
    const name = media.kind === 'video' ? 'Video' : 'Audio';
    const alt = fields.alt === undefined || fields.alt === '' ? '' : ` descr="${escapeAttribute(fields.alt)}"`;
    const held = ownerXml(filled).replace(/^<p:nvPr\/?>|<\/p:nvPr>$/g, '');
    const xml =
      `<p:pic ${namesOf(file)}><p:nvPicPr><p:cNvPr id="${number}" name="${name} ${number}"${alt}><a:hlinkClick r:id="" action="ppaction://media"/></p:cNvPr><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr>` +
      `<p:nvPr>${held}<a:${media.kind}File r:link="${linked}"/><p:extLst><p:ext uri="{DAA4B4D4-6D71-4841-9C94-3DE7FCFB9230}"><p14:media xmlns:p14="${P14}" r:embed="${embedded}"/></p:ext></p:extLst></p:nvPr></p:nvPicPr>` +
      `<p:blipFill><a:blip r:embed="${shown}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${frameXml(frame)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
    const added = addToSlide(slide, 'image', xml, filled);
    if (isRejected(added)) return added;
    const timing = playOnClick(file, slide, media.kind, number);
    if (isRejected(timing)) return timing;
    return {
      ...added,
      ...sayPlace(file, slide, placed),
      parts: added.parts.map((one) => (one.part === part.name ? { ...one, edits: [...one.edits, timing] } : one)),
      after: fields.alt ?? `a ${media.kind === 'video' ? 'video' : 'sound'} of ${Math.max(1, Math.round(media.bytes.length / 1024))} kB`,
      finish(opened) {
        const folder = `${opened.mainPart.slice(0, opened.mainPart.lastIndexOf('/') + 1)}media`;
        const target = freePartName(opened, `${folder}/media`, media.extension);
        addPart(opened, { name: target, contentType: media.contentType }, media.bytes);
        addRelationship(opened, part.name, { id: embedded ?? '', type: MEDIA_RELATIONSHIP, target });
        addRelationship(opened, part.name, { id: linked ?? '', type: `${OFFICE_RELATIONSHIP}${media.kind}`, target });
        addRelationship(opened, part.name, {
          id: shown ?? '',
          type: `${OFFICE_RELATIONSHIP}image`,
          target: addPicture(opened, folder, poster),
        });
      },
    };
  },
  examples: [
    {
      name: 'no video',
      operation: { op: 'insert_media', target: 's1', media: { data: 'AAAA' } },
      given: '<a:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});
