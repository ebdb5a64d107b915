/** Answers whose greater part a thread has written down. */
import type { FastifyReply } from 'fastify';

/**
 * Sends fields and JSON as one object.
 * @param json an object, as JSON in UTF-8; its fields come after the others
 */
export function sendAround(reply: FastifyReply, fields: Readonly<Record<string, unknown>>, json: Uint8Array): FastifyReply {
  const known = JSON.stringify(fields);
  return reply
    .type('application/json; charset=utf-8')
    .send(Buffer.concat([Buffer.from(`${known.slice(0, -1)},`), Buffer.from(json.buffer, json.byteOffset + 1, json.byteLength - 1)]));
}
