/**
 * Bytes of files that one request has brought and that another request of this very process is to get: a tool call of MCP asks the API. They go
 * by a name that nobody can guess, so that neither is written and read once more as base64, which would hold the event loop for a tenth of a second.
 */
import { randomUUID } from 'node:crypto';

const held = new Map<string, Uint8Array>();

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Objects of a body that may be `{data, filename}`: the body itself, and its fields that name files. */
export function fileHolders(body: unknown): Record<string, unknown>[] {
  if (!isObject(body)) return [];
  const { file, from, to, sources } = body;
  return [body, file, from, to, ...(Array.isArray(sources) ? sources : [])].filter(isObject);
}

/** The arguments of a tool call of MCP; undefined in any other value. */
export const argumentsOf = (message: unknown): unknown =>
  isObject(message) && message['method'] === 'tools/call' && isObject(message['params']) ? message['params']['arguments'] : undefined;

/** Puts names in the place of bytes. @returns lets go of the bytes */
export function holdFiles(body: unknown): () => void {
  const names = fileHolders(body).flatMap((holder) => {
    const { data } = holder;
    if (!(data instanceof Uint8Array)) return [];
    const name = `held:${randomUUID()}`;
    held.set(name, data);
    holder['data'] = name;
    return [name];
  });
  return () => {
    for (const name of names) held.delete(name);
  };
}

/** Puts bytes that are held back in the place of their names. */
export function takeHeld(body: unknown): void {
  if (held.size === 0) return;
  for (const holder of fileHolders(body)) {
    const bytes = typeof holder['data'] === 'string' ? held.get(holder['data']) : undefined;
    if (bytes !== undefined) holder['data'] = bytes;
  }
}
