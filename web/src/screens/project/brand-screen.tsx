import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, reading } from '../../api/client.ts';
import type { AnswerOf } from '../../api/contract.ts';
import { useDeed } from '../../api/deed.ts';
import { useSession } from '../../api/session.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { fieldError, SelectField, TextField } from '../../ui/field.tsx';
import { Card, PageHeader, Skeleton } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RoleNote } from '../../ui/restricted.tsx';
import { BrandFiles } from './brand-files.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { asBrand, draftOf, type Draft } from './draft.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { PaletteFields } from './palette-fields.tsx';

const catalogues = { en, es };
type Settings = AnswerOf<'GET', '/dashboard/project'>;

interface Part {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  error: Error | null;
}

function Faces({ draft, change, error }: Part) {
  const t = useMessages(catalogues);
  return (
    <Card title={t.faces}>
      <div className="grid gap-4 sm:grid-cols-3">
        {(['display', 'text', 'code'] as const).map((role) => (
          <TextField
            key={role}
            label={t[role]}
            value={draft.faces[role] ?? ''}
            placeholder={t.open}
            error={fieldError(error, `/brand/faces/${role}`)}
            onChange={(event) => change({ faces: { ...draft.faces, [role]: event.target.value } })}
          />
        ))}
      </div>
      <p className="mt-2 text-[13px] text-faint">{t.faceHint}</p>
    </Card>
  );
}

function Defaults({ draft, change, error }: Part) {
  const t = useMessages(catalogues);
  return (
    <Card title={t.defaults}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t.language}
          hint={t.languageHint}
          value={draft.language}
          error={fieldError(error, '/language')}
          onChange={(event) => change({ language: event.target.value })}
        />
        <SelectField
          label={t.paper}
          value={draft.paper}
          onChoose={(paper) => change({ paper })}
          choices={(['any', 'a4', 'letter'] as const).map((value) => ({ value, label: t.papers[value] }))}
        />
      </div>
    </Card>
  );
}

function BrandForm({ settings }: { settings: Settings }) {
  const t = useMessages(catalogues);
  const { may } = useSession();
  const kept = draftOf(settings);
  const [draft, setDraft] = useState(kept);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const save = useDeed(() => ask('PATCH', '/dashboard/project', { body: asBrand(draft) }), {
    renews: ['/dashboard/project', 'session'],
    told: t.saved,
    quiet: true,
  });
  const isChanged = JSON.stringify(asBrand(draft)) !== JSON.stringify(asBrand(kept));
  const parts = { draft, change, error: save.error };
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <fieldset disabled={!may('configure')} className="min-w-0 space-y-4">
        <PaletteFields {...parts} />
        <Faces {...parts} />
        <BrandFiles {...parts} />
        <Defaults {...parts} />
        <ProblemNotice error={save.error} />
        {may('configure') && (
          <div className="flex flex-wrap gap-2">
            <Button look="primary" disabled={!isChanged} busy={save.isPending} onClick={() => save.mutate()}>
              {t.save}
            </Button>
            {isChanged && (
              <Button look="quiet" onClick={() => setDraft(kept)}>
                {t.reset}
              </Button>
            )}
          </div>
        )}
      </fieldset>
      {may('configure') && <BrandPreview draft={draft} />}
    </div>
  );
}

export function BrandScreen() {
  const t = useMessages(catalogues);
  const { data, error, refetch } = useQuery(reading('/dashboard/project', {}));
  return (
    <>
      <PageHeader title={t.brand} lead={t.brandLead} />
      <RoleNote needs="configure" />
      <ProblemNotice error={data === undefined ? error : null} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton className="h-96" />}
      {data !== undefined && <BrandForm key={JSON.stringify([data.id, data.brand, data.language, data.paper])} settings={data} />}
    </>
  );
}
