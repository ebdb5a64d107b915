/** What lies over the cells of a sheet: charts, pictures, text boxes; and the comments on cells. */
import type { Block } from '../../document/block.ts';
import { attributeOf, elementsOf, firstElementOf, textOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { readChart } from '../office/chart.ts';
import { readDrawnText } from '../office/drawn-text.ts';
import { A, C, MC, R } from '../office/names.ts';
import { readAlternative, pictureKey, sidePart, targetOf } from '../office/parts.ts';
import type { OfficeReading } from '../office/parts.ts';

const COMMENTS_MAX = 20_000;
/** What Excel tells older programs before the words of a newer comment. */
const THREADED = /^\s*\[[^\]]{1,60}\][^:]{0,300}: https?:\S{1,200} \p{L}{1,30}: /u;

export function readSheetDrawings(reading: OfficeReading, part: string): Block[] {
  const blocks: Block[] = [];
  const root = sidePart(reading, part);
  if (root) walk(reading, part, root, blocks);
  return blocks;
}

function walk(reading: OfficeReading, part: string, element: XmlElement, blocks: Block[]): void {
  for (const child of elementsOf(element)) {
    if (child.uri === MC && child.local === 'AlternateContent') {
      readAlternative(child, (content) => walk(reading, part, content, blocks), () => blocks.length);
    } else if (child.local === 'txBody') for (const block of readDrawnText({ reading, part }, child, [])) blocks.push(block);
    else if (child.uri === C && child.local === 'chart') {
      const chart = readChart(reading, targetOf(reading, part, attributeOf(child, 'id', R))?.target);
      if (chart) blocks.push(chart);
    } else if (child.local === 'pic') addPicture(reading, part, child, blocks);
    else walk(reading, part, child, blocks);
  }
}

function addPicture(reading: OfficeReading, part: string, picture: XmlElement, blocks: Block[]): void {
  const fill = firstElementOf(picture, 'blipFill');
  const blip = fill && firstElementOf(fill, 'blip', A);
  const target = blip && targetOf(reading, part, attributeOf(blip, 'embed', R));
  const properties = firstElementOf(picture, 'nvPicPr');
  const named = properties && firstElementOf(properties, 'cNvPr');
  if (target && !target.external) blocks.push({ id: '', type: 'image', asset: pictureKey(reading, target.target), alt: ((named && attributeOf(named, 'descr')) ?? '').replaceAll(/\s+/g, ' ').trim() });
}

/** `Comment on B2 by Name: …` */
export function readSheetComments(reading: OfficeReading, part: string): Block[] {
  const root = sidePart(reading, part);
  const names = root && firstElementOf(root, 'authors');
  const authors = (names ? elementsOf(names, 'author') : []).map(textOf);
  const list = root && firstElementOf(root, 'commentList');
  return (list ? elementsOf(list, 'comment') : []).slice(0, COMMENTS_MAX).flatMap((comment): Block[] => {
    const body = firstElementOf(comment, 'text');
    const text = (body ? textOf(body) : '').replaceAll(/\s+/g, ' ').replace(THREADED, '').trim();
    const author = authors[Number(attributeOf(comment, 'authorId') ?? -1)]?.trim() ?? '';
    if (text === '') return [];
    // The old form of a comment begins with its author's name already; the form for older programs of a new one names an id.
    const by = author === '' || author.startsWith('tc={') || text.startsWith(author) ? '' : ` by ${author}`;
    return [{ id: '', type: 'paragraph', runs: [{ text: `Comment on ${attributeOf(comment, 'ref') ?? 'a cell'}${by}: ${text}` }] }];
  });
}
