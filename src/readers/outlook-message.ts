/** Outlook's own form of messages, appointments and contacts ([MS-OXMSG]) → who, when and about what, then the text. */
import outlook from '@kenjiuno/msgreader';
import { getLcidToAnsiCodePages } from '@kenjiuno/msgreader/lib/Defs.js';
import type { Note, Noted } from '../base/note.ts';
import { Refusal, SAVE_AGAIN } from '../base/refusal.ts';
import { unpackRtf } from './email/compressed-rtf.ts';
import type { Fact } from './email/calendar.ts';
import { mailbox, messageBlocks, type MessageBody, type MessageContent } from './email/message-blocks.ts';
import { readRtfBody } from './email/rtf-body.ts';

type Fields = ReturnType<InstanceType<typeof outlook.default>['getFileData']>;

/** Windows' code pages that stand for letters. */
const isCodePage = (page: number | undefined): page is number =>
  page !== undefined && (page === 874 || page === 932 || page === 936 || page === 949 || page === 950 || (page >= 1250 && page <= 1258));

/** Texts that are not Unicode are in the code page of the message, or of the language it was written in ([MS-OXCMSG] §2.2.1). */
function codePageOf({ messageCodepage, messageLocaleId, internetCodepage }: Fields): number | undefined {
  const locale = messageLocaleId === undefined ? undefined : getLcidToAnsiCodePages()[messageLocaleId]?.[0];
  return [messageCodepage, locale, internetCodepage].find(isCodePage);
}

function openMessage(bytes: Uint8Array): { reader: InstanceType<typeof outlook.default>; fields: Fields } {
  const reader = new outlook.default(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const fields = reader.getFileData();
  const page = codePageOf(fields);
  if (page === undefined || page === 1252) return { reader, fields };
  const again = new outlook.default(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  again.parserConfig = { ansiEncoding: `cp${page}` };
  return { reader: again, fields: again.getFileData() };
}

/** A time as ISO 8601 says it; what is none as it is. */
function timeText(time: string | undefined): string {
  const read = Date.parse(time ?? '');
  return Number.isNaN(read) ? (time ?? '') : new Date(read).toISOString();
}

const inOneLine = (text: string | undefined): string => (text ?? '').replaceAll(/\s*[\r\n]+\s*/g, ', ');

/** What cards of contacts say ([MS-OXOCNTC]). */
const contactFacts = (found: Fields): Fact[] => [
  ['Company', found.companyName ?? ''],
  ['Department', found.departmentName ?? ''],
  ['Title', found.title ?? ''],
  ['E-mail', found.email1EmailAddress ?? ''],
  ['Business phone', found.businessTelephoneNumber ?? ''],
  ['Mobile phone', found.mobileTelephoneNumber ?? ''],
  ['Home phone', found.homeTelephoneNumber ?? ''],
  ['Business fax', found.businessFaxNumber ?? ''],
  ['Business address', inOneLine(found.workAddress)],
  ['Postal address', found.postalAddress === found.workAddress ? '' : inOneLine(found.postalAddress)],
  ['Web page', found.businessHomePage ?? ''],
];

function factsOf(found: Fields): Fact[] {
  const people = (...types: (string | undefined)[]): string =>
    (found.recipients ?? [])
      .filter(({ recipType }) => types.includes(recipType))
      .map(({ name, smtpAddress, email }) => mailbox(name ?? '', smtpAddress ?? email ?? ''))
      .join(', ');
  return [
    ['From', mailbox(found.senderName ?? '', found.senderSmtpAddress ?? found.senderEmail ?? '')],
    ['To', people('to', undefined)],
    ['Cc', people('cc')],
    ['Bcc', people('bcc')],
    ['Date', timeText(found.messageDeliveryTime ?? found.clientSubmitTime)],
    ['Starts', timeText(found.apptStartWhole)],
    ['Ends', timeText(found.apptEndWhole)],
    ['Where', inOneLine(found.apptLocation)],
    ...(/^IPM\.Contact\b/i.test(found.messageClass ?? '') ? contactFacts(found) : []),
  ];
}

/** The text in the form that says most; RTF, where there is nothing else. */
function bodyOf(found: Fields, notes: Note[]): MessageBody[] {
  const html = found.bodyHtml ?? found.html;
  if (html !== undefined && html.length > 0) return [{ html }];
  if (found.body) return [{ text: found.body }];
  if (!found.compressedRtf) return [];
  const packed = unpackRtf(found.compressedRtf);
  if (packed === null) {
    notes.push({ code: 'part_damaged', severity: 'warning', message: 'The text of the message is damaged and was not read.' });
    return [];
  }
  const { html: page, text } = readRtfBody(packed);
  return [page === '' ? { text } : { html: page }];
}

/** @throws Refusal `file_rejected` for one that is damaged. Notes: those of its HTML, `part_damaged` */
export function readOutlookMessage(bytes: Uint8Array): Noted<MessageContent> {
  const notes: Note[] = [];
  try {
    const { reader, fields: found } = openMessage(bytes);
    if (found.error !== undefined) throw new Error(found.error);
    const { subject, body, bodyHtml, html, recipients, attachments: held } = found;
    if ([subject, body, bodyHtml, html].every((one) => one === undefined) && [recipients, held].every((one) => (one ?? []).length === 0))
      throw new Error('there is nothing in it');
    const blocks = messageBlocks({ subject: subject ?? '', facts: factsOf(found), bodies: bodyOf(found, notes) }, notes);
    const attachments = (held ?? [])
      // hidden ones are pictures in the text; but single dates of a series that were changed say something
      .filter(({ attachmentHidden, innerMsgContentFields: inner }) => !attachmentHidden || Boolean(inner?.subject ?? inner?.body))
      .map((one, at) => {
        const { fileName, content } = reader.getAttachment(one);
        return { name: fileName ?? one.fileName ?? one.name ?? `attachment ${at + 1}`, bytes: content };
      });
    return { value: { blocks, pages: null, attachments }, notes };
  } catch (error) {
    throw new Refusal('file_rejected', `The Outlook message cannot be read: it is damaged. ${SAVE_AGAIN}`, { cause: error });
  }
}
