/**
 * A list of the file as a pattern for new ones (ISO/IEC 29500-1 §17.9): what comes beside an item goes on with its list, other lists look like
 * the nearest one of their kind, whether it is numbered by its style or by itself.
 */
import { W } from '../../../ooxml/names.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { sidePartOf, type WordBlock, type WordFile, type WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';
import { inOrder, ORDERS } from './change-properties.ts';
import { styleNamed, stylesBehind } from './need-style.ts';
import type { Base } from './new-runs.ts';
import { baseOf, blocksBeside } from './running-text.ts';

export interface ListSample {
  /** Numbering of the item. */
  numId: string;
  /** Whether new items are of the very list of the item. */
  joined: boolean;
  /** Levels from 0 on for which it is a pattern: bullets whose next level is lettered are none for bullets within them. */
  levels: number;
  /** What `w:pPr` of an item of this level holds, from 0; of another numbering of the same look where one is given. */
  properties(level: number, numId?: string | number): string;
  /** Of the words. */
  base: Base;
}

const KEPT = new Set(['pStyle', 'tabs', 'bidi', 'spacing', 'ind', 'contextualSpacing', 'jc']);
/** Places that are the item's own: those of another level come from the numbering. */
const PLACES = new Set(['tabs', 'ind']);
/** One number and a mark: not `Article 1` nor `1.2`, as headings and clauses have them. */
const PLAIN_NUMBER = /^\(?%\d[.):]*$/;

interface Item {
  paragraph: WordParagraph;
  style: XmlElement | undefined;
  numId: string;
  level: number;
  /** Whether the paragraph names its numbering, and not only its style. */
  direct: boolean;
}

interface Level {
  format: string;
  text: string;
}

type LevelOf = (numId: string, level: number) => Level | undefined;

function readLevels(file: WordFile): LevelOf | undefined {
  const root = sidePartOf(file.opened, 'numbering')?.root;
  if (root === undefined) return undefined;
  const keyed = (holder: XmlElement, local: string, key: string): Map<string, XmlElement> =>
    new Map(elementsOf(holder, local, W).map((element) => [valueOf(element, key) ?? '', element]));
  const [abstracts, nums] = [keyed(root, 'abstractNum', 'abstractNumId'), keyed(root, 'num', 'numId')];
  return (numId, level) => {
    const num = nums.get(numId);
    const abstract = num && abstracts.get(valueOf(childOf(num, 'abstractNumId')) ?? '');
    if (num === undefined || abstract === undefined) return undefined;
    const levels = elementsOf(abstract, 'lvl', W);
    const override = elementsOf(num, 'lvlOverride', W).find((one) => valueOf(one, 'ilvl') === String(level));
    const found = (override && childOf(override, 'lvl')) ?? levels.find((one) => valueOf(one, 'ilvl') === String(level));
    if (found === undefined) return undefined;
    return { format: valueOf(childOf(found, 'numFmt')) ?? 'decimal', text: valueOf(childOf(found, 'lvlText')) ?? '' };
  };
}

const propertyOf = (holder: XmlElement, local: string): XmlElement | undefined => {
  const properties = childOf(holder, 'pPr');
  return properties && childOf(properties, local);
};

/** What a style gives to its paragraphs. */
interface StyleList {
  style: XmlElement | undefined;
  numPr: XmlElement | undefined;
  isHeading: boolean;
}

function readStyle(file: WordFile, id: string | undefined): StyleList {
  const chain = [...stylesBehind(file, id)];
  return {
    style: chain[0],
    numPr: chain.map((one) => propertyOf(one, 'numPr')).find((one) => one !== undefined),
    isHeading: chain.some(
      (one) => propertyOf(one, 'outlineLvl') !== undefined || /^(?:heading|title|toc)\b/i.test(valueOf(childOf(one, 'name')) ?? ''),
    ),
  };
}

/** A paragraph as an item of a list; undefined where it is none, or a heading. */
function itemOf(paragraph: WordParagraph, { style, numPr, isHeading }: StyleList): Item | undefined {
  const own = propertyOf(paragraph.element, 'numPr');
  const read = (local: string): string | undefined => valueOf(own && childOf(own, local)) ?? valueOf(numPr && childOf(numPr, local));
  const numId = read('numId');
  if (numId === undefined || numId === '0' || isHeading || propertyOf(paragraph.element, 'outlineLvl') !== undefined) return undefined;
  return { paragraph, style, numId, level: Number(read('ilvl') ?? 0) || 0, direct: own !== undefined };
}

/** The style of the next level of lists that are numbered by their styles: List Bullet 2 after List Bullet. */
function deeperStyle(file: WordFile, style: XmlElement | undefined, level: number): string | undefined {
  const name = valueOf(style && childOf(style, 'name'));
  return name === undefined ? undefined : valueOf(styleNamed(file, `${name} ${level + 1}`), 'styleId');
}

function sampleOf(
  file: WordFile,
  levelOf: LevelOf,
  item: Item,
  { levels: wanted, ...kind }: { levels: number; joined: boolean; ordered: boolean },
): ListSample {
  const { w } = file;
  const { paragraph, style, numId, direct } = item;
  const deeper = (level: number): string | undefined => (direct || level === 0 ? undefined : deeperStyle(file, style, level));
  const fits = (level: number): boolean => {
    const known = levelOf(numId, item.level + level);
    return deeper(level) !== undefined || (known !== undefined && (known.format === 'bullet') !== kind.ordered);
  };
  let levels = 1;
  while (levels < wanted && fits(levels)) levels++;
  const given = childOf(paragraph.element, 'pPr');
  const kept = (given === undefined ? [] : elementsOf(given, undefined, W)).filter(({ local }) => KEPT.has(local));
  const look = kept.map(({ local, start, end }): [string, string] => [local, paragraph.part.source.slice(start, end)]);
  return {
    numId,
    joined: kind.joined,
    levels,
    base: baseOf(file, paragraph),
    properties: (level, other) => {
      const parts = new Map(look.filter(([local]) => level === 0 || !PLACES.has(local)));
      const styled = deeper(level);
      if (styled !== undefined) parts.set('pStyle', `<${w}pStyle ${w}val="${styled}"/>`);
      if (styled === undefined && (direct || level > 0 || other !== undefined))
        parts.set('numPr', `<${w}numPr><${w}ilvl ${w}val="${item.level + level}"/><${w}numId ${w}val="${other ?? numId}"/></${w}numPr>`);
      return inOrder(ORDERS.pPr, parts);
    },
  };
}

/**
 * The list that a new one of this kind is to look like: that of the paragraph beside which it comes, else the nearest of the kind in the same
 * text. Undefined where there is none.
 * @param joins whether the list may go on with that of its neighbour
 */
export function sampleList(
  file: WordFile,
  near: WordBlock,
  { ordered, levels, joins }: { ordered: boolean; levels: number; joins: boolean },
): ListSample | undefined {
  const levelOf = readLevels(file);
  if (levelOf === undefined) return undefined;
  const styles = new Map<string | undefined, StyleList>();
  for (const block of blocksBeside(file, near)) {
    if (block.kind !== 'paragraph') continue;
    const id = valueOf(propertyOf(block.element, 'pStyle'));
    const style = styles.get(id) ?? readStyle(file, id);
    styles.set(id, style);
    const item = itemOf(block, style);
    const level = item && levelOf(item.numId, item.level);
    if (item === undefined || level === undefined || level.format === 'none' || (level.format === 'bullet') === ordered) continue;
    if (ordered && !PLAIN_NUMBER.test(level.text)) continue;
    const joined = block === near && joins;
    if (!joined && item.level > 0) continue;
    return sampleOf(file, levelOf, item, { levels, joined, ordered });
  }
  return undefined;
}
