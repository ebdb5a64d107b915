import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client.ts';
import { useMessages } from '../i18n/language.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { useProblemTitle } from './problem-title.ts';

const catalogues = { en, es };

/** Long enough for who reads slowly; what the pointer or the focus is on stays (WCAG 2.2.1). */
const DONE_MS = 15_000;
/** Errors are closed by whoever has read them. */
const UNTIL_CLOSED = 0;

function Toasts() {
  const { toasts } = Toast.useToastManager();
  const t = useMessages(catalogues);
  return (
    <Toast.Portal>
      <Toast.Viewport aria-label={t.notifications} className="fixed inset-x-3 bottom-3 z-50 flex flex-col gap-2 sm:left-auto sm:w-96">
        {toasts.map((toast) => (
          <Toast.Root
            key={toast.id}
            toast={toast}
            className="rounded-xl border border-line bg-raised shadow-raised transition-opacity data-[limited]:hidden data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
          >
            <Toast.Content className="flex items-start gap-3 p-3.5">
              {toast.type === 'error' ? (
                <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
              ) : (
                <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
              )}
              <div className="min-w-0 flex-1">
                <Toast.Title className="font-medium" />
                <Toast.Description className="break-words text-soft" />
              </div>
              <Toast.Close aria-label={t.close} className="rounded p-0.5 text-faint hover:text-ink">
                <X className="size-4" aria-hidden />
              </Toast.Close>
            </Toast.Content>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider timeout={DONE_MS}>
      {children}
      <Toasts />
    </Toast.Provider>
  );
}

/** `done` tells of a success, `failed` of an error in the words of the service. */
export function useToast() {
  const { add } = Toast.useToastManager();
  const t = useMessages(catalogues);
  const titleOf = useProblemTitle();
  return {
    done: (title: string, description?: string): void => void add({ title, description, type: 'success' }),
    failed: (error: Error): void => {
      const problem = error instanceof ApiError ? error.problem : null;
      const [field] = problem?.errors ?? [];
      void add({
        title: problem === null ? t.unreachable : titleOf(problem),
        description: field === undefined ? (problem?.detail ?? t.unreachableRepair) : `${field.path} ${field.message}`.trim(),
        type: 'error',
        priority: 'high',
        timeout: UNTIL_CLOSED,
      });
    },
    /** What was asked for was answered, and yet did not come about. */
    missed: (title: string, description: string): void =>
      void add({ title, description, type: 'error', priority: 'high', timeout: UNTIL_CLOSED }),
  };
}
