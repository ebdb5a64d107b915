/**
 * Lists: a numbering of its own for every new numbered list, so that it begins at 1 and those of the file go on as they
 * were (ISO/IEC 29500-1 §17.9); bullets as the file has them, or plain ones.
 */
import { OFFICE_RELATIONSHIP, W } from '../../../ooxml/names.ts';
import { addPart, addRelationship, editXmlPart, newPartName } from '../../../ooxml/change-package.ts';
import { insertAfter, insertBefore, prependContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { OfficePackage, XmlPart } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { sidePartOf, type WordBlock, type WordFile } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';
import { styleNamed } from './need-style.ts';
import type { Base } from './new-runs.ts';
import { sampleList, type ListSample } from './sample-list.ts';

export interface NeededList {
  /** Properties of an item's paragraph. */
  numPr(level: number): string;
  /** Face of the words, where a list of the file has one. */
  base?: Base;
  finish?: (opened: OfficePackage) => void;
}

const NUMBERING = `${OFFICE_RELATIONSHIP}numbering`;
const NUMBERING_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml';
const LEVELS = 9;
const STEP_DXA = 360;

const withId = (part: XmlPart | undefined, local: string, key: string, id: string | undefined): XmlElement | undefined =>
  part === undefined || id === undefined ? undefined : elementsOf(part.root, local, W).find((element) => valueOf(element, key) === id);

/** Bullets, numbers or something else, at the first level. */
function formatOf(numbering: XmlPart, numId: string): string | undefined {
  const abstract = withId(
    numbering,
    'abstractNum',
    'abstractNumId',
    valueOf(childOf(withId(numbering, 'num', 'numId', numId) ?? numbering.root, 'abstractNumId')),
  );
  const level = abstract && elementsOf(abstract, 'lvl', W).find((one) => valueOf(one, 'ilvl') === '0');
  return valueOf(level && childOf(level, 'numFmt'));
}

/** Numbering of the file's own list style, where it is of the kind that is asked for. */
function styleNumbering(file: WordFile, numbering: XmlPart, ordered: boolean): string | undefined {
  const style = styleNamed(file, ordered ? 'list number' : 'list bullet');
  const properties = style && childOf(style, 'pPr');
  const numPr = properties && childOf(properties, 'numPr');
  const id = valueOf(numPr && childOf(numPr, 'numId'));
  const format = id === undefined ? undefined : formatOf(numbering, id);
  return format !== undefined && (format === 'bullet') === !ordered ? id : undefined;
}

/** Levels from the first on that a numbering of the file says anything about, as long as they are of this kind. */
function levelsOf(numbering: XmlPart, numId: string, ordered: boolean): number {
  const id = valueOf(childOf(withId(numbering, 'num', 'numId', numId) ?? numbering.root, 'abstractNumId'));
  const abstract = withId(numbering, 'abstractNum', 'abstractNumId', id);
  const formats = (abstract === undefined ? [] : elementsOf(abstract, 'lvl', W)).map((level) => valueOf(childOf(level, 'numFmt')));
  const other = formats.findIndex((format) => (format === 'bullet') === ordered);
  return other === -1 ? formats.length : other;
}

/** A numbering of the file whose first level is a bullet. */
function bulletsOf(numbering: XmlPart, levels: number): string | undefined {
  return elementsOf(numbering.root, 'num', W)
    .map((num) => valueOf(num, 'numId'))
    .find((id) => id !== undefined && formatOf(numbering, id) === 'bullet' && (levels === 1 || levelsOf(numbering, id, false) >= levels));
}

function abstractXml(w: string, id: number, ordered: boolean): string {
  const levels = Array.from({ length: LEVELS }, (_, level) => {
    const left = STEP_DXA * (level + 2);
    const look = ordered
      ? `<${w}numFmt ${w}val="${['decimal', 'lowerLetter', 'lowerRoman'][level % 3]}"/><${w}lvlText ${w}val="%${level + 1}."/>`
      : `<${w}numFmt ${w}val="bullet"/><${w}lvlText ${w}val="${['•', '–'][level % 2]}"/>`;
    return `<${w}lvl ${w}ilvl="${level}"><${w}start ${w}val="1"/>${look}<${w}lvlJc ${w}val="left"/><${w}pPr><${w}ind ${w}left="${left}" ${w}hanging="${STEP_DXA}"/></${w}pPr></${w}lvl>`;
  });
  return `<${w}abstractNum ${w}abstractNumId="${id}"><${w}multiLevelType ${w}val="hybridMultilevel"/>${levels.join('')}</${w}abstractNum>`;
}

interface NewNumbering {
  numId: number;
  abstractId: number;
  ordered: boolean;
  /** Numbering whose look it takes over. */ like: string | undefined;
}

/** All `abstractNum` are in front of all `num`. */
function addNumbering(opened: OfficePackage, { numId, abstractId, ordered, like }: NewNumbering): void {
  if (sidePartOf(opened, 'numbering') === undefined) {
    const name = newPartName(opened, 'word/numbering', '.xml');
    addPart(opened, { name, contentType: NUMBERING_TYPE }, `${XML_DECLARATION}<w:numbering xmlns:w="${W}"/>`);
    addRelationship(opened, opened.mainPart, { type: NUMBERING, target: name });
  }
  const part = sidePartOf(opened, 'numbering');
  if (part === undefined) return;
  const w = part.root.name.slice(0, part.root.name.indexOf(':') + 1);
  const known = like === undefined ? undefined : valueOf(childOf(withId(part, 'num', 'numId', like) ?? part.root, 'abstractNumId'));
  const restart = `<${w}lvlOverride ${w}ilvl="0"><${w}startOverride ${w}val="1"/></${w}lvlOverride>`;
  const num = `<${w}num ${w}numId="${numId}"><${w}abstractNumId ${w}val="${known ?? abstractId}"/>${ordered ? restart : ''}</${w}num>`;
  const lastNum = elementsOf(part.root, 'num', W).at(-1);
  const abstracts = elementsOf(part.root, 'abstractNum', W);
  const place = (xml: string, before: XmlElement | undefined): XmlEdit => {
    const behind = before ?? elementsOf(part.root, 'numPicBullet', W).at(-1);
    const next = elementsOf(part.root)[0];
    return behind !== undefined
      ? insertAfter(behind, xml)
      : next !== undefined
        ? insertBefore(next, xml)
        : prependContent(part, part.root, xml);
  };
  const edits = known === undefined ? [place(abstractXml(w, abstractId, ordered), abstracts.at(-1))] : [];
  editXmlPart(opened, part, [...edits, place(num, lastNum ?? abstracts.at(-1))]);
}

const highest = (part: XmlPart | undefined, local: string, key: string): number =>
  part === undefined
    ? 0
    : elementsOf(part.root, local, W).reduce((most, element) => Math.max(most, Number(valueOf(element, key) ?? 0) || 0), 0);

/** Paragraphs that name a numbering which the file has not are not to get one by it. */
const highestUsed = ({ stories }: WordFile): number =>
  Array.from(new Set(stories.map(({ part }) => part)))
    .flatMap(({ source }) => Array.from(source.matchAll(/:numId\s[^>]*?val\s*=\s*["'](\d{1,6})["']/g), ([, id]) => Number(id)))
    .reduce((most, id) => Math.max(most, id), 0);

/** Numberings that a request has added to a file as it was read: each gets ids behind all others. */
const added = new WeakMap<WordFile, number>();

/** A new numbering's id and what its definition needs: behind all that the file and the request have. */
function newNumbering(file: WordFile): { numId: number; abstractId: number } {
  const numbering = sidePartOf(file.opened, 'numbering');
  const count = (added.get(file) ?? 0) + 1;
  added.set(file, count);
  return {
    numId: Math.max(highest(numbering, 'num', 'numId'), numbering === undefined ? highestUsed(file) : 0) + count,
    abstractId: highest(numbering, 'abstractNum', 'abstractNumId') + count,
  };
}

/** A list like one of the file: numbered ones that are not of it begin at 1. */
function listLike(file: WordFile, { numId: like, joined, properties, base }: ListSample, ordered: boolean): NeededList {
  if (joined || !ordered) return { numPr: (level) => properties(level), base };
  const ids = newNumbering(file);
  return {
    numPr: (level) => properties(level, ids.numId),
    base,
    finish: (opened) => addNumbering(opened, { ...ids, ordered, like }),
  };
}

/** A list whose levels from `own` on are those of another one, where so many are wanted. */
function withDeeper(list: NeededList, own: number, wanted: number, make: () => NeededList): NeededList {
  if (own >= wanted) return list;
  const other = make();
  return {
    ...list,
    numPr: (level) => (level < own ? list : other).numPr(level),
    finish: (opened) => {
      list.finish?.(opened);
      other.finish?.(opened);
    },
  };
}

/**
 * @param levels of lists within lists that are wanted, 1 to 9; `numPr` takes a level from 0
 * @param beside where the list comes, and whether it may go on with the list that is there
 */
export function needList(file: WordFile, ordered: boolean, levels = 1, beside?: { near: WordBlock; joins: boolean }): NeededList {
  const { w } = file;
  const sample = beside && sampleList(file, beside.near, { ordered, levels, joins: beside.joins });
  if (sample !== undefined)
    return withDeeper(listLike(file, sample, ordered), sample.levels, levels, () => needList(file, ordered, levels));
  const numbering = sidePartOf(file.opened, 'numbering');
  const paragraphStyle = styleNamed(file, 'list paragraph');
  const style = paragraphStyle === undefined ? '' : `<${w}pStyle ${w}val="${valueOf(paragraphStyle, 'styleId') ?? ''}"/>`;
  const numPrOf =
    (id: string | number) =>
    (level: number): string =>
      `${style}<${w}numPr><${w}ilvl ${w}val="${level}"/><${w}numId ${w}val="${id}"/></${w}numPr>`;
  const own = numbering === undefined ? undefined : styleNumbering(file, numbering, ordered);
  const like = own !== undefined && numbering !== undefined && levels > 1 && levelsOf(numbering, own, ordered) < levels ? undefined : own;
  const bullets = ordered || numbering === undefined ? undefined : (like ?? bulletsOf(numbering, levels));
  if (bullets !== undefined) return { numPr: numPrOf(bullets) };
  const ids = newNumbering(file);
  return { numPr: numPrOf(ids.numId), finish: (opened) => addNumbering(opened, { ...ids, ordered, like }) };
}
