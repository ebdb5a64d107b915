import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GitCompare } from 'lucide-react';
import { ask, addressOf, reading, send } from '../../api/client.ts';
import type { AnswerOf, Document } from '../../api/contract.ts';
import { useSession } from '../../api/session.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, EmptyState, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { StatusBadge } from '../../vocabulary/status-badge.tsx';
import { useDocumentName } from '../../vocabulary/document-name.ts';
import { DropZone } from '../new-document/drop-zone.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { documentRoute } from './route.ts';

const catalogues = { en, es };
type Diff = AnswerOf<'GET', '/documents/{document_id}/diff'>;
const TONES: Readonly<Record<Diff['changes'][number]['change'], Tone>> = {
  inserted: 'good',
  deleted: 'bad',
  changed: 'accent',
  moved: 'neutral',
};

function Words({ words }: { words: NonNullable<Diff['changes'][number]['words']> }) {
  return (
    <p className="break-words whitespace-pre-wrap">
      {words.map(({ kind, text }, index) =>
        kind === 'deleted' ? (
          <del key={index} className="bg-bad-soft text-bad">
            {text}
          </del>
        ) : kind === 'inserted' ? (
          <ins key={index} className="bg-good-soft text-good no-underline">
            {text}
          </ins>
        ) : (
          <span key={index}>{text}</span>
        ),
      )}
    </p>
  );
}

/** Two Word files as one with tracked changes. */
function Redline({ id, from }: { id: string; from: string }) {
  const t = useMessages(catalogues).versions;
  const toast = useToast();
  const fetchFile = useMutation({
    mutationFn: async () =>
      (await send('GET', addressOf('/documents/{id}/diff', { path: { id }, query: { from, format: 'docx' } }))).blob(),
    onSuccess: (file) => {
      const link = window.document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = `${id}.docx`;
      link.click();
      URL.revokeObjectURL(link.href);
    },
    onError: toast.failed,
  });
  return (
    <Button size="small" busy={fetchFile.isPending} onClick={() => fetchFile.mutate()}>
      {t.redline}
    </Button>
  );
}

function Differences({ document, from, name }: { document: Document; from: string; name: string }) {
  const t = useMessages(catalogues).versions;
  const { data, error } = useQuery(reading('/documents/{document_id}/diff', { path: { document_id: document.id }, query: { from } }));
  if (error !== null) return <ProblemNotice error={error} />;
  if (data === undefined) return <Skeleton className="h-40" />;
  const { inserted, deleted, changed, moved } = data.summary;
  return (
    <Card padded={false} title={t.from(name)} actions={document.format === 'docx' && <Redline id={document.id} from={from} />}>
      <p className="px-4 pt-3 text-soft">{data.changes.length === 0 ? t.same : t.summary(inserted, deleted, changed, moved)}</p>
      <ul className="divide-y divide-line">
        {data.changes.map(({ change, type, from: old, to, before, after, words }, index) => (
          <li key={index} className="flex flex-col gap-1.5 px-4 py-3">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={TONES[change]}>{t.kinds[change]}</Badge>
              <code className="font-mono text-[12px] text-faint">{[type, to ?? old].filter(Boolean).join(' ')}</code>
            </p>
            {words === undefined ? (
              <Words
                words={[
                  ...(before === undefined ? [] : [{ kind: 'deleted' as const, text: before }]),
                  ...(after === undefined ? [] : [{ kind: 'inserted' as const, text: after }]),
                ]}
              />
            ) : (
              <Words words={words} />
            )}
          </li>
        ))}
      </ul>
      {data.truncated && <p className="border-t border-line px-4 py-2.5 text-[13px] text-faint">{t.truncated}</p>}
    </Card>
  );
}

function UploadVersion({ document }: { document: Document }) {
  const t = useMessages(catalogues).versions;
  const toast = useToast();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData();
      body.append('file', file);
      const { id } = await ask('POST', '/files', { body });
      return ask('POST', '/documents/{document_id}/versions', { path: { document_id: document.id }, body: { file: id } });
    },
    onSuccess: () => {
      toast.done(t.uploaded);
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/documents') });
    },
    onError: toast.failed,
  });
  return (
    <DropZone
      label={t.upload}
      hint={t.upload}
      files={[]}
      busy={save.isPending}
      onFiles={([file]) => file !== undefined && save.mutate(file)}
    />
  );
}

/** The family of a document, and what differs between two of it. */
export function VersionsView({ document }: { document: Document }) {
  const t = useMessages(catalogues).versions;
  const nameOf = useDocumentName();
  const formats = useFormats();
  const { may } = useSession();
  const { from = document.parent_id ?? undefined } = documentRoute.useSearch();
  const navigate = documentRoute.useNavigate();
  const { data, error } = useQuery(
    reading('/documents/{document_id}/versions', { path: { document_id: document.id }, query: { limit: 100 } }),
  );
  if (error !== null) return <ProblemNotice error={error} />;
  if (data === undefined) return <Skeleton className="h-40" />;
  const named = (one: Document): string => `${data.data.indexOf(one) + 1}. ${nameOf(one)}`;
  const other = data.data.find(({ id }) => id === from && id !== document.id);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <div className="space-y-4">
        <Card padded={false} title={t.title}>
          <ol className="divide-y divide-line">
            {data.data.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3">
                <div className="min-w-0 flex-1">
                  <Link
                    to="/documents/$documentId"
                    params={{ documentId: one.id }}
                    search={{ view: 'versions' }}
                    className="block truncate font-medium hover:underline"
                  >
                    {named(one)}
                  </Link>
                  <span className="text-[13px] text-faint">
                    {t.modes[one.mode ?? (one.operation === 'review' ? 'review' : 'edit')]} · {formats.ago(one.created_at)}
                  </span>
                </div>
                <StatusBadge document={one} />
                {one.id === document.id ? (
                  <span className="text-[13px] text-faint">{t.this}</span>
                ) : (
                  <Button
                    size="small"
                    aria-pressed={one.id === from}
                    onClick={() => void navigate({ search: (old) => ({ ...old, from: one.id }), resetScroll: false })}
                  >
                    {t.compare}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        </Card>
        {may('write') && <UploadVersion document={document} />}
      </div>
      {other === undefined ? (
        <Card>
          <EmptyState icon={GitCompare} title={t.compare}>
            {t.lead}
          </EmptyState>
        </Card>
      ) : (
        <Differences document={document} from={other.id} name={named(other)} />
      )}
    </div>
  );
}
