/** Diagrams of Mermaid that are rows and columns: pie, timeline, gantt, quadrant chart, mind map. */
import type { CanvasElement } from '../../document/canvas.ts';
import { cleanLabel, newGraph, nodeOf, type Graph } from './graph.ts';
import { box, text, type DiagramCanvas, type DiagramStyle } from './elements.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

const titleOf = (lines: readonly string[]): string =>
  cleanLabel(lines.map((line) => /^(?:\w+\s+(?:showData\s+)?)?title\s+(.+)$/.exec(line)?.[1]).find((title) => title !== undefined) ?? '');
const heading = (title: string, style: DiagramStyle): CanvasElement[] =>
  title === '' ? [] : [text('p', title, { 'font-weight': '700', 'font-size': `${Math.round(style.size * 1.15)}px` })];

/** `"Name" : 12` */
export function pieCanvas(lines: readonly string[], style: DiagramStyle): DiagramCanvas | undefined {
  const slices = lines.flatMap((line) => {
    const [, name, value] = /^"([^"]+)"\s*:\s*([\d.]+)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
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
  const columns = periods.map(({ name, events, section: part }) =>
    box({ flex: '1', gap: '10px' }, [
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
    ]),
  );
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
const dayOf = (date: string): number | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) && Number.isFinite(Date.parse(date)) ? Date.parse(date) / DAY_MS : undefined;
const LENGTHS: Readonly<Record<string, number>> = { d: 1, w: 7, h: 1 / 24, M: 30, y: 365 };

/** `Name :done, id, 2026-01-05, 30d` and `Name :after id, 2w`. Dates are of the form YYYY-MM-DD. */
function readTasks(lines: readonly string[]): { tasks: Task[]; left: string[] } {
  const tasks: Task[] = [];
  const left: string[] = [];
  let section = '';
  for (const line of lines.slice(1)) {
    if (/^section\s/.test(line)) section = cleanLabel(line.slice(8));
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
            .map((id) => tasks.find((task) => task.id === id)?.to ?? 0)
        : undefined;
    const from = before ? maxOf(before) : (dayOf(times[0] ?? '') ?? tasks.at(-1)?.to);
    const end = times.find((part, at) => at > 0 || !(before || dayOf(part) !== undefined));
    const [, count, unit] = /^([\d.]+)([dwhMy])$/.exec(end ?? '') ?? [];
    const to =
      from === undefined
        ? undefined
        : count === undefined
          ? (dayOf(end ?? '') ?? from + 1)
          : from + Number(count) * (LENGTHS[unit ?? 'd'] ?? 1);
    if (from === undefined || to === undefined) left.push(line);
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
  const dates = Array.from({ length: 5 }, (_, at) => new Date((first + (span * at) / 4) * DAY_MS).toISOString().slice(0, 10));
  const scale = box(
    { 'flex-direction': 'row', 'justify-content': 'space-between', 'margin-left': `${Math.round(names) + 10}px` },
    dates.map((date) => text('p', date, { 'font-size': `${style.size * 0.9}px`, color: 'var(--muted)' })),
  );
  return {
    canvas: { width: style.width, height: undefined, elements: [box({ gap: '2px' }, [...heading(titleOf(lines), style), scale, ...rows])] },
    left,
  };
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
  const at = (x: number, y: number, w: number, h: number): Record<string, string> => ({
    position: 'absolute',
    left: `${Math.round(x)}px`,
    top: `${Math.round(y)}px`,
    width: `${Math.round(w)}px`,
    height: `${Math.round(h)}px`,
  });
  // in the order of Mermaid: upper right, upper left, lower left, lower right
  const fields = names.map((name, number) => {
    const [column, row] = [number === 0 || number === 3 ? 1 : 0, number < 2 ? 0 : 1];
    return box(
      {
        ...at(left + (column * wide) / 2 + 1, top + (row * high) / 2 + 1, wide / 2 - 2, high / 2 - 2),
        background: number === 0 ? 'var(--tint)' : 'var(--card)',
        padding: '8px 10px',
      },
      name === '' ? [] : [text('p', name, { ...small, 'font-weight': '700', color: 'var(--muted)' })],
    );
  });
  const dots = points.flatMap(({ name, x, y }) => {
    const [px, py] = [left + Math.min(1, Math.max(0, x)) * wide, top + (1 - Math.min(1, Math.max(0, y))) * high];
    const onLeft = px > left + wide * 0.72;
    return [
      box({ ...at(px - 6, py - 6, 12, 12), 'border-radius': '50%', background: 'var(--accent)' }, []),
      text('p', name, {
        ...small,
        ...at(onLeft ? px - 150 : px + 9, py - style.size * 0.6, 140, style.size * 1.2),
        'white-space': 'nowrap',
        'text-align': onLeft ? 'right' : 'left',
      }),
    ];
  });
  const [x0 = '', x1 = ''] = axis('x');
  const [y0 = '', y1 = ''] = axis('y');
  const edge = (words: string, x: number, y: number, w: number, align: string): CanvasElement =>
    text('p', words === '' ? ' ' : words, {
      ...small,
      ...at(x, y, w, style.size * 1.3),
      'text-align': align,
      color: 'var(--muted)',
      'white-space': 'nowrap',
    });
  const ends = [
    edge(x0, left, top + high + 6, wide / 2, 'left'),
    edge(x1, left + wide / 2, top + high + 6, wide / 2, 'right'),
    edge(y1, left + wide + 8, top, 150, 'left'),
    edge(y0, left + wide + 8, top + high - style.size * 1.3, 150, 'left'),
  ];
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
          /^[\w-]*(?:\(\((.*)\)\)|\[(.*)\]|\((.*)\)|\{\{(.*)\}\})$/,
          (_whole, ...inner: (string | undefined)[]) => inner.slice(0, 4).find((part) => part !== undefined) ?? '',
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
