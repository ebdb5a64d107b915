/** A process that compiles Typst, as a worker of a pool. It holds no other process open while it has nothing to do. */
import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { WorkerLost, type PoolWorker } from '../../workers/supervised-pool.ts';
import type { CompileReply, CompileTask } from './typesetter-child.ts';

const MEMORY_BYTES_MAX = 2 * 2 ** 30;
const WATCH_MS = 500;
const PAGE_BYTES = 4096;
/** JavaScript does little in there; without a bound its heap would take room for nothing. */
const NODE_OPTIONS = ['--max-old-space-size=256', '--max-semi-space-size=2', '--stack-size=3900'];

export class TypesettingProcess implements PoolWorker<CompileTask, CompileReply> {
  readonly ended: Promise<void>;
  /** Resident memory after its last task. */
  memoryBytes = 0;
  readonly #process: ChildProcess;
  #pending: PromiseWithResolvers<CompileReply> | undefined;
  #loss: WorkerLost | undefined;

  constructor() {
    this.#process = fork(fileURLToPath(new URL('typesetter-child.ts', import.meta.url)), {
      serialization: 'advanced',
      execArgv: NODE_OPTIONS,
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process.on('message', (reply: CompileReply) => {
      this.memoryBytes = reply.memoryBytes;
      this.#pending?.resolve(reply);
    });
    this.#process.on('error', (error) => this.kill(new WorkerLost('broken', { cause: error })));
    this.ended = new Promise((resolve) => {
      this.#process.on('exit', (code, signal) => {
        this.kill(new WorkerLost('ended', { cause: new Error(`the process ended (${signal ?? code})`) }));
        resolve();
      });
    });
    this.#holdOpen(false);
  }

  usable(): boolean {
    return this.#loss === undefined;
  }

  async perform(task: CompileTask): Promise<CompileReply> {
    if (this.#loss !== undefined) throw this.#loss;
    this.#pending = Promise.withResolvers<CompileReply>();
    this.#holdOpen(true);
    const watch = setInterval(() => void this.#watchMemory(), WATCH_MS);
    try {
      this.#process.send(task);
      return await this.#pending.promise;
    } finally {
      clearInterval(watch);
      this.#pending = undefined;
      this.#holdOpen(false);
    }
  }

  kill(loss = new WorkerLost('ended')): void {
    if (this.#loss !== undefined) return;
    this.#loss = loss;
    this.#pending?.reject(loss);
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.ref();
    this.#process.kill('SIGKILL');
  }

  async #watchMemory(): Promise<void> {
    const pages = await readFile(`/proc/${this.#process.pid}/statm`, 'utf8').then(
      (text) => Number(text.split(' ')[1]),
      () => 0,
    );
    if (pages * PAGE_BYTES > MEMORY_BYTES_MAX) this.kill(new WorkerLost('memory'));
  }

  #holdOpen(open: boolean): void {
    if (open) this.#process.ref();
    else this.#process.unref();
    if (open) this.#process.channel?.ref();
    else this.#process.channel?.unref();
  }
}
