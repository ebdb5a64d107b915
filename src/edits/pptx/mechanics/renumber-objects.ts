/** Addresses of what is on a slide, when things there come, go or change their order: numbers go by kind and order. */
import type { Move } from '../../../ooxml/address-moves.ts';
import type { XmlElement } from '../../../ooxml/xml-tree.ts';
import { addressAs, type DeckObject } from './deck-objects.ts';

const ADDRESS = /^(s\d+\.(?:sh|t|img|chart|d|g)\d+)(.*)$/s;

/** @param before everything on the slide; after: those of them that are left, in their new order */
export function renumberObjects(before: readonly DeckObject[], after: readonly DeckObject[]): Move {
  const counts = new Map<string, number>();
  const to = new Map<string, string | null>(before.map(({ address }) => [address, null]));
  for (const { address, kind, slide } of after) {
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    to.set(address, addressAs(slide, kind, number));
  }
  return (address) => {
    const [, known, rest = ''] = ADDRESS.exec(address) ?? [];
    const now = known === undefined ? undefined : to.get(known);
    return now === undefined ? address : now === null ? null : now + rest;
  };
}

/** Whether a thing lies in an element, or is it. */
export const liesIn = ({ element }: DeckObject, holder: XmlElement): boolean => element.start >= holder.start && element.end <= holder.end;

/** What stands for a thing among the things of its slide or group: itself, or the choice between ways of drawing that it is in. */
export function unitOf(element: XmlElement): XmlElement {
  let unit = element;
  while (unit.parent !== undefined && unit.parent.local !== 'spTree' && unit.parent.local !== 'grpSp') unit = unit.parent;
  return unit;
}
