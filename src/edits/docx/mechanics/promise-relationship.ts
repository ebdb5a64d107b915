/** Ids of relationships that are named in new markup before they are there. */
import { relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';

/** Ids of relationships that a request has promised: set when all is written. */
const promised = new WeakMap<OfficePackage, number>();
const PROMISED = /^rIdNew(\d{1,9})$/;

function highestPromise({ opened, main, stories }: WordFile): number {
  const names = new Set([main.name, ...stories.map(({ part }) => part.name)]);
  return [...names]
    .flatMap((name) => relationshipsOf(opened, name))
    .reduce((most, { id }) => Math.max(most, Number(PROMISED.exec(id)?.[1] ?? 0)), 0);
}

/** An id that no other relationship has or will get. */
export function promiseRelationship(file: WordFile): string {
  const count = (promised.get(file.opened) ?? highestPromise(file)) + 1;
  promised.set(file.opened, count);
  return `rIdNew${count}`;
}
