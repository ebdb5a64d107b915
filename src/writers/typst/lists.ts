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
  const markup = code(`${openList(list, level, tasks)}, ${bodies.join(', ')})`);
  if (level > 1) return markup;
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

function openList(list: List, level: number, tasks: boolean): string {
  if (list.ordered) {
    const pattern = level % 3 === 1 ? '1.' : level % 3 === 2 ? 'a)' : 'i.';
    // letters begin again after z and Roman numbers stop at 3999
    const start = list.start === undefined || list.start === 1 ? '' : `, start: ${Math.min(list.start, 99_999)}`;
    return `enum(tight: false, numbering: n => list-number("${pattern}", n)${start}`;
  }
  if (tasks) return 'list(tight: false, marker: none, indent: 0pt, body-indent: 0pt';
  return `list(tight: false, marker: bullet-${((level - 1) % BULLETS) + 1}`;
}
