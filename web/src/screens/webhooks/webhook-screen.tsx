import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { ask, reading } from '../../api/client.ts';
import { useDeed } from '../../api/deed.ts';
import { useSession } from '../../api/session.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { ThingError } from '../../shell/screen-error.tsx';
import { Card, PageHeader, Skeleton } from '../../ui/page.tsx';
import { RoleNote } from '../../ui/restricted.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointForm, SecretShown, type Endpoint } from './endpoint-form.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { webhookRoute } from './route.ts';

const catalogues = { en, es };
const RENEWS = ['/webhook-endpoints'];

function useTest(path: { endpoint_id: string }) {
  const t = useMessages(catalogues);
  const toast = useToast();
  return useDeed(() => ask('POST', '/webhook-endpoints/{endpoint_id}/test', { path }), {
    renews: RENEWS,
    onDone: ({ status, error, response_status: answer }) => {
      if (status === 'delivered') toast.done(t.tested, answer === null ? undefined : String(answer));
      else if (status === 'pending') toast.done(t.testPending);
      else toast.missed(t.testFailed, error ?? (answer === null ? '' : t.answered(answer)));
    },
  });
}

function Actions({ endpoint, onEdit, onSecret }: { endpoint: Endpoint; onEdit: () => void; onSecret: (secret: string) => void }) {
  const t = useMessages(catalogues);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const path = { endpoint_id: endpoint.id };
  const test = useTest(path);
  const rotate = useDeed(() => ask('POST', '/webhook-endpoints/{endpoint_id}/rotate-secret', { path }), {
    renews: RENEWS,
    onDone: ({ secret }) => onSecret(secret),
  });
  const enable = useDeed((enabled: boolean) => ask('PATCH', '/webhook-endpoints/{endpoint_id}', { path, body: { enabled } }), {
    renews: RENEWS,
    told: t.saved,
  });
  const remove = useDeed(() => ask('DELETE', '/webhook-endpoints/{endpoint_id}', { path }), {
    renews: ['/webhook-endpoints/{endpoint_id}/deliveries'],
    told: t.removed,
    onDone: () => void navigate({ to: '/webhooks' }),
  });
  const askRotate = async (): Promise<void> => {
    if (await confirm({ title: t.rotateTitle, body: t.rotateBody, action: t.rotate })) rotate.mutate();
  };
  const askRemove = async (): Promise<void> => {
    if (await confirm({ title: t.removeTitle, body: t.removeBody, action: t.remove })) remove.mutate();
  };
  const trigger = (
    <Button aria-label={t.actions} className="px-2.5">
      <Ellipsis className="size-4" aria-hidden />
    </Button>
  );
  return (
    <>
      <Button look="primary" busy={test.isPending} onClick={() => test.mutate()}>
        {t.test}
      </Button>
      <Menu trigger={trigger}>
        <MenuItem onSelect={onEdit}>{t.edit}</MenuItem>
        <MenuItem onSelect={() => enable.mutate(!endpoint.enabled)}>{endpoint.enabled ? t.disable : t.enable}</MenuItem>
        <MenuItem onSelect={() => void askRotate()}>{t.rotate}</MenuItem>
        <MenuLine />
        <MenuItem danger onSelect={() => void askRemove()}>
          {t.remove}
        </MenuItem>
      </Menu>
    </>
  );
}

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const { previous_secret_expires_at: until, last_delivered_at: last } = endpoint;
  return (
    <Card className="mb-8">
      <Facts
        facts={[
          [t.status, <EndpointState endpoint={endpoint} />],
          [t.lastDelivered, last === null ? t.never : formats.ago(last)],
          [
            t.events,
            <span className="flex flex-wrap gap-1.5">
              {endpoint.events.map((type) => (
                <code key={type} className="rounded bg-sunken px-1.5 font-mono text-[12.5px]">
                  {type}
                </code>
              ))}
            </span>,
          ],
        ]}
      />
      {endpoint.disabled_reason !== null && <p className="mt-3 text-bad">{t.disabledBy[endpoint.disabled_reason]}</p>}
      {until !== null && <p className="mt-3 text-soft">{t.previousUntil(formats.dateTime(until))}</p>}
    </Card>
  );
}

export function WebhookScreen() {
  const t = useMessages(catalogues);
  const { endpointId } = webhookRoute.useParams();
  const { may } = useSession();
  const [editing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(reading('/webhook-endpoints/{endpoint_id}', { path: { endpoint_id: endpointId } }));
  if (error !== null && data === undefined) return <ThingError error={error} onRetry={() => void refetch()} />;
  const back = (
    <Link to="/webhooks" className="mb-1 -ml-1 inline-flex items-center gap-1 rounded text-[13px] text-soft hover:text-ink">
      <ChevronLeft className="size-4" aria-hidden />
      {t.back}
    </Link>
  );
  return (
    <>
      <PageHeader
        above={back}
        title={data?.url ?? t.title}
        lead={data?.description ?? undefined}
        actions={data !== undefined && may('configure') && <Actions endpoint={data} onEdit={() => setEditing(true)} onSecret={setSecret} />}
      />
      <RoleNote needs="configure" />
      {data === undefined && <Skeleton className="h-32" />}
      {data !== undefined && (
        <>
          <EndpointFacts endpoint={data} />
          <Deliveries endpointId={data.id} />
          <EndpointForm key={`${data.url}${data.events.join()}`} endpoint={data} open={editing} onClose={() => setEditing(false)} />
        </>
      )}
      <SecretShown secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
