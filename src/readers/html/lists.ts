/** Lists and definition lists of a web page → lists. */
import { append } from '../../base/append.ts';
import { romanNumeral } from '../../base/list-number.ts';
import type { Block, List, ListItem } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import type { HtmlElement, HtmlNode } from './parse-html.ts';

/** What a list needs of the flow that it is in. */
export interface ListReader {
  readBlocks: (nodes: readonly HtmlNode[]) => Block[];
  isLeftOut: (element: HtmlElement) => boolean;
  /** Counts an element that is left out. */
  leaveOut: (element: HtmlElement) => void;
  /** Whether counting in letters or downwards is said in words, which lists of ours cannot. */
  saysCounts: boolean;
}

/** @returns one list, several where its numbers are not one after the other, nothing where it has no items */
export function readHtmlList(element: HtmlElement, reader: ListReader): Block[] {
  const { readBlocks, isLeftOut } = reader;
  const counts = reader.saysCounts && element.tag === 'ol' ? readCounts(element, isLeftOut) : null;
  const ordered = element.tag === 'ol' && counts === null;
  const lists: { start: number; items: ListItem[] }[] = [{ start: Number(element.attributes.get('start') ?? 1), items: [] }];
  for (const child of element.children) {
    if (typeof child !== 'string' && isLeftOut(child)) continue;
    const inner = readBlocks(typeof child === 'string' || child.tag !== 'li' ? [child] : child.children);
    if (inner.length === 0) continue;
    const list = ordered && typeof child !== 'string' ? listAt(lists, child.attributes.get('value')) : lists.at(-1);
    const items = list?.items ?? [];
    const last = items.at(-1);
    // A list straight inside a list belongs to the item before it.
    if (typeof child !== 'string' && child.tag !== 'li' && last) append(last.blocks, inner);
    else items.push(counts === null || typeof child === 'string' ? asItem(inner) : { blocks: labelled(counts(child), inner) });
  }
  return lists
    .filter(({ items }) => items.length > 0)
    .map(({ start, items }) => ({
      id: '',
      type: 'list',
      ordered,
      items,
      ...(ordered && Number.isInteger(start) && start >= 0 && start !== 1 ? { start } : {}),
    }));
}

/** 1 → `a`, 27 → `aa`, 28 → `ab`. */
const countingLetters = (value: number): string =>
  value < 1 ? '' : countingLetters(Math.floor((value - 1) / 26)) + String.fromCharCode(97 + ((value - 1) % 26));

/** What `type` and `list-style-type` call letters and Roman numerals (HTML standard §4.4.5, CSS Counter Styles 3). */
const COUNTS: ReadonlyMap<string, (value: number) => string> = new Map([
  ...['a', 'lower-alpha', 'lower-latin'].map((name) => [name, countingLetters] as const),
  ...['A', 'upper-alpha', 'upper-latin'].map((name) => [name, (value: number) => countingLetters(value).toUpperCase()] as const),
  ...['i', 'lower-roman'].map((name) => [name, romanNumeral] as const),
  ...['I', 'upper-roman'].map((name) => [name, (value: number) => romanNumeral(value).toUpperCase()] as const),
]);

const styleOfCounts = ({ attributes }: HtmlElement): string | undefined =>
  /list-style(?:-type)?\s*:[^;]*?\b((?:lower|upper)-(?:alpha|latin|roman))\b/i.exec(attributes.get('style') ?? '')?.[1]?.toLowerCase() ??
  attributes.get('type');

/** What is before each item where that is no rising number, to be asked item by item; null where it is one. */
function readCounts(list: HtmlElement, isLeftOut: ListReader['isLeftOut']): ((item: HtmlElement) => string) | null {
  const { attributes, children } = list;
  const reversed = attributes.has('reversed');
  const write = COUNTS.get(styleOfCounts(list) ?? '');
  if (!reversed && write === undefined) return null;
  const items = children.filter((child) => typeof child !== 'string' && child.tag === 'li' && !isLeftOut(child));
  const wholeOf = (text: string | undefined): number | null =>
    text !== undefined && /^\s*-?\d{1,9}/.test(text) ? Number.parseInt(text, 10) : null;
  let next = wholeOf(attributes.get('start')) ?? (reversed ? items.length : 1);
  return (item) => {
    const value = wholeOf(item.attributes.get('value')) ?? next;
    next = reversed ? value - 1 : value + 1;
    const form = COUNTS.get(styleOfCounts(item) ?? '') ?? write;
    return `${form !== undefined && value > 0 && value < 4000 ? form(value) : value}.`;
  };
}

function labelled(label: string, blocks: Block[]): Block[] {
  const [first] = blocks;
  if (first?.type === 'paragraph') return [{ ...first, runs: [{ text: `${label} ` }, ...first.runs] }, ...blocks.slice(1)];
  return [{ id: '', type: 'paragraph', runs: [{ text: label }] }, ...blocks];
}

/** The list that an item goes on: the last one, or a new one where its number is not the next (HTML standard §4.4.8, `value`). */
function listAt(lists: { start: number; items: ListItem[] }[], value: string | undefined): { items: ListItem[] } | undefined {
  const last = lists.at(-1);
  const number = value === undefined ? Number.NaN : Number(value);
  if (last === undefined || !Number.isInteger(number) || number < 0 || last.start + last.items.length === number) return last;
  const next = { start: number, items: [] };
  lists.push(next);
  return next;
}

function asItem(blocks: Block[]): ListItem {
  const [first] = blocks;
  const sign = first?.type === 'paragraph' ? /^([☐☑])\s*/.exec(plainText(first.runs)) : null;
  if (!sign || first?.type !== 'paragraph' || !first.runs[0]) return { blocks };
  first.runs[0].text = first.runs[0].text.replace(/^[☐☑]\s*/, '');
  return { blocks, checked: sign[1] === '☑' };
}

/** A `<dl>`: terms with what they mean. What has no term before it, or is none, is beside the list. */
export function readHtmlDefinitions(element: HtmlElement, reader: ListReader): Block[] {
  const found: Definitions = { blocks: [], list: undefined, closed: true };
  addDefinitions(element, reader, found);
  return found.blocks;
}

interface Definitions {
  blocks: Block[];
  /** The list that is being filled, among the blocks. */
  list: List | undefined;
  /** Whether the last term has its meaning, so that another one begins an item of its own. */
  closed: boolean;
}

function addDefinitions(element: HtmlElement, reader: ListReader, found: Definitions): void {
  for (const child of element.children) {
    if (typeof child !== 'string' && reader.isLeftOut(child)) {
      reader.leaveOut(child);
      continue;
    }
    if (typeof child !== 'string' && child.tag === 'div') {
      addDefinitions(child, reader, found);
      continue;
    }
    const tag = typeof child === 'string' ? '' : child.tag;
    const inner = reader.readBlocks(typeof child !== 'string' && (tag === 'dt' || tag === 'dd') ? child.children : [child]);
    if (inner.length === 0) continue;
    if (tag === 'dt') addTerm(found, inner);
    else addMeaning(found, inner);
  }
}

/** Several terms before one meaning are lines of one; a term that is more than a line of text is no term. */
function addTerm(found: Definitions, inner: Block[]): void {
  const [only] = inner;
  if (inner.length > 1 || only?.type !== 'paragraph') {
    append(found.blocks, inner);
    found.list = undefined;
    return;
  }
  const open = found.closed ? undefined : found.list?.items.at(-1)?.blocks[0];
  if (open?.type === 'paragraph') {
    open.runs.push({ text: '\n' }, ...only.runs);
    return;
  }
  if (!found.list) {
    found.list = { id: '', type: 'list', ordered: false, definitions: true, items: [] };
    found.blocks.push(found.list);
  }
  found.list.items.push({ blocks: inner });
  found.closed = false;
}

function addMeaning(found: Definitions, inner: Block[]): void {
  const item = found.list?.items.at(-1);
  if (item) append(item.blocks, inner);
  else append(found.blocks, inner);
  found.closed = true;
}
