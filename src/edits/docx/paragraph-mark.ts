/** The mark at a paragraph's end as inserted, deleted or moved (ISO/IEC 29500-1 §17.13.5.15, §17.13.5.20). */
import { prependContent, type XmlEdit } from '../../ooxml/edit-xml.ts';
import type { EditContext } from '../define-edit.ts';
import { insertProperty } from './change-properties.ts';
import { openRevision } from './change-text.ts';
import type { TrackKind } from './track-runs.ts';
import type { WordFile, WordParagraph } from './word-file.ts';
import { childOf } from './word-text.ts';

export function trackParagraphMark(file: WordFile, { part, element }: WordParagraph, kind: TrackKind, context: EditContext): XmlEdit {
  const { w } = file;
  const mark = `${openRevision(file, kind, context)}/>`;
  const properties = childOf(element, 'pPr');
  if (properties === undefined) return { ...prependContent(part, element, `<${w}pPr><${w}rPr>${mark}</${w}rPr></${w}pPr>`), unique: 'pPr' };
  const runProperties = childOf(properties, 'rPr');
  if (runProperties !== undefined) {
    const inserted = childOf(runProperties, 'ins');
    return inserted === undefined ? prependContent(part, runProperties, mark) : { start: inserted.end, end: inserted.end, xml: mark };
  }
  return insertProperty(part, properties, 'pPr', 'rPr', `<${w}rPr>${mark}</${w}rPr>`);
}
