/** SmartArt (ISO/IEC 29500-1 §21.4): the words of its points, as a list. */
import { A, DGM } from '../../ooxml/names.ts';
import type { Block } from '../../document/block.ts';
import { attributeOf, elementsOf, firstElementOf, textOf } from '../../ooxml/xml-tree.ts';
import { sidePart } from './parts.ts';
import type { OfficeReading } from './parts.ts';

const POINTS_MAX = 2_000;

/** @param part the diagram's data part */
export function readDiagram(reading: OfficeReading, part: string | undefined): Block[] {
  const root = sidePart(reading, part);
  const list = root && firstElementOf(root, 'ptLst', DGM);
  if (!list) return [];
  const texts: string[] = [];
  for (const point of elementsOf(list, 'pt', DGM).slice(0, POINTS_MAX)) {
    const type = attributeOf(point, 'type');
    if (type !== undefined && type !== 'node' && type !== 'asst') continue;
    const body = firstElementOf(point, 't', DGM);
    const text = (
      body
        ? elementsOf(body, 'p', A)
            .map((paragraph) =>
              elementsOf(paragraph)
                .filter(({ local }) => local === 'r' || local === 'fld')
                .map((run) => textOf(firstElementOf(run, 't', A) ?? run))
                .join(''),
            )
            .join('\n')
        : ''
    ).trim();
    if (text !== '') texts.push(text);
  }
  if (texts.length === 0) return [];
  return [
    { id: '', type: 'list', ordered: false, items: texts.map((text) => ({ blocks: [{ id: '', type: 'paragraph', runs: [{ text }] }] })) },
  ];
}
