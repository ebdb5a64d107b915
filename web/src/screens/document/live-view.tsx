import { useQueryClient } from '@tanstack/react-query';
import { Check, LoaderCircle } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { useDocumentEvents } from '../../api/follow-events.ts';
import type { Document, DocumentEvent } from '../../api/contract.ts';
import { useMessages } from '../../i18n/language.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Card } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { PageView } from './page-view.tsx';
import { toPages, useOutputs } from './use-pages.ts';
import { stepOf, STEPS, writtenBlocks, type Step } from './written-blocks.ts';

const catalogues = { en, es };
const MarkdownView = lazy(() => import('../../markdown/markdown-view.tsx').then((module) => ({ default: module.MarkdownView })));
const FINAL = /^document\.(?:ready|failed|canceled)$/;
/** Within this distance of its end a reader follows the text. */
const NEAR_END_PX = 120;

function Progress({ step }: { step: Step }) {
  const t = useMessages(catalogues);
  const at = STEPS.indexOf(step);
  return (
    <ol className="mb-5 flex flex-wrap gap-x-2 gap-y-1 text-[13px]">
      {STEPS.map((one, index) => (
        <li
          key={one}
          aria-current={index === at ? 'step' : undefined}
          className={classNames('flex items-center gap-1.5', index > at ? 'text-faint' : 'text-ink', index === at && 'font-medium')}
        >
          {index < at || step === 'ready' ? (
            <Check className="size-4 text-good" aria-hidden />
          ) : index === at ? (
            <LoaderCircle className="size-4 animate-spin text-accent" aria-hidden />
          ) : (
            <span className="mx-1 size-2 rounded-full border border-line-strong" aria-hidden />
          )}
          {t.live.steps[one]}
          {index < STEPS.length - 1 && <span aria-hidden className="ml-1 h-px w-5 bg-line max-sm:hidden" />}
        </li>
      ))}
    </ol>
  );
}

function LiveText({ events }: { events: readonly DocumentEvent[] }) {
  const t = useMessages(catalogues);
  const blocks = useMemo(() => writtenBlocks(events), [events]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element !== null && element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX)
      element.scrollTop = element.scrollHeight;
  }, [blocks]);
  const planned = events.find((event) => event.type === 'edit.planned');
  const started = events.some(({ type }) => type === 'document.started');
  return (
    <Card title={t.live.title} padded={false}>
      <div
        ref={box}
        role="log"
        aria-label={t.live.title}
        aria-busy
        tabIndex={0}
        className="max-h-[calc(100dvh-17rem)] min-h-64 overflow-auto p-5 -outline-offset-2"
      >
        {planned !== undefined && <p className="mb-3 text-soft">{t.live.plan(planned.data.operations)}</p>}
        {blocks.length === 0 && <p className="text-faint">{started ? t.live.writing : t.live.waiting}</p>}
        <Suspense fallback={null}>
          {blocks.map(({ id, text, done }) => (
            <div key={id} className={classNames('not-first:mt-3', !done && 'border-l-2 border-accent pl-3')}>
              <MarkdownView text={text} />
            </div>
          ))}
        </Suspense>
      </div>
    </Card>
  );
}

function LivePages({ id, drawn }: { id: string; drawn: number }) {
  const t = useMessages(catalogues);
  const { data, refetch } = useOutputs(drawn === 0 ? null : id);
  useEffect(() => {
    if (drawn > 0) void refetch();
  }, [drawn, refetch]);
  const pages = toPages(data?.data ?? []);
  return (
    <Card title={`${t.live.pagesTitle}${pages.length > 0 ? ` (${pages.length})` : ''}`} padded={false}>
      {pages.length === 0 ? (
        <p className="p-4 text-faint">{t.live.noPages}</p>
      ) : (
        <div
          className="grid max-h-[calc(100dvh-17rem)] grid-cols-2 gap-4 overflow-auto bg-sunken p-4"
          tabIndex={0}
          role="region"
          aria-label={t.live.pagesTitle}
        >
          {pages.map((page) => (
            <PageView key={page.page} page={page} />
          ))}
        </div>
      )}
    </Card>
  );
}

/** A document while it is made: its text as it is written, its pages as they are drawn. It gives way to the document at the end. */
export function LiveView({ document }: { document: Document }) {
  const t = useMessages(catalogues);
  const queryClient = useQueryClient();
  const { events, error } = useDocumentEvents(document.id);
  const ended = events.some(({ type }) => FINAL.test(type));
  const drawn = events.filter(({ type }) => type === 'preview.page_ready').length;
  useEffect(() => {
    if (ended) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/documents') });
  }, [ended, queryClient]);
  return (
    <>
      <Progress step={stepOf(events)} />
      {error !== null && (
        <div className="mb-4">
          <ProblemNotice error={error} />
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <LiveText events={events} />
        <LivePages id={document.id} drawn={drawn} />
      </div>
      <p className="mt-4 text-[13px] text-faint">{t.live.leave}</p>
    </>
  );
}
