/** The renderers: office workers, typesetter, page threads, picture decoder, text recognition. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createSystemClock } from '../adapters/system-clock.ts';
import type { OpenEngine } from '../cli/make-files.ts';
import type { Engine } from '../pipeline/make.ts';
import type { Clock } from '../ports/clock.ts';
import type { OfficeRenderer } from '../ports/office-renderer.ts';
import type { PageBrowser } from '../ports/page-browser.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import type { PictureDecoder } from '../ports/picture-decoder.ts';
import type { Typesetter } from '../ports/typesetter.ts';
import type { PageRecognizer, TextRecognizer } from '../ports/text-recognizer.ts';
import type { RenderLog } from '../render/log.ts';
import { createOfficeRenderer } from '../render/office-renderer.ts';
import { createPageBrowser } from '../render/page-browser.ts';
import { createPageRecognizer } from '../render/page-recognizer.ts';
import { createPageRenderer } from '../render/page-renderer.ts';
import { createPictureDecoder } from '../render/picture-decoder.ts';
import { createTextRecognizer } from '../render/text-recognizer.ts';
import { createTypesetter } from '../render/typesetter.ts';

export interface Drawing extends Engine {
  pictures: PictureDecoder;
  recognizer: TextRecognizer;
  recognition: PageRecognizer;
  browser: PageBrowser;
  close(): Promise<void>;
}

interface Closable {
  close(): Promise<void>;
}

/** Where the typesetter does not start, all that was opened beside it is closed: a process with open workers would never end. */
async function openPages(
  { workDir, log }: { workDir: string; log: RenderLog },
  opened: readonly Closable[],
): Promise<{ pages: PageRenderer; typesetter: Typesetter }> {
  const pages = createPageRenderer({ log });
  try {
    return { pages, typesetter: await createTypesetter({ workDir, log }) };
  } catch (error) {
    await Promise.all([pages, ...opened].map((one) => one.close()));
    throw error;
  }
}

/** Starts everything at once; nothing is waited for but what must be there to be called. */
export async function openDrawing(options: { workDir: string; workers: number; clock: Clock; log: RenderLog }): Promise<Drawing> {
  const { workDir, workers, clock, log } = options;
  const office = createOfficeRenderer({ workDir, workers, spares: 0, log });
  const pictures = createPictureDecoder({ workDir, log });
  const recognizer = createTextRecognizer({ workDir, log });
  const browser = createPageBrowser({ workDir, log });
  const { pages, typesetter } = await openPages({ workDir, log }, [office, pictures, recognizer]);
  return {
    office,
    pages,
    typesetter,
    pictures,
    recognizer,
    browser,
    recognition: createPageRecognizer({ pages, pictures, recognizer }),
    clock,
    close: async () => {
      await Promise.all([office, pages, typesetter, pictures, recognizer, browser].map((one) => one.close()));
    },
  };
}

/** In the place of a renderer where no office file is rendered, so that a PDF does not wait for LibreOffice. */
const noOffice: OfficeRenderer = {
  modernize: () => Promise.reject(new Error('opened without an office renderer')),
  toPdf: () => Promise.reject(new Error('opened without an office renderer')),
  calculate: () => Promise.reject(new Error('opened without an office renderer')),
  ready: () => Promise.resolve(),
  version: () => 'none',
  close: () => Promise.resolve(),
};

/** For one command, in this process. */
export async function openCommandEngine({ office }: { office: boolean }): Promise<OpenEngine> {
  const workDir = join(homedir(), '.cache', 'octavo');
  const log: RenderLog = (level, message) => {
    if (level !== 'info') process.stderr.write(`octavo: ${message}\n`);
  };
  const pictures = createPictureDecoder({ workDir, log });
  const recognizer = createTextRecognizer({ workDir, log });
  const renderer = office ? createOfficeRenderer({ workDir, workers: 1, warmKinds: [], log }) : noOffice;
  const { pages, typesetter } = await openPages({ workDir, log }, [renderer, pictures, recognizer]);
  return {
    office: renderer,
    pages,
    typesetter,
    pictures,
    recognition: createPageRecognizer({ pages, pictures, recognizer }),
    clock: createSystemClock(),
    close: async () => {
      await Promise.all([renderer.close(), pages.close(), typesetter.close(), pictures.close(), recognizer.close()]);
    },
  };
}
