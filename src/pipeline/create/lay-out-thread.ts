/** A thread that lays documents out, one after another; renderers, events and page pictures are the service's. */
import { parentPort } from 'node:worker_threads';
import { InfrastructureFault } from '../../base/infrastructure-fault.ts';
import { Refusal } from '../../base/refusal.ts';
import type { EmittedEvent } from '../../contract/event.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DocumentPatch } from '../../ports/document-store.ts';
import type { Engine, MakeInput } from '../make.ts';
import { yieldProcessor } from '../../workers/yield-processor.ts';
import { settledOf } from '../plain-settled.ts';
import { layOutHere, type LaidOut, type LayOutContext } from './lay-out.ts';
import type { FromThread, LayOutReply, PlainInput, RemoteEngine, RemoteFault, ToThread } from './lay-out-messages.ts';

type Pending = PromiseWithResolvers<unknown>;

yieldProcessor();
const pending = new Map<number, Pending>();
/** Which call threw it. */
const thrownBy = new WeakMap<object, number>();
let calls = 0;

const say = (message: FromThread | LayOutReply<LaidOut>): void => parentPort?.postMessage(message);

function call<Name extends keyof RemoteEngine>(name: Name, ...input: Parameters<RemoteEngine[Name]>): ReturnType<RemoteEngine[Name]> {
  const id = ++calls;
  const answer = Promise.withResolvers<unknown>();
  pending.set(id, answer);
  // the name and its arguments belong together
  say({ kind: 'call', id, name, input } as FromThread);
  return answer.promise as ReturnType<RemoteEngine[Name]>;
}

function errorOf({ refusal, infrastructure, message }: RemoteFault): Error {
  if (infrastructure) return new InfrastructureFault('workers', new Error(message));
  return refusal === null ? new Error(message) : new Refusal(refusal, message);
}

/** The service's clock at the beginning of the task, and what this thread's showed then. */
let begun = { now: 0, ms: 0 };

const clock: Clock = {
  now: () => new Date(begun.now + performance.now() - begun.ms),
  monotonicMs: () => Math.round(performance.now()),
  ulid: () => {
    throw new Error('nothing that is laid out is given an id');
  },
};

const unused = (): never => {
  throw new Error('not for laying out');
};

const engine: Engine = {
  clock,
  office: {
    toPdf: async (file, { signal: _signal, ...options } = {}) => call('toPdf', file, options),
    calculate: async (workbook, { signal: _signal, ...options } = {}) => call('calculate', workbook, options),
    modernize: unused,
    ready: unused,
    version: unused,
    close: unused,
  },
  typesetter: {
    compile: async (source, { assets, creationTime }) => call('compile', source, { assets, creationTime }),
    version: unused,
    close: unused,
  },
  pages: {
    read: async (pdf, { structure = true } = {}) => call('read', pdf, { structure }),
    async draw(pdf, { onPage }) {
      const pages = await call('draw', pdf);
      for (const page of pages) await onPage(page);
      return { pages: pages.length };
    },
    sheet: unused,
    crop: unused,
    outline: unused,
    drawGray: unused,
    version: unused,
    close: unused,
  },
};

/** In one message: the service takes a message at a time, and does something else in between. */
const EVENTS_MAX = 500;

let outbox: { patch: DocumentPatch; events: EmittedEvent[] }[] = [];
/** Resolves when all that waits has been sent. */
let sending: Promise<void> | undefined;
let taken = Promise.withResolvers<void>();

async function send(): Promise<void> {
  for (let next = outbox[0]; next !== undefined; next = outbox[0]) {
    const { patch, events } = next;
    const last = events.length <= EVENTS_MAX;
    const part = last ? events : events.splice(0, EVENTS_MAX);
    if (last) outbox = outbox.slice(1);
    taken = Promise.withResolvers();
    say({ kind: 'emit', patch: last ? patch : {}, events: part });
    await taken.promise;
  }
  sending = undefined;
}

/** Content is written down here: half a million characters in one paragraph are many megabytes of JSON. */
const writeDown = (event: EmittedEvent): EmittedEvent =>
  !('json' in event) && event.type === 'content.block_completed' ? { type: event.type, json: JSON.stringify(event.data) } : event;

function emit(patch: DocumentPatch, events: readonly EmittedEvent[]): void {
  outbox.push({ patch, events: events.map(writeDown) });
  sending ??= send();
}

const context: LayOutContext = {
  engine,
  sink: { emit },
  // who gives a document up ends the thread
  signal: new AbortController().signal,
  delivery: { renderPages: (pdf) => say({ kind: 'renderPages', pdf }), drop: () => say({ kind: 'drop' }) },
};

const inputOf = ({ settled, ...input }: PlainInput): MakeInput =>
  settled === undefined ? input : { ...input, settled: settledOf(settled) };

async function perform({ input, options, now }: Extract<ToThread, { kind: 'task' }>): Promise<LayOutReply<LaidOut>> {
  begun = { now: now.getTime(), ms: performance.now() };
  try {
    return { kind: 'done', result: await layOutHere(inputOf(input), context, options) };
  } catch (error) {
    const id = error instanceof Error ? thrownBy.get(error) : undefined;
    if (id !== undefined) return { kind: 'failed', call: id };
    if (error instanceof Refusal) return { kind: 'failed', call: null, refusal: error.code, message: error.message };
    return { kind: 'failed', call: null, refusal: null, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', async (message: ToThread) => {
  if (message.kind === 'taken') return taken.resolve();
  if (message.kind === 'task') {
    const reply = await perform(message);
    await sending;
    return say(reply);
  }
  const answer = pending.get(message.id);
  pending.delete(message.id);
  if (message.kind === 'answer') return answer?.resolve(message.value);
  const error = errorOf(message.fault);
  thrownBy.set(error, message.id);
  answer?.reject(error);
});
