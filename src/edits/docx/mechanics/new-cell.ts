/** New cells of a table, in the looks of one that is there. */
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { EditContext } from '../../define-edit.ts';
import { cleanRunProperties, looksOf, openRevision, runContent } from './change-text.ts';
import { paragraphsOf, type WordCell, type WordFile } from '../../../ooxml/word-file.ts';
import { childOf } from '../../../ooxml/word-text.ts';

/** As it is in the file; '' for nothing. */
export const sliceOf = ({ part }: WordCell, element: { start: number; end: number } | undefined): string =>
  element === undefined ? '' : part.source.slice(element.start, element.end);

const propertiesAt = (element: XmlElement, local: string): { start: number; end: number } =>
  childOf(element, local) ?? { start: element.contentStart, end: element.contentStart + 1 };

/** The looks that a new cell takes from this one are not to be changed by another operation of the request: which of both comes first would show. */
export function guardLooks(file: WordFile, cell: WordCell): XmlEdit[] {
  const [first] = [...paragraphsOf(cell.blocks)];
  const run = first && file.textOf(first).pieces[0]?.run;
  const looks = [
    propertiesAt(cell.element, 'tcPr'),
    ...(first === undefined ? [] : [propertiesAt(first.element, 'pPr')]),
    ...(run === undefined ? [] : [looksOf(run)]),
  ];
  return looks.map(({ start, end }) => ({ start, end: start, xml: '', guards: { start, end } }));
}

/** Its history is not for a new cell, nor what names it elsewhere. */
const HISTORY = ['cellIns', 'cellDel', 'cellMerge', 'tcPrChange', 'headers'];
const MERGING = ['gridSpan', 'hMerge', 'vMerge'];

/** Properties of a cell as those of a new one in a row, or (`apart`) in a column of its own. */
export function copiedProperties(cell: WordCell, { apart }: { apart: boolean }): XmlElement[] {
  const known = childOf(cell.element, 'tcPr');
  return known === undefined
    ? []
    : elementsOf(known).filter(({ local }) => !HISTORY.includes(local) && !(apart && MERGING.includes(local)));
}

/** Of the numbering too: it may be marked as inserted. */
const isPlain = (property: XmlElement): boolean =>
  !['rPr', 'sectPr', 'pPrChange'].includes(property.local) && !(property.local === 'numPr' && childOf(property, 'ins') !== undefined);

/**
 * The cell with another text and the looks of its first paragraph.
 * @param content `properties`: its `w:tcPr`, or ''
 */
export function cellXml(
  file: WordFile,
  cell: WordCell,
  { text, properties }: { text: string; properties: string },
  context: EditContext,
): string {
  const { w } = file;
  const { source } = cell.part;
  const [first] = [...paragraphsOf(cell.blocks)];
  const paragraph = first && childOf(first.element, 'pPr');
  const kept =
    paragraph === undefined
      ? ''
      : elementsOf(paragraph)
          .filter(isPlain)
          .map((one) => sliceOf(cell, one))
          .join('');
  const run = first && file.textOf(first).pieces[0]?.run;
  const runProperties = cleanRunProperties(source, run && childOf(run, 'rPr'));
  const tracked = context.mode === 'tracked';
  const mark = tracked ? `<${w}rPr>${openRevision(file, 'ins', context)}/></${w}rPr>` : '';
  const content = text === '' ? '' : `<${w}r>${runProperties}${runContent(w, text)}</${w}r>`;
  const pPr = kept + mark === '' ? '' : `<${w}pPr>${kept}${mark}</${w}pPr>`;
  return `${source.slice(cell.element.start, cell.element.contentStart)}${properties}<${w}p>${pPr}${tracked && content !== '' ? `${openRevision(file, 'ins', context)}>${content}</${w}ins>` : content}</${w}p></${cell.element.name}>`;
}
