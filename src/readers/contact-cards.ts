/** Cards of contacts (vCard 2.1, 3 and 4: RFC 2426, RFC 6350) → a section for each person, with what the card says. */
import type { Note, Noted } from '../base/note.ts';
import { detectEncoding, decodeBytes } from '../base/text-encoding.ts';
import type { Block } from '../document/block.ts';
import { numberBlocks } from '../document/walk.ts';
import { contentLines, unescapeContent, type ContentLine, type Fact } from './email/calendar.ts';
import { factList } from './email/message-blocks.ts';
import { decodeQuoted } from './email/mime.ts';

const CARDS_MAX = 2_000;
/** A line that goes on behind `=` at its end, as version 2.1 breaks texts with letters beyond ASCII. */
const BROKEN_LINE = /=\n/g;

/** What a card says in words, by the names of its lines; their order is that of the list. */
const LABELS: readonly (readonly [name: string, label: string])[] = [
  ['NICKNAME', 'Called'],
  ['ORG', 'Company'],
  ['TITLE', 'Title'],
  ['ROLE', 'Role'],
  ['EMAIL', 'E-mail'],
  ['TEL', 'Phone'],
  ['IMPP', 'Chat'],
  ['ADR', 'Address'],
  ['LABEL', 'Postal address'],
  ['URL', 'Web page'],
  ['BDAY', 'Born'],
  ['ANNIVERSARY', 'Anniversary'],
  ['GENDER', 'Gender'],
  ['LANG', 'Language'],
  ['RELATED', 'Related to'],
  ['MEMBER', 'Member'],
  ['CATEGORIES', 'Categories'],
  ['NOTE', 'Note'],
];
const PICTURES: ReadonlySet<string> = new Set(['PHOTO', 'LOGO']);
/** Kinds of addresses and numbers that say nothing to people. */
const PLAIN_KINDS: ReadonlySet<string> = new Set(['pref', 'internet', 'voice', 'x-internet', 'quoted-printable', 'base64', '8bit']);

/** Version 2.1 encodes letters in the bytes of an encoding that the line names. */
function valueOf({ parameters, value }: ContentLine): string {
  if (!/;(?:ENCODING=)?QUOTED-PRINTABLE/i.test(parameters)) return value;
  const bytes = decodeQuoted(Buffer.from(value, 'latin1'));
  return decodeBytes(bytes, detectEncoding(bytes));
}

/** Fields are parted by `;`, values of one field by commas that are not escaped. */
const fieldsOf = (value: string): string[] =>
  value
    .split(/(?<!\\);/)
    .map((field) => unescapeContent(field).trim())
    .filter((field) => field !== '');

/** `home`, `work, fax`: what the number or address is for. */
function kindsOf({ parameters }: ContentLine): string {
  const named = Array.from(
    parameters.matchAll(/;(?:TYPE="?([^";]*)"?|([A-Za-z0-9-]+)(?=;|$))/gi),
    ([, types, bare]) => types ?? bare ?? '',
  );
  const kinds = named.flatMap((one) => one.toLowerCase().split(',')).filter((kind) => kind !== '' && !PLAIN_KINDS.has(kind));
  return [...new Set(kinds)].join(', ');
}

function factOf(line: ContentLine, label: string): Fact {
  const fields = fieldsOf(valueOf(line));
  const said = fields
    .join(', ')
    .replaceAll(/\s*\n\s*/g, ', ')
    .replace(/^(?:mailto|tel):/i, '');
  const kinds = kindsOf(line);
  return [kinds === '' ? label : `${label} (${kinds})`, said];
}

function nameOf(lines: readonly ContentLine[]): string {
  const value = (name: string): string[] => {
    const line = lines.find((one) => one.name === name);
    return line === undefined ? [] : fieldsOf(valueOf(line));
  };
  const [family = '', given = ''] = value('N');
  return value('FN').join('; ') || `${given} ${family}`.trim() || value('ORG').join(', ') || value('EMAIL').join(', ') || 'Contact';
}

function cardBlocks(lines: readonly ContentLine[]): Block[] {
  const name = nameOf(lines).replaceAll(/\s+/g, ' ');
  const facts = LABELS.flatMap(([own, label]) => lines.filter((line) => line.name === own).map((line) => factOf(line, label)));
  return [{ id: '', type: 'heading', level: 2, runs: [{ text: name }] }, ...factList(facts)];
}

/** @param text with \n at its line ends. Notes: `part_left_out` of pictures, and of cards beyond 2,000 */
export function readContactCards(text: string): Noted<{ blocks: Block[]; pages: null }> {
  const whole = /QUOTED-PRINTABLE/i.test(text) ? text.replaceAll(BROKEN_LINE, '') : text;
  const blocks: Block[] = [];
  let [cards, pictures] = [0, 0];
  let lines: ContentLine[] = [];
  for (const line of contentLines(whole)) {
    if (line.name === 'BEGIN') lines = [];
    else if (line.name !== 'END') lines.push(line);
    else if (++cards <= CARDS_MAX) {
      pictures += lines.filter(({ name }) => PICTURES.has(name)).length;
      for (const block of cardBlocks(lines)) blocks.push(block);
    }
  }
  numberBlocks(blocks);
  const left = [
    ...(pictures === 0 ? [] : [`${pictures} ${pictures === 1 ? 'picture' : 'pictures'} of contacts`]),
    ...(cards <= CARDS_MAX ? [] : [`${cards - CARDS_MAX} of ${cards} contacts`]),
  ];
  const note: Note = { code: 'part_left_out', severity: 'warning', message: `Left out: ${left.join(' and ')}.` };
  return { value: { blocks, pages: null }, notes: left.length === 0 ? [] : [note] };
}
