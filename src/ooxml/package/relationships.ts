/** Relationship parts (ISO/IEC 29500-2 §6.5): targets are relative to the folder of the part that refers. */
import { transitionalUri } from '../names.ts';
import { attributeOf, elementsOf } from '../xml-tree.ts';
import type { XmlElement } from '../xml-tree.ts';

export interface Relationship {
  id: string;
  /** Strict types are given as their transitional twins. */
  type: string;
  /** Name of a part without a leading slash (it may be missing from the file), or the address as written; `#top` of a place within the part that refers. */
  target: string;
  external: boolean;
}

/** @param source the part that refers; '' for the package */
export function readRelationships(root: XmlElement, source: string): Relationship[] {
  return elementsOf(root, 'Relationship').flatMap((row): Relationship[] => {
    const id = attributeOf(row, 'Id');
    const target = attributeOf(row, 'Target');
    if (id === undefined || target === undefined) return [];
    const external = attributeOf(row, 'TargetMode')?.toLowerCase() === 'external';
    return [
      {
        id,
        type: transitionalUri(attributeOf(row, 'Type') ?? ''),
        target: isWritten(target, external) ? target : resolveTarget(source, target),
        external,
      },
    ];
  });
}

/** Whether a target is given as it is written: it is no name of a part. */
export const isWritten = (target: string, external: boolean): boolean => external || target.startsWith('#');

/** `../media/a%20b.png` from `word/document.xml` → `media/a b.png`. Dots that lead above the root stay at the root. */
export function resolveTarget(source: string, target: string): string {
  const path = unescapePercent(target.replaceAll('\\', '/').replace(/[?#].*$/s, ''));
  const folder = path.startsWith('/') ? [] : source.split('/').slice(0, -1);
  for (const segment of path.split('/')) {
    if (segment === '..') folder.pop();
    else if (segment !== '.' && segment !== '') folder.push(segment);
  }
  return folder.join('/');
}

/** `word/media/image1.png` as `word/document.xml` refers to it: `media/image1.png`. */
export function relativeTarget(source: string, part: string): string {
  const from = source.split('/').slice(0, -1);
  const to = part.split('/');
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)]
    .map((segment) => encodeURI(segment).replace(/[?#]/g, encodeURIComponent))
    .join('/');
}

function unescapePercent(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    // A lone % is part of the name.
    if (error instanceof URIError) return path;
    throw error;
  }
}
