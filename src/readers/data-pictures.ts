/** Pictures that a web page holds itself (RFC 2397). */
import type { PackagePicture } from './package-pictures.ts';

const HEAD = /^data:image\/([a-z0-9.+-]{1,30})((?:;[^;,]{0,100}){0,5}),/i;

/**
 * @param sources addresses of pictures as a page names them
 * @returns one for each that is in its address, while all are within the bound of bytes
 */
export function readDataPictures(sources: readonly string[], bytesMax: number): Map<string, PackagePicture> {
  const found = new Map<string, PackagePicture>();
  let left = bytesMax;
  for (const [index, source] of sources.entries()) {
    const [head, kind = '', parameters = ''] = HEAD.exec(source.slice(0, 600)) ?? [];
    if (head === undefined || source.length - head.length > left * 1.4) continue;
    const rest = source.slice(head.length);
    const bytes = /;base64$/i.test(parameters) ? Buffer.from(rest, 'base64') : Buffer.from(unescapeBytes(rest), 'latin1');
    if (bytes.length === 0 || bytes.length > left) continue;
    left -= bytes.length;
    found.set(source, {
      name: `picture-${index + 1}.${kind
        .toLowerCase()
        .replace(/^jpeg$/, 'jpg')
        .replace(/\W.*$/, '')}`,
      bytes,
    });
  }
  return found;
}

const unescapeBytes = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
