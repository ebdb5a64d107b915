/** A process in the sandbox that compiles Typst, as a worker of a pool. It holds no other process open while it has nothing to do. */
import { WorkerLost, type LossReason, type PoolWorker } from '../../workers/pool-worker.ts';
import { ChildTrouble, startSandboxedChild, type SandboxedChild } from '../sandboxed-child.ts';
import type { SandboxKit, SandboxedProgram } from '../sandbox.ts';
import { numberField, textField } from '../sandboxed/messages.ts';

export interface CompileTask {
  source: string;
  assets: [name: string, bytes: Uint8Array][];
  /** Seconds since 1970. */
  creationTime: number;
}

export interface CompileReply {
  pdf?: Uint8Array;
  errors: string[];
  warnings: string[];
}

const MB = 2 ** 20;
const PDF_BYTES_MAX = 512 * MB;
const NOTHING = new Uint8Array(0);

/** @param fontFolders of the faces that come with us, beside the system's own */
const typesetterProgram = (fontFolders: readonly string[]): SandboxedProgram => ({
  worker: 'typesetter-worker',
  packages: ['@myriaddreamin/typst-ts-node-compiler'],
  // the system's fonts are in /usr/share, which every box sees
  readPaths: ['/usr/local/share/fonts', '/etc/fonts', ...fontFolders],
  env: { MALLOC_ARENA_MAX: '2' },
  // JavaScript does little in there; without a bound its heap would take room for nothing
  nodeOptions: ['--max-old-space-size=256', '--max-semi-space-size=2', '--stack-size=3900'],
  memoryBytesMax: 2048 * MB,
  scratchBytesMax: 16 * MB,
});

const textsOf = (head: unknown, name: string): string[] => {
  const value: unknown = typeof head === 'object' && head !== null ? Reflect.get(head, name) : undefined;
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
};

const LOSSES: Record<Exclude<ChildTrouble['kind'], 'box' | 'killed'>, LossReason> = {
  died: 'ended',
  memory: 'memory',
  timeout: 'late',
  nonsense: 'broken',
};

export class TypesettingProcess implements PoolWorker<CompileTask, CompileReply> {
  readonly ended: Promise<void>;
  /** Resident memory after its last task. */
  memoryBytes = 0;
  readonly #child: SandboxedChild;
  #loss: WorkerLost | undefined;
  #gone = false;

  constructor(kit: SandboxKit, fontFolders: readonly string[]) {
    this.#child = startSandboxedChild(typesetterProgram(fontFolders), kit, PDF_BYTES_MAX);
    this.ended = this.#child.ended.then(() => void (this.#gone = true));
    this.#child.holdOpen(false);
  }

  /** Loads the compiler and looks through the fonts. @throws ChildTrouble; WorkerLost after `kill` */
  async open(fontFolders: readonly string[]): Promise<void> {
    const { head } = await this.#ask({ op: 'open', fontFolders }, NOTHING);
    const error = textField(head, 'error');
    if (error !== '') throw new Error(`the typesetter does not start: ${error}`);
  }

  usable(): boolean {
    return this.#loss === undefined && !this.#gone;
  }

  /** @throws WorkerLost where the document was too much for the process; ChildTrouble where it was ended from outside */
  async perform({ source, assets, creationTime }: CompileTask): Promise<CompileReply> {
    const text = Buffer.from(source);
    const sizes = assets.map(([name, bytes]) => ({ name, bytes: bytes.length }));
    const body = Buffer.concat([text, ...assets.map(([, bytes]) => bytes)]);
    const { head, body: pdf } = await this.#ask({ op: 'compile', sourceBytes: text.length, assets: sizes, creationTime }, body);
    this.memoryBytes = numberField(head, 'memoryBytes');
    return { errors: textsOf(head, 'errors'), warnings: textsOf(head, 'warnings'), ...(pdf.length > 0 ? { pdf } : {}) };
  }

  kill(loss = new WorkerLost('ended')): void {
    if (!this.usable()) return;
    this.#loss = loss;
    this.#child.holdOpen(true);
    this.#child.kill();
  }

  async #ask(head: object, body: Uint8Array): ReturnType<SandboxedChild['ask']> {
    if (this.#loss !== undefined) throw this.#loss;
    this.#child.holdOpen(true);
    try {
      const answer = await this.#child.ask(head, body, {});
      this.#child.holdOpen(false);
      return answer;
    } catch (error) {
      this.#gone = true;
      if (this.#loss !== undefined) throw this.#loss;
      if (!(error instanceof ChildTrouble) || error.kind === 'box' || error.kind === 'killed') throw error;
      throw new WorkerLost(LOSSES[error.kind], { cause: error });
    }
  }
}
