import { z } from 'zod';
import { S, X14, XM } from '../../../ooxml/names.ts';
import { removeNode, replaceContent, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { Sheet, WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { areasMeet, areaText, readArea, type Area } from '../../../spreadsheet/places.ts';
import { COLUMNS_MAX, ROWS_MAX } from '../../../spreadsheet/cell-names.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { withoutArea } from '../mechanics/area-pieces.ts';
import { findArea, findSheet } from '../mechanics/find-cells.ts';
import { CONDITIONAL_FORMATS, extensionOf } from '../mechanics/sheet-extensions.ts';

const schema = z.strictObject({
  op: z.literal('remove_rules'),
  target: z.string().min(1).max(300).describe('Cells, or a whole sheet: Sheet1!B2:B99, Sheet1.'),
  kind: z.enum(['conditional_format', 'data_validation']),
});

const WHOLE: Area = { top: 1, left: 1, bottom: ROWS_MAX, right: COLUMNS_MAX };

const areasOf = (text: string): Area[] => text.split(/\s+/).flatMap((one) => readArea(one) ?? []);

interface Rules {
  edits: XmlEdit[];
  count: number;
}

const refOf = (holder: XmlElement): XmlElement | undefined => elementsOf(holder, 'sqref', XM)[0];
const extendedAreas = (holder: XmlElement): Area[] => {
  const ref = refOf(holder);
  return ref === undefined ? [] : areasOf(textOf(ref));
};

/** Rules that only newer programs read stand in the list of extensions, with their cells as an element ([MS-XLSX] §2.6.5). */
function extensionRules(sheet: Sheet, area: Area, local: string): XmlElement[] {
  const list = firstElementOf(sheet.part.root, 'extLst', S);
  return list === undefined
    ? []
    : [...walkElements(list)].filter((one) => one.local === local && extendedAreas(one).some((own) => areasMeet(own, area)));
}

/** Rules of which all programs read something: what newer ones read more of them goes by the id that their `cfRule` has. */
function tiedIds(sheet: Sheet): Set<string> {
  const holders = elementsOf(sheet.part.root, 'conditionalFormatting', S);
  return new Set(
    holders.flatMap((holder) => [...walkElements(holder)].flatMap((one) => (one.local === 'id' && one.uri === X14 ? [textOf(one)] : []))),
  );
}

const isTied = (holder: XmlElement, ids: ReadonlySet<string>): boolean => {
  const rules = elementsOf(holder, 'cfRule', X14);
  return rules.length > 0 && rules.every((rule) => ids.has(attributeOf(rule, 'id') ?? ''));
};

/** The other halves of rules go with them; a list of none cannot stand. */
function removeTied(sheet: Sheet, holders: readonly XmlElement[], area: Area): XmlEdit[] {
  const gone = new Set<XmlElement>();
  const edits = holders.flatMap((holder): XmlEdit[] => {
    const rest = extendedAreas(holder).flatMap((own) => withoutArea(own, area));
    const ref = refOf(holder);
    if (rest.length > 0 && ref !== undefined) return [replaceContent(sheet.part, ref, rest.map(areaText).join(' '))];
    gone.add(holder);
    return [];
  });
  const extension = extensionOf(sheet, CONDITIONAL_FORMATS);
  const isEmptied = extension?.list !== undefined && elementsOf(extension.list).every((one) => gone.has(one));
  if (!isEmptied) return [...edits, ...[...gone].map(removeNode)];
  const all = firstElementOf(sheet.part.root, 'extLst', S);
  return [removeNode(all !== undefined && elementsOf(all).length === 1 ? all : extension.extension)];
}

function without(sheet: Sheet, all: readonly XmlElement[], area: Area): Rules & { left: number } {
  let count = 0;
  let left = all.length;
  const edits = all.flatMap((one): XmlEdit[] => {
    const areas = areasOf(attributeOf(one, 'sqref') ?? '');
    if (!areas.some((own) => areasMeet(own, area))) return [];
    count++;
    const rest = areas.flatMap((own) => withoutArea(own, area));
    if (rest.length > 0) return [setAttribute(sheet.part, one, 'sqref', rest.map(areaText).join(' '))];
    left--;
    return [removeNode(one)];
  });
  return { edits, count, left };
}

function removeValidations(sheet: Sheet, area: Area): Rules {
  const list = firstElementOf(sheet.part.root, 'dataValidations', S);
  if (list === undefined) return { edits: [], count: 0 };
  const { edits, count, left } = without(sheet, elementsOf(list, 'dataValidation', S), area);
  if (count === 0) return { edits, count };
  return left === 0
    ? { edits: [removeNode(list)], count }
    : { edits: [...edits, setAttribute(sheet.part, list, 'count', String(left))], count };
}

export const removeRules = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'remove_rules',
  format: 'xlsx',
  summary: 'Takes conditional formats or data validations away from cells; other cells keep theirs',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there are no such cells',
    unsupported: 'the rule is of a kind that only newer programs read: sets of icons of their own, lists on other sheets',
    no_effect: 'there is none',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, { target, kind }) {
    const whole = findSheet(file, target);
    if ('rejected' in whole) return whole;
    const found = whole.reference === '' ? { sheet: whole.sheet, area: WHOLE } : findArea(file, target);
    if ('rejected' in found) return found;
    const { sheet, area } = found;
    const isFormat = kind === 'conditional_format';
    const extended = extensionRules(sheet, area, isFormat ? 'conditionalFormatting' : 'dataValidation');
    const ids = tiedIds(sheet);
    if (extended.some((holder) => !isFormat || !isTied(holder, ids)))
      return reject('unsupported', `${target.slice(0, 100)} has a rule of a kind that only newer programs read; take it away in Excel.`);
    const { edits, count } = isFormat
      ? without(sheet, elementsOf(sheet.part.root, 'conditionalFormatting', S), area)
      : removeValidations(sheet, area);
    if (count === 0)
      return reject('no_effect', `There is no ${isFormat ? 'conditional format' : 'data validation'} in ${target.slice(0, 100)}.`);
    const tied = extended.length === 0 ? [] : removeTied(sheet, extended, area);
    return { parts: [{ part: sheet.part.name, edits: [...edits, ...tied] }], before: `${count} of them`, after: '' };
  },
  examples: [
    {
      name: 'there is none',
      operation: { op: 'remove_rules', target: 'Data!A1:A9', kind: 'data_validation' },
      given: '',
      expected: { rejected: 'no_effect' },
    },
  ],
});
