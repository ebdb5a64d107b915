/** How the text of a slide is set, with what it takes from layout, master and presentation (ISO/IEC 29500-1 §19.3.1.36, §21.1.2.4). */
import { A, P } from '../../../ooxml/names.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { placeholderOf } from './deck-objects.ts';
import { isFurniture, isTitle, layoutOf, masterOf, placeholdersAbove, type Placeholder } from './layouts.ts';

/** A stretch of text as it stands on the slide: its properties, nearest first. */
interface StyledRun {
  text: string;
  properties: XmlElement[];
}
export interface StyledParagraph {
  /** `a:pPr` and the levels that it takes after, nearest first. */
  properties: XmlElement[];
  runs: StyledRun[];
}
export interface StyledText {
  /** `a:bodyPr`, nearest first. */
  bodies: XmlElement[];
  /** `p:spPr`, nearest first. */
  shapes: XmlElement[];
  paragraphs: StyledParagraph[];
}

const present = <T>(list: readonly (T | undefined)[]): T[] => list.filter((one) => one !== undefined);

/** The nearest that says something. */
export function nearest<T>(sources: readonly XmlElement[], read: (source: XmlElement) => T | undefined): T | undefined {
  for (const source of sources) {
    const value = read(source);
    if (value !== undefined) return value;
  }
  return undefined;
}

function masterStyle({ opened, main }: DeckFile, slide: string, held: { type: string } | undefined): XmlElement | undefined {
  if (held === undefined) return firstElementOf(main.root, 'defaultTextStyle', P);
  const layout = layoutOf(opened, slide);
  const master = layout && masterOf(opened, layout.part.name);
  const styles = master && firstElementOf(master.root, 'txStyles', P);
  return styles && firstElementOf(styles, isTitle(held) ? 'titleStyle' : isFurniture(held) ? 'otherStyle' : 'bodyStyle', P);
}

/** The text of a `p:sp` with everything that it takes from above; undefined of what has none. */
export function styledText(file: DeckFile, { element, part }: { element: XmlElement; part: XmlPart }): StyledText | undefined {
  const body = firstElementOf(element, 'txBody', P);
  if (body === undefined) return undefined;
  const held = placeholderOf(element);
  const above: Placeholder[] = held === undefined ? [] : placeholdersAbove(file.opened, part.name, held);
  const bodies = [body, ...above.map((one) => firstElementOf(one.element, 'txBody', P))];
  const lists = present([
    ...bodies.map((one) => one && firstElementOf(one, 'lstStyle', A)),
    masterStyle(file, part.name, held),
    firstElementOf(file.main.root, 'defaultTextStyle', P),
  ]);
  const paragraphs = elementsOf(body, 'p', A).map((paragraph): StyledParagraph => {
    const own = firstElementOf(paragraph, 'pPr', A);
    const level = Number((own && attributeOf(own, 'lvl')) ?? 0) + 1;
    const levels = present(lists.flatMap((list) => [firstElementOf(list, `lvl${level}pPr`, A), firstElementOf(list, 'defPPr', A)]));
    const usual = present(levels.map((one) => firstElementOf(one, 'defRPr', A)));
    const runs = elementsOf(paragraph, undefined, A).flatMap((run): StyledRun[] => {
      const text = run.local === 'br' ? '\n' : run.local === 'r' || run.local === 'fld' ? textOf(run) : undefined;
      const isEnd = run.local === 'endParaRPr';
      if (text === undefined && !isEnd) return [];
      const direct = isEnd ? run : firstElementOf(run, 'rPr', A);
      return [{ text: text ?? '', properties: present([direct, ...usual]) }];
    });
    return { properties: present([own, ...levels]), runs: runs.length === 0 ? [{ text: '', properties: usual }] : runs };
  });
  return {
    bodies: present(bodies.map((one) => one && firstElementOf(one, 'bodyPr', A))),
    shapes: present([element, ...above.map((one) => one.element)].map((one) => firstElementOf(one, 'spPr', P))),
    paragraphs,
  };
}

const FILLS = ['solidFill', 'gradFill', 'blipFill', 'pattFill', 'grpFill'];

/** Whether a shape is seen by more than its text: a fill, an outline or a style. */
export function isSeen(element: XmlElement, shapes: readonly XmlElement[]): boolean {
  if (firstElementOf(element, 'style', P) !== undefined) return true;
  const filled = nearest(shapes, (one) => elementsOf(one, undefined, A).find(({ local }) => local === 'noFill' || FILLS.includes(local)));
  const line = nearest(shapes, (one) => firstElementOf(one, 'ln', A));
  const drawn = line && elementsOf(line, undefined, A).some(({ local }) => FILLS.includes(local));
  return (filled !== undefined && filled.local !== 'noFill') || drawn === true;
}
