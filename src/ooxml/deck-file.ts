/** A presentation read for editing: `s2` a slide, `s2.sh3` its third shape with text, `s2.sh3.p1` a paragraph of it; cells of tables are shapes `s2.t1.r1.c2`; `s2.img1` a picture, `s2.chart1` a chart. */
import { A, P, R } from './names.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from './office-package.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement, type XmlText } from './xml-tree.ts';
import type { Move } from './address-moves.ts';
import { createPartCache } from './part-cache.ts';

export interface DeckPiece {
  text: string;
  at: number;
  run: XmlElement;
  holder: XmlElement;
  node: XmlText | undefined;
  locked: boolean;
}
export interface DeckParagraph {
  address: string;
  part: XmlPart;
  element: XmlElement;
  text: string;
  pieces: DeckPiece[];
}
interface DeckShape {
  address: string;
  paragraphs: DeckParagraph[];
}
export interface DeckSlide {
  address: string;
  part: XmlPart;
  /** Its line in the list of slides. */ entry: XmlElement;
  relationship: string;
  shapes: DeckShape[];
  /** What the speaker reads, `s2.notes`; undefined where the slide has none. */
  notes: DeckShape | undefined;
}
export interface DeckFile {
  opened: OfficePackage;
  main: XmlPart;
  /** Where addresses of the file as it was sent have gone since. */ moves: readonly Move[];
  slides: DeckSlide[];
}

const keptPart = createPartCache<XmlPart>();

/** All paragraphs with an address: of shapes, of cells, of notes, slide by slide. */
export const paragraphsOfDeck = ({ slides }: DeckFile): DeckParagraph[] =>
  slides.flatMap(({ shapes, notes }) => [...shapes, ...(notes === undefined ? [] : [notes])].flatMap(({ paragraphs }) => paragraphs));

interface ListedSlide {
  entry: XmlElement;
  relationship: string;
  /** Name of its part. */
  name: string;
}

/** The slides in their order, without a look at what is on them. */
export function listSlides(opened: OfficePackage, main: XmlPart): ListedSlide[] {
  const relations = new Map(relationshipsOf(opened, opened.mainPart).map((one) => [one.id, one]));
  const list = firstElementOf(main.root, 'sldIdLst', P);
  return (list === undefined ? [] : elementsOf(list, 'sldId', P)).flatMap((entry) => {
    const relationship = attributeOf(entry, 'id', R) ?? '';
    const target = relations.get(relationship)?.target;
    const name = target === undefined ? undefined : partNamed(opened, target);
    return name === undefined ? [] : [{ entry, relationship, name }];
  });
}

/**
 * The model of an open presentation. Slides that were read before and not changed since are not parsed again. @throws Refusal
 * file_rejected
 */
export function readDeckFile(opened: OfficePackage, moves: readonly Move[] = []): DeckFile {
  const main = readXmlPart(opened, opened.mainPart);
  const found = listSlides(opened, main).map(({ entry, relationship, name }) => ({
    entry,
    relationship,
    part: keptPart(opened, name, () => readXmlPart(opened, name)),
  }));
  return {
    opened,
    main,
    moves,
    slides: found.map((one, index) => ({
      ...one,
      address: `s${index + 1}`,
      shapes: readShapes(one.part, `s${index + 1}`),
      notes: readNotes(opened, one.part, `s${index + 1}.notes`),
    })),
  };
}

function readNotes(opened: OfficePackage, slide: XmlPart, address: string): DeckShape | undefined {
  const found = relationshipsOf(opened, slide.name).find(({ type, external }) => type === `${R}/notesSlide` && !external);
  const name = found && partNamed(opened, found.target);
  const part = name === undefined ? undefined : keptPart(opened, name, () => readXmlPart(opened, name));
  if (part === undefined) return undefined;
  const shape = [...walkElements(part.root)].find(
    (element) =>
      element.local === 'sp' &&
      element.uri === P &&
      [...walkElements(element)].some(
        ({ local, uri, attributes }) =>
          local === 'ph' && uri === P && attributes.some((one) => one.local === 'type' && one.value === 'body'),
      ),
  );
  const body = shape && firstElementOf(shape, 'txBody', P);
  return part === undefined || body === undefined ? undefined : readDrawingText(part, body, address);
}

function readShapes(part: XmlPart, slide: string): DeckShape[] {
  const shapes: DeckShape[] = [];
  let bodies = 0;
  let tables = 0;
  for (const element of walkElements(part.root)) {
    if (element.local === 'txBody' && element.uri === P) shapes.push(readDrawingText(part, element, `${slide}.sh${++bodies}`));
    if (element.local !== 'tbl' || element.uri !== A) continue;
    tables++;
    for (const [row, tr] of elementsOf(element, 'tr', A).entries()) {
      for (const [column, tc] of elementsOf(tr, 'tc', A).entries()) {
        const body = firstElementOf(tc, 'txBody', A);
        if (body !== undefined) shapes.push(readDrawingText(part, body, `${slide}.t${tables}.r${row + 1}.c${column + 1}`));
      }
    }
  }
  return shapes;
}

/** The paragraphs (`a:p`) of a body of text, wherever DrawingML has one: `s2.sh3.p1`. */
export function readDrawingText(part: XmlPart, body: XmlElement, address: string): DeckShape {
  return {
    address,
    paragraphs: elementsOf(body, 'p', A).map((element, index) => ({
      address: `${address}.p${index + 1}`,
      part,
      element,
      ...readPieces(element),
    })),
  };
}

function readPieces(paragraph: XmlElement): { text: string; pieces: DeckPiece[] } {
  const pieces: DeckPiece[] = [];
  let text = '';
  for (const run of elementsOf(paragraph)) {
    if (run.uri !== A) continue;
    if (run.local === 'br') {
      pieces.push({ text: '\n', at: text.length, run, holder: run, node: undefined, locked: false });
      text += '\n';
    }
    const holder = run.local === 'r' || run.local === 'fld' ? firstElementOf(run, 't', A) : undefined;
    for (const node of holder?.children ?? []) {
      if (node.kind !== 'text' || holder === undefined) continue;
      pieces.push({ text: node.value, at: text.length, run, holder, node, locked: run.local === 'fld' });
      text += node.value;
    }
  }
  return { text, pieces };
}
