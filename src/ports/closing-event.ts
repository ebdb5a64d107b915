/** The event that ends a document, as every store writes it with the end. */
import { describeFailure } from '../contract/event-display.ts';
import type { NewEvent } from '../contract/event.ts';
import type { FinishPatch } from './document-store.ts';

/** What a client may be told about trying again: only our own faults pass by themselves. */
const isRetryable = (code: string): boolean => code === 'processing_failed';

/**
 * The last event of a document that ends with this patch; null for one that is delivered: its event names the record as it is left
 * (`document.ready`), which the store alone knows.
 * @throws Error for a patch that ends nothing, or fails without an error
 */
export function closingEvent(id: string, patch: FinishPatch): NewEvent | null {
  switch (patch.status) {
    case 'queued':
    case 'running':
      throw new Error(`${id} cannot finish as ${patch.status}`);
    case 'failed': {
      if (!patch.error) throw new Error(`${id} cannot fail without an error`);
      const { code } = patch.error;
      // The record says what was wrong in this document; events carry no content.
      const error = { code, message: `${describeFailure(code).en}.`, retryable: patch.retryable ?? isRetryable(code) };
      return { type: 'document.failed', data: { error } };
    }
    case 'canceled':
      return { type: 'document.canceled', data: {} };
    case 'ready':
    case 'ready_with_warnings':
    case 'needs_review':
      return null;
  }
}
