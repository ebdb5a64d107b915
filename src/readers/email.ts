/** Messages (RFC 5322 with MIME) → who, when and about what, then the text; attachments for others to read. */
import { addressParser, decodeWords, type Address } from 'postal-mime';
import type { Note, Noted } from '../base/note.ts';
import { noteEventsLeft, readCalendar, type Invitation } from './email/calendar.ts';
import { isBlankPage, mailbox, messageBlocks, type MessageBody, type MessageContent } from './email/message-blocks.ts';
import { parseMime, type MimePart } from './email/mime.ts';
import { joinFlowed } from './email/plain-body.ts';
import { decodeUtf7, isUtf7 } from './email/utf7.ts';
import { takeUuencoded } from './email/uuencoded.ts';
import { readTnef, type TnefContent } from './email/tnef.ts';
import { decodeText } from './text.ts';

interface Parts {
  bodies: MimePart[];
  calendars: MimePart[];
  files: MimePart[];
  /** Pictures, style sheets and what else a saved page is drawn with. */
  resources: MimePart[];
}

const isBody = ({ type, disposition, filename }: MimePart): boolean =>
  (type === 'text/plain' || type === 'text/html' || type === 'text/enriched') && disposition !== 'attachment' && filename === undefined;

/** What a web archive keeps beside its page, under the address that the page calls it by (RFC 2557 §4). */
const isResource = ({ fields, disposition, filename }: MimePart): boolean =>
  fields.has('content-location') && disposition !== 'attachment' && filename === undefined;

/** Texts in their order, one of each alternative, invitations, and all else. */
function sortParts(part: MimePart, into: Parts): void {
  const { type, parts, bytes } = part;
  if (type === 'multipart/alternative') {
    const said = parts.filter((one) => isBody(one) && one.bytes.some((byte) => byte > 0x20));
    const chosen = parts.findLast(hasPage) ?? said.findLast(({ type: kind }) => kind === 'text/plain') ?? said.at(-1) ?? parts[0];
    for (const one of parts)
      if (one === chosen) sortParts(one, into);
      // another form of the same text
      else if (!(one.type.startsWith('text/') && one.type !== 'text/calendar' && one.filename === undefined))
        sortParts(one, { ...into, bodies: [] });
  } else if (parts.length > 0) for (const one of parts) sortParts(one, into);
  else if (type === 'text/calendar') into.calendars.push(part);
  else if (isBody(part)) into.bodies.push(part);
  else if (isResource(part)) into.resources.push(part);
  else if (bytes.length > 0) into.files.push(part);
}

const hasPage = (part: MimePart): boolean =>
  part.parts.length > 0 ? part.parts.some(hasPage) : part.type === 'text/html' && isBody(part) && !isBlankPage(part.bytes);

function bodyOf({ type, parameters, bytes }: MimePart, notes: Note[]): MessageBody {
  const charset = parameters.get('charset');
  if (type === 'text/html') return { html: charset === undefined ? bytes : decodeText(bytes, charset).value };
  const { value, notes: more } = isUtf7(charset) ? decodeText(Buffer.from(decodeUtf7(bytes)), 'utf-8') : decodeText(bytes, charset);
  notes.push(...more);
  const flowed = parameters.get('format')?.toLowerCase() === 'flowed';
  return { text: flowed ? joinFlowed(value, parameters.get('delsp')?.toLowerCase() === 'yes') : value };
}

const addressText = (address: Address): string =>
  address.group === undefined
    ? mailbox(address.name, address.address ?? '')
    : `${address.name}: ${address.group.map((one) => mailbox(one.name, one.address)).join(', ')}`;

/** As ISO 8601 says it, in UTC; what is no date as it was sent. */
function dateText(sent: string): string {
  const time = Date.parse(sent.replaceAll(/\([^()]*\)/g, ''));
  return Number.isNaN(time) ? sent : new Date(time).toISOString();
}

const invitationsOf = (calendars: readonly MimePart[], notes: Note[]): Invitation[] => {
  const known = new Set<string>();
  const read = calendars.map(({ bytes, parameters }) => readCalendar(decodeText(bytes, parameters.get('charset')).value));
  const left = read.reduce((sum, one) => sum + one.left, 0);
  notes.push(...noteEventsLeft(left));
  return read
    .flatMap(({ invitations }) => invitations)
    .filter((one) => {
      // the same invitation is often attached once more
      const key = JSON.stringify(one);
      return !known.has(key) && known.add(key);
    });
};

/**
 * @param sources takes the addresses of the pictures in its text, which are then `img:1`, `img:2`, …; those that the message holds as `data:` addresses
 * @throws Refusal `file_rejected` where the message is nested beyond measure. Notes: those of its HTML, `part_left_out`
 */
export function readMessage(bytes: Uint8Array, sources?: string[]): Noted<MessageContent> {
  const notes: Note[] = [];
  const { message, partsLeftOut } = parseMime(bytes);
  if (partsLeftOut > 0)
    notes.push({
      code: 'part_left_out',
      severity: 'warning',
      message: `${partsLeftOut} of the parts of the message were not read: it has too many.`,
    });
  const field = (name: string): string => message.fields.get(name) ?? '';
  const people = (name: string): string => addressParser(field(name)).map(addressText).join(', ');
  const [from, sender] = [people('from'), people('sender')];
  const sorted: Parts = { bodies: [], calendars: [], files: [], resources: [] };
  sortParts(message, sorted);
  const inText: MessageContent['attachments'] = [];
  const read = sorted.bodies
    .map((part) => bodyOf(part, notes))
    .map((body) => {
      if (!('text' in body)) return body;
      const { text, files } = takeUuencoded(body.text);
      inText.push(...files);
      return { text };
    })
    .filter((body) => !isBlank(body));
  const shown = new Set(pictureIds(read));
  const { attachments, body } = unpackWinmail(
    sorted.files.filter((part) => !(part.type.startsWith('image/') && shown.has(part.contentId))),
  );
  const blocks = messageBlocks(
    {
      subject: decodeWords(field('subject')),
      facts: [
        ['From', from],
        ['Sender', sender === from ? '' : sender],
        ['To', people('to')],
        ['Cc', people('cc')],
        ['Bcc', people('bcc')],
        ['Reply-To', people('reply-to')],
        ['Date', dateText(field('date'))],
      ],
      bodies: read.length > 0 ? read : [body.html === '' ? { text: body.text } : { html: body.html }].filter((one) => !isBlank(one)),
      invitations: invitationsOf(sorted.calendars, notes),
    },
    notes,
    sources,
  );
  if (sources) nameHeld(sources, [...sorted.files, ...sorted.resources]);
  return { value: { blocks, pages: null, attachments: [...attachments, ...inText] }, notes };
}

const isBlank = (body: MessageBody): boolean =>
  'text' in body ? body.text.trim() === '' : typeof body.html === 'string' ? body.html.trim() === '' : body.html.length === 0;

/** Content-IDs of pictures that are part of how the text looks (RFC 2392). */
const pictureIds = (bodies: readonly MessageBody[]): string[] =>
  bodies.flatMap((body) => {
    if (!('html' in body)) return [];
    const html = typeof body.html === 'string' ? body.html : Buffer.from(body.html).toString('latin1');
    return [...html.matchAll(/\bcid:([^"'\s)>]{1,300})/gi)].map(([, id = '']) => plainId(id));
  });

function plainId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch (error) {
    if (error instanceof URIError) return id;
    throw error;
  }
}

/** Pictures of a page that are parts of its message, as addresses that hold them. */
function nameHeld(sources: string[], files: readonly MimePart[]): void {
  const parts = new Map<string, MimePart>();
  for (const part of files) {
    if (!part.type.startsWith('image/')) continue;
    if (part.contentId !== '') parts.set(`cid:${part.contentId}`, part);
    const location = part.fields.get('content-location');
    if (location !== undefined) parts.set(location, part);
  }
  for (const [index, source] of sources.entries()) {
    const part = parts.get(/^cid:/i.test(source) ? `cid:${plainId(source.slice(4))}` : source);
    if (part) sources[index] = `data:${part.type};base64,${Buffer.from(part.bytes).toString('base64')}`;
  }
}

/** What has the type of a message is read as one, whatever its name. */
const attachmentName = ({ filename, type }: MimePart, at: number): string => {
  const name = filename?.trim() || `attachment ${at + 1}`;
  return type === 'message/rfc822' && !/\.eml$/i.test(name) ? `${name}.eml` : name;
};

/** Attachments with those that are in a `winmail.dat` in its place; the text that is in it, where the message may have no other. */
function unpackWinmail(files: readonly MimePart[]): Pick<MessageContent, 'attachments'> & { body: Pick<TnefContent, 'html' | 'text'> } {
  let body: Pick<TnefContent, 'html' | 'text'> = { html: '', text: '' };
  const attachments = files.flatMap((part, at) => {
    const read = readTnef(part.bytes);
    if (read !== null) body = read;
    return read?.attachments ?? [{ name: attachmentName(part, at), bytes: part.bytes }];
  });
  return { attachments, body };
}
