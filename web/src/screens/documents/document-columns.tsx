import { Link } from '@tanstack/react-router';
import type { Document } from '../../api/contract.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Ago } from '../../ui/ago.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { StatusBadge } from '../../vocabulary/status-badge.tsx';
import { useDocumentName } from '../../vocabulary/document-name.ts';
import { useWords } from '../../vocabulary/words.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

/** How documents are shown in tables. */
export function useDocumentColumns(): readonly Column<Document>[] {
  const t = useMessages(catalogues);
  const words = useWords();
  const nameOf = useDocumentName();
  return [
    {
      name: 'name',
      head: t.name,
      grows: true,
      cell: (document) => (
        <Link
          to="/documents/$documentId"
          params={{ documentId: document.id }}
          className="rounded font-medium hover:underline"
          title={document.id}
        >
          {nameOf(document)}
        </Link>
      ),
    },
    { name: 'status', head: t.status, cell: (document) => <StatusBadge document={document} /> },
    {
      name: 'format',
      head: t.format,
      from: 'sm',
      cell: ({ format }) => <span className="whitespace-nowrap text-soft">{format === null ? '–' : words.format[format]}</span>,
    },
    {
      name: 'operation',
      head: t.operation,
      from: 'lg',
      cell: ({ operation }) => <span className="text-soft">{words.operation[operation]}</span>,
    },
    { name: 'pages', head: t.pages, from: 'md', align: 'right', cell: ({ pages }) => <span className="text-soft">{pages ?? '–'}</span> },
    {
      name: 'level',
      head: t.level,
      from: 'lg',
      cell: ({ quality }) => <span className="text-soft">{quality === null ? '–' : words.quality[quality.level]}</span>,
    },
    {
      name: 'created',
      head: t.created,
      from: 'sm',
      align: 'right',
      cell: ({ created_at: at }) => <Ago at={at} />,
    },
  ];
}
