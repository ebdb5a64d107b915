/** Where a document is laid out: a short one at once, a long one in a thread, where it holds up nobody else's request. */
import { isMainThread } from 'node:worker_threads';
import { isInfrastructureFault } from '../../base/infrastructure-fault.ts';
import { Refusal } from '../../base/refusal.ts';
import type { PagePicture } from '../../ports/page-renderer.ts';
import { WorkerLost, type PoolWorker } from '../../workers/pool-worker.ts';
import { SupervisedPool } from '../../workers/supervised-pool.ts';
import { ThreadWorker } from '../../workers/thread-worker.ts';
import type { Engine, MakeInput } from '../make.ts';
import { plainSettled } from '../plain-settled.ts';
import { layOutHere, type LaidOut, type LayOutContext, type LayOutOptions } from './lay-out.ts';
import type { FromThread, LayOutReply, PlainInput, RemoteCall, RemoteFault, ToThread } from './lay-out-messages.ts';

/**
 * Each of these alone is read, composed, written and reviewed with no step of over some 30 ms, less than handing it over would take: so many
 * characters of Markdown, lines with text, or signs that begin or end something within a line, or part the figures of a described chart.
 */
const SHORT = { chars: 12_000, lines: 300, marks: 1_500 };
/** A line of a deck is measured and placed as well. */
const DECK_WEIGHT = 1.4;
const MARKS = /[*_`$[\]|~<,]/g;
const LINES = /^[^\S\n]*\S/gm;

/** Whether a text costs its process less than a thread would: cells of tables, items and headings weigh more than their letters. */
export function isShort({ markdown, format }: Pick<MakeInput, 'markdown' | 'format'>): boolean {
  if (markdown.length > SHORT.chars) return false;
  const count = (what: RegExp): number => markdown.match(what)?.length ?? 0;
  const weight = markdown.length / SHORT.chars + count(LINES) / SHORT.lines + count(MARKS) / SHORT.marks;
  return weight * (format === 'pptx' ? DECK_WEIGHT : 1) <= 1;
}
const THREADS = 2;
/** Nothing that is waited for takes a thread longer; one that is silent for so long will not answer any more. */
const SILENCE_MS_MAX = 120_000;
const MEMORY = { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 96 };

interface Task {
  input: PlainInput;
  options: LayOutOptions;
  context: LayOutContext;
}

type Reply = LayOutReply<LaidOut>;

const isReply = (message: FromThread | Reply): message is Reply => message.kind === 'done' || message.kind === 'failed';

/** Serves the calls of one thread for the document that it lays out. */
class LayOutWorker implements PoolWorker<Task, LaidOut> {
  readonly ended: Promise<void>;
  readonly #thread: ThreadWorker<ToThread, FromThread | Reply>;
  /** What calls of the task have thrown. */
  readonly #thrown = new Map<number, unknown>();
  #context: LayOutContext | undefined;
  #waiting = 0;
  #silence: NodeJS.Timeout | undefined;

  constructor() {
    this.#thread = new ThreadWorker(new URL('./lay-out-thread.ts', import.meta.url), {
      resourceLimits: MEMORY,
      takeAside: (message) => {
        this.#listen();
        if (isReply(message)) return false;
        this.#serve(message);
        return true;
      },
    });
    this.ended = this.#thread.ended;
  }

  usable(): boolean {
    return this.#thread.usable();
  }

  kill(loss?: WorkerLost): void {
    clearTimeout(this.#silence);
    this.#thread.kill(loss);
  }

  async perform({ input, options, context }: Task, signal: AbortSignal | undefined): Promise<LaidOut> {
    const abort = (): void => this.kill();
    signal?.addEventListener('abort', abort, { once: true });
    this.#context = context;
    this.#thrown.clear();
    this.#waiting = 0;
    this.#listen();
    try {
      const reply = await this.#thread.perform({ kind: 'task', input, options, now: context.engine.clock.now() });
      if (!isReply(reply)) throw new Error('a thread answered a task with something else');
      if (reply.kind === 'done') return reply.result;
      if (reply.call !== null) throw this.#thrown.get(reply.call);
      throw reply.refusal === null ? new Error(`a thread failed: ${reply.message}`) : new Refusal(reply.refusal, reply.message);
    } finally {
      signal?.removeEventListener('abort', abort);
      clearTimeout(this.#silence);
      this.#context = undefined;
    }
  }

  /** While renderers work the thread may be silent. */
  #listen(): void {
    clearTimeout(this.#silence);
    if (this.#waiting === 0) this.#silence = setTimeout(() => this.kill(new WorkerLost('late')), SILENCE_MS_MAX).unref();
  }

  #serve(message: FromThread): void {
    const context = this.#context;
    if (context === undefined) return;
    switch (message.kind) {
      case 'emit':
        context.sink.emit(message.patch, message.events);
        setImmediate(() => this.#post({ kind: 'taken' }, context));
        return;
      case 'renderPages':
        return context.delivery.renderPages(message.pdf);
      case 'drop':
        return context.delivery.drop();
      case 'call':
        void this.#answer(message, context);
    }
  }

  async #answer(call: RemoteCall, context: LayOutContext): Promise<void> {
    const { id } = call;
    this.#waiting++;
    clearTimeout(this.#silence);
    try {
      const value = await performCall(call, context);
      this.#settled(context);
      this.#post({ kind: 'answer', id, value }, context);
    } catch (error) {
      if (this.#context === context) this.#thrown.set(id, error);
      this.#settled(context);
      this.#post({ kind: 'fault', id, fault: faultOf(error) }, context);
    }
  }

  #settled(context: LayOutContext): void {
    if (this.#context !== context) return;
    this.#waiting--;
    this.#listen();
  }

  /** Nothing is said to a thread that has gone on to another document. */
  #post(message: ToThread, context: LayOutContext): void {
    if (this.#context === context && this.usable()) this.#thread.post(message);
  }
}

function performCall(call: RemoteCall, { engine, signal }: LayOutContext): Promise<unknown> {
  switch (call.name) {
    case 'toPdf':
      return engine.office.toPdf(call.input[0], { ...call.input[1], signal });
    case 'calculate':
      return engine.office.calculate(call.input[0], { ...call.input[1], signal });
    case 'compile': {
      const [source, { assets, creationTime }] = call.input;
      return engine.typesetter.compile(source, { assets, signal, ...(creationTime === undefined ? {} : { creationTime }) });
    }
    case 'read':
      return engine.pages.read(call.input[0], { ...call.input[1], signal });
    case 'draw':
      return drawAll(engine, call.input[0], signal);
  }
}

async function drawAll(engine: Engine, pdf: Uint8Array, signal: AbortSignal): Promise<PagePicture[]> {
  const pages: PagePicture[] = [];
  await engine.pages.draw(pdf, { signal, onPage: (page) => void pages.push(page) });
  return pages;
}

const faultOf = (error: unknown): RemoteFault => ({
  refusal: error instanceof Refusal ? error.code : null,
  infrastructure: isInfrastructureFault(error),
  message: error instanceof Error ? error.message : String(error),
});

function plainInput({ settled, inspector: _inspector, ...input }: MakeInput): PlainInput {
  return { ...input, settled: settled && plainSettled(settled) };
}

let pool: SupervisedPool<Task, LaidOut, LayOutWorker> | undefined;

/**
 * Read, composed, rendered, reviewed, repaired.
 * @throws Refusal content_empty, processing_failed
 */
export async function layOut(input: MakeInput, context: LayOutContext, options: LayOutOptions): Promise<LaidOut> {
  if (!isMainThread || isShort(input)) return layOutHere(input, context, options);
  pool ??= new SupervisedPool({ name: 'a thread that lays documents out', start: async () => new LayOutWorker(), workers: THREADS });
  try {
    return await pool.run({ input: plainInput(input), options, context }, { signal: context.signal });
  } catch (error) {
    if (!(error instanceof WorkerLost)) throw error;
    const reason = error.reason === 'memory' ? 'takes more memory than a document may' : 'takes too long to lay out';
    throw new Refusal('processing_failed', `The content ${reason}; make it shorter, or divide it, and try again.`, { cause: error });
  }
}
