/** Pictures of the data: their bytes as parts of the file, each once, and their sizes. */
import { createHash } from 'node:crypto';
import { OFFICE_RELATIONSHIP } from '../../ooxml/names.ts';
import { addRelationship } from '../../ooxml/change-package.ts';
import { partNamed, relationshipsOf, type OfficePackage } from '../../ooxml/office-package.ts';
import { isRejected } from '../define-edit.ts';
import { addPicture, readPicture, type PictureGiven } from '../office/picture-field.ts';
import { addFault, TooMuch, valueOfTag, type Filling, type PlacedTag } from './filling.ts';
import { isRecord, type Scope, type Value } from './scope.ts';
import type { Tag } from './read-tag.ts';

const IMAGE = `${OFFICE_RELATIONSHIP}image`;
const PLACED_MAX = 5_000;
const BYTES_MAX = 100 * 1_048_576;
const EMU: Readonly<Record<string, number>> = { cm: 360_000, mm: 36_000, in: 914_400, pt: 12_700, px: 9_525 };
/** A picture without a size is no wider than the text of a usual page. */
const WIDTH_MAX_EMU = 16 * 360_000;
const HEIGHT_MAX_EMU = 22 * 360_000;

/** A picture of the data in the file that is filled. */
export interface PlacedPicture {
  /** Of the relationship of the part that shows it. */
  id: string;
  width: number;
  height: number;
  /** What it shows, where the data says so. */
  alt: string | undefined;
}

export interface Pictures {
  /** The picture that a tag names, as a relationship of this part; null where there is none, undefined where the tag is kept. */
  place(part: string, tag: PlacedTag & { tag: Tag & { kind: 'value' } }, scope: Scope): PlacedPicture | null | undefined;
}

/** Base64 of a value: by itself, with the prefix of a data address, or in `data`. */
function dataOf(value: Value): { data: string; alt: string | undefined } | undefined {
  if (typeof value === 'string') return { data: value.replace(/^data:image\/[\w.+-]+;base64,/, ''), alt: undefined };
  if (!isRecord(value) || typeof value['data'] !== 'string') return undefined;
  return {
    data: value['data'].replace(/^data:image\/[\w.+-]+;base64,/, ''),
    alt: typeof value['alt'] === 'string' ? value['alt'] : undefined,
  };
}

export function createPictures(opened: OfficePackage, filling: Filling, folder: string): Pictures {
  const read = new Map<string, PictureGiven | string>();
  const parts = new Map<string, string>();
  const readOnce = (data: string): PictureGiven | string => {
    const known = read.get(data);
    if (known !== undefined) return known;
    const picture = readPicture({ data });
    const made = isRejected(picture) ? picture.rejected.message : picture;
    if (typeof made !== 'string') filling.pictureBytes += made.bytes.length;
    if (filling.pictureBytes > BYTES_MAX)
      throw new TooMuch('The pictures of the data are over 100 MB together; fill it in several requests.');
    read.set(data, made);
    return made;
  };
  return {
    place(part, tag, scope) {
      const value = valueOfTag(filling, tag, tag.tag.piped, scope);
      if (value === undefined || value === null || value === '') return value === undefined ? undefined : null;
      const given = dataOf(value);
      const picture = given === undefined ? 'it is no picture: send base64, {"data": …} or {"file": "file_…"}' : readOnce(given.data);
      if (given === undefined || typeof picture === 'string') {
        addFault(filling, tag, typeof picture === 'string' ? picture.replace(/\.$/, '') : 'it is no picture', 'data');
        return null;
      }
      filling.pictures++;
      if (filling.pictures > PLACED_MAX)
        throw new TooMuch(`More than ${PLACED_MAX} pictures would be placed; fill it in several requests.`);
      const hash = createHash('sha256').update(picture.bytes).digest('hex');
      const name = parts.get(hash) ?? addPicture(opened, folder, picture);
      parts.set(hash, name);
      return { id: relationTo(opened, part, name), width: picture.width, height: picture.height, alt: given.alt };
    },
  };
}

function relationTo(opened: OfficePackage, part: string, target: string): string {
  const known = relationshipsOf(opened, part).find(
    ({ type, target: to, external }) => !external && type === IMAGE && partNamed(opened, to) === target,
  );
  return known?.id ?? addRelationship(opened, part, { type: IMAGE, target });
}

/** `4cm` in EMU; undefined where it is no length. */
function lengthOf(text: string | undefined): number | undefined {
  const found = /^(\d+(?:\.\d+)?)(cm|mm|in|pt|px)?$/.exec(text ?? '');
  if (found === null) return undefined;
  return Math.round(Number(found[1]) * (EMU[found[2] ?? 'cm'] ?? 360_000));
}

/** How large a picture is drawn in a line of text: as its tag says, else by its pixels, undistorted. */
export function sizeOf({ width, height }: PlacedPicture, options: ReadonlyMap<string, string>): { widthEmu: number; heightEmu: number } {
  const [wide, high] = [lengthOf(options.get('width')), lengthOf(options.get('height'))];
  const usual = Math.min(1, WIDTH_MAX_EMU / (width * 9_525), HEIGHT_MAX_EMU / (height * 9_525)) * 9_525;
  const scale = wide === undefined && high === undefined ? usual : Math.min((wide ?? Infinity) / width, (high ?? Infinity) / height);
  return { widthEmu: Math.max(1, Math.round(width * scale)), heightEmu: Math.max(1, Math.round(height * scale)) };
}

/** The size of a picture within a frame, undistorted. */
export function sizeWithin({ width, height }: PlacedPicture, frame: { cx: number; cy: number }): { cx: number; cy: number } {
  const scale = Math.min(frame.cx / width, frame.cy / height);
  return { cx: Math.max(1, Math.round(width * scale)), cy: Math.max(1, Math.round(height * scale)) };
}
