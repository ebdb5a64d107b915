/** An event as webhooks send it. */
import { displayOf } from './event-display.ts';

export interface DeliveredEvent {
  id: string;
  type: string;
  version: number;
  /** null, with `sequence`, for events that belong to no document. */
  documentId: string | null;
  sequence: number | null;
  at: Date;
  data: Record<string, unknown>;
}

/** The body of a webhook: an event of a document as its stream has it (docs/events.md), others without document and sequence. */
export function presentEvent({ id, type, version, documentId, sequence, at, data }: DeliveredEvent): Record<string, unknown> {
  const display = documentId === null ? undefined : displayOf(type, data);
  return {
    id,
    type,
    version,
    ...(documentId === null ? {} : { document_id: documentId, sequence }),
    timestamp: at.toISOString(),
    ...(display ? { display } : {}),
    data,
  };
}
