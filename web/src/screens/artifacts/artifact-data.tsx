import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Database, Download, HardDrive } from 'lucide-react';
import { addressOf, reading } from '../../api/client.ts';
import type { AnswerOf, Document } from '../../api/contract.ts';
import { usePages } from '../../api/pages.ts';
import { saveFile } from '../../api/save-file.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Card, EmptyState, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { artifactRoute } from './route.ts';

const catalogues = { en, es };
const EVERY_MS = 5_000;
const COLUMNS_MOST = 8;
type Row = AnswerOf<'GET', '/documents/{document_id}/data/{collection}'>['data'][number];

const fieldsOf = (record: Row['record']): Readonly<Record<string, unknown>> =>
  typeof record === 'object' && record !== null && !Array.isArray(record) ? record : { value: record };
const shown = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));

/** The fields that records have, those of the first ones first. */
function columnsOf(rows: readonly Row[], changed: Column<Row>): Column<Row>[] {
  const names = [...new Set(rows.flatMap(({ record }) => Object.keys(fieldsOf(record))))].slice(0, COLUMNS_MOST);
  const fields = names.map((name): Column<Row> => {
    const cell = ({ record }: Row) => <span className="line-clamp-3 max-w-80 break-words">{shown(fieldsOf(record)[name])}</span>;
    return { name, head: name, cell };
  });
  return [...fields, changed];
}

function Records({ id, collection }: { id: string; collection: string }) {
  const t = useMessages(catalogues);
  const path = { document_id: id, collection };
  const list = usePages('/documents/{document_id}/data/{collection}', { path, every: EVERY_MS });
  const changed: Column<Row> = {
    name: '_changed',
    head: t.changed,
    align: 'right',
    from: 'sm',
    cell: ({ updated_at: at }) => <Ago at={at} />,
  };
  const save = (format: 'csv' | 'json') => () =>
    void saveFile(addressOf('/documents/{document_id}/data/{collection}', { path, query: { format } }));
  return (
    <ListCard
      list={list}
      title={<code className="font-mono text-[13px]">{collection}</code>}
      actions={
        <div className="flex gap-1">
          <Button size="small" look="quiet" onClick={save('csv')}>
            <Download className="size-4" aria-hidden />
            {t.csv}
          </Button>
          <Button size="small" look="quiet" onClick={save('json')}>
            {t.json}
          </Button>
        </div>
      }
      label={collection}
      columns={columnsOf(list.rows ?? [], changed)}
      idOf={(row) => row.id}
      empty={
        <EmptyState icon={Database} title={t.noCollections}>
          {t.noCollectionsBody}
        </EmptyState>
      }
    />
  );
}

function Collections({ id }: { id: string }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const search = artifactRoute.useSearch();
  const navigate = useNavigate({ from: '/artifacts/$documentId' });
  const { data, error, refetch } = useQuery({
    ...reading('/documents/{document_id}/data', { path: { document_id: id } }),
    refetchInterval: EVERY_MS,
  });
  if (data === undefined)
    return error === null ? <Skeleton className="h-40" /> : <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const chosen = data.data.find(({ collection }) => collection === search.collection) ?? data.data[0];
  if (chosen === undefined)
    return (
      <Card>
        <EmptyState icon={Database} title={t.noCollections}>
          {t.noCollectionsBody}
        </EmptyState>
      </Card>
    );
  return (
    <>
      <div className="mb-3">
        <FilterSelect
          label={t.collections}
          value={chosen.collection}
          choices={data.data.map(({ collection, records }) => ({ value: collection, label: `${collection} (${formats.number(records)})` }))}
          onChoose={(collection) => void navigate({ search: (before) => ({ ...before, collection }), replace: true })}
        />
      </div>
      <Records key={chosen.collection} id={id} collection={chosen.collection} />
    </>
  );
}

/** What visitors wrote, as tables. */
export function ArtifactData({ document: { id, artifact } }: { document: Document }) {
  const t = useMessages(catalogues);
  if (artifact?.storage !== 'local') return <Collections id={id} />;
  return (
    <Card>
      <EmptyState icon={HardDrive} title={t.localTitle}>
        {t.localBody}
      </EmptyState>
    </Card>
  );
}
