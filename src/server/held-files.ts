/**
 * Bytes of files that a tool call of MCP has brought, on their way into the requests that it makes of this very process. They go by a name, so that
 * they are not written and read once more as base64, which would hold the event loop for a tenth of a second. A name means something only
 * inside of the call (AsyncLocalStorage): nobody else can ask for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const held = new AsyncLocalStorage<ReadonlyMap<string, Uint8Array>>();

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

/** Puts names in the place of bytes; the bytes are there for all requests that `work` makes. */
export function holdFiles<T>(body: unknown, work: () => T): T {
  const files = new Map<string, Uint8Array>();
  for (const holder of fileHolders(body)) {
    const { data } = holder;
    if (!(data instanceof Uint8Array)) continue;
    const name = `held:${files.size}`;
    files.set(name, data);
    holder['data'] = name;
  }
  return held.run(files, work);
}

/** Whether bytes are held for this request. */
export const holdsFiles = (): boolean => (held.getStore()?.size ?? 0) > 0;

/** Puts bytes that are held for this request back in the place of their names. */
export function takeHeld(body: unknown): void {
  const files = held.getStore();
  if (files === undefined || files.size === 0) return;
  for (const holder of fileHolders(body)) {
    const bytes = typeof holder['data'] === 'string' ? files.get(holder['data']) : undefined;
    if (bytes !== undefined) holder['data'] = bytes;
  }
}
