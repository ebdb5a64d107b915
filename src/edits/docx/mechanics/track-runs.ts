/**
 * Whole runs as inserted, deleted or moved (ISO/IEC 29500-1 §17.13.5): the marks are set around them where they stand, in
 * links and controls too, so that pictures, notes and fields go as they are. What is deleted already is left alone.
 */
import { append } from '../../../base/append.ts';
import { W } from '../../../ooxml/names.ts';
import { insertAfter, insertBefore, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type EditContext, type Rejected } from '../../define-edit.ts';
import { openRevision } from './change-text.ts';
import type { WordFile, WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf, lockOf, valueOf } from '../../../ooxml/word-text.ts';

export type TrackKind = 'ins' | 'del' | 'moveFrom' | 'moveTo';

/** Deleted text has names of its own; moved text has not. */
const DELETED: Readonly<Record<string, string>> = { t: 'delText', instrText: 'delInstrText' };
const HOLDERS = new Set(['hyperlink', 'ins', 'moveTo', 'smartTag', 'sdt', 'sdtContent', 'customXml', 'dir', 'bdo']);

const isRun = ({ uri, local }: XmlElement): boolean => (uri === W ? local === 'r' : local === 'oMath' || local === 'oMathPara');

/** The tags of an element under another name. */
export function renameElement(source: string, element: XmlElement, local: string): XmlEdit[] {
  const name = element.name.slice(0, element.name.length - element.local.length) + local;
  const first = { start: element.start + 1, end: element.start + 1 + element.name.length, xml: name };
  // behind a self-closed element comes the closing tag of another one
  return element.contentEnd < element.end && source.startsWith('</', element.contentEnd)
    ? [first, { start: element.contentEnd + 2, end: element.contentEnd + 2 + element.name.length, xml: name }]
    : [first];
}

function deletedNames(source: string, run: XmlElement): XmlEdit[] {
  return elementsOf(run).flatMap((child) => {
    const name = child.uri === W ? DELETED[child.local] : undefined;
    return name === undefined ? [] : renameElement(source, child, name);
  });
}

/** The ranges around the tags of a control that comes or goes (ISO/IEC 29500-1 §17.13.5.4-7), in the order in which they stand. */
export function controlRanges(
  file: WordFile,
  kind: 'ins' | 'del',
  context: EditContext,
): { before: string; first: string; last: string; behind: string } {
  const name = kind === 'ins' ? 'customXmlInsRange' : 'customXmlDelRange';
  const range = (): [start: string, end: string] => {
    const start = `${openRevision(file, `${name}Start`, context)}/>`;
    return [start, `<${file.w}${name}End ${file.w}id="${/id="(\d+)"/.exec(start)?.[1] ?? ''}"/>`];
  };
  const [[before, first], [last, behind]] = [range(), range()];
  return { before, first, last, behind };
}

/**
 * A control that comes or goes, with its content or without: what is set at the same place comes in the order given, so that the edits inside
 * belong between the two lists.
 */
export function trackControl(
  file: WordFile,
  control: XmlElement,
  kind: 'ins' | 'del',
  context: EditContext,
): { opening: XmlEdit[]; closing: XmlEdit[] } {
  const content = childOf(control, 'sdtContent');
  if (content === undefined || content.contentStart === content.end) return { opening: [], closing: [] };
  const { before, first, last, behind } = controlRanges(file, kind, context);
  return {
    opening: [
      { ...insertBefore(control, before), guards: { start: control.start, end: control.end } },
      { start: content.contentStart, end: content.contentStart, xml: first },
    ],
    closing: [{ start: content.contentEnd, end: content.contentEnd, xml: last }, insertAfter(control, behind)],
  };
}

/** Marks around runs that stand beside each other: one change, as a person would make it. */
export function wrapRuns(
  { file, source, context }: { file: WordFile; source: string; context: EditContext },
  runs: readonly XmlElement[],
  kind: TrackKind,
): XmlEdit[] {
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return [];
  return [
    {
      start: first.start,
      end: first.start,
      xml: `${openRevision(file, kind, context)}>`,
      guards: { start: first.start, end: last.end },
    },
    ...(kind === 'del' ? runs.flatMap((run) => deletedNames(source, run)) : []),
    { start: last.end, end: last.end, xml: `</${file.w}${kind}>` },
  ];
}

/** Runs of a paragraph, in links and controls too, as inserted, deleted or moved. */
export function trackRuns(file: WordFile, paragraph: WordParagraph, kind: TrackKind, context: EditContext): XmlEdit[] | Rejected {
  const { source } = paragraph.part;
  const edits: XmlEdit[] = [];
  const readOnly = (why: string): Rejected =>
    reject('read_only_content', `The text in ${paragraph.address} cannot be changed: ${why}.`, [paragraph.address]);
  if (paragraph.locked !== null) return readOnly(paragraph.locked);
  const wrap = (runs: readonly XmlElement[]): void => append(edits, wrapRuns({ file, source, context }, runs, kind));
  const read = (parent: XmlElement): Rejected | null => {
    let open: XmlElement[] = [];
    const all = elementsOf(parent);
    for (const [at, child] of all.entries()) {
      const before = all[at - 1];
      if (isRun(child)) {
        open.push(child);
        continue;
      }
      wrap(open);
      open = [];
      if (child.uri !== W) continue;
      // a mark cannot be around it, and without its text it would come back with the next update
      if (child.local === 'fldSimple')
        return readOnly(`it is a field (${valueOf(child, 'instr')?.trim().split(/\s/, 1)[0]?.slice(0, 40) ?? ''})`);
      const lock = child.local === 'sdt' ? lockOf(child) : null;
      if (lock !== null) return readOnly(lock);
      // marks of a deletion between those and the control would hide from Word which control it is that came
      if (child.local === 'sdt' && kind === 'del' && before?.local === 'customXmlInsRangeStart')
        return readOnly('it holds a control that comes as a tracked change; accept or reject that first');
      const tags = child.local === 'sdt' && (kind === 'del' || kind === 'ins') ? trackControl(file, child, kind, context) : null;
      if (tags !== null) edits.push(...tags.opening);
      const refused = HOLDERS.has(child.local) ? read(child) : null;
      if (refused !== null) return refused;
      if (tags !== null) edits.push(...tags.closing);
    }
    wrap(open);
    return null;
  };
  return read(paragraph.element) ?? edits;
}
