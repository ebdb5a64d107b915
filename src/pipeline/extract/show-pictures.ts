/** Pictures of a file as somebody is to look at them, with the text around each; and their descriptions put where they stand. */
import type { Block, Image } from '../../document/block.ts';
import { childLists, blockText, walkBlocks } from '../../document/walk.ts';

export interface ShownPicture {
  /** Of the picture in its file, the same wherever it stands: `img:1`, or its name among those cut from pages. */
  key: string;
  /** Of its file. */
  name: string;
  /** Page, slide or sheet, 1-based; null where the kind has none. */
  page: number | null;
  alt: string;
  before: string;
  after: string;
  /** null: it is not in the file, or beyond what is looked at. */
  bytes: Uint8Array | null;
  /** Set for what says nothing: it is small, or lies behind the text of a page. */
  idle?: true;
}

/** Characters on either side of a picture. */
const AROUND_CHARS = 600;
/** Pictures that are looked at, and their bytes in all. */
const SHOWN_MAX = 100;
export const SHOWN_BYTES_MAX = 40 * 2 ** 20;

/** What a model said of the picture, as everybody who reads the text has to know. */
export const describedAlt = (alt: string, text: string): string =>
  `${alt === '' ? '' : `${alt}${/[\p{P}]$/u.test(alt) ? '' : '.'} `}Description by a model: ${text}`;

interface Place {
  picture: Image;
  page: number | null;
  at: number;
}

/** Pictures in reading order, among the texts that a reader comes by. */
function findPlaces(parts: readonly { page: number | null; blocks: readonly Block[] }[]): { places: Place[]; texts: string[] } {
  const places: Place[] = [];
  const texts: string[] = [];
  for (const { page, blocks } of parts)
    for (const block of walkBlocks(blocks)) {
      if (block.type === 'image') places.push({ picture: block, page, at: texts.length });
      else if (block.type === 'table' || childLists(block).length === 0) texts.push(blockText(block));
      else if (block.type === 'slide' && block.title) texts.push(block.title.map(({ text }) => text).join(''));
    }
  return { places, texts };
}

function textBefore(texts: readonly string[], at: number): string {
  let text = '';
  for (let index = at - 1; index >= 0 && text.length < AROUND_CHARS; index--) text = `${texts[index] ?? ''}\n${text}`;
  return text.trim().slice(-AROUND_CHARS);
}

function textAfter(texts: readonly string[], at: number): string {
  let text = '';
  for (let index = at; index < texts.length && text.length < AROUND_CHARS; index++) text += `${texts[index] ?? ''}\n`;
  return text.trim().slice(0, AROUND_CHARS);
}

/** Each picture once, where it stands first. @param names of what is behind `img:1`, `img:2`, …; `open` gives the bytes of those that the file has */
export function showPictures(
  parts: readonly { page: number | null; blocks: readonly Block[] }[],
  names: readonly string[],
  open: (names: readonly string[]) => ReadonlyMap<string, { name: string; bytes: Uint8Array }>,
): ShownPicture[] {
  const { places, texts } = findPlaces(parts);
  const first = new Map<string, Place & { part: string }>();
  for (const place of places) {
    const key = place.picture.asset;
    const part = key === null ? undefined : names[Number(/^img:(\d+)$/.exec(key)?.[1]) - 1];
    if (key !== null && part !== undefined && !first.has(key)) first.set(key, { ...place, part });
  }
  const found = open([...first.values()].slice(0, SHOWN_MAX).map(({ part }) => part));
  return [...first].map(([key, { picture, page, at, part }]) => ({
    key,
    name: found.get(part)?.name ?? part.slice(0, 100),
    page,
    alt: picture.alt,
    before: textBefore(texts, at),
    after: textAfter(texts, at),
    bytes: found.get(part)?.bytes ?? null,
  }));
}

/** Puts each description where its picture stands first, in place. */
export function placeDescriptions(parts: readonly { blocks: readonly Block[] }[], described: ReadonlyMap<string, string>): void {
  const left = new Map(described);
  for (const { blocks } of parts)
    for (const block of walkBlocks(blocks)) {
      const text = block.type === 'image' && block.asset !== null ? left.get(block.asset) : undefined;
      if (block.type !== 'image' || block.asset === null || text === undefined) continue;
      left.delete(block.asset);
      block.alt = describedAlt(block.alt, text);
      delete block.caption;
    }
}

/** As a web page is read where nobody asks for its pictures: they stand for what they say alone. */
export function forgetSources(parts: readonly { blocks: readonly Block[] }[]): void {
  for (const { blocks } of parts) for (const block of walkBlocks(blocks)) if (block.type === 'image') block.asset = null;
}
