/** The content of a file as a tree that queries walk: sections of headings, tables, rows, cells, slides, sheets. */
import type { AddressedBlock } from '../list-content.ts';

export interface ContentNode {
  type: string;
  address: string;
  /** Of what holds others: theirs, each on a line. */
  text: string;
  fields: Readonly<Record<string, string>>;
  children: ContentNode[];
  parent: ContentNode | null;
  /** Number among those of the same parent, from 0. */
  index: number;
  /** As it is listed. */
  listed: Record<string, unknown> & { address: string; type: string; text: string };
}

/** `B2` of `Sheet1!B2`, `r3.c2` of `t1.r3.c2`. */
function placeFields(address: string): Record<string, string> {
  const cell = /!\$?([A-Z]{1,3})\$?(\d+)$/.exec(address);
  if (cell !== null) return { column: cell[1] ?? '', row: cell[2] ?? '' };
  const inTable = /\.r(\d+)(?:\.c(\d+))?$/.exec(address);
  if (inTable !== null) return { row: inTable[1] ?? '', ...(inTable[2] === undefined ? {} : { column: inTable[2] }) };
  const row = /!(\d+):\d+$/.exec(address);
  return row === null ? {} : { row: row[1] ?? '' };
}

const FIELDS = ['style', 'level', 'author', 'kind', 'formula', 'resolved'];

function nodeOf(listed: ContentNode['listed'], parent: ContentNode | null, index: number): ContentNode {
  const fields = FIELDS.flatMap((name) => (listed[name] === undefined ? [] : [[name, String(listed[name])]]));
  return {
    type: listed.type,
    address: listed.address,
    text: listed.text,
    fields: { ...Object.fromEntries(fields), ...placeFields(listed.address) },
    children: [],
    parent,
    index,
    listed,
  };
}

function addRows(node: ContentNode, rows: NonNullable<AddressedBlock['rows']>): void {
  for (const row of rows) {
    const text = row.cells.map((cell) => cell.text).join('\t');
    const made = nodeOf({ address: row.address, type: 'row', text, cells: row.cells }, node, node.children.length);
    made.children = row.cells.map((cell, index) => nodeOf({ ...cell, type: 'cell' }, made, index));
    node.children.push(made);
  }
}

function buildNode(block: AddressedBlock, parent: ContentNode | null, index: number): ContentNode {
  const node = nodeOf({ ...block }, parent, index);
  if (block.rows) addRows(node, block.rows);
  for (const child of block.blocks ?? []) node.children.push(buildNode(child, node, node.children.length));
  if (node.children.length > 0) node.text = [node.text, ...node.children.map(({ text }) => text)].filter((text) => text !== '').join('\n');
  return node;
}

/** The blocks of a file, each with what lies in it. */
export const buildContentTree = (blocks: readonly AddressedBlock[]): ContentNode[] =>
  blocks.map((block, index) => buildNode(block, null, index));

/** All below, in the order of reading. */
export const nodesBelow = (nodes: readonly ContentNode[]): ContentNode[] => nodes.flatMap((node) => [node, ...nodesBelow(node.children)]);

/** Header, footer, notes or the text itself: blocks of two of them do not follow each other. */
const storyOf = ({ address }: ContentNode): string => /^(?:header|footer|footnote|endnote|box|comment|img|rev)\d*/.exec(address)?.[0] ?? '';

const levelOf = ({ fields }: ContentNode): number => Number(fields['level'] ?? 1);

/** What lies in a block: its rows, shapes or cells; of a heading what follows it up to the next one of its level or a higher one. */
export function inside(node: ContentNode, roots: readonly ContentNode[]): ContentNode[] {
  if (node.type !== 'heading') return nodesBelow(node.children);
  const siblings = node.parent?.children ?? roots;
  const behind = siblings.slice(node.index + 1);
  const end = behind.findIndex(
    (other) => storyOf(other) !== storyOf(node) || (other.type === 'heading' && levelOf(other) <= levelOf(node)),
  );
  return nodesBelow(end === -1 ? behind : behind.slice(0, end));
}

/** The block right behind; null at the end. */
export function nextOf(node: ContentNode, roots: readonly ContentNode[]): ContentNode | null {
  const next = (node.parent?.children ?? roots)[node.index + 1];
  return next !== undefined && (node.parent !== null || storyOf(next) === storyOf(node)) ? next : null;
}
