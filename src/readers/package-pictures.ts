/** Pictures of an Office file, as their parts hold them. */
import { readZip } from '../ooxml/read-zip.ts';

export interface PackagePicture {
  /** Of its part, without folders. */
  name: string;
  bytes: Uint8Array;
}

/**
 * @param parts names of parts, as a reader gives them
 * @returns one for each that is in the package, while all are within the bound of bytes
 * @throws Refusal `file_rejected` for a damaged package
 */
export function readPackagePictures(bytes: Uint8Array, parts: readonly string[], bytesMax: number): Map<string, PackagePicture> {
  const archive = readZip(bytes);
  const found = new Map<string, PackagePicture>();
  let left = bytesMax;
  for (const name of parts) {
    const part = archive.parts.get(name.replace(/^\//, ''));
    if (part === undefined || part.rawBytes > left) continue;
    left -= part.rawBytes;
    found.set(name, { name: name.slice(name.lastIndexOf('/') + 1), bytes: part.read() });
  }
  return found;
}
