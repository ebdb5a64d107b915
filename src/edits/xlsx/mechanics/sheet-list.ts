/** The list of a workbook's sheets, and what counts them by their place in it (ISO/IEC 29500-1 §18.2). */
import { append } from '../../../base/append.ts';
import { readAddress } from '../../../spreadsheet/places.ts';
import { S, STRICT } from '../../../ooxml/names.ts';
import { removeNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { editXmlPart } from '../../../ooxml/change-package.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { replaceContent } from '../../../ooxml/edit-xml.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { followMoves } from '../../../ooxml/address-moves.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { type SheetEntry, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

const NAME_MAX = 31;

/** Why a sheet cannot have this name; null where it can. */
export function nameFault(file: WorkbookFile, name: string, own?: SheetEntry): Rejected | null {
  const fault =
    [...name].length > NAME_MAX
      ? `has more than ${NAME_MAX} characters`
      : name.trim() === ''
        ? 'is empty'
        : /[\\/?*[\]:]/.test(name)
          ? 'has one of \\ / ? * [ ] :'
          : /^'|'$/.test(name)
            ? 'begins or ends with an apostrophe'
            : name.toLowerCase() === 'history'
              ? 'is kept by Excel for itself'
              : null;
  if (fault !== null) return reject('unsupported', `A sheet cannot be named "${name.slice(0, 100)}": the name ${fault}.`);
  const taken = file.entries.find((entry) => entry !== own && entry.name.toLowerCase() === name.toLowerCase());
  return taken === undefined ? null : reject('unsupported', `There is a sheet "${taken.name}" already.`, [quoteSheet(taken.name)]);
}

/** A sheet of any kind by its address. */
export function findEntry(file: WorkbookFile, target: string): { entry: SheetEntry; index: number } | Rejected {
  const moved = followMoves(file.moves, target);
  const name = moved === null ? undefined : readAddress(moved)?.name;
  const index = file.entries.findIndex((entry) => entry.name.toLowerCase() === name?.toLowerCase());
  const entry = file.entries[index];
  if (entry === undefined)
    return reject(
      'target_not_found',
      moved === null
        ? `${target.slice(0, 100)} went with an earlier operation of this request.`
        : `There is no sheet "${target.slice(0, 100)}" in this workbook.`,
      file.entries.map((one) => quoteSheet(one.name)),
    );
  if (isStructureLocked(file))
    return reject('protected_document', 'The structure of this workbook is protected; remove the protection and send it again.');
  return { entry, index };
}

export function isStructureLocked({ main }: WorkbookFile): boolean {
  const protection = firstElementOf(main.root, 'workbookProtection', S);
  return protection !== undefined && /^(?:1|true)$/.test(attributeOf(protection, 'lockStructure') ?? '');
}

/** Counts by place follow the sheets. @param indexOf where a sheet goes; null where it goes away */
export function followSheets({ main }: WorkbookFile, indexOf: (index: number) => number | null): XmlEdit[] {
  const edits: XmlEdit[] = [];
  const names = firstElementOf(main.root, 'definedNames', S);
  const all = names === undefined ? [] : elementsOf(names, 'definedName', S);
  const gone = all.filter(
    (name) => attributeOf(name, 'localSheetId') !== undefined && indexOf(Number(attributeOf(name, 'localSheetId'))) === null,
  );
  if (names !== undefined && gone.length > 0 && gone.length === all.length) edits.push(removeNode(names));
  else append(edits, gone.map(removeNode));
  for (const name of all) {
    const before = attributeOf(name, 'localSheetId');
    const after = before === undefined ? null : indexOf(Number(before));
    if (after !== null && String(after) !== before) edits.push(setAttribute(main, name, 'localSheetId', String(after)));
  }
  const views = firstElementOf(main.root, 'bookViews', S);
  for (const view of views === undefined ? [] : elementsOf(views, 'workbookView', S)) {
    for (const name of ['activeTab', 'firstSheet']) {
      const before = attributeOf(view, name);
      const after = before === undefined ? undefined : (indexOf(Number(before)) ?? Math.max(0, Number(before) - 1));
      if (after !== undefined && String(after) !== before) edits.push(setAttribute(main, view, name, String(after)));
    }
  }
  return edits;
}

/** The names of the sheets that the file's own summary lists. */
export function renameInSummary(opened: OfficePackage, before: string, after: string): void {
  const target = relationshipsOf(opened, '').find(({ type }) => type.endsWith('/extended-properties'))?.target;
  const name = target === undefined ? undefined : partNamed(opened, target);
  if (name === undefined) return;
  const part = readXmlPart(opened, name);
  const texts = [...walkElements(part.root)].filter((element) => element.local === 'lpstr' && textOf(element) === before);
  editXmlPart(
    opened,
    part,
    texts.map((element) => replaceContent(part, element, escapeText(after))),
  );
}

/** The namespace of the root as the file writes it: strict files have names of their own. */
export function ownNamespace({ root }: XmlPart): string {
  const prefix = root.name.includes(':') ? `xmlns:${root.name.slice(0, root.name.indexOf(':'))}` : 'xmlns';
  return root.attributes.find(({ name }) => name === prefix)?.value ?? root.uri;
}

export const isStrict = (part: XmlPart): boolean => ownNamespace(part).startsWith(STRICT);

/** Elements of a workbook behind `calcPr`, in the order of the schema (ISO/IEC 29500-1 §18.2.27). */
export const BEHIND_CALCULATION: readonly string[] = [
  'oleSize',
  'customWorkbookViews',
  'pivotCaches',
  'smartTagPr',
  'smartTagTypes',
  'webPublishing',
  'fileRecoveryPr',
  'webPublishObjects',
  'extLst',
];
