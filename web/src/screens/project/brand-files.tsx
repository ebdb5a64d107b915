import { useQuery } from '@tanstack/react-query';
import { Upload, X } from 'lucide-react';
import { useId } from 'react';
import { ask, reading } from '../../api/client.ts';
import { useDeed } from '../../api/deed.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { fieldError } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import { TEMPLATES, type Draft } from './draft.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

interface FileRowProps {
  label: string;
  hint: string;
  accept: string;
  id: string;
  error: string | null;
  onChange: (id: string) => void;
}

/** A file of the project: uploaded here, and named by its id in the brand. */
function FileRow({ label, hint, accept, id, error, onChange }: FileRowProps) {
  const t = useMessages(catalogues);
  const input = useId();
  const { data } = useQuery({ ...reading('/files/{file_id}', { path: { file_id: id } }), enabled: id !== '' });
  const upload = useDeed(
    (file: File) => {
      const form = new FormData();
      form.set('file', file);
      return ask('POST', '/files', { body: form });
    },
    { renews: ['/files'], onDone: (file) => onChange(file.id) },
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">{label}</p>
        <p className={classNames('text-[13px] text-faint', id !== '' && 'truncate')}>{id === '' ? hint : (data?.filename ?? id)}</p>
        {error !== null && <p className="text-[13px] text-bad">{error}</p>}
      </div>
      <div className="flex gap-1">
        <label
          htmlFor={input}
          className={`${buttonClasses('plain', 'small')} cursor-pointer focus-within:outline-2 focus-within:outline-accent`}
        >
          <Upload className="size-4" aria-hidden />
          <span>
            {t.upload} <span className="sr-only">{label}</span>
          </span>
          <input
            id={input}
            type="file"
            accept={accept}
            className="sr-only"
            disabled={upload.isPending}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file !== undefined) upload.mutate(file);
              event.target.value = '';
            }}
          />
        </label>
        {id !== '' && (
          <Button size="icon" look="quiet" aria-label={`${t.takeAway} ${label}`} onClick={() => onChange('')}>
            <X className="size-4" aria-hidden />
          </Button>
        )}
      </div>
    </div>
  );
}

export function BrandFiles({ draft, change, error }: { draft: Draft; change: (part: Partial<Draft>) => void; error: Error | null }) {
  const t = useMessages(catalogues);
  return (
    <Card title={t.files}>
      <div className="divide-y divide-line">
        <FileRow
          label={t.logo}
          hint={t.logoHint}
          accept="image/png,image/jpeg,image/gif,image/webp"
          id={draft.logo}
          error={fieldError(error, '/brand/logo')}
          onChange={(logo) => change({ logo })}
        />
        {TEMPLATES.map((format) => (
          <FileRow
            key={format}
            label={t.templates[format]}
            hint={t.templateHint}
            accept={`.${format}`}
            id={draft.templates[format] ?? ''}
            error={fieldError(error, `/brand/templates/${format}`)}
            onChange={(id) => change({ templates: { ...draft.templates, [format]: id } })}
          />
        ))}
      </div>
    </Card>
  );
}
