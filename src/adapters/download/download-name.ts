/** How a downloaded file is called: what the answer says (RFC 6266), else the end of its address. */
import { cleanFilename } from '../../base/file-name.ts';

const NAMELESS = 'download';

export function nameOfDownload(contentDisposition: string | undefined, url: URL): string {
  return (
    cleanFilename(nameOfDisposition(contentDisposition ?? '')) ??
    cleanFilename(decodeSafely(url.pathname.split('/').at(-1) ?? '')) ??
    NAMELESS
  );
}

function nameOfDisposition(header: string): string {
  const extended = /(?:^|;)\s*filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^;]+)/i.exec(header);
  if (extended !== null) {
    const [, charset = '', value = ''] = extended;
    return charset.toLowerCase() === 'utf-8'
      ? decodeSafely(value.trim())
      : Buffer.from(
          value.trim().replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString('latin1');
  }
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
  const value = plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2] ?? '';
  // Header bytes arrive as latin1; many servers write UTF-8 into them.
  const utf8 = Buffer.from(value, 'latin1').toString('utf8');
  return utf8.includes('\ufffd') ? value : utf8;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
