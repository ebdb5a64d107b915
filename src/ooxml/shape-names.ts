/** Names of drawn shapes of the older kind (VML, ISO/IEC 29500-4 §19.1), which a file may have once each. */
import { VML } from './names.ts';
import type { XmlElement } from './xml-tree.ts';

/** Whether an attribute names a shape: its own `id`, the `type` of shape that it is (`#…`), or the `ShapeID` by which an object names its shape. */
export const namesShape = (ownerUri: string, { name, value }: { name: string; value: string }): boolean =>
  ownerUri === VML ? name === 'id' || (name === 'type' && value.startsWith('#')) : name === 'ShapeID';

/** Another name for each shape among the elements. @param next gives a number that no other one has */
export function freshShapeNames(elements: Iterable<XmlElement>, next: () => number): Map<string, string> {
  const names = new Map<string, string>();
  for (const { uri, attributes } of elements) {
    const id = uri === VML ? attributes.find(({ name }) => name === 'id')?.value : undefined;
    if (id !== undefined) names.set(id, `${id}_${next()}`);
  }
  return names;
}

/** The value of such an attribute with the new name; undefined where the shape keeps its own. */
export function renamedShape(value: string, names: ReadonlyMap<string, string>): string | undefined {
  const [mark, name] = value.startsWith('#') ? ['#', value.slice(1)] : ['', value];
  const fresh = names.get(name);
  return fresh === undefined ? undefined : mark + fresh;
}
