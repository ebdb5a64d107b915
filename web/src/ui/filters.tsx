/** Filters of a table. They are kept in the address: `value` and `onChoose` come from the route's `search`. */
import { Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import type { Choice } from './field.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
const TYPING_MS = 250;
const LOOK = 'h-8 rounded-lg border border-line bg-surface text-[13px] shadow-card hover:border-line-strong focus-visible:outline-offset-0';

/** One choice among some, or any. */
export function FilterSelect<V extends string>({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string;
  value: V | undefined;
  choices: readonly Choice<V>[];
  onChoose: (value: V | undefined) => void;
}) {
  const t = useMessages(catalogues);
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChoose(choices.find((choice) => choice.value === event.target.value)?.value)}
      className={`${LOOK} max-w-full min-w-0 truncate max-sm:flex-1 max-sm:basis-[calc(50%-0.5rem)] pr-7 pl-2.5 ${value === undefined ? 'text-soft' : 'border-accent text-accent'}`}
    >
      <option value="">
        {label}: {t.any}
      </option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {label}: {choice.label}
        </option>
      ))}
    </select>
  );
}

/** Text to look for; told once the typing pauses. */
export function FilterText({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const t = useMessages(catalogues);
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => onChange(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <div className="relative min-w-40 flex-1 sm:max-w-64">
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint" aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={`${LOOK} w-full pr-2 pl-8`}
      />
      {typed !== '' && (
        <button
          type="button"
          aria-label={t.clearFilters}
          className="absolute top-2 right-2 text-faint hover:text-ink"
          onClick={() => setTyped('')}
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  );
}
