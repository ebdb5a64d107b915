/** A process in the sandbox that answers one question at a time, and the clock over it. */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { InfrastructureFault } from '../base/infrastructure-fault.ts';
import { FRAME_HEAD_BYTES, frameHead, numberField } from './sandboxed/messages.ts';
import { explainSandboxTrouble, spawnSandboxed, TREE_MEMORY_SHARE } from './sandbox.ts';
import type { SandboxKit, SandboxedProgram } from './sandbox.ts';
import { treeUse } from './tree-memory.ts';

/** A worker is not believed: what it claims to send is bounded before a byte of it is kept. */
const HEAD_BYTES_MAX = 64 * 1024;
const COMPLAINT_CHARS_MAX = 4000;
/** Building the box takes 10 ms, on a busy machine some hundred. */
const BUILT_MS_MAX = 2000;

export interface Answer {
  head: unknown;
  body: Uint8Array;
}

/** How often the memory of a box is looked at while it works. */
export const MEMORY_WATCH_MS = 250;
/** A process that ends with more than this share of what it may take has most likely asked for more than there is. */
const NEAR_BOUND_SHARE = 0.5;
/** How V8, Rust and C++ say that they got no more. */
const OUT_OF_MEMORY = /heap out of memory|memory allocation of \d+ bytes failed|bad_alloc|Cannot allocate memory/i;
/** As shells and bwrap count: a process that a signal ended has 128 and its number, one that the kernel or a person ended 128 + 9. */
const SIGNALLED = 128;
const KILLED = SIGNALLED + 9;

/**
 * Why no answer came. `died`, `memory`, `timeout` and `nonsense` are the file's doing or the program's; `box` means that no process could be
 * started, `killed` that somebody else has ended it (a person, or a kernel that is short of memory for other reasons): those two are faults
 * of what the service runs on, and say nothing of the file.
 */
export class ChildTrouble extends Error {
  readonly kind: 'died' | 'memory' | 'killed' | 'timeout' | 'box' | 'nonsense';
  constructor(kind: ChildTrouble['kind'], message: string) {
    super(message, kind === 'box' || kind === 'killed' ? { cause: new InfrastructureFault('workers', message) } : {});
    this.name = 'ChildTrouble';
    this.kind = kind;
  }

  /** Whether it says nothing of the file. */
  get isInfrastructure(): boolean {
    return this.kind === 'box' || this.kind === 'killed';
  }
}

/** How a process ended that had not been told to. */
export interface ChildEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  complaint: string;
  /** Whether it has ever answered. */
  hasSpoken: boolean;
  /** The greatest share of its bound of memory that it was seen with. */
  memoryShare: number;
}

/** Whose fault the end of a process is. */
export function judgeEnd({ code, signal, complaint, hasSpoken, memoryShare }: ChildEnd): ChildTrouble['kind'] {
  if (/^(?:bwrap|setpriv|prlimit): /m.test(complaint)) return 'box';
  if (memoryShare > NEAR_BOUND_SHARE || OUT_OF_MEMORY.test(complaint)) return 'memory';
  if (code === KILLED || signal === 'SIGKILL') return 'killed';
  // a worker that can start says what is wrong with a file, however it is damaged
  const never = !hasSpoken && code !== null && code > 0 && code < SIGNALLED;
  return never ? 'box' : 'died';
}

export interface AskOptions {
  /** Without it the caller keeps a clock of its own. */
  timeoutMs?: number;
  /** Processor time that the answer may take; looked at with the memory. */
  processorMs?: number | undefined;
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
  /** Whether this process stays alive for it: by itself it does. */
  holdOpen(hold: boolean): void;
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
  return new Child(spawnSandboxed(program, kit), { answerBytesMax, treeBytesMax: program.memoryBytesMax * TREE_MEMORY_SHARE });
}

class Child implements SandboxedChild {
  readonly ended: Promise<void>;
  readonly #process: ChildProcess;
  readonly #startedMs = performance.now();
  /** Answers that nobody has asked for yet. */
  readonly #spoken: Answer[] = [];
  readonly #listeners: Waiting[] = [];
  #trouble: ChildTrouble | null = null;
  #complaint = '';
  #hasSpoken = false;
  #isGone = false;
  #killTimer: NodeJS.Timeout | undefined;
  readonly #treeBytesMax: number;
  #memoryShare = 0;

  constructor(process: ChildProcess, { answerBytesMax, treeBytesMax }: { answerBytesMax: number; treeBytesMax: number }) {
    this.#process = process;
    this.#treeBytesMax = treeBytesMax;
    process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (this.#complaint.length < COMPLAINT_CHARS_MAX) this.#complaint += text;
    });
    // The pipe breaks when the process dies; its end is reported by `close`.
    process.stdin?.on('error', () => undefined);
    readAnswers(
      answersOf(process),
      answerBytesMax,
      (answer) => this.#hear(answer),
      () => {
        this.#hasSpoken = true;
        this.#fail('nonsense', 'the worker sent something that is no answer');
      },
    );
    this.ended = new Promise<void>((resolve) => {
      process.once('error', (error) => {
        this.#fail('box', explainSandboxTrouble(String(error)));
        resolve();
      });
      process.once('close', (code, signal) => {
        this.#isGone = true;
        clearTimeout(this.#killTimer);
        const end = { code, signal, complaint: this.#complaint, hasSpoken: this.#hasSpoken, memoryShare: this.#memoryShare };
        this.#fail(judgeEnd(end), explainSandboxTrouble(this.#complaint));
        resolve();
      });
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  async ask(head: object, body: Uint8Array, { timeoutMs, processorMs, signal }: AskOptions): Promise<Answer> {
    signal?.throwIfAborted();
    const timer = timeoutMs === undefined ? undefined : this.#startTimer(timeoutMs);
    const abort = (): void => this.kill();
    signal?.addEventListener('abort', abort, { once: true });
    // told before the question is sent, as what the process had taken by then
    const before = processorMs === undefined ? 0 : await this.#processorMs();
    const watch = setInterval(() => void this.#watchUse(before + (processorMs ?? Infinity), processorMs), MEMORY_WATCH_MS);
    try {
      this.#process.stdin?.write(frameHead(head, body.length));
      this.#process.stdin?.write(body);
      return await this.#next();
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      clearInterval(watch);
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  async idle(timeoutMs: number): Promise<number> {
    const timer = this.#startTimer(timeoutMs);
    try {
      return numberField((await this.#next()).head, 'rssKb');
    } finally {
      clearTimeout(timer);
    }
  }

  kill(): void {
    this.#fail('died', 'ended on request');
  }

  holdOpen(hold: boolean): void {
    const held = [this.#process, ...this.#process.stdio];
    for (const one of held) {
      if (one !== null && one !== undefined && 'ref' in one && 'unref' in one)
        if (hold) (one as ChildProcess).ref();
        else (one as ChildProcess).unref();
    }
  }

  /** The bound of each process is the kernel's; this is the one of all together. */
  async #watchUse(processorMsMax: number, given: number | undefined): Promise<void> {
    const { pid } = this.#process;
    if (pid === undefined || this.#isGone) return;
    const { memoryBytes, processorMs } = await treeUse(pid);
    this.#memoryShare = memoryBytes / this.#treeBytesMax;
    if (this.#memoryShare > 1) this.#fail('memory', 'it took more memory than a file may');
    else if (processorMs > processorMsMax) this.#fail('timeout', `no answer within ${given} ms of processor time`);
  }

  async #processorMs(): Promise<number> {
    const { pid } = this.#process;
    return pid === undefined ? 0 : (await treeUse(pid)).processorMs;
  }

  #hear(answer: Answer): void {
    this.#hasSpoken = true;
    const listener = this.#listeners.shift();
    if (listener === undefined) this.#spoken.push(answer);
    else listener.resolve(answer);
  }

  #next(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const ready = this.#spoken.shift();
      if (ready !== undefined) resolve(ready);
      else if (this.#trouble !== null) reject(this.#trouble);
      else this.#listeners.push({ resolve, reject });
    });
  }

  #startTimer(timeoutMs: number): NodeJS.Timeout {
    return setTimeout(() => this.#fail('timeout', `no answer within ${timeoutMs} ms`), timeoutMs);
  }

  #fail(kind: ChildTrouble['kind'], message: string): void {
    this.#trouble ??= new ChildTrouble(kind, message);
    for (const { reject } of this.#listeners.splice(0)) reject(this.#trouble);
    if (this.#isGone) return;
    // A worker that is between two questions ends by itself when nobody can ask any more.
    for (const stream of this.#process.stdio) stream?.destroy();
    // bwrap killed while it builds the box leaves its child behind, waiting for it for ever.
    const builtInMs = this.#hasSpoken ? 0 : BUILT_MS_MAX - (performance.now() - this.#startedMs);
    if (builtInMs <= 0) this.#process.kill('SIGKILL');
    else this.#killTimer ??= setTimeout(() => this.#process.kill('SIGKILL'), builtInMs);
  }
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
