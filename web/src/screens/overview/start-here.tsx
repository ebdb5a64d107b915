import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { PROMPT_CHARS } from '../../../../src/contract/limits.ts';
import { ask } from '../../api/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { DropZone } from '../new-document/drop-zone.tsx';
import { nameFor, useUploads } from '../new-document/use-draft.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

function PromptBox() {
  const t = useMessages(catalogues);
  const navigate = useNavigate();
  const [prompt, setPrompt] = useState('');
  const write = useMutation({
    mutationFn: () => ask('POST', '/documents', { body: { prompt, name: nameFor({ prompt, markdown: '' }, 'prompt'), background: true } }),
    onSuccess: (made) =>
      made.object === 'document' ? navigate({ to: '/documents/$documentId', params: { documentId: made.id }, search: {} }) : undefined,
  });
  return (
    <form
      className="flex h-full flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        write.mutate();
      }}
    >
      <h2 className="mb-2.5 text-[15px] font-semibold">{t.promptTitle}</h2>
      <div className="flex-1 rounded-xl border border-line-strong/60 bg-surface focus-within:border-accent">
        <textarea
          aria-label={t.promptLabel}
          placeholder={t.promptExample}
          rows={4}
          maxLength={PROMPT_CHARS.max}
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
          className="block w-full resize-y rounded-xl bg-transparent px-3.5 py-3 outline-none"
        />
        <div className="flex flex-wrap items-center justify-end gap-2 p-2">
          <ButtonLink to="/new" look="quiet" size="small">
            {t.more}
          </ButtonLink>
          <Button type="submit" look="primary" size="small" busy={write.isPending} disabled={prompt.trim().length < PROMPT_CHARS.min}>
            {t.promptSubmit}
            <ArrowRight className="size-4" aria-hidden />
          </Button>
        </div>
      </div>
      <div className="mt-2.5 flex flex-wrap gap-1.5">
        {t.examples.map((example) => (
          <button
            key={example}
            type="button"
            onClick={() => setPrompt(example)}
            className="rounded-full border border-line px-2.5 py-1 text-left text-[12.5px] text-soft hover:bg-hover hover:text-ink"
          >
            {example}
          </button>
        ))}
      </div>
      {write.error !== null && (
        <div className="mt-3">
          <ProblemNotice error={write.error} />
        </div>
      )}
    </form>
  );
}

function FileBox() {
  const t = useMessages(catalogues);
  const toast = useToast();
  const { files, upload, remove } = useUploads([]);
  const ids = files.map(({ id }) => id);
  return (
    <div>
      <h2 className="text-[15px] font-semibold">{t.dropTitle}</h2>
      <p className="mb-2.5 text-soft">{t.dropLead}</p>
      <DropZone
        label={t.dropTitle}
        hint="Word, PowerPoint, Excel, PDF, PNG, JPEG"
        files={files}
        busy={upload.isPending}
        onFiles={(chosen) => upload.mutate(chosen, { onError: toast.failed })}
        onRemove={remove}
      />
      {ids.length > 0 && (
        <div className="mt-4" aria-live="polite">
          <p className="mb-2 font-medium">{t.dropped}</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/new" search={{ way: 'prompt', files: ids }} look="primary">
              {t.write}
            </ButtonLink>
            <ButtonLink to="/new" search={{ way: 'review', files: ids.slice(0, 1) }}>
              {t.review}
            </ButtonLink>
          </div>
        </div>
      )}
    </div>
  );
}

/** The two ways to begin: words, or a file. */
export function StartHere() {
  return (
    <Card>
      <div className="grid gap-x-8 gap-y-6 p-1 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <PromptBox />
        <FileBox />
      </div>
    </Card>
  );
}
