/**
 * Filling a content control: its words become others, at once or as a tracked change in it. Word tracks what a control shows and not its
 * state (whether a box is checked, the day that a date means, that it only prompts), so that the state is set at once in either mode.
 */
import { append } from '../../../base/append.ts';
import { W, W14 } from '../../../ooxml/names.ts';
import {
  appendContent,
  insertBefore,
  prependContent,
  removeNode,
  replaceContent,
  setAttribute,
  type XmlEdit,
} from '../../../ooxml/edit-xml.ts';
import { paragraphsOf, type WordFile, type WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf } from '../../../ooxml/word-text.ts';
import { elementsOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { isRejected, reject, type EditContext, type Rejected } from '../../define-edit.ts';
import { dropOthers } from '../operations/set-cell-text.ts';
import { cleanRunProperties, openRevision, runContent } from './change-text.ts';
import { isRangeMark } from './half-marks.ts';
import { wrapRuns } from './track-runs.ts';
import { checkedOf, shownDay, signOf, type WordControl } from './word-controls.ts';

/** Look of what is put in: that of the words there, or of the control where it only prompts. */
function lookOf({ part, properties, content, prompts }: WordControl): string {
  const run = [...walkElements(content)].find(({ uri, local }) => uri === W && local === 'r');
  const look = prompts ? childOf(properties, 'rPr') : run && childOf(run, 'rPr');
  return cleanRunProperties(part.source, look);
}

const isReference = ({ uri, local }: XmlElement): boolean => uri === W && local === 'commentReference';

/** Words in place of those that these elements hold; bookmarks and comments in them stay, the words behind what begins first. */
function amongMarks({ part }: WordControl, holders: readonly XmlElement[], run: string): string {
  const marks = holders.flatMap((holder) => [...walkElements(holder)].filter((one) => isRangeMark(one) || isReference(one)));
  const behind = marks.findIndex(({ local }) => !local.endsWith('Start'));
  const written = marks.map((mark) => {
    const { start, end } = isReference(mark) ? (mark.parent ?? mark) : mark;
    return part.source.slice(start, end);
  });
  return written.toSpliced(behind === -1 ? written.length : behind, 0, run).join('');
}

/** The words of a control become others; it keeps its first paragraph. */
function writeText(file: WordFile, control: WordControl, text: string): XmlEdit[] {
  const { w } = file;
  const { part, content } = control;
  const run = text === '' ? '' : `<${w}r>${lookOf(control)}${runContent(w, text)}</${w}r>`;
  const [first, ...others] = paragraphsIn(content);
  if (first === undefined) return [replaceContent(part, content, amongMarks(control, [content], run))];
  const kept = childOf(first, 'pPr');
  const whole = kept === undefined ? '' : part.source.slice(kept.start, kept.end);
  return [replaceContent(part, first, whole + amongMarks(control, [first, ...others], run)), ...others.map(removeNode)];
}

const paragraphsIn = (content: XmlElement): XmlElement[] =>
  [...walkElements(content)].filter(({ uri, local }) => uri === W && local === 'p');

/** New words come where they would be among the marks if they were written at once: in front of the first one that ends something. */
function placeNew({ part }: WordControl, holder: XmlElement, xml: string): XmlEdit[] {
  if (xml === '') return [];
  const first = elementsOf(holder).find(
    (one) => (isRangeMark(one) && !one.local.endsWith('Start')) || elementsOf(one).some((child) => isReference(child)),
  );
  return [first === undefined ? appendContent(part, holder, xml) : insertBefore(first, xml)];
}

/** Runs that stand beside each other, row by row. */
function rowsOf(holder: XmlElement, isWord: (one: XmlElement) => boolean): XmlElement[][] {
  const rows: XmlElement[][] = [[]];
  for (const child of elementsOf(holder)) {
    if (isWord(child)) rows.at(-1)?.push(child);
    else rows.push(...rowsOf(child, isWord), []);
  }
  return rows;
}

/** The same as a tracked change: the old words go and the new ones come, and of several paragraphs the first one takes the others in. */
function trackText(file: WordFile, control: WordControl, text: string, context: EditContext): XmlEdit[] | Rejected {
  const { w } = file;
  const { part, content, address } = control;
  const [first, ...others] = paragraphsIn(content);
  const holder = first ?? content;
  const isWord = (one: XmlElement): boolean => one.uri === W && one.local === 'r' && !elementsOf(one).some(isReference);
  const edits = rowsOf(holder, isWord).flatMap((runs) => wrapRuns({ file, source: part.source, context }, runs, 'del'));
  const run = text === '' ? '' : `${openRevision(file, 'ins', context)}><${w}r>${lookOf(control)}${runContent(w, text)}</${w}r></${w}ins>`;
  append(edits, placeNew(control, holder, run));
  if (first === undefined || others.length === 0) return edits;
  const known = file.stories.flatMap(({ part: own, blocks }) => (own === part ? [...paragraphsOf(blocks)] : []));
  const paragraphOf = (element: XmlElement): WordParagraph | undefined => known.find((one) => one.element === element);
  const [kept, joined] = [paragraphOf(first), others.flatMap((one) => paragraphOf(one) ?? [])];
  if (kept === undefined || joined.length < others.length)
    return reject('unsupported', `The paragraphs of ${address} cannot be joined as a tracked change; send it with mode direct.`, [address]);
  const gone = dropOthers(file, kept, joined, context);
  return isRejected(gone) ? gone : [...edits, ...gone.edits];
}

/** What a control takes: the words that it shows for it, and the edits of its properties. */
interface Filling {
  text: string;
  state: XmlEdit[];
}

function check({ part, properties }: WordControl, checked: boolean): Filling {
  const known = checkedOf(properties);
  const box = elementsOf(properties, 'checkbox', W14)[0];
  const value = checked ? '1' : '0';
  const name = known?.attributes.find(({ local, uri }) => local === 'val' && uri === W14)?.name;
  const prefix = box === undefined ? 'w14:' : box.name.slice(0, -'checkbox'.length);
  const state =
    known !== undefined && name !== undefined
      ? [setAttribute(part, known, name, value)]
      : box === undefined
        ? []
        : [prependContent(part, box, `<${prefix}checked ${prefix}val="${value}"/>`)];
  return { text: signOf(properties, checked), state };
}

function setDate({ w }: WordFile, { part, properties }: WordControl, iso: string): Filling {
  const date = childOf(properties, 'date');
  const state = date === undefined ? [] : [setAttribute(part, date, `${w}fullDate`, `${iso}T00:00:00Z`)];
  return { text: shownDay(properties, iso), state };
}

const isoDay = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

function fillingOf(file: WordFile, control: WordControl, value: string | boolean): Filling | Rejected {
  const { kind, items, address } = control;
  if ((kind === 'checkbox') !== (typeof value === 'boolean'))
    return reject(
      'unsupported',
      kind === 'checkbox' ? `${address} is a checkbox: its value is true or false.` : `${address} is no checkbox: its value is a text.`,
    );
  if (typeof value === 'boolean') return check(control, value);
  switch (kind) {
    case 'date':
      return isoDay.test(value)
        ? setDate(file, control, value)
        : reject('unsupported', `${address} is a date: its value is a day such as 2027-03-01.`);
    case 'dropdown': {
      const item = items.find(({ text, value: code }) => text === value || code === value);
      if (item !== undefined) return { text: item.text, state: [] };
      const all = items.map(({ text }) => `"${text}"`).join(', ');
      return reject('unsupported', `${address} has no item "${value.slice(0, 100)}"; it takes ${all.slice(0, 500)}.`);
    }
    default:
      return { text: value, state: [] };
  }
}

/**
 * The edits that fill a control.
 * @returns words: what the control shows, tracked where that is asked; state: its properties, which are set at once in either mode
 */
export function fillControl(
  file: WordFile,
  control: WordControl,
  value: string | boolean,
  context: EditContext,
): { words: XmlEdit[]; state: XmlEdit[] } | Rejected {
  const filling = fillingOf(file, control, value);
  if (isRejected(filling)) return filling;
  const prompt = childOf(control.properties, 'showingPlcHdr');
  const words = context.mode === 'direct' ? writeText(file, control, filling.text) : trackText(file, control, filling.text, context);
  if (isRejected(words)) return words;
  return { words, state: [...(prompt === undefined ? [] : [removeNode(prompt)]), ...filling.state] };
}
