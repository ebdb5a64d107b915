/** Class diagrams and entity-relationship diagrams of Mermaid → a graph whose nodes have sections. */
import { addNote, cleanLabel, newGraph, nodeOf, type Graph } from './graph.ts';

const NAME = String.raw`[\p{L}\p{N}_.-]+`;
const RELATION = new RegExp(
  String.raw`^(${NAME})(?:‹[^›]+›)?\s*(?:"([^"]*)")?\s*(<\|--|<\|\.\.|\*--|o--|<--|<\.\.|--\|>|\.\.\|>|--\*|--o|-->|\.\.>|--|\.\.)\s*(?:"([^"]*)")?\s*(${NAME})(?:‹[^›]+›)?\s*(?::\s*(.*))?$`,
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
  node.sections[member.includes('(') ? 1 : 0]?.push(cleanLabel(member).replaceAll('‹', '<').replaceAll('›', '>'));
}

/** `Order~T~` is `Order<T>`; relations name it without. */
const generics = (line: string): string => line.replaceAll(/~([^~]+)~/g, '‹$1›');

function openClass(graph: Graph, line: string): { id: string; rest: string } | undefined {
  const [, id, kind = '', label, rest = ''] =
    new RegExp(String.raw`^class\s+(${NAME})(‹[^›]+›)?(?:\["([^"]*)"\])?\s*(?::::\w+)?\s*(\{.*)?$`, 'u').exec(line) ?? [];
  if (id === undefined) return undefined;
  const node = nodeOf(graph, id);
  if (label !== undefined || kind !== '') node.label = `${cleanLabel(label ?? id)}${kind.replace('‹', '<').replace('›', '>')}`;
  return { id, rest };
}

/** `<<interface>>` as the first line of a class. */
function addStereotype(graph: Graph, id: string, line: string): void {
  const node = nodeOf(graph, id);
  if (node.sections.length !== 2) node.sections = [[], []];
  node.sections[0]?.unshift(`«${line.replaceAll(/[<>]/g, '').trim()}»`);
}

export function parseClasses(lines: readonly string[]): Graph {
  const graph = newGraph('TB');
  let inside: string | undefined;
  let space: Set<string> | undefined;
  for (const given of lines.slice(1)) {
    const line = generics(given);
    const relation = RELATION.exec(line);
    const opened = inside === undefined ? openClass(graph, line) : undefined;
    const [, namespace] = /^namespace\s+(\S+)\s*\{$/.exec(line) ?? [];
    const [, noted, remark] = new RegExp(String.raw`^note\s+(?:for\s+(${NAME})\s+)?"([^"]*)"$`, 'u').exec(line) ?? [];
    const [, marked, stereotype] = new RegExp(String.raw`^<<([^<>]+)>>\s*(${NAME})$`, 'u').exec(line) ?? [];
    const [, owner, member] = new RegExp(String.raw`^(${NAME})\s*:\s*(.+)$`, 'u').exec(line) ?? [];
    if (inside !== undefined) {
      if (line === '}') inside = undefined;
      else if (line.startsWith('<<')) addStereotype(graph, inside, line);
      else addMember(graph, inside, line);
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
      space?.add(opened.id);
      if (opened.rest !== '' && !opened.rest.endsWith('}')) inside = opened.id;
      for (const member of opened.rest.endsWith('}') ? opened.rest.slice(1, -1).split(';') : [])
        if (member.trim() !== '') addMember(graph, opened.id, member.trim());
    } else if (namespace !== undefined) {
      space = new Set();
      graph.groups.push({ id: `group-${namespace}`, label: namespace, members: space });
    } else if (line === '}') space = undefined;
    else if (marked !== undefined && stereotype !== undefined) addStereotype(graph, stereotype, marked);
    else if (remark !== undefined) {
      if (noted === undefined) nodeOf(graph, `note-${graph.nodes.size}`, cleanLabel(remark), 'note');
      else addNote(graph, nodeOf(graph, noted).id, cleanLabel(remark));
    } else if (owner !== undefined && member !== undefined) addMember(graph, owner, member);
    else if (/^direction\s/.test(line)) graph.direction = /LR|RL/.test(line) ? 'LR' : 'TB';
    else if (!/^(?:classDef|style|link|click|callback|cssClass|accTitle|accDescr)\b/.test(line)) graph.left.push(line);
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

/** `p[Patient]`, `c["Cita médica"] {` */
const ENTITY = new RegExp(String.raw`^("[^"]+"|${NAME})(?:\s*\[\s*("[^"]*"|[^\]]*)\s*\])?\s*(\{)?$`, 'u');

export function parseEntities(lines: readonly string[]): Graph {
  const graph = newGraph('TB');
  let inside: string | undefined;
  for (const line of lines.slice(1)) {
    const relation = ENTITIES.exec(line);
    const [, opened, alias, brace] = ENTITY.exec(line) ?? [];
    if (inside !== undefined) {
      const [type = '', name = '', ...keys] = line.split(/\s+/);
      if (line === '}') inside = undefined;
      else
        nodeOf(graph, inside).sections[0]?.push(`${name}: ${type}${keys.length === 0 ? '' : ` (${keys.join(' ').replaceAll('"', '')})`}`);
    } else if (relation) {
      const [, a = '', left = '', line_ = '', right = '', b = '', label = ''] = relation;
      for (const end of [a, b]) if (!graph.nodes.has(end)) nodeOf(graph, end, cleanLabel(end));
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
      const node = nodeOf(graph, opened, alias === undefined ? graph.nodes.get(opened)?.label : cleanLabel(alias));
      if (alias === undefined && node.label === opened) node.label = cleanLabel(opened);
      if (brace !== undefined) {
        node.sections = [[]];
        inside = opened;
      }
    } else if (/^direction\s/.test(line)) graph.direction = /LR|RL/.test(line) ? 'LR' : 'TB';
    else if (!/^(?:title|accTitle|accDescr|classDef|class|style)\b/.test(line)) graph.left.push(line);
  }
  return graph;
}
