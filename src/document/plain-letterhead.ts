/** The head of a letter as people type it, without a directive: sender, addressee, date and subject, a paragraph each, above the greeting. */
import type { Block, Letterhead } from './block.ts';
import { plainText } from './inline.ts';
import { isFormalGreeting, isGreeting } from './letter-words.ts';

const HEAD_BLOCKS_MAX = 7;
const ADDRESS_LINES_MAX = 8;
const LINE_CHARS_MAX = 70;
const DATE_CHARS_MAX = 48;

/** A day with its year, perhaps behind a place: "Köln, 14. November 2026", "2026-11-14", "14/11/2026". */
const DATE =
  /^(?:[\p{Lu}][\p{L} .'’-]{1,28},\s*)?(?:(?:den|le|el|il|a|em|à|op)\s+)?(?:(?:\p{L}{3,10},?\s+)?\d{1,2}(?:st|nd|rd|th|er|º|\.)?(?:\s+de)?\s+\p{L}{3,10}\.?,?(?:\s+(?:de|del)(?:l)?)?\s+\d{4}|\p{L}{3,10}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})\.?$/iu;
/** To be filled in by whoever sends the letter. */
const DATE_TO_COME = /^[[<{](?:today['’]s )?(?:date|fecha|datum|data|day, month,? year)[\]>}]$/iu;
const isDate = (line: string): boolean => line.length <= DATE_CHARS_MAX && (DATE.test(line) || DATE_TO_COME.test(line));
const LABELLED =
  /^(?:(date|fecha|datum|data)|(subject|re|asunto|betreff|betrifft|objet|oggetto|assunto|betreft|onderwerp|assumpte)|((?:our |your )?ref(?:erence|erencia|erenz|\.)?|n\/ref|s\/ref|aktenzeichen))\s*\.?\s*:\s*(\S.*)$/iu;
const FROM = /^(?:from|de|von|van|da)\s*:\s*(?=\S)/iu;
const TO = /^(?:to|para|an|aan|à|a)\s*:\s*(?=\S)/iu;

type Part =
  | { kind: 'date' | 'subject' | 'reference'; text: string }
  | { kind: 'address'; side: 'from' | 'to' | undefined; lines: string[] };

function partOf(block: Block | undefined): Part | undefined {
  if (block?.type !== 'paragraph' || block.anchor !== undefined) return undefined;
  // a link that is more than its text would be lost
  const isPlain = block.runs.every(
    ({ link, footnote, math, code, text }) =>
      footnote === undefined &&
      math !== true &&
      code !== true &&
      (link === undefined || link.replace(/^(?:mailto:|tel:|https?:\/\/)/, '').replace(/\/$/, '') === text),
  );
  const lines = plainText(block.runs)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [only = '', ...more] = lines;
  if (!isPlain || lines.length === 0 || lines.some((line) => line.length > LINE_CHARS_MAX * 2)) return undefined;
  if (more.length === 0) {
    const [, date, subject, , value = ''] = LABELLED.exec(only) ?? [];
    if (date !== undefined) return { kind: 'date', text: value };
    if (subject !== undefined) return { kind: 'subject', text: value };
    if (value !== '') return { kind: 'reference', text: only };
    if (isDate(only)) return { kind: 'date', text: only };
  }
  if (
    lines.length > ADDRESS_LINES_MAX ||
    lines.some((line) => line.length > LINE_CHARS_MAX || /[.!?]\s+\p{Lu}\p{Ll}+\s+\p{Ll}/u.test(line))
  )
    return undefined;
  const side = FROM.test(only) ? 'from' : TO.test(only) ? 'to' : undefined;
  return { kind: 'address', side, lines: side === undefined ? lines : [only.replace(FROM, '').replace(TO, ''), ...more] };
}

/** The name below the closing, which says whose address a single one is. */
const isSender = (lines: readonly string[], blocks: readonly Block[]): boolean => {
  const name = (lines[0] ?? '').toLowerCase();
  const below = blocks.slice(-3).flatMap((block) => (block.type === 'paragraph' ? plainText(block.runs).toLowerCase().split('\n') : []));
  return below.some((line) => line.trim() === name);
};

/** A date that ends an address is none of its lines. */
function divideDates(part: Part): Part[] {
  const last = part.kind === 'address' ? part.lines.at(-1) : undefined;
  if (part.kind !== 'address' || last === undefined || part.lines.length < 2 || !isDate(last)) return [part];
  return [
    { ...part, lines: part.lines.slice(0, -1) },
    { kind: 'date', text: last },
  ];
}

function letterheadOf(parts: readonly Part[], blocks: readonly Block[]): Omit<Letterhead, 'id' | 'type'> | undefined {
  const one = (kind: 'date' | 'subject' | 'reference'): string[] => parts.flatMap((part) => (part.kind === kind ? [part.text] : []));
  const addresses = parts.flatMap((part) => (part.kind === 'address' ? [part] : []));
  const [first, second] = addresses;
  const [dates, subjects, references] = [one('date'), one('subject'), one('reference')];
  if (first === undefined || addresses.length > 2 || [dates, subjects, references].some((texts) => texts.length > 1)) return undefined;
  // one address alone may be anybody's: with a date or subject it is the head of a letter
  if (second === undefined && dates.length + subjects.length === 0) return undefined;
  const isFirstFrom =
    second === undefined ? first.side === 'from' || (first.side === undefined && isSender(first.lines, blocks)) : first.side !== 'to';
  if (second !== undefined && second.side === (isFirstFrom ? 'from' : 'to')) return undefined;
  const [from, to] = isFirstFrom ? [first, second] : [second, first];
  return {
    from: from?.lines ?? [],
    to: to?.lines ?? [],
    ...(dates[0] === undefined ? {} : { date: dates[0] }),
    ...(subjects[0] === undefined ? {} : { subject: subjects[0] }),
    ...(references[0] === undefined ? {} : { reference: references[0] }),
  };
}

/** The blocks of a letter with its typed head as a letterhead; as they are where what is above the greeting is anything else. */
export function readPlainLetterhead(blocks: readonly Block[]): Block[] {
  const greeting = blocks.findIndex((block) => {
    const line = block.type === 'paragraph' ? (plainText(block.runs).split('\n')[0] ?? '') : '';
    return isFormalGreeting(line) || isGreeting(line);
  });
  const [opening] = blocks;
  if (greeting < 1 || greeting > HEAD_BLOCKS_MAX || opening === undefined) return [...blocks];
  const parts = blocks.slice(0, greeting).map(partOf);
  if (!parts.every((part) => part !== undefined)) return [...blocks];
  const head = letterheadOf(parts.flatMap(divideDates), blocks);
  if (head === undefined) return [...blocks];
  return [{ id: `${opening.id}.head`, type: 'letterhead', ...head }, ...blocks.slice(greeting)];
}
