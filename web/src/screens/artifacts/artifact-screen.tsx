import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { ask, reading } from '../../api/client.ts';
import type { Document } from '../../api/contract.ts';
import { useDeed } from '../../api/deed.ts';
import { useSession } from '../../api/session.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ThingError } from '../../shell/screen-error.tsx';
import { Card, PageHeader, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useDocumentName } from '../../vocabulary/document-name.ts';
import { ArtifactData } from './artifact-data.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { artifactRoute } from './route.ts';

const catalogues = { en, es };
const VALIDITIES = ['3600', '86400', '604800'] as const;

function Links({ id }: { id: string }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const confirm = useConfirm();
  const { may } = useSession();
  const [validity, setValidity] = useState<(typeof VALIDITIES)[number]>('86400');
  const make = useDeed(
    () => ask('GET', '/documents/{document_id}/outputs', { path: { document_id: id }, query: { expires_in: validity } }),
    { renews: [] },
  );
  const revoke = useDeed(() => ask('POST', '/documents/{document_id}/revoke-links', { path: { document_id: id } }), {
    renews: ['/documents'],
    told: t.revoked,
    onDone: () => make.reset(),
  });
  const askRevoke = async (): Promise<void> => {
    if (await confirm({ title: t.revokeTitle, body: t.revokeBody, action: t.revoke })) revoke.mutate();
  };
  const made = make.data?.data.find(({ kind }) => kind === 'html');
  return (
    <Card title={t.links}>
      <p className="mb-4 text-soft">{t.linksLead}</p>
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label={t.validity}
          value={validity}
          onChoose={setValidity}
          choices={VALIDITIES.map((value) => ({ value, label: t.validities[value] }))}
        />
        <Button look="primary" busy={make.isPending} onClick={() => make.mutate()}>
          {t.makeLink}
        </Button>
      </div>
      {made !== undefined && (
        <div className="mt-4">
          <CodeBlock text={made.url} label={t.link} />
          <p className="mt-2 text-[13px] text-faint">{t.until(formats.dateTime(made.expires_at))}</p>
        </div>
      )}
      {may('write') && (
        <Button look="danger" className="mt-5" busy={revoke.isPending} onClick={() => void askRevoke()}>
          {t.revoke}
        </Button>
      )}
    </Card>
  );
}

/** The page as a visitor has it, from its own origin. */
function Page({ document }: { document: Document }) {
  const t = useMessages(catalogues);
  const nameOf = useDocumentName();
  const { id, content_deleted_at: deleted } = document;
  const { data, error } = useQuery({
    ...reading('/documents/{document_id}/outputs', { path: { document_id: id }, query: { expires_in: 3_600 } }),
    enabled: deleted === null,
    staleTime: 1_800_000,
  });
  const page = data?.data.find(({ kind }) => kind === 'html');
  if (deleted !== null) return <p className="text-soft">{t.gone}</p>;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <Card
        title={t.page}
        padded={false}
        actions={
          page !== undefined && (
            <a className={buttonClasses('quiet', 'small')} href={page.url} target="_blank" rel="noreferrer">
              <ExternalLink className="size-4" aria-hidden />
              {t.openLink}
            </a>
          )
        }
      >
        <ProblemNotice error={error} />
        {page === undefined && error === null && <Skeleton className="m-4 h-[60dvh]" />}
        {page !== undefined && <iframe title={nameOf(document)} src={page.url} className="block h-[70dvh] w-full rounded-b-xl bg-white" />}
      </Card>
      <Links id={id} />
    </div>
  );
}

function Shown({ document }: { document: Document }) {
  const t = useMessages(catalogues);
  const { tab = 'page' } = artifactRoute.useSearch();
  const navigate = useNavigate({ from: '/artifacts/$documentId' });
  if (document.status === 'queued' || document.status === 'running') return <p role="status">{t.notReady}</p>;
  if (document.error !== null) return <p className="text-bad">{document.error.message}</p>;
  return (
    <Tabs
      label={t.title}
      value={tab}
      onChoose={(chosen) => void navigate({ search: (search) => ({ ...search, tab: chosen }), replace: true })}
      tabs={[
        { value: 'page', label: t.page, panel: <Page document={document} /> },
        { value: 'data', label: t.data, panel: <ArtifactData document={document} /> },
      ]}
    />
  );
}

export function ArtifactScreen() {
  const t = useMessages(catalogues);
  const nameOf = useDocumentName();
  const { documentId } = artifactRoute.useParams();
  const { data, error, refetch } = useQuery({
    ...reading('/documents/{document_id}', { path: { document_id: documentId } }),
    refetchInterval: ({ state }) => (state.data?.status === 'queued' || state.data?.status === 'running' ? 1_000 : false),
  });
  if (error !== null && data === undefined) return <ThingError error={error} onRetry={() => void refetch()} />;
  const back = (
    <Link to="/artifacts" className="mb-1 -ml-1 inline-flex items-center gap-1 rounded text-[13px] text-soft hover:text-ink">
      <ChevronLeft className="size-4" aria-hidden />
      {t.back}
    </Link>
  );
  return (
    <>
      <PageHeader above={back} title={data === undefined ? t.title : nameOf(data)} />
      {data === undefined && <Skeleton className="h-96" />}
      {data !== undefined && <Shown document={data} />}
    </>
  );
}
