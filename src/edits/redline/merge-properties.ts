/** Properties of a block, a run or a section that are others in the newer file, with what they were (ISO/IEC 29500-1 §17.13.5.28-37). */
import { appendContent, replaceNode, type XmlEdit } from '../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../ooxml/office-package.ts';
import { childOf } from '../../ooxml/word-text.ts';
import { elementsOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { describeProperties, type ContentOf } from './describe-content.ts';
import { declareOn, importEdits, sliceWith, type Import } from './import-content.ts';
import { prefixOf, revisionAttributes, trackElement, type Fate, type Revisions } from './track-element.ts';

/** One of the two files at one of its parts. */
export interface Side {
  content: ContentOf;
  part: XmlPart;
}

export interface Merge {
  from: Side;
  to: Side;
  imported: Import;
  revisions: Revisions;
  /** Blocks are replaced as wholes: for what cannot be divided. */
  coarse: boolean;
  /** Paragraphs that changed place are shown as moved. */
  moves: boolean;
  /** Blocks that hold one field together go and come together. */
  wholeFields: boolean;
}

/** An element of the newer file as XML of the older one. */
export function imported(merge: Merge, element: XmlElement, fate: Fate | null): string {
  const { part } = merge.to;
  const edits = importEdits(merge.imported, { part, into: merge.from.part.name }, element);
  const tracked = fate === null ? [] : trackElement(part, element, fate, merge.revisions);
  return sliceWith(part.source, element, [...tracked, ...edits]);
}

/** What stands between the tags. */
export const innerOf = (xml: string): string => xml.replace(/^<[^>]*\/>$/s, '').replace(/^<[^>]*>|<\/[^>]*>$/gs, '');

/** Properties that are others now, with what they were. @param kept children of neither */
export function changedProperties(
  merge: Merge,
  owners: { old: XmlElement; next: XmlElement },
  list: string,
  kept: { without: RegExp; behind: string },
): string {
  const { from, to, revisions } = merge;
  const w = prefixOf(from.part);
  const inside = (owner: XmlElement, shown: (child: XmlElement) => string): string =>
    elementsOf(childOf(owner, list) ?? { ...owner, children: [] })
      .filter(({ local }) => !kept.without.test(local))
      .map(shown)
      .join('');
  const before = inside(owners.old, ({ start, end }) => from.part.source.slice(start, end));
  const isSame =
    describeProperties(owners.old, list, { content: from.content, part: from.part.name }, kept.without) ===
    describeProperties(owners.next, list, { content: to.content, part: to.part.name }, kept.without);
  const now = isSame ? before : inside(owners.next, (child) => imported(merge, child, null));
  const history = isSame
    ? ''
    : `<${w}${list}Change${revisionAttributes(revisions, w)}><${w}${list}>${before}</${w}${list}></${w}${list}Change>`;
  const inner = now + kept.behind + history;
  return inner === '' ? '' : `<${w}${list}>${inner}</${w}${list}>`;
}

const REFERENCES = /^(?:headerReference|footerReference)$/;

/** A section's properties with their change, but for what refers to headers and footers, which no revision holds. @returns spans of the older part */
export function mergeSection(merge: Merge, old: XmlElement, next: XmlElement): XmlEdit[] {
  const wrap = (section: XmlElement): XmlElement => ({ ...section, children: [section] });
  const { from, to } = merge;
  const owners = { old: wrap(old), next: wrap(next) };
  const isSame =
    describeProperties(owners.old, 'sectPr', { content: from.content, part: from.part.name }, REFERENCES) ===
    describeProperties(owners.next, 'sectPr', { content: to.content, part: to.part.name }, REFERENCES);
  if (isSame) return [];
  const kept = elementsOf(old)
    .filter(({ local }) => REFERENCES.test(local))
    .map(({ start, end }) => from.part.source.slice(start, end))
    .join('');
  const made = declareOn(changedProperties(merge, owners, 'sectPr', { without: REFERENCES, behind: '' }), to.part, from.part);
  const open = made.indexOf('>') + 1;
  return [replaceNode(old, made === '' ? from.part.source.slice(old.start, old.end) : made.slice(0, open) + kept + made.slice(open))];
}

/** The last section, of which a body that has no properties for it says nothing. */
export function mergeLastSection(merge: Merge, old: XmlElement, next: XmlElement): XmlEdit[] {
  const [last, theirs] = [childOf(old, 'sectPr'), childOf(next, 'sectPr')];
  if (last !== undefined) return mergeSection(merge, last, theirs ?? { ...last, children: [] });
  if (theirs === undefined) return [];
  const owner: XmlElement = { ...old, children: [] };
  const xml = changedProperties(merge, { old: owner, next: { ...theirs, children: [theirs] } }, 'sectPr', {
    without: REFERENCES,
    behind: '',
  });
  return [appendContent(merge.from.part, old, declareOn(xml, merge.to.part, merge.from.part))];
}
