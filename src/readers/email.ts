/** Messages (RFC 5322 with MIME, and Outlook's .msg) → who, when and about what, then the text; attachments for others to read. */
import outlook from '@kenjiuno/msgreader';
import PostalMime, { type Address } from 'postal-mime';
import type { Block } from '../document/block.ts';
import { numberBlocks } from '../document/walk.ts';
import type { Note, Noted } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import { decodeBytes } from '../base/text-encoding.ts';
import { unpackRtf } from './email/compressed-rtf.ts';
import { readRtfBody } from './email/rtf-body.ts';
import { readTnef, type TnefContent } from './email/tnef.ts';
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
  /** Bytes where nothing outside of them says their encoding. */
  html: string | Uint8Array;
  text: string;
}

const NESTED_MAX = 50;

/** The decoder of the platform takes Windows-1252 for Latin 1, of which no text has the control characters. */
const withSigns = (text: string): string =>
  text.replaceAll(/[\u0080-\u009f]/g, (character) => decodeBytes(Uint8Array.of(character.charCodeAt(0)), 'windows-1252'));

const paragraph = (text: string): Block => ({ id: '', type: 'paragraph', runs: [{ text }] });

/** The text of the message as it was sent in HTML, where it was, else as plain text. */
function blocksOf(message: Message, notes: Note[]): Block[] {
  const [subject, html, text] = [withSigns(message.subject), message.html, withSigns(message.text)];
  const blocks: Block[] = [];
  if (subject !== '') blocks.push({ id: '', type: 'heading', level: 1, runs: [{ text: subject }] });
  const known = message.facts.filter(([, said]) => said !== '');
  if (known.length > 0)
    blocks.push({
      id: '',
      type: 'list',
      ordered: false,
      items: known.map(([label, said]) => ({
        blocks: [{ id: '', type: 'paragraph', runs: [{ text: `${label}:`, bold: true }, { text: ` ${withSigns(said)}` }] }],
      })),
    });
  const read = html.length === 0 ? undefined : readHtml(typeof html === 'string' ? encodePage(html) : html);
  notes.push(...(read?.notes ?? []));
  if (read && read.value.blocks.length > 0) blocks.push(...read.value.blocks);
  else for (const part of text.replaceAll('\r\n', '\n').split(/\n{2,}/)) if (part.trim() !== '') blocks.push(paragraph(part.trim()));
  numberBlocks(blocks);
  return blocks;
}

/** A page that was decoded: what it says of its encoding is no longer true. */
const encodePage = (html: string): Uint8Array => new TextEncoder().encode(withSigns(html).replaceAll(/<meta[^>]+charset[^>]*>/gi, ''));

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
  const email = await PostalMime.parse(bytes, { maxNestingDepth: NESTED_MAX, forceRfc822Attachments: true }).catch((error: unknown) => {
    throw new Refusal('file_rejected', 'The message cannot be read: it is damaged, or nested too deeply.', { cause: error });
  });
  const people = (list: readonly Address[] | undefined): string => (list ?? []).map(addressText).join(', ');
  const { attachments, body } = unpackWinmail(
    email.attachments.flatMap(({ filename, mimeType, related, content }, at) =>
      // pictures in the text are part of how it looks
      related && mimeType.startsWith('image/')
        ? []
        : [{ name: attachmentName(filename ?? `attachment ${at + 1}`, mimeType), bytes: bytesOf(content) }],
    ),
  );
  const { html = '', text = '' } = isBlank(email.html) && isBlank(email.text) ? body : email;
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
      html,
      text,
    },
    notes,
  );
  return { value: { blocks, pages: null, attachments }, notes };
}

/** What has the type of a message is read as one, whatever its name. */
const attachmentName = (name: string, mimeType: string): string =>
  mimeType === 'message/rfc822' && !/\.eml$/i.test(name) ? `${name}.eml` : name;

const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === '';

/** Attachments with those that are in a `winmail.dat` in its place; the text that is in it, where the message may have no other. */
function unpackWinmail(
  files: MessageContent['attachments'],
): Pick<MessageContent, 'attachments'> & { body: Pick<TnefContent, 'html' | 'text'> } {
  let body: Pick<TnefContent, 'html' | 'text'> = { html: '', text: '' };
  const attachments = files.flatMap((file) => {
    const read = readTnef(file.bytes);
    if (read !== null) body = read;
    return read?.attachments ?? [file];
  });
  return { attachments, body };
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
    const packed = found.compressedRtf && !body && !bodyHtml && !html ? unpackRtf(found.compressedRtf) : null;
    const rtf = packed && readRtfBody(packed);
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
        html: rtf?.html ?? found.bodyHtml ?? found.html ?? '',
        text: rtf?.text ?? found.body ?? '',
      },
      notes,
    );
    if (found.compressedRtf && !body && !bodyHtml && !html && rtf === null)
      notes.push({ code: 'part_damaged', severity: 'warning', message: 'The text of the message is damaged and was not read.' });
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
