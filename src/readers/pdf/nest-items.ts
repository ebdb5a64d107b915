/** Lists of tagged pages whose tags are flat, though the page sets some of their items in: many programs write them so. */
import type { List, ListItem } from '../../document/block.ts';

/** Where an item begins on its page, in points, and the size of its letters. */
export interface ItemPlace {
  left: number;
  top: number;
  em: number;
}

/** In sizes of the letters: how far an item is set in at least, and at most, so that it is no other column. */
const STEP_MIN = 0.7;
const STEP_MAX = 6;
/** Slides have deeper levels in smaller letters, set in by less. */
const SMALLER = 0.93;

/** The list, items that are set in below the ones before them; as it is where its tags nest some, or where it goes on in another column. */
export function nestBySetting(list: List, places: ReadonlyMap<ListItem, ItemPlace>): List {
  const items = list.items.map((item) => ({ item, place: places.get(item) }));
  const isFlat = items.every(
    ({ item, place }, index) =>
      place !== undefined && place.top >= (items[index - 1]?.place?.top ?? -Infinity) && !item.blocks.some(({ type }) => type === 'list'),
  );
  if (!isFlat || list.ordered) return list;
  const root: List = { ...list, items: [] };
  const open: { left: number; em: number; list: List }[] = [];
  for (const { item, place } of items) {
    if (!place) return list;
    const isHigher = ({ left, em }: { left: number; em: number }): boolean =>
      place.left < left - place.em * STEP_MIN || (place.em * SMALLER > em && place.left <= left);
    for (let top = open.at(-1); open.length > 1 && top && isHigher(top); top = open.at(-1)) open.pop();
    const last = open.at(-1);
    const step = last === undefined ? 0 : (place.left - last.left) / place.em;
    const isDeeper = last !== undefined && (step >= STEP_MIN || (step > 0 && place.em < last.em * SMALLER));
    const begins = { left: place.left, em: place.em };
    if (last === undefined) open.push({ ...begins, list: root });
    else if (Math.abs(step) > STEP_MAX || step < -STEP_MIN) return list;
    else if (isDeeper) open.push({ ...begins, list: { id: '', type: 'list', ordered: false, items: [] } });
    const top = open.at(-1);
    if (top && top !== last && last) last.list.items.at(-1)?.blocks.push(top.list);
    top?.list.items.push(item);
  }
  return root;
}
