/** What shapes take from layout, master and presentation (ISO/IEC 29500-1 §19.3.1.36): place, text frame, levels of text. */
import { childOf, valueOf, type Tag, type XmlTags } from '../../ooxml/scan-tags.ts';

export interface Slot {
  type: string;
  index: string | undefined;
  shape: Tag;
}

/** A layout or a master: the shapes that others take after, and the rest, which is drawn below every slide. */
export interface Layer {
  part: XmlTags;
  slots: readonly Slot[];
}

export const treeOf = (part: XmlTags): Tag | undefined => childOf(part.root, 'cSld', 'spTree');

/** `p:nvSpPr` and its like: what a shape is called. */
export const namedOf = (shape: Tag): Tag | undefined => shape.children.find(({ local }) => /^nv[A-Z]/.test(local));
const holderOf = (shape: Tag): Tag | undefined => childOf(namedOf(shape), 'nvPr', 'ph');

export function slotOf(shape: Tag): Slot | undefined {
  const holder = holderOf(shape);
  return holder && { type: valueOf(holder, 'type') ?? 'obj', index: valueOf(holder, 'idx'), shape };
}

export function layerOf(part: XmlTags): Layer {
  return { part, slots: (treeOf(part)?.children ?? []).flatMap((shape) => slotOf(shape) ?? []) };
}

const BODY = new Set(['body', 'obj', 'chart', 'tbl', 'clipArt', 'dgm', 'media', 'pic', 'subTitle']);
const familyOf = (type: string): string => (type === 'ctrTitle' ? 'title' : BODY.has(type) ? 'body' : type);

/** The shapes of layout and master that this placeholder takes after, nearest first. */
export function ancestorsOf(layers: readonly Layer[], slot: Slot | undefined): Tag[] {
  if (!slot) return [];
  return layers.flatMap((layer, depth) => {
    const found =
      layer.slots.find(({ index }) => depth === 0 && slot.index !== undefined && index === slot.index) ??
      layer.slots.find(({ type }) => type === slot.type) ??
      layer.slots.find(({ type }) => familyOf(type) === familyOf(slot.type));
    return found ? [found.shape] : [];
  });
}

/** Lists of levels that hold for a text, nearest first. */
export function levelLists(
  own: Tag | undefined,
  ancestors: readonly Tag[],
  slot: Slot | undefined,
  master: XmlTags | undefined,
  presentation: XmlTags,
): Tag[] {
  const family = slot && familyOf(slot.type);
  const texts =
    family === undefined
      ? undefined
      : childOf(master?.root, 'txStyles', family === 'title' ? 'titleStyle' : family === 'body' ? 'bodyStyle' : 'otherStyle');
  const lists = [
    own,
    ...ancestors.map((shape) => childOf(shape, 'txBody', 'lstStyle')),
    texts,
    childOf(presentation.root, 'defaultTextStyle'),
  ];
  return lists.filter((list) => list !== undefined);
}

/** First thing that is said, from the nearest on. */
export function nearest<T>(sources: readonly (Tag | undefined)[], read: (source: Tag) => T | undefined): T | undefined {
  for (const source of sources) {
    const found = source && read(source);
    if (found !== undefined) return found;
  }
  return undefined;
}
