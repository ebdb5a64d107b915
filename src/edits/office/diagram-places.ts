/**
 * The words of a SmartArt graphic (ISO/IEC 29500-1 §21.4). They are in its data part, and once more in the drawing that programs show
 * ([MS-ODRAWXML] §2.4): both are changed.
 */
import { A, DGM, R } from '../../ooxml/names.ts';
import { readDrawingText, type DeckParagraph } from '../../ooxml/deck-file.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { isRejected, type PartEdits } from '../define-edit.ts';
import { changeDrawingText } from './change-drawing-text.ts';
import { paragraphPlace, type TextPlace } from './text-places.ts';

const DRAWING = '/diagramDrawing';
const SHOWN_TYPES = new Set([undefined, 'node', 'asst']);

const relatedPart = (opened: OfficePackage, part: string, wanted: (one: { id: string; type: string }) => boolean): XmlPart | undefined => {
  const target = relationshipsOf(opened, part).find((one) => !one.external && wanted(one))?.target;
  const name = target === undefined ? undefined : partNamed(opened, target);
  return name === undefined ? undefined : readXmlPart(opened, name);
};

/** Paragraphs of the drawing, each with the point (its modelId) that its shape is for. */
function drawnParagraphs(drawing: XmlPart | undefined): { paragraph: DeckParagraph; shape: string }[] {
  if (drawing === undefined) return [];
  return [...walkElements(drawing.root)]
    .filter(({ local }) => local === 'txBody')
    .flatMap((body) => {
      const shape = (body.parent && attributeOf(body.parent, 'modelId')) ?? '';
      return readDrawingText(drawing, body, '').paragraphs.map((paragraph) => ({ paragraph, shape }));
    });
}

/** The number of its drawing among the relationships of the slide, as the data part names it. */
function drawingId(data: XmlPart): string | undefined {
  for (const element of walkElements(data.root)) if (element.local === 'dataModelExt') return attributeOf(element, 'relId');
  return undefined;
}

/**
 * @param holder the graphic frame or inline that shows the graphic
 * @param host part that it is in
 */
export function diagramPlaces(opened: OfficePackage, host: XmlPart, holder: XmlElement, address: string): TextPlace[] {
  const ids = [...walkElements(holder)].find(({ local, uri }) => local === 'relIds' && uri === DGM);
  const data = ids && relatedPart(opened, host.name, ({ id }) => id === attributeOf(ids, 'dm', R));
  const points = data && firstElementOf(data.root, 'ptLst', DGM);
  if (data === undefined || points === undefined) return [];
  const wanted = drawingId(data);
  const drawing = relatedPart(opened, host.name, ({ id, type }) => type.endsWith(DRAWING) && (wanted === undefined || id === wanted));
  const drawn = drawnParagraphs(drawing);
  const all = elementsOf(points, 'pt', DGM);
  // a shape of the drawing is for a point of the presentation, which says whose it is
  const owners = new Map(
    all.flatMap((point) => {
      const properties = firstElementOf(point, 'prSet', DGM);
      const owner = properties && attributeOf(properties, 'presAssocID');
      return owner === undefined ? [] : [[attributeOf(point, 'modelId') ?? '', owner] as const];
    }),
  );
  const taken = new Set<DeckParagraph>();
  const shown = all.filter((point) => SHOWN_TYPES.has(attributeOf(point, 'type')));
  const paragraphs = shown.flatMap((point) => {
    const body = firstElementOf(point, 't', DGM);
    return body === undefined || elementsOf(body, 'p', A).length === 0
      ? []
      : readDrawingText(data, body, '').paragraphs.map((paragraph) => ({ paragraph, id: attributeOf(point, 'modelId') ?? '' }));
  });
  return paragraphs.map(({ paragraph, id }, index): TextPlace => {
    const alike = drawn.filter((one) => one.paragraph.text === paragraph.text && !taken.has(one.paragraph));
    const mirror = (alike.find(({ shape }) => owners.get(shape) === id) ?? alike[0])?.paragraph;
    if (mirror !== undefined) taken.add(mirror);
    const place = paragraphPlace({ ...paragraph, address: `${address}.p${index + 1}` }, 'smartart');
    return {
      ...place,
      change(changes) {
        const made = place.change(changes);
        if (isRejected(made) || mirror === undefined) return made;
        const again = changeDrawingText(mirror, changes);
        return isRejected(again) ? again : [...made, { part: mirror.part.name, edits: again } satisfies PartEdits];
      },
    };
  });
}
