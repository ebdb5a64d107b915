/** The list of defined names of a workbook (ISO/IEC 29500-1 §18.2.5, §18.2.6). */
import { S } from '../../../ooxml/names.ts';
import { appendContent, insertBefore, removeNode, replaceContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { BEHIND_CALCULATION } from './sheet-list.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';

export interface NameKey {
  name: string;
  /** Index in the list of sheets, of a name that is for one sheet alone. */
  scope?: number | undefined;
}

/** The name's element; undefined where there is none. */
export function findName({ main }: WorkbookFile, { name, scope }: NameKey): XmlElement | undefined {
  const list = firstElementOf(main.root, 'definedNames', S);
  return (list === undefined ? [] : elementsOf(list, 'definedName', S)).find(
    (one) =>
      attributeOf(one, 'name')?.toLowerCase() === name.toLowerCase() &&
      attributeOf(one, 'localSheetId') === (scope === undefined ? undefined : String(scope)),
  );
}

/** Gives several names their formulas, or takes them away (null); a list without names goes. Each name may be there once. */
export function writeNames(file: WorkbookFile, names: readonly (NameKey & { formula: string | null })[]): XmlEdit[] {
  const { main } = file;
  const prefix = main.root.name.slice(0, main.root.name.indexOf(':') + 1);
  const list = firstElementOf(main.root, 'definedNames', S);
  const edits: XmlEdit[] = [];
  const gone = new Set<XmlElement>();
  let fresh = '';
  for (const one of names) {
    const known = findName(file, one);
    if (known === undefined) {
      if (one.formula === null) continue;
      fresh += `<${prefix}definedName name="${escapeAttribute(one.name)}"${one.scope === undefined ? '' : ` localSheetId="${one.scope}"`}>${escapeText(one.formula)}</${prefix}definedName>`;
    } else if (one.formula === null) gone.add(known);
    else edits.push(replaceContent(main, known, escapeText(one.formula)));
  }
  if (list === undefined) return fresh === '' ? [] : [newList(file, `<${prefix}definedNames>${fresh}</${prefix}definedNames>`)];
  if (fresh === '' && gone.size > 0 && elementsOf(list).every((one) => gone.has(one))) return [removeNode(list)];
  return [...edits, ...[...gone].map(removeNode), ...(fresh === '' ? [] : [appendContent(main, list, fresh)])];
}

/** Behind the sheets and what else is before names (§18.2.27). */
function newList({ main }: WorkbookFile, xml: string): XmlEdit {
  const behind = elementsOf(main.root).find(({ local }) => local === 'calcPr' || BEHIND_CALCULATION.includes(local));
  return behind === undefined ? appendContent(main, main.root, xml) : insertBefore(behind, xml);
}
