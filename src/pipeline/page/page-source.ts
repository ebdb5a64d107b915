/** What a page was made from, kept beside it: its text, its pictures and the style that was settled. It is what edits change. */
import { z } from 'zod';
import { Refusal } from '../../base/refusal.ts';
import { DOCUMENT_TYPES } from '../../document/document.ts';
import type { Style } from '../../document/style.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { DecodedPicture } from '../../ports/picture-decoder.ts';
import type { DocumentRecord, OutputRecord } from '../../ports/record.ts';
import { openText, textOf, type TextState } from '../../agent/text-desk.ts';
import type { AddressedBlock } from '../../edits/list-content.ts';
import { findFreePage } from '../../readers/free-page.ts';
import { readMarkdown } from '../../readers/markdown.ts';
import type { Settled } from '../make.ts';

const pictureSchema = z.object({
  contentType: z.enum(['image/png', 'image/jpeg']),
  width: z.number(),
  height: z.number(),
  data: z.string(),
  needsLight: z.literal(true).optional(),
  needsDark: z.literal(true).optional(),
});
const sourceSchema = z.object({
  markdown: z.string(),
  pictures: z.array(pictureSchema),
  style: z.record(z.string(), z.unknown()),
  type: z.enum(DOCUMENT_TYPES).nullable(),
  lang: z.string().nullable(),
});

export interface PageSource {
  markdown: string;
  pictures: DecodedPicture[];
  settled: Settled;
}

/** Beside the page, so that both go together. */
const keyOf = ({ key }: Pick<OutputRecord, 'key'>): string => `${key}.source.json`;

/** The page of a finished artifact. */
export const pageOutput = ({ outputs }: Pick<DocumentRecord, 'outputs'>): OutputRecord | undefined =>
  outputs.find(({ kind }) => kind === 'html');

export async function keepPageSource(
  blobs: Pick<Blobs, 'put'>,
  output: OutputRecord,
  { markdown, pictures, settled }: { markdown: string; pictures: readonly DecodedPicture[]; settled: Settled | undefined },
): Promise<void> {
  const style = settled?.styleFor(settled.type ?? 'artifact').style ?? {};
  const kept: z.infer<typeof sourceSchema> = {
    markdown,
    pictures: pictures.map(({ data, ...picture }) => ({ ...picture, data: Buffer.from(data).toString('base64') })),
    style,
    type: settled?.type ?? null,
    lang: settled?.lang ?? null,
  };
  await blobs.put(keyOf(output), Buffer.from(JSON.stringify(kept)), 'application/json');
}

/** @throws Refusal file_rejected for a page without one: made before pages could be edited */
export async function readPageSource(blobs: Pick<Blobs, 'get'>, record: DocumentRecord): Promise<PageSource> {
  const output = pageOutput(record);
  const bytes = output === undefined ? null : await blobs.get(keyOf(output));
  if (bytes === null)
    throw new Refusal('file_rejected', `What the page of ${record.id} was made from is not kept: make it again, then it can be edited.`, {
      errors: [{ path: '/file', message: 'The page was made before pages could be edited.' }],
    });
  const { markdown, pictures, style, type, lang } = sourceSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  return {
    markdown,
    pictures: pictures.map(({ data, ...picture }) => ({ ...picture, data: new Uint8Array(Buffer.from(data, 'base64')) })),
    settled: {
      // as it was read when the page was made
      styleFor: () => ({ style: style as Partial<Style>, unsupported: [] }),
      ...(type === null ? {} : { type }),
      ...(lang === null ? {} : { lang }),
      reported: true,
      notes: [],
    },
  };
}

/** The blocks of a page with their addresses, from its Markdown and the number of its pictures. A page written whole is one block. */
export const openPageText = (markdown: string, pictures: number): TextState => {
  const state = openText(findFreePage(markdown) === null ? markdown : '', {}, { pictures });
  return findFreePage(markdown) === null ? state : { ...state, pieces: { head: '', list: [{ id: 'p1', markdown }], next: 2 } };
};

/** The text with other blocks. */
export function withBlocks(state: TextState, blocks: readonly string[]): string {
  const list = blocks.map((markdown, at) => ({ id: `p${at + 1}`, markdown: markdown.replace(/^\n+|\s+$/g, '') }));
  return textOf({ ...state, pieces: { ...state.pieces, list } });
}

const TYPES: Readonly<Record<string, AddressedBlock['type']>> = {
  heading: 'heading',
  table: 'table',
  image: 'image',
  chart: 'chart',
  list: 'list_item',
};

/** What `GET /documents/{id}/content` gives of a page: `text` is the Markdown of the block, which operations name. */
export function listPageContent(source: string, pictures: number): AddressedBlock[] {
  return openPageText(source, pictures).pieces.list.map(({ id, markdown }) => {
    const [block] = readMarkdown(markdown, { pictures }).value.blocks;
    const level = block?.type === 'heading' ? { level: block.level } : {};
    return { address: id, type: TYPES[block?.type ?? ''] ?? 'paragraph', text: markdown, ...level };
  });
}
