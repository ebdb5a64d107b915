/**
 * How a composed document opens on the page: what stands under the title, which facts form the grid of a memo or
 * minutes ("**Place:** …"), where a letter's subject goes. Decided once, for every text writer.
 */
import type { Block, Heading, Letterhead, Paragraph } from '../document/block.ts';
import type { Document } from '../document/document.ts';
import { plainText, type Run } from '../document/inline.ts';
import type { Labels } from '../document/labels.ts';
import type { Look } from '../document/look.ts';

export interface FactRow {
  label: string;
  value: Run[];
  /** The subject of a memo stands out. */
  strong?: boolean;
}

export interface FrontMatter {
  /** The heading that is the document's title and stands as such, outside the outline. */
  title?: Heading;
  /** A memo with a letterhead block and no title of its own is headed by the word. */
  titleText?: string;
  subtitle?: Run[];
  /** Author, organisation: one muted line under a report's title. */
  metadata: string[];
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
  else if (front.title !== undefined)
    front.metadata = [document.author ?? document.organization, document.date].filter(
      (text): text is string => text !== undefined && text !== '',
    );
  const leadId = findLead(body);
  if (leadId !== undefined && look.type === 'report') front.leadId = leadId;
  return front;
}

const SUBTITLE_CHARS_MAX = 90;

/** A short line without a full stop, directly under the title and before a heading or a table. */
function planSubtitle(front: FrontMatter, look: Look): void {
  const [first, second] = front.body;
  if (first?.type !== 'paragraph' || first.anchor !== undefined || second === undefined || factRows(first) !== undefined) return;
  const text = plainText(first.runs).trim();
  const closed = /[.:;!?…。！？؟]$/.test(text) && look.type !== 'contract';
  if (
    text.length === 0 ||
    text.length > SUBTITLE_CHARS_MAX ||
    closed ||
    text.includes('\n') ||
    (second.type === 'paragraph' && factRows(second) === undefined)
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
    front.facts.push(...letterheadFacts(head, labels));
    if (front.title === undefined && memo) front.titleText = labels.memo;
  }
  const start = front.body[0]?.type === 'paragraph' && factRows(front.body[0]) === undefined && front.body[1]?.type === 'paragraph' ? 1 : 0;
  for (;;) {
    const block = front.body[start];
    const rows = block?.type === 'paragraph' && block.anchor === undefined ? factRows(block) : undefined;
    if (rows === undefined) break;
    front.facts.push(...rows);
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

/** The paragraph as rows, if every line of it is "**Label:** value". */
function factRows(paragraph: Paragraph): FactRow[] | undefined {
  const rows: FactRow[] = [];
  for (const line of linesOf(paragraph.runs).flatMap(splitAtLabels)) {
    const [first, ...rest] = line;
    if (first?.bold !== true) return undefined;
    const inside = /^\s*(.{1,30}?)\s*:\s*$/.exec(first.text)?.[1];
    const outside = /^\s*:\s*/.exec(rest[0]?.text ?? '')?.[0];
    const label = inside ?? (outside === undefined ? undefined : first.text.trim());
    if (label === undefined || rest.length === 0) return undefined;
    const value = rest.map((run, at) =>
      at === 0 ? { ...run, text: run.text.slice(inside === undefined ? (outside?.length ?? 0) : 0).trimStart() } : run,
    );
    if (plainText(value).trim() === '') return undefined;
    rows.push({
      label,
      value: value.filter((run) => run.text !== '' || run.footnote !== undefined),
      ...(/^(subject|asunto|re)$/i.test(label) ? { strong: true } : {}),
    });
  }
  return rows.length === 0 ? undefined : rows;
}

/** Lines that were run together: in Markdown a line break alone is a space, and "**Date:** … **Place:** …" are two rows all the same. */
function splitAtLabels(line: readonly Run[]): Run[][] {
  const rows: Run[][] = [];
  for (const run of line) {
    const starts = run.bold === true && /^\s*\p{Lu}[^:]{0,29}:\s*$/u.test(run.text);
    if (starts || rows.length === 0) rows.push([run]);
    else rows.at(-1)?.push(run);
  }
  return rows;
}

/** The runs line by line; a break inside a run divides it. */
export function linesOf(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [[]];
  for (const run of runs) {
    const pieces = run.math === true ? [run.text] : run.text.split('\n');
    pieces.forEach((text, at) => {
      if (at > 0) lines.push([]);
      if (text !== '' || run.footnote !== undefined) lines.at(-1)?.push({ ...run, text });
    });
  }
  return lines.filter((line) => line.length > 0);
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
