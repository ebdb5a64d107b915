/** UTF-7 (RFC 2152), which decoders of today no longer know. */

export const isUtf7 = (charset: string | undefined): boolean => /^(?:unicode-1-1-)?utf-?7$/i.test(charset ?? '');

/** @param bytes ASCII; what follows a `+` is UTF-16 in base64 */
export function decodeUtf7(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/\+([A-Za-z0-9+/]*)-?/g, (_, coded: string) => {
      if (coded === '') return '+';
      const wide = Buffer.from(coded, 'base64');
      return wide
        .subarray(0, wide.length & ~1)
        .swap16()
        .toString('utf16le');
    });
}
