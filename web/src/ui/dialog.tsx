import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { classNames } from './class-names.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

/** A window over the page; Escape and a click beside it close it, and the focus goes back to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  wide = false,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  wide?: boolean;
}) {
  const t = useMessages(catalogues);
  return (
    <Base.Root open={open} onOpenChange={(is) => (is ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[rgb(var(--shade)/0.45)] transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          className={classNames(
            'fixed inset-x-3 top-1/2 z-40 mx-auto max-h-[calc(100dvh-1.5rem)] -translate-y-1/2 overflow-auto rounded-2xl border border-line bg-raised p-5 shadow-raised transition-all duration-150 data-[ending-style]:scale-98 data-[ending-style]:opacity-0 data-[starting-style]:scale-98 data-[starting-style]:opacity-0',
            wide ? 'max-w-3xl' : 'max-w-md',
          )}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <div className="min-w-0">
              <Base.Title className="text-[16px] font-semibold">{title}</Base.Title>
              {description !== undefined && <Base.Description className="mt-1 text-soft">{description}</Base.Description>}
            </div>
            <Base.Close aria-label={t.close} className="-m-1 rounded-md p-1 text-faint hover:bg-hover hover:text-ink">
              <X className="size-4.5" aria-hidden />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
