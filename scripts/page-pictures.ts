/** What the scripts that draw samples share: pages of one run, how full they are, and a contact sheet of them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Sink } from '../src/pipeline/sink.ts';
import type { OutputRecord } from '../src/ports/record.ts';

const COLUMNS_MAX = 4;
const GAP = 16;

/** All pages on one sheet, in rows. */
export async function contactSheet(pages: readonly Uint8Array[], width = 420, height = 594): Promise<Buffer> {
  const columns = Math.min(COLUMNS_MAX, Math.max(1, pages.length));
  const rows = Math.ceil(pages.length / columns);
  const thumbs = await Promise.all(
    pages.map((page) => sharp(page).resize(width, height, { fit: 'contain', background: '#8A949D' }).toBuffer()),
  );
  const background = {
    create: {
      width: GAP + columns * (width + GAP),
      height: GAP + rows * (height + GAP),
      channels: 3 as const,
      background: '#8A949D',
    },
  };
  const composite = thumbs.map((input, i) => ({
    input,
    left: GAP + (i % columns) * (width + GAP),
    top: GAP + Math.floor(i / columns) * (height + GAP),
  }));
  return sharp(background).composite(composite).png().toBuffer();
}

/** Share of a page's height below the last row that is not paper; the foot of the page, where the number is, is not looked at. */
export async function emptyShare(png: Uint8Array): Promise<number> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const [top, bottom] = [Math.round(info.height * 0.08), Math.round(info.height * 0.9)];
  for (let row = bottom; row > top; row--) {
    const line = data.subarray(row * info.width, (row + 1) * info.width);
    if (line.some((value) => value < 200)) return (bottom - row) / (bottom - top);
  }
  return 1;
}

/** A sink that keeps the pictures of the pages, and the files of a kind. */
export function collect(kind: string): { sink: Sink; pages: Uint8Array[]; files: Uint8Array[] } {
  const pages: Uint8Array[] = [];
  const files: Uint8Array[] = [];
  const sink: Sink = {
    emit() {
      /* nobody listens */
    },
    async put({ bytes, ...output }) {
      if (output.kind === 'preview') pages[(output.page ?? 1) - 1] = bytes;
      else if (output.kind === kind) files.push(bytes);
      return { ...output, id: '', key: '', bytes: bytes.length } satisfies OutputRecord;
    },
  };
  return { sink, pages, files };
}

/** All Markdown files below some folders, in order; those alone whose path contains one of the texts. */
export async function markdownBelow(folders: readonly string[], only: readonly string[] = []): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md')).map((name) => join(folder, name)),
    ),
  );
  return found
    .flat()
    .filter((path) => only.length === 0 || only.some((text) => path.includes(text)))
    .toSorted();
}
