/** Relationships of one part: an id for each distinct target, `rId1`, `rId2`, … in the order of first use. */
import { OFFICE_RELATIONSHIP } from '../../ooxml/names.ts';
import type { RelationshipInput } from '../../ooxml/package-parts.ts';

export interface Relationships {
  list: RelationshipInput[];
  byTarget: Map<string, string>;
}

export function newRelationships(): Relationships {
  return { list: [], byTarget: new Map() };
}

/** @param kind last step of the relationship's type, e.g. `hyperlink` */
export function relate(relationships: Relationships, kind: string, target: string, external = false): string {
  const key = `${kind} ${target}`;
  const known = relationships.byTarget.get(key);
  if (known !== undefined) return known;
  const id = `rId${relationships.list.length + 1}`;
  relationships.list.push({ id, type: OFFICE_RELATIONSHIP + kind, target, ...(external ? { external } : {}) });
  relationships.byTarget.set(key, id);
  return id;
}
