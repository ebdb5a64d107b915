/**
 * What an element of a Word file comes to, whatever its file calls things: styles by their names, lists by their definitions,
 * pictures by their bytes, notes by their text. Two files that look alike describe alike. Left out are marks of bookmarks and
 * comments, which no revision can hold, and what programs write anew at every save.
 */
import { createHash } from 'node:crypto';
import { R, W } from '../../ooxml/names.ts';
import { partNamed, readPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../ooxml/office-package.ts';
import { isBareTag } from '../docx/mechanics/half-marks.ts';
import { namesShape } from '../../ooxml/shape-names.ts';
import { sidePartOf } from '../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../ooxml/word-text.ts';
import { elementsOf, textOf, type XmlElement } from '../../ooxml/xml-tree.ts';

export interface ContentOf {
  opened: OfficePackage;
  styles: XmlPart | undefined;
  numbering: XmlPart | undefined;
  notes: Readonly<Record<string, XmlPart | undefined>>;
  /** Style id → its name. */
  names: Map<string, string>;
  lists: Map<string, string>;
  parts: Map<string, string>;
}

export function readContentOf(opened: OfficePackage): ContentOf {
  const styles = sidePartOf(opened, 'styles');
  const all = styles === undefined ? [] : elementsOf(styles.root, 'style', W);
  return {
    opened,
    styles,
    numbering: sidePartOf(opened, 'numbering'),
    notes: { footnote: sidePartOf(opened, 'footnotes'), endnote: sidePartOf(opened, 'endnotes') },
    names: new Map(all.map((style) => [valueOf(style, 'styleId') ?? '', (valueOf(childOf(style, 'name')) ?? '').toLowerCase()])),
    lists: new Map(),
    parts: new Map(),
  };
}

const NOISE =
  /^(?:proofErr|lastRenderedPageBreak|noProof|webHidden|bookmarkStart|bookmarkEnd|commentRangeStart|commentRangeEnd|permStart|permEnd|commentReference|annotationRef|sectPrChange|headerReference|footerReference)$/;
const NOISE_ATTRIBUTE = /^(?:rsid\w*|paraId|textId|anchorId|editId|Ignorable|tplc|durableId)$/;
/** Ids that are numbers of their own file. */
const NUMBERED = /^(?:docPr|cNvPr|shapetype|shape|id|nsid|tmpl)$/;
const STYLED = new Set(['pStyle', 'rStyle', 'tblStyle', 'basedOn', 'next', 'link', 'numStyleLink', 'styleLink']);
const PROPERTIES = /^(?:rPr|pPr|tcPr|trPr|tblPr|tblPrEx|sectPr|sdtPr)$/;

function hashOf(content: ContentOf, target: string): string {
  const name = partNamed(content.opened, target);
  if (name === undefined) return target.startsWith('#') ? target : 'nothing';
  const known = content.parts.get(name) ?? createHash('sha256').update(readPart(content.opened, name)).digest('hex');
  content.parts.set(name, known);
  return known;
}

/** What says which list a definition is, to programs and to styles, and nothing of how it looks. */
export const LIST_NAMES = /^(?:nsid|tmpl|name|styleLink|numStyleLink)$/;
/** What ties a level to a style or to a picture of its own file. */
export const LEVEL_LINKS = /^(?:pStyle|lvlPicBulletId)$/;

/** The definition of a list's levels: its own, or those that it takes over from a style of lists (ISO/IEC 29500-1 §17.9.21, §17.9.27). */
export function abstractListOf({ root }: XmlPart, num: XmlElement): XmlElement | undefined {
  const all = elementsOf(root, 'abstractNum', W);
  const id = valueOf(childOf(num, 'abstractNumId'));
  const own = all.find((one) => valueOf(one, 'abstractNumId') === id);
  const style = own && valueOf(childOf(own, 'numStyleLink'));
  return (style === undefined ? undefined : all.find((one) => valueOf(childOf(one, 'styleLink')) === style)) ?? own;
}

function listOf(content: ContentOf, id: string): string {
  const known = content.lists.get(id);
  if (known !== undefined) return known;
  const { numbering } = content;
  const num = numbering && elementsOf(numbering.root, 'num', W).find((one) => valueOf(one, 'numId') === id);
  const abstract = numbering && num && abstractListOf(numbering, num);
  const overrides =
    num === undefined
      ? ''
      : elementsOf(num, 'lvlOverride', W)
          .map((one) => describeElement(one, content, ''))
          .join('');
  const levels =
    abstract === undefined
      ? ''
      : elementsOf(abstract)
          .filter(({ local }) => !LIST_NAMES.test(local))
          .map((one) => describeElement(one, content, ''))
          .join('');
  const text = id === '0' ? '0' : createHash('sha256').update(`${levels}${overrides}`).digest('hex').slice(0, 16);
  content.lists.set(id, text);
  return text;
}

function noteOf(content: ContentOf, kind: string, id: string): string {
  const part = content.notes[kind];
  const note = part && elementsOf(part.root, kind, W).find((one) => valueOf(one, 'id') === id);
  return note === undefined || part === undefined
    ? ''
    : elementsOf(note)
        .map((one) => describeElement(one, content, part.name))
        .join('');
}

function attributesOf(element: XmlElement, content: ContentOf, part: string): string {
  const shown = element.attributes.flatMap(({ name, local, uri, value }): string[] => {
    if (name.startsWith('xmlns') || name === 'xml:space' || NOISE_ATTRIBUTE.test(local)) return [];
    // asks for a result that is counted anew, and says nothing of what is there
    if (element.uri === W && element.local === 'fldChar' && local === 'dirty') return [];
    if (uri === R) {
      const found = relationshipsOf(content.opened, part).find(({ id }) => id === value);
      return [`${local}=${found === undefined ? '' : found.external ? found.target : hashOf(content, found.target)}`];
    }
    if (namesShape(element.uri, { name: local, value })) return [];
    if (
      NUMBERED.test(element.local) &&
      (local === 'id' || local === 'name' || element.local === 'nsid' || element.local === 'tmpl' || element.local === 'id')
    )
      return [];
    if (element.uri === W && local === 'val' && STYLED.has(element.local)) return [`val=${content.names.get(value) ?? value}`];
    if (element.uri === W && local === 'val' && element.local === 'numId') return [`val=${listOf(content, value)}`];
    if (element.uri === W && local === 'id' && /^(?:foot|end)noteReference$/.test(element.local))
      return [noteOf(content, element.local.slice(0, -9), value)];
    return [`${local}=${value}`];
  });
  return shown.toSorted().join(' ');
}

/** The formatting of no text at all, which programs leave behind. */
const isBareRun = ({ uri, local, children }: XmlElement): boolean =>
  uri === W && local === 'r' && children.every((child) => child.kind === 'element' && (child.local === 'rPr' || NOISE.test(child.local)));

/** @param part the part that the element is in, whose relationships it names; '' where it names none */
export function describeElement(element: XmlElement, content: ContentOf, part: string): string {
  const { local } = element;
  if (NOISE.test(local) || (element.parent?.local === 'lvl' && LEVEL_LINKS.test(local)) || isBareTag(element) || isBareRun(element))
    return '';
  const inner = describeChildren(element, content, part);
  if (inner === '' && (PROPERTIES.test(local) || local === 'r' || local === 't' || local === 'hyperlink')) return '';
  const attributes = attributesOf(element, content, part);
  return `<${local}${attributes === '' ? '' : ` ${attributes}`}>${inner}</>`;
}

/** Text that is divided into runs of one look is one, and a simple field is one of runs. */
function describeChildren(element: XmlElement, content: ContentOf, part: string): string {
  const isText = /^(?:t|instrText)$/.test(element.local);
  const pieces: string[] = [];
  let [look, text] = ['', ''];
  const close = (): void => {
    if (text !== '') pieces.push(`<r>${look}[${text}]</>`);
    text = '';
  };
  const add = (mine: string, more: string): void => {
    if (mine !== look) close();
    look = mine;
    text += more;
  };
  const addRun = (run: XmlElement): void => {
    const properties = childOf(run, 'rPr');
    const mine = properties === undefined ? '' : describeElement(properties, content, part);
    for (const one of elementsOf(run))
      if (one !== properties && !NOISE.test(one.local))
        add(mine, one.uri === W && one.local === 't' ? textOf(one) : describeElement(one, content, part));
  };
  const walk = (parent: XmlElement): void => {
    for (const child of parent.children) {
      if (child.kind === 'text') {
        if (isText || child.value.trim() !== '') pieces.push(child.value);
      } else if (child.uri === W && child.local === 'r') addRun(child);
      else if (child.uri === W && child.local === 'fldSimple') {
        add('', `<fldChar fldCharType=begin></><instrText>${valueOf(child, 'instr') ?? ''}</><fldChar fldCharType=separate></>`);
        walk(child);
        add('', '<fldChar fldCharType=end></>');
      } else {
        const shown = describeElement(child, content, part);
        if (shown === '') continue;
        close();
        pieces.push(shown);
      }
    }
  };
  walk(element);
  close();
  return (PROPERTIES.test(element.local) ? pieces.toSorted() : pieces).join('');
}

/** Properties of an element without their tags; '' where it has none. @param without children that are left out */
export function describeProperties(
  element: XmlElement,
  list: string,
  { content, part }: { content: ContentOf; part: string },
  without = /^$/,
): string {
  const properties = childOf(element, list);
  if (properties === undefined) return '';
  return elementsOf(properties)
    .filter(({ local }) => !without.test(local))
    .map((child) => describeElement(child, content, part))
    .toSorted()
    .join('');
}
