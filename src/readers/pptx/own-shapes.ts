/**
 * Texts of slides that our writer names by what they are (`Item 4`, `Part 5`): points in forms of their own, which no bullet shows,
 * are a list again, headed cards are headings with their text, and what repeats or only marks is none.
 */
import type { Block, List } from '../../document/block.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { attributeOf, firstElementOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { P } from '../../ooxml/names.ts';

/** How deep headings on slides are: the slide's title is above them. */
const HEADING_LEVEL = 3;

/** What is known of the slide so far: the list that items go on with, and the number that was drawn before one. */
export interface OwnState {
  list?: List | undefined;
  date?: readonly Run[] | undefined;
  numbered?: number | undefined;
}

function nameOf(shape: XmlElement): string {
  const named = firstElementOf(shape, 'nvSpPr', P);
  const properties = named && firstElementOf(named, 'cNvPr', P);
  return /^(Item|Part|Head|Date|Mark|Topic) \d+$/.exec(properties ? (attributeOf(properties, 'name') ?? '') : '')?.[1] ?? '';
}

const runsOf = (block: Block): readonly Run[] => (block.type === 'paragraph' ? block.runs : []);

/** One text of several paragraphs: lead and what is said of it. */
function joined(parts: readonly (readonly Run[])[]): Run[] {
  return parts.filter((runs) => runs.length > 0).flatMap((runs, index) => [...(index === 0 ? [] : [{ text: ' ' }]), ...runs]);
}

function addItem(state: OwnState, read: readonly Block[], blocks: Block[]): void {
  const [first] = read;
  const item =
    read.every((block) => block.type === 'paragraph') || first === undefined
      ? [{ id: '', type: 'paragraph' as const, runs: joined([state.date ?? [], ...read.map(runsOf)]) }]
      : [...read];
  state.date = undefined;
  const ordered = state.numbered !== undefined;
  if (state.list === undefined || blocks.at(-1) !== state.list) {
    state.list = { id: '', type: 'list', ordered, items: [], ...(ordered && state.numbered !== 1 ? { start: state.numbered } : {}) };
    blocks.push(state.list);
  }
  state.list.items.push({ blocks: item });
  state.numbered = undefined;
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
  const [head, ...rest] = read;
  switch (nameOf(shape)) {
    case 'Item':
      addItem(state, read, blocks);
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
      blocks.push({ id: '', type: 'heading', level: HEADING_LEVEL, runs: plainRuns(head.runs) }, ...rest);
      return true;
    default:
      return false;
  }
}

/** Headings are bold by themselves. */
const plainRuns = (runs: readonly Run[]): Run[] => runs.map(({ bold: _bold, ...run }) => run);
