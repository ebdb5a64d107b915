/** An Office file that is only looked at: whether it holds to the bounds of the gate, and how many slides or sheets it has. */
import type { Noted } from '../base/note.ts';
import { inspectForeignPackage } from '../ooxml/validate-package.ts';
import { readXmlPart } from '../ooxml/office-package.ts';
import type { OfficeKind, OfficePackage } from '../ooxml/office-package.ts';
import { elementsOf, firstElementOf } from '../ooxml/xml-tree.ts';

export interface InspectedOffice {
  kind: OfficeKind;
  /** Slides or sheets; null for Word files. */
  pages: number | null;
}

/** @throws Refusal `file_rejected`: hostile or damaged, macros, no Office file */
export function inspectOffice(bytes: Uint8Array): Noted<InspectedOffice> {
  const { value: opened, notes } = inspectForeignPackage(bytes);
  return { value: { kind: opened.kind, pages: countPages(opened) }, notes };
}

function countPages(opened: OfficePackage): number | null {
  if (opened.kind === 'docx') return null;
  const [list, item] = opened.kind === 'pptx' ? ['sldIdLst', 'sldId'] : ['sheets', 'sheet'];
  const holder = firstElementOf(readXmlPart(opened, opened.mainPart).root, list);
  return holder ? elementsOf(holder, item).length : 0;
}
