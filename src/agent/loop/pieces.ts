/**
 * A text in pieces that a model can name and change one by one: the slides of a deck, the sheets of a workbook, the blocks of any
 * other text. Joined they are the text, letter for letter; a piece keeps its address as long as it exists, and none is used twice.
 */
import { readSourced, type MarkdownOptions } from '../../readers/markdown.ts';
import { walkBlocks } from '../../document/walk.ts';
import { divideParts } from '../revise-document.ts';
import { z } from 'zod';

export const piecesSchema = z.object({
  /** Front matter with its lines; '' where there is none. */
  head: z.string(),
  list: z.array(z.object({ id: z.string(), markdown: z.string() })),
  /** Number of the next new address. */
  next: z.number(),
});
export type Pieces = z.infer<typeof piecesSchema>;
export type Piece = Pieces['list'][number];

const FRONT = /^\uFEFF?---[ \t]*\n[^]*?\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/** The letter of the addresses: `s3` is a slide. */
const letterOf = ({ deck }: MarkdownOptions): string => (deck === true ? 's' : 'p');

function divideBody(body: string, options: MarkdownOptions): string[] {
  if (options.deck === true) return divideParts(body);
  const starts = readSourced(body, options)
    .blocks.map(({ line }) => line)
    .filter((line) => line > 0);
  const lines = body.split('\n');
  return [0, ...new Set(starts)]
    .toSorted((a, b) => a - b)
    .map((start, at, all) => lines.slice(start, all[at + 1] ?? lines.length).join('\n'));
}

const bare = (parts: readonly string[]): string[] => parts.map((part) => part.replace(/^\n+|\s+$/g, '')).filter((part) => part !== '');

export function dividePieces(markdown: string, options: MarkdownOptions): Pieces {
  const text = markdown.replaceAll('\r\n', '\n');
  const head = FRONT.exec(text)?.[0] ?? '';
  const parts = bare(divideBody(text.slice(head.length), options));
  return { head, list: parts.map((part, at) => ({ id: `${letterOf(options)}${at + 1}`, markdown: part })), next: parts.length + 1 };
}

export const joinPieces = ({ head, list }: Pieces): string => `${head}${list.map(({ markdown }) => markdown).join('\n\n')}\n`;

/** New pieces of a text, with addresses that were never used; the first takes `keep` where it is given. */
export function newPieces(pieces: Pieces, markdown: string, options: MarkdownOptions, keep?: string): { made: Piece[]; next: number } {
  const parts = bare(divideBody(markdown.replace(FRONT, ''), options));
  let { next } = pieces;
  const made = parts.map((part, at) => ({ id: at === 0 && keep !== undefined ? keep : `${letterOf(options)}${next++}`, markdown: part }));
  return { made, next };
}

/** Block id of the content, as findings name it → the address of its piece. */
export function addressesOfBlocks(pieces: Pieces, options: MarkdownOptions): Map<string, string> {
  const addresses = new Map<string, string>();
  const starts: { line: number; id: string }[] = [];
  let line = 0;
  for (const { id, markdown } of pieces.list) {
    starts.push({ line, id });
    line += markdown.split('\n').length + 1;
  }
  for (const { block, line: at } of readSourced(joinPieces(pieces), options).blocks) {
    const id = starts.findLast((start) => start.line <= at)?.id;
    if (id !== undefined) for (const inner of walkBlocks([block])) addresses.set(inner.id, id);
  }
  return addresses;
}

/** The first line that says something, for a list of addresses. */
export function describePiece({ id, markdown }: Piece): string {
  const title = /^[ \t]*(?:#{1,6}[ \t]+|<h1[^>]*>)([^\n<]+)/m.exec(markdown)?.[1];
  const line = title ?? markdown.split('\n').find((one) => one.trim() !== '' && !/^:{2,}/.test(one)) ?? markdown.split('\n', 1)[0] ?? '';
  return `${id}: ${line.trim().slice(0, 90)}`;
}
