/** Outlook's own form of messages, appointments and contacts ([MS-OXMSG]) → who, when and about what, then the text. */
import outlook from '@kenjiuno/msgreader';
import { getLcidToAnsiCodePages } from '@kenjiuno/msgreader/lib/Defs.js';
import type { Note, Noted } from '../base/note.ts';
import { Refusal, SAVE_AGAIN } from '../base/refusal.ts';
import { decodeBytes } from '../base/text-encoding.ts';
import { unpackRtf } from './email/compressed-rtf.ts';
import type { Fact } from './email/calendar.ts';
import { isBlankPage, mailbox, messageBlocks, type MessageBody, type MessageContent } from './email/message-blocks.ts';
import { readRtfBody } from './email/rtf-body.ts';

type Fields = ReturnType<InstanceType<typeof outlook.default>['getFileData']>;

/** Windows' code pages that stand for letters. */
const isCodePage = (page: number | undefined): page is number =>
  page !== undefined && (page === 874 || page === 932 || page === 936 || page === 949 || page === 950 || (page >= 1250 && page <= 1258));

/** Code pages of the internet → the names that TextDecoder has, and Windows' own page for the same letters. */
const INTERNET_PAGES: Readonly<Record<number, readonly [label: string, page: number]>> = {
  20127: ['windows-1252', 1252],
  20866: ['koi8-r', 1251],
  21866: ['koi8-u', 1251],
  28591: ['windows-1252', 1252],
  28592: ['iso-8859-2', 1250],
  28593: ['iso-8859-3', 1254],
  28594: ['iso-8859-4', 1257],
  28595: ['iso-8859-5', 1251],
  28596: ['iso-8859-6', 1256],
  28597: ['iso-8859-7', 1253],
  28598: ['iso-8859-8', 1255],
  28599: ['windows-1254', 1254],
  28603: ['iso-8859-13', 1257],
  28605: ['iso-8859-15', 1252],
  38598: ['iso-8859-8', 1255],
  50220: ['iso-2022-jp', 932],
  50221: ['iso-2022-jp', 932],
  50222: ['iso-2022-jp', 932],
  51932: ['euc-jp', 932],
  51949: ['euc-kr', 949],
  54936: ['gb18030', 936],
};
const WIDE_PAGES: Readonly<Record<number, string>> = { 874: 'windows-874', 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5' };
const UTF8_PAGE = 65_001;

/** Texts that are not Unicode are in the code page of the message, or of the language it was written in ([MS-OXCMSG] §2.2.1). */
function codePageOf({ messageCodepage, messageLocaleId, internetCodepage }: Fields): number | undefined {
  const locale = messageLocaleId === undefined ? undefined : getLcidToAnsiCodePages()[messageLocaleId]?.[0];
  const family = INTERNET_PAGES[internetCodepage ?? 0]?.[1];
  return [messageCodepage, locale, internetCodepage, family].find(isCodePage);
}

/** Some programs keep UTF-8 where a code page is meant; what is none does not read as it. */
function isUtf8({ messageCodepage, internetCodepage }: Fields, asUtf8: Fields): boolean {
  if (messageCodepage === UTF8_PAGE) return true;
  return internetCodepage === UTF8_PAGE && ![asUtf8.subject, asUtf8.body, asUtf8.senderName].some((text) => text?.includes('\ufffd'));
}

/** HTML as bytes is in the code page of the internet that the message names ([MS-OXCMAIL] §2.1.3.3), unless it names one itself. */
function pageText(html: Uint8Array, internetCodepage = 0): string | Uint8Array {
  const label =
    internetCodepage === UTF8_PAGE
      ? 'utf-8'
      : (INTERNET_PAGES[internetCodepage]?.[0] ??
        WIDE_PAGES[internetCodepage] ??
        (isCodePage(internetCodepage) ? `windows-${internetCodepage}` : undefined));
  const says = /<meta[^>]+charset/i.test(Buffer.from(html.subarray(0, 4_096)).toString('latin1'));
  return label === undefined || says ? html : decodeBytes(html, label);
}

function openMessage(bytes: Uint8Array): { reader: InstanceType<typeof outlook.default>; fields: Fields } {
  const reader = new outlook.default(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const fields = reader.getFileData();
  const readAs = (encoding: string): { reader: InstanceType<typeof outlook.default>; fields: Fields } => {
    const again = new outlook.default(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    again.parserConfig = { ansiEncoding: encoding };
    return { reader: again, fields: again.getFileData() };
  };
  if ([fields.messageCodepage, fields.internetCodepage].includes(UTF8_PAGE)) {
    const wide = readAs('utf8');
    if (isUtf8(fields, wide.fields)) return wide;
  }
  const page = codePageOf(fields);
  return page === undefined || page === 1252 ? { reader, fields } : readAs(`cp${page}`);
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
  const html = found.bodyHtml ?? (found.html && pageText(found.html, found.internetCodepage));
  if (html !== undefined && !isBlankPage(html)) return [{ html }];
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
