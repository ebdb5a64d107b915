/**
 * Typst source → PDF, in processes of their own. The compiler is memory-safe code and sees no file but the fonts and the
 * pictures of its task, so they need no sandbox; but native code in a thread can neither be interrupted nor give its
 * memory back, and a hostile document takes gigabytes. A process costs a memo a millisecond. One is kept warm; a second
 * one starts when two documents come at once, and goes when it has been idle for a while.
 */
import { createRequire } from 'node:module';
import { Refusal } from '../base/refusal.ts';
import type { Typesetter } from '../ports/typesetter.ts';
import { QueueFull, SupervisedPool, WorkerLost, type LossReason } from '../workers/supervised-pool.ts';
import type { RenderLog } from './log.ts';
import type { CompileReply, CompileTask } from './typesetter/typesetter-child.ts';
import { TypesettingProcess } from './typesetter/typesetting-process.ts';

const CHILDREN_MAX = 2;
const TIMEOUT_MS = 30_000;
/** A new process loads its compiler and looks through the fonts. */
const START_MS = 15_000;
const QUEUE_MAX = 256;
/** A process larger than this after its task is replaced at once; a book leaves some 250 MB. */
const MEMORY_BYTES_KEPT_MAX = 640 * 2 ** 20;
/** A process larger than this is replaced when there is a pause. */
const MEMORY_BYTES_RESTING_MAX = 180 * 2 ** 20;
const PAUSE_MS = 5_000;
/** Beyond the everyday planes but emoji and the older Han extension: scripts that hardly a font has. */
const RARE = /[\u{10000}-\u{1EFFF}\u{1FB00}-\u{1FFFF}\u{2A6E0}-\u{10FFFF}\uFFFE\uFFFF]/gu;

/** So that the fonts are found before the first real document. */
const WARM_UP: CompileTask = {
  source: '#set document(title: "a")\n#set text(font: ("Source Sans 3", "Source Serif 4", "JetBrains Mono"), lang: "en")\na *b* _c_\n',
  assets: [],
  creationTime: 0,
};

export interface TypesetterOptions {
  /** Compilations at once; two by default. */
  children?: number;
  timeoutMs?: number;
  log?: RenderLog;
}

type Pool = SupervisedPool<CompileTask, CompileReply, TypesettingProcess>;

/** Resolves when the first process is warm. @throws Error when none can be started */
export async function createTypesetter(options: TypesetterOptions = {}): Promise<Typesetter> {
  const log = options.log ?? (() => undefined);
  const pool: Pool = new SupervisedPool({
    name: 'a typesetting process',
    start: startProcess,
    workers: Math.max(1, options.children ?? CHILDREN_MAX),
    kept: 1,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    wear: ({ memoryBytes }) => (memoryBytes > MEMORY_BYTES_KEPT_MAX ? 'spent' : 'fresh'),
    // In a pause one process is enough, and a small one.
    rest: {
      afterMs: PAUSE_MS,
      perform: ({ memoryBytes }, processes) => Promise.resolve(processes > 1 || memoryBytes > MEMORY_BYTES_RESTING_MAX ? 'end' : 'keep'),
    },
    queueSizeMax: QUEUE_MAX,
    log,
  });
  await pool.ready();
  return {
    async compile(source, { assets, creationTime = 0, signal }) {
      const reply = await compile(pool, { source, assets: [...assets], creationTime }, signal);
      for (const warning of reply.warnings) log('warn', `typesetting: ${warning}`);
      if (reply.pdf === undefined) throw new Error(`the typesetter refused its source: ${reply.errors.join('; ')}`);
      return reply.pdf;
    },
    version: readVersion,
    close: () => pool.close(),
  };
}

async function startProcess(signal: AbortSignal): Promise<TypesettingProcess> {
  const process = new TypesettingProcess();
  const end = (): void => process.kill();
  const timer = setTimeout(end, START_MS);
  signal.addEventListener('abort', end, { once: true });
  try {
    await process.perform(WARM_UP);
    return process;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

const LOSSES: Record<LossReason, string> = {
  late: 'it took too long; divide it, or simplify its tables and formulas',
  memory: 'it took too much memory; divide it, or use smaller pictures',
  ended: 'the typesetting program failed twice while working on it',
  broken: 'the typesetting program could not be reached',
};

/**
 * A process that ends while it compiles may have been ended by the system, or by one of a few rare characters over which
 * the compiler fails: its document is tried again, without those characters.
 */
async function compile(pool: Pool, task: CompileTask, signal: AbortSignal | undefined): Promise<CompileReply> {
  const endedOnce = (error: unknown): boolean => error instanceof WorkerLost && error.reason === 'ended';
  try {
    return await pool.run(task, { signal }).catch((error: unknown) => {
      if (!endedOnce(error)) throw error;
      return pool.run({ ...task, source: task.source.replaceAll(RARE, '\uFFFD') }, { signal });
    });
  } catch (error) {
    if (error instanceof QueueFull) throw new Refusal('processing_failed', 'Too many documents wait to be typeset.', { cause: error });
    if (!(error instanceof WorkerLost)) throw error;
    throw new Refusal('processing_failed', `The document could not be typeset: ${LOSSES[error.reason]}.`, { cause: error });
  }
}

function readVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler/package.json');
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
  return `Typst 0.14 (typst.ts ${version})`;
}
