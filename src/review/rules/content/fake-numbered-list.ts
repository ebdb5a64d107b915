import type { Block, List, Paragraph } from '../../../document/block.ts';
import { dropCharacters, plainText } from '../../../document/inline.ts';
import { replaceTopBlock } from '../../change-blocks.ts';
import { defineContentRule, type Draft } from '../../define-rule.ts';

/** `1. `, `1) `, `1.- `; and what our lists do not count in: `(1) `, `a) `, `(a) `. */
const COUNTED = /^\s*(\d{1,2})(?:\.-|[.)])\s+(?=\S)/;
const OTHERS = [/^\s*\((\d{1,2})\)\s+(?=\S)/, /^\s*\(?([a-z])\)\s+(?=\S)/];
const ITEMS_MIN = 2;

interface Item {
  block: Paragraph;
  number: number;
  counted: boolean;
}

function itemOf(block: Block | undefined): Item | undefined {
  if (block?.type !== 'paragraph') return undefined;
  const text = plainText(block.runs);
  const counted = COUNTED.exec(text)?.[1];
  if (counted !== undefined) return { block, number: Number(counted), counted: true };
  const other = OTHERS.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  return other === undefined ? undefined : { block, number: /\d/.test(other) ? Number(other) : other.charCodeAt(0) - 96, counted: false };
}

/** Runs of paragraphs, one right behind the other, that count up by one. */
function typedLists(blocks: readonly Block[]): Item[][] {
  const lists: Item[][] = [];
  let open: Item[] | undefined;
  for (const block of blocks) {
    const item = itemOf(block);
    const last = open?.at(-1);
    if (item && last && open && item.counted === last.counted && item.number === last.number + 1) open.push(item);
    else if (item) lists.push((open = [item]));
    else open = undefined;
  }
  return lists.filter((list) => list.length >= ITEMS_MIN);
}

function makeList(draft: Draft, items: readonly Item[]): Draft {
  const [first, ...others] = items;
  if (!first) return draft;
  const withoutNumber = ({ block }: Item): Paragraph => ({
    ...block,
    id: `${block.id}.item`,
    runs: dropCharacters(block.runs, COUNTED.exec(plainText(block.runs))?.[0].length ?? 0),
  });
  const list: List = {
    id: first.block.id,
    type: 'list',
    ordered: true,
    ...(first.number === 1 ? {} : { start: first.number }),
    items: items.map((item) => ({ blocks: [withoutNumber(item)] })),
  };
  return others.reduce(
    (changed, { block }) => replaceTopBlock(changed, block.id, () => []),
    replaceTopBlock(draft, first.block.id, () => [list]),
  );
}

/**
 * Numbers typed as text: a screen reader tells no list, second lines are under the number, and an inserted point has to
 * be counted by hand. Letters and brackets are only told of: in our lists they would become "1.", and words that refer to
 * "(a)" would be wrong. Contracts keep the numbers that they have.
 */
export const fakeNumberedList = defineContentRule({
  code: 'fake_numbered_list',
  severity: 'info',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'], severity: 'info' },
  summary: 'paragraphs with typed numbers in place of a list',
  check: ({ document, look }) =>
    look.type === 'contract'
      ? []
      : typedLists(document.blocks).map((items) => ({
          message: `${items.length} paragraphs begin with a typed number or letter; write them as a list with "1. ".`,
          location: { block_id: items[0]?.block.id ?? '' },
          ...(items[0]?.counted === true ? { repair: { fix: 'list_made', apply: (draft: Draft) => makeList(draft, items) } } : {}),
        })),
  examples: {
    fires: [
      { name: 'as in Spanish offices', document: { blocks: typed('1.- Aprobar el acta.', '2.- Nombrar secretaria.', '3.- Fijar fecha.') } },
      { name: 'letters', document: { blocks: typed('a) the price', 'b) the date') } },
    ],
    silent: [
      { name: 'a year and a sum', document: { blocks: typed('2025 was a good year.', '2026 was a better one.') } },
      { name: 'numbers that do not count', document: { blocks: typed('1. The first', '7. The seventh') } },
      { name: 'a contract', document: { blocks: typed('1. The first', '2. The second') }, look: { type: 'contract' } },
    ],
  },
});

function typed(...texts: string[]): Paragraph[] {
  return texts.map((text, i) => ({ id: `b${i + 1}`, type: 'paragraph', runs: [{ text }] }));
}
