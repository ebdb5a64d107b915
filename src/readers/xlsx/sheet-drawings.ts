/** What lies over the cells of a sheet: charts, pictures, text boxes; and the comments on cells. */
import { A, A14, DGM, MC, R } from '../../ooxml/names.ts';
import type { Block } from '../../document/block.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { isChartFrame, readChartFrame } from '../office/chart-frame.ts';
import { readDiagram } from '../office/diagram.ts';
import { readDrawnText } from '../office/drawn-text.ts';
import { firstOf, readAlternative, pictureKey, sidePart, targetOf } from '../office/parts.ts';
import type { OfficeReading } from '../office/parts.ts';

const COMMENTS_MAX = 20_000;
const COMMENTS = 'comments on cells of a sheet';
/** What Excel tells older programs before the words of a newer comment. */
const THREADED = /^\s*\[[^\]]{1,60}\][^:]{0,300}: https?:\S{1,200} \p{L}{1,30}: /u;

/** @param controls ids of shapes whose words were read as those of form controls */
export function readSheetDrawings(reading: OfficeReading, part: string, controls: ReadonlySet<string> = new Set()): Block[] {
  const blocks: Block[] = [];
  const root = sidePart(reading, part);
  if (root) walk({ reading, part, controls }, root, blocks);
  return blocks;
}

interface DrawingReading {
  reading: OfficeReading;
  part: string;
  controls: ReadonlySet<string>;
}

function walk(drawing: DrawingReading, element: XmlElement, blocks: Block[]): void {
  const { reading, part, controls } = drawing;
  for (const child of elementsOf(element)) {
    if (controls.size > 0 && child.local === 'sp' && controls.has(controlOf(child))) continue;
    if (child.uri === MC && child.local === 'AlternateContent') {
      readAlternative(
        child,
        (content) => walk(drawing, content, blocks),
        () => blocks.length,
      );
    } else if (child.local === 'txBody') for (const block of readDrawnText({ reading, part }, child, [])) blocks.push(block);
    else if (isChartFrame(child)) for (const block of readChartFrame(reading, part, child)) blocks.push(block);
    else if (child.uri === DGM && child.local === 'relIds') {
      for (const block of readDiagram(reading, targetOf(reading, part, attributeOf(child, 'dm', R))?.target)) blocks.push(block);
    } else if (child.local === 'pic') addPicture(reading, part, child, blocks);
    else walk(drawing, child, blocks);
  }
}

/** The form control that a shape draws once more for newer programs ([MS-ODRAWXML] §2.3.1.3), '' where it is none. */
function controlOf(shape: XmlElement): string {
  for (const element of walkElements(shape)) {
    if (element.local === 'txBody') break;
    if (element.uri === A14 && element.local === 'compatExt') return attributeOf(element, 'spid') ?? '';
  }
  return '';
}

function addPicture(reading: OfficeReading, part: string, picture: XmlElement, blocks: Block[]): void {
  const fill = firstElementOf(picture, 'blipFill');
  const blip = fill && firstElementOf(fill, 'blip', A);
  const target = blip && targetOf(reading, part, attributeOf(blip, 'embed', R));
  const properties = firstElementOf(picture, 'nvPicPr');
  const named = properties && firstElementOf(properties, 'cNvPr');
  if (target && !target.external)
    blocks.push({
      id: '',
      type: 'image',
      asset: pictureKey(reading, target.target),
      alt: ((named && attributeOf(named, 'descr')) ?? '').replaceAll(/\s+/g, ' ').trim(),
    });
}

/** `Comment on B2 by Name: …` */
const commentBlock = (cell: string | undefined, author: string, text: string): Block => ({
  id: '',
  type: 'paragraph',
  runs: [{ text: `Comment on ${cell ?? 'a cell'}${author === '' ? '' : ` by ${author}`}: ${text}` }],
});

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Comments of a sheet as every program keeps them. @param threaded whether newer ones are read from their own part */
export function readSheetComments(reading: OfficeReading, part: string, threaded: boolean): Block[] {
  const root = sidePart(reading, part);
  const names = root && firstElementOf(root, 'authors');
  const authors = (names ? elementsOf(names, 'author') : []).map(textOf);
  const list = root && firstElementOf(root, 'commentList');
  return firstOf(reading, list ? elementsOf(list, 'comment') : [], COMMENTS_MAX, COMMENTS).flatMap((comment): Block[] => {
    const body = firstElementOf(comment, 'text');
    const text = oneLine(oneLine(body ? textOf(body) : '').replace(THREADED, ''));
    const author = authors[Number(attributeOf(comment, 'authorId') ?? -1)]?.trim() ?? '';
    // For older programs, a newer comment is reported here once more, by an author with an id for a name.
    const isShadow = author.startsWith('tc={');
    if (text === '' || (threaded && isShadow)) return [];
    // The old form of a comment begins with its author's name already.
    return [commentBlock(attributeOf(comment, 'ref'), isShadow || text.startsWith(author) ? '' : author, text)];
  });
}

/** Newer comments and the answers to them (MS-XLSX §2.6.205), in the order of the file. @param persons names by id */
export function readThreadedComments(reading: OfficeReading, part: string, persons: ReadonlyMap<string, string>): Block[] {
  const root = sidePart(reading, part);
  return firstOf(reading, root ? elementsOf(root, 'threadedComment') : [], COMMENTS_MAX, COMMENTS).flatMap((comment): Block[] => {
    const body = firstElementOf(comment, 'text');
    const text = oneLine(body ? textOf(body) : '');
    return text === '' ? [] : [commentBlock(attributeOf(comment, 'ref'), persons.get(attributeOf(comment, 'personId') ?? '') ?? '', text)];
  });
}

/** Who writes newer comments. */
export function readPersons(reading: OfficeReading, part: string | undefined): Map<string, string> {
  const root = sidePart(reading, part);
  return new Map(
    (root ? elementsOf(root, 'person') : []).map((person) => [
      attributeOf(person, 'id') ?? '',
      oneLine(attributeOf(person, 'displayName') ?? ''),
    ]),
  );
}
