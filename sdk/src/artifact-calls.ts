/** Calls on what visitors of an artifact wrote, and on the links to its page. */
import type { ArtifactRecord, CollectionList, DeletedCollection, DeletedRecord, DocumentRecord } from './contract.ts';
import { listPages, type Pages } from './list-pages.ts';
import type { ListQuery } from './records.ts';
import { askFor, pathOf, type CallOptions, type Transport } from './transport.ts';

type Values = Record<string, unknown>;

export function artifactCalls(transport: Transport) {
  const data = (id: string, ...rest: readonly string[]): string => pathOf('documents', id, 'data', ...rest);
  const list = (id: string, collection: string, query: ListQuery = {}, options: CallOptions = {}): Pages<ArtifactRecord> =>
    listPages(query, (page) => askFor(transport, { method: 'GET', path: data(id, collection), query: { ...page }, ...options }));
  return {
    /** Which collections there are, and how many records each has. */
    collections: async (id: string, options: CallOptions = {}): Promise<CollectionList['data']> =>
      (await askFor<CollectionList>(transport, { method: 'GET', path: data(id), ...options })).data,
    /** Newest first: one page when awaited; iterated, all records. */
    list,
    /** All records of a collection, oldest first, page after page. */
    async *all(id: string, collection: string, options: CallOptions = {}): AsyncGenerator<ArtifactRecord, void> {
      yield* list(id, collection, { limit: 100, order: 'asc' }, options);
    },
    /** The whole collection as CSV, oldest first; texts that a spreadsheet would run as formulas have an apostrophe in front. */
    csv: async (id: string, collection: string, options: CallOptions = {}): Promise<string> =>
      (await transport({ method: 'GET', path: data(id, collection), query: { format: 'csv' }, ...options })).text(),
    /** As the owner, whatever the mode of the collection is. A call whose answer is lost may have added it all the same. */
    add: (id: string, collection: string, record: Values, options: CallOptions = {}): Promise<ArtifactRecord> =>
      askFor(transport, { method: 'POST', path: data(id, collection), body: { record }, ...options }),
    /** With a `revision`, only if the record still has it: else a `ProblemError` `revision_conflict`. */
    update: (
      id: string,
      collection: string,
      recordId: string,
      record: Values,
      { revision, ...options }: CallOptions & { revision?: number } = {},
    ): Promise<ArtifactRecord> => {
      const body = { record, ...(revision === undefined ? {} : { revision }) };
      return askFor(transport, { method: 'PUT', path: data(id, collection, recordId), body, ...options });
    },
    remove: (id: string, collection: string, recordId: string, options: CallOptions = {}): Promise<DeletedRecord> =>
      askFor(transport, { method: 'DELETE', path: data(id, collection, recordId), ...options }),
    /** All records of a collection. */
    clear: (id: string, collection: string, options: CallOptions = {}): Promise<DeletedCollection> =>
      askFor(transport, { method: 'DELETE', path: data(id, collection), ...options }),
    /** Links that were given out are dead at once; the outputs of the answer have a new one. */
    revokeLinks: (id: string, options: CallOptions = {}): Promise<DocumentRecord> =>
      askFor(transport, { method: 'POST', path: pathOf('documents', id, 'revoke-links'), ...options }),
  };
}
