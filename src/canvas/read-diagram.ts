/**
 * Diagrams in the notation of Mermaid → canvases: flowchart, state, class, ER, sequence, gantt, timeline, mind map,
 * quadrant and pie. Laid out here, without a browser; what is not understood stays code, with the reason.
 */
import type { Canvas, Code } from '../document/block.ts';
import type { Note } from '../base/note.ts';
import type { DiagramCanvas, DiagramStyle } from './diagrams/elements.ts';
import type { Graph } from './diagrams/graph.ts';
import { graphCanvas } from './diagrams/graph-canvas.ts';
import { parseClasses, parseEntities } from './diagrams/parse-class.ts';
import { parseFlow, parseState } from './diagrams/parse-flow.ts';
import { ganttCanvas, parseMindmap, pieCanvas, quadrantCanvas, timelineCanvas } from './diagrams/plain.ts';
import { parseSequence, sequenceCanvas } from './diagrams/sequence.ts';

const SOURCE_CHARS_MAX = 40_000;
/** Beyond these the layout takes seconds and nobody reads the result. */
const NODES_MAX = 120;
const EDGES_MAX = 240;
const STEPS_MAX = 200;
/** Longer lines are no statement. */
const LINE_CHARS_MAX = 600;

type Drawn = { canvas: DiagramCanvas | undefined; left: string[] };

const TURNED: Readonly<Record<Graph['direction'], Graph['direction']>> = { TB: 'LR', BT: 'RL', LR: 'TB', RL: 'BT' };
/** Smaller than this, a diagram is turned where it is read better so. */
const SCALE_MIN = 0.75;

function fromGraph(graph: Graph, style: DiagramStyle): Drawn {
  if (graph.nodes.size === 0 || graph.nodes.size > NODES_MAX || graph.edges.length > EDGES_MAX)
    return { canvas: undefined, left: graph.left };
  const canvas = graphCanvas(graph, style);
  const scale = ({ width, height = 0 }: DiagramCanvas): number => Math.min(1, style.width / width, style.height / Math.max(1, height));
  if (scale(canvas) >= SCALE_MIN) return { canvas, left: graph.left };
  const turned = graphCanvas({ ...graph, direction: TURNED[graph.direction] }, style);
  return { canvas: scale(turned) > scale(canvas) * 1.2 ? turned : canvas, left: graph.left };
}

/** By the first word of the source. */
const KINDS: readonly [name: RegExp, draw: (lines: readonly string[], source: string, style: DiagramStyle) => Drawn][] = [
  [/^(?:flowchart|graph)\b/, (lines, _source, style) => fromGraph(parseFlow(lines), style)],
  [/^stateDiagram(?:-v2)?\b/, (lines, _source, style) => fromGraph(parseState(lines), style)],
  [/^classDiagram\b/, (lines, _source, style) => fromGraph(parseClasses(lines), style)],
  [/^erDiagram\b/, (lines, _source, style) => fromGraph(parseEntities(lines), style)],
  [/^mindmap\b/, (_lines, source, style) => fromGraph(parseMindmap(source), style)],
  [/^pie\b/, (lines, _source, style) => ({ canvas: pieCanvas(lines, style), left: [] })],
  [/^timeline\b/, (lines, _source, style) => ({ canvas: timelineCanvas(lines, style), left: [] })],
  [/^gantt\b/, (lines, _source, style) => ganttCanvas(lines, style)],
  [/^quadrantChart\b/, (lines, _source, style) => ({ canvas: quadrantCanvas(lines, style), left: [] })],
  [
    /^sequenceDiagram\b/,
    (lines, _source, style) => {
      const sequence = parseSequence(lines);
      const canvas = sequence.actors.size === 0 || sequence.steps.length > STEPS_MAX ? undefined : sequenceCanvas(sequence, style);
      return { canvas, left: sequence.left };
    },
  ],
];

/** The source without comments, directives and front matter; one statement a line. */
function statements(source: string): { lines: string[]; text: string } {
  const plain = source.replace(/^\s*---\n[^]*?\n---\n/, '').replaceAll(/%%\{[^]*?\}%%/g, '');
  const text = plain
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('%%'))
    .join('\n');
  const lines = text
    .split('\n')
    .flatMap((line) =>
      line
        .trim()
        .replace(/;$/, '')
        .split(/;\s+(?=[\w[])/),
    )
    .map((line) => line.trim().slice(0, LINE_CHARS_MAX))
    .filter((line) => line !== '');
  return { lines, text };
}

/** Whether a block is code in Mermaid. */
export const isDiagram = (block: { type: string; language?: string | undefined }): block is Code =>
  block.type === 'code' && block.language?.toLowerCase() === 'mermaid';

/** The canvas of a diagram, in type of a face and size, for a place of a width and height; none where it stays code. */
export function readDiagram(code: Code, theme: DiagramStyle): { canvas?: Canvas; notes: Note[] } {
  const kept = (why: string): { notes: Note[] } => ({
    notes: [{ code: 'diagram_as_code', severity: 'warning', message: `A diagram is shown as its source: ${why}.`, blockId: code.id }],
  });
  if (code.text.length > SOURCE_CHARS_MAX) return kept(`it is longer than ${SOURCE_CHARS_MAX} characters`);
  const { lines, text } = statements(code.text);
  const kind = KINDS.find(([name]) => name.test(lines[0] ?? ''));
  if (kind === undefined) return kept(`"${(lines[0] ?? '').slice(0, 40)}" begins no kind of diagram that is drawn here`);
  const { canvas, left } = kind[1](lines, text, theme);
  if (canvas === undefined) return kept('it holds nothing to draw, or too much to be read');
  const notes: Note[] =
    left.length === 0
      ? []
      : [
          {
            code: 'diagram_lines_dropped',
            severity: 'warning',
            message: `Lines of a diagram were not understood and are not shown: ${left.slice(0, 5).join('; ').slice(0, 300)}.`,
            blockId: code.id,
          },
        ];
  const size = {
    width: Math.max(20, Math.min(4000, canvas.width)),
    ...(canvas.height === undefined ? {} : { height: Math.max(20, Math.min(4000, canvas.height)) }),
  };
  return {
    canvas: {
      id: code.id,
      type: 'canvas',
      ...(code.anchor === undefined ? {} : { anchor: code.anchor }),
      ...size,
      alt: lines[0] ?? '',
      rules: [],
      nodes: canvas.elements,
    },
    notes,
  };
}
