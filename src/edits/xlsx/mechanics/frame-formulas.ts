/** Formulas that are outside of cells, in whatever part: of conditional formats, validations, links, charts, tables, names. */
import { replaceContent, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { elementsOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';

/** A formula after the change; the same text where it has no part in it. `holder` is the element that holds it. */
export type ChangeText = (formula: string, holder: XmlElement) => string;

/** Elements whose text is a formula. */
const TEXTS = new Set(['f', 'formula', 'formula1', 'formula2', 'calculatedColumnFormula', 'totalsRowFormula', 'definedName']);
/** Attributes that are one, where they are no plain word. */
const ATTRIBUTES = ['textlink', 'linkedCell', 'listFillRange', 'fmlaLink', 'fmlaRange', 'fmlaGroup', 'fmlaTxbx', 'fmlaPict'];

export function formulaEdits(part: XmlPart, change: ChangeText): XmlEdit[] {
  const edits: XmlEdit[] = [];
  for (const element of walkElements(part.root)) edits.push(...textEdits(part, element, change), ...attributeEdits(part, element, change));
  return edits;
}

function textEdits(part: XmlPart, element: XmlElement, change: ChangeText): XmlEdit[] {
  if (!TEXTS.has(element.local) || elementsOf(element).length > 0) return [];
  const before = textOf(element);
  const after = change(before, element);
  return after === before ? [] : [replaceContent(part, element, escapeText(after))];
}

function attributeEdits(part: XmlPart, element: XmlElement, change: ChangeText): XmlEdit[] {
  const edits: XmlEdit[] = [];
  for (const { name, local, value } of element.attributes) {
    const isFormula =
      ATTRIBUTES.includes(local) ||
      (element.local === 'hyperlink' && local === 'location') ||
      // a bound of any kind may be a cell: Excel writes `type="num" val="$B$1"`
      (element.local === 'cfvo' && local === 'val' && !/^-?[\d.]+(?:E[+-]?\d+)?$/i.test(value));
    if (!isFormula) continue;
    const after = change(value, element);
    if (after !== value) edits.push(setAttribute(part, element, name, after));
  }
  return edits;
}
