/** Class diagrams and entity-relationship diagrams of Mermaid → a graph whose nodes have sections. */
import { cleanLabel, newGraph, nodeOf, type Graph } from './graph.ts';

const NAME = String.raw`[\p{L}\p{N}_.-]+`;
const RELATION = new RegExp(
  String.raw`^(${NAME})\s*(?:"([^"]*)")?\s*(<\|--|<\|\.\.|\*--|o--|<--|<\.\.|--\|>|\.\.\|>|--\*|--o|-->|\.\.>|--|\.\.)\s*(?:"([^"]*)")?\s*(${NAME})\s*(?::\s*(.*))?$`,
  'u',
);
/** What the marks of a relation say, where an office file has only arrows. */
const ROLES: readonly [mark: RegExp, role: string][] = [
  [/\|/, 'is a'],
  [/\*/, 'part of'],
  [/o/, 'has'],
];

function addMember(graph: Graph, name: string, member: string): void {
  const node = nodeOf(graph, name);
  node.sections = node.sections.length === 2 ? node.sections : [[], []];
  node.sections[member.includes('(') ? 1 : 0]?.push(cleanLabel(member));
}

export function parseClasses(lines: readonly string[]): Graph {
  const graph = newGraph('TB');
  let inside: string | undefined;
  for (const line of lines.slice(1)) {
    const relation = RELATION.exec(line);
    const [, opened, brace] = new RegExp(String.raw`^class\s+(${NAME})(?:\["[^"]*"\])?\s*(\{)?\s*\}?$`, 'u').exec(line) ?? [];
    const [, owner, member] = new RegExp(String.raw`^(${NAME})\s*:\s*(.+)$`, 'u').exec(line) ?? [];
    if (inside !== undefined) {
      if (line === '}') inside = undefined;
      else if (!line.startsWith('<<')) addMember(graph, inside, line);
    } else if (relation) {
      const [, a = '', startText = '', mark = '', endText = '', b = '', label = ''] = relation;
      nodeOf(graph, a);
      nodeOf(graph, b);
      const role = ROLES.find(([sign]) => sign.test(mark))?.[1] ?? '';
      // the arrow leads to what the other one is, or is a part of
      graph.edges.push({
        from: a,
        to: b,
        label: cleanLabel(label) || role,
        line: mark.includes('..') ? 'dashed' : 'solid',
        startArrow: /^[<*o]/.test(mark),
        endArrow: /[>*o]$/.test(mark),
        startText,
        endText,
      });
    } else if (opened !== undefined) {
      nodeOf(graph, opened);
      if (brace !== undefined && !line.endsWith('}')) inside = opened;
    } else if (owner !== undefined && member !== undefined) addMember(graph, owner, member);
    else if (/^direction\s/.test(line)) graph.direction = /LR|RL/.test(line) ? 'LR' : 'TB';
    else if (!/^(?:note|classDef|style|link|click|callback|cssClass|namespace|\}|<<)/.test(line)) graph.left.push(line);
  }
  return graph;
}

const ENTITIES = new RegExp(String.raw`^("[^"]+"|${NAME})\s*([|}][|o])(--|\.\.)([|o][|{])\s*("[^"]+"|${NAME})\s*(?::\s*(.*))?$`, 'u');
/** Crow's feet in words: how many there may be. */
const COUNTS: Readonly<Record<string, string>> = {
  '||': '1',
  '|o': '0..1',
  'o|': '0..1',
  '}|': '1..n',
  '|{': '1..n',
  '}o': '0..n',
  'o{': '0..n',
};

export function parseEntities(lines: readonly string[]): Graph {
  const graph = newGraph('TB');
  let inside: string | undefined;
  for (const line of lines.slice(1)) {
    const relation = ENTITIES.exec(line);
    const [, opened] = new RegExp(String.raw`^("[^"]+"|${NAME})(?:\s*\[[^\]]*\])?\s*\{$`, 'u').exec(line) ?? [];
    if (inside !== undefined) {
      const [type = '', name = '', ...keys] = line.split(/\s+/);
      if (line === '}') inside = undefined;
      else
        nodeOf(graph, inside).sections[0]?.push(`${name}: ${type}${keys.length === 0 ? '' : ` (${keys.join(' ').replaceAll('"', '')})`}`);
    } else if (relation) {
      const [, a = '', left = '', line_ = '', right = '', b = '', label = ''] = relation;
      nodeOf(graph, a, cleanLabel(a));
      nodeOf(graph, b, cleanLabel(b));
      graph.edges.push({
        from: a,
        to: b,
        label: cleanLabel(label),
        line: line_ === '..' ? 'dashed' : 'solid',
        startArrow: false,
        endArrow: false,
        startText: COUNTS[left] ?? '',
        endText: COUNTS[right] ?? '',
      });
    } else if (opened !== undefined) {
      nodeOf(graph, opened, cleanLabel(opened)).sections = [[]];
      inside = opened;
    } else if (new RegExp(`^${NAME}$`, 'u').test(line)) nodeOf(graph, line);
    else graph.left.push(line);
  }
  return graph;
}
