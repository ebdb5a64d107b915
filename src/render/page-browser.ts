/**
 * Pages in Chromium, in the sandbox of every renderer: no network, bounded in memory, scratch space and time. A process starts with
 * the first page and ends when none has come for a while, or when a page has cost it too much.
 */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { Refusal } from '../base/refusal.ts';
import type { PageBrowser, PageVisit, ScreenPicture } from '../ports/page-browser.ts';
import type { RenderLog } from './log.ts';
import { prepareSandbox, type SandboxedProgram } from './sandbox.ts';
import { ChildTrouble, startSandboxedChild, type SandboxedChild } from './sandboxed-child.ts';
import { textField } from './sandboxed/messages.ts';

const MB = 2 ** 20;
/** The program itself: Debian's /usr/bin/chromium is a shell script. */
const PLACES = ['/usr/lib/chromium/chromium', '/usr/lib/chromium-browser/chromium-browser', '/opt/google/chrome/chrome'];
const TIMEOUT_MS = 45_000;
const IDLE_MS = 30_000;
const ANSWER_BYTES_MAX = 64 * MB;
/** After so many pages a browser is not used again. */
const VISITS_MAX = 50;

const PROGRAM: SandboxedProgram = {
  worker: 'page-browser-worker',
  packages: ['playwright-core', 'axe-core'],
  seccomp: 'browser',
  readPaths: ['/opt/google/chrome', '/etc/fonts'],
  env: { FONTCONFIG_PATH: '/etc/fonts' },
  // each of Chromium's processes for itself
  memoryBytesMax: 1_536 * MB,
  scratchBytesMax: 512 * MB,
};

const reportSchema = z.object({
  pictures: z.array(
    z.object({
      widthPx: z.union([z.literal(360), z.literal(1_280)]),
      scheme: z.enum(['light', 'dark']),
      width: z.number(),
      height: z.number(),
    }),
  ),
  trouble: z.array(z.object({ kind: z.enum(['console', 'exception', 'request', 'dead_end', 'cut_off']), message: z.string() })),
  axe: z.array(
    z.object({ rule: z.string(), impact: z.enum(['minor', 'moderate', 'serious', 'critical']), help: z.string(), at: z.string() }),
  ),
  tried: z.array(z.string()),
  words: z.number(),
});
const sizesSchema = z.object({ sizes: z.array(z.number().int().min(0)).min(1) });

/** What the worker says is not believed before it is read by a schema: a page may have taken it over. */
function readVisit(head: unknown, body: Uint8Array): PageVisit {
  const { sizes } = sizesSchema.parse(head);
  const [jsonBytes = 0, ...pngSizes] = sizes;
  const report = reportSchema.parse(JSON.parse(Buffer.from(body.subarray(0, jsonBytes)).toString('utf8')));
  let at = jsonBytes;
  const pictures = report.pictures.map((picture, i): ScreenPicture => {
    const png = body.slice(at, (at += pngSizes[i] ?? 0));
    return { ...picture, png };
  });
  return { ...report, pictures };
}

export interface PageBrowserOptions {
  /** A folder of ours, as for the office renderer. */
  workDir: string;
  sandboxed?: boolean;
  timeoutMs?: number;
  log?: RenderLog;
  /** Where Chromium is; found by itself where absent, null for none. */
  chromium?: string | null;
}

interface BrowserProcess {
  /** @throws ChildTrouble, or the signal's reason; the process has ended, or is about to, in either case */
  ask(page: Uint8Array, head: object, signal: AbortSignal | undefined): Promise<PageVisit>;
  close(): Promise<void>;
}

function createBrowserProcess({ workDir, sandboxed = true, timeoutMs = TIMEOUT_MS }: PageBrowserOptions): BrowserProcess {
  let child: SandboxedChild | undefined;
  let visits = 0;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  const open = async (): Promise<SandboxedChild> => {
    clearTimeout(idle);
    if (child !== undefined) return child;
    const kit = await prepareSandbox(workDir, sandboxed);
    if (closed) throw new Error('the browser is closed');
    const started = startSandboxedChild(PROGRAM, kit, ANSWER_BYTES_MAX);
    visits = 0;
    child = started;
    void started.ended.then(() => {
      if (child === started) child = undefined;
    });
    return started;
  };
  const end = (used: SandboxedChild): void => {
    if (child === used) child = undefined;
    used.kill();
  };
  const rest = (used: SandboxedChild): void => {
    visits += 1;
    if (closed || visits >= VISITS_MAX) return end(used);
    idle = setTimeout(() => end(used), IDLE_MS);
    idle.unref();
  };
  return {
    async ask(page, head, signal) {
      signal?.throwIfAborted();
      const used = await open();
      try {
        const answer = await used.ask(head, page, { timeoutMs, signal });
        await used.idle(timeoutMs);
        const error = textField(answer.head, 'error');
        if (error !== '') throw new ChildTrouble('nonsense', error);
        const visit = readVisit(answer.head, answer.body);
        rest(used);
        return visit;
      } catch (error) {
        end(used);
        throw error;
      }
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      const last = child;
      last?.kill();
      await last?.ended;
    },
  };
}

/** Looks for Chromium once; starts nothing until the first page comes. One page is opened at a time. */
export function createPageBrowser(options: PageBrowserOptions): PageBrowser {
  const chromium = options.chromium === undefined ? PLACES.find((path) => existsSync(path)) : (options.chromium ?? undefined);
  const worker = createBrowserProcess(options);
  let turn: Promise<unknown> = Promise.resolve();
  return {
    isThere: chromium !== undefined,
    visit(page, { pictures, axe = false, uses = false, steps, signal }) {
      const wishes = pictures.map((wish) => ({ parts: 1, ...wish }));
      const work = turn.then(async () => {
        try {
          return await worker.ask(page, { chromium, pictures: wishes, axe, uses, steps: steps ?? null }, signal);
        } catch (error) {
          if (!(error instanceof ChildTrouble) || error.isInfrastructure) throw error;
          options.log?.('warn', 'a page cost its browser', error);
          throw new Refusal('processing_failed', 'The page could not be shown in a browser.', { cause: error });
        }
      });
      turn = work.catch(() => undefined);
      return work;
    },
    close: () => worker.close(),
  };
}
