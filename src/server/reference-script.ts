/** A thread that posts the bytes of Scalar's script, and ends. The plugin has no other way to them than to serve them: Fastify listens nowhere. */
import { parentPort } from 'node:worker_threads';
import reference from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';

const holder = fastify();
await holder.register(reference, { routePrefix: '/docs', configuration: { url: '/v1/openapi.json' } });
const answer = await holder.inject('/docs/js/scalar.js');
await holder.close();
if (answer.statusCode !== 200) throw new Error(`the script of the reference page answered ${answer.statusCode}`);
const bytes = new Uint8Array(answer.rawPayload);
parentPort?.postMessage(bytes, [bytes.buffer]);
