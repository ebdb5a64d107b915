import { useDocumentEvents } from '../../api/follow-events.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
/** Of the data of an event that is shown in its row. */
const SHOWN_CHARS = 160;

/** Data of an event that nobody has put into words. */
const listed = (data: object): string =>
  Object.entries(data)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ')
    .slice(0, SHOWN_CHARS);

/** All that happened, in order; the data of each can be opened. */
export function EventsView({ id }: { id: string }) {
  const t = useMessages(catalogues).events;
  const { language } = useLanguage();
  const { events, error } = useDocumentEvents(id);
  const time = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  });
  if (error !== null) return <ProblemNotice error={error} />;
  return (
    <Card padded={false} title={t.lead}>
      <ol className="divide-y divide-line font-mono text-[12.5px]">
        {events.map(({ sequence, type, timestamp, data, display }) => (
          <li key={sequence}>
            <details className="group">
              <summary className="grid cursor-pointer grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-4 py-2 -outline-offset-2 hover:bg-canvas md:grid-cols-[2.5rem_14rem_7rem_minmax(0,1fr)]">
                <span className="text-faint">{sequence}</span>
                <span className="font-medium break-words">{type}</span>
                <time dateTime={timestamp} className="text-faint max-md:hidden">
                  {time.format(new Date(timestamp))}
                </time>
                <span className="truncate text-soft max-md:hidden">{display?.[language] ?? listed(data)}</span>
              </summary>
              <pre tabIndex={0} className="max-h-96 overflow-auto bg-sunken px-4 py-3">
                {JSON.stringify(data, null, 2)}
              </pre>
            </details>
          </li>
        ))}
      </ol>
    </Card>
  );
}
