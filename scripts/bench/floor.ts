/** The floors: what the renderers alone need for the same file, warm, on the same machine and in the same run. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { prepareFonts } from '../../src/render/fonts.ts';
import { createTypesetter } from '../../src/render/typesetter.ts';
import { writeTypstSource } from '../../src/pipeline/typst-source.ts';

const THREADS = 2;

type OfficeKind = 'docx' | 'pptx' | 'xlsx';

export interface Floor {
  /** Word, PowerPoint or Excel → tagged PDF by a bare LibreOfficeKit, then all pages drawn; ms in all, and pages. */
  office(file: Uint8Array, kind: OfficeKind): Promise<{ ms: number; pages: number }>;
  /** Markdown → Typst source (not counted) → PDF by the Typst compiler, then all pages drawn. */
  typst(markdown: string): Promise<{ ms: number; pages: number }>;
  close(): Promise<void>;
}

/** @param count how many LibreOfficeKits are ready; `office` takes them in turn */
export async function startFloor(count = 1): Promise<Floor> {
  const workDir = await mkdtemp(join(tmpdir(), 'octavo-floor-'));
  const fonts = await prepareFonts(workDir);
  const offices = await Promise.all(Array.from({ length: count }, (_, at) => startOffice(join(workDir, `office-${at}`), fonts.configFile)));
  const threads = await Promise.all(Array.from({ length: THREADS }, startThread));
  const typesetter = await createTypesetter({ workDir });
  let turn = 0;
  let drawing: Promise<unknown> = Promise.resolve();

  const drawAll = async (pdf: Uint8Array): Promise<number> => {
    const counts = await Promise.all(
      threads.map(async (thread, from) => {
        const done = once(thread, 'message');
        thread.postMessage({ pdf, from, step: THREADS });
        const [message]: { pages: number }[] = await done;
        return message?.pages ?? 0;
      }),
    );
    return counts[0] ?? 0;
  };
  const draw = (pdf: Uint8Array): Promise<{ ms: number; pages: number }> => {
    const before = drawing;
    const drawn = before.then(async () => {
      const start = performance.now();
      return { pages: await drawAll(pdf), ms: performance.now() - start };
    });
    drawing = drawn;
    return drawn;
  };
  return {
    async office(file, kind) {
      const office = offices[turn++ % offices.length];
      if (office === undefined) throw new Error('no LibreOfficeKit was started');
      const { pdf, ms } = await office.convert(file, kind);
      const drawn = await draw(pdf);
      return { ms: ms + drawn.ms, pages: drawn.pages };
    },
    async typst(markdown) {
      const { source, assets } = await writeTypstSource(markdown);
      const start = performance.now();
      const pdf = await typesetter.compile(source, { assets });
      const ms = performance.now() - start;
      const drawn = await draw(pdf);
      return { ms: ms + drawn.ms, pages: drawn.pages };
    },
    async close() {
      await typesetter.close();
      for (const { child } of offices) child.kill('SIGKILL');
      await Promise.all(threads.map((thread) => thread.terminate()));
      await rm(workDir, { recursive: true, force: true });
    },
  };
}

async function startThread(): Promise<Worker> {
  const thread = new Worker(new URL('./bare-pages.ts', import.meta.url));
  await once(thread, 'message');
  return thread;
}

interface BareOffice {
  child: ChildProcess;
  convert(file: Uint8Array, kind: OfficeKind): Promise<{ pdf: Uint8Array; ms: number }>;
}

/** A warm LibreOfficeKit in a process of its own. @param folder for its files @param fontConfig path of a fontconfig file */
export async function startOffice(folder: string, fontConfig: string): Promise<BareOffice> {
  await mkdir(folder, { recursive: true });
  const child = fork(new URL('./bare-office.ts', import.meta.url), [join(folder, 'profile')], {
    env: { ...process.env, FONTCONFIG_FILE: fontConfig, HOME: folder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await answerOf(child);
  let last: Promise<unknown> = Promise.resolve();
  let number = 0;
  const convertNow = async (file: Uint8Array, kind: OfficeKind): Promise<{ pdf: Uint8Array; ms: number }> => {
    const [input, output] = [join(folder, `${++number}.${kind}`), join(folder, `${number}.pdf`)];
    await writeFile(input, file);
    const answer = answerOf(child);
    child.send({ input, output });
    const { ms } = await answer;
    const pdf = await readFile(output);
    await Promise.all([rm(input), rm(output)]);
    return { pdf, ms };
  };
  const convert = (file: Uint8Array, kind: OfficeKind): Promise<{ pdf: Uint8Array; ms: number }> => {
    const converted = last.then(() => convertNow(file, kind));
    last = converted;
    return converted;
  };
  return { child, convert };
}

async function answerOf(child: ChildProcess): Promise<{ ms: number }> {
  const over = new AbortController();
  const failed = once(child, 'exit', over).then(([code]) => {
    throw new Error(`the bare LibreOfficeKit ended with ${code}`);
  });
  try {
    const [message]: { ms: number }[] = await Promise.race([once(child, 'message', over), failed]);
    return { ms: message?.ms ?? 0 };
  } finally {
    // Whichever of the two is left must neither listen on nor be heard.
    failed.catch(() => undefined);
    over.abort();
  }
}
