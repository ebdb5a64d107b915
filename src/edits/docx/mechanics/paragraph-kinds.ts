/**
 * What a paragraph is by its styles (ISO/IEC 29500-1 §17.7.2): a heading where it, its style or one that this is based on has a level of the
 * outline, an item of a list where one of them numbers it. As the reader of Word files has it.
 */
import { W } from '../../../ooxml/names.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';

export interface ParagraphKind {
  type: 'heading' | 'list_item' | 'paragraph';
  /** Of headings, from 1. */
  level?: number;
  /** Name of the style that it names. */
  style?: string;
}

interface StyleKind {
  level: number | undefined;
  numId: string | undefined;
}

/** Styles that are based on each other: a file may name a ring of them. */
const STYLES_DEEP = 20;
const BODY_LEVEL = 9;

const nameOf = (style: XmlElement): string => valueOf(childOf(style, 'name')) ?? '';
const propertiesOf = (holder: XmlElement): XmlElement | undefined => childOf(holder, 'pPr');

const numIdOf = (properties: XmlElement | undefined): string | undefined => {
  const numbering = properties && childOf(properties, 'numPr');
  return valueOf(numbering && childOf(numbering, 'numId'));
};

/** From 0; 9 is the body, expressly. */
function outlineOf(properties: XmlElement | undefined): number | undefined {
  const value = valueOf(properties && childOf(properties, 'outlineLvl'));
  return value !== undefined && /^\d$/.test(value) ? Number(value) : undefined;
}

const levelOf = (outline: number): number | undefined => (outline < BODY_LEVEL ? outline + 1 : undefined);

function headingNamed(name: string | undefined): number | undefined {
  const level = /^heading ([1-9])$/i.exec(name ?? '')?.[1];
  return level === undefined ? undefined : Number(level);
}

/** What the styles of a file make of a paragraph that names them. */
function readStyles({ styles }: WordFile): { byId: Map<string, XmlElement>; usual: XmlElement | undefined } {
  const all = styles === undefined ? [] : elementsOf(styles.root, 'style', W);
  return {
    byId: new Map(all.map((style) => [valueOf(style, 'styleId') ?? '', style])),
    usual: all.find((style) => valueOf(style, 'type') === 'paragraph' && /^(?:1|true|on)$/.test(valueOf(style, 'default') ?? '')),
  };
}

function kindOfStyle(byId: ReadonlyMap<string, XmlElement>, first: XmlElement | undefined): StyleKind {
  const chain: XmlElement[] = [];
  for (let style = first; style !== undefined && chain.length < STYLES_DEEP; style = byId.get(valueOf(childOf(style, 'basedOn')) ?? ''))
    chain.push(style);
  let level: number | undefined;
  for (const style of chain) {
    const outline = outlineOf(propertiesOf(style));
    const named = headingNamed(nameOf(style));
    level = outline === undefined ? named : levelOf(outline);
    if (outline !== undefined || named !== undefined || /^title$/i.test(nameOf(style))) break;
  }
  return { level, numId: chain.map((style) => numIdOf(propertiesOf(style))).find((id) => id !== undefined) };
}

/** For all paragraphs of a file: each style is looked through once. */
export function paragraphKinds(file: WordFile): (paragraph: XmlElement) => ParagraphKind {
  const { byId, usual } = readStyles(file);
  const known = new Map<string | undefined, StyleKind>();
  return (paragraph) => {
    const properties = propertiesOf(paragraph);
    const id = valueOf(properties && childOf(properties, 'pStyle'));
    const definition = id === undefined ? usual : byId.get(id);
    const kind = known.get(id) ?? kindOfStyle(byId, definition);
    known.set(id, kind);
    const style = id === undefined ? undefined : definition === undefined ? id : nameOf(definition);
    const outline = outlineOf(properties);
    const styled = definition === undefined ? headingNamed(id) : kind.level;
    const level = outline === undefined ? styled : levelOf(outline);
    const named = style === undefined ? {} : { style };
    if (level !== undefined) return { type: 'heading', level, ...named };
    const numId = numIdOf(properties) ?? kind.numId;
    const isListed = numId === undefined ? /^list /i.test(style ?? '') : numId !== '0';
    return { type: isListed ? 'list_item' : 'paragraph', ...named };
  };
}
