/** Texts whose beginning says what they are, whatever their name: documents in one XML file, messages, books. */
import type { FileKind } from './file-kind.ts';

type Found = Extract<FileKind, 'doc' | 'xls' | 'odt' | 'ods' | 'odp' | 'eml' | 'xml'> | { reason: string };

const MACROS = { reason: 'The file holds macros; save it without macros and send that.' };

/** The root element of a document behind what may stand before it. */
const ROOT = /^(?:ï»¿)?(?:\s|<\?[\w-]{1,60}\s[^>]{0,300}>|<!--(?:[^-]|-(?!->)){0,2000}-->)*<((?:\w{1,40}:)?\w{1,40})(?=[\s>])([^>]*)/;

/** Forms of Office 2003 ([MS-OI29500] names them beside the later ones) and of OpenDocument in one file (ODF 1.3 part 3, §3.1.2). */
function kindOfXml(beginning: string, holds: (mark: string) => boolean): Found | null {
  const [, root = '', attributes = ''] = ROOT.exec(beginning) ?? [];
  const name = root.slice(root.indexOf(':') + 1);
  if (name === 'wordDocument' && /\/office\/word\/2003\/wordml["']/.test(attributes))
    return /\bmacrosPresent\s*=\s*["']yes/.test(attributes) ? MACROS : 'doc';
  if (name === 'Workbook' && attributes.includes('urn:schemas-microsoft-com:office:spreadsheet')) return 'xls';
  if (name === 'FictionBook') return 'xml';
  const open = /\boffice:mimetype\s*=\s*["']application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)(?:-template)?["']/.exec(
    attributes,
  );
  if (root !== 'office:document' || open === null) return null;
  if (holds('<ooo:module ') || holds('<script:module ')) return MACROS;
  return open[1] === 'text' ? 'odt' : open[1] === 'spreadsheet' ? 'ods' : 'odp';
}

/** Lines of fields, as at the head of a message (RFC 5322 §2.2), that are read for what it is. */
const HEAD_LINES_MAX = 200;

/**
 * A message of several parts or with a page in it (RFC 2045 §4, RFC 2046 §5.1): web archives are ones (`.mht`), and so is what programs
 * save that way and name after Word or Excel.
 */
function isMessage(beginning: string): boolean {
  let [version, page] = [false, false];
  for (const line of beginning.split(/\r?\n/, HEAD_LINES_MAX)) {
    if (line === '') return version && page;
    if (/^[ \t]/.test(line)) continue;
    if (!/^[\w-]{1,80}:/.test(line)) return false;
    version ||= /^MIME-Version:/i.test(line);
    page ||= /^Content-Type:\s*(?:multipart\/|text\/html)/i.test(line);
  }
  return false;
}

/** So much of a text is looked at. */
export const MARK_BYTES = 8_192;

/**
 * @param beginning its first `MARK_BYTES`, each as one character
 * @param holds whether the whole text holds such characters
 * @returns null for a text that nothing but its name tells apart
 */
export function kindOfMarkedText(beginning: string, holds: (mark: string) => boolean): Found | null {
  return kindOfXml(beginning, holds) ?? (isMessage(beginning) ? 'eml' : null);
}
