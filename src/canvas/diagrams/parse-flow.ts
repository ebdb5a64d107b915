/** Flowcharts (`flowchart LR`) and state diagrams of Mermaid → a graph. */
import { addNote, cleanLabel, newGraph, nodeOf, type Graph, type GraphEdge, type NodeForm } from './graph.ts';

const FORMS: readonly [open: string, close: string, form: NodeForm][] = [
  ['(((', ')))', 'circle'],
  ['[[', ']]', 'rect'],
  ['[(', ')]', 'cylinder'],
  ['([', '])', 'stadium'],
  ['((', '))', 'circle'],
  ['{{', '}}', 'hexagon'],
  ['[/', '/]', 'parallelogram'],
  ['[\\', '\\]', 'parallelogram'],
  ['(', ')', 'round'],
  ['[', ']', 'rect'],
  ['{', '}', 'diamond'],
  ['>', ']', 'rect'],
];
const ID = /^[\p{L}\p{N}_]+(?:[.-](?=[\p{L}\p{N}_])[\p{L}\p{N}_]+)*/u;
/** `-- text -->`, and `-->`, `---`, `-.->`, `==>`, `<-->`, `--o`, `--x`, each with `|text|` behind. */
const WORDED = /^(<)?(--|==|-\.)[ \t]+([^\s>|-][^>|]*?)[ \t]+(?:--+|==+|\.+-)([>ox])?/;
const PLAIN = /^(<)?(-{2,}|={2,}|-\.+-)([>]|[ox](?=\s))?[ \t]*(?:\|([^|]{0,200})\|)?/;

/** A line that is read from its start. */
interface Cursor {
  text: string;
}

function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  const match = pattern.exec(cursor.text);
  if (match) cursor.text = cursor.text.slice(match[0].length).trimStart();
  return match;
}

function readNode(cursor: Cursor, graph: Graph, group: Set<string> | undefined): string | undefined {
  const id = take(cursor, ID)?.[0];
  if (id === undefined) return undefined;
  const form = FORMS.find(([open]) => cursor.text.startsWith(open));
  if (form) {
    const [open, close, kind] = form;
    const quoted = cursor.text.slice(open.length).trimStart().startsWith('"');
    const from = quoted ? cursor.text.indexOf('"', cursor.text.indexOf('"') + 1) : open.length;
    const end = cursor.text.indexOf(close, from);
    if (end < 0) return undefined;
    nodeOf(graph, id, cleanLabel(cursor.text.slice(open.length, end)), kind);
    cursor.text = cursor.text.slice(end + close.length).trimStart();
  } else nodeOf(graph, id);
  take(cursor, /^:::[\w-]+/);
  group?.add(id);
  return id;
}

function readNodes(cursor: Cursor, graph: Graph, group: Set<string> | undefined): string[] | undefined {
  const ids: string[] = [];
  do {
    const id = readNode(cursor, graph, group);
    if (id === undefined) return undefined;
    ids.push(id);
  } while (take(cursor, /^&\s*/));
  return ids;
}

function readLink(cursor: Cursor): Omit<GraphEdge, 'from' | 'to'> | undefined {
  const worded = take(cursor, WORDED);
  const plain = worded ?? take(cursor, PLAIN);
  if (!plain) return undefined;
  const [, start, body = ''] = plain;
  const [end, label] = worded ? [worded[4], worded[3]] : [plain[3], plain[4]];
  return {
    label: cleanLabel(label ?? ''),
    line: body.startsWith('=') ? 'thick' : body.includes('.') ? 'dashed' : 'solid',
    startArrow: start === '<',
    endArrow: end !== undefined,
  };
}

/** A chain: nodes, link, nodes, link, … */
function readChain(line: string, graph: Graph, group: Set<string> | undefined): boolean {
  const cursor = { text: line };
  let from = readNodes(cursor, graph, group);
  if (!from) return false;
  while (cursor.text !== '') {
    const link = readLink(cursor);
    const to = link && readNodes(cursor, graph, group);
    if (!link || !to) return false;
    for (const a of from) for (const b of to) graph.edges.push({ ...link, from: a, to: b });
    from = to;
  }
  return true;
}

const directionOf = (word: string | undefined): Graph['direction'] => (word === 'LR' || word === 'RL' || word === 'BT' ? word : 'TB');
/** Looks are the design's; they are left out without a word of their own. */
const LOOKS = /^(?:classDef|class|style|linkStyle|click|direction|accTitle|accDescr)\b/;

/** A node with the name of a group is that group: lines to it lead to its frame. */
function joinGroups(graph: Graph): Graph {
  for (const group of graph.groups) {
    const name = group.id.replace(/^group-/, '');
    if (group.members.size === 0 || group.members.has(name)) continue;
    graph.nodes.delete(name);
    for (const other of graph.groups) other.members.delete(name);
    graph.edges = graph.edges.map((edge) => ({
      ...edge,
      from: edge.from === name ? group.id : edge.from,
      to: edge.to === name ? group.id : edge.to,
    }));
  }
  return graph;
}

export function parseFlow(lines: readonly string[]): Graph {
  const graph = newGraph(directionOf(/\b(TB|TD|LR|RL|BT)\b/.exec(lines[0] ?? '')?.[1]));
  const open: Set<string>[] = [];
  for (const line of lines.slice(1)) {
    const [, id = '', label] = /^subgraph\s+([^\s[]+)?\s*(?:\[(.*)\])?\s*$/.exec(line) ?? /^subgraph\s+(.+)$/.exec(line) ?? [];
    if (line.startsWith('subgraph')) {
      const members = new Set<string>();
      graph.groups.push({ id: `group-${id}`, label: cleanLabel(label ?? id), members });
      open.push(members);
    } else if (line === 'end') open.pop();
    else if (!LOOKS.test(line) && !readChain(line, graph, open.at(-1))) graph.left.push(line);
  }
  return joinGroups(graph);
}

export function parseState(lines: readonly string[]): Graph {
  const graph = newGraph('TB');
  const open: Set<string>[] = [];
  let note: { at: string; words: string[] } | undefined;
  let pseudo = 0;
  const state = (id: string, isStart: boolean): string => {
    if (id !== '[*]') {
      nodeOf(graph, id, undefined, graph.nodes.get(id)?.form ?? 'round');
      open.at(-1)?.add(id);
      return id;
    }
    const own = `${isStart ? 'start' : 'end'}-${open.length}${isStart ? '' : ++pseudo}`;
    nodeOf(graph, own, '', isStart ? 'start' : 'end');
    open.at(-1)?.add(own);
    return own;
  };
  for (const line of lines.slice(1)) {
    if (note !== undefined) {
      if (line !== 'end note') note.words.push(line);
      else {
        addNote(graph, note.at, cleanLabel(note.words.join('\n')));
        note = undefined;
      }
      continue;
    }
    const [, noted, remark] = /^note\s+(?:left|right)\s+of\s+([\p{L}\p{N}_-]+)\s*(?::\s*(.+))?$/u.exec(line) ?? [];
    if (noted !== undefined) {
      nodeOf(graph, noted, undefined, graph.nodes.get(noted)?.form ?? 'round');
      if (remark === undefined) note = { at: noted, words: [] };
      else addNote(graph, noted, cleanLabel(remark));
      continue;
    }
    const [, from, to, label = ''] = /^(\[\*\]|[\p{L}\p{N}_-]+)\s*-->\s*(\[\*\]|[\p{L}\p{N}_-]+)\s*(?::\s*(.*))?$/u.exec(line) ?? [];
    const [, long, alias] = /^state\s+"([^"]*)"\s+as\s+([\p{L}\p{N}_-]+)/u.exec(line) ?? [];
    const [, inner] = /^state\s+([\p{L}\p{N}_-]+)\s*\{$/u.exec(line) ?? [];
    const [, described, words] = /^([\p{L}\p{N}_-]+)\s*:\s*(.+)$/u.exec(line) ?? [];
    const [, kind, special] = /^state\s+([\p{L}\p{N}_-]+)\s*<<(\w+)>>/u.exec(line) ?? [];
    if (from !== undefined && to !== undefined)
      graph.edges.push({
        from: state(from, true),
        to: state(to, false),
        label: cleanLabel(label),
        line: 'solid',
        startArrow: false,
        endArrow: true,
      });
    else if (alias !== undefined) nodeOf(graph, alias, cleanLabel(long ?? ''), 'round');
    else if (kind !== undefined) nodeOf(graph, kind, '', special === 'choice' ? 'diamond' : 'bar');
    else if (inner !== undefined) {
      const members = new Set<string>();
      graph.groups.push({ id: `group-${inner}`, label: inner, members });
      open.push(members);
    } else if (line === '}') open.pop();
    else if (described !== undefined) nodeOf(graph, described, cleanLabel(words ?? ''), 'round');
    else if (/^direction\s/.test(line)) graph.direction = directionOf(line.split(/\s+/)[1]);
    else if (!LOOKS.test(line)) graph.left.push(line);
  }
  return joinGroups(graph);
}
