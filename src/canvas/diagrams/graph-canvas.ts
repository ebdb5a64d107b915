/** A graph laid out in layers by dagre, as the elements of a canvas: boxes at absolute places, connectors between them. */
import { Graph as LayeredGraph, layout } from '@dagrejs/dagre';
import { measureWidth } from '../../base/text-metrics.ts';
import type { CanvasElement } from '../../document/canvas.ts';
import type { Graph, GraphEdge, GraphNode } from './graph.ts';
import type { Rect } from '../drawing.ts';
import { route, siteOf } from '../layout/connectors.ts';
import { box, text, type DiagramCanvas, type DiagramStyle } from './elements.ts';
import { maxOf, minOf } from '../../base/extremes.ts';
import { squareLine } from './square-lines.ts';

const PADDING = 24;
const LINE = 1.25;
const NODE_WIDTH_MAX = 240;
const NODE_WIDTH_MIN = 70;
const MARK = 18;

interface Size {
  width: number;
  height: number;
}

const widthOf = (words: string, style: DiagramStyle, bold = false, size = style.size): number =>
  measureWidth(words, { name: style.face, bold }, size);

/** Lines that a text takes within a width. */
function linesIn(words: string, width: number, style: DiagramStyle, bold = false): number {
  let lines = 0;
  for (const part of words.split('\n')) {
    let used = 0;
    lines += 1;
    for (const word of part.split(' ')) {
      const size = widthOf(`${word} `, style, bold);
      if (used > 0 && used + size > width) {
        lines += 1;
        used = 0;
      }
      used += size;
    }
  }
  return lines;
}

const BAR = { long: 84, thin: 7 };

function sizeOf(node: GraphNode, style: DiagramStyle, down: boolean): Size {
  if (node.form === 'bar') return down ? { width: BAR.long, height: BAR.thin } : { width: BAR.thin, height: BAR.long };
  if (node.form === 'start' || node.form === 'end' || (node.form === 'diamond' && node.label === '')) return { width: MARK, height: MARK };
  if (node.sections.length > 0) {
    const rows = node.sections.flat();
    const width = Math.max(
      120,
      widthOf(node.label, style, true) + 36,
      maxOf(rows.map((row) => widthOf(row, style, false, style.size * 0.9) + 28)),
    );
    const lines = node.sections.reduce((sum, section) => sum + section.length * style.size * 0.9 * LINE + 14, 0);
    return { width: Math.min(width, 420), height: style.size * LINE + 18 + lines };
  }
  const natural = maxOf(node.label.split('\n').map((part) => widthOf(part, style)));
  const width = Math.min(NODE_WIDTH_MAX, Math.max(NODE_WIDTH_MIN, natural + 36));
  const height = linesIn(node.label, width - 30, style) * style.size * LINE + 24;
  // text of these has to keep clear of the corners
  if (node.form === 'diamond') return { width: width * 1.45, height: height * 1.7 };
  if (node.form === 'circle') return { width: Math.max(width, height) * 1.1, height: Math.max(width, height) * 1.1 };
  return node.form === 'cylinder'
    ? { width, height: height + 18 }
    : node.form === 'hexagon' || node.form === 'parallelogram'
      ? { width: width + 36, height }
      : { width, height };
}

const place = (x: number, y: number, { width, height }: Size): Record<string, string> => ({
  position: 'absolute',
  left: `${Math.round(x)}px`,
  top: `${Math.round(y)}px`,
  width: `${Math.round(width)}px`,
  height: `${Math.round(height)}px`,
});

function drawSections(node: GraphNode, at: Record<string, string>, style: DiagramStyle): CanvasElement {
  const sections = node.sections.map((rows) =>
    box(
      { padding: '6px 12px', 'border-top': '1px solid var(--rule)' },
      rows.map((row) => text('p', row, { 'font-size': `${style.size * 0.9}px`, 'line-height': String(LINE), 'white-space': 'nowrap' })),
    ),
  );
  const name = text('p', node.label, {
    'font-weight': '700',
    'font-size': `${style.size}px`,
    'text-align': 'center',
    padding: '8px 12px',
    color: 'var(--on-block)',
    background: 'var(--block)',
  });
  return { ...box({ ...at, background: 'var(--ground)', border: '1px solid var(--block)' }, [name, ...sections]), name: node.id };
}

function drawNode(node: GraphNode, x: number, y: number, size: Size, style: DiagramStyle): CanvasElement {
  const at = place(x - size.width / 2, y - size.height / 2, size);
  if (node.sections.length > 0) return drawSections(node, at, style);
  const mark = {
    ...at,
    'border-radius': '50%',
    background: 'var(--block)',
    ...(node.form === 'end' ? { border: '4px solid var(--ground)' } : {}),
  };
  if (node.form === 'start' || node.form === 'end') return { ...box(mark, []), name: node.id };
  if (node.form === 'bar') return { ...box({ ...at, background: 'var(--block)' }, []), name: node.id };
  const rounded =
    node.form === 'round' ? '10px' : node.form === 'stadium' ? `${Math.round(size.height / 2)}px` : node.form === 'circle' ? '50%' : '4px';
  const shape = ['diamond', 'hexagon', 'cylinder', 'parallelogram'].includes(node.form) ? node.form : undefined;
  const fill = node.form === 'diamond' || node.form === 'note' ? 'var(--tint)' : 'var(--card)';
  const frame = {
    ...at,
    'justify-content': 'center',
    'align-items': 'center',
    background: fill,
    border: node.form === 'note' ? '1px dashed var(--muted)' : '1.5px solid var(--accent)',
    ...(shape ? {} : { 'border-radius': rounded }),
  };
  const words =
    node.label === ''
      ? []
      : [
          text('p', node.label, {
            'font-size': `${style.size}px`,
            'line-height': String(LINE),
            'text-align': 'center',
            'max-width': `${Math.round(size.width * (shape === 'diamond' ? 0.72 : 1)) - 16}px`,
          }),
        ];
  return { ...box(frame, words), name: node.id, ...(shape ? { attributes: { 'data-shape': shape } } : {}) };
}

const LABEL_SIZE = 0.9;

function drawLabel(words: string, x: number, y: number, style: DiagramStyle): CanvasElement {
  const size = style.size * LABEL_SIZE;
  const width = maxOf(words.split('\n').map((part) => widthOf(part, style, false, size))) + 10;
  const height = words.split('\n').length * size * LINE + 2;
  return text('p', words, {
    ...place(x - width / 2, y - height / 2, { width, height }),
    'font-size': `${size}px`,
    'line-height': String(LINE),
    'text-align': 'center',
    background: 'var(--ground)',
    color: 'var(--muted)',
  });
}

type Point = { x: number; y: number };

const rectOf = ({ x, y, width, height }: Size & Point): Rect => ({
  x: x - width / 2 + PADDING,
  y: y - height / 2 + PADDING,
  w: width,
  h: height,
});

interface Laid {
  /** Of the layout, from box to box; the label is one of them. */
  points: readonly Point[];
  /** Middle of the label; undefined where there is none. */
  label: Point | undefined;
}

interface Routed {
  points: Point[];
  sides: [number, number];
}

/** A turn so near to what it is beside is none. */
const STRAIGHT_WITHIN = 12;
const EARLY = 20;

/** The same with x and y changed: what goes down as if it went across. */
const swapped = ({ x, y }: Point): Point => ({ x: y, y: x });

/** Across, by right angles, along the row of the label: bends are near the boxes, so that every label stands on a piece of its own. */
function alongRow(a: Point, b: Point, label: Point): Point[] {
  const way = Math.sign(b.x - a.x) || 1;
  const [first, last] = [a.x + way * EARLY, b.x - way * EARLY];
  const atStart = Math.abs(label.y - a.y) <= STRAIGHT_WITHIN;
  const atEnd = Math.abs(label.y - b.y) <= STRAIGHT_WITHIN;
  if (Math.abs(a.y - b.y) < 1.5 && (atStart || atEnd)) return [a, b];
  if (atEnd) return [a, { x: first, y: a.y }, { x: first, y: b.y }, b];
  if (atStart) return [a, { x: last, y: a.y }, { x: last, y: b.y }, b];
  return [a, { x: first, y: a.y }, { x: first, y: label.y }, { x: last, y: label.y }, { x: last, y: b.y }, b];
}

const isInside = ({ x, y, w, h }: Rect, point: Point): boolean => point.x >= x && point.x <= x + w && point.y >= y && point.y <= y + h;

/** Points from where a line leaves a frame. */
function outOf(frame: Rect, points: readonly Point[]): Point[] {
  const at = points.findIndex((point) => !isInside(frame, point));
  const [inside, outside] = [points[at - 1], points[at]];
  if (at < 1 || !inside || !outside) return [...points];
  const shares = [
    (frame.x - inside.x) / (outside.x - inside.x),
    (frame.x + frame.w - inside.x) / (outside.x - inside.x),
    (frame.y - inside.y) / (outside.y - inside.y),
    (frame.y + frame.h - inside.y) / (outside.y - inside.y),
  ].filter((share) => share >= 0 && share <= 1);
  const share = minOf([1, ...shares]);
  const edge = { x: inside.x + (outside.x - inside.x) * share, y: inside.y + (outside.y - inside.y) * share };
  return [edge, ...points.slice(at)];
}

/** From side to side: at right angles between neighbours, else along the points that go round what is between. */
function routeOf(from: Rect, to: Rect, { points: along, label }: Laid, how: { down: boolean; several: boolean; joins: boolean }): Routed {
  const inner = along.slice(1, -1);
  const towards = (a: Rect, b: Point): number => {
    const middle = { x: a.x + a.w / 2, y: a.y + a.h / 2 };
    return how.down ? (b.y >= middle.y ? 2 : 0) : b.x >= middle.x ? 3 : 1;
  };
  const sides: [number, number] = [towards(from, inner[0] ?? siteOf(to, 0)), towards(to, inner.at(-1) ?? siteOf(from, 0))];
  // the frame of a group is met by the way to what is in it
  if (how.joins) return { points: outOf(to, outOf(from, along).toReversed()).toReversed(), sides };
  // lines between the same two boxes keep apart
  if (how.several) return { points: how.down ? squareLine(along) : squareLine(along.map(swapped)).map(swapped), sides };
  const [a, b] = [siteOf(from, sides[0]), siteOf(to, sides[1])];
  const faces = (sides[0] + 2) % 4 === sides[1];
  if (label === undefined && inner.length <= 1 && faces) return { points: route(a, sides[0], b, sides[1]), sides };
  const apart = how.down ? Math.abs(a.y - b.y) : Math.abs(a.x - b.x);
  if (label !== undefined && inner.length <= 3 && faces && apart > 2 * EARLY)
    return { points: how.down ? alongRow(swapped(a), swapped(b), swapped(label)).map(swapped) : alongRow(a, b, label), sides };
  const round = [a, ...inner, b];
  return { points: how.down ? squareLine(round) : squareLine(round.map(swapped)).map(swapped), sides };
}

/** The middle of a line along its length. */
function middleOf(points: readonly Point[]): Point {
  const lengths = points.slice(1).map((point, at) => Math.hypot(point.x - (points[at]?.x ?? 0), point.y - (points[at]?.y ?? 0)));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [at, length] of lengths.entries()) {
    const [a, b] = [points[at], points[at + 1]];
    if (a && b && left <= length) return { x: a.x + ((b.x - a.x) * left) / (length || 1), y: a.y + ((b.y - a.y) * left) / (length || 1) };
    left -= length;
  }
  return points[0] ?? { x: 0, y: 0 };
}

const SIDE_NAMES = ['top', 'left', 'bottom', 'right'] as const;
function drawEdge(
  edge: GraphEdge,
  { points, sides }: Routed,
  label: Point | undefined,
  down: boolean,
  style: DiagramStyle,
): { line: CanvasElement; labels: CanvasElement[] } {
  const arrow = edge.startArrow ? (edge.endArrow ? 'both' : 'start') : edge.endArrow ? 'end' : 'none';
  const width = edge.line === 'thick' ? 3 : 1.5;
  const along = points.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(' ');
  const attributes = {
    from: edge.from,
    to: edge.to,
    'from-side': SIDE_NAMES[sides[0]] ?? '',
    'to-side': SIDE_NAMES[sides[1]] ?? '',
    arrow,
    points: along,
  };
  const line: CanvasElement = {
    tag: 'x-line',
    attributes,
    style: { border: `${width}px ${edge.line === 'dashed' ? 'dashed' : 'solid'} var(--muted)` },
  };
  return { line, labels: drawWords(edge, label ?? middleOf(points), points, down, style) };
}

/** What is written at a line: its label, and before and behind it what holds at its ends. */
function drawWords(edge: GraphEdge, middle: Point, points: readonly Point[], down: boolean, style: DiagramStyle): CanvasElement[] {
  const size = style.size * LABEL_SIZE;
  const wide = (words = ''): number => (words === '' ? 0 : widthOf(words, style, false, size) + 14);
  const [first, last] = [points[0], points.at(-1)];
  const way = first === undefined || last === undefined ? 1 : Math.sign(down ? last.y - first.y : last.x - first.x) || 1;
  const line = size * LINE + 3;
  const own = edge.label === '' ? 0 : down ? line : wide(edge.label);
  const beside = (words: string | undefined, sign: number): CanvasElement[] => {
    if (words === undefined || words === '') return [];
    const by = sign * way * (own / 2 + (down ? line : wide(words) + 2) / 2);
    return [drawLabel(words, middle.x + (down ? 0 : by), middle.y + (down ? by : 0), style)];
  };
  const label = edge.label === '' ? [] : [drawLabel(edge.label, middle.x, middle.y, style)];
  return [...label, ...beside(edge.startText, -1), ...beside(edge.endText, 1)];
}

const severalBetween = ({ edges }: Graph, { from, to }: GraphEdge): boolean =>
  edges.filter((other) => (other.from === from && other.to === to) || (other.from === to && other.to === from)).length > 1;

/** Across the direction in which a graph grows. */
const crossOf = (direction: Graph['direction'], { x, y }: Point): number => (direction === 'TB' || direction === 'BT' ? x : y);

/**
 * Whether siblings stand in the opposite order of that in which they are written, more often than not: then all of it is mirrored,
 * which changes nothing else.
 */
function isReversed(graph: Graph, placeOf: (id: string) => Point): boolean {
  let turned = 0;
  for (const from of new Set(graph.edges.map((edge) => edge.from))) {
    const children = [...new Set(graph.edges.filter((edge) => edge.from === from).map(({ to }) => to))].map((id) =>
      crossOf(graph.direction, placeOf(id)),
    );
    for (const [at, place] of children.entries()) for (const later of children.slice(at + 1)) turned += Math.sign(place - later);
  }
  return turned > 0;
}

/** The member of a group that stands for it while boxes are placed. */
function memberOf(graph: Graph, id: string, which: 'first' | 'last'): string {
  const group = graph.groups.find((one) => one.id === id);
  const members = [...(group?.members ?? [])].filter((member) => graph.nodes.has(member));
  return (which === 'first' ? members[0] : members.at(-1)) ?? id;
}

const hasWords = ({ label, startText = '', endText = '' }: GraphEdge): boolean => `${label}${startText}${endText}` !== '';

/** The canvas of a graph. Ids of nodes are those of the notation, so that faults name them. */
export function graphCanvas(graph: Graph, style: DiagramStyle): DiagramCanvas {
  const layered = layer(graph, style);
  const size = layered.graph() as Partial<Size>;
  const [width, height] = [size.width ?? 0, size.height ?? 0];
  const down = graph.direction === 'TB' || graph.direction === 'BT';
  const placed = (id: string): Size & Point => layered.node(id) as Size & Point;
  const mirrored = isReversed(graph, (id) => placed(memberOf(graph, id, 'first')));
  const turn = <T extends Point>(point: T): T =>
    mirrored ? { ...point, ...(down ? { x: width - point.x } : { y: height - point.y }) } : point;
  const read = (id: string): Size & Point => turn(placed(id));
  const isGroup = (id: string): boolean => graph.groups.some((group) => group.id === id);
  /** The frame of a group is higher than its place, for its name. */
  const frameOf = (id: string): Rect => {
    const rect = rectOf(read(id));
    return isGroup(id) ? { ...rect, y: rect.y - GROUP_HEAD, h: rect.h + GROUP_HEAD } : rect;
  };
  const groups = graph.groups
    .filter(({ members }) => [...members].some((member) => graph.nodes.has(member)))
    .map((group) => drawGroup(group, frameOf(group.id), style));
  const nodes = [...graph.nodes.values()].map((node) => {
    const { x, y, ...own } = read(node.id);
    return drawNode(node, x + PADDING, y + PADDING, own, style);
  });
  const edges = graph.edges.map((edge, index) => {
    const laid = layered.edge(memberOf(graph, edge.from, 'last'), memberOf(graph, edge.to, 'first'), String(index)) as {
      points: Point[];
    } & Partial<Point>;
    const shift = ({ x, y }: Point): Point => ({ x: x + PADDING, y: y + PADDING });
    const { x, y } = laid;
    const label = hasWords(edge) && x !== undefined && y !== undefined ? shift(turn({ x, y })) : undefined;
    const points = laid.points.map((point) => shift(turn(point)));
    const joins = isGroup(edge.from) || isGroup(edge.to);
    const route = routeOf(frameOf(edge.from), frameOf(edge.to), { points, label }, { down, several: severalBetween(graph, edge), joins });
    return drawEdge(edge, route, label, down, style);
  });
  const elements = [...groups, ...edges.map(({ line }) => line), ...nodes, ...edges.flatMap(({ labels }) => labels)];
  return { width: Math.ceil(width) + 2 * PADDING, height: Math.ceil(height) + 2 * PADDING, elements };
}

const GROUP_HEAD = 14;

function drawGroup({ id, label }: Graph['groups'][number], { x, y, w, h }: Rect, style: DiagramStyle): CanvasElement {
  const name = text('p', label, {
    'font-size': `${style.size * LABEL_SIZE}px`,
    'font-weight': '700',
    color: 'var(--muted)',
    padding: '4px 10px',
  });
  const frame = { ...place(x, y, { width: w, height: h }), border: '1.5px dashed var(--muted)', 'border-radius': '8px' };
  return { ...box(frame, [name]), name: id };
}

/** Room that the label of a line needs between two boxes, and what is written at its ends beside it. */
function labelRoom(edge: GraphEdge, style: DiagramStyle, down: boolean): Record<string, number | string> {
  const size = style.size * LABEL_SIZE;
  const wide = (words = ''): number => (words === '' ? 0 : maxOf(words.split('\n').map((part) => widthOf(part, style, false, size))) + 14);
  if (!hasWords(edge)) return {};
  const ends = [edge.startText, edge.endText].filter((words) => words !== undefined && words !== '');
  const line = size * LINE + 4;
  const bends = 2 * EARLY - 10;
  const lines = (edge.label === '' ? 0 : 1) + ends.length;
  return down
    ? { width: maxOf([wide(edge.label), ...ends.map(wide)]), height: line * lines + bends, labelpos: 'c' }
    : { width: wide(edge.label) + ends.reduce((sum, words) => sum + wide(words) + 4, 0) + bends, height: line, labelpos: 'c' };
}

/** Boxes in layers. @returns with places of nodes and groups, and the points of lines */
function layer(graph: Graph, style: DiagramStyle): LayeredGraph {
  const down = graph.direction === 'TB' || graph.direction === 'BT';
  const layered = new LayeredGraph({ multigraph: true, compound: true });
  layered.setGraph({ rankdir: graph.direction, nodesep: 36, ranksep: 46, edgesep: 18 });
  for (const node of graph.nodes.values()) layered.setNode(node.id, sizeOf(node, style, down));
  for (const group of graph.groups) {
    const members = [...group.members].filter((member) => graph.nodes.has(member));
    if (members.length === 0) continue;
    layered.setNode(group.id, {});
    for (const member of members) layered.setParent(member, group.id);
  }
  for (const [index, edge] of graph.edges.entries())
    layered.setEdge(memberOf(graph, edge.from, 'last'), memberOf(graph, edge.to, 'first'), labelRoom(edge, style, down), String(index));
  layout(layered);
  return layered;
}
