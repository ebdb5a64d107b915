/** Opening and closing tags brought together. */
import { addFault, type Filling, type PlacedTag } from './filling.ts';
import { isFormatter, FORMATTERS } from './formatters.ts';
import type { Tag } from './read-tag.ts';

export interface Block<T extends PlacedTag> {
  open: T & { tag: Tag & { kind: 'open' } };
  /** `else` and `else if`, in their order. */
  elses: (T & { tag: Tag & { kind: 'else' } })[];
  close: T;
}

const isOpen = <T extends PlacedTag>(one: T): one is T & { tag: Tag & { kind: 'open' } } => one.tag.kind === 'open';
const isElse = <T extends PlacedTag>(one: T): one is T & { tag: Tag & { kind: 'else' } } => one.tag.kind === 'else';

const DEPTH_MAX = 20;

/** @param tags in the order of the file; what does not fit together is a fault. @returns blocks, inner ones first */
export function pairTags<T extends PlacedTag>(filling: Filling, tags: readonly T[]): Block<T>[] {
  const blocks: Block<T>[] = [];
  const open: Omit<Block<T>, 'close'>[] = [];
  const unclosed = ({ open: one }: Omit<Block<T>, 'close'>): void =>
    addFault(filling, one, `it is never closed: {{/${one.tag.names[0] ?? ''}}} is missing`);
  for (const one of tags) {
    checkFormatters(filling, one);
    if (isOpen(one)) {
      if (open.length >= DEPTH_MAX) addFault(filling, one, `blocks nest more than ${DEPTH_MAX} deep`);
      open.push({ open: one, elses: [] });
    } else if (isElse(one)) {
      const top = open.at(-1);
      if (top === undefined) addFault(filling, one, 'it is in no block');
      else if (top.elses.at(-1)?.tag.condition === undefined && top.elses.length > 0)
        addFault(filling, one, 'there is an else before it already');
      else top.elses.push(one);
    } else if (one.tag.kind === 'close') {
      const { name } = one.tag;
      const at = open.findLastIndex((block) => block.open.tag.names.includes(name));
      if (at === -1) {
        const top = open.at(-1);
        addFault(
          filling,
          one,
          top === undefined
            ? 'it closes nothing'
            : `it closes nothing; ${top.open.text} is open and wants {{/${top.open.tag.names[0] ?? ''}}}`,
        );
        continue;
      }
      open.splice(at + 1).forEach(unclosed);
      const block = open.pop();
      if (block !== undefined) blocks.push({ ...block, close: one });
    }
  }
  open.forEach(unclosed);
  return blocks;
}

/** Formatters that do not exist are faults of the template, whether the tag is reached or not. */
function checkFormatters(filling: Filling, one: PlacedTag): void {
  if (one.tag.kind !== 'value') return;
  for (const { name } of one.tag.piped.formatters)
    if (!isFormatter(name)) addFault(filling, one, `there is no formatter "${name}"; there are ${FORMATTERS.join(', ')}`);
}
