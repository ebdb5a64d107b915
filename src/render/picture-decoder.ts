/**
 * Pictures from outside → pictures of ours, by sharp in a sandboxed process: image libraries are where hostile files
 * are aimed at. Processes start with the first picture and end when none has come for a while.
 */
import { readPictureHeader } from '../base/picture-header.ts';
import { Refusal } from '../base/refusal.ts';
import type { PictureDecoder } from '../ports/picture-decoder.ts';
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

/** A decoder with its pool of sandboxed workers, which start when the first picture comes. */
export function createPictureDecoder(options: PictureDecoderOptions): PictureDecoder {
  const workers = new PictureWorkers(options);
  const ask = async (bytes: Uint8Array, headOf: (kind: string) => object, signal: AbortSignal | undefined): Promise<Answer> => {
    signal?.throwIfAborted();
    const header = readPictureHeader(bytes);
    if (header === null) throw unreadable('The file is not a readable picture; send it as PNG or JPEG.');
    if (header.width * header.height > PIXELS_MAX) {
      throw unreadable(`The picture is ${header.width} × ${header.height} pixels; at most 100 megapixels are taken: make it smaller.`);
    }
    try {
      const answer = await workers.ask(headOf(header.kind), bytes, signal);
      const error = textField(answer.head, 'error');
      if (error !== '') throw unreadable('The picture is damaged; save it again as PNG or JPEG.', new Error(error));
      return answer;
    } catch (error) {
      if (!(error instanceof ChildTrouble) || error.isInfrastructure) throw error;
      options.log?.('warn', 'a picture cost its worker', error);
      throw unreadable('The picture could not be decoded; save it again as PNG or JPEG.', error);
    }
  };
  return {
    async decode(bytes, { signal } = {}) {
      let isJpeg = false;
      const { head, body } = await ask(
        bytes,
        (kind) => {
          isJpeg = kind === 'jpg';
          return { op: 'decode', jpeg: isJpeg ? 1 : 0 };
        },
        signal,
      );
      return {
        contentType: isJpeg ? 'image/jpeg' : 'image/png',
        width: numberField(head, 'width'),
        height: numberField(head, 'height'),
        data: body,
        ...(numberField(head, 'light') === 1
          ? { needsLight: true as const }
          : numberField(head, 'light') === 2
            ? { needsDark: true as const }
            : {}),
      };
    },
    async shrink(bytes, { signal } = {}) {
      const { head, body } = await ask(bytes, () => ({ op: 'shrink' }), signal);
      return { contentType: 'image/jpeg', width: numberField(head, 'width'), height: numberField(head, 'height'), data: body };
    },
    async decodeGray(bytes, { turns = 0, signal } = {}) {
      const { head, body } = await ask(bytes, () => ({ op: 'gray', turns }), signal);
      const [width, height] = [numberField(head, 'width'), numberField(head, 'height')];
      if (body.length !== width * height) throw unreadable('The picture could not be decoded; save it again as PNG or JPEG.');
      return { pixels: body, width, height };
    },
    async sample(bytes, { signal } = {}) {
      const { head, body } = await ask(bytes, () => ({ op: 'sample' }), signal);
      const [width, height] = [numberField(head, 'width'), numberField(head, 'height')];
      if (body.length !== width * height * 3) throw unreadable('The picture could not be decoded; save it again as PNG or JPEG.');
      return { pixels: body, width, height };
    },
    close: () => workers.close(),
  };
}

class PictureWorkers {
  readonly #options: PictureDecoderOptions;
  readonly #children = new Set<SandboxedChild>();
  readonly #free: { child: SandboxedChild; idle: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  #turns: number;
  #closed = false;

  constructor(options: PictureDecoderOptions) {
    this.#options = options;
    this.#turns = options.workers ?? 2;
  }

  /** @throws ChildTrouble, or the signal's reason */
  async ask(head: object, bytes: Uint8Array, signal: AbortSignal | undefined): Promise<Answer> {
    await this.#takeTurn();
    try {
      signal?.throwIfAborted();
      const child = await this.#takeChild();
      const answer = await child.ask(head, bytes, { timeoutMs: this.#options.timeoutMs ?? TIMEOUT_MS, signal });
      if ((await child.idle(TIMEOUT_MS)) > RESIDENT_KB_MAX || this.#closed) child.kill();
      else this.#giveChild(child);
      return answer;
    } catch (error) {
      throw this.#closed ? new Error('the picture decoder is closed', { cause: error }) : error;
    } finally {
      this.#giveTurn();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const child of this.#children) child.kill();
    await Promise.all([...this.#children].map(({ ended }) => ended));
  }

  async #takeTurn(): Promise<void> {
    if (this.#turns > 0) this.#turns--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #giveTurn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#turns++;
    else next();
  }

  async #takeChild(): Promise<SandboxedChild> {
    const known = this.#free.pop();
    if (known !== undefined) {
      clearTimeout(known.idle);
      return known.child;
    }
    const kit = await prepareSandbox(this.#options.workDir, this.#options.sandboxed ?? true);
    if (this.#closed) throw new Error('closed');
    const child = startSandboxedChild(PROGRAM, kit, PICTURE_BYTES_MAX);
    this.#children.add(child);
    void child.ended.then(() => {
      this.#children.delete(child);
      this.#takeBack(child);
    });
    return child;
  }

  /** Nobody will get it from now on. */
  #takeBack(child: SandboxedChild): void {
    const at = this.#free.findIndex((entry) => entry.child === child);
    if (at >= 0) clearTimeout(this.#free.splice(at, 1)[0]?.idle);
  }

  #giveChild(child: SandboxedChild): void {
    const idle = setTimeout(() => {
      this.#takeBack(child);
      child.kill();
    }, IDLE_MS);
    idle.unref();
    this.#free.push({ child, idle });
  }
}

const unreadable = (message: string, cause?: unknown): Refusal => new Refusal('source_unreadable', message, { cause });
