import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChartColumn, Download } from 'lucide-react';
import { QUALITY_LEVELS } from '../../../../src/contract/vocabulary.ts';
import { addressOf, reading } from '../../api/client.ts';
import type { AnswerOf } from '../../api/contract.ts';
import { saveFile } from '../../api/save-file.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterSelect } from '../../ui/filters.tsx';
import { Card, EmptyState, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { BarChart } from './bar-chart.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { SPANS, usageRoute } from './route.ts';

const catalogues = { en, es };
const DAY_MS = 86_400_000;
type Usage = AnswerOf<'GET', '/usage'>;
type Row = Usage['data'][number];
const COLOURS = { fast: 'text-accent', standard: 'text-good', best: 'text-warn', none: 'text-line-strong' } as const;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Every day of the span, with zeros where nothing was made. */
function barsOf({ from, to, data }: Usage, of: (row: Row) => number) {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const days = Array.from({ length: Math.round((end - begin) / DAY_MS) + 1 }, (_, index) => dayOf(begin + index * DAY_MS));
  const values = new Map<string, Record<string, number>>();
  for (const row of data) {
    const day = values.get(row.day ?? '') ?? {};
    const level = row.level ?? 'none';
    values.set(row.day ?? '', { ...day, [level]: (day[level] ?? 0) + of(row) });
  }
  return days.map((day) => ({ day, values: values.get(day) ?? {} }));
}

/** Rows with the same name as one. */
function summed(rows: readonly Row[], nameOf: (row: Row) => string) {
  const sums = new Map<string, { name: string; documents: number; pages: number; amount: number }>();
  for (const row of rows) {
    const name = nameOf(row);
    const sum = sums.get(name) ?? { name, documents: 0, pages: 0, amount: 0 };
    sums.set(name, {
      name,
      documents: sum.documents + row.documents,
      pages: sum.pages + row.pages,
      amount: sum.amount + row.amount,
    });
  }
  return [...sums.values()].toSorted((a, b) => b.documents - a.documents);
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="rounded-xl border border-line bg-surface px-4 py-3 shadow-card">
      <dt className="text-[13px] text-faint">{label}</dt>
      <dd className="mt-0.5 text-[22px] leading-tight font-semibold tracking-tight tabular-nums">{value}</dd>
    </div>
  );
}

function Charts({ usage }: { usage: Usage }) {
  const t = useMessages(catalogues);
  const levels = [...QUALITY_LEVELS, 'none' as const].filter((level) => usage.data.some((row) => (row.level ?? 'none') === level));
  const parts = levels.map((name) => ({ name, label: name === 'none' ? t.noLevel : t.levels[name], colour: COLOURS[name] }));
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Card title={t.documents}>
        <BarChart label={t.chart(t.documents)} bars={barsOf(usage, (row) => row.documents)} parts={parts} />
      </Card>
      <Card title={t.pages}>
        <BarChart label={t.chart(t.pages)} bars={barsOf(usage, (row) => row.pages)} parts={parts} />
      </Card>
    </div>
  );
}

function SumTable({ title, head, rows, currency }: { title: string; head: string; rows: ReturnType<typeof summed>; currency: string }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  return (
    <Card title={title} padded={false}>
      <DataTable
        label={title}
        rows={rows}
        idOf={({ name }) => name}
        empty={null}
        columns={[
          { name: 'name', head, grows: true, cell: ({ name }) => name },
          { name: 'documents', head: t.documents, align: 'right', cell: ({ documents }) => formats.number(documents) },
          { name: 'pages', head: t.pages, align: 'right', from: 'sm', cell: ({ pages }) => formats.number(pages) },
          { name: 'amount', head: t.charged, align: 'right', cell: ({ amount }) => formats.money(amount, currency) },
        ]}
      />
    </Card>
  );
}

function Figures({ usage: { total, currency } }: { usage: Usage }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  return (
    <dl className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure label={t.documents} value={formats.number(total.documents)} />
      <Figure label={t.pages} value={formats.number(total.pages)} />
      <Figure label={t.charged} value={formats.money(total.amount, currency)} />
      <Figure label={t.failed} value={formats.number(total.failed)} />
    </dl>
  );
}

function Shown({ usage }: { usage: Usage }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const days = summed(usage.data, (row) => row.day ?? '').toSorted((a, b) => b.name.localeCompare(a.name));
  return (
    <>
      <Figures usage={usage} />
      <Charts usage={usage} />
      <div className="mt-4 grid items-start gap-4 xl:grid-cols-2">
        <SumTable
          title={t.byLevel}
          head={t.level}
          currency={usage.currency}
          rows={summed(usage.data, ({ level }) => (level === null || level === undefined ? t.noLevel : t.levels[level]))}
        />
        <SumTable title={t.byKey} head={t.key} currency={usage.currency} rows={summed(usage.data, ({ key }) => key?.name ?? t.noKey)} />
        <SumTable
          title={t.byDay}
          head={t.day}
          currency={usage.currency}
          rows={days.map((row) => ({ ...row, name: formats.date(row.name) }))}
        />
      </div>
    </>
  );
}

export function UsagePanel() {
  const t = useMessages(catalogues);
  const { days = 30 } = usageRoute.useSearch();
  const navigate = useNavigate({ from: '/usage' });
  const today = Date.now();
  const query = { from: dayOf(today - (days - 1) * DAY_MS), to: dayOf(today), group_by: 'day,key,level' };
  const { data, error, refetch } = useQuery(reading('/usage', { query }));
  const isEmpty = data !== undefined && data.total.documents + data.total.failed + data.total.canceled === 0;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <FilterSelect
          label={t.span}
          value={String(days)}
          choices={SPANS.map((count) => ({ value: String(count), label: t.days(count) }))}
          onChoose={(chosen) =>
            void navigate({ search: (search) => ({ ...search, days: SPANS.find((count) => String(count) === chosen) }), replace: true })
          }
        />
        <Button size="small" onClick={() => void saveFile(addressOf('/usage', { query: { ...query, format: 'csv' } }))}>
          <Download className="size-4" aria-hidden />
          {t.csv}
        </Button>
      </div>
      <ProblemNotice error={data === undefined ? error : null} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton className="h-80" />}
      {isEmpty && (
        <Card>
          <EmptyState icon={ChartColumn} title={t.emptyTitle} action={<ButtonLink to="/new">{t.makeOne}</ButtonLink>}>
            {t.emptyBody}
          </EmptyState>
        </Card>
      )}
      {data !== undefined && !isEmpty && <Shown usage={data} />}
    </>
  );
}
