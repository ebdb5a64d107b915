/**
 * What a sandboxed worker and its parent say to each other: a small JSON head and a body of bytes, each with its
 * length before it (two 32-bit little-endian words). The worker's side reads and writes synchronously, because a
 * LibreOfficeKit call blocks its process anyway and an event loop would only add to latency and memory.
 */
import { readSync, writeSync } from 'node:fs';

export const FRAME_HEAD_BYTES = 8;

function readFully(fd: number, bytes: Uint8Array): boolean {
  let done = 0;
  while (done < bytes.length) {
    const got = readSync(fd, bytes, done, bytes.length - done, null);
    if (got === 0) return false;
    done += got;
  }
  return true;
}

/** Blocks until the parent has said something; null when it hung up. */
export function readMessage(fd: number): { head: unknown; body: Uint8Array } | null {
  const lengths = new Uint8Array(FRAME_HEAD_BYTES);
  if (!readFully(fd, lengths)) return null;
  const view = new DataView(lengths.buffer);
  const head = new Uint8Array(view.getUint32(0, true));
  const body = new Uint8Array(view.getUint32(4, true));
  if (!readFully(fd, head) || !readFully(fd, body)) return null;
  const parsed: unknown = JSON.parse(new TextDecoder().decode(head));
  return { head: parsed, body };
}

export function frameHead(head: unknown, bodyBytes: number): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const frame = new Uint8Array(FRAME_HEAD_BYTES + json.length);
  const view = new DataView(frame.buffer);
  view.setUint32(0, json.length, true);
  view.setUint32(4, bodyBytes, true);
  frame.set(json, FRAME_HEAD_BYTES);
  return frame;
}

function writeFully(fd: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done);
}

export function writeMessage(fd: number, head: unknown, body: Uint8Array = new Uint8Array(0)): void {
  writeFully(fd, frameHead(head, body.length));
  writeFully(fd, body);
}

/** For messages that may hold anything: a field of that name and type, or the default. */
export function textField(head: unknown, name: string): string {
  const value: unknown = typeof head === 'object' && head !== null ? Reflect.get(head, name) : undefined;
  return typeof value === 'string' ? value : '';
}

export function numberField(head: unknown, name: string): number {
  const value: unknown = typeof head === 'object' && head !== null ? Reflect.get(head, name) : undefined;
  return typeof value === 'number' ? value : 0;
}
