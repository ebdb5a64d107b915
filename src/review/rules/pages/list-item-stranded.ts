import type { List } from '../../../document/block.ts';
import type { RenderedLine } from '../../../document/rendered-document.ts';
import { blockText } from '../../../document/walk.ts';
import { bodyLines, foldText, rowsOf } from '../../drawn-text.ts';
import { definePageRule, type Draft, type Hit, type Repair } from '../../define-rule.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../../example-pages.ts';

/** Of two items one on each side is nothing odd. */
const ITEMS_MIN = 3;
const CHARS_MIN = 8;
/** Longer items fill a part of the page. */
const ITEM_CHARS_MAX = 160;
/** What programs draw before an item. */
const MARK = /^(?:[•◦▪–—\-*☐☑✓o]|\(?[\p{L}\d]{1,4}[.)])+/u;

const rowText = (row: readonly RenderedLine[]): string =>
  foldText(
    row
      .toSorted((a, b) => a.left - b.left)
      .map((line) => line.text)
      .join(''),
  );

/** The row is the beginning of this item, or all of it. */
const begins = (row: string, item: string): boolean => {
  const text = row.replace(MARK, '');
  return [row, text].some((one) => one.length >= CHARS_MIN && (item.startsWith(one) || one.startsWith(item)));
};

/** What stands beside the marks of items; what follows within an item has rows of its own. */
function itemsOf(list: List): string[] {
  return list.items.map(({ blocks: [own] }) => (own === undefined ? '' : foldText(blockText(own))));
}

/** The first and the last two items are not parted. */
function hold(list: List, { look }: Draft): Repair | undefined {
  if (look.heldLists?.includes(list.id)) return undefined;
  return {
    fix: 'list_held',
    // in a Word file the ends of all lists are held already
    formats: ['pdf'],
    apply: (changed) => ({ ...changed, look: { ...changed.look, heldLists: [...(changed.look.heldLists ?? []), list.id] } }),
  };
}

/** The last item of a list alone at the head of a page, or its first one alone at the foot. */
export const listItemStranded = definePageRule({
  code: 'list_item_stranded',
  severity: 'info',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'] },
  summary: 'a single item of a list on one side of a page break, the others on the other',
  check: (drawn, draft) => {
    const { document, look } = draft;
    const lists = document.blocks.filter((block): block is List => block.type === 'list' && block.items.length >= ITEMS_MIN);
    const rows = drawn.pages.map((page) => rowsOf(bodyLines(page, look)).map(rowText));
    return lists.flatMap((list): Hit[] => {
      const items = itemsOf(list);
      const [first = '', second = ''] = items;
      const [last = '', before = ''] = items.toReversed();
      const repair = hold(list, draft);
      if (new Set(items).size < items.length || items.some((item) => item.length < CHARS_MIN)) return [];
      return drawn.pages.slice(0, -1).flatMap((page, i): Hit[] => {
        const [foot, head] = [rows[i] ?? [], rows[i + 1] ?? []];
        const told = (which: string): Hit[] => [
          {
            message: `The ${which} item of a list is alone ${which === 'last' ? `at the head of page ${page.page + 1}` : `at the foot of page ${page.page}`}.`,
            location: { page: which === 'last' ? page.page + 1 : page.page, block_id: list.id },
            ...(repair === undefined ? {} : { repair }),
          },
        ];
        const footBegins = (item: string): boolean => foot.slice(-3).some((row) => begins(row, item));
        if (last.length <= ITEM_CHARS_MAX && head[0] !== undefined && begins(head[0], last) && footBegins(before)) return told('last');
        if (first.length <= ITEM_CHARS_MAX && footBegins(first) && head[0] !== undefined && begins(head[0], second)) return told('first');
        return [];
      });
    });
  },
  examples: {
    fires: [
      {
        name: 'the last of four overleaf',
        document: { blocks: [list(4)] },
        drawn: drawnOf([
          pageOf(1, [...textLines(40), ...[1, 2, 3].map((n) => lineAt(690 + n * 16, `• Item number ${n} of them`))]),
          pageOf(2, [lineAt(82, '• Item number 4 of them'), lineAt(110, 'A text goes on here.')]),
        ]),
      },
    ],
    silent: [
      {
        name: 'a later item whose words are those of the first',
        document: { blocks: [list(4, 'Item number 2 of them', 'The note below an item')] },
        drawn: drawnOf([
          pageOf(1, [
            ...textLines(40),
            lineAt(690, '• Item number 2 of them'),
            lineAt(706, '– The note below an item'),
            lineAt(722, '• Item number 2 of them'),
          ]),
          pageOf(
            2,
            [3, 4].map((n) => lineAt(34 + n * 16, `• Item number ${n} of them`)),
          ),
        ]),
      },
      {
        name: 'two and two',
        document: { blocks: [list(4)] },
        drawn: drawnOf([
          pageOf(1, [...textLines(40), ...[1, 2].map((n) => lineAt(700 + n * 16, `• Item number ${n} of them`))]),
          pageOf(
            2,
            [3, 4].map((n) => lineAt(82 + n * 16, `• Item number ${n} of them`)),
          ),
        ]),
      },
    ],
  },
});

/** Items that tell their number, or of which the first says something else, with a paragraph below it. */
function list(count: number, first = 'Item number 1 of them', below?: string): List {
  const paragraph = (id: string, text: string) => ({ id, type: 'paragraph' as const, runs: [{ text }] });
  return {
    id: 'b1',
    type: 'list',
    ordered: false,
    items: Array.from({ length: count }, (_, i) => ({
      blocks: [
        paragraph(`b1.${i}`, i === 0 ? first : `Item number ${i + 1} of them`),
        ...(i === 0 && below !== undefined ? [paragraph('b1.below', below)] : []),
      ],
    })),
  };
}
