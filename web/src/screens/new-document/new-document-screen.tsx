import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { FORMATS } from '../../../../src/contract/vocabulary.ts';
import { ask, reading } from '../../api/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { fieldError, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { Card, PageHeader } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useWords } from '../../vocabulary/words.ts';
import { CheckCard } from './check-card.tsx';
import { DropZone } from './drop-zone.tsx';
import { LevelChoice } from './level-choice.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { newDocumentRoute, type Way } from './route.ts';
import { nameFor, toBody, useDraft, useUploads, type Body, type Draft } from './use-draft.ts';
import { WritingArea } from './writing-area.tsx';

const catalogues = { en, es };
const WAYS: readonly Way[] = ['prompt', 'markdown', 'review'];
const TEXT = /\.(?:md|markdown)$/i;

function WayChoice({ way, onChoose }: { way: Way; onChoose: (way: Way) => void }) {
  const t = useMessages(catalogues);
  return (
    <fieldset className="mb-5">
      <legend className="sr-only">{t.way}</legend>
      <div className="inline-flex flex-wrap gap-1 rounded-xl bg-hover p-1">
        {WAYS.map((one) => (
          <label
            key={one}
            className="cursor-pointer rounded-lg px-3 py-1.5 font-medium text-soft has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input type="radio" name="way" value={one} checked={way === one} onChange={() => onChoose(one)} className="sr-only" />
            {t.ways[one]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Settings({ way, draft, change, error }: { way: Way; draft: Draft; change: (part: Partial<Draft>) => void; error: unknown }) {
  const t = useMessages(catalogues);
  const words = useWords();
  return (
    <Card title={t.settings}>
      <div className="space-y-4">
        <TextField
          label={t.name}
          hint={t.nameHint}
          value={draft.name}
          placeholder={nameFor(draft, way)}
          maxLength={200}
          error={fieldError(error, '/name')}
          onChange={(event) => change({ name: event.target.value })}
        />
        {way !== 'review' && (
          <SelectField
            label={t.format}
            value={draft.format}
            error={fieldError(error, '/format')}
            choices={[{ value: '' as const, label: t.formatAuto }, ...FORMATS.map((value) => ({ value, label: words.format[value] }))]}
            onChoose={(format) => change({ format })}
          />
        )}
        {way === 'prompt' && <LevelChoice value={draft.quality} onChoose={(quality) => change({ quality })} />}
        {way !== 'review' && (
          <TextAreaField
            label={t.style}
            hint={t.styleHint}
            value={draft.style}
            rows={2}
            maxLength={1000}
            error={fieldError(error, '/style')}
            onChange={(event) => change({ style: event.target.value })}
          />
        )}
      </div>
    </Card>
  );
}

function Submit({
  body,
  error,
  busy,
  waits,
  label,
}: {
  body: Body | null;
  error: Error | null;
  busy: boolean;
  waits: boolean;
  label: string;
}) {
  const t = useMessages(catalogues);
  return (
    <>
      <CheckCard body={body} />
      <ProblemNotice error={error} shown={['/name', '/format', '/style']} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p className="text-[12px] text-faint max-lg:hidden">{t.keys}</p>
        <Button type="submit" look="primary" className="max-sm:w-full" busy={busy} disabled={body === null || waits}>
          {label}
        </Button>
      </div>
    </>
  );
}

/** Files that the address names: dropped on another screen. */
function useBegunFiles() {
  const { files: ids = [] } = newDocumentRoute.useSearch();
  return useQueries({
    queries: ids.map((id) => reading('/files/{file_id}', { path: { file_id: id } })),
    combine: (results) =>
      results.some(({ isPending }) => isPending) ? null : results.flatMap(({ data }) => (data === undefined ? [] : [data])),
  });
}

export function NewDocumentScreen() {
  const begun = useBegunFiles();
  return begun === null ? null : <NewDocument begun={begun} />;
}

function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}

function NewDocument({ begun }: { begun: NonNullable<ReturnType<typeof useBegunFiles>> }) {
  const t = useMessages(catalogues);
  const { way = 'prompt' } = newDocumentRoute.useSearch();
  const navigate = newDocumentRoute.useNavigate();
  const queryClient = useQueryClient();
  const toast = useToast();
  const { draft, change, forget } = useDraft();
  const { files, upload, remove } = useUploads(begun);
  const body = toBody(way === 'prompt' ? draft : { ...draft, quality: 'auto' }, way, files);
  const make = useMutation({
    mutationFn: (wanted: Body) => ask('POST', '/documents', { body: { ...wanted, background: true } }),
    onSuccess: (document) => {
      if (document.object !== 'document') return;
      forget();
      queryClient.setQueryData(reading('/documents/{document_id}', { path: { document_id: document.id } }).queryKey, document);
      void navigate({ to: '/documents/$documentId', params: { documentId: document.id }, search: {} });
    },
  });
  const take = async (chosen: readonly File[]): Promise<void> => {
    const [text] = way === 'markdown' ? chosen.filter(({ name }) => TEXT.test(name)) : [];
    if (text !== undefined) change({ markdown: await text.text(), name: draft.name || text.name.replace(TEXT, '') });
    const rest = chosen.filter((file) => file !== text);
    if (rest.length > 0) upload.mutate(rest, { onError: toast.failed });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (body !== null) make.mutate(body);
      }}
      onKeyDown={submitByKeys}
      // a file that misses its place must not take the page away
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.defaultPrevented) return;
        event.preventDefault();
        void take([...event.dataTransfer.files]);
      }}
    >
      <PageHeader title={t.title} lead={t.lead} />
      <WayChoice way={way} onChoose={(chosen) => void navigate({ search: (old) => ({ ...old, way: chosen }), replace: true })} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-5">
          <WritingArea way={way} draft={draft} change={change} />
          <DropZone
            label={way === 'review' ? t.reviewFile : t.sources}
            hint={t.dropHint[way]}
            files={files}
            busy={upload.isPending}
            onFiles={(chosen) => void take(chosen)}
            onRemove={remove}
          />
          <Submit
            body={body}
            error={make.error}
            busy={make.isPending}
            waits={upload.isPending}
            label={way === 'review' ? t.submitReview : t.submit}
          />
        </div>
        <div className="space-y-4">
          <Settings way={way} draft={draft} change={change} error={make.error} />
        </div>
      </div>
    </form>
  );
}
