/** A chart of a quick view: the figures of its table as columns, lines or a pie. The service draws the real one. */
import type { Directive } from './parts.ts';
import { pipeTable } from './parts.ts';

const WIDTH = 480;
const HEIGHT = 200;
const FOOT = 22;
const HUES = ['var(--accent)', 'var(--warn)', 'var(--good)', 'var(--bad)', 'var(--soft)', 'var(--line-strong)'];

interface Series {
  name: string;
  values: number[];
}

/** `1,204.50 €` → 1204.5; a comma before one, two or at the end is that of decimals. */
function toNumber(cell: string): number {
  const digits = cell.replaceAll(/[^\d.,-]/g, '');
  const plain = /,\d{1,2}$/.test(digits) ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '');
  const value = Number(plain);
  return Number.isFinite(value) ? value : 0;
}

/** What a chart shows, by its attributes; null where its figures are elsewhere. */
function figuresOf({ attributes, text }: Directive): { labels: string[]; series: Series[] } | null {
  const table = pipeTable(text);
  if (table === null || table.rows.length === 0) return null;
  const { head, rows } = table;
  const x = Math.max(0, head.indexOf(attributes['x'] ?? ''));
  const named = (attributes['y'] ?? '').split(',').map((name) => head.indexOf(name.trim()));
  const columns = named.some((at) => at >= 0) ? named.filter((at) => at >= 0) : head.map((_, at) => at).filter((at) => at !== x);
  return {
    labels: rows.map((row) => row[x] ?? ''),
    series: columns.map((at) => ({ name: head[at] ?? '', values: rows.map((row) => toNumber(row[at] ?? '')) })),
  };
}

function Columns({ labels, series, stacked }: { labels: readonly string[]; series: readonly Series[]; stacked: boolean }) {
  const sums = labels.map((_, at) => series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0));
  const most = Math.max(1e-9, ...(stacked ? sums : series.flatMap(({ values }) => values)));
  const step = WIDTH / labels.length;
  const wide = (step * 0.7) / (stacked ? 1 : series.length);
  return labels.flatMap((label, at) => {
    let below = 0;
    return series.map(({ name, values }, index) => {
      const height = (Math.max(0, values[at] ?? 0) / most) * (HEIGHT - FOOT - 8);
      const top = HEIGHT - FOOT - height - below;
      if (stacked) below += height;
      const left = at * step + step * 0.15 + (stacked ? 0 : index * wide);
      return <rect key={`${label} ${at} ${name}`} x={left} y={top} width={wide} height={height} rx={2} fill={HUES[index % HUES.length]} />;
    });
  });
}

function Lines({ labels, series, filled }: { labels: readonly string[]; series: readonly Series[]; filled: boolean }) {
  const most = Math.max(1e-9, ...series.flatMap(({ values }) => values));
  const step = WIDTH / labels.length;
  return series.map(({ name, values }, index) => {
    const points = values.map((value, at) => `${(at + 0.5) * step},${HEIGHT - FOOT - (Math.max(0, value) / most) * (HEIGHT - FOOT - 8)}`);
    const hue = HUES[index % HUES.length];
    const [first, last] = [step / 2, (values.length - 0.5) * step];
    return (
      <g key={name}>
        {filled && (
          <polygon points={`${first},${HEIGHT - FOOT} ${points.join(' ')} ${last},${HEIGHT - FOOT}`} fill={hue} fillOpacity={0.2} />
        )}
        <polyline points={points.join(' ')} fill="none" stroke={hue} strokeWidth={2.5} strokeLinejoin="round" />
      </g>
    );
  });
}

function Pie({ values, hole }: { values: readonly number[]; hole: boolean }) {
  const whole = Math.max(
    1e-9,
    values.reduce((sum, value) => sum + Math.max(0, value), 0),
  );
  const radius = hole ? 60 : 45;
  const round = 2 * Math.PI * radius;
  let before = 0;
  return values.map((value, index) => {
    const share = (Math.max(0, value) / whole) * round;
    const offset = -before;
    before += share;
    return (
      <circle
        key={index}
        cx={WIDTH / 2}
        cy={HEIGHT / 2}
        r={radius}
        fill="none"
        stroke={HUES[index % HUES.length]}
        strokeWidth={hole ? 32 : 90}
        strokeDasharray={`${share} ${round - share}`}
        strokeDashoffset={offset}
        transform={`rotate(-90 ${WIDTH / 2} ${HEIGHT / 2})`}
      />
    );
  });
}

/** The chart with its title and legend; `missing` where its figures come from a table elsewhere. */
export function ChartPreview({ directive, missing }: { directive: Directive; missing: string }) {
  const { type = 'column', title, unit } = directive.attributes;
  const figures = figuresOf(directive);
  const round = type === 'pie' || type === 'doughnut';
  const legend = figures === null ? [] : round ? figures.labels : figures.series.map(({ name }) => name);
  return (
    <figure className="framed">
      {title !== undefined && <figcaption className="head">{title}</figcaption>}
      {figures === null ? (
        <p className="quiet">{missing}</p>
      ) : (
        <svg
          viewBox={round ? `${(WIDTH - HEIGHT) / 2} 0 ${HEIGHT} ${HEIGHT}` : `0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={title ?? type}
          className={round ? 'chart round' : 'chart'}
        >
          {round && <Pie values={figures.series[0]?.values ?? []} hole={type === 'doughnut'} />}
          {/^(?:line|area|scatter)$/.test(type) && <Lines {...figures} filled={type === 'area'} />}
          {!round && !/^(?:line|area|scatter)$/.test(type) && <Columns {...figures} stacked={type === 'stacked'} />}
          {!round && (
            <>
              <line x1={0} x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} stroke="var(--line-strong)" />
              {figures.labels.map((label, at) => (
                <text key={at} x={((at + 0.5) * WIDTH) / figures.labels.length} y={HEIGHT - 6} textAnchor="middle" className="label">
                  {label.length > 14 ? `${label.slice(0, 13)}…` : label}
                </text>
              ))}
            </>
          )}
        </svg>
      )}
      {(legend.length > 1 || round) && (
        <ul className="legend">
          {legend.map((name, index) => (
            <li key={index}>
              <svg viewBox="0 0 10 10" aria-hidden>
                <rect width={10} height={10} rx={2} fill={HUES[index % HUES.length]} />
              </svg>
              {name}
              {index === 0 && unit !== undefined && !round ? ` (${unit})` : ''}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
