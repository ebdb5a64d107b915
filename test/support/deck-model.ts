/**
 * A presentation as the bench of edits sees it: slides in their order, what stands on each, and the parts beside them, read from the tree of
 * each part with nothing of the product but its reader of zip and XML.
 */
import { openOfficePackage, partNamed, readXmlPart, relationshipsOf, type OfficePackage } from '../../src/ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../src/ooxml/xml-tree.ts';

export interface SeenThing {
  element: XmlElement;
  /** sp, pic, graphicFrame, cxnSp, grpSp, or what else stands there. */
  kind: string;
  id: string;
  print: string;
  /** Its paragraphs. */
  text: string;
}
export interface SeenSlide {
  part: string;
  root: XmlElement;
  /** What stands on the slide itself, from the back to the front; what is in a group is of the group. */
  things: SeenThing[];
  /** All of the slide but its things: ground, transition, animations. */
  frame: string;
  /** Numbers of the slide that are written on it. */
  numbers: string[];
}
export interface SeenDeck {
  opened: OfficePackage;
  slides: SeenSlide[];
  width: number;
  height: number;
  /** Number of the first slide. */
  first: number;
}

/** The number of its slide: it is another one as soon as the slide is elsewhere. */
const isNumber = ({ local, attributes }: XmlElement): boolean =>
  local === 'fld' && attributes.some((one) => one.local === 'type' && one.value === 'slidenum');

/** An element with all that is within it, as one text that spelling (prefixes, order of attributes, white space of the source) and numbers of slides do not change. */
export function printOf(element: XmlElement, without: ReadonlySet<XmlElement> = new Set()): string {
  const attributes = element.attributes
    .filter(({ uri, local }) => uri !== 'http://www.w3.org/2000/xmlns/' && local !== 'xmlns')
    .map(({ uri, local, value }) => `${uri} ${local}=${value}`)
    .toSorted();
  const isCounted = isNumber(element);
  const inner = element.children.map((child) =>
    child.kind === 'text' ? child.value : without.has(child) || (isCounted && child.local === 't') ? '' : printOf(child, without),
  );
  return `<${element.uri} ${element.local} ${attributes.join(' ')}>${inner.join('')}</>`;
}

export const paragraphsOf = (root: XmlElement): string[] =>
  [...walkElements(root)]
    .filter(({ local, uri }) => local === 'p' && uri.includes('drawingml'))
    .map((one) => elementsOf(one).map(runText).join(''));

const runText = (run: XmlElement): string => {
  const held = run.local === 'r' || run.local === 'fld' ? firstElementOf(run, 't') : undefined;
  return run.local === 'br' ? '\n' : held === undefined ? '' : isNumber(run) ? '#' : textOf(held);
};

const isFrame = ({ local }: XmlElement): boolean => local === 'nvGrpSpPr' || local === 'grpSpPr' || local === 'extLst';

export function seeThing(element: XmlElement): SeenThing {
  const properties = [...walkElements(element)].find(({ local }) => local === 'cNvPr');
  return {
    element,
    kind: element.local,
    id: (properties && attributeOf(properties, 'id')) ?? '',
    print: printOf(element),
    text: paragraphsOf(element).join('\n'),
  };
}

export const thingsOf = (tree: XmlElement): XmlElement[] => elementsOf(tree).filter((one) => !isFrame(one));

export function readDeck(bytes: Uint8Array): SeenDeck {
  const opened = openOfficePackage(bytes);
  const main = readXmlPart(opened, opened.mainPart).root;
  const relations = new Map(relationshipsOf(opened, opened.mainPart).map((one) => [one.id, one]));
  const list = firstElementOf(main, 'sldIdLst');
  const slides = (list === undefined ? [] : elementsOf(list, 'sldId')).flatMap((entry): SeenSlide[] => {
    const id = entry.attributes.find(({ local, uri }) => local === 'id' && uri !== '')?.value ?? '';
    const target = relations.get(id)?.target;
    const part = target === undefined ? undefined : partNamed(opened, target);
    if (part === undefined) return [];
    const { root } = readXmlPart(opened, part);
    const tree = [...walkElements(root)].find(({ local }) => local === 'spTree');
    const things = tree === undefined ? [] : thingsOf(tree);
    const numbers = [...walkElements(root)].filter(isNumber).map((one) => textOf(one).trim());
    return [{ part, root, things: things.map(seeThing), frame: printOf(root, new Set(things)), numbers }];
  });
  const size = firstElementOf(main, 'sldSz');
  const number = (name: string, usual: number): number => Number((size && attributeOf(size, name)) ?? usual);
  const first = Number(attributeOf(main, 'firstSlideNum') ?? 1);
  return { opened, slides, width: number('cx', 9_144_000), height: number('cy', 6_858_000), first };
}

/** Where the thing says that it is: left, top, width and height in EMU; null where its layout says it. */
export function frameOfThing(element: XmlElement): [number, number, number, number] | null {
  const xfrm = [...walkElements(element)].find(({ local }) => local === 'xfrm');
  const off = xfrm && firstElementOf(xfrm, 'off');
  const ext = xfrm && firstElementOf(xfrm, 'ext');
  if (off === undefined || ext === undefined) return null;
  const number = (one: XmlElement, name: string): number => Number(attributeOf(one, name) ?? 0);
  return [number(off, 'x'), number(off, 'y'), number(ext, 'cx'), number(ext, 'cy')];
}

export function partOfKind(opened: OfficePackage, from: string, kind: string): string | undefined {
  const found = relationshipsOf(opened, from).find(({ type, external }) => !external && type.endsWith(`/${kind}`));
  return found && partNamed(opened, found.target);
}
