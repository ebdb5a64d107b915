/** What a query finds among the blocks of a file, by address. */
import { findText } from './find-text.ts';
import type { AddressedBlock } from './list-content.ts';
import { buildContentTree, inside, nextOf, nodesBelow, type ContentNode } from './query/content-tree.ts';
import { readQuery, type QueryFault, type QueryField, type QueryFilter, type QueryStep } from './query/read-query.ts';

export type { QueryFault };

/** Blocks, rows or cells, as they are listed. */
export type FoundBlock = ContentNode['listed'];

export interface QueryResult {
  found: FoundBlock[];
  /** Where nothing was found: addresses that the query reached before. */
  nearest: string[];
}

const TYPES_OF_BLOCK = new Set(['heading', 'paragraph', 'list_item', 'table', 'image', 'chart']);

const isType = (node: ContentNode, type: QueryStep['type']): boolean =>
  type === '*' || node.type === type || (type === 'block' && TYPES_OF_BLOCK.has(node.type));

function fieldOf(node: ContentNode, field: QueryField): string | undefined {
  if (field === 'text') return node.text;
  return field === 'address' ? node.address : node.fields[field];
}

function holds(node: ContentNode, filter: QueryFilter): boolean {
  switch (filter.kind) {
    case 'place':
      return true;
    case 'has':
      return (fieldOf(node, filter.field) ?? '') !== '';
    case 'empty':
      return node.text.trim() === '';
    case 'contains':
      return findText(node.text, { find: filter.value, replace: '', match_case: false }).length > 0;
    case 'matches':
      return filter.pattern.matcher(node.text).find();
    case 'not':
      return !filter.filters.every((inner) => holds(node, inner));
    case 'field': {
      const value = (fieldOf(node, filter.field) ?? '').toLowerCase();
      const wanted = filter.value.toLowerCase();
      if (filter.operator === '!=') return value !== wanted;
      if (filter.operator === '^=') return value.startsWith(wanted);
      if (filter.operator === '$=') return value.endsWith(wanted);
      return filter.operator === '*=' ? value.includes(wanted) : value === wanted;
    }
  }
}

/** Places are counted among what the filters before have left. */
function filterNodes(nodes: readonly ContentNode[], filters: readonly QueryFilter[]): ContentNode[] {
  return filters.reduce<ContentNode[]>(
    (left, filter) => {
      if (filter.kind !== 'place') return left.filter((node) => holds(node, filter));
      const node = left.at(filter.number > 0 ? filter.number - 1 : filter.number);
      return node === undefined ? [] : [node];
    },
    [...nodes],
  );
}

function takeStep(from: readonly ContentNode[] | null, { by, type, filters }: QueryStep, roots: readonly ContentNode[]): ContentNode[] {
  const contexts =
    from === null
      ? [nodesBelow(roots)]
      : from.map((node) => {
          const next = by === 'next' ? nextOf(node, roots) : null;
          return by === 'inside' ? inside(node, roots) : next === null ? [] : [next];
        });
  const found = contexts.flatMap((nodes) =>
    filterNodes(
      nodes.filter((node) => isType(node, type)),
      filters,
    ),
  );
  return [...new Set(found)];
}

const NEAREST_MAX = 20;

/** What a query means among these blocks, in their order; or what is wrong with it. */
export function queryContent(blocks: readonly AddressedBlock[], query: string): QueryResult | QueryFault {
  const steps = readQuery(query);
  if (!Array.isArray(steps)) return steps;
  const roots = buildContentTree(blocks);
  let found: ContentNode[] | null = null;
  for (const step of steps) {
    const next = takeStep(found, step, roots);
    if (next.length === 0) {
      // what is of the type, where only the filters left nothing; else where the query had come
      const loose = takeStep(found, { ...step, filters: [] }, roots);
      const near = loose.length > 0 ? loose : (found ?? []);
      return { found: [], nearest: near.slice(0, NEAREST_MAX).map(({ address }) => address) };
    }
    found = next;
  }
  return { found: (found ?? []).map(({ listed }) => listed), nearest: [] };
}

/** What a query that was judged before finds. */
export function findBlocks(blocks: readonly AddressedBlock[], query: string): FoundBlock[] {
  const result = queryContent(blocks, query);
  if ('fault' in result) throw new Error('the query was judged before');
  return result.found;
}

/** What is wrong with a query, as a sentence with the place; null where it can be used. */
export function faultOfQuery(query: string): string | null {
  const read = readQuery(query);
  return Array.isArray(read) ? null : `Character ${read.at}: ${read.fault}.`;
}
