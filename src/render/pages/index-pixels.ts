/**
 * The palette of a drawn page. A page of text holds a few hundred colours, most of them the soft edges of letters, and beside two or three
 * colours of ink, with tinted tables and charts, more than the 256 that a palette takes.
 *
 * Two colours that agree in the upper six bits of each channel share a cell, which no eye can distinguish (they differ by 3 of 255
 * at the most, and any run of one flat colour keeps its exact value). Where there are more than 256 cells, the rarest give way to the
 * nearest that stays: at most one pixel in a hundred, no surface, and by 8 of 255 in a channel at the most. Photographs and gradients
 * hold neither bound and get no palette.
 */

export interface IndexedPage {
  /** A filter byte of PNG (none), then an entry of the palette for each pixel; for every row. Good until the next page. */
  rows: Uint8Array;
  /** Red, green and blue of each entry. */
  palette: Uint8Array;
}

const PALETTE_MAX = 256;
/** A page of more cells is a photograph. */
const CELLS_MAX = 2048;
const CELL_SPACE = 1 << 18;
/** A run that long is a surface, not the edge of a letter. */
const FLAT_RUN_PX = 32;
/** The most frequent cells, which stay; the other entries are for rare ones that are near to none of them. */
const STAYING = 200;
/** How far a rare cell may be from the one that stands for it, of 255 in each channel: the nearer the better. */
const DISTANCES = [4, 8];
const MOVED_SHARE_MAX = 0.01;
const FILTER_NONE = 0;

/** Entry + 1 of each cell of 64×64×64 colours; kept zeroed between pages. */
const entryOfCell = new Uint16Array(CELL_SPACE);
const cells = new Uint32Array(CELLS_MAX);
const colours = new Uint32Array(CELLS_MAX);
const counts = new Uint32Array(CELLS_MAX);
const isFlat = new Uint8Array(CELLS_MAX);

/** Of the current page; kept, because buffers of megabytes are collected late. */
let entries = new Uint16Array(0);
let rowsBuffer = new Uint8Array(0);

/** A buffer of so many bytes for filtered rows, of any content. Good until the next page. */
export function takeRows(bytes: number): Uint8Array {
  if (rowsBuffer.length < bytes) rowsBuffer = new Uint8Array(bytes);
  return rowsBuffer.subarray(0, bytes);
}

/**
 * Null where the colours are too many for a palette.
 * @param pixels one word per pixel, red in the lowest byte; the highest byte is ignored
 */
export function indexPixels(pixels: Uint32Array, width: number, height: number): IndexedPage | null {
  if (entries.length < pixels.length) entries = new Uint16Array(pixels.length);
  const repeated = new Uint8Array(height);
  const used = findCells(pixels, { width, height, repeated });
  for (let entry = 0; entry < Math.min(used, CELLS_MAX); entry++) entryOfCell[cells[entry] ?? 0] = 0;
  if (used > CELLS_MAX) return null;
  const places = used <= PALETTE_MAX ? Uint8Array.from({ length: used }, (_, entry) => entry) : thinOut(used, pixels.length);
  if (places === null) return null;
  return { rows: writeRows(places, { width, height, repeated }), palette: writePalette(places) };
}

interface Size {
  width: number;
  height: number;
  /** Of each row: 1 where it is the one above. */
  repeated: Uint8Array;
}

/** Gives each pixel its cell. @returns how many there are; one more than `CELLS_MAX` where they are too many */
function findCells(pixels: Uint32Array, { width, height, repeated }: Size): number {
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const rowBytes = width * 4;
  const runs = { entries: new Uint16Array(width), lengths: new Uint32Array(width), count: 0, times: 0 };
  let used = 0;
  const countRow = (): void => {
    for (let i = 0; i < runs.count; i++) {
      const entry = runs.entries[i] ?? 0;
      counts[entry] = (counts[entry] ?? 0) + (runs.lengths[i] ?? 0) * runs.times;
    }
  };
  for (let y = 0; y < height; y++) {
    // Half of a page's rows are white or repeat the one above: a native comparison is much faster than the loop.
    if (y > 0 && bytes.compare(bytes, (y - 1) * rowBytes, y * rowBytes, y * rowBytes, (y + 1) * rowBytes) === 0) {
      repeated[y] = 1;
      runs.times++;
      continue;
    }
    countRow();
    runs.count = 0;
    runs.times = 1;
    const rowEnd = (y + 1) * width;
    for (let at = y * width; at < rowEnd;) {
      const colour = pixels[at] ?? 0;
      let runEnd = at + 1;
      while (runEnd < rowEnd && pixels[runEnd] === colour) runEnd++;
      const cell = ((colour >>> 2) & 0x3f) | ((colour >>> 4) & 0xfc0) | ((colour >>> 6) & 0x3f000);
      let entry = (entryOfCell[cell] ?? 0) - 1;
      if (entry < 0) {
        if (used === CELLS_MAX) return CELLS_MAX + 1;
        entry = used++;
        cells[entry] = cell;
        colours[entry] = colour;
        counts[entry] = 0;
        isFlat[entry] = 0;
        entryOfCell[cell] = entry + 1;
      }
      const length = runEnd - at;
      if (length >= FLAT_RUN_PX) {
        colours[entry] = colour;
        isFlat[entry] = 1;
        entries.fill(entry, at, runEnd);
      } else for (let i = at; i < runEnd; i++) entries[i] = entry;
      runs.entries[runs.count] = entry;
      runs.lengths[runs.count++] = length;
      at = runEnd;
    }
  }
  countRow();
  return used;
}

/** The place in the palette of each cell, after the rarest have given way; null where that would be seen. Reorders nothing else. */
function thinOut(used: number, pixels: number): Uint8Array | null {
  const byFrequency = Array.from({ length: used }, (_, entry) => entry).sort(
    (a, b) => (isFlat[b] ?? 0) - (isFlat[a] ?? 0) || (counts[b] ?? 0) - (counts[a] ?? 0),
  );
  for (const distance of DISTANCES) {
    const places = new Uint8Array(used);
    const kept: number[] = [];
    let moved = 0;
    for (const entry of byFrequency) {
      const nearest = kept.length < STAYING || isFlat[entry] === 1 ? -1 : nearestOf(entry, kept, distance);
      places[entry] = nearest < 0 ? kept.length : nearest;
      if (nearest >= 0) moved += counts[entry] ?? 0;
      else if (kept.push(entry) > PALETTE_MAX) break;
    }
    if (kept.length > PALETTE_MAX) continue;
    if (moved > pixels * MOVED_SHARE_MAX) return null;
    // the colours that stay, at their places
    const palette = Uint32Array.from(kept, (entry) => colours[entry] ?? 0);
    colours.set(palette);
    return places;
  }
  return null;
}

/** Place of the kept cell that is nearest to this one; -1 where none is within the distance. */
function nearestOf(entry: number, kept: readonly number[], distanceMax: number): number {
  const colour = colours[entry] ?? 0;
  let [found, least] = [-1, distanceMax + 1];
  for (let place = 0; place < kept.length; place++) {
    const other = colours[kept[place] ?? 0] ?? 0;
    const apart = Math.max(
      Math.abs((colour & 0xff) - (other & 0xff)),
      Math.abs(((colour >>> 8) & 0xff) - ((other >>> 8) & 0xff)),
      Math.abs(((colour >>> 16) & 0xff) - ((other >>> 16) & 0xff)),
    );
    if (apart < least) [found, least] = [place, apart];
  }
  return found;
}

function writeRows(places: Uint8Array, { width, height, repeated }: Size): Uint8Array {
  const rows = takeRows((width + 1) * height);
  let out = 0;
  let at = 0;
  for (let y = 0; y < height; y++) {
    if (repeated[y] === 1) {
      rows.copyWithin(out, out - width - 1, out);
      out += width + 1;
      at += width;
      continue;
    }
    rows[out++] = FILTER_NONE;
    for (const end = at + width; at < end; at++) rows[out++] = places[entries[at] ?? 0] ?? 0;
  }
  return rows;
}

function writePalette(places: Uint8Array): Uint8Array {
  const size = places.reduce((most, place) => Math.max(most, place), 0) + 1;
  const palette = new Uint8Array(size * 3);
  for (let i = 0; i < size; i++) {
    const colour = colours[i] ?? 0;
    palette.set([colour & 0xff, (colour >>> 8) & 0xff, (colour >>> 16) & 0xff], i * 3);
  }
  return palette;
}
