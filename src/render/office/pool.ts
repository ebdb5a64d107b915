/** The office workers: each a sandboxed process that holds one warm LibreOfficeKit and converts one file at a time. */
import type { PoolWorker } from '../../workers/pool-worker.ts';
import { SupervisedPool } from '../../workers/supervised-pool.ts';
import { textField } from '../sandboxed/messages.ts';
import { ChildTrouble } from '../sandboxed-child.ts';
import type { Answer, SandboxedChild } from '../sandboxed-child.ts';
import type { RenderLog } from '../log.ts';

const START_TIMEOUT_MS = 60_000;
/** Between a PDF and the end of tearing its document down. */
const TEARDOWN_TIMEOUT_MS = 15_000;
/** Without work for so long one process is enough: another takes 40 MB and starts within a second or two. */
const DOZE_MS = 20_000;
/** Another organisation's document waits so long behind long ones; a start then takes about as much again. */
const STAND_IN = { afterMs: 500, keptMs: 20_000 };
const NOTHING = new Uint8Array(0);

export interface OfficePoolOptions {
  /** Starts a process of the worker's program; rejects with a ChildTrouble of kind `box` where that cannot be. */
  start(): Promise<SandboxedChild>;
  /** As `OfficeInstallation` has it. */
  programDir: string;
  /** Files that are converted side by side. */
  workers: number;
  /** Warm workers more, for when one is lost. */
  spares: number;
  /** Converted once by every worker before its first job. */
  warmUpFiles: readonly { kind: string; bytes: Uint8Array }[];
  conversionsMax: number;
  residentKbMax: number;
  /** A worker that had nothing to do for so long gives memory back. */
  restMs: number;
  log: RenderLog;
}

interface OfficeJob {
  /** The organisation whose file from outside it is, or '' for one that gets a process of its own; null: our own file. */
  from: string | null;
  /** The organisation that asks, where it is known. */
  owner: string | undefined;
  kind: string;
  bytes: Uint8Array;
  timeoutMs: number;
  processorMs?: number | undefined;
  signal: AbortSignal | undefined;
  /** A calculated copy is wanted too. */
  copy?: boolean;
  /** Saved in this format instead of rendered. */
  saveAs?: string;
}

export interface OfficePool {
  /** The worker's answer. @throws ChildTrouble, or the signal's reason */
  run(job: OfficeJob): Promise<Answer>;
  /** @throws Error when no worker can be started */
  ready(): Promise<void>;
  /** As LibreOffice reports it; null before the first start. */
  version(): string | null;
  close(): Promise<void>;
}

class OfficeWorker implements PoolWorker<OfficeJob, Answer> {
  readonly ended: Promise<void>;
  conversions = 0;
  residentKb = 0;
  /** Whose files from outside it has opened; null: nobody's. */
  openedFor: string | null = null;
  readonly #child: SandboxedChild;
  #usable = true;

  constructor(child: SandboxedChild) {
    this.#child = child;
    this.ended = child.ended.then(() => {
      this.#usable = false;
    });
  }

  perform({ kind, bytes, timeoutMs, processorMs, copy, saveAs, from }: OfficeJob, signal: AbortSignal | undefined): Promise<Answer> {
    this.conversions++;
    this.openedFor ??= from;
    const head = { op: 'convert', kind, ...(copy ? { copy: 'yes' } : {}), ...(saveAs === undefined ? {} : { saveAs }) };
    return this.#orLost(this.#child.ask(head, bytes, { timeoutMs, processorMs, signal }));
  }

  mayOpen({ from, owner }: OfficeJob): boolean {
    return this.openedFor === null || (this.openedFor !== '' && this.openedFor === (from ?? owner));
  }

  async settle(): Promise<void> {
    this.residentKb = await this.#orLost(this.#child.idle(TEARDOWN_TIMEOUT_MS));
  }

  /** Gives memory back: `trim` what LibreOffice has cached, `doze` its code as well, which comes back when it is used. */
  async giveBack(op: 'trim' | 'doze'): Promise<void> {
    await this.#orLost(this.#child.ask({ op }, NOTHING, { timeoutMs: TEARDOWN_TIMEOUT_MS }));
    await this.settle();
  }

  usable(): boolean {
    return this.#usable;
  }

  kill(): void {
    this.#usable = false;
    this.#child.kill();
  }

  /** A process whose answer failed has ended, or is about to. */
  async #orLost<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      this.#usable = false;
      throw error;
    }
  }
}

export function createOfficePool(options: OfficePoolOptions): OfficePool {
  let version: string | null = null;
  const pool = new SupervisedPool<OfficeJob, Answer, OfficeWorker>({
    name: 'an office worker',
    start: async (signal) => {
      const child = await options.start();
      const abort = (): void => child.kill();
      signal.addEventListener('abort', abort, { once: true });
      version = await warmUp(child, options).finally(() => signal.removeEventListener('abort', abort));
      return new OfficeWorker(child);
    },
    workers: options.workers,
    kept: options.workers + options.spares,
    doze: { afterMs: DOZE_MS, workers: 1, perform: (worker) => worker.giveBack('doze') },
    wear: ({ conversions, residentKb, openedFor }) => {
      if (openedFor === '') return 'spent';
      return conversions >= options.conversionsMax || residentKb > options.residentKbMax ? 'worn' : 'fresh';
    },
    mayTake: (worker, task) => worker.mayOpen(task),
    replaceUnfit: true,
    standIn: STAND_IN,
    rest: {
      afterMs: options.restMs,
      perform: (worker) => (worker.openedFor === null ? worker.giveBack('trim').then(() => 'keep') : Promise.resolve('end')),
    },
    // Without a box no second try will help; a LibreOffice that dies once may have been short of memory.
    isHopeless: (error) => error instanceof ChildTrouble && error.kind === 'box',
    log: options.log,
  });
  return {
    run: (job) => pool.run(job, { signal: job.signal, owner: job.owner }),
    ready: () => pool.ready(),
    version: () => version,
    close: () => pool.close(),
  };
}

/** Opens LibreOffice and converts the warm-up files. Its version. */
async function warmUp(child: SandboxedChild, { programDir, warmUpFiles }: OfficePoolOptions): Promise<string> {
  const ask = async (head: object, body: Uint8Array): Promise<Answer> => {
    const answer = await child.ask(head, body, { timeoutMs: START_TIMEOUT_MS });
    const error = textField(answer.head, 'error');
    if (error !== '') {
      child.kill();
      throw new Error(`LibreOffice does not start: ${error}`);
    }
    await child.idle(START_TIMEOUT_MS);
    return answer;
  };
  const opened = await ask({ op: 'open', programDir }, NOTHING);
  for (const { kind, bytes } of warmUpFiles) await ask({ op: 'convert', kind }, bytes);
  await ask({ op: 'trim' }, NOTHING);
  return textField(opened.head, 'version');
}
