/** Definition lists in the forms that know none: bold terms, with their meaning below or right behind them. */
import type { Block, List, ListItem } from './block.ts';
import type { Run } from './inline.ts';
import { mapChildLists } from './walk.ts';

/** Whether a list can be set as terms with what they mean: each of its items begins with a paragraph. */
export const isDefinitionList = (list: List): boolean =>
  list.definitions === true && list.items.every(({ blocks: [term] }) => term?.type === 'paragraph');

const bold = (runs: readonly Run[]): Run[] => runs.map((run) => ({ ...run, bold: true }));

const boldTerm = (term: Block | undefined): Block[] =>
  term === undefined ? [] : [term.type === 'paragraph' ? { ...term, runs: bold(term.runs) } : term];

function asList(list: List, item: (item: ListItem) => ListItem): List {
  const { definitions: _definitions, ...rest } = list;
  return { ...rest, items: list.items.map(item) };
}

/** A list of the terms, in bold, with what each means as a list below it. */
export function nestDefinitions(list: List): List {
  return asList(list, ({ blocks: [term, ...meaning] }) => ({
    blocks: [
      ...boldTerm(term),
      ...(meaning.length === 0
        ? []
        : [{ id: '', type: 'list' as const, ordered: false, items: meaning.map((block) => ({ blocks: [block] })) }]),
    ],
  }));
}

const asPoints = (block: Block): Block[] =>
  block.type === 'list' ? [block] : [{ id: '', type: 'list', ordered: false, items: [{ blocks: [block] }] }];

/** The blocks with each definition list, however deep, as a list of points that begin with the term in bold: what slides have forms for. */
export function leadWithTerms(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => {
    const inner = mapChildLists(block, leadWithTerms);
    if (inner.type !== 'list' || inner.definitions !== true) return inner;
    return asList(inner, ({ blocks: [term, meaning, ...more] }) => {
      if (term?.type !== 'paragraph' || meaning?.type !== 'paragraph')
        return { blocks: [...boldTerm(term), ...(meaning === undefined ? [] : [meaning]), ...more] };
      const rest = more.every(({ type }) => type === 'paragraph' || type === 'list') ? more.flatMap(asPoints) : more;
      return { blocks: [{ ...term, runs: [...bold(term.runs), { text: ': ' }, ...meaning.runs] }, ...rest] };
    });
  });
}
