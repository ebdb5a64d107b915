/** A process in the sandbox that answers one question at a time, and the clock over it. */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { FRAME_HEAD_BYTES, frameHead, numberField } from './sandboxed/messages.ts';
import { explainSandboxTrouble, spawnSandboxed } from './sandbox.ts';
import type { SandboxKit, SandboxedProgram } from './sandbox.ts';

/** A worker is not believed: what it claims to send is bounded before a byte of it is kept. */
const HEAD_BYTES_MAX = 64 * 1024;
const COMPLAINT_CHARS_MAX = 4000;
/** Building the box takes 10 ms, on a busy machine some hundred. */
const BUILT_MS_MAX = 2000;

export interface Answer {
  head: unknown;
  body: Uint8Array;
}

/** Why no answer came. `died` and `timeout` are the file's doing or LibreOffice's; `box` means that no process could be started. */
export class ChildTrouble extends Error {
  readonly kind: 'died' | 'timeout' | 'box' | 'nonsense';
  constructor(kind: ChildTrouble['kind'], message: string) {
    super(message);
    this.name = 'ChildTrouble';
    this.kind = kind;
  }
}

export interface AskOptions {
  timeoutMs: number;
  /** An aborted question ends the process: there is no other way to stop a blocking call. */
  signal?: AbortSignal | undefined;
}

export interface SandboxedChild {
  /** @throws ChildTrouble, or the signal's reason; the process has ended in either case */
  ask(head: object, body: Uint8Array, options: AskOptions): Promise<Answer>;
  /**
   * Resolves when the worker has said that it is done with the last question (`{idle: true}`); the resident memory then, in KB.
   * @throws ChildTrouble when it dies before, or is not done in time and is ended
   */
  idle(timeoutMs: number): Promise<number>;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>;
  kill(): void;
  /** Of the outermost process. */
  pid: number | undefined;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * @param answerBytesMax bound of an answer's body
 */
export function startSandboxedChild(program: SandboxedProgram, kit: SandboxKit, answerBytesMax: number): SandboxedChild {
  const process = spawnSandboxed(program, kit);
  const spoken: Answer[] = [];
  const listeners: Waiting[] = [];
  let trouble: ChildTrouble | null = null;
  let complaint = '';
  let hasSpoken = false;
  let isGone = false;
  let killTimer: NodeJS.Timeout | undefined;
  const startedMs = performance.now();

  const fail = (error: ChildTrouble): void => {
    trouble ??= error;
    for (const { reject } of listeners.splice(0)) reject(trouble);
    if (isGone) return;
    // A worker that is between two questions ends by itself when nobody can ask any more.
    for (const stream of process.stdio) stream?.destroy();
    // bwrap killed while it builds the box leaves its child behind, waiting for it for ever.
    const builtInMs = hasSpoken ? 0 : BUILT_MS_MAX - (performance.now() - startedMs);
    if (builtInMs <= 0) process.kill('SIGKILL');
    else killTimer ??= setTimeout(() => process.kill('SIGKILL'), builtInMs);
  };
  const next = (): Promise<Answer> => new Promise((resolve, reject) => {
    const ready = spoken.shift();
    if (ready !== undefined) resolve(ready);
    else if (trouble !== null) reject(trouble);
    else listeners.push({ resolve, reject });
  });

  const startTimer = (timeoutMs: number): NodeJS.Timeout =>
    setTimeout(() => fail(new ChildTrouble('timeout', `no answer within ${timeoutMs} ms`)), timeoutMs);

  process.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < COMPLAINT_CHARS_MAX) complaint += text;
  });
  // The pipe breaks when the process dies; its end is told by `close`.
  process.stdin?.on('error', () => undefined);
  readAnswers(answersOf(process), answerBytesMax, (answer) => {
    hasSpoken = true;
    const listener = listeners.shift();
    if (listener === undefined) spoken.push(answer);
    else listener.resolve(answer);
  }, () => {
    hasSpoken = true;
    fail(new ChildTrouble('nonsense', 'the worker sent something that is no answer'));
  });
  const ended = new Promise<void>((resolve) => {
    process.once('error', (error) => {
      fail(new ChildTrouble('box', explainSandboxTrouble(String(error))));
      resolve();
    });
    process.once('close', () => {
      isGone = true;
      clearTimeout(killTimer);
      fail(new ChildTrouble(hasSpoken ? 'died' : 'box', explainSandboxTrouble(complaint)));
      resolve();
    });
  });

  return {
    async ask(head, body, { timeoutMs, signal }) {
      signal?.throwIfAborted();
      const timer = startTimer(timeoutMs);
      const abort = (): void => fail(new ChildTrouble('died', 'ended on request'));
      signal?.addEventListener('abort', abort, { once: true });
      try {
        process.stdin?.write(frameHead(head, body.length));
        process.stdin?.write(body);
        return await next();
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      }
    },
    async idle(timeoutMs) {
      const timer = startTimer(timeoutMs);
      try {
        return numberField((await next()).head, 'rssKb');
      } finally {
        clearTimeout(timer);
      }
    },
    ended,
    kill() {
      fail(new ChildTrouble('died', 'ended on request'));
    },
    pid: process.pid,
  };
}

function answersOf(process: ChildProcess): Readable | null {
  const stream = process.stdio[3];
  return stream !== null && stream !== undefined && 'read' in stream ? stream : null;
}

/** Cuts the stream into answers. Pieces are collected and joined once, so that a large PDF is copied a single time. */
function readAnswers(stream: Readable | null, bodyBytesMax: number, onAnswer: (answer: Answer) => void, onNonsense: () => void): void {
  let pieces: Buffer[] = [];
  let have = 0;
  let need = FRAME_HEAD_BYTES;
  stream?.on('error', onNonsense).on('data', (piece: Buffer) => {
    pieces.push(piece);
    have += piece.length;
    while (have >= need) {
      const joined = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
      const headBytes = joined.readUInt32LE(0);
      const bodyBytes = joined.readUInt32LE(4);
      const total = FRAME_HEAD_BYTES + headBytes + bodyBytes;
      if (headBytes > HEAD_BYTES_MAX || bodyBytes > bodyBytesMax) return onNonsense();
      pieces = [joined];
      need = total;
      if (have < total) return;
      try {
        const head: unknown = JSON.parse(joined.toString('utf8', FRAME_HEAD_BYTES, FRAME_HEAD_BYTES + headBytes));
        onAnswer({ head, body: new Uint8Array(joined.subarray(FRAME_HEAD_BYTES + headBytes, total)) });
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return onNonsense();
      }
      pieces = [joined.subarray(total)];
      have -= total;
      need = FRAME_HEAD_BYTES;
    }
  });
}
