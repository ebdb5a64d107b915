/** Lists that come in pages: what has been read so far, and the next page. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { addressOf, send } from './client.ts';
import type { AnswerOf, PathOf } from './contract.ts';

/** Endpoints that answer a page of a list. */
type ListPath = {
  [P in PathOf<'GET'>]: AnswerOf<'GET', P> extends { object: 'list'; data: readonly unknown[] } ? P : never;
}[PathOf<'GET'>];
type RowOf<P extends ListPath> = AnswerOf<'GET', P> extends { data: readonly (infer R)[] } ? R : never;
interface Page<R> {
  data: R[];
  has_more: boolean;
  last_id: string | null;
}

interface Input {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Milliseconds between readings of what may change by itself. */
  every?: number | undefined;
}

/** Rows of a list, page by page; `rows` is undefined until the first page is there. */
export function usePages<P extends ListPath>(path: P, { every, ...input }: Input = {}) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, error, refetch } = useInfiniteQuery({
    queryKey: [path, input, 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<Page<RowOf<P>>> => {
      const query = { limit: 25, ...input.query, after: pageParam };
      return (await (await send('GET', addressOf(path, { ...input, query }), { signal })).json()) as Page<RowOf<P>>;
    },
    getNextPageParam: (page) => (page.has_more ? (page.last_id ?? undefined) : undefined),
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
  return {
    rows: data?.pages.flatMap((page) => page.data),
    hasMore: hasNextPage,
    more: (): void => void fetchNextPage(),
    isLoadingMore: isFetchingNextPage,
    error: data === undefined ? error : null,
    retry: (): void => void refetch(),
  };
}
