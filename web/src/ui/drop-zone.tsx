import { LoaderCircle, Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { classNames } from './class-names.ts';

/** A place to drop files on, which is a button to choose them with too. */
export function DropZone({
  title,
  hint,
  busy,
  several = false,
  onFiles,
}: {
  title: string;
  hint: string;
  busy: boolean;
  several?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const input = useId();
  const [over, setOver] = useState(false);
  const Icon = busy ? LoaderCircle : Upload;
  return (
    <label
      htmlFor={input}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(several ? files : files.slice(0, 1));
      }}
      className={classNames(
        'flex cursor-pointer items-center gap-4 rounded-xl border border-dashed px-5 py-5 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong/60 bg-surface hover:border-line-strong hover:bg-canvas',
      )}
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-sunken text-soft">
        <Icon className={classNames('size-5', busy && 'animate-spin')} aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-[13px] text-faint">{hint}</span>
      </span>
      <input
        id={input}
        type="file"
        className="sr-only"
        multiple={several}
        disabled={busy}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
