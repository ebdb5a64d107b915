import { lazy, Suspense } from 'react';
import { MARKDOWN_CHARS, PROMPT_CHARS } from '../../../../src/contract/limits.ts';
import { useMessages } from '../../i18n/language.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Card, Skeleton } from '../../ui/page.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import type { Way } from './route.ts';
import type { Draft } from './use-draft.ts';

const catalogues = { en, es };
const MarkdownView = lazy(() => import('../../markdown/markdown-view.tsx').then((module) => ({ default: module.MarkdownView })));

interface WritingProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

function MarkdownEditor({ draft, change }: WritingProps) {
  const t = useMessages(catalogues);
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <div>
        <TextAreaField
          label={t.markdown}
          value={draft.markdown}
          maxLength={MARKDOWN_CHARS.max}
          placeholder={t.markdownExample}
          rows={22}
          spellCheck
          autoFocus
          style={{ fontFamily: 'var(--font-mono)', fontSize: 13 }}
          onChange={(event) => change({ markdown: event.target.value })}
          hint={
            <>
              {t.dialect}{' '}
              <a className="underline underline-offset-2" href="/docs">
                {t.dialectLink}
              </a>
            </>
          }
        />
      </div>
      <section aria-label={t.preview} className="flex min-w-0 flex-col gap-1.5">
        <h2 className="text-[13px] font-medium">{t.preview}</h2>
        <div className="max-h-[33rem] min-h-40 flex-1 overflow-auto rounded-xl border border-line bg-surface p-5" tabIndex={0}>
          {draft.markdown.trim() === '' ? (
            <p className="text-faint">{t.previewEmpty}</p>
          ) : (
            <Suspense fallback={<Skeleton className="h-40" />}>
              <MarkdownView text={draft.markdown} />
            </Suspense>
          )}
        </div>
      </section>
    </div>
  );
}

/** Where the words are written, by the way that is chosen. */
export function WritingArea({ way, draft, change }: WritingProps & { way: Way }) {
  const t = useMessages(catalogues);
  if (way === 'review')
    return (
      <Card>
        <p className="max-w-prose text-soft">{t.reviewLead}</p>
      </Card>
    );
  if (way === 'markdown') return <MarkdownEditor draft={draft} change={change} />;
  return (
    <TextAreaField
      label={t.prompt}
      hint={t.promptHint}
      value={draft.prompt}
      maxLength={PROMPT_CHARS.max}
      placeholder={t.promptExample}
      rows={9}
      autoFocus
      onChange={(event) => change({ prompt: event.target.value })}
    />
  );
}
