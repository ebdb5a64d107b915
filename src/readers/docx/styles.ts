/** Styles of a Word file (ISO/IEC 29500-1 §17.7): what of them says how a paragraph is read. */
import { W } from '../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { shadeOf } from './background.ts';

export interface WordStyle {
  id: string;
  name: string;
  basedOn: string | undefined;
  /** 0-8: a heading; 9: expressly body text. */
  outline: number | undefined;
  numId: string | undefined;
  level: number | undefined;
  properties: XmlElement | undefined;
  /** `w:pPr`. */
  paragraph: XmlElement | undefined;
  /** Of a table: some cells are on a colour. */
  shaded: boolean;
  isDefault: boolean;
}

export interface StyleTable {
  styles: ReadonlyMap<string, WordStyle>;
  defaultParagraph: WordStyle | undefined;
}

/** A chain of styles longer than this is a circle. */
const CHAIN_MAX = 20;

export const valueOf = (element: XmlElement | undefined, local: string): string | undefined => {
  const child = element && firstElementOf(element, local, W);
  return child && attributeOf(child, 'val', W);
};

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : undefined;

export function readStyles(root: XmlElement | undefined): StyleTable {
  const styles = new Map<string, WordStyle>();
  let defaultParagraph: WordStyle | undefined;
  for (const element of root ? elementsOf(root, 'style', W) : []) {
    const id = attributeOf(element, 'styleId', W);
    if (id === undefined) continue;
    const paragraph = firstElementOf(element, 'pPr', W);
    const numbering = paragraph && firstElementOf(paragraph, 'numPr', W);
    const style: WordStyle = {
      id,
      name: (valueOf(element, 'name') ?? id).toLowerCase(),
      basedOn: valueOf(element, 'basedOn'),
      outline: numberOf(valueOf(paragraph, 'outlineLvl')),
      numId: valueOf(numbering, 'numId'),
      level: numberOf(valueOf(numbering, 'ilvl')),
      properties: firstElementOf(element, 'rPr', W),
      paragraph,
      shaded: attributeOf(element, 'type', W) === 'table' && [...walkElements(element)].some((inner) => shadeOf(inner) !== 'none'),
      isDefault: /^(?:1|true|on)$/.test(attributeOf(element, 'default', W) ?? ''),
    };
    styles.set(id, style);
    if (style.isDefault && attributeOf(element, 'type', W) === 'paragraph') defaultParagraph ??= style;
  }
  return { styles, defaultParagraph };
}

/** The style and those that it is based on, nearest first. */
export function styleChain({ styles, defaultParagraph }: StyleTable, id: string | undefined): WordStyle[] {
  const chain: WordStyle[] = [];
  let style = id === undefined ? defaultParagraph : styles.get(id);
  while (style !== undefined && chain.length < CHAIN_MAX && !chain.includes(style)) {
    chain.push(style);
    style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
  }
  return chain;
}

/** 1-9 for a heading, 0 for the title, undefined for other text. */
export function headingLevel(chain: readonly WordStyle[], direct: string | undefined): number | undefined {
  const own = numberOf(direct);
  if (own !== undefined) return own <= 8 ? own + 1 : undefined;
  for (const style of chain) {
    if (style.name === 'title') return 0;
    if (style.outline !== undefined) return style.outline <= 8 ? style.outline + 1 : undefined;
    const named = /^(?:heading|überschrift|titre|título|titulo) ?([1-9])$/.exec(style.name)?.[1];
    if (named !== undefined) return Number(named);
  }
  return undefined;
}
