import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, CircleX, Trash2 } from 'lucide-react';
import { reading } from '../../api/client.ts';
import type { Document } from '../../api/contract.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Card, EmptyState, PageHeader } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { isFinal, StatusBadge } from '../../vocabulary/status-badge.tsx';
import { useDocumentName } from '../../vocabulary/document-name.ts';
import { useWords } from '../../vocabulary/words.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { ThingError } from '../../shell/screen-error.tsx';
import { ScreenLoading } from '../../shell/screen-loading.tsx';
import { ChangesView } from './changes-view.tsx';
import { DocumentActions } from './document-actions.tsx';
import { EventsView } from './events-view.tsx';
import { LiveView } from './live-view.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { PagesView } from './pages-view.tsx';
import { ReportView } from './report-view.tsx';
import { RequestView } from './request-view.tsx';
import { documentRoute, VIEWS, type View } from './route.ts';
import { toPages, useOutputs } from './use-pages.ts';
import { VersionsView } from './versions-view.tsx';

const catalogues = { en, es };
const LIVE_MS = 1_500;

function Facts({ document }: { document: Document }) {
  const t = useMessages(catalogues);
  const words = useWords();
  const formats = useFormats();
  const facts = [
    document.format === null ? null : words.format[document.format],
    document.pages === null ? null : t.pages(document.pages),
    document.quality === null ? null : words.quality[document.quality.level],
    formats.ago(document.created_at),
  ].filter((fact) => fact !== null);
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <StatusBadge document={document} />
      <span title={formats.dateTime(document.created_at)}>{facts.join(' · ')}</span>
    </span>
  );
}

function usePanels(document: Document): Readonly<Record<View, () => React.ReactNode>> {
  const { id } = document;
  const path = { document_id: id };
  const report = useQuery(reading('/documents/{document_id}/report', { path }));
  const outputs = useOutputs(id);
  const pages = outputs.data === undefined ? undefined : toPages(outputs.data.data);
  const { findings = [], resolved = [] } = report.data?.validation ?? {};
  return {
    pages: () => <PagesView pages={pages} findings={findings} resolved={resolved.length} />,
    changes: () => <ChangesView document={document} report={report.data} pages={pages} />,
    versions: () => <VersionsView document={document} />,
    report: () => (report.error === null ? <ReportView report={report.data} /> : <ProblemNotice error={report.error} />),
    request: () => <RequestView document={document} />,
    events: () => <EventsView id={id} />,
    data: () => <CodeBlock tall label="JSON" text={JSON.stringify(document, null, 2)} />,
  };
}

function FinishedDocument({ document }: { document: Document }) {
  const t = useMessages(catalogues);
  const { view } = documentRoute.useSearch();
  const navigate = documentRoute.useNavigate();
  const panels = usePanels(document);
  const shown = VIEWS.filter((one) => one !== 'changes' || document.operation === 'edit');
  const open = view !== undefined && shown.includes(view) ? view : 'pages';
  return (
    <>
      {document.error !== null && (
        <div role="alert" className="mb-5 flex gap-3 rounded-xl bg-bad-soft p-4">
          <CircleX className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
          <div>
            <p className="font-medium text-bad">{t.failedTitle}</p>
            <p>{document.error.message}</p>
            <p className="mt-1 text-[13px] text-soft">
              <code className="font-mono">{document.error.code}</code> · {t.failedBody}
            </p>
          </div>
        </div>
      )}
      <Tabs
        label={t.view}
        value={open}
        onChoose={(chosen) => void navigate({ search: (old) => ({ ...old, view: chosen }), resetScroll: false })}
        tabs={shown.map((one) => ({ value: one, label: t.views[one], panel: one === open ? panels[one]() : null }))}
      />
    </>
  );
}

function Body({ document }: { document: Document }) {
  const t = useMessages(catalogues);
  if (document.content_deleted_at !== null)
    return (
      <Card>
        <EmptyState icon={Trash2} title={t.deletedTitle}>
          {t.deletedBody}
        </EmptyState>
      </Card>
    );
  return isFinal(document.status) ? <FinishedDocument document={document} /> : <LiveView document={document} />;
}

export function DocumentScreen() {
  const t = useMessages(catalogues);
  const nameOf = useDocumentName();
  const { documentId } = documentRoute.useParams();
  const {
    data: document,
    error,
    refetch,
  } = useQuery({
    ...reading('/documents/{document_id}', { path: { document_id: documentId } }),
    refetchInterval: ({ state }) => (state.data !== undefined && !isFinal(state.data.status) ? LIVE_MS : false),
  });
  if (error !== null && document === undefined) return <ThingError error={error} onRetry={() => void refetch()} />;
  if (document === undefined) return <ScreenLoading />;
  return (
    <>
      <PageHeader
        above={
          <Link to="/documents" className="mb-2 inline-flex items-center gap-1 rounded text-[13px] text-soft hover:text-ink">
            <ChevronLeft className="size-3.5" aria-hidden />
            {t.documents}
          </Link>
        }
        title={nameOf(document)}
        lead={<Facts document={document} />}
        actions={<DocumentActions document={document} />}
      />
      <Body key={document.id} document={document} />
    </>
  );
}
