/** The text that messages hold, found without the programs that our readers are made of: parts of MIME, streams of Outlook's files. */
import { decodeText } from '../../src/readers/text.ts';
import { streamsOf } from './compound-file.ts';

/** Text of a part that is a file of some other kind, or null where that is not known. */
type OpenPart = (bytes: Uint8Array, kind: string) => string | null;

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const decodeAs = (bytes: Uint8Array, charset: string | undefined): string => decodeText(bytes, charset).value;

function decodeTransfer(body: string, encoding: string): Uint8Array {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const plain = body
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}

/** Words that are encoded in headers (RFC 2047). */
const decodeHeader = (text: string): string =>
  text
    .replaceAll(/(=\?[^?]+\?[bq]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replaceAll(/=\?([^?*]+)[^?]*\?([bq])\?([^?]*)\?=/gi, (_, charset: string, form: string, words: string) =>
      decodeAs(
        form.toLowerCase() === 'b' ? Buffer.from(words, 'base64') : decodeTransfer(words.replaceAll('_', ' '), 'quoted-printable'),
        charset,
      ),
    );

interface MimePart {
  type: string;
  text: string;
}

/** Parts of a message with their text. Of alternatives the one in HTML, else the last that has text, and invitations beside it. */
function partsOf(source: string, open: OpenPart, depth = 0): MimePart[] {
  const [head = '', ...rest] = source.split(/\r?\n\r?\n/);
  const body = source.slice(head.length).replace(/^\r?\n\r?\n/, '');
  const headers = head.replaceAll(/\r?\n[ \t]+/g, ' ');
  const header = (name: string): string => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(headers)?.[1] ?? '';
  const contentType = header('Content-Type');
  const type = (/^[\w/+.-]+/.exec(contentType)?.[0] ?? 'text/plain').toLowerCase();
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (depth > 20 || rest.length === 0) return [];
  if (type.startsWith('multipart/') && mark !== undefined) {
    const parts = `\n${body}`
      .split(`\n--${mark}`)
      .slice(1)
      .map((part) => part.replace(/^[ \t]*\r?\n/, ''));
    const read = parts.filter((part) => !part.startsWith('--')).map((part) => partsOf(part, open, depth + 1));
    if (type !== 'multipart/alternative') return read.flat();
    const best =
      read.findLast((one) => one.some((part) => part.type === 'text/html')) ??
      read.findLast((one) => one.some(({ text }) => text.trim() !== ''));
    return [
      ...(best ?? []),
      ...read
        .filter((one) => one !== best)
        .flat()
        .filter((part) => part.type === 'text/calendar'),
    ];
  }
  const encoding = header('Content-Transfer-Encoding').trim().toLowerCase();
  const bytes = decodeTransfer(body, encoding);
  if (type === 'message/rfc822') return [{ type, text: messageText(bytes, open, depth + 1) }];
  const name = /name\s*=\s*"?[^";]*\.(\w+)/i.exec(`${contentType}; ${header('Content-Disposition')}`)?.[1]?.toLowerCase();
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
  const attached = /^attachment/i.test(header('Content-Disposition'));
  if (type === 'text/html' && !attached) return [{ type, text: open(Buffer.from(decodeAs(bytes, charset)), 'html') ?? '' }];
  if (type === 'text/plain' && !attached) return [{ type, text: decodeAs(bytes, charset) }];
  if (type === 'text/calendar') return [{ type, text: calendarText(decodeAs(bytes, charset)) }];
  return [{ type, text: (name === undefined ? null : open(bytes, name)) ?? '' }];
}

/** What an invitation says to people (RFC 5545 §3.8.1). */
const calendarText = (text: string): string =>
  [...text.replaceAll(/\r?\n[ \t]/g, '').matchAll(/^(?:SUMMARY|LOCATION|DESCRIPTION)(?:;[^:\n]*)?:(.*)$/gm)]
    .map(([, said = '']) => said.replaceAll(/\\[nN]/g, '\n').replaceAll(/\\(.)/g, '$1'))
    .join('\n');

/** @param open reads attachments */
export function messageText(bytes: Uint8Array, open: OpenPart, depth = 0): string {
  const source = latin1(bytes).replace(/^(?:From .*\r?\n|\s+)/, '');
  const headers = decodeAs(Buffer.from(/^[^]*?(?=\r?\n\r?\n|$)/.exec(source)?.[0] ?? '', 'latin1'), undefined).replaceAll(
    /\r?\n[ \t]+/g,
    ' ',
  );
  const told = ['Subject', 'From', 'To', 'Cc'].map((name) =>
    decodeHeader(new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(headers)?.[1] ?? ''),
  );
  return [...told, ...partsOf(source, open, depth).map(({ text }) => text)].join('\n');
}

// ------------------------------------------------------------------------------------------------------------- Outlook

/** Subject and plain text of a message of Outlook, and of those in it ([MS-OXMSG] §2.1.3); of those that have none what their HTML says. */
export function outlookText(bytes: Uint8Array, open: OpenPart): string {
  const streams = streamsOf(bytes);
  const texts = new Map<string, string>();
  for (const [path, stream] of streams) {
    const [, folder = '', tag = '', type = ''] =
      /^(|.*__substg1\.0_3701000D\/)__substg1\.0_(0037|1000|1013)(001F|001E|0102)$/.exec(path) ?? [];
    if (tag === '') continue;
    const text = type === '001F' ? stream.toString('utf16le') : tag === '1013' ? (open(stream, 'html') ?? '') : decodeAs(stream, undefined);
    texts.set(`${folder}${tag}`, text);
  }
  return [...texts]
    .flatMap(([key, text]) => (key.endsWith('1013') && (texts.get(key.replace(/1013$/, '1000')) ?? '').trim() !== '' ? [] : [text]))
    .join('\n');
}
