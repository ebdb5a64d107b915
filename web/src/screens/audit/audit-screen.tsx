import { ScrollText } from 'lucide-react';
import type { AnswerOf } from '../../api/contract.ts';
import { usePages } from '../../api/pages.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { Restricted } from '../../ui/restricted.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
type Entry = AnswerOf<'GET', '/dashboard/audit-log'>['data'][number];

function useColumns(): Column<Entry>[] {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const names: Readonly<Record<string, string>> = t.actions;
  return [
    {
      name: 'when',
      head: t.when,
      cell: ({ at }) => (
        <time className="whitespace-nowrap" dateTime={at}>
          {formats.dateTime(at)}
        </time>
      ),
    },
    {
      name: 'what',
      head: t.what,
      wraps: true,
      cell: ({ action, actor }) => (
        <>
          <span className="block font-medium">{names[action] ?? action}</span>
          <span className="block text-[13px] break-all text-faint md:hidden">{actor}</span>
        </>
      ),
    },
    { name: 'who', head: t.who, from: 'md', cell: ({ actor }) => actor },
    {
      name: 'target',
      head: t.target,
      from: 'lg',
      cell: ({ target }) => (
        <span className="block max-w-56 truncate" title={target ?? undefined}>
          {target ?? ''}
        </span>
      ),
    },
    {
      name: 'details',
      head: t.details,
      from: 'lg',
      grows: true,
      cell: ({ details }) => {
        const text = Object.entries(details)
          .map(([name, value]) => `${name}: ${value}`)
          .join(' · ');
        return (
          <span className="text-soft" title={text}>
            {text}
          </span>
        );
      },
    },
    {
      name: 'address',
      head: t.address,
      from: 'md',
      align: 'right',
      cell: ({ address }) => <code className="font-mono text-[12.5px]">{address ?? ''}</code>,
    },
  ];
}

function Log() {
  const t = useMessages(catalogues);
  const columns = useColumns();
  const list = usePages('/dashboard/audit-log');
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <ListCard
        list={list}
        label={t.title}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <EmptyState icon={ScrollText} title={t.emptyTitle}>
            {t.emptyBody}
          </EmptyState>
        }
      />
    </>
  );
}

export function AuditScreen() {
  return (
    <Restricted needs="administer">
      <Log />
    </Restricted>
  );
}
