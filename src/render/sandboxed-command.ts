/** A native program run once in the sandbox: its input on standard input, what it prints is the answer. */
import { explainSandboxTrouble, spawnSandboxed, TREE_MEMORY_SHARE } from './sandbox.ts';
import type { SandboxKit, SandboxedProgram } from './sandbox.ts';
import { ChildTrouble, judgeEnd, MEMORY_WATCH_MS } from './sandboxed-child.ts';
import { treeUse } from './tree-memory.ts';

const COMPLAINT_CHARS_MAX = 4000;
/** bwrap killed while it builds the box leaves its child behind; that takes 10 ms, on a busy machine some hundred. */
const BUILT_MS_MAX = 2000;

export interface CommandOptions {
  timeoutMs: number;
  outputBytesMax: number;
  signal?: AbortSignal | undefined;
}

/**
 * @param input pieces that are written one after another
 * @throws ChildTrouble, or the signal's reason; the process has ended, or is about to, in either case
 */
export async function runSandboxedCommand(
  program: SandboxedProgram,
  kit: SandboxKit,
  input: readonly Uint8Array[],
  options: CommandOptions,
): Promise<Buffer> {
  const { timeoutMs, outputBytesMax, signal } = options;
  signal?.throwIfAborted();
  const child = spawnSandboxed(program, kit);
  const startedMs = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pieces: Buffer[] = [];
  let bytes = 0;
  let complaint = '';

  const end = (error: unknown): void => {
    reject(error);
    for (const stream of child.stdio) stream?.destroy();
    setTimeout(() => child.kill('SIGKILL'), Math.max(0, bytes > 0 ? 0 : BUILT_MS_MAX - (performance.now() - startedMs)));
  };
  const timer = setTimeout(() => end(new ChildTrouble('timeout', `no answer within ${timeoutMs} ms`)), timeoutMs);
  const abort = (): void => end(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < COMPLAINT_CHARS_MAX) complaint += text;
  });
  child.stdout?.on('data', (piece: Buffer) => {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > outputBytesMax) end(new ChildTrouble('nonsense', 'the program says too much'));
  });
  let memoryShare = 0;
  const watch = setInterval(async () => {
    memoryShare = (await treeUse(child.pid ?? 0)).memoryBytes / (program.memoryBytesMax * TREE_MEMORY_SHARE);
    if (memoryShare > 1) end(new ChildTrouble('memory', 'it took more memory than a file may'));
  }, MEMORY_WATCH_MS);
  child.once('error', (error) => {
    clearInterval(watch);
    reject(new ChildTrouble('box', explainSandboxTrouble(String(error))));
  });
  child.once('close', (code, sign) => {
    clearInterval(watch);
    if (code === 0) resolve(Buffer.concat(pieces));
    // it is started for one file, so that what it says by an exit code is about that file
    else
      reject(new ChildTrouble(judgeEnd({ code, signal: sign, complaint, hasSpoken: true, memoryShare }), explainSandboxTrouble(complaint)));
  });
  // The pipe breaks when the process dies; its end is reported by `close`.
  child.stdin?.on('error', () => undefined);
  for (const piece of input) child.stdin?.write(piece);
  child.stdin?.end();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
