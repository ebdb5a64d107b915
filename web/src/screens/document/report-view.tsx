import type { ReactNode } from 'react';
import type { Report } from '../../../../src/contract/report.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card, Skeleton } from '../../ui/page.tsx';
import { useWords } from '../../vocabulary/words.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
const REQUIREMENT_TONES = { met: 'good', not_met: 'bad', not_checked: 'neutral' } as const;

function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-5 gap-y-2.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-faint">{label}</dt>
          <dd className="-mt-2 break-words sm:mt-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Decisions({ report }: { report: Report }) {
  const t = useMessages(catalogues).report;
  const words = useWords();
  const formats = useFormats();
  const { route, quality, style, design, cost, timings_ms: timings, accessibility } = report;
  const look = style.applied === null ? null : [style.applied.font, `${style.applied.font_size} pt`].join(', ');
  const total = Object.entries(timings).reduce((sum, [, ms]) => sum + ms, 0);
  const facts: [string, ReactNode][] = [
    ...(quality === null ? [] : ([[t.level, `${words.quality[quality.level]}. ${quality.reason}`]] as [string, ReactNode][])),
    ...(route === null ? [] : ([[t.route, route.reason]] as [string, ReactNode][])),
    ...(look === null ? [] : ([[t.look, look]] as [string, ReactNode][])),
    ...(design.source === null ? [] : ([[t.design, design.source]] as [string, ReactNode][])),
    ...(accessibility === null
      ? []
      : ([[t.accessibility, accessibility.passed ? t.passed(accessibility.standard) : t.notPassed(accessibility.standard)]] as [
          string,
          ReactNode,
        ][])),
    [t.cost, cost.amount === 0 ? t.free : formats.money(cost.amount, cost.currency)],
    ...(total === 0 ? [] : ([[t.timings, `${formats.number(Math.round(total / 100) / 10)} s`]] as [string, ReactNode][])),
  ];
  return (
    <Card title={t.decisions}>
      <Facts facts={facts} />
    </Card>
  );
}

function Listed({
  title,
  items,
}: {
  title: string;
  items: readonly { key: string; head?: ReactNode; text: ReactNode; below?: ReactNode }[];
}) {
  if (items.length === 0) return null;
  return (
    <Card title={title} padded={false}>
      <ul className="divide-y divide-line">
        {items.map(({ key, head, text, below }) => (
          <li key={key} className="px-4 py-3">
            <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
              <span className="min-w-0 flex-1 break-words">{text}</span>
              {head}
            </div>
            {below !== undefined && <p className="mt-0.5 text-[13px] break-words text-faint">{below}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The report in words. */
export function ReportView({ report }: { report: Report | undefined }) {
  const t = useMessages(catalogues).report;
  const words = useWords();
  if (report === undefined) return <Skeleton className="h-64" />;
  const { style, design, requirements = [], notes = [], repairs, sources } = report;
  const notDone = [...style.unsupported.map((reason) => ({ what: '', reason })), ...design.not_copied];
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="space-y-5">
        <Card title={t.summary}>
          <p className="max-w-prose text-[15px] leading-relaxed">{report.summary}</p>
        </Card>
        <Listed
          title={t.requirements}
          items={requirements.map(({ text, status, evidence }) => ({
            key: text,
            text,
            head: <Badge tone={REQUIREMENT_TONES[status]}>{t[status]}</Badge>,
            below: evidence,
          }))}
        />
        <Listed
          title={t.notDone}
          items={notDone.map(({ what, reason }) => ({ key: what + reason, text: [what, reason].filter(Boolean).join(': ') }))}
        />
        <Listed
          title={t.notes}
          items={notes.map(({ code, severity, message }, index) => ({
            key: `${index}`,
            text: message,
            below: `${words.severity[severity]} · ${code}`,
          }))}
        />
      </div>
      <div className="space-y-5">
        <Decisions report={report} />
        <Listed
          title={t.accessibility}
          items={(report.accessibility?.findings ?? []).map(({ code, message }, index) => ({
            key: `${index}`,
            text: message,
            below: code,
          }))}
        />
        <Listed
          title={t.repairs}
          items={repairs.map(({ fix, finding_code: code, outcome, reason }, index) => ({
            key: `${index}`,
            text: <code className="font-mono text-[12.5px]">{fix}</code>,
            head: <Badge tone={outcome === 'applied' ? 'good' : 'neutral'}>{t[outcome]}</Badge>,
            below: [code, reason].filter(Boolean).join(' · '),
          }))}
        />
        <Listed
          title={t.sources}
          items={sources.map(({ ref, used }) => ({
            key: ref,
            text: ref,
            head: <Badge tone={used ? 'good' : 'neutral'}>{used ? t.used : t.unused}</Badge>,
          }))}
        />
      </div>
    </div>
  );
}
