import { FileText, LoaderCircle, Upload, X } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { classNames } from '../../ui/class-names.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import type { UploadedFile } from './use-draft.ts';

const catalogues = { en, es };

function Uploaded({
  label,
  files,
  onRemove,
}: {
  label: string;
  files: readonly UploadedFile[];
  onRemove: ((id: string) => void) | undefined;
}) {
  const t = useMessages(catalogues);
  const formats = useFormats();
  return (
    <ul className="mt-2 flex flex-wrap gap-2" aria-label={label}>
      {files.map((file, index) => (
        <li
          key={file.id}
          className="flex max-w-full items-center gap-2 rounded-lg border border-line bg-surface py-1 pr-1 pl-2.5 text-[13px]"
        >
          <FileText className="size-4 shrink-0 text-faint" aria-hidden />
          <span className="truncate">
            {index + 1}. {file.filename}
          </span>
          <span className="whitespace-nowrap text-faint">{formats.bytes(file.bytes)}</span>
          {onRemove !== undefined && (
            <button
              type="button"
              aria-label={t.remove(file.filename)}
              className="rounded p-1 text-faint hover:bg-hover hover:text-ink"
              onClick={() => onRemove(file.id)}
            >
              <X className="size-3.5" aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Where files are dropped or chosen, and those that are there. */
export function DropZone({
  label,
  hint,
  files,
  busy,
  onFiles,
  onRemove,
}: {
  label: string;
  hint: string;
  files: readonly UploadedFile[];
  busy: boolean;
  onFiles: (files: readonly File[]) => void;
  onRemove?: (id: string) => void;
}) {
  const t = useMessages(catalogues);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          'flex items-center gap-3.5 rounded-xl border border-dashed p-4 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong/70 bg-surface',
        )}
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-sunken text-soft">
          {busy ? <LoaderCircle className="size-4.5 animate-spin" aria-hidden /> : <Upload className="size-4.5" aria-hidden />}
        </span>
        <div className="min-w-0">
          <input
            ref={input}
            id={id}
            type="file"
            multiple
            className="sr-only"
            aria-label={label}
            aria-describedby={`${id}-hint`}
            onChange={(event) => onFiles([...(event.target.files ?? [])])}
          />
          <label htmlFor={id} className="cursor-pointer font-medium underline-offset-2 hover:underline">
            {busy ? t.uploading : t.drop}
          </label>
          <p id={`${id}-hint`} className="text-[13px] text-faint">
            {hint}
          </p>
        </div>
      </div>
      {files.length > 0 && <Uploaded label={label} files={files} onRemove={onRemove} />}
    </div>
  );
}
