/** A file before and after an edit, and where its relationships lead. */
import { relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';

export interface PackageChange {
  before: OfficePackage;
  after: OfficePackage;
  /** Names of the parts that differ. */
  changed: readonly string[];
}

/** Relationships of a part that were there, still are, and lead elsewhere; a sentence each. */
export function retargeted({ before, after }: Pick<PackageChange, 'before' | 'after'>, part: string): string[] {
  const now = new Map(relationshipsOf(after, part).map((one) => [one.id, one]));
  return relationshipsOf(before, part).flatMap(({ id, type, target, external }) => {
    const is = now.get(id);
    const isSame = is === undefined || (is.type === type && is.target === target && is.external === external);
    return isSame ? [] : [`${part} leads elsewhere by its relationship ${id}`];
  });
}
