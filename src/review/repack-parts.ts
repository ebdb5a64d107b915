/** An Office file whose archive is written in a way that our readers take and office programs do not. */
import { Refusal } from '../base/refusal.ts';
import { readZip } from '../ooxml/read-zip.ts';
import { writeZip } from '../ooxml/write-zip.ts';

/**
 * The same parts in an archive as usual: names as packages have them (ISO/IEC 29500-2 §6.2.2), each once and told in one place.
 * @returns null where the archive cannot be read
 */
export function repackParts(bytes: Uint8Array): Uint8Array | null {
  try {
    return writeZip([...readZip(bytes).parts].map(([name, part]) => ({ name, data: part.read() })));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
