import type { Finding } from '../../../../src/base/finding.ts';
import { useMessages } from '../../i18n/language.tsx';
import { classNames } from '../../ui/class-names.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { placeOn } from './place-on.ts';
import type { Page } from './use-pages.ts';

const catalogues = { en, es };

/** A finding with its number in the list. */
export interface Numbered {
  index: number;
  finding: Finding;
}

const COLOURS: Readonly<Record<Finding['severity'], string>> = {
  error: 'bg-bad text-surface',
  warning: 'bg-warn text-surface',
  info: 'bg-soft text-surface',
};
const FRAMES: Readonly<Record<Finding['severity'], string>> = { error: 'outline-bad', warning: 'outline-warn', info: 'outline-soft' };

function Pin({ numbered, page, chosen, onChoose }: { numbered: Numbered; page: Page; chosen: boolean; onChoose: () => void }) {
  const t = useMessages(catalogues);
  const { index, finding } = numbered;
  const place = placeOn(page, finding.location.bbox ?? [0, 0, 0, 0]);
  return (
    <div className="pointer-events-none absolute" style={place}>
      {finding.location.bbox !== undefined && (
        <span
          aria-hidden
          className={classNames(
            'absolute inset-0 rounded-sm outline-offset-1',
            FRAMES[finding.severity],
            chosen ? 'bg-accent/10 outline-2' : 'outline-1',
          )}
        />
      )}
      <button
        type="button"
        aria-label={t.pin(index, finding.message)}
        aria-pressed={chosen}
        title={finding.message}
        onClick={onChoose}
        className={classNames(
          'pointer-events-auto absolute -top-2.5 -left-2.5 grid size-5.5 place-items-center rounded-full text-[11px] font-semibold shadow-raised',
          COLOURS[finding.severity],
          chosen && 'ring-2 ring-accent ring-offset-2 ring-offset-white',
        )}
      >
        {index}
      </button>
    </div>
  );
}

/** One page as drawn, with the findings at their places. */
export function PageView({
  page,
  numbered = [],
  chosen = null,
  onChoose,
}: {
  page: Page;
  numbered?: readonly Numbered[];
  chosen?: number | null;
  onChoose?: (index: number) => void;
}) {
  const t = useMessages(catalogues);
  return (
    <div className="relative shadow-page">
      <img
        src={page.url}
        alt={t.page(page.page)}
        width={page.width}
        height={page.height}
        className="block h-auto w-full rounded-[2px] bg-white"
      />
      {numbered.map((one) => (
        <Pin key={one.index} numbered={one} page={page} chosen={chosen === one.index} onChoose={() => onChoose?.(one.index)} />
      ))}
    </div>
  );
}
