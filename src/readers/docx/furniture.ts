/** Headers and footers of a Word file's pages: what is on every page, reported once. */
import { R, W } from '../../ooxml/names.ts';
import { blockText } from '../../document/walk.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { beginningOf, firstOf, partsByKind, sidePart, targetOf } from '../office/parts.ts';
import { readBody } from './body.ts';
import { hasDrawings, UNTOLD } from './background.ts';
import type { WordReading } from './word-reading.ts';

export interface PageFurniture {
  headers: string[];
  footers: string[];
}

const TEXTS_MAX = 50;
const CHARACTERS_MAX = 4_000;

/**
 * The different texts of the headers and footers that some section shows (ISO/IEC 29500-1 §17.10): those of the first
 * page where the section has one of its own, those of even pages where the file distinguishes pages. A section that names
 * none of a kind has that of the section before it.
 */
export function readFurniture(reading: WordReading, body: XmlElement): PageFurniture {
  const { office, part } = reading;
  const found: PageFurniture = { headers: [], footers: [] };
  const settings = sidePart(office, partsByKind(office, part, 'settings')[0]);
  const evenPages = settings !== undefined && firstElementOf(settings, 'evenAndOddHeaders', W) !== undefined;
  const read = new Set<string>();
  const current = new Map<string, XmlElement>();
  for (const section of sectionsOf(body)) {
    const firstPage = firstElementOf(section, 'titlePg', W) !== undefined;
    for (const reference of elementsOf(section))
      if (reference.local.endsWith('Reference'))
        current.set(`${reference.local} ${attributeOf(reference, 'type', W) ?? 'default'}`, reference);
    for (const reference of current.values()) {
      const list =
        reference.local === 'headerReference' ? found.headers : reference.local === 'footerReference' ? found.footers : undefined;
      const type = attributeOf(reference, 'type', W) ?? 'default';
      const target = list && targetOf(office, part, attributeOf(reference, 'id', R));
      if (
        !list ||
        !target ||
        target.external ||
        read.has(target.target) ||
        (type === 'first' && !firstPage) ||
        (type === 'even' && !evenPages)
      )
        continue;
      read.add(target.target);
      const root = sidePart(office, target.target);
      const text = root === undefined ? '' : textOf(reading, target.target, root);
      if (text !== '' && !list.includes(text)) list.push(text);
    }
  }
  return {
    headers: [...firstOf(office, found.headers, TEXTS_MAX, 'different headers')],
    footers: [...firstOf(office, found.footers, TEXTS_MAX, 'different footers')],
  };
}

function* sectionsOf(body: XmlElement): Generator<XmlElement> {
  for (const child of elementsOf(body)) {
    if (child.uri !== W) continue;
    const properties = child.local === 'p' ? firstElementOf(child, 'pPr', W) : undefined;
    const section = child.local === 'sectPr' ? child : properties && firstElementOf(properties, 'sectPr', W);
    if (section) yield section;
  }
}

/** Lines of the part in one, with what hangs on it. */
function textOf(reading: WordReading, part: string, root: XmlElement): string {
  const whole = readBody({ ...reading, part, fields: [], headings: [], titles: [], ...(hasDrawings(root) ? { ground: UNTOLD } : {}) }, root)
    .flatMap((block) => blockText(block).split('\n'))
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join(' | ');
  const text = beginningOf(reading.office, whole, CHARACTERS_MAX, 'A header or footer');
  // The number of a page alone says nothing.
  return /\p{L}/u.test(text) ? text : '';
}
