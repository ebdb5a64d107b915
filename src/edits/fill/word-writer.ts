/** What Word templates do with values that are no plain text, and with markup that may be in a file only once. */
import { W, W14, WP } from '../../ooxml/names.ts';
import type { OfficePackage, XmlPart } from '../../ooxml/office-package.ts';
import { attributeOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { Filling } from './filling.ts';
import type { Place } from './program.ts';
import type { Shape } from './text-blocks.ts';
import type { TextWriter } from './text-part.ts';

/** Marks with a name or number of which a file has one: a copy is made without them. */
const ONCE = new Set(['bookmarkStart', 'bookmarkEnd', 'commentRangeStart', 'commentRangeEnd', 'commentReference', 'permStart', 'permEnd']);

/** The attribute with the white space before it. */
function attributeSpan(source: string, element: XmlElement, name: string): { start: number; end: number } | undefined {
  const found = new RegExp(String.raw`\s+${name}\s*=\s*(?:"[^"]*"|'[^']*')`).exec(source.slice(element.start, element.contentStart));
  return found === null ? undefined : { start: element.start + found.index, end: element.start + found.index + found[0].length };
}

const inCopies = ({ source }: XmlPart, { start, end }: { start: number; end: number }, xml: () => string): Place => ({
  start,
  end,
  render: (scope, write) => (scope.copy ? xml() : write(start, end, scope) || source.slice(start, end)),
});

/** Ids and marks inside what is repeated. @param nextId of drawings */
export function copyPlaces(part: XmlPart, shapes: readonly { shape: Shape }[], nextId: () => number): Place[] {
  const spans = shapes.map(({ shape }) => shape.span);
  if (spans.length === 0) return [];
  const places: Place[] = [];
  for (const element of walkElements(part.root)) {
    if (!spans.some(({ start, end }) => element.start >= start && element.end <= end)) continue;
    if (element.uri === W && ONCE.has(element.local)) {
      places.push(inCopies(part, element, () => ''));
      continue;
    }
    for (const { uri, local, name } of element.attributes) {
      const isMark = uri === W14 && (local === 'paraId' || local === 'textId');
      const span = isMark ? attributeSpan(part.source, element, name) : undefined;
      if (span !== undefined) places.push(inCopies(part, span, () => ''));
    }
    if (element.local === 'docPr' && element.uri === WP && attributeOf(element, 'id') !== undefined) {
      const span = attributeSpan(part.source, element, 'id');
      if (span !== undefined) places.push(inCopies(part, span, () => ` id="${nextId()}"`));
    }
    if (element.local === 'id' && element.uri === W && element.parent?.local === 'sdtPr') places.push(inCopies(part, element, () => ''));
  }
  return places;
}

/** @returns the writer for a part */
export function wordWriter(_opened: OfficePackage, _filling: Filling): (part: string) => TextWriter {
  let last = 1_000_000;
  return () => ({ others: (part, shapes) => copyPlaces(part, shapes, () => ++last) });
}
