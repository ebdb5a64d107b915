import { FINAL_STATUSES, type Status } from '../../../src/contract/vocabulary.ts';
import type { Document } from '../api/contract.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { useWords } from './words.ts';

const TONES: Readonly<Record<Status, Tone>> = {
  queued: 'neutral',
  running: 'accent',
  ready: 'good',
  ready_with_warnings: 'warn',
  needs_review: 'warn',
  failed: 'bad',
  canceled: 'neutral',
};

export const isFinal = (status: Status): boolean => FINAL_STATUSES.includes(status);

/** How a document stands; what is being done, while it runs. */
export function StatusBadge({ document }: { document: Pick<Document, 'status' | 'phase' | 'content_deleted_at'> }) {
  const words = useWords();
  const { status, phase, content_deleted_at: deletedAt } = document;
  if (deletedAt !== null) return <Badge>{words.deleted}</Badge>;
  return (
    <Badge tone={TONES[status]} live={!isFinal(status)}>
      {phase === null ? words.status[status] : words.phase[phase]}
    </Badge>
  );
}
