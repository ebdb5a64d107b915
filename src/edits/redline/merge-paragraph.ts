/**
 * Two versions of a paragraph as one with tracked changes: words, formatting of words and of the paragraph, pictures, notes and
 * fields. What is the same in both keeps the markup of the older file.
 */
import { W } from '../../ooxml/names.ts';
import { setAttribute, type XmlEdit } from '../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../ooxml/office-package.ts';
import { runTag, runTagFrom } from '../../ooxml/run-tag.ts';
import { childOf, valueOf } from '../../ooxml/word-text.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { elementsOf, textOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { describeElement, describeProperties } from './describe-content.ts';
import { declareOn, importEdits, isCommentRun, sliceWith } from './import-content.ts';
import { changedProperties, imported, innerOf, mergeSection, type Merge, type Side } from './merge-properties.ts';
import { prefixOf, revisionAttributes, trackElement, trackMark, type Fate } from './track-element.ts';
import { keepFieldsWhole, losesAnEnd } from './whole-fields.ts';

/** Something in a paragraph that stays, comes or goes as one. */
interface Unit {
  key: string;
  look: string;
  /** Words: their text; null of all else. */
  text: string | null;
  run: XmlElement | null;
  /** Of an object in a run its element, or what stands beside runs. */
  element: XmlElement;
  /** Marks of bookmarks and comments of the older file, which stay. */
  isAnchor: boolean;
}

/** Signs that stand before a word and behind it; within figures, names of files and the like they are part of it. */
const [BEFORE, BEHIND] = [new Set('([{“"„«¿¡'), new Set('.,;:!?…)]}”"»')];

/** Blanks, words and the signs around them: a word stays where only the sign behind it is another. */
const wordsOf = (text: string): string[] =>
  (text.match(/\s+|[^\s]+/g) ?? []).flatMap((one) => {
    let [start, end] = [0, one.length];
    while (start < end && BEFORE.has(one.charAt(start))) start++;
    while (end > start && BEHIND.has(one.charAt(end - 1))) end--;
    return start === end ? [one] : [one.slice(0, start), one.slice(start, end), one.slice(end)].filter((part) => part !== '');
  });

const ANCHORS = /^(?:bookmarkStart|bookmarkEnd|commentRangeStart|commentRangeEnd|permStart|permEnd)$/;

function unitsOfRun(run: XmlElement, { content, part }: Side): Unit[] {
  const properties = childOf(run, 'rPr');
  const look = describeProperties(run, 'rPr', { content, part: part.name });
  return elementsOf(run).flatMap((element): Unit[] => {
    if (element === properties || element.local === 'lastRenderedPageBreak') return [];
    const unit = { look, run, element, isAnchor: false };
    if (element.uri !== W || element.local !== 't') return [{ ...unit, key: describeElement(element, content, part.name), text: null }];
    return wordsOf(textOf(element)).map((text) => ({ ...unit, key: `"${text}`, text }));
  });
}

function unitsOf(paragraph: XmlElement, side: Side): Unit[] {
  return elementsOf(paragraph).flatMap((element): Unit[] => {
    if (element.uri === W && (element.local === 'pPr' || element.local === 'proofErr')) return [];
    const isAnchor = (element.uri === W && ANCHORS.test(element.local)) || isCommentRun(element);
    if (element.uri === W && element.local === 'r' && !isAnchor) return unitsOfRun(element, side);
    const key = isAnchor ? '' : describeElement(element, side.content, side.part.name);
    return key === '' && !isAnchor ? [] : [{ key, look: '', text: null, run: null, element, isAnchor }];
  });
}

const fieldMarkOf = ({ element }: Unit): string[] =>
  element.uri === W && element.local === 'fldChar' ? [valueOf(element, 'fldCharType') ?? ''] : [];

/** More pairs of words than that are not compared: all goes, and all comes. */
const PAIRS_MAX = 4_000_000;

/** Pairs of units, in order. */
function alignUnits(old: readonly Unit[], next: readonly Unit[]): [Unit | null, Unit | null][] {
  let head = 0;
  while (head < old.length && head < next.length && old[head]?.key === next[head]?.key) head++;
  let tail = 0;
  while (tail < Math.min(old.length, next.length) - head && old.at(-1 - tail)?.key === next.at(-1 - tail)?.key) tail++;
  const [a, b] = [old.slice(head, old.length - tail), next.slice(head, next.length - tail)];
  const width = b.length + 1;
  const isLarge = a.length * b.length > PAIRS_MAX;
  const longest = new Uint32Array(isLarge ? 0 : (a.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  if (!isLarge)
    for (let i = a.length - 1; i >= 0; i--)
      for (let j = b.length - 1; j >= 0; j--)
        longest[i * width + j] = a[i]?.key === b[j]?.key ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const middle: [Unit | null, Unit | null][] = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length;) {
    const [one, other] = [a[i] ?? null, b[j] ?? null];
    if (!isLarge && one !== null && one.key === other?.key) middle.push([a[i++] ?? null, b[j++] ?? null]);
    else if (other === null || (one !== null && (isLarge || at(i + 1, j) >= at(i, j + 1)))) middle.push([a[i++] ?? null, null]);
    else middle.push([null, b[j++] ?? null]);
  }
  const same = (count: number, fromEnd: boolean): [Unit | null, Unit | null][] =>
    Array.from({ length: count }, (_, k) =>
      fromEnd ? [old[old.length - count + k] ?? null, next[next.length - count + k] ?? null] : [old[k] ?? null, next[k] ?? null],
    );
  return [...same(head, false), ...middle, ...same(tail, true)];
}

type Pair = readonly [Unit | null, Unit | null];

/** A blank or a sign is in both versions by chance where words beside it are others on either side. */
const isIsland = ([one, other]: Pair): boolean =>
  one !== null && other !== null && one.text !== null && one.look === other.look && /^(?:[^\p{L}\p{N}\s]{1,3}|[^\S\n\t])$/u.test(one.text);

/** Words alone: pictures, fields and notes stay in their order. */
const isReplaced = (pairs: readonly Pair[]): boolean =>
  pairs.every(([one, other]) => (one ?? other)?.text !== null) &&
  pairs.some(([, other]) => other === null) &&
  pairs.some(([one]) => one === null);

/** Words that were replaced one by one, with nothing but blanks and signs between them, as one replacement: all goes, then all comes. */
function joinReplaced(pairs: readonly Pair[]): Pair[] {
  const blocks: Pair[][] = [];
  for (const pair of pairs) {
    const last = blocks.at(-1);
    const isSame = pair[0] !== null && pair[1] !== null;
    if (!isSame && last !== undefined && last.every(([one, other]) => one === null || other === null)) last.push(pair);
    else blocks.push([pair]);
  }
  const joined: Pair[][] = [];
  for (let at = 0; at < blocks.length; at++) {
    const [before, block = [], behind] = [joined.at(-1), blocks[at], blocks[at + 1]];
    const [pair] = block;
    if (before && behind && pair && isIsland(pair) && isReplaced(before) && isReplaced(behind)) {
      before.push([pair[0], null], [null, pair[1]], ...behind);
      at++;
    } else joined.push([...block]);
  }
  return joined.flatMap((block) =>
    isReplaced(block) ? [...block.filter(([, other]) => other === null), ...block.filter(([one]) => one === null)] : block,
  );
}

/** @param fate of the paragraph's mark; '' where it stays */
function paragraphProperties(merge: Merge, old: XmlElement, next: XmlElement, fate: 'moveTo' | ''): string {
  const [before, now] = [childOf(old, 'pPr'), childOf(next, 'pPr')];
  const holder = (properties: XmlElement | undefined, paragraph: XmlElement): XmlElement => properties ?? { ...paragraph, children: [] };
  const look = changedProperties(merge, { old: holder(before, old), next: holder(now, next) }, 'rPr', { without: /^$/, behind: '' });
  const w = prefixOf(merge.from.part);
  const mark = fate === '' ? look : `<${w}rPr><${w}${fate}${revisionAttributes(merge.revisions, w)}/>${innerOf(look)}</${w}rPr>`;
  const [section, theirs] = [before && childOf(before, 'sectPr'), now && childOf(now, 'sectPr')];
  const changed = section === undefined || theirs === undefined ? [] : mergeSection(merge, section, theirs);
  const behind = mark + (section === undefined ? '' : sliceWith(merge.from.part.source, section, changed));
  return changedProperties(merge, { old, next }, 'pPr', { without: /^(?:rPr|sectPr)$/, behind });
}

interface Stretch {
  fate: Fate | 'same';
  opening: string;
  text: string;
}

/** The formatting of a run that is in one version or in both, with its change where it is another. */
/** The tag of a run and its properties. */
function runOpening(merge: Merge): (one: Unit | null, other: Unit | null) => string {
  const { part } = merge.from;
  const name = `${prefixOf(part)}r`;
  const propertiesOf = runProperties(merge);
  return (one, other) => {
    const [own, theirs] = [one?.run, other?.run];
    const tag = own ? runTag(part.source, own, name) : theirs ? runTagFrom(part.root, theirs, name) : `<${name}>`;
    return tag + propertiesOf(one, other);
  };
}

function runProperties(merge: Merge): (one: Unit | null, other: Unit | null) => string {
  const { from } = merge;
  const w = prefixOf(from.part);
  return (one, other) => {
    const [a, b] = [one?.run ?? null, other?.run ?? null];
    if (a !== null && b !== null && one?.look !== other?.look)
      return changedProperties(merge, { old: a, next: b }, 'rPr', { without: /^$/, behind: '' });
    const [own, theirs] = [a && childOf(a, 'rPr'), b && childOf(b, 'rPr')];
    if (own) return from.part.source.slice(own.start, own.end);
    return a === null && theirs ? `<${w}rPr>${innerOf(imported(merge, theirs, null))}</${w}rPr>` : '';
  };
}

/** The marks of the older file by what stands behind them, and those at the end. */
function anchorsOf(old: readonly Unit[]): { stays: Unit[]; anchors: Map<Unit, Unit[]>; last: Unit[] } {
  const anchors = new Map<Unit, Unit[]>();
  let last: Unit[] = [];
  for (const unit of old) {
    if (unit.isAnchor) last.push(unit);
    else if (last.length > 0) {
      anchors.set(unit, last);
      last = [];
    }
  }
  return { stays: old.filter(({ isAnchor }) => !isAnchor), anchors, last };
}

/** How the runs of a paragraph are marked, by what became of them. */
interface Marking {
  wrap(fate: Stretch['fate'], xml: string): string;
  object(fate: Stretch['fate'], units: { one: Unit | null; other: Unit | null; opening: string | null }): string;
  /** Bookmarks and comments of the older file stand here too. */
  anchors: boolean;
}

/** Of a paragraph that stays where it is. */
const inPlace = (merge: Merge): Marking => ({
  wrap: (fate, xml) => marked(merge, fate, xml),
  object: (fate, units) => objectXml(merge, fate, units),
  anchors: true,
});

function marked({ from, revisions }: Merge, fate: Stretch['fate'] | 'moveTo', xml: string): string {
  const w = prefixOf(from.part);
  return fate === 'same' ? xml : `<${w}${fate}${revisionAttributes(revisions, w)}>${xml}</${w}${fate}>`;
}

/**
 * Of a paragraph where it has come to: words that came along are moved, words that did not are deleted from what was moved
 * (`w:del` in `w:moveTo`, as Word writes it). Objects are those of the newer file, since numbers of notes and pictures are there once;
 * those that did not come along are seen where they were.
 */
const whereMoved = (merge: Merge): Marking => ({
  wrap: (fate, xml) => (fate === 'ins' ? marked(merge, fate, xml) : marked(merge, 'moveTo', marked(merge, fate, xml))),
  object(fate, { other, opening }) {
    if (other === null) return '';
    const kind = fate === 'ins' ? 'ins' : 'moveTo';
    const w = prefixOf(merge.from.part);
    if (opening === null) return imported(merge, other.element, kind);
    return marked(merge, kind, `${opening}${imported(merge, other.element, null)}</${w}r>`);
  },
  anchors: false,
});

/** Runs of one paragraph, words of one look and fate in one run. */
function writeUnits(merge: Merge, marking: Marking, old: readonly Unit[], next: readonly Unit[]): string {
  const { from } = merge;
  const w = prefixOf(from.part);
  const out: string[] = [];
  let open: Stretch | null = null;
  const close = (): void => {
    if (open === null) return;
    const name = open.fate === 'del' ? 'delText' : 't';
    out.push(marking.wrap(open.fate, `${open.opening}<${w}${name} xml:space="preserve">${escapeText(open.text)}</${w}${name}></${w}r>`));
    open = null;
  };
  const openingOf = runOpening(merge);
  let looks = '';
  const put = (fate: Stretch['fate'], one: Unit | null, other: Unit | null): void => {
    const unit = one ?? other;
    if (unit === null) return;
    if (unit.text !== null) {
      const look = `${fate} ${one?.run?.start ?? ''} ${other?.look ?? ''} ${one?.look ?? ''} ${one === null ? (other?.run?.start ?? '') : ''}`;
      if (open !== null && looks === look) {
        open.text += unit.text;
        return;
      }
      close();
      looks = look;
      open = { fate, opening: openingOf(one, other), text: unit.text };
      return;
    }
    close();
    out.push(marking.object(fate, { one, other, opening: unit.run === null ? null : openingOf(one, other) }));
  };
  const { stays, anchors, last } = anchorsOf(old);
  const anchor = (units: readonly Unit[]): void => {
    if (units.length === 0 || !marking.anchors) return;
    close();
    for (const { element } of units) out.push(from.part.source.slice(element.start, element.end));
  };
  const pairs = alignUnits(
    stays,
    next.filter(({ isAnchor }) => !isAnchor),
  );
  for (const [one, other] of joinReplaced(keepFieldsWhole(pairs, fieldMarkOf, losesAnEnd))) {
    if (one !== null) anchor(anchors.get(one) ?? []);
    put(one === null ? 'ins' : other === null ? 'del' : 'same', one, other);
  }
  close();
  anchor(last);
  return out.join('');
}

/** A field whose result the newer file has marked as stale is counted anew, whether the changes are accepted or not. */
function staleMark(part: XmlPart, one: Unit, other: Unit | null): XmlEdit[] {
  const stale = other?.element.local === 'fldChar' ? valueOf(other.element, 'dirty') : undefined;
  return stale === undefined || stale === valueOf(one.element, 'dirty')
    ? []
    : [setAttribute(part, one.element, `${prefixOf(part)}dirty`, stale)];
}

function objectXml(
  merge: Merge,
  fate: Stretch['fate'],
  { one, other, opening }: { one: Unit | null; other: Unit | null; opening: string | null },
): string {
  const { from, revisions } = merge;
  if (opening !== null) {
    const w = prefixOf(from.part);
    const inner =
      one !== null
        ? sliceWith(from.part.source, one.element, staleMark(from.part, one, other))
        : other !== null
          ? imported(merge, other.element, null)
          : '';
    const named =
      fate === 'del'
        ? inner.replace(/^<([\w-]+:)?instrText\b/, '<$1delInstrText').replace(/<\/([\w-]+:)?instrText>$/, '</$1delInstrText>')
        : inner;
    const run = `${opening}${named}</${w}r>`;
    return marked(merge, fate, run);
  }
  if (one === null) return other === null ? '' : imported(merge, other.element, 'ins');
  const edits = fate === 'same' ? [] : trackElement(from.part, one.element, 'del', revisions);
  return sliceWith(from.part.source, one.element, edits);
}

/** The paragraph with all changes from the older to the newer one. */
export function mergeParagraph(merge: Merge, old: XmlElement, next: XmlElement): string {
  const { from, to } = merge;
  const units = writeUnits(merge, inPlace(merge), unitsOf(old, from), unitsOf(next, to));
  const tag = from.part.source.slice(old.start, old.contentStart).replace(/\/>$/, '>');
  const xml = `${tag}${paragraphProperties(merge, old, next, '')}${units}</${old.name}>`;
  return declareOn(xml, to.part, from.part);
}

/** Whether a paragraph is the last one of a section, whose properties it has (ISO/IEC 29500-1 §17.6.18). */
export function endsSection(block: XmlElement): boolean {
  const properties = block.local === 'p' ? childOf(block, 'pPr') : undefined;
  return properties !== undefined && childOf(properties, 'sectPr') !== undefined;
}

/** The properties of a paragraph of one version, whose mark comes or goes with the section that it ends. */
function markedProperties(merge: Merge, paragraph: XmlElement, fate: 'ins' | 'del'): string {
  const { revisions } = merge;
  const { part } = fate === 'ins' ? merge.to : merge.from;
  const w = prefixOf(merge.from.part);
  const properties = childOf(paragraph, 'pPr');
  if (properties === undefined) return `<${w}pPr><${w}rPr><${w}${fate}${revisionAttributes(revisions, w)}/></${w}rPr></${w}pPr>`;
  const mark = trackMark({ part, fate, revisions, w: prefixOf(part) }, paragraph);
  const edits = fate === 'ins' ? importEdits(merge.imported, { part, into: merge.from.part.name }, properties) : [];
  return sliceWith(part.source, properties, [mark, ...edits]);
}

/**
 * A paragraph that ends a section in one version alone, as two: the words with the mark that ends the section, which comes or goes, and
 * an empty one with the mark of the other version, which goes or comes. Rejected and accepted, the words are in one of them.
 */
export function mergeBreak(merge: Merge, old: XmlElement, next: XmlElement): string {
  const { from, to } = merge;
  const [mine, theirs] = [markedProperties(merge, old, 'del'), markedProperties(merge, next, 'ins')];
  const [first, second] = endsSection(next) ? [theirs, mine] : [mine, theirs];
  const units = writeUnits(merge, inPlace(merge), unitsOf(old, from), unitsOf(next, to));
  const tag = from.part.source.slice(old.start, old.contentStart).replace(/\/>$/, '>');
  const w = prefixOf(from.part);
  const pair = [`${tag}${first}${units}</${old.name}>`, `<${w}p>${second}</${w}p>`];
  return pair.map((xml) => declareOn(xml, to.part, from.part)).join('');
}

/** A paragraph of the older file where the newer one has it, with what changed in it on the way. */
export function movedParagraph(merge: Merge, old: XmlElement, next: XmlElement): string {
  const { from, to } = merge;
  const isSame = describeElement(old, from.content, from.part.name) === describeElement(next, to.content, to.part.name);
  if (isSame) return declareOn(imported(merge, next, 'moveTo'), to.part, from.part);
  const units = writeUnits(merge, whereMoved(merge), unitsOf(old, from), unitsOf(next, to));
  const w = prefixOf(from.part);
  return declareOn(`<${w}p>${paragraphProperties(merge, old, next, 'moveTo')}${units}</${w}p>`, to.part, from.part);
}
