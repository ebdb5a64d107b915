/** A message as blocks: the subject as heading, who wrote to whom and when as a list, what invitations say, then the text. */
import type { Note } from '../../base/note.ts';
import { decodeBytes } from '../../base/text-encoding.ts';
import type { Block } from '../../document/block.ts';
import { numberBlocks } from '../../document/walk.ts';
import { readHtml } from '../html.ts';
import type { Fact, Invitation } from './calendar.ts';
import { plainBlocks } from './plain-body.ts';

export interface MessageContent {
  blocks: Block[];
  pages: null;
  /** In their order, with the names that they were sent under. */
  attachments: { name: string; bytes: Uint8Array }[];
}

/** Bytes where nothing outside of them says their encoding. */
export type MessageBody = { html: string | Uint8Array } | { text: string };

const UNSEEN = /<!--[^]*?-->|<(head|title|style|script)\b[^]*?<\/\1\s*>|<(?!img\b)[^>]*>|&nbsp;|&#160;|\s/gi;
/** A page that is blank is so within its frame; a longer one says something. */
const BLANK_BYTES_MAX = 16 * 1024;

/** Whether a page shows nothing: some programs write one beside a text that they have as text alone. */
export function isBlankPage(html: string | Uint8Array): boolean {
  if (html.length > BLANK_BYTES_MAX) return false;
  const page = typeof html === 'string' ? html : Buffer.from(html).toString('latin1').replaceAll('\0', '');
  return page.replaceAll(UNSEEN, '') === '';
}

export interface Message {
  subject: string;
  facts: readonly Fact[];
  bodies: readonly MessageBody[];
  invitations?: readonly Invitation[];
}

/** The decoder of the platform takes Windows-1252 for Latin 1, of which no text has the control characters. */
const withSigns = (text: string): string =>
  text.replaceAll(/[\u0080-\u009f]/g, (character) => decodeBytes(Uint8Array.of(character.charCodeAt(0)), 'windows-1252'));

/** What is known of a message, an event or a person, as a list; what is blank is left out. */
export const factList = (facts: readonly Fact[]): Block[] => {
  const known = facts.filter(([, said]) => said.trim() !== '');
  if (known.length === 0) return [];
  const items = known.map(([label, said]) => ({
    blocks: [{ id: '', type: 'paragraph' as const, runs: [{ text: `${label}:`, bold: true }, { text: ` ${withSigns(said).trim()}` }] }],
  }));
  return [{ id: '', type: 'list', ordered: false, items }];
};

/** @param sources takes the addresses of the pictures in its pages, as `readHtml` does */
export function messageBlocks({ subject, facts, bodies, invitations = [] }: Message, notes: Note[], sources?: string[]): Block[] {
  const blocks: Block[] = [];
  if (subject !== '') blocks.push({ id: '', type: 'heading', level: 1, runs: [{ text: withSigns(subject) }] });
  blocks.push(...factList(facts));
  for (const body of bodies) {
    if ('text' in body) for (const block of plainBlocks(withSigns(body.text).replaceAll('\r\n', '\n'))) blocks.push(block);
    else {
      const read = readHtml(typeof body.html === 'string' ? encodePage(body.html) : body.html, sources);
      notes.push(...read.notes);
      for (const block of read.value.blocks) blocks.push(block);
    }
  }
  for (const { title, facts: said, description } of invitations)
    blocks.push({ id: '', type: 'heading', level: 2, runs: [{ text: title }] }, ...factList(said), ...plainBlocks(description));
  numberBlocks(blocks);
  return blocks;
}

/** A page that was decoded: what it says of its encoding is no longer true. */
const encodePage = (html: string): Uint8Array => new TextEncoder().encode(withSigns(html).replaceAll(/<meta[^>]+charset[^>]*>/gi, ''));

/** `Name <address>`. */
export const mailbox = (name: string, address: string): string =>
  name === '' || name === address ? address : address === '' ? name : `${name} <${address}>`;
