/**
 * Text recognition by Tesseract, a process in the sandbox for each picture: it is native code on pixels from outside. It
 * gets raw shades of gray, so that none of its picture decoders is reached.
 */
import { existsSync, globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import type { GrayPicture } from '../ports/page-renderer.ts';
import type { TextRecognizer } from '../ports/text-recognizer.ts';
import type { RenderLog } from './log.ts';
import { findRules } from './ocr/find-rules.ts';
import { hasShades } from './ocr/has-shades.ts';
import { readHocr } from './ocr/read-hocr.ts';
import { shearOf, slopeOf, straighten } from './ocr/straighten.ts';
import { boldLines } from './ocr/stroke-weight.ts';
import { prepareSandbox } from './sandbox.ts';
import type { SandboxedProgram } from './sandbox.ts';
import { runSandboxedCommand } from './sandboxed-command.ts';
import { ChildTrouble } from './sandboxed-child.ts';

const MB = 2 ** 20;
const TESSERACT = '/usr/bin/tesseract';
const LANGUAGES = ['eng', 'spa'];
const TIMEOUT_MS = 30_000;
const CPU_SECONDS_MAX = 45;
const MEMORY_BYTES_MAX = 768 * MB;
const SCRATCH_BYTES_MAX = 16 * MB;
const HOCR_BYTES_MAX = 32 * MB;
const DPI = 300;

export interface TextRecognizerOptions {
  /** A folder of ours, as for the office renderer. */
  workDir: string;
  /** Pictures read side by side; 2 by default. */
  workers?: number;
  sandboxed?: boolean;
  timeoutMs?: number;
  log?: RenderLog;
}

/** Folder of Tesseract's languages, and which of ours are there. */
function findLanguages(): { folder: string; languages: string[] } {
  if (!existsSync(TESSERACT)) return { folder: '', languages: [] };
  const found = globSync(
    LANGUAGES.map((name) => `/usr/share/{tesseract-ocr/*/tessdata,tessdata,tesseract/tessdata}/${name}.traineddata`),
  ).toSorted();
  const folder = found[0] === undefined ? '' : dirname(found[0]);
  return {
    folder,
    languages: LANGUAGES.filter((name) => found.some((path) => dirname(path) === folder && basename(path) === `${name}.traineddata`)),
  };
}

/** By the surroundings of each place (Sauvola): one threshold for the whole page, which is better on plain ones, loses what stands on a shade. */
const LOCAL_THRESHOLDS = ['-c', 'thresholding_method=2'];

const programFor = (folder: string, languages: readonly string[], settings: readonly string[]): SandboxedProgram => ({
  worker: 'tesseract',
  command: [TESSERACT, 'stdin', 'stdout', '-l', languages.join('+'), '--tessdata-dir', folder, ...settings, 'hocr'],
  packages: [],
  readPaths: [TESSERACT, folder],
  // Threads of Tesseract get into each other's way: without the limit a page takes five times as long.
  env: { OMP_THREAD_LIMIT: '1' },
  memoryBytesMax: MEMORY_BYTES_MAX,
  scratchBytesMax: SCRATCH_BYTES_MAX,
  cpuSecondsMax: CPU_SECONDS_MAX,
});

/** Looks for Tesseract once. It starts nothing until the first picture comes. */
export function createTextRecognizer(options: TextRecognizerOptions): TextRecognizer {
  const { folder, languages } = findLanguages();
  const closing = new AbortController();
  const waiting: (() => void)[] = [];
  let turns = options.workers ?? 2;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (turns > 0) turns--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else turns++;
    }
  };
  const run = async (picture: GrayPicture, dpi: number, signal: AbortSignal | undefined): Promise<string> => {
    const { pixels, width, height } = picture;
    const settings = ['--dpi', String(Math.round(dpi)), ...(hasShades(picture) ? LOCAL_THRESHOLDS : [])];
    const kit = await prepareSandbox(options.workDir, options.sandboxed ?? true);
    const both = AbortSignal.any(signal ? [signal, closing.signal] : [closing.signal]);
    const input = [Buffer.from(`P5\n${width} ${height}\n255\n`), pixels];
    try {
      const hocr = await runSandboxedCommand(programFor(folder, languages, settings), kit, input, {
        timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
        outputBytesMax: HOCR_BYTES_MAX,
        signal: both,
      });
      return hocr.toString('utf8');
    } catch (error) {
      if (!(error instanceof ChildTrouble) || error.isInfrastructure) throw error;
      options.log?.('warn', 'a picture cost its text recognition', error);
      throw new Refusal(
        'processing_failed',
        error.kind === 'timeout'
          ? 'Recognizing the text of the picture takes too long.'
          : 'The text of the picture could not be recognized.',
        { cause: error },
      );
    }
  };
  return {
    languages: () => languages,
    async recognize(picture, { dpi = DPI, signal } = {}) {
      if (languages.length === 0)
        throw new Error('Tesseract is not installed: apt-get install tesseract-ocr tesseract-ocr-eng tesseract-ocr-spa');
      const read = readHocr(await inTurn(() => run(picture, dpi, signal)));
      const bold = boldLines(picture, read.lines);
      const shear = shearOf(picture, slopeOf(read));
      const straight = straighten({ ...read, lines: read.lines.map((line) => ({ ...line, bold: bold.has(line) })) }, shear);
      return { ...straight, rules: findRules(picture, dpi, shear) };
    },
    close: () => {
      closing.abort(new Error('the text recognizer is closed'));
      return Promise.resolve();
    },
  };
}
