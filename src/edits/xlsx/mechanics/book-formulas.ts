/** Every formula of a workbook, wherever it stands: cells, names, formats, validations, charts, tables, drawings, caches of pivots. */
import { addressOf } from '../../../spreadsheet/places.ts';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import {
  contentTypeOf,
  partNames,
  partNamed,
  readXmlPart,
  relationshipsOf,
  type OfficePackage,
  type XmlPart,
} from '../../../ooxml/office-package.ts';
import { attributeOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { PartEdits } from '../../define-edit.ts';
import { changeFormulas, type FormulaChange } from './formula-cells.ts';
import { formulaEdits } from './frame-formulas.ts';
import type { SheetText } from '../../../ooxml/sheet-text.ts';
import { type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

/** @param home the sheet that holds the formula; undefined where references name theirs; holder: the element of a table that it is in */
export type ChangeFormula = (formula: string, home: string | undefined, holder?: XmlElement) => { text: string; resized: boolean };

export interface BookChange {
  parts: PartEdits[];
  /** Cells whose values may be others, as addresses. */
  dirty: string[];
}

/** Media types of parts besides sheets in which formulas are: producers put them where they like. */
const HOLDERS =
  /(?:drawingml\.chart|chartex|officedocument\.drawing|drawingml\.chartshapes|controlproperties|spreadsheetml\.chartsheet|slicerCache|timelineCache)\+xml$/i;
const PIVOT_CACHE = /pivotCacheDefinition\+xml$/i;

export const hasType = (opened: OfficePackage, name: string, type: RegExp): boolean => type.test(contentTypeOf(opened, name) ?? '');

const stays = { place: <T>(place: T): T => place, area: <T>(area: T): T => area };

/** Names that Excel gives: print areas and titles, filters. They mean cells of their sheet, also where a producer left the `$` out. */
const isBuiltIn = (name: XmlElement): boolean => attributeOf(name, 'name')?.startsWith('_xlnm.') === true;

/**
 * The change in all parts but in the cells and frames of some sheets, which are moved by themselves.
 * @param changeName what becomes of defined names, where relative references of theirs are something else than those of cells
 */
export function changeBook(
  file: WorkbookFile,
  change: ChangeFormula,
  except: readonly Sheet[] = [],
  changeName: (formula: string) => string = (text) => change(text, undefined).text,
): BookChange {
  const parts: PartEdits[] = [];
  const dirty: string[] = [];
  const put = (part: XmlPart, edits: readonly XmlEdit[]): void => {
    if (edits.length > 0) parts.push({ part: part.name, edits: [...edits] });
  };
  // names that belong to a sheet name the sheets of their references all the same
  put(
    file.main,
    formulaEdits(file.main, (text, holder) =>
      holder.local === 'definedName' && !isBuiltIn(holder) ? changeName(text) : change(text, undefined).text,
    ),
  );
  for (const name of file.names) {
    const sheet = file.sheet(name);
    if (sheet === undefined) continue;
    for (const table of partsOf(file.opened, sheet, '/table'))
      put(
        table,
        formulaEdits(table, (text, holder) => change(text, name, holder).text),
      );
    if (except.some(({ part }) => part.name === sheet.part.name)) continue;
    const cells = changeFormulas(sheet, { ...stays, formula: (text) => change(text, name) } satisfies FormulaChange);
    for (const place of cells.dirty) dirty.push(addressOf(name, place));
    put(sheet.part, [...cells.edits, ...formulaEdits(sheet.part, (text) => change(text, name).text)]);
  }
  for (const name of partNames(file.opened)) {
    if (!hasType(file.opened, name, HOLDERS)) continue;
    const part = readXmlPart(file.opened, name);
    put(
      part,
      formulaEdits(part, (text) => change(text, undefined).text),
    );
  }
  return { parts, dirty };
}

/** Parts of a sheet by the end of their relationship's type. */
export function partsOf(opened: OfficePackage, sheet: SheetText, ending: string): XmlPart[] {
  return relationshipsOf(opened, sheet.part.name).flatMap(({ type, target, external }) => {
    const name = external || !type.endsWith(ending) ? undefined : partNamed(opened, target);
    return name === undefined ? [] : [readXmlPart(opened, name)];
  });
}

/** Caches of pivot tables that take their figures from cells of this workbook. */
export function pivotSources(opened: OfficePackage): { part: XmlPart; sheet: string; ref: string | undefined; element: XmlPart['root'] }[] {
  return partNames(opened)
    .filter((name) => hasType(opened, name, PIVOT_CACHE))
    .flatMap((name) => {
      const part = readXmlPart(opened, name);
      const element = findSource(part.root);
      const sheet = element && attributeOf(element, 'sheet');
      return element === undefined || sheet === undefined ? [] : [{ part, sheet, ref: attributeOf(element, 'ref'), element }];
    });
}

function findSource(root: XmlPart['root']): XmlPart['root'] | undefined {
  for (const child of root.children) {
    if (child.kind !== 'element') continue;
    if (child.local === 'worksheetSource') return child;
    const inside = child.local === 'cacheSource' ? findSource(child) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}
