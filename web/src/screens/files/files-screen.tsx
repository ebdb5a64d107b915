import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { ask } from '../../api/client.ts';
import type { AnswerOf } from '../../api/contract.ts';
import { useDeed } from '../../api/deed.ts';
import { usePages } from '../../api/pages.ts';
import { useSession } from '../../api/session.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { RoleNote } from '../../ui/restricted.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
type StoredFile = AnswerOf<'GET', '/files'>['data'][number];

/** `Word`, where the media type has a long name. */
function kindOf({ content_type: type, filename }: StoredFile): string {
  const end = /\.(\w{1,5})$/.exec(filename)?.[1];
  return (end ?? type.split('/').at(-1) ?? type).toUpperCase();
}

function Uploading() {
  const t = useMessages(catalogues);
  const upload = useDeed(
    async (files: File[]) => {
      const names = [];
      for (const file of files) {
        const form = new FormData();
        form.set('file', file);
        names.push((await ask('POST', '/files', { body: form })).filename);
      }
      return names.join(', ');
    },
    { renews: ['/files'], told: t.uploaded },
  );
  return (
    <div className="mb-4">
      <DropZone title={t.drop} hint={t.dropHint} busy={upload.isPending} several onFiles={(files) => upload.mutate(files)} />
    </div>
  );
}

function useColumns(): Column<StoredFile>[] {
  const t = useMessages(catalogues);
  const formats = useFormats();
  return [
    { name: 'name', head: t.name, grows: true, cell: ({ filename }) => <span className="font-medium">{filename}</span> },
    { name: 'kind', head: t.kind, from: 'sm', cell: kindOf },
    { name: 'size', head: t.size, align: 'right', cell: ({ bytes }) => <span className="whitespace-nowrap">{formats.bytes(bytes)}</span> },
    { name: 'pages', head: t.pages, from: 'md', align: 'right', cell: ({ pages }) => (pages === null ? '–' : formats.number(pages)) },
    {
      name: 'added',
      head: t.added,
      from: 'sm',
      align: 'right',
      cell: ({ created_at: at }) => <Ago at={at} />,
    },
    { name: 'id', head: t.id, align: 'right', cell: ({ id, filename }) => <CopyButton text={id} what={`${t.id} ${filename}`} /> },
  ];
}

function Selected({ ids, onDone }: { ids: ReadonlySet<string>; onDone: () => void }) {
  const t = useMessages(catalogues);
  const confirm = useConfirm();
  const remove = useDeed(
    async () => {
      for (const id of ids) await ask('DELETE', '/files/{file_id}', { path: { file_id: id } });
      return ids.size;
    },
    { renews: ['/files'], told: t.removed, onDone },
  );
  const askFirst = async (): Promise<void> => {
    if (await confirm({ title: t.removeTitle(ids.size), body: t.removeBody, action: t.remove })) remove.mutate();
  };
  return (
    <div className="flex items-center justify-between gap-3 border-b border-line bg-accent-soft px-4 py-2">
      <span className="font-medium">{t.selected(ids.size)}</span>
      <Button look="danger" size="small" busy={remove.isPending} onClick={() => void askFirst()}>
        {t.remove}
      </Button>
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

export function FilesScreen() {
  const t = useMessages(catalogues);
  const { may } = useSession();
  const columns = useColumns();
  const [ids, setIds] = useState(NONE);
  const list = usePages('/files');
  const mayWrite = may('write');
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <RoleNote needs="write" />
      {mayWrite && <Uploading />}
      <ListCard
        list={list}
        above={ids.size > 0 && <Selected ids={ids} onDone={() => setIds(NONE)} />}
        label={t.title}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ filename }) => filename}
        {...(mayWrite ? { selection: { ids, change: setIds } } : {})}
        empty={
          <EmptyState icon={FolderOpen} title={t.emptyTitle}>
            {t.emptyBody}
          </EmptyState>
        }
      />
    </>
  );
}
