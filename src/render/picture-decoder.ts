/**
 * Pictures from outside → pictures of ours, by sharp in a sandboxed process: image libraries are where hostile files
 * are aimed at. Processes start with the first picture and end when none has come for a while.
 */
import { readPictureHeader } from '../base/picture-header.ts';
import { Refusal } from '../base/refusal.ts';
import type { DecodedPicture, PictureDecoder } from '../ports/picture-decoder.ts';
import type { RenderLog } from './log.ts';
import { prepareSandbox } from './sandbox.ts';
import type { SandboxedProgram } from './sandbox.ts';
import { ChildTrouble, startSandboxedChild } from './sandboxed-child.ts';
import type { Answer, SandboxedChild } from './sandboxed-child.ts';
import { numberField, textField } from './sandboxed/messages.ts';

const MB = 2 ** 20;
const PIXELS_MAX = 100_000_000;
const TIMEOUT_MS = 30_000;
const IDLE_MS = 20_000;
const PICTURE_BYTES_MAX = 128 * MB;
/** After more than that a process is not used again. */
const RESIDENT_KB_MAX = 400 * 1024;
const PROGRAM: SandboxedProgram = {
  worker: 'picture-worker',
  packages: ['sharp'],
  readPaths: [],
  env: { VIPS_BLOCK_UNTRUSTED: '1', MALLOC_ARENA_MAX: '2' },
  // A progressive JPEG of 100 megapixels takes 700 MB to decode.
  memoryBytesMax: 2048 * MB,
  scratchBytesMax: 256 * MB,
};

export interface PictureDecoderOptions {
  /** A folder of ours, as for the office renderer. */
  workDir: string;
  /** Processes at the most; 2 by default. */
  workers?: number;
  sandboxed?: boolean;
  timeoutMs?: number;
  log?: RenderLog;
}

export function createPictureDecoder(options: PictureDecoderOptions): PictureDecoder {
  const children = new Set<SandboxedChild>();
  const free: { child: SandboxedChild; idle: NodeJS.Timeout }[] = [];
  const waiting: (() => void)[] = [];
  let turns = options.workers ?? 2;
  let closed = false;

  const takeTurn = async (): Promise<void> => {
    if (turns > 0) turns--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const giveTurn = (): void => {
    const next = waiting.shift();
    if (next === undefined) turns++;
    else next();
  };
  const takeChild = async (): Promise<SandboxedChild> => {
    const known = free.pop();
    if (known !== undefined) {
      clearTimeout(known.idle);
      return known.child;
    }
    const child = startSandboxedChild(PROGRAM, await prepareSandbox(options.workDir, options.sandboxed ?? true), PICTURE_BYTES_MAX);
    children.add(child);
    void child.ended.then(() => {
      children.delete(child);
      const at = free.findIndex((entry) => entry.child === child);
      if (at >= 0) clearTimeout(free.splice(at, 1)[0]?.idle);
    });
    return child;
  };
  const giveChild = (child: SandboxedChild): void => {
    const idle = setTimeout(() => child.kill(), IDLE_MS);
    idle.unref();
    free.push({ child, idle });
  };

  const ask = async (bytes: Uint8Array, jpeg: boolean, signal: AbortSignal | undefined): Promise<Answer> => {
    await takeTurn();
    try {
      signal?.throwIfAborted();
      if (closed) throw new Error('the picture decoder is closed');
      const child = await takeChild();
      const answer = await child.ask({ op: 'decode', jpeg: jpeg ? 1 : 0 }, bytes, { timeoutMs: options.timeoutMs ?? TIMEOUT_MS, signal });
      if (await child.idle(TIMEOUT_MS) > RESIDENT_KB_MAX || closed) child.kill();
      else giveChild(child);
      return answer;
    } finally {
      giveTurn();
    }
  };

  return {
    async decode(bytes, { signal } = {}) {
      signal?.throwIfAborted();
      const header = readPictureHeader(bytes);
      if (header === null) throw unreadable('The file is not a readable picture; send it as PNG or JPEG.');
      if (header.width * header.height > PIXELS_MAX) {
        throw unreadable(`The picture is ${header.width} × ${header.height} pixels; at most 100 megapixels are taken: make it smaller.`);
      }
      try {
        return pictureOf(await ask(bytes, header.kind === 'jpg', signal), header.kind === 'jpg');
      } catch (error) {
        if (!(error instanceof ChildTrouble) || error.kind === 'box' || closed) throw error;
        options.log?.('warn', 'a picture cost its worker', error);
        throw unreadable('The picture could not be decoded; save it again as PNG or JPEG.', error);
      }
    },
    async close() {
      closed = true;
      for (const child of children) child.kill();
      await Promise.all([...children].map(({ ended }) => ended));
    },
  };
}

const unreadable = (message: string, cause?: unknown): Refusal => new Refusal('source_unreadable', message, { cause });

function pictureOf({ head, body }: Answer, isJpeg: boolean): DecodedPicture {
  const error = textField(head, 'error');
  if (error !== '') throw unreadable('The picture is damaged; save it again as PNG or JPEG.', new Error(error));
  return { contentType: isJpeg ? 'image/jpeg' : 'image/png', width: numberField(head, 'width'), height: numberField(head, 'height'), data: body };
}
