/** Pictures that an operation brings along: the same field in Word, PowerPoint and Excel. */
import { z } from 'zod';
import { readPictureHeader, type PictureHeader } from '../../base/picture-header.ts';
import { addPart, freePartName } from '../../ooxml/change-package.ts';
import type { OfficePackage } from '../../ooxml/office-package.ts';
import { reject, type Rejected } from '../define-edit.ts';

/** 20 MB, as every file of a request. */
const DATA_CHARS_MAX = 27_962_031;
/** More is a bomb, or more than any page shows. */
const PIXELS_MAX = 100_000_000;

const bytesSchema = z.strictObject({
  data: z
    .string()
    .min(1)
    .max(DATA_CHARS_MAX)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'base64 in the standard alphabet'),
});
/** Any file: base64 in `data`, or the id of an uploaded one. */
export const bytesField = z.union([bytesSchema, z.string().regex(/^file_/)]);
export const pictureField = bytesField.describe('A PNG, JPEG or GIF picture: base64 in `data`, or the id of an uploaded file.');

export interface PictureGiven extends PictureHeader {
  bytes: Uint8Array;
}

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' };

/** Ids are bytes by now: who has the files has put them in (`pipeline/edits.ts`). */
export function readPicture(given: z.infer<typeof pictureField>): PictureGiven | Rejected {
  if (typeof given === 'string') return reject('unsupported', `The picture ${given} is not available here; send its bytes in \`data\`.`);
  const bytes = Buffer.from(given.data, 'base64');
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
