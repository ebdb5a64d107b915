/** An Office file as package rules look at it: its parts as trees of tags, each read once. */
import { decodeXml } from '../ooxml/decode-xml.ts';
import { partNamed, partNames, readPart, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';
import { scanTags, type XmlTags } from '../ooxml/scan-tags.ts';

export interface PackageFile {
  opened: OfficePackage;
  /** Any XML part, read once; undefined where it is missing. @throws Refusal where its tags do not nest */
  part(name: string): XmlTags | undefined;
  /** Its characters as written, read once; undefined where it is missing. */
  text(name: string): string | undefined;
}

export function openPackageFile(opened: OfficePackage): PackageFile {
  const texts = new Map<string, string>();
  const parts = new Map<string, XmlTags>();
  const text = (name: string): string | undefined => {
    const written = partNamed(opened, name);
    if (written === undefined) return undefined;
    const found = texts.get(written) ?? decodeXml(readPart(opened, written)).text;
    texts.set(written, found);
    return found;
  };
  const part = (name: string): XmlTags | undefined => {
    const written = partNamed(opened, name);
    const source = text(name);
    if (written === undefined || source === undefined) return undefined;
    const found = parts.get(written) ?? scanTags(source, written);
    parts.set(written, found);
    return found;
  };
  return { opened, part, text };
}

/** The part that the main part refers to as this kind (`styles`, `numbering`, …). */
export function relatedPart(file: PackageFile, kind: string): XmlTags | undefined {
  const found = relationshipsOf(file.opened, file.opened.mainPart).find(({ type }) => type.endsWith(`/${kind}`));
  return found && file.part(found.target);
}

/**
 * Parts that may have relationships of their own: all but the relationships. What Office has left behind in `[trash]` is none, as no name of
 * a part may have brackets (ISO/IEC 29500-2 §6.2.2): programs pass over it.
 */
export const contentParts = (file: PackageFile): string[] =>
  partNames(file.opened).filter((name) => !name.endsWith('.rels') && !/[[\]]/.test(name));
