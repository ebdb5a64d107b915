import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { ask, reading } from '../../api/client.ts';
import type { AnswerOf } from '../../api/contract.ts';
import { useDeed } from '../../api/deed.ts';
import { usePages } from '../../api/pages.ts';
import { useSession } from '../../api/session.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { EmptyState, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { webhookRoute } from './route.ts';

const catalogues = { en, es };
const EVERY_MS = 3_000;
type Delivery = AnswerOf<'GET', '/webhook-endpoints/{endpoint_id}/deliveries'>['data'][number];
type Detail = AnswerOf<'GET', '/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}'>;

const TONES = { pending: 'accent', delivered: 'good', failed: 'bad' } as const;

function State({ status }: { status: Delivery['status'] }) {
  const t = useMessages(catalogues);
  return (
    <Badge tone={TONES[status]} live={status === 'pending'}>
      {t.states[status]}
    </Badge>
  );
}

function Sent({ delivery }: { delivery: Detail }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const { event, response } = delivery;
  return (
    <div className="space-y-5">
      <section>
        <h3 className="mb-2 font-medium">{t.body}</h3>
        {event === null ? <p className="text-soft">{t.noBody}</p> : <CodeBlock text={JSON.stringify(event, null, 2)} label={t.body} />}
      </section>
      <section>
        <h3 className="mb-2 font-medium">
          {t.answerBody} {response !== null && <Badge tone={response.status < 300 ? 'good' : 'bad'}>{response.status}</Badge>}
        </h3>
        {response === null && <p className="text-soft">{delivery.error ?? t.noAnswer}</p>}
        {response !== null && response.body === '' && <p className="text-soft">{t.emptyAnswer}</p>}
        {response !== null && response.body !== '' && <CodeBlock text={response.body} label={t.answerBody} />}
        {response?.truncated === true && <p className="mt-1 text-[13px] text-faint">{t.truncated}</p>}
      </section>
      <section>
        <h3 className="mb-2 font-medium">{t.attemptLog}</h3>
        <ol className="divide-y divide-line rounded-lg border border-line">
          {delivery.attempt_log.map((attempt) => (
            <li key={attempt.at} className="flex flex-wrap justify-between gap-x-4 px-3.5 py-2">
              <time dateTime={attempt.at}>{formats.dateTime(attempt.at)}</time>
              <span className="text-soft">
                {attempt.error ?? attempt.response_status} · {t.took(formats.number(attempt.duration_ms))}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function DeliveryDetail({ endpointId, id, onClose }: { endpointId: string; id: string | undefined; onClose: () => void }) {
  const t = useMessages(catalogues);
  const { may } = useSession();
  const path = { endpoint_id: endpointId, delivery_id: id ?? '' };
  const { data, error } = useQuery({
    ...reading('/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}', { path }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? EVERY_MS : false),
  });
  const retry = useDeed(() => ask('POST', '/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/retry', { path }), {
    renews: ['/webhook-endpoints'],
    told: t.retried,
  });
  return (
    <Dialog open={id !== undefined} onClose={onClose} title={data?.event_type ?? t.deliveries} wide>
      <ProblemNotice error={error} />
      {data === undefined && error === null && <Skeleton className="h-40" />}
      {data !== undefined && (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <State status={data.status} />
            <code className="font-mono text-[12.5px] break-all text-soft">{data.event_id}</code>
            {may('configure') && (
              <Button size="small" className="sm:ml-auto" busy={retry.isPending} onClick={() => retry.mutate()}>
                {t.retry}
              </Button>
            )}
          </div>
          <Sent delivery={data} />
        </>
      )}
    </Dialog>
  );
}

function useColumns(): Column<Delivery>[] {
  const t = useMessages(catalogues);
  const formats = useFormats();
  return [
    { name: 'status', head: t.status, cell: ({ status }) => <State status={status} /> },
    {
      name: 'event',
      head: t.event,
      grows: true,
      cell: (delivery) => (
        <Link
          from="/webhooks/$endpointId"
          to="."
          search={({ status }) => ({ status, delivery: delivery.id })}
          resetScroll={false}
          className="font-mono text-[12.5px] hover:underline"
        >
          {delivery.event_type}
        </Link>
      ),
    },
    { name: 'answer', head: t.answer, from: 'sm', cell: (delivery) => delivery.response_status ?? delivery.error ?? '–' },
    { name: 'attempts', head: t.attempts, from: 'md', align: 'right', cell: ({ attempts }) => formats.number(attempts) },
    {
      name: 'when',
      head: t.when,
      align: 'right',
      from: 'sm',
      cell: ({ created_at: at }) => <Ago at={at} />,
    },
  ];
}

/** What was sent to an endpoint; the list renews itself. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const t = useMessages(catalogues);
  const { status, delivery } = webhookRoute.useSearch();
  const navigate = useNavigate({ from: '/webhooks/$endpointId' });
  const columns = useColumns();
  const list = usePages('/webhook-endpoints/{endpoint_id}/deliveries', {
    path: { endpoint_id: endpointId },
    query: { status },
    every: EVERY_MS,
  });
  return (
    <section aria-labelledby="deliveries">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="deliveries" className="text-[16px] font-semibold">
            {t.deliveries}
          </h2>
          <p className="text-soft">{t.deliveriesLead}</p>
        </div>
        <FilterSelect
          label={t.status}
          value={status}
          choices={(['pending', 'delivered', 'failed'] as const).map((value) => ({ value, label: t.states[value] }))}
          onChoose={(chosen) => void navigate({ search: { status: chosen }, replace: true, resetScroll: false })}
        />
      </div>
      <ListCard
        list={list}
        label={t.deliveries}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <EmptyState icon={Send} title={status === undefined ? t.noDeliveries : t.noneMatch}>
            {t.noDeliveriesBody}
          </EmptyState>
        }
      />
      <DeliveryDetail endpointId={endpointId} id={delivery} onClose={() => void navigate({ search: { status }, resetScroll: false })} />
    </section>
  );
}
