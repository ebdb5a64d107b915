import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FilePlus2, FileText, SearchX, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { FORMATS, OPERATIONS, STATUSES } from '../../../../src/contract/vocabulary.ts';
import { ask, reading } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterSelect, FilterText } from '../../ui/filters.tsx';
import { Card, EmptyState, PageHeader } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { isFinal } from '../../vocabulary/status-badge.tsx';
import { useDocumentName } from '../../vocabulary/document-name.ts';
import { useWords } from '../../vocabulary/words.ts';
import { useDocumentColumns } from './document-columns.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { documentsRoute, type DocumentFilters } from './route.ts';

const catalogues = { en, es };
const PAGE_SIZE = 25;
const LIVE_MS = 2_000;
const IDLE_MS = 15_000;

function useFilters() {
  const { after, before, project: _project, ...filters } = documentsRoute.useSearch();
  const navigate = documentsRoute.useNavigate();
  const filter = useCallback(
    (change: DocumentFilters): void => {
      // another filter begins on the first page
      void navigate({ search: (old) => ({ ...old, after: undefined, before: undefined, ...change }), replace: true });
    },
    [navigate],
  );
  return { filters, cursors: { after, before }, filter, navigate, isFiltered: Object.values(filters).some((value) => value !== undefined) };
}

function Filters() {
  const t = useMessages(catalogues);
  const words = useWords();
  const { filters, filter } = useFilters();
  const onName = useCallback((name: string) => filter({ name: name.trim() === '' ? undefined : name }), [filter]);
  const choices = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) =>
    values.map((value) => ({ value, label: labels[value] }));
  return (
    <div className="flex flex-wrap gap-2 border-b border-line p-3">
      <FilterText label={t.searchName} value={filters.name ?? ''} onChange={onName} />
      <FilterSelect
        label={t.status}
        value={filters.status}
        choices={choices(STATUSES, words.status)}
        onChoose={(status) => filter({ status })}
      />
      <FilterSelect
        label={t.format}
        value={filters.format}
        choices={choices(FORMATS, words.format)}
        onChoose={(format) => filter({ format })}
      />
      <FilterSelect
        label={t.operation}
        value={filters.operation}
        choices={choices(OPERATIONS, words.operation)}
        onChoose={(operation) => filter({ operation })}
      />
    </div>
  );
}

function Empty({ filtered }: { filtered: boolean }) {
  const t = useMessages(catalogues);
  const { filter } = useFilters();
  const clear = (): void => filter({ name: undefined, status: undefined, format: undefined, operation: undefined });
  if (filtered)
    return (
      <EmptyState icon={SearchX} title={t.noneTitle} action={<Button onClick={clear}>{t.clear}</Button>}>
        {t.noneBody}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={FileText}
      title={t.emptyTitle}
      action={
        <ButtonLink to="/new" look="primary">
          {t.make}
        </ButtonLink>
      }
    >
      {t.emptyBody}
    </EmptyState>
  );
}

function DeleteSelected({ ids, onDone }: { ids: ReadonlySet<string>; onDone: () => void }) {
  const t = useMessages(catalogues);
  const confirm = useConfirm();
  const toast = useToast();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      for (const id of ids) await ask('DELETE', '/documents/{document_id}', { path: { document_id: id } });
    },
    onSuccess: () => {
      toast.done(t.deleted(ids.size));
      onDone();
    },
    onError: toast.failed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['/documents'] }),
  });
  const begin = async (): Promise<void> => {
    if (await confirm({ title: t.deleteTitle(ids.size), body: t.deleteBody, action: t.delete })) remove.mutate();
  };
  return (
    <Button look="danger" size="small" busy={remove.isPending} onClick={() => void begin()}>
      <Trash2 className="size-4" aria-hidden />
      {t.delete} ({ids.size})
    </Button>
  );
}

export function DocumentsScreen() {
  const t = useMessages(catalogues);
  const nameOf = useDocumentName();
  const { may } = useSession();
  const { filters, cursors, isFiltered, navigate } = useFilters();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useDocumentColumns();
  const { data, error, refetch } = useQuery({
    ...reading('/documents', { query: { limit: PAGE_SIZE, ...filters, ...cursors } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => !isFinal(status)) === true ? LIVE_MS : IDLE_MS),
  });
  const turn = (to: Pick<DocumentFilters, 'after' | 'before'>): void => {
    setSelected(new Set());
    void navigate({ search: (old) => ({ ...old, after: undefined, before: undefined, ...to }) });
  };
  const hasNewer = cursors.after !== undefined || (cursors.before !== undefined && data?.has_more === true);
  const hasOlder = cursors.before !== undefined || data?.has_more === true;
  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead}
        actions={
          may('write') && (
            <ButtonLink to="/new" look="primary">
              <FilePlus2 className="size-4" aria-hidden />
              {t.make}
            </ButtonLink>
          )
        }
      />
      <Card padded={false}>
        <Filters />
        {error === null ? (
          <DataTable
            label={t.title}
            columns={columns}
            rows={data?.data}
            idOf={({ id }) => id}
            nameOf={nameOf}
            empty={<Empty filtered={isFiltered} />}
            {...(may('write') ? { selection: { ids: selected, change: setSelected } } : {})}
          />
        ) : (
          <div className="p-4">
            <ProblemNotice error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {(hasNewer || hasOlder || selected.size > 0) && (
          <div className="flex min-h-12 flex-wrap items-center justify-end gap-2 border-t border-line px-3 py-2">
            {selected.size > 0 && (
              <div className="mr-auto">
                <DeleteSelected ids={selected} onDone={() => setSelected(new Set())} />
              </div>
            )}
            <Button size="small" disabled={!hasNewer} onClick={() => turn({ before: data?.first_id ?? undefined })}>
              {t.previous}
            </Button>
            <Button size="small" disabled={!hasOlder} onClick={() => turn({ after: data?.last_id ?? undefined })}>
              {t.next}
            </Button>
          </div>
        )}
      </Card>
    </>
  );
}
