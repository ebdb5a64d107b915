import { useMutation } from '@tanstack/react-query';
import { Download, FileSearch } from 'lucide-react';
import { useState } from 'react';
import { ask } from '../../api/client.ts';
import type { AnswerOf } from '../../api/contract.ts';
import { saveBlob } from '../../api/save-file.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { Card, EmptyState, PageHeader, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
const AGAIN_MS = 1_000;
type Answer = AnswerOf<'POST', '/extract'>;
type Extraction = Extract<Answer, { markdown: string }>;

/** The text; a long reading is asked for until it is there. */
async function extract(file: File, onQueued: () => void): Promise<{ name: string; extraction: Extraction }> {
  const body = new FormData();
  body.set('file', file);
  let answer: Answer = await ask('POST', '/extract', { body });
  while (!('markdown' in answer)) {
    onQueued();
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    answer = await ask('GET', '/extractions/{extraction_id}', { path: { extraction_id: answer.id } });
  }
  return { name: file.name, extraction: answer };
}

function Result({ name, extraction }: { name: string; extraction: Extraction }) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  const { markdown, chars, pages, truncated, notes, format } = extraction;
  const save = (): void => saveBlob(new Blob([markdown], { type: 'text/markdown' }), `${name.replace(/\.\w{1,5}$/, '')}.md`);
  const actions = (
    <Button size="small" onClick={save}>
      <Download className="size-4" aria-hidden />
      {t.download}
    </Button>
  );
  return (
    <Card title={<span className="break-all">{name}</span>} actions={actions}>
      <p className="mb-3 flex flex-wrap gap-2">
        <Badge>{format.toUpperCase()}</Badge>
        <Badge>{t.characters(formats.number(chars))}</Badge>
        {pages !== null && <Badge>{t.pages(formats.number(pages))}</Badge>}
      </p>
      {truncated && <p className="mb-3 text-warn">{t.truncated}</p>}
      <CodeBlock text={markdown} label={t.text} tall />
      {notes.length > 0 && (
        <section className="mt-4">
          <h3 className="mb-1 font-medium">{t.notes}</h3>
          <ul className="list-disc space-y-0.5 pl-5 text-soft">
            {notes.map(({ code, message }) => (
              <li key={code + message}>{message}</li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

export function ExtractionsScreen() {
  const t = useMessages(catalogues);
  const [queued, setQueued] = useState(false);
  const read = useMutation({
    mutationFn: (file: File) => extract(file, () => setQueued(true)),
    onMutate: () => setQueued(false),
  });
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <div className="space-y-4">
        <DropZone
          title={t.drop}
          hint={t.dropHint}
          busy={read.isPending}
          onFiles={([file]) => {
            if (file !== undefined) read.mutate(file);
          }}
        />
        <ProblemNotice error={read.error} />
        {read.isPending && (
          <Card>
            <p role="status" className="mb-3">
              {queued ? t.queued : t.reading(read.variables.name)}
            </p>
            <Skeleton className="h-40" />
          </Card>
        )}
        {read.isIdle && (
          <Card>
            <EmptyState icon={FileSearch} title={t.emptyTitle}>
              {t.emptyBody}
            </EmptyState>
          </Card>
        )}
        {read.isSuccess && <Result {...read.data} />}
      </div>
    </>
  );
}
