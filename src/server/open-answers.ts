/**
 * Answers that stay open for long: streams and direct requests. Each is given a signal that is set when its client goes
 * away, or when the process is about to end.
 */
import type { FastifyReply } from 'fastify';

const CLIENT_GONE = Symbol('client gone');
export const CLOSING = Symbol('closing');

export interface OpenAnswers {
  /** The signal of one answer; `onGone` is called when its client leaves before the end. */
  open(reply: FastifyReply, onGone?: () => void): AbortSignal;
}

export function createOpenAnswers(closing: AbortSignal | undefined): OpenAnswers {
  const open = new Set<AbortController>();
  closing?.addEventListener('abort', () => {
    for (const controller of open) controller.abort(CLOSING);
  });
  return {
    open(reply, onGone) {
      const controller = new AbortController();
      open.add(controller);
      if (closing?.aborted) controller.abort(CLOSING);
      reply.raw.once('close', () => {
        open.delete(controller);
        if (reply.raw.writableFinished) return;
        controller.abort(CLIENT_GONE);
        onGone?.();
      });
      return controller.signal;
    },
  };
}
