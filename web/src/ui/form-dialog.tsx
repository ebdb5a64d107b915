import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { ProblemNotice } from './problem-notice.tsx';

const catalogues = { en, es };

/** A form in a window: what the service says of it stays in it until it is sent again. */
export function FormDialog({
  open,
  onClose,
  title,
  description,
  action,
  busy,
  error,
  shown,
  onSubmit,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** What the button says. */
  action: string;
  busy: boolean;
  error: Error | null;
  /** Pointers of fields that show their errors themselves. */
  shown?: readonly string[];
  onSubmit: (form: FormData) => void;
  children: ReactNode;
}) {
  const t = useMessages(catalogues);
  return (
    <Dialog open={open} onClose={onClose} title={title} {...(description === undefined ? {} : { description })}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(new FormData(event.currentTarget));
        }}
      >
        {children}
        <ProblemNotice error={error} {...(shown === undefined ? {} : { shown })} />
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
