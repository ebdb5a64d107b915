import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '../api/client.ts';
import { useMessages } from '../i18n/language.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { NotFound } from './not-found.tsx';

const catalogues = { en, es };

/** In the place of a screen about one thing that was not answered: there is none of this id, or what went wrong. */
export function ThingError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  return <ProblemNotice error={error} onRetry={onRetry} />;
}

/** In the place of a screen that could not be shown. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const t = useMessages(catalogues);
  const router = useRouter();
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  return (
    <div className="mx-auto max-w-xl py-10">
      <h1 className="mb-4 text-[18px] font-semibold">{t.failed}</h1>
      <ProblemNotice
        error={error instanceof Error ? error : new Error(String(error))}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </div>
  );
}
