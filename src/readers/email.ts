/** Messages (RFC 5322 with MIME, and Outlook's .msg) → who, when and about what, then the text; attachments for others to read. */
import outlook from '@kenjiuno/msgreader';
import PostalMime, { type Address } from 'postal-mime';
import type { Block } from '../document/block.ts';
import { numberBlocks } from '../document/walk.ts';
import type { Note, Noted } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import { readHtml } from './html.ts';

export interface MessageContent {
  blocks: Block[];
  pages: null;
  /** In their order, with the names that they were sent under. */
  attachments: { name: string; bytes: Uint8Array }[];
}

interface Message {
  subject: string;
  facts: [label: string, text: string][];
  html: string;
  text: string;
}

const NESTED_MAX = 50;

const paragraph = (text: string): Block => ({ id: '', type: 'paragraph', runs: [{ text }] });

/** The text of the message as it was sent in HTML, where it was, else as plain text. */
function blocksOf({ subject, facts, html, text }: Message, notes: Note[]): Block[] {
  const blocks: Block[] = [];
  if (subject !== '') blocks.push({ id: '', type: 'heading', level: 1, runs: [{ text: subject }] });
  const known = facts.filter(([, said]) => said !== '');
  if (known.length > 0)
    blocks.push({
      id: '',
      type: 'list',
      ordered: false,
      items: known.map(([label, said]) => ({
        blocks: [{ id: '', type: 'paragraph', runs: [{ text: `${label}:`, bold: true }, { text: ` ${said}` }] }],
      })),
    });
  const read = html.trim() === '' ? undefined : readHtml(new TextEncoder().encode(html.replaceAll(/<meta[^>]+charset[^>]*>/gi, '')));
  notes.push(...(read?.notes ?? []));
  if (read && read.value.blocks.length > 0) blocks.push(...read.value.blocks);
  else for (const part of text.replaceAll('\r\n', '\n').split(/\n{2,}/)) if (part.trim() !== '') blocks.push(paragraph(part.trim()));
  numberBlocks(blocks);
  return blocks;
}

const mailbox = (name: string, address: string): string =>
  name === '' || name === address ? address : address === '' ? name : `${name} <${address}>`;

function addressText(address: Address | undefined): string {
  if (address === undefined) return '';
  if (address.group !== undefined) return `${address.name}: ${address.group.map((one) => mailbox(one.name, one.address)).join(', ')}`;
  return mailbox(address.name, address.address);
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content instanceof Uint8Array ? content : new Uint8Array(content);

/** @throws Refusal `file_rejected` where the message is nested beyond measure. Notes: those of its HTML */
export async function readMessage(bytes: Uint8Array): Promise<Noted<MessageContent>> {
  const notes: Note[] = [];
  const email = await PostalMime.parse(bytes, { maxNestingDepth: NESTED_MAX }).catch((error: unknown) => {
    throw new Refusal('file_rejected', 'The message cannot be read: it is damaged, or nested too deeply.', { cause: error });
  });
  const people = (list: readonly Address[] | undefined): string => (list ?? []).map(addressText).join(', ');
  const blocks = blocksOf(
    {
      subject: email.subject ?? '',
      facts: [
        ['From', addressText(email.from)],
        ['To', people(email.to)],
        ['Cc', people(email.cc)],
        ['Bcc', people(email.bcc)],
        ['Reply-To', people(email.replyTo)],
        ['Date', email.date ?? ''],
      ],
      html: email.html ?? '',
      text: email.text ?? '',
    },
    notes,
  );
  const attachments = email.attachments.flatMap(({ filename, mimeType, related, content }, at) =>
    // pictures in the text are part of how it looks
    related && mimeType.startsWith('image/') ? [] : [{ name: filename ?? `attachment ${at + 1}`, bytes: bytesOf(content) }],
  );
  return { value: { blocks, pages: null, attachments }, notes };
}

/** Outlook's own form ([MS-OXMSG]). @throws Refusal `file_rejected` for one that is damaged */
export function readOutlookMessage(bytes: Uint8Array): Noted<MessageContent> {
  const notes: Note[] = [];
  try {
    const reader = new outlook.default(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const found = reader.getFileData();
    if (found.error !== undefined) throw new Error(found.error);
    const { subject, body, bodyHtml, html, recipients, attachments: held } = found;
    if ([subject, body, bodyHtml, html].every((one) => one === undefined) && [recipients, held].every((one) => (one ?? []).length === 0))
      throw new Error('there is nothing in it');
    const people = (...types: (string | undefined)[]): string =>
      (recipients ?? [])
        .filter(({ recipType }) => types.includes(recipType))
        .map(({ name, smtpAddress, email }) => mailbox(name ?? '', smtpAddress ?? email ?? ''))
        .join(', ');
    const blocks = blocksOf(
      {
        subject: found.subject ?? '',
        facts: [
          ['From', mailbox(found.senderName ?? '', found.senderSmtpAddress ?? found.senderEmail ?? '')],
          ['To', people('to', undefined)],
          ['Cc', people('cc')],
          ['Bcc', people('bcc')],
          ['Date', found.messageDeliveryTime ?? found.clientSubmitTime ?? ''],
        ],
        html: found.bodyHtml ?? (found.html ? new TextDecoder().decode(found.html) : ''),
        text: found.body ?? '',
      },
      notes,
    );
    if (found.compressedRtf && !body && !bodyHtml && !html)
      notes.push({
        code: 'part_left_out',
        severity: 'warning',
        message: 'The text of the message is only in it as compressed RTF, and was not read.',
      });
    // messages in a message come with the name `….msg`
    const attachments = (held ?? [])
      .filter(({ attachmentHidden }) => !attachmentHidden)
      .map((one, at) => {
        const { fileName, content } = reader.getAttachment(one);
        return { name: fileName ?? one.fileName ?? one.name ?? `attachment ${at + 1}`, bytes: content };
      });
    return { value: { blocks, pages: null, attachments }, notes };
  } catch (error) {
    throw new Refusal('file_rejected', 'The Outlook message cannot be read: it is damaged.', { cause: error });
  }
}
