/** SmartArt (ISO/IEC 29500-1 §21.4): the words of its points, as a list with those below a point under it. */
import { A, DGM } from '../../ooxml/names.ts';
import type { Block, List, ListItem } from '../../document/block.ts';
import { attributeOf, elementsOf, firstElementOf, textOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { firstOf, sidePart } from './parts.ts';
import type { OfficeReading } from './parts.ts';

const POINTS_MAX = 2_000;
/** As a list of ours nests. */
const DEEP_MAX = 9;

/** @param part the diagram's data part */
export function readDiagram(reading: OfficeReading, part: string | undefined): Block[] {
  const root = sidePart(reading, part);
  const list = root && firstElementOf(root, 'ptLst', DGM);
  if (!root || !list) return [];
  const points = firstOf(reading, elementsOf(list, 'pt', DGM), POINTS_MAX, 'points of a diagram');
  const texts = new Map<string, string>();
  for (const [at, point] of points.entries()) {
    const id = attributeOf(point, 'modelId') ?? '';
    if (isNode(point)) texts.set(texts.has(id) ? `${id} ${at}` : id, textOfPoint(point));
  }
  const below = childrenOf(root);
  const read = new Set<string>();
  const itemsBelow = (id: string, deep: number): ListItem[] => (below.get(id) ?? []).flatMap((child) => itemsOf(child, deep));
  const itemsOf = (id: string, deep: number): ListItem[] => {
    const text = texts.get(id);
    if (text === undefined || read.has(id)) return [];
    read.add(id);
    // a point without words stands for what is below it
    if (text === '' || deep >= DEEP_MAX) return [...(text === '' ? [] : [itemOf(text)]), ...itemsBelow(id, deep)];
    const inner = itemsBelow(id, deep + 1);
    return [itemOf(text, inner.length === 0 ? [] : [listOf(inner)])];
  };
  const tops = points.filter((point) => attributeOf(point, 'type') === 'doc').map((point) => attributeOf(point, 'modelId') ?? '');
  // what hangs on nothing is read too
  const items = [...tops.flatMap((id) => itemsBelow(id, 0)), ...[...texts.keys()].flatMap((id) => itemsOf(id, 0))];
  return items.length === 0 ? [] : [listOf(items)];
}

const isNode = (point: XmlElement): boolean => /^(?:node|asst)$/.test(attributeOf(point, 'type') ?? 'node');
const listOf = (items: ListItem[]): List => ({ id: '', type: 'list', ordered: false, items });
const itemOf = (text: string, inner: readonly Block[] = []): ListItem => ({
  blocks: [{ id: '', type: 'paragraph', runs: [{ text }] }, ...inner],
});

/** Points by the one that they are below, in their order (§21.4.3.3, connections of the type `parOf`). */
function childrenOf(root: XmlElement): Map<string, string[]> {
  const list = firstElementOf(root, 'cxnLst', DGM);
  const connections = (list ? elementsOf(list, 'cxn', DGM) : [])
    .filter((one) => (attributeOf(one, 'type') ?? 'parOf') === 'parOf')
    .map((one) => ({
      from: attributeOf(one, 'srcId') ?? '',
      to: attributeOf(one, 'destId') ?? '',
      order: Number(attributeOf(one, 'srcOrd')) || 0,
    }))
    .toSorted((a, b) => a.order - b.order);
  const below = new Map<string, string[]>();
  for (const { from, to } of connections) {
    const known = below.get(from);
    if (known) known.push(to);
    else below.set(from, [to]);
  }
  return below;
}

function textOfPoint(point: XmlElement): string {
  const body = firstElementOf(point, 't', DGM);
  return (body ? elementsOf(body, 'p', A) : [])
    .map((paragraph) =>
      elementsOf(paragraph)
        .filter(({ local }) => local === 'r' || local === 'fld')
        .map((run) => textOf(firstElementOf(run, 't', A) ?? run))
        .join(''),
    )
    .join('\n')
    .trim();
}
