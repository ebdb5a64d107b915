/** Hashes of whole files. */
import { createHash, webcrypto } from 'node:crypto';

/** Above it a hash takes a millisecond and more: Node's threads compute it then, and hold up nobody. */
const AT_ONCE_BYTES_MAX = 512 * 1024;

/** SHA-256 (FIPS 180-4) in lower-case hexadecimal. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= AT_ONCE_BYTES_MAX) return createHash('sha256').update(bytes).digest('hex');
  // the bytes are copied before it returns
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex');
}
