/** A graph laid out in layers by dagre, as the elements of a canvas: boxes at absolute places, connectors between them. */
import { Graph as LayeredGraph, layout } from '@dagrejs/dagre';
import { measureWidth } from '../../base/text-metrics.ts';
import type { CanvasElement } from '../../document/canvas.ts';
import type { Graph, GraphEdge, GraphNode } from './graph.ts';
import type { Rect } from '../drawing.ts';
import { route, siteOf } from '../layout/connectors.ts';
import { box, text, type DiagramCanvas, type DiagramStyle } from './elements.ts';
import { maxOf } from '../../base/extremes.ts';

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

function sizeOf(node: GraphNode, style: DiagramStyle): Size {
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
  const rounded =
    node.form === 'round' ? '10px' : node.form === 'stadium' ? `${Math.round(size.height / 2)}px` : node.form === 'circle' ? '50%' : '4px';
  const shape = ['diamond', 'hexagon', 'cylinder', 'parallelogram'].includes(node.form) ? node.form : undefined;
  const fill = node.form === 'diamond' ? 'var(--tint)' : 'var(--card)';
  const frame = {
    ...at,
    'justify-content': 'center',
    'align-items': 'center',
    background: fill,
    border: '1.5px solid var(--accent)',
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

/** From side to side: at right angles between neighbours, else along the points that go round what is between. */
function routeOf(
  from: Rect,
  to: Rect,
  points: readonly Point[],
  { direction, several }: { direction: Graph['direction']; several: boolean },
): { points: Point[]; sides: [number, number] } {
  const along = points.map(({ x, y }) => ({ x: x + PADDING, y: y + PADDING }));
  const inner = along.slice(1, -1);
  const down = direction === 'TB' || direction === 'BT';
  const towards = (a: Rect, b: Point): number => {
    const middle = { x: a.x + a.w / 2, y: a.y + a.h / 2 };
    return down ? (b.y >= middle.y ? 2 : 0) : b.x >= middle.x ? 3 : 1;
  };
  const sides: [number, number] = [towards(from, inner[0] ?? siteOf(to, 0)), towards(to, inner.at(-1) ?? siteOf(from, 0))];
  // lines between the same two boxes keep apart
  if (several) return { points: along, sides };
  const [a, b] = [siteOf(from, sides[0]), siteOf(to, sides[1])];
  if (inner.length <= 1 && (sides[0] + 2) % 4 === sides[1]) return { points: route(a, sides[0], b, sides[1]), sides };
  return { points: [a, ...inner, b], sides };
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
/** Of what is written at an end of a line, from the line and from the box. */
const ASIDE = 18;

function drawEdge(
  edge: GraphEdge,
  { points, sides }: ReturnType<typeof routeOf>,
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
  const middle = middleOf(points);
  const near = (end: Point | undefined, side: number, words: string | undefined): CanvasElement[] => {
    if (!words || !end) return [];
    const across = side % 2 === 1;
    const out = side === 0 || side === 1 ? -ASIDE : ASIDE;
    return [drawLabel(words, end.x + (across ? out * 1.2 : ASIDE), end.y + (across ? -ASIDE * 0.6 : out * 0.7), style)];
  };
  const label = edge.label === '' ? [] : [drawLabel(edge.label, middle.x, middle.y, style)];
  return { line, labels: [...label, ...near(points[0], sides[0], edge.startText), ...near(points.at(-1), sides[1], edge.endText)] };
}

const severalBetween = ({ edges }: Graph, { from, to }: GraphEdge): boolean =>
  edges.filter((other) => (other.from === from && other.to === to) || (other.from === to && other.to === from)).length > 1;

/** The canvas of a graph. Ids of nodes are those of the notation, so that faults name them. */
export function graphCanvas(graph: Graph, style: DiagramStyle): DiagramCanvas {
  const layered = new LayeredGraph({ multigraph: true, compound: true });
  layered.setGraph({ rankdir: graph.direction, nodesep: 36, ranksep: 52, edgesep: 18 });
  for (const node of graph.nodes.values()) layered.setNode(node.id, sizeOf(node, style));
  for (const group of graph.groups) {
    layered.setNode(group.id, {});
    for (const member of group.members) if (graph.nodes.has(member)) layered.setParent(member, group.id);
  }
  for (const [index, edge] of graph.edges.entries()) {
    const label =
      edge.label === ''
        ? {}
        : {
            width: widthOf(edge.label, style, false, style.size * LABEL_SIZE) + 14,
            height: style.size * LABEL_SIZE * LINE + 6,
            labelpos: 'c',
          };
    layered.setEdge(edge.from, edge.to, label, String(index));
  }
  layout(layered);
  const read = <T extends Size & { x: number; y: number }>(id: string): T => layered.node(id) as T;
  const groups = graph.groups.map((group) => {
    const { x, y, width, height } = read(group.id);
    const name = text('p', group.label, {
      'font-size': `${style.size * LABEL_SIZE}px`,
      'font-weight': '700',
      color: 'var(--muted)',
      padding: '4px 10px',
    });
    return box(
      {
        ...place(x - width / 2 + PADDING, y - height / 2 + PADDING - 14, { width, height: height + 14 }),
        border: '1px dashed var(--rule)',
        'border-radius': '8px',
      },
      [name],
    );
  });
  const nodes = [...graph.nodes.values()].map((node) => {
    const { x, y, width, height } = read(node.id);
    return drawNode(node, x + PADDING, y + PADDING, { width, height }, style);
  });
  const edges = graph.edges.map((edge, index) => {
    const { points } = layered.edge(edge.from, edge.to, String(index)) as { points: Point[] };
    return drawEdge(
      edge,
      routeOf(rectOf(read(edge.from)), rectOf(read(edge.to)), points, { direction: graph.direction, several: severalBetween(graph, edge) }),
      style,
    );
  });
  const { width = 0, height = 0 } = layered.graph() as Partial<Size>;
  const elements = [...groups, ...edges.map(({ line }) => line), ...nodes, ...edges.flatMap(({ labels }) => labels)];
  return { width: Math.ceil(width) + 2 * PADDING, height: Math.ceil(height) + 2 * PADDING, elements };
}
