/** Diagrams of nodes and edges, whatever notation they come from. */

export type NodeForm =
  | 'rect'
  | 'round'
  | 'stadium'
  | 'circle'
  | 'diamond'
  | 'hexagon'
  | 'cylinder'
  | 'parallelogram'
  | 'start'
  | 'end'
  | 'bar'
  | 'note';

export interface GraphNode {
  id: string;
  label: string;
  form: NodeForm;
  /** Of a class or an entity: groups of lines below its name. */
  sections: string[][];
}
export interface GraphEdge {
  from: string;
  to: string;
  label: string;
  line: 'solid' | 'dashed' | 'thick';
  startArrow: boolean;
  endArrow: boolean;
  /** What is written at its ends: cardinalities, roles. */
  startText?: string;
  endText?: string;
}
interface GraphGroup {
  id: string;
  label: string;
  members: Set<string>;
}
export interface Graph {
  direction: 'TB' | 'LR' | 'BT' | 'RL';
  nodes: Map<string, GraphNode>;
  edges: GraphEdge[];
  groups: GraphGroup[];
  /** Lines that were not understood. */
  left: string[];
}

export const newGraph = (direction: Graph['direction']): Graph => ({ direction, nodes: new Map(), edges: [], groups: [], left: [] });

/** The node of an id, made where it is met first; a later label or form replaces the first. */
export function nodeOf(graph: Graph, id: string, label?: string, form?: NodeForm): GraphNode {
  const known = graph.nodes.get(id);
  const node = known ?? { id, label: id, form: 'rect', sections: [] };
  if (label !== undefined) node.label = label;
  if (form !== undefined) node.form = form;
  if (known === undefined) graph.nodes.set(id, node);
  return node;
}

/** A remark beside a node: a note that a dashed line leads to. */
export function addNote(graph: Graph, at: string, words: string): void {
  const id = `note-${graph.nodes.size}`;
  nodeOf(graph, id, words, 'note');
  graph.edges.push({ from: at, to: id, label: '', line: 'dashed', startArrow: false, endArrow: false });
}

/** Labels as they are written: quotes, `<br/>` and entities. */
export const cleanLabel = (text: string): string =>
  text
    .trim()
    .replace(/^"([^]*)"$/, '$1')
    .replaceAll(/<br\s*\/?>|\\n/gi, '\n')
    .replaceAll(/#quot;/g, '"')
    .replaceAll(/<[^<>]{1,80}>/g, '')
    .trim();
