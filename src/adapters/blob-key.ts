/** Keys of blobs are made by us; these hold even if one were not: no way leads out of a folder, of a disk or of a bucket. */

/** @throws Error */
export function checkKey(key: string): void {
  const fit = key.length <= 500 && key.split('/').every((segment) => /^[\w-][\w.-]*$/.test(segment));
  if (!fit) throw new Error(`not a blob key: ${JSON.stringify(key.slice(0, 100))}`);
}

/** The beginning of keys, or a folder with its slash. @throws Error */
export const checkPrefix = (prefix: string): void => checkKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
