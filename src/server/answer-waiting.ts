/**
 * An answer that waits for a finished record. Proxies and clients cut connections that stay silent for long, so after some
 * seconds the headers are sent, and spaces until the JSON comes: a JSON text may begin with white space (RFC 8259 §2). That is
 * possible because the status is certain once a document is accepted: one that fails is an answer like any other.
 */
import type { FastifyReply } from 'fastify';
import { presentDocument, type LinkOutput } from '../api/present-document.ts';
import type { PublicDocument } from '../contract/document.ts';
import type { DocumentRecord } from '../ports/record.ts';
import { sentHeaders } from './event-stream.ts';
import { CLOSING, type OpenAnswers } from './open-answers.ts';

/** How long an answer may be silent before its headers are sent. */
const SILENT_MS = 10_000;
const BEAT = ' ';

export interface WaitingContext {
  answers: OpenAnswers;
  link: LinkOutput;
  heartbeatMs: number;
}

export interface Waiting {
  wait: (signal: AbortSignal) => Promise<DocumentRecord>;
  onGone?: () => void;
  /** Sets status and headers of the answer; absent where they are not certain before the end, and then nothing is sent before. */
  accepted?: () => void;
}

interface Beats {
  /** Whether the headers are out. */
  begun: () => boolean;
  stop: () => void;
}

function startBeats(reply: FastifyReply, { heartbeatMs }: WaitingContext, accepted: () => void): Beats {
  let begun = false;
  const { raw } = reply;
  const beat = (): void => {
    if (raw.destroyed) return;
    if (!begun) {
      begun = true;
      accepted();
      reply.hijack();
      // Proxies of nginx's kind gather answers otherwise.
      raw.writeHead(reply.statusCode, {
        ...sentHeaders(reply),
        'content-type': 'application/json; charset=utf-8',
        'x-accel-buffering': 'no',
      });
    }
    if (!raw.writableNeedDrain) raw.write(BEAT);
    timer = setTimeout(beat, heartbeatMs);
  };
  let timer = setTimeout(beat, Math.min(SILENT_MS, heartbeatMs));
  return { begun: () => begun, stop: () => clearTimeout(timer) };
}

/** A client that has gone, or a process that is going, ends the answer and not the work. */
export async function answerWaiting(
  context: WaitingContext,
  reply: FastifyReply,
  waiting: Waiting,
): Promise<PublicDocument | FastifyReply> {
  const { wait, onGone, accepted } = waiting;
  const signal = context.answers.open(reply, onGone);
  const beats = accepted && startBeats(reply, context, accepted);
  try {
    const document = presentDocument(await wait(signal), context.link);
    beats?.stop();
    if (beats?.begun()) {
      reply.raw.end(JSON.stringify(document));
      return reply;
    }
    accepted?.();
    return document;
  } catch (error) {
    beats?.stop();
    const begun = beats?.begun() ?? false;
    if (!signal.aborted && !begun) throw error;
    // Either the client has gone, or we are going: a cut connection is what makes clients repeat with their key.
    if (!begun) reply.hijack();
    if (!signal.aborted) reply.log.warn({ err: error }, 'an answer broke off behind its headers');
    if (!signal.aborted || signal.reason === CLOSING) reply.raw.destroy();
    return reply;
  }
}
