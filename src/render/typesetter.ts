/**
 * Typst source → PDF, in sandboxed processes. The compiler is memory-safe code that reads no file but fonts and the pictures of its
 * task; but it is native, decodes pictures and fonts, and opens what strangers wrote, so it lives in a box as LibreOffice does. One process
 * is kept warm; a second one starts when two documents come at once, and goes when it has been idle for a while.
 */
import { createRequire } from 'node:module';
import { InfrastructureFault } from '../base/infrastructure-fault.ts';
import { Refusal } from '../base/refusal.ts';
import type { Typesetter } from '../ports/typesetter.ts';
import { QueueFull, WorkerLost, type LossReason } from '../workers/pool-worker.ts';
import { SupervisedPool, type RunOptions } from '../workers/supervised-pool.ts';
import type { RenderLog } from './log.ts';
import { prepareSandbox } from './sandbox.ts';
import { ChildTrouble } from './sandboxed-child.ts';
import { fontFolders } from './typesetter/font-folders.ts';
import { TypesettingProcess, type CompileReply, type CompileTask } from './typesetter/typesetting-process.ts';

const CHILDREN_MAX = 2;
const TIMEOUT_MS = 30_000;
/** A new process loads its compiler and looks through the fonts. */
const START_MS = 60_000;
const QUEUE_MAX = 256;
/** A process larger than this after its task is replaced at once; a book leaves some 250 MB. */
const MEMORY_BYTES_KEPT_MAX = 640 * 2 ** 20;
/** A process larger than this is replaced when there is a pause. */
const MEMORY_BYTES_RESTING_MAX = 180 * 2 ** 20;
const PAUSE_MS = 5_000;
/** Another organisation's document waits so long behind long ones. */
const STAND_IN = { afterMs: 500, keptMs: 20_000 };
/** Beyond the everyday planes but emoji and the older Han extension: scripts that hardly a font has. */
const RARE = /[\u{10000}-\u{1EFFF}\u{1FB00}-\u{1FFFF}\u{2A6E0}-\u{10FFFF}\uFFFE\uFFFF]/gu;

/** So that the fonts are found before the first real document. */
const WARM_UP: CompileTask = {
  source: '#set document(title: "a")\n#set text(font: ("Source Sans 3", "Source Serif 4", "JetBrains Mono"), lang: "en")\na *b* _c_\n',
  assets: [],
  creationTime: 0,
};

export interface TypesetterOptions {
  /** A folder of ours, as for the office renderer. */
  workDir: string;
  /** False sets without a sandbox: for a machine that is one itself. */
  sandboxed?: boolean;
  /** Compilations at once; two by default. */
  children?: number;
  timeoutMs?: number;
  log?: RenderLog;
}

type Pool = SupervisedPool<CompileTask, CompileReply, TypesettingProcess>;

/** Resolves when the first process is warm. @throws Error when none can be started */
export async function createTypesetter(options: TypesetterOptions): Promise<Typesetter> {
  const log = options.log ?? (() => undefined);
  // found in files: each document is told it
  const version = readVersion();
  const pool: Pool = new SupervisedPool({
    name: 'a typesetting process',
    start: (signal) => startProcess(options, signal),
    workers: Math.max(1, options.children ?? CHILDREN_MAX),
    kept: 1,
    standIn: STAND_IN,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    wear: ({ memoryBytes }) => (memoryBytes > MEMORY_BYTES_KEPT_MAX ? 'spent' : 'fresh'),
    // In a pause one process is enough, and a small one.
    rest: {
      afterMs: PAUSE_MS,
      perform: ({ memoryBytes }, processes) => Promise.resolve(processes > 1 || memoryBytes > MEMORY_BYTES_RESTING_MAX ? 'end' : 'keep'),
    },
    queueSizeMax: QUEUE_MAX,
    // without a box no second try will help
    isHopeless: (error) => error instanceof ChildTrouble && error.kind === 'box',
    log,
  });
  await pool.ready();
  return {
    async compile(source, { assets, creationTime = 0, ...turn }) {
      const reply = await compile(pool, { source, assets: [...assets], creationTime }, turn);
      for (const warning of reply.warnings) log('warn', `typesetting: ${warning}`);
      if (reply.pdf === undefined) throw new Error(`the typesetter refused its source: ${reply.errors.join('; ')}`);
      return reply.pdf;
    },
    version: () => version,
    close: () => pool.close(),
  };
}

async function startProcess({ workDir, sandboxed = true }: TypesetterOptions, signal: AbortSignal): Promise<TypesettingProcess> {
  const folders = fontFolders();
  const process = new TypesettingProcess(await prepareSandbox(workDir, sandboxed), folders);
  const end = (): void => process.kill();
  const timer = setTimeout(end, START_MS);
  signal.addEventListener('abort', end, { once: true });
  try {
    await process.open(folders);
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
  ended: 'it breaks the program that sets it, twice; simplify its tables and formulas',
  broken: 'the program that sets it gave no answer that can be read',
};

const KILLED_MAX = 3;

/** A process that was ended from outside says nothing of its document, which goes to another one. @throws ChildTrouble after `KILLED_MAX` */
async function runUnlessKilled(pool: Pool, task: CompileTask, turn: RunOptions): Promise<CompileReply> {
  for (let tries = 1; ; tries++) {
    try {
      return await pool.run(task, turn);
    } catch (error) {
      if (tries === KILLED_MAX || !(error instanceof ChildTrouble && error.kind === 'killed')) throw error;
    }
  }
}

/**
 * A process that fails while it compiles does so mostly over one of a few rare characters: its document is tried again, without those.
 * What is no doing of the document is an infrastructure fault, however often it happens.
 */
async function compile(pool: Pool, task: CompileTask, turn: RunOptions): Promise<CompileReply> {
  const endedOnce = (error: unknown): boolean => error instanceof WorkerLost && error.reason === 'ended';
  try {
    return await runUnlessKilled(pool, task, turn).catch((error: unknown) => {
      if (!endedOnce(error)) throw error;
      return runUnlessKilled(pool, { ...task, source: task.source.replaceAll(RARE, '\uFFFD') }, turn);
    });
  } catch (error) {
    if (error instanceof QueueFull) throw new InfrastructureFault('workers', error);
    if (!(error instanceof WorkerLost)) throw error;
    throw new Refusal('processing_failed', `The document could not be typeset: ${LOSSES[error.reason]}.`, { cause: error });
  }
}

function readVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler/package.json');
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
  return `Typst 0.14 (typst.ts ${version})`;
}
