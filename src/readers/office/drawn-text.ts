/** Text of DrawingML (ISO/IEC 29500-1 §21.1.2): paragraphs with levels and bullets, runs with links. */
import { A, M, MC, R } from '../../ooxml/names.ts';
import type { Block } from '../../document/block.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { readEquation } from './equation.ts';
import { buildLists } from './list-tree.ts';
import type { FlowPiece } from './list-tree.ts';
import { noteOnce, readAlternative, targetOf } from './parts.ts';
import type { OfficeReading } from './parts.ts';
import { addRun, safeLink, trimRuns } from './runs.ts';

/** `isUnseen`: whether nobody sees text of these properties (`a:rPr`). */
interface Place {
  reading: OfficeReading;
  part: string;
  isUnseen?: (properties: XmlElement) => boolean;
}

/** Paragraphs of a shape. @param lists level styles that hold for it, nearest first */
export function readDrawnText(place: Place, body: XmlElement, lists: readonly XmlElement[]): Block[] {
  const pieces: FlowPiece[] = [];
  const counts: number[] = [];
  const leads: { level: number; block: Block }[] = [];
  for (const paragraph of elementsOf(body, 'p', A)) {
    const runs = trimRuns(readRuns(place, paragraph));
    if (runs.length === 0) continue;
    const properties = firstElementOf(paragraph, 'pPr', A);
    const level = Math.min(8, Math.max(0, Number(properties ? (attributeOf(properties, 'lvl') ?? 0) : 0) || 0));
    const sign = signOf(properties, lists, level);
    const [only] = runs;
    const block: Block =
      runs.length === 1 && only?.math ? { id: '', type: 'equation', tex: only.text } : { id: '', type: 'paragraph', runs };
    if (sign === 'none') {
      counts.length = 0;
      const lead = leads.at(-1);
      if (lead && lead.level === level - 1 && pieces.at(-1) === lead.block && block.type === 'paragraph') {
        pieces[pieces.length - 1] = leadItem(lead.block, block);
        continue;
      }
      if (isLead(lists, level)) leads.push({ level, block });
      pieces.push(block);
      continue;
    }
    counts.length = Math.min(counts.length, level + 1);
    const number = sign.ordered ? (counts[level] ?? sign.start - 1) + 1 : 0;
    counts[level] = number;
    pieces.push({ level, ordered: sign.ordered, key: sign.ordered ? 'numbers' : 'bullets', number, item: { blocks: [block] } });
  }
  for (const { block } of leads) {
    const at = pieces.indexOf(block);
    if (at >= 0 && block.type === 'paragraph') pieces[at] = { id: '', type: 'heading', level: LEAD_HEADING, runs: block.runs };
  }
  return buildLists(asQuotes(pieces));
}

const OPENS = /^["“„«‹「『]/u;
const CLOSES = /["”“»›」』]$/u;
/** Words that are said for so long are none of somebody's. */
const QUOTED_MAX = 8;

/** Paragraphs in italics between quotation marks are a quotation, and a line after them that begins with a dash is who said it. */
function asQuotes(pieces: readonly FlowPiece[]): FlowPiece[] {
  const made: FlowPiece[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const near = OPENS.test(italicText(pieces[at])) ? pieces.slice(at, at + QUOTED_MAX) : [];
    const end = at + near.findIndex((one) => CLOSES.test(italicText(one)));
    const said = near.slice(0, Math.max(0, end - at + 1));
    if (said.length === 0 || said.some((one) => italicText(one) === '')) {
      made.push(...pieces.slice(at, at + 1));
      continue;
    }
    const quote: Block = {
      id: '',
      type: 'quote',
      blocks: said.flatMap((one) => ('item' in one ? [] : [unquoted(one, said.indexOf(one) === 0, one === said.at(-1))])),
    };
    const next = pieces[end + 1];
    const by = next && !('item' in next) && next.type === 'paragraph' ? /^[–—―]\s*(.{2,120})$/u.exec(plainText(next.runs))?.[1] : undefined;
    made.push(by === undefined ? quote : { ...quote, by });
    at = by === undefined ? end : end + 1;
  }
  return made;
}

/** Text of a paragraph that is all in italics; '' of anything else. */
const italicText = (piece: FlowPiece | undefined): string =>
  piece && !('item' in piece) && piece.type === 'paragraph' && piece.runs.every(({ italic, text }) => italic || text.trim() === '')
    ? plainText(piece.runs).trim()
    : '';

/** Without the marks and the italics that say it is quoted. */
function unquoted(block: Block, first: boolean, last: boolean): Block {
  if (block.type !== 'paragraph') return block;
  const runs = block.runs.map(({ italic: _italic, ...run }) => run);
  const [head, tail] = [runs[0], runs.at(-1)];
  if (first && head) head.text = head.text.replace(OPENS, '').replace(/^\u00A0/, '');
  if (last && tail) tail.text = tail.text.replace(CLOSES, '').replace(/\u00A0$/, '');
  return { ...block, runs: runs.filter(({ text }) => text !== '') };
}

/** How deep headings in the text of a slide are: its title is above them. */
const LEAD_HEADING = 3;

/** A level of bold lines without bullets, below a first level that has bullets: what stands at it leads the text after it. */
function isLead(lists: readonly XmlElement[], level: number): boolean {
  if (level === 0 || signOf(undefined, lists, 0) === 'none') return false;
  const style = lists.map((list) => firstElementOf(list, `lvl${level + 1}pPr`, A)).find((one) => one !== undefined);
  const run = style && firstElementOf(style, 'defRPr', A);
  return run !== undefined && /^(?:1|true)$/.test(attributeOf(run, 'b') ?? '');
}

/** A lead and the text below it are one point. */
const leadItem = (lead: Block, text: Extract<Block, { type: 'paragraph' }>): FlowPiece => ({
  level: 0,
  ordered: false,
  key: 'leads',
  number: 0,
  item: {
    blocks: [
      {
        id: '',
        type: 'paragraph',
        runs: [...(lead.type === 'paragraph' ? lead.runs : []).map((run) => ({ ...run, bold: true })), { text: ' ' }, ...text.runs],
      },
    ],
  },
});

type Sign = 'none' | { ordered: boolean; start: number };

function signOf(own: XmlElement | undefined, lists: readonly XmlElement[], level: number): Sign {
  for (const properties of [own, ...lists.map((list) => firstElementOf(list, `lvl${level + 1}pPr`, A))]) {
    for (const element of properties ? elementsOf(properties) : []) {
      if (element.local === 'buNone') return 'none';
      if (element.local === 'buChar' || element.local === 'buBlip') return { ordered: false, start: 1 };
      if (element.local === 'buAutoNum') return { ordered: true, start: Number(attributeOf(element, 'startAt') ?? 1) || 1 };
    }
  }
  return 'none';
}

/** A title on one line. */
export function readTitle(place: Place, body: XmlElement): Run[] {
  const runs: Run[] = [];
  for (const [index, paragraph] of elementsOf(body, 'p', A).entries()) {
    if (index > 0) addRun(runs, { text: ' ' });
    for (const { text, math, script } of readRuns(place, paragraph))
      addRun(runs, { text: math ? text : text.replaceAll(/\s+/g, ' '), ...(math ? { math } : {}), ...(script ? { script } : {}) });
  }
  return trimRuns(runs);
}

/** Paragraphs of a cell as lines. */
export function readCellText(place: Place, body: XmlElement): Run[] {
  const runs: Run[] = [];
  for (const [index, paragraph] of elementsOf(body, 'p', A).entries()) {
    if (index > 0) addRun(runs, { text: '\n' });
    for (const run of readRuns(place, paragraph)) addRun(runs, run);
  }
  return trimRuns(runs);
}

function readRuns(place: Place, paragraph: XmlElement): Run[] {
  const runs: Run[] = [];
  readInto(place, paragraph, runs);
  return runs;
}

function readInto(place: Place, element: XmlElement, runs: Run[]): void {
  for (const child of elementsOf(element)) {
    if (child.uri === MC && child.local === 'AlternateContent')
      readAlternative(
        child,
        (content) => readInto(place, content, runs),
        () => runs.length * 2 ** 30 + (runs.at(-1)?.text.length ?? 0),
      );
    else if (child.local === 'br') addRun(runs, { text: '\n' });
    else if (child.local === 'r' || child.local === 'fld') addSeen(place, child, runs);
    else if (child.local === 'm') {
      for (const math of walkElements(child))
        if (math.local === 'oMath' && math.uri === M) addRun(runs, { text: readEquation(math), math: true });
    }
  }
}

function addSeen(place: Place, element: XmlElement, runs: Run[]): void {
  const run = readRun(place, element);
  const properties = firstElementOf(element, 'rPr', A);
  if (properties && run.text.trim() !== '' && place.isUnseen?.(properties)) noteUnseenText(place.reading);
  else addRun(runs, run);
}

export const noteUnseenText = (reading: OfficeReading): void =>
  noteOnce(
    reading,
    'hidden_text',
    'info',
    'The presentation has parts that nobody sees (hidden, beside the slide, tiny text, text in the colour of its background); they were left out.',
  );

function readRun(place: Place, element: XmlElement): Run {
  const run: Run = {
    text: textOf(firstElementOf(element, 't', A) ?? element)
      .replaceAll('\v', '\n')
      .replaceAll('_x000D_', ''),
  };
  const properties = firstElementOf(element, 'rPr', A);
  if (!properties) return run;
  if (/^(?:1|true)$/.test(attributeOf(properties, 'b') ?? '')) run.bold = true;
  if (/^(?:1|true)$/.test(attributeOf(properties, 'i') ?? '')) run.italic = true;
  if (/^(?:sng|dbl)Strike$/.test(attributeOf(properties, 'strike') ?? '')) run.strike = true;
  const baseline = Number(attributeOf(properties, 'baseline') ?? 0);
  if (baseline > 0) run.script = 'super';
  if (baseline < 0) run.script = 'sub';
  const click = firstElementOf(properties, 'hlinkClick', A);
  const target = click && targetOf(place.reading, place.part, attributeOf(click, 'id', R));
  const link = target?.external ? safeLink(target.target) : undefined;
  if (link !== undefined) run.link = link;
  return run;
}
