/** Lists of the service: awaited they are one page, iterated all items, page after page. */
import type { List, ListQuery } from './records.ts';

/** `await` gives the page that was asked for; `for await` gives its items and those of the pages behind it. */
export type Pages<T> = Promise<List<T>> & AsyncIterable<T>;

/** @param load one page; asked at once for the first one, for others when their items are wanted */
export function listPages<T, Q extends ListQuery>(query: Q, load: (query: Q) => Promise<List<T>>): Pages<T> {
  const first = load(query);
  async function* items(): AsyncGenerator<T, void> {
    for (let page = await first; ;) {
      // `before` walks towards the beginning: the next page ends where this one begins.
      const backwards = query.before !== undefined && query.after === undefined;
      yield* page.data;
      const cursor = backwards ? page.first_id : page.last_id;
      if (!page.has_more || cursor === null) return;
      page = await load(backwards ? { ...query, before: cursor } : { ...query, after: cursor });
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items });
}
