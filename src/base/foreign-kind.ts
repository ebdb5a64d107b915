/**
 * What files are that are not taken, so that a refusal can name them and say how each becomes one that is. Told from their first bytes,
 * from the streams of a compound file, or from the entries of an archive. Signatures are those of PRONOM and of file(1).
 */
import type { CompoundNames } from './compound-peek.ts';

const refusal = (what: string, repair: string): string => `${what} not supported: ${repair}.`;
const savedBy = (program: string, kind: string): string => `open the file in ${program}, save it as ${kind}, and send that`;
const OLD_POWERPOINT = refusal(
  'Presentations of PowerPoint 95 and before are',
  'open the file in PowerPoint 97 to 2003, which still reads it, save it anew, and send that or a PDF of it',
);
const OLD_WORD = refusal(
  'Documents of Word from before Word 6 (Word 1 and 2 for Windows, Word for DOS, Write, old Word for Macintosh) are',
  savedBy('Word or LibreOffice', '.docx'),
);
const WORDPERFECT = refusal('WordPerfect files are', savedBy('WordPerfect, Word or LibreOffice', '.docx'));
const WORKS = refusal('Microsoft Works files are', savedBy('Works or LibreOffice', '.docx or .xlsx'));
const LOTUS = refusal('Lotus 1-2-3 and old Works spreadsheets are', savedBy('LibreOffice', '.xlsx'));
const ONENOTE = refusal('OneNote files are', 'export the pages from OneNote as .docx or PDF and send those');
const ACCESS = refusal('Access databases are', 'export the tables or reports from Access as .xlsx or PDF and send those');
const HANGUL = refusal('Hangul (HWP) documents are', savedBy('Hancom Office', '.docx or PDF'));
const PUBLISHING = refusal('Files of desktop publishing programs (InDesign, QuarkXPress) are', 'export a PDF there and send that');
const PACKED = refusal('Packed files other than zip are', 'unpack them, and send the files, or a zip archive of them');
const GNUMERIC = refusal('Gnumeric spreadsheets are', savedBy('Gnumeric', '.xlsx or .ods'));
const PICTURE = refusal('Pictures of this type are', 'send the picture as PNG or JPEG, or pages of it as PDF');
const METAFILE = refusal('Metafiles (WMF, EMF) are', 'send the picture as PNG, or the document that it is in');
const SOUND = refusal('Sound and video are', 'send a transcript of it');
const BOOK = refusal('Books of this type (MOBI, Kindle, LIT, CHM) are', 'send the book as EPUB or PDF');
const DBASE = refusal('dBASE tables (.dbf) are', savedBy('Excel or LibreOffice', '.xlsx or CSV'));
const PROGRAM = 'The file is a program, not a document: send the document itself.';

/** Bytes in hexadecimal and where they are; the first that matches counts. */
const SIGNATURES: readonly (readonly [at: number, hex: string, reason: string])[] = [
  [0, '0baddeed', OLD_POWERPOINT],
  [0, 'edadde0b', OLD_POWERPOINT],
  [0, 'dba52d00', OLD_WORD],
  [0, '9ba521', OLD_WORD],
  [0, '9ba532', OLD_WORD],
  [0, '31be0000', OLD_WORD],
  [0, '32be0000', OLD_WORD],
  [0, 'fe320000', OLD_WORD],
  [0, 'fe34', OLD_WORD],
  [0, 'fe37', OLD_WORD],
  [0, 'ff575043', WORDPERFECT],
  [0, 'cb0a01', WORDPERFECT],
  [0, '0005e103', refusal('Documents of IBM DisplayWrite (DCA) are', 'send a PDF of it, or its text')],
  [0, '01fe', WORKS],
  [0, 'ff0002000404', WORKS],
  [0, '00000200', LOTUS],
  [0, '00001a00', LOTUS],
  [4, '424f424f', refusal('AppleWorks and ClarisWorks files are', savedBy('LibreOffice', '.docx or .xlsx'))],
  [0, 'e4525c7b8cd8a74d', ONENOTE],
  [0, 'a12fff43d9ef764c', ONENOTE],
  [0, '2142444e', refusal('Data files of Outlook (.pst, .ost) are', 'save the messages from Outlook as .msg or .eml and send those')],
  [0, '789f3e22', refusal('Attachments of the type winmail.dat (TNEF) are', 'send the message that it came with (.msg or .eml)')],
  [4, '5374616e64617264204a6574204442', ACCESS],
  [4, '5374616e646172642041434520444200', ACCESS],
  [0, '53514c69746520666f726d6174203300', refusal('SQLite databases are', 'export the tables as CSV and send those')],
  [0, '50415231', refusal('Parquet files are', 'export the table as CSV and send that')],
  [0, '48575020446f63756d656e742046696c65', HANGUL],
  [0, '0606edf5d81d46e5', PUBLISHING],
  [2, '4d4d585052', PUBLISHING],
  [2, '4949585052', PUBLISHING],
  [0, '41542654464f524d', refusal('DjVu files are', 'send a PDF of it')],
  [0, '62706c697374', refusal('Binary property lists (Safari web archives are ones) are', 'save the page as HTML or PDF and send that')],
  [60, '424f4f4b4d4f4249', BOOK],
  [0, '49545346', BOOK],
  [0, '49544f4c49544c53', BOOK],
  [40, '20454d46', METAFILE],
  [0, 'd7cdc69a', METAFILE],
  [0, '49492a00', PICTURE],
  [0, '4d4d002a', PICTURE],
  [0, '38425053', PICTURE],
  [0, '0000000c6a502020', PICTURE],
  [0, '00000100', PICTURE],
  [4, '6674797068656963', PICTURE],
  [4, '6674797068656978', PICTURE],
  [4, '667479706d696631', PICTURE],
  [4, '6674797061766966', PICTURE],
  [4, '66747970', SOUND],
  [0, '494433', SOUND],
  [0, '4f676753', SOUND],
  [0, '664c6143', SOUND],
  [0, '1a45dfa3', SOUND],
  [0, '52494646', SOUND],
  [0, '1f8b', PACKED],
  [0, '377abcaf271c', PACKED],
  [0, '52617221', PACKED],
  [0, '425a68', PACKED],
  [0, 'fd377a585a00', PACKED],
  [0, '28b52ffd', PACKED],
  [0, '4d534346', PACKED],
  [0, '53495421', PACKED],
  [257, '7573746172', PACKED],
  [0, '4d5a', PROGRAM],
  [0, '7f454c46', PROGRAM],
];

/** Header sizes of bitmaps: `BM` alone begins many a file. */
const BITMAP_HEADERS: readonly number[] = [12, 40, 52, 56, 64, 108, 124];

/** The reason why a file with such first bytes is not taken; null for one that is not known. @param extension of its name, in small letters */
export function nameForeignBytes(bytes: Uint8Array, extension = ''): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512));
  const found = SIGNATURES.find(([at, hex]) => head.toString('hex', at, at + hex.length / 2) === hex);
  if (found !== undefined) return found[2] === PACKED && extension === 'gnumeric' ? GNUMERIC : found[2];
  const isBitmap = head.length > 18 && head.toString('latin1', 0, 2) === 'BM' && BITMAP_HEADERS.includes(head.readUInt32LE(14));
  if (isBitmap) return PICTURE;
  return extension === 'dbf' ? DBASE : null;
}

const EBCDIC = refusal(
  'Texts in EBCDIC, as mainframes keep them, are',
  'export it there as a text in UTF-8 or a table in CSV, and send that',
);
const EBCDIC_BYTES = 4_096;
/** The least of a text by which its encoding can be told. */
const EBCDIC_BYTES_MIN = 40;
const EBCDIC_SPACE = 0x40;
/** Letters, digits, and the signs that are in any text, the same in all code pages of EBCDIC. */
const isEbcdicSign = (byte: number): boolean =>
  (byte >= 0x81 && byte <= 0xf9 && (byte & 0x0f) >= (byte >= 0xf0 ? 0 : 1) && (byte & 0x0f) <= 9) ||
  [EBCDIC_SPACE, 0x4b, 0x4d, 0x5d, 0x60, 0x61, 0x6b, 0x7a, 0x7d].includes(byte);

/** The reason why a text of a mainframe is not taken; null for any other. In no other encoding is a text full of `@`, and has no space and no line end. */
export function nameForeignEncoding(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, EBCDIC_BYTES);
  if (head.length < EBCDIC_BYTES_MIN || head.includes(0x20) || head.includes(0x0a)) return null;
  let [signs, spaces] = [0, 0];
  for (const byte of head) {
    if (isEbcdicSign(byte)) signs++;
    if (byte === EBCDIC_SPACE) spaces++;
  }
  return signs >= head.length * 0.9 && spaces >= head.length * 0.02 ? EBCDIC : null;
}

const PROJECT = refusal('Microsoft Project files are', 'save a report from Project as PDF, or the tasks as .xlsx, and send that');
const VISIO = refusal('Visio drawings are', 'export the file from Visio as PDF and send that');

/** Names of streams and storages in the root, lower case. */
const COMPOUNDS: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^pp40$/, OLD_POWERPOINT],
  [/^visiodocument$/, VISIO],
  [/^quill$/, refusal('Publisher files are', 'export a PDF from Publisher and send that')],
  [/^(?:matost|wksssworkbook|spelling)$/, WORKS],
  [/^(?:props(?:9|12|14)?|\s{3}1(?:09|12|14))$/, PROJECT],
  [/^nativecontent_main$/, refusal('Quattro Pro spreadsheets are', savedBy('Quattro Pro or LibreOffice', '.xlsx'))],
  [/^perfectoffice_main$/, WORDPERFECT],
  [
    /^star(?:writer|calc|draw|impress|math|chart)document\d?$/,
    refusal(
      'StarOffice files from before OpenOffice are',
      'open the file in OpenOffice 3 or LibreOffice before 4, save it as .odt, .ods or .odp, and send that',
    ),
  ],
  [/^.?hwpsummaryinformation$|^bodytext$/, HANGUL],
];

/**
 * The reason why a compound file is not taken; null for one that is not known.
 * @param own whether it has the streams of a kind that is taken
 */
export function nameForeignCompound({ root, all }: Pick<CompoundNames, 'root' | 'all'>, own: boolean): string | null {
  if (root.has('\tdrmcontent') || [...all].some((name) => name.startsWith('drmencrypted')))
    return 'The file is protected by rights management (IRM, or a label that encrypts): save it without that protection and send it again.';
  // Files for PowerPoint 95 and 97 together hold both; only the later one can be read.
  if (root.has('persistentstorage directory') && !root.has('pp97_dualstorage')) return OLD_POWERPOINT;
  if (own) return null;
  const names = [...root];
  return COMPOUNDS.find(([name]) => names.some((own) => name.test(own)))?.[1] ?? null;
}

/** Media types that say what a package of Office's kind is, in its `[Content_Types].xml`. */
const PACKAGES: readonly (readonly [type: RegExp, reason: string])[] = [
  [/ms-visio\.(?:drawing|template|stencil)/i, VISIO],
  [/xps-fixeddocument|oxps/i, refusal('XPS files are', 'print or convert it to PDF and send that')],
];

/** @param types the text of `[Content_Types].xml`, without media types that no part has */
export const nameForeignPackage = (types: string): string | null => PACKAGES.find(([type]) => type.test(types))?.[1] ?? null;

/** Media types in the entry `mimetype`. */
const TYPED: readonly (readonly [type: RegExp, reason: string])[] = [
  [/opendocument\.graphics/, refusal('OpenDocument drawings are', 'export them as PDF and send that')],
  [/opendocument\.formula/, refusal('OpenDocument formulas are', 'send the document that it is in')],
  [/opendocument\.(?:base|database)/, refusal('OpenDocument databases are', 'export the tables as .ods or CSV and send those')],
  [/opendocument/, refusal('OpenDocument files other than texts, spreadsheets and presentations are', 'export a PDF and send that')],
  [/vnd\.sun\.xml\./, refusal('OpenOffice 1 files are', savedBy('LibreOffice', '.odt, .ods or .odp'))],
  [/hwp\+zip/, HANGUL],
  [/indesign/, PUBLISHING],
];

/** @param type what the entry `mimetype` of an archive says */
export const nameForeignType = (type: string): string | null => TYPED.find(([known]) => known.test(type))?.[1] ?? null;

/** Apple keeps a document as an archive of records (`.iwa`, since 2013) or of one XML file (before); a folder that was packed by itself is in one of its name. */
const APPLE = /^(?:[^/]+\.(?:pages|numbers|key)\/)?(?:Index\.zip|Index\/Document\.iwa|index\.(?:xml|apxl)(?:\.gz)?)$/;

/** The reason why an archive is not taken that is a document of Apple's Pages, Numbers or Keynote; null for other archives. */
export function nameAppleDocument(names: ReadonlySet<string>, extension: string): string | null {
  const main = [...names].find((name) => APPLE.test(name));
  if (main === undefined) return null;
  const folder = main.slice(0, main.search(/index(?:\.|\/)/i));
  // `index.xml` alone is nothing of Apple's.
  if (/\.xml(?:\.gz)?$/.test(main) && ![...names].some((name) => name.endsWith('buildVersionHistory.plist'))) return null;
  if (![...names].every((name) => name.startsWith(folder) || name.startsWith('__MACOSX/'))) return null;
  const isKeynote =
    extension === 'key' || /apxl|\.key\//.test(main) || [...names].some((name) => /Index\/(?:Master|Template)?Slide/.test(name));
  if (isKeynote) return refusal('Keynote presentations are', 'export the file from Keynote as PowerPoint or PDF and send that');
  if (extension === 'numbers' || main.includes('.numbers/'))
    return refusal('Numbers spreadsheets are', 'export the file from Numbers as Excel or PDF and send that');
  if (extension === 'pages' || main.includes('.pages/'))
    return refusal('Pages documents are', 'export the file from Pages as Word or PDF and send that');
  return refusal('Files of Apple Pages and Numbers are', 'export the file from there as Word, Excel or PDF and send that');
}

/** Texts that only programs read. */
export function nameForeignText(beginning: string): string | null {
  const plain = beginning.replace(/^ï»¿/, '');
  if (['%!PS', '\u0004%!PS', '\u001b%-12345X'].some((mark) => plain.startsWith(mark)))
    return refusal('PostScript and printer files are', 'send a PDF of it');
  if (/<(?:\w+:)?Workbook\s[^>]*gnumeric\.org\//.test(plain)) return GNUMERIC;
  const program = /<\?mso-application\s+progid\s*=\s*["'](Word|Excel|PowerPoint)\./.exec(plain)?.[1];
  if (program === undefined)
    return plain.includes('<?mso-application') ? refusal('Office 2003 XML files are', savedBy('Office', '.docx or .xlsx')) : null;
  const kind = { Word: '.docx', Excel: '.xlsx', PowerPoint: '.pptx' }[program] ?? '.docx';
  const name = plain.includes('<pkg:package') ? `${program} documents in one XML file are` : `Files of ${program} in Office 2003 XML are`;
  return refusal(name, savedBy(program, kind));
}
