/** Rows of things: columns that narrow screens leave out, rows to select, states without rows. */
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { classNames } from './class-names.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { Skeleton } from './page.tsx';

const catalogues = { en, es };

export interface Column<R> {
  name: string;
  head: string;
  cell: (row: R) => ReactNode;
  /** Left out below this width. */
  from?: 'sm' | 'md' | 'lg';
  align?: 'right';
  /** Takes what is left and cuts off what is too long. */
  grows?: boolean;
  /** Long words go on in a second line. */
  wraps?: boolean;
}

interface Selection {
  ids: ReadonlySet<string>;
  change: (ids: ReadonlySet<string>) => void;
}

const FROM = { sm: 'hidden sm:table-cell', md: 'hidden md:table-cell', lg: 'hidden lg:table-cell' } as const;

interface DataTableProps<R> {
  /** What the table holds, for who cannot see it. */
  label: string;
  columns: readonly Column<R>[];
  /** undefined: they are on their way. */
  rows: readonly R[] | undefined;
  idOf: (row: R) => string;
  nameOf?: (row: R) => string;
  empty: ReactNode;
  selection?: Selection;
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

export function DataTable<R>({ label, columns, rows, idOf, nameOf = idOf, empty, selection }: DataTableProps<R>) {
  const t = useMessages(catalogues);
  if (rows?.length === 0) return empty;
  const classesOf = ({ from, align, grows, wraps }: Column<R>): string =>
    classNames(
      'px-3 py-2.5 first:pl-4 last:pr-4',
      from !== undefined && FROM[from],
      align === 'right' ? 'text-right tabular-nums' : 'text-left',
      grows === true ? 'w-full max-w-0 truncate' : wraps === true ? 'min-w-32' : 'whitespace-nowrap',
    );
  const all = rows !== undefined && rows.every((row) => selection?.ids.has(idOf(row)));
  return (
    <div className="overflow-x-auto">
      <table className="w-full" aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr className="border-b border-line text-[12px] font-medium whitespace-nowrap text-faint">
            {selection !== undefined && (
              <th className="w-0 py-2.5 pl-4">
                <input
                  type="checkbox"
                  className="accent-accent align-middle"
                  aria-label={t.selectAll}
                  checked={all}
                  onChange={() => selection.change(all ? new Set() : new Set((rows ?? []).map(idOf)))}
                />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classNames(classesOf(column), 'font-medium')}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows === undefined
            ? Array.from({ length: 6 }, (_, index) => (
                <tr key={index}>
                  <td colSpan={columns.length + 1} className="px-4 py-3">
                    <Skeleton className="h-4" />
                  </td>
                </tr>
              ))
            : rows.map((row) => (
                <tr key={idOf(row)} className="transition-colors hover:bg-canvas has-[input:checked]:bg-accent-soft">
                  {selection !== undefined && (
                    <td className="w-0 py-2.5 pl-4">
                      <input
                        type="checkbox"
                        className="accent-accent align-middle"
                        aria-label={t.selectRow(nameOf(row))}
                        checked={selection.ids.has(idOf(row))}
                        onChange={() => selection.change(toggled(selection.ids, idOf(row)))}
                      />
                    </td>
                  )}
                  {columns.map((column) => (
                    <td key={column.name} className={classesOf(column)}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}
