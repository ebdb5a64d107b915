/** What is said between the service and a thread that lays documents out. */
import type { EmittedEvent } from '../../contract/event.ts';
import type { RefusalCode } from '../../base/refusal.ts';
import type { DocumentPatch } from '../../ports/document-store.ts';
import type { PagePicture } from '../../ports/page-renderer.ts';
import type { Engine, MakeInput } from '../make.ts';
import type { PlainSettled } from '../plain-settled.ts';
import type { LayOutOptions } from './lay-out.ts';

/** What is laid out, as data. */
export interface PlainInput extends Omit<MakeInput, 'settled' | 'inspector'> {
  settled: PlainSettled | undefined;
}

/** Renderers that the thread asks for; each answers as the port of its name does, `draw` with all its pages at once. */
export interface RemoteEngine {
  toPdf: (...input: PlainArguments<Engine['office']['toPdf']>) => Promise<Uint8Array>;
  calculate: (...input: PlainArguments<Engine['office']['calculate']>) => ReturnType<Engine['office']['calculate']>;
  compile: (source: string, options: { assets: ReadonlyMap<string, Uint8Array>; creationTime?: number | undefined }) => Promise<Uint8Array>;
  read: (pdf: Uint8Array, options: { structure: boolean }) => ReturnType<Engine['pages']['read']>;
  draw: (pdf: Uint8Array) => Promise<PagePicture[]>;
}

/** Without the signal: the thread ends with it. */
type PlainArguments<Method> = Method extends (first: infer First, options?: infer Options) => unknown
  ? [first: First, options: Omit<NonNullable<Options>, 'signal'>]
  : never;

export type RemoteCall = {
  [Name in keyof RemoteEngine]: { kind: 'call'; id: number; name: Name; input: Parameters<RemoteEngine[Name]> };
}[keyof RemoteEngine];

/** What went wrong with a call, as much of it as decides what is done next. */
export interface RemoteFault {
  refusal: RefusalCode | null;
  infrastructure: boolean;
  message: string;
}

export type ToThread =
  /** `now`: what the service's clock says. */
  | { kind: 'task'; input: PlainInput; options: LayOutOptions; now: Date }
  | { kind: 'answer'; id: number; value: unknown }
  /** The events that came last have been taken. */
  | { kind: 'taken' }
  | { kind: 'fault'; id: number; fault: RemoteFault };

export type FromThread =
  | RemoteCall
  | { kind: 'emit'; patch: DocumentPatch; events: EmittedEvent[] }
  | { kind: 'renderPages'; pdf: Uint8Array }
  | { kind: 'drop' };

/** The end of a task; `call`: what was thrown is what this call threw. */
export type LayOutReply<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; call: number }
  | { kind: 'failed'; call: null; refusal: RefusalCode | null; message: string };
