/** The mark at a paragraph's end as inserted, deleted or moved (ISO/IEC 29500-1 §17.13.5.15, §17.13.5.20). */
import { insertAfter, prependContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { EditContext } from '../../define-edit.ts';
import { insertProperty } from './change-properties.ts';
import { openRevision } from './change-text.ts';
import type { TrackKind } from './track-runs.ts';
import type { WordFile, WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf } from '../../../ooxml/word-text.ts';

const ORDER = ['ins', 'del', 'moveFrom', 'moveTo'];
const isLoss = (local: string): boolean => local === 'del' || local === 'moveFrom';

export function trackParagraphMark(file: WordFile, { part, element }: WordParagraph, kind: TrackKind, context: EditContext): XmlEdit[] {
  const { w } = file;
  const properties = childOf(element, 'pPr');
  const known = properties && childOf(properties, 'rPr');
  const marks = known === undefined ? [] : ORDER.flatMap((local) => childOf(known, local) ?? []);
  // gone already, or come already
  if (marks.some(({ local }) => isLoss(local) === isLoss(kind))) return [];
  const mark = `${openRevision(file, kind, context)}/>`;
  if (properties === undefined)
    return [{ ...prependContent(part, element, `<${w}pPr><${w}rPr>${mark}</${w}rPr></${w}pPr>`), unique: 'pPr' }];
  if (known === undefined) return [insertProperty(part, properties, 'pPr', 'rPr', `<${w}rPr>${mark}</${w}rPr>`)];
  const before = marks.findLast(({ local }) => ORDER.indexOf(local) < ORDER.indexOf(kind));
  return [{ ...(before === undefined ? prependContent(part, known, mark) : insertAfter(before, mark)), unique: `rPr ${kind}` }];
}
