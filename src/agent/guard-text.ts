/**
 * What a model writes from material is guarded while it streams. Material may ask it to carry what it read to a user's
 * address, as a picture's, a link's or a formula's; so an address stays only if it is in the request or in the material,
 * letter for letter, and of any other the name of its host is left, which leads nowhere and carries nothing. Characters that
 * are invisible or turn the direction of text are taken out.
 *
 * It works word by word (an address has no white space): the last word is held back until it is complete, unless it is of letters
 * that begin no address.
 */
import type { Note } from '../base/note.ts';

export interface TextGuard {
  push(text: string): string;
  end(): string;
  /** What was changed, after the end. */
  notes(): Note[];
}

/** Where an address may begin. Entities and backslashes are undone before, as a reader of Markdown would. */
const BEGINNING =
  /(?:https?:[\\/]|[a-z][a-z0-9+.-]{1,20}:[\\/]{2}|(?<=[(<"'=])[\\/]{2}(?=[\p{L}\d])|(?<![\p{L}\d])(?:mailto|data|javascript|vbscript|file|tel|sms|callto):(?=\S)|(?<![\p{L}\d.@])www\.(?=\S))/giu;
/** Overrides of direction, and the tags that spell text nobody sees. */
const UNSEEN = /[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu;
/** A word beyond this length is passed on in parts: no address that matters is longer. */
const WORD_CHARS_MAX = 8_000;
const NAMED: Readonly<Record<string, string>> = {
  colon: ':',
  sol: '/',
  bsol: '\\',
  period: '.',
  amp: '&',
  quest: '?',
  equals: '=',
  lpar: '(',
  rpar: ')',
  commat: '@',
  num: '#',
  percnt: '%',
  lowbar: '_',
  hyphen: '-',
};

function decode(word: string): string {
  if (!/[&\\]/.test(word)) return word;
  return word
    .replaceAll(/&#x([0-9a-f]{1,6});|&#(\d{1,7});|&([a-z]{1,10});/gi, (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}

const SCHEMES = ['https', 'mailto', 'data', 'javascript', 'vbscript', 'file', 'ftp', 'tel', 'sms', 'callto', 'www'];
const beginsAddress = (word: string): boolean =>
  !/^[\p{L}\p{N}]*$/u.test(word) || SCHEMES.some((scheme) => scheme.startsWith(word.toLowerCase()));

interface Found {
  start: number;
  end: number;
  address: string;
}

/** Up to what can be no part of it, or a closing bracket that was not opened in it. */
function endOfAddress(word: string, start: number): number {
  let open = 0;
  for (let at = start; at < word.length; at++) {
    const character = word.charAt(at);
    if (/[\s<>"'`{}|]/.test(character)) return at;
    if (character === '(' || character === '[') open++;
    else if (character === ')' || character === ']') {
      if (open === 0) return at;
      open--;
    }
  }
  return word.length;
}

function findAddresses(word: string): Found[] {
  const found: Found[] = [];
  for (const { index } of word.matchAll(BEGINNING)) {
    if (index < (found.at(-1)?.end ?? 0)) continue;
    const end = endOfAddress(word, index);
    const address = word.slice(index, end).replace(/[?!.,:;*_~’…]+$/u, '');
    found.push({ start: index, end: index + address.length, address });
  }
  return found;
}

const keyOf = (address: string): string =>
  address
    .replaceAll('\\', '/')
    .replace(/^[a-z+.-]+:\/\/[^/?#]*|^www\.[^/?#]*/i, (head) => head.toLowerCase())
    .replace(/\/$/, '');

/** The host alone, or for a mailbox its domain: nothing of a path, a query or a name is left. */
function hostOf(address: string): string {
  if (!/^(?:mailto:|www\.|[\\/]|[a-z0-9+.-]+:[\\/])/i.test(address)) return 'removed';
  const rest = address.replace(/^[a-z0-9+.-]+:/i, '').replace(/^[\\/]+/, '');
  const host = /^[^\\/?#]*/.exec(rest)?.[0] ?? '';
  const bare = host
    .slice(host.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/^www\./i, '');
  return /^[\p{L}\d.-]{1,100}$/u.test(bare) ? bare : 'removed';
}

/** @param known the request and the material; undefined where the text is written from neither files nor pictures: then addresses stay */
export function createTextGuard(known: string | undefined): TextGuard {
  const allowed = new Set<string>();
  for (const word of known?.split(/\s+/) ?? []) for (const { address } of findAddresses(decode(word))) allowed.add(keyOf(address));
  const removed = new Set<string>();
  let unseen = 0;
  let held = '';

  const guardWord = (word: string): string => {
    if (known === undefined || word.length < 5) return word;
    const plain = decode(word);
    const strange = findAddresses(plain).filter(({ address }) => !allowed.has(keyOf(address)));
    if (strange.length === 0) return word;
    let text = '';
    let from = 0;
    for (const { start, end, address } of strange) {
      const host = hostOf(address);
      removed.add(host);
      text += plain.slice(from, start) + host;
      from = end;
    }
    return text + plain.slice(from);
  };
  const guard = (text: string): string => {
    const seen = text.replaceAll(UNSEEN, '');
    unseen += text.length - seen.length;
    return seen.replaceAll(/\S+/g, guardWord);
  };
  return {
    push(text) {
      held += text;
      const word = /\S*$/.exec(held.slice(-WORD_CHARS_MAX))?.[0] ?? '';
      const sure = word.length >= WORD_CHARS_MAX || !beginsAddress(word) ? held : held.slice(0, held.length - word.length);
      held = held.slice(sure.length);
      return guard(sure);
    },
    end() {
      const rest = guard(held);
      held = '';
      return rest;
    },
    notes() {
      const hosts = [...removed].slice(0, 5).join(', ');
      return [
        ...(removed.size > 0
          ? [
              {
                code: 'address_untraced' as const,
                severity: 'warning' as const,
                message: `Addresses that are neither in the request nor in a source were taken out, and their hosts left: ${hosts}${removed.size > 5 ? ', …' : ''}.`,
              },
            ]
          : []),
        ...(unseen > 0
          ? [
              {
                code: 'characters_unseen' as const,
                severity: 'info' as const,
                message: `${unseen} characters that nobody sees, or that turn the direction of text, were taken out of what the model wrote.`,
              },
            ]
          : []),
      ];
    },
  };
}

/** A text that is whole. @param known as of `createTextGuard` */
export function guardWhole(text: string, known: string | undefined): string {
  const guard = createTextGuard(known);
  return guard.push(text) + guard.end();
}
