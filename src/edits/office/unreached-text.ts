/** Where text is that `replace_text` does not change, so that it can be named: figures of charts, titles of pictures, layouts and masters. */
import { A, C } from '../../ooxml/names.ts';
import { contentTypeOf, partNames, readXmlPart, type OfficePackage } from '../../ooxml/office-package.ts';
import { createPartCache } from '../../ooxml/part-cache.ts';
import { attributeOf, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { findText, type FindFields } from '../find-text.ts';

/** Texts of each part that is looked through: a request of hundreds of replacements takes no part apart again for each of them. */
const textsRead = createPartCache<readonly string[]>();

const CHART = /drawingml\.chart\+xml$/;
const BESIDE_MAIN = /wordprocessingml\.(?:header|footer)\+xml$/;

const titles = (root: XmlElement): string[] =>
  [...walkElements(root)].flatMap((element) =>
    element.local === 'docPr' || element.local === 'cNvPr' ? (attributeOf(element, 'title') ?? []) : [],
  );

/** What is looked through in vain of presentations and workbooks: figures of charts, and what all slides of a layout show. */
const BEYOND: readonly (readonly [type: RegExp, name: string])[] = [
  [/drawingml\.chart\+xml$/, 'the figures of a chart'],
  [/presentationml\.slideLayout\+xml$/, 'a layout'],
  [/presentationml\.slideMaster\+xml$/, 'a master'],
];

const isPoint = ({ local, uri }: XmlElement): boolean => local === 'v' && uri === C;

const points = (opened: OfficePackage, name: string): string[] =>
  [...walkElements(readXmlPart(opened, name).root)].filter(isPoint).map(textOf);

/** Texts of a part that no place of a presentation or workbook holds. */
function textsBeyond(name: string, root: XmlElement): string[] {
  const wanted = /chart/.test(name) ? isPoint : ({ local, uri }: XmlElement): boolean => local === 'p' && uri === A;
  return [...walkElements(root)].filter(wanted).map(textOf);
}

/** Places of a presentation or workbook that hold the text and that `replace_text` does not change, each as a person would call it. */
export function unreachedPlaces(opened: OfficePackage, fields: FindFields): string[] {
  return partNames(opened).flatMap((name): string[] => {
    const place = BEYOND.find(([pattern]) => pattern.test(contentTypeOf(opened, name) ?? ''))?.[1];
    if (place === undefined) return [];
    const texts = textsRead(opened, name, () => textsBeyond(place, readXmlPart(opened, name).root));
    return texts.some((text) => findText(text, fields).length > 0) ? [`${place} (${name})`] : [];
  });
}

/** Places of a Word file that hold the text and have no address: figures of charts, titles of alternative texts. */
export function unreachedText(opened: OfficePackage, fields: FindFields): string[] {
  const holds = (text: string): boolean => findText(text, fields).length > 0;
  return partNames(opened).flatMap((name): string[] => {
    const type = contentTypeOf(opened, name) ?? '';
    if (CHART.test(type))
      return textsRead(opened, name, () => points(opened, name)).some(holds) ? [`the figures of a chart (${name})`] : [];
    // a document that the file takes in (altChunk) has the type of a main part, and is a package of its own
    if (name !== opened.mainPart && !BESIDE_MAIN.test(type)) return [];
    return textsRead(opened, name, () => titles(readXmlPart(opened, name).root)).some(holds) ? [`the title of a picture (${name})`] : [];
  });
}
