/** Lists: bullets, numbers, tasks. */
import type { List } from '../../document/block.ts';
import { isDefinitionList } from '../../document/definitions.ts';
import { inside, type Draft } from './draft.ts';
import { code, pt } from './text.ts';

const BULLETS = 3;
const INDENT_PT = 17;

/** @param level 1 for a list of its own, 2 for a list inside one, … */
export function listMarkup(draft: Draft, list: List, level: number): string {
  if (list.items.length === 0) return '';
  if (isDefinitionList(list)) return definitionsMarkup(draft, list, level);
  const items = inside(draft, Math.max(60, draft.widthPt - INDENT_PT), () =>
    list.items.map((item) => ({ checked: item.checked, body: draft.writeBlocks(draft, item.blocks).trim() })),
  );
  const tasks = items.some((item) => item.checked !== undefined);
  const bodies = items.map(({ checked, body }) => (checked === undefined ? `[${body}]` : `task(${checked})[${body}]`));
  const part = (from: number, to: number): string => code(`${openList(list, level, tasks, from)}, ${bodies.slice(from, to).join(', ')})`);
  if (level > 1) return part(0, bodies.length);
  const markup = draft.look.heldLists?.includes(list.id) === true ? heldMarkup(bodies.length, part) : part(0, bodies.length);
  // above, the heading or paragraph before decides: a space that is not given gives way to one that is
  return code(`block(below: ${pt(draft.measures.parSpacingPt)})[${markup}]`);
}

/** Terms in bold, each with its meaning below it and further in. */
function definitionsMarkup(draft: Draft, list: List, level: number): string {
  const items = list.items.map(({ blocks: [term, ...meaning] }) => {
    const head = term === undefined ? '' : draft.writeBlocks(draft, [term]).trim();
    const body = inside(draft, Math.max(60, draft.widthPt - INDENT_PT), () => draft.writeBlocks(draft, meaning).trim());
    return `terms.item([${head}], [${body}])`;
  });
  const markup = code(`definitions(${items.join(', ')})`);
  return level > 1 ? markup : code(`block(below: ${pt(draft.measures.parSpacingPt)})[${markup}]`);
}

/** So many items at each end are not parted. */
const EDGE_ITEMS = 2;

/** A list of which neither the first nor the last item is alone on a page: lists without a seam, of which the outer ones do not break. */
function heldMarkup(count: number, part: (from: number, to: number) => string): string {
  const held = (from: number, to: number): string =>
    code(`block(breakable: false, above: item-space, below: item-space)[${part(from, to)}]`);
  if (count < EDGE_ITEMS * 2) return held(0, count);
  const middle =
    count === EDGE_ITEMS * 2 ? '' : code(`block(above: item-space, below: item-space)[${part(EDGE_ITEMS, count - EDGE_ITEMS)}]`);
  return `${held(0, EDGE_ITEMS)}\n${middle}\n${held(count - EDGE_ITEMS, count)}`;
}

function openList(list: List, level: number, tasks: boolean, from: number): string {
  if (list.ordered) {
    const pattern = level % 3 === 1 ? '1.' : level % 3 === 2 ? 'a)' : 'i.';
    // letters begin again after z and Roman numbers stop at 3999
    const first = (list.start ?? 1) + from;
    const start = first === 1 ? '' : `, start: ${Math.min(first, 99_999)}`;
    return `enum(tight: false, numbering: n => list-number("${pattern}", n)${start}`;
  }
  if (tasks) return 'list(tight: false, marker: none, indent: 0pt, body-indent: 0pt';
  return `list(tight: false, marker: bullet-${((level - 1) % BULLETS) + 1}`;
}
