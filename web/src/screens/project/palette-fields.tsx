import { useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/page.tsx';
import { fieldError } from '../../ui/field.tsx';
import { COLOURS, type Colour, type Draft } from './draft.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };
/** What a well of colour shows before one is chosen. */
const UNSET = '#d6d3d1';

function ColourField({
  role,
  value,
  error,
  onChange,
}: {
  role: Colour;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}) {
  const t = useMessages(catalogues);
  const isWhole = /^[0-9a-f]{6}$/i.test(value);
  return (
    <div role="group" aria-label={t.roles[role]} className="min-w-0">
      <p className="mb-1.5 text-[13px] font-medium">{t.roles[role]}</p>
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label={t.roles[role]}
          value={isWhole ? `#${value}` : UNSET}
          className={`h-9 w-11 shrink-0 cursor-pointer rounded-lg border border-line-strong/60 bg-surface p-1 ${isWhole ? '' : 'opacity-40'}`}
          onChange={(event) => onChange(event.target.value.slice(1).toUpperCase())}
        />
        <input
          aria-label={`${t.roles[role]}, RRGGBB`}
          aria-invalid={error === null ? undefined : true}
          className="h-9 w-full min-w-0 rounded-lg border border-line-strong/60 bg-surface px-2.5 font-mono text-[13px] uppercase shadow-card placeholder:font-sans placeholder:normal-case hover:border-line-strong aria-invalid:border-bad"
          placeholder={t.openColour}
          value={value}
          maxLength={7}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value.replace('#', '').trim().toUpperCase())}
        />
      </div>
      {error !== null && <p className="mt-1 text-[13px] text-bad">{error}</p>}
    </div>
  );
}

export function PaletteFields({ draft, change, error }: { draft: Draft; change: (part: Partial<Draft>) => void; error: Error | null }) {
  const t = useMessages(catalogues);
  return (
    <Card title={t.colours}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-4">
        {COLOURS.map((role) => (
          <ColourField
            key={role}
            role={role}
            value={draft.palette[role] ?? ''}
            error={fieldError(error, `/brand/palette/${role}`)}
            onChange={(value) => change({ palette: { ...draft.palette, [role]: value } })}
          />
        ))}
      </div>
      <p className="mt-3 text-[13px] text-faint">{t.colourHint}</p>
    </Card>
  );
}
