/** What stands on every slide of a layout, because layout or master draw it: a company's name, "Confidential". Told once, as headers and footers. */
import { MC, P } from '../../ooxml/names.ts';
import { blockText } from '../../document/walk.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { readDrawnText } from '../office/drawn-text.ts';
import { beginningOf, partsByKind, sidePart } from '../office/parts.ts';
import type { OfficeReading } from '../office/parts.ts';
import { placeholderOf } from './inheritance.ts';
import { boxOf } from './reading-order.ts';

export interface FixedTexts {
  headers: string[];
  footers: string[];
}

const NONE: FixedTexts = { headers: [], footers: [] };
const CHARACTERS_MAX = 1_000;

/** @param size of the slides; what lies beside them is for whoever works on the template */
export function createFixedTexts(
  reading: OfficeReading,
  size: { width: number; height: number } | undefined,
): (slidePart: string, slide: XmlElement) => FixedTexts {
  const known = new Map<string, FixedTexts>();
  const textsOf = (part: string | undefined): FixedTexts => {
    const root = sidePart(reading, part);
    if (part === undefined || root === undefined) return NONE;
    const found = known.get(part) ?? readFixed(reading, part, root, size);
    known.set(part, found);
    return found;
  };
  return (slidePart, slide) => {
    if (!showsBelow(slide)) return NONE;
    const layout = partsByKind(reading, slidePart, 'slideLayout')[0];
    const root = sidePart(reading, layout);
    if (layout === undefined || root === undefined) return NONE;
    const below = showsBelow(root) ? textsOf(partsByKind(reading, layout, 'slideMaster')[0]) : NONE;
    const own = textsOf(layout);
    return { headers: [...below.headers, ...own.headers], footers: [...below.footers, ...own.footers] };
  };
}

/** ISO/IEC 29500-1 §19.3.1.39. */
const showsBelow = (root: XmlElement): boolean => !/^(?:0|false)$/.test(attributeOf(root, 'showMasterSp') ?? '');

function readFixed(
  reading: OfficeReading,
  part: string,
  root: XmlElement,
  size: { width: number; height: number } | undefined,
): FixedTexts {
  const found: FixedTexts = { headers: [], footers: [] };
  const common = firstElementOf(root, 'cSld', P);
  const tree = common && firstElementOf(common, 'spTree', P);
  for (const shape of tree ? shapesOf(tree) : []) {
    const body = firstElementOf(shape, 'txBody', P);
    const box = boxOf(shape);
    if (!body || isHidden(shape) || placeholderOf(shape) || isBeside(box, size)) continue;
    const whole = readDrawnText({ reading, part }, body, [])
      .flatMap((block) => blockText(block).split('\n'))
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
      .filter((line) => line !== '')
      .join(' | ');
    const text = beginningOf(reading, whole, CHARACTERS_MAX, 'A text that stands on a layout of slides');
    // the number of a slide alone says nothing
    if (!/\p{L}/u.test(text)) continue;
    const isAbove = box !== undefined && size !== undefined && box.top + box.bottom < size.height;
    (isAbove ? found.headers : found.footers).push(text);
  }
  return found;
}

function* shapesOf(tree: XmlElement): Generator<XmlElement> {
  for (const child of elementsOf(tree)) {
    if (child.local === 'sp') yield child;
    else if (child.local === 'grpSp') yield* shapesOf(child);
    else if (child.uri === MC && child.local === 'AlternateContent') {
      const [choice] = elementsOf(child, 'Choice');
      if (choice) yield* shapesOf(choice);
    }
  }
}

const isHidden = (shape: XmlElement): boolean =>
  elementsOf(shape).some((properties) =>
    elementsOf(properties, 'cNvPr').some((named) => /^(?:1|true)$/.test(attributeOf(named, 'hidden') ?? '')),
  );

const isBeside = (box: ReturnType<typeof boxOf>, size: { width: number; height: number } | undefined): boolean =>
  box !== undefined && size !== undefined && (box.left >= size.width || box.top >= size.height || box.right <= 0 || box.bottom <= 0);
