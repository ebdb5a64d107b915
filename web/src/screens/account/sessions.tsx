import { useQuery } from '@tanstack/react-query';
import { ask, reading } from '../../api/client.ts';
import type { AnswerOf } from '../../api/contract.ts';
import { useDeed } from '../../api/deed.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
const RENEWS = ['/dashboard/sessions'];
type UserSession = AnswerOf<'GET', '/dashboard/sessions'>['data'][number];

const firstOf = (text: string, names: readonly [name: string, pattern: RegExp][]): string | undefined =>
  names.find(([, pattern]) => pattern.test(text))?.[0];

/** `Firefox · Linux` of a User-Agent; null where it names neither. */
function describeAgent(agent: string | null): string | null {
  const text = agent ?? '';
  const browser = firstOf(text, [
    ['Edge', /Edg/],
    ['Firefox', /Firefox/],
    ['Chrome', /Chrom/],
    ['Safari', /Safari/],
  ]);
  const system = firstOf(text, [
    ['Android', /Android/],
    ['iOS', /iPhone|iPad/],
    ['Windows', /Windows/],
    ['macOS', /Mac OS/],
    ['Linux', /Linux/],
  ]);
  const known = [browser, system].filter((name) => name !== undefined).join(' · ');
  return known === '' ? agent : known;
}

function useColumns(): Column<UserSession>[] {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const end = useDeed((id: string) => ask('DELETE', '/dashboard/sessions/{session_id}', { path: { session_id: id } }), {
    renews: RENEWS,
    told: t.ended,
  });
  return [
    {
      name: 'device',
      head: t.device,
      grows: true,
      cell: ({ user_agent: agent, current }) => (
        <span title={agent ?? undefined}>
          {describeAgent(agent) ?? t.unknownDevice} {current && <Badge tone="good">{t.thisOne}</Badge>}
        </span>
      ),
    },
    {
      name: 'address',
      head: t.address,
      from: 'sm',
      cell: ({ address }) => <code className="font-mono text-[12.5px]">{address ?? ''}</code>,
    },
    { name: 'seen', head: t.seen, from: 'sm', cell: ({ last_seen_at: at }) => formats.date(at) },
    {
      name: 'actions',
      head: t.actions,
      align: 'right',
      cell: ({ id, current, user_agent: agent }) =>
        current ? null : (
          <Button
            size="small"
            look="quiet"
            aria-label={`${t.end} ${describeAgent(agent) ?? t.unknownDevice}`}
            onClick={() => end.mutate(id)}
          >
            {t.end}
          </Button>
        ),
    },
  ];
}

export function Sessions() {
  const t = useMessages(catalogues);
  const columns = useColumns();
  const { data, error, refetch } = useQuery(reading('/dashboard/sessions', {}));
  const endOthers = useDeed(() => ask('DELETE', '/dashboard/sessions', {}), { renews: RENEWS, told: ({ ended }) => t.othersEnded(ended) });
  const others = (data?.data.length ?? 0) > 1 && (
    <Button size="small" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
      {t.endOthers}
    </Button>
  );
  return (
    <Card title={t.sessions} actions={others} padded={false} className="xl:col-span-2">
      <p className="px-4 pt-3 text-soft">{t.sessionsLead}</p>
      <ProblemNotice error={data === undefined ? error : null} onRetry={() => void refetch()} />
      {(data !== undefined || error === null) && (
        <DataTable label={t.sessions} columns={columns} rows={data?.data} idOf={({ id }) => id} empty={null} />
      )}
    </Card>
  );
}
