import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, ListTree, Plus } from 'lucide-react';
import { useState } from 'react';
import { ask, reading } from '../../api/client.ts';
import type { AnswerOf } from '../../api/contract.ts';
import { useDeed } from '../../api/deed.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card, EmptyState, PageHeader } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Restricted } from '../../ui/restricted.tsx';
import { MakeKey } from './make-key.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { RequestLog } from './request-log.tsx';

const catalogues = { en, es };
type ApiKey = AnswerOf<'GET', '/dashboard/keys'>['data'][number];

/** Asks before a key is revoked. */
function useRevoke(): (key: ApiKey) => Promise<void> {
  const t = useMessages(catalogues);
  const confirm = useConfirm();
  const revoke = useDeed((id: string) => ask('DELETE', '/dashboard/keys/{key_id}', { path: { key_id: id } }), {
    renews: ['/dashboard/keys'],
    told: t.revokedTold,
  });
  return async ({ id, name }) => {
    if (await confirm({ title: t.revokeTitle(name), body: t.revokeBody, action: t.revoke })) revoke.mutate(id);
  };
}

function useColumns(): Column<ApiKey>[] {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const navigate = useNavigate();
  const askRevoke = useRevoke();
  return [
    {
      name: 'name',
      head: t.name,
      grows: true,
      cell: (key) => (
        <>
          <span className="block truncate font-medium">{key.name}</span>
          <code className="font-mono text-[12px] text-faint">{key.prefix}…</code>
        </>
      ),
    },
    { name: 'scope', head: t.scope, from: 'sm', cell: ({ scope }) => t.scopes[scope] },
    {
      name: 'created',
      head: t.created,
      from: 'lg',
      cell: (key) => (
        <time className="whitespace-nowrap" dateTime={key.created_at}>
          {formats.date(key.created_at)}
        </time>
      ),
    },
    {
      name: 'used',
      head: t.lastUsed,
      from: 'md',
      cell: ({ last_used_at: at }) => <span className="whitespace-nowrap">{at === null ? t.never : formats.ago(at)}</span>,
    },
    {
      name: 'status',
      head: t.status,
      from: 'sm',
      cell: (key) => (key.revoked_at === null ? <Badge tone="good">{t.active}</Badge> : <Badge>{t.revoked}</Badge>),
    },
    {
      name: 'actions',
      head: t.actions,
      align: 'right',
      cell: (key) => (
        <div className="flex justify-end gap-1">
          <Button
            size="icon"
            look="quiet"
            aria-label={t.showRequests(key.name)}
            onClick={() => void navigate({ to: '/keys', search: { key: key.id } })}
          >
            <ListTree className="size-4" aria-hidden />
          </Button>
          {key.revoked_at === null && (
            <Button size="small" look="quiet" aria-label={`${t.revoke} ${key.name}`} onClick={() => void askRevoke(key)}>
              {t.revoke}
            </Button>
          )}
        </div>
      ),
    },
  ];
}

function Keys() {
  const t = useMessages(catalogues);
  const columns = useColumns();
  const [making, setMaking] = useState(false);
  const { data, error, refetch } = useQuery(reading('/dashboard/keys', {}));
  const make = (
    <Button look="primary" onClick={() => setMaking(true)}>
      <Plus className="size-4" aria-hidden />
      {t.make}
    </Button>
  );
  const keys = data?.data.toSorted((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null));
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} actions={make} />
      <ProblemNotice error={data === undefined ? error : null} onRetry={() => void refetch()} />
      {(data !== undefined || error === null) && (
        <Card padded={false}>
          <DataTable
            label={t.title}
            columns={columns}
            rows={keys}
            idOf={({ id }) => id}
            empty={
              <EmptyState icon={KeyRound} title={t.emptyTitle} action={make}>
                {t.emptyBody}
              </EmptyState>
            }
          />
        </Card>
      )}
      <RequestLog keys={keys ?? []} />
      <MakeKey open={making} onClose={() => setMaking(false)} />
    </>
  );
}

export function KeysScreen() {
  return (
    <Restricted needs="configure">
      <Keys />
    </Restricted>
  );
}
