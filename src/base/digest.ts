/** Hashes of whole files. */
import { createHash } from 'node:crypto';

/** Some milliseconds where the processor has no instructions for it. To have a thread compute it costs more: the bytes are copied first. */
const PIECE_BYTES = 1024 * 1024;

/** SHA-256 (FIPS 180-4) in lower-case hexadecimal; others have their turns between two pieces of a long file. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await new Promise(setImmediate);
    hash.update(bytes.subarray(at, at + PIECE_BYTES));
  }
  return hash.digest('hex');
}
