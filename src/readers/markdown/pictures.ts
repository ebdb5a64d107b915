/** `![caption](img:N){width=60% alt="…"}` → an image block. Nothing is fetched: pictures come with the request or not at all. */
import type { Token } from 'markdown-it';
import type { Image } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { parseAttributes } from './attributes.ts';
import { addNote } from './reading.ts';
import type { Reading } from './reading.ts';
import { readRuns, readTitle } from './runs.ts';

/** Key of the Nth picture of the request, or null with a note that says why there is none. */
export function findAsset(source: string, reading: Reading, line?: number): string | null {
  const address = source.trim();
  const number = /^img:([1-9]\d{0,3})$/.exec(address)?.[1];
  if (number !== undefined && Number(number) <= reading.pictures) return `img:${number}`;
  const shown = address.slice(0, 80);
  if (/^(?:https?:)?\/\//i.test(address)) {
    addNote(
      reading,
      {
        code: 'image_remote',
        severity: 'warning',
        message: `The picture at "${shown}" was not fetched; send it as a source and refer to it as img:1.`,
      },
      line,
    );
  } else {
    const brought = reading.pictures === 1 ? 'one picture' : `${reading.pictures === 0 ? 'no' : reading.pictures} pictures`;
    addNote(
      reading,
      { code: 'image_missing', severity: 'warning', message: `There is no picture "${shown}"; the request brought ${brought}.` },
      line,
    );
  }
  return null;
}

/** @param link where a click on the picture leads, where it is in a link */
export function readPicture(token: Token, reading: Reading, line: number | undefined, link: string | undefined): Image {
  reading.inPicture = true;
  const image = readLabelled(token, reading, line, link);
  reading.inPicture = false;
  return image;
}

function readLabelled(token: Token, reading: Reading, line: number | undefined, link: string | undefined): Image {
  // A title, as in CommonMark, makes the label the alternative text and is the caption itself.
  const title = String(token.attrGet('title') ?? '');
  const label = token.content;
  const caption = readRuns(title === '' ? label : title, reading, line);
  const attributes = parseAttributes(token.info);
  const alt = attributes.values.get('alt') ?? (title === '' ? plainText(caption) : plainText(readRuns(label, reading, line)));
  const image: Image = { id: '', type: 'image', asset: findAsset(String(token.attrGet('src') ?? ''), reading, line), alt };
  if (attributes.id !== undefined) image.anchor = attributes.id;
  if (caption.length > 0) image.caption = caption;
  const source = readTitle(attributes.values.get('source'), reading, line);
  if (source) image.source = source;
  const width = attributes.values.get('width');
  const share = width === undefined ? undefined : parseShare(width);
  if (share !== undefined) image.width = share;
  if (link !== undefined) image.link = link;
  const unknown = [...attributes.faults, ...[...attributes.values.keys()].filter((key) => !['alt', 'source', 'width'].includes(key))];
  if (width !== undefined && share === undefined) unknown.push(`width=${width}`);
  if (unknown.length > 0) {
    addNote(
      reading,
      {
        code: 'attribute_invalid',
        severity: 'info',
        message: `A picture's attribute was not understood: ${unknown.join(', ').slice(0, 120)}.`,
      },
      line,
    );
  }
  return image;
}

/** `60%`, `0.6` or `.6` → 0.6; undefined where it is no share of the width. Four decimals are kept. */
export function parseShare(text: string): number | undefined {
  const match = /^\s*(\d{0,3}(?:[.,]\d{1,6})?)\s*(%?)\s*$/.exec(text);
  if (!match || match[1] === '') return undefined;
  const value = Number((match[1] ?? '').replace(',', '.'));
  const share = Math.round((match[2] === '%' ? value / 100 : value) * 10_000) / 10_000;
  return share > 0 && share <= 1 ? share : undefined;
}
