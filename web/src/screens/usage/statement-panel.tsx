import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, FileText, ReceiptText } from 'lucide-react';
import { addressOf, ask, localLink, reading } from '../../api/client.ts';
import type { AnswerOf } from '../../api/contract.ts';
import { useDeed } from '../../api/deed.ts';
import { saveFile } from '../../api/save-file.ts';
import { useSession } from '../../api/session.ts';
import { useFormats, useLanguage, useMessages } from '../../i18n/language.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Card, EmptyState, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { usageRoute } from './route.ts';

const catalogues = { en, es };
const MONTHS_SHOWN = 12;
type Statement = AnswerOf<'GET', '/statements/{month}'>;

/** The last twelve months, this one first. */
function lastMonths(language: string): { value: string; label: string }[] {
  const now = new Date();
  return Array.from({ length: MONTHS_SHOWN }, (_, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    const label = month.toLocaleDateString(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    return { value: month.toISOString().slice(0, 7), label };
  });
}

function Actions({ month }: { month: string }) {
  const t = useMessages(catalogues);
  const { may } = useSession();
  const make = useDeed(() => ask('POST', '/statements/{month}/document', { path: { month }, body: { format: 'pdf' } }), {
    renews: ['/documents'],
    told: t.statementMade,
  });
  const pdf = make.data?.outputs?.find(({ kind }) => kind === 'pdf');
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => void saveFile(addressOf(`/statements/${month}`, { query: { format: 'csv' } }))}>
        <Download className="size-4" aria-hidden />
        {t.csv}
      </Button>
      {may('write') && pdf === undefined && (
        <Button busy={make.isPending} onClick={() => make.mutate()}>
          <FileText className="size-4" aria-hidden />
          {t.makeStatement}
        </Button>
      )}
      {pdf !== undefined && (
        <a className={buttonClasses('primary')} href={localLink(pdf.url)} target="_blank" rel="noreferrer">
          {t.openStatement}
        </a>
      )}
    </div>
  );
}

function Shown({ statement }: { statement: Statement }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const { currency, opening, granted, charged, closing, lines, complete } = statement;
  const money = (amount: number): string => formats.money(amount, currency);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <Card>
        <Facts
          facts={[
            [t.opening, <span className="block text-right tabular-nums">{money(opening)}</span>],
            [t.granted, <span className="block text-right tabular-nums">{money(granted)}</span>],
            [t.charged, <span className="block text-right tabular-nums">{money(charged === 0 ? 0 : -charged)}</span>],
            [t.closing, <span className="block border-t border-line text-right font-semibold tabular-nums">{money(closing)}</span>],
          ]}
        />
        {!complete && <p className="mt-3 text-[13px] text-faint">{t.incomplete}</p>}
      </Card>
      <Card padded={false}>
        <DataTable
          label={t.tabs.statements}
          rows={lines}
          idOf={({ day, kind, description, level }) => [day, kind, description, level].join()}
          empty={
            <EmptyState icon={ReceiptText} title={t.noLines}>
              {t.noLinesBody}
            </EmptyState>
          }
          columns={[
            { name: 'day', head: t.day, cell: ({ day }) => <span className="whitespace-nowrap">{formats.date(day)}</span> },
            {
              name: 'line',
              head: t.line,
              grows: true,
              cell: ({ description }) => <span className="block whitespace-normal">{description}</span>,
            },
            { name: 'pages', head: t.pages, from: 'sm', align: 'right', cell: ({ pages }) => (pages === 0 ? '' : formats.number(pages)) },
            { name: 'amount', head: t.amount, align: 'right', cell: ({ amount }) => money(amount) },
          ]}
        />
      </Card>
    </div>
  );
}

export function StatementPanel() {
  const t = useMessages(catalogues);
  const { language } = useLanguage();
  const months = lastMonths(language);
  const { month = months[0]?.value ?? '' } = usageRoute.useSearch();
  const navigate = useNavigate({ from: '/usage' });
  const { data, error, refetch } = useQuery(reading('/statements/{month}', { path: { month } }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <SelectField
          label={t.month}
          value={month}
          choices={months}
          onChoose={(chosen) => void navigate({ search: (search) => ({ ...search, month: chosen }), replace: true })}
        />
        <Actions key={month} month={month} />
      </div>
      <ProblemNotice error={data === undefined ? error : null} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton className="h-48" />}
      {data !== undefined && <Shown statement={data} />}
    </>
  );
}
