/** What shapes of a slide take from its layout and master: whether their paragraphs have bullets (ISO/IEC 29500-1 §19.3.1.36). */
import { A, P } from '../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { partsByKind, sidePart } from '../office/parts.ts';
import type { OfficeReading } from '../office/parts.ts';
import { isFilled } from './background.ts';
import { boxOf } from './reading-order.ts';
import type { Box } from './reading-order.ts';

export interface Placeholder {
  type: string;
  index: string | undefined;
}

/** A layout or a master. */
export interface Layer {
  placeholders: { placeholder: Placeholder; styles: XmlElement | undefined; box: Box | undefined; filled: boolean }[];
  /** `p:txStyles` of a master. */
  texts: XmlElement | undefined;
}

export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  for (const properties of elementsOf(shape)) {
    if (!properties.local.startsWith('nv')) continue;
    const own = firstElementOf(properties, 'nvPr', P);
    const found = own && firstElementOf(own, 'ph', P);
    if (found) return { type: attributeOf(found, 'type') ?? 'obj', index: attributeOf(found, 'idx') };
  }
  return undefined;
}

/** Layout and master of a slide, each read once for the whole file. */
export function createInheritance(reading: OfficeReading): (slidePart: string) => Layer[] {
  const layers = new Map<string, Layer>();
  const layerOf = (part: string): Layer => {
    const known = layers.get(part);
    if (known !== undefined) return known;
    const root = sidePart(reading, part);
    const layer: Layer = { placeholders: [], texts: root && firstElementOf(root, 'txStyles', P) };
    for (const element of root ? walkElements(root) : []) {
      if (element.local !== 'sp' || element.uri !== P) continue;
      const placeholder = placeholderOf(element);
      const body = firstElementOf(element, 'txBody', P);
      if (placeholder)
        layer.placeholders.push({
          placeholder,
          styles: body && firstElementOf(body, 'lstStyle', A),
          box: boxOf(element),
          filled: isFilled(element),
        });
    }
    layers.set(part, layer);
    return layer;
  };
  return (slidePart) => {
    const layout = partsByKind(reading, slidePart, 'slideLayout')[0];
    const master = layout === undefined ? undefined : partsByKind(reading, layout, 'slideMaster')[0];
    return [layout, master].flatMap((part) => (part === undefined ? [] : [layerOf(part)]));
  };
}

const BODY_TYPES = new Set(['body', 'obj', 'chart', 'tbl', 'clipArt', 'dgm', 'media', 'pic']);

/** The placeholder of a layer that one of a slide stands for. @param depth 0 for the layout, 1 for the master */
function matching(layer: Layer, placeholder: Placeholder, depth: number): Layer['placeholders'][number] | undefined {
  return (
    layer.placeholders.find((one) => depth === 0 && placeholder.index !== undefined && one.placeholder.index === placeholder.index) ??
    layer.placeholders.find(
      (one) =>
        one.placeholder.type === placeholder.type || (depth > 0 && BODY_TYPES.has(placeholder.type) && one.placeholder.type === 'body'),
    )
  );
}

/** Where a placeholder is that does not say it itself. */
export function inheritedBox(layers: readonly Layer[], placeholder: Placeholder | undefined): Box | undefined {
  if (placeholder === undefined) return undefined;
  return layers.map((layer, depth) => matching(layer, placeholder, depth)?.box).find((box) => box !== undefined);
}

/** Whether a placeholder that says nothing of its fill may have one. */
export const inheritsFill = (layers: readonly Layer[], placeholder: Placeholder | undefined): boolean =>
  placeholder !== undefined && layers.some((layer, depth) => matching(layer, placeholder, depth)?.filled);

/** Lists of level styles that hold for a shape, nearest first. */
export function styleLists(layers: readonly Layer[], own: XmlElement | undefined, placeholder: Placeholder | undefined): XmlElement[] {
  const lists: (XmlElement | undefined)[] = [own];
  if (placeholder) {
    for (const [depth, layer] of layers.entries()) {
      lists.push(matching(layer, placeholder, depth)?.styles);
    }
    const texts = layers.at(-1)?.texts;
    const group = BODY_TYPES.has(placeholder.type) || placeholder.type === 'subTitle' ? 'bodyStyle' : 'otherStyle';
    if (texts) lists.push(firstElementOf(texts, group, P));
  }
  return lists.filter((list) => list !== undefined);
}
