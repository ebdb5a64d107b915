/** Fields as runs (ECMA-376-1 §17.16): begin, instruction, separator, the result that is shown until Word computes it, end. */
import { escapeText } from '../../ooxml/xml-text.ts';

/** @param resultXml one or more `w:r` @param rPrXml run properties of the field's own marks */
function fieldXml(instruction: string, resultXml: string, rPrXml = ''): string {
  const mark = (type: string): string => `<w:r>${rPrXml}<w:fldChar w:fldCharType="${type}"/></w:r>`;
  return `${mark('begin')}<w:r>${rPrXml}<w:instrText xml:space="preserve"> ${escapeText(instruction)} </w:instrText></w:r>${mark('separate')}${resultXml}${mark('end')}`;
}

/** A field whose result is plain text in the properties given. */
export function textFieldXml(instruction: string, result: string, rPrXml = ''): string {
  return fieldXml(instruction, `<w:r>${rPrXml}<w:t>${escapeText(result)}</w:t></w:r>`, rPrXml);
}
