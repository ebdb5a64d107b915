import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, Info, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ask } from '../../api/client.ts';
import type { DryRun } from '../../api/contract.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useWords } from '../../vocabulary/words.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import type { Body } from './use-draft.ts';

const catalogues = { en, es };
const PAUSE_MS = 500;

/** The body as it was when the typing last paused. */
function usePaused(body: Body | null): string {
  const now = JSON.stringify(body);
  const [paused, setPaused] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(now), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return paused;
}

function Outcome({ result }: { result: DryRun }) {
  const t = useMessages(catalogues);
  const words = useWords();
  const formats = useFormats();
  const { format, quality, cost, warnings } = result;
  return (
    <>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[13px]">
        {format !== null && (
          <>
            <dt className="text-faint">{t.format}</dt>
            <dd>{words.format[format]}</dd>
          </>
        )}
        {quality !== null && (
          <>
            <dt className="text-faint">{t.level}</dt>
            <dd>
              {words.quality[quality.level]}
              <span className="block text-[12px] text-faint">{quality.reason}</span>
            </dd>
          </>
        )}
        {cost !== undefined && (
          <>
            <dt className="text-faint">{t.price}</dt>
            <dd className="font-medium">{cost.amount === 0 ? t.free : formats.money(cost.amount, cost.currency)}</dd>
          </>
        )}
      </dl>
      {warnings.length > 0 && (
        <div className="mt-3 rounded-lg bg-warn-soft p-3 text-[13px]">
          <p className="flex items-center gap-1.5 font-medium text-warn">
            <Info className="size-4" aria-hidden />
            {t.warnings}
          </p>
          <ul className="mt-1 space-y-1">
            {warnings.map(({ path, code, message }) => (
              <li key={path + code}>{message}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** What would be made, for how much, and what is wrong with the request, before it is sent. */
export function CheckCard({ body }: { body: Body | null }) {
  const t = useMessages(catalogues);
  const paused = usePaused(body);
  const { data, error, isFetching } = useQuery({
    queryKey: ['dry run', paused],
    enabled: paused !== 'null',
    retry: false,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask('POST', '/documents', { query: { dry_run: true }, body: JSON.parse(paused) as Body, signal }),
  });
  const state = body === null ? 'waiting' : isFetching ? 'checking' : 'ready';
  const Icon = { waiting: CircleDashed, checking: LoaderCircle, ready: CircleCheck }[state];
  if (body !== null && error !== null && !isFetching) return <ProblemNotice error={error} />;
  return (
    <div className="rounded-xl bg-sunken p-4" aria-live="polite">
      <p className="flex items-center gap-2 font-medium">
        <Icon
          className={`size-4 ${state === 'ready' ? 'text-good' : 'text-faint'} ${state === 'checking' ? 'animate-spin' : ''}`}
          aria-hidden
        />
        {t.check[state]}
      </p>
      {body !== null && data?.object === 'dry_run' && <Outcome result={data} />}
    </div>
  );
}
