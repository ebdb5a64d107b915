/** Blocks of the content as events: as they are written, and once more where another round has changed them. */
import type { NewEvent } from '../../contract/event.ts';
import type { StreamStep } from '../../readers/markdown.ts';

export function contentEvents(steps: readonly StreamStep[]): NewEvent[] {
  return steps.map((step): NewEvent => {
    switch (step.kind) {
      case 'started':
        return {
          type: 'content.block_started',
          data: {
            block_id: step.blockId,
            index: step.index,
            type: step.blockType,
            ...(step.level === undefined ? {} : { level: step.level }),
          },
        };
      case 'delta':
        return { type: 'content.block_delta', data: { block_id: step.blockId, text: step.text } };
      case 'completed':
        return { type: 'content.block_completed', data: { block_id: step.blockId, block: step.block } };
    }
  });
}

/** Blocks that another round has changed are reported again under their ids; those that it has no more are removed. */
export function changedContent(before: readonly StreamStep[], after: readonly StreamStep[]): NewEvent[] {
  const completed = (steps: readonly StreamStep[]): Map<string, string> =>
    new Map(steps.flatMap((step) => (step.kind === 'completed' ? [[step.blockId, JSON.stringify(step.block)] as const] : [])));
  const [known, now] = [completed(before), completed(after)];
  const removed = [...known.keys()].filter((id) => !now.has(id));
  return [
    ...contentEvents(after.filter(({ blockId }) => known.get(blockId) !== now.get(blockId))),
    ...removed.map((id): NewEvent => ({ type: 'content.block_removed', data: { block_id: id } })),
  ];
}
