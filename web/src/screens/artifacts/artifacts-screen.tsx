import { Link } from '@tanstack/react-router';
import { AppWindow } from 'lucide-react';
import type { Document } from '../../api/contract.ts';
import { usePages } from '../../api/pages.ts';
import { useSession } from '../../api/session.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Ago } from '../../ui/ago.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { useDocumentName } from '../../vocabulary/document-name.ts';
import { StatusBadge } from '../../vocabulary/status-badge.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
const EVERY_MS = 5_000;

function useColumns(): Column<Document>[] {
  const t = useMessages(catalogues);
  const nameOf = useDocumentName();
  return [
    {
      name: 'name',
      head: t.name,
      grows: true,
      cell: (document) => (
        <Link to="/artifacts/$documentId" params={{ documentId: document.id }} search={{}} className="font-medium hover:underline">
          {nameOf(document)}
        </Link>
      ),
    },
    { name: 'storage', head: t.storage, from: 'sm', cell: ({ artifact }) => (artifact === null ? '–' : t.storages[artifact.storage]) },
    { name: 'status', head: t.status, from: 'sm', cell: (document) => <StatusBadge document={document} /> },
    {
      name: 'made',
      head: t.made,
      align: 'right',
      cell: ({ created_at: at }) => <Ago at={at} />,
    },
  ];
}

export function ArtifactsScreen() {
  const t = useMessages(catalogues);
  const { may } = useSession();
  const columns = useColumns();
  const list = usePages('/documents', { query: { format: 'artifact' }, every: EVERY_MS });
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <ListCard
        list={list}
        label={t.title}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <EmptyState icon={AppWindow} title={t.emptyTitle} action={may('write') && <ButtonLink to="/new">{t.makeOne}</ButtonLink>}>
            {t.emptyBody}
          </EmptyState>
        }
      />
    </>
  );
}
