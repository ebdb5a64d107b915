/** Office files → PDF by LibreOffice, in sandboxed workers that are warm before the first file comes. */
import { detectFileKind } from '../base/file-kind.ts';
import { Refusal, SAVE_AGAIN } from '../base/refusal.ts';
import type { DrawOptions, OfficeKind, OfficeRenderer } from '../ports/office-renderer.ts';
import { prepareFonts } from './fonts.ts';
import type { RenderLog } from './log.ts';
import { tellLanguage } from './office/pdf-language.ts';
import { findOffice } from './office/installation.ts';
import type { OfficeInstallation } from './office/installation.ts';
import { createOfficePool } from './office/pool.ts';
import { prepareSandbox } from './sandbox.ts';
import type { SandboxedProgram } from './sandbox.ts';
import { ChildTrouble, startSandboxedChild } from './sandboxed-child.ts';
import type { Answer, AskOptions, SandboxedChild } from './sandboxed-child.ts';
import { numberField, textField } from './sandboxed/messages.ts';
import { makeWarmUpDocx, makeWarmUpPptx, makeWarmUpXlsx } from './warm-up-files.ts';

const MB = 2 ** 20;
const TIMEOUT_MS = 120_000;
const COLD_TIMEOUT_MS = 30_000;
const PDF_BYTES_MAX = 512 * MB;
const MEMORY_BYTES_MAX = 2048 * MB;
/** LibreOffice reserves 3 MB for every formula, and touches a hundredth of it. */
const RESERVED_BYTES_MAX = 8192 * MB;
/** Input, PDF, LibreOffice's own temporary files. */
const SCRATCH_BYTES_MAX = 768 * MB;
const CONVERSIONS_MAX = 500;
const RESIDENT_KB_MAX = 700 * 1024;
const REST_MS = 2000;
const MODERN = { doc: 'docx', ppt: 'pptx', xls: 'xlsx', odt: 'docx', ods: 'xlsx', odp: 'pptx', rtf: 'docx' } as const;
const WARM_UP_FILES = { docx: makeWarmUpDocx, pptx: makeWarmUpPptx, xlsx: makeWarmUpXlsx } as const;

export interface OfficeRendererOptions {
  /** A folder of ours: the workers' code, the font cache. May be shared by processes and survive them. */
  workDir: string;
  /** Files that are converted side by side, each in a process; 2 by default. */
  workers?: number;
  /** Warm processes more, that step in for one that is lost; 1 by default, or none beside a single worker. */
  spares?: number;
  /** What every worker converts once before its first job; ['docx'] by default. Each kind more costs time at the start, and memory. */
  warmKinds?: readonly (keyof typeof WARM_UP_FILES)[];
  /** False opens the files without a sandbox: for a machine that is one itself. */
  sandboxed?: boolean;
  /** Bound of one conversion where the call gives none. */
  timeoutMs?: number;
  /** A worker is replaced after so many conversions. */
  conversionsMax?: number;
  log?: RenderLog;
}

/**
 * Starts at once, in the background; calls before `ready()` wait for the first worker. `ready()` rejects with the repair when no worker can be started.
 * @throws Error with the repair where LibreOffice is not installed
 */
export function createOfficeRenderer(options: OfficeRendererOptions): OfficeRenderer {
  const log: RenderLog = options.log ?? (() => undefined);
  const installation = findOffice();
  const prepared = prepare(options.workDir, options.sandboxed ?? true, installation);
  prepared.catch(() => undefined);
  const start = async (): Promise<SandboxedChild> => {
    const { kit, program } = await prepared;
    return startSandboxedChild(program, kit, PDF_BYTES_MAX);
  };
  const workers = options.workers ?? 2;
  const pool = createOfficePool({
    start,
    log,
    programDir: installation.programDir,
    workers,
    spares: options.spares ?? (workers > 1 ? 1 : 0),
    warmUpFiles: (options.warmKinds ?? ['docx']).map((kind) => ({ kind, bytes: WARM_UP_FILES[kind]() })),
    conversionsMax: options.conversionsMax ?? CONVERSIONS_MAX,
    residentKbMax: RESIDENT_KB_MAX,
    restMs: REST_MS,
  });

  const convert = async (
    { bytes, kind, copy, saveAs }: { bytes: Uint8Array; kind: OfficeKind; copy: boolean; saveAs?: OfficeKind },
    { signal, timeoutMs = options.timeoutMs ?? TIMEOUT_MS, processorMs, owner, ours = false }: DrawOptions,
  ): Promise<{ pdf: Uint8Array; copy: Uint8Array | null }> => {
    signal?.throwIfAborted();
    checkKind(bytes, kind);
    try {
      const { head, body } = await pool.run({
        kind,
        bytes,
        timeoutMs,
        processorMs,
        signal,
        copy,
        owner,
        from: ours ? null : (owner ?? ''),
        ...(saveAs === undefined ? {} : { saveAs }),
      });
      const pdfBytes = copy ? numberField(head, 'pdfBytes') : body.length;
      if (textField(head, 'error') === '') return { pdf: body.subarray(0, pdfBytes), copy: copy ? body.subarray(pdfBytes) : null };
    } catch (error) {
      if (!(error instanceof ChildTrouble) || (error.kind !== 'died' && error.kind !== 'killed')) throw refusalOf(error, kind);
    }
    // Some files kill LibreOfficeKit, or are refused by it as damaged, and pass through a soffice of their own.
    const request = { op: 'cold', kind, saveAs: saveAs ?? 'pdf', programDir: installation.programDir } as const;
    return {
      pdf: await convertCold(await start(), request, bytes, {
        timeoutMs: Math.min(timeoutMs, COLD_TIMEOUT_MS),
        processorMs,
        signal,
      }),
      copy: null,
    };
  };
  return {
    toPdf: async (file, given = {}) => tellLanguage((await convert({ ...file, copy: false }, given)).pdf, given.lang ?? ''),
    calculate: async (bytes, given = {}) => {
      const { pdf, copy } = await convert({ bytes, kind: 'xlsx', copy: true }, given);
      return { pdf: tellLanguage(pdf, given.lang ?? ''), copy };
    },
    modernize: async (file, given = {}) => (await convert({ ...file, copy: false, saveAs: MODERN[file.kind] }, given)).pdf,
    ready: () => pool.ready(),
    version: () => pool.version() ?? installation.version,
    close: () => pool.close(),
  };
}

async function prepare(
  workDir: string,
  sandboxed: boolean,
  installation: OfficeInstallation,
): Promise<{ kit: Awaited<ReturnType<typeof prepareSandbox>>; program: SandboxedProgram }> {
  const [kit, fonts] = await Promise.all([prepareSandbox(workDir, sandboxed), prepareFonts(workDir)]);
  const program: SandboxedProgram = {
    worker: 'office-worker',
    packages: ['koffi'],
    emptyPaths: installation.emptyPaths,
    readPaths: [...installation.readPaths, ...fonts.readPaths],
    env: { FONTCONFIG_FILE: fonts.configFile, SAL_USE_VCLPLUGIN: 'svp', SAL_DISABLE_OPENCL: '1', MALLOC_ARENA_MAX: '2' },
    memoryBytesMax: MEMORY_BYTES_MAX,
    reservedBytesMax: RESERVED_BYTES_MAX,
    scratchBytesMax: SCRATCH_BYTES_MAX,
  };
  return { kit, program };
}

/** LibreOffice takes anything for a text and lays it out: what is not the kind that it is called never gets there. */
function checkKind(bytes: Uint8Array, kind: OfficeKind): void {
  const detected = detectFileKind(bytes, undefined);
  if (detected.kind === kind) return;
  throw new Refusal(
    'processing_failed',
    `The file cannot be drawn as ${kind}: ${detected.kind === null ? detected.reason : `it is a ${detected.kind} file.`}`,
  );
}

function pdfOf(answer: Answer, kind: OfficeKind): Uint8Array {
  const error = textField(answer.head, 'error');
  if (error === '') return answer.body;
  throw new Refusal('processing_failed', `The ${kind} file cannot be opened: it is damaged, or protected by a password. ${SAVE_AGAIN}`, {
    fault: 'damaged',
    cause: new Error(error),
  });
}

/** Of a file that passed through two processes. */
const TROUBLES: Record<ChildTrouble['kind'], string> = {
  timeout: 'took too long to open or draw and was given up',
  memory: 'takes more memory than there is for a file',
  died: 'ended the program that opens it, twice',
  nonsense: 'makes the program that opens it answer with something that cannot be read',
  box: 'could not be opened',
  killed: 'could not be opened',
};

function refusalOf(error: unknown, kind: OfficeKind): unknown {
  if (!(error instanceof ChildTrouble) || error.isInfrastructure) return error;
  return new Refusal('processing_failed', `The ${kind} file ${TROUBLES[error.kind]}; simplify it, or divide it, and try again.`, {
    fault: 'too_costly',
    cause: error,
  });
}

async function convertCold(
  child: SandboxedChild,
  request: { op: 'cold'; kind: OfficeKind; saveAs: OfficeKind | 'pdf'; programDir: string },
  bytes: Uint8Array,
  options: AskOptions,
): Promise<Uint8Array> {
  try {
    return pdfOf(await child.ask(request, bytes, options), request.kind);
  } catch (error) {
    throw refusalOf(error, request.kind);
  } finally {
    child.kill();
  }
}
