import type { Report } from '../../../../src/contract/report.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

/** Each operation with what was there before and what is there now; what was not done, with why. */
export function EditResults({ edits }: { edits: Report['edits'] }) {
  const t = useMessages(catalogues).changes;
  return (
    <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
      {edits.map(({ op, target, status, before, after, message, candidates = [] }, index) => (
        <li key={`${index} ${op}`} className="p-4">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={status === 'applied' ? 'good' : 'bad'}>{t[status]}</Badge>
            <code className="font-mono text-[12.5px]">{op}</code>
            {target !== null && <code className="font-mono text-[12.5px] text-faint">{target}</code>}
          </p>
          {(before !== undefined || after !== undefined) && (
            <dl className="mt-2.5 grid gap-2 sm:grid-cols-2">
              {before !== undefined && (
                <div className="min-w-0 rounded-lg bg-bad-soft px-3 py-2">
                  <dt className="text-[12px] font-medium text-bad">{t.before}</dt>
                  <dd className="break-words whitespace-pre-wrap">{before}</dd>
                </div>
              )}
              {after !== undefined && (
                <div className="min-w-0 rounded-lg bg-good-soft px-3 py-2">
                  <dt className="text-[12px] font-medium text-good">{t.after}</dt>
                  <dd className="break-words whitespace-pre-wrap">{after}</dd>
                </div>
              )}
            </dl>
          )}
          {message !== undefined && <p className="mt-2 break-words text-soft">{message}</p>}
          {candidates.length > 0 && <p className="mt-1 font-mono text-[12.5px] text-faint">{candidates.join(', ')}</p>}
        </li>
      ))}
    </ul>
  );
}
