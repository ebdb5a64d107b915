/** Where text is that `replace_text` does not change, so that it can be named: charts, SmartArt, comments, alternative texts. */
import { A, C, W } from '../../ooxml/names.ts';
import { contentTypeOf, partNames, readXmlPart, type OfficePackage } from '../../ooxml/office-package.ts';
import { attributeOf, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { findText, type FindFields } from '../find-text.ts';

const PLACES: readonly (readonly [type: RegExp, name: string])[] = [
  [/drawingml\.chart\+xml$/, 'a chart'],
  [/drawingml\.diagramData\+xml$/, 'a SmartArt graphic'],
  [/wordprocessingml\.comments\+xml$/, 'a comment'],
  [/presentationml\.comments\+xml$|ms-powerpoint\.comments\+xml$/, 'a comment'],
];
const DESCRIBED = /(?:wordprocessingml\.(?:document|header|footer)(?:\.main)?|presentationml\.slide)\+xml$/;

function textsIn(root: XmlElement): string[] {
  return [...walkElements(root)].flatMap((element) => {
    const isParagraph = element.local === 'p' && (element.uri === A || element.uri === W);
    const isPoint = element.local === 'v' && element.uri === C;
    return isParagraph || isPoint ? [textOf(element)] : [];
  });
}

const descriptions = (root: XmlElement): string[] =>
  [...walkElements(root)].flatMap((element) =>
    element.local === 'docPr' || element.local === 'cNvPr'
      ? [attributeOf(element, 'descr') ?? '', attributeOf(element, 'title') ?? '']
      : [],
  );

/** A sentence that names the places; undefined where there are none. */
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
