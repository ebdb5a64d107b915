/** All text of a presentation by address: `s2.sh3.p1`, `s2.notes.p1`, `s2.d1.p2` (SmartArt), `s2.chart1.p1`, `s2.img1.alt`, `s2.comment1`. */
import { C, R } from '../../../ooxml/names.ts';
import { attributePlace, chartPlaces, paragraphPlace, type TextPlace } from '../../office/text-places.ts';
import { diagramPlaces } from '../../office/diagram-places.ts';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { objectsOf, type DeckObject } from './deck-objects.ts';
import { commentsOn } from './slide-comments.ts';

/** Paragraphs on the slide and in its notes. */
function paragraphPlaces({ shapes, notes }: DeckSlide): TextPlace[] {
  return [
    ...shapes.flatMap(({ paragraphs }) => paragraphs.map((paragraph) => paragraphPlace(paragraph, 'text'))),
    ...(notes?.paragraphs ?? []).map((paragraph) => paragraphPlace(paragraph, 'notes')),
  ];
}

function chartOf(opened: OfficePackage, { part, element }: DeckObject): XmlPart | undefined {
  const chart = [...walkElements(element)].find(({ local, uri }) => local === 'chart' && uri === C);
  const id = chart && attributeOf(chart, 'id', R);
  const target = relationshipsOf(opened, part.name).find((one) => one.id === id && !one.external)?.target;
  const name = target === undefined ? undefined : partNamed(opened, target);
  return name === undefined ? undefined : readXmlPart(opened, name);
}

/** What is said of objects to those who do not see them, and the words inside charts and SmartArt. */
export function objectPlaces(opened: OfficePackage, slide: DeckSlide): TextPlace[] {
  return objectsOf(slide).flatMap((object): TextPlace[] => {
    const { address, kind, part, element, properties } = object;
    const chart = kind === 'chart' ? chartOf(opened, object) : undefined;
    return [
      ...(chart === undefined ? [] : chartPlaces(chart, address)),
      ...(kind === 'drawing' ? diagramPlaces(opened, part, element, address) : []),
      ...((attributeOf(properties, 'descr') ?? '') === ''
        ? []
        : [attributePlace(part, properties, { name: 'descr', address: `${address}.alt`, kind: 'description' })]),
    ];
  });
}

/** All text of the slides, in their order; comments are behind what they are on. */
export const placesOfDeck = ({ opened, slides }: DeckFile): TextPlace[] =>
  slides.flatMap((slide) => [
    ...paragraphPlaces(slide),
    ...objectPlaces(opened, slide),
    ...commentsOn(opened, slide).flatMap(({ places }) => places),
  ]);
