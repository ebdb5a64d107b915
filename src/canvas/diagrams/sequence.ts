/** Sequence diagrams of Mermaid: life lines, messages in the order of time, notes, and frames around groups of them. */
import { measureWidth } from '../../base/text-metrics.ts';
import type { CanvasElement } from '../../document/canvas.ts';
import { cleanLabel } from './graph.ts';
import { box, text, type DiagramCanvas, type DiagramStyle } from './elements.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

interface Message {
  from: string;
  to: string;
  words: string;
  dashed: boolean;
  arrow: boolean;
}
type Step =
  | { kind: 'message'; message: Message }
  | { kind: 'note'; over: string[]; words: string }
  | { kind: 'open'; words: string }
  | { kind: 'else'; words: string }
  | { kind: 'close' };

export interface Sequence {
  actors: Map<string, string>;
  steps: Step[];
  left: string[];
}

const MESSAGE = /^([^:+\-<>]+?)\s*(<<)?(--?)(>>|>|x|\))\s*[+-]?\s*([^:]+?)\s*:\s*(.*)$/;

export function parseSequence(lines: readonly string[]): Sequence {
  const sequence: Sequence = { actors: new Map(), steps: [], left: [] };
  const actor = (id: string): string => {
    if (!sequence.actors.has(id)) sequence.actors.set(id, id);
    return id;
  };
  for (const line of lines.slice(1)) {
    const [, declared, alias] = /^(?:create\s+)?(?:participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/.exec(line) ?? [];
    const message = MESSAGE.exec(line);
    const [, over, note] = /^note\s+(?:over|left of|right of)\s+([^:]+):\s*(.*)$/i.exec(line) ?? [];
    const [, frame, words = ''] = /^(alt|opt|loop|par|critical|break|rect)\b\s*(.*)$/.exec(line) ?? [];
    const [, other, otherwise = ''] = /^(else|and|option)\b\s*(.*)$/.exec(line) ?? [];
    if (declared !== undefined) sequence.actors.set(declared, cleanLabel(alias ?? declared));
    else if (note !== undefined)
      sequence.steps.push({ kind: 'note', over: (over ?? '').split(',').map((id) => actor(id.trim())), words: cleanLabel(note) });
    else if (frame !== undefined)
      sequence.steps.push({ kind: 'open', words: `${frame === 'rect' ? '' : frame} ${frame === 'rect' ? '' : words}`.trim() });
    else if (other !== undefined) sequence.steps.push({ kind: 'else', words: `${other} ${otherwise}`.trim() });
    else if (line === 'end') sequence.steps.push({ kind: 'close' });
    else if (message) {
      const [, from = '', , dash = '', head = '', to = '', said = ''] = message;
      sequence.steps.push({
        kind: 'message',
        message: {
          from: actor(from.trim()),
          to: actor(to.trim()),
          words: cleanLabel(said),
          dashed: dash === '--',
          arrow: head !== '>' || dash !== '-',
        },
      });
    } else if (!/^(?:autonumber|activate|deactivate|title|box|destroy|links?)\b/.test(line)) sequence.left.push(line);
  }
  return sequence;
}

const PADDING = 16;
const HEAD = 44;
const STEP = 46;
const GAP_MIN = 130;
const HEAD_WIDTH_MIN = 96;

const at = (x: number, y: number, w: number, h: number): Record<string, string> => ({
  position: 'absolute',
  left: `${Math.round(x)}px`,
  top: `${Math.round(y)}px`,
  width: `${Math.round(w)}px`,
  height: `${Math.round(h)}px`,
});

/** Middles of the life lines: as far from each other as their names and the messages between neighbours need. */
function columnsOf(
  { actors, steps }: Sequence,
  style: DiagramStyle,
): { middles: Map<string, number>; widths: Map<string, number>; width: number } {
  const ids = [...actors.keys()];
  const wide = (words: string, size = style.size): number => measureWidth(words, { name: style.face, bold: false }, size);
  const widths = new Map(ids.map((id) => [id, Math.max(HEAD_WIDTH_MIN, wide(actors.get(id) ?? id) * 1.08 + 28)]));
  const gaps = ids.map((id, index) => {
    const next = ids[index + 1];
    const between = steps.flatMap((step) =>
      step.kind === 'message' && [step.message.from, step.message.to].every((end) => end === id || end === next)
        ? [wide(step.message.words, style.size * 0.9) + 36]
        : [],
    );
    return Math.max(GAP_MIN, ((widths.get(id) ?? 0) + (widths.get(next ?? '') ?? 0)) / 2 + 20, maxOf(between));
  });
  let x = PADDING + (widths.get(ids[0] ?? '') ?? 0) / 2;
  const middles = new Map<string, number>();
  for (const [index, id] of ids.entries()) {
    middles.set(id, x);
    x += gaps[index] ?? 0;
  }
  const last = ids.at(-1) ?? '';
  const loops = steps.some((step) => step.kind === 'message' && step.message.from === last && step.message.to === last);
  return { middles, widths, width: (middles.get(last) ?? 0) + (widths.get(last) ?? 0) / 2 + PADDING + (loops ? 90 : 0) };
}

function drawMessage(
  message: Message,
  y: number,
  middles: ReadonlyMap<string, number>,
  style: DiagramStyle,
  index: number,
): CanvasElement[] {
  const [from, to] = [middles.get(message.from) ?? 0, middles.get(message.to) ?? 0];
  const itself = message.from === message.to;
  const [left, right] = itself ? [from, from + 120] : [Math.min(from, to), Math.max(from, to)];
  const size = style.size * 0.9;
  const words = text('p', message.words, {
    ...at(left + 4, y - size * 1.3 - 4, right - left - 8, size * 1.3),
    'font-size': `${size}px`,
    'text-align': itself ? 'left' : 'center',
    'white-space': 'nowrap',
  });
  const point = (name: string, x: number, top: number): CanvasElement => ({ ...box(at(x - 0.5, top - 0.5, 1, 1), []), name });
  const names = [`m${index}-from`, `m${index}-to`] as const;
  const points = itself ? `${from},${y} ${from + 40},${y} ${from + 40},${y + 18} ${from},${y + 18}` : `${from},${y} ${to},${y}`;
  const line: CanvasElement = {
    tag: 'x-line',
    attributes: { from: names[0], to: names[1], arrow: message.arrow ? 'end' : 'none', points },
    style: { border: `1.5px ${message.dashed ? 'dashed' : 'solid'} var(--text)` },
  };
  return [point(names[0], from, y), point(names[1], to, itself ? y + 18 : y), words, line];
}

interface Timeline {
  middles: ReadonlyMap<string, number>;
  width: number;
  /** Where the next step is. */
  y: number;
  drawn: CanvasElement[];
  frames: CanvasElement[];
  open: { from: number; words: string; depth: number }[];
}

function drawNote(line: Timeline, over: readonly string[], words: string, style: DiagramStyle): void {
  const middles = over.map((id) => line.middles.get(id) ?? 0);
  const [low, high] = [minOf(middles), maxOf(middles)];
  const wide = Math.max(140, high - low + 60);
  const frame = { ...at((low + high) / 2 - wide / 2, line.y - 28, wide, 38), background: 'var(--tint)', border: '1px solid var(--accent)' };
  const said = text('p', words, { 'font-size': `${style.size * 0.9}px`, 'text-align': 'center' });
  line.drawn.push(box({ ...frame, 'justify-content': 'center' }, [said]));
  line.y += STEP;
}

/** A frame is closed when its end is met; what is in it has moved on meanwhile. */
function closeFrame(line: Timeline, style: DiagramStyle): void {
  const frame = line.open.pop();
  if (!frame) return;
  const inset = frame.depth * 6;
  const place = at(4 + inset, frame.from, line.width - 8 - 2 * inset, line.y - frame.from - 14);
  line.frames.push(box({ ...place, border: '1px solid var(--rule)', 'border-radius': '4px' }, []));
  const words = { ...at(12 + inset, frame.from + 3, 360, style.size * 1.2), 'font-size': `${style.size * 0.9}px` };
  if (frame.words !== '') line.drawn.push(text('p', frame.words, { ...words, 'font-weight': '700', color: 'var(--muted)' }));
}

function drawStep(line: Timeline, step: Step, index: number, style: DiagramStyle): void {
  switch (step.kind) {
    case 'message':
      line.drawn.push(...drawMessage(step.message, line.y, line.middles, style, index));
      line.y += step.message.from === step.message.to ? STEP * 1.35 : STEP;
      return;
    case 'note':
      return drawNote(line, step.over, step.words, style);
    case 'open':
      line.open.push({ from: line.y - 26, words: step.words, depth: line.open.length });
      line.y += STEP * 0.55;
      return;
    case 'else': {
      const top = line.y - 18;
      line.drawn.push(box({ ...at(PADDING, top, line.width - 2 * PADDING, 1), 'border-top': '1px dashed var(--muted)' }, []));
      const place = at(PADDING + 8, top + 4, 300, style.size * 1.2);
      line.drawn.push(text('p', step.words, { ...place, 'font-size': `${style.size * 0.9}px`, color: 'var(--muted)' }));
      line.y += STEP * 0.55;
      return;
    }
    case 'close':
      return closeFrame(line, style);
  }
}

export function sequenceCanvas(sequence: Sequence, style: DiagramStyle): DiagramCanvas {
  const { middles, widths, width } = columnsOf(sequence, style);
  const line: Timeline = { middles, width, y: PADDING + HEAD + STEP * 0.9, drawn: [], frames: [], open: [] };
  for (const [index, step] of sequence.steps.entries()) drawStep(line, step, index, style);
  const bottom = line.y + 4;
  const lives = [...sequence.actors].flatMap(([id, name]) => {
    const [middle, wide] = [middles.get(id) ?? 0, widths.get(id) ?? 0];
    const life = box({ ...at(middle, PADDING + HEAD, 1, bottom - PADDING - HEAD), 'border-left': '1px dashed var(--muted)' }, []);
    const frame = { ...at(middle - wide / 2, PADDING, wide, HEAD), background: 'var(--block)', 'border-radius': '6px' };
    const words = text('p', name, {
      color: 'var(--on-block)',
      'font-weight': '700',
      'font-size': `${style.size}px`,
      'text-align': 'center',
    });
    return [life, { ...box({ ...frame, 'justify-content': 'center', 'align-items': 'center' }, [words]), name: id }];
  });
  return { width, height: bottom + PADDING, elements: [...line.frames, ...lives, ...line.drawn] };
}
