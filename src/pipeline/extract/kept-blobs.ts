/**
 * What lies among the blobs of an extraction that waits, under `extractions/<id>/`: `file`, the bytes to be read with a
 * line of JSON in front, until they have been read; `result`, what came of it, until it is fetched.
 */
import { Refusal, type FieldError, type RefusalCode } from '../../base/refusal.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Extracted, NamedFile } from '../extract.ts';

export type KeptResult = { ok: true; extracted: Extracted } | { ok: false; code: RefusalCode; message: string; errors: FieldError[] };

const fileKey = (id: string): string => `extractions/${id}/file`;
const resultKey = (id: string): string => `extractions/${id}/result`;

const NEWLINE = 0x0a;

export async function keepFile(blobs: Blobs, id: string, { bytes, ...rest }: NamedFile): Promise<void> {
  await blobs.put(fileKey(id), Buffer.concat([Buffer.from(`${JSON.stringify(rest)}\n`), bytes]), 'application/octet-stream');
}

/** null where none was kept: its process ended before it had the file. */
export async function readKeptFile(blobs: Blobs, id: string): Promise<NamedFile | null> {
  const kept = await blobs.get(fileKey(id));
  if (kept === null) return null;
  const end = kept.indexOf(NEWLINE);
  const { filename, addresses } = JSON.parse(Buffer.from(kept.subarray(0, end)).toString()) as { filename?: string; addresses?: boolean };
  return { bytes: kept.subarray(end + 1), filename, ...(addresses ? { addresses } : {}) };
}

/** The result takes the place of the file. */
export async function keepResult(blobs: Blobs, id: string, result: KeptResult): Promise<void> {
  await blobs.put(resultKey(id), Buffer.from(JSON.stringify(result)), 'application/json');
  await blobs.deleteAll(fileKey(id));
}

export async function readKeptResult(blobs: Blobs, id: string): Promise<KeptResult | null> {
  const kept = await blobs.get(resultKey(id));
  return kept === null ? null : (JSON.parse(Buffer.from(kept).toString()) as KeptResult);
}

export const forgetBlobs = (blobs: Pick<Blobs, 'deleteAll'>, id: string): Promise<void> => blobs.deleteAll(`extractions/${id}/`);

/** @throws Refusal what the extraction ended with */
export function openResult(result: KeptResult | null): Extracted {
  if (result === null) throw new Refusal('processing_failed', 'The result of the extraction is gone; send the file again.');
  if (!result.ok) throw new Refusal(result.code, result.message, { errors: result.errors });
  return result.extracted;
}
