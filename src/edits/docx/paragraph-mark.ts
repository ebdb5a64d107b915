/** The mark at a paragraph's end as inserted or deleted (ISO/IEC 29500-1 §17.13.5.15, §17.13.5.20). */
import { appendContent, insertBefore, prependContent, type XmlEdit } from '../../ooxml/edit-xml.ts';
import type { EditContext } from '../define-edit.ts';
import { openRevision } from './change-text.ts';
import type { WordFile, WordParagraph } from './word-file.ts';
import { childOf } from './word-text.ts';

export function markParagraphDeleted(file: WordFile, { part, element }: WordParagraph, context: EditContext): XmlEdit {
  const { w } = file;
  const mark = `${openRevision(file, 'del', context)}/>`;
  const properties = childOf(element, 'pPr');
  if (properties === undefined) return prependContent(part, element, `<${w}pPr><${w}rPr>${mark}</${w}rPr></${w}pPr>`);
  const runProperties = childOf(properties, 'rPr');
  if (runProperties !== undefined) {
    const inserted = childOf(runProperties, 'ins');
    return inserted === undefined ? prependContent(part, runProperties, mark) : { start: inserted.end, end: inserted.end, xml: mark };
  }
  const behind = childOf(properties, 'sectPr') ?? childOf(properties, 'pPrChange');
  const xml = `<${w}rPr>${mark}</${w}rPr>`;
  return behind === undefined ? appendContent(part, properties, xml) : insertBefore(behind, xml);
}
