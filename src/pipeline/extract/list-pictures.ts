/** Pictures of a file as files: those of its package, or cut from its pages. */
import { detectFileKind } from '../../base/file-kind.ts';
import type { Note } from '../../base/note.ts';
import type { Block } from '../../document/block.ts';
import type { Box, RenderedDocument } from '../../document/rendered-document.ts';
import { walkBlocks } from '../../document/walk.ts';
import type { PageRenderer } from '../../ports/page-renderer.ts';
import type { PackagePicture } from '../../readers/package-pictures.ts';

export interface ListedPicture {
  name: string;
  /** Page, slide or sheet, 1-based; null where the kind has none. */
  page: number | null;
  content_type: string;
  /** What it is said to show. */
  alt: string;
  /** Base64. */
  data: string;
}

export interface ListedPictures {
  pictures: ListedPicture[];
  notes: Note[];
}

/** A picture as its page shows it. */
export interface CroppedPicture {
  name: string;
  /** 1-based. */
  page: number;
  box: Box;
  png: Uint8Array;
}

const COUNT_MAX = 100;
const BYTES_MAX = 12 * 2 ** 20;
/** Smaller ones on pages are bullets, rules and logos of nothing. */
const SIDE_PT_MIN = 24;

const VECTORS: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  emf: 'image/emf',
  wmf: 'image/wmf',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
};

function typeOf(name: string, bytes: Uint8Array): string {
  const detected = detectFileKind(bytes, undefined);
  if (detected.kind !== null && detected.contentType.startsWith('image/')) return detected.contentType;
  return VECTORS[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}

const tooMany = (left: number): Note[] =>
  left === 0
    ? []
    : [
        {
          code: 'part_left_out',
          severity: 'warning',
          message: `${left} pictures were left out: ${COUNT_MAX} pictures and 12 MB are given at most.`,
        },
      ];

/** Opens pictures by what is behind `img:1`, `img:2`, …, while all are within a bound of bytes. */
export type OpenPictures = (names: readonly string[], bytesMax: number) => ReadonlyMap<string, PackagePicture>;

/** @param keys what is behind `img:1`, `img:2`, …: parts of a package, addresses of a page */
export function listPackagePictures(
  open: OpenPictures,
  keys: readonly string[],
  parts: readonly { page: number | null; blocks: readonly Block[] }[],
): ListedPictures {
  const shown = new Map<string, { page: number | null; alt: string }>();
  for (const { page, blocks } of parts)
    for (const block of walkBlocks(blocks)) {
      const part = block.type === 'image' && block.asset !== null ? keys[Number(/^img:(\d+)$/.exec(block.asset)?.[1]) - 1] : undefined;
      if (block.type === 'image' && part !== undefined && !shown.has(part)) shown.set(part, { page, alt: block.alt });
    }
  const found = open([...shown.keys()].slice(0, COUNT_MAX), BYTES_MAX);
  const pictures = [...found].map(([part, picture]) => ({
    name: picture.name,
    page: shown.get(part)?.page ?? null,
    content_type: typeOf(picture.name, picture.bytes),
    alt: shown.get(part)?.alt ?? '',
    data: Buffer.from(picture.bytes).toString('base64'),
  }));
  return { pictures, notes: tooMany(shown.size - found.size) };
}

/** Pictures as the pages show them, in PNG. @param isWanted whether the page is asked for */
export async function cropPictures(
  pdf: Uint8Array,
  drawn: RenderedDocument,
  { crop, isWanted }: { crop: PageRenderer['crop']; isWanted: (page: number) => boolean },
): Promise<{ cropped: CroppedPicture[]; notes: Note[] }> {
  const all = drawn.pages
    .filter(({ page, turned }) => isWanted(page) && (turned ?? 0) === 0)
    .flatMap(({ page, pictures, widthPt }) =>
      pictures
        .filter(({ left, top, right, bottom }) => right - left >= SIDE_PT_MIN && bottom - top >= SIDE_PT_MIN)
        .map((box) => ({ page, box, pageWidthPt: widthPt })),
    );
  const cut = await crop(pdf, all.slice(0, COUNT_MAX));
  const cropped: CroppedPicture[] = [];
  let bytes = 0;
  for (const [index, one] of cut.entries()) {
    const place = all[index];
    if (one === null || place === undefined || bytes + one.png.length > BYTES_MAX) continue;
    bytes += one.png.length;
    cropped.push({ name: `page-${place.page}-${index + 1}.png`, page: place.page, box: place.box, png: one.png });
  }
  return { cropped, notes: tooMany(all.length - cropped.length) };
}

export const listCropped = (cropped: readonly CroppedPicture[]): ListedPicture[] =>
  cropped.map(({ name, page, png }) => ({ name, page, content_type: 'image/png', alt: '', data: Buffer.from(png).toString('base64') }));
