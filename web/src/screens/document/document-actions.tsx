import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Download, ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ask, localLink, reading } from '../../api/client.ts';
import type { Document } from '../../api/contract.ts';
import { useSession } from '../../api/session.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { isFinal } from '../../vocabulary/status-badge.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
const NAMES = { docx: 'Word', pptx: 'PowerPoint', xlsx: 'Excel', pdf: 'PDF', html: 'HTML', preview: 'PNG' } as const;

/** The files of the document; links are asked for when one is wanted, since they live five minutes. */
function Downloads({ document }: { document: Document }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const toast = useToast();
  const files = (document.outputs ?? []).filter(({ kind }) => kind !== 'preview');
  const fetchLink = useMutation({
    mutationFn: async (outputId: string) => {
      const { data } = await ask('GET', '/documents/{document_id}/outputs', { path: { document_id: document.id } });
      return data.find(({ id }) => id === outputId)?.url;
    },
    onSuccess: (url) => {
      if (url !== undefined) location.assign(localLink(url));
    },
    onError: toast.failed,
  });
  const page = files.find(({ kind, url }) => kind === 'html' && !new URL(url).pathname.startsWith('/v1/downloads/'));
  if (page !== undefined)
    return (
      <Button look="primary" onClick={() => window.open(page.url, '_blank', 'noopener')}>
        <ExternalLink className="size-4" aria-hidden />
        {t.openPage}
      </Button>
    );
  if (files.length === 0) return null;
  const trigger = (
    <Button look="primary" busy={fetchLink.isPending}>
      <Download className="size-4" aria-hidden />
      {t.download}
      <ChevronDown className="size-4" aria-hidden />
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      {files.map(({ id, kind, bytes }) => (
        <MenuItem key={id} onSelect={() => fetchLink.mutate(id)}>
          <span className="flex-1">{NAMES[kind]}</span>
          <span className="text-[13px] text-faint">{formats.bytes(bytes)}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

export function DocumentActions({ document }: { document: Document }) {
  const t = useMessages(catalogues);
  const { may } = useSession();
  const confirm = useConfirm();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [editing, setEditing] = useState(false);
  const path = { document_id: document.id };
  const renew = (changed: Document): void => {
    queryClient.setQueryData(reading('/documents/{document_id}', { path }).queryKey, changed);
    void queryClient.invalidateQueries({ queryKey: ['/documents'] });
  };
  const cancel = useMutation({
    mutationFn: () => ask('POST', '/documents/{document_id}/cancel', { path }),
    onSuccess: (changed) => {
      renew(changed);
      toast.done(t.canceled);
    },
    onError: toast.failed,
  });
  const remove = useMutation({
    mutationFn: () => ask('DELETE', '/documents/{document_id}', { path }),
    onSuccess: (changed) => {
      renew(changed);
      toast.done(t.deleted);
    },
    onError: toast.failed,
  });
  const askToDelete = async (): Promise<void> => {
    if (await confirm({ title: t.deleteTitle, body: t.deleteBody, action: t.delete })) remove.mutate();
  };
  if (document.content_deleted_at !== null) return null;
  if (!isFinal(document.status))
    return (
      may('write') && (
        <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t.cancel}
        </Button>
      )
    );
  const canEdit = (document.outputs ?? []).length > 0;
  return (
    <>
      {may('write') && (
        <Button size="icon" className="size-9" aria-label={t.delete} busy={remove.isPending} onClick={() => void askToDelete()}>
          <Trash2 className="size-4" aria-hidden />
        </Button>
      )}
      {may('write') && canEdit && (
        <Button onClick={() => setEditing(true)}>
          <Pencil className="size-4" aria-hidden />
          {t.edit}
        </Button>
      )}
      <Downloads document={document} />
      <EditDialog document={document} open={editing} onClose={() => setEditing(false)} />
    </>
  );
}
