/**
 * What an office program is given to draw. It decodes every picture of a file: a few kilobytes may hold a picture of a thousand megapixels, which
 * takes it a minute and two gigabytes, so that what is drawn is then a copy without that picture. LibreOffice takes the mark that the
 * tags of a content control have come or gone for a change of all the text behind it, which is drawn as changed: the copy has no such marks.
 * And it shows notes by the order of their ids: the copy has them in the order of the text.
 */
import { PICTURE_PIXELS_MAX, readOfficePictureSize } from '../base/picture-header.ts';
import { replacePart, saveOfficePackage } from '../ooxml/change-package.ts';
import { encodeXml } from '../ooxml/decode-xml.ts';
import { contentTypeOf, openOfficePackage, partNames, readPart, readPartText, type OfficePackage } from '../ooxml/office-package.ts';
import { orderNotes } from './order-notes.ts';

const PICTURE_NAME = /\.(?:png|jpe?g|gif|webp|bmp|dib|tiff?)$/i;
const PICTURE_TYPE = /^image\/(?!svg|.*[ew]mf)/i;
/** Of all pictures of a file: four of the largest. */
const SUM_PIXELS_MAX = 4 * PICTURE_PIXELS_MAX;

/** One grey pixel. */
const BLANK = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVQI12P4DwABAQEAG7buVgAAAABJRU5ErkJggg==', 'base64');

const STORY = /wordprocessingml\.(?:document|template|header|footer|footnotes|endnotes)(?:\.main)?\+xml$/;
/** Marks around the tags of controls (ISO/IEC 29500-1 §17.13.5.4-11), which hold nothing. */
const CONTROL_MARK = /<(?:[\w.-]+:)?customXml(?:Ins|Del|MoveFrom|MoveTo)Range(?:Start|End)\b[^<>]*\/>/g;

function dropControlMarks(opened: OfficePackage): boolean {
  let any = false;
  for (const part of opened.kind === 'docx' ? partNames(opened) : []) {
    if (!STORY.test(contentTypeOf(opened, part) ?? '')) continue;
    const { text, encoding } = readPartText(opened, part);
    if (!text.includes(':customXml')) continue;
    const without = text.replaceAll(CONTROL_MARK, '');
    if (without === text) continue;
    replacePart(opened, part, encodeXml({ text: without, encoding }));
    any = true;
  }
  return any;
}

export interface LeftPicture {
  part: string;
  width: number;
  height: number;
}

export interface DrawableFile {
  /** The very file where nothing is left out, no control has come or gone and notes are in order. */
  bytes: Uint8Array;
  /** Pictures that are grey in it: above 100 megapixels, and from the largest on where all together have more than 400. */
  left: LeftPicture[];
}

/** @throws Refusal `file_rejected` for what is no Office file */
export function makeDrawable(bytes: Uint8Array): DrawableFile {
  const opened = openOfficePackage(bytes);
  const found = partNames(opened)
    .filter((part) => PICTURE_NAME.test(part) || PICTURE_TYPE.test(contentTypeOf(opened, part) ?? ''))
    .flatMap((part): LeftPicture[] => {
      const size = readOfficePictureSize(readPart(opened, part));
      return size === null ? [] : [{ part, ...size }];
    })
    .toSorted((a, b) => b.width * b.height - a.width * a.height);
  let sum = found.reduce((all, { width, height }) => all + width * height, 0);
  const left = found.filter(({ width, height }) => {
    const isLeft = width * height > PICTURE_PIXELS_MAX || sum > SUM_PIXELS_MAX;
    if (isLeft) sum -= width * height;
    return isLeft;
  });
  const dropped = dropControlMarks(opened);
  const ordered = orderNotes(opened);
  if (left.length === 0 && !dropped && !ordered) return { bytes, left };
  for (const { part } of left) replacePart(opened, part, BLANK);
  return { bytes: saveOfficePackage(opened), left };
}
