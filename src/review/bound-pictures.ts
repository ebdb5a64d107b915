/**
 * An office program decodes every picture of a file to draw it. A few kilobytes may hold a picture of a thousand megapixels, which takes it a minute
 * and two gigabytes: what is drawn is then a copy without that picture.
 */
import { PICTURE_PIXELS_MAX, readOfficePictureSize } from '../base/picture-header.ts';
import { replacePart, saveOfficePackage } from '../ooxml/change-package.ts';
import { contentTypeOf, openOfficePackage, partNames, readPart } from '../ooxml/office-package.ts';

const PICTURE_NAME = /\.(?:png|jpe?g|gif|webp|bmp|dib|tiff?)$/i;
const PICTURE_TYPE = /^image\/(?!svg|.*[ew]mf)/i;
/** Of all pictures of a file: four of the largest. */
const SUM_PIXELS_MAX = 4 * PICTURE_PIXELS_MAX;

/** One grey pixel. */
const BLANK = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVQI12P4DwABAQEAG7buVgAAAABJRU5ErkJggg==', 'base64');

export interface LeftPicture {
  part: string;
  width: number;
  height: number;
}

export interface BoundPictures {
  /** The very file where nothing is left out. */
  bytes: Uint8Array;
  /** Pictures that are grey in it: above 100 megapixels, and from the largest on where all together have more than 400. */
  left: LeftPicture[];
}

/** @throws Refusal `file_rejected` for what is no Office file */
export function boundPictures(bytes: Uint8Array): BoundPictures {
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
  if (left.length === 0) return { bytes, left };
  for (const { part } of left) replacePart(opened, part, BLANK);
  return { bytes: saveOfficePackage(opened), left };
}
