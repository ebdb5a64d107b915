/**
 * Paragraphs that changed place as Word tracks them (ISO/IEC 29500-1 §17.13.5.21-28): marked as moved where they were and where they
 * are, each stretch between two marks of a range, and both ranges under one name.
 */
import { insertAfter, insertBefore, type XmlEdit } from '../../ooxml/edit-xml.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { movedParagraph } from './merge-paragraph.ts';
import type { Merge } from './merge-properties.ts';
import { prefixOf, revisionAttributes, trackElement } from './track-element.ts';

type Pair = readonly [XmlElement | null, XmlElement | null];

export interface Moved {
  /** Whether a paragraph of the older file was moved away. */
  leaves(source: XmlElement): boolean;
  /** Spans that mark a paragraph of the older file as moved away; undefined of one that was not. */
  leave(source: XmlElement): XmlEdit[] | undefined;
  /** A paragraph of the newer file as moved here; undefined of one that was not. */
  arrive(target: XmlElement): string | undefined;
}

interface Stretch {
  name: string;
  /** From the older file and from the newer one: the paragraphs that went together. */
  sources: XmlElement[];
  targets: XmlElement[];
}

/** Paragraphs that stood and stand directly behind each other went together. */
function stretchesOf({ revisions }: Merge, pairs: readonly Pair[], moved: ReadonlyMap<XmlElement, XmlElement>): Stretch[] {
  const placeOf = new Map(pairs.flatMap((pair, at) => pair.flatMap((element) => (element === null ? [] : [[element, at] as const]))));
  const stretches: Stretch[] = [];
  let before: { from: number; to: number } | null = null;
  for (const [from, [source]] of pairs.entries()) {
    const target = source === null ? undefined : moved.get(source);
    if (source === null || target === undefined) continue;
    const to = placeOf.get(target) ?? 0;
    const last = stretches.at(-1);
    if (last !== undefined && before?.from === from - 1 && before.to === to - 1) {
      last.sources.push(source);
      last.targets.push(target);
    } else stretches.push({ name: `move${revisions.nextId()}`, sources: [source], targets: [target] });
    before = { from, to };
  }
  return stretches;
}

/** @param moved paragraph of the older file → the same one in the newer file */
export function nameMoves(merge: Merge, pairs: readonly Pair[], moved: ReadonlyMap<XmlElement, XmlElement>): Moved {
  const { from, revisions } = merge;
  const w = prefixOf(from.part);
  const stretches = stretchesOf(merge, pairs, moved);
  const sourceOf = new Map([...moved].map(([source, target]) => [target, source]));
  const bySource = new Map(stretches.flatMap((one) => one.sources.map((source) => [source, one] as const)));
  const byTarget = new Map(stretches.flatMap((one) => one.targets.map((target) => [target, one] as const)));
  const ends = new Map<string, string>();
  const rangeStart = (kind: 'moveFrom' | 'moveTo', { name }: Stretch): string => {
    const attributes = revisionAttributes(revisions, w);
    ends.set(`${kind} ${name}`, `<${w}${kind}RangeEnd ${w}id="${/id="(\d+)"/.exec(attributes)?.[1] ?? ''}"/>`);
    return `<${w}${kind}RangeStart${attributes} ${w}name="${name}"/>`;
  };
  const rangeEnd = (kind: 'moveFrom' | 'moveTo', { name }: Stretch): string => ends.get(`${kind} ${name}`) ?? '';
  return {
    leaves: (source) => bySource.has(source),
    leave(source) {
      const stretch = bySource.get(source);
      if (stretch === undefined) return undefined;
      return [
        ...(stretch.sources[0] === source ? [insertBefore(source, rangeStart('moveFrom', stretch))] : []),
        ...trackElement(from.part, source, 'moveFrom', revisions),
        ...(stretch.sources.at(-1) === source ? [insertAfter(source, rangeEnd('moveFrom', stretch))] : []),
      ];
    },
    arrive(target) {
      const [stretch, source] = [byTarget.get(target), sourceOf.get(target)];
      if (stretch === undefined || source === undefined) return undefined;
      const start = stretch.targets[0] === target ? rangeStart('moveTo', stretch) : '';
      return start + movedParagraph(merge, source, target) + (stretch.targets.at(-1) === target ? rangeEnd('moveTo', stretch) : '');
    },
  };
}
