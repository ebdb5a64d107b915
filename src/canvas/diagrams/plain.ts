/** Diagrams of Mermaid that are rows and columns: pie, timeline, gantt, quadrant chart, mind map. */
import { measureWidth } from '../../base/text-metrics.ts';
import type { CanvasElement } from '../../document/canvas.ts';
import type { Rect } from '../drawing.ts';
import { cleanLabel, newGraph, nodeOf, type Graph } from './graph.ts';
import { box, text, type DiagramCanvas, type DiagramStyle } from './elements.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

const titleOf = (lines: readonly string[]): string =>
  cleanLabel(lines.map((line) => /^(?:\w+\s+(?:showData\s+)?)?title\s+(.+)$/.exec(line)?.[1]).find((title) => title !== undefined) ?? '');
const heading = (title: string, style: DiagramStyle): CanvasElement[] =>
  title === '' ? [] : [text('p', title, { 'font-weight': '700', 'font-size': `${Math.round(style.size * 1.15)}px` })];

/** `"Name" : 12` */
export function pieCanvas(lines: readonly string[], style: DiagramStyle): DiagramCanvas | undefined {
  const showsData = /^pie\s+showData\b/.test(lines[0] ?? '') || lines[1] === 'showData';
  const slices = lines.flatMap((line) => {
    const [, name, value] = /^"([^"]+)"\s*:\s*([\d.]+)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[showsData ? `${name} [${value}]` : name, value] as const];
  });
  if (slices.length === 0) return undefined;
  const row = (tag: 'th' | 'td', cells: readonly string[]): CanvasElement => ({
    tag: 'tr',
    children: cells.map((cell): CanvasElement => ({ tag, children: [cell] })),
  });
  const chart: CanvasElement = {
    tag: 'x-chart',
    attributes: { type: 'pie' },
    style: { height: '300px' },
    children: [{ tag: 'table', children: [row('th', ['Part', 'Value']), ...slices.map((slice) => row('td', slice))] }],
  };
  return {
    width: Math.min(style.width, 640),
    height: undefined,
    elements: [box({ gap: '10px' }, [...heading(titleOf(lines), style), chart])],
  };
}

/** `2021 : One thing : Another`, with sections. */
export function timelineCanvas(lines: readonly string[], style: DiagramStyle): DiagramCanvas | undefined {
  const periods: { name: string; events: string[]; section: string }[] = [];
  let section = '';
  for (const line of lines.slice(1)) {
    const [first = '', ...events] = line.split(':').map(cleanLabel);
    if (/^title\s/.test(line)) continue;
    if (/^section\s/.test(line)) section = cleanLabel(line.slice(8));
    else if (first === '' && events.length > 0) periods.at(-1)?.events.push(...events);
    else if (events.length > 0) periods.push({ name: first, events, section });
    else periods.push({ name: first, events: [], section });
  }
  if (periods.length === 0 || periods.length > 12) return undefined;
  const columns = periods.map(({ name, events, section: own }, at) => {
    const part = own === periods[at - 1]?.section ? '' : own;
    return box({ flex: '1', gap: '10px' }, [
      text('p', part === '' ? ' ' : part, {
        'font-size': `${style.size * 0.9}px`,
        color: 'var(--muted)',
        height: `${Math.round(style.size * 1.1)}px`,
      }),
      text('p', name, { 'font-weight': '700', color: 'var(--accent)', 'font-size': `${style.size}px` }),
      box({ height: '14px', 'flex-direction': 'row', 'align-items': 'center' }, [
        box({ width: '14px', height: '14px', 'border-radius': '50%', background: 'var(--accent)' }, []),
        box({ flex: '1', height: '3px', background: 'var(--rule)' }, []),
      ]),
      ...events.map((event) =>
        box({ background: 'var(--card)', padding: '8px 10px', 'border-radius': '6px', 'margin-right': '10px' }, [
          text('p', event, { 'font-size': `${style.size * 0.9}px`, 'line-height': '1.25' }),
        ]),
      ),
    ]);
  });
  return {
    width: style.width,
    height: undefined,
    elements: [box({ gap: '16px' }, [...heading(titleOf(lines), style), box({ 'flex-direction': 'row' }, columns)])],
  };
}

interface Task {
  name: string;
  id: string;
  section: string;
  /** Days since 1970. */
  from: number;
  to: number;
  tone: 'done' | 'active' | 'crit' | 'milestone' | 'plain';
}

const DAY_MS = 86_400_000;
/** Days since 1970 of a date as the diagram writes them (`dateFormat`), or as `YYYY-MM-DD`. */
function dayReader(lines: readonly string[]): (date: string) => number | undefined {
  const format = lines.map((line) => /^dateFormat\s+(\S+)/.exec(line)?.[1]).find((given) => given !== undefined) ?? 'YYYY-MM-DD';
  const order = [...format.matchAll(/YYYY|YY|MM?|DD?/g)].map(([token]) => token[0] ?? '');
  const pattern = new RegExp(
    `^${format
      .replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
      .replaceAll(/YYYY/g, String.raw`(\d{4})`)
      .replaceAll(/YY/g, String.raw`(\d{2})`)
      .replaceAll(/MM?|DD?/g, String.raw`(\d{1,2})`)}$`,
  );
  return (date) => {
    const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
    const match = pattern.exec(date);
    const part = (letter: string): number => Number(match?.[order.indexOf(letter) + 1]);
    const [year, month, day] = match ? [part('Y'), part('M'), part('D')] : [Number(iso?.[1]), Number(iso?.[2]), Number(iso?.[3])];
    const time = Date.UTC(year < 100 ? 2000 + year : year, month - 1, day);
    return Number.isFinite(time) && month <= 12 && day <= 31 ? time / DAY_MS : undefined;
  };
}

/** So many days on from a day; weekends do not count where the diagram leaves them out. */
function daysOn(from: number, days: number, skipsWeekends: boolean): number {
  if (!skipsWeekends || !Number.isInteger(days) || days > 2_000) return from + days;
  let day = from;
  for (let left = days; left > 0; day += 1) if (![0, 6].includes(new Date(day * DAY_MS).getUTCDay())) left -= 1;
  return day;
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** A date of the scale as `axisFormat` wants it (`%d %b %Y`), else as `YYYY-MM-DD`. */
function dateWriter(lines: readonly string[]): (day: number) => string {
  const format = lines.map((line) => /^axisFormat\s+(.+)$/.exec(line)?.[1]).find((given) => given !== undefined) ?? '%Y-%m-%d';
  return (day) => {
    const date = new Date(day * DAY_MS);
    const two = (value: number): string => String(value).padStart(2, '0');
    const month = MONTHS[date.getUTCMonth()] ?? '';
    const parts: Readonly<Record<string, string>> = {
      Y: String(date.getUTCFullYear()),
      y: two(date.getUTCFullYear() % 100),
      m: two(date.getUTCMonth() + 1),
      d: two(date.getUTCDate()),
      e: String(date.getUTCDate()),
      b: month.slice(0, 3),
      B: month,
    };
    return format.replaceAll(/%([YymdebB])/g, (_whole, letter: string) => parts[letter] ?? '');
  };
}
const LENGTHS: Readonly<Record<string, number>> = { d: 1, w: 7, h: 1 / 24, M: 30, y: 365 };

/** `Name :done, id, 2026-01-05, 30d` and `Name :after id, 2w`. Dates are of the form YYYY-MM-DD. */
function readTasks(lines: readonly string[]): { tasks: Task[]; left: string[] } {
  const tasks: Task[] = [];
  const left: string[] = [];
  const dayOf = dayReader(lines);
  const skipsWeekends = lines.some((line) => /^excludes\b.*\bweekends\b/.test(line));
  let section = '';
  for (const line of lines.slice(1)) {
    if (/^section\s/.test(line)) section = cleanLabel(line.slice(8));
    // the day of reading is nobody's here, and the axis divides itself
    if (/^(?:todayMarker(?!\s+off\b)|tickInterval)\b/.test(line)) left.push(line);
    const [, name, rest] = /^([^:]+?)\s*:\s*(.+)$/.exec(line) ?? [];
    if (
      name === undefined ||
      rest === undefined ||
      /^(?:title|dateFormat|axisFormat|section|excludes|tickInterval|todayMarker|weekday)\b/.test(line)
    )
      continue;
    const parts = rest.split(',').map((part) => part.trim());
    const tone = (['milestone', 'crit', 'active', 'done'] as const).find((word) => parts.includes(word)) ?? 'plain';
    const given = parts.filter((part) => !['milestone', 'crit', 'active', 'done'].includes(part));
    const isTime = (part: string): boolean =>
      dayOf(part) !== undefined || /^(?:after|until)\s/.test(part) || /^\d+(?:\.\d+)?[dwhMy]$/.test(part);
    const times = given.filter(isTime);
    const before =
      (times[0]?.startsWith('after ') ?? false)
        ? times[0]
            ?.slice(6)
            .split(/\s+/)
            .map((id) => tasks.find((task) => task.id === id)?.to ?? tasks.at(-1)?.to ?? Number.NaN)
        : undefined;
    const from = before ? maxOf(before) : (dayOf(times[0] ?? '') ?? tasks.at(-1)?.to);
    const end = times.find((part, at) => at > 0 || !(before || dayOf(part) !== undefined));
    const [, count, unit] = /^([\d.]+)([dwhMy])$/.exec(end ?? '') ?? [];
    const to =
      from === undefined
        ? undefined
        : count === undefined
          ? (dayOf(end ?? '') ?? from + 1)
          : daysOn(from, Number(count) * (LENGTHS[unit ?? 'd'] ?? 1), skipsWeekends && (unit === 'd' || unit === undefined));
    if (from === undefined || to === undefined || !Number.isFinite(from)) left.push(line);
    else
      tasks.push({
        name: cleanLabel(name),
        id: given.find((part) => !isTime(part)) ?? '',
        section,
        from,
        to: Math.max(to, from + 0.25),
        tone,
      });
  }
  return { tasks, left };
}

const TONES: Readonly<Record<Task['tone'], string>> = {
  done: 'var(--muted)',
  active: 'var(--accent)',
  crit: 'var(--bad)',
  milestone: 'var(--title)',
  plain: 'var(--accent-2)',
};

export function ganttCanvas(lines: readonly string[], style: DiagramStyle): { canvas: DiagramCanvas | undefined; left: string[] } {
  const { tasks, left } = readTasks(lines);
  if (tasks.length === 0 || tasks.length > 60) return { canvas: undefined, left };
  const [first, last] = [minOf(tasks.map(({ from }) => from)), maxOf(tasks.map(({ to }) => to))];
  const span = Math.max(1, last - first);
  const names = Math.min(300, style.width * 0.32);
  const bars = style.width - names - 10;
  const x = (day: number): number => ((day - first) / span) * bars;
  const small = { 'font-size': `${style.size * 0.9}px`, 'line-height': '1.2' };
  const rows: CanvasElement[] = [];
  let section = '';
  for (const task of tasks) {
    if (task.section !== section) {
      section = task.section;
      rows.push(text('p', section, { ...small, 'font-weight': '700', color: 'var(--accent)', 'padding-top': '8px' }));
    }
    const wide = Math.max(6, x(task.to) - x(task.from));
    const bar =
      task.tone === 'milestone'
        ? { width: '14px', height: '14px', 'border-radius': '50%' }
        : { width: `${Math.round(wide)}px`, height: '16px', 'border-radius': '4px' };
    rows.push(
      box({ 'flex-direction': 'row', 'align-items': 'center', gap: '10px', 'border-bottom': '1px solid var(--rule)', padding: '5px 0' }, [
        text('p', task.name, { ...small, width: `${Math.round(names)}px` }),
        box({ ...bar, background: TONES[task.tone], 'margin-left': `${Math.round(x(task.from))}px` }, []),
      ]),
    );
  }
  const write = dateWriter(lines);
  const dates = [...new Set(Array.from({ length: 5 }, (_, at) => write(first + (span * at) / 4)))];
  const scale = box(
    { 'flex-direction': 'row', 'justify-content': 'space-between', 'margin-left': `${Math.round(names) + 10}px` },
    dates.map((date) => text('p', date, { 'font-size': `${style.size * 0.9}px`, color: 'var(--muted)' })),
  );
  return {
    canvas: { width: style.width, height: undefined, elements: [box({ gap: '2px' }, [...heading(titleOf(lines), style), scale, ...rows])] },
    left,
  };
}

const absolute = (x: number, y: number, w: number, h: number): Record<string, string> => ({
  position: 'absolute',
  left: `${Math.round(x)}px`,
  top: `${Math.round(y)}px`,
  width: `${Math.round(w)}px`,
  height: `${Math.round(h)}px`,
});

const meets = (a: Rect, b: Rect): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Names beside their points, above or below where that is free, and within the field. */
function placeLabels(points: readonly { name: string; x: number; y: number }[], field: Rect, style: DiagramStyle): Rect[] {
  const dots = points.map(({ x, y }): Rect => ({ x: x - 7, y: y - 7, w: 14, h: 14 }));
  const taken: Rect[] = [];
  for (const [index, { name, x, y }] of points.entries()) {
    const w = measureWidth(name, { name: style.face, bold: false }, style.size * 0.9) + 8;
    const h = Math.ceil(style.size * 1.15);
    const sides: readonly (readonly [number, number])[] = [
      [x + 9, y - h / 2],
      [x - w - 9, y - h / 2],
      [x - w / 2, y - h - 8],
      [x - w / 2, y + 8],
      [x + 9, y - h - 6],
      [x + 9, y + 6],
      [x - w - 9, y - h - 6],
      [x - w - 9, y + 6],
      [x - w / 2, y - 2 * h - 10],
      [x - w / 2, y + h + 10],
    ];
    const places = sides.map(([px, py]): Rect => ({ x: px, y: py, w, h }));
    const inside = places.filter(
      (place) => place.x >= field.x && place.x + w <= field.x + field.w && place.y >= field.y && place.y + h <= field.y + field.h,
    );
    const isFree = (place: Rect): boolean =>
      !taken.some((other) => meets(place, other)) && !dots.some((dot, at) => at !== index && meets(place, dot));
    taken.push(inside.find(isFree) ?? inside[0] ?? places[0] ?? { x, y, w, h });
  }
  return taken;
}

/** What the ends of the axes are called, below the field and at its right. */
function axisEnds(
  [x0 = '', x1 = '']: readonly string[],
  [y0 = '', y1 = '']: readonly string[],
  field: Rect,
  style: DiagramStyle,
): CanvasElement[] {
  const { x: left, y: top, w: wide, h: high } = field;
  const edge = (words: string, x: number, y: number, w: number, align: string): CanvasElement =>
    text('p', words === '' ? ' ' : words, {
      'font-size': `${style.size * 0.9}px`,
      ...absolute(x, y, w, style.size * 1.3),
      'text-align': align,
      color: 'var(--muted)',
      'white-space': 'nowrap',
    });
  return [
    edge(x0, left, top + high + 6, wide / 2, 'left'),
    edge(x1, left + wide / 2, top + high + 6, wide / 2, 'right'),
    edge(y1, left + wide + 8, top, 150, 'left'),
    edge(y0, left + wide + 8, top + high - style.size * 1.3, 150, 'left'),
  ];
}

/** `Name: [0.3, 0.8]` between two named axes. */
export function quadrantCanvas(lines: readonly string[], style: DiagramStyle): DiagramCanvas | undefined {
  const points = lines.flatMap((line) => {
    const [, name, x, y] = /^(.+?)(?::::\w+)?\s*:\s*\[\s*([\d.]+)\s*,\s*([\d.]+)\s*\]/.exec(line) ?? [];
    return name === undefined ? [] : [{ name: cleanLabel(name), x: Number(x), y: Number(y) }];
  });
  const names = [1, 2, 3, 4].map((number) =>
    cleanLabel(lines.map((line) => new RegExp(`^quadrant-${number}\\s+(.+)$`).exec(line)?.[1]).find((name) => name !== undefined) ?? ''),
  );
  const axis = (name: string): string[] =>
    (lines.map((line) => new RegExp(`^${name}-axis\\s+(.+)$`).exec(line)?.[1]).find((ends) => ends !== undefined) ?? '')
      .split('-->')
      .map(cleanLabel);
  if (points.length === 0 && names.every((name) => name === '')) return undefined;
  const side = Math.min(style.width * 0.9, 560);
  const [wide, high, left, top] = [side, side * 0.72, 30, 8];
  const small = { 'font-size': `${style.size * 0.9}px` };
  // in the order of Mermaid: upper right, upper left, lower left, lower right
  const fields = names.map((name, number) => {
    const [column, row] = [number === 0 || number === 3 ? 1 : 0, number < 2 ? 0 : 1];
    return box(
      {
        ...absolute(left + (column * wide) / 2 + 1, top + (row * high) / 2 + 1, wide / 2 - 2, high / 2 - 2),
        background: number === 0 ? 'var(--tint)' : 'var(--card)',
        padding: '8px 10px',
        ...(points.length === 0 ? { 'justify-content': 'center', 'align-items': 'center' } : {}),
      },
      name === ''
        ? []
        : [
            text('p', name, {
              'font-size': `${style.size * (points.length === 0 ? 1.2 : 0.9)}px`,
              'font-weight': '700',
              color: 'var(--muted)',
            }),
          ],
    );
  });
  const places = points.map(({ name, x, y }) => ({
    name,
    x: left + Math.min(1, Math.max(0, x)) * wide,
    y: top + (1 - Math.min(1, Math.max(0, y))) * high,
  }));
  const labels = placeLabels(places, { x: left, y: top, w: wide, h: high }, style);
  const dots = places.flatMap(({ name, x, y }, index) => {
    const { x: lx, y: ly, w, h } = labels[index] ?? { x, y, w: 0, h: 0 };
    return [
      box({ ...absolute(x - 6, y - 6, 12, 12), 'border-radius': '50%', background: 'var(--accent)' }, []),
      text('p', name, { ...small, ...absolute(lx, ly, w, h), 'white-space': 'nowrap', 'text-align': 'center', 'line-height': '1.2' }),
    ];
  });
  const ends = axisEnds(axis('x'), axis('y'), { x: left, y: top, w: wide, h: high }, style);
  const elements = [...heading(titleOf(lines), style), box({ height: `${Math.round(high + 44)}px` }, [...fields, ...dots, ...ends])];
  return { width: Math.round(left + wide + 170), height: undefined, elements: [box({ gap: '8px' }, elements)] };
}

/** Indented lines, the first of them in the middle. */
export function parseMindmap(source: string): Graph {
  const graph = newGraph('LR');
  const above: { depth: number; id: string }[] = [];
  for (const [index, line] of source.split('\n').slice(1).entries()) {
    if (line.trim() === '' || line.trim().startsWith('%%') || /^\s*::icon/.test(line)) continue;
    const depth = line.length - line.trimStart().length;
    const words = cleanLabel(
      line
        .trim()
        .replace(
          /^[\p{L}\p{N}_-]*(?:\(\((.*)\)\)|\)\)(.*)\(\(|\)(.*)\(|\[(.*)\]|\((.*)\)|\{\{(.*)\}\})$/u,
          (_whole, ...inner: (string | undefined)[]) => inner.slice(0, 6).find((part) => part !== undefined) ?? '',
        ),
    );
    while ((above.at(-1)?.depth ?? -1) >= depth) above.pop();
    const id = `idea${index}`;
    nodeOf(graph, id, words, above.length === 0 ? 'stadium' : 'round');
    const parent = above.at(-1);
    if (parent) graph.edges.push({ from: parent.id, to: id, label: '', line: 'solid', startArrow: false, endArrow: false });
    above.push({ depth, id });
  }
  return graph;
}
