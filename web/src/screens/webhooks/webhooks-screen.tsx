import { Link } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { usePages } from '../../api/pages.ts';
import { useSession } from '../../api/session.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { RoleNote } from '../../ui/restricted.tsx';
import { EndpointForm, SecretShown, type Endpoint } from './endpoint-form.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

function useColumns(): Column<Endpoint>[] {
  const t = useMessages(catalogues);
  const formats = useFormats();
  return [
    {
      name: 'url',
      head: t.url,
      grows: true,
      cell: (endpoint) => (
        <>
          <Link
            to="/webhooks/$endpointId"
            params={{ endpointId: endpoint.id }}
            search={{}}
            className="block truncate font-medium hover:underline"
          >
            {endpoint.url}
          </Link>
          <span className="block truncate text-[13px] text-faint">{endpoint.description ?? endpoint.events.join(', ')}</span>
        </>
      ),
    },
    { name: 'status', head: t.status, cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
    { name: 'events', head: t.events, from: 'md', align: 'right', cell: ({ events }) => formats.number(events.length) },
    {
      name: 'last',
      head: t.lastDelivered,
      from: 'sm',
      align: 'right',
      cell: ({ last_delivered_at: at }) => <span className="whitespace-nowrap">{at === null ? t.never : formats.ago(at)}</span>,
    },
  ];
}

export function WebhooksScreen() {
  const t = useMessages(catalogues);
  const { may } = useSession();
  const columns = useColumns();
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const list = usePages('/webhook-endpoints');
  const add = may('configure') ? (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus className="size-4" aria-hidden />
      {t.add}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} actions={add} />
      <RoleNote needs="configure" />
      <ListCard
        list={list}
        label={t.title}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <EmptyState icon={Webhook} title={t.emptyTitle} action={add}>
            {t.emptyBody}
          </EmptyState>
        }
      />
      <EndpointForm open={adding} onClose={() => setAdding(false)} onMade={setSecret} />
      <SecretShown secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
