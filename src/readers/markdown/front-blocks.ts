/** Cover, letterhead, key figures and signatures: directives whose content is fields rather than text. */
import type { Block, Cover, Heading, Kpis, Letterhead, Signatures } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import type { Run } from '../../document/inline.ts';
import { splitEscaped } from './attributes.ts';
import { anchored, noteFaults, valueOf } from './directives.ts';
import type { Directive } from './directives.ts';
import { readNodes } from './blocks.ts';
import type { Node } from './parser.ts';
import { splitCells } from './pipe-table.ts';
import { findAsset } from './pictures.ts';
import type { Reading } from './reading.ts';
import { readPlain, readRuns, readTitle } from './runs.ts';

/**
 * Fields may also are in the body, a line each (`to: Ms Smith`), as models like to write them. Moves such lines into
 * the attributes and returns the nodes that are left. All lines of a paragraph must be fields, or it stays text.
 */
function takeFields(directive: Directive, fields: readonly string[]): Node[] {
  return directive.children.filter((node) => {
    const text = node.token.type === 'paragraph_open' ? (node.children[0]?.token.content ?? '') : '';
    const lines = text.split('\n').map((line) => /^\**([A-Za-z]+)\**[ \t]*:\**[ \t]*(.*?)\\?$/.exec(line.trim()));
    if (lines.length > 20 || !lines.every((line) => line && fields.includes((line[1] ?? '').toLowerCase()))) return true;
    for (const line of lines) {
      const key = (line?.[1] ?? '').toLowerCase();
      const earlier = directive.attributes.values.get(key);
      directive.attributes.values.set(key, earlier === undefined ? (line?.[2] ?? '') : `${earlier}|${line?.[2] ?? ''}`);
    }
    return false;
  });
}

const COVER_FIELDS = ['title', 'subtitle', 'eyebrow', 'date', 'author', 'organization', 'version'] as const;

/** Further content is behind the cover. A heading and a line under it give title and subtitle where those are missing. */
export function readCover(directive: Directive, reading: Reading): Block[] {
  const left = takeFields(directive, [...COVER_FIELDS, 'logo']);
  const cover: Cover = anchored({ id: '', type: 'cover' }, directive);
  for (const field of COVER_FIELDS) {
    const value = valueOf(directive, field) ?? (field === 'organization' ? valueOf(directive, 'organisation') : undefined);
    if (value !== undefined) cover[field] = value;
  }
  const label = readPlain(directive.label, reading, directive.line).trim();
  if (cover.title === undefined && label !== '') cover.title = label;
  const logo = valueOf(directive, 'logo');
  const asset = logo === undefined ? null : findAsset(logo, reading, directive.line);
  if (asset !== null) cover.logo = asset;
  const rest = readNodes(left, reading);
  const [heading, next] = rest;
  const title = isHeading(heading) ? plainText(heading.runs).trim() : '';
  if (cover.title === undefined && title !== '') {
    cover.title = title;
    rest.shift();
    const subtitle =
      next?.type === 'paragraph' && next.runs.every((run) => run.footnote === undefined)
        ? plainText(next.runs).replaceAll('\n', ' ').trim()
        : '';
    if (cover.subtitle === undefined && subtitle !== '') {
      cover.subtitle = subtitle;
      rest.shift();
    }
  }
  noteFaults(directive, reading, [...COVER_FIELDS, 'organisation', 'logo']);
  return [cover, ...rest];
}

function isHeading(block: Block | undefined): block is Heading {
  return block?.type === 'heading' && block.level <= 2;
}

function readLines(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .flatMap((line) => splitEscaped(line, '|'))
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const LETTER_FIELDS = ['from', 'to', 'date', 'subject', 'reference'];

export function readLetterhead(directive: Directive, reading: Reading): Block[] {
  const left = takeFields(directive, [...LETTER_FIELDS, 'ref']);
  const letterhead: Letterhead = anchored(
    {
      id: '',
      type: 'letterhead',
      from: readLines(valueOf(directive, 'from')),
      to: readLines(valueOf(directive, 'to')),
    },
    directive,
  );
  const date = valueOf(directive, 'date');
  if (date !== undefined) letterhead.date = date;
  const subject = valueOf(directive, 'subject') ?? directive.label.trim();
  if (subject !== '') letterhead.subject = subject;
  const reference = valueOf(directive, 'reference') ?? valueOf(directive, 'ref');
  if (reference !== undefined) letterhead.reference = reference;
  noteFaults(directive, reading, [...LETTER_FIELDS, 'ref']);
  return [letterhead, ...readNodes(left, reading)];
}

// -------------------------------------------------------------------------------------------------------- key figures

/** A list (`- **€4.2M** | Revenue | +12 %`); other content follows behind. */
export function readKpis(directive: Directive, reading: Reading): Block[] {
  const kpis: Kpis = anchored({ id: '', type: 'kpis', items: [] }, directive);
  const left = directive.children.filter(
    (node) =>
      !takeItems(node, (text, line) => {
        const [value = '', label = '', ...change] = splitCells(text);
        const item: Kpis['items'][number] = { value: withoutBold(readRuns(value, reading, line)) };
        const labelRuns = readTitle(label, reading, line);
        if (labelRuns) item.label = labelRuns;
        const changeRuns = readTitle(change.join(' | '), reading, line);
        if (changeRuns) item.change = changeRuns;
        if (item.value.length > 0 || item.label || item.change) kpis.items.push(item);
      }),
  );
  noteFaults(directive, reading, []);
  const rest = readNodes(left, reading);
  return kpis.items.length > 0 ? [kpis, ...rest] : rest;
}

/** Calls back for each item of a list that holds single paragraphs only; false, without a call, for any other node. */
export function takeItems(node: Node, take: (text: string, line: number | undefined) => void): boolean {
  if (node.token.type !== 'bullet_list_open' && node.token.type !== 'ordered_list_open') return false;
  const plain = node.children.every(
    (item) => item.children.length <= 1 && item.children.every((child) => child.token.type === 'paragraph_open'),
  );
  if (!plain) return false;
  for (const item of node.children) {
    const inline = item.children[0]?.children[0]?.token;
    take((inline?.content ?? '').replaceAll('\n', ' '), inline?.map?.[0]);
  }
  return true;
}

/** A key figure stands out by itself. */
function withoutBold(runs: Run[]): Run[] {
  if (!runs.every((run) => run.bold || run.math || run.footnote !== undefined)) return runs;
  for (const run of runs) delete run.bold;
  return runs;
}

// ---------------------------------------------------------------------------------------------------------- signatures

/** `parties="A — role|B"`, `roles="role|"` beside it, or a list of the same in the body. */
export function readSignatures(directive: Directive, reading: Reading): Block[] {
  const signatures: Signatures = anchored({ id: '', type: 'signatures', parties: [] }, directive);
  const roles = directive.attributes.values.get('roles');
  const roleList = roles === undefined ? undefined : splitEscaped(roles, '|');
  const parties = splitEscaped(directive.attributes.values.get('parties') ?? '', '|');
  for (const [index, text] of parties.entries()) addParty(signatures, text, roleList?.[index], roleList !== undefined);
  const left = directive.children.filter(
    (node) =>
      !takeItems(node, (text, line) => {
        const [name = '', ...role] = splitCells(text);
        addParty(
          signatures,
          readPlain(name, reading, line),
          role.length === 0 ? undefined : readPlain(role.join(', '), reading, line),
          role.length > 0,
        );
      }),
  );
  noteFaults(directive, reading, ['parties', 'roles']);
  const rest = readNodes(left, reading);
  return signatures.parties.length > 0 ? [signatures, ...rest] : rest;
}

function addParty(signatures: Signatures, text: string, role: string | undefined, hasRoles: boolean): void {
  const match = hasRoles ? null : /^(.*\S)\s+[—–]\s+(\S.*)$/.exec(text);
  const name = (match?.[1] ?? text).trim();
  const own = (match?.[2] ?? role ?? '').trim();
  if (name === '' && own === '') return;
  signatures.parties.push(own === '' ? { name } : { name, role: own });
}
