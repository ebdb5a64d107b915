/** Where text is that `replace_text` does not change, so that it can be named: of Word files charts, SmartArt, comments, alternative texts. */
import { A, C, W } from '../../ooxml/names.ts';
import { contentTypeOf, partNames, readXmlPart, type OfficePackage } from '../../ooxml/office-package.ts';
import { attributeOf, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { findText, type FindFields } from '../find-text.ts';

const PLACES: readonly (readonly [type: RegExp, name: string])[] = [
  [/drawingml\.chart\+xml$/, 'a chart'],
  [/drawingml\.diagramData\+xml$/, 'a SmartArt graphic'],
  [/wordprocessingml\.comments\+xml$/, 'a comment'],
];
const DESCRIBED = /wordprocessingml\.(?:document|header|footer)(?:\.main)?\+xml$/;

function textsIn(root: XmlElement): string[] {
  return [...walkElements(root)].flatMap((element) => {
    const isParagraph = element.local === 'p' && (element.uri === A || element.uri === W);
    return isParagraph || isPoint(element) ? [textOf(element)] : [];
  });
}

const descriptions = (root: XmlElement): string[] =>
  [...walkElements(root)].flatMap((element) =>
    element.local === 'docPr' || element.local === 'cNvPr'
      ? [attributeOf(element, 'descr') ?? '', attributeOf(element, 'title') ?? '']
      : [],
  );

/** What is looked through in vain of presentations and workbooks: figures of charts, and what all slides of a layout show. */
const BEYOND: readonly (readonly [type: RegExp, name: string])[] = [
  [/drawingml\.chart\+xml$/, 'the figures of a chart'],
  [/presentationml\.slideLayout\+xml$/, 'a layout'],
  [/presentationml\.slideMaster\+xml$/, 'a master'],
];

const isPoint = ({ local, uri }: XmlElement): boolean => local === 'v' && uri === C;

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
    const texts = textsBeyond(place, readXmlPart(opened, name).root);
    return texts.some((text) => findText(text, fields).length > 0) ? [`${place} (${name})`] : [];
  });
}

/** A sentence that names the places of a Word file; undefined where there are none. */
export function unreachedText(opened: OfficePackage, fields: FindFields): string | undefined {
  const holds = (text: string): boolean => findText(text, fields).length > 0;
  const names = partNames(opened).flatMap((name): string[] => {
    const type = contentTypeOf(opened, name) ?? '';
    const place = PLACES.find(([pattern]) => pattern.test(type))?.[1];
    if (place !== undefined) return textsIn(readXmlPart(opened, name).root).some(holds) ? [`${place} (${name})`] : [];
    return DESCRIBED.test(type) && descriptions(readXmlPart(opened, name).root).some(holds) ? [`an alternative text (${name})`] : [];
  });
  return names.length === 0 ? undefined : `The text is also in ${names.slice(0, 20).join(', ')}, which replace_text does not change.`;
}
