/**
 * The parser: markdown-it's CommonMark with our own rules for tables, directives, footnotes, maths, comments and
 * pictures beside it. It is one constant, holds no state, and turns text into tokens; meaning is given afterwards.
 *
 * Raw HTML is a block here only where its lists and tables go on over blank lines, so that Markdown between tags is read as
 * Markdown; inline tags become tokens.
 */
import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { addBlockRules } from './block-rules.ts';
import { addInlineRules } from './inline-rules.ts';
import { bindReading } from './reading.ts';
import type { Reading } from './reading.ts';

const parser = createParser();

function createParser(): InstanceType<typeof MarkdownIt> {
  const created = new MarkdownIt({ html: true });
  // Links are judged after parsing, where a note can be written; here every address passes.
  created.validateLink = () => true;
  created.normalizeLinkText = (url) => url;
  const encode = created.normalizeLink.bind(created);
  created.normalizeLink = (url) => (url.startsWith('#') || url.startsWith('img:') ? url : settle(url, encode));
  created.block.ruler.disable(['html_block']);
  addBlockRules(created.block.ruler);
  addInlineRules(created.inline.ruler);
  return created;
}

/** Odd addresses change again when they are encoded again; these are encoded until they stay. */
function settle(url: string, encode: (url: string) => string): string {
  let settled = encode(url);
  for (let next = encode(settled), tries = 0; next !== settled && tries < 4; next = encode(settled), tries++) settled = next;
  return settled;
}

/** An address as it is in a document: escaped where a URL must be, host names in their ASCII form. */
export function normalizeAddress(url: string): string {
  return parser.normalizeLink(url);
}

/** A token with what is between it and its closing token. */
export interface Node {
  token: Token;
  children: Node[];
}

/** Parses blocks. The text of paragraphs, headings and so on is left raw, in `inline` nodes. */
export function parseBlocks(text: string, reading: Reading): Node[] {
  const tokens: Token[] = [];
  parser.block.parse(text, parser, bindReading(reading), tokens);
  const root: Node[] = [];
  const open: Node[][] = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const node: Node = { token, children: [] };
    open.at(-1)?.push(node);
    if (token.nesting > 0) open.push(node.children);
  }
  return root;
}

/** Parses the text of a paragraph, heading, cell or attribute into inline tokens. */
export function parseInline(text: string, reading: Reading): Token[] {
  const tokens: Token[] = [];
  parser.inline.parse(text, parser, bindReading(reading), tokens);
  return tokens;
}
