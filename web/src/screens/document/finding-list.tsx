import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Finding } from '../../../../src/base/finding.ts';
import { useMessages } from '../../i18n/language.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Card } from '../../ui/page.tsx';
import { useWords } from '../../vocabulary/words.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import type { Numbered } from './page-view.tsx';

const catalogues = { en, es };
const ICONS = { error: CircleAlert, warning: TriangleAlert, info: Info } as const;
const COLOURS: Readonly<Record<Finding['severity'], string>> = { error: 'text-bad', warning: 'text-warn', info: 'text-soft' };

function placeOf({ location: { page, slide, sheet, cell } }: Finding): string {
  return [page === undefined ? null : `p. ${page}`, slide === undefined || slide === page ? null : `${slide}`, sheet, cell]
    .filter(Boolean)
    .join(' · ');
}

function Row({ numbered: { index, finding }, chosen, onChoose }: { numbered: Numbered; chosen: boolean; onChoose: () => void }) {
  const t = useMessages(catalogues);
  const words = useWords();
  const Icon = ICONS[finding.severity];
  return (
    <li>
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onChoose}
        className={classNames('flex w-full gap-3 px-4 py-3 text-left -outline-offset-2 hover:bg-canvas', chosen && 'bg-accent-soft')}
      >
        <Icon className={classNames('mt-0.5 size-4 shrink-0', COLOURS[finding.severity])} aria-label={words.severity[finding.severity]} />
        <span className="min-w-0 flex-1">
          <span className="block break-words">{finding.message}</span>
          <span className="mt-0.5 block font-mono text-[11.5px] break-words text-faint">
            {[`${index}`, finding.code, placeOf(finding)].filter(Boolean).join(' · ')}
          </span>
          {(finding.fixable || finding.disposition === 'pre_existing') && (
            <span className="mt-0.5 block text-[12px] text-soft">{finding.disposition === 'pre_existing' ? t.preExisting : t.fixable}</span>
          )}
        </span>
      </button>
    </li>
  );
}

/** What was found, of all pages or of the one that is open. */
export function FindingList({
  numbered,
  page,
  chosen,
  resolved,
  onChoose,
}: {
  numbered: readonly Numbered[];
  page: number;
  chosen: number | null;
  resolved: number;
  onChoose: (index: number) => void;
}) {
  const t = useMessages(catalogues);
  const [onlyHere, setOnlyHere] = useState(false);
  const shown = numbered.filter(({ finding: { location } }) => !onlyHere || (location.page ?? location.slide) === page);
  return (
    <Card
      padded={false}
      title={`${t.findings} (${numbered.length})`}
      actions={
        numbered.length > 0 && (
          <label className="flex items-center gap-2 text-[13px] text-soft">
            <input type="checkbox" className="accent-accent" checked={onlyHere} onChange={() => setOnlyHere(!onlyHere)} />
            {t.thisPage}
          </label>
        )
      }
    >
      {shown.length === 0 ? (
        <p className="flex items-center gap-2 p-4 text-soft">
          <CircleCheck className="size-4 text-good" aria-hidden />
          {numbered.length === 0 ? t.noFindings : t.noFindingsHere}
        </p>
      ) : (
        <ul className="max-h-[calc(100dvh-16rem)] divide-y divide-line overflow-y-auto">
          {shown.map((one) => (
            <Row key={one.index} numbered={one} chosen={chosen === one.index} onChoose={() => onChoose(one.index)} />
          ))}
        </ul>
      )}
      {resolved > 0 && <p className="border-t border-line px-4 py-2.5 text-[13px] text-good">{t.repaired(resolved)}</p>}
    </Card>
  );
}
