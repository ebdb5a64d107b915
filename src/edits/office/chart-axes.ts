/** Axes with fixed ends (ISO/IEC 29500-1 §21.2.2.160) that new figures outgrow: a bar that is cut off says another figure than it has. */
import { C } from '../../ooxml/names.ts';
import { editXmlPart } from '../../ooxml/change-package.ts';
import { removeNode, type XmlEdit } from '../../ooxml/edit-xml.ts';
import { readXmlPart, type OfficePackage } from '../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';

const valueIn = (element: XmlElement | undefined): string | undefined => element && attributeOf(element, 'val');

function numbersOf(holder: XmlElement | undefined): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const point of holder === undefined ? [] : walkElements(holder)) {
    const value = point.local === 'pt' ? Number(textOf(firstElementOf(point, 'v', C) ?? point)) : NaN;
    if (Number.isFinite(value)) numbers.set(Number(attributeOf(point, 'idx') ?? 0), value);
  }
  return numbers;
}

/** Lowest and highest figure along an axis; stacked bars reach as far as their sum. */
function reachOf(group: XmlElement, local: 'val' | 'yVal' | 'xVal'): { low: number; high: number } {
  const series = elementsOf(group, 'ser', C).map((ser) => numbersOf(firstElementOf(ser, local, C)));
  const grouping = valueIn(firstElementOf(group, 'grouping', C));
  if (grouping === 'percentStacked') return { low: 0, high: 0 };
  const stacks = new Map<number, { up: number; down: number }>();
  let [low, high] = [Infinity, -Infinity];
  for (const numbers of series) {
    for (const [index, value] of numbers) {
      const stack = stacks.get(index) ?? { up: 0, down: 0 };
      stacks.set(index, stack);
      if (value > 0) stack.up += value;
      else stack.down += value;
      low = Math.min(low, grouping === 'stacked' ? stack.down : value);
      high = Math.max(high, grouping === 'stacked' ? stack.up : value);
    }
  }
  return { low, high };
}

function axisEdits(axis: XmlElement, { low, high }: { low: number; high: number }): XmlEdit[] {
  const scaling = firstElementOf(axis, 'scaling', C);
  const [max, min] = [scaling && firstElementOf(scaling, 'max', C), scaling && firstElementOf(scaling, 'min', C)];
  const isShort = (max !== undefined && Number(valueIn(max)) < high) || (min !== undefined && Number(valueIn(min)) > low);
  return isShort
    ? [max, min, firstElementOf(axis, 'majorUnit', C), firstElementOf(axis, 'minorUnit', C)].flatMap((one) =>
        one === undefined ? [] : [removeNode(one)],
      )
    : [];
}

/** Lets axes of a chart choose their ends by themselves where the figures in it reach beyond those that are fixed. */
export function loosenAxes(opened: OfficePackage, name: string): void {
  const part = readXmlPart(opened, name);
  const area = [...walkElements(part.root)].find(({ local, uri }) => local === 'plotArea' && uri === C);
  if (area === undefined) return;
  const axes = new Map(elementsOf(area, 'valAx', C).map((axis) => [valueIn(firstElementOf(axis, 'axId', C)) ?? '', axis]));
  const edits = new Map<XmlElement, XmlEdit[]>();
  for (const group of elementsOf(area)) {
    const scatter = group.local === 'scatterChart' || group.local === 'bubbleChart';
    for (const [index, id] of elementsOf(group, 'axId', C).entries()) {
      const axis = axes.get(valueIn(id) ?? '');
      const made = axis === undefined ? [] : axisEdits(axis, reachOf(group, scatter ? (index === 0 ? 'xVal' : 'yVal') : 'val'));
      if (axis !== undefined && made.length > 0) edits.set(axis, made);
    }
  }
  editXmlPart(opened, part, [...edits.values()].flat());
}
