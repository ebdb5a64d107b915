import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Terminal } from 'lucide-react';
import { reading } from '../../api/client.ts';
import type { AnswerOf } from '../../api/contract.ts';
import { usePages } from '../../api/pages.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { EmptyState, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { keysRoute } from './route.ts';

const catalogues = { en, es };
const EVERY_MS = 5_000;
type Line = AnswerOf<'GET', '/dashboard/requests'>['data'][number];
type ApiKey = AnswerOf<'GET', '/dashboard/keys'>['data'][number];

const toneOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'warn' : 'bad');

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);

function RequestDetail({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const { data, error } = useQuery({
    ...reading('/dashboard/requests/{request_id}', { path: { request_id: id ?? '' } }),
    enabled: id !== undefined,
  });
  return (
    <Dialog open={id !== undefined} onClose={onClose} title={data === undefined ? t.request : `${data.method} ${data.path}`} wide>
      <ProblemNotice error={error} />
      {data === undefined && error === null && <Skeleton className="h-40" />}
      {data !== undefined && (
        <div className="space-y-5">
          <Facts
            facts={[
              [t.status, <Badge tone={toneOf(data.status)}>{data.status}</Badge>],
              [t.when, formats.dateTime(data.at)],
              [t.duration, `${formats.number(data.duration_ms)} ms`],
              [t.requestId, <code className="font-mono text-[12.5px]">{data.id}</code>],
              ...(data.document_id === null
                ? []
                : [[t.document, <code className="font-mono text-[12.5px]">{data.document_id}</code>] as const]),
            ]}
          />
          <section>
            <h3 className="mb-2 font-medium">{t.replay}</h3>
            <CodeBlock text={data.curl} label="curl" />
          </section>
          <section>
            <h3 className="mb-2 font-medium">{t.body}</h3>
            {data.body === null ? <p className="text-soft">{t.noBody}</p> : <CodeBlock text={indented(data.body)} label={t.body} />}
          </section>
        </div>
      )}
    </Dialog>
  );
}

function useColumns(keys: readonly ApiKey[]): Column<Line>[] {
  const t = useMessages(catalogues);
  const formats = useFormats();
  return [
    { name: 'status', head: t.status, cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge> },
    {
      name: 'request',
      head: t.request,
      grows: true,
      cell: (line) => (
        <Link
          from="/keys"
          to="."
          search={({ key, failed }) => ({ key, failed, request: line.id })}
          resetScroll={false}
          className="font-mono text-[12.5px] hover:underline"
        >
          <span className="text-faint">{line.method}</span> {line.path}
        </Link>
      ),
    },
    {
      name: 'key',
      head: t.by,
      from: 'md',
      cell: (line) => <span className="whitespace-nowrap">{keys.find(({ id }) => id === line.key_id)?.name ?? line.key_id}</span>,
    },
    {
      name: 'duration',
      head: t.duration,
      from: 'sm',
      align: 'right',
      cell: (line) => <span className="whitespace-nowrap">{formats.number(line.duration_ms)} ms</span>,
    },
    {
      name: 'when',
      head: t.when,
      align: 'right',
      from: 'sm',
      cell: ({ at }) => <Ago at={at} />,
    },
  ];
}

/** What keys asked for: it renews itself. */
export function RequestLog({ keys }: { keys: readonly ApiKey[] }) {
  const t = useMessages(catalogues);
  const search = keysRoute.useSearch();
  const navigate = useNavigate({ from: '/keys' });
  const columns = useColumns(keys);
  const list = usePages('/dashboard/requests', { query: { key_id: search.key, failed: search.failed }, every: EVERY_MS });
  const choose = (change: Partial<typeof search>): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const filtered = search.key !== undefined || search.failed === true;
  return (
    <section className="mt-8" aria-labelledby="requests">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="requests" className="text-[16px] font-semibold">
            {t.requests}
          </h2>
          <p className="max-w-prose text-soft">{t.requestsLead}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <FilterSelect
            label={t.allKeys}
            value={search.key}
            choices={keys.map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(key) => choose({ key })}
          />
          <label className="flex items-center gap-2 text-[13px]">
            <input
              type="checkbox"
              className="accent-accent"
              checked={search.failed === true}
              onChange={(event) => choose({ failed: event.target.checked ? true : undefined })}
            />
            {t.failedOnly}
          </label>
        </div>
      </div>
      <ListCard
        list={list}
        label={t.requests}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <EmptyState icon={Terminal} title={filtered ? t.noneMatch : t.noRequests}>
            {t.noRequestsBody}
          </EmptyState>
        }
      />
      <RequestDetail id={search.request} onClose={() => choose({ request: undefined })} />
    </section>
  );
}
