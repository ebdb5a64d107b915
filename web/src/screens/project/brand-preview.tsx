import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ask, localLink } from '../../api/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FilterSelect } from '../../ui/filters.tsx';
import { Card, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { asBrand, type Draft } from './draft.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
/** The service draws once typing has paused. */
const PAUSE_MS = 900;

function useSettled<T>(value: T): T {
  const key = JSON.stringify(value);
  const [settled, setSettled] = useState({ key, value });
  useEffect(() => {
    if (settled.key === key) return undefined;
    const timer = setTimeout(() => setSettled({ key, value }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, value, settled.key]);
  return settled.value;
}

/** The first pages of a document in the draft's look, as the service makes them. */
export function BrandPreview({ draft }: { draft: Draft }) {
  const t = useMessages(catalogues);
  const [format, setFormat] = useState<'pdf' | 'pptx'>('pdf');
  const body = useSettled({ ...asBrand(draft), format });
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['brand preview', body],
    queryFn: ({ signal }) => ask('POST', '/dashboard/project/preview', { body, signal }),
    placeholderData: keepPreviousData,
    // links to its pages live for five minutes
    staleTime: 240_000,
    retry: false,
  });
  const pages = (data?.outputs ?? []).filter(({ kind }) => kind === 'preview').slice(0, 2);
  const choice = (
    <FilterSelect
      label={t.previewFormat}
      value={format}
      choices={(['pdf', 'pptx'] as const).map((value) => ({ value, label: t.formats[value] }))}
      onChoose={(chosen) => setFormat(chosen ?? 'pdf')}
    />
  );
  return (
    <Card title={t.preview} actions={choice} className="xl:sticky xl:top-6">
      <ProblemNotice error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton className="aspect-[1/1.4] w-full" />}
      <div className={classNames('space-y-3 transition-opacity', isFetching && 'opacity-60')} aria-busy={isFetching}>
        {pages.map(({ id, url, width, height, page }) => (
          <img
            key={id}
            src={localLink(url)}
            alt={`${t.previewAlt} (${page})`}
            width={width}
            height={height}
            className="h-auto w-full rounded-md border border-line bg-white"
          />
        ))}
      </div>
      <p className="mt-3 flex items-center gap-2 text-[13px] text-faint" role="status">
        {isFetching && <LoaderCircle className="size-4 animate-spin" aria-hidden />}
        {isFetching ? t.previewing : t.previewHint}
      </p>
    </Card>
  );
}
