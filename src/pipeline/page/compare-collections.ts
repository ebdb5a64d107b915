/** What a changed page keeps of the data of the one before: collections and fields that are gone, and what visitors may read now. */
import type { Finding } from '../../base/finding.ts';
import type { DeclaredCollection } from '../../contract/artifact.ts';
import { makePage } from '../make-page.ts';
import { findingOf } from '../findings.ts';
import type { PageSource } from './page-source.ts';

/** What the page of this text declares. @throws Refusal content_empty, page_too_large */
export const declaredBy = async ({ markdown, pictures, settled }: PageSource): Promise<readonly DeclaredCollection[]> =>
  (await makePage({ markdown, name: null, pictures, settled })).collections;

const warning = (code: 'collection_removed' | 'field_removed' | 'collection_opened', message: string): Finding =>
  findingOf({ code, severity: 'warning', message });

/** @param records where those of a collection are that the page no longer has */
export function compareCollections(
  before: readonly DeclaredCollection[],
  after: readonly DeclaredCollection[],
  records: string,
): Finding[] {
  return before.flatMap(({ name, mode, fields }) => {
    const now = after.find((one) => one.name === name);
    if (now === undefined)
      return [warning('collection_removed', `The page no longer has the collection ${name}; what was entered ${records}.`)];
    const known = new Set(now.fields?.map((field) => field.name));
    const gone = now.fields === undefined ? [] : (fields ?? []).filter((field) => !known.has(field.name)).map((field) => field.name);
    return [
      ...(gone.length === 0
        ? []
        : [
            warning(
              'field_removed',
              `${name} no longer has ${gone.join(', ')}; records that have it keep it, and the page shows it no more.`,
            ),
          ]),
      ...(mode === 'submit' && now.mode !== 'submit'
        ? [warning('collection_opened', `Visitors may read ${name} now, also what was entered while only the owner could.`)]
        : []),
    ];
  });
}

/** Names of the collections whose records go with a page; null: all, where it declares none. */
export const copiedCollections = (after: readonly DeclaredCollection[]): string[] | null =>
  after.length === 0 ? null : after.map(({ name }) => name);

/**
 * What a page that is saved in place declares: its own collections, and those that it no longer has, which visitors can then only add to:
 * what they entered stays with the owner.
 */
export const declaredAfterSave = (before: readonly DeclaredCollection[], after: readonly DeclaredCollection[]): DeclaredCollection[] => [
  ...after,
  ...before.filter(({ name }) => !after.some((one) => one.name === name)).map((one) => ({ ...one, mode: 'submit' as const })),
];
