import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { useMessages } from '../../i18n/language.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Card, PageHeader } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { isFinal } from '../../vocabulary/status-badge.tsx';
import { useDocumentColumns } from '../documents/document-columns.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { StartHere } from './start-here.tsx';
import { FirstSteps } from './first-steps.tsx';

const catalogues = { en, es };
const RECENT = 6;
const LIVE_MS = 2_000;
const IDLE_MS = 20_000;

export function OverviewScreen() {
  const t = useMessages(catalogues);
  const { user, may } = useSession();
  const columns = useDocumentColumns();
  const { data, error } = useQuery({
    ...reading('/documents', { query: { limit: RECENT } }),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => !isFinal(status)) === true ? LIVE_MS : IDLE_MS),
  });
  return (
    <>
      <PageHeader title={t.hello(user.name)} lead={t.lead} />
      <div className="space-y-6">
        {may('write') && <StartHere />}
        <FirstSteps hasDocument={data === undefined ? null : data.data.length > 0} />
        <Card
          padded={false}
          title={t.recent}
          actions={
            <Link to="/documents" className="rounded text-[13px] text-soft underline-offset-2 hover:text-ink hover:underline">
              {t.all}
            </Link>
          }
        >
          {error === null ? (
            <DataTable
              label={t.recent}
              columns={columns}
              rows={data?.data}
              idOf={({ id }) => id}
              empty={<p className="px-4 py-8 text-center text-soft">{t.none}</p>}
            />
          ) : (
            <div className="p-4">
              <ProblemNotice error={error} />
            </div>
          )}
        </Card>
      </div>
    </>
  );
}
