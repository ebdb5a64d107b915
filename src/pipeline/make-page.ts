/** Content in, one self-contained web page out. It knows of no database and of no renderer: the service and the command line both call it. */
import { isMainThread } from 'node:worker_threads';
import { maxOf } from '../base/extremes.ts';
import { Refusal } from '../base/refusal.ts';
import type { Note } from '../base/note.ts';
import type { Asset, Document, DocumentType } from '../document/document.ts';
import type { Style } from '../document/style.ts';
import type { DecodedPicture, PictureDecoder } from '../ports/picture-decoder.ts';
import { z } from 'zod';
import { declaredCollectionSchema, type DeclaredCollection } from '../contract/artifact.ts';
import { blockText } from '../document/walk.ts';
import { findFreePage, libraryPlace, readFreePage } from '../readers/free-page.ts';
import { readHtml } from '../readers/html.ts';
import type { StreamStep } from '../readers/markdown.ts';
import { librarySource } from './page/libraries.ts';
import { PAGE_BYTES_MAX } from './artifact-page.ts';
import { writeHtml } from '../writers/html.ts';
import { languagesOf, loadLanguages } from '../writers/highlight.ts';
import { composeDraft } from './create/compose-draft.ts';
import { readContent } from './create/lay-out.ts';
import { unmetWishes } from './create/unmet-wishes.ts';
import { letOthers } from './let-others.ts';
import type { MakeInput, Settled } from './make.ts';
import { plainSettled, type PlainSettled } from './plain-settled.ts';
import { createThreads, type Threads } from './work/threads.ts';

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
  /** Keys of the pictures that are in it. */
  placed: string[];
}

/** What a page is made of, as data; its pictures are as small as they are to be. */
export type PlainPageInput = Pick<PageInput, 'markdown' | 'name' | 'pictures'> & { settled: PlainSettled | undefined };

/** Longer content is read and written in a thread: in this one it would hold up everybody else. */
const SHORT_MAX = 12_000;
let threads: Threads<PlainPageInput, MadePage> | undefined;

/**
 * From Markdown, or from a page that is written whole (docs/artifacts.md).
 * @throws Refusal content_empty, page_too_large, processing_failed
 */
export async function makePage(input: PageInput): Promise<MadePage> {
  if (!isMainThread || input.markdown.length <= SHORT_MAX) return makePageHere(input);
  threads ??= createThreads(new URL('./page/page-thread.ts', import.meta.url), { subject: 'The page' });
  const { markdown, name, settled } = input;
  return threads.run({ markdown, name, pictures: await smallPictures(input), settled: settled && plainSettled(settled) });
}

/** The same in this thread. */
export function makePageHere(input: PageInput): Promise<MadePage> {
  const free = findFreePage(input.markdown);
  return free === null ? makeFromMarkdown(input) : makeFree(input, free);
}

async function makeFromMarkdown(input: PageInput): Promise<MadePage> {
  const pictures = await smallPictures(input);
  // read and composed as for a PDF: the page has the same look, on a medium that has no pages
  const made: MakeInput = { markdown: input.markdown, format: 'pdf', name: input.name, pictures, settled: input.settled };
  const { content, notes: read, steps } = readContent(made);
  await letOthers();
  const { document, look, style, type, unmet } = composeDraft(made, content);
  await loadLanguages(languagesOf(document.blocks));
  await letOthers();
  const { value, notes } = writeHtml(document, look);
  if (value.bytes > PAGE_BYTES_MAX) throw tooLarge(value.bytes, value.bytes - value.bytesWithoutPictures);
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
    placed: value.placed,
  };
}

const tooLarge = (bytes: number, ofPictures: number): Refusal =>
  new Refusal(
    'page_too_large',
    `The page has ${kilobytes(bytes)} KB, ${kilobytes(ofPictures)} KB of them pictures; at most ${kilobytes(PAGE_BYTES_MAX)} KB are possible. Leave pictures out or make them smaller, or divide the content.`,
  );

const declaredSchema = z.array(declaredCollectionSchema).max(50);

function readDeclared(text: string | null): { collections: DeclaredCollection[]; notes: Note[] } {
  if (text === null) return { collections: [], notes: [] };
  try {
    return { collections: declaredSchema.parse(JSON.parse(text)), notes: [] };
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error).replaceAll(/\s+/g, ' ') : String(error);
    const message = `What octavo-collections declares cannot be read, so that all collections are open: ${why.slice(0, 300)}`;
    return { collections: [], notes: [{ code: 'page_collections_invalid', severity: 'warning', message }] };
  }
}

const PICTURE_PLACE = /(["'(])img:(\d+)(?=["')])/g;

/** The page with the pictures of the request in their places. */
function withPictures(html: string, pictures: readonly DecodedPicture[]): { html: string; notes: Note[]; bytes: number; placed: string[] } {
  const missing = new Set<string>();
  const placed = new Set<string>();
  let bytes = 0;
  const filled = html.replaceAll(PICTURE_PLACE, (whole, quote: string, number: string) => {
    const picture = pictures[Number(number) - 1];
    if (picture === undefined) {
      missing.add(number);
      return whole;
    }
    placed.add(`img:${Number(number)}`);
    const data = Buffer.from(picture.data).toString('base64');
    bytes += data.length;
    return `${quote}data:${picture.contentType};base64,${data}`;
  });
  const notes = [...missing].map((number): Note => ({
    code: 'image_missing',
    severity: 'warning',
    message: `img:${number} is named, and the request brings no picture ${number}.`,
  }));
  return { html: filled, notes, bytes, placed: [...placed] };
}

/** A page that somebody has written whole: checked, completed, and otherwise as it is. */
async function makeFree(input: PageInput, source: string): Promise<MadePage> {
  const { value: page, notes } = readFreePage(source);
  const { blocks } = readHtml(Buffer.from(page.html)).value;
  const scripted = /<script\b/i.test(page.html);
  if (!scripted && !blocks.some((block) => blockText(block).trim() !== ''))
    throw new Refusal('content_empty', 'The page has nothing to show: it needs text, or a script that shows something.');
  const { html: pictured, notes: unpictured, bytes: ofPictures, placed } = withPictures(page.html, await smallPictures(input));
  const html = page.libraries.reduce((text, name) => text.replaceAll(libraryPlace(name), () => librarySource(name)), pictured);
  const bytes = Buffer.byteLength(html);
  if (bytes > PAGE_BYTES_MAX) throw tooLarge(bytes, ofPictures);
  const declared = readDeclared(page.collections);
  const settled: Settled = {
    styleFor: () => ({ style: {}, unsupported: [] }),
    reported: false,
    notes: [],
    ...input.settled,
    type: 'artifact',
  };
  const made: MakeInput = { markdown: fenced(source), format: 'pdf', name: input.name, pictures: [], settled };
  const { steps } = readContent(made);
  const meta = { ...(page.title === undefined ? {} : { title: page.title }), ...(page.lang === undefined ? {} : { lang: page.lang }) };
  const { document, style, type } = composeDraft(made, { blocks, meta });
  return {
    html,
    bytes,
    document,
    type,
    style,
    // its look is its own: nothing of a style is set by us
    unsupported: Object.keys(settled.styleFor('artifact').style).length === 0 ? [] : [OWN_LOOK],
    notes: [...notes, ...unpictured, ...declared.notes],
    steps,
    collections: declared.collections,
    placed,
  };
}

const OWN_LOOK = 'The page was written whole, with a look of its own: no style is set on it.';

/** A page as content has it: one block. */
function fenced(source: string): string {
  const longest = maxOf([3, ...Array.from(source.matchAll(/`+/g), ([run]) => run.length + 1)]);
  return `${'`'.repeat(longest)}html page\n${source}\n${'`'.repeat(longest)}\n`;
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
