import type { ComponentProps, ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import { MoreButton } from './more.tsx';
import { Card } from './page.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface List<R> {
  rows: readonly R[] | undefined;
  error: Error | null;
  retry: () => void;
  hasMore: boolean;
  more: () => void;
  isLoadingMore: boolean;
}

/** A list that comes in pages, as a table: what went wrong, the rows, and the way to more of them. */
export function ListCard<R>({
  list,
  above,
  title,
  actions,
  ...table
}: Omit<ComponentProps<typeof DataTable<R>>, 'rows'> & {
  list: List<R>;
  /** Between the head and the rows. */
  above?: ReactNode;
  title?: ReactNode;
  actions?: ReactNode;
}) {
  if (list.error !== null) return <ProblemNotice error={list.error} onRetry={list.retry} />;
  return (
    <Card padded={false} title={title} actions={actions}>
      {above}
      <DataTable {...table} rows={list.rows} />
      <MoreButton list={list} />
    </Card>
  );
}
