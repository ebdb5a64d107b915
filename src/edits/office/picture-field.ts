/** Pictures that an operation brings along: the same field in Word, PowerPoint and Excel. */
import { readPictureHeader, type PictureHeader } from '../../base/picture-header.ts';
import { addPart, freePartName } from '../../ooxml/change-package.ts';
import type { OfficePackage } from '../../ooxml/office-package.ts';
import { broughtFile, bytesOfBrought, type BroughtFile } from '../brought-file.ts';
import { isRejected, reject, type Rejected } from '../define-edit.ts';

/** More is a bomb, or more than any page shows. */
const PIXELS_MAX = 100_000_000;

export const pictureField = broughtFile.describe(
  'A PNG, JPEG or GIF picture: base64 in `data`, an address in `url`, or the id of an uploaded file.',
);

export interface PictureGiven extends PictureHeader {
  bytes: Uint8Array;
}

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' };

export function readPicture(given: BroughtFile): PictureGiven | Rejected {
  const bytes = bytesOfBrought(given);
  if (isRejected(bytes)) return bytes;
  const header = readPictureHeader(bytes);
  if (header === null) return reject('unsupported', 'The data is no picture that can be read; send a PNG, JPEG or GIF file as base64.');
  if (header.kind === 'webp') return reject('unsupported', 'Office files hold no WebP pictures; send a PNG, JPEG or GIF file.');
  if (header.width * header.height > PIXELS_MAX)
    return reject('would_overflow', `The picture has ${header.width} by ${header.height} pixels, which is too large.`);
  return { ...header, bytes };
}

/** Adds the picture as a part and gives its name. @param folder `word/media` */
export function addPicture(opened: OfficePackage, folder: string, { kind, bytes }: PictureGiven): string {
  const name = freePartName(opened, `${folder}/image`, kind === 'jpg' ? '.jpeg' : `.${kind}`);
  addPart(opened, { name, contentType: TYPES[kind] ?? 'image/png' }, bytes);
  return name;
}
