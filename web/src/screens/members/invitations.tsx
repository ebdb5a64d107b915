import { useQuery } from '@tanstack/react-query';
import { ask, reading } from '../../api/client.ts';
import { useDeed } from '../../api/deed.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Card } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useRoleNames } from '../../ui/restricted.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

/** Those that nobody has followed yet; nothing where there are none. */
export function Invitations() {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const names = useRoleNames();
  const { data, error, refetch } = useQuery(reading('/dashboard/invitations', {}));
  const withdraw = useDeed((id: string) => ask('DELETE', '/dashboard/invitations/{invitation_id}', { path: { invitation_id: id } }), {
    renews: ['/dashboard/invitations'],
    told: t.withdrawn,
  });
  if (data?.data.length === 0) return null;
  return (
    <Card className="mt-6" title={t.open} padded={false}>
      <ProblemNotice error={data === undefined ? error : null} onRetry={() => void refetch()} />
      <DataTable
        label={t.open}
        rows={data?.data}
        idOf={({ id }) => id}
        empty={null}
        columns={[
          {
            name: 'email',
            head: t.email,
            grows: true,
            cell: ({ email }) => <span className="block whitespace-normal break-words">{email ?? t.anybody}</span>,
          },
          { name: 'role', head: t.role, cell: ({ role }) => names[role] },
          { name: 'expires', head: t.expires, from: 'sm', cell: ({ expires_at: at }) => formats.dateTime(at) },
          {
            name: 'actions',
            head: t.actions,
            align: 'right',
            cell: ({ id, email }) => (
              <Button size="small" look="quiet" aria-label={`${t.withdraw} ${email ?? t.anybody}`} onClick={() => withdraw.mutate(id)}>
                {t.withdraw}
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}
