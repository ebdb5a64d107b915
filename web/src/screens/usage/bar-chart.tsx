/** Bars by day, in parts that lie on each other: drawn as a picture with a description, and with a table of the same figures beside it. */
import { useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { classNames } from '../../ui/class-names.ts';

interface Part {
  name: string;
  label: string;
  /** Classes of its colour. */
  colour: string;
}
interface Bar {
  day: string;
  /** By the names of the parts. */
  values: Readonly<Record<string, number>>;
}

const HEIGHT = 176;
const WIDTH = 720;
const GAP = 0.28;

/** A round figure at or above the highest bar. */
function topOf(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  const step = [1, 2, 4, 5, 10].find((factor) => factor * power >= highest) ?? 10;
  return Math.max(2, step * power);
}

function Legend({ parts }: { parts: readonly Part[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-soft">
      {parts.map(({ name, label, colour }) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg className={classNames('size-2.5', colour)} viewBox="0 0 10 10" aria-hidden>
            <rect width="10" height="10" rx="2.5" fill="currentColor" />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

function OneBar({
  bar,
  parts,
  place,
  width,
  top,
  lit,
}: {
  bar: Bar;
  parts: readonly Part[];
  place: number;
  width: number;
  top: number;
  lit: boolean;
}) {
  let below = 0;
  return (
    <g opacity={lit ? 1 : 0.35}>
      {parts.map(({ name, colour }) => {
        const value = bar.values[name] ?? 0;
        const height = (value / top) * HEIGHT;
        below += height;
        return value === 0 ? null : (
          <rect
            key={name}
            className={colour}
            fill="currentColor"
            x={place * width + (width * GAP) / 2}
            y={HEIGHT - below}
            width={width * (1 - GAP)}
            height={Math.max(1, height)}
            rx={1.5}
          />
        );
      })}
    </g>
  );
}

export function BarChart({ label, bars, parts }: { label: string; bars: readonly Bar[]; parts: readonly Part[] }) {
  const formats = useFormats();
  const [over, setOver] = useState<number | null>(null);
  const totals = bars.map(({ values }) => Object.values(values).reduce((sum, value) => sum + value, 0));
  const top = topOf(totals.reduce((most, value) => (value > most ? value : most), 0));
  const width = WIDTH / bars.length;
  const shown = over === null ? undefined : bars[over];
  const ends = [bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)].flatMap((bar) => (bar === undefined ? [] : [bar.day]));
  return (
    <figure>
      <div className="mb-3 flex min-h-6 flex-wrap items-center justify-between gap-2">
        <Legend parts={parts} />
        <p className="text-[13px] text-soft tabular-nums" aria-hidden>
          {shown !== undefined && `${formats.date(shown.day)}: ${formats.number(totals[over ?? 0] ?? 0)}`}
        </p>
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div className="flex flex-col justify-between py-0 text-right text-[12px] leading-none text-faint tabular-nums" aria-hidden>
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{formats.number(value)}</span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-44 w-full overflow-visible"
          onMouseLeave={() => setOver(null)}
        >
          {[0, 0.5, 1].map((part) => (
            <line
              key={part}
              x1="0"
              x2={WIDTH}
              y1={part * HEIGHT}
              y2={part * HEIGHT}
              className="text-line"
              stroke="currentColor"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {bars.map((bar, place) => (
            <g key={bar.day} onMouseEnter={() => setOver(place)}>
              <rect x={place * width} y="0" width={width} height={HEIGHT} fill="transparent" />
              <OneBar bar={bar} parts={parts} place={place} width={width} top={top} lit={over === null || over === place} />
            </g>
          ))}
        </svg>
        <div className="col-start-2 mt-1.5 flex justify-between text-[12px] text-faint" aria-hidden>
          {ends.map((day) => (
            <span key={day}>{formats.date(day)}</span>
          ))}
        </div>
      </div>
    </figure>
  );
}
