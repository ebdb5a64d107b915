/** Drawings of Word files, new (DrawingML) and old (VML): pictures, charts, text boxes, SmartArt. */
import { A, DGM, MC, R, W } from '../../ooxml/names.ts';
import type { Block } from '../../document/block.ts';
import { attributeOf, elementsOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { isChartFrame, readChartFrame } from '../office/chart-frame.ts';
import { readDiagram } from '../office/diagram.ts';
import { readEmbeddedFile } from '../office/embedded.ts';
import { readAlternative, pictureKey, targetOf } from '../office/parts.ts';
import { readBody } from './body.ts';
import { UNTOLD } from './background.ts';
import type { WordReading } from './word-reading.ts';

/** Adds what a drawing holds to `hanging`. */
export function readDrawing(reading: WordReading, element: XmlElement, hanging: Block[]): void {
  walk(reading, element, hanging, '');
}

function walk(reading: WordReading, element: XmlElement, hanging: Block[], alt: string): void {
  let description = alt;
  for (const child of elementsOf(element)) {
    const { local, uri } = child;
    if (uri === MC && local === 'AlternateContent') {
      const described = description;
      readAlternative(
        child,
        (content) => walk(reading, content, hanging, described),
        () => hanging.length,
      );
    } else if (local === 'docPr' || local === 'cNvPr') {
      description = (attributeOf(child, 'descr') ?? attributeOf(child, 'title') ?? '').trim() || description;
    } else if (uri === W && local === 'txbxContent') {
      for (const block of readBody({ ...reading, fields: [], ground: UNTOLD }, child)) hanging.push(block);
    } else if (uri === A && local === 'blip')
      addPicture(reading, attributeOf(child, 'embed', R) ?? attributeOf(child, 'link', R), description, hanging);
    else if (local === 'imagedata') addPicture(reading, attributeOf(child, 'id', R), attributeOf(element, 'alt') ?? description, hanging);
    else if (local === 'textpath') {
      // letters that are drawn (WordArt of older files)
      const text = (attributeOf(child, 'string') ?? '').trim();
      if (text !== '') hanging.push({ id: '', type: 'paragraph', runs: [{ text }] });
    } else if (isChartFrame(child)) {
      for (const block of readChartFrame(reading.office, reading.part, child)) hanging.push(block);
    } else if (uri === DGM && local === 'relIds') {
      for (const block of readDiagram(reading.office, targetOf(reading.office, reading.part, attributeOf(child, 'dm', R))?.target))
        hanging.push(block);
    } else if (local === 'OLEObject') {
      for (const block of readEmbeddedFile(reading.office, reading.part, attributeOf(child, 'id', R))) hanging.push(block);
    } else walk(reading, child, hanging, nestedDescription(child, description));
  }
}

/** A picture's own description is in a sibling of its fill: `pic:nvPicPr/pic:cNvPr` beside `pic:blipFill`. */
function nestedDescription(element: XmlElement, inherited: string): string {
  for (const child of elementsOf(element)) {
    if (!child.local.startsWith('nv')) continue;
    for (const named of elementsOf(child)) if (named.local === 'cNvPr') return (attributeOf(named, 'descr') ?? '').trim() || inherited;
  }
  return inherited;
}

function addPicture(reading: WordReading, id: string | undefined, alt: string, hanging: Block[]): void {
  const target = targetOf(reading.office, reading.part, id);
  if (target === undefined) return;
  const asset = target.external ? null : pictureKey(reading.office, target.target);
  hanging.push({ id: '', type: 'image', asset, alt: alt.replaceAll(/\s+/g, ' ') });
}
