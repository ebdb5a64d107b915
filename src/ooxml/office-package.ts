/**
 * A Word, PowerPoint or Excel file as the graph of its parts (ISO/IEC 29500-2): what each part is, what it refers to,
 * and a way to change some parts and write back all others as they were. Nothing is unpacked or parsed before it is
 * asked for.
 */
import { OFFICE_RELATIONSHIP } from './names.ts';
import { Refusal, SAVE_AGAIN } from '../base/refusal.ts';
import { decodeXml } from './decode-xml.ts';
import type { DecodedXml, XmlEncoding } from './decode-xml.ts';
import { readContentTypes, typeOfPart } from './package/content-type-table.ts';
import type { ContentTypes } from './package/content-type-table.ts';
import { readRelationships } from './package/relationships.ts';
import type { Relationship } from './package/relationships.ts';
import { relationshipsPartOf } from './package-parts.ts';
import { readZip, ZIP_LIMITS } from './read-zip.ts';
import type { ZipArchive, ZipLimits } from './read-zip.ts';
import { parseXml } from './xml-tree.ts';
import type { XmlTree } from './xml-tree.ts';

export type OfficeKind = 'docx' | 'pptx' | 'xlsx';

export interface OfficePackage {
  kind: OfficeKind;
  /** Name of the main part: `word/document.xml`, `ppt/presentation.xml`, `xl/workbook.xml`, or what the file calls it. */
  mainPart: string;
  archive: ZipArchive;
  /** Names as written by their lower-case form: part names are compared without case. */
  namesByKey: Map<string, string>;
  types: ContentTypes;
  /** Parts that were changed, added, or (null) removed since; see change-package.ts. */
  changes: Map<string, Uint8Array | null>;
}

export const CONTENT_TYPES_PART = '[Content_Types].xml';
const OFFICE_DOCUMENT = `${OFFICE_RELATIONSHIP}officeDocument`;

/** Templates and slide shows hold the same markup under another media type. */
const MAIN_TYPES: readonly [RegExp, OfficeKind][] = [
  [/wordprocessingml\.(?:document|template)\.main\+xml$/, 'docx'],
  [/presentationml\.(?:presentation|template|slideshow)\.main\+xml$/, 'pptx'],
  [/spreadsheetml\.(?:sheet|template)\.main\+xml$/, 'xlsx'],
];

/**
 * Opens a package: archive, content types and the relationships of the package are read, nothing else.
 * @throws Refusal `file_rejected`: no or a hostile archive, no Office file, one with macros
 */
export function openOfficePackage(bytes: Uint8Array, limits: ZipLimits = ZIP_LIMITS): OfficePackage {
  const archive = readZip(bytes, limits);
  const namesByKey = new Map([...archive.parts.keys()].map((name) => [name.toLowerCase(), name]));
  const opened: OfficePackage = {
    kind: 'docx',
    mainPart: '',
    archive,
    namesByKey,
    types: { defaults: new Map(), overrides: new Map() },
    changes: new Map(),
  };
  if (partNamed(opened, CONTENT_TYPES_PART) === undefined) throw new Refusal('file_rejected', 'This zip archive is not an Office file.');
  opened.types = readContentTypes(readXmlPart(opened, CONTENT_TYPES_PART).root);
  if (hasMacros(opened))
    throw new Refusal('file_rejected', 'The file is macro-enabled (.docm, .pptm, .xlsm); save it without macros and send that.');
  const main = findMainPart(opened);
  if (main === undefined) throw new Refusal('file_rejected', 'This Office file has no document, presentation or workbook in it.');
  return { ...opened, ...main };
}

/** The same package as it was opened, to be changed by itself: both read their parts from one archive, unpacked once for both. */
export function reopenPackage({ kind, mainPart, archive, types }: OfficePackage): OfficePackage {
  return {
    kind,
    mainPart,
    archive,
    namesByKey: new Map([...archive.parts.keys()].map((name) => [name.toLowerCase(), name])),
    types: { defaults: new Map(types.defaults), overrides: new Map(types.overrides) },
    changes: new Map(),
  };
}

/** By the types that parts have: SheetJS declares one with macros for an extension that no part of its files has. */
function hasMacros({ types, namesByKey }: OfficePackage): boolean {
  const written = [...types.overrides.values(), ...[...namesByKey.values()].flatMap((name) => typeOfPart(types, name) ?? [])];
  return (
    written.some((type) => /macroEnabled|vbaProject/i.test(type)) || [...namesByKey.keys()].some((name) => name.endsWith('vbaproject.bin'))
  );
}

/** By the relationship that names it; else by its media type, which is how the Open XML SDK finds it too. */
function findMainPart(opened: OfficePackage): { kind: OfficeKind; mainPart: string } | undefined {
  const kindOf = (name: string | undefined): OfficeKind | undefined => {
    const type = name === undefined ? undefined : typeOfPart(opened.types, name);
    return type === undefined ? undefined : MAIN_TYPES.find(([pattern]) => pattern.test(type))?.[1];
  };
  const named = relationshipsOf(opened, '')
    .filter(({ type, external }) => type === OFFICE_DOCUMENT && !external)
    .map(({ target }) => partNamed(opened, target));
  for (const mainPart of [...named, ...opened.namesByKey.values()]) {
    const kind = kindOf(mainPart);
    if (mainPart !== undefined && kind !== undefined) return { kind, mainPart };
  }
  return undefined;
}

// Reading ------------------------------------------------------------------------------------------------------------

/** All parts in the order of the archive, added ones last. */
export function partNames(opened: OfficePackage): string[] {
  return [...opened.namesByKey.values()];
}

/** The name as the file writes it; undefined where there is no such part. */
export function partNamed(opened: OfficePackage, name: string): string | undefined {
  return opened.namesByKey.get(name.toLowerCase());
}

/** Bytes of a part as it is now. @throws Refusal where it is missing or damaged */
export function readPart(opened: OfficePackage, name: string): Uint8Array {
  const found = partNamed(opened, name);
  const bytes = found === undefined ? undefined : (opened.changes.get(found) ?? opened.archive.parts.get(found)?.read());
  if (bytes === undefined)
    throw new Refusal('file_rejected', `The file refers to a part that it does not have: ${name.slice(0, 200)}. ${SAVE_AGAIN}`, {
      fault: 'part_missing',
    });
  return bytes;
}

/** Texts of parts, by the entry of the archive or the changed bytes that hold them: several look at the same, and to unpack costs as much as to look. */
const textsRead = new WeakMap<object, DecodedXml>();
/** Characters that are kept so for an archive; larger parts are decoded for each who reads them. */
const KEPT_CHARS_MAX = 24_000_000;
const keptChars = new WeakMap<ZipArchive, number>();

function holderOf({ namesByKey, changes, archive }: OfficePackage, name: string): object | undefined {
  const found = namesByKey.get(name.toLowerCase());
  return found === undefined ? undefined : (changes.get(found) ?? archive.parts.get(found));
}

/** The text of a part where somebody has read it already; undefined where it is not known, or the part is another now. */
export function knownPartText(opened: OfficePackage, name: string): DecodedXml | undefined {
  const holder = holderOf(opened, name);
  return holder && textsRead.get(holder);
}

/** Remembers what `readPartText` is to give for a part as it is now. */
export function keepPartText(opened: OfficePackage, name: string, decoded: DecodedXml): void {
  const holder = holderOf(opened, name);
  const chars = (keptChars.get(opened.archive) ?? 0) + decoded.text.length;
  if (holder === undefined || chars > KEPT_CHARS_MAX) return;
  keptChars.set(opened.archive, chars);
  textsRead.set(holder, decoded);
}

/** The text of a part as it is now, unpacked and decoded once for all who ask. @throws Refusal where it is missing or damaged */
export function readPartText(opened: OfficePackage, name: string): DecodedXml {
  const known = knownPartText(opened, name);
  if (known !== undefined) return known;
  const decoded = decodeXml(readPart(opened, name));
  keepPartText(opened, name, decoded);
  return decoded;
}

export interface XmlPart extends XmlTree {
  name: string;
  encoding: XmlEncoding;
}

/**
 * The tree of a part.
 * @throws Refusal `file_rejected` where it is missing, damaged, or no XML that may be read; Error where it was written here
 * since the file was opened: such a part is never the fault of the file
 */
export function readXmlPart(opened: OfficePackage, name: string): XmlPart {
  const written = partNamed(opened, name) ?? name;
  try {
    const { text, encoding } = readPartText(opened, name);
    return { ...parseXml(text), name: written, encoding };
  } catch (error) {
    if (error instanceof Refusal && opened.changes.has(written))
      throw new Error(`${written} cannot be read back as it was written: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Media type of a part, without parameters; undefined where the file does not say. */
export function contentTypeOf(opened: OfficePackage, name: string): string | undefined {
  return typeOfPart(opened.types, name);
}

/** What was read of relationship parts, by the entry of the archive or the changed bytes that hold it. */
const relationshipsRead = new WeakMap<object, readonly Relationship[]>();

/** In a package, by folder and text of the part: layouts of a presentation refer to the same. */
const relationshipsByText = new WeakMap<ZipArchive, Map<string, readonly Relationship[]>>();

function readRelationshipsOf(opened: OfficePackage, part: string, name: string): readonly Relationship[] {
  if (opened.changes.has(part)) return readRelationships(readXmlPart(opened, part).root, name);
  const texts = relationshipsByText.get(opened.archive) ?? new Map<string, readonly Relationship[]>();
  relationshipsByText.set(opened.archive, texts);
  const key = `${name.slice(0, name.lastIndexOf('/') + 1)}\0${readPartText(opened, part).text}`;
  const found = texts.get(key) ?? readRelationships(readXmlPart(opened, part).root, name);
  texts.set(key, found);
  return found;
}

/**
 * What a part refers to ('' for the package), in the order written; [] where it has no relationships.
 * @throws Refusal `file_rejected` where the relationship part is damaged
 */
export function relationshipsOf(opened: OfficePackage, name: string): readonly Relationship[] {
  const part = partNamed(opened, relationshipsPartOf(name));
  if (part === undefined) return [];
  const holder = opened.changes.get(part) ?? opened.archive.parts.get(part);
  const known = holder && relationshipsRead.get(holder);
  if (known !== undefined) return known;
  const found = readRelationshipsOf(opened, part, name);
  if (holder) relationshipsRead.set(holder, found);
  return found;
}
