/**
 * The gate for Office files from outside: archive and XML bounds (read-zip.ts, scan-xml.ts), no macros, and a look at
 * every relationship for what a program that opens the file would fetch or run. Readers of ours never follow any of it,
 * so it is reported as notes; a program that would (LibreOffice) runs where it reaches nothing.
 *
 * `openForeignPackage` looks at what distinguishes the parts, and each part is held to its bounds when a user reads it;
 * `inspectForeignPackage` looks at every part at once, for files that are kept or given to another program.
 */
import { OFFICE_2006_RELATIONSHIP, OFFICE_RELATIONSHIP } from './names.ts';
import type { Note, Noted } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import { decodeXml } from './decode-xml.ts';
import { contentTypeOf, openOfficePackage, partNames, readPart } from './office-package.ts';
import type { OfficePackage } from './office-package.ts';
import { readRelationships } from './package/relationships.ts';
import { readZip, unpacksTooFar } from './read-zip.ts';
import type { ZipArchive, ZipPart } from './read-zip.ts';
import { scanXml } from './scan-xml.ts';
import { parseXml } from './xml-tree.ts';

/** Relationship parts that are looked into; of 1,549 real files none has more than 170. */
const RELATIONS_MAX = 4_000;

const MICROSOFT = OFFICE_2006_RELATIONSHIP;

/** External targets that Office programs load when they open the file; hyperlinks wait for a click. */
const FETCHED: Readonly<Record<string, string>> = {
  [`${OFFICE_RELATIONSHIP}attachedTemplate`]: 'a template',
  [`${OFFICE_RELATIONSHIP}image`]: 'a picture',
  [`${OFFICE_RELATIONSHIP}oleObject`]: 'an embedded object',
  [`${OFFICE_RELATIONSHIP}package`]: 'an embedded file',
  [`${OFFICE_RELATIONSHIP}subDocument`]: 'a part of the document',
  [`${OFFICE_RELATIONSHIP}frame`]: 'a frame',
  [`${OFFICE_RELATIONSHIP}externalLinkPath`]: 'cells of another workbook',
  [`${OFFICE_RELATIONSHIP}video`]: 'a video',
  [`${OFFICE_RELATIONSHIP}audio`]: 'a sound',
  [`${MICROSOFT}xlExternalLinkPath/xlPathMissing`]: 'cells of another workbook',
  [`${OFFICE_RELATIONSHIP}mailMergeSource`]: 'data for a mail merge',
  [`${OFFICE_RELATIONSHIP}slideUpdateUrl`]: 'slides of a library',
};
/** Beside links, which wait for a click. */
const HYPERLINK = `${OFFICE_RELATIONSHIP}hyperlink`;
const LINKS_MAX = 200;

const ACTIVE: Readonly<Record<string, string>> = {
  [`${OFFICE_RELATIONSHIP}control`]: 'ActiveX controls',
  [`${MICROSOFT}activeXControlBinary`]: 'ActiveX controls',
  [`${OFFICE_RELATIONSHIP}aFChunk`]: 'a file of another format inside',
  [`${OFFICE_RELATIONSHIP}oleObject`]: 'embedded objects',
};

/**
 * Opens a package that came from outside.
 * @returns notes `external_reference` (one for each kind of thing) and `active_content`
 * @throws Refusal `file_rejected`: no or a hostile archive or XML, no Office file, macros
 */
export function openForeignPackage(bytes: Uint8Array): Noted<OfficePackage> {
  const opened = openOfficePackage(bytes);
  const fetched = new Set<string>();
  const active = new Set<string>();
  const parts = partNames(opened)
    .filter((name) => /(?:^|\/)_rels\/[^/]*\.rels$/i.test(name))
    .slice(0, RELATIONS_MAX);
  for (const name of parts) {
    const { text } = decodeXml(readPart(opened, name));
    // Most relationships are internal and of no kind that acts: those are parsed only when a user follows them.
    if (!/TargetMode|control|aFChunk|oleObject|relationships\/connections|<!/i.test(text)) continue;
    for (const { type, external } of readRelationships(parseXml(text).root, name)) {
      if (external && type !== HYPERLINK) fetched.add(FETCHED[type] ?? 'something');
      if (!external && type === `${OFFICE_RELATIONSHIP}connections`) fetched.add('data of a connection');
      const acts = external ? undefined : ACTIVE[type];
      if (acts !== undefined) active.add(acts);
    }
  }
  if (hasDynamicData(opened)) fetched.add('data of another program (DDE)');
  const notes: Note[] = [];
  for (const what of fetched)
    notes.push({
      code: 'external_reference',
      severity: 'warning',
      message: `The file loads ${what} from outside when it is opened; nothing was fetched.`,
    });
  for (const what of active)
    notes.push({ code: 'active_content', severity: 'warning', message: `The file holds ${what}; none of it is run or followed.` });
  return { value: opened, notes };
}

/** Links of a workbook may ask another program for data (ISO/IEC 29500-1 §18.14.5), which Excel starts if it must. */
function hasDynamicData(opened: OfficePackage): boolean {
  if (opened.kind !== 'xlsx') return false;
  const links = partNames(opened)
    .filter((name) => /externalLink\d*\.xml$/i.test(name))
    .slice(0, LINKS_MAX);
  return links.some((name) => /<(?:\w+:)?ddeLink\b/.test(decodeXml(readPart(opened, name)).text));
}

/** Archives within archives beyond this are not opened by anybody. */
const NESTED_MAX = 3;

/**
 * `openForeignPackage`, and every part unpacked and held to what the archive says of it: sizes, checksums, no document
 * types anywhere, no archive within it that unpacks beyond all measure. The parts are not kept.
 * @returns notes as above, and `active_content` for macros of embedded files
 * @throws Refusal `file_rejected`
 */
export function inspectForeignPackage(bytes: Uint8Array): Noted<OfficePackage> {
  const { value: opened, notes } = openForeignPackage(bytes);
  let macros = false;
  for (const name of partNames(opened)) {
    const part = readPart(opened, name);
    if (isZip(part)) macros = inspectNested(part, name, 1) || macros;
    else if (/\.(?:xml|rels|vml)$/i.test(name) || /[+/]xml$/.test(contentTypeOf(opened, name) ?? '')) refuseHostileXml(part);
  }
  if (macros)
    notes.push({ code: 'active_content', severity: 'warning', message: 'A file embedded in the file holds macros; none of them is run.' });
  return { value: opened, notes };
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** Whether it holds macros. What is merely damaged is left to nobody: it is never opened. */
function inspectNested(bytes: Uint8Array, name: string, depth: number): boolean {
  if (unpacksTooFar(bytes))
    throw new Refusal('file_rejected', `The archive ${name.slice(0, 200)} inside the file unpacks to too much: leave it out.`);
  const archive = openNested(bytes);
  let macros = false;
  for (const part of archive?.parts.values() ?? []) {
    if (/vbaproject\.bin$/i.test(part.name)) macros = true;
    if (depth < NESTED_MAX && /\.(?:zip|docx|xlsx|pptx|docm|xlsm|pptm|jar|odt|ods|odp)$/i.test(part.name))
      macros = inspectInner(part, depth) || macros;
  }
  return macros;
}

function inspectInner(part: ZipPart, depth: number): boolean {
  let inner: Uint8Array;
  try {
    inner = part.read();
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
  return isZip(inner) && inspectNested(inner, part.name, depth + 1);
}

function openNested(bytes: Uint8Array): ZipArchive | null {
  try {
    return readZip(bytes);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** A document type, or a tag that may have attributes without measure. */
const SUSPECT = /<!DOCTYPE|<[^<>]{20000}/i;

function refuseHostileXml(part: Uint8Array): void {
  const { text } = decodeXml(part);
  // The words may be in a comment or as text: only a parser knows.
  if (SUSPECT.test(text)) scanXml(text, {});
}
