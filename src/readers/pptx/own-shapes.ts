/**
 * Texts of slides that our writer names by what they are (`Item 4`, `Part 5`): points in forms of their own, which no bullet shows,
 * are a list again, headed cards are headings with their text, figures, quotations and code are what they were, and what repeats or
 * only marks is none. The names stay when a person edits the slide.
 */
import type { Block, Kpis, List, Quote } from '../../document/block.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { attributeOf, elementsOf, firstElementOf, textOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { A, P } from '../../ooxml/names.ts';

/** How deep headings on slides are: the slide's title is above them. */
const HEADING_LEVEL = 3;

/** What is known of the slide so far: the list or figures that go on, what was drawn before an item, what is not at its end yet. */
export interface OwnState {
  list?: List | undefined;
  date?: readonly Run[] | undefined;
  term?: readonly Run[] | undefined;
  numbered?: number | undefined;
  figures?: Kpis | undefined;
  quote?: Quote | undefined;
  opening?: readonly Run[] | undefined;
  /** Where what was said stands in the place of the title, the slide's own. */
  heading?: Run[] | undefined;
}

const NAMES = /^(Item|Part|Head|Term|Date|Mark|Topic|Option|Key figure|Code|Quotation|Heading|Said by|Opening) \d+$/;

/** What our writer calls a shape; '' for any other. */
export function ownName(shape: XmlElement): string {
  const named = firstElementOf(shape, 'nvSpPr', P);
  const properties = named && firstElementOf(named, 'cNvPr', P);
  return NAMES.exec(properties ? (attributeOf(properties, 'name') ?? '') : '')?.[1] ?? '';
}

const runsOf = (block: Block): readonly Run[] => (block.type === 'paragraph' ? block.runs : []);

/** One text of several paragraphs: lead and what is said of it. */
function joined(parts: readonly (readonly Run[])[]): Run[] {
  return parts.filter((runs) => runs.length > 0).flatMap((runs, index) => [...(index === 0 ? [] : [{ text: ' ' }]), ...runs]);
}

function addItem(state: OwnState, read: readonly Block[], blocks: Block[]): void {
  const [first] = read;
  const before = [state.date ?? [], (state.term ?? []).map((run) => ({ ...run, bold: true }))];
  const item =
    read.every((block) => block.type === 'paragraph') || first === undefined
      ? [{ id: '', type: 'paragraph' as const, runs: joined([...before, ...read.map(runsOf)]) }]
      : [...read];
  state.date = undefined;
  state.term = undefined;
  const ordered = state.numbered !== undefined;
  if (state.list === undefined || blocks.at(-1) !== state.list) {
    state.list = { id: '', type: 'list', ordered, items: [], ...(ordered && state.numbered !== 1 ? { start: state.numbered } : {}) };
    blocks.push(state.list);
  }
  state.list.items.push({ blocks: item });
  state.numbered = undefined;
}

const headingOf = (runs: readonly Run[]): Block => ({ id: '', type: 'heading', level: HEADING_LEVEL, runs: plainRuns(runs) });

/** Level of each paragraph that says something, counted from 0. */
function levelsOf(shape: XmlElement): number[] {
  const body = firstElementOf(shape, 'txBody', P);
  return (body ? elementsOf(body, 'p', A) : [])
    .filter((paragraph) => textOf(paragraph).trim() !== '')
    .map((paragraph) => {
      const properties = firstElementOf(paragraph, 'pPr', A);
      return Number(properties ? (attributeOf(properties, 'lvl') ?? 0) : 0);
    });
}

const CARD = { head: 2, figure: 3 } as const;

/** A card under a large figure: the line in bold below it begins the text. */
function partBlocks(shape: XmlElement, [head, ...rest]: readonly Block[]): Block[] {
  const levels = levelsOf(shape);
  const [lead, text] = rest;
  if (levels[0] !== CARD.figure || levels[1] !== CARD.head || lead?.type !== 'paragraph' || text?.type !== 'paragraph')
    return head === undefined ? [] : [headingOf(runsOf(head)), ...rest];
  const runs: Run[] = [...lead.runs.map((run) => ({ ...run, bold: true })), { text: ': ' }, ...text.runs];
  return [headingOf(head === undefined ? [] : runsOf(head)), { id: '', type: 'paragraph', runs }, ...rest.slice(2)];
}

/** A side of a comparison: its lines are points, a single one is text. */
function optionBlocks([head, ...rest]: readonly Block[]): Block[] {
  const heading = head === undefined ? [] : [headingOf(runsOf(head))];
  if (rest.length < 2 || rest.some((block) => block.type !== 'paragraph')) return [...heading, ...rest];
  return [...heading, { id: '', type: 'list', ordered: false, items: rest.map((block) => ({ blocks: [block] })) }];
}

/** The figure, what it is, how it has changed: each a line. */
function addFigure(state: OwnState, read: readonly Block[], blocks: Block[]): void {
  const [value, label, ...change] = read.map(runsOf);
  if (state.figures === undefined || blocks.at(-1) !== state.figures) {
    state.figures = { id: '', type: 'kpis', items: [] };
    blocks.push(state.figures);
  }
  state.figures.items.push({
    value: plainRuns(value ?? []),
    ...(label ? { label: [...label] } : {}),
    ...(change.length > 0 ? { change: joined(change) } : {}),
  });
}

/** Lines as they were typed, with the blanks at their beginnings. */
const codeIn = (body: XmlElement): string =>
  elementsOf(body, 'p', A)
    .map((paragraph) =>
      elementsOf(paragraph)
        .map((piece) => (piece.local === 'br' ? '\n' : piece.local === 'r' ? textOf(firstElementOf(piece, 't', A) ?? piece) : ''))
        .join(''),
    )
    .join('\n')
    .replaceAll('\u00A0', ' ')
    .replaceAll('\v', '\n')
    .replace(/\s+$/, '');

/** @returns false where it is no text */
function addCode(shape: XmlElement, read: readonly Block[], blocks: Block[]): boolean {
  const body = firstElementOf(shape, 'txBody', P);
  if (!body || read.length === 0 || read.some((block) => block.type !== 'paragraph')) return false;
  blocks.push({ id: '', type: 'code', text: codeIn(body) });
  return true;
}

/**
 * Adds what a named text says to the slide's blocks.
 * @param topics titles of slides before this one, which an eyebrow repeats
 * @returns false where the shape has no name of ours
 */
export function addOwnText(
  shape: XmlElement,
  read: readonly Block[],
  { state, blocks, topics }: { state: OwnState; blocks: Block[]; topics: ReadonlySet<string> },
): boolean {
  const text = read.map((block) => plainText(runsOf(block))).join(' ');
  const [head] = read;
  const allText = read.length > 0 && read.every((block) => block.type === 'paragraph');
  switch (ownName(shape)) {
    case 'Item':
      addItem(state, read, blocks);
      return true;
    case 'Term':
      if (!allText) return false;
      state.term = joined(read.map(runsOf));
      return true;
    case 'Date':
      state.date = joined(read.map(runsOf));
      return true;
    case 'Mark':
      if (/^\d{1,2}$/.test(text)) state.numbered = Number(text);
      else if (!/^["“”„«»]$/.test(text)) return false;
      return true;
    case 'Topic':
      return topics.has(text);
    case 'Part':
    case 'Head':
      if (head?.type !== 'paragraph') return false;
      blocks.push(...partBlocks(shape, read));
      return true;
    case 'Option':
      if (head?.type !== 'paragraph') return false;
      blocks.push(...optionBlocks(read));
      return true;
    case 'Key figure':
      if (!allText) return false;
      addFigure(state, read, blocks);
      return true;
    case 'Code':
      return addCode(shape, read, blocks);
    case 'Quotation':
      if (read.length === 0) return false;
      state.quote = { id: '', type: 'quote', blocks: [...read] };
      blocks.push(state.quote);
      return true;
    case 'Heading':
      if (!allText) return false;
      state.heading = joined(read.map(runsOf)).map(({ bold: _bold, ...run }) => run);
      return true;
    case 'Said by':
      if (!allText || state.quote === undefined) return false;
      state.quote.by = read.map((block) => plainText(runsOf(block))).join(', ');
      return true;
    case 'Opening':
      if (!allText) return false;
      state.opening = joined(read.map(runsOf));
      return true;
    default:
      return false;
  }
}

/** The beginning of a paragraph that stands apart, before the rest of it. */
export function goOnFrom(state: OwnState, read: readonly Block[]): readonly Block[] {
  const { opening } = state;
  const [first, ...rest] = read;
  if (opening === undefined || first === undefined) return read;
  state.opening = undefined;
  return first.type === 'paragraph'
    ? [{ ...first, runs: joined([opening, first.runs]) }, ...rest]
    : [{ id: '', type: 'paragraph', runs: [...opening] }, ...read];
}

/** Headings are bold by themselves. */
const plainRuns = (runs: readonly Run[]): Run[] => runs.map(({ bold: _bold, ...run }) => run);
