/** What a file of Office before 2007 is, told from the names of its streams and its first records, with passwords and macros. */
import { readCompoundNames, type CompoundNames } from './compound-peek.ts';
import { nameForeignCompound } from './foreign-kind.ts';
import { SAVE_AGAIN } from './refusal.ts';

/** A kind, or the reason why the file is not taken. */
export type OldOffice = 'doc' | 'ppt' | 'xls' | 'msg' | { reason: string };

export const PROTECTED = { reason: 'The file is protected by a password; remove it and send the file again.' };

/** What a compound file is; null where it is none of Office's and of no kind that is known. */
export function kindOfCompound(bytes: Uint8Array): OldOffice | null {
  const names = readCompoundNames(bytes);
  if (names === null) return { reason: `The file is a damaged Office file. ${SAVE_AGAIN}` };
  const own = ownKind(names);
  const foreign = nameForeignCompound(names, own !== null);
  if (foreign !== null) return { reason: foreign };
  if (isEncrypted(names)) return PROTECTED;
  if (names.all.has('vba') || names.all.has('_vba_project'))
    return { reason: 'The file holds macros; save it without macros and send that.' };
  return own;
}

function ownKind({ root }: CompoundNames): 'doc' | 'ppt' | 'xls' | 'msg' | null {
  if (root.has('worddocument')) return 'doc';
  if (root.has('powerpoint document')) return 'ppt';
  if (root.has('workbook') || root.has('book')) return 'xls';
  return root.has('__properties_version1.0') ? 'msg' : null;
}

/**
 * Encrypted Office files are a package inside a compound file ([MS-OFFCRYPTO] §2.3); the old formats say so themselves:
 * Word in a flag of its first header ([MS-DOC] §2.5.2, fEncrypted), Excel by a record FilePass behind its beginning
 * ([MS-XLS] §2.4.117), PowerPoint by a stream of its own ([MS-PPT] §2.3.7).
 */
function isEncrypted(names: CompoundNames): boolean {
  if (['encryptedpackage', 'encryptioninfo', 'encryptedsummary', 'encryption'].some((name) => names.root.has(name))) return true;
  const word = names.begin('worddocument');
  if (word !== null && ((word[11] ?? 0) & 1) === 1) return true;
  const workbook = names.begin('workbook') ?? names.begin('book');
  return workbook !== null && hasFilePass(workbook);
}

/** Records are a type and a length of two bytes each, then their data. Writers put FilePass within the first few. */
function hasFilePass(workbook: Uint8Array): boolean {
  const view = new DataView(workbook.buffer, workbook.byteOffset, workbook.byteLength);
  for (let at = 0; at + 4 <= workbook.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 0x002f) return true;
  }
  return false;
}

/** Records of a bare workbook that are looked at for a password. */
const BARE_BYTES_LOOKED = 512;
/** The version in the type of its first record: Excel 2, 3, 4 and 5. */
const BOF_VERSIONS: readonly number[] = [0x00, 0x02, 0x04, 0x08];
const BOF_BYTES: readonly number[] = [4, 6, 8];
/** Several sheets, cells, a chart, macros, a workspace. */
const BOF_HOLDS: readonly number[] = [0x0005, 0x0010, 0x0020, 0x0040, 0x0100];

/**
 * Excel 2 to 4 kept a sheet without a compound file around it. Such a file begins with the record BOF: its type, its version, how long it
 * is, and behind a number of the build what it holds ([MS-XLS] §2.4.21; OpenOffice's description of the format, §5.8). null for any other file.
 */
export function kindOfBareWorkbook(bytes: Uint8Array): OldOffice | null {
  const [type, version = 0xff, length = 0, none] = bytes;
  if (type !== 0x09 || none !== 0 || !BOF_VERSIONS.includes(version) || !BOF_BYTES.includes(length)) return null;
  if (!BOF_HOLDS.includes((bytes[6] ?? 0) | ((bytes[7] ?? 0) << 8))) return null;
  return hasFilePass(bytes.subarray(0, BARE_BYTES_LOOKED)) ? PROTECTED : 'xls';
}
