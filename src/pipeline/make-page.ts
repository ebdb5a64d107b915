/** Content in, one self-contained web page out. It knows of no database and of no renderer: the service and the command line both call it. */
import { Refusal } from '../base/refusal.ts';
import type { Note } from '../base/note.ts';
import type { Asset, Document, DocumentType } from '../document/document.ts';
import type { Style } from '../document/style.ts';
import type { DecodedPicture, PictureDecoder } from '../ports/picture-decoder.ts';
import type { DeclaredCollection } from '../contract/artifact.ts';
import type { StreamStep } from '../readers/markdown.ts';
import { PAGE_BYTES_MAX } from './artifact-page.ts';
import { writeHtml } from '../writers/html.ts';
import { languagesOf, loadLanguages } from '../writers/highlight.ts';
import { composeDraft } from './create/compose-draft.ts';
import { readContent } from './create/lay-out.ts';
import { unmetWishes } from './create/unmet-wishes.ts';
import type { MakeInput, Settled } from './make.ts';

/** Pictures above are made smaller before they are put into the page. */
const PICTURE_BYTES_MAX = 120 * 1024;

export interface PageInput {
  markdown: string;
  name: string | null;
  pictures: readonly DecodedPicture[];
  settled?: Settled | undefined;
  /** Makes large pictures smaller; absent: they stay as they are. */
  shrink?: PictureDecoder['shrink'] | undefined;
}

export interface MadePage {
  html: string;
  bytes: number;
  document: Document;
  type: DocumentType;
  style: Style;
  unsupported: string[];
  notes: Note[];
  /** What was read, block by block, for those who follow it. */
  steps: StreamStep[];
  /** What the page keeps data in. */
  collections: readonly DeclaredCollection[];
}

/** @throws Refusal content_empty, page_too_large */
export async function makePage(input: PageInput): Promise<MadePage> {
  const pictures = await smallPictures(input);
  // read and composed as for a PDF: the page has the same look, on a medium that has no pages
  const made: MakeInput = { markdown: input.markdown, format: 'pdf', name: input.name, pictures, settled: input.settled };
  const { content, notes: read, steps } = readContent(made);
  const { document, look, style, type, unmet } = composeDraft(made, content);
  await loadLanguages(languagesOf(document.blocks));
  const { value, notes } = writeHtml(document, look);
  if (value.bytes > PAGE_BYTES_MAX)
    throw new Refusal(
      'page_too_large',
      `The page has ${kilobytes(value.bytes)} KB, ${kilobytes(value.bytes - value.bytesWithoutPictures)} KB of them pictures; at most ${kilobytes(PAGE_BYTES_MAX)} KB are possible. Leave pictures out or make them smaller, or divide the content.`,
    );
  const asked = input.settled?.styleFor(type);
  const unsupported = asked === undefined ? [] : [...asked.unsupported, ...unmetWishes(asked.style, style, 'pdf')];
  return {
    html: value.html,
    bytes: value.bytes,
    document,
    type,
    style,
    unsupported: [...new Set([...unsupported, ...unmet])],
    notes: [...read, ...notes],
    steps,
    collections: value.collections,
  };
}

const kilobytes = (bytes: number): number => Math.ceil(bytes / 1024);

/** Transparent pictures stay: made smaller they would get a white ground. */
function smallPictures({ pictures, shrink }: PageInput): Promise<DecodedPicture[]> {
  return Promise.all(
    pictures.map(async (picture) => {
      if (shrink === undefined || picture.data.length <= PICTURE_BYTES_MAX || isSeeThrough(picture)) return picture;
      const small = await shrink(picture.data);
      return small.data.length < picture.data.length ? small : picture;
    }),
  );
}

const isSeeThrough = (picture: Pick<Asset, 'needsLight' | 'needsDark'>): boolean =>
  picture.needsLight === true || picture.needsDark === true;
