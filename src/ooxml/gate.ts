/**
 * The gate for Office files from outside: archive and XML bounds (read-zip.ts, scan-xml.ts), no macros, and a look at
 * every relationship for what a program that opens the file would fetch or run. Readers of ours never follow any of it,
 * so it is told as notes; a program that would (LibreOffice) must not be given a file with `reaching` parts.
 */
import type { Note, Noted } from '../base/note.ts';
import { decodeXml } from './decode-xml.ts';
import { openOfficePackage, partNames, readPart } from './office-package.ts';
import type { OfficePackage } from './office-package.ts';
import { readRelationships } from './package/relationships.ts';
import { parseXml } from './xml-tree.ts';

/** Relationship parts that are looked into; of 1,549 real files none has more than 170. */
const RELATIONS_MAX = 4_000;

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const MICROSOFT = 'http://schemas.microsoft.com/office/2006/relationships/';

/** External targets that Office programs load when they open the file; hyperlinks wait for a click. */
const FETCHED: Readonly<Record<string, string>> = {
  [`${OFFICE}attachedTemplate`]: 'a template',
  [`${OFFICE}image`]: 'a picture',
  [`${OFFICE}oleObject`]: 'an embedded object',
  [`${OFFICE}package`]: 'an embedded file',
  [`${OFFICE}subDocument`]: 'a part of the document',
  [`${OFFICE}frame`]: 'a frame',
  [`${OFFICE}externalLinkPath`]: 'cells of another workbook',
  [`${OFFICE}video`]: 'a video',
  [`${OFFICE}audio`]: 'a sound',
  [`${MICROSOFT}xlExternalLinkPath/xlPathMissing`]: 'cells of another workbook',
};

const ACTIVE: Readonly<Record<string, string>> = {
  [`${OFFICE}control`]: 'ActiveX controls',
  [`${MICROSOFT}activeXControlBinary`]: 'ActiveX controls',
  [`${OFFICE}aFChunk`]: 'a file of another format inside',
  [`${OFFICE}oleObject`]: 'embedded objects',
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
  const parts = partNames(opened).filter((name) => /(?:^|\/)_rels\/[^/]*\.rels$/i.test(name)).slice(0, RELATIONS_MAX);
  for (const name of parts) {
    const { text } = decodeXml(readPart(opened, name));
    // Most relationships are internal and of no kind that acts: those are parsed only when somebody follows them.
    if (!/TargetMode|control|aFChunk|oleObject|<!/i.test(text)) continue;
    for (const { type, external } of readRelationships(parseXml(text).root, name)) {
      const loads = external ? FETCHED[type] : undefined;
      if (loads !== undefined) fetched.add(loads);
      const acts = external ? undefined : ACTIVE[type];
      if (acts !== undefined) active.add(acts);
    }
  }
  const notes: Note[] = [];
  for (const what of fetched) notes.push({ code: 'external_reference', severity: 'warning', message: `The file loads ${what} from outside when it is opened; nothing was fetched.` });
  for (const what of active) notes.push({ code: 'active_content', severity: 'warning', message: `The file holds ${what}, which are not read.` });
  return { value: opened, notes };
}
