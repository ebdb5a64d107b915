/** An element around words: at once where they stand, their runs divided at the ends; tracked, beside the words that go. */
import { append } from '../../../base/append.ts';
import { W } from '../../../ooxml/names.ts';
import { insertAfter, insertBefore, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { elementsOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type EditContext, type Rejected } from '../../define-edit.ts';
import { runTag } from '../../../ooxml/run-tag.ts';
import type { WordFile, WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf } from '../../../ooxml/word-text.ts';
import { changeProperties, writeProperties, type PropertyChanges } from './change-properties.ts';
import { changeText, cleanRunProperties, openRevision, textXml } from './change-text.ts';
import { cutRun, guardPiece } from './cut-run.ts';
import { runsOfWords, type RunOfWords, type Words } from './find-words.ts';

export interface Wrapping {
  file: WordFile;
  context: EditContext;
  words: Words;
  open: string;
  close: string;
  /** Properties that the words get (`w:rPr`). */
  changes: PropertyChanges;
}

/** What may be between two runs that get an element around them. */
const BETWEEN = /^(?:r|proofErr|(?:bookmark|commentRange|perm)(?:Start|End))$/;
const RANGE = /(?:Start|End)$/;
/** What takes links and controls among its children. */
const HOLDERS = /^(?:p|sdtContent|smartTag|customXml)$/;
const PLAIN = /^(?:rPr|t|tab|br|cr|noBreakHyphen|softHyphen|lastRenderedPageBreak)$/;

const cannot = ({ paragraph }: Words, why: string): Rejected =>
  reject('read_only_content', `The words in ${paragraph.address} cannot be taken together: ${why}.`, [paragraph.address]);

/** Null where the words lie beside each other, in whole runs of text that may get an element around them. */
function refuse({ words, context }: Wrapping, runs: readonly RunOfWords[]): Rejected | null {
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return cannot(words, 'there are none');
  const parent = first.run.parent;
  if (parent === undefined || parent !== last.run.parent)
    return cannot(words, 'they reach over the edge of a link, a control or a tracked change');
  if (parent.uri !== W || !HOLDERS.test(parent.local))
    return cannot(
      words,
      parent.local === 'hyperlink' || parent.local === 'fldSimple'
        ? 'they lie in a link or a field'
        : 'they are a tracked change; accept or reject that first',
    );
  const between = elementsOf(parent).filter(({ start, end }) => start >= first.run.start && end <= last.run.end);
  const foreign = between.find(({ uri, local }) => uri !== W || !BETWEEN.test(local));
  if (foreign !== undefined) return cannot(words, `there is something else among them (${foreign.local})`);
  const special = between
    .flatMap((one) => [...walkElements(one)])
    .find(({ uri, local }) => uri === W && /^(?:fldChar|instrText)$/.test(local));
  if (special !== undefined) return cannot(words, 'there is a field among them');
  const locked = runs.find(
    ({ first: piece, last: other }) =>
      (piece.kind !== 'object' && piece.locked !== null) || (other.kind !== 'object' && other.locked !== null),
  );
  if (locked !== undefined) return cannot(words, locked.first.locked ?? 'they are locked');
  if (context.mode === 'direct') return null;
  if (between.some((one) => RANGE.test(one.local)))
    return cannot(words, 'tracked, a bookmark or comment that begins or ends among them would be lost');
  return runs.every(({ run }) => isPlain(run))
    ? null
    : cannot(words, 'tracked, pictures, notes and tracked formats among them would be written twice');
}

/** Whether a run holds nothing but text, in a look that is no tracked change. */
export const isPlain = (run: XmlElement): boolean =>
  elementsOf(run).every(
    (child) => child.uri === W && PLAIN.test(child.local) && (child.local !== 'rPr' || childOf(child, 'rPrChange') === undefined),
  );

/** The words once more, as new runs in their own look, breaks and tabs as they are written. @param runs in the order of the paragraph */
export function copyRuns(
  file: WordFile,
  paragraph: WordParagraph,
  runs: readonly RunOfWords[],
  changesOf: (run: XmlElement) => PropertyChanges,
): string {
  const { w } = file;
  const { source } = paragraph.part;
  const { pieces } = file.textOf(paragraph);
  let at = 0;
  const contentOf = ({ first, from, last, to }: RunOfWords): string => {
    while (at < pieces.length && pieces[at] !== first) at++;
    let xml = '';
    for (let piece = pieces[at]; piece !== undefined; piece = pieces[++at]) {
      const { text, node, holder } = piece;
      const shown = text.slice(piece === first ? from : 0, piece === last ? to : text.length);
      xml += node === undefined ? source.slice(holder.start, holder.end) : shown === '' ? '' : textXml(w, shown);
      if (piece === last) break;
    }
    return xml;
  };
  return runs
    .map((one) => {
      const clean = cleanRunProperties(source, childOf(one.run, 'rPr'));
      const changes = changesOf(one.run);
      const shown = changes.size === 0 ? clean : withChanges(w, clean, changes);
      return `${runTag(source, one.run, `${w}r`)}${shown}${contentOf(one)}</${w}r>`;
    })
    .join('');
}

/** Only the first child of the schema's order is ever set: the style of the characters. */
function withChanges(w: string, properties: string, changes: PropertyChanges): string {
  const style = changes.get('rStyle') ?? '';
  const others = properties
    .replace(/^<[^>]*>/, '')
    .replace(/<\/[^>]*>$/, '')
    .replace(new RegExp(`<${w}rStyle\\b[^>]*/>`), '');
  const inner = style + others;
  return inner === '' ? '' : `<${w}rPr>${inner}</${w}rPr>`;
}

/** An element ends with its last word: what other operations set behind that word, such as the number of a note, comes behind the element. */
export const CLOSES = -2;
/** It begins with its first word: what others set in front of that word, such as a text box, comes in front of the element. */
const OPENS = 1_000_000;

/** The element around the words, with their runs in another look where one is given. */
export function wrapWords(wrapping: Wrapping): XmlEdit[] | Rejected {
  const { file, context, words, open, close, changes } = wrapping;
  const { paragraph } = words;
  const runs = runsOfWords(file, words);
  const refused = refuse(wrapping, runs);
  if (refused !== null) return refused;
  if (context.mode === 'tracked') {
    const copies = copyRuns(file, paragraph, runs, () => changes);
    const markup = `${open}${openRevision(file, 'ins', context)}>${copies}</${file.w}ins>${close}`;
    return changeText(file, paragraph, [{ start: words.start, end: words.end, text: words.text, markup }], context);
  }
  const edits: XmlEdit[] = [];
  for (const [index, one] of runs.entries()) {
    const place = { file, part: paragraph.part, owner: one.run, list: 'rPr' as const, context };
    const [opening, closing] = [index === 0 ? open : '', index === runs.length - 1 ? close : ''];
    const opened = one.startsWithin
      ? cutRun(paragraph, one.first, one.from, { file, between: opening, properties: writeProperties(place, changes) })
      : [...(opening === '' ? [] : [{ ...insertBefore(one.run, opening), order: OPENS }]), ...changeProperties(place, changes)];
    const closed = one.endsWithin
      ? cutRun(paragraph, one.last, one.to, { file, between: closing })
      : closing === ''
        ? []
        : [{ ...insertAfter(one.run, closing), order: CLOSES }];
    if (opened === null || closed === null) return cannot(words, 'they are written as a CDATA section');
    append(edits, [...opened, ...closed, ...(one.startsWithin ? guardPiece(one.run, opened, one.endsWithin ? closed : []) : [])]);
  }
  return edits;
}
