/** Which addresses may become links, and where in plain text one is by itself (GFM 6.9, autolinks). */
import { normalizeAddress } from './parser.ts';
import { addNote } from './reading.ts';
import type { Reading } from './reading.ts';

/** Schemes that a document may link to; all others (javascript:, file:, data:, relative paths) keep only their text. */
const SAFE = /^(?:https?:\/\/[^/]|mailto:[^\s@]|tel:[+\d]|#[^\s])/i;

/** The address if it may be in a document, else undefined and a note `link_dropped`. */
export function safeLink(href: string, reading: Reading, line?: number): string | undefined {
  const trimmed = href.trim();
  if (SAFE.test(trimmed)) return trimmed.replace(/\s/g, '%20');
  addNote(
    reading,
    {
      code: 'link_dropped',
      severity: 'info',
      message: `The link to "${trimmed.slice(0, 80)}" was left out (only http, https, mailto, tel and #id are kept); its text was kept.`,
    },
    line,
  );
  return undefined;
}

export interface Address {
  start: number;
  end: number;
  link: string;
}

const CANDIDATE = /https?:\/\/|www\.|@/gi;

/** Addresses in plain text: `https://…`, `www.…` and e-mail addresses. */
export function findAddresses(text: string): Address[] {
  const found: Address[] = [];
  let from = 0;
  CANDIDATE.lastIndex = 0;
  for (let match = CANDIDATE.exec(text); match; match = CANDIDATE.exec(text)) {
    const address = match[0] === '@' ? readMail(text, match.index, from) : readUrl(text, match.index, match[0].toLowerCase());
    if (!address || address.start < from) continue;
    found.push(address);
    from = address.end;
    CANDIDATE.lastIndex = address.end;
  }
  return found;
}

function readUrl(text: string, start: number, prefix: string): Address | undefined {
  const before = text.charAt(start - 1);
  if (before !== '' && !/[\s*_~("'“‘«¿¡—–:,;/>|\]-]/u.test(before)) return undefined;
  const stop = text.slice(start, start + URL_MAX).search(/[\s<>"“”«»]|$/);
  const host = /^[^/?#:]+/.exec(text.slice(start + prefix.length, start + stop))?.[0] ?? '';
  if (prefix === 'www.' ? !host.includes('.') : host === '') return undefined;
  const end = trimUrl(text, start, start + stop);
  if (end <= start + prefix.length) return undefined;
  const url = text.slice(start, end);
  return { start, end, link: normalizeAddress(prefix === 'www.' ? `http://${url}` : url) };
}

/** Longest address taken from plain text. */
const URL_MAX = 2000;

/** Punctuation at the end belongs to the sentence, and so does a closing bracket that was not opened in the address. */
function trimUrl(text: string, start: number, stop: number): number {
  let end = stop;
  let excess = 0;
  for (let at = start; at < stop; at++) {
    if (text.charAt(at) === '(') excess--;
    else if (text.charAt(at) === ')') excess++;
  }
  for (; end > start; end--) {
    const last = text.charAt(end - 1);
    if (last === ')' && excess > 0) excess--;
    else if (!/[?!.,:;*_~'’…\]}]/.test(last)) break;
  }
  return end;
}

function readMail(text: string, at: number, from: number): Address | undefined {
  let start = at;
  while (start > from && at - start < 64 && /[A-Za-z0-9._+-]/.test(text.charAt(start - 1))) start--;
  while (start < at && !/[A-Za-z0-9]/.test(text.charAt(start))) start++;
  const host =
    /^[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62}){1,8}/
      .exec(text.slice(at + 1, at + 255))?.[0]
      .replace(/[-.]+$/, '') ?? '';
  if (start === at || !host.includes('.') || !/\.[A-Za-z][A-Za-z0-9-]*$/.test(host)) return undefined;
  const end = at + 1 + host.length;
  return { start, end, link: `mailto:${text.slice(start, end)}` };
}
