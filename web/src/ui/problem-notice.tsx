import { CircleAlert } from 'lucide-react';
import { ApiError } from '../api/client.ts';
import { useMessages } from '../i18n/language.tsx';
import { Button } from './button.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { useProblemTitle } from './problem-title.ts';

const catalogues = { en, es };

/** What went wrong, in the words of the service: what was refused, which field, how to repair it. Nothing where `error` is null. */
export function ProblemNotice({ error, onRetry, shown = [] }: { error: Error | null; onRetry?: () => void; shown?: readonly string[] }) {
  const t = useMessages(catalogues);
  const titleOf = useProblemTitle();
  if (error === null) return null;
  const problem = error instanceof ApiError ? error.problem : null;
  const fields = (problem?.errors ?? []).filter(({ path, message }) => !shown.includes(path) && message !== problem?.detail);
  return (
    <div role="alert" className="flex gap-3 rounded-xl bg-bad-soft p-4 text-bad">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{problem === null ? t.unreachable : titleOf(problem)}</p>
        <p className="break-words text-ink">{problem?.detail ?? t.unreachableRepair}</p>
        {fields.length > 0 && (
          <ul className="mt-1.5 space-y-0.5 text-ink">
            {fields.map(({ path, message }) => (
              <li key={path + message}>
                {path !== '' && <code className="font-mono text-[12px]">{path}</code>} {message}
              </li>
            ))}
          </ul>
        )}
        {problem !== null && (
          <p className="mt-1.5 text-[12px] break-all">
            <a className="underline underline-offset-2" href={new URL(problem.type).pathname}>
              {problem.code}
            </a>{' '}
            · {t.requestId} {problem.request_id}
          </p>
        )}
        {onRetry !== undefined && (
          <Button size="small" className="mt-3" onClick={onRetry}>
            {t.retry}
          </Button>
        )}
      </div>
    </div>
  );
}
