/** How the paragraphs of a Word file are set, and by which styles: what it does most counts, whatever its styles are called. */
import { W } from '../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { FileTheme } from '../theme-part.ts';
import { numberingOf, paragraphSetting, runSetting, type Setting, type WordStyle } from './read-styles.ts';

export interface UsedParagraph {
  style: string;
  text: string;
  inTable: boolean;
  /** With what its runs say themselves, by the most of its letters. */
  set: Setting;
  /** Set by hand otherwise than its style. */
  byHand: boolean;
  numbered: WordStyle['numbered'];
  outline: number | undefined;
}

const PARAGRAPHS_READ_MAX = 4_000;

const child = (element: XmlElement | undefined, name: string): XmlElement | undefined => element && firstElementOf(element, name, W);

/** What most letters of the runs say. */
function ownSetting(paragraph: XmlElement, theme: FileTheme): Setting {
  const letters = new Map<string, { set: Setting; count: number }>();
  for (const run of walkElements(paragraph)) {
    if (run.local !== 'r' || run.uri !== W) continue;
    const count = elementsOf(run, 't', W).reduce((sum, one) => sum + textOf(one).length, 0);
    if (count === 0) continue;
    const set = runSetting(child(run, 'rPr'), theme);
    const key = JSON.stringify(set);
    const known = letters.get(key) ?? { set, count: 0 };
    known.count += count;
    letters.set(key, known);
  }
  return [...letters.values()].toSorted((a, b) => b.count - a.count)[0]?.set ?? {};
}

const isInside = (element: XmlElement, local: string): boolean => {
  for (let at = element.parent; at !== undefined; at = at.parent) if (at.local === local && at.uri === W) return true;
  return false;
};

/** Paragraphs with text, in order, of the body alone. */
export function readUse(body: XmlElement, styles: ReadonlyMap<string, WordStyle>, theme: FileTheme): UsedParagraph[] {
  const standard = [...styles.values()].find((style) => style.standard && style.kind === 'paragraph');
  const used: UsedParagraph[] = [];
  for (const paragraph of walkElements(body)) {
    if (paragraph.local !== 'p' || paragraph.uri !== W) continue;
    if (used.length >= PARAGRAPHS_READ_MAX) break;
    const properties = child(paragraph, 'pPr');
    const named = child(properties, 'pStyle');
    const id = (named && attributeOf(named, 'val', W)) ?? standard?.id ?? '';
    const style = styles.get(id) ?? standard;
    const text = [...walkElements(paragraph)]
      .filter(({ local, uri }) => local === 't' && uri === W)
      .map(textOf)
      .join('')
      .trim();
    if (text === '') continue;
    const base = style?.set ?? {};
    const own = { ...ownSetting(paragraph, theme), ...paragraphSetting(properties) };
    const differs = (['font', 'sizePt', 'color', 'bold', 'align'] as const).some(
      (field) => own[field] !== undefined && own[field] !== base[field],
    );
    used.push({
      style: style?.id ?? '',
      text,
      inTable: isInside(paragraph, 'tbl'),
      set: { ...base, ...own },
      byHand: differs,
      numbered: numberingOf(properties) ?? style?.numbered,
      outline: style?.outline,
    });
  }
  return used;
}
