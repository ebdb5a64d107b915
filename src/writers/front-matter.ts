/**
 * How a composed document opens on the page: what is under the title, which facts form the grid of a memo or
 * minutes ("**Place:** …"), where a letter's subject goes. Decided once, for every text writer.
 */
import { append } from '../base/append.ts';
import type { Block, Heading, Letterhead, Paragraph } from '../document/block.ts';
import type { Document } from '../document/document.ts';
import { factRows, type FactRow } from '../document/fact-rows.ts';
import { CONTACT } from '../document/genre.ts';
import { plainText, type Run } from '../document/inline.ts';
import type { Labels } from '../document/labels.ts';
import type { Look } from '../document/look.ts';

export interface FrontMatter {
  /** The heading that is the document's title and is as such, outside the outline. */
  title?: Heading;
  /** A memo with a letterhead block and no title of its own is headed by the word. */
  titleText?: string;
  subtitle?: Run[];
  /** Author, organisation, or the contact line of a curriculum: one muted line under the title. */
  metadata: Run[];
  /** What the document is, small above its title. */
  eyebrow?: string;
  /** Rows of the grid at the head of a memo or minutes. */
  facts: FactRow[];
  letterhead?: Letterhead;
  /** Salutation, which a letter's subject line follows. */
  salutation?: Paragraph;
  /** Everything that has not been taken up above, in order. */
  body: Block[];
  /** The paragraph that leads in, set larger. */
  leadId?: string;
}

/** A pure reading of the blocks: nothing is added but the word "Memo", nothing is lost. */
export function planFront(document: Document, look: Look, labels: Labels): FrontMatter {
  if (look.type === 'letter') return planLetter(document);
  const title = document.blocks.find((block) => block.id === document.titleId);
  const body = document.blocks.filter((block) => block !== title);
  const front: FrontMatter = { metadata: [], facts: [], body };
  const compact = look.type === 'memo' || look.type === 'minutes';
  if (title?.type === 'heading') front.title = title;
  if (document.subtitle !== undefined && document.subtitle !== '' && front.title !== undefined)
    front.subtitle = [{ text: document.subtitle }];
  else if (front.title !== undefined && look.type !== 'memo') planSubtitle(front, look);

  if (compact) planFacts(front, labels, look.type === 'memo');
  else if (front.title !== undefined) front.metadata = [...planContact(front, look), ...bylineOf(document)];
  if (document.eyebrow !== undefined && front.title !== undefined) front.eyebrow = document.eyebrow;
  const leadId = findLead(body);
  if (leadId !== undefined && look.type === 'report') front.leadId = leadId;
  return front;
}

function bylineOf(document: Document): Run[] {
  const texts = [document.author ?? document.organization, document.date].filter(
    (text): text is string => text !== undefined && text !== '',
  );
  return texts.length === 0 ? [] : [{ text: texts.join('  ·  ') }];
}

const CONTACT_CHARS_MAX = 240;
const CONTACT_BLOCKS_MAX = 3;

/** Lines under the name of a curriculum: a headline becomes the subtitle, how to reach the person one line with dots. */
function planContact(front: FrontMatter, look: Look): Run[] {
  const contact: Run[] = [];
  if (look.genre !== 'cv') return contact;
  const under = front.subtitle === undefined || !CONTACT.test(plainText(front.subtitle)) ? [] : front.subtitle;
  if (under.length > 0) delete front.subtitle;
  const add = (runs: readonly Run[]): void => {
    if (contact.length > 0) contact.push({ text: '  ·  ' });
    append(
      contact,
      runs.map(({ bold: _bold, ...run }) => ({ ...run, text: run.text.replaceAll(/\s*[|•·\n]\s*/gu, '  ·  ') })),
    );
  };
  if (under.length > 0) add(under);
  for (let count = 0; count < CONTACT_BLOCKS_MAX; count++) {
    const [first] = front.body;
    if (first?.type !== 'paragraph' || first.anchor !== undefined) break;
    const text = plainText(first.runs).trim();
    if (text.length > CONTACT_CHARS_MAX) break;
    if (CONTACT.test(text) || /\s[|·•]\s/u.test(text)) add(first.runs);
    else if (front.subtitle === undefined && text.length <= SUBTITLE_CHARS_MAX && !/[.:;!?…]$/.test(text))
      front.subtitle = first.runs.map(({ bold: _bold, ...run }) => run);
    else break;
    front.body.shift();
  }
  return contact;
}

const SUBTITLE_CHARS_MAX = 90;

/** A short line without a full stop, directly under the title and before a heading or a table. */
function planSubtitle(front: FrontMatter, look: Look): void {
  const [first, second] = front.body;
  if (first?.type !== 'paragraph' || first.anchor !== undefined || second === undefined || factRows(first) !== undefined) return;
  const text = plainText(first.runs).trim();
  const tagline = look.genre === 'product_sheet' && /^[^.!?]+[.!]$/u.test(text);
  const closed = /[.:;!?…。！？؟]$/.test(text) && look.type !== 'contract' && !tagline;
  if (
    text.length === 0 ||
    text.length > SUBTITLE_CHARS_MAX ||
    closed ||
    text.includes('\n') ||
    (second.type === 'paragraph' && factRows(second) === undefined && !tagline)
  )
    return;
  if (first.runs.some((run) => run.math === true || run.footnote !== undefined)) return;
  front.subtitle = first.runs;
  front.body.shift();
}

/** The grid of a memo or minutes: from the letterhead block, or from opening lines "**To:** …". */
function planFacts(front: FrontMatter, labels: Labels, memo: boolean): void {
  const at = front.body.findIndex((block) => block.type === 'letterhead');
  const head = front.body[at];
  if (head?.type === 'letterhead') {
    front.body.splice(at, 1);
    append(front.facts, letterheadFacts(head, labels));
    if (front.title === undefined && memo) front.titleText = labels.memo;
  }
  const start = front.body[0]?.type === 'paragraph' && factRows(front.body[0]) === undefined && front.body[1]?.type === 'paragraph' ? 1 : 0;
  for (;;) {
    const block = front.body[start];
    const rows = block?.type === 'paragraph' && block.anchor === undefined ? factRows(block) : undefined;
    if (rows === undefined) break;
    append(front.facts, rows);
    front.body.splice(start, 1);
  }
}

function letterheadFacts(head: Letterhead, labels: Labels): FactRow[] {
  const rows: FactRow[] = [];
  const add = (label: string, text: string | undefined, strong = false): void => {
    if (text !== undefined && text !== '') rows.push({ label, value: [{ text }], ...(strong ? { strong } : {}) });
  };
  add(labels.to, head.to.join(', '));
  add(labels.from, head.from.join(', '));
  add(labels.date, head.date);
  add(labels.reference, head.reference);
  add(labels.subject, head.subject, true);
  return rows;
}

function planLetter(document: Document): FrontMatter {
  const body = [...document.blocks];
  const front: FrontMatter = { metadata: [], facts: [], body };
  const at = body.findIndex((block) => block.type === 'letterhead');
  const head = body[at];
  if (head?.type !== 'letterhead') return front;
  front.letterhead = head;
  body.splice(at, 1);
  const next = body[at];
  if (next?.type === 'paragraph' && isSalutation(next)) {
    front.salutation = next;
    body.splice(at, 1);
  }
  return front;
}

function isSalutation(block: Paragraph): boolean {
  const text = plainText(block.runs).trim();
  return text.length <= 80 && /[,:]$/.test(text) && !text.includes('\n');
}

const LEAD_CHARS_MAX = 280;

/** The first paragraph of an executive summary. */
function findLead(body: readonly Block[]): string | undefined {
  const at = body.findIndex(
    (block) => block.type === 'heading' && /^(\d+[.)]?\s*)?(executive summary|resumen ejecutivo)$/i.test(plainText(block.runs).trim()),
  );
  const lead = at === -1 ? undefined : body[at + 1];
  return lead?.type === 'paragraph' && plainText(lead.runs).length <= LEAD_CHARS_MAX ? lead.id : undefined;
}
