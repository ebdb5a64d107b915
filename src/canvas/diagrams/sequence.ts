/** Sequence diagrams of Mermaid: life lines, messages in the order of time, notes, and frames around groups of them. */
import { append } from '../../base/append.ts';
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
  numbered: boolean;
}

const MESSAGE = /^([^:+\-<>]+?)\s*(<<)?(--?)(>>|>|x|\))\s*[+-]?\s*([^:]+?)\s*:\s*(.*)$/;

export function parseSequence(lines: readonly string[]): Sequence {
  const sequence: Sequence = { actors: new Map(), steps: [], left: [], numbered: lines.some((line) => /^autonumber\b/.test(line)) };
  let count = 0;
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
          words: sequence.numbered ? `${(count += 1)}. ${cleanLabel(said)}` : cleanLabel(said),
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
  const beyond = steps.flatMap((step) =>
    step.kind === 'message' && step.message.from === last && step.message.to === last
      ? [Math.max(60, wide(step.message.words, style.size * 0.9) + 24) - (widths.get(last) ?? 0) / 2]
      : step.kind === 'note' && step.over.at(-1) === last
        ? [noteSize(step.words, 0, style).width / 2 - (widths.get(last) ?? 0) / 2 + 8]
        : [],
  );
  return { middles, widths, width: (middles.get(last) ?? 0) + (widths.get(last) ?? 0) / 2 + PADDING + maxOf([0, ...beyond]) };
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
  const own = measureWidth(message.words, { name: style.face, bold: false }, style.size * 0.9) * 1.05 + 12;
  const [left, right] = itself ? [from, from + own] : [Math.min(from, to), Math.max(from, to)];
  const size = style.size * 0.9;
  const wide = Math.min(right - left - 8, own);
  const words = text('p', message.words, {
    ...at(itself ? left + 4 : (left + right - wide) / 2, y - size * 1.3 - 4, itself ? right - left - 8 : wide, size * 1.3),
    background: 'var(--ground)',
    'font-size': `${size}px`,
    'text-align': itself ? 'left' : 'center',
    'line-height': '1.2',
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

const NOTE_WIDTH_MAX = 260;

/** A note as wide as its words, or as what it is over, in as many lines as it needs. */
function noteSize(words: string, least: number, style: DiagramStyle): { width: number; height: number } {
  const size = style.size * 0.9;
  const longest = maxOf(words.split('\n').map((part) => measureWidth(part, { name: style.face, bold: false }, size))) * 1.06 + 24;
  const width = Math.max(140, least, Math.min(longest, NOTE_WIDTH_MAX));
  const lines = words
    .split('\n')
    .reduce((sum, part) => sum + Math.ceil((measureWidth(part, { name: style.face, bold: false }, size) * 1.1) / (width - 24) || 1), 0);
  return { width, height: lines * size * 1.25 + 14 };
}

interface Timeline {
  middles: ReadonlyMap<string, number>;
  width: number;
  /** Where the next step is. */
  y: number;
  /** From one message to the next. */
  step: number;
  drawn: CanvasElement[];
  frames: CanvasElement[];
  open: { from: number; words: string; depth: number }[];
}

function drawNote(line: Timeline, over: readonly string[], words: string, style: DiagramStyle): void {
  const middles = over.map((id) => line.middles.get(id) ?? 0);
  const [low, high] = [minOf(middles), maxOf(middles)];
  const { width, height } = noteSize(words, over.length > 1 ? high - low + 60 : 0, style);
  const left = Math.max(4, Math.min((low + high) / 2 - width / 2, line.width - width - 4));
  const top = line.y - line.step * 0.55;
  const frame = { ...at(left, top, width, height), background: 'var(--tint)', border: '1px solid var(--accent)' };
  const said = text('p', words, { 'font-size': `${style.size * 0.9}px`, 'line-height': '1.25', 'text-align': 'center' });
  line.drawn.push(box({ ...frame, 'justify-content': 'center', padding: '0 8px' }, [said]));
  line.y = Math.max(line.y + line.step, top + height + line.step * 0.75);
}

/** A frame is closed when its end is met; what is in it has moved on meanwhile. */
function closeFrame(line: Timeline, style: DiagramStyle): void {
  const frame = line.open.pop();
  if (!frame) return;
  const inset = frame.depth * 6;
  const place = at(4 + inset, frame.from, line.width - 8 - 2 * inset, line.y - frame.from - line.step * 0.5);
  line.frames.push(box({ ...place, border: '1px solid var(--rule)', 'border-radius': '4px' }, []));
  if (frame.words !== '') line.drawn.push(frameName(frame.words, 5 + inset, frame.from + 1, true, style));
}

/** The name of a frame or of one of its parts, on the ground so that life lines do not cross it. */
function frameName(words: string, x: number, y: number, bold: boolean, style: DiagramStyle): CanvasElement {
  const size = style.size * 0.9;
  const width = measureWidth(words, { name: style.face, bold }, size) * 1.05 + 14;
  return text('p', words, {
    ...at(x, y, width, size * 1.3),
    'font-size': `${size}px`,
    'line-height': '1.2',
    'white-space': 'nowrap',
    padding: '0 5px',
    background: 'var(--ground)',
    color: 'var(--muted)',
    ...(bold ? { 'font-weight': '700' } : {}),
  });
}

function drawStep(line: Timeline, step: Step, index: number, style: DiagramStyle): void {
  switch (step.kind) {
    case 'message':
      append(line.drawn, drawMessage(step.message, line.y, line.middles, style, index));
      line.y += step.message.from === step.message.to ? line.step + 18 : line.step;
      return;
    case 'note':
      return drawNote(line, step.over, step.words, style);
    case 'open':
      line.open.push({ from: line.y - line.step * 0.6, words: step.words, depth: line.open.length });
      if (step.words !== '') line.y += style.size * 1.4;
      return;
    case 'else': {
      const top = line.y - line.step * 0.45;
      line.drawn.push(box({ ...at(PADDING, top, line.width - 2 * PADDING, 1), 'border-top': '1px dashed var(--muted)' }, []));
      line.drawn.push(frameName(step.words, PADDING + 2, top + 2, false, style));
      line.y += style.size * 1.4;
      return;
    }
    case 'close':
      closeFrame(line, style);
      line.y += 6;
      return;
  }
}

/** Messages come closer together where all of it would otherwise be made smaller to fit. */
export function sequenceCanvas(sequence: Sequence, style: DiagramStyle): DiagramCanvas {
  const usual = drawSequence(sequence, style, STEP);
  const { height = 0 } = usual;
  if (height <= style.height) return usual;
  const steps = Math.max(1, sequence.steps.length);
  return drawSequence(sequence, style, Math.max(style.size * 1.75, STEP - (height - style.height) / steps));
}

function drawSequence(sequence: Sequence, style: DiagramStyle, step: number): DiagramCanvas {
  const { middles, widths, width } = columnsOf(sequence, style);
  const line: Timeline = { middles, width, step, y: PADDING + HEAD + step * 0.9, drawn: [], frames: [], open: [] };
  for (const [index, each] of sequence.steps.entries()) drawStep(line, each, index, style);
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
